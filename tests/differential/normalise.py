"""Observations of a run in a form that two engines can share.

Ids become placeholders in the order of their first appearance, times become one word, errors
their class and first line, objects of an engine their class name and fields. What remains is
compared as it is, down to list against tuple.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import Any

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_INTERRUPT_ID = re.compile(r"\b[0-9a-f]{32}\b")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+\+00:00")
# Messages end in a line that links to a page of the engine's own documentation.
_LINK = re.compile(r"(\n|\\n)For troubleshooting, visit:.*", re.DOTALL)
_SHORTEST = 20
"""Characters below which a text holds none of these."""
# The id under which writes of the caller are kept.
NO_TASK = "00000000-0000-0000-0000-000000000000"
_ENGINES = ("langgraph", "runtime")


class Normaliser:
    """Gives placeholders to the ids of one recording, always the same to the same id."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {NO_TASK: "no-task"}
        self._known: Counter[str] = Counter()

    def __call__(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float | bytes):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, BaseException):
            return ("error", type(value).__name__, self.first_line(str(value)))
        if isinstance(value, dict):
            plain = {self(key): self(item) for key, item in value.items()}
            if isinstance(plain.get("triggers"), tuple):
                # LangGraph keeps join edges in a set: their order differs from run to run.
                plain["triggers"] = (*plain["triggers"][:1], *sorted(plain["triggers"][1:]))
            return plain
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return (type(value).__name__, {key: self(getattr(value, key)) for key in value._fields})
        if isinstance(value, list):
            return [self(item) for item in value]
        if isinstance(value, tuple):
            return tuple(self(item) for item in value)
        if isinstance(value, set | frozenset):
            return (type(value).__name__, sorted((self(item) for item in value), key=repr))
        return self._object(value)

    def text(self, value: str) -> str:
        """The text with every id and time replaced, without the link to a documentation page."""
        if len(value) < _SHORTEST:
            return value
        value = _LINK.sub("", value)
        value = _ID.sub(lambda found: self._placeholder("id", found.group()), value)
        value = _INTERRUPT_ID.sub(
            lambda found: self._placeholder("interrupt", found.group()), value
        )
        return _TIME.sub("time", value)

    def first_line(self, value: str) -> str:
        return self.text(value).split("\n", 1)[0]

    def _placeholder(self, kind: str, found: str) -> str:
        if found not in self._names:
            self._known[kind] += 1
            self._names[found] = f"{kind}-{self._known[kind]}"
        return self._names[found]

    def _object(self, value: Any) -> Any:
        kind = type(value)
        if hasattr(value, "content") and hasattr(value, "type") and hasattr(value, "id"):
            return ("message", value.type, self(value.content), self(value.id))
        if kind.__name__ == "Command" and isinstance(value.goto, list | tuple):
            # Nodes may be given as any sequence; which one is kept says nothing.
            value = dataclasses.replace(value, goto=list(value.goto))
        if kind.__module__.partition(".")[0] in _ENGINES:
            return (kind.__name__, {name: self(getattr(value, name)) for name in _fields(value)})
        if dataclasses.is_dataclass(value):
            fields = {
                field.name: self(getattr(value, field.name)) for field in dataclasses.fields(value)
            }
            return (kind.__name__, fields)
        if hasattr(value, "model_dump"):
            return (kind.__name__, self(value.model_dump()))
        return self.text(repr(value))


def _fields(value: Any) -> list[str]:
    """The fields that both engines' classes document, by class."""
    known = {
        "Interrupt": ["value", "id"],
        "Send": ["node", "arg"],
        "Command": ["graph", "update", "resume", "goto"],
        "Overwrite": ["value", "type"],
        "GraphOutput": ["value", "interrupts"],
    }
    return known.get(type(value).__name__, [])

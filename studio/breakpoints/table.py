"""The list of breakpoints that a person edits, without Qt."""

import ast
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import get_args

from runtime.debug.commands import Breakpoint, BreakpointKind

KINDS: tuple[BreakpointKind, ...] = get_args(BreakpointKind)
KIND_WORDS: dict[BreakpointKind, str] = {
    "before": "before node",
    "after": "after node",
    "write": "on write to channel",
    "change": "on change of channel",
    "several": "on several writes to channel",
    "condition": "when a condition becomes true",
    "error": "on error in node",
}
OF_NODES = frozenset({"before", "after", "error"})
ANY = "any"


def problem_of(breakpoint: Breakpoint) -> str:
    """Why a breakpoint cannot be used; empty where it can."""
    condition = breakpoint.condition.strip()
    if not condition:
        return "needs an expression, for example: round > 2" if _is_condition(breakpoint) else ""
    try:
        ast.parse(condition, mode="eval")
    except SyntaxError as error:
        return f"is not an expression: {error.msg}"
    return ""


def _is_condition(breakpoint: Breakpoint) -> bool:
    return breakpoint.kind == "condition"


def to_text(breakpoint: Breakpoint) -> str:
    """A breakpoint as one line for the settings."""
    return json.dumps(asdict(breakpoint), ensure_ascii=False)


def from_text(text: str) -> Breakpoint | None:
    """A breakpoint of the settings; ``None`` for what is none."""
    try:
        read = json.loads(text)
        found = Breakpoint(**read)
    except (ValueError, TypeError):
        return None
    texts = (found.id, found.subject, found.condition)
    fits = all(isinstance(each, str) for each in texts) and isinstance(found.enabled, bool)
    return found if fits and found.kind in KINDS else None


class BreakpointTable:
    """Breakpoints in the order in which they were made."""

    def __init__(self) -> None:
        self._rows: list[Breakpoint] = []
        self._numbers = count(1)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, row: int) -> Breakpoint:
        return self._rows[row]

    def replace_all(self, breakpoints: Iterable[Breakpoint]) -> None:
        self._rows = list(breakpoints)

    def usable(self) -> tuple[Breakpoint, ...]:
        """Those that a session can take: without the ones that are still being written."""
        return tuple(each for each in self._rows if not problem_of(each))

    def new(self, kind: BreakpointKind, subject: str = "", condition: str = "") -> Breakpoint:
        """A breakpoint with an id that no other one has, not listed yet."""
        taken = {each.id for each in self._rows}
        made = next(name for name in (f"b{each}" for each in self._numbers) if name not in taken)
        return Breakpoint(made, kind, subject, condition)

    def append(self, breakpoint: Breakpoint) -> None:
        self._rows.append(breakpoint)

    def remove(self, row: int) -> None:
        del self._rows[row]

    def set_enabled(self, row: int, enabled: bool) -> None:
        self._rows[row] = replace(self._rows[row], enabled=enabled)

    def set_kind(self, row: int, kind: BreakpointKind) -> None:
        """Change what it stops at; a subject of the other sort is dropped."""
        old = self._rows[row]
        same_sort = (kind in OF_NODES) == (old.kind in OF_NODES) and kind != "condition"
        self._rows[row] = replace(old, kind=kind, subject=old.subject if same_sort else "")

    def set_subject(self, row: int, subject: str) -> None:
        subject = subject.strip()
        self._rows[row] = replace(self._rows[row], subject="" if subject == ANY else subject)

    def set_condition(self, row: int, condition: str) -> None:
        self._rows[row] = replace(self._rows[row], condition=condition.strip())

    def before(self, node: str) -> int | None:
        """Row of the plain breakpoint before a node."""
        for row, each in enumerate(self._rows):
            if each.kind == "before" and each.subject == node:
                return row
        return None

    def nodes(self) -> dict[str, bool]:
        """Nodes that have a breakpoint of their own, and whether one of them is enabled."""
        found: dict[str, bool] = {}
        for each in self._rows:
            if each.kind in OF_NODES and each.subject:
                found[each.subject] = found.get(each.subject, False) or each.enabled
        return found


def subjects_for(
    kind: BreakpointKind, nodes: Sequence[str], channels: Sequence[str]
) -> tuple[str, ...]:
    """What a person may choose as subject of a kind."""
    if kind == "condition":
        return ()
    return (ANY, *(nodes if kind in OF_NODES else channels))

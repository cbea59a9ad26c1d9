"""Breakpoints: when a run pauses or says something by itself.

A breakpoint is come to at a place of its kind; it is hit where its condition holds there. Hits are
counted, and which of them pause or log is the breakpoint's own rule.
"""

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from runtime.constants import NS_SEPARATOR
from runtime.debug.commands import Breakpoint, BreakpointKind
from runtime.debug.events import HitOutcome
from runtime.debug.expressions import BadExpression, Expression, trouble
from runtime.debug.preview import line_of
from runtime.debug.views import ErrorView

ReadValues = Callable[[], Mapping[str, Any]]
"""Gives the channels that have a value; called only where a condition needs it."""

WORDS: Mapping[BreakpointKind, str] = {
    "before": "before",
    "after": "after",
    "write": "on write to",
    "change": "on change of",
    "several": "on several writes to",
    "error": "on error in",
    "condition": "condition",
}
VALUE = 200
"""Characters of a value in a logged message."""

_HITS = re.compile(r"(?P<how>>=|%)?\s*(?P<number>[1-9]\d{0,8})")


Part = Literal["condition", "hits", "message"]


class BadBreakpoint(ValueError):
    """A breakpoint that cannot be used: ``part`` of it is wrong, ``view`` says why."""

    def __init__(self, part: Part, text: str, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.part = part
        self.view = ErrorView(
            type="BadBreakpoint",
            message=f"{part.capitalize()} `{text}`: {problem}",
            remedy=remedy,
        )


@dataclass(frozen=True, slots=True)
class Hit:
    """One breakpoint at one place; ``text`` says where, or what is logged, or what is unclear."""

    breakpoint: Breakpoint
    text: str
    count: int
    outcome: HitOutcome


@dataclass(slots=True)
class HitMemory:
    """What is remembered of breakpoints while a run goes on; one with new input begins afresh."""

    counts: dict[str, int] = field(default_factory=dict)
    held: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether a condition held at the superstep before, by breakpoint and namespace."""
    unclear: dict[str, str] = field(default_factory=dict)
    """What was last said to be unclear about a breakpoint."""

    def clear(self) -> None:
        for kept in (self.counts, self.held, self.unclear):
            kept.clear()

    def forget(self, breakpoint_id: str) -> None:
        """A breakpoint is another one now."""
        self.counts.pop(breakpoint_id, None)
        self.unclear.pop(breakpoint_id, None)
        for key in [key for key in self.held if key[0] == breakpoint_id]:
            del self.held[key]


class BreakpointSet:
    """The enabled breakpoints of a session, checked when they are set."""

    def __init__(
        self, breakpoints: Iterable[Breakpoint] = (), memory: HitMemory | None = None
    ) -> None:
        self.all = tuple(breakpoints)
        self._memory = HitMemory() if memory is None else memory
        self._rules = [_Rule(each) for each in self.all if each.enabled]
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self._rules)

    @property
    def compares(self) -> bool:
        """Whether any looks at channels that take another value."""
        return any(rule.kept.kind == "change" for rule in self._rules)

    def replaced(self, breakpoints: Iterable[Breakpoint]) -> "BreakpointSet":
        """Others instead; what is remembered of those that stay the same is kept."""
        fresh = BreakpointSet(breakpoints, self._memory)
        same = {replace(each, enabled=True) for each in self.all}
        for each in fresh.all:
            if replace(each, enabled=True) not in same:
                self._memory.forget(each.id)
        return fresh

    def begin_anew(self) -> None:
        """Count from nothing, as for new input."""
        with self._lock:
            self._memory.clear()

    def look(
        self,
        kind: BreakpointKind,
        names: Iterable[str],
        values: ReadValues,
        namespace: str = "",
        place: str = "",
    ) -> list[Hit]:
        """All that is hit where ``names`` are due, done or written in a graph.

        ``namespace`` names the graph, ``place`` its very run: the namespace of its checkpoints.
        """
        if not self._rules:
            return []
        there = tuple(dict.fromkeys(names))
        hits = []
        with self._lock:
            for rule in self._rules:
                if rule.kept.kind == kind:
                    hits += self._look(rule, there, values, namespace, place)
        return hits

    def _look(
        self,
        rule: "_Rule",
        names: tuple[str, ...],
        values: ReadValues,
        namespace: str,
        place: str,
    ) -> list[Hit]:
        kept = rule.kept
        if kept.kind == "condition":
            if kept.namespace != namespace:
                return []
            held, unclear = rule.holds(values)
            before = self._memory.held.get((kept.id, place), False)
            self._memory.held[kept.id, place] = held
            return self._unclear(kept, unclear) + (
                [self._hit(rule, kept.condition, values)] if held and not before else []
            )
        found = rule.subject_among(names, namespace)
        if found is None:
            return []
        held, unclear = rule.holds(values)
        if not held:
            return self._unclear(kept, unclear)
        return [self._hit(rule, spoken(namespace, found), values)]

    def _hit(self, rule: "_Rule", subject: str, values: ReadValues) -> Hit:
        kept = rule.kept
        count = self._memory.counts[kept.id] = self._memory.counts.get(kept.id, 0) + 1
        given = f" where {kept.condition}" if kept.condition and kept.kind != "condition" else ""
        text = f"{WORDS[kept.kind]} {subject}{given}"
        if not rule.counts(count):
            return Hit(kept, text, count, "counted")
        if kept.logs:
            said = rule.message(values) if kept.message else f"{text[0].upper()}{text[1:]}"
            return Hit(kept, said, count, "logged")
        return Hit(kept, text, count, "paused")

    def _unclear(self, kept: Breakpoint, problem: str) -> list[Hit]:
        """Say what is unclear, once."""
        if not problem or self._memory.unclear.get(kept.id) == problem:
            return []
        self._memory.unclear[kept.id] = problem
        return [Hit(kept, problem, self._memory.counts.get(kept.id, 0), "unclear")]


class _Rule:
    """A breakpoint with its texts read."""

    def __init__(self, kept: Breakpoint) -> None:
        self.kept = kept
        self._condition: Expression | None = None
        if kept.condition or kept.kind == "condition":
            try:
                self._condition = Expression(kept.condition)
            except BadExpression as error:
                raise BadBreakpoint(
                    "condition", kept.condition, str(error), error.remedy
                ) from error
        self.counts = hit_rule(kept.hits)
        self._message = message_parts(kept.message)

    def subject_among(self, names: tuple[str, ...], namespace: str) -> str | None:
        """The name that it looks at; one without a subject in the root graph looks everywhere."""
        kept = self.kept
        if kept.namespace != namespace and (kept.namespace or kept.subject):
            return None
        if kept.subject:
            return kept.subject if kept.subject in names else None
        return names[0] if names else None

    def holds(self, values: ReadValues) -> tuple[bool, str]:
        """Whether the condition is true now, and why that cannot be said."""
        if self._condition is None:
            return True, ""
        try:
            return self._condition.holds(values().__getitem__), ""
        except KeyError:
            # A channel has no value yet.
            return False, ""
        except Exception as error:  # noqa: BLE001 - a value may be of another type, yet
            return False, trouble(error)

    def message(self, values: ReadValues) -> str:
        """What is logged."""
        held: Mapping[str, Any] | None = None
        said = ""
        for part in self._message:
            if isinstance(part, str):
                said += part
                continue
            held = values() if held is None else held
            try:
                value = part.value(held.__getitem__)
                said += value if type(value) is str else line_of(value, VALUE)
            except Exception as error:  # noqa: BLE001 - told in its place
                said += f"<{trouble(error)}>"
        return said


def spoken(namespace: str, name: str) -> str:
    """A node or channel with the subgraphs it is in."""
    return " / ".join((*filter(None, namespace.split(NS_SEPARATOR)), name))


def hit_rule(text: str) -> Callable[[int], bool]:
    """Which hits count, by their number; ``BadBreakpoint`` for what is no such rule."""
    if not text.strip():
        return lambda count: True
    found = _HITS.fullmatch(text.strip())
    if found is None:
        raise BadBreakpoint(
            "hits", text, "is not a rule for hits", "Write 3, >= 3 or % 3 (every third)."
        )
    number = int(found["number"])
    if found["how"] == ">=":
        return lambda count: count >= number
    if found["how"] == "%":
        return lambda count: count % number == 0
    return lambda count: count == number


def message_parts(text: str) -> list[str | Expression]:
    """Texts and expressions of a message in turn; ``BadBreakpoint`` where one is none."""
    parts: list[str | Expression] = []
    said, place = "", 0
    while place < len(text):
        if text.startswith(("{{", "}}"), place):
            said += text[place]
            place += 2
        elif text[place] == "{":
            parts += [said] if said else []
            said = ""
            expression, place = _braced(text, place + 1)
            parts.append(expression)
        else:
            said += text[place]
            place += 1
    return [*parts, said] if said else parts


def _braced(text: str, start: int) -> tuple[Expression, int]:
    """The expression behind an opening brace, and where the text goes on."""
    problem: BadExpression | None = None
    end = text.find("}", start)
    while end >= 0:
        try:
            return Expression(text[start:end]), end + 1
        except BadExpression as error:
            problem = problem or error
        end = text.find("}", end + 1)
    if problem is None:
        raise BadBreakpoint("message", text, "a brace is not closed", "Write {{ for a brace.")
    raise BadBreakpoint("message", text, str(problem), problem.remedy) from problem

"""Breakpoints: when a run pauses by itself. Conditions are expressions over channel names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from runtime.debug.commands import Breakpoint
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.views import ErrorView

ReadValues = Callable[[], Mapping[str, Any]]
"""Gives the channels that have a value, copied; called only where a condition needs it."""


class BadCondition(ValueError):
    """A condition that cannot be used; ``view`` says why."""

    def __init__(self, breakpoint: Breakpoint, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.view = ErrorView(
            type="BadCondition",
            message=f"Condition `{breakpoint.condition}`: {problem}",
            remedy=remedy,
        )


class BreakpointSet:
    """The enabled breakpoints of a session, checked when they are set."""

    def __init__(self, breakpoints: Iterable[Breakpoint] = ()) -> None:
        self._enabled = tuple(each for each in breakpoints if each.enabled)
        for each in self._enabled:
            if each.condition:
                _parse(each)
            elif each.kind == "condition":
                raise BadCondition(each, "is empty", "Write an expression, for example: round > 2")

    def __bool__(self) -> bool:
        return bool(self._enabled)

    def before(self, nodes: Iterable[str], values: ReadValues) -> tuple[Breakpoint, str] | None:
        """The first breakpoint that pauses before these nodes execute, and why in words."""
        due = tuple(dict.fromkeys(nodes))
        for each in self._enabled:
            if each.kind == "before":
                for node in due:
                    if each.subject in ("", node) and _holds(each, values):
                        return each, f"before {node}{_given(each)}"
            elif each.kind == "condition" and _holds(each, values):
                return each, f"condition {each.condition}"
        return None

    def after(self, nodes: Iterable[str], values: ReadValues) -> tuple[Breakpoint, str] | None:
        """The first breakpoint on nodes whose superstep has just been completed."""
        return self._first("after", nodes, values)

    def written(self, channels: Iterable[str], values: ReadValues) -> tuple[Breakpoint, str] | None:
        """The first breakpoint on channels that the superstep has just changed."""
        return self._first("write", channels, values)

    def failed(self, node: str, values: ReadValues) -> tuple[Breakpoint, str] | None:
        """The breakpoint on the error of a node."""
        return self._first("error", (node,), values)

    def _first(
        self, kind: str, subjects: Iterable[str], values: ReadValues
    ) -> tuple[Breakpoint, str] | None:
        words = {"after": "after", "write": "write to", "error": "error in"}[kind]
        names = tuple(dict.fromkeys(subjects))
        for each in self._enabled:
            if each.kind != kind:
                continue
            for name in names:
                if each.subject in ("", name) and _holds(each, values):
                    return each, f"{words} {name}{_given(each)}"
        return None


def _given(breakpoint: Breakpoint) -> str:
    return f" where {breakpoint.condition}" if breakpoint.condition else ""


def _parse(breakpoint: Breakpoint) -> Expression:
    try:
        return Expression(breakpoint.condition)
    except BadExpression as error:
        raise BadCondition(breakpoint, str(error), error.remedy) from error


def _holds(breakpoint: Breakpoint, values: ReadValues) -> bool:
    """Whether the condition is true now; one that cannot be evaluated now is not."""
    if not breakpoint.condition:
        return True
    expression = _parse(breakpoint)
    try:
        return bool(expression.value(values().__getitem__))
    except Exception:  # noqa: BLE001 - a channel may be empty, or not be of the expected type, yet
        return False

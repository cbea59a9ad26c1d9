"""How marks are called and drawn, on cards, in lists and in the log."""

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.debug.marks.views import MarkKind
from runtime.debug.views import Substituted
from studio.language import later, tr


@dataclass(frozen=True, slots=True)
class MarkLook:
    """A mark in words, with its icon and the token of its colour."""

    short: str
    sentence: str
    icon: str
    color: str


LOOKS: Mapping[MarkKind, MarkLook] = {
    "pin": MarkLook(
        later("pinned"),
        later("Output is pinned: the node is not executed"),
        "pin",
        "accent",
    ),
    "skip": MarkLook(
        later("skip once"),
        later("Skipped in the next run: it is not executed and writes nothing"),
        "skip",
        "running",
    ),
    "unsafe": MarkLook(
        later("unsafe"),
        later("Unsafe to repeat: executing it again asks first"),
        "unsafe",
        "failed",
    ),
}

_DONE: Mapping[Substituted, str] = {
    "pinned": later("pinned output, not executed"),
    "skipped": later("skipped, not executed"),
}
_SHORT: Mapping[Substituted, str] = {"pinned": later("pinned"), "skipped": later("skipped")}
ICONS: Mapping[str, str] = {"pinned": "pin", "skipped": "skip"}


def done_instead(how: Substituted) -> str:
    """What was done instead of executing a node; empty where it was executed."""
    return tr(_DONE[how]) if how else ""


def short_instead(how: Substituted) -> str:
    """The same in a word."""
    return tr(_SHORT[how]) if how else ""

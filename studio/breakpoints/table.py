"""The list of breakpoints that a person edits, without Qt."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import count
from typing import get_args

from runtime.debug.breakpoints import BadBreakpoint, BreakpointSet, Part
from runtime.debug.commands import Breakpoint, BreakpointKind
from studio.breakpoints.places import (
    OF_CHANNELS,
    OF_NODES,
    CompiledStop,
    path_of,
    place_text,
    split_path,
)
from studio.graph.marks import BreakpointLook, BreakpointMark
from studio.language import later, tr
from studio.language.engine import expression_text

KINDS: tuple[BreakpointKind, ...] = get_args(BreakpointKind)
KIND_WORDS: dict[BreakpointKind, str] = {
    "before": later("before node"),
    "after": later("after node"),
    "write": later("on write to channel"),
    "change": later("on change of channel"),
    "several": later("on several writes to channel"),
    "condition": later("when a condition becomes true"),
    "error": later("on error in node"),
}
_PLACES: dict[BreakpointKind, str] = {
    "before": later("before {place}"),
    "after": later("after {place}"),
    "write": later("on write to {place}"),
    "change": later("on change of {place}"),
    "several": later("on several writes to {place}"),
    "condition": later("when true in {place}"),
    "error": later("on error in {place}"),
}
STOPS: dict[BreakpointKind, str] = {
    "before": later("Stop before node"),
    "after": later("Stop after node"),
    "write": later("Stop on write to channel"),
    "change": later("Stop on change of channel"),
    "several": later("Stop on several writes to channel"),
    "condition": later("Stop when a condition becomes true"),
    "error": later("Stop on error in node"),
}
_ORDER: tuple[BreakpointLook, ...] = ("off", "log", "on")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with one text of a breakpoint."""

    part: Part
    problem: str
    remedy: str = ""

    @property
    def text(self) -> str:
        """What is wrong and what helps, in the language of the window."""
        return expression_text(self.problem, self.remedy)


@lru_cache(maxsize=512)
def trouble_of(breakpoint: Breakpoint) -> Trouble | None:
    """Why a breakpoint cannot be used."""
    try:
        BreakpointSet((replace(breakpoint, enabled=True),))
    except BadBreakpoint as bad:
        return Trouble(bad.part, str(bad), bad.view.remedy)
    return None


def to_text(breakpoint: Breakpoint) -> str:
    """A breakpoint as one line for the settings."""
    return json.dumps(asdict(breakpoint), ensure_ascii=False)


def from_text(text: str) -> Breakpoint | None:
    """A breakpoint of the settings; ``None`` for what is none."""
    try:
        found = Breakpoint(**json.loads(text))
    except (ValueError, TypeError):
        return None
    texts = (
        found.id,
        found.subject,
        found.condition,
        found.namespace,
        found.hits,
        found.message,
    )
    truths = (found.enabled, found.logs)
    fits = all(isinstance(each, str) for each in texts)
    fits = fits and all(isinstance(each, bool) for each in truths)
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
        return tuple(each for each in self._rows if trouble_of(each) is None)

    def new(self, kind: BreakpointKind, subject: str = "", namespace: str = "") -> Breakpoint:
        """A breakpoint with an id that no other one has, not listed yet."""
        taken = {each.id for each in self._rows}
        made = next(name for name in (f"b{each}" for each in self._numbers) if name not in taken)
        return Breakpoint(made, kind, subject, namespace=namespace)

    def append(self, breakpoint: Breakpoint) -> None:
        self._rows.append(breakpoint)

    def remove(self, row: int) -> None:
        del self._rows[row]

    def put(self, row: int, breakpoint: Breakpoint) -> None:
        """Change one."""
        self._rows[row] = breakpoint

    def set_all_enabled(self, enabled: bool) -> None:
        self._rows = [replace(each, enabled=enabled) for each in self._rows]

    @property
    def any_enabled(self) -> bool:
        return any(each.enabled for each in self._rows)

    def before(self, path: str) -> int | None:
        """Row of the breakpoint before a node."""
        namespace, name = split_path(path)
        for row, each in enumerate(self._rows):
            if (each.kind, each.namespace, each.subject) == ("before", namespace, name):
                return row
        return None

    def marks(self) -> dict[str, BreakpointMark]:
        """Nodes that have breakpoints of their own, and the subgraphs around them, by path."""
        found: dict[str, BreakpointMark] = {}
        for each in self._rows:
            if each.kind in OF_NODES and each.subject:
                look: BreakpointLook = "off" if not each.enabled else "log" if each.logs else "on"
                path = path_of(each.namespace, each.subject)
                known = found.get(path, BreakpointMark("off"))
                lines = (*known.lines, sentence_of(each))
                found[path] = BreakpointMark(max(look, known.look, key=_ORDER.index), lines)
        for path in tuple(found):
            outer = split_path(path)[0]
            while outer:
                found.setdefault(outer, BreakpointMark("inside", (tr("Breakpoints inside"),)))
                outer = split_path(outer)[0]
        return found


def title_of(kept: Breakpoint | CompiledStop) -> str:
    """Kind and place in a few words."""
    if kept.kind == "condition" and not kept.namespace:
        return tr("when true")
    subject = "" if kept.kind == "condition" else kept.subject
    return tr(_PLACES[kept.kind], place=place_text(kept.namespace, subject))


def sentence_of(kept: Breakpoint) -> str:
    """A breakpoint in words."""
    where = tr(_PLACES[kept.kind], place=kept.subject)
    parts = [
        tr("Logs {where}", where=where) if kept.logs else tr("Breakpoint {where}", where=where)
    ]
    if kept.condition:
        parts.append(tr("only if {condition}", condition=kept.condition))
    if kept.hits:
        parts.append(tr("hits {hits}", hits=kept.hits))
    if not kept.enabled:
        parts.append(tr("disabled"))
    return ", ".join(parts)


def of_kind(breakpoint: Breakpoint, kind: BreakpointKind) -> Breakpoint:
    """The same of another kind; a subject of the other sort is dropped."""
    sorts = (OF_NODES, OF_CHANNELS)
    same_sort = any(kind in sort and breakpoint.kind in sort for sort in sorts)
    return replace(breakpoint, kind=kind, subject=breakpoint.subject if same_sort else "")

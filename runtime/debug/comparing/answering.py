"""Answers commands that compare, from one saver. What is under way is kept for the next asking."""

import json
import threading
from collections.abc import Callable, Iterable
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.comparing.branches import BranchComparison, Find, RowOf
from runtime.debug.comparing.checkpoints import (
    CheckpointComparison,
    Load,
    compared_channels,
    handle_at,
)
from runtime.debug.comparing.commands import (
    CompareBranches,
    CompareCheckpoints,
    CompareValues,
    Comparison,
    WriteComparison,
)
from runtime.debug.comparing.lines import diff_lines, unified
from runtime.debug.comparing.patch import json_patch
from runtime.debug.comparing.views import (
    BranchesCompared,
    CheckpointAddress,
    CheckpointsCompared,
    ComparisonWritten,
    ValuesCompared,
)
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import text_page
from runtime.debug.values import ValueHandle
from runtime.debug.views import ErrorView, Failed

LONGEST_TEXT = 400_000
"""Characters of a value that are compared line by line."""
MOST_LINES = 1500
LONGEST_WRITTEN = 8_000_000
"""Characters of JSON of a value that is written down."""

_Answer = CheckpointsCompared | ValuesCompared | ComparisonWritten | BranchesCompared | Failed


class Comparisons:
    """``find`` gives a stored checkpoint, ``row_of`` its line, ``load`` the value of a handle,
    ``order`` the channels of a namespace's graph."""

    def __init__(
        self,
        reader: HistoryReader,
        find: Find,
        row_of: RowOf,
        load: Load,
        order: Callable[[str], Iterable[str]],
    ) -> None:
        self._reader = reader
        self._find = find
        self._row_of = row_of
        self._load = load
        self._order = order
        self._advancing = threading.Lock()
        self._checkpoints: (
            tuple[CheckpointAddress, CheckpointAddress, CheckpointComparison] | None
        ) = None
        self._branches: BranchComparison | None = None

    def answer(self, command: Comparison) -> _Answer:
        """The reply; raises ``LookupError`` where something is not there."""
        match command:
            case CompareCheckpoints():
                return self._compare_checkpoints(command)
            case CompareValues():
                return self._compare_values(command)
            case WriteComparison():
                return self._write(command)
            case CompareBranches():
                return self._compare_branches(command)

    def _stored(self, place: CheckpointAddress) -> StoredCheckpoint:
        return self._find(place.thread_id, place.checkpoint_ns, place.checkpoint_id)

    def _compare_checkpoints(self, command: CompareCheckpoints) -> CheckpointsCompared:
        with self._advancing:
            known, wanted = self._checkpoints, (command.before, command.after)
            if known is None or known[:2] != wanted:
                comparison = CheckpointComparison(
                    self._stored(command.before),
                    self._stored(command.after),
                    self._load,
                    self._order(command.after.checkpoint_ns),
                )
                known = (*wanted, comparison)
            found = known[2].part(command.start)
            self._checkpoints = known if found.more else None
            return found

    def _compare_branches(self, command: CompareBranches) -> BranchesCompared:
        with self._advancing:
            if self._branches is None or self._branches.ends != (command.first, command.second):
                self._branches = BranchComparison(
                    command, self._reader, self._find, self._row_of, self._load
                )
            return self._branches.page(command.offset, command.limit)

    def _compare_values(self, command: CompareValues) -> ValuesCompared:
        before, first_cut = self._text(command.before)
        after, second_cut = self._text(command.after)
        lines = diff_lines(before, after, command.context)
        cut = first_cut or second_cut or len(lines) > MOST_LINES
        return ValuesCompared(tuple(lines[:MOST_LINES]), cut)

    def _text(self, handle: ValueHandle | None) -> tuple[str, bool]:
        """A value as text, and whether it is cut."""
        if handle is None:
            return "", False
        value = self._load(handle)
        if isinstance(value, str):
            return value[:LONGEST_TEXT], len(value) > LONGEST_TEXT
        try:
            return _indented(to_natural(value, LONGEST_TEXT)), False
        except TooLarge:
            return text_page(value, 0, LONGEST_TEXT).text, True

    def _write(self, command: WriteComparison) -> ComparisonWritten | Failed:
        before, after = self._stored(command.before), self._stored(command.after)
        names = [
            name
            for name in compared_channels(before, after, self._order(after.checkpoint_ns))
            if not command.channels or name in command.channels
        ]
        try:
            old, new = self._state(before, names), self._state(after, names)
        except TooLarge as error:
            return Failed(
                ErrorView(
                    "TooLarge",
                    f"The values are too large to be written down: {error}.",
                    remedy="Choose one channel.",
                )
            )
        if command.form == "patch":
            return ComparisonWritten(_indented(json_patch(old, new)))
        return ComparisonWritten(
            "".join(
                unified(
                    _shown(old, name),
                    _shown(new, name),
                    _title(name, before) if name in old else "/dev/null",
                    _title(name, after) if name in new else "/dev/null",
                )
                for name in names
            )
        )

    def _state(self, stored: StoredCheckpoint, names: list[str]) -> dict[str, Any]:
        return {
            name: to_natural(self._load(handle_at(stored, name)), LONGEST_WRITTEN)
            for name in names
            if name in stored.available
        }


def _shown(state: dict[str, Any], name: str) -> str:
    if name not in state:
        return ""
    value = state[name]
    return value if isinstance(value, str) else _indented(value)


def _title(channel: str, stored: StoredCheckpoint) -> str:
    return f"{channel}\tthread {stored.thread_id}, step {stored.step}, {stored.checkpoint_id}"


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)

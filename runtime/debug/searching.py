"""Text in the values of a thread's checkpoints, newest first.

A value is looked at where it was written: in the channels that a checkpoint's superstep changed.
Keys count as well as what stands under them.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import SearchThread
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.opened import is_internal
from runtime.debug.preview import line_of
from runtime.debug.views import CheckpointRow, SearchHit, SearchPage

MOST_HITS = 20
"""Hits in one channel of one checkpoint; the further ones are not told."""
LONGEST_VALUE = 4_000_000
"""Characters of JSON of a value that is still searched."""
AROUND = 60
"""Characters of a text before and after what was found."""

LONGEST_SEARCH = 5.0
"""Seconds that the regular expression of one page of results may take."""

Find = Callable[[str], tuple[int, int] | None]
"""Where in a text something is found: start and end."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of text, and where what was found stands in it."""

    text: str
    start: int = 0
    end: int = 0


class BadPattern(ValueError):
    """A regular expression that is none, or that takes too long."""


def finder(text: str, regular: bool, match_case: bool) -> Find:
    """What finds ``text``; raises ``BadPattern``."""
    if regular:
        return _regular(text, match_case)
    pattern = re.compile(re.escape(text), 0 if match_case else re.IGNORECASE)

    def find(place: str) -> tuple[int, int] | None:
        found = pattern.search(place)
        return None if found is None else found.span()

    return find


def _regular(text: str, match_case: bool) -> Find:
    """A pattern may need exponential time: all its searches together have ``LONGEST_SEARCH``."""
    try:
        import regex
    except ImportError as error:
        raise BadPattern("Regular expressions need the package regex; install it.") from error
    try:
        pattern = regex.compile(text, 0 if match_case else regex.IGNORECASE)
    except regex.error as error:
        raise BadPattern(f"Not a regular expression: {error}.") from error
    left = LONGEST_SEARCH

    def find(place: str) -> tuple[int, int] | None:
        nonlocal left
        began = monotonic()
        try:
            found = pattern.search(place, timeout=max(left, 0.001), concurrent=True)
        except TimeoutError as error:
            raise BadPattern("This regular expression takes too long. Make it simpler.") from error
        left -= monotonic() - began
        return None if found is None else found.span()

    return find


class Searcher:
    """Searches one saver; ``row_of`` makes a line of the history of a stored checkpoint."""

    def __init__(
        self, reader: HistoryReader, row_of: Callable[[StoredCheckpoint], CheckpointRow]
    ) -> None:
        self._reader = reader
        self._row_of = row_of

    def search(self, command: SearchThread) -> SearchPage:
        """One page: at most ``limit`` checkpoints are looked at."""
        find = finder(command.text, command.regular, command.match_case)
        stored = self._reader.list_rows(
            command.thread_id, command.checkpoint_ns, before=command.before, limit=command.limit + 1
        )
        looked_at = stored[: command.limit]
        hits: list[SearchHit] = []
        for each in looked_at:
            found = list(self._hits(each, find))
            if found:
                row = self._row_of(each)
                hits += [
                    SearchHit(row, channel, path, excerpt.text, excerpt.start, excerpt.end)
                    for channel, path, excerpt in found
                ]
        return SearchPage(
            hits=tuple(hits),
            scanned=len(looked_at),
            oldest=looked_at[-1].checkpoint_id if looked_at else None,
            more=len(stored) > command.limit,
        )

    def _hits(
        self, stored: StoredCheckpoint, find: Find
    ) -> Iterator[tuple[str, tuple[str, ...], Excerpt]]:
        changed = stored.updated_channels
        for channel in sorted(stored.available if changed is None else changed):
            if is_internal(channel) or channel not in stored.available:
                continue
            try:
                value = self._reader.get_value(
                    stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id, channel
                )
                natural = to_natural(value, LONGEST_VALUE)
            except (KeyError, TooLarge):
                continue
            for number, (path, excerpt) in enumerate(walk((), natural, find)):
                if number == MOST_HITS:
                    break
                yield channel, path, excerpt


def walk(
    path: tuple[str, ...], value: Any, find: Find
) -> Iterator[tuple[tuple[str, ...], Excerpt]]:
    """Everything that is found in a value: where it stands, and its line."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*path, str(key))
            if find(str(key)) is not None:
                yield here, Excerpt(line_of(inner, 2 * AROUND))
            yield from walk(here, inner, find)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk((*path, str(index)), inner, find)
    else:
        text = value if isinstance(value, str) else json.dumps(value)
        span = find(text)
        if span is not None:
            yield path, surroundings(text, span)


def surroundings(text: str, span: tuple[int, int]) -> Excerpt:
    """What was found with what stands around it, on one line."""
    start, end = max(0, span[0] - AROUND), min(len(text), span[1] + AROUND)
    before = ("…" if start else "") + _on_one_line(text[start : span[0]]).lstrip()
    found = _on_one_line(text[span[0] : span[1]])
    after = _on_one_line(text[span[1] : end]).rstrip() + ("…" if end < len(text) else "")
    return Excerpt(f"{before}{found}{after}", len(before), len(before) + len(found))


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)

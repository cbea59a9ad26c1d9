"""Text in the keys and values of one checkpoint, also where a tree has not opened them yet.

The values are walked in the order of the tree, in slices of time; knots are not gone into again.
"""

import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from runtime.debug.anatomy import children, int_text, is_a, kind_of
from runtime.debug.inspecting.commands import FindInState
from runtime.debug.inspecting.views import StateFound, StateHit, TextFound
from runtime.debug.preview import line_of
from runtime.debug.searching import finder, surroundings

MOST_HITS = 2_000
MOST_OFFSETS = 10_000
SLICE_SECONDS = 0.08
_DEEPEST = 2_000
_BREATH = 256
"""Children between two looks at the clock."""

ReadChannel = Callable[[str], Any]


class StateFinder:
    """One search, which goes on where it stopped."""

    def __init__(self, command: FindInState, read: ReadChannel) -> None:
        self.command = command
        self._read = read
        self._find = finder(command.text, False, command.match_case)
        self._walk = self._channels()
        self._looked_at = 0
        self._found = 0

    def advance(self) -> StateFound:
        """What is found in the next slice of time."""
        until = monotonic() + SLICE_SECONDS
        hits: list[StateHit] = []
        for hit in self._walk:
            if hit is not None:
                hits.append(hit)
                self._found += 1
                if self._found >= MOST_HITS:
                    return StateFound(tuple(hits), self._looked_at, more=False, cut=True)
            if monotonic() > until:
                return StateFound(tuple(hits), self._looked_at, more=True)
        return StateFound(tuple(hits), self._looked_at, more=False)

    def _channels(self) -> Iterator[StateHit | None]:
        for channel in self.command.channels:
            try:
                value = self._read(channel)
            except KeyError:
                if self._find(channel) is not None:
                    yield StateHit(channel, (), (), channel)
                continue
            text = self._text_of(channel, value)
            if text is not None:
                yield StateHit(channel, (), (), text)
            for found in self._inside(value):
                if found is None:
                    yield None
                else:
                    path, keys, text = found
                    yield StateHit(channel, path, keys, text)

    def _text_of(self, key: str, value: Any) -> str | None:
        """What to show where the key or the value itself has the text."""
        self._looked_at += 1
        text = scalar_of(value)
        span = None if text is None else self._find(text)
        if text is not None and span is not None:
            return surroundings(text, span).text
        return line_of(value, 120) if self._find(key) is not None else None

    def _inside(self, root: Any) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], str] | None]:
        open_ids = {id(root)}
        stack: list[tuple[Iterator[tuple[str, str, Any]], int]] = [(children(root), id(root))]
        steps: list[str] = []
        keys: list[str] = []
        since = 0
        while stack:
            branch, identity = stack[-1]
            for key, step, value in branch:
                since += 1
                if since >= _BREATH:
                    since = 0
                    yield None
                text = self._text_of(key, value)
                if text is not None:
                    yield (*steps, step), (*keys, key), text
                if scalar_of_kind(value) or id(value) in open_ids or len(stack) >= _DEEPEST:
                    continue
                open_ids.add(id(value))
                stack.append((children(value), id(value)))
                steps.append(step)
                keys.append(key)
                break
            else:
                stack.pop()
                open_ids.discard(identity)
                if steps:
                    steps.pop()
                    keys.pop()


_PLAIN = frozenset({type(None), bool, int, float, str, bytes, bytearray})


def scalar_of_kind(value: Any) -> bool:
    """Whether there is nothing to go into."""
    return type(value) in _PLAIN


def scalar_of(value: Any) -> str | None:
    """The text of a value that is no container, as a person reads it."""
    kind = type(value)
    if kind is str:
        return str(value)
    if kind is int:
        return int_text(value)
    if kind in _PLAIN:
        return line_of(value)
    if is_a(value, str):
        return str.__str__(value)
    if kind_of(value) in ("enum", "datetime", "int", "float"):
        return line_of(value)
    return None


def find_text(value: Any, text: str, match_case: bool) -> TextFound:
    """Where a text stands in a long one, or in bytes."""
    flags = 0 if match_case else re.IGNORECASE
    offsets: list[int] = []
    found: Iterator[re.Match[Any]]
    if is_a(value, str):
        found = re.finditer(re.escape(text), str.__str__(value), flags)
    elif is_a(value, (bytes, bytearray)):
        found = re.finditer(re.escape(text.encode()), bytes(memoryview(value)), flags)
    else:
        found = re.finditer(re.escape(text), line_of(value, 65_536), flags)
    for match in found:
        if len(offsets) >= MOST_OFFSETS:
            return TextFound(tuple(offsets), more=True)
        offsets.append(match.start())
    return TextFound(tuple(offsets))

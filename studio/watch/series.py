"""Watched expressions along a whole thread, newest first, as compact columns. No Qt."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from runtime.debug.views import PlotPage

NOTHING = -1


@dataclass(slots=True)
class Column:
    """One expression: numbers, and places of words; ``nan`` and ``NOTHING`` where it is neither."""

    expression: str
    numbers: "array[float]" = field(default_factory=lambda: array("d"))
    places: "array[int]" = field(default_factory=lambda: array("l"))
    words: list[str] = field(default_factory=list)
    least: float = math.inf
    most: float = -math.inf
    known: int = 0
    """How many numbers there are."""
    spoken: int = 0
    """How many words there are, counted where they stand."""
    _places: dict[str, int] = field(default_factory=dict)

    @property
    def numeric(self) -> bool:
        """Whether it is drawn as a line: at least half of what it is worth are numbers."""
        return self.known > 0 and self.known >= self.spoken

    def extend(self, numbers: Sequence[float], places: Sequence[int]) -> None:
        """Add what it is worth at older checkpoints; places are its own."""
        self.numbers.extend(numbers)
        self.places.extend(places)
        known = [number for number in numbers if not math.isnan(number)]
        if known:
            self.least = min(self.least, *known)
            self.most = max(self.most, *known)
            self.known += len(known)
        self.spoken += sum(place != NOTHING for place in places)

    def place_of(self, word: str) -> int:
        """The place of a word, which is added where it is new."""
        place = self._places.setdefault(word, len(self.words))
        if place == len(self.words):
            self.words.append(word)
        return place

    def text(self, index: int) -> str:
        """What it is worth at one checkpoint; empty where it has no value."""
        number, place = self.numbers[index], self.places[index]
        if not math.isnan(number):
            return f"{number:g}"
        return "" if place == NOTHING else self.words[place]


class Series:
    """What is known of a thread so far; ``complete`` once its first checkpoint is."""

    def __init__(self, expressions: Sequence[str] = ()) -> None:
        self.ids: list[str] = []
        self.steps: array[int] = array("l")
        self.columns = [Column(expression) for expression in expressions]
        self.complete = False
        self._indices: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def newest(self) -> str | None:
        return self.ids[0] if self.ids else None

    @property
    def oldest(self) -> str | None:
        return self.ids[-1] if self.ids else None

    def position(self, checkpoint_id: str) -> int | None:
        """Where a checkpoint is, counted from the oldest one."""
        index = self._indices.get(checkpoint_id)
        return None if index is None else len(self.ids) - 1 - index

    def newer_than(self, checkpoint_id: str, by: int = 1) -> str | None:
        """The checkpoint that was saved so many after one."""
        index = self._indices.get(checkpoint_id, -1)
        return self.ids[index - by] if index >= by else None

    def add_older(self, page: PlotPage) -> None:
        """Take in the next part towards the beginning."""
        self.ids += page.checkpoint_ids
        self.steps.extend(page.steps)
        for column, part in zip(self.columns, page.series, strict=True):
            places = [column.place_of(word) for word in part.words]
            column.extend(
                [math.nan if each is None else each for each in part.numbers],
                [NOTHING if each < 0 else places[each] for each in part.places],
            )
        self.complete = not page.more
        self._count()

    def with_newer(self, pages: Sequence[PlotPage]) -> "Series":
        """The same with what was saved since; ``pages`` newest first, the last may overlap."""
        fresh = Series([column.expression for column in self.columns])
        known = self._indices
        for page in pages:
            count = next(
                (at for at, each in enumerate(page.checkpoint_ids) if each in known),
                len(page.checkpoint_ids),
            )
            fresh.add_older(_first_of(page, count))
        fresh.ids += self.ids
        fresh.steps.extend(self.steps)
        for column, before in zip(fresh.columns, self.columns, strict=True):
            places = [column.place_of(word) for word in before.words]
            column.extend(
                before.numbers,
                [NOTHING if each == NOTHING else places[each] for each in before.places],
            )
        fresh.complete = self.complete
        fresh._count()
        return fresh

    def knows(self, checkpoint_id: str) -> bool:
        return checkpoint_id in self._indices

    def _count(self) -> None:
        self._indices = {each: index for index, each in enumerate(self.ids)}


def _first_of(page: PlotPage, count: int) -> PlotPage:
    return PlotPage(
        page.checkpoint_ids[:count],
        page.steps[:count],
        tuple(
            type(part)(part.numbers[:count], part.places[:count], part.words)
            for part in page.series
        ),
        more=True,
    )

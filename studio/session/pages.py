"""Items of a long list by position, read where somebody looks and forgotten where nobody does."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

ItemT = TypeVar("ItemT")

KEPT = 24
"""Pages that are remembered."""
_MOST_WANTED = 3
"""Wishes that wait; older ones are of places that were scrolled past."""

Fetch = Callable[[int, Callable[[Sequence[ItemT] | None], None]], None]
"""``(page, then)``; ``None`` where the page cannot be had."""


class Pages(Generic[ItemT]):
    """Pages of ``size`` items. ``arrived`` is told the first and the last position of one.

    One page is asked for at a time; the newest wish goes first.
    """

    def __init__(self, size: int, fetch: Fetch[ItemT], arrived: Callable[[int, int], None]) -> None:
        self.size = size
        self._fetch = fetch
        self._arrived = arrived
        self._pages: OrderedDict[int, list[ItemT | None]] = OrderedDict()
        self._wanted: list[int] = []
        self._asked: int | None = None
        self._generation = 0
        self.total = 0
        """How many items there are in all."""
        self.pinned: Callable[[int], bool] = lambda _: False
        """Which pages are never forgotten."""

    def clear(self) -> None:
        """Forget everything, also what is on its way."""
        self._pages.clear()
        self._wanted.clear()
        self._asked = None
        self._generation += 1
        self.total = 0

    def get(self, position: int) -> ItemT | None:
        """The item, if it is there."""
        page = self._pages.get(position // self.size)
        return None if page is None else page[position % self.size]

    def want(self, position: int) -> None:
        """Have the item read, if it is not there."""
        page = position // self.size
        if page == self._asked or self.get(position) is not None:
            return
        if page in self._wanted:
            self._wanted.remove(page)
        self._wanted.append(page)
        del self._wanted[:-_MOST_WANTED]
        self._next()

    def ahead(self, position: int) -> None:
        """Somebody looks at an item that is there: have those read that he may come to next."""
        if self._asked is not None or self._wanted:
            return
        for beside in (position + self.size // 2, position - self.size // 2):
            if 0 <= beside < self.total and beside // self.size not in self._pages:
                self.want(beside)
                return

    def put(self, first: int, items: Sequence[ItemT]) -> None:
        """Take items over that stand one after the other."""
        for position, item in enumerate(items, first):
            number, place = divmod(position, self.size)
            page = self._pages.get(number)
            if page is None:
                page = self._pages[number] = [None] * self.size
            page[place] = item
        self._forget()

    def page(self, number: int) -> Sequence[ItemT | None]:
        """What is there of a page."""
        return self._pages.get(number, ())

    def loaded(self) -> list[tuple[int, ItemT]]:
        """What is there, in order, with its position."""
        return [
            (number * self.size + place, item)
            for number, page in sorted(self._pages.items())
            for place, item in enumerate(page)
            if item is not None
        ]

    def _next(self) -> None:
        if self._asked is not None or not self._wanted:
            return
        page = self._asked = self._wanted.pop()
        generation = self._generation

        def then(items: Sequence[ItemT] | None) -> None:
            if generation != self._generation:
                return
            self._asked = None
            if items:
                first = page * self.size
                if page in self._pages:
                    self._pages.move_to_end(page)
                self.put(first, items)
                self._arrived(first, first + len(items) - 1)
            self._next()

        self._fetch(page, then)

    def _forget(self) -> None:
        for page in list(self._pages):
            if len(self._pages) <= KEPT:
                return
            if not self.pinned(page):
                del self._pages[page]

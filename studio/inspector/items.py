"""Rows of a tree of values, without Qt: what each says, and which children it still lacks."""

from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from runtime.debug.values import ValueChild, ValueHandle, ValuePage, ValuePreview
from runtime.debug.views import Failed
from studio.language import plural, tr

PAGE = 200
"""Children that are fetched at a time."""
RANGES_FROM = 1_000
"""Children above which a value is divided into ranges, each of which can be opened by itself."""
CONTAINERS = frozenset({"list", "tuple", "set", "dict", "model", "message"})

ItemKind = Literal[
    "root",
    "channel",
    "child",
    "more",  # stands for children that are not fetched yet
    "range",  # stands for some of very many children
    "pin",
    "problem",
    "task",
    "section",
    "write",
    "target",
    "frame",
    "error",
    "interrupt",
    "output",  # what a task said while it ran
]

_serials = count(1)


@dataclass(slots=True, eq=False)
class TreeItem:
    """One row. ``key`` tells it from its siblings, also after the tree was built anew."""

    kind: ItemKind
    key: str
    cells: tuple[str, ...] = ()
    preview: ValuePreview | None = None
    handle: ValueHandle | None = None
    subject: object = None
    """The view that the row stands for: a ``ChannelView``, ``TaskView``, ``ErrorFrame``, ..."""
    tooltip: str = ""
    parent: "TreeItem | None" = None
    row: int = 0
    children: list["TreeItem"] = field(default_factory=list)
    total: int | None = None
    """Number of children, known once the first page is there."""
    loading: bool = False
    first: int = 0
    """Of a range: the position of its first child in the value."""
    count: int | None = None
    """Of a range: how many children it stands for."""
    serial: int = field(default_factory=lambda: next(_serials))

    def add(self, child: "TreeItem") -> "TreeItem":
        """Append a child that is known without asking."""
        child.parent = self
        child.row = len(self.children)
        self.children.append(child)
        return child

    @property
    def fetchable(self) -> bool:
        """Whether the value has children that must be asked for."""
        if self.kind == "range":
            return True
        return (
            self.preview is not None
            and self.handle is not None
            and self.preview.kind in CONTAINERS
            and self.preview.size != 0
        )

    @property
    def unfetched(self) -> bool:
        return self.fetchable and self.total is None and not self.loading

    @property
    def many(self) -> int | None:
        """How many children it has, where they are too many to stand in one list."""
        if self.kind == "range":
            return self.count if self.count is not None and self.count > PAGE else None
        size = None if self.preview is None else self.preview.size
        return size if size is not None and size > RANGES_FROM else None

    @property
    def values_fetched(self) -> int:
        return sum(child.kind == "child" for child in self.children)

    @property
    def identity(self) -> tuple[str, ...]:
        """Keys from the root down to this row."""
        keys: list[str] = []
        item: TreeItem | None = self
        while item is not None and item.parent is not None:
            keys.append(item.key)
            item = item.parent
        return tuple(reversed(keys))

    @property
    def title(self) -> str:
        """The path in words, for headings."""
        return " / ".join(self.keys)

    @property
    def keys(self) -> tuple[str, ...]:
        """What a person reads on the way from the channel down to this row."""
        found: list[str] = []
        item: TreeItem | None = self
        while item is not None and item.parent is not None:
            if item.kind == "pin":
                found += reversed(item.subject if isinstance(item.subject, tuple) else ())
            elif item.kind != "range":
                found.append(item.cells[0] if item.kind == "child" else item.key)
            item = item.parent
        return tuple(reversed(found))


def type_text(preview: ValuePreview) -> str:
    """Type with the number of children, characters or bytes."""
    return preview.type if preview.size is None else f"{preview.type} · {preview.size:,}"


def child_item(child: ValueChild, parent: ValueHandle, columns: int) -> TreeItem:
    """Row of one child: key, value and type, the rest of the columns empty."""
    handle = ValueHandle(
        parent.thread_id,
        parent.checkpoint_ns,
        parent.checkpoint_id,
        parent.place,
        (*parent.path, child.step),
    )
    cells = (child.key, child.value.text, type_text(child.value))
    return TreeItem(
        kind="child",
        key=child.step,
        cells=(cells + ("",) * columns)[:columns],
        preview=child.value,
        handle=child.value.handle or handle,
    )


def items_of_page(
    item: TreeItem, page: ValuePage | Failed, columns: int
) -> tuple[list[TreeItem], TreeItem | None]:
    """Rows of a fetched page, and the row that stands behind them, if any."""
    if isinstance(page, Failed):
        text = tr("cannot be read: {reason}", reason=page.error.message)
        return [], _note("problem", text, columns)
    assert item.handle is not None
    rows = [child_item(child, item.handle, columns) for child in page.children]
    shown = page.offset + len(rows)
    if shown >= page.total or not rows or item.kind == "range":
        return rows, None
    text = plural(
        "show {n:,} more ({shown:,} of {total:,})",
        "show {n:,} more ({shown:,} of {total:,})",
        min(PAGE, page.total - shown),
        shown=shown,
        total=page.total,
    )
    return rows, _note("more", text, columns)


def ranges_of(item: TreeItem, columns: int) -> list[TreeItem]:
    """The ranges that stand for the children of a row with very many."""
    total = item.many or 0
    width = PAGE
    while total > width * PAGE:
        width *= PAGE // 2
    return [
        TreeItem(
            kind="range",
            key=f"\0{first}:{width}",
            cells=(f"{first} … {last}",) + ("",) * (columns - 1),
            handle=item.handle,
            first=first,
            count=last - first + 1,
        )
        for first in range(item.first, item.first + total, width)
        for last in (min(first + width, item.first + total) - 1,)
    ]


def loading_item(columns: int) -> TreeItem:
    return _note("more", tr("loading…"), columns)


def _note(kind: ItemKind, text: str, columns: int) -> TreeItem:
    return TreeItem(kind=kind, key=f"\0{kind}", cells=(text,) + ("",) * (columns - 1))

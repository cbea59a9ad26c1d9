"""Rows of a tree of values, without Qt: what each says, and which children it still lacks."""

from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from runtime.debug.values import ValueChild, ValueHandle, ValuePage, ValuePreview
from runtime.debug.views import Failed

PAGE = 200
"""Children that are fetched at a time."""
CONTAINERS = frozenset({"list", "tuple", "set", "dict", "model", "message"})

ItemKind = Literal[
    "root",
    "channel",
    "child",
    "more",  # stands for children that are not fetched yet
    "problem",
    "task",
    "section",
    "write",
    "target",
    "frame",
    "error",
    "interrupt",
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
        return " / ".join(self.identity)


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
        return [], _note("problem", f"cannot be read: {page.error.message}", columns)
    assert item.handle is not None
    rows = [child_item(child, item.handle, columns) for child in page.children]
    shown = page.offset + len(rows)
    if shown >= page.total or not rows:
        return rows, None
    following = min(PAGE, page.total - shown)
    text = f"show {following:,} more ({shown:,} of {page.total:,})"
    return rows, _note("more", text, columns)


def loading_item(columns: int) -> TreeItem:
    return _note("more", "loading…", columns)


def _note(kind: ItemKind, text: str, columns: int) -> TreeItem:
    return TreeItem(kind=kind, key=f"\0{kind}", cells=(text,) + ("",) * (columns - 1))

"""The tree of a comparison: channels that differ, their changed paths, and what stands around."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QBrush, QColor

from runtime.debug.comparing.patch import pointer_to
from runtime.debug.comparing.views import ChangeKind, ChangeView, ChannelDifference
from runtime.debug.values import ValueHandle, ValuePage, ValuePreview
from runtime.debug.views import Failed
from studio.inspector.items import TreeItem, child_item
from studio.inspector.requests import FetchChildren
from studio.inspector.tree_model import ValueTreeModel
from studio.language import later, plural, tr
from studio.shell.theme import ThemeTokens

AROUND = 3
"""Neighbours of a change that are shown on either side."""
MARKS: dict[ChangeKind, str] = {
    "added": "+",
    "removed": "-",
    "changed": "~",
    "moved": "↕",
    "type": "≠",
}
WORDS: dict[ChangeKind, str] = {
    "added": later("added"),
    "removed": later("removed"),
    "changed": later("changed"),
    "moved": later("moved"),
    "type": later("of another type"),
}
_TOKENS: dict[ChangeKind, str] = {
    "added": "wrote",
    "removed": "failed",
    "changed": "running",
    "moved": "interrupted",
    "type": "running",
}
_CONTEXT = object()
"""Subject of the rows around a change."""


class ChangesModel(ValueTreeModel):
    """Channels that differ, their changed paths under them; a path opens to its neighbours."""

    def __init__(
        self, fetch_children: FetchChildren, tokens: ThemeTokens, parent: QObject | None = None
    ) -> None:
        headers = (tr("Changed"), tr("Before"), tr("After"))
        super().__init__(headers, fetch_children, tokens, parent, mono=(1, 2), muted=())

    def set_theme(self, tokens: ThemeTokens) -> None:
        super().set_theme(tokens)
        self._kinds = {
            kind: QBrush(QColor(str(getattr(tokens, token)))) for kind, token in _TOKENS.items()
        }

    def brush(self, item: TreeItem, column: int) -> QBrush:
        if isinstance(item.subject, ChangeView):
            return self._kinds[item.subject.kind] if column == 0 else self._text_brush
        if item.subject is _CONTEXT or (isinstance(item.subject, ChannelDifference) and column):
            return self._muted_brush
        return super().brush(item, column)

    def decoration(self, item: TreeItem, column: int, role: int) -> Any:
        """Types are told in words where they differ."""
        return None

    def add_channels(self, found: tuple[ChannelDifference, ...]) -> list[TreeItem]:
        """Append what a further part of the comparison found."""
        rows = [channel_row(each) for each in found]
        self._append(self.root, rows)
        return rows

    def _request(self, item: TreeItem) -> None:
        if not isinstance(item.subject, ChangeView):
            super()._request(item)
            return
        handle, generation = item.handle, self._generation
        assert handle is not None
        item.loading = True
        step = _last_step(item.subject)
        offset = max(0, int(step) - AROUND) if step.isdecimal() else 0

        def on_page(page: ValuePage | Failed) -> None:
            if generation != self._generation or item.serial not in self._items:
                return
            item.loading = False
            item.total = 0
            if isinstance(page, Failed):
                return
            rows = [child_item(child, handle, 3) for child in page.children if child.step != step]
            for row in rows:
                key, text, _ = row.cells
                row.cells = (key, "", text)
                row.subject = _CONTEXT
            self._append(item, rows)

        self._fetch_children(handle, offset, 2 * AROUND + 1, on_page)


def channel_row(difference: ChannelDifference) -> TreeItem:
    """A channel that differs, with its changes under it."""
    versions = tuple(
        tr("version {version}", version=version) if version else ""
        for version in (difference.before_version, difference.after_version)
    )
    name = difference.channel
    item = TreeItem("channel", name, (name, *versions), subject=difference)
    if difference.problem:
        text = tr("cannot be compared: {problem}", problem=difference.problem)
        item.add(TreeItem("problem", "problem", (text, "", "")))
    for number, change in enumerate(difference.changes):
        item.add(_change_row(name, number, change))
    hidden = difference.total - len(difference.changes)
    if hidden > 0:
        text = plural(
            "1 further change is not listed", "{n:,} further changes are not listed", hidden
        )
        item.add(TreeItem("problem", "further", (text, "", "")))
    return item


def path_text(change: ChangeView) -> str:
    """Where a change is, as a JSON Pointer; the value itself has none."""
    return pointer_to(change.path) or tr("the value")


def _change_row(channel: str, number: int, change: ChangeView) -> TreeItem:
    path = path_text(change)
    label = f"  ({change.label})" if change.label else ""
    before, after = _shown(change.before), _shown(change.after)
    if change.kind == "moved":
        before, after = pointer_to(change.before_path), path
    elif change.kind == "type":
        before, after = _typed(change.before), _typed(change.after)
    shown = change.after or change.before
    container = _container(shown)
    return TreeItem(
        "child",
        f"{path}/{number}",
        (f"{MARKS[change.kind]} {path}{label}", before, after),
        preview=ValuePreview("dict", "", "") if container else None,
        handle=container,
        subject=change,
        tooltip=f"{channel}{pointer_to(change.path)}{label}\n{tr(WORDS[change.kind])}",
    )


def _container(shown: ValuePreview | None) -> ValueHandle | None:
    """Where the neighbours of a part are read; ``None`` for a whole value."""
    if shown is None or shown.handle is None or not shown.handle.path:
        return None
    return replace(shown.handle, path=shown.handle.path[:-1])


def _last_step(change: ChangeView) -> str:
    shown = change.after or change.before
    return shown.handle.path[-1] if shown is not None and shown.handle is not None else ""


def _shown(value: ValuePreview | None) -> str:
    return "" if value is None else value.text


def _typed(value: ValuePreview | None) -> str:
    return "" if value is None else f"{value.type}: {value.text}"

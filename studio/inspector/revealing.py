"""Goes to a row of a tree that may not be there yet, fetching one level after the other."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractItemView

from studio.inspector.items import TreeItem
from studio.inspector.tree_model import ValueTreeModel
from studio.inspector.tree_view import ValueTreeView

_CENTER = QAbstractItemView.ScrollHint.PositionAtCenter


class Revealer(QObject):
    """One at a time: whoever goes elsewhere meanwhile is not taken back."""

    def __init__(self, view: ValueTreeView, model: ValueTreeModel, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._model = model
        self._item: TreeItem | None = None
        self._steps: list[str] = []
        self._asking = False
        model.filled.connect(self._filled)
        model.modelReset.connect(self.cancel)

    def cancel(self) -> None:
        self._item = None

    def reveal(self, item: TreeItem, steps: tuple[str, ...]) -> None:
        """Select the row to which the steps lead from ``item``."""
        self._item, self._steps = item, list(steps)
        self._go_on()

    def _filled(self, parent: TreeItem, first: int, last: int) -> None:
        if parent is self._item and not self._asking:
            self._go_on()

    def _go_on(self) -> None:
        while self._item is not None:
            if not self._steps:
                self._arrive(self._item)
                return
            following = _following(self._item, self._steps[0])
            if following is not None:
                if following.kind != "range":
                    self._steps.pop(0)
                self._item = following
                continue
            item, before = self._item, len(self._item.children)
            if not item.loading and not self._fetch(item):
                self._arrive(item)
                return
            if item.loading or len(item.children) == before:
                return

    def _fetch(self, item: TreeItem) -> bool:
        """Ask for children that are not there yet, if there are any; they may come at once."""
        self._asking = True
        try:
            if item.unfetched:
                self._model.fetch(item)
                return True
            if item.children and item.children[-1].kind == "more":
                return self._model.show_more(self._model.index_of(item.children[-1]))
            return False
        finally:
            self._asking = False

    def _arrive(self, item: TreeItem) -> None:
        self._item = None
        above = item.parent
        while above is not None and above.parent is not None:
            self._view.expand(self._model.index_of(above))
            above = above.parent
        self._view.select_item(item)
        self._view.scrollTo(self._model.index_of(item), _CENTER)


def _following(item: TreeItem, step: str) -> TreeItem | None:
    """The child at a step, or the range that it is in."""
    children = item.children
    if children and children[0].kind == "range" and step.isdecimal():
        place = (int(step) - children[0].first) // (children[0].count or 1)
        return children[place] if place < len(children) else None
    if step.isdecimal() and int(step) - item.first < len(children):
        likely = children[int(step) - item.first]
        if likely.kind == "child" and likely.key == step:
            return likely
    return next((each for each in children if each.kind == "child" and each.key == step), None)

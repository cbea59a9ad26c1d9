"""Fields of lists: numbered rows that can be added, moved and removed."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from studio.forms.check import Problem
from studio.forms.container import ContainerField
from studio.forms.field import Field, clear_layout, plain_label
from studio.forms.icons import quiet_icon
from studio.forms.schema import ABSENT
from studio.language import plural, tr
from studio.shell.theme import GRID

EXPANDED_ITEMS = 3
"""Items that are containers themselves open at once up to this number."""
INDEX_WIDTH = 5 * GRID


class _Row(QWidget):
    """One item with its number and its buttons."""

    def __init__(self, owner: "ArrayField", index: int, value: Any, expanded: bool) -> None:
        super().__init__(owner.body)
        tokens = owner.factory.tokens
        self.index = index
        self.number = plain_label("", "index", self)
        self.number.setFixedWidth(INDEX_WIDTH)
        self.number.setContentsMargins(0, GRID + 1, 0, 0)
        self.field: Field = owner.factory.make(
            owner.shape.item(index), value, self, expanded=expanded
        )
        self.up, self.down, self.remove = (QToolButton(self) for _ in range(3))
        for button, name, picture, tip in (
            (self.up, "move_up", "chevron-up", tr("Move up")),
            (self.down, "move_down", "chevron-down", tr("Move down")),
            (self.remove, "remove_item", "delete", tr("Remove")),
        ):
            button.setObjectName(name)
            button.setIcon(quiet_icon(picture, tokens))
            button.setToolTip(tip)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        line.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.field, 1)
        self.number.setVisible(not self.field.wide)
        for button in (self.up, self.down, self.remove):
            if isinstance(self.field, ContainerField):
                self.field.add_tool(button)
            else:
                line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.field.changed.connect(owner.item_changed)
        self.up.clicked.connect(lambda: owner.move_item(self.index, self.index - 1))
        self.down.clicked.connect(lambda: owner.move_item(self.index, self.index + 1))
        self.remove.clicked.connect(lambda: owner.remove_item(self.index))

    def set_index(self, index: int) -> None:
        """Take another place in the list."""
        self.index = index
        self.number.setText(str(index))
        if isinstance(self.field, ContainerField):
            self.field.set_name(str(index))
        else:
            self.field.focus_target().setAccessibleName(tr("item {index}", index=index))


class ArrayField(ContainerField):
    """A list; items of a fixed position keep their place."""

    @property
    def body(self) -> QWidget:
        return self._body

    @property
    def factory(self) -> Any:
        return self._factory

    @property
    def shape(self) -> Any:
        return self._shape

    def _fill(self, value: Any) -> None:
        self._rows: list[_Row] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(GRID)
        self._body_layout.addLayout(self._lines)
        expanded = len(value) <= EXPANDED_ITEMS
        for index, item in enumerate(value):
            self._insert(index, item, expanded)
        self._more = QPushButton(tr("Add item"), self._body)
        self._more.setObjectName("add_item")
        self._more.setAutoDefault(False)
        self._more.setIcon(quiet_icon("add", self._factory.tokens))
        self._more.clicked.connect(self._add_new)
        line = QHBoxLayout()
        line.addWidget(self._more)
        line.addStretch(1)
        self._body_layout.addLayout(line)
        self._renumber()

    def _insert(self, index: int, item: Any, expanded: bool) -> None:
        row = _Row(self, index, item, expanded)
        self._rows.insert(index, row)
        self._lines.insertWidget(index, row)

    def _add_new(self) -> None:
        schemas = self._factory.schemas
        index = len(self._rows)
        shape = schemas.shape(self._shape.item(index))
        scalar = shape.kind in ("string", "integer", "number", "any")
        start = ABSENT if scalar and "default" not in shape.schema else schemas.start(shape)
        self._insert(index, start, True)
        self._renumber()
        self._rows[index].field.focus_target().setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner_changed()

    def item_changed(self) -> None:
        """One item was edited."""
        self._inner_changed()

    def move_item(self, index: int, target: int) -> None:
        """Move the item at ``index`` to ``target``; outside of the list nothing happens."""
        if not 0 <= target < len(self._rows):
            return
        row = self._rows.pop(index)
        self._lines.removeWidget(row)
        self._rows.insert(target, row)
        self._lines.insertWidget(target, row)
        self._renumber()
        button = row.up if target < index else row.down
        (button if button.isEnabled() else row.remove).setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner_changed()

    def remove_item(self, index: int) -> None:
        """Take the item at ``index`` out."""
        row = self._rows.pop(index)
        row.hide()
        row.deleteLater()
        self._renumber()
        neighbour = self._rows[min(index, len(self._rows) - 1)].remove if self._rows else None
        (neighbour or self._more).setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner_changed()

    def _renumber(self) -> None:
        fixed = len(self._shape.prefix)
        last = len(self._rows) - 1
        for index, row in enumerate(self._rows):
            row.set_index(index)
            row.up.setEnabled(index > fixed)
            row.down.setEnabled(fixed <= index < last)
            row.remove.setEnabled(index >= fixed)
        self._more.setVisible(self._shape.item(len(self._rows)) is not False)

    def _collect(self) -> Any:
        values = (row.field.value() for row in self._rows)
        return [None if value is ABSENT else value for value in values]

    def own_problems(self) -> list[Problem]:
        empty = [
            Problem((str(row.index),), tr("A value is required."), missing=True)
            for row in (self._rows if self._built else ())
            if row.field.value() is ABSENT
            and self._factory.schemas.shape(self._shape.item(row.index)).kind != "any"
        ]
        return [*super().own_problems(), *empty]

    def _empty_body(self) -> None:
        self._rows = []
        clear_layout(self._body_layout)

    def _size_text(self, value: Any) -> str:
        return plural("1 item", "{n:,} items", len(value))

    def child(self, step: str) -> Field | None:
        if not self._built or not step.isdecimal() or int(step) >= len(self._rows):
            return None
        return self._rows[int(step)].field

    def steps(self) -> Sequence[str]:
        return [str(index) for index in range(len(self._rows))] if self._built else ()

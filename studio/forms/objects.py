"""Fields of objects: named properties in two columns, and free keys as lines of key and value."""

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.forms.check import Problem
from studio.forms.container import ContainerField
from studio.forms.field import Field, clear_layout, plain_label, set_flag
from studio.forms.icons import quiet_icon
from studio.forms.schema import ABSENT, Schema, Shape
from studio.language import plural, tr
from studio.shell.theme import GRID, GUTTER, mono_font

KEY_WIDTH = 36 * GRID
LEAST_LABEL_WIDTH = 16 * GRID
MOST_LABEL_WIDTH = 40 * GRID


def breakable(name: str) -> str:
    """``name`` with invisible places to break the line: after underscores, dots and hyphens."""
    return re.sub(r"([_.\-])", "\\1\u200b", name)


class ObjectField(ContainerField):
    """Named properties, and whatever other keys the value has."""

    def _fill(self, value: Any) -> None:
        self._fields: dict[str, Field] = {}
        self._extra: MapField | None = None
        holder = QWidget(self._body)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GUTTER)
        grid.setVerticalSpacing(GUTTER)
        grid.setColumnStretch(1, 1)
        width = self._label_width()
        for row, (name, schema) in enumerate(self._shape.properties.items()):
            required = name in self._shape.required
            field = self._factory.make(
                schema, value.get(name, ABSENT), holder, name=name, required=required
            )
            field.setObjectName(f"field.{name}")
            field.changed.connect(self._inner_changed)
            self._fields[name] = field
            if field.wide:
                grid.addWidget(field, row, 0, 1, 2)
            else:
                grid.addWidget(
                    self._label(name, schema, required, field, width),
                    row,
                    0,
                    Qt.AlignmentFlag.AlignTop,
                )
                grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignTop)
        self._body_layout.addWidget(holder)
        self._fill_extra(value)

    def _fill_extra(self, value: Any) -> None:
        named = self._shape.properties
        extra = {key: item for key, item in value.items() if key not in named}
        declared = self._shape.schema.get("additionalProperties", False)
        if not extra and not declared:
            return
        shape = Shape("map", {}, extra=self._shape.extra)
        self._extra = MapField(shape, extra, self._factory, self._body, name=tr("other keys"))
        self._extra.changed.connect(self._inner_changed)
        self._body_layout.addWidget(self._extra)

    def _label_width(self) -> int:
        metrics = self.fontMetrics()
        widest = max(
            (metrics.horizontalAdvance(name) for name in self._shape.properties), default=0
        )
        return max(LEAST_LABEL_WIDTH, min(widest + 4 * GRID, MOST_LABEL_WIDTH))

    def _label(
        self, name: str, schema: Schema | bool, required: bool, field: Field, width: int
    ) -> QWidget:
        shape = self._factory.schemas.shape(schema)
        holder = QWidget(self._body)
        label = plain_label(breakable(name), "field-label", holder)
        label.setBuddy(field.focus_target())
        label.setWordWrap(True)
        label.setToolTip("\n".join(part for part in (shape.description, shape.words()) if part))
        field.focus_target().setAccessibleName(name)
        field.focus_target().setAccessibleDescription(shape.description)
        holder.setFixedWidth(width)
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, GRID + 1, 0, 0)
        line.setSpacing(GRID // 2)
        line.addWidget(label)
        if required:
            mark = plain_label("*", "required", holder)
            mark.setToolTip(tr("Required"))
            line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addStretch(1)
        return holder

    def _collect(self) -> Any:
        result = {
            name: value
            for name, field in self._fields.items()
            if (value := field.value()) is not ABSENT
        }
        if self._extra is not None:
            result.update(self._extra.value())
        return result

    def _empty_body(self) -> None:
        self._fields, self._extra = {}, None
        clear_layout(self._body_layout)

    def _size_text(self, value: Any) -> str:
        return plural("1 field", "{n:,} fields", len(value))

    def child(self, step: str) -> Field | None:
        if not self._built:
            return None
        field = self._fields.get(step)
        if field is None and self._extra is not None:
            return self._extra.child(step)
        return field

    def steps(self) -> Sequence[str]:
        if not self._built:
            return ()
        extra = self._extra.steps() if self._extra is not None else ()
        return [*self._fields, *extra]

    def own_problems(self) -> list[Problem]:
        extra = self._extra.repeated_keys() if self._built and self._extra is not None else []
        return [*super().own_problems(), *extra]

    def focus_target(self) -> QWidget:
        if self._root and self._built and self._fields:
            return next(iter(self._fields.values())).focus_target()
        return super().focus_target()

    def _show_here(self, messages: list[str]) -> None:
        super()._show_here(messages)
        if self._root:
            set_flag(self.focus_target(), "invalid", self.problem_of_first_field())

    def problem_of_first_field(self) -> bool:
        """Whether the field that lends its keyboard focus to the root has a problem."""
        first = next(iter(self._fields.values()), None) if self._built else None
        return first is not None and bool(first.problem_text())


class MapField(ContainerField):
    """Free keys, each with a value of one schema."""

    def _fill(self, value: Any) -> None:
        self._rows: list[tuple[QWidget, QLineEdit, Field]] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(GRID)
        self._body_layout.addLayout(self._lines)
        for key, item in value.items():
            self._add(key, item)
        self._more = QPushButton(tr("Add key"), self._body)
        self._more.setObjectName("add_key")
        self._more.setAutoDefault(False)
        self._more.setIcon(quiet_icon("add", self._factory.tokens))
        self._more.clicked.connect(self._add_new)
        line = QHBoxLayout()
        line.addWidget(self._more)
        line.addStretch(1)
        self._body_layout.addLayout(line)

    def _add_new(self) -> None:
        schemas = self._factory.schemas
        self._add("", schemas.start(schemas.shape(self._shape.extra)))
        self._rows[-1][1].setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner_changed()

    def _add(self, key: str, item: Any) -> None:
        row = QWidget(self._body)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        name = QLineEdit(row)
        name.setFont(mono_font())
        name.setText(key)
        name.setPlaceholderText(tr("key"))
        name.setAccessibleName(tr("key"))
        name.setFixedWidth(KEY_WIDTH)
        field = self._factory.make(self._shape.extra, item, row, expanded=False)
        remove = QToolButton(row)
        remove.setObjectName("remove_key")
        remove.setIcon(quiet_icon("delete", self._factory.tokens))
        remove.setToolTip(tr("Remove this key"))
        line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(field, 1)
        line.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        entry = (row, name, field)
        self._rows.append(entry)
        self._lines.addWidget(row)
        name.textEdited.connect(lambda _: self._inner_changed())
        field.changed.connect(self._inner_changed)
        remove.clicked.connect(lambda: self._remove(entry))

    def _remove(self, entry: tuple[QWidget, QLineEdit, Field]) -> None:
        self._rows.remove(entry)
        entry[0].hide()
        entry[0].deleteLater()
        self._more.setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner_changed()

    def _keys(self) -> list[str]:
        """One key for each row; a repeated one gets a number, so that no value is lost."""
        keys: list[str] = []
        for _, name, _field in self._rows:
            key, number = name.text(), 2
            while key in keys:
                key = f"{name.text()} ({number})"
                number += 1
            keys.append(key)
        return keys

    def _collect(self) -> Any:
        pairs = zip(self._keys(), self._rows, strict=True)
        return {key: None if (value := row[2].value()) is ABSENT else value for key, row in pairs}

    def repeated_keys(self) -> list[Problem]:
        """A problem for each key that stands in an earlier row already."""
        if not self._built:
            return []
        written = (row[1].text() for row in self._rows)
        return [
            Problem((), tr("The key “{text}” is used twice.", text=text))
            for key, text in zip(self._keys(), written, strict=True)
            if key != text
        ]

    def own_problems(self) -> list[Problem]:
        return [*super().own_problems(), *self.repeated_keys()]

    def _empty_body(self) -> None:
        self._rows = []
        clear_layout(self._body_layout)

    def _size_text(self, value: Any) -> str:
        return plural("1 key", "{n:,} keys", len(value))

    def child(self, step: str) -> Field | None:
        if not self._built or step not in (keys := self._keys()):
            return None
        return self._rows[keys.index(step)][2]

    def steps(self) -> Sequence[str]:
        return self._keys() if self._built else ()

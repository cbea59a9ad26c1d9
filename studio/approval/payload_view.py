"""A JSON value laid out for reading: labelled fields, wrapped text, lists, calls of tools."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from studio.approval.answers import ACTION_KEYS, ARGUMENT_KEYS, action_of
from studio.forms.field import plain_label
from studio.forms.json_editor import JsonEditor
from studio.forms.json_text import dump
from studio.forms.objects import breakable
from studio.forms.text_edit import GrowingTextEdit
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font

LONG_TEXT = 400
MOST_ITEMS = 40
MOST_DEPTH = 5
MOST_COLUMNS = 6
SHORT_CELL = 18
"""Cells up to so many characters are not wrapped."""
KEY_WIDTH = 32 * GRID


class PayloadView(QWidget):
    """The payload for reading, and as JSON behind a second tab."""

    def __init__(
        self, shown: Any, payload: Any, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("payload_mode")
        self._tabs.addTab(tr("Readable"))
        self._tabs.addTab("JSON")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self.json = JsonEditor(tokens, self)
        self.json.editor.setReadOnly(True)
        self.json.editor.setAccessibleName(tr("Payload as JSON"))
        self.json.set_value(payload)
        page = QScrollArea(self)
        page.setWidgetResizable(True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        self.body.setObjectName("form_body")
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        layout.addWidget(reading(shown, self.body))
        layout.addStretch(1)
        page.setWidget(self.body)
        pages = QStackedWidget(self)
        pages.addWidget(page)
        pages.addWidget(self.json)
        self._tabs.currentChanged.connect(pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(pages, 1)

    def show_json(self, on: bool) -> None:
        """Bring the JSON to the front, or the readable page."""
        self._tabs.setCurrentIndex(1 if on else 0)


def reading(value: Any, parent: QWidget, depth: int = 0) -> QWidget:
    """Widgets that show ``value`` for reading; nothing in them is taken for markup."""
    if depth > MOST_DEPTH:
        return _text_box(dump(value), parent, mono=True)
    call = action_of(value)
    if call is not None:
        return _call(call[0], call[1], value, parent, depth)
    if isinstance(value, dict):
        return _fields(value, parent, depth)
    if isinstance(value, list):
        return _items(value, parent, depth)
    if isinstance(value, str):
        if len(value) > LONG_TEXT or value.count("\n") > 1:
            return _text_box(value, parent)
        return _words(value or tr("(empty text)"), "value" if value else "type", parent)
    label = _words(dump(value), "value", parent)
    label.setFont(mono_font())
    label.setContentsMargins(0, 1, 0, 0)  # on the line of the larger text beside it
    return label


def _words(text: str, role: str, parent: QWidget) -> QLabel:
    label = plain_label(text, role, parent)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def _text_box(text: str, parent: QWidget, mono: bool = False) -> QWidget:
    box = GrowingTextEdit(parent, most_lines=18)
    box.setReadOnly(True)
    box.setProperty("role", "diff")
    if mono:
        box.setFont(mono_font())
    box.setPlainText(text)
    return box


def _fields(value: dict[str, Any], parent: QWidget, depth: int) -> QWidget:
    if not value:
        return _words(tr("(empty object)"), "type", parent)
    holder = QWidget(parent)
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(GUTTER)
    grid.setVerticalSpacing(GUTTER)
    grid.setColumnStretch(1, 1)
    metrics = holder.fontMetrics()
    widest = max(metrics.horizontalAdvance(str(key)) for key in value)
    top = Qt.AlignmentFlag.AlignTop
    for row, (key, item) in enumerate(value.items()):
        label = plain_label(breakable(str(key)), "type", holder)
        label.setWordWrap(True)
        label.setFixedWidth(min(widest + GRID, KEY_WIDTH))
        inner = reading(item, holder, depth + 1)
        stacked = isinstance(item, list) and any(isinstance(entry, dict) for entry in item)
        if stacked:
            label.setFixedWidth(KEY_WIDTH)
            grid.addWidget(label, 2 * row, 0, 1, 2)
            grid.addWidget(inner, 2 * row + 1, 0, 1, 2)
        else:
            grid.addWidget(label, 2 * row, 0, top)
            grid.addWidget(inner, 2 * row, 1, top)
    return holder


def _items(value: list[Any], parent: QWidget, depth: int) -> QWidget:
    if not value:
        return _words(tr("(empty list)"), "type", parent)
    columns = table_columns(value)
    if columns:
        return _table(value, columns, parent)
    holder = QWidget(parent)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GRID)
    for index, item in enumerate(value[:MOST_ITEMS]):
        if isinstance(item, dict | list):
            card = QFrame(holder)
            card.setProperty("role", "card")
            inside = QVBoxLayout(card)
            inside.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
            inside.addWidget(reading(item, card, depth + 1))
            column.addWidget(card)
        else:
            line = QWidget(holder)
            grid = QGridLayout(line)
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setColumnStretch(1, 1)
            top = Qt.AlignmentFlag.AlignTop
            grid.addWidget(plain_label(f"{index + 1}.", "type", line), 0, 0, top)
            grid.addWidget(reading(item, line, depth + 1), 0, 1, top)
            column.addWidget(line)
    if len(value) > MOST_ITEMS:
        rest = len(value) - MOST_ITEMS
        column.addWidget(_words(tr("and {rest:,} more, see JSON", rest=rest), "type", holder))
    return holder


def table_columns(value: list[Any]) -> list[str]:
    """The keys that all items share, where a list is best read as a table; else nothing."""
    if len(value) < 2 or not all(isinstance(item, dict) and item for item in value):
        return []
    columns = [str(key) for key in value[0]]
    if len(columns) > MOST_COLUMNS or any(set(item) != set(columns) for item in value):
        return []
    flat = all(
        not isinstance(cell, dict | list) and len(str(cell)) <= LONG_TEXT and "\n" not in str(cell)
        for item in value
        for cell in item.values()
    )
    return columns if flat else []


def _table(value: list[dict[str, Any]], columns: list[str], parent: QWidget) -> QWidget:
    card = QFrame(parent)
    card.setProperty("role", "card")
    grid = QGridLayout(card)
    grid.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
    grid.setHorizontalSpacing(2 * GUTTER)
    grid.setVerticalSpacing(GRID)
    shown = value[:MOST_ITEMS]
    top = Qt.AlignmentFlag.AlignTop
    metrics = card.fontMetrics()
    for column, key in enumerate(columns):
        longest = max(len(str(item[key])) for item in shown)
        grid.setColumnStretch(column, min(longest, 80) if longest > SHORT_CELL else 0)
        head = plain_label(key, "type", card)
        head.setMinimumWidth(metrics.horizontalAdvance(key))
        grid.addWidget(head, 0, column, top)
        for row, item in enumerate(shown, start=1):
            cell = reading(item[key], card, MOST_DEPTH)
            if longest <= SHORT_CELL and isinstance(cell, QLabel):
                cell.setWordWrap(False)
            grid.addWidget(cell, row, column, top)
    if len(value) > MOST_ITEMS:
        left = len(value) - MOST_ITEMS
        rest = _words(tr("and {rest:,} more, see JSON", rest=left), "type", card)
        grid.addWidget(rest, len(shown) + 1, 0, 1, len(columns))
    return card


def _call(
    action: str, arguments: Any, value: dict[str, Any], parent: QWidget, depth: int
) -> QWidget:
    holder = QWidget(parent)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GUTTER)
    name = _words(action, "action", holder)
    name.setFont(mono_font(14))
    column.addWidget(name)
    card = QFrame(holder)
    card.setProperty("role", "card")
    inside = QVBoxLayout(card)
    inside.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
    inside.addWidget(reading(arguments, card, depth + 1))
    column.addWidget(card)
    known = {key for key in ACTION_KEYS if value.get(key) == action}
    known |= {key for key in ARGUMENT_KEYS if value.get(key) == arguments}
    rest = {key: item for key, item in value.items() if key not in known}
    if rest:
        column.addWidget(_fields(rest, holder, depth + 1))
    return holder

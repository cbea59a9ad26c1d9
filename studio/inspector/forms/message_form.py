"""A message as a chat shows it: who says it, what it says, and the calls it asks for as a tree."""

import json
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.inspecting.views import MessageBlock, MessageDescribed, ToolCall
from runtime.debug.values import ValueHandle
from studio.inspector.forms.image_form import Decoded, FittingImage, ImageLoader
from studio.inspector.requests import Ask
from studio.language import later, tr
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT, ThemeTokens, mono_font

_LONGEST = 10_000
"""Characters of a block that stand in the bubble; the whole is in the text form."""
_IMAGE_HEIGHT = 160
_ROLES = {
    "human": later("User"),
    "user": later("User"),
    "ai": later("Assistant"),
    "assistant": later("Assistant"),
    "system": later("System"),
    "developer": later("System"),
    "tool": later("Tool"),
    "function": later("Tool"),
}
_COLORS = {"human": "accent", "user": "accent", "ai": "wrote", "assistant": "wrote"}


class Bubble(QFrame):
    """One message; its colour and side say who speaks, and its heading in words."""

    def __init__(self, message: MessageDescribed, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("detail.bubble")
        self._role = message.role
        self.set_theme(tokens)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(GUTTER + GRID, GUTTER, GUTTER, GUTTER)
        self.column.setSpacing(GRID)
        role = _ROLES.get(message.role)
        parts = [message.role if role is None else tr(role), message.name, message.id]
        heading = QLabel(" · ".join(part for part in parts if part), self)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setProperty("role", "muted")
        self.column.addWidget(heading)
        if message.answers:
            answers = QLabel(tr("Result of the call {id}", id=message.answers), self)
            answers.setTextFormat(Qt.TextFormat.PlainText)
            answers.setProperty("role", "muted")
            self.column.addWidget(answers)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(0, 0, -1, -1)
        painter.setPen(QColor(self._tokens.border))
        painter.setBrush(QColor(self._tokens.surface_raised))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._tokens.color(_COLORS.get(self._role, "text_muted")))
        painter.drawRoundedRect(box.x() + 3, box.y() + 8, 3, box.height() - 16, 1, 1)
        painter.end()


class MessageForm(QScrollArea):
    """A bubble with text, images and calls."""

    def __init__(self, ask: Ask, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self._ask = ask
        self._tokens = tokens
        self.bubble: Bubble | None = None
        self.calls: QTreeWidget | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        if self.bubble is not None:
            self.bubble.set_theme(tokens)

    def show_message(self, message: MessageDescribed, handle: ValueHandle) -> None:
        """Show another message."""
        content = QWidget(self)
        bubble = Bubble(message, self._tokens, content)
        for block in message.blocks:
            bubble.column.addWidget(self._block(block, handle, bubble))
        self.calls = _calls(message.calls, bubble) if message.calls else None
        if self.calls is not None:
            bubble.column.addWidget(self.calls)
        row = QHBoxLayout()
        row.addWidget(bubble, 1)
        if message.role in ("human", "user"):
            row.insertSpacing(0, 6 * GUTTER)
        else:
            row.addSpacing(6 * GUTTER)
        column = QVBoxLayout(content)
        column.setContentsMargins(GUTTER, GRID, GUTTER, GUTTER)
        column.addLayout(row)
        column.addStretch(1)
        self.bubble = bubble
        self.setWidget(content)

    def _block(self, block: MessageBlock, handle: ValueHandle, parent: QWidget) -> QWidget:
        if block.kind == "image":
            return self._image(block, handle, parent)
        text = QLabel(block.text[:_LONGEST], parent)
        if len(block.text) > _LONGEST:
            text.setText(tr("{text}… (whole under Text)", text=block.text[:_LONGEST]))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if block.kind == "other":
            text.setFont(mono_font())
        return text

    def _image(self, block: MessageBlock, handle: ValueHandle, parent: QWidget) -> QWidget:
        picture = FittingImage(parent)
        picture.setObjectName("detail.bubble.image")
        picture.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        picture.setFixedHeight(ROW_HEIGHT)
        loader = ImageLoader(self._ask, picture)

        def show(found: Decoded) -> None:
            if found.problem:
                picture.setText(found.problem)
                return
            picture.setFixedHeight(max(ROW_HEIGHT, min(found.image.height(), _IMAGE_HEIGHT)))
            picture.set_image(QImage(found.image))

        loader.loaded.connect(show)
        where = (handle.thread_id, handle.checkpoint_ns, handle.checkpoint_id, handle.place)
        loader.load(ValueHandle(*where, (*handle.path, *block.path)))
        return picture


def _calls(calls: tuple[ToolCall, ...], parent: QWidget) -> QTreeWidget:
    """Calls with their arguments below them."""
    tree = QTreeWidget(parent)
    tree.setObjectName("detail.calls")
    tree.setColumnCount(2)
    tree.setHeaderLabels([tr("Tool call"), tr("Argument")])
    tree.setUniformRowHeights(True)
    tree.setFont(mono_font())
    for call in calls:
        top = QTreeWidgetItem(tree, [f"{call.name}()", call.id])
        try:
            arguments = json.loads(call.arguments)
        except ValueError:
            arguments = call.arguments
        _add(top, arguments)
    tree.expandAll()
    tree.resizeColumnToContents(0)
    rows = sum(1 + _count(tree.topLevelItem(n)) for n in range(tree.topLevelItemCount()))
    tree.setFixedHeight(min(12, rows + 1) * ROW_HEIGHT + GRID)
    return tree


def _add(parent: QTreeWidgetItem, value: Any) -> None:
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = [(str(number), each) for number, each in enumerate(value)]
    else:
        QTreeWidgetItem(parent, ["", _shown(value)])
        return
    for key, each in pairs:
        if isinstance(each, (dict, list)):
            _add(QTreeWidgetItem(parent, [key, ""]), each)
        else:
            QTreeWidgetItem(parent, [key, _shown(each)])


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _count(item: QTreeWidgetItem | None) -> int:
    if item is None:
        return 0
    return sum(1 + _count(item.child(n)) for n in range(item.childCount()))

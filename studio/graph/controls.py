"""The few buttons that float in the canvas' corner: zoom, fit, channels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from studio.graph.view import GraphView
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

_ICONS = {
    "zoom_out": "zoom-out",
    "zoom_reset": "",
    "zoom_in": "zoom-in",
    "fit": "fit",
    "channels": "channel",
}


class CanvasControls(QFrame):
    """A small bar in the lower left corner of the canvas."""

    channels_toggled = Signal(bool)

    def __init__(self, canvas: GraphView, tokens: ThemeTokens) -> None:
        super().__init__(canvas)
        self.setObjectName("graph.controls")
        self._canvas = canvas
        self._actions: dict[str, QAction] = {}
        self._buttons: list[QToolButton] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for name, title, run in (
            ("zoom_out", "Zoom out  (Ctrl+-)", canvas.zoom_out),
            ("zoom_reset", "Original size  (Ctrl+0)", canvas.zoom_reset),
            ("zoom_in", "Zoom in  (Ctrl++)", canvas.zoom_in),
            ("fit", "Fit graph  (F)", canvas.fit),
        ):
            action = QAction(title.split("  ")[0], self)
            action.setToolTip(title)
            action.triggered.connect(lambda _checked=False, run=run: run())
            self._add(name, action, row)
        channels = QAction("Show channels", self)
        channels.setCheckable(True)
        channels.toggled.connect(self.channels_toggled)
        self._add("channels", channels, row)
        canvas.zoomed.connect(self._show_zoom)
        canvas.installEventFilter(self)
        self._show_zoom(canvas.zoom)
        self.set_theme(tokens)

    def _add(self, name: str, action: QAction, row: QHBoxLayout) -> None:
        action.setObjectName(f"graph.{name}")
        button = QToolButton(self)
        button.setObjectName(f"graph.button.{name}")
        button.setDefaultAction(action)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setFixedHeight(6 * GRID)
        button.setFixedWidth(11 * GRID if name == "zoom_reset" else 7 * GRID)
        if name == "zoom_reset":
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        row.addWidget(button)
        self._actions[name] = action
        self._buttons.append(button)

    def menu_actions(self) -> list[QAction]:
        """What the context menu offers everywhere."""
        return [self._actions["fit"], self._actions["channels"]]

    @property
    def channels_shown(self) -> bool:
        return self._actions["channels"].isChecked()

    def set_channels_shown(self, shown: bool) -> None:
        self._actions["channels"].setChecked(shown)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(
            f"QFrame#graph\\.controls {{ background: {tokens.surface};"
            f" border: 1px solid {tokens.border}; border-radius: 6px; }}"
            f"QToolButton {{ color: {tokens.text_muted}; border: none; border-radius: 4px; }}"
            f"QToolButton:hover {{ background: {tokens.hover}; }}"
            f"QToolButton:checked {{ background: {tokens.selection}; }}"
        )
        for name, file in _ICONS.items():
            if file:
                self._actions[name].setIcon(icon(file, tokens, tokens.text_muted))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.adjustSize()
            self.move(GUTTER, self._canvas.height() - self.height() - GUTTER)
            self.raise_()
            self._canvas.set_covered(self.geometry())
        return super().eventFilter(watched, event)

    def _show_zoom(self, zoom: float) -> None:
        self._actions["zoom_reset"].setText(f"{round(zoom * 100)}%")

"""The few buttons that float in the canvas' corner: zoom, fit, channels, heat, map, legend."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton

from studio.graph.node_item import HeatKind
from studio.graph.view import GraphView
from studio.language import later, tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

_ICONS = {
    "zoom_out": "zoom-out",
    "zoom_reset": "",
    "zoom_in": "zoom-in",
    "fit": "fit",
    "channels": "channel",
    "heat": "heat",
    "minimap": "minimap",
    "legend": "legend",
}
_HEATS: tuple[tuple[HeatKind | None, str], ...] = (
    (None, later("No heat")),
    ("runs", later("Heat by runs")),
    ("time", later("Heat by time")),
    ("errors", later("Heat by errors")),
)


class CanvasControls(QFrame):
    """A small bar in the lower left corner of the canvas."""

    channels_toggled = Signal(bool)
    heat_chosen = Signal(object)
    """A ``HeatKind``, or ``None``."""
    minimap_toggled = Signal(bool)
    legend_toggled = Signal(bool)

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
            ("zoom_out", tr("Zoom out  (Ctrl+-)"), canvas.zoom_out),
            ("zoom_reset", tr("Original size  (Ctrl+0)"), canvas.zoom_reset),
            ("zoom_in", tr("Zoom in  (Ctrl++)"), canvas.zoom_in),
            ("fit", tr("Fit graph  (F)"), canvas.fit),
        ):
            action = QAction(title.split("  ")[0], self)
            action.setToolTip(title)
            action.triggered.connect(lambda _checked=False, run=run: run())
            self._add(name, action, row)
        channels = QAction(tr("Show channels"), self)
        channels.setCheckable(True)
        channels.toggled.connect(self.channels_toggled)
        self._add("channels", channels, row)
        self._add("heat", QAction(tr("Heat"), self), row)
        self._actions["heat"].setToolTip(tr("Compare nodes by runs, time or errors"))
        self._heat_menu = self._heats()
        minimap = QAction(tr("Minimap"), self)
        minimap.setCheckable(True)
        minimap.setChecked(True)
        minimap.setToolTip(tr("A map of the whole graph, where it does not fit"))
        minimap.toggled.connect(self.minimap_toggled)
        self._add("minimap", minimap, row)
        legend = QAction(tr("Legend"), self)
        legend.setCheckable(True)
        legend.setToolTip(tr("What lines, signs and marks mean"))
        legend.toggled.connect(self.legend_toggled)
        self._add("legend", legend, row)
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

    def _heats(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for kind, marked in _HEATS:
            title = tr(marked)
            action = menu.addAction(title)
            action.setObjectName(f"graph.heat.{kind or 'off'}")
            action.setCheckable(True)
            action.setChecked(kind is None)
            action.triggered.connect(lambda _=False, kind=kind: self.heat_chosen.emit(kind))
            group.addAction(action)
        button = self._buttons[-1]
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return menu

    def set_heat(self, kind: HeatKind | None) -> None:
        """Mark the kind of heat that is shown."""
        for action, (each, _) in zip(self._heat_menu.actions(), _HEATS, strict=True):
            action.setChecked(each == kind)

    @property
    def minimap_wanted(self) -> bool:
        return self._actions["minimap"].isChecked()

    def set_minimap_wanted(self, wanted: bool) -> None:
        self._actions["minimap"].setChecked(wanted)

    @property
    def legend_shown(self) -> bool:
        return self._actions["legend"].isChecked()

    def set_legend_shown(self, shown: bool) -> None:
        self._actions["legend"].setChecked(shown)

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
            "QToolButton::menu-indicator { image: none; }"
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

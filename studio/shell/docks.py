"""The panels around the graph: where they stand at first, and how they are remembered.

Docks that share a place show as tabs; their own title bars would say the same twice, so a title
bar is shown only on a dock that stands alone or floats.
"""

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from studio.language import tr
from studio.shell.icons import icon
from studio.shell.panel_places import BOTTOM, LEFT, RIGHT, PanelPlace
from studio.shell.settings import Settings
from studio.shell.theme import GRID, GUTTER, ThemeTokens

LAYOUT_VERSION = 1
_LEAST = QSize(160, 80)
LEAST_CENTRE = 40
"""Per cent of the window's width that the graph keeps when the window becomes smaller."""


class DockTitle(QWidget):
    """Name of a panel with buttons to float and to close it."""

    def __init__(self, dock: "Dock", tokens: ThemeTokens) -> None:
        super().__init__(dock)
        self._label = QLabel(dock.windowTitle(), self)
        self._label.setProperty("role", "heading")
        self._float = QToolButton(self)
        self._float.setToolTip(tr("Float or dock"))
        self._float.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._close = QToolButton(self)
        self._close.setToolTip(tr("Close the panel"))
        self._close.clicked.connect(dock.close)
        for button in (self._float, self._close):
            button.setIconSize(QSize(12, 12))
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GUTTER + GRID, GRID, GRID, GRID)
        layout.setSpacing(0)
        layout.addWidget(self._label)
        layout.addStretch(1)
        layout.addWidget(self._float)
        layout.addWidget(self._close)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._float.setIcon(icon("float", tokens, tokens.text_muted))
        self._close.setIcon(icon("close", tokens, tokens.text_muted))


class _NoTitle(QWidget):
    """A title bar of no height."""

    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class Dock(QDockWidget):
    """One panel in a dock; ``shown`` carries whether a person can see it now."""

    shown = Signal(bool)

    def __init__(
        self, title: str, panel: QWidget, window: QMainWindow, tokens: ThemeTokens
    ) -> None:
        super().__init__(title, window)
        self.setObjectName(f"dock.{panel.objectName()}")
        self.setWidget(panel)
        self._title = DockTitle(self, tokens)
        self._no_title = _NoTitle(self)
        self._no_title.hide()
        self.setTitleBarWidget(self._title)
        self.visibilityChanged.connect(self.shown)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._title.set_theme(tokens)

    def choose_title(self, window: QMainWindow) -> None:
        """Show the title bar unless a tab shows the name."""
        beside = any(not other.isHidden() for other in window.tabifiedDockWidgets(self))
        wanted: QWidget = self._no_title if beside and not self.isFloating() else self._title
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            (self._title if wanted is self._no_title else self._no_title).hide()
            wanted.show()


class DockLayout:
    """All docks of the window by panel name."""

    def __init__(self, window: QMainWindow, tokens: ThemeTokens) -> None:
        self._window = window
        self._tokens = tokens
        self.docks: dict[str, Dock] = {}
        self._areas: dict[str, Qt.DockWidgetArea] = {}
        self._settle = QTimer(window)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self.settle)
        self.room = QTimer(window)
        """Started when the window becomes smaller; acts once everything has its new size."""
        self.room.setSingleShot(True)
        self.room.setInterval(0)
        self.room.timeout.connect(self._give_room)
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
        )
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDocumentMode(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)

    def add(self, place: PanelPlace, panel: QWidget) -> Dock:
        """Put a panel into its area, behind those that stand there already."""
        panel.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # The widest text of one panel must not decide how wide its neighbours are.
        panel.setMinimumSize(_LEAST)
        dock = Dock(tr(place.title), panel, self._window, self._tokens)
        self.docks[place.name] = dock
        self._areas[place.name] = place.area
        self._put(place.name)
        for signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            signal.connect(lambda *_: self._settle.start())
        return dock

    def reset(self) -> None:
        """Put every panel back to where it stood at first."""
        for name, dock in self.docks.items():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._put(name)
        self.arrange()

    def _put(self, name: str) -> None:
        """Put a dock behind those that stand in its area already."""
        dock, area = self.docks[name], self._areas[name]
        neighbours = [
            other
            for other in self.docks.values()
            if other is not dock and self._window.dockWidgetArea(other) == area
        ]
        self._window.addDockWidget(area, dock)
        if neighbours:
            self._window.tabifyDockWidget(neighbours[-1], dock)
        dock.show()

    def raise_(self, name: str) -> None:
        """Show a panel in front of its neighbours."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()

    def is_front(self, name: str) -> bool:
        """Whether a person can see the panel now."""
        return not self.docks[name].visibleRegion().isEmpty()

    def settle(self) -> None:
        """Choose title bars and dress the tabs for where the docks stand now."""
        for dock in self.docks.values():
            dock.choose_title(self._window)
        groups = [self._group(dock) for dock in self.docks.values()]
        for bar in self._window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            if sorted(bar.tabText(tab) for tab in range(bar.count())) not in groups:
                bar.hide()  # Qt leaves bars of former groups behind
                continue
            bar.setAccessibleName(tr("Panels"))
            bar.setExpanding(False)
            bar.setDrawBase(False)
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)

    def _group(self, dock: Dock) -> list[str]:
        """Titles of a dock and of those that share its place."""
        beside = [other for other in self._window.tabifiedDockWidgets(dock) if not other.isHidden()]
        return sorted(each.windowTitle() for each in (dock, *beside))

    def arrange(self) -> None:
        """The places and sizes that the window starts with."""
        window = self._window
        size = window.size()
        fronts: dict[Qt.DockWidgetArea, Dock] = {}
        for dock in self.docks.values():
            fronts.setdefault(window.dockWidgetArea(dock), dock)
        for dock in fronts.values():
            dock.raise_()
        for area, width in _widths(size.width()).items():
            if area in fronts:
                window.resizeDocks([fronts[area]], [width], Qt.Orientation.Horizontal)
        if BOTTOM in fronts:
            height = max(180, size.height() * 25 // 100)
            window.resizeDocks([fronts[BOTTOM]], [height], Qt.Orientation.Vertical)
        self._settle.start()

    def _give_room(self) -> None:
        """Narrow the docks beside the graph where a smaller window leaves it too little."""
        window = self._window
        centre = window.centralWidget()
        if centre is None or centre.width() * 100 >= window.width() * LEAST_CENTRE:
            return
        for area, width in _widths(window.width()).items():
            # Those behind another one are kept far outside of the window.
            here = [
                dock
                for dock in self.docks.values()
                if window.dockWidgetArea(dock) == area
                and not dock.isFloating()
                and window.rect().intersects(dock.geometry())
            ]
            if here and here[0].width() > width:
                window.resizeDocks(here[:1], [width], Qt.Orientation.Horizontal)

    def remember(self, settings: Settings) -> None:
        """Write places and sizes under the screen's size."""
        key = _screen_key(self._window)
        settings.geometry[key] = _encoded(self._window.saveGeometry())
        settings.layout[key] = _encoded(self._window.saveState(LAYOUT_VERSION))

    def recall(self, settings: Settings) -> bool:
        """Restore what was remembered for this screen; tells whether there was something."""
        key = _screen_key(self._window)
        if key not in settings.layout:
            return False
        self._window.restoreGeometry(_decoded(settings.geometry.get(key, "")))
        restored = self._window.restoreState(_decoded(settings.layout[key]), LAYOUT_VERSION)
        self._settle.start()
        return restored

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        for dock in self.docks.values():
            dock.set_theme(tokens)


def _widths(window: int) -> dict[Qt.DockWidgetArea, int]:
    """How wide the docks beside the graph are in a window of a width."""
    return {LEFT: max(200, window * 22 // 100), RIGHT: max(280, window * 32 // 100)}


def _screen_key(window: QWidget) -> str:
    size = window.screen().size()
    return f"{size.width()}x{size.height()}"


def _encoded(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _decoded(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii")))

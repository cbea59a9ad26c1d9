"""Menus and toolbar, filled from the action registry."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from studio.language import later, plural, tr
from studio.shell.actions import ActionRegistry
from studio.shell.icons import ICON_PIXELS, icon
from studio.shell.panel_places import PLACES
from studio.shell.theme import ThemeTokens
from studio.shell.thread_chooser import ThreadChooser

SEPARATOR = ""

Entry = str | tuple[str, tuple[str, ...]]
"""An action's id, or a title with the ids of a menu in the menu."""

MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        later("&File"),
        (
            "file.open",
            "file.open_database",
            "file.reload",
            "graph.reload_on_save",
            "graph.interpreter",
            "graph.own_process",
            SEPARATOR,
            "thread.new",
            "thread.open",
            "thread.find",
            "thread.refresh",
            "thread.annotate",
            "thread.copy_id",
            "thread.copy",
            "thread.sizes",
            "thread.prune",
            "thread.delete",
            "thread.reclaim",
            SEPARATOR,
            "export.graph",
            "export.run",
            SEPARATOR,
            "file.quit",
        ),
    ),
    (
        later("&Run"),
        (
            "run.go",
            "run.start",
            "run.restart",
            "run.restart_edited",
            "run.continue",
            "run.pause",
            "run.stop",
            SEPARATOR,
            "run.step_superstep",
            "run.step_task",
            "run.step_selected",
            "run.to_node",
            "run.to_step",
            "run.to_expression",
            SEPARATOR,
            "graph.restart_process",
            "graph.attach_debugger",
            "interrupt.answer",
            "breakpoint.toggle",
            "breakpoint.condition",
            "breakpoint.all",
            SEPARATOR,
            "mark.pin",
            "mark.pin_edited",
            "mark.skip",
            "mark.unsafe",
        ),
    ),
    (
        later("&History"),
        (
            "history.step_back",
            "history.step_forward",
            "history.play",
            "history.return_to_head",
            SEPARATOR,
            "history.go_to",
            "history.filter",
            "annotation.bookmark",
            "annotation.edit",
            SEPARATOR,
            "history.rerun",
            "history.fork",
            "state.edit",
            SEPARATOR,
            "diff.choose",
            "diff.pin",
            "diff.unpin",
            "diff.copy_unified",
            "diff.copy_patch",
            "branches.compare",
            "branches.next",
            "variants.new",
        ),
    ),
    (
        later("&Graph"),
        (
            "view.find_node",
            SEPARATOR,
            "view.fit",
            "view.zoom_selection",
            "view.zoom_in",
            "view.zoom_out",
            "view.zoom_reset",
            SEPARATOR,
            "view.expand",
            "view.expand_all",
            "view.collapse_all",
            "view.inside",
            "view.reset_positions",
            SEPARATOR,
            "view.channels",
            "view.minimap",
            "view.legend",
            SEPARATOR,
            "view.heat_off",
            "view.heat_runs",
            "view.heat_time",
            "view.heat_errors",
        ),
    ),
    (
        later("&View"),
        (
            "view.command_palette",
            SEPARATOR,
            *(f"view.{place.name}" for place in PLACES),
            SEPARATOR,
            (later("Theme"), ("view.theme_light", "view.theme_dark", "view.theme_system")),
            (
                later("Language"),
                ("view.language_system", "view.language_en", "view.language_zh_CN"),
            ),
            (
                later("Animation"),
                (
                    "view.animation_slow",
                    "view.animation_normal",
                    "view.animation_fast",
                    "view.reduced_motion",
                ),
            ),
            SEPARATOR,
            "source.open_in_editor",
            "source.choose_editor",
            "view.shortcuts",
            "view.tour",
            "view.reset_layout",
        ),
    ),
)

_BARE = ("run.pause", "run.stop", "view.command_palette")
"""Actions whose icon says enough."""
_ALWAYS_NAMED = ("run.go", "interrupt.answer")
"""Actions that keep their name where there is no room for all names."""
TOOLS: tuple[str, ...] = (
    "run.go",
    "run.pause",
    "run.stop",
    SEPARATOR,
    "run.step_superstep",
    "run.step_task",
    "history.step_back",
    SEPARATOR,
    "run.start",
    "state.edit",
    "interrupt.answer",
)


def fill_menus(window: QMainWindow, actions: ActionRegistry) -> None:
    """The menu bar."""
    for title, entries in MENUS:
        _fill(window.menuBar().addMenu(tr(title)), entries, actions)


def _fill(menu: QMenu, entries: Sequence[Entry], actions: ActionRegistry) -> None:
    menu.setToolTipsVisible(True)
    for entry in entries:
        if not isinstance(entry, str):
            title, ids = entry
            _fill(menu.addMenu(tr(title)), ids, actions)
        elif entry == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(actions.qaction(entry))


class Toolbar(QToolBar):
    """The one toolbar: what is open at the left, what can be done with it, search at the right.

    In a narrow window most buttons are icons without their names; what does not fit even so is
    behind the button at the right end.
    """

    def __init__(
        self,
        actions: ActionRegistry,
        threads: ThreadChooser,
        tokens: ThemeTokens,
        window: QMainWindow,
    ) -> None:
        super().__init__(tr("Toolbar"), window)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setIconSize(QSize(ICON_PIXELS, ICON_PIXELS))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._named: list[QToolButton] = []
        self._saved = 0
        self._add(actions, "file.open")
        self.addWidget(threads)
        self.addSeparator()
        for action_id in TOOLS:
            if action_id == SEPARATOR:
                self.addSeparator()
            else:
                self._add(actions, action_id)
        room = QWidget(self)
        room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(room)
        self._waiting = QToolButton(self)
        self._waiting.setObjectName("tool.waiting")
        self._waiting.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._waiting.clicked.connect(actions.qaction("view.approvals").trigger)
        self._waiting_place = self.addWidget(self._waiting)
        self._waiting_place.setVisible(False)
        self._add(actions, "view.command_palette")
        self.set_theme(tokens)

    def show_waiting(self, count: int) -> None:
        """How many questions of all threads wait; nothing where none does."""
        told = plural("1 question of a thread waits", "{n} questions of threads wait", count)
        self._waiting.setText(f"{count}")
        self._waiting.setToolTip(told)
        self._waiting.setAccessibleName(told)
        self._waiting_place.setVisible(count > 0)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._waiting.setIcon(icon("answer", tokens, tokens.interrupted))
        more = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if more is not None:
            more.setIcon(icon("more", tokens))
            more.setToolTip(tr("More actions"))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Show names or icons alone, whichever has room."""
        needed = self.sizeHint().width()
        if not self._saved and needed > self.width():
            self._show_names(False)
            self._saved = needed - self.sizeHint().width()
        elif self._saved and needed + self._saved <= self.width():
            self._saved = 0
            self._show_names(True)

    def _show_names(self, on: bool) -> None:
        beside, alone = (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
            Qt.ToolButtonStyle.ToolButtonIconOnly,
        )
        for button in self._named:
            button.setToolButtonStyle(beside if on else alone)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()

    def _add(self, actions: ActionRegistry, action_id: str) -> None:
        button = QToolButton(self)
        button.setObjectName(f"tool.{action_id}")
        button.setDefaultAction(actions.qaction(action_id))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if action_id not in _BARE:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            if action_id not in _ALWAYS_NAMED:
                self._named.append(button)
        self.addWidget(button)

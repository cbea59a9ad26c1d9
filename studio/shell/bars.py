"""Menus and toolbar, filled from the action registry."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QToolBar, QToolButton, QWidget

from studio.shell.actions import ActionRegistry
from studio.shell.icons import ICON_PIXELS
from studio.shell.thread_chooser import ThreadChooser
from studio.shell.window_actions import PANELS

SEPARATOR = ""

MENUS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "&File",
        (
            "file.open",
            "file.reload",
            SEPARATOR,
            "thread.new",
            "thread.open",
            "thread.delete",
            SEPARATOR,
            "file.quit",
        ),
    ),
    (
        "&Run",
        (
            "run.go",
            "run.start",
            "run.restart",
            "run.continue",
            "run.pause",
            "run.stop",
            SEPARATOR,
            "run.step_superstep",
            "run.step_task",
            "run.step_selected",
            "run.to_node",
            "run.to_step",
            SEPARATOR,
            "interrupt.answer",
            "breakpoint.toggle",
        ),
    ),
    (
        "&History",
        (
            "history.step_back",
            "history.step_forward",
            "history.return_to_head",
            SEPARATOR,
            "history.rerun",
            "history.fork",
            "state.edit",
        ),
    ),
    (
        "&View",
        (
            "view.command_palette",
            SEPARATOR,
            "view.fit",
            "view.zoom_in",
            "view.zoom_out",
            "view.zoom_reset",
            "view.channels",
            SEPARATOR,
            *(f"view.{panel[0]}" for panel in PANELS),
            SEPARATOR,
            "view.theme_light",
            "view.theme_dark",
            "view.theme_system",
            SEPARATOR,
            "view.animation_slow",
            "view.animation_normal",
            "view.animation_fast",
            "view.reduced_motion",
            SEPARATOR,
            "view.reset_layout",
        ),
    ),
)

_BARE = ("run.pause", "run.stop", "view.command_palette")
"""Actions whose icon says enough."""
_TOOLS: tuple[str, ...] = (
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
    for title, ids in MENUS:
        menu = window.menuBar().addMenu(title)
        menu.setToolTipsVisible(True)
        for action_id in ids:
            if action_id == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(actions.qaction(action_id))


def make_toolbar(window: QMainWindow, actions: ActionRegistry, threads: ThreadChooser) -> QToolBar:
    """The one toolbar: what is open at the left, what can be done with it, search at the right."""
    bar = QToolBar("Toolbar", window)
    bar.setObjectName("toolbar")
    bar.setMovable(False)
    bar.setFloatable(False)
    bar.setIconSize(QSize(ICON_PIXELS, ICON_PIXELS))
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    _add(bar, actions, "file.open")
    bar.addWidget(threads)
    bar.addSeparator()
    for action_id in _TOOLS:
        if action_id == SEPARATOR:
            bar.addSeparator()
        else:
            _add(bar, actions, action_id)
    room = QWidget(bar)
    room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(room)
    _add(bar, actions, "view.command_palette")
    return bar


def _add(bar: QToolBar, actions: ActionRegistry, action_id: str) -> None:
    button = QToolButton(bar)
    button.setObjectName(f"tool.{action_id}")
    button.setDefaultAction(actions.qaction(action_id))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if action_id not in _BARE:
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.addWidget(button)

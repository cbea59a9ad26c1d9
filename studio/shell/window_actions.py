"""All actions of the window, with their keys and the conditions under which they make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.shell.actions import Action, ActionRegistry
from studio.shell.breakpoint_actions import breakpoint_actions
from studio.shell.canvas_actions import canvas_actions
from studio.shell.process_actions import process_actions

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

PANELS: tuple[tuple[str, str, str], ...] = (
    ("graph", "Graph", "graph"),
    ("history", "History", "history"),
    ("state", "State", "state"),
    ("versions", "Versions", "versions"),
    ("tasks", "Tasks", "tasks"),
    ("why", "Why", "why"),
    ("timeline", "Timeline", "timeline"),
    ("log", "Log", "log"),
    ("problems", "Problems", "problems"),
    ("source", "Source", "source"),
    ("breakpoints", "Breakpoints", "breakpoint"),
    ("diff", "Diff", "diff"),
    ("search", "Search", "search"),
    ("watch", "Watch", "watch"),
)
"""Name, title and icon of every panel; Ctrl+1 and so on go to them in this order."""


MORE_KEYS = {"search": "Ctrl+F", "diff": "Ctrl+D", "breakpoints": "Ctrl+B"}
SPEEDS = (
    ("slow", "Slow animation", 0.4),
    ("normal", "Normal animation", 1.0),
    ("fast", "Fast animation", 2.5),
)


def register_actions(actions: ActionRegistry, window: MainWindow) -> None:
    """Fill the registry; the acts themselves are methods of the window."""
    for group in (_file, process_actions, _run, breakpoint_actions, _history, _view):
        for action in group(window):
            actions.add(action)


def _file(window: MainWindow) -> list[Action]:
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "file.open",
            "Open…",
            window.opener.choose_file,
            shortcut="Ctrl+O",
            icon="open",
            hint="A Python file that builds a graph",
        ),
        Action(
            "file.reload",
            "Reload graph",
            window.opener.reload,
            shortcut="Ctrl+R",
            icon="refresh",
            enabled_when=lambda: control.can_start,
            hint="Load the open file again after it was changed",
        ),
        Action(
            "thread.refresh",
            "Refresh",
            window.workspace.look_again,
            shortcut="Ctrl+Shift+R",
            icon="refresh",
            enabled_when=lambda: not control.can_stop,
            hint="Read what other programs saved since; coming back to the window does it too",
        ),
        Action("file.quit", "Quit", window.close_later, shortcut="Ctrl+Q"),
        Action(
            "thread.new",
            "New thread",
            window.workspace.new_thread,
            shortcut="Ctrl+N",
            icon="add",
            enabled_when=lambda: control.can_start,
        ),
        Action(
            "thread.open",
            "Open thread…",
            window.acts.ask_for_thread,
            icon="thread",
            enabled_when=lambda: not control.running,
            hint="Show a thread by its id",
        ),
        Action(
            "thread.delete",
            "Delete thread…",
            window.acts.ask_to_delete_thread,
            icon="delete",
            enabled_when=lambda: moment.head is not None and not control.can_stop,
            hint="Remove all checkpoints of the thread shown",
        ),
    ]


def _run(window: MainWindow) -> list[Action]:
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "run.start",
            "New input…",
            window.acts.ask_for_input,
            shortcut="Ctrl+I",
            icon="input",
            enabled_when=lambda: control.can_start,
            hint="Give new input to the thread and run",
        ),
        Action(
            "run.restart",
            "Restart with the same input",
            window.acts.restart,
            shortcut="Ctrl+Shift+F5",
            icon="rerun",
            enabled_when=lambda: control.can_start and window.acts.can_restart,
            hint="Give the thread's input again, to a fresh thread",
        ),
        Action(
            "run.restart_edited",
            "Restart with edited input…",
            window.acts.restart_edited,
            shortcut="Ctrl+Alt+F5",
            icon="rerun",
            enabled_when=lambda: control.can_start and window.acts.can_restart,
            hint="Change the thread's input and give it to a fresh thread",
        ),
        Action(
            "run.go",
            "Run",
            window.acts.go,
            shortcut="F5",
            icon="run",
            color="wrote",
            enabled_when=lambda: control.can_go,
            hint="Run to the next breakpoint, interrupt or the end",
        ),
        Action(
            "run.continue",
            "Continue",
            lambda: control.go_on(),
            icon="continue",
            enabled_when=lambda: control.can_continue,
            hint="Execute the tasks that wait at the head of the run",
        ),
        Action(
            "run.pause",
            "Pause",
            control.pause,
            shortcut="F6",
            icon="pause",
            enabled_when=lambda: control.can_pause,
            hint="Finish the running tasks, start none",
        ),
        Action(
            "run.stop",
            "Stop",
            control.stop,
            shortcut="Shift+F5",
            icon="stop",
            color="failed",
            enabled_when=lambda: control.can_stop,
            hint="End the run; writes of finished tasks stay",
        ),
        Action(
            "run.step_superstep",
            "Step superstep",
            lambda: window.acts.step("step_superstep"),
            short="Superstep",
            shortcut="F10",
            icon="step-superstep",
            enabled_when=lambda: control.can_start,
            hint="Plan, execute and update once, then pause",
        ),
        Action(
            "run.step_task",
            "Step task",
            lambda: window.acts.step("step_task"),
            short="Task",
            shortcut="F11",
            icon="step-task",
            enabled_when=lambda: control.can_start,
            hint="Execute one task, then pause",
        ),
        Action(
            "run.to_node",
            "Run to node",
            window.acts.run_to_node,
            shortcut="Ctrl+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start and window.panels.selection.node is not None,
            hint="Run until the selected node is due",
        ),
        Action(
            "run.to_step",
            "Run to superstep…",
            window.acts.run_to_step,
            shortcut="Ctrl+Shift+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start,
            hint="Run until a superstep is due",
        ),
        Action(
            "run.to_expression",
            "Run to expression…",
            window.acts.run_to_expression,
            shortcut="Ctrl+Alt+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start,
            hint="Run until an expression over the channels holds",
        ),
        Action(
            "run.step_selected",
            "Step selected task",
            window.acts.step_selected_task,
            shortcut="Ctrl+F11",
            icon="step-task",
            enabled_when=lambda: (
                control.can_continue
                and moment.follows_head
                and window.panels.tasks.waiting_task is not None
            ),
            hint="Execute the task that is selected in Tasks before the others",
        ),
        Action(
            "interrupt.answer",
            "Answer interrupt…",
            lambda: window.acts.answer_interrupt(),
            short="Answer",
            shortcut="Ctrl+Return",
            icon="answer",
            color="interrupted",
            enabled_when=lambda: control.must_answer,
            hint="Read what is asked, approve, reject or answer",
        ),
    ]


def _history(window: MainWindow) -> list[Action]:
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "history.step_back",
            "Step back",
            window.acts.step_back,
            short="Back",
            shortcut="Shift+F10",
            icon="step-back",
            enabled_when=lambda: moment.previous is not None,
            hint="Look at the checkpoint before this one; nothing runs",
        ),
        Action(
            "history.step_forward",
            "Step forward in history",
            window.acts.step_forward,
            shortcut="Shift+F11",
            icon="chevron-right",
            enabled_when=lambda: moment.following is not None,
            hint="Look at the checkpoint after this one; nothing runs",
        ),
        Action(
            "history.play",
            "Play the history",
            window.panels.player.toggle,
            shortcut="Ctrl+P",
            icon="play-history",
            enabled_when=lambda: window.panels.player.can_play,
            checked_when=lambda: window.panels.player.playing,
            hint="Show what was recorded superstep by superstep; nothing runs",
        ),
        Action(
            "history.return_to_head",
            "Return to head",
            moment.return_to_head,
            shortcut="Alt+End",
            icon="head",
            enabled_when=lambda: not moment.follows_head,
        ),
        Action(
            "history.filter",
            "Filter checkpoints…",
            window.filter_history,
            shortcut="Ctrl+Shift+H",
            icon="filter",
            checked_when=window.panels.history.filter_button.isChecked,
            hint="By node, channel, source, metadata and expression",
        ),
        Action(
            "history.rerun",
            "Run again from here…",
            window.acts.ask_to_rerun,
            short="Run again",
            icon="rerun",
            enabled_when=lambda: control.can_rerun,
            hint="Execute again from the checkpoint looked at, in a new branch",
        ),
        Action(
            "history.fork",
            "Fork from here…",
            lambda: window.acts.edit_state(None),
            short="Fork",
            icon="fork",
            enabled_when=lambda: moment.looked_at is not None and control.can_start,
            hint="Change the state of this checkpoint in a new branch",
        ),
        Action(
            "state.edit",
            "Edit state…",
            lambda: window.acts.edit_state(window.panels.channel),
            shortcut="Ctrl+E",
            icon="edit",
            enabled_when=lambda: moment.looked_at is not None and control.can_start,
            hint="Save changed channels of this checkpoint as a new one",
        ),
        Action(
            "diff.pin",
            "Compare others with this checkpoint",
            window.panels.compare_with_this,
            icon="pin",
            enabled_when=lambda: moment.looked_at is not None,
            hint="Pin it: Diff compares whatever is looked at from now on with it",
        ),
        Action(
            "diff.unpin",
            "Compare with the checkpoint before",
            window.panels.compare_with_parent,
            icon="diff",
            enabled_when=lambda: window.panels.diff.base is not None,
            hint="Unpin: Diff compares each checkpoint with its parent again",
        ),
    ]


def _view(window: MainWindow) -> list[Action]:
    def show(name: str) -> Action:
        position = [panel[0] for panel in PANELS].index(name)
        title, picture = PANELS[position][1:]
        keys = f"Ctrl+{position + 1}" if position < 9 else MORE_KEYS.get(name, "")
        return Action(
            f"view.{name}",
            f"Show {title.lower()}",
            lambda: window.show_panel(name),
            shortcut=keys,
            icon=picture,
        )

    settings = window.settings

    def animation(name: str, title: str, speed: float) -> Action:
        return Action(
            f"view.animation_{name}",
            title,
            lambda: window.set_motion(reduced=False, speed=speed),
            checked_when=lambda: (
                not settings.values.reduced_motion and settings.values.animation_speed == speed
            ),
        )

    return [
        *(show(panel[0]) for panel in PANELS),
        Action(
            "view.inside",
            "Look inside the subgraph",
            window.dialogs.look_inside,
            shortcut="Ctrl+Shift+I",
            icon="graph",
            enabled_when=lambda: window.panels.selection.is_subgraph,
            hint="Graph, checkpoints, state and tasks of the selected node's task",
        ),
        Action(
            "view.command_palette",
            "Find an action…",
            window.show_palette,
            shortcut="Ctrl+Shift+P",
            icon="search",
        ),
        *canvas_actions(window),
        Action(
            "view.theme_light",
            "Light theme",
            lambda: window.set_theme_mode("light"),
            checked_when=lambda: window.themes.mode == "light",
        ),
        Action(
            "view.theme_dark",
            "Dark theme",
            lambda: window.set_theme_mode("dark"),
            checked_when=lambda: window.themes.mode == "dark",
        ),
        Action(
            "view.theme_system",
            "Theme of the system",
            lambda: window.set_theme_mode("system"),
            checked_when=lambda: window.themes.mode == "system",
        ),
        *(animation(name, title, speed) for name, title, speed in SPEEDS),
        Action(
            "view.reduced_motion",
            "No animation (reduced motion)",
            lambda: window.set_motion(not settings.values.reduced_motion),
            checked_when=lambda: settings.values.reduced_motion,
            hint="Switch all animation off",
        ),
        Action("view.reset_layout", "Reset layout", window.reset_layout),
    ]

"""Actions that make a graph run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def run_actions(window: MainWindow) -> list[Action]:
    """Start, go on, stop, go step by step, and answer what a run asks."""
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "run.start",
            tr("New input…"),
            window.acts.ask_for_input,
            shortcut="Ctrl+I",
            icon="input",
            enabled_when=lambda: control.can_start,
            hint=tr("Give new input to the thread and run"),
        ),
        Action(
            "run.restart",
            tr("Restart with the same input"),
            window.acts.restart,
            shortcut="Ctrl+Shift+F5",
            icon="rerun",
            enabled_when=lambda: control.can_start and window.acts.can_restart,
            hint=tr("Give the thread's input again, to a fresh thread"),
        ),
        Action(
            "run.restart_edited",
            tr("Restart with edited input…"),
            window.acts.restart_edited,
            shortcut="Ctrl+Alt+F5",
            icon="rerun",
            enabled_when=lambda: control.can_start and window.acts.can_restart,
            hint=tr("Change the thread's input and give it to a fresh thread"),
        ),
        Action(
            "run.go",
            tr("Run"),
            window.acts.go,
            shortcut="F5",
            icon="run",
            color="wrote",
            enabled_when=lambda: control.can_go,
            hint=tr("Run to the next breakpoint, interrupt or the end"),
        ),
        Action(
            "run.continue",
            tr("Continue"),
            lambda: control.go_on(),
            icon="continue",
            enabled_when=lambda: control.can_continue,
            hint=tr("Execute the tasks that wait at the head of the run"),
        ),
        Action(
            "run.pause",
            tr("Pause"),
            control.pause,
            shortcut="F6",
            icon="pause",
            enabled_when=lambda: control.can_pause,
            hint=tr("Finish the running tasks, start none"),
        ),
        Action(
            "run.stop",
            tr("Stop"),
            control.stop,
            shortcut="Shift+F5",
            icon="stop",
            color="failed",
            enabled_when=lambda: control.can_stop,
            hint=tr("End the run; writes of finished tasks stay"),
        ),
        Action(
            "run.step_superstep",
            tr("Step superstep"),
            lambda: window.acts.step("step_superstep"),
            short=tr("Superstep"),
            shortcut="F10",
            icon="step-superstep",
            enabled_when=lambda: control.can_start,
            hint=tr("Plan, execute and update once, then pause"),
        ),
        Action(
            "run.step_task",
            tr("Step task"),
            lambda: window.acts.step("step_task"),
            short=tr("Task"),
            shortcut="F11",
            icon="step-task",
            enabled_when=lambda: control.can_start,
            hint=tr("Execute one task, then pause"),
        ),
        Action(
            "run.to_node",
            tr("Run to node"),
            window.acts.run_to_node,
            shortcut="Ctrl+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start and window.panels.selection.node is not None,
            hint=tr("Run until the selected node is due"),
        ),
        Action(
            "run.to_step",
            tr("Run to superstep…"),
            window.acts.run_to_step,
            shortcut="Ctrl+Shift+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start,
            hint=tr("Run until a superstep is due"),
        ),
        Action(
            "run.to_expression",
            tr("Run to expression…"),
            window.acts.run_to_expression,
            shortcut="Ctrl+Alt+F10",
            icon="run-to",
            enabled_when=lambda: control.can_start,
            hint=tr("Run until an expression over the channels holds"),
        ),
        Action(
            "run.step_selected",
            tr("Step selected task"),
            window.acts.step_selected_task,
            shortcut="Ctrl+F11",
            icon="step-task",
            enabled_when=lambda: (
                control.can_continue
                and moment.follows_head
                and window.panels.tasks.waiting_task is not None
            ),
            hint=tr("Execute the task that is selected in Tasks before the others"),
        ),
        Action(
            "interrupt.answer",
            tr("Answer interrupt…"),
            lambda: window.acts.answer_interrupt(),
            short=tr("Answer"),
            shortcut="Ctrl+Return",
            icon="answer",
            color="interrupted",
            enabled_when=lambda: control.must_answer and not window.workspace.recorded,
            hint=tr("Read what is asked, approve, reject or answer"),
        ),
    ]

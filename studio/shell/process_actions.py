"""Actions on the process that runs the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def process_actions(window: MainWindow) -> list[Action]:
    """Which Python runs the graph, where it runs, and a debugger for its lines."""
    control = window.workspace.run_control
    settings = window.settings.values

    def switch() -> None:
        settings.own_process = not settings.own_process
        window.status.progress(tr("It holds when the window is opened the next time"))

    def reload_on_save() -> None:
        settings.reload_on_save = not settings.reload_on_save

    return [
        Action(
            "graph.reload_on_save",
            tr("Reload when the file is saved"),
            reload_on_save,
            checked_when=lambda: settings.reload_on_save,
            hint=tr("Also when a module is saved that the file imports from beside it"),
        ),
        Action(
            "graph.interpreter",
            tr("Choose Python…"),
            window.process.choose_interpreter,
            icon="node",
            enabled_when=lambda: (
                control.can_start or (bool(window.opener.failed_target) and not control.running)
            ),
            hint=tr("Which runs the file opened last; by itself it is that of its project"),
        ),
        Action(
            "graph.restart_process",
            tr("Restart the graph's process"),
            window.process.restart,
            icon="refresh",
            enabled_when=lambda: control.has_graph,
            hint=tr("End it, whatever it does, and go on with a new one; what is saved stays"),
        ),
        Action(
            "graph.attach_debugger",
            tr("Attach a debugger…"),
            window.process.attach_debugger,
            icon="breakpoint",
            enabled_when=lambda: control.has_graph,
            hint=tr("Step through the lines of nodes with debugpy, where it is installed"),
        ),
        Action(
            "graph.own_process",
            tr("Run graphs in a process of their own"),
            switch,
            checked_when=lambda: settings.own_process,
            hint=tr("Holds when the window is opened the next time"),
        ),
    ]

"""The tour through this window: which parts it shows, and what it says of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from studio.language import tr
from studio.opening.samples import samples
from studio.opening.tour import Tour, TourStop

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

SAMPLE = "research"


def take_tour(window: MainWindow) -> None:
    """Show the parts of the window on the graph that is open, or on a sample."""
    if window.findChild(Tour) is not None:
        return
    if window.workspace.graph is not None:
        Tour(_stops(window), window.themes.tokens, window).start()
        return
    sample = next((each for each in samples() if each.name == SAMPLE), None)
    if sample is None:
        return

    def opened() -> None:
        window.workspace.graph_opened.disconnect(opened)
        Tour(_stops(window), window.themes.tokens, window).start()

    window.workspace.graph_opened.connect(opened)
    window.opener.open_file(sample.path)


def _stops(window: MainWindow) -> list[TourStop]:
    panels = window.panels

    def panel(name: str, title: str, text: str) -> TourStop:
        def shown() -> QWidget:
            return panels.by_name[name]

        return TourStop(title, text, shown, lambda: window.docks.raise_(name))

    return [
        TourStop(
            tr("The graph"),
            tr(
                "Cards are nodes. Their stripe, sign and words say what a node does: due, running,"
                " wrote, asks, failed. Lines are edges; what was taken stands out."
            ),
            lambda: panels.graph,
        ),
        TourStop(
            tr("Run it step by step"),
            tr(
                "F10 plans, executes and updates one superstep; F11 executes one task; F5 runs on."
                " The first time you are asked for the input."
            ),
            lambda: window.toolbar,
        ),
        panel(
            "history",
            tr("Everything is kept"),
            tr(
                "Each superstep leaves a checkpoint here. Select one and the whole window shows"
                " that moment; nothing is executed. Branches stand side by side."
            ),
        ),
        panel(
            "state",
            tr("What was known"),
            tr(
                "The channels at that moment; what the superstep changed is marked. Ctrl+E edits"
                " them, and a fork goes on from the edit. The old branch stays as it was."
            ),
        ),
        panel(
            "why",
            tr("Why a node ran"),
            tr(
                "Select a node: the rule with its numbers says which channel made it due, who wrote"
                " it, what the router returned, and who is missing at a join."
            ),
        ),
        panel(
            "timeline",
            tr("Where the time went"),
            tr("Supersteps and their tasks as bars. Beside it: log, problems, source, watches."),
        ),
        TourStop(
            tr("Find any action"),
            tr(
                "Ctrl+Shift+P finds every action by its name and shows its keys. F10 now starts the"
                " sample, with its example as the input."
            ),
            window.menuBar,
        ),
    ]

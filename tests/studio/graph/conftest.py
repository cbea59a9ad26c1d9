"""A panel on the screen, with motion off unless a test switches it on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from runtime.debug.description import GraphDescription
from studio.graph.panel import GraphPanel
from studio.shell.theme import LIGHT, ThemeTokens

MakePanel = Callable[..., GraphPanel]


@pytest.fixture
def make_panel(qtbot: QtBot) -> MakePanel:
    """Shows a panel of 900 x 700 with a graph, in a theme."""

    def make(
        graph: GraphDescription | None = None,
        tokens: ThemeTokens = LIGHT,
        **arguments: object,
    ) -> GraphPanel:
        panel = GraphPanel(tokens, **arguments)  # type: ignore[arg-type]
        qtbot.addWidget(panel)
        panel.set_animated(False)
        panel.resize(900, 700)
        with qtbot.waitExposed(panel):
            panel.show()
        if graph is not None:
            panel.set_graph(graph)
        return panel

    return make

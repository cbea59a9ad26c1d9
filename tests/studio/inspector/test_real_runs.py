"""The panels on what the real runtime says of a real run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from runtime.debug.commands import CommitEdit, Continue, ReadSource, Resume, Start, StateEdit
from runtime.debug.views import EditCommitted, SourceText
from studio.breakpoints.places import Places
from studio.history.panel import HistoryPanel
from studio.inspector.state_panel import StatePanel
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.versions_panel import VersionsPanel
from studio.inspector.why_panel import WhyPanel
from studio.log.panel import LogPanel
from studio.shell.theme import LIGHT
from studio.source.panel import SourcePanel
from studio.timeline.panel import TimelinePanel
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.real_session import RealSession

THREAD = "real"


@pytest.fixture(scope="module")
def session() -> Iterator[RealSession]:
    """Research run to its question, revised once, and forked at its second superstep."""
    session = RealSession("research.py")
    session.run(Start(THREAD, session.graph.example_input))
    question = session.view(THREAD).tasks[0].interrupts[0]
    answer = {"decision": "revise", "feedback": "请补充"}
    session.run(Resume(THREAD, {question.id: answer}))
    past = session.view(THREAD, 1)
    edit = StateEdit(THREAD, past.row.checkpoint_id, {"question": "另一个问题"})
    session.ask(CommitEdit(edit), EditCommitted)
    session.run(Continue(THREAD))
    yield session
    session.close()


def column(panel: StatePanel | TasksPanel, number: int, parent: QModelIndex) -> list[str]:
    model = panel.model
    return [str(model.index(row, number, parent).data()) for row in range(model.rowCount(parent))]


def test_state(qtbot: QtBot, session: RealSession) -> None:
    panel = StatePanel(session.requests, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_graph(session.graph)
    panel.show_checkpoint(session.view(THREAD))
    names = column(panel, 0, QModelIndex())
    assert "question" in names
    assert not any(name.startswith("branch:to:") for name in names)
    question = panel.model.index(names.index("question"), 1)
    assert "另一个问题" in question.data()
    findings = panel.model.index(names.index("findings"), 0)
    panel.tree.expand(findings)
    qtbot.waitUntil(lambda: panel.model.rowCount(findings) > 0)
    children = panel.model.rowCount(findings)
    assert findings.siblingAtColumn(2).data() == f"list · {children}"
    first = panel.model.index(0, 0, findings)
    panel.tree.expand(first)
    qtbot.waitUntil(lambda: "query" in column(panel, 0, first))
    panel.tree.setCurrentIndex(findings)
    assert '"query"' in panel.detail.text.toPlainText()


def test_tasks_of_a_past_fan_out(qtbot: QtBot, session: RealSession) -> None:
    panel = TasksPanel(session.requests, LIGHT)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_checkpoint(session.view(THREAD, 1))
    titles = column(panel, 0, QModelIndex())
    assert titles[:2] == ["search [0]", "search [1]"]
    assert set(column(panel, 2, QModelIndex())) == {"wrote"}
    task = panel.model.index(0, 0)
    panel.tree.expand(task)
    under = column(panel, 0, task)
    assert "input" in under
    assert "→ findings" in under
    wrote = panel.model.index(under.index("→ findings"), 0, task)
    panel.tree.expand(wrote)
    qtbot.waitUntil(lambda: panel.model.rowCount(wrote) > 0)


def test_the_question_of_the_newest_checkpoint(qtbot: QtBot, session: RealSession) -> None:
    panel = TasksPanel(session.requests, LIGHT)
    qtbot.addWidget(panel)
    panel.show()
    view = session.view(THREAD)
    panel.show_checkpoint(view)
    assert panel.summary.text() == "1 task: 1 interrupted"
    with qtbot.waitSignal(panel.answer_requested) as asked:
        panel.answer.click()
    assert asked.args == [view.tasks[0].interrupts[0].id]


def test_why_and_versions_agree(qtbot: QtBot, session: RealSession) -> None:
    why, versions = WhyPanel(LIGHT), VersionsPanel(LIGHT)
    for panel in (why, versions):
        qtbot.addWidget(panel)
        panel.show()
        panel.show_checkpoint(session.view(THREAD))
    assert why.node_list.currentIndex().data() == "review"
    assert why.nodes.index(0, 1).data() == "due"
    assert why.nodes.index(1, 1).data() == "not due"
    assert versions.model.grid.due_nodes == {"review"}


def test_why_says_who_sent_what(qtbot: QtBot, session: RealSession) -> None:
    why = WhyPanel(LIGHT)
    qtbot.addWidget(why)
    why.show()
    why.show_checkpoint(session.view(THREAD, 1))
    assert why.node_list.currentIndex().data() == "search"
    assert why.sentence.text() == "search is due: Sends [0] to [2] from plan wait for it."
    shown = [[why.triggers.index(row, column).data() for column in range(3)] for row in range(3)]
    assert [(title, sender) for title, _, sender in shown] == [
        (f"Send [{place}]", "plan") for place in range(3)
    ]
    assert "deployments on the day" in shown[0][1]


def test_history_shows_the_fork_as_a_lane(qtbot: QtBot, session: RealSession) -> None:
    panel = HistoryPanel(lambda _o, _t: None, lambda _i, _b, _t: None, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.show()
    page = session.history(THREAD)
    panel.show_checkpoints(page)
    assert panel.model.rowCount() == len(page.rows)
    assert panel.model.lanes == 2
    assert panel.model.line(0).badges == ("interrupted",)
    assert any(panel.model.line(row).source == "update" for row in range(len(page.rows)))


def test_timeline_has_the_measured_times(qtbot: QtBot, session: RealSession) -> None:
    panel = TimelinePanel(LIGHT)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_checkpoints(session.history(THREAD))
    for event in session.events:
        panel.apply(event)
    panel.chart.ensure_layout()
    columns = panel.chart.steps.columns
    searching = [column for column in columns if ("search", 0) in column.bars]
    assert not searching[-1].recorded
    assert searching[-1].duration > 0
    assert columns[-1].bars["review", 0].state == "interrupted"


def test_log_says_what_the_nodes_said(qtbot: QtBot, session: RealSession) -> None:
    panel = LogPanel(LIGHT)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_graph(session.graph)
    for event in session.events:
        panel.apply(event)
    panel.flush()
    kinds = [panel.model.line(row).kind for row in range(panel.model.rowCount())]
    assert {"run", "plan", "asks"} <= set(kinds)
    panel.show_node("review")
    assert {panel.model.line(row).kind for row in range(panel.model.rowCount())} == {
        "asks",
        "wrote",
    }


def test_source_shows_every_node(qtbot: QtBot, session: RealSession) -> None:
    panel = SourcePanel(lambda path, then: then(session.ask(ReadSource(path), SourceText)), LIGHT)
    qtbot.addWidget(panel)
    panel.resize(600, 300)
    panel.show()
    panel.set_graph(session.graph)
    for node in session.graph.nodes:
        if node.source is None:
            continue
        panel.show_node(node.name)
        text = panel.code.document().findBlockByNumber(node.source.first_line - 1).text()
        assert text.lstrip().startswith(("def ", "async def ", "class ", "@", "lambda"))
    review = next(node for node in session.graph.nodes if node.name == "review")
    assert review.source is not None
    assert panel.code.marks.interrupts == review.source.interrupt_lines


def test_breakpoints_offer_the_graph(session: RealSession) -> None:
    places = Places()
    places.learn("", session.graph)
    assert "review" in places.subjects("before")
    assert "findings" in places.subjects("write")
    assert not any(name.startswith("branch:") for name in places.subjects("write"))

"""Questions of nodes: seen, answered by id, some of them, later; also in a new session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.debug.commands import ListThreads, ReadJson, Resume
from runtime.debug.events import RunEnded, TaskInterrupted, TaskWrote
from runtime.debug.views import InterruptView
from tests.runtime.debug.harness import ASKING, CHAIN, Driver, driven, write_graph

BOTH_TRANSPORTS = True


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with driven() as made:
        made.open(write_graph(tmp_path, ASKING))
        yield made


def by_node(interrupts: tuple[InterruptView, ...]) -> dict[str, InterruptView]:
    return {each.node: each for each in interrupts}


def test_a_question_is_told_with_payload_and_place(driver: Driver) -> None:
    rest = driver.start({"log": []})
    assert isinstance(rest, RunEnded)
    assert rest.reason == "interrupted"
    assert rest.text == "left, right wait for an answer."
    asked = by_node(rest.interrupts)
    assert set(asked) == {"left", "right"}
    left = asked["left"]
    assert left.payload_json == {"side": "left"}
    assert left.payload.text == "{'side': 'left'}"
    assert left.source is not None
    (line,) = left.source.interrupt_lines
    lines = Path(left.source.path).read_text().splitlines()
    assert "interrupt(" in lines[line - 1]
    assert left.payload.handle is not None
    assert driver.do(ReadJson(left.payload.handle)).value == {"side": "left"}
    told = [each for event in driver.told(TaskInterrupted) for each in event.interrupts]
    assert {each.id for each in told} == {each.id for each in rest.interrupts}
    view = driver.view()
    assert view.row.interrupted
    states = {task.name: task.state for task in view.tasks}
    assert states == {"left": "interrupted", "plain": "wrote", "right": "interrupted"}
    assert {each.id for task in view.tasks for each in task.interrupts} == {
        each.id for each in rest.interrupts
    }
    page = driver.do(ListThreads())
    assert [thread.status for thread in page.threads] == ["waiting"]


def test_some_answers_leave_the_other_questions_open(driver: Driver) -> None:
    rest = driver.start({"log": []})
    assert isinstance(rest, RunEnded)
    left = by_node(rest.interrupts)["left"]
    driver.do(Resume("t", {left.id: "yes"}))
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    assert rest.reason == "interrupted"
    (first,) = rest.interrupts
    assert (first.node, first.payload_json) == ("right", "right 1")
    driver.do(Resume("t", {first.id: "one"}))
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    (second,) = rest.interrupts
    assert second.payload_json == "right 2"
    (waiting,) = [task for task in driver.view().tasks if task.state == "interrupted"]
    assert [each.id for each in waiting.interrupts] == [second.id]
    driver.do(Resume("t", {second.id: "two"}))
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    assert rest.reason == "done"
    assert driver.values()["log"] == "['left yes', 'plain', 'right one two', 'last']"
    names = [event.name for event in driver.told(TaskWrote)]
    assert sorted(names) == ["__start__", "last", "left", "plain", "right"]


def test_unknown_and_missing_answers_are_refused(driver: Driver) -> None:
    rest = driver.start({"log": []})
    assert isinstance(rest, RunEnded)
    assert "No question with the id nonsense" in driver.refusal(Resume("t", {"nonsense": 1}))
    assert "no answer" in driver.refusal(Resume("t", {}))
    assert "no checkpoint" in driver.refusal(Resume("other", {"x": 1}))


def test_questions_survive_the_session(tmp_path: Path) -> None:
    saver = str(tmp_path / "store.db")
    path = write_graph(tmp_path, ASKING)
    with driven(saver) as first:
        first.open(path)
        first.start({"log": []})
    with driven(saver) as second:
        second.open(path)
        tasks = {task.name: task for task in second.view().tasks}
        answers = {
            tasks["left"].interrupts[0].id: "l",
            tasks["right"].interrupts[0].id: "r",
        }
        second.do(Resume("t", answers))
        rest = second.rest()
        assert isinstance(rest, RunEnded)
        assert [each.payload_json for each in rest.interrupts] == ["right 2"]
        assert "plain" not in [event.name for event in second.told(TaskWrote)]


def test_an_older_question_can_be_answered_again_on_a_branch(driver: Driver) -> None:
    rest = driver.start({"log": []})
    assert isinstance(rest, RunEnded)
    at = driver.rows()[0].checkpoint_id
    for _ in range(2):
        open_now = [each for task in driver.view().tasks for each in task.interrupts]
        driver.do(Resume("t", {each.id: "1" for each in open_now}))
        rest = driver.rest()
    assert isinstance(rest, RunEnded)
    assert rest.reason == "done"
    old = {row.checkpoint_id for row in driver.rows()}
    asked = [each for task in driver.view(at).tasks for each in task.interrupts]
    assert asked == []
    rest = driver.go(checkpoint_id=at)
    assert isinstance(rest, RunEnded)
    assert {each.node for each in rest.interrupts} == {"left", "right"}
    driver.do(Resume("t", {each.id: "2" for each in rest.interrupts}))
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    (second,) = rest.interrupts
    driver.do(Resume("t", {second.id: "3"}))
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    assert rest.reason == "done"
    assert driver.values()["log"] == "['left 2', 'plain', 'right 2 3', 'last']"
    assert old < {row.checkpoint_id for row in driver.rows()}


def test_a_graph_that_stops_before_a_node_goes_on_when_continued(tmp_path: Path) -> None:
    body = CHAIN.replace("compile()", 'compile(interrupt_before=["b"], interrupt_after=["b"])')
    with driven() as driver:
        driver.open(write_graph(tmp_path, body))
        rest = driver.start({"log": []})
        assert isinstance(rest, RunEnded)
        assert (rest.reason, rest.text, rest.interrupts) == (
            "interrupted",
            "The graph stops before b.",
            (),
        )
        rest = driver.go()
        assert isinstance(rest, RunEnded)
        assert (rest.reason, rest.text) == ("interrupted", "The graph stops after b.")
        rest = driver.go()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done"
        assert driver.values()["log"] == "['a', 'b', 'c']"

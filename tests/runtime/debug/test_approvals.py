"""What is approved is what was shown; answers are written down, and can be revised on a branch."""

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.debug.approvals.headline import headline
from runtime.debug.approvals.person import user_name
from runtime.debug.approvals.records import AnswerPage, AnswerRecord, PendingPage
from runtime.debug.commands import (
    DeleteThread,
    ListAnswers,
    ListPending,
    Resume,
    ReviseAnswer,
    Start,
)
from runtime.debug.events import AnswersSettled, RunEnded, TaskStarted
from runtime.debug.views import Failed, InterruptView
from tests.runtime.debug.harness import ASKING, WAIT_SECONDS, Driver, driven, write_graph

BOTH_TRANSPORTS = True

PRICE = """
import time
from pathlib import Path

HERE = Path(__file__).parent


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def ask(state: State) -> dict[str, Any]:
    price = (HERE / "price").read_text()
    answer = interrupt({"action": "buy", "args": {"price": price}})
    (HERE / "inside").write_text(str(answer))
    while (HERE / "hold").exists():
        time.sleep(0.005)
    return {"log": [f"{answer} at {price}"]}


def other(state: State) -> dict[str, Any]:
    return {"log": [interrupt("other")]}


builder = StateGraph(State)
builder.add_node(ask)
builder.add_node(other)
builder.add_edge(START, "ask")
builder.add_edge(START, "other")
graph = builder.compile()
"""


class Desk:
    """Sessions on one database and one graph, as of several people."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()
        self.price("10")
        self._graph = write_graph(folder, PRICE)

    def session(self) -> Driver:
        found = self._stack.enter_context(driven(str(self.folder / "store.db")))
        found.open(self._graph)
        return found

    def price(self, text: str) -> None:
        (self.folder / "price").write_text(text)

    def hold(self) -> None:
        (self.folder / "hold").touch()

    def inside(self, answer: str) -> None:
        """Wait until the node has taken an answer."""
        path = self.folder / "inside"
        until = time.monotonic() + WAIT_SECONDS
        while not (path.exists() and path.read_text() == answer):
            assert time.monotonic() < until
            time.sleep(0.005)

    def let_go(self) -> None:
        (self.folder / "hold").unlink()

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def asked(driver: Driver, node: str, thread_id: str = "t") -> InterruptView:
    """The open question of a node at the head."""
    (found,) = [
        each
        for task in driver.view(thread_id=thread_id).tasks
        for each in task.interrupts
        if each.node == node
    ]
    return found


def approval(question: InterruptView, answer: object, again: bool = False) -> Resume:
    """An answer to what was shown."""
    return Resume("t", {question.id: answer}, digests={question.id: question.digest}, again=again)


def answers(driver: Driver, thread_id: str | None = None) -> tuple[AnswerRecord, ...]:
    return cast(AnswerPage, driver.do(ListAnswers(thread_id))).answers


def ended(driver: Driver) -> RunEnded:
    rest = driver.rest()
    assert isinstance(rest, RunEnded)
    return rest


def test_questions_of_all_threads_are_listed(desk: Desk) -> None:
    driver = desk.session()
    for name in ("t", "u", "v"):
        driver.start({"log": []}, name)
    driver.do(Resume("u", {asked(driver, "ask", "u").id: "yes"}))
    driver.rest()
    first = cast(PendingPage, driver.do(ListPending(limit=2)))
    rest = cast(PendingPage, driver.do(ListPending(offset=2, limit=2)))
    assert (first.threads, first.more, rest.more) == (3, True, False)
    found = [(each.thread_id, each.asker) for each in (*first.interrupts, *rest.interrupts)]
    assert sorted(found) == [
        ("t", "ask"),
        ("t", "other"),
        ("u", "other"),
        ("v", "ask"),
        ("v", "other"),
    ]
    line = next(each for each in (*first.interrupts, *rest.interrupts) if each.thread_id == "v")
    question = asked(driver, line.asker, "v")
    assert (line.interrupt_id, line.digest) == (question.id, question.digest)
    assert line.text in ("other", 'buy(price="10")')
    assert line.step == driver.rows("v")[0].step


@pytest.mark.parametrize(
    ("payload", "line"),
    [
        ("Ship it?", "Ship it?"),
        ({"question": "Publish?\nNow?", "report": 1}, "Publish? Now?"),
        ({"action": "pay", "args": {"to": "ada"}, "note": 1}, 'pay(to="ada")'),
        (
            {"action_requests": [{"name": "a", "args": {}}, {"name": "b", "args": {"n": 1}}]},
            "a(); b(n=1)",
        ),
        ([{"action_request": {"action": "x", "args": {}}, "config": {}}], "x()"),
        ({"side": "left"}, "otherwise"),
        (3, "otherwise"),
    ],
)
def test_a_question_is_told_in_a_line(in_process: None, payload: object, line: str) -> None:
    assert headline(payload, "otherwise") == line


def test_the_digest_is_that_of_the_canonical_json(in_process: None, desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    question = asked(driver, "ask")
    text = json.dumps(
        question.payload_json, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert question.digest == hashlib.sha256(text.encode()).hexdigest()
    desk.price("11")
    driver.go()
    assert asked(driver, "ask").digest != question.digest


def test_an_approval_of_what_has_changed_is_refused(desk: Desk) -> None:
    one, two = desk.session(), desk.session()
    one.start({"log": []})
    shown = asked(one, "ask")
    desk.price("99")
    two.go()
    reply = one.ask(approval(shown, "yes"))
    assert isinstance(reply, Failed)
    assert reply.error.type == "PayloadChanged"
    assert answers(one) == ()
    anew = asked(one, "ask")
    assert (anew.id, anew.payload_json["args"]["price"]) == (shown.id, "99")
    one.do(approval(anew, "yes"))
    assert ended(one).reason == "interrupted"
    one.do(Resume("t", {asked(one, "other").id: "o"}))
    assert ended(one).reason == "done"
    assert one.values()["log"] == "['yes at 99', 'o']"


def test_answers_are_written_down(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    question = asked(driver, "ask")
    driver.do(approval(question, {"ok": "是\0"}))
    ended(driver)
    (told,) = driver.told(AnswersSettled)
    later = desk.session()
    (found,) = answers(later, "t")
    assert told.answers == (found,)
    assert told.warning is None
    assert (found.who, found.answer, found.outcome) == (user_name(), {"ok": "是\0"}, "taken")
    assert (found.digest, found.payload) == (question.digest, question.payload_json)
    assert (found.node, found.asker, found.interrupt_id) == ("ask", "ask", question.id)
    assert found.checkpoint_id == driver.rows()[0].checkpoint_id
    assert answers(later, "another") == ()


def test_what_another_is_answering_is_told_and_may_be_answered_all_the_same(desk: Desk) -> None:
    one, two = desk.session(), desk.session()
    one.start({"log": []})
    shown = asked(one, "ask")
    desk.hold()
    one.do(approval(shown, "one"))
    desk.inside("one")
    reply = two.ask(approval(shown, "two"))
    assert isinstance(reply, Failed)
    assert reply.error.type == "AnsweredElsewhere"
    two.do(approval(shown, "two", again=True))
    desk.inside("two")
    desk.let_go()
    for each in (one, two):
        assert ended(each).reason == "interrupted"
    outcomes = {each.answer: each.outcome for each in answers(one)}
    (kept,) = [answer for answer, outcome in outcomes.items() if outcome == "taken"]
    (lost,) = [answer for answer, outcome in outcomes.items() if outcome == "lost"]
    loser = one if lost == "one" else two
    (told,) = loser.told(AnswersSettled)
    assert told.warning is not None
    assert "answered first" in told.warning.message
    (written,) = [task for task in one.view().tasks if task.name == "ask"]
    assert f"{kept} at 10" in written.writes[0].value.text


def test_an_answer_that_another_has_given_is_not_asked_for_any_more(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    shown = asked(driver, "ask")
    desk.hold()
    driver.do(approval(shown, "first"))
    desk.inside("first")
    with driven(str(desk.folder / "store.db")) as other:
        other.open(desk.folder / "graph_file.py")
        assert isinstance(other.ask(approval(shown, "second")), Failed)
        desk.let_go()
        assert ended(driver).reason == "interrupted"
        assert "waits for an answer" in other.refusal(approval(shown, "second"))


def test_payloads_that_change_when_the_node_runs_again_are_told(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    shown = asked(driver, "ask")
    desk.price("12")
    driver.do(approval(shown, "yes"))
    ended(driver)
    (told,) = driver.told(AnswersSettled)
    assert told.warning is not None
    assert "another payload" in told.warning.message
    (found,) = answers(driver)
    assert (found.outcome, found.digest) == ("taken", shown.digest)


def test_a_revised_answer_makes_a_branch_on_which_its_task_alone_runs(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    at = driver.rows()[0].checkpoint_id
    driver.do(Resume("t", {asked(driver, n).id: f"{n}!" for n in ("ask", "other")}))
    assert ended(driver).reason == "done"
    old = {row.checkpoint_id for row in driver.rows()}
    before = [driver.view(each) for each in sorted(old)]
    (first,) = [each for each in answers(driver) if each.node == "ask"]
    started = len(driver.told(TaskStarted))
    driver.do(ReviseAnswer(first.id, "no"))
    assert ended(driver).reason == "done"
    assert driver.values()["log"] == "['no at 10', 'other!']"
    assert [each.name for each in driver.told(TaskStarted)[started:]] == ["ask"]
    fork = driver.rows()[1]
    assert (fork.parent_checkpoint_id, fork.source) == (at, "fork")
    assert [driver.view(each) for each in sorted(old)] == before
    newest = answers(driver)[0]
    assert (newest.revises, newest.answer, newest.outcome) == (first.id, "no", "taken")


def test_an_answer_is_revised_while_its_sibling_still_waits(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    driver.do(Resume("t", {asked(driver, "ask").id: "yes"}))
    ended(driver)
    driver.do(ReviseAnswer(answers(driver)[0].id, "no"))
    rest = ended(driver)
    assert [each.node for each in rest.interrupts] == ["other"]
    driver.do(Resume("t", {asked(driver, "other").id: "o"}))
    assert ended(driver).reason == "done"
    assert driver.values()["log"] == "['no at 10', 'o']"


def test_a_revision_is_not_given_to_another_question(desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    driver.do(Resume("t", {asked(driver, "ask").id: "yes"}))
    ended(driver)
    desk.price("55")
    driver.do(ReviseAnswer(answers(driver)[0].id, "no"))
    rest = ended(driver)
    assert {each.node for each in rest.interrupts} == {"ask", "other"}
    told = driver.told(AnswersSettled)[-1]
    assert told.warning is not None
    assert (told.answers[0].outcome, asked(driver, "ask").payload_json["args"]["price"]) == (
        "unused",
        "55",
    )


def test_the_second_of_two_questions_is_revised(in_process: None, tmp_path: Path) -> None:
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(write_graph(tmp_path, ASKING))
        driver.start({"log": []})
        for answer in ("one", "two"):
            open_now = asked(driver, "right")
            driver.do(Resume("t", {open_now.id: answer}))
            ended(driver)
        driver.do(Resume("t", {asked(driver, "left").id: "l"}))
        assert ended(driver).reason == "done"
        second = next(each for each in answers(driver) if each.answer == "two")
        driver.do(ReviseAnswer(second.id, "three"))
        assert ended(driver).reason == "done"
        assert driver.values()["log"] == "['left l', 'plain', 'right one three', 'last']"
        again = next(each for each in answers(driver) if each.answer == "three")
        driver.do(ReviseAnswer(again.id, "four"))
        assert ended(driver).reason == "done"
        assert driver.values()["log"] == "['left l', 'plain', 'right one four', 'last']"


def test_only_answers_that_were_taken_can_be_revised(in_process: None, desk: Desk) -> None:
    driver = desk.session()
    driver.start({"log": []})
    assert "no answer" in driver.refusal(ReviseAnswer("nonsense", 1))


def test_a_thread_that_is_deleted_while_it_runs_has_nothing_to_answer(desk: Desk) -> None:
    one, two = desk.session(), desk.session()
    one.start({"log": []})
    desk.hold()
    one.do(Resume("t", {asked(one, "ask").id: "yes"}))
    desk.inside("yes")
    two.do(DeleteThread("t"))
    desk.let_go()
    rest = ended(one)
    assert (rest.reason, rest.interrupts) == ("failed", ())
    assert "deleted by another program" in rest.text
    (found,) = answers(one)
    assert found.outcome == "lost"


class Foreign(BaseCheckpointSaver[Any]):
    """A program's own saver, which has the public calls and no tables."""

    def __init__(self) -> None:
        super().__init__()
        self._inner = InMemorySaver()

    def get_tuple(self, config: Any) -> Any:
        return self._inner.get_tuple(config)

    def list(self, config: Any, **options: Any) -> Any:
        return self._inner.list(config, **options)

    def put(self, *given: Any) -> Any:
        return self._inner.put(*given)

    def put_writes(self, *given: Any) -> None:
        self._inner.put_writes(*given)


def test_answers_to_threads_of_a_foreign_saver_lie_in_a_file(
    in_process: None, tmp_path: Path
) -> None:
    path = write_graph(tmp_path, ASKING)
    file = tmp_path / "kept" / "answers.sqlite"
    for _ in range(2):
        with driven(Foreign(), answers=str(file)) as driver:
            driver.open(path)
            before = len(answers(driver))
            driver.start({"log": []})
            driver.do(Resume("t", {asked(driver, "left").id: "l"}))
            ended(driver)
            assert len(answers(driver)) == before + 1
    assert before == 1, "the file outlives the session"
    assert file.exists()


def test_a_store_that_is_only_read_shows_its_answers(
    in_process: None, tmp_path: Path, desk: Desk
) -> None:
    driver = desk.session()
    driver.start({"log": []})
    driver.do(Resume("t", {asked(driver, "ask").id: "yes"}))
    ended(driver)
    with driven(str(tmp_path / "store.db"), read_only=True) as reading:
        assert [each.answer for each in answers(reading)] == ["yes"]
        page = cast(PendingPage, reading.do(ListPending()))
        assert [each.asker for each in page.interrupts] == ["other"]


def test_stores_without_answers_are_not_changed_by_looking(
    in_process: None, tmp_path: Path, desk: Desk
) -> None:
    driver = desk.session()
    driver.do(Start("t", {"log": []}))
    driver.rest()
    assert answers(driver) == ()
    desk.close()
    with driven(str(tmp_path / "store.db"), create=False) as again:
        assert answers(again) == ()


def test_answers_lie_in_a_store_on_a_server_too(
    in_process: None, tmp_path: Path, postgres_url: str
) -> None:
    with driven(postgres_url) as one, driven(postgres_url) as two:
        path = write_graph(tmp_path, ASKING)
        for each in (one, two):
            each.open(path)
        one.start({"log": []})
        left = asked(one, "left")
        one.do(Resume("t", {left.id: "nul \0"}, digests={left.id: left.digest}))
        ended(one)
        (found,) = answers(two)
        assert (found.answer, found.outcome) == ("nul \0", "taken")

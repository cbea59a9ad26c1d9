"""Checkpoints, values and branches are compared by the session, on both transports."""

import json
from pathlib import Path
from typing import Any

import jsonpatch
import pytest

from runtime.debug.commands import CommitEdit, Continue, ReadJson, StateEdit
from runtime.debug.comparing.commands import (
    CompareBranches,
    CompareCheckpoints,
    CompareValues,
    WriteComparison,
)
from runtime.debug.comparing.views import (
    BranchesCompared,
    ChannelDifference,
    CheckpointAddress,
    CheckpointsCompared,
)
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointRow
from tests.runtime.debug.harness import CHAIN, Driver, driven, write_graph

BOTH_TRANSPORTS = True

GRAPH = """
class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]
    messages: list[dict[str, Any]]
    text: str
    large: list[int]


def first(state: State) -> dict[str, Any]:
    return {
        "log": ["first"],
        "messages": [{"id": "a", "says": "hello"}, {"id": "b", "says": "old"}],
        "text": "one two three",
        "large": list(range(30_000)),
    }


def route(state: State) -> str:
    return "long" if state["text"].startswith("one") else "short"


def long(state: State) -> dict[str, Any]:
    return {
        "log": ["long"],
        "messages": [{"id": "b", "says": "new"}, {"id": "a", "says": "hello"}],
        "text": "one 2 three",
    }


def short(state: State) -> dict[str, Any]:
    return {"log": ["short"]}


def last(state: State) -> dict[str, Any]:
    return {"log": ["last"]}


builder = StateGraph(State)
for node in (first, long, short, last):
    builder.add_node(node)
builder.add_edge(START, "first")
builder.add_conditional_edges("first", route, ["long", "short"])
builder.add_edge("long", "last")
builder.add_edge("short", "last")
graph = builder.compile()
"""


NESTED = """
class Inner(TypedDict, total=False):
    log: Annotated[list[str], operator.add]
    inside: int


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def first(state: Inner) -> dict[str, Any]:
    return {"log": ["first"], "inside": 1}


def second(state: Inner) -> dict[str, Any]:
    return {"log": ["second"]}


inner = StateGraph(Inner).add_sequence([first, second]).add_edge(START, "first").compile()
graph = StateGraph(State).add_node("inner", inner).add_edge(START, "inner").compile()
"""


def at(row: CheckpointRow) -> CheckpointAddress:
    return CheckpointAddress(row.thread_id, row.checkpoint_id, row.checkpoint_ns)


def compared(driver: Driver, before: CheckpointRow, after: CheckpointRow) -> dict[str, Any]:
    """Differences by channel, all parts of the work together."""
    found: dict[str, ChannelDifference] = {}
    start, more = 0, True
    while more:
        part = driver.do(CompareCheckpoints(at(before), at(after), start))
        assert isinstance(part, CheckpointsCompared)
        found |= {each.channel: each for each in part.channels}
        start, more = part.next, part.more
    return found


def told(difference: ChannelDifference) -> list[tuple[str, str]]:
    return [(each.kind, "/".join(each.path)) for each in difference.changes]


def branches(driver: Driver, first: CheckpointRow, second: CheckpointRow) -> BranchesCompared:
    while True:
        page = driver.do(CompareBranches(at(first), at(second)))
        assert isinstance(page, BranchesCompared)
        if not page.more:
            return page


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "store.db")


def forked(driver: Driver, path: Path) -> tuple[list[CheckpointRow], list[CheckpointRow]]:
    """A branch and one with another text from step 1 on, each oldest first."""
    driver.open(write_graph(path, GRAPH))
    driver.start({"log": []})
    original = driver.rows()[::-1]
    edit = StateEdit("t", original[2].checkpoint_id, {"text": "none"}, as_node="first")
    driver.do(CommitEdit(edit))
    driver.go()
    return original, [*original[:3], *driver.rows()[:3][::-1]]


def test_changed_paths_of_two_checkpoints(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        original, branch = forked(driver, tmp_path)
        found = compared(driver, original[2], original[3])
        assert sorted(found) == ["log", "messages", "text"]
        assert told(found["messages"]) == [("moved", "0"), ("changed", "0/says")]
        assert found["messages"].changes[0].label == "id b"
        assert found["messages"].changes[1].before_path == ("1", "says")
        assert told(found["log"]) == [("added", "1")]
        text = found["text"].changes[0]
        assert text.before is not None
        assert text.after is not None
        lines = driver.do(CompareValues(text.before.handle, text.after.handle)).lines
        assert [(line.kind, line.text) for line in lines] == [
            ("removed", "one two three"),
            ("added", "one 2 three"),
        ]
        assert [(each.start, each.end) for line in lines for each in line.spans] == [(4, 7), (4, 5)]
        across = compared(driver, original[-1], branch[-1])
        assert sorted(across) == ["log", "messages", "text"]
        assert compared(driver, branch[-1], branch[-1]) == {}


def test_threads_and_recorded_runs_are_compared_without_a_graph(
    tmp_path: Path, database: str
) -> None:
    with driven(database) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": ["x"]}, "one")
        driver.start({"log": ["y"]}, "two")
    with driven(database, read_only=True, create=False) as driver:
        one, two = driver.rows("one")[0], driver.rows("two")[0]
        found = compared(driver, one, two)
        assert told(found.pop("log")) == [("changed", "0")]
        assert found == {}
        page = branches(driver, one, two)
        assert page.fork is None
        assert (page.total, page.first_difference, page.differing) == (5, 1, ("log",))


def test_a_patch_leads_from_one_state_to_the_other(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        original, branch = forked(driver, tmp_path)

        def state(row: CheckpointRow) -> dict[str, Any]:
            place = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
            return {
                name: driver.do(ReadJson(ValueHandle(*place, ("channel", name)))).value
                for name in ("log", "messages", "text")
            }

        for before, after in ((original[2], original[4]), (original[4], branch[-1])):
            written = driver.do(WriteComparison(at(before), at(after), "patch")).text
            assert jsonpatch.apply_patch(state(before), json.loads(written)) == state(after)
        text = driver.do(WriteComparison(at(original[2]), at(original[3]), channels=("text",))).text
        assert text.splitlines()[2:] == ["@@ -1 +1 @@", "-one two three", "+one 2 three"]
        assert text.startswith(f"--- text\tthread t, step 1, {original[2].checkpoint_id}\n")


def test_branches_stand_side_by_side_from_their_fork(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        original, branch = forked(driver, tmp_path)
        page = branches(driver, original[-1], branch[-1])
        assert page.fork is not None
        assert page.fork.checkpoint_id == original[2].checkpoint_id
        assert [
            tuple(
                None if side is None else side.ran or side.source
                for side in (row.first, row.second)
            )
            for row in page.rows
        ] == [(None, "update"), (("long",), ("short",)), (("last",), ("last",))]
        assert (page.first_difference, page.differing) == (1, ("log", "messages", "text"))
        assert [row.differs for row in page.rows] == [False, True, False]
        assert page.rows[1].first is not None
        assert page.rows[1].first.channels == ("log", "messages", "text")
        assert page.rows[1].first.duration_ms is not None
        part = driver.do(CompareBranches(at(original[-1]), at(branch[-1]), offset=1, limit=1))
        assert (part.offset, part.total, part.rows) == (1, 3, page.rows[1:2])


def test_a_branch_that_only_ran_again_differs_nowhere(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []})
        original = driver.rows()
        driver.do(Continue("t", original[2].checkpoint_id))
        driver.rest()
        page = branches(driver, original[0], driver.rows()[0])
        assert page.fork is not None
        assert page.fork.checkpoint_id == original[2].checkpoint_id
        assert [row.second.source for row in page.rows if row.second] == ["fork", "loop", "loop"]
        assert page.rows[0].first is None
        assert page.first_difference is None
        driver.do(CommitEdit(StateEdit("t", original[1].checkpoint_id, {"count": 2}, as_node="b")))
        driver.go()
        page = branches(driver, original[0], driver.rows()[0])
        assert [row.differs for row in page.rows] == [False, False]
        assert (page.first_difference, page.differing) == (0, ())
        backwards = branches(driver, original[0], original[2])
        assert [row.second for row in backwards.rows] == [None, None]


def test_checkpoints_of_another_namespace_are_compared(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        driver.open(write_graph(tmp_path, NESTED))
        driver.start({"log": []})
        outer = driver.rows()[0]
        inner = [row for row in driver.rows(checkpoint_ns=None) if row.checkpoint_ns]
        assert len(inner) == 4
        found = compared(driver, inner[-2], inner[0])
        assert told(found["log"]) == [("added", "0"), ("added", "1")]
        across = compared(driver, inner[0], outer)
        assert list(across) == ["inside"]
        assert told(across["inside"]) == [("removed", "")]
        page = branches(driver, inner[0], outer)
        assert page.fork is None


def test_what_is_not_there_is_refused(tmp_path: Path, database: str) -> None:
    with driven(database) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []})
        row = driver.rows()[0]
        nowhere = CheckpointAddress("t", "nothing")
        for command in (
            CompareCheckpoints(at(row), nowhere),
            WriteComparison(nowhere, at(row)),
            CompareBranches(at(row), nowhere),
        ):
            assert "There is no checkpoint nothing" in driver.refusal(command)
        place = ValueHandle("t", "", row.checkpoint_id, ("channel", "none"))
        assert "none has no value" in driver.refusal(CompareValues(None, place))


def test_a_large_comparison_is_done_in_parts(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    monkeypatch.setattr("runtime.debug.comparing.checkpoints.SLICE_SECONDS", 0.0)
    with driven(database) as driver:
        original, _ = forked(driver, tmp_path)
        before, after = at(original[1]), at(original[2])
        parts = [driver.do(CompareCheckpoints(before, after))]
        while parts[-1].more:
            parts.append(driver.do(CompareCheckpoints(before, after, parts[-1].next)))
        assert len(parts) > 3
        channels = [each for part in parts for each in part.channels]
        assert sorted(each.channel for each in channels) == ["large", "log", "messages", "text"]
        monkeypatch.undo()
        assert compared(driver, original[1], original[2]) == {
            each.channel: each for each in channels
        }

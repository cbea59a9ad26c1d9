"""What a router returned, read off where it led, also of a run that an earlier session recorded."""

from pathlib import Path

import pytest

from runtime.debug.views import CheckpointView, RouteView
from studio.inspector.why_rows import trigger_line
from tests.runtime.debug.harness import driven, write_graph

BOTH_TRANSPORTS = True
GRAPH = """
class State(TypedDict, total=False):
    n: int


def count(state: State) -> State:
    return {"n": state.get("n", 0) + 1}


def enough(state: State) -> bool:
    return state["n"] >= 2


def grade(state: State) -> str:
    return ["low", "poor", "high"][state["n"] - 2]


def plain(state: State) -> None:
    return None


builder = StateGraph(State)
for name in ("count", "check", "by_name"):
    builder.add_node(name, count if name == "count" else plain)
builder.add_edge(START, "count")
builder.add_conditional_edges("count", enough, {True: "check", False: "count"})
builder.add_conditional_edges("check", grade, {"low": "by_name", "poor": "by_name", "high": END})
builder.add_conditional_edges("by_name", lambda state: "last", ["last"])
builder.add_node("last", plain)
graph = builder.compile()
"""


def routes(view: CheckpointView, node: str) -> tuple[RouteView, ...]:
    explained = next(each for each in view.explanations if each.node == node)
    return tuple(route for trigger in explained.triggers for route in trigger.routes)


@pytest.fixture
def views(tmp_path: Path) -> dict[int, CheckpointView]:
    """The moments of a finished run by step, read by another session than ran it."""
    store, target = str(tmp_path / "s.sqlite"), write_graph(tmp_path, GRAPH)
    with driven(store) as driver:
        driver.open(target)
        driver.start({})
    with driven(store) as driver:
        driver.open(target)
        return {row.step: driver.view(row.checkpoint_id) for row in driver.rows()}


def test_a_path_map_is_read_backwards(views: dict[int, CheckpointView]) -> None:
    assert routes(views[1], "count") == (RouteView("count", "enough", ("False",)),)
    assert routes(views[2], "check") == (RouteView("count", "enough", ("True",)),)
    # Both answers lead there; which it was is nowhere.
    assert routes(views[3], "by_name") == (RouteView("check", "grade", ("'low'", "'poor'")),)
    assert routes(views[4], "last") == (RouteView("by_name", "<lambda>", ("'last'",)),)


def test_an_edge_is_no_answer(views: dict[int, CheckpointView]) -> None:
    assert routes(views[0], "count") == ()
    assert routes(views[2], "count") == ()


def test_the_panel_says_it(views: dict[int, CheckpointView]) -> None:
    def shown(step: int, node: str) -> str:
        explained = next(each for each in views[step].explanations if each.node == node)
        return trigger_line(explained.triggers[0]).written_by

    assert shown(2, "check") == "count: enough returned True"
    assert shown(3, "by_name") == "check: grade returned 'low' or 'poor'"
    assert shown(4, "last") == "by_name: its router returned 'last'"

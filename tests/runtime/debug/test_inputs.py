"""A session tells which task changed its input in place, where, and whether others see it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.debug.events import Event, InputMutated, TaskStarted, TaskWrote
from tests.runtime.debug.harness import Driver, driven, write_graph

BOTH_TRANSPORTS = True

VANDALS = """
from dataclasses import dataclass


@dataclass
class Item:
    name: str


class State(TypedDict):
    items: list[Any]
    rounds: Annotated[int, operator.add]


def fill(state: State) -> Any:
    return {"items": [Item("a"), Item("b")], "rounds": 1}


def vandal(state: State) -> Any:
    state["items"][1].name = "changed"
    state["items"].append(1)
    return {"rounds": 1}


def again(state: State) -> Any:
    return "vandal" if state["rounds"] < 4 else [Send("sent", {"deep": [[1]]})]


def sent(argument: Any) -> None:
    argument["deep"][0].clear()
    raise RuntimeError("no luck")


builder = StateGraph(State)
builder.add_sequence([fill, vandal])
builder.add_node(sent)
builder.add_edge(START, "fill")
builder.add_conditional_edges("vandal", again)
graph = builder.compile()
"""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with driven() as made:
        yield made


def test_changes_are_told_once_a_run_with_node_path_and_place(
    driver: Driver, tmp_path: Path
) -> None:
    path = write_graph(tmp_path, VANDALS)
    driver.open(path)
    driver.start({"items": [], "rounds": 0})

    first, second, third = driver.told(InputMutated)
    assert first.name == second.name == "vandal"
    assert first.paths == ("state.items", "state.items[1].name")
    assert "state.items had 2 items and has 3; state.items[1].name was replaced" in (
        first.warning.message
    )
    assert "Objects are shared" in first.warning.message
    assert first.warning.node == "vandal"
    (frame,) = first.warning.frames
    assert (frame.path, frame.function) == (str(path), "vandal")
    assert path.read_text().splitlines()[frame.line - 1].startswith("def vandal")
    # The object is changed by now: the further rounds change the list only, which is told once.
    assert second.paths == ("state.items",)
    assert "is lost" in second.warning.message
    assert third.name == "sent"
    assert third.paths == ("state.deep[0]",)

    of_task = [
        type(event)
        for event in driver.events
        if getattr(event, "task_id", None) == first.task_id and isinstance(event, Event)
    ]
    assert of_task == [TaskStarted, InputMutated, TaskWrote]


def test_every_run_tells_anew_and_honest_nodes_are_not_told(driver: Driver, tmp_path: Path) -> None:
    body = VANDALS.replace('    state["items"][1].name = "changed"\n', "").replace(
        'argument["deep"][0].clear()', "list(argument)"
    )
    driver.open(write_graph(tmp_path, body))
    for thread in ("one", "two"):
        driver.start({"items": [], "rounds": 0}, thread)
    assert [event.paths for event in driver.told(InputMutated)] == [("state.items",)] * 2

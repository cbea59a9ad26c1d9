"""``report_mutations``: who changed his input in place, and where."""

import asyncio
import subprocess
import sys
import warnings
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from langchain_core.messages import HumanMessage as LangChainMessage
from pydantic import BaseModel
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import START, StateGraph
from runtime.messages import HumanMessage
from runtime.pregel.mutations import Noted
from runtime.types import Send, interrupt
from runtime.warnings import InputMutationWarning


@dataclass
class Item:
    name: str
    tags: list[str] = field(default_factory=list)
    parent: "Item | None" = None


class Slotted:
    __slots__ = ("_seen", "value")

    def __init__(self) -> None:
        self.value = [1]

    def look(self) -> None:
        self._seen = True


class Costly:
    def __init__(self) -> None:
        self.base = 1

    @cached_property
    def derived(self) -> int:
        return self.base + 1


class Person(BaseModel):
    name: str


class State(TypedDict, total=False):
    items: Any
    data: Any


def made() -> dict[str, Any]:
    return {
        "items": [Item("a"), Item("b", ["x"], Item("c")), Slotted(), Costly(), Person(name="p")],
        "data": {
            "list": [1, [2]],
            3: {"set": {1}},
            "bytes": bytearray(b"x"),
            "deque": deque([[1]]),
            "array": np.zeros(2),
            "message": HumanMessage("hi"),
            "other": LangChainMessage("hi"),
            "path": Path("a/b"),
        },
    }


def graph_of(node: Callable[[Any], Any], report: bool | None = True, **options: Any) -> Any:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("vandal", node).add_edge(START, "vandal")
    return builder.compile(report_mutations=report, **options)


def reported(node: Callable[[Any], Any], given: Any = None) -> list[InputMutationWarning]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph_of(node).invoke(made() if given is None else given)
    return [each.message for each in caught if isinstance(each.message, InputMutationWarning)]


CHANGES: list[tuple[str, Callable[[Any], Any], str, bool]] = [
    ("append", lambda s: s["items"].append(1), "state.items had 5 items and has 6", True),
    ("key", lambda s: s.update(new=1), "state.new was added", True),
    ("pop", lambda s: s.pop("items"), "state.items was removed", True),
    ("item", lambda s: s["data"]["list"].__setitem__(0, 5), "state.data['list'][0]", True),
    ("deep", lambda s: s["data"]["list"][1].clear(), "state.data['list'][1] had 1 item", True),
    ("set", lambda s: s["data"][3]["set"].add(2), "state.data[3]['set'] had 1 item", True),
    ("bytes", lambda s: s["data"]["bytes"].extend(b"y"), "state.data['bytes'] was", True),
    ("deque", lambda s: s["data"]["deque"][0].pop(), "state.data['deque'][0] had 1", True),
    ("attribute", lambda s: setattr(s["items"][1], "name", "z"), "state.items[1].name was", False),
    ("inside", lambda s: s["items"][1].tags.append("y"), "state.items[1].tags had 1", False),
    (
        "far",
        lambda s: setattr(s["items"][1].parent, "name", 1),
        "state.items[1].parent.name",
        False,
    ),
    ("slot", lambda s: s["items"][2].value.append(2), "state.items[2].value had 1", False),
    ("model", lambda s: setattr(s["items"][4], "name", "q"), "state.items[4].name was", False),
    (
        "new attribute",
        lambda s: setattr(s["items"][3], "more", 1),
        "state.items[3].more was",
        False,
    ),
    ("array", lambda s: s["data"]["array"].__setitem__(0, 1), "state.data['array'] was", False),
    (
        "message",
        lambda s: setattr(s["data"]["message"], "content", "bye"),
        "state.data['message'].content was replaced",
        False,
    ),
    (
        "langchain",
        lambda s: s["data"]["other"].additional_kwargs.update(a=1),
        "state.data['other'].additional_kwargs['a'] was added",
        False,
    ),
]


@pytest.mark.parametrize(
    ("change", "told", "contained"), [each[1:] for each in CHANGES], ids=[c[0] for c in CHANGES]
)
def test_a_change_is_told_with_node_and_path(
    change: Callable[[Any], Any], told: str, contained: bool
) -> None:
    def vandal(state: Any) -> None:
        change(state)

    (warning,) = reported(vandal)

    assert warning.node == "vandal"
    assert len(warning.paths) == 1
    assert told.startswith(warning.paths[0])
    assert str(warning).startswith(f"vandal changed its input in place: {told}")
    assert ("is lost" in str(warning)) is contained
    assert ("Objects are shared" in str(warning)) is not contained


def test_looking_is_no_change() -> None:
    def look(state: Any) -> Any:
        items, data = state["items"], state["data"]
        items[2].look()
        assert items[3].derived == 2
        assert str(data["path"] / "c")
        assert hash(data["path"])
        list(data["deque"])
        data["list"][0] = 1
        return {"data": {**data, "new": 1}, "items": [*items, 1]}

    assert reported(look) == []


def test_several_changes_are_one_warning_and_very_many_are_cut() -> None:
    def vandal(state: Any) -> None:
        state["items"][0].name = 1
        state["data"].clear()

    (warning,) = reported(vandal)
    assert warning.paths[0] == "state.items[0].name" or "state.data" in warning.paths[0]
    assert "state.items[0].name" in warning.paths
    assert "state.data['list']" in warning.paths

    (warning,) = reported(lambda state: state["data"].update(dict.fromkeys(range(500))))
    assert len(warning.paths) == 20


def test_a_node_that_fails_or_asks_is_told_too() -> None:
    def failing(state: Any) -> None:
        state["items"].clear()
        raise RuntimeError("no luck")

    with pytest.warns(InputMutationWarning, match="state.items"), pytest.raises(RuntimeError):
        graph_of(failing).invoke(made())

    def asking(state: Any) -> None:
        state["data"].pop("list")
        interrupt("?")

    with pytest.warns(InputMutationWarning, match=r"state.data\['list'\] was removed"):
        result = graph_of(asking, checkpointer=InMemorySaver()).invoke(
            {"data": {"list": []}}, {"configurable": {"thread_id": "t"}}
        )
    assert result["__interrupt__"][0].value == "?"


def test_coroutines_generators_routers_and_sends() -> None:
    async def waiting(state: Any) -> None:
        await asyncio.sleep(0)
        state["items"].append(1)

    def yielding(state: Any) -> Any:
        yield {"data": 1}
        state["items"].append(1)

    def route(state: Any) -> Any:
        state["items"].append(1)
        return [Send("sent", {"nested": [1]})]

    def sent(argument: Any) -> None:
        argument["nested"].append(1)

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("waiting", waiting).add_node("yielding", yielding).add_node("sent", sent)
    builder.add_sequence([("first", lambda state: {"items": [0]})])
    builder.add_edge(START, "first").add_edge("first", "waiting").add_edge("waiting", "yielding")
    builder.add_conditional_edges("yielding", route, ["sent"])
    graph = builder.compile(report_mutations=True)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(graph.ainvoke({}))

    told: Any = [each.message for each in caught]
    assert [(each.node, each.paths) for each in told] == [
        ("waiting", ("state.items",)),
        ("yielding", ("state.items",)),
        ("the router route of yielding", ("state.items",)),
        ("sent", ("state.nested",)),
    ]


def test_a_schema_that_is_a_class_is_made_for_the_node() -> None:
    @dataclass
    class Typed:
        items: list[Any] = field(default_factory=list)

    def vandal(state: Typed) -> None:
        state.items.append(1)

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Typed)
    graph: Any = builder.add_node("v", vandal).add_edge(START, "v").compile(report_mutations=True)
    with pytest.warns(InputMutationWarning, match="has 1. The node works on"):
        graph.invoke({"items": []})


def test_it_can_be_an_error_at_the_place_of_the_node() -> None:
    def vandal(state: Any) -> None:
        state["items"].append(1)

    with warnings.catch_warnings():
        warnings.simplefilter("error", InputMutationWarning)
        with pytest.raises(InputMutationWarning) as caught:
            graph_of(vandal).invoke(made())
    assert caught.value.node == "vandal"
    assert "During task with name 'vandal'" in caught.value.__notes__[0]

    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always")
        graph_of(vandal).invoke(made())
    assert recorded[0].filename == __file__
    assert recorded[0].lineno == vandal.__code__.co_firstlineno


@pytest.mark.parametrize(("report", "told"), [(None, True), (False, False)])
def test_the_environment_asks_where_the_graph_does_not_say(
    report: bool | None, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PREGEL_REPORT_MUTATIONS", "true")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph_of(lambda state: state["items"].append(1), report).invoke(made())
    assert bool(caught) is told


def test_nobody_who_does_not_ask_pays() -> None:
    """The node is called as it is, and what would look at its input is not even imported."""
    program = (
        "import sys\n"
        "from runtime.graph import START, StateGraph\n"
        "def node(state): pass\n"
        "builder = StateGraph(dict).add_node('n', node).add_edge(START, 'n')\n"
        "graph = builder.compile()\n"
        "graph.invoke({})\n"
        "assert graph.nodes['n'].bound is builder.nodes['n'].runnable\n"
        "assert 'runtime.pregel.mutations' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_cycles_depth_and_width_end() -> None:
    knot: list[Any] = []
    knot.append(knot)
    deep: Any = []
    for _ in range(3000):
        deep = [deep]

    def vandal(state: Any) -> None:
        state["data"][0].append(1)

    (warning,) = reported(vandal, {"data": [[], knot, deep, [[] for _ in range(200_000)]]})
    assert warning.paths == ("state.data[0]",)


@pytest.mark.parametrize(
    ("make", "change", "told"),
    [
        (
            lambda: dict.fromkeys(range(50)),
            lambda made: made.update({3: 1}),
            "state[3] was replaced",
        ),
        (lambda: dict.fromkeys(range(50)), lambda made: made.update({40: 1}), ""),
        (
            lambda: dict.fromkeys(range(50)),
            lambda made: made.pop(3),
            "state[3] was removed, state had 50 items and has 49",
        ),
        (
            lambda: dict.fromkeys(range(50)),
            lambda made: made.update(new=1),
            "state had 50 items and has 51",
        ),
        (
            lambda: dict.fromkeys(range(50)),
            lambda made: [made.pop(key) for key in range(2, 50)],
            ", ".join(f"state[{key}] was removed" for key in range(2, 10))
            + ", state had 50 items and has 2",
        ),
        (lambda: [None] * 50, lambda made: made.__setitem__(3, 1), "state[3] was replaced"),
        (lambda: [None] * 50, lambda made: made.__setitem__(40, 1), ""),
        (lambda: [None] * 50, lambda made: made.pop(), "state had 50 items and has 49"),
        (lambda: set(range(50)), lambda made: made.add(-1), "state had 50 items and has 51"),
        (lambda: set(range(50)), lambda made: (made.remove(3), made.add(-1)), ""),
    ],
)
def test_of_large_parts_the_first_entries_are_noted_and_how_many_there_were(
    make: Callable[[], Any], change: Callable[[Any], object], told: str
) -> None:
    value = make()
    noted = Noted(value, most=10)
    assert noted.mutations() == []
    change(value)
    assert ", ".join(map(str, noted.mutations())) == told


def test_of_a_large_part_no_more_is_held_than_is_looked_at() -> None:
    value: list[Any] = [Item("a") for _ in range(50)]
    before = list(map(sys.getrefcount, value))
    noted = Noted(value, most=10)
    held = [now > old for now, old in zip(map(sys.getrefcount, value), before, strict=True)]
    assert held == [True] * 10 + [False] * 40
    assert noted.mutations() == []

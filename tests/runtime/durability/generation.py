"""Random graphs as plain data, and the code that builds them around a hook.

Nodes add to a sum and to a list. Edges and joins lead forward; routers by the sum also lead back,
until the graph has gone round often enough; some routes are Sends. Some nodes are deferred, go on
by Command or run a graph of their own. The hook is called each time a node runs, before it writes;
in place of one that runs a graph, for each node in there. ``Rich`` has a channel of every kind, and
its nodes note what they saw of them.
"""

import operator
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

from hypothesis import strategies as st
from typing_extensions import TypedDict

from runtime.channels import AnyValue, DeltaChannel, EphemeralValue, Topic, UntrackedValue
from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send

NAMES = ("a", "b", "c", "d")
ROUNDS = 5
"""Supersteps after which routers end."""
Plan = dict[str, Any]


class State(TypedDict, total=False):
    """``steps`` bounds the loops."""

    total: Annotated[int, operator.add]
    items: Annotated[list[Any], operator.add]
    steps: Annotated[int, max]


def _extended(value: list[Any] | None, writes: Sequence[list[Any]]) -> list[Any]:
    return [*(value or ()), *(item for write in writes for item in write)]


class Rich(State, total=False):
    """Of every kind of channel one; those of ``State`` fold by a function."""

    given: Any
    kept: Annotated[list[Any], Topic(str, accumulate=True)]
    fresh: Annotated[list[Any], Topic(str, accumulate=False)]
    delta: Annotated[list[Any], DeltaChannel(_extended, list, snapshot_frequency=3)]
    latest: Annotated[Any, AnyValue(Any)]
    brief: Annotated[Any, EphemeralValue(Any, guard=False)]
    unkept: Annotated[Any, UntrackedValue(Any, guard=False)]


def _rich(name: str, state: Any) -> dict[str, Any]:
    """What a node writes to the further channels; the list says what it saw of them."""
    seen = {key: state.get(key) for key in ("kept", "fresh", "latest", "brief")}
    return {
        "items": [{**seen, "delta": len(state.get("delta", ()))}],
        "kept": name,
        "fresh": name,
        "delta": [name, state.get("steps", 0)],
        "latest": [name, state.get("steps", 0)],
        "brief": name,
        "unkept": name,
    }


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """A plan is JSON, so that it can be sent to another process."""
    names = NAMES[: draw(st.integers(2, len(NAMES)))]
    name = st.sampled_from(names)
    route = st.lists(
        st.tuples(st.sampled_from([*names, END]), st.none() | st.integers(0, 3)), max_size=2
    )
    pairs = [(one, two) for one in names for two in names if one < two]
    joins = [((one, two), three) for one, two in pairs for three in names if two < three]
    return {
        "nodes": {each: draw(st.integers(-1, 2)) for each in names},
        "edges": [
            *draw(
                st.lists(name, min_size=1, max_size=2).map(lambda ends: [(START, e) for e in ends])
            ),
            *draw(st.lists(st.sampled_from(pairs), max_size=4)),
        ],
        "joins": draw(st.lists(st.sampled_from(joins), max_size=2)) if joins else [],
        "deferred": sorted(draw(st.sets(name, max_size=1))),
        "nested": sorted(draw(st.sets(name, max_size=1))),
        "commands": draw(st.dictionaries(name, st.sampled_from([*names, END]), max_size=1)),
        "routers": draw(st.dictionaries(name, st.lists(route, min_size=1, max_size=3), max_size=2)),
    }


def build(
    plan: Plan,
    hook: Callable[[str], Any],
    *,
    rich: bool = False,
    pause: Callable[[], Awaitable[None]] | None = None,
) -> StateGraph[Any, Any, Any, Any]:
    """The builder; what ``hook(name)`` returns, if anything, is appended to the list.

    With ``pause`` nodes are coroutines, which await it before they write.
    """
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Rich if rich else State)

    def inside(name: str) -> Any:
        def node(state: Any) -> Any:
            noted = hook(name)
            return {"items": [name] if noted is None else [name, noted]}

        return node

    def nested(name: str) -> Any:
        inner: StateGraph[Any, Any, Any, Any] = StateGraph(State)
        inner.add_sequence([(f"{name}{number}", inside(f"{name}{number}")) for number in (1, 2)])
        graph = inner.add_edge(START, f"{name}1").compile()

        async def arun() -> Any:
            return (await graph.ainvoke({"total": 1}))["items"]

        # Called, not named, so that it is not found to be the node's subgraph.
        return lambda _name: graph.invoke({"total": 1})["items"], arun

    def action(name: str, add: int) -> Any:
        run, arun = nested(name) if name in plan["nested"] else (hook, None)
        goes_to = plan["commands"].get(name)

        def wrote(state: Any, noted: Any) -> Any:
            update = {
                "total": add,
                "items": [name, {"total": state.get("total", 0)}],
                "steps": state.get("steps", 0) + 1,
            }
            if noted is not None:
                update["items"].append(noted)
            if rich:
                more = _rich(name, state)
                update["items"] += more.pop("items")
                update |= more
            if goes_to is None or update["steps"] > ROUNDS:
                return update
            return Command(update=update, goto=goes_to)

        def node(state: Any) -> Any:
            return wrote(state, run(name))

        async def waiting(state: Any) -> Any:
            assert pause is not None
            await pause()
            noted = run(name) if arun is None else await arun()
            await pause()
            return wrote(state, noted)

        return node if pause is None else waiting

    def router(routes: list[list[tuple[str, int | None]]]) -> Any:
        def route(state: Any) -> Any:
            if state.get("steps", 0) >= ROUNDS:
                return END
            chosen = routes[state.get("total", 0) % len(routes)]
            return [
                name
                if sent is None or name == END
                else Send(name, {"sent": sent, "total": sent, "steps": state.get("steps", 0)})
                for name, sent in chosen
            ]

        return route

    for name, add in plan["nodes"].items():
        builder.add_node(name, action(name, add), defer=name in plan["deferred"])
    for start, end in plan["edges"]:
        builder.add_edge(start, end)
    for sources, end in plan["joins"]:
        builder.add_edge(list(sources), end)
    for source, routes in plan["routers"].items():
        builder.add_conditional_edges(source, router(routes))
    return builder

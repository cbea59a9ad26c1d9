"""Random small graphs as plain data, and the code that builds one on either engine.

Nodes add to a sum, append to a list and may write a plain value (two in one superstep conflict),
ask a question or go somewhere by Command. Edges are static, joining or routed by the sum; routes
name nodes, send to them, end, or do several of these. The recursion limit bounds loops.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Annotated, Any

from hypothesis import strategies as st
from typing_extensions import TypedDict

from tests.differential.engines import Engine

NAMES = ("a", "b", "c", "d", "e")


class State(TypedDict, total=False):
    total: Annotated[int, operator.add]
    items: Annotated[list[Any], operator.add]
    plain: int


@dataclass(frozen=True)
class Step:
    """Where a route leads: a node by name, a node by Send with a number, or the end."""

    node: str
    sent: int | None


@dataclass(frozen=True)
class NodePlan:
    name: str
    add: int
    items: tuple[int, ...]
    plain: int | None
    goto: tuple[Step, ...] | None
    asks: bool
    deferred: bool


@dataclass(frozen=True)
class RouterPlan:
    source: str
    routes: tuple[tuple[Step, ...], ...]


@dataclass(frozen=True)
class GraphPlan:
    nodes: tuple[NodePlan, ...]
    edges: tuple[tuple[str, str], ...]
    joins: tuple[tuple[tuple[str, ...], str], ...]
    routers: tuple[RouterPlan, ...]
    stops: tuple[str, ...]


@st.composite
def graph_plans(draw: st.DrawFn) -> GraphPlan:
    names = list(NAMES[: draw(st.integers(2, len(NAMES)))])
    name = st.sampled_from(names)
    step = st.builds(Step, st.sampled_from([*names, "__end__"]), st.none() | st.integers(0, 5)).map(
        lambda found: Step(found.node, None if found.node == "__end__" else found.sent)
    )
    rarely = st.sampled_from([False, False, False, False, True])

    def node(node_name: str) -> NodePlan:
        commands = draw(rarely)
        return NodePlan(
            name=node_name,
            add=draw(st.integers(-2, 3)),
            items=tuple(draw(st.lists(st.integers(0, 9), max_size=2))),
            plain=draw(st.integers(0, 9)) if draw(rarely) else None,
            goto=tuple(draw(st.lists(step, max_size=2))) if commands else None,
            asks=draw(rarely),
            deferred=draw(rarely),
        )

    routes = st.lists(st.lists(step, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)
    sources = draw(st.lists(name, unique=True, max_size=2))
    return GraphPlan(
        nodes=tuple(node(found) for found in draw(st.permutations(names))),
        edges=(
            ("__start__", draw(name)),
            *draw(st.lists(st.tuples(st.sampled_from(["__start__", *names]), name), max_size=6)),
        ),
        joins=tuple(
            draw(
                st.lists(
                    st.tuples(st.lists(name, unique=True, min_size=2, max_size=3).map(tuple), name),
                    max_size=2,
                )
            )
        ),
        routers=tuple(RouterPlan(source, draw(routes)) for source in sources),
        stops=tuple(draw(st.lists(name, unique=True, max_size=1))) if draw(rarely) else (),
    )


inputs = st.fixed_dictionaries(
    {"total": st.integers(0, 5)},
    optional={"items": st.lists(st.integers(0, 9), max_size=2), "plain": st.integers(0, 9)},
)


def build(plan: GraphPlan, engine: Engine) -> Any:
    """Compile the plan on one engine, with a saver in memory."""
    builder = engine.StateGraph(State)
    for node in plan.nodes:
        builder.add_node(node.name, _action(node, engine), defer=node.deferred)
    for start, end in plan.edges:
        builder.add_edge(start, end)
    for sources, end in plan.joins:
        builder.add_edge(list(sources), end)
    for router in plan.routers:
        builder.add_conditional_edges(router.source, _route(router, engine))
    return engine.compile(builder, interrupt_before=list(plan.stops))


def _action(plan: NodePlan, engine: Engine) -> Any:
    def action(state: Any) -> Any:
        items = [plan.name, *plan.items]
        if plan.asks:
            items.append(engine.interrupt([plan.name, state.get("total")]))
        update = {"total": plan.add + state.get("total", 0) % 3, "items": items}
        if plan.plain is not None:
            update["plain"] = plan.plain
        if plan.goto is None:
            return update
        return engine.Command(update=update, goto=_targets(plan.goto, engine))

    return action


def _route(plan: RouterPlan, engine: Engine) -> Any:
    def route(state: Any) -> Any:
        return _targets(plan.routes[state.get("total", 0) % len(plan.routes)], engine)

    return route


def _targets(steps: tuple[Step, ...], engine: Engine) -> list[Any]:
    return [
        step.node if step.sent is None else engine.Send(step.node, {"total": step.sent})
        for step in steps
    ]

"""Edits of a thread's state, and going on from them, told in snapshots."""

from __future__ import annotations

import operator
from functools import partial
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD: dict[str, Any] = {"configurable": {"thread_id": "thread"}}


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[str], operator.add]


def chain(engine: Engine, **options: Any) -> Any:
    builder = engine.StateGraph(State)
    builder.add_sequence([(name, lambda state, name=name: {"log": [name]}) for name in "abc"])
    return builder.add_edge(engine.START, "a").compile(engine.InMemorySaver(), **options)


def look(probe: Probe, app: Any) -> None:
    def seen(snapshot: Any) -> Any:
        return snapshot.values, snapshot.next, snapshot.metadata

    probe("state", lambda: seen(app.get_state(THREAD)))
    probe("history", lambda: [seen(found) for found in app.get_state_history(THREAD)])


def test_several_updates_in_one_superstep() -> None:
    def program(probe: Probe) -> None:
        update = probe.engine.StateUpdate
        app = chain(probe.engine)
        app.invoke({"x": 1}, THREAD)
        another = update({"x": 2}, "a")
        for node in ("__input__", "__end__", "__copy__"):
            for updates in ([update(None, node), another], [another, update(None, node)]):
                probe(node, partial(app.bulk_update_state, THREAD, [updates]))
        probe("tuple", lambda: app.bulk_update_state(THREAD, [[({"x": 3}, "a", None)]]) and None)
        look(probe, app)

    same(program)


def test_input_by_an_edit_keeps_what_is_due() -> None:
    def program(probe: Probe) -> None:
        app = chain(probe.engine, interrupt_before=["c"])
        app.invoke({"x": 1}, THREAD)
        app.update_state(THREAD, {"x": 7}, as_node="__input__")
        look(probe, app)
        probe.stream("goes on", app.stream(None, THREAD))
        look(probe, app)

    same(program)


@pytest.mark.parametrize(
    "edit",
    [
        {"values": {"log": ["edit"]}, "as_node": "a"},
        {"values": None, "as_node": "__copy__"},
        {"values": {"log": ["edit"]}, "as_node": "c"},
        {"values": None, "as_node": "__end__"},
    ],
)
def test_going_on_from_an_edit_of_the_past(edit: dict[str, Any]) -> None:
    """The edit is the branch: no checkpoint is added where it is begun, or has nothing to run."""

    def program(probe: Probe) -> None:
        app = chain(probe.engine)
        app.invoke({"x": 1, "log": ["in"]}, THREAD)
        past = next(found for found in app.get_state_history(THREAD) if found.next == ("b",))
        edited = app.update_state(past.config, **edit)
        probe("goes on", partial(app.invoke, None, edited))
        look(probe, app)
        if edit["as_node"] == "c":
            app.invoke({"log": ["new"]}, THREAD)
            probe("once more", partial(app.invoke, None, edited))
            look(probe, app)

    same(program)

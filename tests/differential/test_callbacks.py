"""Handlers that are told when a graph stops to ask and when it goes on."""

import asyncio
import operator
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import pytest
from typing_extensions import TypedDict

from runtime.callbacks import GraphCallbackHandler, GraphInterruptEvent
from runtime.checkpoint.memory import InMemorySaver
from tests.differential.engines import OURS, Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def asks(engine: Engine, name: str) -> Any:
    return lambda state: {"log": [name + str(engine.interrupt(name))]}


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


def chain(engine: Engine, first: Any, **options: Any) -> Any:
    builder = engine.StateGraph(State).add_node("a", first).add_node("b", says("b"))
    options.setdefault("checkpointer", engine.InMemorySaver())
    return builder.add_edge(engine.START, "a").add_edge("a", "b").compile(**options)


def handler(
    probe: Probe, name: str = "handler", *, fails: bool = False, stops: bool = False
) -> Any:
    """Writes down what it is told; raises afterwards where it `fails`."""

    class Handler(probe.engine.GraphCallbackHandler):  # type: ignore[misc, name-defined]
        raise_error = stops

        def on_interrupt(self, event: Any) -> None:
            self._told("stopped", event)

        def on_resume(self, event: Any) -> None:
            self._told("goes on", event)

        def _told(self, what: str, event: Any) -> None:
            fields = {
                "run": isinstance(event.run_id, UUID) or probe.normalise(event.run_id),
                "status": event.status,
                "checkpoint": probe.normalise(event.checkpoint_id),
                "namespace": probe.normalise(event.checkpoint_ns),
                "asked": sorted(found.value for found in getattr(event, "interrupts", ())),
            }
            probe.seen.append((f"{name} {what}", fields))
            if fails:
                raise ValueError("no luck")

    return Handler()


def on(*handlers: Any, thread: str = "t", **more: Any) -> dict[str, Any]:
    return {"configurable": {"thread_id": thread}, "callbacks": list(handlers), **more}


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_questions_and_answers(way: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        config = on(handler(probe))
        app = chain(engine, asks(engine, "a"))
        call = getattr(app, way)
        probe("asks", partial(call, {"log": []}, config))
        probe("answered", partial(call, engine.Command(resume="1"), config))
        probe("once more", partial(call, None, config))
        probe("new input", partial(call, {"log": ["new"]}, config))
        probe("dropped", partial(call, {"log": ["newer"]}, config))
        past = [found for found in app.get_state_history(config) if found.next == ("a",)]
        probe("branch", partial(call, None, {**config, **past[-1].config}))
        probe("state", lambda: app.get_state(config).next)
        unsaved = getattr(chain(engine, asks(engine, "a"), checkpointer=None), way)
        probe("unsaved", partial(unsaved, {"log": []}, config))
        run = {"run_id": "0198d3a0-0000-7000-8000-000000000000"}
        probe("own id", partial(call, {"log": []}, on(handler(probe), thread="u", **run)))

    same(program)


GIVEN: list[Any] = [{"log": []}, None, None]


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_static_stops(way: str) -> None:
    def program(probe: Probe) -> None:
        stops = {"interrupt_before": ["b"], "interrupt_after": ["b"]}
        call = getattr(chain(probe.engine, says("a"), **stops), way)
        for given in GIVEN:
            probe("run", partial(call, given, on(handler(probe))))

    same(program)


def questions(result: Any) -> dict[str, str]:
    """The ids of what a run asks, by question; coroutines are run."""
    if asyncio.iscoroutine(result):
        result = asyncio.run(result)
    return {found.value: found.id for found in result["__interrupt__"]}


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_subgraphs_and_siblings(way: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = engine.StateGraph(State).add_node("x", asks(engine, "x"))
        sub = inner.add_edge(engine.START, "x").compile()
        call = getattr(chain(engine, sub), way)
        probe("asks", partial(call, {"log": []}, on(handler(probe))))
        probe("answered", partial(call, engine.Command(resume="1"), on(handler(probe))))

        builder = engine.StateGraph(State)
        for name in ("p", "q"):
            builder.add_node(name, asks(engine, name)).add_edge(engine.START, name)
        call = getattr(builder.compile(engine.InMemorySaver()), way)
        asked = questions(call({"log": []}, on(handler(probe))))
        asked = questions(call(engine.Command(resume={asked["p"]: "1"}), on(handler(probe))))
        probe("left", lambda: sorted(asked))

    same(program)


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_handlers_that_fail(way: str, caplog: pytest.LogCaptureFixture) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        call = getattr(chain(engine, asks(engine, "a")), way)
        several = on(handler(probe, "first", fails=True), handler(probe, "second"))
        probe("logged", partial(call, {"log": []}, several))
        strict = on(handler(probe, "strict", fails=True, stops=True))
        probe("raised", partial(call, engine.Command(resume="1"), strict))
        probe("raised at once", partial(call, {"log": []}, {**strict, "configurable": NEW}))

    same(program)
    assert any("on_interrupt" in record.getMessage() for record in caplog.records)


NEW = {"thread_id": "new"}


def test_failures_and_limits() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = chain(engine, lambda state: 1 // 0)
        probe("fails", partial(app.invoke, {"log": []}, on(handler(probe))))
        probe("goes on", partial(app.invoke, None, on(handler(probe))))
        limited = on(handler(probe), thread="l", recursion_limit=1)
        probe("limit", partial(chain(engine, says("a")).invoke, {"log": []}, limited))
        bound = chain(engine, asks(engine, "a")).with_config(callbacks=[handler(probe, "bound")])
        probe("bound", partial(bound.invoke, {"log": []}, on(handler(probe))))

    same(program)


def test_managers_hold_graph_handlers_only() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        kinds = (
            engine.get_sync_graph_callback_manager_for_config,
            engine.get_async_graph_callback_manager_for_config,
        )
        for get in kinds:
            probe("none", partial(_count, get, {}))
            probe("others", partial(_count, get, {"callbacks": [object()]}))
            probe("one", partial(_count, get, on(handler(probe), object())))

    same(program)


def _count(get: Any, config: Any) -> int:
    return len(get(config).handlers)


class Later(GraphCallbackHandler):
    """Takes its time."""

    def __init__(self, app: Any) -> None:
        self.told: list[Any] = []
        self.app = app

    async def on_interrupt(self, event: GraphInterruptEvent) -> None:
        self.told.append((event.interrupts[0].value, self.app.get_state(on()).next))


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_coroutine_handlers_find_the_state_saved(way: str) -> None:
    def program(probe: Probe) -> None:
        app = chain(OURS, asks(OURS, "a"), checkpointer=InMemorySaver())
        later = Later(app)
        probe("asks", partial(getattr(app, way), {"log": []}, on(later)))
        assert later.told == [("a", ("a",))]

    program(Probe(OURS))

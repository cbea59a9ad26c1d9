"""What LangChain's callback handlers are told of runs, nodes, routers and calls."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[Any], operator.add]


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


class Told(BaseCallbackHandler):
    """Writes down names, tags, who started whom, and what went in and came out."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.runs: dict[Any, int] = {}

    def _run(self, run_id: Any) -> int | None:
        return None if run_id is None else self.runs.setdefault(run_id, len(self.runs))

    def _tell(self, what: str, run_id: Any, *seen: Any) -> None:
        self.probe.seen.append((what, (self._run(run_id), *map(self.probe.normalise, seen))))

    def on_chain_start(
        self,
        serialized: Any,
        inputs: Any,
        *,
        run_id: Any,
        parent_run_id: Any = None,
        tags: Any = None,
        metadata: Any = None,
        **kwargs: Any,
    ) -> None:
        name, known = kwargs["name"], {**metadata, "thread_id": None}
        self._tell("start", run_id, name, self._run(parent_run_id), tags, known, inputs)

    def on_chain_end(self, outputs: Any, *, run_id: Any, **kwargs: Any) -> None:
        self._tell("end", run_id, outputs)

    def on_chain_error(self, error: BaseException, *, run_id: Any, **kwargs: Any) -> None:
        self._tell("error", run_id, type(error).__name__)

    def on_chat_model_start(self, *args: Any, run_id: Any, **kwargs: Any) -> None:
        parent = self._run(kwargs["parent_run_id"])
        self._tell("model", run_id, parent, kwargs["tags"], kwargs["metadata"])


def chain(engine: Engine, *nodes: Any, **options: Any) -> Any:
    builder = engine.StateGraph(State).add_sequence(list(nodes))
    options.setdefault("checkpointer", engine.InMemorySaver())
    return builder.add_edge(engine.START, nodes[0][0]).compile(**options)


def routed(engine: Engine) -> Any:
    def enter(state: Any) -> str:
        return "a"

    def leave(state: Any) -> list[str]:
        return ["b", "c"]

    builder = engine.StateGraph(State)
    for name in "abc":
        builder.add_node(name, says(name))
    builder.add_conditional_edges(engine.START, enter).add_conditional_edges("a", leave)
    return builder.compile()


def asking(engine: Engine) -> Any:
    return chain(engine, ("ask", lambda state: {"log": [engine.interrupt("?")]}))


def nested(engine: Engine) -> Any:
    inner = chain(engine, ("i", says("i")), checkpointer=None, name="inner")
    return chain(engine, ("sub", inner), ("called", lambda state: inner.invoke({"x": 1})))


def functional(engine: Engine) -> Any:
    def add(a: int, b: int = 1) -> int:
        return a + b

    plus = engine.task(add)
    return engine.entrypoint()(lambda given: plus(given["x"], 2).result())


def retried(engine: Engine) -> Any:
    fails = [ValueError("once")]

    def flaky(state: Any) -> Any:
        if fails:
            raise fails.pop()
        return {"log": ["done"]}

    policy = engine.RetryPolicy(initial_interval=0.001, jitter=False, retry_on=ValueError)
    builder = engine.StateGraph(State).add_node("flaky", flaky, retry_policy=policy)
    return builder.add_edge(engine.START, "flaky").compile()


def talking(engine: Engine) -> Any:
    model = GenericFakeChatModel(messages=iter([AIMessage("hi", id="m")] * 9))
    own: Any = {"tags": ["own"], "metadata": {"own": 1}}
    return chain(engine, ("talk", lambda state: {"log": [model.invoke("?", own).content]}))


GRAPHS: dict[str, Callable[[Engine], Any]] = {
    "chain": lambda engine: chain(engine, ("n", says("n")), ("m", RunnableLambda(says("m")))),
    "named": lambda engine: chain(engine, ("n", says("n")), name="named").with_config(tags=["w"]),
    "failing": lambda engine: chain(engine, ("n", lambda state: 1 // 0)),
    "stopped": lambda engine: chain(engine, ("n", says("n")), interrupt_before=["n"]),
    "routed": routed,
    "asking": asking,
    "nested": nested,
    "functional": functional,
    "retried": retried,
    "talking": talking,
}


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize("name", GRAPHS)
def test_chain_events(name: str, way: str) -> None:
    def program(probe: Probe) -> None:
        app = GRAPHS[name](probe.engine)
        config = {
            "callbacks": [Told(probe)],
            "metadata": {"user": "ann"},
            "run_name": "a run",
            **({"max_concurrency": 1} if name == "routed" else {}),
            "configurable": {"thread_id": "t"},
        }
        for given in ({"x": 1}, probe.engine.Command(resume="yes"))[: 2 if name == "asking" else 1]:
            probe("result", lambda given=given: _kind_of(app, way, given, config))  # type: ignore[misc]

    same(program)


def _kind_of(app: Any, way: str, given: Any, config: Any) -> Any:
    """The result, or the class of the error: notes are each engine's own."""
    try:
        result = getattr(app, way)(given, config)
        return asyncio.run(result) if asyncio.iscoroutine(result) else result
    except Exception as error:  # noqa: BLE001 - the error is what is observed
        return type(error).__name__


def test_awaited_handlers_run_on_the_event_loop() -> None:
    def program(probe: Probe) -> None:
        class Awaited(AsyncCallbackHandler):
            async def on_chain_start(self, *args: Any, **kwargs: Any) -> None:
                probe.seen.append(("on loop", asyncio.get_running_loop() is loops[0]))

        loops: list[Any] = []

        async def run() -> Any:
            loops.append(asyncio.get_running_loop())
            app = chain(probe.engine, ("n", says("n")), checkpointer=None)
            return await app.ainvoke({"x": 1}, {"callbacks": [Awaited()]})

        probe("run", lambda: asyncio.run(run()))

    same(program)


@pytest.mark.parametrize("name", ["named", "routed", "asking", "talking"])
@pytest.mark.parametrize("options", [{}, {"stream_mode": "values"}, {"include_types": ["chain"]}])
def test_streamed_events(name: str, options: dict[str, Any]) -> None:
    def program(probe: Probe) -> None:
        app = GRAPHS[name](probe.engine)
        config = {"configurable": {"thread_id": "t"}, "max_concurrency": 1}
        probe.stream("event", app.astream_events({"x": 1}, config, version="v2", **options))

    same(program)


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_runnables_in_nodes_find_the_config(way: str) -> None:
    """Also where no handler listens."""

    def program(probe: Probe) -> None:
        def look(given: Any, config: RunnableConfig) -> Any:
            shown = {key: config["configurable"][key] for key in ("thread_id", "user")}
            probe.seen.append(("inside", probe.normalise((shown, config["tags"]))))
            probe.seen.append(("metadata", sorted(config["metadata"])))
            return given

        inner = RunnableLambda(look)

        def node(state: Any) -> Any:
            inner.invoke(1)

        async def anode(state: Any) -> Any:
            await inner.ainvoke(1)

        app = chain(probe.engine, ("n", node if way == "invoke" else anode))
        config = {"configurable": {"thread_id": "t", "user": "ann"}, "tags": ["tag"]}
        probe("run", lambda: getattr(app, way)({"x": 1}, config))

    same(program)

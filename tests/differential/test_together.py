"""Graphs in which several features meet, beside LangGraph's, sync and in coroutines.

Each is streamed with its subgraphs, looked at whenever it stops, and read back at the end.
"""

from __future__ import annotations

import asyncio
import itertools
import operator
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.differential.coroutines import InCoroutines
from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

MODES = ["updates", "values", "custom"]


class State(TypedDict, total=False):
    topic: str
    log: Annotated[list[Any], operator.add]


class Whole:
    """One graph on one thread: streams inputs one after the other, and shows what is saved."""

    def __init__(self, probe: Probe, graph: Any, way: str, **config: Any) -> None:
        self.probe = probe
        self.graph = graph if way == "sync" else InCoroutines(graph)
        self.config = {"configurable": {"thread_id": "t"}, **config}

    def run(self, given: Any, config: Any = None, **options: Any) -> None:
        chunks: list[Any] = []

        def collect() -> None:
            asked = {"stream_mode": MODES, "subgraphs": True, **options}
            for chunk in self.graph.stream(given, config or self.config, **asked):
                chunks.append(chunk)

        self.probe(f"run on {_without_ids(given)!r}", collect)
        self.probe("chunks", lambda: in_one_order(chunks))
        self.probe("state", lambda: _shown(self.graph.get_state(self.config, subgraphs=True)))

    def invoke(self, given: Any) -> None:
        """Without a stream: there LangGraph forgets error handlers."""
        self.probe("invoke", lambda: self.graph.invoke(given, self.config))
        self.probe("state", lambda: _shown(self.graph.get_state(self.config, subgraphs=True)))

    def answer(self, engine: Engine, *answers: Any) -> None:
        """Resume all open questions at once, in their order."""
        asked = self.graph.get_state(self.config).interrupts
        pairs = zip((each.id for each in asked), answers, strict=True)
        self.run(engine.Command(resume=dict(pairs)))

    def history(self) -> list[Any]:
        found = list(self.graph.get_state_history(self.config))
        self.probe("history", lambda: [_shown(each) for each in found])
        return found


def in_one_order(chunks: list[Any]) -> list[Any]:
    """The chunks of each graph together; what tasks of one superstep sent, in one order."""
    graphs: dict[Any, list[Any]] = {}
    for namespace, mode, payload in chunks:
        graphs.setdefault(namespace, []).append((mode, _without_ids(payload)))
    found = []
    for namespace, events in graphs.items():
        ordered: list[Any] = []
        for closes, group in itertools.groupby(events, key=_closes_superstep):
            several = list(group)
            ordered += several if closes else sorted(several, key=repr)
        found.append(([part.split(":")[0] for part in namespace], ordered))
    return sorted(found, key=repr)


def _closes_superstep(event: tuple[str, Any]) -> bool:
    mode, payload = event
    return mode == "values" and "__interrupt__" not in payload


def _without_ids(value: Any) -> Any:
    """Questions as what they ask; commands without the ids that answers are given to."""
    kind = type(value).__name__
    if kind == "Interrupt":
        return ("asks", value.value)
    if kind == "Command":
        resume = value.resume
        return ("resume", list(resume.values()) if isinstance(resume, dict) else resume)
    if isinstance(value, dict):
        return {key: _without_ids(item) for key, item in value.items()}
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(_without_ids(item) for item in value)
    return value


def _shown(snapshot: Any) -> Any:
    """What a snapshot says, without the addresses that the two engines share no more than ids."""
    return {
        "values": snapshot.values,
        "next": snapshot.next,
        "source": (snapshot.metadata or {}).get("source"),
        "step": (snapshot.metadata or {}).get("step"),
        "tasks": [
            (
                task.name,
                task.error,
                [each.value for each in task.interrupts],
                task.result,
                _shown(task.state) if hasattr(task.state, "next") else None,
            )
            for task in snapshot.tasks
        ],
    }


def says(name: str) -> Callable[[Any], dict[str, Any]]:
    return lambda state: {"log": [name]}


def in_both_ways(program: Callable[[Probe, str], None]) -> Any:
    def test(way: str) -> None:
        same(lambda probe: program(probe, way))

    return pytest.mark.parametrize("way", ["sync", "async"])(test)


def awaitable(way: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, or a coroutine function that gives the same after a turn."""
    if way == "sync":
        return function

    async def coroutine(state: Any) -> Any:
        await asyncio.sleep(0)
        return function(state)

    return coroutine


# -- fan-out into subgraphs that ask ---------------------------------------------------------


def asking_workers(engine: Engine, way: str) -> Any:
    """Every Send enters a subgraph; those with an even number ask before they go on."""

    class Job(TypedDict, total=False):
        number: int
        log: Annotated[list[Any], operator.add]

    def prepare(state: Job) -> Any:
        return {"log": [f"prepared {state['number']}"]}

    def work(state: Job) -> Any:
        number = state["number"]
        return {"log": [engine.interrupt(f"even {number}") if number % 2 == 0 else number]}

    inner = engine.StateGraph(Job)
    inner.add_node("prepare", awaitable(way, prepare)).add_node("work", awaitable(way, work))
    inner.add_edge(engine.START, "prepare").add_edge("prepare", "work")
    builder = engine.StateGraph(State).add_node("plan", says("plan"))
    builder.add_node("worker", inner.compile()).add_node("gather", says("gather"), defer=True)
    builder.add_conditional_edges(
        "plan",
        lambda state: [engine.Send("worker", {"number": number}) for number in range(4)],
        ["worker"],
    )
    builder.add_edge(engine.START, "plan").add_edge("worker", "gather")
    return builder.compile(engine.InMemorySaver())


@in_both_ways
def test_fan_out_into_subgraphs_that_ask(probe: Probe, way: str) -> None:
    whole = Whole(probe, asking_workers(probe.engine, way), way)
    whole.run({"topic": "t", "log": []})
    whole.answer(probe.engine, "zero", "two")
    whole.history()


# -- retries, a store and a fan-out ----------------------------------------------------------


@in_both_ways
def test_workers_that_fail_at_first_and_remember(probe: Probe, way: str) -> None:
    engine = probe.engine
    tries: Counter[int] = Counter()

    def work(state: Any) -> Any:
        number = state["number"]
        tries[number] += 1
        engine.get_stream_writer()(f"{number}, try {tries[number]}")
        if tries[number] <= number:
            raise ConnectionError(f"{number} is not ready")
        store = engine.get_store()
        store.put(("results",), str(number), {"tries": tries[number]})
        return {"log": [number]}

    def collect(state: Any) -> Any:
        found = engine.get_store().search(("results",))
        return {"log": [{item.key: item.value for item in found}]}

    async def acollect(state: Any) -> Any:
        found = await engine.get_store().asearch(("results",))
        return {"log": [{item.key: item.value for item in found}]}

    policy = engine.RetryPolicy(initial_interval=0, jitter=False, max_attempts=3)
    builder = engine.StateGraph(State).add_node("work", work, retry_policy=policy)
    builder.add_node("collect", collect if way == "sync" else acollect)

    def distribute(state: State) -> Any:
        # The worker that fails for good is alone: which others end before it would be chance.
        numbers = [2] if state["log"] else [0, 1, 2]
        return [engine.Send("work", {"number": number}) for number in numbers]

    builder.add_conditional_edges(engine.START, distribute, ["work"])
    builder.add_edge("work", "collect")
    app = builder.compile(engine.InMemorySaver(), store=engine.InMemoryStore())
    whole = Whole(probe, app, way)
    whole.run({"log": []})
    tries[2] = -5  # more failures than attempts: the run fails and is taken up again
    whole.run({"log": ["again"]})
    tries[2] = 2
    whole.run(None)
    whole.history()


# -- a subgraph with a memory of its own -----------------------------------------------------


@in_both_ways
def test_a_subgraph_that_remembers_and_asks(probe: Probe, way: str) -> None:
    engine = probe.engine

    class Inner(TypedDict, total=False):
        topic: str
        visits: Annotated[int, operator.add]
        log: Annotated[list[Any], operator.add]

    def visit(state: Inner) -> Any:
        return {"visits": 1}

    def ask(state: Inner) -> Any:
        answer = engine.interrupt({"visit": state["visits"], "topic": state["topic"]})
        return {"log": [f"{state['visits']}: {answer}"]}

    inner = engine.StateGraph(Inner, output_schema=Inner)
    inner.add_node("visit", awaitable(way, visit)).add_node("ask", awaitable(way, ask))
    inner.add_edge(engine.START, "visit").add_edge("visit", "ask")
    remembering = inner.compile(checkpointer=True)

    def call(state: State) -> Any:
        given = {"topic": state["topic"], "log": []}
        return {"log": [remembering.invoke(given)["visits"]]}

    async def acall(state: State) -> Any:
        given = {"topic": state["topic"], "log": []}
        return {"log": [(await remembering.ainvoke(given))["visits"]]}

    builder = engine.StateGraph(State).add_node("call", call if way == "sync" else acall)
    builder.add_node("after", says("after")).add_edge(engine.START, "call")
    app = builder.add_edge("call", "after").compile(engine.InMemorySaver())
    whole = Whole(probe, app, way)
    for topic in ("one", "two"):
        whole.run({"topic": topic, "log": []})
        whole.run(engine.Command(resume=f"answer to {topic}"))
    whole.history()


# -- functions, tasks and a graph that asks --------------------------------------------------


@in_both_ways
def test_an_entrypoint_over_tasks_and_a_graph(probe: Probe, way: str) -> None:
    engine = probe.engine
    calls: Counter[str] = Counter()

    @engine.task  # type: ignore[untyped-decorator]
    def measure(word: str) -> int:
        calls[word] += 1
        return len(word)

    builder = engine.StateGraph(State)
    builder.add_node("ask", lambda state: {"log": [engine.interrupt(state["topic"])]})
    graph = builder.add_edge(engine.START, "ask").compile()

    def main(words: list[str], *, previous: Any = None) -> Any:
        sizes = [measure(word) for word in words]
        total = sum(size.result() for size in sizes)
        answer = graph.invoke({"topic": f"{total}?", "log": []})["log"]
        return engine.entrypoint.final(value=[previous, total, answer], save=total)

    async def amain(words: list[str], *, previous: Any = None) -> Any:
        total = sum([await measure(word) for word in words])
        answer = (await graph.ainvoke({"topic": f"{total}?", "log": []}))["log"]
        return engine.entrypoint.final(value=[previous, total, answer], save=total)

    app = engine.entrypoint(engine.InMemorySaver())(main if way == "sync" else amain)
    whole = Whole(probe, app, way)
    whole.run(["a", "bb"])
    whole.run(engine.Command(resume="fine"))
    whole.run(["ccc"])
    whole.run(engine.Command(resume="good"))
    probe("calls", lambda: dict(calls))


# -- commands for the graph around, after a handler ------------------------------------------


@in_both_ways
def test_commands_for_the_parent_after_a_handler(probe: Probe, way: str) -> None:
    engine = probe.engine

    def leave(state: State) -> Any:
        return engine.Command(
            graph=engine.Command.PARENT,
            update={"log": [f"left for {state['topic']}"]},
            goto=[engine.Send("visit", {"topic": f"{state['topic']}{each}"}) for each in "ab"],
        )

    def fails(state: State) -> Any:
        raise ValueError("no luck")

    def handle(state: State, error: Any) -> Any:
        return engine.Command(update={"log": [f"{error.node}: {error.error}"]}, goto="inner")

    handle.__annotations__["error"] = engine.NodeError
    inner = engine.StateGraph(State).add_node("leave", awaitable(way, leave))
    inner.add_edge(engine.START, "leave")
    builder = engine.StateGraph(State).add_node("inner", inner.compile())
    builder.add_node("fails", fails, error_handler=handle).add_node("after", says("after"))
    builder.add_node("visit", lambda state: {"log": [f"visit {state['topic']}"]})
    builder.add_node("end", says("end"), defer=True).add_edge("visit", "end")
    builder.add_edge(engine.START, "fails").add_edge("inner", "after").add_edge("after", "end")
    whole = Whole(probe, builder.compile(engine.InMemorySaver()), way)
    whole.invoke({"topic": "x", "log": []})
    whole.history()


# -- caches, static stops and edits ----------------------------------------------------------


@in_both_ways
def test_cached_results_static_stops_and_edits(probe: Probe, way: str) -> None:
    engine = probe.engine
    runs: Counter[str] = Counter()

    def costly(state: State) -> Any:
        runs["costly"] += 1
        return {"log": [f"costly {state['topic']}"]}

    builder = engine.StateGraph(State)
    builder.add_node("costly", awaitable(way, costly), cache_policy=engine.CachePolicy())
    builder.add_node("beside", says("beside")).add_node("end", says("end"))
    builder.add_edge(engine.START, "costly").add_edge(engine.START, "beside")
    builder.add_edge(["costly", "beside"], "end")
    app = builder.compile(
        engine.InMemorySaver(), cache=engine.InMemoryCache(), interrupt_before=["end"]
    )
    whole = Whole(probe, app, way)
    whole.run({"topic": "t", "log": []})
    probe("edit", lambda: whole.graph.update_state(whole.config, {"log": ["edit"]}, "beside"))
    whole.run(None)
    other = Whole(probe, app, way, configurable={"thread_id": "other"})
    other.run({"topic": "t", "log": []})
    other.run(None)
    probe("runs", lambda: dict(runs))
    whole.history()


# -- models and context ----------------------------------------------------------------------


class Context(TypedDict):
    user: str


@in_both_ways
def test_a_model_as_state_with_context_in_a_subgraph(probe: Probe, way: str) -> None:
    engine = probe.engine

    class Order(BaseModel):
        item: str
        amount: int = 1
        log: Annotated[list[str], operator.add] = []

    def check(order: Order, runtime: Any) -> Any:
        runtime.stream_writer(f"checking for {runtime.context['user']}")
        return {"log": [f"{type(order).__name__} {order.item} for {runtime.context['user']}"]}

    check.__annotations__["runtime"] = engine.Runtime[Context]

    def approve(order: Order) -> Any:
        answer = engine.interrupt({"item": order.item, "amount": order.amount})
        return {"amount": answer, "log": ["approved"]}

    inner = engine.StateGraph(Order, context_schema=Context)
    inner.add_node("check", check).add_node("approve", awaitable(way, approve))
    inner.add_edge(engine.START, "check").add_edge("check", "approve")
    builder = engine.StateGraph(Order, context_schema=Context).add_node("inner", inner.compile())
    builder.add_node("ship", lambda order: {"log": [f"shipped {order.amount}"]})
    builder.add_edge(engine.START, "inner").add_edge("inner", "ship")
    whole = Whole(probe, builder.compile(engine.InMemorySaver()), way)
    whole.run({"item": "book"}, context={"user": "ada"})
    whole.run(engine.Command(resume=3), context={"user": "bob"})
    whole.history()


# -- a loop that is forked -------------------------------------------------------------------


@in_both_ways
def test_a_loop_that_asks_is_forked_from_its_past(probe: Probe, way: str) -> None:
    engine = probe.engine

    class Counting(TypedDict, total=False):
        count: int
        log: Annotated[list[Any], operator.add]

    Counting.__annotations__["left"] = engine.RemainingSteps

    def count(state: Any) -> Any:
        return {"count": state["count"] + 1, "log": [f"left {state['left']}"]}

    def ask(state: Any) -> Any:
        return {"log": [engine.interrupt(state["count"])]}

    def route(state: Any) -> str:
        return "count" if state["count"] < 3 and state["log"][-1] != "stop" else engine.END

    builder = engine.StateGraph(Counting)
    builder.add_node("count", awaitable(way, count)).add_node("ask", awaitable(way, ask))
    builder.add_edge(engine.START, "count").add_edge("count", "ask")
    builder.add_conditional_edges("ask", route, ["count", engine.END])
    whole = Whole(probe, builder.compile(engine.InMemorySaver()), way, recursion_limit=20)
    whole.run({"count": 0, "log": []})
    for answer in ("one", "two", "three"):
        whole.run(engine.Command(resume=answer))
    first = next(each for each in whole.history() if each.metadata["step"] == 1)
    whole.run(None, first.config)
    whole.run(engine.Command(resume="stop"))
    edited = whole.graph.update_state(first.config, {"count": 7}, "count")
    whole.run(None, edited)
    whole.run(engine.Command(resume="edited"))
    whole.history()

"""What raises: nodes, routers, reducers, the barrier; and how a run goes on afterwards."""

import operator
import threading
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.errors import InvalidUpdateError
from tests.differential.corrections import (
    FAILED_ROUTER_WROTE_NOTHING,
    LOST_END,
    lone_task_is_shown,
    refused,
    says_where_it_went,
)
from tests.differential.engines import Engine
from tests.differential.graphs.states import Log, graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


def _fails(state: Any) -> Any:
    raise ValueError("no luck\nand more about it")


def _failed_once() -> Any:
    """A node that raises in its first run only."""
    runs: list[int] = []

    def node(state: Any) -> Any:
        runs.append(1)
        if len(runs) == 1:
            raise ConnectionError("first run")
        return {"log": ["second run"]}

    return node


@scenario(run_and_look({"x": 1}, None, {"x": 2}), LOST_END)
def node_raises(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": _fails}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]))


@scenario(run_and_look({"x": 1}, None), LOST_END)
def node_raises_once(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": _failed_once(), "c": says("c")}
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c")]
    return engine.compile(graph_of(engine, nodes, edges))


def _partly_failed(engine: Engine) -> Any:
    """a and b finish, then z fails: z waits until the writes of both have reached the saver."""
    saved = threading.Semaphore(0)
    failed: list[int] = []

    class WatchedSaver(engine.InMemorySaver):  # type: ignore[misc, name-defined]
        def put_writes(self, config: Any, writes: Any, *task: Any) -> None:
            super().put_writes(config, writes, *task)
            if "log" in {channel for channel, _ in writes}:
                saved.release()

    def z(state: Any) -> Any:
        if not failed:
            failed.append(1)
            # With a single worker the siblings ran before, and their saving waits for this node.
            for _ in range(0 if engine.get_config().get("max_concurrency") == 1 else 2):
                assert saved.acquire(timeout=10)
            raise ConnectionError("z fails once")
        return {"log": ["z"]}

    nodes: dict[str, Any] = {"a": says("a"), "b": says("b"), "z": z, "end": says("end")}
    edges = [(engine.START, name) for name in ["a", "b", "z"]]
    builder = graph_of(engine, nodes, [*edges, (["a", "b", "z"], "end")])
    return engine.compile(builder, checkpointer=WatchedSaver())


@scenario(run_and_look({"x": 1}, None))
def one_of_three_siblings_fails_once(engine: Engine) -> Any:
    return _partly_failed(engine)


CONFLICT = InvalidUpdateError(
    "At key 'x': Can receive only one value per step. Use an Annotated key to handle multiple"
    " values."
)


@scenario(run_and_look({"x": 1}), refused(CONFLICT, "x", "a", "b"))
def writes_conflict(engine: Engine) -> Any:
    nodes = {"a": lambda state: {"x": 1}, "b": lambda state: {"x": 2}}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), (engine.START, "b")]))


@scenario(
    run_and_look({"x": 1}),
    refused(CONFLICT, "x", "a", "a"),
    lone_task_is_shown("a", [{"x": 2}, {"x": 3}], {"x": {"$writes": [2, 3]}}),
)
def conflict_within_one_task(engine: Engine) -> Any:
    result = [engine.Command(update={"x": 2}), engine.Command(update={"x": 3})]
    return engine.compile(graph_of(engine, {"a": lambda state: result}, [(engine.START, "a")]))


@scenario(run_and_look({"x": 1}), FAILED_ROUTER_WROTE_NOTHING, LOST_END)
def router_raises(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": says("a"), "b": says("b")}, [(engine.START, "a")])
    builder.add_conditional_edges("a", _fails, ["b"])
    return engine.compile(builder)


def _reducer(left: Any, right: Any) -> Any:
    raise ZeroDivisionError("in the reducer")


class Divided(TypedDict):
    x: int
    total: Annotated[list[Any], _reducer]


@scenario(
    run_and_look({"x": 1}),
    refused(ZeroDivisionError("in the reducer"), "total"),
    lone_task_is_shown("a", {"total": [1]}),
)
def reducer_raises(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": lambda state: {"total": [1]}}, [(engine.START, "a")], Divided)
    return engine.compile(builder)


class Sum(TypedDict):
    x: int
    total: Annotated[int, operator.add]


@scenario(
    run_and_look({"x": 1}),
    refused(TypeError("unsupported operand type(s) for +: 'int' and 'str'"), "total"),
    lone_task_is_shown("a", {"total": "text"}),
)
def reducer_meets_a_wrong_type(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": lambda state: {"total": "text"}}, [(engine.START, "a")], Sum)
    return engine.compile(builder)


BAD_RESULTS: dict[str, Any] = {
    "number": 5,
    "text": "text",
    "list": [1],
    "list_of_updates": [{"log": [1]}, {"log": [2]}],
    "pair": ("x", 1),
    "set": {1},
    "list_of_none": [None],
    "empty_list": [],
    "false": False,
}


def _every_bad_result(engine: Engine, session: Session) -> None:
    for name, result in BAD_RESULTS.items():
        session.invoke({"x": 1, "log": [name]})
        session.note(name, result)


@scenario(_every_bad_result)
def bad_results(engine: Engine) -> Any:
    def a(state: Any) -> Any:
        return BAD_RESULTS[state["log"][-1]]

    return engine.compile(graph_of(engine, {"a": a}, [(engine.START, "a")]))


ROUTES: dict[str, Any] = {
    "none": lambda engine: None,
    "start": lambda engine: engine.START,
    "end": lambda engine: engine.END,
    "send to the end": lambda engine: engine.Send(engine.END, {}),
    "send among names": lambda engine: ["b", engine.Send(engine.END, {})],
    "empty list": lambda engine: [],
    "none in a list": lambda engine: ["b", None],
}


def _every_route(engine: Engine, session: Session) -> None:
    for name in ROUTES:
        session.invoke({"x": 1, "log": [name]}, base={"configurable": {"thread_id": name}})


@scenario(_every_route)
def bad_routes(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": lambda state: None, "b": says("b")}, [(engine.START, "a")])
    builder.add_conditional_edges("a", lambda state: ROUTES[state["log"][0]](engine))
    return engine.compile(builder)


def _every_route_but_the_end(engine: Engine, session: Session) -> None:
    """LangGraph looks END up in the path map and raises; here it means the end, see the rules."""
    for name in ROUTES:
        if name != "end":
            session.invoke({"x": 1, "log": [name]}, base={"configurable": {"thread_id": name}})


@scenario(_every_route_but_the_end, says_where_it_went("condition", "a", "b"))
def bad_routes_with_a_path_map(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": lambda state: None, "b": says("b")}, [(engine.START, "a")])
    builder.add_conditional_edges("a", lambda state: ROUTES[state["log"][0]](engine), ["b"])
    return engine.compile(builder)


def _bad_inputs(engine: Engine, session: Session) -> None:
    for given in (None, {}, {"nobody": 1}, "text", 5, [("x", 1)], {"x": None}):
        session.invoke(given, base={"configurable": {"thread_id": repr(given)}})
    session.invoke(
        None, base={"configurable": {"checkpoint_id": "1f000000-0000-6000-8000-000000000000"}}
    )
    session.attempt("no thread", lambda: session.graph.invoke({"x": 1}))
    session.attempt("no thread, state", lambda: session.graph.get_state({"configurable": {}}))
    session.snapshot(base={"configurable": {"thread_id": "never used"}})
    session.snapshot(base={"configurable": {"checkpoint_ns": "nobody"}})
    session.history(base={"configurable": {"thread_id": "never used"}})


@scenario(_bad_inputs)
def bad_inputs(engine: Engine) -> Any:
    return engine.compile(graph_of(engine, {"a": says("a")}, [(engine.START, "a")]))


def _no_saver(engine: Engine, session: Session) -> None:
    session.snapshot()
    session.history()
    session.update({"x": 1})
    session.invoke(None)


@scenario(_no_saver)
def state_without_a_saver(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": says("a")}, [(engine.START, "a")])
    return engine.compile(builder, checkpointer=None)


@scenario(run_and_look({"x": 1}))
def retried_until_it_works(engine: Engine) -> Any:
    runs: list[int] = []

    def flaky(state: Any) -> Any:
        runs.append(1)
        if len(runs) < 3:
            raise ConnectionError(f"run {len(runs)}")
        return {"log": [len(runs)]}

    builder = engine.StateGraph(Log)
    policy = engine.RetryPolicy(initial_interval=0.001, jitter=False)
    builder.add_node("flaky", flaky, retry_policy=policy)
    builder.add_edge(engine.START, "flaky")
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}), LOST_END)
def retried_in_vain(engine: Engine) -> Any:
    runs: list[int] = []

    def flaky(state: Any) -> Any:
        runs.append(1)
        raise ConnectionError(f"run {len(runs)}")

    builder = engine.StateGraph(Log)
    policy = engine.RetryPolicy(initial_interval=0.001, jitter=False, max_attempts=2)
    builder.add_node("flaky", flaky, retry_policy=policy)
    builder.add_edge(engine.START, "flaky")
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}), LOST_END)
def not_worth_a_retry(engine: Engine) -> Any:
    """A ValueError is the program's fault: not retried by default."""
    runs: list[int] = []

    def wrong(state: Any) -> Any:
        runs.append(1)
        raise ValueError(f"run {len(runs)}")

    builder = engine.StateGraph(Log)
    policy = engine.RetryPolicy(initial_interval=0.001, jitter=False)
    builder.add_node("wrong", wrong, retry_policy=policy)
    builder.add_edge(engine.START, "wrong")
    return engine.compile(builder)

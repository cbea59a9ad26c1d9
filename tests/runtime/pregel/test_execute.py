"""Execute: a task runs in a context of its own and ends in writes, an error or questions."""

import threading
from contextvars import ContextVar
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.config import get_config, get_stream_writer
from runtime.errors import InvalidUpdateError
from runtime.graph import START, StateGraph
from runtime.runtime import Runtime, get_runtime
from runtime.types import Command, RetryPolicy, Send, StreamWriter, interrupt
from tests.runtime.pregel.making import State, builder_of, chain, history, says, thread

_mark: ContextVar[str] = ContextVar("mark", default="unset")


def remembering(name: str, seen: dict[str, Any]) -> Any:
    """A node that notes the mark it finds and leaves its own."""

    def node(state: Any) -> Any:
        seen[name] = _mark.get()
        _mark.set(name)
        return {"log": [name]}

    return node


@pytest.mark.parametrize("edges", [chain("a", "b"), [(START, "a"), (START, "b")]])
def test_context_variables_go_in_and_do_not_come_out(edges: Any) -> None:
    seen: dict[str, Any] = {}
    graph = builder_of({name: remembering(name, seen) for name in "ab"}, *edges).compile()

    token = _mark.set("caller")
    try:
        graph.invoke({"x": 1})
        assert _mark.get() == "caller"
    finally:
        _mark.reset(token)

    assert seen == {"a": "caller", "b": "caller"}


def test_a_router_runs_in_the_context_of_its_task() -> None:
    seen = {}

    def node(state: Any) -> Any:
        seen["node"] = get_runtime().execution_info

    def route(state: Any) -> str:
        seen["router"] = get_runtime().execution_info
        return "__end__"

    builder_of({"n": node}).add_conditional_edges("n", route).compile().invoke({"x": 1})

    assert seen["node"] is not None
    assert seen["node"] == seen["router"]


def test_what_a_node_can_ask_for() -> None:
    seen: dict[str, Any] = {}

    def node(state: State, config: Any, *, writer: StreamWriter, runtime: Runtime[Any]) -> None:
        seen["config"] = config
        seen["same"] = config is get_config() and runtime.context == get_runtime().context
        writer("from the parameter")
        get_stream_writer()("from the function")
        runtime.stream_writer("from the runtime")

    graph = builder_of({"n": node}).compile(InMemorySaver())
    config = {**thread(user="me"), "tags": ["t"], "metadata": {"k": "v"}}
    streamed = list(graph.stream({"x": 1}, config, stream_mode="custom", context={"c": 1}))

    assert streamed == ["from the parameter", "from the function", "from the runtime"]
    assert seen["same"]
    found = seen["config"]
    assert found["tags"] == ["t"]
    assert found["configurable"]["thread_id"] == "t"
    assert found["configurable"]["user"] == "me"
    assert found["metadata"]["k"] == "v"
    assert found["metadata"]["langgraph_node"] == "n"
    assert found["metadata"]["langgraph_step"] == 1
    assert found["metadata"]["langgraph_triggers"] == ("branch:to:n",)
    assert found["metadata"]["langgraph_path"] == ("__pregel_pull", "n")
    assert found["metadata"]["langgraph_checkpoint_ns"] == found["configurable"]["checkpoint_ns"]


def test_outside_of_a_task_there_is_nothing_to_ask_for() -> None:
    for ask in (get_config, get_stream_writer, get_runtime):
        with pytest.raises(RuntimeError, match="outside of a runnable context"):
            ask()


# -- failures -------------------------------------------------------------------------------


def failing(error: BaseException) -> Any:
    def node(state: Any) -> Any:
        raise error

    return node


@pytest.mark.parametrize("kind", [ValueError, KeyError, RuntimeError, OSError, RecursionError])
def test_a_failure_says_which_task_and_leaves_the_last_checkpoint(kind: type[Exception]) -> None:
    graph = builder_of({"a": says("a"), "b": failing(kind("broken"))}, *chain("a", "b")).compile(
        InMemorySaver()
    )

    with pytest.raises(kind, match="broken") as caught:
        graph.invoke({"x": 1}, thread())

    state = graph.get_state(thread())
    assert caught.value.__notes__ == [
        f"During task with name 'b' and id '{state.tasks[0].id}'",
    ]
    assert state.values == {"x": 1, "total": 0, "log": ["a"]}
    assert state.next == ("b",)
    assert state.tasks[0].error == repr(kind("broken"))
    assert state.metadata is not None
    assert state.metadata["step"] == 1


def test_a_failing_router_undoes_nothing_and_its_node_runs_again() -> None:
    answers = [ZeroDivisionError("no way"), "__end__"]

    def route(state: Any) -> str:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return str(answer)

    runs = []

    def node(state: Any) -> Any:
        runs.append(1)
        return {"log": ["n"]}

    graph = builder_of({"n": node}).add_conditional_edges("n", route).compile(InMemorySaver())
    with pytest.raises(ZeroDivisionError) as caught:
        graph.invoke({"x": 1}, thread())

    assert "During task with name 'n'" in caught.value.__notes__[0]
    assert graph.get_state(thread()).next == ("n",)
    assert graph.get_state(thread()).values["log"] == []
    assert graph.invoke(None, thread())["log"] == ["n"]
    assert len(runs) == 2


def test_a_failing_reducer_keeps_what_the_tasks_wrote() -> None:
    refusing = [True]

    def reducer(old: list[int], new: list[int]) -> list[int]:
        if refusing[0] and new:
            raise ArithmeticError("reducer is out of order")
        return old + new

    class Reduced(TypedDict, total=False):
        x: int
        items: Annotated[list[int], reducer]

    runs = []

    def node(state: Any) -> Any:
        runs.append(1)
        return {"items": [1]}

    graph = builder_of({"n": node}, schema=Reduced).compile(InMemorySaver())
    with pytest.raises(ArithmeticError, match="out of order"):
        graph.invoke({"x": 1}, thread())

    before = history(graph)
    assert before[0].values == {"x": 1, "items": []}
    assert before[0].next == ("n",)
    refusing[0] = False
    assert graph.invoke(None, thread()) == {"x": 1, "items": [1]}
    assert len(runs) == 1


def test_a_failing_reducer_names_channel_and_writers() -> None:
    def reducer(old: list[int], new: list[int]) -> list[int]:
        raise ArithmeticError("reducer is out of order")

    class Reduced(TypedDict, total=False):
        items: Annotated[list[int], reducer]

    builder = builder_of({"n": lambda state: {"items": [1]}}, schema=Reduced)

    with pytest.raises(ArithmeticError) as caught:
        builder.compile().invoke({})

    assert caught.value.__notes__ == ["While channel 'items' folded what was written by 'n'"]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_what_cannot_be_saved_is_the_error_of_its_node(durability: Any) -> None:
    graph = builder_of({"a": says("a"), "b": lambda state: {"x": says}}, *chain("a", "b")).compile(
        InMemorySaver()
    )

    with pytest.raises(UnsavableValueError, match="channel 'x'"):
        graph.invoke({"x": 1}, thread(), durability=durability)

    state = graph.get_state(thread())
    if durability != "exit":
        assert state.values == {"x": 1, "total": 0, "log": ["a"]}
        assert state.next == ("b",)


# -- retries --------------------------------------------------------------------------------

AT_ONCE = RetryPolicy(initial_interval=0, jitter=False, retry_on=OSError)


def flaky(failures: int, attempts: list[int], error: type[Exception] = OSError) -> Any:
    """A node that fails ``failures`` times and notes each attempt."""

    def node(state: Any, runtime: Runtime[Any]) -> Any:
        info = runtime.execution_info
        assert info is not None
        attempts.append(info.node_attempt)
        if len(attempts) <= failures:
            raise error("flaky")
        return {"log": [f"attempt {len(attempts)}"]}

    return node


def retried(node: Any, policy: Any) -> Any:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    return builder.add_node("n", node, retry_policy=policy).add_edge(START, "n").compile()


def test_a_failed_task_is_tried_again_and_told_which_attempt_it_is() -> None:
    attempts: list[int] = []

    assert retried(flaky(2, attempts), AT_ONCE).invoke({})["log"] == ["attempt 3"]
    assert attempts == [1, 2, 3]


def test_attempts_end_at_the_maximum_with_the_last_error() -> None:
    attempts: list[int] = []

    with pytest.raises(OSError, match="flaky") as caught:
        retried(flaky(9, attempts), AT_ONCE).invoke({})

    assert attempts == [1, 2, 3]
    assert len(caught.value.__notes__) == 1


def test_the_first_policy_that_fits_counts() -> None:
    attempts: list[int] = []
    policies = [RetryPolicy(retry_on=ValueError), AT_ONCE._replace(max_attempts=2)]

    with pytest.raises(OSError, match="flaky"):
        retried(flaky(9, attempts), policies).invoke({})

    assert attempts == [1, 2]


def test_errors_that_fit_no_policy_are_final() -> None:
    attempts: list[int] = []

    with pytest.raises(ValueError, match="flaky"):
        retried(flaky(9, attempts, ValueError), AT_ONCE).invoke({})

    assert attempts == [1]


def test_an_interrupt_is_never_retried() -> None:
    attempts = []

    def node(state: Any) -> Any:
        attempts.append(1)
        return {"log": [interrupt("?")]}

    retried(node, RetryPolicy(initial_interval=0, jitter=False, retry_on=Exception)).invoke({})

    assert len(attempts) == 1


def test_defaults_for_nodes_without_a_policy_of_their_own() -> None:
    attempts: list[int] = []
    builder = builder_of({"n": flaky(1, attempts)}).set_node_defaults(retry_policy=AT_ONCE)

    assert builder.compile().invoke({})["log"] == ["attempt 2"]


# -- writes ---------------------------------------------------------------------------------


def test_a_failed_task_writes_nothing() -> None:
    def both(state: Any) -> Any:
        return [{"log": ["kept?"]}, Command(goto=Send("nowhere", 1))]

    graph = builder_of({"n": both, "m": says("m")}).compile(InMemorySaver())

    with pytest.raises(InvalidUpdateError, match="unknown node 'nowhere'"):
        graph.invoke({"x": 1}, thread())
    assert "kept?" not in graph.get_state(thread()).values["log"]


def test_keyboard_interrupt_in_a_node_ends_the_run_and_loses_nothing_finished() -> None:
    hit = [True]

    def node(state: Any) -> Any:
        if hit[0]:
            raise KeyboardInterrupt
        return {"log": ["b"]}

    graph = builder_of({"a": says("a"), "b": node}, *chain("a", "b")).compile(InMemorySaver())
    with pytest.raises(KeyboardInterrupt):
        graph.invoke({"x": 1}, thread())
    hit[0] = False

    assert graph.invoke(None, thread())["log"] == ["a", "b"]


def test_keyboard_interrupt_among_several_tasks_reaches_the_caller() -> None:
    here = threading.get_ident()
    meeting = threading.Barrier(2)

    def node(state: Any) -> Any:
        meeting.wait(30)
        if threading.get_ident() != here:
            raise KeyboardInterrupt
        return {"log": ["in the caller's thread"]}

    graph = builder_of({"a": node, "b": node}).compile(InMemorySaver())

    with pytest.raises(KeyboardInterrupt):
        graph.invoke({"x": 1}, thread())

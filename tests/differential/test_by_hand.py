"""Graphs of channels and nodes put together by hand, and graphs as parts of pipes and batches."""

import operator
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from runtime.pregel.node import ChannelWriteEntry
from tests.differential.engines import OURS, Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "t"}}
MODES = ["values", "updates", "tasks"]


def plus(value: int) -> int:
    return value + 1


async def plus_later(value: int) -> int:
    return value + 1


def graph(engine: Engine, nodes: dict[str, Any], channels: dict[str, Any], **options: Any) -> Any:
    return engine.Pregel(nodes=nodes, channels=channels, **options)


def single(engine: Engine, **options: Any) -> Any:
    """One node from channel `i` to channel `o`."""
    given: dict[str, Any] = {
        "nodes": {"n": engine.NodeBuilder().subscribe_only("i").do(plus).write_to("o")},
        "channels": {"i": engine.LastValue(int), "o": engine.LastValue(int)},
        "input_channels": "i",
        "output_channels": "o",
    }
    return engine.Pregel(**{**given, **options})


def chain(engine: Engine, **options: Any) -> Any:
    """Two nodes in a row, over channel `m`."""
    build = engine.NodeBuilder
    nodes = {
        "one": build().subscribe_only("i").do(plus).write_to("m"),
        "two": build().subscribe_only("m").do(plus).write_to("o"),
    }
    channels = {name: engine.LastValue(int) for name in "imo"}
    options = {"input_channels": "i", "output_channels": "o", **options}
    return graph(engine, nodes, channels, **options)


def summing(engine: Engine) -> Any:
    node = engine.NodeBuilder().subscribe_to("a", "b").do(lambda given: sum(given.values()))
    channels = {name: engine.LastValue(int) for name in "abc"}
    return graph(
        engine,
        {"sum": node.write_to("c")},
        channels,
        input_channels=["a", "b"],
        output_channels=["c"],
    )


def reading(engine: Engine, **options: Any) -> Any:
    node = engine.NodeBuilder().subscribe_to("a", **options).read_from("m").do(lambda given: given)
    channels = {"a": engine.LastValue(int), "m": engine.LastValue(int), "o": engine.LastValue(dict)}
    return graph(
        engine, {"n": node.write_to("o")}, channels, input_channels=["a", "m"], output_channels="o"
    )


def writing(engine: Engine, result: Any) -> Any:
    node = engine.NodeBuilder().subscribe_only("i").do(lambda value: result)
    node = node.write_to("o", constant=7, mapped=lambda value: [value], nothing=lambda value: None)
    names = ["o", "constant", "mapped", "nothing"]
    channels = {name: engine.LastValue(Any) for name in ["i", *names]}
    return graph(engine, {"n": node}, channels, input_channels="i", output_channels=names)


def looping(engine: Engine) -> Any:
    def step(value: int) -> Any:
        return value + 1

    node = engine.NodeBuilder().subscribe_only("v").do(step).write_to("v")
    return graph(
        engine,
        {"step": node},
        {"v": engine.LastValue(int)},
        input_channels="v",
        output_channels="v",
    )


def topics(engine: Engine, *, accumulate: bool, **options: Any) -> Any:
    build = engine.NodeBuilder
    nodes = {
        "n": build().subscribe_only("i").do(lambda value: [value, value + 1]).write_to("t"),
        "s": build().subscribe_only("t").do(sum).write_to("o"),
    }
    channels = {
        "i": engine.LastValue(int),
        "t": engine.Topic(int, accumulate=accumulate),
        "o": engine.LastValue(int),
    }
    return graph(engine, nodes, channels, input_channels="i", output_channels="o", **options)


def folding(engine: Engine, **options: Any) -> Any:
    build = engine.NodeBuilder
    nodes = {
        "a": build().subscribe_only("i").do(plus).write_to("s"),
        "b": build().subscribe_only("i").do(lambda value: value * 10).write_to("s"),
    }
    channels = {
        "i": engine.EphemeralValue(int),
        "s": engine.BinaryOperatorAggregate(int, operator.add),
    }
    return graph(engine, nodes, channels, input_channels="i", output_channels="s", **options)


def lasting(engine: Engine, **options: Any) -> Any:
    node = engine.NodeBuilder().subscribe_only("i").do(plus).write_to("any", "once", "unsaved")
    channels = {
        "i": engine.LastValue(int),
        "any": engine.AnyValue(int),
        "once": engine.EphemeralValue(int),
        "unsaved": engine.UntrackedValue(int),
    }
    names = ["any", "once", "unsaved"]
    return graph(
        engine, {"n": node}, channels, input_channels="i", output_channels=names, **options
    )


def joining(engine: Engine) -> Any:
    build = engine.NodeBuilder
    end = build().subscribe_to("j", read=False).read_from("i").do(lambda given: given["i"])
    nodes = {
        "a": build().subscribe_only("i").write_to(j="a"),
        "b": build().subscribe_only("i").write_to(j="b"),
        "end": end.write_to("o"),
    }
    channels = {
        "i": engine.LastValue(int),
        "j": engine.NamedBarrierValue(str, {"a", "b"}),
        "o": engine.LastValue(int),
    }
    return graph(engine, nodes, channels, input_channels="i", output_channels="o")


def counting_down(engine: Engine) -> Any:
    """Nodes that read what the engine computes."""
    from importlib import import_module

    managed = import_module(f"{engine.root}.managed.is_last_step")
    build = engine.NodeBuilder
    nodes = {
        "step": build().subscribe_only("v").do(plus).write_to("v"),
        "log": build()
        .subscribe_to("v")
        .read_from("last", "left")
        .do(lambda given: [(given["last"], given["left"])])
        .write_to("log"),
    }
    channels = {
        "v": engine.LastValue(int),
        "log": engine.BinaryOperatorAggregate(list, operator.add),
        "last": managed.IsLastStepManager,
        "left": managed.RemainingStepsManager,
    }
    return graph(engine, nodes, channels, input_channels="v", output_channels=["v", "log"])


def nesting(engine: Engine, **options: Any) -> Any:
    node = engine.NodeBuilder().subscribe_only("i").do(single(engine)).write_to("o")
    return single(engine, nodes={"outer": node}, **options)


def described(engine: Engine) -> Any:
    node = engine.NodeBuilder().subscribe_only("i").do(plus).write_to("o")
    return single(engine, nodes={"n": node.meta("a", "b", key="value")}, name="Named")


RUNS: dict[str, tuple[Callable[[Engine], Any], list[Any]]] = {
    "single": (single, [1, None]),
    "chain": (chain, [1]),
    "chain, all shown": (
        lambda engine: chain(engine, output_channels=["m", "o"], stream_channels=["m", "o"]),
        [1],
    ),
    "sum": (summing, [{"a": 1, "b": 2}, {"a": 1}, {"nobody": 1}, 5]),
    "reads": (reading, [{"a": 1, "m": 2}, {"m": 2}, {"a": 1}]),
    "reads only": (partial(reading, read=False), [{"a": 1, "m": 2}, {"a": 1}]),
    "writes": (partial(writing, result=1), [1]),
    "writes None": (partial(writing, result=None), [1]),
    "topic": (partial(topics, accumulate=False), [1]),
    "kept topic": (partial(topics, accumulate=True), [1]),
    "fold": (folding, [1]),
    "lasting": (lasting, [1]),
    "join": (joining, [3]),
    "nested": (nesting, [1]),
    "described": (described, [1]),
    "actions in a row": (
        lambda engine: single(
            engine,
            nodes={
                "n": engine.NodeBuilder()
                .subscribe_only("i")
                .do(plus)
                .do(lambda value: value * 2)
                .write_to("o")
            },
        ),
        [1],
    ),
    "no action": (
        lambda engine: single(
            engine, nodes={"n": engine.NodeBuilder().subscribe_only("i").write_to("o")}
        ),
        [1],
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_runs(name: str) -> None:
    build, inputs = RUNS[name]

    def program(probe: Probe) -> None:
        app = build(probe.engine)
        one_at_a_time = {"max_concurrency": 1}
        for given in inputs:
            probe("invoke", partial(app.invoke, given))
            probe("ainvoke", partial(app.ainvoke, given))
            probe.stream("default mode", app.stream(given))
            probe.stream("stream", app.stream(given, one_at_a_time, stream_mode=MODES))
            probe.stream("astream", app.astream(given, one_at_a_time, stream_mode=MODES))

    same(program)


def test_coroutines_as_nodes() -> None:
    def program(probe: Probe) -> None:
        node = probe.engine.NodeBuilder().subscribe_only("i").do(plus_later).write_to("o")
        app = single(probe.engine, nodes={"n": node})
        probe("invoke", partial(app.invoke, 1))
        probe("ainvoke", partial(app.ainvoke, 1))
        probe.stream("astream", app.astream(1, stream_mode=MODES))

    same(program)


@pytest.mark.parametrize("build", [chain, folding, lasting, partial(topics, accumulate=True)])
@pytest.mark.parametrize("stop", [None, "before", "after"])
def test_saved_runs(build: Any, stop: str | None) -> None:
    def program(probe: Probe) -> None:
        app = build(probe.engine, checkpointer=probe.engine.InMemorySaver())
        stops = {} if stop is None else {f"interrupt_{stop}": "*"}
        config = {**THREAD, "max_concurrency": 1}
        for given in (1, 2, None):
            probe.stream("run", app.stream(given, config, stream_mode=[*MODES, "checkpoints"]))
            probe("stopped", partial(app.invoke, given, config, **stops))
            probe("state", lambda: app.get_state(THREAD))
        probe("history", lambda: list(app.get_state_history(THREAD)))
        for node in app.nodes:
            probe(f"edit as {node}", partial(app.update_state, THREAD, 100, as_node=node))
            probe("state", lambda: app.get_state(THREAD))
            probe("go on", partial(app.invoke, None, config))
        probe("edit as nobody", partial(app.update_state, THREAD, 100, as_node="nobody"))

    same(program)


def test_limits_and_options_of_calls() -> None:
    def program(probe: Probe) -> None:
        app = chain(probe.engine)
        for limit in (0, 1, 2, 3):
            probe(f"limit {limit}", partial(app.invoke, 1, {"recursion_limit": limit}))
        probe("loop", partial(looping(probe.engine).invoke, 1, {"recursion_limit": 5}))
        probe("countdown", partial(counting_down(probe.engine).invoke, 0, {"recursion_limit": 4}))
        for keys in ("m", ["m"], ["m", "o"], "nobody", ["o", "nobody"]):
            probe(f"keys {keys}", partial(app.invoke, 1, output_keys=keys))
        for mode in ("values", "updates", "tasks", ["values", "updates"], [], "nonsense", "tools"):
            probe(f"mode {mode}", partial(app.invoke, 1, stream_mode=mode))
        probe("v2", partial(app.invoke, 1, version="v2"))
        probe.stream("v2", app.stream(1, stream_mode=MODES, version="v2"))
        probe("configured", lambda: app.with_config(tags=["t"], metadata={"a": 1}).invoke(1))
        probe("copied", lambda: app.copy({"name": "Other"}).get_name())
        probe("subgraphs", lambda: [name for name, _ in nesting(probe.engine).get_subgraphs()])
        probe("no subgraph", lambda: list(app.get_subgraphs(namespace="nobody")))
        inner = nesting(probe.engine).stream(1, stream_mode=MODES, subgraphs=True)
        probe.stream("inside", inner)

    same(program)


def _node(engine: Engine, **options: Any) -> Any:
    built = engine.NodeBuilder().subscribe_only(options.pop("channel", "i")).do(plus)
    return built.write_to(options.pop("to", "o"))


FAULTS: dict[str, Callable[[Engine], dict[str, Any]]] = {
    "unknown input": lambda engine: {"input_channels": "nobody"},
    "input without readers": lambda engine: {"input_channels": "o"},
    "no input": lambda engine: {"input_channels": []},
    "partly read inputs": lambda engine: {"input_channels": ["i", "o"]},
    "unknown output": lambda engine: {"output_channels": "nobody"},
    "unknown among outputs": lambda engine: {"output_channels": ["o", "nobody"]},
    "no output": lambda engine: {"output_channels": []},
    "unknown stream channel": lambda engine: {"stream_channels": ["nobody"]},
    "unknown stop before": lambda engine: {"interrupt_before_nodes": ["nobody"]},
    "unknown stop after": lambda engine: {"interrupt_after_nodes": ["nobody"]},
    "stop everywhere": lambda engine: {"interrupt_after_nodes": "*"},
    "unknown trigger": lambda engine: {"nodes": {"n": _node(engine, channel="nobody")}},
    "unknown target": lambda engine: {"nodes": {"n": _node(engine, to="nobody")}},
    "sends as target": lambda engine: {"nodes": {"n": _node(engine, to="__pregel_tasks")}},
    "channel of sends": lambda engine: {
        "channels": {"i": engine.LastValue(int), "o": engine.LastValue(int)}
        | {"__pregel_tasks": engine.LastValue(int)}
    },
    "sends as topic": lambda engine: {
        "channels": {"i": engine.LastValue(int), "o": engine.LastValue(int)}
        | {"__pregel_tasks": engine.Topic(engine.Send)}
    },
    "no channels": lambda engine: {"channels": None},
    "no channel at all": lambda engine: {"channels": {"i": engine.LastValue(int), "o": 5}},
    "no nodes": lambda engine: {"nodes": {}},
    "not checked": lambda engine: {"input_channels": "nobody", "auto_validate": False},
}
RESERVED = [
    "__input__",
    "__interrupt__",
    "__error__",
    "__resume__",
    "__no_writes__",
    "__pregel_send",
    "__pregel_read",
    "__pregel_push",
    "__pregel_pull",
    "checkpoint_ns",
    "checkpoint_id",
    "configurable",
    "__start__",
    "__end__",
    "__previous__",
    "__return__",
    "thread_id",
]


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_found(name: str) -> None:
    def program(probe: Probe) -> None:
        app = probe(
            "made", lambda: type(single(probe.engine, **FAULTS[name](probe.engine))).__name__
        )
        if app is not None:
            probe("run", lambda: single(probe.engine, **FAULTS[name](probe.engine)).invoke(1))

    same(program)


@pytest.mark.parametrize("name", RESERVED)
def test_reserved_names(name: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        probe("node", lambda: type(single(engine, nodes={name: _node(engine)})).__name__)
        channels = {key: engine.LastValue(int) for key in ("i", "o", name)}
        probe("channel", lambda: type(single(engine, channels=channels)).__name__)

    same(program)


def test_builders_of_nodes_say_what_does_not_go_together() -> None:
    def program(probe: Probe) -> None:
        build = probe.engine.NodeBuilder
        probe("one, one", lambda: build().subscribe_only("a").subscribe_only("b"))
        probe("one, several", lambda: build().subscribe_only("a").subscribe_to("b"))
        probe("several, one", lambda: build().subscribe_to("a").subscribe_only("b"))
        probe("reads, one", lambda: build().read_from("a").subscribe_only("b"))
        probe("no action", lambda: build().do(5))

    same(program)


def test_parts_of_batches_and_pipes() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        failing = _failing_at(engine, 3)
        probe("batch", partial(failing.batch, [1, 2]))
        probe("no batch", partial(failing.batch, []))
        probe("failing", partial(failing.batch, [3]))
        probe("kept", lambda: [str(each) for each in failing.batch([1, 3], return_exceptions=True)])
        probe("configs", partial(failing.batch, [1, 2], [{"tags": ["a"]}, {"tags": ["b"]}]))
        probe("too few", partial(failing.batch, [1, 2], [{"tags": ["a"]}]))
        probe("mode", partial(failing.batch, [1], stream_mode="updates"))
        probe("abatch", partial(failing.abatch, [1, 2]))
        probe("done", lambda: sorted(failing.batch_as_completed([1, 2])))
        app = single(engine)
        probe("pipe", lambda: (app | plus | app).invoke(1))
        probe("pipe behind", lambda: (plus | app).invoke(1))
        probe("pipe later", lambda: (app | plus_later).ainvoke(1))
        probe("parts", lambda: (app | {"a": plus, "b": app}).invoke(1))
        probe("no part", lambda: app | 5)
        probe("piped", lambda: app.pipe(plus, plus).invoke(1))
        probe("streamed", lambda: list((plus | app).stream(1)))
        probe("map", lambda: app.map().invoke([1, 2]))
        probe("transform", lambda: list(app.transform(iter([1, 2]))))
        probe(
            "retry",
            lambda: _failing_once(engine).with_retry(wait_exponential_jitter=False).invoke(1),
        )
        probe("in vain", lambda: failing.with_retry(stop_after_attempt=1).invoke(3))

    same(program)


def _failing_at(engine: Engine, number: int) -> Any:
    def act(value: int) -> int:
        if value == number:
            raise ValueError(f"no {number}")
        return value

    return single(
        engine, nodes={"n": engine.NodeBuilder().subscribe_only("i").do(act).write_to("o")}
    )


def _failing_once(engine: Engine) -> Any:
    runs: list[int] = []

    def act(value: int) -> int:
        runs.append(value)
        if len(runs) == 1:
            raise ValueError("once")
        return value

    return single(
        engine, nodes={"n": engine.NodeBuilder().subscribe_only("i").do(act).write_to("o")}
    )


def test_batches_run_at_the_same_time() -> None:
    met = threading.Barrier(3)

    def act(value: int) -> int:
        met.wait(20)
        return value

    app = single(OURS, nodes={"n": OURS.NodeBuilder().subscribe_only("i").do(act).write_to("o")})
    assert app.batch([1, 2, 3]) == [1, 2, 3]


def test_entries_of_what_is_written() -> None:
    node = OURS.NodeBuilder().subscribe_only("i").do(plus)
    node = node.write_to(
        ChannelWriteEntry("result"),
        ChannelWriteEntry("constant", value=3),
        ChannelWriteEntry("doubled", mapper=lambda value: value * 2),
        ChannelWriteEntry("skipped", mapper=lambda value: None, skip_none=True),
        ChannelWriteEntry("none", mapper=lambda value: None),
    )
    names = ["result", "constant", "doubled", "skipped", "none"]
    channels = {name: OURS.LastValue(Any) for name in ["i", *names]}
    app = graph(OURS, {"n": node}, channels, input_channels="i", output_channels=names)
    assert app.invoke(1) == {"result": 2, "constant": 3, "doubled": 4, "none": None}
    with pytest.raises(TypeError, match="ChannelWriteEntry"):
        OURS.NodeBuilder().write_to(5)

"""Configurations: how they are merged and handed on; when checkpoints are saved."""

import operator
import uuid
from functools import partial
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same
from tests.differential.recording import checkpoints_of

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "thread"}}


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[Any], operator.add]


SHOWN = ("recursion_limit", "max_concurrency")
OWN_KEYS = ("thread_id", "user", "checkpoint_ns", "checkpoint_id", "other", "unknown")


def shown(config: Any) -> dict[str, Any]:
    """What a node finds in its config, without the engine's own entries."""
    configurable = config["configurable"]
    namespace = configurable.get("checkpoint_ns", "")
    return {
        "tags": sorted(set(config.get("tags") or ())),  # LangGraph doubles those handed on
        **{key: config.get(key) for key in SHOWN},
        "metadata": {
            key: value
            for key, value in config["metadata"].items()
            # LangGraph keeps the thread of the run around, where a run has a thread of its own.
            if not key.endswith("_ns") and key != "thread_id"
        },
        "configurable": {
            key: value
            for key, value in configurable.items()
            if key in OWN_KEYS and key != "checkpoint_ns"
        },
        "namespace": [part.split(":")[0] for part in namespace.split("|")],
    }


def looking(engine: Engine, **options: Any) -> Any:
    def look(state: Any, config: Any = None) -> Any:
        return {"log": [shown(engine.get_config())]}

    builder = engine.StateGraph(State).add_node("look", look, metadata={"of": "the node"})
    return builder.add_edge(engine.START, "look").compile(**options)


GIVEN: list[Any] = [
    None,
    {},
    {"tags": ["a"], "metadata": {"m": 1}},
    {"configurable": {"user": "u"}, "recursion_limit": 7, "max_concurrency": 3},
    {"unknown": 1},
    {"run_name": "named", "metadata": {"m": {"deep": [1]}}},
    {"configurable": {"thread_id": 5, "other": None}},
]
BOUND: list[Any] = [
    {},
    {"tags": ["b"], "metadata": {"m": 2, "n": 3}, "configurable": {"user": "bound"}},
    {"recursion_limit": 9},
]


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_configs_are_merged(way: str) -> None:
    def program(probe: Probe) -> None:
        for bound in BOUND:
            app = looking(probe.engine).with_config(bound)
            call = getattr(app, way)
            for given in GIVEN:
                probe(f"{bound} {given}", partial(call, {"log": []}, given))
        twice = looking(probe.engine).with_config(tags=["a"]).with_config({"tags": ["b"]}, user=1)
        probe("twice", partial(getattr(twice, way), {"log": []}, {"tags": ["c"]}))

    same(program)


@pytest.mark.parametrize("keeps", [None, True])
def test_configs_are_handed_on(keeps: Any) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = looking(engine, checkpointer=keeps)
        calls: list[Any] = [
            lambda state: {"log": inner.invoke({"log": []})["log"]},
            lambda state: {"log": inner.invoke({"log": []}, {"tags": ["inner"]})["log"]},
            lambda state: {"log": inner.invoke({"log": []}, {"configurable": {"other": 1}})["log"]},
            lambda state, config: {"log": inner.invoke({"log": []}, config)["log"]},
            inner,
        ]
        for call in calls:
            builder = engine.StateGraph(State).add_node("outer", call)
            app = builder.add_edge(engine.START, "outer").compile(engine.InMemorySaver())
            config = {**THREAD, "tags": ["o"], "metadata": {"m": 1}, "max_concurrency": 2}
            probe("called", partial(app.invoke, {"log": []}, config))

        def elsewhere(state: Any) -> Any:
            own = {"configurable": {"thread_id": "own"}}
            return {"log": looking(engine).invoke({"log": []}, own)["log"]}

        builder = engine.StateGraph(State).add_node("outer", elsewhere)
        app = builder.add_edge(engine.START, "outer").compile(engine.InMemorySaver())
        probe("a thread of its own", partial(app.invoke, {"log": []}, {**THREAD, "tags": ["o"]}))

    same(program)


def test_metadata_of_checkpoints() -> None:
    def program(probe: Probe) -> None:
        app = looking(probe.engine, checkpointer=probe.engine.InMemorySaver())
        configs: list[Any] = [
            {"metadata": {"m": 1, "deep": {"a": 1}, "none": None}},
            {"configurable": {"user": "u", "number": 2, "deep": {"a": 1}, "__hidden": 1}},
            {"run_name": "n", "tags": ["t"]},
            {"run_id": uuid.UUID(int=5)},
            {"run_id": "text"},
            {"metadata": {"run_id": "m"}, "run_id": uuid.UUID(int=5)},
            {"configurable": {"run_id": "c", "task_id": 0, "graph_id": "", "assistant_id": "a"}},
            {"configurable": {"run_id": uuid.UUID(int=5), "checkpoint_ns": "", "task_id": "t"}},
        ]
        for number, config in enumerate(configs):
            configurable = {**config.get("configurable", {}), "thread_id": f"t{number}"}
            merged = {**config, "configurable": configurable}
            probe("run", partial(app.invoke, {"log": []}, merged))
            place = {"configurable": {"thread_id": f"t{number}"}}
            probe("state", lambda place=place: app.get_state(place).metadata)  # type: ignore[misc]
            kept = [dict(found.metadata) for found in app.checkpointer.list(place)]
            probe("kept", partial(list, kept))
            probe("edited", partial(app.update_state, merged, {"log": [1]}))
            probe("state", lambda place=place: app.get_state(place).metadata)  # type: ignore[misc]

    same(program)


def test_metadata_of_checkpoints_in_a_subgraph() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        builder = engine.StateGraph(State).add_node("outer", looking(engine))
        app = builder.add_edge(engine.START, "outer").compile(engine.InMemorySaver())
        config = {"run_id": uuid.UUID(int=6), "metadata": {"m": 1}}
        app.invoke({"log": []}, {**config, "configurable": {"thread_id": "t", "user": "u"}})
        kept = [
            {key: value for key, value in found.metadata.items() if key != "parents"}
            for found in app.checkpointer.list({"configurable": {"thread_id": "t"}})
        ]
        probe("kept", partial(sorted, kept, key=repr))

    same(program)


def test_thread_ids_that_are_no_text() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def look(state: Any, runtime: Any) -> Any:
            return {"log": [runtime.execution_info.thread_id]}

        look.__annotations__["runtime"] = engine.Runtime
        builder = engine.StateGraph(State).add_node("look", look).add_edge(engine.START, "look")
        app = builder.compile(engine.InMemorySaver())
        for thread_id in (0, 5, "", "six"):
            config = {"configurable": {"thread_id": thread_id}}
            probe(repr(thread_id), partial(app.invoke, {"log": []}, config))

    same(program)


def test_unknown_keywords() -> None:
    """Methods that take the keywords of older versions drop those that nobody knows."""

    def program(probe: Probe) -> None:
        engine = probe.engine
        app = steps(engine, fails=False, asks=False)
        for way in ("invoke", "ainvoke", "batch"):
            given: Any = [{"log": []}] if way == "batch" else {"log": []}
            probe(way, partial(getattr(app, way), given, THREAD, unknown=1))
        for way in ("stream", "astream"):
            probe.stream(way, getattr(app, way)({"log": []}, THREAD, unknown=1))
        for way in ("get_state", "update_state", "get_state_history"):
            with pytest.raises(TypeError, match="unknown"):
                getattr(app, way)(THREAD, unknown=1)
        builder = engine.StateGraph(State, unknown=1).add_node("n", says("n"), unknown=1)
        builder.add_edge(engine.START, "n")
        probe("built", partial(builder.compile().invoke, {"log": []}))
        with pytest.raises(TypeError, match="unknown"):
            builder.compile(unknown=1)

        @engine.task(unknown=1)  # type: ignore[untyped-decorator]
        def one(value: int) -> int:
            return value + 1

        @engine.entrypoint(unknown=1)  # type: ignore[untyped-decorator]
        def main(value: int) -> Any:
            return one(value).result()

        probe("functional", partial(main.invoke, 1))

    same(program)


def test_what_is_refused() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = looking(engine)
        for limit in (0, -1, False):
            probe(f"limit {limit}", partial(app.invoke, {"log": []}, {"recursion_limit": limit}))
        saved = looking(engine, checkpointer=engine.InMemorySaver())
        probe("no thread", partial(saved.invoke, {"log": []}))
        probe("no thread", partial(saved.get_state, {"configurable": {}}))
        probe("no saver", partial(app.get_state, THREAD))
        memory = looking(engine, checkpointer=True)
        probe("memory at the root", partial(memory.invoke, {"log": []}, THREAD))
        probe("no memory", partial(looking(engine, checkpointer=False).invoke, {"log": []}))

    same(program)


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


def steps(engine: Engine, *, fails: bool, asks: bool) -> Any:
    def last(state: Any) -> Any:
        if fails:
            raise ValueError("no luck")
        return {"log": [engine.interrupt("?") if asks else "last"]}

    builder = engine.StateGraph(State)
    builder.add_sequence([(name, says(name)) for name in "ab"])
    builder.add_node("last", last).add_edge("b", "last").add_edge(engine.START, "a")
    return builder.compile(engine.InMemorySaver())


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("end", ["ends", "fails", "asks", "stops"])
def test_durability(durability: str, end: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        for way in ("invoke", "ainvoke"):
            app = steps(engine, fails=end == "fails", asks=end == "asks")
            stops = {"interrupt_before": ["last"]} if end == "stops" else {}
            options: dict[str, Any] = {"durability": durability, **stops}
            call = getattr(app, way)
            for given in ({"log": ["one"]}, {"log": ["two"]}, None):
                probe("run", partial(call, given, THREAD, **options))
                probe("state", lambda app=app: app.get_state(THREAD)[:2])  # type: ignore[misc]
            stored = checkpoints_of(app, probe.normalise)
            kept = [(item["values"], item["metadata"]["step"]) for item in stored]
            probe("kept", partial(list, kept))

    same(program)


def test_old_name_of_durability() -> None:
    def program(probe: Probe) -> None:
        for during in (True, False):
            app = steps(probe.engine, fails=False, asks=False)
            probe("run", partial(app.invoke, {"log": []}, THREAD, checkpoint_during=during))
            history = list(app.get_state_history(THREAD))
            probe("kept", partial(len, history))
            both_names: dict[str, Any] = {"checkpoint_during": during, "durability": "sync"}
            probe("both", partial(app.invoke, {"log": []}, THREAD, **both_names))

    same(program)

"""State schemas: dataclass, pydantic, root, input, output and private schemas, managed values."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired

from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.differential.corrections import lone_task_is_shown
from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Entry, Session
from tests.differential.scenarios import Disagreement, run_and_look, says, scenario


@dataclass
class Data:
    x: int = 0
    note: str | None = None
    log: Annotated[list[Any], operator.add] = field(default_factory=list)


def _sees_attributes(state: Any) -> Any:
    return {"log": [f"{type(state).__name__} {state.x} {state.note} {state.log}"]}


def _dataclass_inputs(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(Data(x=2, log=["in"]))
    session.snapshot()
    session.history()
    session.invoke({}, base={"configurable": {"thread_id": "empty"}})
    session.invoke(Data(x=3), base={"configurable": {"thread_id": "v2"}}, version="v2")


@scenario(_dataclass_inputs)
def dataclass_state(engine: Engine) -> Any:
    nodes = {
        "see": _sees_attributes,
        "make": lambda state: Data(x=7, log=["made"]),
        "again": _sees_attributes,
    }
    edges = [(engine.START, "see"), ("see", "make"), ("make", "again")]
    return engine.compile(graph_of(engine, nodes, edges, Data))


class Model(BaseModel):
    x: int = 0
    note: str | None = None
    log: Annotated[list[Any], operator.add] = []


def _pydantic_inputs(engine: Engine, session: Session) -> None:
    session.stream({"x": "1"})
    session.stream(Model(x=2, log=["in"]))
    session.snapshot()
    session.history()
    session.invoke({"x": "no number"}, base={"configurable": {"thread_id": "bad"}})
    session.invoke(Model(x=3), base={"configurable": {"thread_id": "v2"}}, version="v2")


@scenario(_pydantic_inputs)
def pydantic_state(engine: Engine) -> Any:
    nodes = {
        "see": _sees_attributes,
        "make": lambda state: Model(x=7, log=["made"]),
        "again": _sees_attributes,
    }
    edges = [(engine.START, "see"), ("see", "make"), ("make", "again")]
    return engine.compile(graph_of(engine, nodes, edges, Model))


def _finished_step_is_shown(recording: list[Entry]) -> None:
    if "values" in recording[0].modes:
        recording[0].seen.insert(-1, ("values", {"x": "text", "log": []}))


FINISHED_STEP_IS_SHOWN = Disagreement(
    "A superstep that is done is shown. LangGraph plans the next one first, and loses the values"
    " when a node's input is refused there.",
    _finished_step_is_shown,
)


@scenario(
    lambda engine, session: session.stream({"x": 1}),
    lone_task_is_shown("wrong", {"x": "text"}),
    FINISHED_STEP_IS_SHOWN,
)
def pydantic_state_gone_wrong(engine: Engine) -> Any:
    """A node's writes are not validated; the next node's input is.

    LangGraph cannot read the thread afterwards; what ours shows then is tested by itself.
    """
    nodes = {"wrong": lambda state: {"x": "text"}, "see": _sees_attributes}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "wrong"), ("wrong", "see")], Model)
    )


class Question(TypedDict):
    question: str


class Answer(TypedDict):
    answer: str


class Whole(TypedDict):
    question: str
    middle: str
    answer: str


class Private(TypedDict):
    secret: str


def _in_and_out(engine: Engine, session: Session) -> None:
    session.stream({"question": "why", "middle": "not an input"})
    session.snapshot()
    session.history()
    session.invoke({"question": "again"})
    session.invoke({"middle": "only"}, base={"configurable": {"thread_id": "other"}})


@scenario(_in_and_out)
def input_output_and_private_schemas(engine: Engine) -> Any:
    def first(state: Question) -> Any:
        return {"middle": f"{sorted(state)}", "secret": "s"}

    def second(state: Private) -> Any:
        return {"answer": f"{sorted(state)}"}

    def third(state: Whole) -> Any:
        return {"answer": f"{sorted(state)} {state['answer']}"}

    builder = engine.StateGraph(Whole, input_schema=Question, output_schema=Answer)
    builder.add_sequence([("first", first), ("second", second), ("third", third)])
    return engine.compile(builder.set_entry_point("first"))


@scenario(run_and_look({"x": 1}))
def input_schema_of_one_node(engine: Engine) -> Any:
    def all_keys(state: Any) -> Any:
        return {"log": [sorted(state)]}

    class Only(TypedDict):
        x: int

    builder = graph_of(engine, {"all": all_keys}, [(engine.START, "all"), ("all", "some")])
    builder.add_node("some", all_keys, input_schema=Only)
    return engine.compile(builder)


class Optional(TypedDict, total=False):
    a: int
    b: NotRequired[Annotated[list[int], operator.add]]
    c: Annotated[str, "only a remark"]


@scenario(run_and_look({"a": 1}, {"c": "c"}))
def optional_keys(engine: Engine) -> Any:
    nodes = {
        "see": lambda state: {"b": [len(state)]},
        "again": lambda state: {"c": f"{sorted(state)}"},
    }
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "see"), ("see", "again")], Optional)
    )


@scenario(run_and_look(1, 5, None))
def root_state(engine: Engine) -> Any:
    nodes = {
        "add": lambda state: state + 1,
        "multiply": lambda state: state * 10,
        "none": lambda state: None,
    }
    edges = [(engine.START, "add"), ("add", "multiply"), ("multiply", "none")]
    return engine.compile(graph_of(engine, nodes, edges, int))


@scenario(run_and_look(["in"], ["more"]))
def root_state_with_a_reducer(engine: Engine) -> Any:
    nodes = {"a": lambda state: ["a"], "b": lambda state: ["b", len(state)]}
    edges = [(engine.START, "a"), ("a", "b")]
    return engine.compile(graph_of(engine, nodes, edges, Annotated[list[Any], operator.add]))


def _managed(engine: Engine, session: Session) -> None:
    session.stream({"log": []}, extra={"recursion_limit": 4})
    session.snapshot()
    session.history()


@scenario(_managed)
def managed_values(engine: Engine) -> Any:
    class Managed(TypedDict):
        log: Annotated[list[Any], operator.add]
        last: engine.IsLastStep  # type: ignore[name-defined]
        left: engine.RemainingSteps  # type: ignore[name-defined]

    def see(state: Any) -> Any:
        return {"log": [[state["last"], state["left"]]]}

    nodes = {"a": see, "b": see, "c": see}
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c")]
    return engine.compile(graph_of(engine, nodes, edges, Managed))


@scenario(run_and_look({"x": 1}))
def custom_events(engine: Engine) -> Any:
    def speak(state: Any) -> Any:
        write = engine.get_stream_writer()
        write({"at": state["x"]})
        write("text")
        return {"x": state["x"] + 1}

    edges = [(engine.START, "one"), ("one", "silent"), ("silent", "two")]
    return engine.compile(
        graph_of(engine, {"one": speak, "silent": says("silent"), "two": speak}, edges)
    )


def _with_metadata(engine: Engine, session: Session) -> None:
    base = {"configurable": {"user": "ada", "number": 3}}
    session.stream({"x": 1}, base=base, extra={"metadata": {"kind": "test"}, "tags": ["tag"]})
    session.snapshot()
    session.update({"x": 2}, base={"configurable": {"user": "bob"}})
    session.snapshot()
    session.history()
    session.history(filter={"user": "ada"})
    session.history(filter={"kind": "test", "step": 1})


@scenario(_with_metadata)
def metadata_of_the_caller(engine: Engine) -> Any:
    def see(state: Any) -> Any:
        config = engine.get_config()
        own = {
            key: value
            for key, value in config["metadata"].items()
            if key != "langgraph_checkpoint_ns"
        }
        return {
            "log": [own.get("kind"), own["langgraph_step"], own["langgraph_node"], config["tags"]]
        }

    return engine.compile(graph_of(engine, {"see": see}, [(engine.START, "see")]))

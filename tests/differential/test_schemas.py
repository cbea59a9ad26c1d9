"""What graphs tell of their types: the same models and JSON schemas on both engines."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, Required

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class Typed(TypedDict):
    x: int
    log: Annotated[list[str], operator.add]
    optional: NotRequired[str]


class Partial(TypedDict, total=False):
    text: Annotated[str, "told in words"]
    number: Required[int | None]


class Inner(BaseModel):
    kind: Literal["a", "b"] = "a"


class Model(BaseModel):
    """A state with models inside."""

    inner: Inner
    items: list[Inner] = Field(default_factory=list, description="some")
    either: int | str | None = None


@dataclass
class Record:
    name: str
    inner: Inner
    numbers: list[int] = field(default_factory=list)
    count: int = 3


@dataclass
class Nesting:
    record: Record
    log: Annotated[list[str], operator.add] = field(default_factory=list)


class Plain:
    a: int
    b: str = "x"


def _managed(engine: Engine) -> Any:
    keys = {"x": int, "last": engine.IsLastStep, "left": engine.RemainingSteps}
    return TypedDict("Managed", keys)  # type: ignore[operator]


def state(name: str | None = None, **schemas: Any) -> Callable[[Engine], Any]:
    def build(engine: Engine) -> Any:
        found = {
            key: value(engine) if value is _managed else value for key, value in schemas.items()
        }
        builder = engine.StateGraph(**found)
        builder.add_node("node", lambda state: {}).add_edge(engine.START, "node")
        return builder.compile(name=name)

    return build


def by_hand(
    channels: Callable[[Engine], dict[str, Any]],
    given: str | list[str],
    taken: str | list[str],
    **options: Any,
) -> Callable[[Engine], Any]:
    def build(engine: Engine) -> Any:
        node = engine.NodeBuilder()
        node = node.subscribe_only(given) if isinstance(given, str) else node.subscribe_to(*given)
        targets = [taken] if isinstance(taken, str) else taken
        return engine.Pregel(
            nodes={"node": node.do(lambda value: value).write_to(*targets)},
            channels=channels(engine),
            input_channels=given,
            output_channels=taken,
            **options,
        )

    return build


def functional(function: Callable[..., Any], **options: Any) -> Callable[[Engine], Any]:
    return lambda engine: engine.entrypoint(**options)(function)


def typed_flow(x: int) -> str:
    return ""


def model_flow(x: Inner, *, previous: Any = None) -> list[int]:
    return []


def untyped_flow(x):  # type: ignore[no-untyped-def]
    return x


GRAPHS: dict[str, Callable[[Engine], Any]] = {
    "typed": state(state_schema=Typed),
    "named": state("A name", state_schema=Typed),
    "partial": state(state_schema=Partial),
    "model": state(state_schema=Model),
    "named model": state("a name", state_schema=Model),
    "record": state(state_schema=Record),
    "nesting": state("Deep", state_schema=Nesting),
    "plain class": state(state_schema=Plain),
    "managed": state(state_schema=_managed, input_schema=Typed, output_schema=Typed),
    "reduced list": state(state_schema=Annotated[list[int], operator.add]),
    "number": state(state_schema=int),
    "dictionary": state(state_schema=dict),
    "other input and output": state(state_schema=Typed, input_schema=Model, output_schema=Record),
    "typed context": state(state_schema=Typed, context_schema=Partial),
    "model as context": state(state_schema=Typed, context_schema=Model),
    "record as context": state("C", state_schema=Typed, context_schema=Record),
    "one channel": by_hand(
        lambda engine: {"i": engine.LastValue(int), "o": engine.LastValue(str)}, "i", "o"
    ),
    "several channels": by_hand(
        lambda engine: {
            "i": engine.LastValue(int),
            "j": engine.Topic(str),
            "o": engine.LastValue(str),
            "p": engine.BinaryOperatorAggregate(list, operator.add),
        },
        ["i", "j"],
        ["o", "p"],
    ),
    "topics": by_hand(
        lambda engine: {"i": engine.Topic(int), "o": engine.Topic(int, accumulate=True)},
        "i",
        "o",
        name="N",
        context_schema=Model,
    ),
    "one in a list": by_hand(
        lambda engine: {"i": engine.EphemeralValue(Inner), "o": engine.AnyValue(dict)}, ["i"], "o"
    ),
    "typed function": functional(typed_flow),
    "function of models": functional(model_flow, context_schema=Model),
    "untyped function": functional(untyped_flow),
}
TOLD: dict[str, Callable[[Any], Any]] = {
    "input": lambda graph: graph.get_input_jsonschema(),
    "output": lambda graph: graph.get_output_jsonschema(),
    "context": lambda graph: graph.get_context_jsonschema(),
    "config": lambda graph: graph.get_config_jsonschema(),
    "chosen config": lambda graph: graph.get_config_jsonschema(include=["tags", "metadata"]),
    "input model": lambda graph: graph.get_input_schema().model_json_schema(),
    "output model": lambda graph: graph.get_output_schema().model_json_schema(),
    "config model": lambda graph: graph.config_schema().model_json_schema(),
    "names": lambda graph: [
        graph.get_name(),
        graph.get_name("Input"),
        graph.input_schema.__name__,
        graph.output_schema.__name__,
    ],
    "input type": lambda graph: _without_engine(graph.InputType),
    "output type": lambda graph: _without_engine(graph.OutputType),
    "read by the model": lambda graph: str(
        graph.get_input_schema().model_validate({"x": 1, "log": ["a"]})
    ),
}


def _without_engine(typ: Any) -> str:
    return str(typ).replace("langgraph.", "").replace("runtime.", "")


def told(build: Callable[[Engine], Any], engine: Engine) -> dict[str, Any]:
    """Everything a graph tells of its types, or how it fails to."""
    graph = build(engine)
    found = {}
    for what, tell in TOLD.items():
        try:
            found[what] = tell(graph)
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            found[what] = (type(error).__name__, str(error).split("\n", 1)[0])
    return found


@pytest.mark.parametrize("name", GRAPHS)
def test_types_are_told_alike(name: str) -> None:
    assert told(GRAPHS[name], OURS) == told(GRAPHS[name], ORACLE)


def test_message_state() -> None:
    """The same shape on every Python; what a message is made of is each engine's own."""

    def outline(engine: Engine) -> Any:
        class More(engine.MessagesState):  # type: ignore[name-defined, misc]
            extra: int

        found = []
        for schema in (engine.MessagesState, More):
            builder = engine.StateGraph(schema).add_node("n", lambda state: {})
            graph = builder.add_edge(engine.START, "n").compile()
            for told in (graph.get_input_jsonschema(), graph.get_output_jsonschema()):
                kinds = {key: value["type"] for key, value in told["properties"].items()}
                found.append((told["title"], told["required"], kinds))
        return found

    assert outline(OURS) == outline(ORACLE)


def _reversed(left: Any, right: Any) -> Any:
    return right + left


RULES: dict[str, Any] = {
    "plain": list[Any],
    "add": Annotated[list[Any], operator.add],
    "function": Annotated[list[Any], _reversed],
    "lambda": Annotated[list[Any], lambda left, right: left + right],
}


@pytest.mark.parametrize("other", RULES)
@pytest.mark.parametrize("rule", RULES)
def test_one_key_in_two_schemas(rule: str, other: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        schemas: list[Any] = [TypedDict("S", {"log": RULES[each]}) for each in (rule, other)]  # type: ignore[operator]

        def as_input() -> Any:
            builder = engine.StateGraph(schemas[0], input_schema=schemas[1])
            builder.add_node("n", lambda state: {"log": ["n"]}).add_edge(engine.START, "n")
            return builder.compile().invoke({"log": ["i"]})

        probe("input", as_input)
        builder = engine.StateGraph(schemas[0])
        probe("node", lambda: builder.add_node("n", len, input_schema=schemas[1]) and None)

    same(program)

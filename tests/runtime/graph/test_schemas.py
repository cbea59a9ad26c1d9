"""From a schema to channels, and what nodes get of it."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, Required

import pytest
from pydantic import BaseModel, ValidationError
from typing_extensions import ReadOnly, TypedDict

from runtime.channels import (
    AnyValue,
    BinaryOperatorAggregate,
    EphemeralValue,
    LastValue,
    Topic,
    UntrackedValue,
)
from runtime.graph import START, StateGraph
from runtime.graph.schema import has_keys, mapper_for, schema_channels
from runtime.managed import IsLastStep, RemainingSteps


class Base(TypedDict):
    inherited: Annotated[list[int], operator.add]


class Child(Base, total=False):
    plain: int
    required: Required[str]
    not_required: NotRequired[Annotated[int, max]]
    read_only: ReadOnly[Annotated[int, operator.mul]]
    typed: Annotated[list[str], Topic(str, accumulate=True)]
    by_class: Annotated[int, EphemeralValue]
    untracked: Annotated[Any, UntrackedValue(object)]
    documented: Annotated[int, "a note"]
    limit: IsLastStep


def test_annotations_become_channels() -> None:
    found = schema_channels(Child)

    kinds = {key: type(channel) for key, channel in found.channels.items()}
    assert kinds == {
        "inherited": BinaryOperatorAggregate,
        "plain": LastValue,
        "required": LastValue,
        "not_required": BinaryOperatorAggregate,
        "read_only": BinaryOperatorAggregate,
        "typed": Topic,
        "by_class": EphemeralValue,
        "untracked": UntrackedValue,
        "documented": LastValue,
    }
    assert all(channel.key == key for key, channel in found.channels.items())
    assert list(found.managed) == ["limit"]
    assert found.keys == [*kinds, "limit"]


def test_a_channel_given_in_an_annotation_is_not_shared() -> None:
    shared = Topic(str)

    class One(TypedDict):
        a: Annotated[list[str], shared]
        b: Annotated[list[str], shared]

    channels = schema_channels(One).channels

    assert channels["a"] is not channels["b"]
    assert shared.key == ""


def test_a_plain_type_is_one_channel() -> None:
    assert list(schema_channels(int).channels) == ["__root__"]
    folding = schema_channels(Annotated[list[int], operator.add]).channels["__root__"]
    assert isinstance(folding, BinaryOperatorAggregate)
    assert [has_keys(each) for each in (int, dict, Child, BaseModel)] == [False, False, True, False]


@pytest.mark.parametrize(
    "reducer", [lambda value: value, lambda a, b, c: a, lambda: None], ids=["one", "three", "none"]
)
def test_a_reducer_takes_two_operands(reducer: Any) -> None:
    class Schema(TypedDict):
        x: Annotated[int, reducer]

    with pytest.raises(ValueError, match=r"Invalid reducer signature. Expected \(a, b\) -> c"):
        StateGraph(Schema)


@pytest.mark.parametrize(
    "reducer", [max, operator.add, lambda a, b=0: a + b, lambda *values: sum(values), str.join]
)
def test_reducers_of_every_kind(reducer: Any) -> None:
    class Schema(TypedDict):
        x: Annotated[int, reducer]

    channel = schema_channels(Schema).channels["x"]

    assert isinstance(channel, BinaryOperatorAggregate)
    assert channel.operator is reducer


def test_a_channel_class_wins_over_later_metadata() -> None:
    class Schema(TypedDict):
        x: Annotated[int, AnyValue(int), "note"]

    assert isinstance(schema_channels(Schema).channels["x"], AnyValue)


# -- several schemas ------------------------------------------------------------------------


class Folding(TypedDict):
    x: Annotated[list[int], operator.add]


class Plain(TypedDict):
    x: list[int]


class Otherwise(TypedDict):
    x: Annotated[list[int], operator.mul]


def test_a_plain_key_yields_to_the_rule_of_the_state() -> None:
    builder: Any = StateGraph(Folding, input_schema=Plain)
    assert isinstance(builder.channels["x"], BinaryOperatorAggregate)


@pytest.mark.parametrize("state", [Folding, Plain])
def test_two_rules_for_one_key_are_refused(state: Any) -> None:
    with pytest.raises(ValueError, match="Channel 'x' already exists with a different type"):
        StateGraph(state, input_schema=Otherwise)


class Managed(TypedDict):
    x: int
    left: RemainingSteps


@pytest.mark.parametrize("which", ["input_schema", "output_schema"])
def test_managed_values_have_no_place_in_input_and_output(which: str) -> None:
    wrong: Any = {which: Managed}
    with pytest.raises(ValueError, match="Invalid managed channels detected in Managed: left"):
        StateGraph(Plain, **wrong)


def test_input_and_output_schemas_narrow_what_goes_in_and_out() -> None:
    class Inside(TypedDict, total=False):
        question: str
        answer: str
        notes: str

    class Question(TypedDict):
        question: str

    class Answer(TypedDict):
        answer: str

    def think(state: Inside) -> Any:
        return {"notes": "".join(sorted(state)), "answer": state["question"].upper()}

    builder = StateGraph(Inside, input_schema=Question, output_schema=Answer)
    graph = builder.add_node("think", think).add_edge(START, "think").compile()

    given: Any = {"question": "q", "notes": "dropped"}
    assert graph.invoke(given) == {"answer": "Q"}


def test_a_nodes_own_schema_chooses_and_adds_keys() -> None:
    class Private(TypedDict):
        hidden: int

    class Public(TypedDict, total=False):
        x: int

    seen = []

    def write(state: Public) -> Any:
        return {"hidden": state["x"] + 1}

    def read(state: Private) -> Any:
        seen.append(dict(state))
        return {"x": state["hidden"]}

    builder: Any = StateGraph(Public).add_sequence([write, read])
    graph = builder.add_edge(START, "write").compile()

    assert graph.invoke({"x": 1})["x"] == 2
    assert seen == [{"hidden": 2}]


def test_remaining_steps_and_last_step() -> None:
    class Counting(TypedDict, total=False):
        log: Annotated[list[Any], operator.add]
        left: RemainingSteps
        last: IsLastStep

    def note(state: Counting) -> Any:
        return {"log": [(state["left"], state["last"])]}

    def route(state: Any) -> str:
        return "__end__" if state["last"] else "note"

    builder: Any = StateGraph(Counting).add_node(note).add_edge(START, "note")
    graph = builder.add_conditional_edges("note", route).compile()

    assert graph.invoke({}, {"recursion_limit": 4}) == {"log": [(3, False), (2, False), (1, True)]}


# -- dataclasses and models -----------------------------------------------------------------


@dataclass
class Point:
    x: int
    trail: Annotated[list[int], operator.add] = field(default_factory=list)


class Model(BaseModel):
    x: int
    trail: Annotated[list[int], operator.add] = []


@pytest.mark.parametrize("schema", [Point, Model])
def test_nodes_get_instances_and_results_stay_dictionaries(schema: Any) -> None:
    kinds = []

    def step(state: Any) -> Any:
        kinds.append(type(state))
        return {"x": state.x + 1, "trail": [state.x]}

    def again(state: Any) -> Any:
        return schema(x=state.x + 1, trail=[state.x])

    builder: Any = StateGraph(schema).add_sequence([("step", step), ("again", again)])
    graph = builder.add_edge(START, "step").compile()

    assert graph.invoke(schema(x=1)) == {"x": 3, "trail": [1, 2]}
    assert graph.invoke({"x": 1}) == {"x": 3, "trail": [1, 2]}
    assert kinds == [schema, schema]
    assert graph.invoke({"x": 1}, version="v2").value == schema(x=3, trail=[1, 2])


def test_a_model_checks_what_nodes_are_given_and_says_where() -> None:
    builder: Any = StateGraph(Model).add_sequence(
        [("spoils", lambda state: {"x": "no number"}), ("reads", lambda state: None)]
    )
    graph = builder.add_edge(START, "spoils").compile()

    with pytest.raises(ValidationError) as caught:
        graph.invoke({"x": 1})

    assert "Before task with name 'reads'" in caught.value.__notes__[0]


def test_a_model_coerces_what_nodes_see_but_not_what_is_stored() -> None:
    builder: Any = StateGraph(Model).add_node("n", lambda state: {"trail": [state.x + 1]})
    graph = builder.add_edge(START, "n").compile()

    assert graph.invoke({"x": "1"}) == {"x": "1", "trail": [2]}


def test_only_classes_that_can_be_built_are_built() -> None:
    class Bare:
        x: int

    assert mapper_for(Child) is None
    assert mapper_for(int) is None
    assert mapper_for(Bare) is None
    assert mapper_for(Point) is mapper_for(Point)

"""Send, Command, Interrupt, Overwrite and snapshots as plain values."""

from dataclasses import FrozenInstanceError, dataclass
from datetime import timedelta
from typing import Any

import pytest
from pydantic import BaseModel
from xxhash import xxh3_128_hexdigest

from runtime.checkpoint.memory import InMemorySaver
from runtime.types import (
    Command,
    GraphOutput,
    Interrupt,
    Overwrite,
    Send,
    StateUpdate,
    TimeoutPolicy,
    ensure_valid_checkpointer,
    interrupt,
)
from runtime.warnings import LangGraphDeprecatedSinceV10, LangGraphDeprecatedSinceV11


def test_sends_are_equal_by_node_argument_and_timeout() -> None:
    assert Send("a", {"x": 1}) == Send("a", {"x": 1})
    assert Send("a", 1) != Send("b", 1)
    assert Send("a", 1) != Send("a", 2)
    assert Send("a", 1) != Send("a", 1, timeout=2)
    assert Send("a", 1, timeout=2) == Send("a", 1, timeout=timedelta(seconds=2))
    assert Send("a", 1) != ("a", 1)
    assert len({Send("a", 1), Send("a", 1), Send("a", 2)}) == 2


def test_a_send_says_what_it_is() -> None:
    assert repr(Send("a", {"x": 1})) == "Send(node='a', arg={'x': 1})"
    assert "timeout=TimeoutPolicy(run_timeout=2.0" in repr(Send("a", 1, timeout=2))


def test_a_send_has_no_room_for_anything_else() -> None:
    send: Any = Send("a", 1)

    with pytest.raises(AttributeError):
        send.other = 1


def test_commands_are_frozen_and_equal_by_fields() -> None:
    command: Any = Command(update={"x": 1}, goto="a")

    assert command == Command(update={"x": 1}, goto="a")
    assert command != Command(update={"x": 1})
    with pytest.raises(FrozenInstanceError):
        command.update = None


def test_a_command_shows_what_it_carries() -> None:
    assert repr(Command()) == "Command()"
    assert repr(Command(goto="a", update={"x": 1})) == "Command(update={'x': 1}, goto='a')"
    assert Command.PARENT == "__parent__"


def test_generic_values_can_be_made_through_their_parameter() -> None:
    assert Command[str](goto="a") == Command(goto="a")
    assert GraphOutput[int](1) == GraphOutput(1)


@dataclass
class Declared:
    x: int
    y: str | None = None


class Model(BaseModel):
    x: int = 0
    unset: str | None = None
    other: int = 5


@pytest.mark.parametrize(
    ("update", "pairs"),
    [
        (None, []),
        ({"x": 1, "y": 2}, [("x", 1), ("y", 2)]),
        ([("x", 1), ("x", 2)], [("x", 1), ("x", 2)]),
        ((("x", 1),), [("x", 1)]),
        (Declared(1), [("x", 1), ("y", None)]),
        (Model(x=1), [("x", 1), ("other", 5)]),
        (Model(x=1, unset=None), [("x", 1), ("unset", None), ("other", 5)]),
        (5, [("__root__", 5)]),
        ([1, 2], [("__root__", [1, 2])]),
    ],
)
def test_what_a_command_writes(update: Any, pairs: list[tuple[str, Any]]) -> None:
    assert Command[str](update=update).updates() == pairs


@pytest.mark.parametrize(
    ("goto", "targets"),
    [
        ((), []),
        ("a", ["a"]),
        (["a", "b"], ["a", "b"]),
        (Send("a", 1), [Send("a", 1)]),
        ([Send("a", 1), "b"], [Send("a", 1), "b"]),
    ],
)
def test_where_a_command_goes(goto: Any, targets: list[Any]) -> None:
    assert Command[str](goto=goto).targets() == targets


def test_interrupts_take_their_id_from_the_namespace() -> None:
    made = Interrupt.from_ns("why?", "node:1")

    assert made == Interrupt("why?", xxh3_128_hexdigest(b"node:1"))
    assert Interrupt("why?", ns=["outer:1", "inner:2"]).id == xxh3_128_hexdigest(b"outer:1|inner:2")
    assert Interrupt("why?").id == "placeholder-id"
    assert Interrupt("why?", "x") != Interrupt("what?", "x")
    assert len({Interrupt("a", "x"), Interrupt("a", "x")}) == 1


def test_interrupts_take_old_arguments_and_refuse_unknown_ones() -> None:
    assert Interrupt("v", "i", when="during", resumable=True) == Interrupt("v", "i")
    with pytest.raises(TypeError, match="unknown"):
        Interrupt("v", unknown=1)
    with pytest.warns(LangGraphDeprecatedSinceV10, match="Use `id` instead"):
        assert Interrupt("v", "i").interrupt_id == "i"


def test_interrupt_outside_of_a_node_is_refused() -> None:
    with pytest.raises(RuntimeError, match="Called interrupt outside of a runnable context"):
        interrupt("anyone?")


def test_output_with_interrupts_is_a_value_of_its_own() -> None:
    asked = (Interrupt("why?", "i"),)
    output = GraphOutput({"x": 1}, asked)

    assert (output.value, output.interrupts) == ({"x": 1}, asked)
    with pytest.warns(LangGraphDeprecatedSinceV11):
        assert output["x"] == 1
    with pytest.warns(LangGraphDeprecatedSinceV11):
        assert output["__interrupt__"] == asked
    with pytest.warns(LangGraphDeprecatedSinceV11):
        assert "x" in output
    with pytest.warns(LangGraphDeprecatedSinceV11):
        assert "__interrupt__" in output
    with pytest.warns(LangGraphDeprecatedSinceV11):
        assert "__interrupt__" not in GraphOutput({"x": 1})


def test_small_values_have_their_defaults() -> None:
    assert StateUpdate({"x": 1}) == ({"x": 1}, None, None)
    assert Overwrite([1]) == Overwrite([1], "__overwrite__")
    assert Send("a", 1).timeout is None
    assert Send("a", 1, timeout=TimeoutPolicy()).timeout is None


@pytest.mark.parametrize("good", [None, True, False])
def test_what_may_stand_for_a_saver(good: bool | None) -> None:
    assert ensure_valid_checkpointer(good) is good
    saver = InMemorySaver()
    assert ensure_valid_checkpointer(saver) is saver


@pytest.mark.parametrize("bad", ["memory", InMemorySaver, 1, {}])
def test_what_may_not_stand_for_a_saver(bad: Any) -> None:
    with pytest.raises(TypeError, match="Invalid checkpointer provided"):
        ensure_valid_checkpointer(bad)

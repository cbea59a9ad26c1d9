"""Every message of the protocol goes through JSON and comes back the same."""

import json
import types
import typing
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, Union

import pytest

from runtime.debug import codec, commands, events
from runtime.debug.codec import CodecError
from runtime.debug.commands import ListThreads, Pause, SetBreakpoints, Start
from runtime.debug.views import Reply


def sample(annotation: Any, variant: int) -> Any:
    """A value of the annotated type: variant 0 is the fullest, 1 the emptiest, 2 another one."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is Any:
        return [{"a": [1, 2.5, None, True, "ü\n"], "b": {}}, None, "text"][variant]
    if is_dataclass(annotation):
        hints = typing.get_type_hints(annotation)
        return typing.cast(type, annotation)(
            **{each.name: sample(hints[each.name], variant) for each in fields(annotation)}
        )
    if origin in (Union, types.UnionType):
        present = next(each for each in arguments if each is not type(None))
        return None if variant == 1 else sample(present, variant)
    if origin is Literal:
        return arguments[variant % len(arguments)]
    if origin is tuple:
        return () if variant == 1 else (sample(arguments[0], variant), sample(arguments[0], 2))
    if origin is dict:
        return {} if variant == 1 else {"k": sample(arguments[1], variant)}
    scalars: dict[Any, list[Any]] = {
        str: ["täxt\u2028 \"'\\", "", "x"],
        int: [2**70, 0, -1],
        float: [1.25, 0.0, 3.0],
        bool: [True, False, True],
    }
    return scalars[annotation][variant]


@pytest.mark.parametrize("name", sorted(codec.message_types()))
@pytest.mark.parametrize("variant", [0, 1, 2])
def test_every_message_comes_back_the_same(name: str, variant: int) -> None:
    message = sample(codec.message_types()[name], variant)
    text = json.dumps(codec.to_json(message), allow_nan=False)
    back = codec.from_json(json.loads(text))
    assert type(back) is type(message)
    assert back == message


def test_no_message_class_is_forgotten() -> None:
    names = set(codec.message_types())
    assert {each.__name__ for each in typing.get_args(Reply)} <= names
    for module in (commands, events):
        for name, member in vars(module).items():
            if isinstance(member, type) and member.__base__ in (commands.Command, events.Event):
                assert name in names


def test_every_command_names_an_existing_reply() -> None:
    replies = {each.__name__ for each in typing.get_args(Reply)}
    for member in codec.message_types().values():
        if issubclass(member, commands.Command):
            assert member.reply in replies


def test_defaults_may_be_left_out() -> None:
    assert codec.from_json({"$type": "ListThreads"}) == ListThreads()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ([], "message: expected an object, got a list"),
        ({"$type": "Nope"}, r"message: unknown \$type 'Nope'"),
        ({}, r"message: unknown \$type None"),
        ({"$type": "Command"}, "unknown"),
        ({"$type": "Pause", "now": True}, "Pause: unknown field 'now'"),
        ({"$type": "Start", "thread_id": "t"}, "Start: missing field 'input'"),
        ({"$type": "ListThreads", "limit": "9"}, "ListThreads.limit: expected int, got '9'"),
        ({"$type": "ListThreads", "limit": True}, "ListThreads.limit: expected int, got True"),
        (
            {"$type": "Start", "thread_id": "t", "input": {}, "mode": "fly"},
            "Start.mode: expected one of .*'step_task'.*, got 'fly'",
        ),
        (
            {"$type": "SetBreakpoints", "breakpoints": [{"id": "1", "kind": "before", "at": 1}]},
            r"SetBreakpoints.breakpoints\[0\]: unknown field 'at'",
        ),
        (
            {"$type": "Resume", "thread_id": "t", "answers": [1]},
            "Resume.answers: expected an object, got a list",
        ),
    ],
)
def test_misfits_are_named_with_their_place(data: Any, complaint: str) -> None:
    with pytest.raises(CodecError, match=complaint):
        codec.from_json(data)


def test_values_that_json_would_change_are_refused() -> None:
    for value in ((1, 2), {1: 2}, {1}, b"x", object()):
        with pytest.raises(CodecError, match=r"Start\.input"):
            codec.to_json(Start(thread_id="t", input=value))
    breakpoints = typing.cast("tuple[commands.Breakpoint, ...]", ["x"])
    with pytest.raises(CodecError, match=r"SetBreakpoints\.breakpoints"):
        codec.to_json(replace(SetBreakpoints(()), breakpoints=breakpoints))


def test_only_messages_travel() -> None:
    with pytest.raises(CodecError, match="is not a command, reply or event"):
        codec.to_json(typing.cast(Any, commands.Command()))
    assert codec.to_json(Pause()) == {"$type": "Pause"}

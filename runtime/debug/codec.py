"""Commands, replies and events as plain JSON, and back.

A message becomes one dict: its class name under ``"$type"`` and one entry for each field. Inside, a
field's annotation says what its JSON means, so nothing else is tagged. Reading is strict: unknown
fields, missing fields and values that do not fit are refused with the path to them.
"""

import inspect
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from sys import intern
from typing import Any, Literal, Union, cast

from runtime.debug import commands, events
from runtime.debug.commands import Command
from runtime.debug.comparing import commands as comparing
from runtime.debug.events import Event
from runtime.debug.inspecting import commands as inspecting
from runtime.debug.marks import commands as marks
from runtime.debug.messages import commands as messages
from runtime.debug.upkeep import commands as upkeep
from runtime.debug.views import Reply

TAG = "$type"

Message = Command | Event | Reply


class CodecError(ValueError):
    """A message that does not fit the protocol; the text names the place and what is wrong.

    The path grows outwards while the error is passed on, so that what fits costs none.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"

    def within(self, step: str) -> "CodecError":
        """The same error, told by what is around its place."""
        self.path = f"{step}{self.path}"
        return self


Convert = Callable[[Any], Any]
_LONGEST_SHARED = 64
"""Names and ids come again and again; longer texts do not."""


@cache
def message_types() -> dict[str, type]:
    """All classes that travel by themselves, by name."""
    found: dict[str, type] = {}
    asked = (commands, comparing, inspecting, marks, messages, upkeep)
    for module, base in (*((each, Command) for each in asked), (events, Event)):
        for name, member in inspect.getmembers(module, inspect.isclass):
            if issubclass(member, base) and member is not base:
                found[name] = member
    for reply in typing.get_args(Reply):
        found[reply.__name__] = reply
    return found


def to_json(message: Message) -> dict[str, Any]:
    """The message as values that ``json.dumps`` takes; ``CodecError`` where a field does not."""
    cls: type = type(message)
    if message_types().get(cls.__name__) is not cls:
        raise CodecError(cls.__name__, "is not a command, reply or event")
    try:
        return {TAG: cls.__name__, **_encoder(cls)(message)}
    except CodecError as error:
        raise error.within(cls.__name__) from None


def from_json(data: Any) -> Message:
    """The message that ``to_json`` gave; ``CodecError`` names the first place that does not fit."""
    if not isinstance(data, dict):
        raise CodecError("message", f"expected an object, got {_shown(data)}")
    name = data.get(TAG)
    cls = message_types().get(name) if isinstance(name, str) else None
    if cls is None:
        raise CodecError("message", f"unknown {TAG} {name!r}")
    content = {key: value for key, value in data.items() if key != TAG}
    try:
        return cast(Message, _decoder(cls)(content))
    except CodecError as error:
        raise error.within(cls.__name__) from None


def _hints(cls: type) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    return {each.name: hints[each.name] for each in fields(cls)}


@cache
def _encoder(annotation: Any) -> Convert:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is Any:
        return _plain
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _object_encoder(annotation)
    if origin is tuple:
        item = _encoder(arguments[0])

        def encode_tuple(value: Any) -> Any:
            if type(value) is not tuple:
                raise CodecError("", f"expected a tuple, got {_shown(value)}")
            return _each(item, value)

        return encode_tuple
    return _converter(annotation, origin, arguments, _encoder)


@cache
def _decoder(annotation: Any) -> Convert:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is Any:
        return _plain
    if annotation is str:
        return _shared_text
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _object_decoder(annotation)
    if origin is tuple:
        item = _decoder(arguments[0])

        def decode_tuple(value: Any) -> Any:
            if not isinstance(value, list):
                raise CodecError("", f"expected an array, got {_shown(value)}")
            return tuple(_each(item, value))

        return decode_tuple
    return _converter(annotation, origin, arguments, _decoder)


def _each(item: Convert, values: Sequence[Any]) -> list[Any]:
    converted: list[Any] = []
    try:
        for value in values:
            converted.append(item(value))
    except CodecError as error:
        raise error.within(f"[{len(converted)}]") from None
    return converted


def _object_encoder(cls: type) -> Convert:
    parts = tuple((name, _encoder(hint)) for name, hint in _hints(cls).items())

    def encode_object(value: Any) -> Any:
        if type(value) is not cls:
            raise CodecError("", f"expected {cls.__name__}, got {_shown(value)}")
        encoded: dict[str, Any] = {}
        name = ""
        try:
            for name, part in parts:
                encoded[name] = part(getattr(value, name))
        except CodecError as error:
            raise error.within(f".{name}") from None
        return encoded

    return encode_object


def _object_decoder(cls: type) -> Convert:
    parts = {name: _decoder(hint) for name, hint in _hints(cls).items()}
    required = {
        each.name
        for each in fields(cls)
        if each.default is MISSING and each.default_factory is MISSING
    }

    def decode_object(value: Any) -> Any:
        if not isinstance(value, dict):
            raise CodecError("", f"expected an object, got {_shown(value)}")
        if not parts.keys() >= value.keys():
            raise CodecError("", f"unknown field {min(value.keys() - parts.keys())!r}")
        if not required <= value.keys():
            raise CodecError("", f"missing field {min(required - value.keys())!r}")
        decoded: dict[str, Any] = {}
        name = ""
        try:
            for name, each in value.items():
                decoded[name] = parts[name](each)
        except CodecError as error:
            raise error.within(f".{name}") from None
        return cls(**decoded)

    return decode_object


def _converter(
    annotation: Any, origin: Any, arguments: tuple[Any, ...], inner: Callable[[Any], Convert]
) -> Convert:
    """Converters that are the same in both directions, but for what they contain."""
    if origin in (Union, types.UnionType):
        (only,) = (each for each in arguments if each is not type(None))
        present = inner(only)
        return lambda value: None if value is None else present(value)
    if origin is Literal:
        admitted = {each: each for each in arguments}

        def check_literal(value: Any) -> Any:
            if not isinstance(value, str) or value not in admitted:
                raise CodecError("", f"expected one of {list(arguments)}, got {_shown(value)}")
            return admitted[value]

        return check_literal
    if origin is dict:
        item = inner(arguments[1])

        def convert_dict(value: Any) -> Any:
            if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
                raise CodecError("", f"expected an object, got {_shown(value)}")
            return _entries(item, value)

        return convert_dict
    if annotation in (str, bool, int, float):
        return partial(_scalar, annotation)
    raise TypeError(f"the protocol has no JSON for {annotation!r}")


def _entries(item: Convert, value: dict[str, Any]) -> dict[str, Any]:
    converted: dict[str, Any] = {}
    key = ""
    try:
        for key, each in value.items():
            converted[_shared_text(key)] = item(each)
    except CodecError as error:
        raise error.within(f"[{key!r}]") from None
    return converted


def _shared_text(value: Any) -> Any:
    """A text; equal ones that are short are one object."""
    if type(value) is not str:
        raise CodecError("", f"expected str, got {_shown(value)}")
    return intern(value) if len(value) <= _LONGEST_SHARED else value


def _scalar(expected: type, value: Any) -> Any:
    if type(value) is expected:
        return value
    if expected is float and type(value) is int:
        return float(value)
    raise CodecError("", f"expected {expected.__name__}, got {_shown(value)}")


def _plain(value: Any) -> Any:
    """A JSON value as it is, copied; refuses what JSON would change or not take."""
    if value is None or type(value) in (str, bool, int, float):
        return value
    if type(value) is list:
        return _each(_plain, value)
    if type(value) is dict and all(type(key) is str for key in value):
        return _entries(_plain, value)
    raise CodecError("", f"expected a JSON value, got {_shown(value)}")


def _shown(value: Any) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "…")
    return f"a {type(value).__name__}"

"""From bytes to a value, without ever executing anything that the bytes name.

Plain data comes straight out of ormsgpack. Extensions are built by a table of decoders; objects of
classes only where the reader's policy gives the class. Whatever cannot be built becomes an
``Opaque``; whatever is damaged raises ``DecodeError``.
"""

import dataclasses
import threading
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any

import ormsgpack

from runtime.checkpoint.serde import classes, codes
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.opaque import Opaque, StoredError
from runtime.checkpoint.serde.standard import (
    DECODERS,
    RAW,
    TRUSTED_DECODERS,
    NotHere,
)
from runtime.checkpoint.serde.writer import DERIVED_BASES

MAX_DEPTH = 300
"""Levels of extensions inside each other."""

FindClass = Callable[[str, str], type | None]
"""The policy: the class of a module and qualified name, or ``None`` to leave it opaque."""

_unpackb = ormsgpack.unpackb

_BUILT_IN: dict[str, Any] = {cls.__name__: cls for cls in DERIVED_BASES}
_OBJECTS = frozenset(
    {
        codes.DATACLASS,
        codes.MODEL,
        codes.NAMED_TUPLE,
        codes.ENUM,
        codes.DERIVED,
        codes.SLOTTED,
    }
)


def known_only(module: str, name: str) -> type | None:
    """The policy for files of strangers: registered classes, and nothing else."""
    return classes.registered_class(module, name)


class Reader:
    """Decodes under one policy. ``trusted`` also lets patterns be compiled."""

    def __init__(self, find_class: FindClass, *, trusted: bool) -> None:
        self.find_class = find_class
        self.trusted = trusted
        self._state = threading.local()

    def decode(self, data: bytes) -> Any:
        """The value of ``data``; ``DecodeError`` where it is damaged."""
        state = self._state
        state.reason = None
        try:
            return _unpackb(data, ext_hook=self._extension)
        except Exception as error:  # noqa: BLE001 - whatever it is, the bytes are damaged
            # ormsgpack puts an error of its own in place of one of an extension.
            reason = state.reason or error
            state.reason = None
            words = str(reason) or type(reason).__name__
            raise DecodeError(f"Stored value cannot be read: {words}") from reason

    def _extension(self, code: int, data: Any) -> Any:
        state = self._state
        depth = getattr(state, "depth", 0)
        try:
            raw = RAW.get(code)
            if raw is not None:
                return raw(bytes(data))
            if depth >= MAX_DEPTH:
                raise DecodeError(f"nested deeper than {MAX_DEPTH} levels")
            state.depth = depth + 1
            return self._build(code, bytes(data))
        except Exception as error:
            if state.reason is None:
                state.reason = error
            raise
        finally:
            state.depth = depth

    def _build(self, code: int, data: bytes) -> Any:
        if code in _OBJECTS:
            return self._object(code, data)
        standard = DECODERS.get(code) or TRUSTED_DECODERS.get(code)
        if standard is not None:
            name, decoder = standard
            content = _unpackb(data, ext_hook=self._extension)
            if code in TRUSTED_DECODERS and not self.trusted:
                return Opaque(name, code, data, lambda: content)
            try:
                return decoder(content)
            except NotHere:
                return Opaque(name, code, data, lambda: content)
        if code == codes.ERROR:
            text, name, message, trace = _unpackb(data, ext_hook=self._extension)
            if not all(isinstance(part, str) for part in (text, name, message, trace)):
                raise DecodeError("damaged error")
            return StoredError(text, name, message, trace)
        raise DecodeError(f"unknown kind of value ({code})")

    def _object(self, code: int, data: bytes) -> Any:
        content = _unpackb(data, ext_hook=self._extension)
        reference, *parts = content
        module, name, *arguments = reference
        if not (isinstance(module, str) and isinstance(name, str)):
            raise DecodeError("damaged class reference")
        if not _is_complete(code, parts):
            raise DecodeError("damaged object")
        shown = f"{module}.{name}"
        if arguments:
            shown += f"[{', '.join(_argument_name(argument) for argument in arguments[0])}]"
        cls = self.find_class(module, name)
        if cls is not None and arguments:
            cls = classes.generic_model(cls, arguments[0])
        if cls is not None:
            try:
                return _BUILDERS[code](cls, *parts)
            except TypeError:
                cls = None  # the class has changed its kind, or would run code: stays opaque
        return Opaque(shown, code, data, lambda: _content(code, parts))


_PARTS: dict[int, tuple[Any, ...]] = {
    codes.DATACLASS: (dict,),
    codes.MODEL: (dict, list, (dict, type(None)), (dict, type(None))),
    codes.NAMED_TUPLE: (list,),
    codes.ENUM: ((str, list),),
    codes.DERIVED: (str, object, dict),
    codes.SLOTTED: (dict,),
}
_NAME = frozenset({str})


def _is_complete(code: int, parts: list[Any]) -> bool:
    """Whether what follows the reference to a class is what an object of the kind consists of."""
    kinds = _PARTS[code]
    if len(parts) != len(kinds) or not all(map(isinstance, parts, kinds)):
        return False
    held = parts[-1 if code == codes.DERIVED else 0]
    return type(held) is not dict or _NAME.issuperset(map(type, held))


def _content(code: int, parts: list[Any]) -> Any:
    """What an opaque object shows of itself."""
    if code == codes.DERIVED:
        _, plain, held = parts
        return plain if not held else {"value": plain, **held}
    if code == codes.MODEL:
        fields, _, extra, _ = parts
        return {**fields, **(extra or {})}
    return parts[0]


def _argument_name(argument: Any) -> str:
    return str(argument[1]) if isinstance(argument, list) and len(argument) > 1 else str(argument)


def _dataclass(cls: type, held: dict[str, Any]) -> Any:
    if not dataclasses.is_dataclass(cls) or type(held) is not dict:
        raise TypeError("no dataclass")
    fields = classes.dataclass_fields(cls)
    if not fields.keys() <= held.keys():
        held = {**held, **classes.dataclass_defaults(cls, held)}
        if _is_registered(cls):
            # The engine relies on its own objects being whole.
            _demand((name for name, field in fields.items() if field.init), held)
    return classes.put_together(cls, held)


def _is_registered(cls: type) -> bool:
    return classes.registered_class(cls.__module__, cls.__qualname__) is cls


def _demand(names: Iterable[str], held: dict[str, Any]) -> None:
    lacking = [name for name in names if name not in held]
    if lacking:
        raise TypeError(f"lacks {', '.join(lacking)}")


def _slotted(cls: type, held: dict[str, Any]) -> Any:
    if not _is_registered(cls):
        raise TypeError("not registered")
    _demand(classes.inert_slots(cls) or (), held)
    return classes.put_together(cls, held)


def _model(
    cls: type,
    held: dict[str, Any],
    fields_set: list[str],
    extra: dict[str, Any] | None,
    private: dict[str, Any] | None,
) -> Any:
    if not classes.is_model(cls) or type(held) is not dict:
        raise TypeError("no model")
    if classes.inert_slots(cls) is None:
        raise TypeError("would run code of its own")
    values = {}
    for name, field in classes.model_fields(cls).items():
        if name in held:
            values[name] = held[name]
        elif not field.is_required() and field.default_factory is None:
            values[name] = field.default
    made: Any = object.__new__(cls)
    object.__setattr__(made, "__dict__", values)
    object.__setattr__(made, "__pydantic_fields_set__", set(fields_set))
    for name, content in (("__pydantic_extra__", extra), ("__pydantic_private__", private)):
        # A root model has no such slots: nothing there means nothing held.
        if content is not None or classes.is_slot(cls, name):
            object.__setattr__(made, name, content)
    return made


def _named_tuple(cls: type, items: list[Any]) -> Any:
    names = classes.named_fields(cls)
    if not (issubclass(cls, tuple) and isinstance(names, tuple) and len(names) == len(items)):
        raise TypeError("no such named tuple")
    if classes.inert_slots(cls) is None:
        raise TypeError("would run code of its own")
    return tuple.__new__(cls, items)


def _enum(cls: type, names: Any) -> Any:
    return classes.enum_member(cls, names)


def _derived(cls: type, base_name: str, plain: Any, held: dict[str, Any]) -> Any:
    base = _BUILT_IN[base_name]
    if not issubclass(cls, base) or type(plain) is not base:
        raise TypeError("no longer of this base")
    if classes.inert_slots(cls) is None:
        raise TypeError("would run code of its own")
    made = _FILLED[base](cls, plain) if base in _FILLED else base.__new__(cls, plain)
    if held:
        object.__getattribute__(made, "__dict__").update(held)
    return made


def _filled(base: Any, *arguments: Callable[[Any], Any]) -> Callable[[type, Any], Any]:
    """Makes an empty container of a class and fills it by the built-in base's own method."""

    def build(cls: type, plain: Any) -> Any:
        made = base.__new__(cls)
        base.__init__(made, *(argument(plain) for argument in arguments))
        return made

    return build


def _counter(cls: type, plain: Any) -> Any:
    made: Any = dict.__new__(cls)
    dict.update(made, plain)
    return made


def _ordered_dict(cls: type, plain: Any) -> Any:
    made: Any = OrderedDict.__new__(cls)
    for key, value in plain.items():
        OrderedDict.__setitem__(made, key, value)
    return made


_FILLED: dict[type, Callable[[type, Any], Any]] = {
    OrderedDict: _ordered_dict,
    defaultdict: _filled(defaultdict, lambda plain: plain.default_factory, dict.items),
    Counter: _counter,
    deque: _filled(deque, iter, lambda plain: plain.maxlen),
    dict: _filled(dict, dict.items),
    list: _filled(list, iter),
    set: _filled(set, iter),
    bytearray: _filled(bytearray, bytes),
}


_BUILDERS: dict[int, Callable[..., Any]] = {
    codes.DATACLASS: _dataclass,
    codes.MODEL: _model,
    codes.NAMED_TUPLE: _named_tuple,
    codes.ENUM: _enum,
    codes.DERIVED: _derived,
    codes.SLOTTED: _slotted,
}

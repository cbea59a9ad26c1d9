"""From a value to bytes.

A value is handed to ormsgpack first, which calls back only for what MessagePack lacks; plain data
costs no Python per item. Where that fails (a dict with other keys than str, a lone surrogate, a
value that cannot be saved) the value is walked in Python, which knows the path of every part.
"""

import dataclasses
import enum
import traceback
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import ormsgpack

from runtime.checkpoint.serde import classes, codes
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.serde.opaque import Opaque, StoredError
from runtime.checkpoint.serde.standard import (
    ENCODERS,
    Encoder,
    Pack,
    array_header,
    encoder_elsewhere,
)

MAX_DEPTH = 250
"""Levels of nesting; ormsgpack itself ends at 255."""
_TRACEBACK_CHARACTERS = 20_000

OPTIONS = (
    ormsgpack.OPT_PASSTHROUGH_TUPLE
    | ormsgpack.OPT_PASSTHROUGH_DATACLASS
    | ormsgpack.OPT_PASSTHROUGH_DATETIME
    | ormsgpack.OPT_PASSTHROUGH_UUID
    | ormsgpack.OPT_PASSTHROUGH_ENUM
    | ormsgpack.OPT_PASSTHROUGH_SUBCLASS
    | ormsgpack.OPT_PASSTHROUGH_BIG_INT
)
_PLAIN_TYPES = frozenset({type(None), bool, int, float, str})
_DERIVED: dict[type, Callable[[Any], Any]] = {
    OrderedDict: lambda value: OrderedDict(OrderedDict.items(value)),
    defaultdict: lambda value: defaultdict(value.default_factory, dict.items(value)),
    Counter: lambda value: Counter(dict(dict.items(value))),
    deque: lambda value: deque(deque.__iter__(value), value.maxlen),
    dict: lambda value: dict(dict.items(value)),
    list: lambda value: list(list.__iter__(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    str: str.__str__,
    bytes: lambda value: bytes(bytes.__iter__(value)),
    bytearray: lambda value: bytearray(bytearray.__iter__(value)),
    int: int.__int__,
    float: float.__float__,
    complex: complex.__complex__,
}
"""Built-in types that may have subclasses, and how to see the plain value; most specific first."""
DERIVED_BASES = tuple(_DERIVED)
_packb = ormsgpack.packb
_Ext = ormsgpack.Ext


class _Walk(Exception):
    """The value has to be walked in Python."""


def encode(value: Any) -> bytes:
    """The bytes of ``value``; ``UnsavableValueError`` names the part that cannot be saved."""
    try:
        return _pack(value)
    except (TypeError, ValueError, RecursionError, _Walk):
        walker = _Walker(())
    try:
        return walker.pack(value)
    except RecursionError:
        raise walker.refuse(value, "nested too deep, or inside itself") from None


def _pack(value: Any, attributes: bool = False) -> bytes:
    data = _packb(value, _extension, OPTIONS)
    # ormsgpack writes a bytearray as bytes. Only then one of the markers of bytes can be there.
    if (
        type(value) not in _PLAIN_TYPES
        and (b"\xc4" in data or b"\xc5" in data or b"\xc6" in data)
        and _holds_bytearray(value)
    ):
        raise _Walk
    return data


def _holds_bytearray(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return any(map(_holds_bytearray, value.values()))
    if kind is list:
        return any(map(_holds_bytearray, value))
    return kind is bytearray or kind is memoryview


def _extension(value: Any) -> ormsgpack.Ext:
    kind = type(value)
    if kind is Opaque:
        return _Ext(value.code, value.payload)
    code, encoder = _encoder_of(kind)
    return _Ext(code, encoder(value, _pack))


def _unsavable(value: Any, pack: Pack) -> bytes:
    raise TypeError(
        "only plain data, standard value types, dataclasses, pydantic models, named tuples, "
        "enums and exceptions can be saved"
    )


_encoders: "WeakKeyDictionary[type, tuple[int, Encoder]]" = WeakKeyDictionary()


def _encoder_of(cls: type) -> tuple[int, Encoder]:
    found = ENCODERS.get(cls) or _encoders.get(cls)
    if found is None:
        found = _encoders[cls] = _classify(cls)
    return found


def _classify(cls: type) -> tuple[int, Encoder]:
    if issubclass(cls, BaseException):
        return codes.ERROR, _error
    if issubclass(cls, enum.Enum):
        return codes.ENUM, _enum
    if classes.is_model(cls):
        return codes.MODEL, _model
    if dataclasses.is_dataclass(cls) and not issubclass(cls, DERIVED_BASES):
        return codes.DATACLASS, _attributes
    if issubclass(cls, tuple) and classes.named_fields(cls) is not None:
        return codes.NAMED_TUPLE, _named_tuple
    if classes.registered_class(cls.__module__, cls.__qualname__) is cls:
        return codes.SLOTTED, _attributes
    elsewhere = encoder_elsewhere(cls)
    if elsewhere is not None:
        return elsewhere
    if issubclass(cls, DERIVED_BASES):
        return codes.DERIVED, _derived
    return 0, _unsavable


def _text_of(value: BaseException, show: Callable[[BaseException], str]) -> str:
    try:
        return show(value)
    except Exception as error:  # noqa: BLE001 - a broken __repr__ must not hide the failure itself
        return f"<{type(value).__name__} whose text raised {type(error).__name__}>"


def _formatted(value: BaseException) -> str:
    return "".join(traceback.format_exception(value))


def _error(value: BaseException, pack: Pack) -> bytes:
    shown = _text_of(value, _formatted)
    if len(shown) > _TRACEBACK_CHARACTERS:
        half = _TRACEBACK_CHARACTERS // 2
        shown = f"{shown[:half]}\n...\n{shown[-half:]}"
    name = classes.type_name(type(value))
    return pack([_text_of(value, repr), name, _text_of(value, str), shown])


def _stored_error(value: StoredError, pack: Pack) -> bytes:
    return pack([str.__str__(value), value.type_name, value.message, value.traceback])


def _enum(value: enum.Enum, pack: Pack) -> bytes:
    cls = type(value)
    names: Any = value.name
    if cls.__members__.get(value.name) is not value:
        if not isinstance(value, enum.Flag):
            raise TypeError(f"{value!r} is no named member of its enum")
        parts = [member for member in cls if isinstance(member, enum.Flag) and member in value]
        names = [part.name for part in parts]
        if sum(part.value for part in parts) != value.value:
            raise TypeError(f"{value!r} has bits without a name")
    return pack([classes.class_reference(cls), names])


def _attributes(value: Any, pack: Pack) -> bytes:
    cls = type(value)
    if classes.inert_slots(cls) is None:
        raise TypeError("a class with __del__ cannot be restored safely")
    return _head(cls) + pack(classes.attributes(value, cls), True)


_heads: "WeakKeyDictionary[type, bytes]" = WeakKeyDictionary()


def _head(cls: type) -> bytes:
    """How a pair begins that names a class."""
    head = _heads.get(cls)
    if head is None:
        head = _heads[cls] = b"\x92" + _packb(classes.class_reference(cls))
    return head


def register_filled(cls: type) -> None:
    """Register a class of which every object fills every slot, and that is saved often."""
    classes.register_class(cls)
    head, names = _head(cls), tuple(classes.inert_slots(cls) or ())

    def encoder(value: Any, pack: Pack) -> bytes:
        return head + pack({name: getattr(value, name) for name in names}, True)

    ENCODERS[cls] = (codes.SLOTTED, encoder)


def _model(value: Any, pack: Pack) -> bytes:
    cls = type(value)
    if classes.inert_slots(cls) is None:
        raise TypeError("a class with __del__ cannot be restored safely")
    fields = classes.model_fields(cls)
    held = {name: content for name, content in value.__dict__.items() if name in fields}
    extra = value.__pydantic_extra__
    private = value.__pydantic_private__
    return (
        b"\x95"
        + _packb(classes.class_reference(cls))
        + pack(held, True)
        + pack(sorted(value.__pydantic_fields_set__))
        + pack(extra, extra is not None)
        + pack(private, private is not None)
    )


def _named_tuple(value: Any, pack: Pack) -> bytes:
    if getattr(value, "__dict__", None):
        raise TypeError("a named tuple with attributes of its own cannot be restored")
    return b"\x92" + _packb(classes.class_reference(type(value))) + pack(list(value))


def _derived(value: Any, pack: Pack) -> bytes:
    cls = type(value)
    if classes.inert_slots(cls) is None:
        raise TypeError("a class with __del__ cannot be restored safely")
    base, as_plain = next(pair for pair in _DERIVED.items() if issubclass(cls, pair[0]))
    plain = as_plain(value)
    return (
        b"\x94"
        + _packb(classes.class_reference(cls))
        + _packb(base.__name__)
        + pack(plain)
        + pack(classes.attributes(value, cls), True)
    )


def _opaque(value: Opaque, pack: Pack) -> bytes:
    return value.payload


class _Walker:
    """Packs in Python, knowing the way from the whole value to the part at hand."""

    __slots__ = ("path",)

    def __init__(self, path: tuple[str, ...]) -> None:
        self.path = path

    def refuse(self, value: Any, reason: str) -> UnsavableValueError:
        return UnsavableValueError(classes.type_name(type(value)), "".join(self.path), reason)

    def pack(self, value: Any, attributes: bool = False) -> bytes:
        if len(self.path) > MAX_DEPTH:
            raise self.refuse(value, f"nested deeper than {MAX_DEPTH} levels, or inside itself")
        kind = type(value)
        if kind is list:
            return array_header(len(value)) + b"".join(
                _Walker((*self.path, f"[{index}]")).pack(item) for index, item in enumerate(value)
            )
        if kind is dict:
            return self.pack_dict(value, attributes)
        if kind is memoryview or kind is _Ext or kind is ormsgpack.Fragment:
            raise self.refuse(value, "give the bytes instead")
        if kind is not bytearray:
            try:
                return _packb(value, _no_extension, OPTIONS)
            except TypeError:
                return self.pack_extension(value)
        return self.pack_extension(value)

    def pack_dict(self, value: dict[Any, Any], attributes: bool) -> bytes:
        names: list[bytes] = []
        for key in value:
            if type(key) is not str or not (key.isascii() or _is_unicode(key)):
                return self.pack_extension(value)
            names.append(_packb(key))
        items = [
            name + _Walker((*self.path, f".{key}" if attributes else f"[{key!r}]")).pack(item)
            for name, (key, item) in zip(names, value.items(), strict=True)
        ]
        return _map_header(len(items)) + b"".join(items)

    def pack_extension(self, value: Any) -> bytes:
        kind = type(value)
        if kind is dict:
            return _packb(_Ext(codes.MAPPING, self.pack_pairs(value)))
        code, encoder = _encoder_of(kind)
        if kind is Opaque:
            code = value.code
        try:
            payload = encoder(value, self.pack)
        except UnsavableValueError:
            raise
        except RecursionError:
            raise self.refuse(value, "nested too deep, or inside itself") from None
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            raise self.refuse(value, str(error)) from error
        return _packb(_Ext(code, payload))

    def pack_pairs(self, value: dict[Any, Any]) -> bytes:
        parts = [array_header(2 * len(value))]
        for key, item in value.items():
            shown = repr(key) if type(key) in _PLAIN_TYPES else f"<{type(key).__name__}>"
            inner = _Walker((*self.path, f"[{shown}]"))
            parts.append(inner.pack(key))
            parts.append(inner.pack(item))
        return b"".join(parts)


def _no_extension(value: Any) -> ormsgpack.Ext:
    raise TypeError


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _map_header(count: int) -> bytes:
    if count < 16:
        return bytes((0x80 | count,))
    if count < 1 << 16:
        return b"\xde" + count.to_bytes(2, "big")
    return b"\xdf" + count.to_bytes(4, "big")


_encoders[Opaque] = (0, _opaque)
_encoders[StoredError] = (codes.ERROR, _stored_error)

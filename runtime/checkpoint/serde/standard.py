"""The standard library's value types, and numpy's where it is loaded, in both directions.

An encoder takes the value and ``pack``, which packs a child, and gives the extension's payload. A
decoder takes the unpacked content (or the raw bytes, see ``RAW``) and gives the value; whatever
it raises means damaged or foreign content.
"""

import os
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, cast
from uuid import UUID

from runtime.checkpoint.serde import codes
from runtime.deferred import Deferred

if TYPE_CHECKING:
    import decimal
    import fractions
    import ipaddress
    import pathlib
    import zoneinfo
else:
    decimal = Deferred("decimal")
    fractions = Deferred("fractions")
    ipaddress = Deferred("ipaddress")
    pathlib = Deferred("pathlib")
    zoneinfo = Deferred("zoneinfo")


class Pack(Protocol):
    """Packs a child of the value at hand, for the extension's payload."""

    def __call__(self, value: Any, attributes: bool = False) -> bytes:
        """The bytes of ``value``; ``attributes`` says that a dict holds an object's attributes."""


Encoder = Callable[[Any, Pack], bytes]
Decoder = Callable[[Any], Any]

_FACTORIES: dict[str, type] = {
    factory.__name__: factory
    for factory in (list, dict, set, frozenset, tuple, int, float, str, bytes, bool, complex)
}
_ADDRESSES = frozenset(
    f"IPv{version}{kind}" for version in (4, 6) for kind in ("Address", "Network", "Interface")
)
_PATHS = frozenset({"PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"})
_ZONE_KEY = re.compile(r"[A-Za-z0-9_+\-]+(/[A-Za-z0-9_+\-]+)*")


class NotHere(Exception):
    """The value is sound, but this machine or interpreter cannot build it."""


def _list(value: Any, pack: Pack) -> bytes:
    return pack(list(value))


def array_header(count: int) -> bytes:
    """The MessagePack bytes that begin an array of ``count`` items."""
    if count < 16:
        return bytes((0x90 | count,))
    if count < 1 << 16:
        return b"\xdc" + count.to_bytes(2, "big")
    return b"\xdd" + count.to_bytes(4, "big")


def array_items(data: bytes) -> tuple[int, int]:
    """Number of items, and offset of the first, in the bytes of an array; ``ValueError``: none."""
    first = data[0] if data else 0
    if 0x90 <= first <= 0x9F:
        return first & 0x0F, 1
    if first == 0xDC:
        return int.from_bytes(data[1:3], "big"), 3
    if first == 0xDD:
        return int.from_bytes(data[1:5], "big"), 5
    raise ValueError("not the bytes of an array")


def _sorted_items(value: Any, pack: Pack) -> bytes:
    """Items in the order of their bytes: a set's own order differs between processes."""
    return array_header(len(value)) + b"".join(sorted(pack(item) for item in value))


def _pairs(value: Any) -> list[Any]:
    flat: list[Any] = []
    for pair in value.items():
        flat.extend(pair)
    return flat


def _mapping(value: Any, pack: Pack) -> bytes:
    return pack(_pairs(value))


def _default_dict(value: defaultdict[Any, Any], pack: Pack) -> bytes:
    factory = value.default_factory
    name = None if factory is None else getattr(factory, "__name__", "")
    if name is not None and _FACTORIES.get(name) is not factory:
        raise TypeError("a defaultdict is saved with a built-in type as its factory only")
    return b"\x92" + pack(name) + pack(_pairs(value))


def _big_int(value: int, pack: Pack) -> bytes:
    return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def _zone(value: tzinfo | None) -> Any:
    if value is None:
        return None
    if type(value) is timezone:
        microseconds = value.utcoffset(None) // timedelta(microseconds=1)
        name = value.tzname(None)
        unnamed = timezone(value.utcoffset(None)).tzname(None)
        return [microseconds, None if name == unnamed else name]
    if isinstance(value, zoneinfo.ZoneInfo):
        if value.key is None:
            raise TypeError("a ZoneInfo without a key cannot be saved")
        return value.key
    if type(value) is _pydantic_zone():
        offset = value.utcoffset(None) or timedelta()
        return [offset // timedelta(microseconds=1), None, _PYDANTIC]
    raise TypeError(f"a time zone of type {type(value).__qualname__} cannot be saved")


@lru_cache(1024)
def _zone_named(key: str) -> tzinfo:
    """A zone that is known here: for any other, ``zoneinfo`` would import a module of its name."""
    if not _ZONE_KEY.fullmatch(key):
        raise ValueError("no time zone key")
    try:
        if any(os.path.isfile(os.path.join(folder, key)) for folder in zoneinfo.TZPATH) or (
            key in zoneinfo.available_timezones()
        ):
            return zoneinfo.ZoneInfo(key)
    except OSError as error:
        raise NotHere(f"time zone {key} cannot be read") from error
    raise NotHere(f"time zone {key} is not known here")


_PYDANTIC = "pydantic"


def _pydantic_zone() -> Any:
    """The type of the fixed offsets that pydantic makes, where it is in use."""
    core = sys.modules.get("pydantic_core._pydantic_core")
    return None if core is None else core.TzInfo


def _zone_of(content: Any) -> tzinfo | None:
    if content is None:
        return None
    if isinstance(content, str):
        return _zone_named(content)
    microseconds, name, *maker = content
    offset = timedelta(microseconds=microseconds)
    if maker == [_PYDANTIC] and (zone := _pydantic_zone()) is not None:
        return cast("tzinfo", zone(offset.total_seconds()))
    if name is None:
        return UTC if not offset else timezone(offset)
    return timezone(offset, name)


def _datetime(v: datetime, pack: Pack) -> bytes:
    clock = [v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond, v.fold]
    return pack([*clock, _zone(v.tzinfo)])


def _time(v: time, pack: Pack) -> bytes:
    return pack([v.hour, v.minute, v.second, v.microsecond, v.fold, _zone(v.tzinfo)])


def _datetime_of(content: Any) -> datetime:
    year, month, day, hour, minute, second, microsecond, fold, zone = content
    return datetime(year, month, day, hour, minute, second, microsecond, _zone_of(zone), fold=fold)


def _time_of(content: Any) -> time:
    hour, minute, second, microsecond, fold, zone = content
    return time(hour, minute, second, microsecond, _zone_of(zone), fold=fold)


def _named(value: Any, pack: Pack) -> bytes:
    return pack([type(value).__name__, str(value)])


def _address_of(content: Any) -> Any:
    name, text = content
    return _class_in(ipaddress, name, _ADDRESSES)(text)


def _path_of(content: Any) -> "pathlib.PurePath":
    name, text = content
    cls = _class_in(pathlib, name, _PATHS)
    if issubclass(cls, pathlib.Path) and cls is not type(pathlib.Path()):
        raise NotHere(f"a {name} exists only on its own system")
    path: pathlib.PurePath = cls(text)
    return path


def _class_in(module: Any, name: Any, allowed: frozenset[str]) -> type[Any]:
    if name not in allowed:
        raise ValueError("unknown class")
    found: type[Any] = getattr(module, name)
    return found


def _pattern(value: re.Pattern[Any], pack: Pack) -> bytes:
    return pack([value.pattern, value.flags])


def _pattern_of(content: Any) -> re.Pattern[Any]:
    pattern, flags = content
    return re.compile(pattern, flags if isinstance(pattern, bytes) else flags & ~re.UNICODE)


def _items_of(content: Any) -> list[Any]:
    if type(content) is not list:
        raise TypeError("items expected")
    return content


def _pairs_of(content: Any) -> list[tuple[Any, Any]]:
    flat = _items_of(content)
    return list(zip(flat[::2], flat[1::2], strict=True))


def _default_dict_of(content: Any) -> defaultdict[Any, Any]:
    name, flat = content
    factory = None if name is None else _FACTORIES[name]
    return defaultdict(factory, _pairs_of(flat))


def _counter_of(content: Any) -> Counter[Any]:
    counter: Counter[Any] = Counter()
    for key, count in _pairs_of(content):
        counter[key] = count
    return counter


def _deque_of(content: Any) -> deque[Any]:
    maxlen, items = content
    return deque(_items_of(items), maxlen)


ENCODERS: dict[type, tuple[int, Encoder]] = {
    tuple: (codes.TUPLE, _list),
    set: (codes.SET, _sorted_items),
    frozenset: (codes.FROZENSET, _sorted_items),
    dict: (codes.MAPPING, _mapping),
    int: (codes.BIG_INT, _big_int),
    complex: (codes.COMPLEX, lambda v, pack: pack([v.real, v.imag])),
    str: (codes.SURROGATE_TEXT, lambda v, pack: v.encode("utf-8", "surrogatepass")),
    bytearray: (codes.BYTEARRAY, lambda v, pack: bytes(v)),
    OrderedDict: (codes.ORDERED_DICT, _mapping),
    defaultdict: (codes.DEFAULT_DICT, _default_dict),
    Counter: (codes.COUNTER, _mapping),
    deque: (codes.DEQUE, lambda v, pack: b"\x92" + pack(v.maxlen) + pack(list(v))),
    range: (codes.RANGE, lambda v, pack: pack([v.start, v.stop, v.step])),
    datetime: (codes.DATETIME, _datetime),
    date: (codes.DATE, lambda v, pack: pack([v.year, v.month, v.day])),
    time: (codes.TIME, _time),
    timedelta: (codes.TIMEDELTA, lambda v, pack: pack([v.days, v.seconds, v.microseconds])),
    timezone: (codes.ZONE, lambda v, pack: pack(_zone(v))),
    UUID: (codes.UUID, lambda v, pack: v.bytes),
    re.Pattern: (codes.PATTERN, _pattern),
}

_ELSEWHERE: dict[str, dict[str, tuple[int, Encoder]]] = {
    "decimal": {"Decimal": (codes.DECIMAL, lambda v, pack: pack(str(v)))},
    "fractions": {"Fraction": (codes.FRACTION, lambda v, pack: pack([v.numerator, v.denominator]))},
    "ipaddress": dict.fromkeys(_ADDRESSES, (codes.ADDRESS, _named)),
    "pathlib": dict.fromkeys(_PATHS, (codes.PATH, _named)),
    "zoneinfo": {"ZoneInfo": (codes.ZONE, lambda v, pack: pack(_zone(v)))},
    "pydantic_core._pydantic_core": {"TzInfo": (codes.ZONE, lambda v, pack: pack(_zone(v)))},
}
"""Encoders of classes that are there only once somebody has imported their module."""

DECODERS: dict[int, tuple[str, Decoder]] = {
    codes.TUPLE: ("tuple", lambda content: tuple(_items_of(content))),
    codes.SET: ("set", lambda content: set(_items_of(content))),
    codes.FROZENSET: ("frozenset", lambda content: frozenset(_items_of(content))),
    codes.MAPPING: ("dict", lambda content: dict(_pairs_of(content))),
    codes.COMPLEX: ("complex", lambda content: complex(*content)),
    codes.ORDERED_DICT: (
        "collections.OrderedDict",
        lambda content: OrderedDict(_pairs_of(content)),
    ),
    codes.DEFAULT_DICT: ("collections.defaultdict", _default_dict_of),
    codes.COUNTER: ("collections.Counter", _counter_of),
    codes.DEQUE: ("collections.deque", _deque_of),
    codes.RANGE: ("range", lambda content: range(*content)),
    codes.DATETIME: ("datetime.datetime", _datetime_of),
    codes.DATE: ("datetime.date", lambda content: date(*content)),
    codes.TIME: ("datetime.time", _time_of),
    codes.TIMEDELTA: ("datetime.timedelta", lambda content: timedelta(*content)),
    codes.ZONE: ("datetime.tzinfo", _zone_of),
    codes.DECIMAL: ("decimal.Decimal", lambda content: decimal.Decimal(content)),
    codes.FRACTION: ("fractions.Fraction", lambda content: fractions.Fraction(*content)),
    codes.PATH: ("pathlib.Path", _path_of),
    codes.ADDRESS: ("ipaddress", _address_of),
}

RAW: dict[int, Decoder] = {
    codes.BIG_INT: lambda data: int.from_bytes(data, "big", signed=True),
    codes.SURROGATE_TEXT: lambda data: data.decode("utf-8", "surrogatepass"),
    codes.BYTEARRAY: bytearray,
    codes.UUID: lambda data: UUID(bytes=data),
}
"""Decoders of payloads that are not MessagePack."""

TRUSTED_DECODERS: dict[int, tuple[str, Decoder]] = {
    codes.PATTERN: ("re.Pattern", _pattern_of),
}
"""Decoders that may cost more than the size of their content."""


def encoder_elsewhere(cls: type) -> tuple[int, Encoder] | None:
    """How to save an instance of ``cls``, of a module that is imported late, or ``None``."""
    for module, encoders in _ELSEWHERE.items():
        found = encoders.get(cls.__name__)
        if found is not None and getattr(sys.modules.get(module), cls.__name__, None) is cls:
            return found
    return _numpy_encoder(cls)


def _numpy_encoder(cls: type) -> tuple[int, Encoder] | None:
    """How to save a numpy array or scalar, or ``None`` where ``cls`` is neither."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    if cls is numpy.ndarray:
        return codes.ARRAY, _array
    if issubclass(cls, numpy.generic):
        return codes.ARRAY_SCALAR, _array_scalar
    return None


def _plain_dtype(dtype: Any) -> Any:
    """The type of an array's items: a text, or for records a list of name, type and shape."""
    if dtype.hasobject or dtype.subdtype:
        raise TypeError(f"a numpy array of {dtype} cannot be saved")
    described: Any = dtype.str if dtype.names is None else [list(each) for each in dtype.descr]
    try:
        known = _dtype(sys.modules["numpy"], described) == dtype
    except (TypeError, ValueError):
        known = False
    if not known:
        raise TypeError(f"a numpy array of {dtype} cannot be saved")
    return described


def _dtype(numpy: Any, described: Any) -> Any:
    if isinstance(described, list):
        return numpy.dtype(_as_descr(described))
    if not (isinstance(described, str) and _DTYPE.fullmatch(described)):
        raise ValueError("no plain dtype")
    return numpy.dtype(described)


def _as_descr(fields: Any) -> list[tuple[Any, ...]]:
    """Fields as numpy takes them; ``ValueError`` where they are anything but plain."""
    described: list[tuple[Any, ...]] = []
    for name, kind, *shape in fields:
        if isinstance(kind, list):
            kind = _as_descr(kind)
        elif not _DTYPE.fullmatch(kind):
            raise ValueError("no plain dtype")
        described.append((str(name), kind, *map(tuple, shape)))
    return described


def _array(value: Any, pack: Pack) -> bytes:
    if not value.dtype.itemsize:
        raise TypeError(f"a numpy array of {value.dtype} cannot be saved: its items have no size")
    return pack([_plain_dtype(value.dtype), list(value.shape), value.tobytes()])


def _array_scalar(value: Any, pack: Pack) -> bytes:
    return pack([_plain_dtype(value.dtype), value.tobytes()])


_DTYPE = re.compile(r"[<>|=]?[biufcSUmM]\d{0,9}(\[[\w/]{1,20}\])?")


def _loaded_dtype(described: Any) -> tuple[Any, Any]:
    """Numpy, and the type of items that is described."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        raise NotHere("numpy is not loaded")
    return numpy, _dtype(numpy, described)


def _array_of(content: Any) -> Any:
    described, shape, data = content
    numpy, dtype = _loaded_dtype(described)
    return numpy.frombuffer(bytearray(data), dtype).reshape(shape)


def _array_scalar_of(content: Any) -> Any:
    described, data = content
    numpy, dtype = _loaded_dtype(described)
    if not dtype.itemsize:
        return dtype.type()  # an empty text has no bytes that could be read
    if len(data) != dtype.itemsize:
        raise ValueError("no scalar")
    return numpy.frombuffer(data, dtype)[0]


DECODERS[codes.ARRAY] = ("numpy.ndarray", _array_of)
DECODERS[codes.ARRAY_SCALAR] = ("numpy.generic", _array_scalar_of)

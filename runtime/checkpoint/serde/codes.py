"""The stored format: MessagePack, with one extension code for each kind of value it lacks.

None, bool, integers of 64 bits, float, str, bytes, list, and dict with str keys are MessagePack's
own. The payload of an extension is MessagePack again, unless a code says otherwise. The numbers
are part of the stored format and never change their meaning.
"""

from typing import Final

TUPLE: Final = 1  # [item, ...]
SET: Final = 2  # [item, ...] in the order of the items' bytes
FROZENSET: Final = 3
MAPPING: Final = 4  # [key, value, key, value, ...]: a dict whose keys are not all plain str
BIG_INT: Final = 5  # signed big-endian bytes
COMPLEX: Final = 6  # [real, imaginary]
SURROGATE_TEXT: Final = 7  # UTF-8 with lone surrogates let through
BYTEARRAY: Final = 8  # the bytes
ORDERED_DICT: Final = 9  # [key, value, ...]
DEFAULT_DICT: Final = 10  # [factory's name or nil, [key, value, ...]]
COUNTER: Final = 11  # [key, value, ...]
DEQUE: Final = 12  # [maxlen or nil, [item, ...]]
RANGE: Final = 13  # [start, stop, step]

DATETIME: Final = 20  # [year, month, day, hour, minute, second, microsecond, fold, zone]
DATE: Final = 21  # [year, month, day]
TIME: Final = 22  # [hour, minute, second, microsecond, fold, zone]
TIMEDELTA: Final = 23  # [days, seconds, microseconds]
ZONE: Final = 24  # zone: nil, a key, or [microseconds east of UTC, name or nil]

DECIMAL: Final = 30  # text
FRACTION: Final = 31  # [numerator, denominator]
UUID: Final = 32  # 16 bytes
PATH: Final = 33  # [class name, text]
ADDRESS: Final = 34  # [class name, text]
PATTERN: Final = 35  # [pattern, flags]
ARRAY: Final = 36  # [dtype, shape, bytes]
ARRAY_SCALAR: Final = 37  # [dtype, bytes]

# Objects of a class begin with a reference to it: [module, qualified name, [argument, ...]].
DATACLASS: Final = 50  # [reference, {attribute: value}]
MODEL: Final = 51  # [reference, {field: value}, [set field, ...], extra or nil, private or nil]
NAMED_TUPLE: Final = 52  # [reference, [item, ...]]
ENUM: Final = 53  # [reference, name or [name, ...]]
DERIVED: Final = 54  # [reference, name of the built-in base, its value, {attribute: value}]
SLOTTED: Final = 55  # [reference, {slot: value}]: registered classes that are only slots
ERROR: Final = 60  # [text, type name, message, traceback]

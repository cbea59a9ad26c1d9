"""What may be asked about values that a tree shows. All of it only reads."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from runtime.debug.commands import Command
from runtime.debug.values import ValueHandle

CopyFormat = Literal["json", "python", "csv"]


@dataclass(frozen=True, slots=True)
class DescribeValue(Command):
    """The forms that a value can be shown in, and what is to be known of it beside its preview."""

    reply: ClassVar[str] = "ValueDescribed"
    repeats: ClassVar[bool] = True
    handle: ValueHandle


@dataclass(frozen=True, slots=True)
class ReadTable(Command):
    """Rows of a value that is a table, sorted by a column where ``sort`` is one."""

    reply: ClassVar[str] = "TablePage"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    offset: int = 0
    limit: int = 200
    sort: int = -1
    """Number of a column."""
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ReadImage(Command):
    """The bytes of an image that a value holds; fails above ``limit`` bytes."""

    reply: ClassVar[str] = "ImageRead"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    limit: int = 16_000_000


@dataclass(frozen=True, slots=True)
class CopyValue(Command):
    """The whole value as text; fails above ``limit`` characters."""

    reply: ClassVar[str] = "ValueText"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    format: CopyFormat = "json"
    limit: int = 4_000_000


@dataclass(frozen=True, slots=True)
class FindText(Command):
    """Where a text stands inside a long one, or inside of bytes."""

    reply: ClassVar[str] = "TextFound"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    text: str
    match_case: bool = False


@dataclass(frozen=True, slots=True)
class FindInState(Command):
    """Text in keys and values of a checkpoint's channels, in their order.

    Each asking does a part of the work; ``more`` in the reply wants the same command again.
    """

    reply: ClassVar[str] = "StateFound"
    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    channels: tuple[str, ...]
    text: str
    match_case: bool = False


@dataclass(frozen=True, slots=True)
class ReadPaths(Command):
    """The values at some paths of one checkpoint: a channel, then keys, positions or fields."""

    reply: ClassVar[str] = "PathsRead"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    paths: tuple[tuple[str, ...], ...]

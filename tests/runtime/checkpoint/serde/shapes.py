"""Classes whose objects the tests save. Each notes when any of its own code runs."""

import enum
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    RootModel,
    SecretStr,
    field_validator,
)

ran: list[str] = []
"""Names of code that ran; cleared by the tests."""


@dataclass
class Point:
    x: int
    y: float = 0.5


@dataclass(frozen=True, slots=True)
class Frozen:
    name: str
    tags: tuple[str, ...] = ()


@dataclass
class Node:
    value: Any
    children: "list[Node]" = field(default_factory=list)


@dataclass
class Prepared:
    """Its constructor runs code: reading must not."""

    given: int
    doubled: int = field(init=False)
    extra: InitVar[str] = "e"
    kept: ClassVar[str] = "class"

    def __post_init__(self, extra: str) -> None:
        ran.append("post_init")
        self.doubled = self.given * 2
        self.not_a_field = extra

    @cached_property
    def costly(self) -> int:
        return self.given * 100


@dataclass
class Watchful:
    """Every hook that a careless reader might trigger."""

    value: Any

    def __new__(cls, *arguments: Any, **named: Any) -> "Watchful":
        ran.append("new")
        return super().__new__(cls)

    def __init__(self, value: Any) -> None:
        ran.append("init")
        self.__dict__["value"] = value

    def __setattr__(self, name: str, value: Any) -> None:
        ran.append("setattr")
        super().__setattr__(name, value)

    def __setstate__(self, state: Any) -> None:
        ran.append("setstate")

    def __getattribute__(self, name: str) -> Any:
        ran.append("getattribute")
        return super().__getattribute__(name)


@dataclass
class Destroying:
    """Reading must not make one: dropping it would run code with stored content."""

    path: str

    def __del__(self) -> None:
        ran.append("del")


@dataclass
class Guarded:
    """A field that is a property: setting it would run code."""

    value: int = 0


def _set_value(self: Guarded, value: int) -> None:
    ran.append("property")
    self.__dict__["value"] = value


class Colour(enum.Enum):
    RED = "r"
    GREEN = (0, 255, 0)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Word(str, enum.Enum):  # noqa: UP042 - the older form has to work as well
    YES = "yes"


class Rights(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4


class Outer:
    class Inner(enum.Enum):
        A = 1

    @dataclass
    class Part:
        n: int


class Pair(NamedTuple):
    left: int
    right: Any = None


class Text(str):
    """A derived text with an attribute."""


class Whole(int):
    pass


class Listed(list[Any]):
    def append(self, item: Any) -> None:
        ran.append("append")
        super().append(item)


class Mapped(dict[Any, Any]):
    def __setitem__(self, key: Any, value: Any) -> None:
        ran.append("setitem")
        super().__setitem__(key, value)


class Person(BaseModel):
    name: str
    age: int = 3
    friends: "list[Person]" = []
    secret_note: Any = Field(default=None, alias="secretNote")
    _hidden: int = PrivateAttr(default=7)

    @field_validator("age")
    @classmethod
    def _check(cls, age: int) -> int:
        ran.append("validator")
        return age

    def model_post_init(self, context: Any) -> None:
        ran.append("model_post_init")


class Loose(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    a: int = 1


class Numbers(RootModel[list[int]]):
    pass


T = TypeVar("T")


class Box(BaseModel, Generic[T]):
    content: T


class Fault(Exception):
    def __init__(self, code: int, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Named(NamedTuple("Named", [("left", int), ("right", Any)])):
    """A class derived from a named tuple, without slots."""

    @property
    def both(self) -> Any:
        return self.left, self.right


class Traffic(enum.StrEnum):
    GO = "go"


class Masks(enum.IntFlag):
    ONE = 1
    TWO = 2


@dataclass(slots=True)
class Computed:
    given: int
    length: int = field(init=False)
    never: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ran.append("post_init")
        self.length = self.given * 2


U = TypeVar("U")


class Crate(BaseModel, Generic[T, U]):
    first: T
    second: "U | None" = None
    secret: SecretStr | None = None
    _seen: list[Any] = PrivateAttr(default_factory=list)

"""Classes that tell whenever any of their code runs; importing the module tells too.

They tell it to the file that ``CANARY_FILE`` names, so that another process can be asked.
"""

import enum
import os
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel, field_validator


def tell(what: str) -> None:
    with open(os.environ["CANARY_FILE"], "a", encoding="utf-8") as file:
        file.write(f"{what}\n")


tell("import")


class Telling:
    """Every hook that a reader might call."""

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        tell("new")
        return super().__new__(cls, *arguments)

    def __init_subclass__(cls) -> None:
        tell("init_subclass")

    def __setstate__(self, state: Any) -> None:
        tell("setstate")

    def __reduce__(self) -> Any:
        tell("reduce")
        return tell, ("reduced",)

    def __setattr__(self, name: str, value: Any) -> None:
        tell("setattr")
        object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        tell("getattr")
        raise AttributeError(name)

    def __repr__(self) -> str:
        tell("repr")
        return "Telling"

    def __str__(self) -> str:
        tell("str")
        return "Telling"

    def __eq__(self, other: object) -> bool:
        tell("eq")
        return self is other

    def __bool__(self) -> bool:
        tell("bool")
        return True


@dataclass(eq=False, repr=False)
class Bird:
    """A dataclass without the hooks above, whose construction tells."""

    song: Any
    loud: bool = field(default=True)

    def __post_init__(self) -> None:
        tell("post_init")

    __setstate__ = Telling.__setstate__
    __reduce__ = Telling.__reduce__
    __setattr__ = Telling.__setattr__
    __getattr__ = Telling.__getattr__
    __repr__ = Telling.__repr__
    __str__ = Telling.__str__
    __eq__ = Telling.__eq__
    __bool__ = Telling.__bool__


class Model(BaseModel):
    song: Any

    @field_validator("song")
    @classmethod
    def _listen(cls, song: Any) -> Any:
        tell("validator")
        return song

    def model_post_init(self, context: Any) -> None:
        tell("model_post_init")


class Pair(NamedTuple("Pair", [("left", Any), ("right", Any)])):
    def __new__(cls, left: Any, right: Any) -> "Pair":
        tell("new")
        return super().__new__(cls, left, right)

    __repr__ = Telling.__repr__


class Kind(enum.Enum):
    SEED = "seed"

    @classmethod
    def _missing_(cls, value: object) -> Any:
        tell("missing")
        return cls.SEED


class Text(Telling, str):
    pass


class Listed(Telling, list[Any]):
    def append(self, item: Any) -> None:
        tell("append")
        super().append(item)

    def __len__(self) -> int:
        tell("len")
        return super().__len__()

    def __iter__(self) -> Any:
        tell("iter")
        return super().__iter__()


class Mapped(Telling, dict[Any, Any]):
    def __setitem__(self, key: Any, value: Any) -> None:
        tell("setitem")
        super().__setitem__(key, value)


def flock() -> list[Any]:
    """One of each."""
    listed, mapped = Listed(), Mapped()
    list.append(listed, 1)
    dict.__setitem__(mapped, "a", 1)
    return [
        Bird([1, (2,)]),
        Model(song={"a": 1}),
        Pair(1, [2]),
        Kind.SEED,
        Text("t"),
        listed,
        mapped,
    ]

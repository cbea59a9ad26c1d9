"""What cannot be saved is refused at once, with the way to it."""

import threading
from collections import defaultdict
from datetime import datetime, timedelta, tzinfo
from typing import Any

import pytest

from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from tests.runtime.checkpoint.serde import shapes

serde = JsonPlusSerializer()


class Plain:
    pass


class Zone(tzinfo):
    def utcoffset(self, moment: datetime | None) -> timedelta:
        return timedelta(0)

    def dst(self, moment: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, moment: datetime | None) -> str:
        return "own"


def itself() -> Any:
    value: list[Any] = [1]
    value.append({"k": value})
    return value


def deep(levels: int, wrap: Any = lambda inner: [inner]) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = wrap(value)
    return value


@pytest.mark.parametrize(
    ("value", "type_name", "path"),
    [
        (lambda: 1, "function", ""),
        (object(), "object", ""),
        (Plain(), f"{__name__}.Plain", ""),
        (int, "type", ""),
        (threading.Lock(), "_thread.lock", ""),
        ([1, {"k": (0, {"deep": Plain()})}], f"{__name__}.Plain", "[1]['k'][1]['deep']"),
        ({1: {(2,): Plain()}}, f"{__name__}.Plain", "[1][<tuple>]"),
        (shapes.Node([shapes.Node(object())]), "object", ".value[0].value"),
        (shapes.Person(name="n", secretNote=[print]), "builtin_function_or_method", None),
        ({1, frozenset({len})}, "builtin_function_or_method", None),
        ([memoryview(b"x")], "memoryview", "[0]"),
        (datetime(2026, 1, 1, tzinfo=Zone()), "datetime.datetime", ""),
        ({"d": defaultdict(lambda: 1)}, "collections.defaultdict", "['d']"),
        ([(x for x in [1])], "generator", "[0]"),
        (itself(), None, None),
        (deep(5000), None, None),
        (deep(5000, lambda inner: (inner,)), None, None),
        (deep(5000, lambda inner: {1: inner}), None, None),
        (deep(500, shapes.Node), None, None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_refused_with_type_and_path(value: Any, type_name: str | None, path: str | None) -> None:
    with pytest.raises(UnsavableValueError) as caught:
        serde.dumps_typed(value)
    if type_name is not None:
        assert caught.value.type_name == type_name
        assert type_name in str(caught.value)
    if path is not None:
        assert caught.value.path == path
        assert path in str(caught.value)


@pytest.mark.parametrize("levels", [1, 100, 200])
def test_deep_values_of_every_kind(levels: int) -> None:
    for wrap in (
        lambda inner: [inner],
        lambda inner: {"k": inner},
        lambda inner: {1: inner},
        lambda inner: (inner,),
    ):
        value = deep(levels, wrap)
        assert serde.loads_typed(serde.dumps_typed(value)) == value

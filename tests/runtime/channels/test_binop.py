"""BinaryOperatorAggregate folds writes in order; Overwrite in its three forms replaces."""

import operator
from collections.abc import Mapping, MutableSequence, Sequence, Set
from typing import Any, NotRequired

import pytest

from runtime.channels import BinaryOperatorAggregate
from runtime.channels.base import MISSING
from runtime.errors import EmptyChannelError, InvalidUpdateError
from runtime.types import Overwrite


class NeedsAnArgument:
    """A type that has no empty value."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __add__(self, other: "NeedsAnArgument") -> "NeedsAnArgument":
        return NeedsAnArgument(self.value + other.value)


@pytest.mark.parametrize(
    ("declared", "start"),
    [
        (int, 0),
        (str, ""),
        (list[int], []),
        (dict[str, int], {}),
        (Sequence[int], []),
        (MutableSequence[int], []),
        (Set[int], set()),
        (Mapping[str, int], {}),
        (NotRequired[list[int]], []),
    ],
)
def test_starts_at_the_empty_value_of_its_type(declared: Any, start: Any) -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(declared, operator.add)

    assert channel.get() == start


@pytest.mark.parametrize("declared", [NeedsAnArgument, int | None])
def test_a_type_without_an_empty_value_starts_empty_and_takes_the_first_write(
    declared: Any,
) -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(declared, operator.add)

    assert not channel.is_available()
    assert channel.checkpoint() is MISSING
    with pytest.raises(EmptyChannelError):
        channel.get()
    channel.update([5])
    assert channel.get() == 5
    channel.update([6])
    assert channel.get() == 11


def test_folds_in_the_order_given() -> None:
    channel = BinaryOperatorAggregate(str, lambda old, new: f"({old}{new})")

    channel.update(["a", "b"])
    channel.update(["c"])

    assert channel.get() == "(((a)b)c)"


@pytest.mark.parametrize(
    "form",
    [
        Overwrite(["new"]),
        {"__overwrite__": ["new"]},
        {"type": "__overwrite__", "value": ["new"]},
    ],
)
def test_overwrite_replaces_in_each_form_and_ignores_what_follows(form: Any) -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(list, operator.add)
    channel.update([["old"]])

    channel.update([["before"], form, ["after"]])

    assert channel.get() == ["new"]
    channel.update([["next superstep"]])
    assert channel.get() == ["new", "next superstep"]


@pytest.mark.parametrize(
    "plain",
    [
        {"__overwrite__": 1, "more": 2},
        {"type": "__overwrite__"},
        {"type": "__overwrite__", "value": 1, "more": 2},
        {"type": "other", "value": 1},
    ],
)
def test_dictionaries_that_only_resemble_an_overwrite_are_folded(plain: dict[str, Any]) -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(dict, operator.or_)
    channel.update([{"kept": 0}])

    channel.update([plain])

    assert channel.get() == {"kept": 0, **plain}


def test_two_overwrites_in_one_superstep_are_refused() -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(list, operator.add)
    channel.update([["old"]])

    with pytest.raises(InvalidUpdateError, match="only one Overwrite value per super-step"):
        channel.update([Overwrite(["a"]), Overwrite(["b"])])

    assert channel.get() == ["old"]


def test_overwrite_works_on_an_empty_channel() -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(NeedsAnArgument, operator.add)

    channel.update([Overwrite(None)])

    assert channel.get() is None
    assert channel.is_available()


def test_an_overwriting_list_is_the_channels_own() -> None:
    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(list, operator.add)
    mine = [["deep"]]

    channel.update([Overwrite(mine)])
    mine[0].append("changed by the writer")

    assert channel.get() == [["deep"]]


def test_a_reducer_that_appends_in_place_leaves_the_old_value_alone() -> None:
    def extend(old: list[Any], new: list[Any]) -> list[Any]:
        old.extend(new)
        old[0].append("seen")
        return old

    channel: BinaryOperatorAggregate[Any] = BinaryOperatorAggregate(list, extend)
    channel.update([[["first"]]])
    stored = channel.checkpoint()

    channel.update([["second"]])

    assert channel.get() == [["first", "seen", "seen"], "second"]
    assert stored == [["first", "seen"]]


def test_a_reducer_that_raises_leaves_the_value_as_it_was() -> None:
    def refuse(old: list[int], new: list[int]) -> list[int]:
        if new == [13]:
            raise ValueError("unlucky")
        return old + new

    channel = BinaryOperatorAggregate(list, refuse)
    channel.update([[1]])

    with pytest.raises(ValueError, match="unlucky"):
        channel.update([[2], [13]])

    assert channel.get() == [1]


def test_a_lambda_counts_as_the_same_rule_as_any() -> None:
    def named(old: Any, new: Any) -> Any:
        return old + new

    one = BinaryOperatorAggregate(int, lambda old, new: old + new)

    assert one == BinaryOperatorAggregate(int, lambda old, new: old - new)
    assert one == BinaryOperatorAggregate(int, named)
    assert BinaryOperatorAggregate(int, operator.add) != BinaryOperatorAggregate(int, named)
    assert BinaryOperatorAggregate(int, named) == BinaryOperatorAggregate(str, named)

"""What holds for each channel: it starts empty or at its type's start, copies are independent."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from runtime.channels import (
    AnyValue,
    BaseChannel,
    BinaryOperatorAggregate,
    EphemeralValue,
    LastValue,
    LastValueAfterFinish,
    NamedBarrierValue,
    NamedBarrierValueAfterFinish,
    Topic,
    UntrackedValue,
)
from runtime.channels.base import MISSING
from runtime.errors import EmptyChannelError

Channel = BaseChannel[Any, Any, Any]


@dataclass(frozen=True)
class Case:
    """A channel, writes that it takes, and what is read after them (and after ``finish``)."""

    make: Callable[[], Channel]
    writes: tuple[Sequence[Any], ...]
    value: Any
    starts_empty: bool = True
    needs_finish: bool = False
    kept: bool = True


CASES = {
    "LastValue": Case(lambda: LastValue(int, "k"), ([1], [2]), 2),
    "LastValueAfterFinish": Case(
        lambda: LastValueAfterFinish(int, "k"), ([1], [2, 3]), 3, needs_finish=True
    ),
    "AnyValue": Case(lambda: AnyValue(int, "k"), ([1], [2, 2]), 2),
    "EphemeralValue": Case(lambda: EphemeralValue(int), ([1], [2]), 2),
    "UntrackedValue": Case(lambda: UntrackedValue(int), ([1], [2]), 2, kept=False),
    "BinaryOperatorAggregate": Case(
        lambda: BinaryOperatorAggregate(list, operator.add),
        ([[1]], [[2], [3]]),
        [1, 2, 3],
        starts_empty=False,
    ),
    "Topic": Case(lambda: Topic(int), ([1], [2, [3, 4]]), [2, 3, 4]),
    "Topic that accumulates": Case(lambda: Topic(int, accumulate=True), ([1], [[2, 3]]), [1, 2, 3]),
    "NamedBarrierValue": Case(lambda: NamedBarrierValue(str, {"a", "b"}), (["a"], ["b"]), None),
    "NamedBarrierValueAfterFinish": Case(
        lambda: NamedBarrierValueAfterFinish(str, {"a", "b"}),
        (["a", "b"],),
        None,
        needs_finish=True,
    ),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def filled(case: Case) -> Channel:
    """The channel after all its writes, shown where it shows only at the end of a run."""
    channel = case.make()
    for writes in case.writes:
        assert channel.update(writes) is True
    if case.needs_finish:
        assert not channel.is_available()
        assert channel.finish() is True
    return channel


@each_case
def test_an_empty_channel_says_so(case: Case) -> None:
    channel = case.make()

    assert channel.is_available() is not case.starts_empty
    if case.starts_empty:
        with pytest.raises(EmptyChannelError):
            channel.get()


@each_case
def test_writes_are_folded(case: Case) -> None:
    channel = filled(case)

    assert channel.is_available()
    assert channel.get() == case.value


@each_case
def test_a_superstep_without_writes_changes_an_empty_channel_in_nothing(case: Case) -> None:
    channel = case.make()
    before = channel.checkpoint()

    assert channel.update([]) is False
    assert channel.checkpoint() == before


@each_case
def test_what_was_stored_is_restored(case: Case) -> None:
    channel = filled(case)

    restored = case.make().from_checkpoint(channel.checkpoint())

    assert restored is not channel
    assert restored == channel
    assert restored.key == channel.key
    assert restored.is_available() is case.kept
    if case.kept:
        assert restored.get() == case.value
        assert restored.checkpoint() == channel.checkpoint()


@each_case
def test_nothing_stored_is_the_start(case: Case) -> None:
    restored = filled(case).from_checkpoint(MISSING)

    assert restored.checkpoint() == case.make().checkpoint()


@each_case
def test_a_copy_changes_alone(case: Case) -> None:
    channel = filled(case)
    stored = channel.checkpoint()

    copied = channel.copy()
    assert copied.get() == case.value
    copied.consume()
    copied.update(case.writes[0])
    copied.update([])
    copied.finish()

    assert channel.get() == case.value
    assert channel.checkpoint() == stored


@each_case
def test_channels_are_equal_by_their_rule_not_their_value(case: Case) -> None:
    others = [other.make() for other in CASES.values() if other is not case]

    assert case.make() == filled(case)
    assert case.make() not in others


@each_case
def test_hints_to_the_engine_are_true(case: Case) -> None:
    """``finishes``, ``consumes`` and ``idle_update`` say what is never to be called."""
    finished = case.make()
    for writes in case.writes:
        finished.update(writes)
    assert finished.finishes or not finished.finish()
    consumed = filled(case)
    assert consumed.consumes or not consumed.consume()
    idle = filled(case)
    assert idle.idle_update != "never" or not idle.update([])

"""LastValue takes one write a superstep; the deferred kind takes several and shows them late."""

from typing import Any

import pytest

from runtime.channels import AnyValue, EphemeralValue, LastValue, LastValueAfterFinish
from runtime.channels.base import MISSING
from runtime.channels.untracked_value import UntrackedValue
from runtime.errors import EmptyChannelError, InvalidUpdateError


def test_last_value_keeps_its_value_until_the_next_write() -> None:
    channel: LastValue[Any] = LastValue(int, "count")

    channel.update([1])
    assert channel.update([]) is False
    assert channel.get() == 1
    assert channel.update([None]) is True
    assert channel.get() is None
    assert channel.is_available()


def test_last_value_refuses_two_writes_and_keeps_the_old_value() -> None:
    channel: LastValue[Any] = LastValue(int, "count")
    channel.update([1])

    with pytest.raises(InvalidUpdateError, match=r"At key 'count': Can receive only one value"):
        channel.update([2, 2])

    assert channel.get() == 1


def test_deferred_value_is_hidden_until_the_run_is_about_to_end() -> None:
    channel: LastValueAfterFinish[Any] = LastValueAfterFinish(str)
    channel.update(["a", "b"])

    assert not channel.is_available()
    with pytest.raises(EmptyChannelError):
        channel.get()
    assert channel.finish() is True
    assert channel.get() == "b"
    assert channel.finish() is False


def test_deferred_value_is_gone_once_its_node_ran() -> None:
    channel: LastValueAfterFinish[Any] = LastValueAfterFinish(str)
    channel.update(["a"])

    assert channel.consume() is False
    channel.finish()
    assert channel.consume() is True
    assert channel.checkpoint() is MISSING
    assert channel.finish() is False


def test_deferred_value_written_again_waits_again() -> None:
    channel: LastValueAfterFinish[Any] = LastValueAfterFinish(str)
    channel.update(["a"])
    channel.finish()

    channel.update(["b"])

    assert not channel.is_available()
    assert channel.checkpoint() == ("b", False)


def test_ephemeral_value_lasts_one_superstep() -> None:
    channel: EphemeralValue[Any] = EphemeralValue(int)
    channel.update([1])

    assert channel.update([]) is True
    assert not channel.is_available()
    assert channel.update([]) is False


def test_ephemeral_value_of_none_is_a_value() -> None:
    channel: EphemeralValue[Any] = EphemeralValue(object)

    assert channel.update([None]) is True
    assert channel.is_available()


def test_guarded_ephemeral_value_takes_one_write() -> None:
    channel: EphemeralValue[Any] = EphemeralValue(int)
    channel.key = "once"

    with pytest.raises(InvalidUpdateError, match="At key 'once'"):
        channel.update([1, 1])


def test_unguarded_ephemeral_value_takes_the_last_write() -> None:
    channel: EphemeralValue[Any] = EphemeralValue(int, guard=False)

    channel.update([1, 2])

    assert channel.get() == 2
    assert channel.from_checkpoint(2).guard is False
    assert channel != EphemeralValue(int)


def test_any_value_takes_the_last_of_several_and_is_empty_without_writes() -> None:
    channel: AnyValue[Any] = AnyValue(int)

    channel.update([1, 2])
    assert channel.get() == 2
    assert channel.update([]) is True
    assert not channel.is_available()


def test_untracked_value_lives_in_memory_only() -> None:
    channel: UntrackedValue[Any] = UntrackedValue(dict)

    channel.update([{"connection": 1}])

    assert channel.checkpoint() is MISSING
    assert channel.update([]) is False
    assert channel.get() == {"connection": 1}
    assert channel.copy().get() == {"connection": 1}


def test_untracked_value_is_guarded_unless_told_otherwise() -> None:
    guarded: UntrackedValue[Any] = UntrackedValue(int)
    with pytest.raises(InvalidUpdateError, match="UntrackedValue"):
        guarded.update([1, 2])

    free: UntrackedValue[Any] = UntrackedValue(int, guard=False)
    free.update([1, 2])
    assert free.get() == 2
    assert free.copy().guard is False

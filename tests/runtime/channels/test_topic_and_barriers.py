"""Topic collects; barriers of join edges open when every source has reported (rule 5)."""

from typing import Any

import pytest

from runtime.channels import NamedBarrierValue, NamedBarrierValueAfterFinish, Topic
from runtime.errors import EmptyChannelError, InvalidUpdateError


def test_topic_holds_the_last_superstep_only() -> None:
    topic = Topic(int)

    topic.update([1, [2, 3]])
    assert topic.get() == [1, 2, 3]
    assert topic.update([4]) is True
    assert topic.get() == [4]
    assert topic.update([]) is True
    assert not topic.is_available()
    with pytest.raises(EmptyChannelError):
        topic.get()


def test_accumulating_topic_keeps_everything() -> None:
    topic = Topic(int, accumulate=True)

    topic.update([1])
    assert topic.update([]) is False
    topic.update([[1, 2]])

    assert topic.get() == [1, 1, 2]


def test_topic_flattens_one_level_of_lists_only() -> None:
    topic: Topic[Any] = Topic(object)

    topic.update([[[1], 2], (3, 4)])

    assert topic.get() == [[1], 2, (3, 4)]


def test_an_empty_list_written_to_an_empty_topic_changes_nothing() -> None:
    assert Topic(int).update([[]]) is False
    assert Topic(int, accumulate=True).update([[]]) is False


def test_what_is_read_of_a_topic_is_the_readers_own() -> None:
    topic = Topic(int)
    topic.update([1])

    read = topic.get()
    assert isinstance(read, list)
    read.append(2)

    assert topic.get() == [1]


def test_topic_update_leaves_stored_lists_alone() -> None:
    topic = Topic(int, accumulate=True)
    topic.update([1])
    stored = topic.checkpoint()

    topic.update([2])

    assert stored == [1]


def test_topics_of_other_kinds_are_other_rules() -> None:
    assert Topic(int) != Topic(int, accumulate=True)


def test_barrier_opens_when_all_have_reported_and_closes_when_consumed() -> None:
    barrier = NamedBarrierValue(str, {"a", "b"})

    assert barrier.update(["a"]) is True
    assert not barrier.is_available()
    assert barrier.consume() is False
    assert barrier.update(["b"]) is True
    assert barrier.get() is None
    assert barrier.consume() is True
    assert not barrier.is_available()


def test_barrier_counts_each_source_once_a_round() -> None:
    barrier = NamedBarrierValue(str, {"a", "b"})

    barrier.update(["a"])
    assert barrier.update(["a", "a"]) is False
    assert not barrier.is_available()


def test_reports_before_and_after_a_round_do_not_mix() -> None:
    barrier = NamedBarrierValue(str, {"a", "b"})
    barrier.update(["a", "b"])
    barrier.consume()

    barrier.update(["b"])

    assert barrier.checkpoint() == {"b"}
    assert not barrier.is_available()


def test_barrier_refuses_strangers() -> None:
    barrier = NamedBarrierValue(str, {"a"})
    barrier.key = "join:a:c"

    with pytest.raises(InvalidUpdateError, match="At key 'join:a:c': Value x not in"):
        barrier.update(["x"])


def test_barrier_update_leaves_stored_sets_alone() -> None:
    barrier = NamedBarrierValue(str, {"a", "b"})
    barrier.update(["a"])
    stored = barrier.checkpoint()

    barrier.update(["b"])

    assert stored == {"a"}


def test_deferred_barrier_waits_for_the_end_of_the_run() -> None:
    barrier = NamedBarrierValueAfterFinish(str, {"a", "b"})

    barrier.update(["a"])
    assert barrier.finish() is False
    barrier.update(["b"])
    assert not barrier.is_available()
    assert barrier.finish() is True
    assert barrier.is_available()
    assert barrier.finish() is False
    assert barrier.consume() is True
    assert barrier.checkpoint() == (set(), False)


def test_barriers_are_equal_by_their_sources() -> None:
    assert NamedBarrierValue(str, {"a"}) == NamedBarrierValue(str, {"a"})
    assert NamedBarrierValue(str, {"a"}) != NamedBarrierValue(str, {"b"})
    assert NamedBarrierValue(str, {"a"}) != NamedBarrierValueAfterFinish(str, {"a"})

"""Ids of checkpoints rise, also after those of a clock that is ahead."""

import time
from uuid import UUID

import pytest

from runtime.checkpoint.base import id as ids
from runtime.checkpoint.base.id import follow, new_checkpoint_id, uuid6
from runtime.checkpoint.memory import InMemorySaver
from tests.runtime.checkpoint.making import changes, config


@pytest.fixture(autouse=True)
def own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes of the clock ends with it."""
    monkeypatch.setattr(ids, "_last_tick", 0)


def id_ahead(monkeypatch: pytest.MonkeyPatch, seconds: float) -> str:
    """An id of another process, whose clock is ahead by so much."""
    now = time.time_ns()
    with monkeypatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: now + int(seconds * 1e9))
        made = new_checkpoint_id(3)
    monkeypatch.setattr(ids, "_last_tick", 0)
    return made


def test_ids_rise_and_tell_the_step() -> None:
    made = [new_checkpoint_id(step) for step in range(1000)]
    assert made == sorted(made)
    assert len(set(made)) == 1000
    assert [UUID(each).version for each in made[:3]] == [6, 6, 6]
    assert [UUID(each).clock_seq for each in made] == list(range(1000))
    assert str(uuid6()) > made[-1]


def test_an_id_that_was_read_is_followed_by_larger_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = id_ahead(monkeypatch, 90)
    assert new_checkpoint_id(4) < ahead
    follow(ahead)
    assert new_checkpoint_id(4) > ahead
    follow(new_checkpoint_id(5))
    assert new_checkpoint_id(4) > ahead


def test_a_saver_follows_what_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = id_ahead(monkeypatch, 90)
    saver = InMemorySaver()
    record = changes(0, None, {"a": 1})
    record.checkpoint_id = ahead
    saver.commit([record])
    assert saver.get_tuple(config()) is not None
    assert new_checkpoint_id(1) > ahead


@pytest.mark.parametrize("strange", ["", "x", "1", "not-an-id", "f" * 32, str(UUID(int=5))])
def test_other_ids_are_left_alone(strange: str) -> None:
    before = new_checkpoint_id(0)
    follow(strange)
    after = new_checkpoint_id(0)
    assert before < after
    parts_of_27_seconds = int(after[:8], 16) - int(before[:8], 16)
    assert parts_of_27_seconds <= 2


def test_a_broken_clock_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    far = id_ahead(monkeypatch, 3 * 24 * 3600)
    follow(far)
    assert new_checkpoint_id(0) < far

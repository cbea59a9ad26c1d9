"""What a task wrote and the next checkpoint stores as it is may lie in the store once only."""

from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver, TaskWrites
from tests.runtime.checkpoint.making import changes, config, save

LONG = "many words " * 100
WRITES = [("text", LONG), ("items", [LONG]), ("other", LONG), ("short", "few")]


def saved(saver: NativeSaver) -> tuple[str, str]:
    """Ids of a checkpoint and its child, which stores what a task of the first wrote."""
    first = changes(0, None, {"text": "before", "items": [LONG]})
    saver.commit([first])
    parent = first.checkpoint_id
    second = changes(1, parent, {"text": LONG, "items": [LONG, LONG], "short": "few"})
    second.metadata["run_id"] = "second"
    saver.commit([TaskWrites("t", "", parent, "task", WRITES, "path"), second])
    return parent, second.checkpoint_id


def pending(saver: NativeSaver, checkpoint_id: str, thread: str = "t") -> list[Any]:
    found = saver.get_tuple(config(thread, checkpoint_id=checkpoint_id))
    assert found is not None
    return list(found.pending_writes or ())


EXPECTED = [("task", channel, value) for channel, value in WRITES]


def test_writes_are_read_as_they_were_made(saver: NativeSaver) -> None:
    parent, child = saved(saver)

    assert pending(saver, parent) == EXPECTED
    assert pending(saver, child) == []
    listed = {found.checkpoint["id"]: found.pending_writes for found in saver.list(config())}
    assert listed[parent] == EXPECTED


def test_writes_outlive_the_checkpoint_that_took_them(saver: NativeSaver) -> None:
    parent, _ = saved(saver)

    saver.delete_for_runs(["second"])

    assert pending(saver, parent) == EXPECTED


def test_writes_stay_when_the_checkpoint_is_saved_anew(saver: NativeSaver) -> None:
    parent, child = saved(saver)

    save(
        saver,
        {"text": "other words " * 100, "items": []},
        parent=config(checkpoint_id=parent),
        fields={"id": child},
    )

    assert pending(saver, parent) == EXPECTED


@pytest.mark.parametrize("leaving", [0, 1])
def test_writes_stay_when_older_or_newer_checkpoints_go(saver: NativeSaver, leaving: int) -> None:
    before = changes(-1, None, {"items": [LONG]})
    before.metadata["run_id"] = "run 0"
    first = changes(0, before.checkpoint_id, {"items": [LONG, LONG]})
    second = changes(1, first.checkpoint_id, {"items": [LONG] * 3})
    second.metadata["run_id"] = "run 1"
    saver.commit([before])
    saver.commit([first])
    writes = TaskWrites("t", "", first.checkpoint_id, "task", [("items", [LONG])], "path")
    saver.commit([writes, second])

    saver.delete_for_runs([f"run {leaving}"])

    assert pending(saver, first.checkpoint_id) == [("task", "items", [LONG])]


def test_a_copied_thread_needs_the_first_no_more(saver: NativeSaver) -> None:
    parent, _ = saved(saver)

    saver.copy_thread("t", "copy")
    saver.delete_thread("t")

    assert pending(saver, parent, "copy") == EXPECTED

"""The debugger's read side."""

import pytest

from runtime.checkpoint.base import HistoryReader, NativeSaver
from tests.runtime.checkpoint.making import changes, config, id_of, save


def test_every_saver_can_be_read_by_a_debugger(saver: NativeSaver) -> None:
    assert isinstance(saver, HistoryReader)


def test_rows_carry_what_decides_on_the_next_tasks(saver: NativeSaver) -> None:
    first = changes(-1, None, {"__start__": {"x": 1}}, updated_channels=["__start__"])
    second = changes(0, first.checkpoint_id, {"x": 1, "branch:to:a": None}, removed=["__start__"])
    second.metadata["run_id"] = "r"
    saver.commit([first, second])

    newest, oldest = saver.list_rows("t", "")

    assert (newest.checkpoint_id, newest.parent_checkpoint_id) == (
        second.checkpoint_id,
        first.checkpoint_id,
    )
    assert (newest.step, newest.source, newest.ts) == (0, "loop", second.ts)
    assert newest.metadata == {"source": "loop", "step": 0, "parents": {}, "run_id": "r"}
    assert newest.versions == {"__start__": 1, "x": 2, "branch:to:a": 2}
    assert newest.seen == {"node": {"__start__": 0, "x": 1, "branch:to:a": 1}}
    assert newest.available == {"x", "branch:to:a"}
    assert newest.updated_channels is None
    assert oldest.available == {"__start__"}
    assert oldest.updated_channels == ("__start__",)
    assert oldest.parent_checkpoint_id is None


def test_rows_page_and_restrict(saver: NativeSaver) -> None:
    saved = [save(saver, {"a": 0}, step=0)]
    for step in range(1, 100):
        saved.append(save(saver, {"a": step}, step=step, parent=saved[-1]))
    save(saver, {"a": 0}, step=200, namespace="n:1")
    save(saver, {"a": 0}, step=300, thread="u")

    def steps(*arguments: str | None, **named: object) -> list[int]:
        return [row.step for row in saver.list_rows(*arguments, **named)]  # type: ignore[arg-type]

    assert steps("t") == [200, *range(99, -1, -1)]
    assert steps("t", "") == list(range(99, -1, -1))
    assert steps("t", "n:1") == [200]
    assert steps("t", "", limit=3) == [99, 98, 97]
    assert steps("t", "", before=id_of(saved[50]), limit=2) == [49, 48]
    assert steps("t", "", limit=0) == steps("t", "", limit=-1) == []
    assert steps("nobody") == []
    assert saver.list_rows("t", "", limit=1)[0].versions == {"a": 101}


def test_threads_newest_first(saver: NativeSaver) -> None:
    for thread in ("a", "b", "c"):
        save(saver, {"x": 1}, thread=thread)
    first = save(saver, {"x": 1}, thread="d")
    newest = save(saver, {"x": 2}, step=1, thread="a")
    save(saver, {"x": 3}, thread="b", namespace="n:1")

    listing = saver.list_threads()
    assert [(found.thread_id, found.count) for found in listing.threads] == [
        ("b", 2),
        ("a", 2),
        ("d", 1),
        ("c", 1),
    ]
    assert (listing.offset, listing.total) == (0, 4)
    by_name = {found.thread_id: found for found in listing.threads}
    assert by_name["a"].newest_checkpoint_id == id_of(newest)
    assert by_name["d"].first_checkpoint_id == id_of(first)
    newest_tuple = saver.get_tuple(newest)
    assert newest_tuple is not None
    assert by_name["a"].newest_ts == newest_tuple.checkpoint["ts"]

    page = saver.list_threads(1, 2)
    assert [found.thread_id for found in page.threads] == ["a", "d"]
    assert (page.offset, page.total) == (1, 4)
    assert saver.list_threads(9, 2).threads == ()
    assert saver.list_threads(0, 0).total == 4


def test_one_value_can_be_read_alone(saver: NativeSaver) -> None:
    first = save(saver, {"small": (1,), "big": "x" * 999, "log": ["y" * 300]})
    second = save(
        saver, {"small": (2,), "big": "x" * 999, "log": ["y" * 300, "z"]}, step=1, parent=first
    )
    assert saver.get_value("t", "", id_of(first), "small") == (1,)
    assert saver.get_value("t", "", id_of(second), "small") == (2,)
    assert saver.get_value("t", "", id_of(second), "big") == "x" * 999
    assert saver.get_value("t", "", id_of(second), "log") == ["y" * 300, "z"]
    assert saver.get_value("t", "", id_of(first), "log") == ["y" * 300]
    for checkpoint_id, channel in ((id_of(first), "absent"), ("absent", "small")):
        with pytest.raises(KeyError):
            saver.get_value("t", "", checkpoint_id, channel)
    assert saver.get(config()) is not None


def test_whether_a_checkpoint_has_children(saver: NativeSaver) -> None:
    first = save(saver, {"a": 1})
    save(saver, {"a": 1}, thread="u", parent=None)
    second = save(saver, {"a": 2}, step=1, parent=first)
    assert saver.has_children("t", "", id_of(first))
    assert not saver.has_children("t", "", id_of(second))
    assert not saver.has_children("u", "", id_of(first))

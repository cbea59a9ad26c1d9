"""Threads as a whole: lists in any order, outlines, sizes, pruning, annotations."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.sql import SqlSaver
from runtime.debug.commands import DeleteThread, ListCheckpoints, ListThreads, ReadCheckpoint
from runtime.debug.events import PruneAdvanced
from runtime.debug.upkeep.commands import (
    Annotate,
    CancelPrune,
    CopyThread,
    MeasureThread,
    MeasureThreads,
    PreviewPrune,
    PruneRule,
    PruneThread,
    ReadAnnotations,
    ReadOutline,
    ReclaimSpace,
)
from runtime.debug.upkeep.views import AnnotationView, Segment
from tests.runtime.checkpoint.making import config, id_of, save
from tests.runtime.debug.harness import Driver, driven

BOTH_TRANSPORTS = True


@pytest.fixture
def store(tmp_path: Path) -> str:
    """Three threads: one long with a fork, one that waits, one that failed."""
    path = str(tmp_path / "store.sqlite")
    with SqlSaver(path) as saver:
        saved: list[dict[str, Any]] = []
        for step in range(30):
            saved.append(
                save(
                    saver,
                    {"log": [f"entry {each}" * 20 for each in range(step + 1)], "n": step},
                    step=step,
                    thread="long",
                    parent=saved[-1] if saved else None,
                )
            )
        save(saver, {"log": ["else" * 99], "n": 7}, step=11, thread="long", parent=saved[10])
        asks = save(saver, {"n": 1}, step=0, thread="asks", run_id="run 7")
        saver.put_writes(asks, [("__interrupt__", ["?"])], "task 1")
        fails = save(saver, {"n": 1}, step=0, thread="Fails", parent=None)
        saver.put_writes(fails, [("__error__", "boom")], "task 1")
        saver.put_writes(fails, [("n", 2)], "task 2")
    return path


def ids(driver: Driver, **wanted: Any) -> list[str]:
    return [each.thread_id for each in driver.do(ListThreads(**wanted)).threads]


def rows_of(driver: Driver, thread_id: str, namespace: str | None = "") -> list[Any]:
    return list(driver.do(ListCheckpoints(thread_id, namespace, limit=500)).rows)


def test_threads_are_sorted_and_searched(store: str) -> None:
    with driven(store) as driver:
        assert ids(driver) == ["Fails", "asks", "long"]
        assert ids(driver, descending=False) == ["long", "asks", "Fails"]
        assert ids(driver, order="created") == ["Fails", "asks", "long"]
        assert ids(driver, order="checkpoints")[0] == "long"
        assert ids(driver, order="size")[0] == "long"
        assert ids(driver, order="name", descending=False) == ["Fails", "asks", "long"]
        assert ids(driver, text="A") == ["Fails", "asks"]
        assert ids(driver, text="%") == []
        assert ids(driver, status="waiting") == ["asks"]
        assert ids(driver, status="failed") == ["Fails"]
        assert ids(driver, status="idle") == ["long"]
        assert ids(driver, metadata="run_id=run 7") == ["asks"]
        page = driver.do(ListThreads(offset=1, limit=1))
        assert (page.total, [each.thread_id for each in page.threads]) == (3, ["asks"])
        statuses = {each.thread_id: each.status for each in driver.do(ListThreads()).threads}
        assert statuses == {"Fails": "failed", "asks": "waiting", "long": "idle"}


def test_a_thread_is_found_by_what_is_noted_of_it(store: str) -> None:
    with driven(store) as driver:
        driver.do(Annotate(AnnotationView("long", name="Größe des Falls", note="see ticket 7")))
        assert ids(driver, text="größe") == ["long"]
        assert ids(driver, text="TICKET") == ["long"]
        assert ids(driver, text="ticket 8") == []


def test_the_outline_says_what_is_no_child_of_its_neighbour(store: str) -> None:
    with driven(store) as driver:
        outline = driver.do(ReadOutline("long"))
        rows = rows_of(driver, "long")
        assert outline.total == len(rows) == 31
        assert outline.segments == (Segment(0, -1, 0), Segment(30, 10, 11))
        assert outline.anchors == (rows[-1].checkpoint_id,)
        assert driver.do(ReadOutline("none")).total == 0


def test_sizes_by_thread_and_by_channel(store: str) -> None:
    with driven(store) as driver:
        sizes = driver.do(MeasureThreads(("long", "asks", "none"))).sizes
        assert sizes.keys() == {"long", "asks"}
        assert sizes["long"] > 10 * sizes["asks"] > 0
        parts = driver.do(MeasureThread("long"))
        assert parts.total == sizes["long"] == sum(part.size for part in parts.parts)
        assert {(part.kind, part.name) for part in parts.parts} == {
            ("channel", "log"),
            ("states", ""),
        }


RULES: dict[str, tuple[PruneRule, Callable[[list[Any]], set[str]]]] = {
    "newest": (PruneRule("newest", count=5), lambda rows: {r.checkpoint_id for r in rows[:5]}),
    "heads": (PruneRule("heads"), lambda rows: {r.checkpoint_id for r in rows[:2]}),
    "annotated": (PruneRule("annotated"), lambda rows: {rows[0].checkpoint_id}),
}


@pytest.mark.parametrize("name", RULES)
def test_pruning_does_what_its_preview_says(store: str, name: str) -> None:
    rule, kept = RULES[name]
    with driven(store) as driver:
        rows = rows_of(driver, "long")
        driver.do(Annotate(AnnotationView("long", "", rows[20].checkpoint_id, bookmarked=True)))
        driver.do(Annotate(AnnotationView("long", "", rows[25].checkpoint_id, note="no name")))
        wanted = kept(rows) | {rows[20].checkpoint_id}
        before = {each: driver.do(ReadCheckpoint("long", "", each)).channels for each in wanted}

        preview = driver.do(PreviewPrune("long", rule))
        assert (preview.going, preview.total) == (31 - len(wanted), 31)
        assert 0 < preview.going_bytes < preview.total_bytes
        assert len(rows_of(driver, "long")) == 31

        pruned = driver.do(PruneThread("long", rule))
        assert pruned.removed == preview.going
        assert pruned.bytes_after < pruned.bytes_before == preview.total_bytes
        assert {row.checkpoint_id for row in rows_of(driver, "long")} == wanted
        after = {each: driver.do(ReadCheckpoint("long", "", each)).channels for each in wanted}
        for each, channels in before.items():
            assert [(c.name, c.version, c.value) for c in channels] == [
                (c.name, c.version, c.value) for c in after[each]
            ]
        noted = driver.do(ReadAnnotations("long")).annotations
        assert [each.checkpoint_id for each in noted] == [rows[20].checkpoint_id]
        assert driver.do(PreviewPrune("long", rule)).going == 0


def test_pruning_by_age_keeps_the_ends_of_branches(store: str) -> None:
    with driven(store) as driver:
        rows = rows_of(driver, "long")
        rule = PruneRule("older", before=rows[4].created_at)
        driver.do(PruneThread("long", rule))
        assert [row.checkpoint_id for row in rows_of(driver, "long")] == [
            row.checkpoint_id for row in rows[:5]
        ]
        assert "no moment" in driver.refusal(PreviewPrune("long", PruneRule("older", before="x")))
        assert "At least one" in driver.refusal(PruneThread("long", PruneRule("newest", count=0)))


def test_what_lies_inside_goes_with_its_own(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    with SqlSaver(path) as saver:
        outer = [save(saver, {"n": 0}, step=0)]
        for step in (1, 2):
            outer.append(save(saver, {"n": step}, step=step, parent=outer[-1]))
        for index, each in enumerate(outer[:2]):
            parents = {"": id_of(each)}
            for namespace in (f"node:{index}", "remembers"):
                save(saver, {"m": index}, step=index, namespace=namespace, parents=parents)
    with driven(path) as driver:
        driver.do(PruneThread("t", PruneRule("newest", count=1)))
        left = {(row.checkpoint_ns, row.step) for row in rows_of(driver, "t", None)}
        assert left == {("", 2), ("remembers", 1)}


def test_pruning_can_be_cancelled(store: str) -> None:
    with driven(store) as driver:
        before = rows_of(driver, "long")
        driver.do(CancelPrune("nobody waits"))
        cancelled = driver.do(PruneThread("long", PruneRule("newest"), "nobody waits"))
        assert (cancelled.cancelled, cancelled.removed, cancelled.staying) == (True, 0, 31)
        assert rows_of(driver, "long") == before
        assert driver.do(PreviewPrune("long", PruneRule("newest"))).going == 30
        pruned = driver.do(PruneThread("long", PruneRule("newest"), "another"))
        assert (pruned.cancelled, pruned.removed, pruned.staying) == (False, 30, 1)
        told = [event for event in driver.events if isinstance(event, PruneAdvanced)]
        assert told
        assert {event.job for event in told} == {"another"}
        assert all(0 <= event.done <= 1 for event in told)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_pruning_cut_between_its_parts_says_what_went(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    """What lies inside is gone by then; nothing lacks what it belongs to."""
    from runtime.checkpoint.memory import InMemorySaver
    from runtime.debug.local import LocalSession

    monkeypatch.setattr("runtime.debug.upkeep.keeper.TOLD_EVERY", 0)
    monkeypatch.setattr("runtime.checkpoint.base.detaching._EVERY", 1)
    saver = InMemorySaver() if kind == "memory" else SqlSaver(tmp_path / "store.sqlite")
    outer = [save(saver, {"n": 0}, step=0)]
    for step in (1, 2):
        outer.append(save(saver, {"n": step}, step=step, parent=outer[-1]))
    for index, each in enumerate(outer[:2]):
        save(saver, {"m": index}, step=0, namespace=f"node:{index}", parents={"": id_of(each)})
    driver = Driver(LocalSession(saver))

    def cut(event: object) -> None:
        if isinstance(event, PruneAdvanced) and event.done >= 0.5:
            driver.session.send(CancelPrune("cut")).result()

    driver.session.subscribe(cut)
    pruned = driver.do(PruneThread("t", PruneRule("newest"), "cut"))
    assert (pruned.cancelled, pruned.removed, pruned.staying) == (True, 2, 3)
    assert [(row.checkpoint_ns, row.step) for row in rows_of(driver, "t", None)] == [
        ("", 2),
        ("", 1),
        ("", 0),
    ]
    assert driver.do(PruneThread("t", PruneRule("newest"))).staying == 1
    driver.session.close()
    if isinstance(saver, SqlSaver):
        saver.close()


def test_annotations_stay_follow_a_copy_and_go_with_the_thread(store: str) -> None:
    with driven(store) as driver:
        newest = rows_of(driver, "long")[0].checkpoint_id
        mark = AnnotationView("long", "", newest, "good", "why 为什么", "green", True)
        thread = AnnotationView("long", name="The long one")
        driver.do(Annotate(mark))
        driver.do(Annotate(thread))
    with driven(store) as driver:
        assert driver.do(ReadAnnotations("long")).annotations == (thread, mark)
        assert driver.do(ReadAnnotations()).annotations == (thread,)
        driver.do(CopyThread("long", "copy"))
        (copied,) = driver.do(ReadAnnotations("copy")).annotations
        assert (copied.thread_id, copied.name, copied.note) == ("copy", "good", "why 为什么")
        assert len(rows_of(driver, "copy")) == 31
        assert "already" in driver.refusal(CopyThread("long", "asks"))
        driver.do(DeleteThread("long"))
        assert driver.do(ReadAnnotations("long")).annotations == ()
        driver.do(Annotate(AnnotationView("copy", "", newest)))
        assert driver.do(ReadAnnotations("copy")).annotations == ()
        assert "no colour" in driver.refusal(Annotate(AnnotationView("copy", colour="plaid")))


def test_a_store_that_is_read_is_not_written(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    from runtime.debug.local import LocalSession

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    content = Path(store).read_bytes()
    mark = AnnotationView("long", name="seen", bookmarked=True)
    for expected in ((), (mark,)):
        session = LocalSession(store, read_only=True)
        driver = Driver(session)
        assert driver.do(ReadAnnotations("long")).annotations == expected
        driver.do(Annotate(mark))
        assert ids(driver, text="seen") == ["long"]
        session.close()
    assert Path(store).read_bytes() == content
    assert list((tmp_path / "data").rglob("*.sqlite"))


def test_space_is_given_back_when_it_is_asked_for(store: str) -> None:
    with driven(store) as driver:
        driver.do(PruneThread("long", PruneRule("newest", count=1)))
        driver.do(DeleteThread("long"))
        reclaimed = driver.do(ReclaimSpace())
        assert reclaimed.bytes_after < reclaimed.bytes_before
        assert ids(driver) == ["Fails", "asks"]


def test_a_store_without_annotations_is_opened_unchanged(store: str) -> None:
    import sqlite3

    with driven(store) as driver:
        driver.do(ReadAnnotations("long"))
        driver.do(ReadOutline("long"))
    tables = {name for (name,) in sqlite3.connect(store).execute("SELECT name FROM sqlite_master")}
    assert "checkpoint_annotations" not in tables


def test_memory_answers_too(in_process: None) -> None:
    from runtime.checkpoint.memory import InMemorySaver
    from runtime.debug.local import LocalSession

    saver = InMemorySaver()
    first = save(saver, {"n": "x" * 500}, step=0)
    save(saver, {"n": "y" * 500}, step=1, parent=first)
    driver = Driver(LocalSession(saver))
    assert ids(driver, order="size") == ["t"]
    assert driver.do(MeasureThread("t")).total > 1000
    driver.do(Annotate(AnnotationView("t", "", id_of(first), name="first")))
    driver.do(PruneThread("t", PruneRule("newest", keep_annotated=False)))
    assert driver.do(ReadAnnotations("t")).annotations == ()
    assert saver.get_tuple(config()) is not None
    driver.session.close()

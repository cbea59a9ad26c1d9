"""A session that arrives after it was asked, over real ones."""

import threading
from pathlib import Path

from runtime.debug.commands import ListThreads, OpenTarget, Start
from runtime.debug.events import Event, RunEnded
from runtime.debug.local import LocalSession
from runtime.debug.views import Failed, TargetOpened, ThreadPage
from studio.session.awaited import AwaitedSession

SAMPLE = Path(__file__).parents[3] / "sample_graphs" / "counter.py"
PATIENCE = 30


def test_what_was_asked_and_heard_before_it_came_is_answered_in_order(tmp_path: Path) -> None:
    awaited, ended = AwaitedSession(), threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, RunEnded):
            ended.set()

    undo = awaited.subscribe(hear)
    opened = awaited.send(OpenTarget(str(SAMPLE)))
    listed = awaited.send(ListThreads())
    assert not opened.done()
    awaited.arrive(LocalSession(str(tmp_path / "store.sqlite")))
    assert isinstance(opened.result(PATIENCE), TargetOpened)
    assert isinstance(listed.result(PATIENCE), ThreadPage)
    started = awaited.send(Start("t", {"count": 0}))
    assert not isinstance(started.result(PATIENCE), Failed)
    assert ended.wait(PATIENCE)
    page = awaited.send(ListThreads()).result(PATIENCE)
    assert isinstance(page, ThreadPage)
    assert [row.thread_id for row in page.threads] == ["t"]
    undo()
    ended.clear()
    awaited.send(Start("u", {"count": 0})).result(PATIENCE)
    awaited.close()
    assert not ended.is_set()


def test_one_that_was_closed_before_it_came_refuses_and_closes_what_comes() -> None:
    awaited = AwaitedSession()
    waiting = awaited.send(ListThreads())
    awaited.close()
    assert isinstance(waiting.result(0), Failed)
    late = LocalSession(None)
    awaited.arrive(late)
    assert isinstance(late.send(ListThreads()).result(PATIENCE), Failed)
    assert isinstance(awaited.send(ListThreads()).result(PATIENCE), Failed)

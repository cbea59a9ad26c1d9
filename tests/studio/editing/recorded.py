"""The research sample, run up to its review on the real engine, for tests of the edit dialog."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from runtime.debug.commands import (
    CommitEdit,
    ListCheckpoints,
    OpenTarget,
    PreviewEdit,
    ReadCheckpoint,
    ReadJson,
    Start,
    StateEdit,
)
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, RunEnded
from runtime.debug.local import LocalSession
from runtime.debug.values import ValueHandle
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    EditCommitted,
    EditPreview,
    TargetOpened,
)

SAMPLE = Path(__file__).parents[3] / "sample_graphs" / "research.py"
THREAD = "inquiry"


class RecordedInquiry:
    """A session whose answers are waited for, which only a test may do."""

    def __init__(self) -> None:
        self._session = LocalSession(None)
        opened = self._session.send(OpenTarget(str(SAMPLE))).result(30)
        assert isinstance(opened, TargetOpened)
        assert opened.graph is not None
        self.graph: GraphDescription = opened.graph
        ended = threading.Event()

        def hear(event: Event) -> None:
            if isinstance(event, RunEnded):
                ended.set()

        self._session.subscribe(hear)
        self._session.send(Start(THREAD, self.graph.example_input)).result(30)
        assert ended.wait(30)

    def rows(self) -> tuple[CheckpointRow, ...]:
        """History, newest first."""
        page = self._session.send(ListCheckpoints(THREAD)).result(30)
        assert isinstance(page, CheckpointPage)
        return page.rows

    def view(self, step: int) -> CheckpointView:
        """The checkpoint of a superstep on the first branch."""
        row = next(row for row in reversed(self.rows()) if row.step == step)
        return self.view_of(row)

    def view_of(self, row: CheckpointRow) -> CheckpointView:
        command = ReadCheckpoint(row.thread_id, row.checkpoint_ns, row.checkpoint_id)
        view = self._session.send(command).result(30)
        assert isinstance(view, CheckpointView)
        return view

    def ask_preview(self, edit: StateEdit, then: Callable[[Any], None]) -> None:
        reply = self._session.send(PreviewEdit(edit)).result(30)
        assert isinstance(reply, EditPreview)
        then(reply)

    def ask_json(self, handle: ValueHandle, limit: int, then: Callable[[Any], None]) -> None:
        then(self._session.send(ReadJson(handle, limit)).result(30))

    def commit(self, edit: StateEdit) -> CheckpointRow:
        reply = self._session.send(CommitEdit(edit)).result(30)
        assert isinstance(reply, EditCommitted)
        return reply.row

    def close(self) -> None:
        self._session.close()

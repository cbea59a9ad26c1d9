"""A real run behind the session API, asked synchronously."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, TypeVar

from runtime.debug.commands import (
    Command,
    ListCheckpoints,
    OpenTarget,
    ReadCheckpoint,
    ReadChildren,
    ReadJson,
    ReadText,
)
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, RunEnded, RunPaused
from runtime.debug.local import LocalSession
from runtime.debug.views import CheckpointPage, CheckpointView, TargetOpened
from studio.inspector.requests import ValueRequests

SAMPLES = Path(__file__).resolve().parents[3] / "sample_graphs"
PATIENCE = 60.0

Answer = TypeVar("Answer")


class RealSession:
    """One thread of one sample graph."""

    def __init__(self, sample: str) -> None:
        self._session = LocalSession(None)
        self._rests = threading.Event()
        self.events: list[Event] = []
        self._session.subscribe(self._hear)
        opened = self.ask(OpenTarget(str(SAMPLES / sample)), TargetOpened)
        assert opened.graph is not None, opened.error
        self.graph: GraphDescription = opened.graph
        self.requests = ValueRequests(
            lambda handle, offset, limit, then: then(
                self.ask(ReadChildren(handle, offset, limit), Any)
            ),
            lambda handle, offset, limit, then: then(
                self.ask(ReadText(handle, offset, limit), Any)
            ),
            lambda handle, limit, then: then(self.ask(ReadJson(handle, limit), Any)),
            lambda command, then: then(self.ask(command, Any)),
        )

    def ask(self, command: Command, kind: type[Answer] | Any) -> Any:
        reply = self._session.send(command).result(PATIENCE)
        if kind is not Any:
            assert isinstance(reply, kind), reply
        return reply

    def run(self, command: Command) -> None:
        """Run until the run ends or pauses."""
        self._rests.clear()
        self.ask(command, Any)
        assert self._rests.wait(PATIENCE)

    def history(self, thread_id: str) -> CheckpointPage:
        page: CheckpointPage = self.ask(ListCheckpoints(thread_id), CheckpointPage)
        return page

    def view(self, thread_id: str, step: int | None = None) -> CheckpointView:
        """The newest checkpoint, or the newest of a step."""
        rows = self.history(thread_id).rows
        row = rows[0] if step is None else next(each for each in rows if each.step == step)
        view: CheckpointView = self.ask(
            ReadCheckpoint(thread_id, "", row.checkpoint_id), CheckpointView
        )
        return view

    def close(self) -> None:
        self._session.close()

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, RunEnded | RunPaused):
            self._rests.set()

"""Keeps what tasks stream, and shows it while the run that does it is looked at."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from runtime.debug.events import Event, TaskOutput
from studio.inspector.tasks_panel import TasksPanel
from studio.messages.panel import MessagesPanel
from studio.session.moment import Moment
from studio.session.streams import TaskStreams


class StreamFollower(QObject):
    """Between the moment's events and the panels Tasks and Messages."""

    def __init__(self, moment: Moment, tasks: TasksPanel, messages: MessagesPanel) -> None:
        super().__init__(messages)
        self.streams = TaskStreams()
        self._moment = moment
        self._tasks = tasks
        self._messages = messages
        tasks.show_streams(self.streams)
        moment.told.connect(self._hear)
        moment.thread_changed.connect(self._forget)
        moment.selected.connect(self._show_messages)

    def _hear(self, events: Sequence[Event]) -> None:
        if not self._moment.runs_here:
            return
        changed = self.streams.apply(events)
        if not changed:
            return
        self._tasks.streamed(changed)
        if any(not isinstance(event, TaskOutput) for event in events):
            self._show_messages()

    def _show_messages(self) -> None:
        """What is being made belongs to the head; the past has its messages written."""
        live = self._moment.follows_head
        self._messages.show_streams(self.streams.messages() if live else ())

    def _forget(self) -> None:
        self.streams.clear()
        self._show_messages()

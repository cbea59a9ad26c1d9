"""What tasks said while they ran, by task: custom values and the messages they were making.

Plain Python, no Qt. Nothing of it is recorded, so it is known of runs of this session only, and of
the tasks that ran last.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from runtime.debug.events import (
    Event,
    MessagesStreamed,
    StreamedPart,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskOutput,
    TaskStarted,
    TaskWrote,
)

TASKS = 500
"""Tasks that are remembered."""
OUTPUTS = 200
"""Custom values of one task that are kept: the last ones."""
MESSAGES = 50
TEXT = 20_000
"""Characters of a message that are kept: the last ones."""


@dataclass(slots=True)
class StreamedMessage:
    """A message as far as it is made. ``before`` counts characters that are not in ``text``."""

    task_id: str
    node: str
    checkpoint_ns: str
    id: str
    type: str
    text: str = ""
    reasoning: str = ""
    calls: str = ""
    step: int = 0
    """The superstep of the root graph in which it is made."""
    tokens: int = 0
    before: int = 0
    ended: bool = False
    revision: int = 0

    def add(self, part: StreamedPart) -> None:
        """Take over what was added."""
        self.revision += 1
        self.tokens += part.tokens
        self.before += part.left_out
        if part.kind == "reasoning":
            self.reasoning = self._kept(self.reasoning, part)
        elif part.kind == "tool_call":
            self.calls = self._kept(self.calls, part)
        else:
            self.text = self._kept(self.text, part)

    def _kept(self, text: str, part: StreamedPart) -> str:
        if part.whole:
            self.before = part.left_out
        whole = part.text if part.whole else text + part.text
        surplus = max(0, len(whole) - TEXT)
        self.before += surplus
        return whole[surplus:]


@dataclass(slots=True)
class TaskStream:
    """One task's custom values and messages, in their order."""

    outputs: list[TaskOutput] = field(default_factory=list)
    forgotten: int = 0
    """How many older custom values are not kept any more."""
    messages: dict[str, StreamedMessage] = field(default_factory=dict)


class TaskStreams:
    """Folds events; ``apply`` gives the ids of the tasks of which there is more to show."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, TaskStream] = OrderedDict()
        self._step = 0

    def of(self, task_id: str) -> TaskStream | None:
        """What a task said; ``None`` where nothing is known of it."""
        return self._tasks.get(task_id)

    def messages(self) -> list[StreamedMessage]:
        """All messages that are known, oldest task first."""
        return [message for stream in self._tasks.values() for message in stream.messages.values()]

    def clear(self) -> None:
        """Another thread is shown."""
        self._tasks.clear()

    def apply(self, events: Iterable[Event]) -> set[str]:
        """Take over what events say."""
        changed: set[str] = set()
        for event in events:
            if isinstance(event, SuperstepPlanned):
                self._step = self._step if event.checkpoint_ns else event.step
            elif isinstance(event, TaskOutput):
                if event.kind in ("custom", "dropped") and self._add_output(event):
                    changed.add(event.task_id)
            elif isinstance(event, MessagesStreamed):
                for part in event.parts:
                    self._add_part(part)
                    changed.add(part.task_id)
            elif isinstance(event, TaskStarted):
                # The same task runs again after a question, or from an older checkpoint.
                if self._tasks.pop(event.task_id, None) is not None:
                    changed.add(event.task_id)
            elif isinstance(event, TaskWrote | TaskFailed | TaskInterrupted):
                stream = self._tasks.get(event.task_id)
                for message in () if stream is None else stream.messages.values():
                    message.ended = True
                    message.revision += 1
                    changed.add(event.task_id)
        return changed

    def _stream(self, task_id: str) -> TaskStream:
        stream = self._tasks.get(task_id)
        if stream is None:
            stream = self._tasks[task_id] = TaskStream()
            while len(self._tasks) > TASKS:
                self._tasks.popitem(last=False)
        return stream

    def _add_output(self, event: TaskOutput) -> bool:
        if event.kind == "dropped" and event.task_id not in self._tasks:
            return False
        stream = self._stream(event.task_id)
        stream.outputs.append(event)
        if len(stream.outputs) > OUTPUTS:
            del stream.outputs[0]
            stream.forgotten += 1
        return True

    def _add_part(self, part: StreamedPart) -> None:
        messages = self._stream(part.task_id).messages
        message = messages.get(part.message_id)
        if message is None:
            message = messages[part.message_id] = StreamedMessage(
                part.task_id, part.name, part.checkpoint_ns, part.message_id, part.type
            )
            message.step = self._step
            if len(messages) > MESSAGES:
                del messages[next(iter(messages))]
        message.add(part)

"""Messages that tasks stream, gathered into few events: many tokens of many tasks come as one.

The first token is told at once, what follows at a calm pace. A flood is gathered further while it
lasts; of a message that grows faster than can be read its beginning is told, and how much is not.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from runtime.constants import NS_SEPARATOR
from runtime.debug.anatomy import is_a
from runtime.debug.capture import aside
from runtime.debug.events import Event, MessagesStreamed, StreamedKind, StreamedPart
from runtime.debug.flow import Flow
from runtime.debug.messages.content import Message
from runtime.debug.messages.parts import Part

PACE_SECONDS = 0.05
"""Between two events."""
MOST_PARTS = 200
"""Of one event; the others come with the next one."""
MOST_TEXT = 100_000
"""Characters of one message in one event."""

Key = tuple[str, str, StreamedKind]


@dataclass(slots=True)
class _Gathered:
    part: StreamedPart
    texts: list[str]
    size: int = 0
    tokens: int = 0
    left_out: int = 0
    whole: bool = False

    def told(self) -> StreamedPart:
        return replace(
            self.part,
            text="".join(self.texts),
            tokens=self.tokens,
            whole=self.whole,
            left_out=self.left_out,
        )


class MessageStreams:
    """Tells what the tasks of one run stream. Called in their threads."""

    def __init__(
        self, run_id: str, emit: Callable[[Event], None], pace: float = PACE_SECONDS
    ) -> None:
        self._run_id = run_id
        self._emit = emit
        self._pace = pace
        self._flow = Flow(entries=1e9, size=2_000_000)
        self._waiting: dict[Key, _Gathered] = {}
        self._lock = threading.Lock()
        """Of what waits."""
        self._telling = threading.Lock()
        """Held while an event is told, so that texts keep their order."""
        self._timer: threading.Timer | None = None
        self._told_at = 0.0
        self._closed = False

    def tell(self, namespace: str, message: Any, *, whole: bool) -> None:
        """Take in a message or a part of one; ``namespace`` is that of the inside of its task."""
        read = Message.of(Part(message))
        if read is None:
            return
        checkpoint_ns, _, last = namespace.rpartition(NS_SEPARATOR)
        name, _, task_id = last.partition(":")
        part = StreamedPart(checkpoint_ns, task_id, name, read.id, read.type)
        with self._lock:
            if self._closed:
                return
            for number, (kind, text) in enumerate(_texts(read)):
                gathered = self._gathered(part, kind, text, whole=whole)
                gathered.tokens += not number
            due = self._told_at + self._pace - time.monotonic()
            if due > 0:
                self._wake_after(due)
                return
        self.flush()

    def _gathered(
        self, part: StreamedPart, kind: StreamedKind, text: str, *, whole: bool
    ) -> _Gathered:
        key = (part.task_id, part.message_id, kind)
        found = self._waiting.get(key)
        if found is None:
            found = _Gathered(replace(part, kind=kind), [])
            self._waiting[key] = found
        if whole:
            found.texts, found.size, found.whole = [], 0, True
        admitted = found.size + len(text) <= MOST_TEXT and self._flow.admits(len(text))
        if admitted:
            found.texts.append(text)
            found.size += len(text)
        else:
            found.left_out += len(text)
        return found

    def _wake_after(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = threading.Timer(seconds, self._woken)
            self._timer.daemon = True
            self._timer.start()

    def _woken(self) -> None:
        with self._lock:
            self._timer = None
        with aside():
            self.flush()

    def flush(self) -> None:
        """Tell what waits, and the rest of a flood later."""
        with self._telling:
            with self._lock:
                keys = list(self._waiting)[:MOST_PARTS]
                gathered = [self._waiting.pop(key) for key in keys]
                self._told_at = time.monotonic()
                if self._waiting and not self._closed:
                    self._wake_after(self._pace)
            self._say(gathered)

    def finish(self, task_id: str) -> None:
        """A task ended: tell what it streamed before that."""
        if not self._waiting:
            return
        with self._telling:
            with self._lock:
                keys = [key for key in self._waiting if key[0] == task_id]
                gathered = [self._waiting.pop(key) for key in keys]
            self._say(gathered)

    def close(self) -> None:
        """The run is over; what comes later is not told."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _say(self, gathered: list[_Gathered]) -> None:
        if gathered:
            self._emit(MessagesStreamed(0, self._run_id, tuple(each.told() for each in gathered)))


def _texts(message: Message) -> Iterator[tuple[StreamedKind, str]]:
    for block in message.blocks():
        if block.kind in ("text", "reasoning") and is_a(block.part.value, str):
            kind: StreamedKind = "reasoning" if block.kind == "reasoning" else "text"
            yield kind, str.__str__(block.part.value)
    for text in message.streamed_calls():
        yield "tool_call", text

"""What nodes print and log, told apart by task.

While a run of a session is active, ``sys.stdout`` and ``sys.stderr`` are replaced by writers that
look at the running task: its lines go to the session that watches it, everything else goes where it
went before.
"""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from runtime.debug.events import OutputKind
from runtime.pregel.task import Task
from runtime.scope import CURRENT

Tell = Callable[[Task, OutputKind, str], None]

_LONGEST_LINE = 20_000
_LONGEST_TEXT = 4_000_000
"""Characters of one call of ``print`` that are looked at."""


_aside = threading.local()


@contextmanager
def aside() -> Iterator[None]:
    """While a session tells its events: what listeners print is theirs, not the task's."""
    before = getattr(_aside, "active", False)
    _aside.active = True
    try:
        yield
    finally:
        _aside.active = before


def _watched_task() -> tuple[Task, Tell] | None:
    task = None if getattr(_aside, "active", False) else CURRENT.get()
    if not isinstance(task, Task):
        return None
    observer = task.loop.observer
    tell = None if observer is None else _listeners.get(id(observer))
    return None if tell is None else (task, tell)


_listeners: dict[int, Tell] = {}
_lock = threading.Lock()


class _TaskText:
    """Stands in for a standard stream."""

    def __init__(self, original: TextIO, kind: OutputKind) -> None:
        self._original = original
        self._kind: OutputKind = kind
        self._partial: dict[str, str] = {}

    def write(self, text: str) -> int:
        watched = _watched_task()
        if watched is None:
            return self._original.write(text)
        task, tell = watched
        # Lines of a text too large to be shown are not even counted one by one.
        length, text = len(text), text[:_LONGEST_TEXT]
        whole = self._partial.pop(task.id, "") + text
        *lines, rest = whole.split("\n")
        if len(rest) > _LONGEST_LINE:
            lines, rest = [*lines, rest], ""
        for line in lines:
            tell(task, self._kind, line[:_LONGEST_LINE])
        if rest:
            self._partial[task.id] = rest
        return length

    def finish(self, task: Task, tell: Tell) -> None:
        """Tell what the task wrote after its last line end."""
        rest = self._partial.pop(task.id, "")
        if rest:
            tell(task, self._kind, rest)

    def flush(self) -> None:
        self._original.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


class _TaskLog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        watched = _watched_task()
        if watched is not None:
            task, tell = watched
            text = f"{record.levelname} {record.name}: {record.getMessage()}"
            tell(task, "log", text[:_LONGEST_LINE])


class Capture:
    """Listens to the tasks of one run, as a context around it."""

    def __init__(self, observer: object, tell: Tell) -> None:
        self._observer = observer
        self._tell = tell

    def __enter__(self) -> "Capture":
        with _lock:
            _listeners[id(self._observer)] = self._tell
            if len(_listeners) == 1:
                _install()
        return self

    def __exit__(self, *_: object) -> None:
        with _lock:
            if _listeners.pop(id(self._observer), None) is not None and not _listeners:
                _remove()

    def close(self) -> None:
        """Stop listening, from any thread; what the run's tasks say later goes its usual way."""
        self.__exit__()

    def finish_task(self, task: Task) -> None:
        """Tell what the task printed without a line end."""
        for stream in _installed:
            stream.finish(task, self._tell)


_installed: list[_TaskText] = []
_handler = _TaskLog()


def _install() -> None:
    out, err = _TaskText(sys.stdout, "stdout"), _TaskText(sys.stderr, "stderr")
    _installed.extend((out, err))
    sys.stdout, sys.stderr = out, err
    logging.getLogger().addHandler(_handler)


def _remove() -> None:
    logging.getLogger().removeHandler(_handler)
    out, err = _installed
    _installed.clear()
    # Whoever replaced the streams meanwhile keeps what he put there.
    if sys.stdout is out:
        sys.stdout = out._original
    if sys.stderr is err:
        sys.stderr = err._original

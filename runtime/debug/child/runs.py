"""The run of a child, as far as its parent must know it to say how it ended."""

import linecache
import os
import re
import threading
from dataclasses import dataclass, field

import runtime
from runtime.debug.child.process import Ending
from runtime.debug.events import (
    Event,
    RunEnded,
    RunPaused,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import ErrorFrame, ErrorView

PROCESS_ENDED = "ProcessEnded"
_FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in (?P<function>.+)$')
_OURS = os.path.dirname(runtime.__file__) + os.sep
_FOREIGN = ("<", "site-packages", "/lib/python", "\\lib\\", "\\Lib\\")


@dataclass(slots=True)
class WatchedRun:
    """A run that was accepted and has not ended, and the tasks whose nodes execute."""

    run_id: str
    thread_id: str
    running: dict[str, TaskStarted] = field(default_factory=dict)
    over: threading.Event = field(default_factory=threading.Event)
    paused: bool = False
    told: int = 0
    """How many of its events were read."""
    stopping: bool = False
    killed: bool = False

    def apply(self, event: Event) -> None:
        """Take over what an event says of the tasks."""
        self.told += 1
        match event:
            case RunPaused():
                self.paused = True
            case SuperstepPlanned():
                self.paused = False
            case TaskStarted():
                self.paused = False
                self.running[event.task_id] = event
            case TaskWrote() | TaskFailed() | TaskInterrupted():
                self.running.pop(event.task_id, None)
            case RunEnded():
                self.over.set()
            case _:
                return

    @property
    def nodes(self) -> tuple[str, ...]:
        """Names of what executes, outermost first."""
        return tuple(dict.fromkeys(task.name for task in self.running.values()))

    def stopped(self) -> RunEnded:
        """How the run ended whose process was ended for it."""
        names = ", ".join(self.nodes) or "the run"
        text = f"Stopped; ended with its process, because it does not return: {names}."
        return RunEnded(0, self.run_id, self.thread_id, "stopped", text)

    def failed(self, view: ErrorView) -> list[Event]:
        """How the run ended whose process died: its tasks failed, and with them the run."""
        events: list[Event] = [
            TaskFailed(
                0, self.run_id, task.checkpoint_ns, task.step, task.task_id, task.name, view, 0.0
            )
            for task in self.running.values()
        ]
        return [*events, RunEnded(0, self.run_id, self.thread_id, "failed", view.message, view)]


def ending_view(ending: Ending, nodes: tuple[str, ...] = (), thread_id: str = "") -> ErrorView:
    """In words how a process ended, what ran last, and what is left."""
    names = ", ".join(nodes)
    remedy = "It is started anew with the next command."
    if thread_id:
        remedy = (
            "What had finished is saved. Resume, or Continue later, goes on from the last "
            "checkpoint in a new process."
        )
    if thread_id and nodes:
        remedy = (
            "What had finished is saved. Resume, or Continue later, goes on from the last "
            f"checkpoint in a new process: {names} will run again."
        )
    message = f"The graph's process {ending.words}."
    if nodes:
        message = f"The graph's process {ending.words} while {names} ran."
    return ErrorView(
        type=PROCESS_ENDED,
        message=message,
        traceback=ending.tail,
        frames=_frames(ending.tail),
        node=nodes[-1] if nodes else None,
        remedy=remedy,
    )


def not_serving_view(interpreter: str, ending: Ending) -> ErrorView:
    """In words that an interpreter ended before it could open anything."""
    return ErrorView(
        type="NoInterpreter",
        message=f"{interpreter} does not run graphs: its process {ending.words}.",
        traceback=ending.tail,
        remedy="Choose another interpreter.",
    )


def _frames(tail: str) -> tuple[ErrorFrame, ...]:
    """Frames of the user's code in what Python prints when it crashes, innermost last."""
    _, found, crashed = tail.rpartition("Current thread 0x")
    frames: list[ErrorFrame] = []
    for line in crashed.splitlines()[1:] if found else ():
        match = _FRAME.match(line)
        if match is None:
            break
        path, number = match["path"], int(match["line"])
        if not path.startswith(_OURS) and not any(each in path for each in _FOREIGN):
            text = linecache.getline(path, number).strip()
            frames.insert(0, ErrorFrame(path, number, match["function"], text))
    return tuple(frames)

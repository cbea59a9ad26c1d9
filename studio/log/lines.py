"""Lines of the log, without Qt: made from events, bounded in number, filtered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runtime.debug.events import (
    BreakpointHit,
    Event,
    ProcessOutput,
    RunEnded,
    RunPaused,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskOutput,
    TaskWrote,
)
from studio.inspector.state_rows import INTERNAL_PREFIXES
from studio.inspector.task_rows import task_title
from studio.language import plural, tr
from studio.marks.words import done_instead

LIMIT = 20_000
"""Lines that are kept at most; the oldest tenth goes when it is reached."""
LONGEST_LINE = 10_000
"""Characters of one line that are kept."""

KIND_WORDS = {"stdout": "out", "stderr": "err", "message": "message", "custom": "custom"}
LOUD = frozenset({"err", "error"})
QUIET = frozenset({"run", "plan", "wrote"})


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. ``step`` and ``node`` are empty where no task speaks."""

    step: str
    node: str
    task: str
    kind: str
    text: str


class LogWriter:
    """Turns events into lines; remembers which step and Send instance a task belongs to."""

    def __init__(self) -> None:
        self._steps: dict[str, int] = {}
        self._titles: dict[str, str] = {}

    def lines(self, event: Event) -> list[LogLine]:
        """What an event adds to the log; nothing for most kinds."""
        if isinstance(event, SuperstepPlanned):
            return self._plan(event)
        if isinstance(event, TaskOutput):
            step = self._steps.get(event.checkpoint_ns)
            kind = KIND_WORDS.get(event.kind, event.kind)
            texts = event.text.splitlines() or [""]
            return [self._line(step, event.name, event.task_id, kind, each) for each in texts]
        if isinstance(event, TaskWrote):
            kind = event.substituted or "wrote"
            return [self._line(event.step, event.name, event.task_id, kind, _written(event))]
        if isinstance(event, TaskFailed):
            text = f"{event.error.type}: {event.error.message}"
            texts = text.splitlines()
            return [
                self._line(event.step, event.name, event.task_id, "error", each) for each in texts
            ]
        if isinstance(event, TaskInterrupted):
            return [
                self._line(event.step, event.name, event.task_id, "asks", each.payload.text)
                for each in event.interrupts
            ]
        if isinstance(event, BreakpointHit):
            return self._hit(event)
        if isinstance(event, ProcessOutput):
            texts = event.text.splitlines()
            if event.dropped:
                left_out = plural(
                    "1 character was left out: more came than can be shown",
                    "{n:,} characters were left out: more came than can be shown",
                    event.dropped,
                )
                texts = [left_out, *texts]
            return [self._line(None, "", "", "process", each) for each in texts]
        if isinstance(event, RunStarted):
            return [LogLine("", "", "", "run", tr("started: {kind}", kind=event.kind))]
        if isinstance(event, RunPaused):
            return [LogLine(str(event.step), "", "", "run", tr("paused: {text}", text=event.text))]
        if isinstance(event, RunEnded):
            return [LogLine("", "", "", "run", tr("ended: {how}", how=event.text or event.reason))]
        return []

    def _hit(self, event: BreakpointHit) -> list[LogLine]:
        if event.outcome == "unclear":
            text = tr("the condition has no value: {text}", text=event.text)
            return [self._line(event.step, "", "", "breakpoint", text)]
        texts = event.text.splitlines() if event.outcome == "logged" else []
        return [self._line(event.step, "", "", "breakpoint", each) for each in texts]

    def _plan(self, event: SuperstepPlanned) -> list[LogLine]:
        self._steps[event.checkpoint_ns] = event.step
        titles = [task_title(task.name, task.index) for task in event.tasks]
        # Only the running superstep of a namespace can still say something.
        if not event.checkpoint_ns:
            self._titles.clear()
        self._titles.update(
            (task.id, title) for task, title in zip(event.tasks, titles, strict=True)
        )
        kept = [title for task, title in zip(event.tasks, titles, strict=True) if task.finished]
        due = [title for task, title in zip(event.tasks, titles, strict=True) if not task.finished]
        parts = [tr("due: {due}", due=_listed(due))] if due else []
        if kept:
            parts.append(tr("kept as recorded: {kept}", kept=_listed(kept)))
        return [LogLine(str(event.step), "", "", "plan", "; ".join(parts))]

    def _line(self, step: int | None, node: str, task_id: str, kind: str, text: str) -> LogLine:
        if len(text) > LONGEST_LINE:
            more = len(text) - LONGEST_LINE
            rest = plural("(1 more character)", "({n:,} more characters)", more)
            text = f"{text[:LONGEST_LINE]}… {rest}"
        title = self._titles.get(task_id, node)
        return LogLine("" if step is None else str(step), node, title, kind, text)


class LogLines:
    """All kept lines, and those that the filter lets through."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._all: list[LogLine] = []
        self.visible: list[LogLine] = []
        self.node = ""
        self.text = ""

    def __len__(self) -> int:
        return len(self._all)

    def accepts(self, line: LogLine) -> bool:
        """Whether the filter lets a line through."""
        if self.node and line.node != self.node:
            return False
        return not self.text or self.text in f"{line.task} {line.text}".casefold()

    def overflow(self, incoming: int) -> int:
        """How many of the oldest lines must go before ``incoming`` more fit."""
        if len(self._all) + incoming <= self._limit:
            return 0
        return min(len(self._all), len(self._all) + incoming - self._limit + self._limit // 10)

    def visible_among_oldest(self, count: int) -> int:
        """How many visible lines are among the oldest ``count``."""
        return sum(self.accepts(line) for line in self._all[:count])

    def drop_oldest(self, count: int, visible: int) -> None:
        del self._all[:count]
        del self.visible[:visible]

    def append(self, lines: Sequence[LogLine], visible: Sequence[LogLine]) -> None:
        """Add lines that fit, of which ``visible`` pass the filter."""
        self._all.extend(lines)
        self.visible.extend(visible)

    def filter(self, node: str, text: str) -> None:
        """Let through only what this node said and what contains this text."""
        self.node, self.text = node, text.casefold()
        self.visible = [line for line in self._all if self.accepts(line)]

    def clear(self) -> None:
        self._all.clear()
        self.visible = []


def _listed(titles: Sequence[str]) -> str:
    shown = ", ".join(titles[:8])
    rest = len(titles) - 8
    return tr("{names} and {count} more", names=shown, count=rest) if rest > 0 else shown


def _written(event: TaskWrote) -> str:
    """Channels of a person's state that a task wrote, and where it leads."""
    channels = dict.fromkeys(
        write.channel for write in event.writes if not write.channel.startswith(INTERNAL_PREFIXES)
    )
    text = ", ".join(channels) or "nothing"
    if event.substituted:
        text = f"{text}  ({done_instead(event.substituted)})"
    return f"{text}  → {', '.join(event.targets)}" if event.targets else text


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines for the clipboard, columns separated by tabs."""
    return "\n".join("\t".join((line.step, line.task, line.kind, line.text)) for line in lines)

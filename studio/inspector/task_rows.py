"""What the Tasks panel lists for one superstep, without Qt; kept up to date by events."""

import json
import time
from dataclasses import replace

from runtime.debug.events import (
    Event,
    PlannedTask,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskOutput,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValueHandle, ValuePreview
from runtime.debug.views import CheckpointView, TaskState, TaskView
from studio.inspector.items import ItemKind, TreeItem, type_text
from studio.inspector.state_rows import INTERNAL_PREFIXES
from studio.language import later, plural, tr
from studio.marks.words import done_instead, short_instead
from studio.session.streams import StreamedMessage, TaskStreams
from studio.shell.theme import STATES

COLUMNS = (later("Task"), later("Value"), later("State or type"), later("Time"))
END = "__end__"
STATE_WORDS = {
    "due": later("due"),
    "running": later("running"),
    "wrote": later("wrote"),
    "interrupted": later("interrupted"),
    "failed": later("failed"),
    "skipped": later("skipped"),
    "idle": later("idle"),
}
LINE = 300
"""Characters of a streamed message that stand in its row: the last ones."""


def task_title(name: str, index: int | None) -> str:
    """Node name, with the number of the Send instance."""
    return name if index is None else f"{name} [{index}]"


def state_text(task: TaskView) -> str:
    """The state, and whether the node was not executed."""
    short = short_instead(task.substituted)
    word = tr(STATE_WORDS[task.state])
    return f"{word}, {short}" if short else word


def duration_text(milliseconds: float | None) -> str:
    """A duration in the unit that suits it; empty where it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 1:
        return f"{milliseconds * 1000:.0f} µs"
    if milliseconds < 1000:
        return f"{milliseconds:.3g} ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.3g} s"
    return f"{milliseconds / 60_000:.1f} min"


class TaskRows:
    """Tasks of the superstep that follows the shown checkpoint."""

    def __init__(self) -> None:
        self.streams = TaskStreams()
        """What tasks said while they ran."""
        self._checkpoint: tuple[str, str, str] | None = None
        self._tasks: dict[str, TaskView] = {}

    @property
    def tasks(self) -> list[TaskView]:
        return list(self._tasks.values())

    def show(self, view: CheckpointView | None) -> None:
        self._tasks = {} if view is None else {task.id: task for task in view.tasks}
        self._checkpoint = None
        if view is not None:
            row = view.row
            self._checkpoint = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)

    def task(self, task_id: str) -> TaskView | None:
        return self._tasks.get(task_id)

    def apply(self, event: Event) -> bool:
        """Take over a plan for the shown checkpoint; tells whether the list of tasks changed."""
        if not isinstance(event, SuperstepPlanned):
            return False
        if self._checkpoint != (event.thread_id, event.checkpoint_ns, event.checkpoint_id):
            return False
        self._tasks = {task.id: self._planned(task) for task in event.tasks}
        return True

    def change(self, event: Event) -> TaskView | None:
        """Take over what one shown task did; returns the task if it changed."""
        if not isinstance(event, TaskStarted | TaskWrote | TaskFailed | TaskInterrupted):
            return None
        task = self._tasks.get(event.task_id)
        if task is None:
            return None
        if isinstance(event, TaskStarted):
            task = replace(task, state="running", error=None, interrupts=())
        elif isinstance(event, TaskWrote):
            task = replace(
                task,
                state="wrote",
                writes=event.writes,
                targets=event.targets,
                duration_ms=event.duration_ms,
                usage=event.usage,
                substituted=event.substituted,
            )
        elif isinstance(event, TaskFailed):
            task = replace(task, state="failed", error=event.error, duration_ms=event.duration_ms)
        else:
            task = replace(
                task,
                state="interrupted",
                interrupts=event.interrupts,
                duration_ms=event.duration_ms,
            )
        self._tasks[task.id] = task
        return task

    def item(self, task: TaskView) -> TreeItem:
        """The row of a task with everything under it."""
        title = task_title(task.name, task.index)
        duration = "" if task.substituted else duration_text(task.duration_ms)
        kind = tr("{kind} task {id}", kind=task.kind, id=task.id)
        about = "\n".join((title, kind, _state_word(task)))
        item = TreeItem(
            kind="task",
            key=task.id,
            cells=(title, _summary(task), state_text(task), duration),
            subject=task,
            tooltip="\n".join(filter(None, (about, done_instead(task.substituted)))),
        )
        if task.error is not None:
            self._add_error(item, task)
        for interrupt in task.interrupts:
            asks = item.add(
                _value("interrupt", f"interrupt:{interrupt.id}", tr("asks"), interrupt.payload)
            )
            asks.subject = interrupt
            asks.handle = asks.handle or self._handle("interrupt", interrupt.id)
            asks.tooltip = tr("interrupt {id}: double-click to answer", id=interrupt.id)
        if task.input is not None:
            given = item.add(_value("section", "input", tr("input"), task.input))
            given.handle = given.handle or self._handle("input", task.id)
        if task.triggers:
            item.add(_note("triggers", tr("triggered by"), ", ".join(task.triggers)))
        for number, write in enumerate(task.writes):
            wrote = item.add(_value("write", f"write:{number}", f"→ {write.channel}", write.value))
            wrote.handle = wrote.handle or self._handle("write", task.id, str(number))
            wrote.subject = write
            wrote.tooltip = tr(
                "pending write to {channel}, before its reducer", channel=write.channel
            )
        if task.state == "wrote" and not _visible_channels(task):
            item.add(_note("nothing", tr("writes"), tr("nothing")))
        if task.targets:
            named = ["END" if target == END else target for target in task.targets]
            item.add(_note("targets", tr("goes to"), ", ".join(named)))
        if task.usage is not None:
            usage = task.usage
            text = tr(
                "{given:,} in, {made:,} out, {total:,} in all",
                given=usage.input_tokens,
                made=usage.output_tokens,
                total=usage.total_tokens,
            )
            item.add(_note("usage", tr("tokens"), text))
        self._add_stream(item, task)
        return item

    def _add_stream(self, item: TreeItem, task: TaskView) -> None:
        """What the task said while it ran, newest values last."""
        stream = self.streams.of(task.id)
        if stream is None:
            return
        for message in stream.messages.values():
            item.add(_streamed(message))
        if stream.outputs:
            count = len(stream.outputs) + stream.forgotten
            section = item.add(_note("outputs", tr("custom"), f"{count:,}"))
            section.kind = "section"
            if stream.forgotten:
                text = plural(
                    "1 older value is not kept",
                    "{n:,} older values are not kept",
                    stream.forgotten,
                )
                section.add(_note("forgotten", "…", text))
            for output in stream.outputs:
                section.add(_output(output))

    def summary(self) -> str:
        """How many tasks there are, and in which states."""
        if not self._tasks:
            return tr("No task is due")
        counts: dict[TaskState, int] = {}
        for task in self._tasks.values():
            counts[task.state] = counts.get(task.state, 0) + 1
        ordered = sorted(counts.items(), key=lambda pair: STATES.index(pair[0]))
        parts = ", ".join(
            tr("{count:,} {state}", count=count, state=tr(STATE_WORDS[state]))
            for state, count in ordered
        )
        return plural("1 task: {parts}", "{n:,} tasks: {parts}", len(self._tasks), parts=parts)

    def _planned(self, planned: PlannedTask) -> TaskView:
        known = self._tasks.get(planned.id)
        if known is not None and planned.finished:
            return known
        return TaskView(
            id=planned.id,
            name=planned.name,
            kind=planned.kind,
            state="wrote" if planned.finished else "due",
            triggers=tuple(trigger.channel for trigger in planned.triggers if trigger.due),
            index=planned.index,
            input=planned.input,
            substituted=planned.substituted,
        )

    def _handle(self, *place: str) -> ValueHandle | None:
        return None if self._checkpoint is None else ValueHandle(*self._checkpoint, place)

    @staticmethod
    def _add_error(item: TreeItem, task: TaskView) -> None:
        assert task.error is not None
        error = item.add(
            TreeItem(
                kind="error",
                key="error",
                cells=(tr("error"), f"{task.error.type}: {task.error.message}", "", ""),
                subject=task.error,
            )
        )
        for number, frame in enumerate(task.error.frames):
            file_name = frame.path.replace("\\", "/").rsplit("/", 1)[-1]
            error.add(
                TreeItem(
                    kind="frame",
                    key=f"frame:{number}",
                    cells=(frame.function, frame.text, f"{file_name}:{frame.line}", ""),
                    subject=frame,
                    tooltip=tr(
                        "{path}, line {line}: double-click to show it",
                        path=frame.path,
                        line=frame.line,
                    ),
                )
            )


def _summary(task: TaskView) -> str:
    """What matters most about a task, in one line."""
    if task.error is not None:
        return f"{task.error.type}: {task.error.message}"
    if task.interrupts:
        return task.interrupts[0].payload.text
    if task.kind == "PUSH" and task.input is not None:
        return task.input.text
    if task.writes:
        visible = _visible_channels(task)
        return "→ " + ", ".join(visible) if visible else ""
    return ", ".join(task.triggers)


def _value(kind: ItemKind, key: str, title: str, preview: ValuePreview) -> TreeItem:
    return TreeItem(
        kind=kind,
        key=key,
        cells=(title, preview.text, type_text(preview), ""),
        preview=preview,
        handle=preview.handle,
    )


def _note(key: str, title: str, text: str) -> TreeItem:
    return TreeItem(kind="target", key=key, cells=(title, text, "", ""))


def _state_word(task: TaskView) -> str:
    return tr(STATE_WORDS[task.state])


def _visible_channels(task: TaskView) -> list[str]:
    names = [each.channel for each in task.writes]
    return list(dict.fromkeys(name for name in names if not name.startswith(INTERNAL_PREFIXES)))


def _streamed(message: StreamedMessage) -> TreeItem:
    """A message as far as the task has made it, or made it while it ran."""
    text = message.text or message.calls or message.reasoning
    line = " ".join(text[-LINE:].split())
    return TreeItem(
        kind="output",
        key=f"message:{message.id}",
        cells=(
            tr("streams"),
            f"…{line}" if len(text) > LINE or message.before else line,
            plural("1 token", "{n:,} tokens", message.tokens),
            "",
        ),
        subject=message,
        tooltip=tr("message {id}", id=message.id),
    )


def _output(output: TaskOutput) -> TreeItem:
    """A custom value with the time at which it came."""
    clock = time.strftime("%H:%M:%S", time.localtime(output.time))
    exact = f"{clock}.{int(output.time * 1000) % 1000:03d}"
    kind = "" if output.value is None else type_text(output.value)
    return TreeItem(
        kind="output",
        key=f"output:{output.sequence}",
        cells=(clock, output.text, kind, ""),
        subject=output,
        tooltip=f"{exact}\n{output.text}",
    )


def whole_text(said: StreamedMessage | TaskOutput) -> str:
    """What a task said, as it is read in full."""
    if isinstance(said, StreamedMessage):
        return "\n\n".join(filter(None, (said.reasoning, said.text, said.calls)))
    if said.json is None:
        return said.text
    return json.dumps(said.json, ensure_ascii=False, indent=2)

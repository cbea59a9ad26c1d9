"""What the Tasks panel lists for one superstep, without Qt; kept up to date by events."""

from dataclasses import replace

from runtime.debug.events import (
    Event,
    PlannedTask,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValueHandle, ValuePreview
from runtime.debug.views import CheckpointView, TaskState, TaskView
from studio.inspector.items import ItemKind, TreeItem, type_text
from studio.shell.theme import STATES

COLUMNS = ("Task", "Value", "State or type", "Time")
END = "__end__"


def task_title(name: str, index: int | None) -> str:
    """Node name, with the number of the Send instance."""
    return name if index is None else f"{name} [{index}]"


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
        item = TreeItem(
            kind="task",
            key=task.id,
            cells=(title, _summary(task), task.state, duration_text(task.duration_ms)),
            subject=task,
            tooltip=f"{title}\n{task.kind} task {task.id}\n{task.state}",
        )
        if task.error is not None:
            self._add_error(item, task)
        for interrupt in task.interrupts:
            asks = item.add(
                _value("interrupt", f"interrupt:{interrupt.id}", "asks", interrupt.payload)
            )
            asks.subject = interrupt
            asks.handle = asks.handle or self._handle("interrupt", interrupt.id)
            asks.tooltip = f"interrupt {interrupt.id}: double-click to answer"
        if task.input is not None:
            given = item.add(_value("section", "input", "input", task.input))
            given.handle = given.handle or self._handle("input", task.id)
        if task.triggers:
            item.add(_note("triggers", "triggered by", ", ".join(task.triggers)))
        for number, write in enumerate(task.writes):
            wrote = item.add(_value("write", f"write:{number}", f"→ {write.channel}", write.value))
            wrote.handle = wrote.handle or self._handle("write", task.id, str(number))
            wrote.subject = write
            wrote.tooltip = f"pending write to {write.channel}, before its reducer"
        if task.targets:
            named = ["END" if target == END else target for target in task.targets]
            item.add(_note("targets", "goes to", ", ".join(named)))
        return item

    def summary(self) -> str:
        """How many tasks there are, and in which states."""
        if not self._tasks:
            return "No task is due"
        counts: dict[TaskState, int] = {}
        for task in self._tasks.values():
            counts[task.state] = counts.get(task.state, 0) + 1
        ordered = sorted(counts.items(), key=lambda pair: STATES.index(pair[0]))
        parts = ", ".join(f"{count:,} {state}" for state, count in ordered)
        total = len(self._tasks)
        return f"{total:,} task{'' if total == 1 else 's'}: {parts}"

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
                cells=("error", f"{task.error.type}: {task.error.message}", "", ""),
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
                    tooltip=f"{frame.path}, line {frame.line}: double-click to show it",
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
        visible = [write.channel for write in task.writes if ":" not in write.channel]
        return "→ " + ", ".join(dict.fromkeys(visible)) if visible else ""
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

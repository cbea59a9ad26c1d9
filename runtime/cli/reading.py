"""The commands that only look: ``threads``, ``history``, ``show``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from runtime.checkpoint.base import CheckpointTuple
from runtime.cli.arguments import Options
from runtime.cli.console import Console, notes, output, plain, visible
from runtime.cli.exits import DONE
from runtime.cli.stores import browser_of, find_checkpoint, newest_thread, reading
from runtime.debug.browsing import Browser
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.opened import is_internal
from runtime.debug.preview import line_of
from runtime.debug.views import (
    CheckpointRow,
    CheckpointView,
    InterruptView,
    TaskView,
    ThreadRow,
)

_ROW_KEYS = (
    "thread_id",
    "checkpoint_ns",
    "checkpoint_id",
    "parent_checkpoint_id",
    "step",
    "source",
    "created_at",
    "next",
    "metadata",
)
_STATUS_STYLES = {"waiting": "interrupted", "failed": "failed", "idle": "dim"}
_STATE_STYLES = {"interrupted": "interrupted", "failed": "failed", "wrote": "wrote", "due": "due"}
_PAGE = 500
_LONGEST_JSON = 64_000_000


def threads(options: Options) -> int:
    """List the threads."""
    with reading(options) as saver:
        browser = browser_of(saver)
        rows = [
            row
            for row in _all_threads(browser)
            if options.thread in (None, row.thread_id)
            and (options.ns is None or saver.list_rows(row.thread_id, options.ns, limit=1))
        ]
    console = output()
    if options.as_json:
        console.json([asdict(row) for row in rows])
    elif not rows:
        notes().write(f"No threads in {saver.place}.")
    else:
        times = _times([row.changed_at for row in rows])
        console.table(
            ("THREAD", "STATUS", "CHECKPOINTS", "CHANGED"),
            [
                (row.thread_id, row.status, str(row.checkpoints), time)
                for row, time in zip(rows, times, strict=True)
            ],
            right=(2,),
            styles=[("", _STATUS_STYLES.get(row.status, ""), "", "") for row in rows],
        )
    return DONE


def _all_threads(browser: Browser) -> list[ThreadRow]:
    rows: list[ThreadRow] = []
    while True:
        page = browser.threads(len(rows), _PAGE, None)
        rows += page.threads
        if not page.threads or len(rows) >= page.total:
            return rows


def history(options: Options) -> int:
    """List the checkpoints of a thread: the one named, else the one changed last."""
    with reading(options) as saver:
        thread_id = options.thread or newest_thread(saver)
        browser = browser_of(saver)
        namespace = None if options.ns == "*" else options.ns or ""
        rows = _all_rows(browser, thread_id, namespace, options.limit)
        if not rows:
            browser.newest_id(thread_id, namespace or "")
    console = output()
    if options.as_json:
        console.json([row_json(row) for row in rows])
        return DONE
    place = f", namespace {options.ns}" if options.ns else ""
    console.write(console.styled(visible(f"thread {thread_id}{place}"), "bold"))
    times = _times([row.created_at for row in rows])
    remarks = _remarks(rows)
    console.table(
        ("STEP", "SOURCE", "CREATED", "CHECKPOINT", "NEXT"),
        [
            (
                str(row.step),
                row.source,
                time,
                row.checkpoint_id,
                " ".join((_counted(row.next) or "end", *(f"({word})" for word in remark))),
            )
            for row, time, remark in zip(rows, times, remarks, strict=True)
        ],
        right=(0,),
        styles=[
            (
                "",
                "",
                "dim",
                "",
                "failed" if row.failed else "interrupted" if row.interrupted else "",
            )
            for row in rows
        ],
    )
    return DONE


def _all_rows(
    browser: Browser, thread_id: str, namespace: str | None, limit: int | None
) -> list[CheckpointRow]:
    rows: list[CheckpointRow] = []
    before: str | None = None
    while limit is None or len(rows) < limit:
        size = _PAGE if limit is None else min(_PAGE, limit - len(rows))
        page = browser.rows(thread_id, namespace, before, size)
        rows += page.rows
        if not page.more:
            break
        before = page.rows[-1].checkpoint_id
    return rows


def row_json(row: CheckpointRow) -> dict[str, Any]:
    """One line of the history as JSON."""
    return {key: getattr(row, key) for key in _ROW_KEYS}


def _remarks(rows: Sequence[CheckpointRow]) -> list[tuple[str, ...]]:
    """What is special about a checkpoint: it waits, it failed, it begins another branch."""
    steps = {row.checkpoint_id: row.step for row in rows}
    found = []
    for row, older in zip(rows, [*rows[1:], None], strict=True):
        words = []
        if row.failed:
            words.append("failed")
        elif row.interrupted:
            words.append("waiting")
        parent = row.parent_checkpoint_id
        if older is not None and parent != older.checkpoint_id and parent in steps:
            words.append(f"branch of step {steps[parent]}")
        found.append(tuple(words))
    return found


def _counted(names: Sequence[str]) -> str:
    """Names, the repeated ones once with their number."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in counts.items())


def _times(stamps: Sequence[str]) -> list[str]:
    """Moments in local time, with the day only where they are not all of one day."""
    moments = []
    for stamp in stamps:
        try:
            moments.append(datetime.fromisoformat(stamp).astimezone())
        except ValueError:
            return [str(stamp) for stamp in stamps]
    today = datetime.now().astimezone().date()
    days = {moment.date() for moment in moments}
    shape = "%H:%M:%S" if days <= {today} else "%m-%d %H:%M"
    if any(day.year != today.year for day in days):
        shape = "%Y-%m-%d %H:%M"
    return [moment.strftime(shape) for moment in moments]


# -- one checkpoint -------------------------------------------------------------------------


def show(options: Options) -> int:
    """Show one checkpoint whole."""
    with reading(options) as saver:
        stored = find_checkpoint(saver, options)
        where = (stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)
        browser = browser_of(saver)
        view, saved = browser.view(*where), browser.saved(*where)
    if options.as_json:
        output().json(_view_json(view, saved))
    else:
        _print_view(output(), view, saved)
    return DONE


def json_of(value: Any) -> Any:
    """The value as JSON; what JSON lacks appears as text, what is far too large as one line."""
    try:
        return to_natural(value, _LONGEST_JSON)
    except TooLarge:
        return line_of(value)


def _view_json(view: CheckpointView, saved: CheckpointTuple) -> dict[str, Any]:
    names = {task.id: task.name for task in view.tasks}
    return {
        **row_json(view.row),
        "values": {
            name: json_of(value)
            for name, value in saved.checkpoint["channel_values"].items()
            if not is_internal(name)
        },
        "channel_versions": _versions(view),
        "versions_seen": view.versions_seen,
        "pending_writes": [
            {
                "task_id": task_id,
                "task": names.get(task_id),
                "channel": channel,
                "value": json_of(value),
            }
            for task_id, channel, value in saved.pending_writes or ()
        ],
        "tasks": [_task_json(task) for task in view.tasks],
        "interrupts": [interrupt_json(each) for each in _interrupts(view)],
    }


def _versions(view: CheckpointView) -> dict[str, int]:
    return {channel.name: channel.version for channel in view.channels if channel.version}


def _interrupts(view: CheckpointView) -> list[InterruptView]:
    return [each for task in view.tasks for each in task.interrupts]


def _task_json(task: TaskView) -> dict[str, Any]:
    error = task.error
    return {
        "id": task.id,
        "name": task.name,
        "kind": task.kind,
        "state": task.state,
        "triggers": task.triggers,
        "index": task.index,
        "targets": task.targets,
        "error": None if error is None else error_json(error),
        "interrupts": [each.id for each in task.interrupts],
    }


def error_json(error: Any) -> dict[str, Any]:
    """An ``ErrorView`` as JSON."""
    return {
        "type": error.type,
        "message": error.message,
        "node": error.node,
        "traceback": error.traceback,
    }


def interrupt_json(each: InterruptView) -> dict[str, Any]:
    """A question as JSON."""
    return {
        "id": each.id,
        "node": each.node,
        "value": each.payload_json,
        "task_id": each.task_id,
        "checkpoint_ns": each.checkpoint_ns,
    }


def _print_view(console: Console, view: CheckpointView, saved: CheckpointTuple) -> None:
    row = view.row
    (time,) = _times([row.created_at])
    console.write(console.styled(f"checkpoint {row.checkpoint_id}", "bold"))
    facts = {
        "thread": row.thread_id,
        "namespace": row.checkpoint_ns,
        "step": f"{row.step}, {row.source}, {time}",
        "parent": row.parent_checkpoint_id or "none",
        "next": _counted(row.next) or "nothing",
    }
    for name, fact in facts.items():
        if fact:
            console.write(f"{console.styled(f'{name:<11}', 'dim')}{fact}")
    _print_channels(console, view)
    _print_seen(console, view.versions_seen)
    _print_tasks(console, view.tasks)
    for each in _interrupts(view):
        print_interrupt(console, each)
    for problem in view.problems:
        console.write(f"\n{console.styled(problem, 'failed')}")


def _heading(console: Console, text: str) -> None:
    console.write(f"\n{console.styled(text, 'accent')}")


def _print_channels(console: Console, view: CheckpointView) -> None:
    shown = [channel for channel in view.channels if not is_internal(channel.name)]
    _heading(console, "channels")
    if not shown:
        console.write("none")
        return
    console.table(
        (" NAME", "VERSION", "TYPE", "VALUE"),
        [
            (
                f"{'*' if channel.changed else ' '}{channel.name}",
                str(channel.version),
                "" if channel.value is None else _short_type(channel.value.type),
                "(empty)" if channel.value is None else channel.value.text,
            )
            for channel in shown
        ],
        right=(1,),
    )


def _short_type(name: str) -> str:
    return re.sub(r"\b\w+\.", "", name)


def _print_seen(console: Console, seen: Mapping[str, Mapping[str, int]]) -> None:
    lines = [
        (node, ", ".join(f"{channel} {version}" for channel, version in versions.items()))
        for node, versions in seen.items()
        if versions
    ]
    if lines:
        _heading(console, "versions seen")
        console.table(("NODE", "CHANNELS"), lines)


def _print_tasks(console: Console, tasks: Sequence[TaskView]) -> None:
    if not tasks:
        return
    _heading(console, "tasks")
    console.table(
        ("NAME", "STATE", "WRITES"),
        [
            (
                task.name if task.index is None else f"{task.name} #{task.index + 1}",
                task.state,
                ", ".join(f"{each.channel} = {each.value.text}" for each in task.writes)
                if task.error is None
                else f"{task.error.type}: {task.error.message}",
            )
            for task in tasks
        ],
        styles=[("", _STATE_STYLES.get(task.state, "")) for task in tasks],
    )


def print_interrupt(console: Console, each: InterruptView) -> None:
    """A question as a person reads it."""
    console.write()
    console.write(console.styled(f"{each.node} waits for an answer", "interrupted"))
    console.write(console.styled(f"interrupt {each.id}", "dim"))
    console.write(plain(each.payload_json, 1))

"""What the chart says about a task or a superstep, in words."""

from datetime import datetime

from studio.inspector.task_rows import duration_text, task_title
from studio.language import later, plural, tr
from studio.marks.words import done_instead
from studio.shell.plain_text import one_line
from studio.timeline.measured import Bar
from studio.timeline.supersteps import Column, state_of

_STATES = {
    "due": later("due"),
    "running": later("running"),
    "wrote": later("wrote"),
    "interrupted": later("interrupted"),
    "failed": later("failed"),
    "skipped": later("skipped"),
    "idle": later("idle"),
}
_LONGEST_PROBLEM = 200
_LEAST_QUEUE = 0.5
"""Milliseconds between plan and start that are worth a word."""


def of_task(column: Column, bar: Bar) -> str:
    """A task of a superstep: its state, how long it took, how long it waited, what went wrong."""
    title = one_line(task_title(bar.node, bar.index))
    parts = [title, tr(_STATES[state_of(column, bar)])]
    if bar.substituted:
        parts.append(done_instead(bar.substituted))
    elif column.recorded:
        parts.append(tr("recorded, duration not known"))
    elif bar.duration is not None:
        parts.append(duration_text(bar.duration))
    lines = [", ".join(parts)]
    if column.recorded:
        return lines[0]
    if bar.start >= _LEAST_QUEUE and bar.state != "due":
        lines.append(tr("queued for {time} before it started", time=duration_text(bar.start)))
    lines += attempts(bar)
    straggler = column.straggler
    if straggler is not None and straggler.bar is bar:
        lines.append(
            tr(
                "the last one: the barrier waited for it, {time} longer than for the others",
                time=duration_text(straggler.waited),
            )
        )
    return "\n".join(lines)


def of_inner(bar: Bar, names: tuple[str, ...]) -> str:
    """Something that ran inside of a task."""
    title = one_line(" > ".join(names))
    parts = [title, tr(_STATES[bar.state])]
    if bar.duration is not None:
        parts.append(duration_text(bar.duration))
    return "\n".join([", ".join(parts), *attempts(bar)])


def attempts(bar: Bar) -> list[str]:
    """Those that failed, each with its error."""
    return [
        tr(
            "attempt {number} failed after {time}: {problem}; the next one came {wait} later",
            number=number,
            time=duration_text(each.duration),
            problem=one_line(each.problem)[:_LONGEST_PROBLEM],
            wait=duration_text(each.wait),
        )
        for number, each in enumerate(bar.attempts, 1)
    ]


def of_group(node: str, column: Column, bars: list[Bar]) -> str:
    """All simultaneous tasks of a node together."""
    counts: dict[str, int] = {}
    for bar in bars:
        state = state_of(column, bar)
        counts[state] = counts.get(state, 0) + 1
    name = one_line(node)
    parts = [plural("{node}: 1 task", "{node}: {n} tasks", len(bars), node=name)]
    parts += [f"{tr(_STATES[state])}: {count:,}" for state, count in sorted(counts.items())]
    durations = sorted(bar.duration for bar in bars if bar.duration is not None)
    if durations:
        parts.append(
            tr(
                "half of them within {half}, the longest {longest}",
                half=duration_text(durations[len(durations) // 2]),
                longest=duration_text(durations[-1]),
            )
        )
    elif column.recorded:
        parts.append(tr("recorded, duration not known"))
    return "\n".join(parts)


def of_superstep(column: Column, after: Column | None) -> str:
    """A checkpoint and what is due there."""
    row = column.row
    if column.left:
        return tr(
            "checkpoint of step {step}; an edit or new input came before its tasks ran",
            step=row.step,
        )
    following = one_line(", ".join(dict.fromkeys(row.next))) or tr("end")
    lines = [tr("checkpoint of step {step}, next {nodes}", step=row.step, nodes=following)]
    straggler = column.straggler
    if straggler is not None:
        title = one_line(task_title(straggler.bar.node, straggler.bar.index))
        lines.append(tr("the barrier waited longest for {task}", task=title))
    passed = None if after is None else _between(row.created_at, after.row.created_at)
    if column.recorded and passed is not None:
        lines.append(
            tr(
                "when its tasks ran was not recorded; the next checkpoint came {time} later",
                time=duration_text(passed),
            )
        )
    return "\n".join(lines)


def _between(earlier: str, later_on: str) -> float | None:
    try:
        passed = datetime.fromisoformat(later_on) - datetime.fromisoformat(earlier)
    except (ValueError, TypeError):
        return None
    return max(0.0, passed.total_seconds() * 1000.0)

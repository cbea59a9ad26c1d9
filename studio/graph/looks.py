"""Turns the model's moment into what cards show, as text and chips."""

from __future__ import annotations

from studio.graph.model import GraphModel
from studio.graph.moment import NodeStatus, TaskStatus
from studio.graph.node_item import BreakpointLook, Chip, NodeLook

_ENDED = frozenset({"wrote", "failed", "interrupted", "skipped"})
_WORDS = {
    "due": "due",
    "running": "running",
    "wrote": "wrote",
    "interrupted": "waiting for an answer",
    "failed": "failed",
    "skipped": "kept its recorded writes",
    "idle": "idle",
}


def node_look(model: GraphModel, status: NodeStatus) -> NodeLook:
    """What the card of a node shows at the model's moment."""
    fanned = [task for task in status.tasks if task.index is not None]
    runs, last = model.runs(status.name)
    progress = ""
    if len(fanned) > 1:
        progress = f"{sum(task.state in _ENDED for task in fanned)}/{len(fanned)}"
    return NodeLook(
        status.state,
        _detail(status, runs, last),
        progress,
        tuple(_chip(task) for task in fanned),
        breakpoint_look(model, status.name),
        runs > 0,
    )


def breakpoint_look(model: GraphModel, name: str) -> BreakpointLook:
    """Whether a node has a breakpoint, and whether it is enabled."""
    enabled = model.breakpoints.get(name)
    return "none" if enabled is None else "on" if enabled else "off"


def duration_text(milliseconds: float) -> str:
    """A duration with the unit that suits it: ``12 ms``, ``1.8 s``, ``2 min 05 s``."""
    if milliseconds < 0.05:
        return "< 0.1 ms"
    if milliseconds < 9.95:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1000.0
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def runs_text(runs: int, last: float | None) -> str:
    """How often and how long: ``3 runs · 12 ms``; empty where nothing is known."""
    if runs == 0:
        return ""
    counted = "1 run" if runs == 1 else f"{runs} runs"
    return counted if last is None else f"{counted} · {duration_text(last)}"


def _word(status: NodeStatus, runs: int) -> str:
    """A node's state in words; one at rest that ran is known by its runs."""
    return "" if status.state == "idle" and runs else _WORDS[status.state]


def tooltip(model: GraphModel, status: NodeStatus) -> str:
    """Everything about a node that its card may have to cut."""
    node = next(node for node in model.graph.nodes if node.name == status.name)
    title = {"start": "START", "end": "END"}.get(node.kind, node.name)
    lines = [title]
    if node.kind not in ("start", "end"):
        runs, last = model.runs(status.name)
        lines.append(" · ".join(filter(None, (_word(status, runs), runs_text(runs, last)))))
    if status.message:
        lines.append(status.message)
    for flag, text in (
        (node.kind == "subgraph", "Subgraph"),
        (node.deferred, "Deferred until no other node is due"),
        (node.interrupts_before, "The graph always stops before it"),
        (node.interrupts_after, "The graph always stops after it"),
    ):
        if flag:
            lines.append(text)
    enabled = model.breakpoints.get(status.name)
    if enabled is not None:
        lines.append("Breakpoint" if enabled else "Breakpoint, disabled")
    if node.documentation:
        lines.append(node.documentation.strip().splitlines()[0])
    return "\n".join(lines)


def spoken(model: GraphModel, status: NodeStatus) -> str:
    """A node in one sentence, for a screen reader."""
    leads = sorted({edge.target for edge in model.edges if edge.source == status.name})
    names = {node.name: node.kind for node in model.graph.nodes}
    shown = [{"start": "START", "end": "END"}.get(names.get(name, ""), name) for name in leads]
    text = tooltip(model, status).replace("\n", ", ")
    if len(status.tasks) > 1:
        text += f", {len(status.tasks)} tasks"
    return f"{text}, leads to {', '.join(shown)}" if shown else text


def _detail(status: NodeStatus, runs: int, last: float | None) -> str:
    if status.state in ("failed", "interrupted") and status.message:
        return status.message
    if runs or status.state == "idle":
        return runs_text(runs, last)
    known = [task.duration_ms for task in status.tasks if task.duration_ms is not None]
    word = _WORDS[status.state]
    return f"{word} · {duration_text(max(known))}" if known else word


def _chip(task: TaskStatus) -> Chip:
    number = 0 if task.index is None else task.index + 1
    text = f"{task.name}, Send {number}: {_WORDS[task.state]}"
    if task.duration_ms is not None:
        text += f" · {duration_text(task.duration_ms)}"
    return Chip(task.id, task.state, f"{text}\n{task.preview}" if task.preview else text)

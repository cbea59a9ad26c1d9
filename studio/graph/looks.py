"""Turns the model's moment into what cards show, as text and chips."""

from __future__ import annotations

from dataclasses import dataclass

from studio.graph.branch import Heat
from studio.graph.marks import BreakpointLook
from studio.graph.model import GraphModel
from studio.graph.moment import URGENCY, NodeStatus, TaskStatus
from studio.graph.node_item import Chip, HeatKind, HeatLook, NodeLook
from studio.graph.paths import name_of
from studio.language import later, plural, tr
from studio.marks.words import LOOKS, done_instead

MOST_CHIPS = 6
"""So many tasks have a chip each; more are told by a chip for each state."""
_WORDS = {
    "due": later("due"),
    "running": later("running"),
    "wrote": later("wrote"),
    "interrupted": later("waiting for an answer"),
    "failed": later("failed"),
    "skipped": later("kept its recorded writes"),
    "idle": later("idle"),
}


@dataclass(frozen=True, slots=True)
class HeatScale:
    """What is compared between nodes, and the most that a node has of it."""

    kind: HeatKind
    most: float

    @classmethod
    def of(cls, model: GraphModel, kind: HeatKind) -> HeatScale:
        """The scale on which the hottest node is at its end."""
        return cls(kind, max((_amount(model.heat(path), kind) for path in model.nodes), default=0))

    def look(self, heat: Heat) -> HeatLook:
        amount = _amount(heat, self.kind)
        words = {
            "runs": runs_text(heat.runs, None) or tr("no run"),
            "time": tr("{total} in all", total=duration_text(heat.total))
            if heat.total
            else tr("no time known"),
            "errors": plural("1 error", "{n} errors", heat.errors),
        }
        return HeatLook(amount / self.most if self.most else 0.0, words[self.kind], self.kind)


def _amount(heat: Heat, kind: HeatKind) -> float:
    return {"runs": float(heat.runs), "time": heat.total, "errors": float(heat.errors)}[kind]


def node_look(model: GraphModel, status: NodeStatus, scale: HeatScale | None = None) -> NodeLook:
    """What the card of a node shows at the model's moment."""
    many = len(status) > 1
    fanned = many or any(task.index is not None for task in status)
    runs, last = model.runs(status.name)
    return NodeLook(
        status.state,
        _detail(status, runs, last),
        f"{status.ended}/{len(status)}" if many else "",
        _chips(status) if fanned else (),
        breakpoint_look(model, status.name),
        runs > 0,
        None if scale is None else scale.look(model.heat(status.name)),
        model.marks.get(status.name, ()),
    )


def _chips(status: NodeStatus) -> tuple[Chip, ...]:
    if len(status) <= MOST_CHIPS:
        return tuple(_chip(task) for task in status)
    return tuple(
        Chip(
            "",
            state,
            tr(
                "{count} of {total} tasks: {state}",
                count=count,
                total=len(status),
                state=tr(_WORDS[state]),
            ),
            count,
        )
        for state in URGENCY
        if (count := status.counts.get(state, 0))
    )


def breakpoint_look(model: GraphModel, name: str) -> BreakpointLook:
    """How a node shows its breakpoints."""
    mark = model.breakpoints.get(name)
    return "none" if mark is None else mark.look


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
    return tr("{minutes} min {rest:02d} s", minutes=minutes, rest=rest)


def runs_text(runs: int, last: float | None) -> str:
    """How often and how long: ``3 runs · 12 ms``; empty where nothing is known."""
    if runs == 0:
        return ""
    counted = plural("1 run", "{n} runs", runs)
    return counted if last is None else f"{counted} · {duration_text(last)}"


def _word(status: NodeStatus, runs: int) -> str:
    """A node's state in words; one at rest that ran is known by its runs."""
    return "" if status.state == "idle" and runs else tr(_WORDS[status.state])


def tooltip(model: GraphModel, status: NodeStatus) -> str:
    """Everything about a node that its card may have to cut."""
    node = model.nodes[status.name]
    title = {"start": "START", "end": "END"}.get(node.kind, node.name)
    lines = [title]
    if node.kind not in ("start", "end"):
        runs, last = model.runs(status.name)
        lines.append(" · ".join(filter(None, (_word(status, runs), runs_text(runs, last)))))
        heat = model.heat(status.name)
        if heat.runs > 1 and heat.total:
            lines.append(tr("{total} in all", total=duration_text(heat.total)))
        if heat.errors:
            lines.append(plural("Failed 1 time", "Failed {n} times", heat.errors))
    if status.message:
        lines.append(status.message)
    for flag, text in (
        (node.kind == "subgraph", tr("Subgraph")),
        (node.deferred, tr("Deferred until no other node is due")),
        (node.interrupts_before, tr("The graph always stops before it")),
        (node.interrupts_after, tr("The graph always stops after it")),
    ):
        if flag:
            lines.append(text)
    lines += [tr(LOOKS[kind].sentence) for kind in model.marks.get(status.name, ())]
    mark = model.breakpoints.get(status.name)
    if mark is not None:
        lines += mark.lines
    if node.documentation:
        lines.append(node.documentation.strip().splitlines()[0])
    return "\n".join(lines)


def spoken(model: GraphModel, status: NodeStatus) -> str:
    """A node in one sentence, for a screen reader."""
    leads = sorted({edge.target for edge in model.edges if edge.source == status.name})
    shown = [
        {"start": "START", "end": "END"}.get(model.nodes[path].kind, name_of(path))
        for path in leads
        if path in model.nodes
    ]
    text = tooltip(model, status).replace("\n", ", ")
    if len(status) > 1:
        text = ", ".join((text, plural("1 task", "{n} tasks", len(status))))
    return tr("{text}, leads to {names}", text=text, names=", ".join(shown)) if shown else text


def _detail(status: NodeStatus, runs: int, last: float | None) -> str:
    if status.state in ("failed", "interrupted") and status.message:
        return status.message
    instead = {task.substituted for task in status if task.substituted}
    if instead and status.state == "wrote":
        return ", ".join(done_instead(how) for how in sorted(instead))
    if runs or status.state == "idle":
        return runs_text(runs, last)
    word = tr(_WORDS[status.state])
    if len(status) > MOST_CHIPS:
        return word
    known = [task.duration_ms for task in status if task.duration_ms is not None]
    return f"{word} · {duration_text(max(known))}" if known else word


def _chip(task: TaskStatus) -> Chip:
    title = task.name if task.index is None else f"{task.name}, Send {task.index + 1}"
    lines = [f"{title}: {tr(_WORDS[task.state])}"]
    if task.substituted:
        lines.append(done_instead(task.substituted))
    elif task.duration_ms is not None:
        lines[0] += f" · {duration_text(task.duration_ms)}"
    if task.input:
        lines.append(tr("Input: {input}", input=task.input))
    if task.output:
        lines.append(tr("Output: {output}", output=task.output))
    return Chip(task.id, task.state, "\n".join(lines))

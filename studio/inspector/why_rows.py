"""The activation rule in words and numbers, without Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.debug.views import NodeExplanation, RouteView, SendView, TriggerView
from studio.language import plural, tr

UNRECORDED = "-"
"""Stands for a writer of an earlier superstep, or none at all."""


@dataclass(frozen=True, slots=True)
class TriggerLine:
    """One trigger of a node, or a ``Send`` to it, as the table shows it."""

    title: str
    verdict: str
    """Version against what the node has seen of it, with the outcome in words."""
    written_by: str
    due: bool
    channel: str = ""
    """The trigger channel; empty for a ``Send``."""


def ordered(explanations: Sequence[NodeExplanation]) -> list[NodeExplanation]:
    """Due nodes first, each group in the graph's order."""
    return sorted(explanations, key=lambda each: not each.due)


def rule_text(explanation: NodeExplanation) -> str:
    """The shortest form of the rule, for a list: what makes a node due, or what it lacks."""
    parts = []
    if explanation.sends:
        count = len(explanation.sends)
        senders = dict.fromkeys(send.sender for send in explanation.sends if send.sender)
        if senders:
            names = ", ".join(senders)
            parts.append(
                plural("1 Send from {names}", "{n} Sends from {names}", count, names=names)
            )
        else:
            parts.append(plural("1 Send", "{n} Sends", count))
    due = [trigger for trigger in explanation.triggers if trigger.due]
    parts += [f"{trigger.version} > {trigger.seen}  {trigger.channel}" for trigger in due]
    if parts:
        return ", ".join(parts)
    waiting = [trigger for trigger in explanation.triggers if missing(trigger)]
    if waiting:
        return "; ".join(
            tr("waits for {names}", names=", ".join(missing(each))) for each in waiting
        )
    if not explanation.triggers:
        return tr("no trigger")
    return tr("nothing new")


def missing(trigger: TriggerView) -> tuple[str, ...]:
    """Sources of a join edge that have not reported yet."""
    return tuple(name for name in trigger.join_sources if name not in trigger.join_reported)


def trigger_line(trigger: TriggerView) -> TriggerLine:
    """One trigger with its comparison: due only if available and newer than what was seen."""
    newer = trigger.version > trigger.seen
    comparison = f"{trigger.version} {'>' if newer else '≤'} {trigger.seen}"
    waits_for = missing(trigger)
    if trigger.due:
        outcome = tr("due")
    elif waits_for:
        names, reported = ", ".join(waits_for), ", ".join(trigger.join_reported)
        outcome = tr("waits for {names}", names=names)
        if reported:
            outcome = tr("waits for {names} (reported: {reported})", names=names, reported=reported)
    elif newer and not trigger.available:
        outcome = tr("but empty")
    elif trigger.version == 0:
        outcome = tr("never written")
    else:
        outcome = tr("seen")
    return TriggerLine(
        title=trigger.channel,
        verdict=f"{comparison}  {outcome}",
        written_by=_writers(trigger) or UNRECORDED,
        due=trigger.due,
        channel=trigger.channel,
    )


def _writers(trigger: TriggerView) -> str:
    """Who wrote the channel; where a router chose it, with what the router returned."""
    routes = {route.node: route for route in trigger.routes}
    return ", ".join(
        _route_text(routes[node]) if node in routes else node for node in trigger.written_by
    )


def _route_text(route: RouteView) -> str:
    answers = tr(" or ").join(route.answers)
    if not route.router or route.router == "<lambda>":
        return tr("{node}: its router returned {answers}", node=route.node, answers=answers)
    return tr(
        "{node}: {router} returned {answers}",
        node=route.node,
        router=route.router,
        answers=answers,
    )


def send_line(send: SendView, argument: str) -> TriggerLine:
    """One waiting ``Send`` with what it carries."""
    return TriggerLine(
        title=f"Send [{send.index}]",
        verdict="  ".join(filter(None, (tr("due"), argument))),
        written_by=send.sender or UNRECORDED,
        due=True,
    )

"""Why a node is due, or why it is not: the activation rule with its numbers.

A node is due iff one of its trigger channels is available and has a higher version than the node
has seen of it, or if a ``Send`` waits for it. Everything here follows from a checkpoint's versions
alone, so it holds for a live run and for a stored one alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from runtime.constants import BRANCH_PREFIX, JOIN_PREFIX, START
from runtime.debug.views import NodeExplanation, RouteView, SendView, TriggerView

_LISTED = 6


@dataclass(frozen=True, slots=True)
class Join:
    """A join edge's channel: the nodes it waits for, and those that have reported."""

    sources: tuple[str, ...]
    reported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Activation:
    """What the rule looks at in one checkpoint.

    ``triggers`` are the trigger channels by node, ``available`` the channels that have a value,
    ``written_by`` the nodes whose writes made a channel's version, as far as recorded,
    ``sends`` the waiting ``Send``s by node, ``routes`` what routers returned, by channel.
    """

    triggers: Mapping[str, Sequence[str]]
    versions: Mapping[str, int]
    seen: Mapping[str, Mapping[str, int]]
    available: frozenset[str]
    joins: Mapping[str, Join] = field(default_factory=dict)
    written_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sends: Mapping[str, Sequence[SendView]] = field(default_factory=dict)
    routes: Mapping[str, tuple[RouteView, ...]] = field(default_factory=dict)

    def is_due(self, node: str) -> bool:
        """Whether a trigger channel makes the node due; its Sends are not asked."""
        seen = self.seen.get(node, {})
        return any(
            channel in self.available and self.versions.get(channel, 0) > seen.get(channel, 0)
            for channel in self.triggers.get(node, ())
        )

    def due_nodes(self) -> tuple[str, ...]:
        """Names of the tasks due: one for each Send, then the nodes, by name."""
        pushed = [node for node, waiting in self.sends.items() for _ in waiting]
        return (*pushed, *sorted(node for node in self.triggers if self.is_due(node)))


def triggers_by_convention(channels: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Triggers by node, read off the names that compiled graphs give their channels."""
    found: dict[str, list[str]] = {}
    for channel in channels:
        if channel.startswith(BRANCH_PREFIX):
            found.setdefault(channel.removeprefix(BRANCH_PREFIX), []).append(channel)
        elif channel.startswith(JOIN_PREFIX):
            found.setdefault(channel.rpartition(":")[2], []).append(channel)
        elif channel == START:
            found.setdefault(START, []).append(channel)
    return {node: tuple(names) for node, names in found.items()}


def join_sources_by_convention(channel: str) -> tuple[str, ...]:
    """The nodes that ``join:a+b:c`` waits for; empty for other channels."""
    if not channel.startswith(JOIN_PREFIX):
        return ()
    return tuple(channel.removeprefix(JOIN_PREFIX).rpartition(":")[0].split("+"))


def explain(node: str, activation: Activation) -> NodeExplanation:
    """Why the node is due or not, trigger by trigger and in a sentence."""
    triggers = trigger_views(node, activation)
    sends = tuple(activation.sends.get(node, ()))
    reasons = _waiting(sends) + [_because(trigger) for trigger in triggers if trigger.due]
    if reasons:
        sentence = f"{node} is due: {'; '.join(reasons)}."
    else:
        ran = node in activation.seen
        obstacles = [_why_not(trigger, ran) for trigger in triggers] or [
            "nothing triggers it but a Send"
        ]
        sentence = f"{node} is not due: {'; '.join(obstacles)}."
    return NodeExplanation(
        node=node, due=bool(reasons), sentence=sentence, triggers=triggers, sends=sends
    )


def trigger_views(node: str, activation: Activation) -> tuple[TriggerView, ...]:
    """The rule's line for each trigger channel of the node."""
    return tuple(
        _trigger(node, channel, activation) for channel in activation.triggers.get(node, ())
    )


def _trigger(node: str, channel: str, activation: Activation) -> TriggerView:
    version = activation.versions.get(channel, 0)
    seen = activation.seen.get(node, {}).get(channel, 0)
    available = channel in activation.available
    join = activation.joins.get(channel)
    return TriggerView(
        channel=channel,
        version=version,
        seen=seen,
        available=available,
        due=available and version > seen,
        written_by=activation.written_by.get(channel, ()),
        join_sources=() if join is None else join.sources,
        join_reported=() if join is None else join.reported,
        routes=activation.routes.get(channel, ()),
    )


def _waiting(sends: Sequence[SendView]) -> list[str]:
    """Which ``Send``s wait, sender by sender."""
    by_sender: dict[str, list[int]] = {}
    for send in sends:
        by_sender.setdefault(send.sender, []).append(send.index)
    reasons = []
    for sender, places in by_sender.items():
        listed, one = _places(places), len(places) == 1
        if sender:
            one_waits = f"Send {listed} from {sender} waits for it"
            reasons.append(one_waits if one else f"Sends {listed} from {sender} wait for it")
        else:
            reasons.append(f"Send {listed} waits for it" if one else f"Sends {listed} wait for it")
    return reasons


def _places(places: Sequence[int]) -> str:
    """Places among the ``Send``s as the task list writes them; three in a row become a range."""
    ranges: list[list[int]] = []
    for place in places:
        if ranges and place == ranges[-1][-1] + 1:
            ranges[-1].append(place)
        else:
            ranges.append([place])
    texts: list[str] = []
    for row in ranges:
        if len(row) > 2:
            texts.append(f"[{row[0]}] to [{row[-1]}]")
        else:
            texts += [f"[{place}]" for place in row]
    return _listed(texts)


def _because(trigger: TriggerView) -> str:
    numbers = f"version {trigger.version} > seen {trigger.seen}"
    if trigger.join_sources:
        return f"all of {_listed(trigger.join_sources)} have reported to its join ({numbers})"
    if trigger.channel == START:
        return f"input was given ({numbers})"
    writers = tuple(name for name in trigger.written_by if name != START)
    if not trigger.channel.startswith(BRANCH_PREFIX):
        if not trigger.written_by:
            return f"{trigger.channel} was written ({numbers})"
        return f"{trigger.channel} was written by {_listed(trigger.written_by)} ({numbers})"
    if writers:
        return f"{_listed(writers)} triggered it ({trigger.channel}: {numbers})"
    if trigger.written_by:
        return f"the graph starts with it ({trigger.channel}: {numbers})"
    return f"it was triggered ({trigger.channel}: {numbers})"


def _why_not(trigger: TriggerView, ran: bool) -> str:
    """``ran``: the node was executed before, by this trigger or by another."""
    numbers = f"version {trigger.version}, seen {trigger.seen}"
    if trigger.join_sources:
        missing = tuple(name for name in trigger.join_sources if name not in trigger.join_reported)
        if trigger.join_reported and missing:
            reported, lacking = _listed(trigger.join_reported), _listed(missing)
            return f"its join waits for {lacking} after {reported} reported ({numbers})"
        sources = _listed(trigger.join_sources)
        if trigger.seen:
            return f"its join waits for {sources} again ({numbers})"
        return f"its join waits for {sources} ({numbers})"
    chosen = trigger.channel.startswith(BRANCH_PREFIX)
    if trigger.version == 0 and not chosen:
        return f"{trigger.channel} was never written"
    if trigger.version == 0 and not ran:
        return f"no task has triggered it yet ({trigger.channel} was never written)"
    if trigger.version == 0:
        return f"nothing has triggered it since it last ran ({trigger.channel} was never written)"
    state = numbers if trigger.available or trigger.version <= trigger.seen else f"{numbers}, empty"
    if chosen:
        if trigger.seen:
            return f"no task has triggered it since it last ran ({trigger.channel}: {state})"
        return f"no task has triggered it in the last superstep ({trigger.channel}: {state})"
    if trigger.channel == START:
        return f"no new input was given ({state})"
    if trigger.version > trigger.seen:
        return f"{trigger.channel} changed but is empty now ({numbers})"
    return f"{trigger.channel} has not changed since it last ran ({numbers})"


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:_LISTED])
    if len(names) > _LISTED:
        shown.append(f"{len(names) - _LISTED} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"

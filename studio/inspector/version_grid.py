"""Versions of channels against what each node has seen of them, without Qt."""

from collections.abc import Iterable
from dataclasses import dataclass

from runtime.debug.views import CheckpointView, TriggerView
from studio.language import tr


@dataclass(frozen=True, slots=True)
class VersionCell:
    """What one node knows of one channel. ``seen`` is ``None`` where it never looked at it."""

    seen: int | None
    due: bool
    triggers: bool
    """Whether the channel triggers the node."""
    text: str
    tooltip: str


BLANK = VersionCell(None, False, False, "", "")


class VersionGrid:
    """Rows are channels, columns are nodes."""

    def __init__(self, view: CheckpointView | None, all_channels: bool = False) -> None:
        self.channels: list[str] = []
        self.versions: list[int] = []
        self.nodes: list[str] = []
        self._cells: dict[tuple[str, str], VersionCell] = {}
        if view is None:
            return
        rules = {
            (trigger.channel, explanation.node): trigger
            for explanation in view.explanations
            for trigger in explanation.triggers
        }
        explained = [explanation.node for explanation in view.explanations]
        seen = view.versions_seen
        others = [node for node in seen if node not in explained and all_channels]
        self.nodes = explained + others
        versions = {channel.name: channel.version for channel in view.channels}
        names: Iterable[str] = versions
        if not all_channels:
            # In the order of the nodes, so that what belongs together stands together.
            names = dict.fromkeys(channel for channel, _ in rules)
        for name in names:
            self.channels.append(name)
            known = [rule.version for (channel, _), rule in rules.items() if channel == name]
            self.versions.append(versions.get(name, max(known, default=0)))
            for node in self.nodes:
                rule = rules.get((name, node))
                looked_at = seen.get(node, {}).get(name)
                if rule is not None or looked_at is not None:
                    self._cells[name, node] = _cell(name, node, rule, looked_at)

    def cell(self, row: int, column: int) -> VersionCell:
        return self._cells.get((self.channels[row], self.nodes[column]), BLANK)

    @property
    def due_nodes(self) -> frozenset[str]:
        return frozenset(node for (_, node), cell in self._cells.items() if cell.due)


def _cell(channel: str, node: str, rule: TriggerView | None, looked_at: int | None) -> VersionCell:
    if rule is None:
        assert looked_at is not None
        text = str(looked_at)
        tooltip = tr(
            "{node} has seen version {seen} of {channel}, which does not trigger it",
            node=node,
            seen=looked_at,
            channel=channel,
        )
        return VersionCell(looked_at, False, False, text, tooltip)
    seen = rule.seen if looked_at is None else looked_at
    text = tr("{seen} due", seen=seen) if rule.due else str(seen)
    newer = rule.version > seen
    comparison = (
        tr("version {version} > {seen} seen", version=rule.version, seen=seen)
        if newer
        else tr("version {version} ≤ {seen} seen", version=rule.version, seen=seen)
    )
    outcome = (
        tr("{node} is due", node=node) if rule.due else tr("does not make {node} due", node=node)
    )
    return VersionCell(seen, rule.due, True, text, f"{channel}: {comparison}; {outcome}")

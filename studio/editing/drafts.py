"""What a person has written so far in an edit of state, channel by channel. No widgets here."""

from dataclasses import dataclass
from typing import Any

from runtime.debug.commands import StateEdit, UpdateMode
from runtime.debug.description import ChannelDescription, GraphDescription
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointView
from studio.forms.schema import ABSENT


@dataclass(slots=True)
class Draft:
    """One channel in one mode: where its text starts and where it stands."""

    start: Any
    value: Any
    touched: bool = False
    valid: bool = True


class EditDrafts:
    """The edit as data: drafts of channels, the mode, the node in whose name it is written."""

    def __init__(self, view: CheckpointView, graph: GraphDescription) -> None:
        self.view = view
        self.as_node: str | None = None
        self._modes: dict[str, UpdateMode] = {}
        self._channels = {
            channel.name: channel for channel in graph.channels if not channel.internal
        }
        self._present = {channel.name: channel.value for channel in view.channels}
        self._drafts: dict[tuple[str, UpdateMode], Draft] = {}

    @property
    def channels(self) -> tuple[ChannelDescription, ...]:
        """Channels that a person may edit."""
        return tuple(self._channels.values())

    def channel(self, name: str) -> ChannelDescription:
        return self._channels[name]

    def mode_of(self, channel: str) -> UpdateMode:
        """The mode that matters for a channel: without a reducer both are one."""
        if self._channels[channel].reducer is None:
            return "overwrite"
        return self._modes.get(channel, "overwrite")

    def set_mode(self, channel: str, mode: UpdateMode) -> None:
        """Whether a channel's value is replaced, or written through its reducer."""
        self._modes[channel] = mode

    def is_empty(self, channel: str) -> bool:
        """Whether the channel has no value at this checkpoint."""
        return self._present.get(channel) is None

    def handle(self, channel: str) -> ValueHandle:
        """Where the channel's present value is read."""
        row = self.view.row
        return ValueHandle(
            row.thread_id, row.checkpoint_ns, row.checkpoint_id, ("channel", channel)
        )

    def draft(self, channel: str) -> Draft | None:
        """The draft of a channel in the mode in force, if it was begun."""
        return self._drafts.get((channel, self.mode_of(channel)))

    def begin(self, channel: str, mode: UpdateMode, start: Any) -> None:
        """Start a draft; ``start`` is the present value, or ``ABSENT`` for a blank one."""
        self._drafts[channel, mode] = Draft(start, start)

    def is_edited(self, channel: str) -> bool:
        """Whether the edit would write this channel."""
        draft = self.draft(channel)
        if draft is None or not draft.touched:
            return False
        folds = self.mode_of(channel) == "reducer"
        return folds or draft.start is ABSENT or not _same(draft.value, draft.start)

    @property
    def edited(self) -> list[str]:
        """Channels that the edit would write, in the graph's order."""
        return [name for name in self._channels if self.is_edited(name)]

    @property
    def is_valid(self) -> bool:
        """Whether every edited channel's value fits as far as the form can tell."""
        return all(draft.valid for name in self.edited if (draft := self.draft(name)) is not None)

    def edit(self) -> StateEdit:
        """The edit as the session takes it."""
        row = self.view.row
        values = {name: draft.value for name in self.edited if (draft := self.draft(name))}
        modes = {name: self.mode_of(name) for name in values if self._folds(name)}
        mode: UpdateMode = "overwrite" if "overwrite" in modes.values() else "reducer"
        others = {name: each for name, each in modes.items() if each != mode}
        return StateEdit(
            row.thread_id, row.checkpoint_id, values, row.checkpoint_ns, self.as_node, mode, others
        )

    def _folds(self, channel: str) -> bool:
        return self._channels[channel].reducer is not None


def _same(first: Any, second: Any) -> bool:
    """Equality in which ``1``, ``1.0`` and ``true`` differ."""
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(_same(first[k], second[k]) for k in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(_same, first, second))
    return bool(first == second)

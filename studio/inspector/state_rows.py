"""What the State panel lists at one moment, without Qt."""

from collections.abc import Iterable

from runtime.debug.description import ChannelDescription
from runtime.debug.values import ValueHandle
from runtime.debug.views import ChannelView, CheckpointView
from studio.inspector.items import TreeItem, type_text
from studio.language import later, tr

INTERNAL_PREFIXES = ("branch:to:", "join:", "__")
COLUMNS = (later("Channel"), later("Value"), later("Type"), later("Version"))
EMPTY = later("empty")


def is_internal(name: str, described: dict[str, ChannelDescription]) -> bool:
    """Whether a channel steers the run rather than holding a person's state."""
    description = described.get(name)
    if description is not None:
        return description.internal
    return name.startswith(INTERNAL_PREFIXES)


class StateRows:
    """Channels of the moment as rows, some of them hidden."""

    def __init__(self) -> None:
        self._described: dict[str, ChannelDescription] = {}
        self._view: CheckpointView | None = None
        self._rows: list[TreeItem] = []
        self.show_internal = False
        self.filter = ""
        self.found: frozenset[str] = frozenset()
        """Channels in which the filter's text stands somewhere, also where nobody looked yet."""

    @property
    def view(self) -> CheckpointView | None:
        return self._view

    def describe(self, channels: Iterable[ChannelDescription]) -> None:
        """Take over what the open graph says of its channels."""
        self._described = {channel.name: channel for channel in channels}

    def show(self, view: CheckpointView | None) -> None:
        self._view = view
        self._rows = [] if view is None else [self._row(view, each) for each in view.channels]

    @property
    def where(self) -> tuple[str, str, str] | None:
        """The checkpoint that is shown."""
        if self._view is None:
            return None
        row = self._view.row
        return row.thread_id, row.checkpoint_ns, row.checkpoint_id

    @property
    def names(self) -> list[str]:
        """Channels that may be listed, whatever the filter says."""
        return [row.key for row in self._rows if self.show_internal or not self.internal(row.key)]

    @property
    def hidden_internal(self) -> int:
        """How many internal channels the moment has."""
        return sum(self.internal(row.key) for row in self._rows)

    def internal(self, channel: str) -> bool:
        return is_internal(channel, self._described)

    def visible(self) -> list[TreeItem]:
        """Rows that pass the toggle and the filter: by name, value, or a child already read."""
        wanted = self.filter.casefold()
        return [
            row
            for row in self._rows
            if (self.show_internal or not self.internal(row.key))
            and (not wanted or row.key in self.found or _contains(row, wanted))
        ]

    def _row(self, view: CheckpointView, channel: ChannelView) -> TreeItem:
        description = self._described.get(channel.name)
        value = channel.value
        if value is not None:
            type_name = type_text(value)
        else:
            type_name = description.type if description is not None else ""
        about = [channel.name]
        if description is not None:
            kind, of = description.kind, description.type
            reducer = description.reducer
            about.append(
                tr("{kind} of {type}, reducer {reducer}", kind=kind, type=of, reducer=reducer)
                if reducer
                else tr("{kind} of {type}", kind=kind, type=of)
            )
        if channel.changed:
            about.append(tr("changed by superstep {step}", step=view.row.step))
        tooltip = "\n".join(about)
        handle = ValueHandle(
            view.row.thread_id,
            view.row.checkpoint_ns,
            view.row.checkpoint_id,
            ("channel", channel.name),
        )
        return TreeItem(
            kind="channel",
            key=channel.name,
            cells=(
                channel.name,
                tr(EMPTY) if value is None else value.text,
                type_name,
                str(channel.version),
            ),
            preview=value,
            handle=None if value is None else value.handle or handle,
            subject=channel,
            tooltip=tooltip,
        )


def _contains(item: TreeItem, wanted: str) -> bool:
    return any(wanted in cell.casefold() for cell in item.cells[:2]) or any(
        _contains(child, wanted) for child in item.children
    )

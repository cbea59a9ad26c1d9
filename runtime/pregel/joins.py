"""Join edges at the end of a run: those that some of their sources reported to, and others not."""

import logging
from typing import TYPE_CHECKING, NamedTuple

from runtime.channels.named_barrier_value import NamedBarrierValue, NamedBarrierValueAfterFinish

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_log = logging.getLogger(__name__)


class UnfiredJoin(NamedTuple):
    """A join edge that waits: into ``targets``, for the ``missing`` ones of its sources."""

    channel: str
    targets: tuple[str, ...]
    reported: tuple[str, ...]
    missing: tuple[str, ...]


def unfired_joins(loop: "Loop") -> list[UnfiredJoin]:
    """The join edges that nothing in this run can make fire any more, once no task is due."""
    found = []
    for name in loop.graph.joins:
        channel = loop.state.channels[name]
        assert isinstance(channel, (NamedBarrierValue, NamedBarrierValueAfterFinish))
        if channel.seen and channel.seen != channel.names:
            found.append(
                UnfiredJoin(
                    name,
                    tuple(loop.graph.trigger_to_nodes.get(name, ())),
                    tuple(sorted(channel.seen)),
                    tuple(sorted(channel.names - channel.seen)),
                )
            )
    return found


def report_unfired_joins(loop: "Loop") -> None:
    """Log, at the end of a run, which nodes were waited for in vain."""
    for join in unfired_joins(loop):
        _log.warning(
            "The join edge into %s did not fire: %s reported, %s did not run",
            ", ".join(repr(name) for name in join.targets),
            ", ".join(repr(name) for name in join.reported),
            ", ".join(repr(name) for name in join.missing),
        )

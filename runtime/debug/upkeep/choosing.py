"""What tells of a saver's threads as a whole."""

from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, HistoryReader
from runtime.checkpoint.base.upkeep import Upkeep
from runtime.debug.upkeep.plain import PlainUpkeep


def upkeep_of(saver: BaseCheckpointSaver[Any], reader: HistoryReader) -> Upkeep:
    """The store's own, where it has one, else one that reads what anybody can read."""
    if getattr(saver, "engine", None) is not None:
        # Only here, so that sessions in memory do not load a database toolkit.
        from runtime.checkpoint.sql.saver import SqlSaver
        from runtime.checkpoint.sql.upkeep import SqlUpkeep

        if isinstance(saver, SqlSaver):
            return SqlUpkeep(saver)
    return PlainUpkeep(saver, reader)

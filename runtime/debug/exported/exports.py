"""What a session does for exported runs: it writes them, and it tells of the one it has open."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, HistoryReader
from runtime.debug.commands import CancelExport, DescribeRecord, ExportRun
from runtime.debug.exported.run_export import RunExport
from runtime.debug.exported.run_file import SUFFIX, ExportedRun, NotAnExport, read_run
from runtime.debug.opened import OpenGraph
from runtime.debug.refused import Refused
from runtime.debug.searching import BadPattern
from runtime.debug.views import Done, Reply, TargetOpened

Opened = tuple[BaseCheckpointSaver[Any], HistoryReader, OpenGraph | None]


class Exports:
    """At most one export is under way. ``path`` is the file of the open database, if it is one."""

    def __init__(self, opened: Callable[[], Opened], path: str | None) -> None:
        self._opened = opened
        self._path = path
        self._export: RunExport | None = None
        self._record: ExportedRun | None = None

    def handlers(self) -> dict[type, Callable[[Any], Reply]]:
        """Who answers which command."""
        return {
            ExportRun: self._advance,
            CancelExport: self._cancel,
            DescribeRecord: self._describe,
        }

    @property
    def record(self) -> ExportedRun | None:
        """What the open file tells besides its checkpoints; ``None`` where it is no such file."""
        if self._record is None and self._path is not None and self._path.endswith(SUFFIX):
            try:
                self._record = read_run(Path(self._path))
            except NotAnExport as error:
                raise Refused(str(error), "Export the run again.", "NotAnExport") from error
        return self._record

    def close(self) -> None:
        """Leave nothing of an unfinished export behind."""
        if self._export is not None:
            self._export.cancel()
            self._export = None

    def _advance(self, command: ExportRun) -> Reply:
        export = self._export
        try:
            if export is None or export.command != command:
                self.close()
                kept = frozenset() if self._path is None else frozenset({self._path})
                export = RunExport(command, *self._opened(), kept)
            self._export = None
            told = export.advance()
        except BadPattern as error:
            raise Refused(str(error), type="BadPattern") from error
        if told.more:
            self._export = export
        return told

    def _cancel(self, command: CancelExport) -> Reply:
        self.close()
        return Done()

    def _describe(self, command: DescribeRecord) -> Reply:
        record = self.record
        if record is None or record.graph is None:
            raise Refused("The open database does not tell which graph made it.")
        told = [f"Exported {record.exported_at[:16].replace('T', ' ')} UTC"]
        if record.redacted:
            told.append(f"{record.redacted} places were taken out")
        notice = "; ".join((*told, "nothing of it can be run or changed."))
        return TargetOpened(self._path or "", record.graph, notice=notice)

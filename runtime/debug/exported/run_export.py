"""Writing a thread, or one branch of it, into a file of its own, part by part."""

import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, cast

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    HistoryReader,
)
from runtime.debug.commands import ExportRun
from runtime.debug.describe import describe_inside
from runtime.debug.description import GraphDescription
from runtime.debug.exported.redaction import Redactor
from runtime.debug.exported.run_file import ExportedRun, write_run
from runtime.debug.opened import OpenGraph
from runtime.debug.refused import Refused
from runtime.debug.views import RunExported

LISTED_AT_ONCE = 2000
PART_SECONDS = 0.2
"""How long one part of the work takes."""
_ENGINES_OWN = frozenset({"source", "step", "parents"})
"""Metadata by which the history is understood."""


class _Place(NamedTuple):
    checkpoint_id: str
    checkpoint_ns: str


class _Copied(NamedTuple):
    """The checkpoint of a namespace that was copied last."""

    checkpoint_id: str
    versions: Mapping[str, Any]
    values: Mapping[str, Any]


class RunExport:
    """One export, which ``advance`` takes a part further. The file appears when it is whole.

    ``kept`` are files that must not be written over. Raises ``BadPattern``, ``Refused``.
    """

    def __init__(
        self,
        command: ExportRun,
        saver: BaseCheckpointSaver[Any],
        reader: HistoryReader,
        opened: OpenGraph | None,
        kept: frozenset[str] = frozenset(),
    ) -> None:
        self.command = command
        self._saver = saver
        self._reader = reader
        self._opened = opened
        self._redactor = Redactor(command.rules)
        self._path = Path(command.path)
        self._check(kept)
        self._part = self._path.with_name(f"{self._path.name}.part")
        self._part.unlink(missing_ok=True)
        self._thread_id = self._redactor.text(command.thread_id)
        self._total = 0
        self._done = 0
        self._copied: dict[str, _Copied] = {}
        # Only here, so that sessions in memory do not load a database toolkit.
        from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
        from runtime.checkpoint.sql import SqlSaver

        self._target = SqlSaver(self._part, serde=JsonPlusSerializer(trusted=False))
        self._work = self._parts()

    def advance(self) -> RunExported:
        """Do a part of the work; ``more`` in the reply wants another."""
        until = monotonic() + PART_SECONDS
        try:
            for _ in self._work:
                if monotonic() >= until:
                    return self._told(more=True)
            self._finish()
        except BaseException:
            self.cancel()
            raise
        return self._told(more=False)

    def cancel(self) -> None:
        """Leave nothing behind."""
        self._work.close()
        self._target.close()
        for path in (self._part, *(Path(f"{self._part}{end}") for end in ("-wal", "-shm"))):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _check(self, kept: frozenset[str]) -> None:
        folder = self._path.parent
        if not folder.is_dir():
            raise Refused(f"There is no folder {folder}.", "Choose another place.")
        if self._path.is_dir():
            raise Refused(f"{self._path} is a folder.", "Choose another name.")
        if self._path.exists() and not self._path.is_file():
            raise Refused(f"{self._path} is no file.", "Choose another name.")
        if not os.access(folder, os.W_OK):
            raise Refused(f"Nothing can be written into {folder}.", "Choose another place.")
        if os.path.realpath(self._path) in kept:
            raise Refused(f"{self._path} is the open database.", "Choose another name.")

    def _told(self, *, more: bool) -> RunExported:
        size = 0 if more else self._path.stat().st_size
        return RunExported(
            str(self._path), self._done, self._total, more, self._redactor.count, size
        )

    def _parts(self) -> Generator[None]:
        places: list[_Place] = []
        for page in self._pages():
            places += page
            self._total = len(places)
            yield
        for place in reversed(places):
            self._copy(place)
            self._done += 1
            yield

    def _pages(self) -> Iterator[list[_Place]]:
        """What is exported, newest first."""
        command = self.command
        wanted = command.checkpoint_id
        before: str | None = None
        branch: set[str] = set()
        while True:
            page = self._reader.list_rows(
                command.thread_id, None, before=before, limit=LISTED_AT_ONCE
            )
            found = []
            for each in page:
                if command.checkpoint_id is not None and not each.checkpoint_ns:
                    if each.checkpoint_id != wanted:
                        continue
                    branch.add(each.checkpoint_id)
                    wanted = each.parent_checkpoint_id
                found.append(_Place(each.checkpoint_id, each.checkpoint_ns))
            yield found
            if len(page) < LISTED_AT_ONCE:
                break
            before = page[-1].checkpoint_id
        self._branch = branch

    def _copy(self, place: _Place) -> None:
        saved = self._saver.get_tuple(
            {
                "configurable": {
                    "thread_id": self.command.thread_id,
                    "checkpoint_ns": place.checkpoint_ns,
                    "checkpoint_id": place.checkpoint_id,
                }
            }
        )
        if saved is None or not self._belongs(saved, place.checkpoint_ns):
            return
        parent = (saved.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        last = self._copied.get(place.checkpoint_ns)
        if last is not None and last.checkpoint_id != parent:
            last = None
        versions = saved.checkpoint["channel_versions"]
        old = {} if last is None else last.versions
        changed = {name: version for name, version in versions.items() if old.get(name) != version}
        values = {
            name: last.values[name]
            if last is not None and name not in changed and name in last.values
            else self._redactor.value(name, value)
            for name, value in saved.checkpoint["channel_values"].items()
        }
        checkpoint: Checkpoint = {**saved.checkpoint, "channel_values": values}
        told = {
            key: value if key in _ENGINES_OWN else self._redactor.value(key, value)
            for key, value in saved.metadata.items()
        }
        metadata = cast(CheckpointMetadata, told)
        where = {"thread_id": self._thread_id, "checkpoint_ns": place.checkpoint_ns}
        at_parent = where if parent is None else {**where, "checkpoint_id": parent}
        config = self._target.put({"configurable": at_parent}, checkpoint, metadata, changed)
        self._copied[place.checkpoint_ns] = _Copied(place.checkpoint_id, versions, values)
        tasks: dict[str, list[tuple[str, Any]]] = {}
        for task_id, channel, value in saved.pending_writes or ():
            written = (channel, self._redactor.value(channel, value))
            tasks.setdefault(task_id, []).append(written)
        for task_id, writes in tasks.items():
            self._target.put_writes(config, writes, task_id)

    def _belongs(self, saved: CheckpointTuple, checkpoint_ns: str) -> bool:
        if self.command.checkpoint_id is None or not checkpoint_ns:
            return True
        return saved.metadata.get("parents", {}).get("") in self._branch

    def _finish(self) -> None:
        if not self._done:
            raise LookupError(f"There is no thread {self.command.thread_id}, or no such branch.")
        self._target.close()
        graphs, sources = self._described()
        now = datetime.now(UTC).isoformat(timespec="seconds")
        told = ExportedRun(self._thread_id, now, self._redactor.count, graphs, sources)
        write_run(self._part, told)
        os.replace(self._part, self._path)

    def _described(self) -> tuple[dict[str, GraphDescription], dict[str, str]]:
        """The open graph and those in it, with paths that say nothing of this machine."""
        opened = self._opened
        if opened is None:
            return {}, {}
        outer = opened.description
        graphs = {"": outer}
        for namespace, graph in opened.graph.get_subgraphs(recurse=True):
            graphs[namespace] = describe_inside(graph, outer)
        names = _names_of({span.path for span in opened.sources.values()} | {outer.path})
        sources: dict[str, str] = {}
        if self.command.with_sources:
            for path, name in names.items():
                with suppress(OSError):
                    text = Path(path).read_text(encoding="utf-8", errors="replace")
                    sources[name] = self._redactor.source(text)
        return {where: self._private(each, names) for where, each in graphs.items()}, sources

    def _private(self, graph: GraphDescription, names: Mapping[str, str]) -> GraphDescription:
        redactor = self._redactor
        nodes = tuple(
            replace(
                node,
                source=node.source
                and replace(
                    node.source, path=names.get(node.source.path, Path(node.source.path).name)
                ),
                documentation=redactor.text(node.documentation),
            )
            for node in graph.nodes
        )
        channels = tuple(
            replace(
                each,
                type=redactor.text(each.type),
                schema=each.schema and redactor.schema(each.schema, each.name),
            )
            for each in graph.channels
        )
        return replace(
            graph,
            path=names.get(graph.path, Path(graph.path).name),
            documentation=redactor.text(graph.documentation),
            nodes=nodes,
            channels=channels,
            input_schema=redactor.schema(graph.input_schema),
            example_input=redactor.value("example_input", graph.example_input),
        )


def _names_of(paths: set[str]) -> dict[str, str]:
    """A short name for each path, each another."""
    names: dict[str, str] = {}
    for path in sorted(paths):
        name, number = Path(path).name, 2
        while name in names.values():
            name, number = f"{Path(path).stem} ({number}){Path(path).suffix}", number + 1
        names[path] = name
    return names

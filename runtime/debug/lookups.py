"""Commands that only read: threads, checkpoints, values, sources, the graphs inside a graph."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from runtime.debug import commands as asked
from runtime.debug.browsing import Browser, NotFound
from runtime.debug.describe import describe_inside
from runtime.debug.exported.run_file import ExportedRun
from runtime.debug.messages.commands import ReadMessages, TraceMessages
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.opened import OpenGraph
from runtime.debug.preview import children_page, text_page
from runtime.debug.refused import Refused
from runtime.debug.runs import SessionRun
from runtime.debug.views import InsideDescribed, JsonValue, Reply, SourceText
from runtime.pregel.config import stable_namespace


class Lookups:
    """Answers them for one session, of which it asks what is open and what runs."""

    def __init__(
        self,
        browse: Callable[[], Browser],
        graph: Callable[[], OpenGraph],
        run: Callable[[], SessionRun | None],
        record: Callable[[], ExportedRun | None],
    ) -> None:
        self._browse = browse
        self._graph = graph
        self._run = run
        self._record = record

    def handlers(self) -> dict[type, Callable[[Any], Reply]]:
        """Who answers which command."""
        return {
            asked.ListCheckpoints: self._list_checkpoints,
            asked.ReadCheckpoint: self._read_checkpoint,
            asked.ReadChildren: self._read_children,
            asked.ReadText: self._read_text,
            ReadMessages: lambda command: self._browse().messages.read(command),
            TraceMessages: lambda command: self._browse().messages.trace(command),
            asked.ReadJson: self._read_json,
            asked.ReadSource: self._read_source,
            asked.DescribeInside: self._describe_inside,
        }

    def _list_checkpoints(self, command: asked.ListCheckpoints) -> Reply:
        return self._browse().rows(
            command.thread_id, command.checkpoint_ns, command.before, command.limit
        )

    def _read_checkpoint(self, command: asked.ReadCheckpoint) -> Reply:
        view = self._browse().view(command.thread_id, command.checkpoint_ns, command.checkpoint_id)
        run = self._run()
        running = frozenset() if run is None else run.running()
        if not running:
            return view
        tasks = tuple(
            replace(task, state="running") if task.id in running else task for task in view.tasks
        )
        return replace(view, tasks=tasks)

    def _read_children(self, command: asked.ReadChildren) -> Reply:
        value = self._browse().value(command.handle)
        return children_page(value, command.handle, command.offset, command.limit)

    def _read_text(self, command: asked.ReadText) -> Reply:
        return text_page(self._browse().value(command.handle), command.offset, command.limit)

    def _read_json(self, command: asked.ReadJson) -> Reply:
        try:
            return JsonValue(to_natural(self._browse().value(command.handle), command.limit))
        except TooLarge as error:
            raise Refused(f"The value is too large to edit: {error}.") from error

    def _read_source(self, command: asked.ReadSource) -> Reply:
        record = self._record()
        if record is not None:
            text = record.sources.get(command.path)
            if text is None:
                raise Refused(f"The exported run does not hold the text of {command.path}.")
            return SourceText(command.path, text)
        opened = self._graph()
        known = {opened.description.path, *(span.path for span in opened.sources.values())}
        if command.path not in known:
            raise Refused(f"{command.path} is no source file of the open graph.")
        try:
            with open(command.path, encoding="utf-8", errors="replace") as file:
                return SourceText(command.path, file.read())
        except OSError as error:
            raise Refused(f"{command.path} cannot be read: {error.strerror}.") from error

    def _describe_inside(self, command: asked.DescribeInside) -> Reply:
        record = self._record()
        if record is not None:
            inside = record.graphs.get(stable_namespace(command.checkpoint_ns))
            if inside is None:
                raise NotFound(f"The exported run tells no subgraph for {command.checkpoint_ns}.")
            return InsideDescribed(command.checkpoint_ns, inside)
        opened = self._graph()
        graph = opened.graph_at(command.checkpoint_ns)
        if graph is None:
            raise NotFound(f"The open graph has no subgraph for {command.checkpoint_ns}.")
        return InsideDescribed(command.checkpoint_ns, describe_inside(graph, opened.description))

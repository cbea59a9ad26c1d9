"""Graph descriptions and events by hand, for the tests of the canvas."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from runtime.debug.description import (
    ChannelDescription,
    EdgeDescription,
    GraphDescription,
    NodeDescription,
)
from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    CheckpointSaved,
    EndReason,
    Event,
    FoldStep,
    PlannedTask,
    RunEnded,
    RunKind,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValuePreview
from runtime.debug.views import CheckpointRow, ErrorView, InterruptView, TriggerView

START, END = "__start__", "__end__"


def static(source: str, target: str) -> EdgeDescription:
    return EdgeDescription(source, target, "static")


def choice(source: str, target: str, label: str = "") -> EdgeDescription:
    return EdgeDescription(source, target, "conditional", label)


def inferred(source: str, target: str) -> EdgeDescription:
    return EdgeDescription(source, target, "conditional", provenance="inferred")


def join(sources: Sequence[str], target: str) -> list[EdgeDescription]:
    channel = f"join:{'+'.join(sources)}:{target}"
    return [EdgeDescription(source, target, "join", join=channel) for source in sources]


def channel(
    name: str, writers: Sequence[str], readers: Sequence[str], internal: bool = False
) -> ChannelDescription:
    return ChannelDescription(
        name,
        "LastValue",
        "str",
        internal=internal,
        writers=tuple(writers),
        readers=tuple(readers),
    )


def graph(
    name: str,
    edges: Sequence[EdgeDescription],
    channels: Sequence[ChannelDescription] = (),
    further: Sequence[NodeDescription] = (),
) -> GraphDescription:
    """A graph with the nodes that its edges name, in their order, and ``further`` ones."""
    names = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
    known = {node.name for node in further}
    kinds: dict[str, str] = {START: "start", END: "end"}
    nodes = [
        NodeDescription(name, "start" if name == START else "end" if name == END else "node")
        for name in names
        if name not in known
    ]
    assert all(kinds.get(node.name, "node") == node.kind for node in nodes)
    return GraphDescription(
        name, "", f"{name}.py", "graph", (*nodes, *further), tuple(edges), tuple(channels), {}
    )


def research() -> GraphDescription:
    return graph(
        "research",
        [
            static(START, "plan"),
            choice("plan", "search", "Send"),
            static("search", "gather"),
            static("gather", "review"),
            choice("review", "synthesize", "approve"),
            choice("review", "plan", "revise"),
            static("synthesize", END),
        ],
        [
            channel("queries", ["plan"], ["search"]),
            channel("findings", ["search"], ["gather", "synthesize"]),
            channel("branch:to:plan", [], [], internal=True),
        ],
    )


def joins() -> GraphDescription:
    return graph(
        "joins",
        [
            static(START, "split"),
            static("split", "short"),
            static("split", "long_1"),
            static("long_1", "long_2"),
            *join(["short", "long_2"], "merge"),
            static("merge", END),
        ],
    )


def agent() -> GraphDescription:
    """Twelve nodes with a fan, a join, a self-loop and three ways back."""
    tools = ["tool_search", "tool_code", "tool_sql"]
    return graph(
        "agent",
        [
            static(START, "classify"),
            choice("classify", "retrieve", "question"),
            choice("classify", "plan", "task"),
            choice("classify", END, "spam"),
            static("retrieve", "grade"),
            choice("grade", "rewrite", "weak"),
            static("rewrite", "retrieve"),
            choice("grade", "draft", "good"),
            *[static("plan", tool) for tool in tools],
            *join(tools, "merge"),
            choice("tool_code", "tool_code", "retry"),
            static("merge", "draft"),
            static("draft", "review"),
            choice("review", "draft", "revise"),
            choice("review", "plan", "replan"),
            choice("review", "publish", "approve"),
            static("publish", END),
        ],
    )


def parallel() -> GraphDescription:
    return graph(
        "parallel",
        [
            static(START, "a"),
            static("a", "b"),
            choice("a", "b", "retry"),
            choice("a", "b", "a label that is so long that it nearly fills the whole canvas"),
            choice("b", "a", "back"),
            inferred("b", "b"),
            static("b", END),
        ],
    )


def large(nodes: int, edges: int, seed: int = 1) -> GraphDescription:
    """A random graph: mostly forwards, some edges backwards, a fifth of them labelled."""
    chance = random.Random(seed)
    names = [f"node_{index:03d}" for index in range(nodes)]
    described = [static(START, names[0])]
    described += [
        static(names[chance.randrange(max(0, index - 8), index)], names[index])
        for index in range(1, nodes)
    ]
    while len(described) < edges - 1:
        source = chance.randrange(nodes)
        target = min(nodes - 1, max(0, source + chance.randint(-3, 16)))
        if chance.random() < 0.2:
            described.append(choice(names[source], names[target], f"case {target}"))
        else:
            described.append(static(names[source], names[target]))
    described.append(static(names[-1], END))
    return graph("large", described)


SMALL: dict[str, Callable[[], GraphDescription]] = {
    "one": lambda: graph("one", [static(START, "count"), static("count", END)]),
    "loop": lambda: graph(
        "loop",
        [static(START, "count"), choice("count", "count", "again"), choice("count", END, "done")],
    ),
    "research": research,
    "joins": joins,
    "agent": agent,
    "parallel": parallel,
    "chinese": lambda: graph(
        "chinese",
        [
            static(START, "规划查询"),
            choice("规划查询", "撰写报告", "批准"),
            static("撰写报告", END),
        ],
    ),
    "long names": lambda: graph(
        "long names",
        [
            static(START, "retrieve_relevant_documents_from_vector_store"),
            choice(
                "retrieve_relevant_documents_from_vector_store",
                "grade_documents_for_relevance_and_groundedness",
                "none of the documents is relevant enough",
            ),
            static("grade_documents_for_relevance_and_groundedness", END),
        ],
    ),
    "fan": lambda: graph(
        "fan",
        [
            static(START, "fan"),
            *[static("fan", f"worker_{index}") for index in range(20)],
            *join([f"worker_{index}" for index in range(20)], "merge"),
            static("merge", END),
        ],
    ),
    "two parts": lambda: graph(
        "two parts", [static(START, "a"), static("a", END), static("c", "d"), static("d", "c")]
    ),
    "sixty": lambda: large(60, 95),
}


def preview(text: str) -> ValuePreview:
    return ValuePreview("str", "str", text, len(text))


def trigger(
    channel: str,
    written_by: Sequence[str] = (),
    join_sources: Sequence[str] = (),
    join_reported: Sequence[str] = (),
    due: bool = True,
) -> TriggerView:
    return TriggerView(
        channel, 2, 1, True, due, tuple(written_by), tuple(join_sources), tuple(join_reported)
    )


def pull(name: str, *triggers: TriggerView, finished: bool = False) -> PlannedTask:
    return PlannedTask(f"task-{name}", name, "PULL", None, triggers, None, finished)


def push(name: str, index: int) -> PlannedTask:
    return PlannedTask(f"task-{name}-{index}", name, "PUSH", index, (), preview(f"query {index}"))


def row(checkpoint_id: str, step: int, thread_id: str = "t") -> CheckpointRow:
    return CheckpointRow(thread_id, "", checkpoint_id, None, step, "loop", "2026-01-01T00:00:00Z")


class Events:
    """Makes events with rising sequence numbers, all of one run."""

    def __init__(self, thread_id: str = "t") -> None:
        self.sequence = 0
        self.thread_id = thread_id

    def _next(self) -> int:
        self.sequence += 1
        return self.sequence

    def started(self, kind: RunKind = "input") -> Event:
        return RunStarted(self._next(), "run", self.thread_id, kind, None)

    def planned(self, step: int, *tasks: PlannedTask, ns: str = "") -> Event:
        return SuperstepPlanned(
            self._next(), "run", self.thread_id, ns, f"c{step:03d}", step, tasks
        )

    def running(self, name: str, index: int | None = None, ns: str = "") -> Event:
        return TaskStarted(self._next(), "run", ns, 0, _task_id(name, index), name)

    def wrote(
        self,
        name: str,
        *targets: str,
        index: int | None = None,
        milliseconds: float = 12.0,
        ns: str = "",
    ) -> Event:
        return TaskWrote(
            self._next(), "run", ns, 0, _task_id(name, index), name, (), targets, milliseconds
        )

    def failed(self, name: str, message: str) -> Event:
        error = ErrorView("ValueError", message)
        return TaskFailed(self._next(), "run", "", 0, _task_id(name, None), name, error, 3.0)

    def interrupted(self, name: str, question: str) -> Event:
        interrupt = InterruptView("i1", _task_id(name, None), name, preview(question))
        return TaskInterrupted(
            self._next(), "run", "", 0, _task_id(name, None), name, (interrupt,), 3.0
        )

    def barrier(self) -> Event:
        return BarrierReached(self._next(), "run", "", 0)

    def updated(
        self, channel: str, version: int, text: str = "value", writers: Sequence[str] = ()
    ) -> Event:
        fold = tuple(
            FoldStep(f"task-{name}", name, preview(text), preview(text)) for name in writers
        )
        return ChannelUpdated(
            self._next(), "run", "", 0, channel, version - 1, version, None, preview(text), fold
        )

    def saved(self, step: int, parent: int | None = None, source: str = "loop") -> Event:
        saved = row(f"c{step:03d}", step, self.thread_id)
        before = f"c{step - 1 if parent is None else parent:03d}"
        return CheckpointSaved(
            self._next(), "run", replace(saved, parent_checkpoint_id=before, source=source)
        )

    def ended(self, reason: EndReason = "done") -> Event:
        return RunEnded(self._next(), "run", self.thread_id, reason, "")


def _task_id(name: str, index: int | None) -> str:
    return f"task-{name}" if index is None else f"task-{name}-{index}"

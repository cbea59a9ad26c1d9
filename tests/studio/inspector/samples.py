"""Moments built from the protocol's dataclasses, and values that can be read page by page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.debug.description import (
    ChannelDescription,
    EdgeDescription,
    GraphDescription,
    NodeDescription,
    SourceSpan,
)
from runtime.debug.inspecting.answering import Inspections
from runtime.debug.refused import Refused
from runtime.debug.values import (
    TextPage,
    ValueChild,
    ValueHandle,
    ValueKind,
    ValuePage,
    ValuePreview,
)
from runtime.debug.views import (
    ChannelView,
    CheckpointRow,
    CheckpointView,
    ErrorFrame,
    ErrorView,
    Failed,
    InterruptView,
    JsonValue,
    NodeExplanation,
    SendView,
    TaskView,
    TriggerView,
    WriteView,
)
from studio.inspector.requests import ValueRequests

THREAD = "thread-1"
LONG_TEXT = "\n".join(f"{line:04d} 报告的第{line}行、说明来源与结论。" for line in range(1, 4001))

_KINDS: dict[type, ValueKind] = {
    type(None): "none",
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
    list: "list",
    dict: "dict",
}


def checkpoint_row(checkpoint_id: str, parent: str | None = None, **changes: Any) -> CheckpointRow:
    values: dict[str, Any] = {
        "thread_id": THREAD,
        "checkpoint_ns": "",
        "checkpoint_id": checkpoint_id,
        "parent_checkpoint_id": parent,
        "step": 3,
        "source": "loop",
        "created_at": "2026-11-30T09:15:42.120000+00:00",
        "next": ("review",),
    }
    return CheckpointRow(**(values | changes))


class Values:
    """Real Python values behind handles. ``hold`` keeps answers back until ``answer_all``."""

    def __init__(self, contents: dict[tuple[str, ...], Any], checkpoint_id: str = "c3") -> None:
        self.contents = contents
        self.checkpoint_id = checkpoint_id
        self.hold = False
        self.asked: list[tuple[str, ValueHandle, int, int]] = []
        self._waiting: list[Callable[[], None]] = []
        self._inspections = Inspections(lambda handle: self._at(handle.place, handle.path))
        self.requests = ValueRequests(self._children, self._text, self._json, self._ask)

    def preview(self, place: tuple[str, ...], path: tuple[str, ...] = ()) -> ValuePreview:
        value = self._at(place, path)
        kind = _KINDS[type(value)]
        text = str(value) if kind != "list" or value else "[]"
        if kind == "str":
            text = value.replace("\n", "⏎")
        size = len(value) if kind in ("str", "list", "dict") else None
        handle = None
        if kind in ("list", "dict") or (kind == "str" and len(text) > 200):
            handle = ValueHandle(THREAD, "", self.checkpoint_id, place, path)
        return ValuePreview(kind, type(value).__name__, text[:200], size, handle)

    def _ask(self, command: Any, on_reply: Callable[[Any], None]) -> None:
        try:
            reply: Any = self._inspections.answer(command)
        except (Refused, LookupError, KeyError) as error:
            reply = Failed(getattr(error, "view", ErrorView("NotFound", str(error))))
        self._reply(lambda: on_reply(reply))

    def answer_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for answer in waiting:
            answer()

    def _at(self, place: tuple[str, ...], path: tuple[str, ...]) -> Any:
        value = self.contents[place]
        for step in path:
            value = value[int(step)] if isinstance(value, list) else value[step]
        return value

    def _reply(self, answer: Callable[[], None]) -> None:
        if self.hold:
            self._waiting.append(answer)
        else:
            answer()

    def _children(
        self,
        handle: ValueHandle,
        offset: int,
        limit: int,
        on_page: Callable[[ValuePage | Failed], None],
    ) -> None:
        self.asked.append(("children", handle, offset, limit))
        value = self._at(handle.place, handle.path)
        steps = [str(index) for index in range(len(value))] if isinstance(value, list) else value
        steps = list(steps)
        children = tuple(
            ValueChild(step, step, self.preview(handle.place, (*handle.path, step)))
            for step in steps[offset : offset + limit]
        )
        self._reply(lambda: on_page(ValuePage(len(steps), offset, children)))

    def _text(
        self,
        handle: ValueHandle,
        offset: int,
        limit: int,
        on_page: Callable[[TextPage | Failed], None],
    ) -> None:
        self.asked.append(("text", handle, offset, limit))
        text = self._at(handle.place, handle.path)
        page = TextPage(len(text), offset, text[offset : offset + limit])
        self._reply(lambda: on_page(page))

    def _json(
        self, handle: ValueHandle, limit: int, on_value: Callable[[JsonValue | Failed], None]
    ) -> None:
        self.asked.append(("json", handle, 0, limit))
        value = self._at(handle.place, handle.path)
        if len(str(value)) > limit:
            self._reply(lambda: on_value(Failed(ErrorView("TooLarge", "value too large"))))
        else:
            self._reply(lambda: on_value(JsonValue(value)))


def research_values(checkpoint_id: str = "c3") -> Values:
    state: dict[str, Any] = {
        "question": "How do large reservoirs change the seismicity of their surroundings?",
        "queries": [
            "reservoir induced seismicity",
            "三峡水库 诱发地震",
            "Koyna dam earthquake 1967",
        ],
        "findings": [
            {"query": f"query {number}", "source": f"https://example.org/{number}", "score": 0.9}
            for number in range(450)
        ],
        "report": LONG_TEXT,
        "approved": False,
        "a_channel_with_a_remarkably_long_name_that_goes_on": {"空": None, "nested": {"x": [1, 2]}},
    }
    contents: dict[tuple[str, ...], Any] = {
        ("channel", name): value for name, value in state.items()
    }
    contents[("input", "t1")] = {"query": "reservoir induced seismicity", "index": 0}
    contents[("write", "t1", "0")] = [{"query": "q", "text": "Koyna 1967: M 6.3 近水库"}]
    contents[("interrupt", "i1")] = {"question": "Approve this outline?", "大纲": ["一", "二"]}
    return Values(contents, checkpoint_id)


def research_view(
    values: Values | None = None, changed: tuple[str, ...] = ("findings", "report")
) -> CheckpointView:
    values = values or research_values()
    channels = [
        ChannelView(name, 2 + len(name) % 4, values.preview(("channel", name)), name in changed)
        for place, name in [key for key in values.contents if key[0] == "channel"]
    ]
    channels += [
        ChannelView("draft", 1, None),
        ChannelView("branch:to:search", 3, None),
        ChannelView("branch:to:review", 4, ValuePreview("none", "NoneType", "None"), True),
        ChannelView("join:search+outline:gather", 2, None),
        ChannelView("__start__", 1, None),
    ]
    return CheckpointView(
        row=checkpoint_row(values.checkpoint_id, "c2"),
        channels=tuple(channels),
        versions_seen={
            "__input__": {},
            "plan": {"branch:to:plan": 2},
            "search": {"branch:to:search": 3},
            "review": {"branch:to:review": 3},
            "gather": {"join:search+outline:gather": 1},
        },
        tasks=research_tasks(values),
        explanations=explanations(),
    )


def research_tasks(values: Values) -> tuple[TaskView, ...]:
    found = WriteView("findings", values.preview(("write", "t1", "0")))
    error = ErrorView(
        "ValueError",
        "the index 检索 has no entry for 'Koyna'",
        traceback=(
            "Traceback (most recent call last):\n"
            '  File "/opt/python/concurrent/futures/thread.py", line 58, in run\n'
            "    result = self.fn(*self.args, **self.kwargs)\n"
            '  File "/samples/research.py", line 41, in search\n'
            "    entry = index[query]\n"
            "ValueError: the index 检索 has no entry for 'Koyna'"
        ),
        frames=(ErrorFrame("/samples/research.py", 41, "search", "entry = index[query]"),),
        node="search",
    )
    interrupt = InterruptView(
        "i1",
        "t4",
        "review",
        values.preview(("interrupt", "i1")),
        source=SourceSpan("/samples/research.py", 60, 72, (64,)),
    )
    query = values.preview(("input", "t1"))
    pushed = ("__pregel_tasks",)
    return (
        TaskView(
            "t1",
            "search",
            "PUSH",
            "wrote",
            pushed,
            0,
            query,
            (found,),
            ("gather",),
            duration_ms=12.4,
        ),
        TaskView("t2", "search", "PUSH", "running", pushed, 1, query),
        TaskView(
            "t3", "search", "PUSH", "failed", pushed, 2, query, error=error, duration_ms=1840.0
        ),
        TaskView(
            "t4",
            "review",
            "PULL",
            "interrupted",
            ("branch:to:review",),
            interrupts=(interrupt,),
            duration_ms=0.31,
        ),
        TaskView(
            "t5",
            "a_node_with_an_unusually_long_name_of_its_own",
            "PULL",
            "due",
            ("branch:to:a_node_with_an_unusually_long_name_of_its_own",),
        ),
    )


def explanations() -> tuple[NodeExplanation, ...]:
    return (
        NodeExplanation(
            "plan",
            False,
            "plan is not due: branch:to:plan is at version 2, which plan has seen.",
            (TriggerView("branch:to:plan", 2, 2, False, False, ("__start__",)),),
        ),
        NodeExplanation(
            "search",
            True,
            "search is due: Sends [0] to [2] from plan wait for it.",
            (TriggerView("branch:to:search", 3, 3, False, False, ("plan",)),),
            sends=tuple(SendView(place, "plan") for place in range(3)),
        ),
        NodeExplanation(
            "review",
            True,
            "review is due: version 4 of branch:to:review > 3 seen by review.",
            (TriggerView("branch:to:review", 4, 3, True, True, ("gather",)),),
        ),
        NodeExplanation(
            "gather",
            False,
            "gather is not due: join:search+outline:gather waits for outline; search has reported.",
            (
                TriggerView(
                    "join:search+outline:gather",
                    2,
                    1,
                    False,
                    False,
                    ("search",),
                    ("search", "outline"),
                    ("search",),
                ),
            ),
        ),
    )


def research_graph() -> GraphDescription:
    names = ("plan", "search", "gather", "review")
    return GraphDescription(
        name="research",
        documentation="Plans queries, searches, asks for review.",
        path="/samples/research.py",
        attribute="graph",
        nodes=(
            NodeDescription("__start__", "start"),
            *(NodeDescription(name, "node", triggers=(f"branch:to:{name}",)) for name in names),
            NodeDescription("__end__", "end"),
        ),
        edges=(EdgeDescription("__start__", "plan", "static"),),
        channels=(
            ChannelDescription("question", "LastValue", "str"),
            ChannelDescription("queries", "LastValue", "list[str]"),
            ChannelDescription("findings", "BinaryOperatorAggregate", "list[Finding]", "add"),
            ChannelDescription("report", "LastValue", "str"),
            ChannelDescription("draft", "LastValue", "Draft | None"),
            ChannelDescription("approved", "LastValue", "bool"),
        ),
        input_schema={"type": "object"},
    )

"""Drives a session as a window would: commands one after the other, events awaited."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.debug import codec
from runtime.debug.child.session import ChildSession
from runtime.debug.commands import (
    Command,
    Continue,
    ListCheckpoints,
    OpenTarget,
    ReadCheckpoint,
    RunMode,
    Start,
)
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, RunEnded, RunPaused
from runtime.debug.local import LocalSession
from runtime.debug.session import Session
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    Failed,
    Reply,
    RunAccepted,
    TargetOpened,
)

WAIT_SECONDS = 30

TRANSPORTS = ("direct", "child")
transport = "direct"
"""The one of the test that runs; see the fixture of this name."""

E = TypeVar("E", bound=Event)


class Driver:
    """A session and everything that it told, in order."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: list[Event] = []
        self._changed = threading.Condition()
        self._seen = 0
        session.subscribe(self._take)

    def _take(self, event: Event) -> None:
        _travel(event)
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def ask(self, command: Command) -> Reply:
        """The reply, whichever it is."""
        _travel(command)
        reply = self.session.send(command).result(WAIT_SECONDS)
        _travel(reply)
        return reply

    def do(self, command: Command) -> Any:
        """The reply, which must not be a refusal."""
        reply = self.ask(command)
        assert not isinstance(reply, Failed), reply.error
        assert type(reply).__name__ == command.reply
        return reply

    def refusal(self, command: Command) -> str:
        """The message of a refusal."""
        reply = self.ask(command)
        assert isinstance(reply, Failed), reply
        return reply.error.message

    def open(self, target: Path | str) -> GraphDescription:
        """Open a graph that must open."""
        reply = cast(TargetOpened, self.do(OpenTarget(str(target))))
        assert reply.graph is not None, (reply.error, reply.choices)
        return reply.graph

    def open_any(self, target: Path | str) -> GraphDescription:
        """Open a graph, or the first that the file offers."""
        reply = cast(TargetOpened, self.do(OpenTarget(str(target))))
        if reply.choices:
            return self.open(f"{target}:{reply.choices[0].attribute}")
        assert reply.graph is not None, reply.error
        return reply.graph

    def refusal_of_input(self, given: Any) -> str:
        """The message that refuses an input."""
        return self.refusal(Start("t", given))

    def wait(self, kind: type[E], where: Callable[[E], bool] = lambda event: True) -> E:
        """The next event of the kind, of those not waited for yet."""
        with self._changed:
            while True:
                for index in range(self._seen, len(self.events)):
                    event = self.events[index]
                    if isinstance(event, kind) and where(event):
                        self._seen = index + 1
                        return event
                if not self._changed.wait(WAIT_SECONDS):
                    raise AssertionError(f"no {kind.__name__} among {self.events}")

    def rest(self) -> RunPaused | RunEnded:
        """Wait until the run pauses or ends."""
        return cast(
            "RunPaused | RunEnded",
            self.wait(Event, lambda event: isinstance(event, (RunPaused, RunEnded))),
        )

    def start(
        self, given: Any, thread_id: str = "t", mode: RunMode = "run"
    ) -> RunPaused | RunEnded:
        """Start and wait for the rest."""
        cast(RunAccepted, self.do(Start(thread_id, given, mode)))
        return self.rest()

    def go(self, thread_id: str = "t", **options: Any) -> RunPaused | RunEnded:
        """Continue and wait for the rest."""
        self.do(Continue(thread_id, **options))
        return self.rest()

    def view(self, checkpoint_id: str | None = None, thread_id: str = "t") -> CheckpointView:
        """One moment."""
        return cast(CheckpointView, self.do(ReadCheckpoint(thread_id, checkpoint_id=checkpoint_id)))

    def rows(self, thread_id: str = "t", checkpoint_ns: str | None = "") -> list[CheckpointRow]:
        """The history, newest first."""
        page = cast(CheckpointPage, self.do(ListCheckpoints(thread_id, checkpoint_ns)))
        return list(page.rows)

    def values(self, checkpoint_id: str | None = None, thread_id: str = "t") -> dict[str, str]:
        """Lines of the channels that have a value, without the engine's own."""
        return {
            channel.name: channel.value.text
            for channel in self.view(checkpoint_id, thread_id).channels
            if channel.value is not None and not channel.name.startswith(("branch:", "join:", "__"))
        }

    def told(self, kind: type[E]) -> list[E]:
        """All events of the kind so far."""
        with self._changed:
            return [event for event in self.events if isinstance(event, kind)]


def _travel(message: codec.Message) -> None:
    """Everything that is said can be said over a pipe as well."""
    text = json.dumps(codec.to_json(message), allow_nan=False)
    assert codec.from_json(json.loads(text)) == message


@contextmanager
def driven(
    database: "str | BaseCheckpointSaver[Any] | None" = None, **options: Any
) -> Iterator[Driver]:
    """A driver whose session is closed at the end, over the transport of the test."""
    session: Session
    if transport == "child":
        assert not isinstance(database, BaseCheckpointSaver), "a saver is an object of this process"
        session = ChildSession(database, **options)
    else:
        session = LocalSession(database, **options)
    try:
        yield Driver(session)
    finally:
        session.close()


def write_graph(folder: Path, body: str, name: str = "graph_file.py") -> Path:
    """A file that defines a graph; the usual names are imported already."""
    path = folder / name
    path.write_text(HEADER + body, encoding="utf-8")
    return path


HEADER = '''"""A graph for a test."""
import operator
import threading
from typing import Annotated, Any, TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send, interrupt


'''

CHAIN = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]
    count: int


def a(state: State) -> dict[str, Any]:
    return {"log": ["a"], "count": state.get("count", 0) + 1}


def b(state: State) -> dict[str, Any]:
    print("in b")
    return {"log": ["b"], "count": state["count"] + 1}


def c(state: State) -> dict[str, Any]:
    return {"log": ["c"]}


builder = StateGraph(State)
builder.add_sequence([a, b, c])
builder.add_edge(START, "a")
builder.add_edge("c", END)
graph = builder.compile()
"""

FAN = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


def plan(state: State) -> None:
    return None


def left(state: State) -> dict[str, Any]:
    return {"log": ["left"]}


def right(state: State) -> dict[str, Any]:
    return {"log": ["right"]}


def work(state: dict[str, Any]) -> dict[str, Any]:
    return {"log": [f"work {state['n']}"]}


def join(state: State) -> dict[str, Any]:
    return {"log": ["join"]}


builder = StateGraph(State)
for node in (plan, left, right, work, join):
    builder.add_node(node)
builder.add_edge(START, "plan")
builder.add_edge("plan", "left")
builder.add_edge("plan", "right")
builder.add_conditional_edges(
    "plan", lambda state: [Send("work", {"n": n}) for n in range(2)], ["work"]
)
builder.add_edge(["left", "right"], "join")
graph = builder.compile()
"""

ASKING = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


def left(state: State) -> dict[str, Any]:
    return {"log": ["left " + interrupt({"side": "left"})]}


def right(state: State) -> dict[str, Any]:
    first = interrupt("right 1")
    second = interrupt("right 2")
    return {"log": [f"right {first} {second}"]}


def plain(state: State) -> dict[str, Any]:
    return {"log": ["plain"]}


def last(state: State) -> dict[str, Any]:
    return {"log": ["last"]}


builder = StateGraph(State)
for node in (left, right, plain, last):
    builder.add_node(node)
for name in ("left", "right", "plain"):
    builder.add_edge(START, name)
builder.add_edge(["left", "right", "plain"], "last")
graph = builder.compile()
"""

"""An executor whose tasks run in another process, to which only bytes go."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Annotated, Any, TypedDict

from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.graph import END, START, StateGraph
from runtime.pregel.assignment import Assignment, Outcome, assignment_of, carry_out, settle
from runtime.pregel.loop import Loop
from runtime.pregel.task import Task
from runtime.types import Send, interrupt

ROOT = Path(__file__).resolve().parents[3]
serde = JsonPlusSerializer()


def joined(left: list[Any], right: list[Any]) -> list[Any]:
    return left + right


class State(TypedDict, total=False):
    parts: list[str]
    done: Annotated[list[Any], joined]


class Context(TypedDict):
    greeting: str


def split(state: State) -> list[Send]:
    return [Send("work", {"part": part}) for part in state["parts"]]


def work(state: dict[str, Any]) -> State:
    if state["part"] == "bad":
        raise ValueError("a bad part")
    return {"done": [state["part"].upper()]}


def ask(state: State) -> State:
    first, second = interrupt("first?"), interrupt("second?")
    return {"done": [first, second]}


builder = StateGraph(State, context_schema=Context)
builder.add_node("work", work)
builder.add_node("ask", ask)
builder.add_conditional_edges(START, split, ["work"])
builder.add_edge("work", "ask")
builder.add_edge("ask", END)
graph = builder.compile()


class OneWorker:
    """Sends every task to a child process, one after the other."""

    def __init__(self) -> None:
        self.sent: list[Assignment] = []
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.runtime.pregel.remote"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, loop: Loop, tasks: Sequence[Task]) -> Iterator[Task | None]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        for task in tasks:
            assignment = assignment_of(task)
            self.sent.append(assignment)
            _write(self._child.stdin, assignment)
            task_id, writes, error, interrupts = _read(self._child.stdout)
            failure = None if error is None else RuntimeError(error)
            yield settle(task, Outcome(task_id, writes, failure, interrupts, 0.0))
            if task.failed:
                return

    def close(self) -> None:
        self._child.communicate(timeout=30)


def _write(stream: IO[bytes], value: Any) -> None:
    tag, data = serde.dumps_typed(value)
    stream.write(f"{tag} {len(data)}\n".encode() + data)
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    head = stream.readline().decode().split()
    return serde.loads_typed((head[0], stream.read(int(head[1])))) if head else None


def serve() -> None:
    """The worker: assignments from the standard input, outcomes to the standard output."""
    while (assignment := _read(sys.stdin.buffer)) is not None:
        outcome = carry_out(graph, assignment)
        error = None if outcome.error is None else str(outcome.error)
        _write(sys.stdout.buffer, (outcome.task_id, outcome.writes, error, outcome.interrupts))


if __name__ == "__main__":
    serve()

"""A list of messages that grows by 1 KB a superstep."""

import operator
from functools import partial
from typing import Annotated, Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import bytes_on_disk, opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread

Message = dict[str, str]
_TEXT = "a kilobyte of words " * 50


class Conversation(TypedDict):
    limit: int
    messages: Annotated[list[Message], operator.add]


def answer(state: Conversation) -> dict[str, list[Message]]:
    number = len(state["messages"])
    return {"messages": [{"role": "assistant", "content": f"{number:6} {_TEXT}"}]}


def again(state: Conversation) -> str:
    return "answer" if len(state["messages"]) < state["limit"] else "__end__"


def build(engine: Engine, saver: Any) -> Any:
    builder = engine.graph.StateGraph(Conversation)
    builder.add_node("answer", answer)
    builder.add_edge("__start__", "answer")
    builder.add_conditional_edges("answer", again)
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, durability: str) -> Took:
    took, ratio = talk_and_weigh(engine, run, durability)
    run.facts["on disk"] = f"{ratio:.1f} times the messages' own size"
    return took


def talk_and_weigh(engine: Engine, run: Run, durability: str) -> tuple[Took, float]:
    """What the talk took, and the bytes on disk for a byte of message once it is closed."""
    with opened("sqlite NORMAL", engine, run) as saver:
        graph = build(engine, saver)

        def talk(name: str, limit: int) -> Any:
            given = {"messages": [], "limit": limit}
            return graph.invoke(given, thread(name, limit + 10), durability=durability)

        talk("warm", 5)
        took, result = timed(lambda: talk("measured", run.size))
    spoken = sum(len(message["content"]) for message in result["messages"])
    assert len(result["messages"]) == run.size
    return took, bytes_on_disk(run) / spoken


WORKLOADS = [
    Workload(
        "messages",
        "list growing by a message of 1 KB a superstep, 2,000 supersteps, SQLite NORMAL, async",
        40,
        partial(measure, durability="async"),
        2_000,
        quick_size=200,
        pairs=3,
    )
]

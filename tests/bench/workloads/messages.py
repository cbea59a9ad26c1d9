"""A conversation that grows by a message of 1 KB a superstep."""

import operator
from functools import partial
from importlib import import_module
from typing import Annotated, Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import bytes_on_disk, opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread

_TEXT = "a kilobyte of words " * 50


class Conversation(TypedDict):
    limit: int
    messages: Annotated[list[dict[str, str]], operator.add]


def again(state: Any) -> str:
    return "answer" if len(state["messages"]) < state["limit"] else "__end__"


def _message_class(engine: Engine) -> Any:
    """The class of a model's answers."""
    place = "runtime.messages" if engine.side == "ours" else "langchain_core.messages"
    return import_module(place).AIMessage


def _messages_of(engine: Engine) -> Any:
    """The engine's own message list, beside a limit."""
    fields = {"limit": int, **engine.graph.MessagesState.__annotations__}
    return TypedDict("Messages", fields)  # type: ignore[operator]


def build(engine: Engine, saver: Any, *, as_messages: bool = False) -> Any:
    """A loop; its list is one of plain dictionaries, or of the engine's message objects."""

    message_class = _message_class(engine) if as_messages else None

    def answer(state: Any) -> dict[str, Any]:
        number = len(state["messages"])
        text = f"{number:6} {_TEXT}"
        if message_class is not None:
            return {"messages": [message_class(content=text, id=f"message-{number}")]}
        return {"messages": [{"role": "assistant", "content": text}]}

    builder = engine.graph.StateGraph(_messages_of(engine) if as_messages else Conversation)
    builder.add_node("answer", answer)
    builder.add_edge("__start__", "answer")
    builder.add_conditional_edges("answer", again)
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, as_messages: bool) -> Took:
    took, ratio = talk_and_weigh(engine, run, as_messages=as_messages)
    run.facts["on disk"] = f"{ratio:.1f} times the messages' own size"
    return took


def talk_and_weigh(engine: Engine, run: Run, *, as_messages: bool = False) -> tuple[Took, float]:
    """What the talk took, and the bytes on disk for a byte of message once it is closed."""
    with opened("sqlite NORMAL", engine, run) as saver:
        graph = build(engine, saver, as_messages=as_messages)

        def talk(name: str, limit: int) -> Any:
            return graph.invoke({"messages": [], "limit": limit}, thread(name, limit + 10))

        talk("warm", 5)
        took, result = timed(lambda: talk("measured", run.size))
    spoken = sum(
        len(message.content if as_messages else message["content"])
        for message in result["messages"]
    )
    assert len(result["messages"]) == run.size
    return took, bytes_on_disk(run) / spoken


WORKLOADS = [
    Workload(
        f"messages{name}",
        f"{words} growing by 1 KB a superstep, 2,000 supersteps, SQLite NORMAL, async",
        40,
        partial(measure, as_messages=as_messages),
        2_000,
        quick_size=200,
        pairs=1,
    )
    for name, words, as_messages in (
        ("", "message list (add_messages)", True),
        ("-dicts", "list of dictionaries (operator.add)", False),
    )
]

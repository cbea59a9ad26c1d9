"""Graphs whose every activation has a name of its own, noted in a file when it begins.

What a node finds in its state, or the caller in the stream, is finished: with durability ``sync``
it never runs again, whatever happens to the process.
"""

import json
import operator
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send, interrupt

PROGRAMS = ("fan", "loop", "nested", "questions")
TURNS = 6
SENT = 4
Builder = StateGraph[Any, Any, Any, Any]


class State(TypedDict, total=False):
    """``log`` has the name of each activation that wrote, ``texts`` something long of each."""

    turn: int
    log: Annotated[list[Any], operator.add]
    texts: Annotated[list[Any], operator.add]


class Journal:
    """Lines that outlive the process."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def note(self, **line: Any) -> None:
        """One atomic append."""
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(file, f"{json.dumps(line)}\n".encode())
        finally:
            os.close(file)

    def began(self, name: str, state: Any) -> None:
        """An activation begins, and sees what is finished."""
        self.note(began=name, finished=state.get("log", []))

    def shown(self, chunk: Any) -> None:
        """The caller was shown what tasks wrote."""
        _namespace, updates = chunk
        for node, update in updates.items():
            if not node.startswith("__"):
                self.note(finished=update["log"])

    def lines(self) -> list[Any]:
        """Everything noted."""
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def counts(self) -> Counter[str]:
        """How often each activation began."""
        return Counter(line["began"] for line in self.lines() if "began" in line)

    def finished(self) -> set[str]:
        """The activations that somebody has seen the result of."""
        return {name for line in self.lines() for name in line["finished"]}


def wrote(name: str) -> Any:
    """What an activation writes: something small, and something that is stored apart."""
    return {"log": [name], "texts": [f"{name} " * 100]}


def compiled(program: str, journal: Journal, saver: Any) -> Any:
    """One of ``PROGRAMS``."""

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            journal.began(name, state)
            return wrote(name)

        return run

    def sent(state: Any) -> Any:
        name = f"sent {state['turn']}"
        journal.began(name, state)
        return wrote(name)

    def turn(prefix: str) -> Any:
        def run(state: Any) -> Any:
            number = state.get("turn", 0) + 1
            journal.began(f"{prefix} {number}", state)
            return {"turn": number, **wrote(f"{prefix} {number}")}

        return run

    def until(last: int, name: str) -> Any:
        return lambda state: name if state["turn"] < last else END

    def asking(name: str, times: int) -> Any:
        def run(state: Any) -> Any:
            journal.began(name, state)
            answers = [interrupt(f"{name} {number}") for number in range(times)]
            assert answers == [f"to {name} {number}" for number in range(times)]
            return wrote(name)

        return run

    builder: Builder = StateGraph(State)
    if program == "fan":
        builder.add_node("first", node("first")).add_edge(START, "first")
        builder.add_node("sent", sent)
        for name in ("a", "b", "c"):
            builder.add_node(name, node(name)).add_edge("first", name)
        builder.add_node("last", node("last"), defer=True)
        builder.add_edge("sent", "last").add_edge(["a", "b", "c"], "last")
        builder.add_conditional_edges(
            "first", lambda state: [Send("sent", {"turn": number}) for number in range(SENT)]
        )
    elif program == "loop":
        builder.add_node("turn", turn("turn")).add_edge(START, "turn")
        builder.add_conditional_edges("turn", until(TURNS, "turn"))
    elif program == "nested":
        inmost: Builder = StateGraph(State)
        inmost.add_node("inmost", turn("inmost")).add_edge(START, "inmost")
        inmost.add_conditional_edges("inmost", until(3, "inmost"))
        inner: Builder = StateGraph(State)
        inner.add_node("inner", turn("inner")).add_edge(START, "inner")
        inner.add_node("deeper", inmost.compile())
        inner.add_node("beside", node("beside"))
        inner.add_edge("inner", "deeper").add_edge("inner", "beside")
        builder.add_node("before", node("before")).add_edge(START, "before")
        builder.add_node("inside", inner.compile(strict_subgraphs=True))
        builder.add_node("after", node("after"))
        builder.add_edge("before", "inside").add_edge("inside", "after")
    elif program == "questions":
        for name, times in (("one", 1), ("two", 2)):
            builder.add_node(name, asking(name, times)).add_edge(START, name)
        builder.add_node("beside", node("beside")).add_edge(START, "beside")
        builder.add_node("three", asking("three", 1))
        builder.add_edge(["one", "two", "beside"], "three")
    else:
        raise ValueError(program)
    return builder.compile(saver, strict_subgraphs=True)


_OVER = object()


def _given(found: Any) -> Any:
    """What the thread needs to go on."""
    if found.metadata is None:
        return {"log": ["input"]}
    if found.interrupts:
        return Command(resume={each.id: f"to {each.value}" for each in found.interrupts})
    # Not ``next``: where every task of a superstep finished, the superstep may still have to end.
    return None if found.tasks else _OVER


Shown = Callable[[Any], None]


def finish(graph: Any, config: Any, durability: str = "sync", shown: Shown | None = None) -> None:
    """Run the thread to its end: it begins, goes on or is answered, as it needs.

    Where ``shown`` is given it gets the updates that were streamed.
    """
    options: Any = {"durability": durability}
    while (given := _given(graph.get_state(config))) is not _OVER:
        if shown is None:
            graph.invoke(given, config, **options)
        else:
            options.update(stream_mode="updates", subgraphs=True)
            for chunk in graph.stream(given, config, **options):
                shown(chunk)


async def afinish(
    graph: Any, config: Any, durability: str = "sync", shown: Shown | None = None
) -> None:
    """As ``finish``, awaited."""
    options: Any = {"durability": durability}
    while (given := _given(await graph.aget_state(config))) is not _OVER:
        if shown is None:
            await graph.ainvoke(given, config, **options)
        else:
            options.update(stream_mode="updates", subgraphs=True)
            async for chunk in graph.astream(given, config, **options):
                shown(chunk)

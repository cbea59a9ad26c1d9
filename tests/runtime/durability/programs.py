"""Graphs whose side effects are counted in a file, and that stop dead at a chosen place.

The same graph is built in the process that is killed and in the one that goes on.
"""

import itertools
import json
import operator
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import Send, interrupt
from tests.runtime.durability import generation

Halt = Callable[[str], None]
"""Called with the name of each place that the program passes."""


def appended(old: list[Any], new: list[Any]) -> list[Any]:
    """A reducer of the user's own."""
    if PASSING is not None:
        PASSING("reducer")
    return old + new


PASSING: Halt | None = None
"""What the reducer calls: a reducer is given nothing but its operands."""


class State(TypedDict, total=False):
    """``log`` tells who wrote, in fold order."""

    x: int
    log: Annotated[list[Any], operator.add]
    own: Annotated[list[Any], appended]


def passing_on(_place: str) -> None:
    """Halts nowhere."""


class Effects:
    """Side effects that survive a killed process: a line for each time a node ran."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "effects.txt"

    def note(self, name: str) -> None:
        """One atomic append."""
        line = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(line, f"{name}\n".encode())
        finally:
            os.close(line)

    def counts(self) -> dict[str, int]:
        """How often each node ran."""
        found: dict[str, int] = {}
        if self.path.exists():
            for name in self.path.read_text().split():
                found[name] = found.get(name, 0) + 1
        return found


def build(name: str, folder: Path, halt: Halt = passing_on) -> StateGraph[Any, Any, Any, Any]:
    """The builder of one of the programs below, or of a plan given as JSON.

    A plan halts at ``run N``, the N-th time that any of its nodes runs.
    """
    global PASSING
    PASSING = halt
    effects = Effects(folder)

    def node(name: str, key: str = "log") -> Any:
        def run(state: Any) -> Any:
            effects.note(name)
            halt(name)
            return {key: [name]}

        return run

    def asking(name: str) -> Any:
        def run(state: Any) -> Any:
            effects.note(name)
            answer = interrupt(f"{name}?")
            halt(f"{name} was answered")
            return {"log": [f"{name} {answer}"]}

        return run

    def sent(state: Any) -> Any:
        which = f"sent{state['x']}"
        effects.note(which)
        halt(which)
        return {"log": [which]}

    if name.startswith("{"):
        numbers = itertools.count(1)

        def hook(name: str) -> None:
            effects.note(name)
            halt(f"run {next(numbers)}")

        return generation.build(json.loads(name), hook)
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    if name == "fan":
        builder.add_node("first", node("first"))
        for each in ("a", "b", "c", "d"):
            builder.add_node(each, node(each)).add_edge("first", each)
        builder.add_node("last", node("last")).add_edge(["a", "b", "c", "d"], "last")
        builder.add_edge(START, "first")
    elif name == "sends":
        builder.add_node("sent", sent).add_node("last", node("last")).add_edge("sent", "last")
        builder.add_conditional_edges(
            START, lambda state: [Send("sent", {"x": number}) for number in range(4)]
        )
    elif name == "chain":
        builder.add_sequence([(each, node(each)) for each in ("a", "b", "c", "d")])
        builder.add_edge(START, "a").add_edge("d", END)
    elif name == "questions":
        builder.add_node("asks", asking("asks"))
        for each in ("writes", "hangs"):
            builder.add_node(each, node(each)).add_edge(START, each)
        builder.add_node("last", node("last")).add_edge(["asks", "writes", "hangs"], "last")
        builder.add_edge(START, "asks")
    elif name == "reducing":
        for each in ("a", "b"):
            builder.add_node(each, node(each, "own")).add_edge(START, each)
    else:
        raise ValueError(name)
    return builder

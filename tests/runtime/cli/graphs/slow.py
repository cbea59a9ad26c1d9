"""One node that notes its run in a file, then three at once: one ends, two wait for a lock.

Those that wait come before and after the one that ends. ``folder`` is where the files are; the
nodes wait as long as somebody holds the lock on the file ``held`` there.
"""

import fcntl
import operator
from pathlib import Path
from typing import Annotated

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph


class State(TypedDict):
    folder: str
    done: Annotated[list[str], operator.add]


def _note(state: State, name: str) -> dict[str, list[str]]:
    with (Path(state["folder"]) / "runs.txt").open("a") as file:
        file.write(f"{name}\n")
    return {"done": [name]}


def first(state: State) -> dict[str, list[str]]:
    return _note(state, "first")


def quick(state: State) -> dict[str, list[str]]:
    return _note(state, "quick")


def _wait(state: State, name: str) -> dict[str, list[str]]:
    with (Path(state["folder"]) / "held").open() as held:
        fcntl.flock(held, fcntl.LOCK_SH)
    return _note(state, name)


def before(state: State) -> dict[str, list[str]]:
    return _wait(state, "before")


def waiting(state: State) -> dict[str, list[str]]:
    return _wait(state, "waiting")


builder = StateGraph(State)
builder.add_node("first", first)
builder.add_node("before", before)
builder.add_node("quick", quick)
builder.add_node("waiting", waiting)
builder.add_edge(START, "first")
builder.add_edge("first", "before")
builder.add_edge("first", "quick")
builder.add_edge("first", "waiting")
builder.add_edge("before", END)
builder.add_edge("quick", END)
builder.add_edge("waiting", END)
graph = builder.compile()

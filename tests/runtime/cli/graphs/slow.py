"""One node that counts its runs in a file, then two at once: one ends, one waits for a file.

``folder`` is where both files are.
"""

import operator
import time
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


def waiting(state: State) -> dict[str, list[str]]:
    folder = Path(state["folder"])
    (folder / "waits").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return _note(state, "waiting")


builder = StateGraph(State)
builder.add_node("first", first)
builder.add_node("quick", quick)
builder.add_node("waiting", waiting)
builder.add_edge(START, "first")
builder.add_edge("first", "quick")
builder.add_edge("first", "waiting")
builder.add_edge("quick", END)
builder.add_edge("waiting", END)
graph = builder.compile()

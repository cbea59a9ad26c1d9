"""A subgraph that asks, between two plain nodes."""

import operator
import sys
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import interrupt


class State(TypedDict):
    path: Annotated[list[str], operator.add]


def before(state: State) -> dict[str, list[str]]:
    sys.stdout.write("beginning\n")
    return {"path": ["before"]}


def ask(state: State) -> dict[str, list[str]]:
    answer: Any = interrupt("inside?")
    return {"path": [f"asked:{answer}"]}


def after(state: State) -> dict[str, list[str]]:
    return {"path": ["after"]}


inner_builder = StateGraph(State)
inner_builder.add_node("ask", ask)
inner_builder.add_edge(START, "ask")
inner_builder.add_edge("ask", END)

builder = StateGraph(State)
builder.add_node("before", before)
builder.add_node("inner", inner_builder.compile())
builder.add_node("after", after)
builder.add_edge(START, "before")
builder.add_edge("before", "inner")
builder.add_edge("inner", "after")
builder.add_edge("after", END)
graph = builder.compile()

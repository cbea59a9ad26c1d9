"""Two questions in one superstep, and a text that terminals must not obey."""

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import interrupt


class State(TypedDict):
    answers: Annotated[list[Any], operator.add]


def left(state: State) -> dict[str, list[Any]]:
    return {"answers": [interrupt({"ask": "left? \x1b[31m größer"})]}


def right(state: State) -> dict[str, list[Any]]:
    return {"answers": [interrupt("right?")]}


builder = StateGraph(State)
builder.add_node("left", left)
builder.add_node("right", right)
builder.add_edge(START, "left")
builder.add_edge(START, "right")
builder.add_edge("left", END)
builder.add_edge("right", END)
graph = builder.compile()

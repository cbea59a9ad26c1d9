"""Returns a list that is inside itself."""

from typing import Any

from typing_extensions import TypedDict

from runtime.graph import START, StateGraph


class State(TypedDict, total=False):
    x: list[Any]


def loops(state: State) -> State:
    value: list[Any] = []
    value.append(value)
    return {"x": value}


graph = StateGraph(State).add_node("loops", loops).add_edge(START, "loops").compile()

"""A graph that always stops before its second node, with an example input and a coroutine."""

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph


class State(TypedDict, total=False):
    count: int
    doubled: int


async def double(state: State) -> State:
    return {"doubled": 2 * state["count"]}


def finish(state: State) -> State:
    return {"count": state["doubled"]}


EXAMPLE_INPUT = {"count": 4}

builder = StateGraph(State)
builder.add_node("double", double)
builder.add_node("finish", finish)
builder.add_edge(START, "double")
builder.add_edge("double", "finish")
builder.add_edge("finish", END)
graph = builder.compile(interrupt_before=["finish"])

"""The smallest graph: one channel, one node. ``increment`` writes 1, and the channel's reducer
adds it to what is there. Run it again on the same thread and the count goes on from where it
stood, because the thread's last checkpoint is where a run begins.
"""

import operator
from typing import Annotated

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph


class State(TypedDict):
    count: Annotated[int, operator.add]


def increment(state: State) -> dict[str, int]:
    """Write 1; the reducer does the adding."""
    return {"count": 1}


EXAMPLE_INPUT = {"count": 0}

builder = StateGraph(State)
builder.add_node("increment", increment)
builder.add_edge(START, "increment")
builder.add_edge("increment", END)
graph = builder.compile()

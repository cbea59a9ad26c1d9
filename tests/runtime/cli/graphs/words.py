"""Hands words back in a node whose name is not ASCII."""

import operator
from typing import Annotated

from typing_extensions import TypedDict

from runtime.graph import START, StateGraph


class State(TypedDict):
    log: Annotated[list[str], operator.add]


builder = StateGraph(State).add_node("größe", lambda state: {"log": ["漢字"]})
graph = builder.add_edge(START, "größe").compile()

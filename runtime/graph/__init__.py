"""Building graphs: nodes and edges over a typed state."""

from runtime.constants import END, START
from runtime.graph.message import MessageGraph, MessagesState, add_messages
from runtime.graph.state import StateGraph

__all__ = ["END", "START", "MessageGraph", "MessagesState", "StateGraph", "add_messages"]

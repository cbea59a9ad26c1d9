"""Two branches of unequal length, collected in two ways. The price is there after one superstep,
the stock only after two. ``per_branch`` has a separate edge from each branch and therefore runs
twice, the first time with half of the facts; ``together`` has one join edge from both, waits for
the slower branch and runs once. Step through it and watch who is due when.
"""

import operator
import time
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph


class Article(TypedDict):
    article: str


class State(Article, total=False):
    price: float
    crates: int
    stock: int
    notes: Annotated[list[str], operator.add]


def fetch_price(state: State) -> dict[str, Any]:
    """The short branch: one superstep."""
    time.sleep(0.1)
    return {"price": 12.5}


def count_crates(state: State) -> dict[str, Any]:
    """The long branch begins."""
    time.sleep(0.2)
    return {"crates": 7}


def count_pieces(state: State) -> dict[str, Any]:
    """The long branch ends, one superstep after the price."""
    return {"stock": state["crates"] * 24}


def facts(state: State) -> str:
    """What is known of the article so far."""
    price = f"{state['price']:.2f} EUR" if "price" in state else "price unknown"
    stock = f"{state['stock']} in stock" if "stock" in state else "stock unknown"
    return f"{state['article']}: {price}, {stock}"


def per_branch(state: State) -> dict[str, list[str]]:
    """Runs once for each branch that arrives."""
    return {"notes": [f"per branch: {facts(state)}"]}


def together(state: State) -> dict[str, list[str]]:
    """Runs once, when both branches have arrived."""
    return {"notes": [f"together: {facts(state)}"]}


EXAMPLE_INPUT = {"article": "desk lamp"}

builder = StateGraph(State, input_schema=Article)
builder.add_node("fetch_price", fetch_price)
builder.add_node("count_crates", count_crates)
builder.add_node("count_pieces", count_pieces)
builder.add_node("per_branch", per_branch)
builder.add_node("together", together)
builder.add_edge(START, "fetch_price")
builder.add_edge(START, "count_crates")
builder.add_edge("count_crates", "count_pieces")
builder.add_edge("fetch_price", "per_branch")
builder.add_edge("count_pieces", "per_branch")
builder.add_edge(["fetch_price", "count_pieces"], "together")
builder.add_edge("per_branch", END)
builder.add_edge("together", END)
graph = builder.compile()

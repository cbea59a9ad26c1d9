"""A state of which each superstep adds a little to much."""

import operator
from typing import Annotated, Any, TypedDict


class Growing(TypedDict, total=False):
    """A text that stays, a list and a dict that grow, a number that changes."""

    text: str
    items: Annotated[list[Any], operator.add]
    table: Annotated[dict[str, Any], operator.or_]
    n: int


def grow(state: Growing) -> Growing:
    """One item and one key more."""
    n = state["n"]
    return {"items": [{"number": n, "text": "y" * 400}], "table": {f"key {n}": "z" * 400}}


def tick(state: Growing) -> Growing:
    """Nothing but the number."""
    return {"n": state["n"] + 1}

"""States that the graphs of these tests share."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict


class Log(TypedDict, total=False):
    """A list that grows and a value that is replaced."""

    log: Annotated[list[str], operator.add]
    x: int


class Single(TypedDict, total=False):
    """One value: two writers in one superstep do not fit."""

    x: int


def on(thread: str = "1", **more: Any) -> dict[str, Any]:
    """The config of a thread."""
    return {"configurable": {"thread_id": thread, **more}}

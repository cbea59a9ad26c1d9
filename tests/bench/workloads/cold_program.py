"""The whole program of the cold process; it prints the seconds from its first line on."""

import sys
import time

start = time.perf_counter(), time.process_time()

if len(sys.argv) > 1:
    from importlib import import_module
    from typing import TypedDict

    StateGraph = import_module(f"{sys.argv[1]}.graph").StateGraph

    class Count(TypedDict):
        count: int

    builder = StateGraph(Count)
    builder.add_node("step", lambda state: {"count": state["count"] + 1})
    builder.add_edge("__start__", "step")
    assert builder.compile().invoke({"count": 1}) == {"count": 2}
    wall, processor = time.perf_counter() - start[0], time.process_time() - start[1]
    sys.stdout.write(f"{wall} {processor}")

"""Graphs of a wanted size, as the text of a Python file that a person would open."""

import random


def wide(nodes: int, edges: int, seed: int = 1) -> str:
    """Mostly forwards, some edges backwards, a fifth of them conditional; running is quick."""
    chance = random.Random(seed)
    names = [f"node_{index:04d}" for index in range(nodes)]
    static = {(names[chance.randrange(max(0, i - 8), i)], names[i]) for i in range(1, nodes)}
    routed: dict[str, set[str]] = {}
    count = len(static)
    while count < edges - 2:
        source = chance.randrange(nodes)
        target = min(nodes - 1, max(0, source + chance.randint(-3, 16)))
        pair = (names[source], names[target])
        if chance.random() < 0.2:
            known = routed.setdefault(pair[0], set())
            count += pair[1] not in known
            known.add(pair[1])
        elif pair not in static and source < target:
            count += 1
            static.add(pair)
    lines = [
        "import operator",
        "from typing import Annotated, TypedDict",
        "from runtime.graph import END, START, StateGraph",
        "",
        "class State(TypedDict, total=False):",
        "    log: Annotated[list, operator.add]",
        "",
        "def node(state):",
        "    return {'log': [1]}",
        "",
        "def router(state):",
        "    return []",
        "",
        "builder = StateGraph(State)",
        f"for name in {names!r}:",
        "    builder.add_node(name, node)",
        f"builder.add_edge(START, {names[0]!r})",
        f"for source, target in {sorted(static)!r}:",
        "    builder.add_edge(source, target)",
        f"for source, targets in {sorted((a, sorted(b)) for a, b in routed.items())!r}:",
        "    builder.add_conditional_edges(source, router, {t: t for t in targets})",
        f"builder.add_edge({names[-1]!r}, END)",
        "graph = builder.compile()",
        "EXAMPLE_INPUT = {'log': []}",
    ]
    return "\n".join(lines) + "\n"


def fan_out(sends: int, milliseconds: float) -> str:
    """One superstep of so many tasks, each of which computes for a while."""
    return f"""
import operator
import time
from typing import Annotated, TypedDict
from runtime.graph import END, START, StateGraph
from runtime.types import Send

class State(TypedDict, total=False):
    found: Annotated[list, operator.add]

def work(state):
    until = time.thread_time() + {milliseconds / 1000!r}
    while time.thread_time() < until:
        pass
    return {{"found": [state["n"]]}}

def gather(state):
    return {{}}

def fan(state):
    return [Send("work", {{"n": n}}) for n in range({sends})]

builder = StateGraph(State).add_node(work).add_node(gather)
builder.add_conditional_edges(START, fan, ["work"]).add_edge("work", "gather")
builder.add_edge("gather", END)
graph = builder.compile()
EXAMPLE_INPUT = {{"found": []}}
"""

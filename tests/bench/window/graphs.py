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


HEAVY = {
    "one text": "'a line of text that goes on\\n' * 1_750_000",
    "1,000,000 integers": "list(range(1_000_000))",
    "200,000 keys": "{f'key {n}': 'x' * 240 for n in range(200_000)}",
    "200 levels": "reduce(lambda deep, _: {'a': deep, 'b': ['y' * 100] * 2400}, range(200))",
    "50,000 messages": "[HumanMessage(content='x' * 1_000, id=f'm{n}') for n in range(50_000)]",
}
"""Values of about 50 MB, as Python writes them; the integers are fewer bytes, but many."""


def heavy(value: str) -> str:
    """A value that the first node makes, then a loop that adds a little beside it.

    Where the value is a list of messages, each turn adds one.
    """
    return f"""
from functools import reduce
from typing import Annotated, Any, TypedDict
from runtime.graph import START, StateGraph
from runtime.graph.message import add_messages
from runtime.messages import AIMessage, HumanMessage

MESSAGES = {value == HEAVY["50,000 messages"]!r}

class State(TypedDict, total=False):
    value: Any
    messages: Annotated[list, add_messages]
    n: int

def build(state):
    return {{"messages" if MESSAGES else "value": {value}}}

def tick(state):
    n = state.get("n", 0) + 1
    more = {{"messages": [AIMessage(content="more", id=f"a{{n}}")]}} if MESSAGES else {{}}
    return {{"n": n, **more}}

builder = StateGraph(State).add_node(build).add_node(tick)
builder.add_edge(START, "build").add_edge("build", "tick").add_edge("tick", "tick")
graph = builder.compile()
EXAMPLE_INPUT = {{"n": 0}}
"""

"""An agent that calls tools: ``agent`` asks a model, which streams its words and asks for tools,
``tools`` runs each of its calls as a task of its own, and the edge leads back until the model only
answers. The model is played by a few rules, so there is no key and no network; the panel Messages
shows the words as they come, and Tasks what the tools report while they work.
"""

import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from runtime.config import get_stream_writer
from runtime.graph import END, START, MessagesState, StateGraph
from runtime.graph.message import push_message
from runtime.messages import AIMessage, ToolMessage
from runtime.types import Send

PAUSE = 0.04
"""Seconds between two words."""

STOCK = {"desk lamp": 12, "office chair": 0, "bookshelf": 3}
PRICES = {"desk lamp": 12.5, "office chair": 189.0, "bookshelf": 74.9}


def find_stock(item: str) -> str:
    """How many of an item there are, in the warehouses one by one."""
    report = get_stream_writer()
    for number, place in enumerate(("Hamburg", "Lyon", "Porto"), start=1):
        time.sleep(PAUSE)
        report({"warehouse": place, "asked": number, "of": 3})
    return f"{STOCK.get(item, 0)} in stock"


def find_price(item: str) -> str:
    """What an item costs."""
    get_stream_writer()({"price list": "spring", "item": item})
    return f"{PRICES[item]:.2f} EUR" if item in PRICES else "unknown"


TOOLS = {"find_stock": find_stock, "find_price": find_price}


def model(messages: list[Any]) -> Iterator[str | dict[str, Any]]:
    """Words and then perhaps calls of tools, as a model streams them."""
    question = str(next(each.content for each in reversed(messages) if each.type == "human"))
    items = [item for item in PRICES if item in question.lower()] or ["desk lamp"]
    results: list[str] = []
    for message in reversed(messages):
        if message.type != "tool":
            break
        results.insert(0, f"{message.name.removeprefix('find_')}: {message.content}")
    if results:
        answer = f"This is what I found for {' and '.join(items)}. " + "; ".join(results) + "."
        yield from answer.split(" ")
        return
    yield from f"Let me look up stock and price of {' and '.join(items)}.".split(" ")
    for item in items:
        for name in TOOLS:
            yield {"id": f"call-{uuid4().hex[:8]}", "name": name, "args": {"item": item}}


def agent(state: MessagesState) -> dict[str, Any]:
    """Ask the model, and pass its words on as they come."""
    message_id = uuid4().hex
    words: list[str] = []
    calls: list[dict[str, Any]] = []
    for part in model(state["messages"]):
        if isinstance(part, dict):
            calls.append(part)
            continue
        words.append(part if not words else f" {part}")
        push_message(AIMessage(words[-1], id=message_id), state_key=None)
        time.sleep(PAUSE)
    given = sum(len(str(each.content).split()) for each in state["messages"])
    usage = {"input_tokens": given, "output_tokens": len(words), "total_tokens": given + len(words)}
    answer = AIMessage("".join(words), id=message_id, tool_calls=calls, usage_metadata=usage)
    return {"messages": [answer]}


def run_tool(call: dict[str, Any]) -> dict[str, Any]:
    """Run one call."""
    result = TOOLS[call["name"]](**call["args"])
    return {"messages": [ToolMessage(result, name=call["name"], tool_call_id=call["id"])]}


def calls_of(state: MessagesState) -> list[Send] | str:
    """A task for each call of the last message; the end where there is none."""
    calls = state["messages"][-1].tool_calls
    return [Send("tools", call) for call in calls] or END


EXAMPLE_INPUT = {
    "messages": [{"role": "user", "content": "Is the desk lamp in stock, and the bookshelf?"}]
}

builder = StateGraph(MessagesState)
builder.add_node("agent", agent)
builder.add_node("tools", run_tool)
builder.add_edge(START, "agent")
builder.add_conditional_edges("agent", calls_of, ["tools", END])
builder.add_edge("tools", "agent")
graph = builder.compile()

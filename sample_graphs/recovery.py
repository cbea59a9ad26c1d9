"""What a failure costs: only the task that failed. ``reserve_stock`` and ``charge_card`` run in
one superstep; the first succeeds, the second meets a payment service that does not answer its
first call. Run on, and only ``charge_card`` runs again: the reservation was saved the moment it
was made, and its number stays the same. The payment service's memory is a small file, so this
also holds when the whole program is started anew in between.
"""

import hashlib
import tempfile
import time
from pathlib import Path
from typing import Any

from typing_extensions import TypedDict

from runtime.config import get_config
from runtime.graph import END, START, StateGraph


class Order(TypedDict):
    order: str
    pieces: int
    price: float


class State(Order):
    reservation: str
    payment: str
    confirmation: str


def reserve_stock(state: State) -> dict[str, str]:
    """Succeeds. Its number is made of the time, so that a second run would show."""
    time.sleep(0.1)
    return {"reservation": f"R-{time.time_ns() // 1_000_000}"}


def charge_card(state: State) -> dict[str, str]:
    """Fails when this task runs for the first time, succeeds when it runs again."""
    time.sleep(0.2)
    memory = call_memory()
    if not memory.exists():
        memory.touch()
        raise ConnectionError("the payment service did not answer; continue to try again")
    memory.unlink()
    return {"payment": f"{state['pieces'] * state['price']:.2f} EUR paid"}


def call_memory() -> Path:
    """The file that remembers the first call. A task keeps its namespace when it is retried."""
    configurable: dict[str, Any] = get_config().get("configurable", {})
    task = f"{configurable.get('thread_id')}|{configurable.get('checkpoint_ns')}"
    name = hashlib.sha256(task.encode()).hexdigest()[:24]
    return Path(tempfile.gettempdir()) / f"pregel-studio-recovery-{name}"


def confirm(state: State) -> dict[str, str]:
    """Runs once both have written."""
    return {
        "confirmation": f"{state['order']}: {state['payment']}, reserved as {state['reservation']}"
    }


EXAMPLE_INPUT = {"order": "A-1042", "pieces": 3, "price": 24.5}

builder = StateGraph(State, input_schema=Order)
builder.add_node("reserve_stock", reserve_stock)
builder.add_node("charge_card", charge_card)
builder.add_node("confirm", confirm)
builder.add_edge(START, "reserve_stock")
builder.add_edge(START, "charge_card")
builder.add_edge(["reserve_stock", "charge_card"], "confirm")
builder.add_edge("confirm", END)
graph = builder.compile()

"""A refund that nobody pays out by accident. ``draft`` prepares the refund and the message to the
customer; ``approve`` stops with exactly the call that would be made and waits for an answer. True
goes on to ``submit``, False to ``reject``, and a text replaces the message before it is submitted.
On the answer the node starts again from its first line, so nothing before ``interrupt`` may have
an effect on the world.
"""

from typing import Any, Literal

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import Command, interrupt


class Request(TypedDict):
    """A customer's complaint as it comes in."""

    customer: str
    order: str
    amount: float
    complaint: str


class State(Request):
    message: str
    outcome: Literal["submitted", "rejected"]
    log: str


def draft(state: State) -> dict[str, str]:
    """Write the message that goes with the refund."""
    return {
        "message": (
            f"Dear {state['customer']},\n\n"
            f"we are sorry about order {state['order']}: {state['complaint']}\n"
            f"We refund {state['amount']:.2f} EUR to your card; it arrives within three days."
        )
    }


def approve(state: State) -> Command[Literal["submit", "reject"]]:
    """Ask a person whether the refund may go out."""
    answer: Any = interrupt(
        {
            "action": "refund_order",
            "args": {
                "order": state["order"],
                "amount": state["amount"],
                "currency": "EUR",
                "message": state["message"],
            },
        }
    )
    if isinstance(answer, str) and answer.strip():
        return Command(goto="submit", update={"message": answer})
    return Command(goto="submit" if answer is True else "reject")


def submit(state: State) -> dict[str, str]:
    """Pay out; here it only says so."""
    return {
        "outcome": "submitted",
        "log": f"refunded {state['amount']:.2f} EUR for order {state['order']}",
    }


def reject(state: State) -> dict[str, str]:
    """Leave the order as it is."""
    return {"outcome": "rejected", "log": f"order {state['order']} was left unchanged"}


EXAMPLE_INPUT = {
    "customer": "Ada Okafor",
    "order": "A-1042",
    "amount": 49.9,
    "complaint": "the lamp arrived with a cracked shade.",
}

builder = StateGraph(State, input_schema=Request)
builder.add_node("draft", draft)
builder.add_node("approve", approve)
builder.add_node("submit", submit)
builder.add_node("reject", reject)
builder.add_edge(START, "draft")
builder.add_edge("draft", "approve")
builder.add_edge("submit", END)
builder.add_edge("reject", END)
graph = builder.compile()

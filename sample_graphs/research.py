"""An incident inquiry that fans out and waits for a person. ``plan`` turns the question into
queries, each query becomes a ``search`` task of its own through ``Send``, and all of them run in
one superstep. ``gather`` ranks what they found; ``review`` stops and asks: approve, and
``synthesize`` writes the answer; ask for a revision, and the graph loops back to ``plan`` with
the reviewer's words as the next query.
"""

import operator
import time
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send, interrupt


class Finding(TypedDict):
    """One thing that a search found; ``weight`` says how much it explains, from 0 to 1."""

    query: str
    source: str
    claim: str
    weight: float


class Inquiry(TypedDict):
    """What a person gives: the question, and how many queries the first round may ask."""

    question: str
    breadth: int


class State(Inquiry):
    queries: list[str]
    findings: Annotated[list[Finding], operator.add]
    evidence: list[Finding]
    feedback: str
    round: int
    report: str


class SearchTask(TypedDict):
    """What one ``search`` task receives in place of the whole state."""

    query: str


QUERIES = (
    "deployments on the day",
    "slowest spans in traces",
    "database load",
    "tickets from customers",
    "traffic compared with last week",
)

LIBRARY: dict[str, tuple[tuple[str, str, float], ...]] = {
    "deployments": (
        (
            "deploy log",
            "checkout 4.18 went out at 09:12, eight minutes before the first alert",
            0.8,
        ),
        ("deploy log", "pricing 2.3 went out the evening before and was quiet all night", 0.2),
    ),
    "traces": (
        (
            "trace sample",
            "load_cart issues one query per line item; its span grew from 40 ms to 610 ms",
            0.95,
        ),
    ),
    "database": (
        ("dashboard", "reads on the orders replica rose ninefold while writes stayed level", 0.7),
        ("dashboard", "the connection pool stood at its limit from 09:20 to 11:05", 0.6),
    ),
    "tickets": (
        ("support desk", "carts with more than ten items time out; small ones pass", 0.75),
    ),
    "traffic": (("edge log", "requests are within 3 % of the same day last week", 0.3),),
    "cache": (("cache metrics", "hit rate of the cart cache fell from 97 % to 4 % at 09:12", 0.9),),
}


def plan(state: State) -> dict[str, Any]:
    """Choose the queries: a standard set first, the reviewer's own words afterwards."""
    feedback = state.get("feedback", "")
    queries = [feedback] if feedback else list(QUERIES[: max(1, state["breadth"])])
    return {"queries": queries, "round": state.get("round", 0) + 1}


def fan_out(state: State) -> list[Send]:
    """One ``search`` task for each query."""
    return [Send("search", {"query": query}) for query in state["queries"]]


def search(state: SearchTask) -> dict[str, list[Finding]]:
    """Look one query up in the library."""
    query = state["query"]
    time.sleep(0.2)
    found: list[Finding] = [
        {"query": query, "source": source, "claim": claim, "weight": weight}
        for word, entries in LIBRARY.items()
        if word in query.casefold()
        for source, claim, weight in entries
    ]
    print(f"{len(found)} found for {query!r}")
    return {"findings": found}


def gather(state: State) -> dict[str, list[Finding]]:
    """Rank everything found so far, in all rounds, and drop what was found twice."""
    by_claim = {finding["claim"]: finding for finding in state["findings"]}
    return {"evidence": sorted(by_claim.values(), key=lambda finding: -finding["weight"])}


ANSWER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {"type": "string", "enum": ["approve", "revise"]},
        "feedback": {
            "type": "string",
            "description": "What to look into next, when revising; for example: cache metrics",
        },
    },
    "required": ["decision"],
}


def review(state: State) -> Command[Literal["synthesize", "plan"]]:
    """Show the evidence to a person and go where the answer says."""
    answer = interrupt(
        {
            "question": state["question"],
            "round": state["round"],
            "evidence": state["evidence"],
            "answer_schema": ANSWER_SCHEMA,
        }
    )
    decision, feedback = read_answer(answer)
    if decision == "approve":
        return Command(goto="synthesize", update={"feedback": ""})
    return Command(goto="plan", update={"feedback": feedback})


def read_answer(answer: Any) -> tuple[str, str]:
    """Accept the schema's object, the bare word ``approve`` or ``True``, or plain feedback."""
    if isinstance(answer, dict):
        return str(answer.get("decision", "revise")), str(answer.get("feedback", ""))
    if answer is True or answer == "approve":
        return "approve", ""
    return "revise", answer if isinstance(answer, str) else ""


def synthesize(state: State) -> dict[str, str]:
    """Write the answer from the ranked evidence."""
    lines = [state["question"], ""]
    lines += [f"- {item['claim']} ({item['source']})" for item in state["evidence"]]
    lines += ["", f"{len(state['evidence'])} findings, approved in round {state['round']}."]
    return {"report": "\n".join(lines)}


EXAMPLE_INPUT = {"question": "Why did checkout latency double on 14 October?", "breadth": 3}

builder = StateGraph(State, input_schema=Inquiry)
builder.add_node("plan", plan)
builder.add_node("search", search)
builder.add_node("gather", gather)
builder.add_node("review", review)
builder.add_node("synthesize", synthesize)
builder.add_edge(START, "plan")
builder.add_conditional_edges("plan", fan_out, ["search"])
builder.add_edge("search", "gather")
builder.add_edge("gather", "review")
builder.add_edge("synthesize", END)
graph = builder.compile()

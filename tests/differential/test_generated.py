"""Graphs and inputs made at random: the same events, state and history on both engines."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from tests.differential.corrections import answered_is_closed, snapshots
from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.generation import GraphPlan, build, graph_plans, inputs
from tests.differential.recording import Entry, Session, checkpoints_of
from tests.differential.test_scenarios import keep_types, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

RECURSION_LIMIT = 9
ANSWERS = 3


def record(plan: GraphPlan, given_inputs: list[Any], engine: Engine) -> Session:
    """Run every input to its end, answering questions, and look at state and history."""
    session = Session(build(plan, engine))
    session.limits["recursion_limit"] = RECURSION_LIMIT
    for number, given_input in enumerate(given_inputs):
        session.stream(given_input)
        for answer in range(ANSWERS):
            if _raised(session.entries[-1]) == "InvalidUpdateError":
                # LangGraph cannot read a thread whose writes conflict; what ours does then is
                # tested by itself.
                return session
            snapshot = session.snapshot()
            if _raised(session.entries[-2]) or not snapshot.next:
                break
            answers = {
                found.id: f"answer {number}.{answer}"
                for task in snapshot.tasks
                for found in task.interrupts
                if task.result is None
            }
            session.stream(engine.Command(resume=answers) if answers else None)
    session.history()
    return session


def _raised(entry: Entry) -> str | None:
    if entry.seen and entry.seen[-1][0] == "raised":
        kind = entry.seen[-1][1][1]
        assert isinstance(kind, str)
        return kind
    return None


def _is_refusal(error: str | None) -> bool:
    return error is not None and "InvalidUpdateError" in error


@pytest.mark.parametrize("part", [1, 2, 3])
def test_random_graphs(part: int) -> None:
    @seed(part)
    @settings(max_examples=50, phases=[Phase.generate, Phase.shrink])
    @given(graph_plans(), st.lists(inputs, min_size=1, max_size=2))
    def found(plan: GraphPlan, given_inputs: list[Any]) -> None:
        compare(plan, given_inputs)

    found()


def compare(plan: GraphPlan, given_inputs: list[Any]) -> None:
    """Both engines tell and save the same."""
    logging.getLogger("langgraph").setLevel(logging.ERROR)
    theirs, ours = (record(plan, given_inputs, engine) for engine in (ORACLE, OURS))
    answered_is_closed(theirs.entries)
    for entry in ours.entries:
        # What the barrier refused is recorded here only, see `refused` in the corrections.
        for snapshot in snapshots(entry):
            for _, task in snapshot["tasks"]:
                if _is_refusal(task["error"]):
                    task["error"] = None
    same(theirs.entries, ours.entries)
    stored = [list(checkpoints_of(found.graph, found.normalise)) for found in (theirs, ours)]
    keep_types(stored[0])
    for checkpoint in stored[1]:
        checkpoint["pending"] = [
            write
            for write in checkpoint["pending"]
            if write[1] != "__error__" or not _is_refusal(write[2])
        ]
    same(*([Entry("checkpoint", [item]) for item in found] for found in stored))

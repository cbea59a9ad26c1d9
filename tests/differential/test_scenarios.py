"""The same graphs on this runtime and on LangGraph: what they show must be the same.

Every scenario runs on both engines within one test. LangGraph's recording, corrected where a rule
of this runtime disagrees on purpose, is what this runtime's recording is compared with.
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from pprint import pformat
from typing import Any

import pytest

from tests.differential import graphs
from tests.differential.coroutines import InCoroutines
from tests.differential.engines import ORACLE, OURS
from tests.differential.recording import (
    EVERY_MODE,
    Entry,
    Session,
    checkpoints_of,
    tasks_of_checkpoints,
)
from tests.differential.scenarios import SCENARIOS, Scenario

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

# What a task left behind besides writes to channels of the state.
OUTCOMES = {"__interrupt__", "__error__", "__resume__"}

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda found: found.name)


def same(expected: list[Entry], actual: list[Entry]) -> None:
    """Fail with the first entry that differs, as a readable difference."""
    for number, (theirs, ours) in enumerate(zip(expected, actual, strict=False)):
        if repr(theirs) == repr(ours) or theirs == ours:
            continue
        lines = difflib.unified_diff(
            _lines(theirs), _lines(ours), "langgraph", "runtime", lineterm="", n=4
        )
        pytest.fail(f"entry {number}, {theirs.what}:\n" + "\n".join(lines))
    assert [entry.what for entry in expected] == [entry.what for entry in actual]


def _lines(entry: Entry) -> list[str]:
    lines = [entry.what]
    for seen in entry.seen:
        lines += pformat(seen, width=100).splitlines()
    return lines


def test_there_are_enough_graphs() -> None:
    assert len(SCENARIOS) >= 40
    assert len(graphs.__all__) >= 10


@each_scenario
def test_states_events_and_history(scenario: Scenario) -> None:
    expected = scenario.expected(EVERY_MODE, scenario.record(ORACLE).entries)
    same(expected, scenario.record(OURS).entries)


@each_scenario
def test_the_same_in_coroutines(scenario: Scenario) -> None:
    awaited = replace(scenario, build=lambda engine: InCoroutines(scenario.build(engine)))
    expected = awaited.expected(EVERY_MODE, awaited.record(ORACLE).entries)
    same(expected, awaited.record(OURS).entries)


@pytest.mark.parametrize("mode", EVERY_MODE)
@each_scenario
def test_events_of_a_single_mode(scenario: Scenario, mode: str) -> None:
    theirs = scenario.record(ORACLE, mode, events_only=True).entries
    ours = scenario.record(OURS, mode, events_only=True).entries
    same(scenario.expected(mode, theirs), ours)


@each_scenario
def test_stored_checkpoints(scenario: Scenario) -> None:
    sessions = [scenario.record(engine) for engine in (ORACLE, OURS)]
    if not sessions[0].graph.checkpointer:
        assert not sessions[1].graph.checkpointer
        return
    theirs, ours = (list(checkpoints_of(found.graph, found.normalise)) for found in sessions)
    leave_the_past_alone(theirs, sessions[0])
    keep_types(theirs)
    know_what_changed(theirs, ours)
    expected, actual = ([Entry("checkpoint", [item]) for item in found] for found in (theirs, ours))
    for disagreement in scenario.disagreements:
        disagreement.correct(expected)
    same(expected, actual)


def leave_the_past_alone(checkpoints: list[Any], session: Session) -> None:
    """History is immutable: LangGraph puts the writes of an edit beside those of past tasks.

    They are the writes below the parent of an edit that no superstep of that parent has made.
    """
    for item in checkpoints:
        children = [child for child in checkpoints if child["parent"] == item["id"]]
        sources = {child["metadata"]["source"] for child in children}
        if "update" in sources:
            ran = (
                tasks_of_checkpoints(session.graph, session.normalise) if "loop" in sources else {}
            )
            item["pending"] = [
                write
                for write in item["pending"]
                if write[0] in ran.get(item["id"], ()) or write[1] in OUTCOMES
            ]


def know_what_changed(theirs: list[Any], ours: list[Any]) -> None:
    """LangGraph does not write down which channels an edit changed."""
    for their, our in zip(theirs, ours, strict=False):
        if their["updated"] is None:
            our["updated"] = None


def keep_types(checkpoints: list[Any]) -> None:
    """Values keep their type: LangGraph gives the pairs of deferred triggers back as lists."""
    for item in checkpoints:
        for key, value in item["values"].items():
            if key.startswith(("branch:to:", "join:")) and isinstance(value, list):
                item["values"][key] = tuple(value)

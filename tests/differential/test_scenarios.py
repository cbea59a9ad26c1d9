"""The same graphs on this runtime and on LangGraph: what they show must be the same.

Every scenario runs on both engines within one test. LangGraph's recording, corrected where a rule
of this runtime disagrees on purpose, is what this runtime's recording is compared with.
"""

from __future__ import annotations

import difflib
from pprint import pformat
from typing import Any

import pytest

from tests.differential import graphs
from tests.differential.engines import ORACLE, OURS
from tests.differential.recording import EVERY_MODE, Entry, checkpoints_of
from tests.differential.scenarios import SCENARIOS, Scenario

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

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


@pytest.mark.parametrize("mode", EVERY_MODE)
@each_scenario
def test_events_of_a_single_mode(scenario: Scenario, mode: str) -> None:
    theirs = scenario.record(ORACLE, mode, events_only=True).entries
    ours = scenario.record(OURS, mode, events_only=True).entries
    same(scenario.expected(mode, theirs), ours)


@each_scenario
def test_stored_checkpoints(scenario: Scenario) -> None:
    def stored(engine: Any) -> list[Entry]:
        session = scenario.record(engine)
        if not session.graph.checkpointer:
            return []
        found = checkpoints_of(session.graph, session.normalise)
        return [Entry(f"checkpoint of step {item['metadata']['step']}", [item]) for item in found]

    same(stored(ORACLE), stored(OURS))

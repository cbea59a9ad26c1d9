"""Which breakpoint is hit where: by kind, graph, condition and number; what it says."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest

from runtime.debug.breakpoints import BadBreakpoint, BreakpointSet, Hit, hit_rule, message_parts
from runtime.debug.commands import Breakpoint


def values() -> Mapping[str, Any]:
    return {"round": 3, "messages": ["a", "b"], "state": {"kind": "draft"}}


def never() -> NoReturn:
    pytest.fail("values were read without need")


def ids(hits: list[Hit]) -> list[str]:
    return [hit.breakpoint.id for hit in hits]


def test_each_kind_looks_at_its_own_subject() -> None:
    kept = BreakpointSet(
        [
            Breakpoint("1", "before", "write"),
            Breakpoint("2", "after", "plan"),
            Breakpoint("3", "write", "messages"),
            Breakpoint("4", "error", ""),
            Breakpoint("5", "change", "messages"),
            Breakpoint("6", "several", "messages"),
        ]
    )
    (found,) = kept.look("before", ["plan", "write"], never)
    assert (found.breakpoint.id, found.text, found.outcome) == ("1", "before write", "paused")
    assert kept.look("before", ["plan"], never) == []
    assert kept.look("after", ["write"], never) == []
    assert [hit.text for hit in kept.look("after", ["plan"], never)] == ["after plan"]
    texts = [hit.text for hit in kept.look("write", ["round", "messages"], never)]
    assert texts == ["on write to messages"]
    assert [hit.text for hit in kept.look("change", ["messages"], never)] == [
        "on change of messages"
    ]
    assert ids(kept.look("several", ["messages"], never)) == ["6"]
    assert [hit.text for hit in kept.look("error", ["x"], never)] == ["on error in x"]


def test_disabled_breakpoints_are_not_looked_at() -> None:
    kept = BreakpointSet([Breakpoint("1", "before", "", enabled=False)])
    assert not kept
    assert kept.look("before", ["plan"], never) == []


def test_one_is_of_the_graph_that_its_namespace_names() -> None:
    kept = BreakpointSet(
        [
            Breakpoint("root", "before", "draft"),
            Breakpoint("inner", "before", "draft", namespace="letter|body"),
            Breakpoint("every", "before"),
            Breakpoint("any inside", "before", namespace="letter"),
        ]
    )
    assert ids(kept.look("before", ["draft"], never)) == ["root", "every"]
    assert ids(kept.look("before", ["draft"], never, "letter")) == ["every", "any inside"]
    hits = kept.look("before", ["draft"], never, "letter|body")
    assert [hit.text for hit in hits] == ["before letter / body / draft"] * 2


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("round > 2", True),
        ("round > 3", False),
        ("len(messages) == 2 and messages[0] == 'a'", True),
        ("state['kind'] in ['draft', 'final']", True),
        ("state.kind == 'draft'", True),
        ("missing > 1", False),
        ("round > 'text'", False),
        ("any([text == 'b' for text in messages])", True),
        ("any(text == 'b' for text in messages)", True),
        ("9 ** 9 ** 9 ** 9", False),
    ],
)
def test_conditions_read_channels_by_name(condition: str, holds: bool) -> None:
    kept = BreakpointSet([Breakpoint("1", "condition", condition=condition)])
    hits = [hit for hit in kept.look("condition", [], values) if hit.outcome == "paused"]
    assert bool(hits) is holds


def test_a_condition_stops_when_it_becomes_true() -> None:
    kept = BreakpointSet([Breakpoint("1", "condition", condition="n > 1")])

    def becomes_true(n: int) -> bool:
        return bool(kept.look("condition", [], lambda: {"n": n}))

    assert [becomes_true(n) for n in (1, 2, 3, 0, 5)] == [
        False,
        True,
        False,
        False,
        True,
    ]


def test_a_condition_narrows_another_kind() -> None:
    kept = BreakpointSet(
        [
            Breakpoint("1", "before", "write", "round > 5"),
            Breakpoint("2", "before", "write", "round < 5"),
        ]
    )
    (found,) = kept.look("before", ["write"], values)
    assert (found.breakpoint.id, found.text) == ("2", "before write where round < 5")


def test_what_is_unclear_is_said_once() -> None:
    kept = BreakpointSet([Breakpoint("1", "before", "a", "round > 'text'")])
    (found,) = kept.look("before", ["a"], values)
    assert found.outcome == "unclear"
    assert "not supported between" in found.text
    assert kept.look("before", ["a"], values) == []


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [("", [1, 2, 3, 4, 5, 6]), ("3", [3]), (">= 4", [4, 5, 6]), ("%2", [2, 4, 6])],
)
def test_hits_are_counted(rule: str, numbers: list[int]) -> None:
    kept = BreakpointSet([Breakpoint("1", "before", "a", hits=rule)])
    hits = [kept.look("before", ["a"], never)[0] for _ in range(6)]
    assert [hit.count for hit in hits] == [1, 2, 3, 4, 5, 6]
    assert [hit.count for hit in hits if hit.outcome == "paused"] == numbers
    assert all(hit.outcome == "counted" for hit in hits if hit.count not in numbers)
    kept.begin_anew()
    assert kept.look("before", ["a"], never)[0].count == 1


def test_counts_are_kept_until_the_breakpoint_is_another_one() -> None:
    first = Breakpoint("1", "before", "a")
    kept = BreakpointSet([first])
    kept.look("before", ["a"], never)
    kept = kept.replaced([Breakpoint("1", "before", "a", enabled=False)])
    kept = kept.replaced([first, Breakpoint("2", "before", "b")])
    assert kept.look("before", ["a"], never)[0].count == 2
    kept = kept.replaced([Breakpoint("1", "before", "a", hits=">= 1")])
    assert kept.look("before", ["a"], never)[0].count == 1


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", "Before a"),
        ("round {round}, {{as it is}}", "round 3, {as it is}"),
        ("{messages} {state['kind']}", "['a', 'b'] draft"),
        ("{ {'k': round}['k'] }", "3"),
        ("{missing}!", "<missing has no value>!"),
    ],
)
def test_one_that_logs_says_its_message(message: str, said: str) -> None:
    kept = BreakpointSet([Breakpoint("1", "before", "a", logs=True, message=message)])
    (found,) = kept.look("before", ["a"], values)
    assert (found.outcome, found.text) == ("logged", said)


@pytest.mark.parametrize("rule", ["0", "three", "> 3", "% 0", "-1", "3.5"])
def test_what_is_no_rule_for_hits_is_refused(rule: str) -> None:
    with pytest.raises(BadBreakpoint, match="is not a rule for hits"):
        hit_rule(rule)


@pytest.mark.parametrize(
    ("message", "problem"), [("{round", "not closed"), ("{a b}", "is not an expression")]
)
def test_what_is_no_message_is_refused(message: str, problem: str) -> None:
    with pytest.raises(BadBreakpoint, match=problem):
        message_parts(message)


@pytest.mark.parametrize("condition", ["round >", "a = 1", "import os", ""])
def test_a_condition_that_cannot_be_read_is_refused_when_it_is_set(condition: str) -> None:
    with pytest.raises(BadBreakpoint) as raised:
        BreakpointSet([Breakpoint("1", "condition", condition=condition)])
    assert raised.value.view.message.startswith(f"Condition `{condition}`:")


WITHOUT = """
import sys
sys.modules["simpleeval"] = None
from runtime.debug.breakpoints import BadBreakpoint, BreakpointSet
from runtime.debug.commands import Breakpoint
print(bool(BreakpointSet([Breakpoint("1", "before", "x")])))
try:
    BreakpointSet([Breakpoint("1", "condition", condition="x > 1")])
except BadBreakpoint as error:
    print(error.view.message, "|", error.view.remedy)
"""


def test_without_the_evaluator_only_conditions_are_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "True",
        "Condition `x > 1`: expressions need the package simpleeval, which is not installed | "
        "Install it: python -m pip install simpleeval",
    ]

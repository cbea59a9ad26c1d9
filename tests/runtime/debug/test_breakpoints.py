"""Which breakpoint stops a run where, with and without a condition."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest

from runtime.debug.breakpoints import BadCondition, BreakpointSet
from runtime.debug.commands import Breakpoint


def values() -> Mapping[str, Any]:
    return {"round": 3, "messages": ["a", "b"], "state": {"kind": "draft"}}


def never() -> NoReturn:
    pytest.fail("values were read without need")


def test_each_kind_looks_at_its_own_subject() -> None:
    kept = BreakpointSet(
        [
            Breakpoint("1", "before", "write"),
            Breakpoint("2", "after", "plan"),
            Breakpoint("3", "write", "messages"),
            Breakpoint("4", "error", ""),
        ]
    )
    found = kept.before(["plan", "write"], never)
    assert found is not None
    assert (found[0].id, found[1]) == ("1", "before write")
    assert kept.before(["plan"], never) is None
    assert kept.after(["write"], never) is None
    after = kept.after(["plan"], never)
    assert after is not None
    assert after[1] == "after plan"
    written = kept.written(["round", "messages"], never)
    assert written is not None
    assert written[1] == "write to messages"
    failed = kept.failed("anything", never)
    assert failed is not None
    assert failed[1] == "error in anything"


def test_disabled_breakpoints_stop_nothing() -> None:
    kept = BreakpointSet([Breakpoint("1", "before", "", enabled=False)])
    assert not kept
    assert kept.before(["plan"], never) is None


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
        ("messages.__class__", False),
        ("9 ** 9 ** 9 ** 9", False),
    ],
)
def test_conditions_read_channels_by_name(condition: str, holds: bool) -> None:
    kept = BreakpointSet([Breakpoint("1", "condition", condition=condition)])
    assert (kept.before([], values) is not None) is holds


def test_a_condition_narrows_another_kind() -> None:
    kept = BreakpointSet(
        [
            Breakpoint("1", "before", "write", "round > 5"),
            Breakpoint("2", "before", "write", "round < 5"),
        ]
    )
    found = kept.before(["write"], values)
    assert found is not None
    assert (found[0].id, found[1]) == ("2", "before write where round < 5")


@pytest.mark.parametrize("condition", ["round >", "a = 1", "import os", ""])
def test_a_condition_that_cannot_be_read_is_refused_when_it_is_set(condition: str) -> None:
    with pytest.raises(BadCondition) as raised:
        BreakpointSet([Breakpoint("1", "condition", condition=condition)])
    assert raised.value.view.message.startswith(f"Condition `{condition}`:")


WITHOUT = """
import sys
sys.modules["simpleeval"] = None
from runtime.debug.breakpoints import BadCondition, BreakpointSet
from runtime.debug.commands import Breakpoint
print(bool(BreakpointSet([Breakpoint("1", "before", "x")])))
try:
    BreakpointSet([Breakpoint("1", "condition", condition="x > 1")])
except BadCondition as error:
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

"""The activation rule in numbers and words, from versions alone."""

import pytest

from runtime.debug.explain import (
    Activation,
    Join,
    explain,
    join_sources_by_convention,
    triggers_by_convention,
)
from runtime.debug.views import SendView

TRIGGERS = {
    "plan": ("branch:to:plan",),
    "write": ("branch:to:write", "join:a+b:write"),
    "__start__": ("__start__",),
    "search": (),
    "total": ("amount",),
}


def activation(
    versions: dict[str, int],
    seen: dict[str, dict[str, int]] | None = None,
    available: set[str] | None = None,
    reported: tuple[str, ...] = (),
    written_by: dict[str, tuple[str, ...]] | None = None,
    sends: dict[str, list[SendView]] | None = None,
) -> Activation:
    return Activation(
        triggers=TRIGGERS,
        versions=versions,
        seen=seen or {},
        available=frozenset(versions if available is None else available),
        joins={"join:a+b:write": Join(("a", "b"), reported)},
        written_by=written_by or {},
        sends=sends or {},
    )


@pytest.mark.parametrize(
    ("node", "state", "due", "sentence"),
    [
        (
            "plan",
            activation({"branch:to:plan": 7}, {"plan": {"branch:to:plan": 5}}),
            True,
            "plan is due: it was triggered (branch:to:plan: version 7 > seen 5).",
        ),
        (
            "plan",
            activation({"branch:to:plan": 7}, written_by={"branch:to:plan": ("x", "y")}),
            True,
            "plan is due: x and y triggered it (branch:to:plan: version 7 > seen 0).",
        ),
        (
            "plan",
            activation({"branch:to:plan": 2}, written_by={"branch:to:plan": ("__start__",)}),
            True,
            "plan is due: the graph starts with it (branch:to:plan: version 2 > seen 0).",
        ),
        (
            "plan",
            activation({"branch:to:plan": 5}, {"plan": {"branch:to:plan": 5}}),
            False,
            "plan is not due: no task has triggered it since it last ran "
            "(branch:to:plan: version 5, seen 5).",
        ),
        (
            "plan",
            activation({"branch:to:plan": 6}, {"plan": {"branch:to:plan": 5}}, available=set()),
            False,
            "plan is not due: no task has triggered it since it last ran "
            "(branch:to:plan: version 6, seen 5, empty).",
        ),
        (
            "plan",
            activation({}),
            False,
            "plan is not due: no task has triggered it yet (branch:to:plan was never written).",
        ),
        (
            "write",
            activation({"join:a+b:write": 4}, available=set(), reported=("a",)),
            False,
            "write is not due: no task has triggered it yet (branch:to:write was never written); "
            "its join waits for b after a reported (version 4, seen 0).",
        ),
        (
            "write",
            activation(
                {"branch:to:write": 1, "join:a+b:write": 4},
                {"write": {"branch:to:write": 1}},
                reported=("a", "b"),
            ),
            True,
            "write is due: all of a and b have reported to its join (version 4 > seen 0).",
        ),
        (
            "__start__",
            activation({"__start__": 1}),
            True,
            "__start__ is due: input was given (version 1 > seen 0).",
        ),
        (
            "search",
            activation({}, sends={"search": [SendView(place, "plan") for place in range(3)]}),
            True,
            "search is due: Sends [0] to [2] from plan wait for it.",
        ),
        (
            "search",
            activation({}, sends={"search": [SendView(4)]}),
            True,
            "search is due: Send [4] waits for it.",
        ),
        (
            "search",
            activation(
                {},
                sends={
                    "search": [
                        SendView(0, "a"),
                        SendView(1, "a"),
                        SendView(2, "b"),
                        SendView(5, "a"),
                    ]
                },
            ),
            True,
            "search is due: Sends [0], [1] and [5] from a wait for it; "
            "Send [2] from b waits for it.",
        ),
        (
            "search",
            activation({}),
            False,
            "search is not due: nothing triggers it but a Send.",
        ),
        (
            "total",
            activation({"amount": 3}, {"total": {"amount": 2}}, written_by={"amount": ("a",)}),
            True,
            "total is due: amount was written by a (version 3 > seen 2).",
        ),
        (
            "write",
            activation(
                {"join:a+b:write": 3},
                {"write": {"join:a+b:write": 3}},
                available=set(),
            ),
            False,
            "write is not due: nothing has triggered it since it last ran "
            "(branch:to:write was never written); "
            "its join waits for a and b again (version 3, seen 3).",
        ),
        (
            "total",
            activation({"amount": 3}, {"total": {"amount": 2}}, available=set()),
            False,
            "total is not due: amount changed but is empty now (version 3, seen 2).",
        ),
        (
            "total",
            activation({"amount": 3}, {"total": {"amount": 3}}),
            False,
            "total is not due: amount has not changed since it last ran (version 3, seen 3).",
        ),
    ],
)
def test_the_rule_is_told_with_its_numbers(
    node: str, state: Activation, due: bool, sentence: str
) -> None:
    told = explain(node, state)
    assert told.sentence == sentence
    assert told.due is due
    assert any(trigger.due for trigger in told.triggers) or told.sends or not due


def test_due_nodes_are_sends_first_then_names_in_order() -> None:
    state = activation(
        {"branch:to:write": 2, "branch:to:plan": 2, "__start__": 1},
        {"__start__": {"__start__": 1}},
        sends={"search": [SendView(0), SendView(1)]},
    )
    assert state.due_nodes() == ("search", "search", "plan", "write")


def test_triggers_are_read_off_channel_names() -> None:
    names = ["messages", "branch:to:a", "join:x+y:a", "__start__", "join:p+q:b", "__pregel_tasks"]
    assert triggers_by_convention(names) == {
        "a": ("branch:to:a", "join:x+y:a"),
        "__start__": ("__start__",),
        "b": ("join:p+q:b",),
    }
    assert join_sources_by_convention("join:x+y:a") == ("x", "y")
    assert join_sources_by_convention("branch:to:a") == ()

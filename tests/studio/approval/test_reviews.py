"""Reviews of proposed calls, in the forms in which agents ask and expect answers."""

from typing import Any

import pytest

from studio.approval.reviews import Decision, review_of

CALL = {"name": "send_email", "args": {"to": "ada"}, "description": "Please look"}
MIDDLEWARE = {
    "action_requests": [CALL, {"name": "delete", "args": {}}],
    "review_configs": [
        {"action_name": "send_email", "allowed_decisions": ["approve", "edit", "reject"]},
        {"action_name": "delete", "allowed_decisions": ["approve", "reject"]},
    ],
}
INBOX = {
    "action_request": {"action": "send_email", "args": {"to": "ada"}},
    "config": {
        "allow_accept": True,
        "allow_edit": True,
        "allow_respond": False,
        "allow_ignore": True,
    },
    "description": "Please look",
}


def test_requests_of_the_middleware() -> None:
    review = review_of(MIDDLEWARE)
    assert review is not None
    first, second = review.proposals
    assert (first.name, first.arguments, first.description) == (
        "send_email",
        {"to": "ada"},
        "Please look",
    )
    assert (first.allowed, second.allowed) == (("approve", "edit", "reject"), ("approve", "reject"))
    answer = review.answer([Decision("edit", {"to": "bob"}), Decision("reject", message="no")])
    assert answer == {
        "decisions": [
            {"type": "edit", "edited_action": {"name": "send_email", "args": {"to": "bob"}}},
            {"type": "reject", "message": "no"},
        ]
    }
    assert review.answer([Decision("approve"), Decision("approve")]) == {
        "decisions": [{"type": "approve"}, {"type": "approve"}]
    }


def test_requests_without_a_policy_allow_all_four() -> None:
    review = review_of({"action_requests": [CALL], "review_configs": []})
    assert review is not None
    assert review.proposals[0].allowed == ("approve", "edit", "reject", "respond")
    assert review.answer([Decision("respond", message="it is 5")]) == {
        "decisions": [{"type": "respond", "message": "it is 5"}]
    }


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (Decision("approve"), {"type": "accept", "args": None}),
        (Decision("ignore"), {"type": "ignore", "args": None}),
        (
            Decision("edit", {"to": "bob"}),
            {"type": "edit", "args": {"action": "send_email", "args": {"to": "bob"}}},
        ),
        (Decision("respond", message="later"), {"type": "response", "args": "later"}),
    ],
)
def test_an_inbox_is_answered_in_the_shape_in_which_it_asks(
    decision: Decision, expected: dict[str, Any]
) -> None:
    one, several = review_of(INBOX), review_of([INBOX])
    assert one is not None
    assert several is not None
    assert one.proposals[0].allowed == ("approve", "edit", "ignore")
    assert one.answer([decision]) == expected
    assert several.answer([decision]) == [expected]


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "text",
        [],
        [1],
        [INBOX, 1],
        {"action": "pay", "args": {}},
        {"action_requests": []},
        {"action_requests": [{"args": {}}]},
        {"action_request": {"action": "x"}, "config": None},
    ],
)
def test_other_payloads_are_no_reviews(payload: Any) -> None:
    assert review_of(payload) is None

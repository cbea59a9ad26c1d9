"""Asks the session what an expression is worth at the moment looked at, and what completes it."""

from collections.abc import Callable
from typing import Protocol

from runtime.debug.commands import CheckExpression
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.views import ExpressionChecked, Reply
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment

Checked = Callable[[ExpressionChecked], None]


class Check(Protocol):
    """Has ``then`` called with what is known of ``text`` in the graph of a namespace."""

    def __call__(self, text: str, cursor: int | None, namespace: str, then: Checked) -> None: ...


def refusal_of(text: str) -> ExpressionChecked:
    """What is wrong with a text by itself, at once; nothing where it is an expression."""
    try:
        Expression(text)
    except BadExpression as error:
        return ExpressionChecked(str(error), error.remedy, error.column)
    return ExpressionChecked()


def session_check(bridge: SessionBridge, moment: Moment) -> Check:
    """Through the session; a session that refuses, as without a graph, leaves the text's own."""

    def check(text: str, cursor: int | None, namespace: str, then: Checked) -> None:
        looked_at = moment.looked_at
        # A subgraph is named by its nodes: it has channels, and values only in one of its tasks.
        here = looked_at is not None and namespace == looked_at.checkpoint_ns
        command = CheckExpression(
            text,
            moment.thread_id,
            namespace,
            looked_at.checkpoint_id if here and looked_at is not None else None,
            cursor,
        )

        def checked(reply: Reply) -> None:
            if isinstance(reply, ExpressionChecked):
                then(reply)

        bridge.request(command, checked, lambda _: then(refusal_of(text)))

    return check

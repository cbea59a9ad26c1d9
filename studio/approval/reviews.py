"""Proposed calls of tools that wait for review, in the forms in which agents ask. Plain data.

LangChain's middleware asks with ``action_requests`` and ``review_configs`` and expects
``{"decisions": [...]}``, one for each request in its order. An agent inbox asks with a list of
``action_request`` and ``config`` (or with one of them) and expects answers in the same shape, each
with ``type`` and ``args``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from studio.forms.schema import Schema

DecisionKind = Literal["approve", "edit", "reject", "respond", "ignore"]
Convention = Literal["middleware", "inbox", "inbox_one"]

_KINDS: tuple[DecisionKind, ...] = ("approve", "edit", "reject", "respond", "ignore")
_INBOX: tuple[tuple[str, DecisionKind], ...] = (
    ("allow_accept", "approve"),
    ("allow_edit", "edit"),
    ("allow_respond", "respond"),
    ("allow_ignore", "ignore"),
)
_INBOX_TYPES: dict[DecisionKind, str] = {
    "approve": "accept",
    "edit": "edit",
    "respond": "response",
    "ignore": "ignore",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """One call that is proposed, and what may be decided of it."""

    name: str
    arguments: Any
    description: str = ""
    allowed: tuple[DecisionKind, ...] = ("approve", "edit", "reject", "respond")
    schema: Schema | None = None
    """Of the arguments."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decides of a proposal."""

    kind: DecisionKind
    arguments: Any = None
    """The changed ones, where it is edited."""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """All proposals of one question."""

    proposals: tuple[Proposal, ...]
    convention: Convention

    @property
    def shown(self) -> Any:
        """The proposals for reading."""
        calls: list[Any] = [
            {"action": each.name, "args": each.arguments}
            | ({"description": each.description} if each.description else {})
            for each in self.proposals
        ]
        return calls[0] if len(calls) == 1 else calls

    def answer(self, decisions: Sequence[Decision]) -> Any:
        """The value that the node expects, from one decision for each proposal."""
        pairs = zip(self.proposals, decisions, strict=True)
        if self.convention == "middleware":
            return {"decisions": [_of_middleware(*pair) for pair in pairs]}
        answers = [_of_inbox(*pair) for pair in pairs]
        return answers if self.convention == "inbox" else answers[0]


def review_of(payload: Any) -> Review | None:
    """The review that a payload asks for, or ``None`` where it asks otherwise."""
    if isinstance(payload, dict):
        if isinstance(payload.get("action_requests"), list):
            return _middleware(payload)
        one = _inbox(payload)
        return None if one is None else Review((one,), "inbox_one")
    if isinstance(payload, list) and payload:
        several = [_inbox(each) for each in payload]
        proposals = tuple(each for each in several if each is not None)
        if len(proposals) == len(payload):
            return Review(proposals, "inbox")
    return None


def _middleware(payload: dict[str, Any]) -> Review | None:
    requests, configs = payload["action_requests"], payload.get("review_configs", [])
    if not requests or not isinstance(configs, list):
        return None
    by_name = {
        each["action_name"]: each
        for each in configs
        if isinstance(each, dict) and isinstance(each.get("action_name"), str)
    }
    proposals = []
    for each in requests:
        if not isinstance(each, dict) or not isinstance(each.get("name"), str):
            return None
        config = by_name.get(each["name"], {})
        listed = config.get("allowed_decisions", _KINDS[:4])
        allowed = tuple(kind for kind in _KINDS[:4] if kind in listed)
        schema = config.get("args_schema")
        proposals.append(
            Proposal(
                each["name"],
                each.get("args", each.get("arguments")),
                str(each.get("description") or ""),
                allowed or _KINDS[:4],
                schema if isinstance(schema, dict) else None,
            )
        )
    return Review(tuple(proposals), "middleware")


def _inbox(payload: Any) -> Proposal | None:
    if not isinstance(payload, dict):
        return None
    request, config = payload.get("action_request"), payload.get("config")
    if not isinstance(request, dict) or not isinstance(request.get("action"), str):
        return None
    if not isinstance(config, dict):
        return None
    allowed = tuple(kind for key, kind in _INBOX if config.get(key))
    return Proposal(
        request["action"],
        request.get("args"),
        str(payload.get("description") or ""),
        allowed or ("respond",),
    )


def _of_middleware(proposal: Proposal, decision: Decision) -> dict[str, Any]:
    found: dict[str, Any] = {"type": decision.kind}
    if decision.kind == "edit":
        found["edited_action"] = {"name": proposal.name, "args": decision.arguments}
    elif decision.message or decision.kind == "respond":
        found["message"] = decision.message
    return found


def _of_inbox(proposal: Proposal, decision: Decision) -> dict[str, Any]:
    args: Any = None
    if decision.kind == "edit":
        args = {"action": proposal.name, "args": decision.arguments}
    elif decision.kind == "respond":
        args = decision.message
    return {"type": _INBOX_TYPES[decision.kind], "args": args}

"""What a question is about, in a line."""

import json
from collections.abc import Mapping
from typing import Any

_WORDS = ("question", "prompt", "message", "title", "description")
_ACTIONS = ("action", "tool", "tool_name", "name")
_ARGUMENTS = ("args", "arguments", "parameters")
_LONGEST = 200


def headline(payload: Any, otherwise: str) -> str:
    """The words or the call in a payload, else ``otherwise``."""
    found = _told(payload) or otherwise
    line = " ".join(found.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _told(payload: Any) -> str:
    if isinstance(payload, str):
        return payload
    if isinstance(payload, list) and payload:
        calls = [_told(each) for each in payload]
        return "; ".join(calls) if all(calls) else ""
    if not isinstance(payload, Mapping):
        return ""
    for inner in ("action_requests", "action_request"):
        if isinstance(payload.get(inner), list | dict):
            return _told(payload[inner])
    call = _call(payload)
    words = (payload[key] for key in _WORDS if isinstance(payload.get(key), str))
    return call or next(words, "")


def _call(payload: Mapping[str, Any]) -> str:
    name = next((payload[key] for key in _ACTIONS if isinstance(payload.get(key), str)), None)
    arguments = next((payload[key] for key in _ARGUMENTS if key in payload), None)
    if name is None or not isinstance(arguments, Mapping):
        return ""
    shown = ", ".join(
        f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items()
    )
    return f"{name}({shown})"

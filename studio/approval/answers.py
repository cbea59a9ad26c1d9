"""Which answers an interrupt's payload offers. Plain data, no widgets.

A payload may carry a list of options, a JSON Schema of the answer, both or nothing. Without
either the quick answers are ``true`` and ``false``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from studio.forms.schema import Schema, Schemas
from studio.language import tr

Tone = Literal["yes", "no", "plain"]

OPTION_KEYS = ("options", "choices")
SCHEMA_KEYS = ("answer_schema", "response_schema", "schema")
ACTION_KEYS = ("action", "tool", "tool_name", "name", "function")
ARGUMENT_KEYS = ("args", "arguments", "parameters", "input")
MOST_OPTIONS = 12
MOST_DECISIONS = 6

_YES = {"approve", "approved", "accept", "yes", "ok", "allow", "confirm", "submit", "continue"}
_NO = {"reject", "rejected", "deny", "decline", "no", "cancel", "refuse", "abort", "stop"}


@dataclass(frozen=True, slots=True)
class Option:
    """One answer at one click: the button's text and the JSON value it sends."""

    label: str
    value: Any
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Call:
    """A call by the keys under which a payload has it."""

    action_key: str
    name: str
    arguments_key: str
    arguments: Any

    def answer(self, arguments: Any) -> dict[str, Any]:
        """The call with other arguments, under the same keys."""
        return {self.action_key: self.name, self.arguments_key: arguments}


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be answered.

    ``decision`` names the property of ``schema`` that the options decide; the other properties
    are filled in by a form, whose schema is ``schema`` without it.
    """

    options: tuple[Option, ...]
    schema: Schema | None = None
    decision: str | None = None
    shown: Any = None
    """The payload without the parts that only describe the answer."""
    call: "Call | None" = None
    """A proposed call, whose arguments may be changed."""

    def answer(self, option: Option, rest: Any) -> Any:
        """The value that ``option`` sends together with the form's value ``rest``.

        The option decides, whatever ``rest`` has under the same name.
        """
        if self.decision is None:
            return option.value
        others = rest if isinstance(rest, Mapping) else {}
        return {self.decision: option.value} | {
            name: value for name, value in others.items() if name != self.decision
        }


def offer_of(payload: Any) -> Offer:
    """Read the payload of an interrupt."""
    if not isinstance(payload, dict):
        return Offer(_yes_or_no(), shown=payload)
    shown = dict(payload)
    options: tuple[Option, ...] = ()
    for key in OPTION_KEYS:
        options = _options(payload.get(key))
        if options:
            del shown[key]
            break
    schema: Schema | None = None
    for key in SCHEMA_KEYS:
        if _is_schema(payload.get(key)):
            schema = payload[key]
            del shown[key]
            break
    if schema is None:
        call = None if options else call_of(payload)
        return Offer(options or _yes_or_no(), shown=shown, call=call)
    if options:
        return Offer(options, schema, shown=shown)
    return replace(_from_schema(schema), shown=shown)


def action_of(payload: Any) -> tuple[str, Any] | None:
    """Name and arguments where a payload is the call of a tool, else ``None``."""
    call = call_of(payload)
    return None if call is None else (call.name, call.arguments)


def call_of(payload: Any) -> Call | None:
    """The call that a payload proposes, if it is one."""
    if not isinstance(payload, dict):
        return None
    action = next((key for key in ACTION_KEYS if isinstance(payload.get(key), str)), None)
    arguments = next((key for key in ARGUMENT_KEYS if key in payload), None)
    if action is None or arguments is None:
        return None
    return Call(action, payload[action], arguments, payload[arguments])


def _yes_or_no() -> tuple[Option, ...]:
    return Option(tr("Approve"), True, "yes"), Option(tr("Reject"), False, "no")


def _options(listed: Any) -> tuple[Option, ...]:
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_OPTIONS:
        return ()
    found = []
    for entry in listed:
        value, label = entry, entry
        if isinstance(entry, dict) and "value" in entry:
            value = entry["value"]
            label = entry.get("label", entry.get("title", value))
        if value is None or isinstance(label, dict | list):
            return ()
        found.append(_option(label, value))
    return tuple(found)


def _option(label: Any, value: Any) -> Option:
    word = str(value).casefold()
    tone: Tone = "plain"
    if value is True or word in _YES:
        tone = "yes"
    elif value is False or word in _NO:
        tone = "no"
    if isinstance(label, bool):
        text = tr("Approve") if label else tr("Reject")
    else:
        text = str(label)
        text = text[:1].upper() + text[1:]
    return Option(text, value, tone)


def _is_schema(value: Any) -> bool:
    words = ("type", "properties", "enum", "anyOf", "oneOf", "allOf", "$ref", "const")
    return isinstance(value, dict) and any(word in value for word in words)


def _from_schema(schema: Schema) -> Offer:
    """Quick answers where the schema leaves only a few; a form for everything else."""
    schemas = Schemas(schema)
    shape = schemas.shape(schema)
    if shape.kind == "boolean":
        return Offer(_yes_or_no(), schema)
    if shape.kind == "choice":
        return Offer(tuple(_option(choice, choice) for choice in shape.choices), schema)
    if shape.kind != "object":
        return Offer((), schema)
    required = [name for name in shape.properties if name in shape.required]
    if len(required) == 1:
        name = required[0]
        inner = schemas.shape(shape.properties[name])
        choices = (True, False) if inner.kind == "boolean" else inner.choices
        if 0 < len(choices) <= MOST_DECISIONS:
            rest = {
                **schema,
                "properties": {k: v for k, v in shape.properties.items() if k != name},
                "required": [],
            }
            options = tuple(_option(choice, choice) for choice in choices)
            return Offer(options, rest, decision=name)
    return Offer((), schema)

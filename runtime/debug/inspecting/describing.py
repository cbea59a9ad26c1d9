"""The forms that a value can be shown in, found out from its structure and its first characters."""

import datetime
import re
from typing import Any

from runtime.checkpoint.serde.opaque import StoredError
from runtime.debug.anatomy import class_name, is_a, key_text
from runtime.debug.inspecting.arrays import is_array, shape_of
from runtime.debug.inspecting.images import image_in
from runtime.debug.inspecting.messages import message_in
from runtime.debug.inspecting.tables import table_of
from runtime.debug.inspecting.views import Fact, ValueDescribed, ValueForm
from runtime.debug.preview import line_of, preview
from runtime.debug.values import ValueHandle

_HEAD = 4_000
_MARKDOWN = re.compile(
    r"(?m)^(#{1,6} \S|[-*+] \S.*\n[-*+] |\d+\. \S.*\n\d+\. |```|> \S|\|.+\|\n\|[-: |]+\|)"
    r"|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(\S+\)"
)
_MOST_MEMBERS = 200


def describe(value: Any, handle: ValueHandle) -> ValueDescribed:
    """What is to be known of a value beside its preview."""
    shown = preview(value, handle)
    message = message_in(value)
    image = image_in(value)
    table = table_of(value)
    facts = _facts(value, shown.kind)
    forms: list[ValueForm] = []
    if message is not None:
        forms.append("message")
    if image is not None:
        forms.append("image")
    if table is not None:
        forms.append("table")
    if facts:
        forms.append("facts")
    forms += _texts(value, shown.kind)
    return ValueDescribed(
        preview=shown,
        forms=tuple(forms),
        facts=facts,
        message=message,
        columns=() if table is None else table.columns,
        rows=0 if table is None else table.rows,
        image_type="" if image is None else image.type,
    )


def _texts(value: Any, kind: str) -> list[ValueForm]:
    if kind == "bytes":
        return ["bytes"]
    if kind != "str":
        return ["text"]
    head = str.__getitem__(value, slice(0, _HEAD)).strip()
    found: list[ValueForm] = ["text"]
    if head.startswith(("{", "[")) and str.__getitem__(value, slice(-_HEAD, None)).rstrip()[
        -1:
    ] in (
        "}",
        "]",
    ):
        found.append("json")
    elif _MARKDOWN.search(head):
        found.append("markdown")
    return found


def _facts(value: Any, kind: str) -> tuple[Fact, ...]:
    if kind == "datetime":
        return tuple(_times(value))
    if kind == "enum":
        cls = type(value)
        members = type.__getattribute__(cls, "_member_names_")
        names = [name for name in members[:_MOST_MEMBERS] if is_a(name, str)]
        return (
            Fact("class", class_name(cls)),
            Fact("name", str(value._name_)),
            Fact("value", line_of(value._value_)),
            Fact("members", "\n".join(names)),
        )
    if type(value) is StoredError:
        return (
            Fact("class", value.type_name),
            Fact("message", value.message),
            Fact("traceback", value.traceback),
        )
    if is_a(value, BaseException):
        return (
            Fact("class", class_name(type(value))),
            Fact("message", ", ".join(key_text(each) for each in value.args)),
        )
    if is_array(value):
        return (
            Fact("items", str(value.dtype)),
            Fact("shape", " x ".join(map(str, shape_of(value)))),
            Fact("bytes", str(int(value.nbytes))),
        )
    return ()


def _times(value: Any) -> list[Fact]:
    if is_a(value, datetime.timedelta):
        return [Fact("seconds", repr(datetime.timedelta.total_seconds(value)))]
    if is_a(value, datetime.datetime):
        plain = datetime.datetime.isoformat(value)
        if type(value) is datetime.datetime and type(value.tzinfo) in _KNOWN_ZONES:
            stamp = value.timestamp()
            return [
                Fact("iso", plain),
                Fact("zone", str(value.tzinfo)),
                Fact("timestamp", repr(stamp)),
            ]
        return [Fact("iso", plain)]
    if is_a(value, datetime.date):
        return [Fact("iso", datetime.date.isoformat(value)), Fact("days", "")]
    return [Fact("iso", datetime.time.isoformat(value))]


def _known_zones() -> tuple[type, ...]:
    """Zones of Python's own, whose methods are no user's code."""
    from zoneinfo import ZoneInfo

    return (datetime.timezone, ZoneInfo)


_KNOWN_ZONES = _known_zones()

"""The edits of one checkpoint as texts in a table, and texts pasted into it. No widgets here."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.debug.commands import StateEdit, UpdateMode
from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.description import ChannelDescription
from studio.language import tr

MOST_VARIANTS = 500


class BadValue(ValueError):
    """A text that is no value of its channel."""


@dataclass(slots=True)
class VariantDraft:
    """One edit: a text for each channel that it writes."""

    texts: dict[str, str] = field(default_factory=dict)

    def copied(self) -> "VariantDraft":
        return VariantDraft(dict(self.texts))


def takes_text(channel: ChannelDescription) -> bool:
    """Whether a channel's values are texts, which are written as they are."""
    return isinstance(channel.schema, dict) and channel.schema.get("type") == "string"


def value_of(text: str, channel: ChannelDescription) -> Any:
    """What a cell's text stands for: a text as it is, everything else in JSON."""
    if takes_text(channel) and not text.startswith('"'):
        return text
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        if takes_text(channel):
            return text
        raise BadValue(tr("This is no JSON: {problem}", problem=str(error))) from error


def text_of(value: Any, channel: ChannelDescription) -> str:
    """The text of a cell that stands for a value."""
    if takes_text(channel) and isinstance(value, str) and not value.startswith('"'):
        return value
    return json.dumps(value, ensure_ascii=False)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def edit_of(
    draft: VariantDraft,
    base: CheckpointAddress,
    channels: Mapping[str, ChannelDescription],
    as_node: str | None,
    mode: UpdateMode,
) -> StateEdit:
    """The edit as the session takes it; ``BadValue`` where a text is no value."""
    values = {name: value_of(text, channels[name]) for name, text in draft.texts.items() if text}
    if not values:
        raise BadValue(tr("Nothing is changed."))
    return StateEdit(base.thread_id, base.checkpoint_id, values, base.checkpoint_ns, as_node, mode)


def read_pasted(
    text: str, channels: Mapping[str, ChannelDescription], current: str
) -> list[dict[str, str]]:
    """Texts by channel, one dictionary a variant; ``BadValue`` where it is none of the forms.

    Taken are a JSON array, JSON lines, CSV with a head line of channels, and one value a line for
    the channel ``current``.
    """
    text = text.strip()
    if not text:
        raise BadValue(tr("There is nothing to paste."))
    found = _json_rows(text)
    if found is not None:
        rows = [_from_json(each, channels, current) for each in found]
    else:
        lines = [{current: line} for line in text.splitlines() if line.strip()]
        rows = _csv_rows(text, channels) or lines
    if len(rows) > MOST_VARIANTS:
        raise BadValue(
            tr(
                "There are {count:,} rows; at most {most} are taken.",
                count=len(rows),
                most=MOST_VARIANTS,
            )
        )
    return rows


def _json_rows(text: str) -> Sequence[Any] | None:
    """A JSON array, or a JSON value on each line that is an object."""
    try:
        whole = json.loads(text)
    except ValueError:
        whole = None
    if isinstance(whole, list):
        return whole
    if isinstance(whole, dict):
        return [whole]
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return None
    return lines if all(isinstance(each, dict) for each in lines) else None


def _from_json(
    value: Any, channels: Mapping[str, ChannelDescription], current: str
) -> dict[str, str]:
    if isinstance(value, dict) and value and value.keys() <= channels.keys():
        return {name: text_of(each, channels[name]) for name, each in value.items()}
    schema = channels[current].schema
    if isinstance(value, dict) and not (
        isinstance(schema, dict) and schema.get("type") == "object"
    ):
        unknown = ", ".join(sorted(value.keys() - channels.keys()))
        raise BadValue(tr("There is no channel {names}.", names=unknown))
    return {current: text_of(value, channels[current])}


def _csv_rows(text: str, channels: Mapping[str, ChannelDescription]) -> list[dict[str, str]] | None:
    """Rows under a head line that names channels only."""
    delimiter = "\t" if "\t" in text.splitlines()[0] else ","
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    names = [name.strip() for name in rows[0]]
    if len(rows) < 2 or not names or not set(names) <= channels.keys():
        return None
    return [
        {name: cell for name, cell in zip(names, row, strict=False) if cell} for row in rows[1:]
    ]

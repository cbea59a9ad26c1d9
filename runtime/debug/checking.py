"""An expression while it is typed: what is wrong with it, what it is worth, what may follow."""

import difflib
from collections.abc import Mapping
from functools import partial
from typing import Any

from runtime.checkpoint.base import StoredCheckpoint
from runtime.debug.commands import CheckExpression
from runtime.debug.declared import type_text
from runtime.debug.expressions import BadExpression, Expression, ReadName, trouble
from runtime.debug.expressions.completing import complete
from runtime.debug.opened import OpenGraph, declared_types, is_internal
from runtime.debug.preview import line_of
from runtime.debug.reading import ChannelValues
from runtime.debug.views import Completion, ExpressionChecked

LINE = 160
"""Characters of a value that are shown."""
LISTED = 12
"""Channels that are named where there is no such channel."""


def channels_at(
    opened: OpenGraph | None, checkpoint_ns: str, stored: StoredCheckpoint | None
) -> dict[str, str]:
    """Channels by name with their types, as far as they are known."""
    graph = None if opened is None else opened.graph_at(checkpoint_ns)
    known = {} if graph is None else {k: type_text(v) for k, v in declared_types(graph).items()}
    held = () if stored is None else sorted(stored.available)
    return known | {name: "" for name in held if name not in known and not is_internal(name)}


def check_expression(
    command: CheckExpression,
    values: ChannelValues,
    stored: StoredCheckpoint | None,
    channels: Mapping[str, str],
) -> ExpressionChecked:
    """The text at a checkpoint, or by itself where there is none."""
    read: ReadName = _nothing
    if stored is not None:
        read = values.at(stored)
    start, completions = 0, tuple[Completion, ...]()
    if command.cursor is not None:
        start, completions = complete(command.text, command.cursor, channels, read)
    offered = partial(ExpressionChecked, start=start, completions=completions)
    lead = len(command.text) - len(command.text.lstrip())
    try:
        expression = Expression(command.text)
        _refuse_unknown(expression, channels)
    except BadExpression as error:
        column = None if error.column is None else error.column + lead
        return offered(str(error), error.remedy, column)
    if stored is None:
        return offered()
    try:
        return offered(value=line_of(expression.value(read), LINE))
    except Exception as error:  # noqa: BLE001 - a value may not be of the expected type, yet
        return offered(trouble=trouble(error))


def _nothing(name: str) -> Any:
    raise KeyError(name)


def _refuse_unknown(expression: Expression, channels: Mapping[str, str]) -> None:
    """A name that is no channel is a slip, not an empty channel."""
    if not channels:
        return
    for name, column in sorted(expression.names.items(), key=lambda each: each[1]):
        if name in channels or is_internal(name):
            continue
        near = difflib.get_close_matches(name, channels, 1)
        listed = ", ".join(list(channels)[:LISTED]) + (" …" if len(channels) > LISTED else "")
        remedy = f"Did you mean {near[0]}?" if near else f"Channels are {listed}."
        raise BadExpression(f"reads {name}, which is no channel", remedy, column)

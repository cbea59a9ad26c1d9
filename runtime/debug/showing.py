"""The engine's objects as the protocol's: tasks, writes, interrupts, activation, history rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate, overwritten
from runtime.checkpoint.serde.opaque import Opaque
from runtime.constants import BRANCH_PREFIX, JOIN_PREFIX, RESERVED_WRITES, SUBSTITUTED, TASKS
from runtime.debug.anatomy import (
    Foreign,
    as_foreign,
    object_fields,
    register_foreign,
    size_of,
)
from runtime.debug.approvals.digest import digest_of
from runtime.debug.description import SourceSpan
from runtime.debug.explain import Activation, Join, join_sources_by_convention
from runtime.debug.importing import MODULE_PREFIX
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import line_of, preview
from runtime.debug.values import ValueHandle, ValuePreview
from runtime.debug.views import InterruptView, SendView, Substituted, WriteView
from runtime.isolation import isolate
from runtime.types import Interrupt, Send

_FOLD_OPERANDS = 64
_FOLD_SIZE = 10_000

PAYLOAD_LIMIT = 200_000
"""Characters of JSON of an interrupt's payload; above it only the preview travels."""


def _class_shown(dotted: str) -> str:
    """A class's name, without the made-up one of a module that was opened as a file."""
    module, _, name = dotted.partition(".")
    return name if name and module.startswith(MODULE_PREFIX) else dotted


register_foreign(Opaque, lambda value: Foreign(_class_shown(value.type_name), value.content))


def handle(thread_id: str, checkpoint_ns: str, checkpoint_id: str, *place: str) -> ValueHandle:
    """A handle to a place in a checkpoint."""
    return ValueHandle(thread_id, checkpoint_ns, checkpoint_id, place)


def at_checkpoint(shown: ValuePreview | None, place: ValueHandle) -> ValuePreview | None:
    """The preview with the place where its value is stored by now."""
    if shown is None:
        return None
    return ValuePreview(shown.kind, shown.type, shown.text, shown.size, place)


def visible_writes(writes: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Writes that reach channels."""
    return [(channel, value) for channel, value in writes if channel not in RESERVED_WRITES]


def how_substituted(writes: Iterable[tuple[str, Any]]) -> Substituted:
    """Why the node of a task with these writes was not called; empty where it was."""
    return next((value for channel, value in writes if channel == SUBSTITUTED), "")


def write_views(
    writes: Iterable[tuple[str, Any]],
    thread_id: str,
    checkpoint_ns: str,
    checkpoint_id: str,
    task_id: str,
) -> tuple[WriteView, ...]:
    """The writes of one task, in its order."""
    return tuple(
        WriteView(
            channel,
            preview(
                value,
                handle(thread_id, checkpoint_ns, checkpoint_id, "write", task_id, str(index)),
            ),
        )
        for index, (channel, value) in enumerate(visible_writes(writes))
    )


def targets(writes: Iterable[tuple[str, Any]]) -> tuple[str, ...]:
    """Nodes that the writes lead to, each once, in order."""
    found: dict[str, None] = {}
    for channel, value in writes:
        if channel.startswith(BRANCH_PREFIX):
            found[channel.removeprefix(BRANCH_PREFIX)] = None
        elif channel.startswith(JOIN_PREFIX):
            found[channel.rpartition(":")[2]] = None
        elif channel == TASKS:
            for send in sends_in(value):
                found[send] = None
    return tuple(found)


def sends_in(value: Any) -> list[str]:
    """Names of the nodes that the ``Send``s in a value of the tasks channel go to."""
    sends = value if isinstance(value, (list, tuple)) else [value]
    names = []
    for send in sends:
        foreign = as_foreign(send)
        if isinstance(send, Send):
            names.append(send.node)
        elif foreign is not None and isinstance(foreign.content, dict):
            names.append(str(foreign.content.get("node", "?")))
        else:
            names.append(str(object_fields(send).get("node", "?")))
    return names


def waiting_sends(value: Any, senders: Sequence[str] = ()) -> dict[str, list[SendView]]:
    """The ``Send``s that wait, by node; ``senders`` are theirs in the same order, if known."""
    names = sends_in(value) if value else []
    known = senders if len(senders) == len(names) else [""] * len(names)
    found: dict[str, list[SendView]] = {}
    for index, (name, sender) in enumerate(zip(names, known, strict=True)):
        found.setdefault(name, []).append(SendView(index, sender))
    return found


def interrupt_views(
    interrupts: Iterable[Any],
    thread_id: str,
    checkpoint_ns: str,
    checkpoint_id: str,
    task_id: str,
    node: str,
    source: SourceSpan | None,
) -> tuple[InterruptView, ...]:
    """Questions of one task; entries that are no ``Interrupt`` (unreadable here) are left out."""
    return tuple(
        InterruptView(
            id=each.id,
            task_id=task_id,
            node=node,
            payload=preview(
                each.value,
                handle(thread_id, checkpoint_ns, checkpoint_id, "interrupt", each.id),
            ),
            payload_json=json_or_line(each.value),
            source=source,
            checkpoint_ns=checkpoint_ns,
            digest=digest_of(each.value),
        )
        for each in interrupts
        if isinstance(each, Interrupt)
    )


def json_or_line(value: Any) -> Any:
    """The value as JSON, or one line of it where it is too large."""
    try:
        return to_natural(value, PAYLOAD_LIMIT)
    except TooLarge:
        return line_of(value)


def fold_results(
    channel: BaseChannel[Any, Any, Any], before: Any, operands: Sequence[Any]
) -> list[ValuePreview | None]:
    """What the channel was after each operand but the last.

    Folding once more is safe only with operators of Python's own; for others, and for large values,
    the steps are not known.
    """
    count = max(len(operands) - 1, 0)
    unknown: list[ValuePreview | None] = [None] * count
    if not count or len(operands) > _FOLD_OPERANDS:
        return unknown
    if not isinstance(channel, BinaryOperatorAggregate):
        return unknown
    if getattr(channel.operator, "__module__", "") not in ("_operator", "builtins"):
        return unknown
    if any(overwritten(operand)[0] for operand in operands):
        return unknown
    if any((size_of(value) or 0) > _FOLD_SIZE for value in (before, *operands)):
        return unknown
    folding = channel.from_checkpoint(before)
    results: list[ValuePreview | None] = []
    for operand in operands[:-1]:
        folding.update([isolate(operand)])
        results.append(preview(folding.get()))
    return results


def joins_of(
    names: Iterable[str], values: Mapping[str, Any], declared: Mapping[str, Sequence[str]]
) -> dict[str, Join]:
    """Join channels with who has reported, from their stored values."""
    found: dict[str, Join] = {}
    for name in names:
        sources = tuple(declared.get(name, ())) or join_sources_by_convention(name)
        if sources:
            stored = values.get(name)
            if isinstance(stored, tuple) and len(stored) == 2 and isinstance(stored[1], bool):
                stored = stored[0]
            reported = stored if isinstance(stored, (set, frozenset, list, tuple)) else ()
            found[name] = Join(sources, tuple(each for each in sources if each in reported))
    return found


def activation(
    triggers: Mapping[str, Sequence[str]],
    versions: Mapping[str, int],
    seen: Mapping[str, Mapping[str, int]],
    available: Iterable[str],
    stored: Mapping[str, Any],
    joins: Mapping[str, Sequence[str]],
    written_by: Mapping[str, tuple[str, ...]],
    senders: Sequence[str] = (),
) -> Activation:
    """The rule's numbers; ``stored`` are channel values as checkpoints hold them."""
    return Activation(
        triggers=triggers,
        versions=versions,
        seen=seen,
        available=frozenset(available),
        joins=joins_of(dict.fromkeys([*versions, *joins]), stored, joins),
        written_by=written_by,
        sends=waiting_sends(stored.get(TASKS), senders),
    )

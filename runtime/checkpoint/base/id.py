"""Ids of checkpoints: UUID version 6, which rise as text with the time they were made.

Inside one process every id is larger than the one before, whichever thread asks: the timestamp
(100 ns ticks) is never given out twice. ``clock_seq`` carries the superstep. An id that another
process made by a clock that is ahead is followed by larger ones too, once it was read.
"""

import os
import threading
import time
from uuid import UUID

_GREGORIAN_OFFSET = 0x01B21DD213814000
_LARGEST_LEAD = _GREGORIAN_OFFSET + 24 * 3600 * 10_000_000
_VERSION_AND_VARIANT = (6 << 76) | (0b10 << 62)

_lock = threading.Lock()
_last_tick = 0
_node = int.from_bytes(os.urandom(6), "big")
_node_digits = f"{_node:012x}"


def _renew_node() -> None:
    global _node, _node_digits, _lock
    _node = int.from_bytes(os.urandom(6), "big")
    _node_digits = f"{_node:012x}"
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_node)


def _next_tick() -> int:
    global _last_tick
    tick = time.time_ns() // 100 + _GREGORIAN_OFFSET
    with _lock:
        if tick <= _last_tick:
            tick = _last_tick + 1
        _last_tick = tick
    return tick


def _uuid6_int(node: int | None, clock_seq: int) -> int:
    tick = _next_tick()
    return (
        ((tick >> 12) << 80)
        | ((tick & 0xFFF) << 64)
        | _VERSION_AND_VARIANT
        | ((clock_seq & 0x3FFF) << 48)
        | (_node if node is None else node & 0xFFFFFFFFFFFF)
    )


def follow(checkpoint_id: str) -> None:
    """Let every id made from now on be larger than ``checkpoint_id``, if that is one of these.

    An id of more than a day ahead is left alone: it tells of a broken clock.
    """
    global _last_tick
    digits = checkpoint_id.replace("-", "")
    try:
        tick = int(digits[:12] + digits[13:16], 16)
    except ValueError:
        return
    if (
        len(digits) == 32
        and digits[12] == "6"
        and _last_tick < tick < time.time_ns() // 100 + _LARGEST_LEAD
    ):
        with _lock:
            _last_tick = max(_last_tick, tick)


def uuid6(node: int | None = None, clock_seq: int | None = None) -> UUID:
    """A new id. ``node`` is 48 bits (default: random per process), ``clock_seq`` 14 bits."""
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2), "big")
    return UUID(int=_uuid6_int(node, clock_seq))


_lately = (0, "")
"""The upper digits of a tick, which many ids have in common, and their text."""


def new_checkpoint_id(step: int) -> str:
    """The text of a new id for the checkpoint of superstep ``step``."""
    global _lately
    tick = _next_tick()
    known, text = _lately
    if tick >> 12 != known:
        digits = f"{tick >> 12:012x}"
        text = f"{digits[:8]}-{digits[8:]}"
        _lately = tick >> 12, text
    return f"{text}-6{tick & 0xFFF:03x}-{0x8000 | (step & 0x3FFF):04x}-{_node_digits}"

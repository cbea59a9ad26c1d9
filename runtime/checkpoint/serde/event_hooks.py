"""Telling listeners which classes stored values name: what a program should allow, or look into.

Kinds of events: ``msgpack_unregistered_allowed``, a class that is neither registered nor named in
an allowlist was rebuilt; ``msgpack_blocked``, it was not, and its value reads as ``Opaque``.
"""

import logging
import threading
from collections.abc import Callable
from typing import NotRequired, TypedDict

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_listeners: "tuple[SerdeEventListener, ...]" = ()


class SerdeEvent(TypedDict):
    """One class that a stored value names."""

    kind: str
    module: str
    name: str
    method: NotRequired[str]


SerdeEventListener = Callable[[SerdeEvent], None]


def register_serde_event_listener(listener: SerdeEventListener) -> Callable[[], None]:
    """Call ``listener`` on every event; returns what ends that. It may end it more than once."""
    global _listeners
    with _lock:
        _listeners = (*_listeners, listener)

    def unregister() -> None:
        global _listeners
        with _lock:
            _listeners = tuple(each for each in _listeners if each is not listener)

    return unregister


def listening() -> bool:
    """Whether anybody wants events."""
    return bool(_listeners)


def emit_serde_event(event: SerdeEvent) -> None:
    """Tell all listeners. What one of them raises is logged, and stops nothing."""
    for listener in _listeners:
        try:
            listener(event)
        except Exception:  # noqa: BLE001 - a listener is not the reader's business
            _log.exception("A listener of serialisation failed")

"""Serializers that give objects instead of bytes, as tests have: fine where all is in memory."""

from itertools import count
from typing import Any

from runtime.checkpoint.deltas import INLINE_BYTES
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.isolation import isolate

_NUMBERS = count()


class _Held(bytes):
    """Bytes that stand for an object: no two are equal, and too many to be packed with others."""

    payload: Any

    def __new__(cls, payload: Any) -> "_Held":
        held = super().__new__(cls, next(_NUMBERS).to_bytes(INLINE_BYTES + 1))
        held.payload = payload
        return held


class HoldsObjects:
    """A serializer whose results are bytes to whoever stores them."""

    def __init__(self, serde: SerializerProtocol) -> None:
        self.serde = serde

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """As the serializer's, with an object held in bytes."""
        tag: str
        data: Any
        tag, data = self.serde.dumps_typed(obj)
        return tag, data if isinstance(data, bytes) else _Held(isolate(data))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """As the serializer's, which gets back what it gave."""
        tag, content = data
        return self.serde.loads_typed(
            (tag, isolate(content.payload) if isinstance(content, _Held) else content)
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.serde, name)

"""What stands for stored objects that are not rebuilt: inert, readable, saved again unchanged."""

from collections.abc import Callable
from typing import Any


class Opaque:
    """A stored value whose class is unknown here or not allowed.

    ``type_name`` is the dotted name of its class, ``content`` its decoded fields or text. Saved
    again, it gives the very bytes it was read from.
    """

    __slots__ = ("_content", "_decode", "code", "payload", "type_name")

    def __init__(
        self, type_name: str, code: int, payload: bytes, decode: Callable[[], Any]
    ) -> None:
        self.type_name = type_name
        self.code = code
        self.payload = payload
        self._decode: Callable[[], Any] | None = decode
        self._content: Any = None

    @property
    def content(self) -> Any:
        """The value's own content, decoded when first asked for."""
        if self._decode is not None:
            self._content = self._decode()
            self._decode = None
        return self._content

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Opaque):
            return NotImplemented
        return self.code == other.code and self.payload == other.payload

    def __hash__(self) -> int:
        return hash((self.code, self.payload))

    def __repr__(self) -> str:
        return f"Opaque({self.type_name!r}, {self.content!r})"


class StoredError(str):
    """A stored exception: its ``repr`` as text, with what else was recorded of it.

    ``type_name`` is the dotted name of its class, ``traceback`` the formatted traceback with the
    causes, cut to 20,000 characters.
    """

    __slots__ = ("message", "traceback", "type_name")

    type_name: str
    message: str
    traceback: str

    def __new__(cls, text: str, type_name: str, message: str, traceback: str) -> "StoredError":
        stored = super().__new__(cls, text)
        stored.type_name = type_name
        stored.message = message
        stored.traceback = traceback
        return stored

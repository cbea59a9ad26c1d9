"""What a saver asks of a serializer."""

from typing import Any, Protocol, runtime_checkable


class UntypedSerializerProtocol(Protocol):
    """A serializer that gives bytes only."""

    def dumps(self, obj: Any) -> bytes:
        """The bytes of ``obj``."""

    def loads(self, data: bytes) -> Any:
        """The object of bytes that ``dumps`` gave."""


@runtime_checkable
class SerializerProtocol(Protocol):
    """A serializer that says with a short tag how the bytes are to be read."""

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Tag and bytes of ``obj``."""

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The object of a tag and bytes that ``dumps_typed`` gave."""


class CipherProtocol(Protocol):
    """A cipher that names itself."""

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        """Name of the cipher and the encrypted bytes."""

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        """The plain bytes again."""


class SerializerCompat:
    """Adds the typed methods to an untyped serializer; the tag is the value's type name."""

    def __init__(self, serde: UntypedSerializerProtocol) -> None:
        self.serde = serde

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        return type(obj).__name__, self.serde.dumps(obj)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        return self.serde.loads(data[1])


def maybe_add_typed_methods(
    serde: SerializerProtocol | UntypedSerializerProtocol,
) -> SerializerProtocol:
    """``serde`` itself where it is typed, else wrapped."""
    if isinstance(serde, SerializerProtocol):
        return serde
    return SerializerCompat(serde)

"""A serializer whose bytes are encrypted.

The tag tells it: ``msgpack+aes`` is what ``msgpack`` was before. Values saved without encryption
are still read, so that a store can be switched over. Metadata, versions and the names of channels
and nodes are not values: a saver keeps them as they are.
"""

import os
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.serde.base import CipherProtocol, SerializerProtocol
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer

if TYPE_CHECKING:
    from Crypto.Cipher._mode_eax import EaxMode

KEY_VARIABLE = "LANGGRAPH_AES_KEY"
"""Environment variable with the key where none is given: 16, 24 or 32 bytes of UTF-8."""
_KEY_BYTES = (16, 24, 32)
_NONCE_BYTES = 16
_MAC_BYTES = 16


class EncryptedSerializer:
    """Encrypts with ``cipher`` what ``serde`` gives."""

    def __init__(self, cipher: CipherProtocol, serde: SerializerProtocol | None = None) -> None:
        self.cipher = cipher
        self.serde: SerializerProtocol = JsonPlusSerializer() if serde is None else serde

    @classmethod
    def from_pycryptodome_aes(
        cls, serde: SerializerProtocol | None = None, **kwargs: Any
    ) -> "EncryptedSerializer":
        """AES with authentication, by the package ``pycryptodome``.

        ``key`` is 16, 24 or 32 bytes, by default those of the environment variable
        ``LANGGRAPH_AES_KEY``; ``mode`` (default EAX) and what else is given goes to ``AES.new``.
        ``ValueError`` for a missing key, one of another length, or a mode without authentication.
        """
        return cls(_Aes(kwargs), serde)

    def with_msgpack_allowlist(
        self, extra_allowlist: "Collection[tuple[str, ...] | type]"
    ) -> "EncryptedSerializer":
        """A serializer with the same cipher that also rebuilds the classes named."""
        extend = getattr(self.serde, "with_msgpack_allowlist", None)
        inner = self.serde if extend is None else extend(extra_allowlist)
        return EncryptedSerializer(self.cipher, inner)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Tag and encrypted bytes of ``obj``."""
        tag, plain = self.serde.dumps_typed(obj)
        name, encrypted = self.cipher.encrypt(plain)
        return f"{tag}+{name}", encrypted

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value again; the cipher's error where key or bytes are not the right ones."""
        tag, encrypted = data
        plain_tag, encrypting, name = tag.rpartition("+")
        if not encrypting:
            return self.serde.loads_typed(data)
        return self.serde.loads_typed((plain_tag, self.cipher.decrypt(name, encrypted)))


class _Aes:
    """Encrypted bytes are the nonce, the authentication code, then the text."""

    def __init__(self, options: dict[str, Any]) -> None:
        try:
            from Crypto.Cipher import AES
        except ImportError as error:
            raise ImportError(
                "AES needs the package pycryptodome: install pregel-studio[encryption]"
            ) from error
        options = dict(options)
        key = options.pop("key", None)
        self._new = AES.new
        self._key = _key_of_environment() if key is None else bytes(key)
        self._options = {"mode": AES.MODE_EAX, **options}
        if len(self._key) not in _KEY_BYTES:
            raise ValueError(f"A key of AES has 16, 24 or 32 bytes, not {len(self._key)}")
        self._cipher(os.urandom(_NONCE_BYTES)).encrypt_and_digest(b"")

    def _cipher(self, nonce: bytes) -> "EaxMode":
        try:
            made: Any = self._new(self._key, nonce=nonce, **self._options)
        except TypeError as error:
            raise ValueError(f"AES cannot be used with these options: {error}") from error
        if not hasattr(made, "encrypt_and_digest"):
            raise ValueError("This mode of AES does not notice changed bytes; use EAX or GCM")
        cipher: EaxMode = made
        return cipher

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        nonce = os.urandom(_NONCE_BYTES)
        text, code = self._cipher(nonce).encrypt_and_digest(plaintext)
        return "aes", nonce + code + text

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        if ciphername != "aes":
            raise DecodeError(f"Stored value cannot be read: it is encrypted by {ciphername!r}")
        nonce = ciphertext[:_NONCE_BYTES]
        code = ciphertext[_NONCE_BYTES : _NONCE_BYTES + _MAC_BYTES]
        text = ciphertext[_NONCE_BYTES + _MAC_BYTES :]
        try:
            return self._cipher(nonce).decrypt_and_verify(text, code)
        except ValueError as error:
            raise DecodeError(
                f"Stored value cannot be read: wrong key or damaged ({error})"
            ) from error


def _key_of_environment() -> bytes:
    found = os.environ.get(KEY_VARIABLE)
    if found is None:
        raise ValueError(f"No key was given, and {KEY_VARIABLE} is not set")
    return found.encode()

"""Encrypted values."""

from typing import Any

import pytest
from Crypto.Cipher import AES

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.encrypted import KEY_VARIABLE, EncryptedSerializer
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from tests.runtime.checkpoint.making import changes, config
from tests.runtime.checkpoint.serde.shapes import Frozen

KEY = b"0123456789abcdef"


class Reversing:
    """A cipher that hides nothing."""

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        return "reverse", plaintext[::-1]

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        assert ciphername == "reverse"
        return ciphertext[::-1]


@pytest.mark.parametrize(
    ("value", "tag"),
    [({"a": (1, 2)}, "msgpack"), (None, "null"), (b"x", "bytes"), (bytearray(b"x"), "bytearray")],
)
def test_the_tag_tells_what_was_encrypted(value: Any, tag: str) -> None:
    serde = EncryptedSerializer.from_pycryptodome_aes(key=KEY)
    found, data = serde.dumps_typed(value)
    assert found == f"{tag}+aes"
    restored = serde.loads_typed((found, data))
    assert restored == value
    assert type(restored) is type(value)


def test_nothing_of_the_value_can_be_read_and_nothing_repeats() -> None:
    serde = EncryptedSerializer.from_pycryptodome_aes(key=KEY)
    first, second = serde.dumps_typed("the secret" * 20), serde.dumps_typed("the secret" * 20)
    assert b"secret" not in first[1]
    assert first != second


def test_a_cipher_of_ones_own() -> None:
    serde = EncryptedSerializer(Reversing())
    plain = JsonPlusSerializer().dumps_typed([1, 2])
    assert serde.dumps_typed([1, 2]) == ("msgpack+reverse", plain[1][::-1])
    assert serde.loads_typed(serde.dumps_typed([1, 2])) == [1, 2]


def test_values_saved_without_encryption_are_still_read() -> None:
    serde = EncryptedSerializer.from_pycryptodome_aes(key=KEY)
    assert serde.loads_typed(JsonPlusSerializer().dumps_typed({"a": 1})) == {"a": 1}


def test_a_wrong_key_and_changed_bytes_are_noticed() -> None:
    serde = EncryptedSerializer.from_pycryptodome_aes(key=KEY)
    tag, data = serde.dumps_typed([1])
    other = EncryptedSerializer.from_pycryptodome_aes(key=KEY[::-1])
    with pytest.raises(DecodeError, match="wrong key or damaged"):
        other.loads_typed((tag, data))
    with pytest.raises(DecodeError, match="wrong key or damaged"):
        serde.loads_typed((tag, data[:-1] + bytes((data[-1] ^ 1,))))
    with pytest.raises(DecodeError):
        serde.loads_typed((tag, data[:20]))
    with pytest.raises(DecodeError, match="by 'rot13'"):
        serde.loads_typed(("msgpack+rot13", data))


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    with pytest.raises(ValueError, match=KEY_VARIABLE):
        EncryptedSerializer.from_pycryptodome_aes()
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())
    tag, data = EncryptedSerializer.from_pycryptodome_aes().dumps_typed("x")
    assert EncryptedSerializer.from_pycryptodome_aes(key=KEY).loads_typed((tag, data)) == "x"


@pytest.mark.parametrize(
    "options",
    [
        {"key": b"short"},
        {"key": KEY, "mode": AES.MODE_CBC},
        {"key": KEY, "mode": AES.MODE_CTR},
        {"key": KEY, "mode": AES.MODE_ECB},
        {"key": KEY, "mode": AES.MODE_CCM},
    ],
)
def test_options_without_safety_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"key|options|notice|[Nn]once"):
        EncryptedSerializer.from_pycryptodome_aes(**options)


def test_other_modes_and_key_sizes() -> None:
    for size in (16, 24, 32):
        serde = EncryptedSerializer.from_pycryptodome_aes(key=b"k" * size, mode=AES.MODE_GCM)
        assert serde.loads_typed(serde.dumps_typed({"a": 1})) == {"a": 1}


def test_the_inner_serializer_is_the_callers() -> None:
    strict = JsonPlusSerializer(allowed_msgpack_modules=None)
    serde = EncryptedSerializer.from_pycryptodome_aes(strict, key=KEY)
    saved = serde.dumps_typed(Frozen("ann"))
    assert type(serde.loads_typed(saved)).__name__ == "Opaque"
    allowing = serde.with_msgpack_allowlist([Frozen])
    assert allowing.loads_typed(saved) == Frozen("ann")
    plain = EncryptedSerializer(Reversing(), EncryptedSerializer(Reversing(), strict))
    assert plain.with_msgpack_allowlist([Frozen]).loads_typed(plain.dumps_typed(1)) == 1


def test_a_saver_keeps_no_plain_value() -> None:
    saver = InMemorySaver(serde=EncryptedSerializer.from_pycryptodome_aes(key=KEY))
    parent: str | None = None
    log: list[str] = []
    for step in range(5):
        log = [*log, f"the secret {step} " * 20]
        record = changes(step, parent, {"log": log, "small": "secret"})
        saver.commit([record])
        parent = record.checkpoint_id
    saver.put_writes(config(checkpoint_id=parent), [("small", "secret")], "task")
    assert b"secret" not in repr((dict(saver.storage), saver.writes, saver.blobs)).encode()
    found = saver.get_tuple(config())
    assert found is not None
    assert found.checkpoint["channel_values"] == {"log": log, "small": "secret"}
    assert found.pending_writes == [("task", "small", "secret")]


def test_a_saver_allows_classes_under_encryption() -> None:
    strict = JsonPlusSerializer(allowed_msgpack_modules=None)
    saver = InMemorySaver(serde=EncryptedSerializer.from_pycryptodome_aes(strict, key=KEY))
    saver.commit([changes(0, None, {"owner": Frozen("ann")})])
    found = saver.get(config())
    assert found is not None
    assert type(found["channel_values"]["owner"]).__name__ == "Opaque"
    allowing = saver.with_allowlist([(Frozen.__module__, "Frozen")])
    found = allowing.get(config())
    assert found is not None
    assert found["channel_values"] == {"owner": Frozen("ann")}

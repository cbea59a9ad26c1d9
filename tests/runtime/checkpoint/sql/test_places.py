"""Errors of a saver on a connection name the connection's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.checkpoint.sql import StoreCorruptError
from runtime.checkpoint.sqlite import SqliteSaver


def test_a_damaged_file_behind_a_connection_is_named(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"hello\n" * 100)
    with (
        pytest.raises(StoreCorruptError, match=r"damaged\.sqlite: it is damaged"),
        SqliteSaver.from_conn_string(str(damaged)) as saver,
    ):
        list(saver.list(None))
    assert damaged.read_bytes() == b"hello\n" * 100

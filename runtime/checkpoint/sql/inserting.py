"""Many rows into a table: as few statements as possible.

A driver works through one statement without holding up the interpreter, and a server answers it
once; a statement for each row gives every other thread its turn in between.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from runtime.checkpoint.sql.statements import Statement

_SIZES = (256, 64, 16, 4, 1)
"""Rows of one statement; few sizes, so that drivers and servers keep them prepared."""
_VALUES = re.compile(r"VALUES (\(.*?\)) ON CONFLICT", re.DOTALL)
_NAMED = re.compile(r"%\(\w+\)s")


def insert(
    cursor: Any,
    statement: Statement,
    rows: Sequence[Sequence[Any]],
    *,
    keys: int = 0,
) -> None:
    """Insert ``rows``, whose items are the table's columns in their order.

    Where one statement must not change the same row twice, the first ``keys`` items are the key.
    """
    sizes: Sequence[int] = _SIZES
    if keys and len({tuple(row[:keys]) for row in rows}) < len(rows):
        sizes = _SIZES[-1:]
    place = 0
    for size in sizes:
        while len(rows) - place >= size:
            part = rows[place : place + size]
            cursor.execute(repeated(statement, size), [item for row in part for item in row])
            place += size


@cache
def repeated(statement: Statement, count: int) -> str:
    """The text of an insertion of ``count`` rows, with parameters by position."""
    found = _VALUES.search(statement.text)
    assert found is not None
    one = _NAMED.sub("%s", found[1])
    return (
        statement.text[: found.start(1)] + ", ".join([one] * count) + statement.text[found.end(1) :]
    )

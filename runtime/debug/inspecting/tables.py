"""Values that are tables: lists of records of one shape, columns of one length, arrays, matrices.

A table is recognised by a sample of its rows. It keeps references to the rows and makes the text of
a cell only where it is shown.
"""

import csv
import io
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from runtime.debug.anatomy import is_a, key_text, kind_of, object_fields
from runtime.debug.inspecting.arrays import first_items, is_array, shape_of
from runtime.debug.natural import TooLarge
from runtime.debug.preview import line_of

MOST_COLUMNS = 64
MOST_SORTED = 500_000
"""Rows that are still sorted."""
CELL_LENGTH = 120

_SAMPLE = 100
_FEWEST_ROWS = 2
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Table:
    """``cell`` gives the value at a row and a column, or ``_ABSENT``."""

    columns: tuple[str, ...]
    rows: int
    cell: Callable[[int, int], Any]

    def texts(self, row: int) -> tuple[str, ...]:
        """One row as it is shown."""
        return tuple(cell_text(self.cell(row, column)) for column in range(len(self.columns)))

    def order(self, column: int, descending: bool) -> Sequence[int]:
        """Numbers of the rows sorted by a column; what cannot be compared goes by its text."""
        keys = [_sort_key(self.cell(row, column)) for row in range(self.rows)]
        order = sorted(range(self.rows), key=keys.__getitem__, reverse=descending)
        # Rows without a value stand at the end either way.
        return [
            *(n for n in order if keys[n][0] < _LAST),
            *(n for n in order if keys[n][0] == _LAST),
        ]

    def csv(self, limit: int) -> str:
        """All rows with a heading; ``TooLarge`` above ``limit`` characters."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in range(self.rows):
            writer.writerow(
                [_csv_cell(self.cell(row, column), limit) for column in range(len(self.columns))]
            )
            if out.tell() > limit:
                raise TooLarge(f"more than {limit:,} characters of CSV")
        return out.getvalue()


def cell_text(value: Any, length: int = CELL_LENGTH) -> str:
    """A cell on one line: texts without quotes, nothing for what is not there."""
    if value is _ABSENT or value is None:
        return ""
    if is_a(value, str):
        text = str.__getitem__(value, slice(0, length + 1))
        line = " ".join(text.split()) if not text.isprintable() else text
        return line if len(text) <= length else line[: length - 1] + "…"
    return line_of(value, length)


def _csv_cell(value: Any, limit: int) -> str:
    return str.__str__(value) if is_a(value, str) else cell_text(value, limit)


_LAST = 9


def _sort_key(value: Any) -> tuple[int, Any]:
    if value is _ABSENT or value is None:
        return _LAST, ""
    if type(value) in (bool, int, float):
        return (0, value) if value == value else (1, "")
    if is_a(value, str):
        return 2, str.casefold(value)
    return 3, line_of(value, CELL_LENGTH)


def table_of(value: Any) -> Table | None:
    """The value as a table, if it is one."""
    if is_array(value):
        return _of_array(value)
    if is_a(value, (list, deque)) or (is_a(value, tuple) and kind_of(value) == "tuple"):
        base: Any = next(each for each in (list, tuple, deque) if is_a(value, each))
        if base.__len__(value) < _FEWEST_ROWS:
            return None
        sample = list(islice(base.__iter__(value), _SAMPLE))
        if all(_is_record(each) for each in sample):
            return _of_records(list(base.__iter__(value)), sample)
        if all(_is_row(each, sample[0]) for each in sample):
            return _of_lists(list(base.__iter__(value)), len(sample[0]))
        return None
    return _of_columns(value) if is_a(value, dict) else None


def _is_record(value: Any) -> bool:
    return is_a(value, dict) or kind_of(value) in ("model", "message")


def _is_row(value: Any, first: Any) -> bool:
    plain = type(value) in (list, tuple) and type(first) in (list, tuple)
    return plain and 0 < len(value) == len(first) <= MOST_COLUMNS


def _fields(record: Any) -> dict[str, Any]:
    if is_a(record, dict):
        return {key_text(key): each for key, each in dict.items(record)}
    return object_fields(record) if _is_record(record) else {}


def _of_records(rows: list[Any], sample: Sequence[Any]) -> Table | None:
    shapes = [_fields(each).keys() for each in sample]
    columns = tuple(islice(dict.fromkeys(name for each in shapes for name in each), MOST_COLUMNS))
    filled = sum(len(each) for each in shapes)
    if not columns or 2 * filled < len(columns) * len(shapes):
        return None
    return Table(
        columns, len(rows), lambda row, column: _fields(rows[row]).get(columns[column], _ABSENT)
    )


def _of_lists(rows: list[Any], width: int) -> Table:
    def cell(row: int, column: int) -> Any:
        found = rows[row]
        fits = type(found) in (list, tuple) and column < len(found)
        return found[column] if fits else _ABSENT

    return Table(tuple(map(str, range(width))), len(rows), cell)


def _of_columns(value: dict[Any, Any]) -> Table | None:
    names = list(islice(dict.keys(value), MOST_COLUMNS + 1))
    held = [dict.__getitem__(value, name) for name in names if type(name) is str]
    if not 0 < len(held) == len(names) <= MOST_COLUMNS:
        return None
    sizes = {len(each) if type(each) in (list, tuple) else -1 for each in held}
    if len(sizes) != 1 or (rows := sizes.pop()) < _FEWEST_ROWS:
        return None
    return Table(tuple(names), rows, lambda row, column: held[column][row])


def _of_array(value: Any) -> Table | None:
    shape = shape_of(value)
    if not 1 <= len(shape) <= 2 or not value.size:
        return None
    names = value.dtype.names
    if names and len(shape) == 1:
        columns = tuple(islice(names, MOST_COLUMNS))
        return Table(columns, shape[0], lambda row, column: _item(value[row][columns[column]]))
    if len(shape) == 1:
        return Table(("value",), shape[0], lambda row, _: _item(value[row]))
    width = min(shape[1], MOST_COLUMNS)
    columns = tuple(map(str, range(width)))
    return Table(columns, shape[0], lambda row, column: _item(value[row, column]))


def _item(value: Any) -> Any:
    return first_items(value, 1)[0] if is_array(value) and value.size else _plain(value)


def _plain(value: Any) -> Any:
    return value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value

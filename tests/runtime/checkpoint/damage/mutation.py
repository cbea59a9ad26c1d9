"""Damage: bytes that are flipped, cut, moved or made up, and databases made by a hostile hand."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

PAGE = 4096
_HEADERS = (
    b"\xdd\xff\xff\xff\xff",  # a list of four thousand million items
    b"\xdf\xff\xff\xff\xff",  # a dictionary of as many
    b"\xc6\xff\xff\xff\xff",  # bytes
    b"\xdb\x7f\xff\xff\xff",  # text
    b"\xc9\xff\xff\xff\xff\x01",  # an extension
    b"\xdd\x00\x98\x96\x80",  # a list of ten million items
    b"\x91" * 400,  # lists inside each other
)


def damaged(data: bytes, random: Random) -> bytes:
    """``data`` after one to four accidents."""
    made = bytearray(data)
    for _ in range(random.randint(1, 4)):
        random.choice(_ACCIDENTS)(made, random)
    return bytes(made)


def _place(made: bytearray, random: Random) -> int:
    return random.randrange(len(made) + 1)


def _flip(made: bytearray, random: Random) -> None:
    if made:
        made[random.randrange(len(made))] ^= 1 << random.randrange(8)


def _overwrite(made: bytearray, random: Random) -> None:
    if made:
        made[random.randrange(len(made))] = random.randrange(256)


def _cut(made: bytearray, random: Random) -> None:
    place = _place(made, random)
    del made[place : place + random.randint(1, 16)]


def _end(made: bytearray, random: Random) -> None:
    del made[_place(made, random) :]


def _insert(made: bytearray, random: Random) -> None:
    place = _place(made, random)
    made[place:place] = random.randbytes(random.randint(1, 8))


def _repeat(made: bytearray, random: Random) -> None:
    place = _place(made, random)
    made[place:place] = made[place : place + random.randint(1, 32)] * random.randint(1, 3)


def _move(made: bytearray, random: Random) -> None:
    place = _place(made, random)
    part = made[place : place + random.randint(1, 32)]
    del made[place : place + len(part)]
    place = _place(made, random)
    made[place:place] = part


def _declare(made: bytearray, random: Random) -> None:
    place = _place(made, random)
    made[place : place + random.randint(0, 6)] = random.choice(_HEADERS)


_ACCIDENTS = (_flip, _overwrite, _cut, _end, _insert, _repeat, _move, _declare)


def damage_journal(path: Path, random: Random) -> None:
    """Damage a file that has a journal beside it, or the journal."""
    if random.random() < 0.3:
        path.write_bytes(damaged(path.read_bytes(), random))
        return
    journal = path.with_name(f"{path.name}-wal")
    _bytes(journal, random)


def damage_file(path: Path, random: Random) -> None:
    """Damage a closed SQLite file: as bytes, as pages, or through SQL."""
    random.choice((_bytes, _pages, _header, _rows, _rows, _blobs, _blobs, _schema))(path, random)


def _bytes(path: Path, random: Random) -> None:
    data = bytearray(path.read_bytes())
    if random.random() < 0.3:
        del data[random.randrange(len(data)) :]
    for _ in range(random.choice((1, 4, 64, 1000))):
        if data:
            data[random.randrange(len(data))] = random.randrange(256)
    path.write_bytes(data)


def _pages(path: Path, random: Random) -> None:
    data = path.read_bytes()
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    for _ in range(random.randint(1, 3)):
        one, other = random.randrange(len(pages)), random.randrange(len(pages))
        kind = random.randrange(4)
        if kind == 0:
            pages[one], pages[other] = pages[other], pages[one]
        elif kind == 1:
            pages[one] = bytes(PAGE)
        elif kind == 2:
            pages[one] = pages[other]
        else:
            # Cells that declare to be of any length, and point anywhere.
            page = bytearray(pages[one])
            start = random.randrange(len(page))
            page[start : start + 9] = b"\xff" * 9
            pages[one] = bytes(page[:PAGE])
    path.write_bytes(b"".join(pages))


def _header(path: Path, random: Random) -> None:
    """Page size, format versions, sizes, counters, encoding: the first hundred bytes."""
    data = bytearray(path.read_bytes())
    for _ in range(random.randint(1, 3)):
        data[random.randrange(16, 100)] = random.choice((0, 1, 2, 16, 127, 128, 255))
    path.write_bytes(data)


TABLES = ("checkpoints", "channel_values", "checkpoint_writes", "pregel_schema")
_ODD = (
    "NULL",
    "checkpoint_id",  # builds on itself
    "(SELECT max(checkpoint_id) FROM checkpoints)",
    "1",
    "-9223372036854775808",
    "1e308",
    "''",
    "'text'",
    "x''",
    "x'c1'",
    "x'ddffffffff'",
    "zeroblob(100000)",
    "char(0) || 'nul'",
    "'null'",
    "'bytes'",
    "'json'",
    "'pickle'",
    "'value:'",
    "'value:x'",
    "'__error__'",
    "'__interrupt__'",
    "'__pregel_tasks'",
    "'branch:to:a'",
    "CAST(x'ff' AS TEXT)",
    "(SELECT checkpoint_id FROM checkpoints ORDER BY random() LIMIT 1)",
    "(SELECT state FROM checkpoints ORDER BY random() LIMIT 1)",
    "(SELECT metadata FROM checkpoints ORDER BY random() LIMIT 1)",
    "(SELECT value FROM checkpoint_writes ORDER BY random() LIMIT 1)",
)


def _sql(path: Path, work: Callable[[sqlite3.Connection], None]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA ignore_check_constraints=ON")
        connection.execute("PRAGMA writable_schema=ON")
        connection.create_function("random", 0, lambda: 4)  # the same in every run
        with suppress(sqlite3.Error):
            work(connection)
        connection.commit()


def execute(path: Path, statement: str) -> None:
    """One statement, as whoever made the file may have carried it out."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def _rows(path: Path, random: Random) -> None:
    """Values of other kinds in a few columns of a few rows."""

    def work(connection: sqlite3.Connection) -> None:
        for _ in range(random.randint(1, 4)):
            table = random.choice(TABLES[:3])
            count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            chosen = "" if random.random() < 0.1 else _row(connection, table, random, count)
            column = random.choice(_columns(connection, table))
            with suppress(sqlite3.Error):
                connection.execute(
                    f"UPDATE OR IGNORE {table} SET {column} = {random.choice(_ODD)}{chosen}"
                )

    _sql(path, work)


def _columns(connection: sqlite3.Connection, table: str, *, key: bool = False) -> list[str]:
    found = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return [name for _, name, _, _, _, part_of_key in found if part_of_key or not key]


def _row(connection: sqlite3.Connection, table: str, random: Random, count: int) -> str:
    key = ", ".join(_columns(connection, table, key=True))
    number = random.randrange(max(count, 1))
    return f" WHERE ({key}) = (SELECT {key} FROM {table} LIMIT 1 OFFSET {number})"


def _blobs(path: Path, random: Random) -> None:
    """Damaged contents in a sound database."""
    table, column = random.choice(
        [
            ("checkpoints", "state"),
            ("checkpoints", "metadata"),
            ("channel_values", "value"),
            ("checkpoint_writes", "value"),
        ]
    )

    def work(connection: sqlite3.Connection) -> None:
        key = _columns(connection, table, key=True)
        rows = connection.execute(f"SELECT {column}, {', '.join(key)} FROM {table}").fetchall()
        chosen = " AND ".join(f"{name} = ?" for name in key)
        for data, *place in random.sample(rows, min(len(rows), random.choice((1, 3, 1000)))):
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {chosen}", (damaged(data, random), *place)
            )

    _sql(path, work)


_SCHEMAS = (
    "DROP TABLE {table}",
    "DELETE FROM {table}",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} DROP COLUMN {column}",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS SELECT * FROM kept",
    "DROP TABLE {table}; CREATE VIEW {table} AS WITH RECURSIVE n(i) AS"
    " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS thread_id FROM n",
    "DROP TABLE {table}; CREATE TABLE {table} (x)",
    "DROP TABLE {table}; CREATE TABLE {table} AS SELECT * FROM sqlite_master",
    "ALTER TABLE {table} DROP COLUMN {column}; ALTER TABLE {table} ADD COLUMN {column}"
    " GENERATED ALWAYS AS (zeroblob(900000000)) VIRTUAL",
    "DROP TABLE {table}; CREATE VIRTUAL TABLE {table} USING fts5(thread_id, checkpoint_id, state)",
    "UPDATE pregel_schema SET version = {number}",
    "INSERT INTO pregel_schema VALUES ({number})",
    "UPDATE pregel_schema SET version = 'text'",
    "UPDATE sqlite_master SET sql = replace(sql, '{column}', 'x') WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE {table} (' WHERE name = '{table}'",
    "UPDATE sqlite_master SET rootpage = {number} WHERE name = '{table}'",
    "CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",
)


def _schema(path: Path, random: Random) -> None:
    """Another schema under the same names, or none."""
    table = random.choice(TABLES)
    template = random.choice(_SCHEMAS)

    def work(connection: sqlite3.Connection) -> None:
        column = random.choice(_columns(connection, table))
        number = random.choice((-1, 0, 1, 2, 3, 99999, 2**40))
        text = template.format(table=table, column=column, number=number)
        for statement in text.split("; ") if "TRIGGER" not in text else [text]:
            connection.execute(statement)

    _sql(path, work)

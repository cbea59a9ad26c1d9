"""Opening a store: where it is, whether it is one, and bringing its schema up to date.

Nothing is created or migrated unless ``create`` is set. A SQLite file that is opened for reading
stays as it is, byte for byte, and no file appears beside it: without a journal it is read as
immutable; with a journal that no program shares, a private copy of both is read.
"""

import shutil
import sqlite3
import tempfile
import threading
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool, StaticPool

from runtime.checkpoint.sql.errors import (
    NotAStoreError,
    StoreCorruptError,
    StoreError,
    StoreLockedError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreTooNewError,
    StoreTooOldError,
    StoreUnreachableError,
)
from runtime.checkpoint.sql.schema import CHECKPOINTS
from runtime.checkpoint.sql.versioned import VersionedSchema

_HEADER = b"SQLite format 3\0"
_DAMAGED = (
    "malformed",
    "not a database",
    "disk i/o",
    "could not decode",
    "unsupported file format",
)
"""What SQLite says of a file that is damaged."""
_MIGRATION_LOCK = 0x70726567656C
"""Number of the advisory lock under which a PostgreSQL store is migrated."""


@dataclass(slots=True)
class Options:
    """How a store is opened; ``busy_timeout`` is in seconds."""

    create: bool = True
    read_only: bool = False
    synchronous: str = "NORMAL"
    busy_timeout: float = 10.0


@dataclass(slots=True)
class Opened:
    """An engine with what is known of it. ``single`` says that it has one connection for all.

    ``lock`` is then the one of that connection, which everything that uses it holds meanwhile.
    """

    engine: Engine
    place: str
    single: bool
    owned: bool
    reader: "_FileReader | None" = None
    lock: "threading.RLock | None" = None

    def close(self) -> None:
        """Let go of the database, where it was not the caller's engine."""
        if self.owned:
            self.engine.dispose()
        if self.reader is not None:
            self.reader.close()


def open_store(
    target: Engine | URL | str | Path, options: Options, schema: VersionedSchema = CHECKPOINTS
) -> Opened:
    """The engine of a store whose schema is this version's; errors of ``errors`` say why not."""
    opened = _engine_of(target, options)
    if opened.single:
        opened.lock = lock_of(opened.engine)
    try:
        with opened.lock or nullcontext(), opened.engine.connect() as connection:
            prepare(connection, opened.place, options, schema, owned=opened.owned)
    except (DBAPIError, UnicodeDecodeError) as error:
        opened.close()
        raise explain(error, opened.place) from error
    except BaseException:
        opened.close()
        raise
    return opened


_locks: "WeakKeyDictionary[Engine, threading.RLock]" = WeakKeyDictionary()
_locks_guard = threading.Lock()


def lock_of(engine: Engine) -> "threading.RLock":
    """The lock of an engine's one connection, which several stores may share."""
    with _locks_guard:
        return _locks.setdefault(engine, threading.RLock())


def _engine_of(target: Engine | URL | str | Path, options: Options) -> Opened:
    if isinstance(target, Engine):
        single = isinstance(target.pool, StaticPool) or _is_memory(target.url)
        return Opened(target, _place(target.url), single, owned=False)
    if isinstance(target, str) and "://" not in target and target != ":memory:":
        target = Path(target)
    if isinstance(target, Path):
        return _file(target.absolute(), options)
    try:
        url = make_url("sqlite://" if target == ":memory:" else target)
    except ArgumentError as error:
        raise StoreMissingError(
            str(target), "this is no address of a database", "Give a path or a URL"
        ) from error
    if url.get_backend_name() == "sqlite":
        if not _is_memory(url):
            return _file(Path(url.database or "").absolute(), options)
        memory = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        return Opened(memory, ":memory:", single=True, owned=True)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=64)
        return Opened(engine, _place(url), single=False, owned=True)
    except (ImportError, NoSuchModuleError) as error:
        raise StoreUnreachableError(
            _place(url),
            f"its driver cannot be loaded ({error})",
            "Install the extra for it, for example pregel-studio[postgres]",
        ) from error


def _is_memory(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def _place(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.render_as_string(hide_password=True)


def _file(path: Path, options: Options) -> Opened:
    place = str(path)
    _check_file(path, options)
    if options.read_only:
        reader = _FileReader(path, options.busy_timeout)
        engine = create_engine("sqlite://", creator=reader.connect, poolclass=NullPool)
        return Opened(engine, place, single=False, owned=True, reader=reader)
    engine = create_engine(
        URL.create("sqlite", database=place),
        connect_args={"check_same_thread": False, "timeout": options.busy_timeout},
        pool_size=8,
        max_overflow=64,
    )
    event.listen(engine, "connect", Pragmas(options.synchronous))
    return Opened(engine, place, single=False, owned=True)


class Pragmas:
    """Sets up a new SQLite connection."""

    def __init__(self, synchronous: str) -> None:
        if synchronous.upper() not in ("OFF", "NORMAL", "FULL", "EXTRA"):
            raise ValueError(f"synchronous is OFF, NORMAL, FULL or EXTRA, not {synchronous!r}")
        self.synchronous = synchronous.upper()

    def __call__(self, connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA synchronous={self.synchronous}")
        cursor.close()


def _check_file(path: Path, options: Options) -> None:
    place = str(path)
    try:
        if path.is_dir():
            raise NotAStoreError(place, "this is a folder", "Give the path of a file")
        if not path.exists():
            if options.read_only or not options.create:
                raise StoreMissingError(place, "there is no such file", "Check the path")
            if not path.parent.is_dir():
                raise StoreMissingError(place, "its folder does not exist", "Make the folder first")
            return
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
    except OSError as error:
        raise StoreReadOnlyError(
            place, f"the file cannot be read ({error.strerror})", "Check its permissions"
        ) from error
    if not header and (options.read_only or not options.create):
        raise NotAStoreError(place, "the file is empty", "A run makes it a store")
    if header != _HEADER and (header or options.read_only or not options.create):
        raise NotAStoreError(
            place, "this is no SQLite database", "Choose another file; this one was left as it is"
        )


class _FileReader:
    """Connections that leave a SQLite file and its folder untouched."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._path = path
        self._busy_timeout = busy_timeout
        self._copy: tuple[object, tempfile.TemporaryDirectory[str]] | None = None

    def connect(self) -> sqlite3.Connection:
        path = self._path
        mode = "immutable=1"
        if _size(_beside(path, "-wal")):
            if _beside(path, "-shm").exists():
                mode = "mode=ro"
            else:
                path = self._copied()
                mode = "mode=rw"
        try:
            return sqlite3.connect(
                f"{path.as_uri()}?{mode}",
                uri=True,
                timeout=self._busy_timeout,
                check_same_thread=False,
            )
        except sqlite3.OperationalError as error:
            if not self._path.exists():
                raise StoreMissingError(
                    str(self._path), "the file is gone", "Open another store"
                ) from error
            raise

    def close(self) -> None:
        """Remove the private copy."""
        if self._copy is not None:
            self._copy[1].cleanup()
            self._copy = None

    def _copied(self) -> Path:
        files = [self._path, _beside(self._path, "-wal")]
        state = [(file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        if self._copy is None or self._copy[0] != state:
            self.close()
            folder = tempfile.TemporaryDirectory(prefix="pregel-store-")
            for file in files:
                shutil.copyfile(file, Path(folder.name) / file.name)
            self._copy = state, folder
        return Path(self._copy[1].name) / self._path.name


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def prepare(
    connection: Connection,
    place: str,
    options: Options,
    schema: VersionedSchema,
    *,
    owned: bool,
) -> None:
    """Bring ``schema`` up to date in an open database, where ``options`` let it.

    ``owned`` says that the file is the store's own: nothing is added to another program's. An
    engine that was given, or a server, may hold other tables beside.
    """
    found = _version(connection, place, schema)
    if found == schema.version:
        return
    if found is None and owned and connection.dialect.name == "sqlite":
        _refuse_foreign(connection, place)
    if found is not None and found > schema.version:
        raise StoreTooNewError(
            place,
            f"its schema has version {found}, this program knows {schema.version}",
            "Open it with a newer version of the program",
        )
    if not options.create or options.read_only:
        if found is None:
            raise NotAStoreError(
                place, f"it holds no {schema.holds} of this program", "Choose another store"
            )
        raise StoreTooOldError(
            place,
            f"its schema has version {found}, this program needs {schema.version}",
            "Allow the migration, after a backup",
        )
    connection.rollback()
    _migrate(connection, place, schema)


def _version(connection: Connection, place: str, schema: VersionedSchema) -> int | None:
    """The schema's version, ``None`` for a database without one."""
    names = set(inspect(connection).get_table_names())
    table = schema.version_table
    if table.name in names:
        found = connection.execute(select(table.c.version)).scalars().all()
        if len(found) != 1 or not isinstance(found[0], int):
            raise StoreCorruptError(place, "its schema version is not readable", "Restore a backup")
        lacking = set(schema.metadata.tables) - names
        if lacking and found[0] == schema.version:
            raise StoreCorruptError(
                place, f"it lacks the tables {', '.join(sorted(lacking))}", "Restore a backup"
            )
        if found[0] == schema.version and connection.dialect.name == "sqlite":
            _check_tables(connection, place, schema)
        return found[0]
    taken = names & set(schema.metadata.tables)
    if taken:
        raise NotAStoreError(
            place,
            f"it has tables of another program ({', '.join(sorted(taken))})",
            "Choose another store; this one was left as it is",
        )
    return None


def _check_tables(connection: Connection, place: str, schema: VersionedSchema) -> None:
    """Tables hold what was stored, and compute nothing: a column may be an expression."""
    for table in schema.metadata.tables.values():
        columns = connection.exec_driver_sql(f"PRAGMA table_xinfo({table.name})").all()
        stored = {name for _, name, *_, hidden in columns if not hidden}
        lacking = set(table.c.keys()) - stored
        if lacking or len(stored) < len(columns):
            told = f"lacks {', '.join(sorted(lacking))}" if lacking else "computes columns"
            raise StoreCorruptError(place, f"its table {table.name} {told}", "Restore a backup")


def _refuse_foreign(connection: Connection, place: str) -> None:
    names = inspect(connection).get_table_names()
    if names and not any(name.startswith("pregel_") for name in names):
        raise NotAStoreError(
            place,
            f"it is the database of another program (tables {', '.join(sorted(names)[:5])})",
            "Choose another store; this one was left as it is",
        )


def _migrate(connection: Connection, place: str, schema: VersionedSchema) -> None:
    """Run the missing migrations; whoever comes second finds them done."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.rollback()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
    table = schema.version_table
    found = _version(connection, place, schema)
    if found is None:
        table.create(connection)
        connection.execute(insert(table).values(version=0))
    for migration in schema.migrations[found or 0 :]:
        migration(connection)
    connection.execute(update(table).values(version=schema.version))
    connection.commit()


def explain(error: BaseException, place: str) -> StoreError:
    """The store's own error for one of a driver."""
    original = getattr(error, "orig", None) or error
    words = str(original).strip() or type(original).__name__
    lower = words.lower()
    if "locked" in lower or "database table is locked" in lower:
        return StoreLockedError(
            place, f"another program holds it ({words})", "Close that program and try again"
        )
    if "disk is full" in lower or "no space left" in lower:
        return StoreError(
            place, f"there is no room ({words})", "Make room; what was saved before is kept"
        )
    if isinstance(error, UnicodeDecodeError) or any(mark in lower for mark in _DAMAGED):
        if "disk i/o" in lower:
            return StoreCorruptError(
                place,
                f"it is damaged, or its disk fails ({words})",
                "Check the disk, or restore a backup; what was saved before is kept",
            )
        return StoreCorruptError(
            place, f"it is damaged ({words})", "Restore a backup; nothing was changed"
        )
    if "readonly" in lower or "read-only" in lower:
        return StoreReadOnlyError(place, f"it cannot be written ({words})", "Check permissions")
    if "unable to open" in lower:
        return StoreMissingError(place, f"it cannot be opened ({words})", "Check the path")
    if "closed database" in lower:
        return StoreError(
            place, "its connection is closed", "Use it inside the `with` block that opened it"
        )
    if "connection" in lower or "connect" in lower:
        return StoreUnreachableError(
            place, f"the server does not answer ({words})", "Check address and server"
        )
    return StoreError(
        place, f"the database says: {words.rstrip('.')}", "What was saved before is kept"
    )

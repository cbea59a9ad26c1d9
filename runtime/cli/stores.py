"""Opens the store that a command works on, and says in words what is wrong with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.checkpoint.base import StoredCheckpoint
from runtime.checkpoint.location import default_store
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.sql import (
    NotAStoreError,
    SqlSaver,
    StoreError,
    StoreMissingError,
    StoreTooOldError,
)
from runtime.cli.arguments import Options
from runtime.cli.console import notes
from runtime.cli.failure import CommandError, one_line, sentences
from runtime.debug.browsing import Browser, NotFound

_PAGE = 500


@contextmanager
def reading(options: Options) -> Iterator[SqlSaver]:
    """The store, opened so that nothing in it or beside it changes."""
    if options.migrate:
        with _opened(_place(options), options, create=False, read_only=False):
            pass
    with _opened(_place(options), options, create=False, read_only=True) as saver:
        yield saver


@contextmanager
def writing(options: Options, *, create: bool) -> Iterator[SqlSaver]:
    """The store for a run; ``create`` makes one where there is none."""
    place = _place(options)
    if create and options.db is None:
        folder = Path(place).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(
                f"{folder}: {error.strerror}. Name another place with --db PATH."
            ) from error
    with _opened(place, options, create=create, read_only=False) as saver:
        yield saver


@contextmanager
def _opened(place: str, options: Options, *, create: bool, read_only: bool) -> Iterator[SqlSaver]:
    try:
        with _open(place, options, create=create, read_only=read_only) as saver:
            yield saver
    except StoreMissingError as error:
        if options.db is None and not create:
            raise CommandError(
                f"{error.place}: there is no store yet. `pregel run` with --input and the window "
                "make it; another one is named with --db."
            ) from error
        raise CommandError(sentences(f"{error.place}: {error.problem}", error.remedy)) from error
    except StoreError as error:
        raise CommandError(sentences(f"{error.place}: {error.problem}", error.remedy)) from error
    except DecodeError as error:
        raise CommandError(sentences(f"{place}: {error}", "Restore a backup")) from error
    except NotFound as error:
        where = f"The store is {saver.place}; `pregel threads` lists what it holds"
        raise CommandError(sentences(str(error), where)) from error


def _open(place: str, options: Options, *, create: bool, read_only: bool) -> SqlSaver:
    try:
        return SqlSaver(place, create=False, read_only=read_only)
    except StoreTooOldError as error:
        if not options.migrate:
            remedy = "Make a copy of it, then give --migrate once to bring it up to date"
            raise StoreTooOldError(error.place, error.problem, remedy) from error
        saver = SqlSaver(place, create=True)
        notes().write(f"pregel: {error.place} was brought up to date.")
        return saver
    except (StoreMissingError, NotAStoreError) as error:
        if not create:
            raise
        # An empty file becomes a store; one that holds something is refused once more.
        saver = SqlSaver(place, create=True)
        told = one_line(f"{error.place} is new; it holds checkpoints from now on.")
        notes().write(f"pregel: {told}")
        return saver


def _place(options: Options) -> str:
    return str(default_store()) if options.db is None else options.db


def browser_of(saver: SqlSaver) -> Browser:
    """The read side, without a graph."""
    return Browser(saver, saver, None, {})


def newest_thread(saver: SqlSaver) -> str:
    """The thread that was changed last."""
    listing = saver.list_threads(limit=1)
    if not listing.threads:
        raise CommandError(f"{saver.place} holds no threads yet.")
    return listing.threads[0].thread_id


def find_checkpoint(saver: SqlSaver, options: Options) -> StoredCheckpoint:
    """The checkpoint that is named, in the thread and namespace that are named, or wherever."""
    wanted = options.checkpoint_id
    for thread_id in _threads(saver, options):
        # Ids sort as text, so the one wanted is the newest before its successor.
        found = saver.list_rows(thread_id, options.ns, before=wanted + "~", limit=1)
        if found and found[0].checkpoint_id == wanted:
            return found[0]
    place = saver.place if options.thread is None else f"thread {options.thread}"
    if options.ns:
        place += f", namespace {options.ns}"
    raise CommandError(f"There is no checkpoint {wanted} in {place}.")


def _threads(saver: SqlSaver, options: Options) -> Iterator[str]:
    if options.thread is not None:
        yield options.thread
        return
    offset = 0
    while True:
        listing = saver.list_threads(offset, _PAGE)
        yield from (each.thread_id for each in listing.threads)
        offset += len(listing.threads)
        if not listing.threads or offset >= listing.total:
            return

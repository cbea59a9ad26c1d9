"""Reads what is damaged through every reader, in a process of its own with bounded memory.

For each case one line of JSON goes to the standard output: what went wrong, if anything. Whoever
hangs or takes down the process is told by the line that is missing.
"""

import contextlib
import faulthandler
import io
import json
import resource
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from runtime.checkpoint.serde.errors import DecodeError, UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql import SqlSaver, StoreError
from runtime.cli.main import main as command
from runtime.debug import codec
from runtime.debug.commands import (
    Command,
    ListCheckpoints,
    ListThreads,
    ReadCheckpoint,
    ReadChildren,
    ReadJson,
    ReadText,
    SearchThread,
    WatchThread,
)
from runtime.debug.local import LocalSession
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import preview
from runtime.debug.views import Failed
from tests.runtime.checkpoint.damage.mutation import (
    damage_file,
    damage_journal,
    damaged,
)

MEMORY = 256 << 20
"""Bytes that reading may take beside what the process had before."""
SECONDS = 30
"""After which a case hangs."""
EXPECTED = (StoreError, DecodeError, LookupError)
"""Errors that say what is damaged."""
_TOLD = {"DecodeError", "DamagedHistoryError", "NotFound", "UnknownFormatError"}
_FOREIGN = frozenset(
    (
        *("exec", "import", "marshal.loads", "pickle.find_class", "ctypes.dlopen"),
        *("os.exec", "os.fork", "os.posix_spawn", "os.system", "subprocess.Popen"),
        *("socket.bind", "socket.connect"),
    )
)


class Unexpected(Exception):
    """A reader failed in another way than it says."""


executed: list[str] = []
_listening = False


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _listening and event in _FOREIGN:
        executed.append(f"{event} {arguments[0]!r:.200}")


# -- readers --------------------------------------------------------------------------------


def read_value(data: bytes, random: Random) -> None:
    """Every serializer, then all that is done with a value."""
    tag = random.choice(("msgpack", "msgpack", "msgpack", "msgpack", "json", "bytes", "null", "x"))
    for serde in (
        JsonPlusSerializer(),
        JsonPlusSerializer(trusted=False),
        JsonPlusSerializer(allowed_msgpack_modules=None),
    ):
        with contextlib.suppress(DecodeError):
            value = serde.loads_typed((tag, data))
            preview(value)
            with contextlib.suppress(TooLarge):
                json.dumps(to_natural(value, 100_000))
            if tag == "msgpack":
                save_again(serde, value)


def save_again(serde: JsonPlusSerializer, value: Any) -> None:
    """What could be read can be saved, and read once more; only its depth may be too much."""
    try:
        data = serde.dumps_typed(value)
    except UnsavableValueError as error:
        if "nested" not in error.reason:
            raise
    else:
        serde.loads_typed(data)


def read_saver(path: Path, own: bool) -> None:
    """The calls of a saver."""
    try:
        opened = SqlSaver(path, serde=JsonPlusSerializer(trusted=own), read_only=True)
    except EXPECTED:
        return
    with opened as saver:
        found = _try(saver.list_threads)
        names = [each.thread_id for each in found.threads] if found else []
        for name in dict.fromkeys(["ended", "waits", "failed", *names]):
            config: Any = {"configurable": {"thread_id": name}}
            _try(saver.get_tuple, config)
            _try(lambda config: list(saver.list(config)), config)
            for row in (_try(saver.list_rows, name) or ())[::4]:
                for channel in sorted(row.available):
                    place = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
                    _try(saver.get_value, *place, channel)
        _try(lambda: list(saver.list(None, filter={"source": "loop"}, limit=20)))


def _try(work: Callable[..., Any], *arguments: Any) -> Any:
    with contextlib.suppress(*EXPECTED):
        return work(*arguments)
    return None


def read_session(path: Path, random: Random, own: bool) -> None:
    """What the window asks for on opening a database, and what a person then looks at.

    ``own`` opens it as the window does, which may go on to write.
    """
    try:
        session = LocalSession(str(path), create=False, read_only=not own)
    except StoreError:
        return
    try:
        _look(session, random)
    finally:
        session.close()


def _look(session: LocalSession, random: Random) -> None:
    def ask(asked: Command) -> Any:
        reply = session.send(asked).result(SECONDS)
        json.dumps(codec.to_json(reply))
        if isinstance(reply, Failed):
            error = reply.error
            if error.type not in _TOLD and not error.type.startswith(("Store", "NotAStore")):
                raise Unexpected(f"{asked}: {error.type}: {error.message}\n{error.traceback}")
            return None
        return reply

    page = ask(ListThreads())
    names = ["ended", *(() if page is None else [each.thread_id for each in page.threads])]
    for name in dict.fromkeys(random.sample(names, min(2, len(names)))):
        listed = ask(ListCheckpoints(name, None))
        ask(SearchThread(name, "y", limit=20))
        ask(WatchThread(name, ("items[0]", "rounds + 1"), limit=10))
        rows = [] if listed is None else list(listed.rows)
        for row in random.sample(rows, min(2, len(rows))):
            view = ask(ReadCheckpoint(name, row.checkpoint_ns, row.checkpoint_id))
            if view is None:
                continue
            places = [each.value.handle for each in view.channels if each.value is not None]
            places += [each.value.handle for task in view.tasks for each in task.writes]
            for place in random.sample(places, min(2, len(places))):
                ask(ReadChildren(place, 0, 20))
                ask(ReadText(place, 0, 100))
                ask(ReadJson(place, 1_000_000))


def read_command(path: Path, random: Random) -> None:
    """The commands that only look."""
    name = random.choice(("ended", "waits", "failed"))
    words = random.choice(
        (
            ["threads"],
            ["history", "--thread", name, "--ns", "*"],
            ["show", "--thread", name],
            ["show", "--thread", name],
        )
    )
    output, notes = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(notes):
        code = command([*words, "--db", str(path), "--json", "--debug"])
    if code not in (0, 1) or "--debug shows" in notes.getvalue():
        raise Unexpected(f"{words}: {code}: {notes.getvalue()[-3000:]}")
    if code == 0:
        json.loads(output.getvalue())


# -- the process ----------------------------------------------------------------------------


def blob_case(sound: Path, number: int, own: bool) -> None:
    """One damaged value."""
    random = Random(f"blob {number}")
    read_value(damaged(sound.read_bytes(), random), random)


def journal_case(sound: Path, number: int, own: bool) -> None:
    """One database of a program that was killed, damaged; only looked into."""
    file_case(sound, number, False, damage_journal)


def file_case(
    sound: Path,
    number: int,
    own: bool,
    damage: Callable[[Path, Random], None] = damage_file,
) -> None:
    """One damaged database: it stays as it is, whoever reads it."""
    random = Random(f"file {number}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        for file in sound.parent.glob(f"{sound.name}*"):
            shutil.copyfile(file, path.with_name(file.name.replace(sound.name, path.name)))
        damage(path, random)
        content = contents(folder)
        read_saver(path, own)
        read_session(path, random, own)
        read_command(path, random)
        if not own and contents(folder) != content:
            raise Unexpected("reading changed the file or its folder")


def contents(folder: str) -> dict[str, bytes]:
    """Names and bytes of the files in a folder."""
    return {each.name: each.read_bytes() for each in Path(folder).iterdir()}


def memory_error_in(error: BaseException) -> bool:
    """Whether memory ran out, whoever turned that into another error."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, MemoryError):
            return True
        found = found.__cause__ or found.__context__
    return False


def main(kind: str, sound: Path, first: int, count: int, own: bool) -> None:
    """Read the cases ``first`` and on; ``own`` takes the data as that of this program."""
    global _listening
    if own:
        from tests.runtime.checkpoint.damage import canary  # noqa: F401 - known to this process
    case = {"blobs": blob_case, "files": file_case, "journals": journal_case}[kind]
    sys.addaudithook(_audit)
    for number in (-1, -2, -3, -4):  # whatever is imported late is imported by now
        with contextlib.suppress(Exception):
            case(sound, number, own)
    _listening = True
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
    for number in range(first, first + count):
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        problem = ""
        try:
            case(sound, number, own)
        except BaseException as error:  # noqa: BLE001 - everything is told
            _listening = False
            problem = "".join(traceback.format_exception(error))
        _listening = True
        if executed:
            problem += f"executed: {executed}"
            executed.clear()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
        sys.stdout.write(json.dumps({"case": number, "problem": problem, "memory": grown}) + "\n")
        sys.stdout.flush()
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    _, kind, sound, first, count, own = sys.argv
    main(kind, Path(sound), int(first), int(count), own == "own")

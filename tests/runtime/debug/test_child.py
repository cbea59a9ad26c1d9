"""What only a session with a child process can go through: noise, death, other interpreters."""

import io
import os
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.sql.errors import StoreMissingError
from runtime.debug.child import bootstrap
from runtime.debug.child.framing import FrameError, encode, read_frame
from runtime.debug.child.session import ChildSession
from runtime.debug.commands import (
    AttachDebugger,
    Breakpoint,
    CheckExpression,
    CheckpointFilter,
    Command,
    Continue,
    FilterCheckpoints,
    FindFirst,
    OpenTarget,
    ReadCheckpoint,
    RestartProcess,
    SearchThread,
    SetBreakpoints,
    Start,
    WatchThread,
)
from runtime.debug.events import (
    ProcessEnded,
    ProcessOutput,
    RunEnded,
    RunPaused,
    TaskOutput,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.interpreters import interpreters_for
from runtime.debug.views import CheckpointView, Failed, TargetOpened
from tests.runtime.debug import harness
from tests.runtime.debug.harness import CHAIN, FAN, WAIT_SECONDS, Driver, driven, write_graph

ROOT = Path(bootstrap.__file__).parents[3]


@pytest.fixture(autouse=True)
def child(monkeypatch: pytest.MonkeyPatch, transport: None) -> None:
    monkeypatch.setattr(harness, "transport", "child")


def in_b(code: str, head: str = "") -> str:
    """The chain whose second node runs this code, given in lines."""
    body = code.replace("\n", "\n    ")
    return "import os, subprocess, sys, time\n" + head + CHAIN.replace('print("in b")', body)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.01)


def said(driver: Driver) -> str:
    return "".join(event.text for event in driver.told(ProcessOutput))


def ended(rest: Any) -> RunEnded:
    assert isinstance(rest, RunEnded), rest
    return rest


def test_nothing_that_is_printed_meets_the_protocol(tmp_path: Path) -> None:
    code = (
        'print("by the node")\nos.write(1, b"by descriptor\\n")\n'
        'subprocess.run([sys.executable, "-c", "print(1234 * 2)"])\n'
        'sys.__stdout__.write("Content-Length: 3\\r\\n\\r\\n{}\\n")'
    )
    with driven() as driver:
        driver.open(write_graph(tmp_path, in_b(code, 'print("on import")\n')))
        assert ended(driver.start({"log": []})).reason == "done"
        assert [event.text for event in driver.told(TaskOutput)] == ["by the node"]
        until(lambda: "Content-Length" in said(driver))
        for text in ("on import", "by descriptor", "2468"):
            assert text in said(driver)


def test_there_is_nothing_to_read_from_standard_input(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, in_b("input()")))
        rest = ended(driver.start({"log": []}))
        assert rest.error is not None
        assert (rest.error.type, rest.error.node) == ("EOFError", "b")


def test_a_node_that_prints_without_end_is_counted_not_kept(tmp_path: Path) -> None:
    lines = 200_000
    with driven() as driver:
        driver.open(write_graph(tmp_path, in_b(f'for n in range({lines}):\n    print("line", n)')))
        assert ended(driver.start({"log": []})).reason == "done"
        outputs = driver.told(TaskOutput)
        kept = [event for event in outputs if event.kind == "stdout"]
        dropped = [event.text.split()[0] for event in outputs if event.kind == "dropped"]
        assert len(kept) < lines // 4
        counts = [1 if each == "one" else int(each.replace(",", "")) for each in dropped]
        assert len(kept) + sum(counts) == lines


def test_a_process_that_prints_without_end_is_counted_not_kept(tmp_path: Path) -> None:
    code = 'for _ in range(300):\n    os.write(1, b"x" * 100_000)'
    with driven() as driver:
        driver.open(write_graph(tmp_path, in_b(code)))
        assert ended(driver.start({"log": []})).reason == "done"

        def counted() -> int:
            return sum(len(each.text) + each.dropped for each in driver.told(ProcessOutput))

        until(lambda: counted() >= 30_000_000)
        assert counted() == 30_000_000
        assert len(said(driver)) < 5_000_000


def test_a_child_that_dies_at_rest_is_replaced(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.do(SetBreakpoints((Breakpoint("1", "before", "c"),)))
        assert isinstance(driver.start({"log": []}), RunPaused)
        kill(driver)
        gone = driver.wait(ProcessEnded)
        assert "SIGKILL" in gone.error.message
        assert ended(driver.told(RunEnded)[-1]).reason == "failed"
        # The next command is answered by a new child with the same graph and breakpoints.
        assert driver.values()["log"] == "['a', 'b']"
        assert ended(driver.go()).reason == "done"
        rest = driver.start({"log": []}, "other")
        assert isinstance(rest, RunPaused)
        assert rest.next == ("c",)


@pytest.mark.parametrize(
    "command",
    [
        WatchThread("t", ("len(log)",)),
        CheckExpression("len(log)", "t"),
        FilterCheckpoints("t", CheckpointFilter(expression="len(log) > 1")),
        FindFirst("t", "len(log) > 1", "1"),
        SearchThread("t", "a", regular=True),
    ],
    ids=lambda command: type(command).__name__,
)
def test_an_expression_that_holds_up_the_process_is_not_asked_again(
    tmp_path: Path, command: Command
) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []})
        session = driver.session
        assert isinstance(session, ChildSession)
        assert session.pid is not None
        # It does not come to answer, as if the expression went on for ever.
        os.kill(session.pid, signal.SIGSTOP)
        looking = session.send(command)
        reading = session.send(ReadCheckpoint("t"))
        driver.do(RestartProcess())
        reply = looking.result(WAIT_SECONDS)
        assert isinstance(reply, Failed), reply
        assert reply.error.type == "Restarted"
        assert isinstance(reading.result(WAIT_SECONDS), CheckpointView)
        assert driver.values()["log"] == "['a', 'b', 'c']"


def kill(driver: Driver) -> None:
    """End the child from outside, as the system does."""
    session = driver.session
    assert isinstance(session, ChildSession)
    assert session.pid is not None
    os.kill(session.pid, signal.SIGKILL)


def test_a_crash_names_the_line_of_the_task(tmp_path: Path) -> None:
    path = write_graph(tmp_path, in_b("import ctypes; ctypes.string_at(0)"))
    with driven() as driver:
        driver.open(path)
        rest = ended(driver.start({"log": []}))
        assert rest.text.endswith("while b ran.")
        assert rest.error is not None
        assert rest.error.node == "b"
        frame = rest.error.frames[-1]
        assert (frame.path, frame.function) == (str(path), "b")
        assert "string_at" in frame.text
        gone = driver.wait(ProcessEnded)
        assert (gone.thread_id, gone.tasks) == ("t", ("b",))


def test_what_had_finished_when_the_process_died_is_not_run_again(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    deadly = (
        f"import os, pathlib\n    if not pathlib.Path({str(mark)!r}).exists():\n"
        f'        pathlib.Path({str(mark)!r}).touch()\n        os._exit(9)\n    return {{"log": ["r'
    )
    body = FAN.replace('return {"log": ["r', deadly)
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"log": []}, mode="step_superstep")
        assert isinstance(driver.go(mode="step_superstep"), RunPaused)
        left = next(task.id for task in driver.view().tasks if task.name == "left")
        assert isinstance(driver.go(mode="step_task", task_id=left), RunPaused)
        rest = ended(driver.go())
        assert "exit code 9" in rest.text
        before = len(driver.told(TaskWrote))
        assert ended(driver.go()).reason == "done"
        again = [event.name for event in driver.told(TaskWrote)[before:]]
        assert "right" in again
        assert "left" not in again
        assert driver.values()["log"] == "['left', 'right', 'work 0', 'work 1', 'join']"


def test_a_child_ends_with_its_parent(tmp_path: Path) -> None:
    forever = write_graph(tmp_path, in_b("while True: pass"))
    program = (
        "import sys, time\n"
        "from runtime.debug.child.session import ChildSession\n"
        "from runtime.debug.commands import OpenTarget, Start\n"
        "session = ChildSession()\n"
        "session.send(OpenTarget(sys.argv[1])).result(60)\n"
        "session.send(Start('t', {'log': []})).result(60)\n"
        "print(session.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(forever)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        os.kill(pid, 0)
        parent.kill()
    until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Where nobody waits for it the system keeps its name; see proc(5).
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_missing_database_is_said_as_in_one_process(tmp_path: Path) -> None:
    place = tmp_path / "none.db"
    with pytest.raises(StoreMissingError) as raised:
        ChildSession(str(place), create=False)
    assert str(place) in raised.value.place
    assert not place.exists()


# -- interpreters ---------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an environment of its own and a module that only this has."""
    folder = tmp_path / "project"
    venv.create(folder / ".venv", with_pip=False, symlinks=os.name != "nt")
    packages = next((folder / ".venv").glob("[lL]ib*/**/site-packages"))
    (packages / "only_here.py").write_text("WORD = 'from the project'\n", encoding="utf-8")
    return folder


def test_a_graph_runs_in_the_python_of_its_project(project: Path, tmp_path: Path) -> None:
    head = (
        "import only_here, sys, importlib.util\n"
        "assert importlib.util.find_spec('pytest') is None, 'a package of the debugger'\n"
        "assert importlib.util.find_spec('studio') is None, 'another package of the debugger'\n"
    )
    path = write_graph(project, in_b("print(only_here.WORD, sys.prefix)", head))
    with driven(str(tmp_path / "store.db")) as driver:
        reply = driver.do(OpenTarget(str(path)))
        assert isinstance(reply, TargetOpened)
        assert reply.graph is not None, reply.error
        assert Path(reply.interpreter).is_relative_to(project)
        assert ended(driver.start({"log": []})).reason == "done"
        (output,) = driver.told(TaskOutput)
        assert output.text == f"from the project {project / '.venv'}"
        # A debugger of lines is that of the project, which has none.
        assert f"debugpy is not installed in {reply.interpreter}" in driver.refusal(
            AttachDebugger()
        )
        # A file elsewhere runs in the Python of this program again, on the same database.
        driver.open(write_graph(tmp_path, CHAIN))
        assert driver.values()["log"] == "['a', 'b', 'c']"
        driver.do(Continue("t", checkpoint_id=driver.rows()[1].checkpoint_id))
        driver.wait(TaskStarted, lambda event: event.name == "c")


def test_programs_that_a_node_starts_find_the_runtime_too(project: Path, tmp_path: Path) -> None:
    head = "import multiprocessing\n\ndef double(n):\n    return 2 * n\n"
    code = 'with multiprocessing.get_context("spawn").Pool(1) as pool:\n    '
    code += "print(pool.map(double, [21]))"
    path = write_graph(project, in_b(code, head))
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(path)
        assert ended(driver.start({"log": []})).reason == "done"
        assert [event.text for event in driver.told(TaskOutput)] == ["[42]"]


def test_an_interpreter_may_be_chosen(project: Path, tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN)
    python = interpreters_for(str(project / "own.py"))[0].path
    with driven() as driver:
        reply = driver.do(OpenTarget(str(path), python))
        assert reply.interpreter == python
        kill(driver)
        driver.wait(ProcessEnded)
        driver.do(Start("t", {"log": []}))
        assert ended(driver.rest()).reason == "done"


def test_what_is_open_stays_where_an_interpreter_cannot_serve(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN)
    with driven() as driver:
        driver.open(path)
        none = driver.do(OpenTarget(str(path), str(tmp_path / "python")))
        assert none.error.type == "NoInterpreter"
        assert str(tmp_path / "python") in none.error.message
        other = tmp_path / "other"
        other.write_text("#!/bin/sh\necho no Python here >&2\nexit 3\n", encoding="utf-8")
        other.chmod(0o755)
        ends = driver.do(OpenTarget(str(path), str(other)))
        assert ends.error.message == (
            f"{other} does not run graphs: its process ended itself with exit code 3."
        )
        assert ends.error.traceback == "no Python here\n"
        assert ended(driver.start({"log": []})).reason == "done"


def served_by(python: Path | str, code: str, *arguments: str) -> dict[str, Any]:
    """What the bootstrap says instead of serving."""
    done = subprocess.run(
        [str(python), "-c", code, *arguments], stdin=subprocess.DEVNULL, capture_output=True
    )
    frame = read_frame(io.BytesIO(done.stdout))
    assert frame is not None, done.stderr.decode()
    assert frame["method"] == "unusable"
    return dict(frame["params"])


def test_packages_that_are_lacking_are_named_with_the_remedy(project: Path) -> None:
    python = interpreters_for(str(project / "own.py"))[0].path
    code = "import sys, runpy; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
    view = served_by(python, code, bootstrap.__file__, str(ROOT), "another-kind")
    assert view["type"] == "PackagesMissing"
    assert "ormsgpack" in view["message"]
    assert f'{python} -m pip install "ormsgpack"' in view["remedy"]


def test_an_old_python_is_named(project: Path) -> None:
    code = (
        "import sys, runpy; del sys.argv[0]; told = runpy.run_path(sys.argv[0]); "
        "told['main'].__globals__['OLDEST'] = (99, 1); told['main']()"
    )
    view = served_by(sys.executable, code, bootstrap.__file__, str(ROOT), "any")
    assert view["type"] == "PythonTooOld"
    assert "99.1 or newer" in view["message"]


# -- framing --------------------------------------------------------------------------------


def test_messages_come_back_one_by_one() -> None:
    stream = io.BytesIO(encode({"id": 1, "method": "a"}) + encode({"method": "ä", "params": {}}))
    assert read_frame(stream) == {"jsonrpc": "2.0", "id": 1, "method": "a"}
    assert read_frame(stream) == {"jsonrpc": "2.0", "method": "ä", "params": {}}
    assert read_frame(stream) is None


@pytest.mark.parametrize(
    "sent",
    [
        b"hello\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{]",
        b"Content-Length: 2\r\n\r\n{}",
        b"Content-Length: 2\r\n\r\n[]",
    ],
)
def test_what_is_no_message_is_refused(sent: bytes) -> None:
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(sent))


def test_a_message_that_was_cut_off_is_the_end() -> None:
    assert read_frame(io.BytesIO(b"Content-Length: 20\r\n\r\n{")) is None

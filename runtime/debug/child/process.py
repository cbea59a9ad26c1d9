"""A child process as its parent sees it: messages in and out, what it prints, how it ended."""

import os
import signal
import subprocess
import sys
import sysconfig
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from runtime.debug.child.framing import Frame, read_frame
from runtime.debug.child.outbox import Late, Outbox

_BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
_HOME = _BOOTSTRAP.parents[3]
_TAIL = 16_000
_CHUNK = 65_536
_LAST_FRAMES_SECONDS = 10.0
_LAST_TEXTS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended: its exit code, negative for a signal, and the last that it printed."""

    code: int
    tail: str

    @property
    def words(self) -> str:
        """What ended it, to go on after "the process"."""
        if self.code in _WINDOWS_FAULTS:
            return f"crashed ({_WINDOWS_FAULTS[self.code]})"
        if self.code >= 0:
            return f"ended itself with exit code {self.code}"
        try:
            name = signal.Signals(-self.code).name
        except ValueError:
            name = f"signal {-self.code}"
        words = _SIGNAL_WORDS.get(name)
        return f"{words} ({name})" if words else f"was ended by {name}"


_SIGNAL_WORDS = {
    "SIGSEGV": "crashed with a segmentation fault",
    "SIGABRT": "aborted",
    "SIGBUS": "crashed with a bus error",
    "SIGFPE": "crashed with an arithmetic error",
    "SIGILL": "crashed with an illegal instruction",
    "SIGKILL": "was killed from outside, as the system does when memory runs out",
    "SIGTERM": "was asked to end from outside",
}
_WINDOWS_FAULTS = {
    0xC0000005: "access violation",
    0xC00000FD: "stack overflow",
    0xC0000409: "stack buffer overrun",
}


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears of a process, each call in a thread of the process: ``on_exit`` is the last."""

    on_frame: Callable[[Frame], None]
    on_text: Callable[[str], None]
    on_exit: Callable[[Ending], None]


class ChildProcess:
    """Starts at once; what it says is kept until ``listen``.

    ``OSError`` says why the interpreter could not be started.
    """

    def __init__(self, interpreter: str) -> None:
        self.interpreter = interpreter
        self._listener: Listener | None = None
        self._heard = threading.Event()
        self._tail: deque[str] = deque()
        self._tail_length = 0
        self._killing = threading.Lock()
        self._started = threading.Event()
        self._problem: OSError | None = None
        self._process: subprocess.Popen[bytes] | None = None
        # The system may end a child with the thread that started it, so one starts it that stays.
        self._reader = threading.Thread(target=self._live, name="pregel-child", daemon=True)
        self._reader.start()
        self._started.wait()
        if self._problem is not None:
            raise self._problem

    @property
    def _running(self) -> "subprocess.Popen[bytes]":
        assert self._process is not None
        return self._process

    @property
    def pid(self) -> int:
        return self._running.pid

    def listen(self, listener: Listener) -> None:
        """Hear everything from the beginning; called again, from now on."""
        self._listener = listener
        self._heard.set()

    def send(self, frame: Late) -> None:
        """Send a message, made in another thread, as soon as the child reads."""
        self._outbox.put(frame)

    def kill(self) -> None:
        """End the process and the programs that it started."""
        with self._killing:
            process = self._running
            if process.poll() is None:
                _kill_group(process)

    def wait(self, seconds: float) -> bool:
        """Whether the process has ended and everything of it was told within the time."""
        self._reader.join(seconds)
        return not self._reader.is_alive()

    # -- the thread of the process ----------------------------------------------------------

    def _live(self) -> None:
        try:
            self._process = process = _start(self.interpreter)
            self._outbox = Outbox(cast(BinaryIO, process.stdin))
        except OSError as error:
            self._problem = error
            return
        finally:
            self._started.set()
        texts = threading.Thread(
            target=self._read_text,
            args=(cast(BinaryIO, process.stderr),),
            name="pregel-child-text",
            daemon=True,
        )
        texts.start()
        frames = threading.Thread(
            target=self._read_frames,
            args=(cast(BinaryIO, process.stdout),),
            name="pregel-child-frames",
            daemon=True,
        )
        frames.start()
        code = process.wait()
        # Programs that it started may hold the pipes open for ever.
        _kill_group(process)
        frames.join(_LAST_FRAMES_SECONDS)
        texts.join(_LAST_TEXTS_SECONDS)
        self._outbox.abandon()
        # What waits to be written has no reader any more.
        with suppress(OSError), cast(BinaryIO, process.stdin):
            self._outbox.close()
        self._heard.wait()
        assert self._listener is not None
        self._listener.on_exit(Ending(code, "".join(self._tail)))

    def _read_frames(self, stream: BinaryIO) -> None:
        self._heard.wait()
        assert self._listener is not None
        try:
            with stream:
                while (frame := read_frame(stream)) is not None:
                    self._listener.on_frame(frame)
        except (ValueError, KeyError, OSError) as error:
            self._keep(f"The process sent what is no message: {error}\n")
            self.kill()

    def _read_text(self, stream: BinaryIO) -> None:
        with stream:
            while data := os.read(stream.fileno(), _CHUNK):
                text = data.decode("utf-8", "replace")
                self._keep(text)
                self._heard.wait()
                assert self._listener is not None
                self._listener.on_text(text)

    def _keep(self, text: str) -> None:
        self._tail.append(text)
        self._tail_length += len(text)
        while self._tail_length - len(self._tail[0]) > _TAIL:
            self._tail_length -= len(self._tail.popleft())


def _start(interpreter: str) -> "subprocess.Popen[bytes]":
    lent = dict.fromkeys(sysconfig.get_paths()[name] for name in ("purelib", "platlib"))
    kind = f"{sys.implementation.cache_tag}-{sys.platform}"
    groups = 0
    if sys.platform == "win32":
        groups = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        [interpreter, str(_BOOTSTRAP), str(_HOME), kind, *lent],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(interpreter),
        # Its own group: Ctrl+C in the window's terminal is not for it, and it is ended as a whole.
        start_new_session=os.name != "nt",
        creationflags=groups,
    )


def _environment(interpreter: str) -> dict[str, str]:
    """As if the environment of the interpreter were activated."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONHOME", "__PYVENV_LAUNCHER__")
    }
    scripts = Path(interpreter).parent
    if (scripts.parent / "pyvenv.cfg").is_file():
        variables["VIRTUAL_ENV"] = str(scripts.parent)
        variables["PATH"] = os.pathsep.join((str(scripts), variables.get("PATH", os.defpath)))
    return variables


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        # What has ended already, or is another user's, is not to be ended.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

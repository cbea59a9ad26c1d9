"""The commands that execute: ``run`` and ``resume``, over the session that the window uses."""

import shlex
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from runtime.checkpoint.sql import SqlSaver
from runtime.cli.arguments import Options, read_json
from runtime.cli.console import Console, notes, output, plain, visible
from runtime.cli.exits import DONE, ENDED, ERROR, WAITING
from runtime.cli.failure import CommandError, command_error, sentences
from runtime.cli.progress import Progress
from runtime.cli.reading import error_json, interrupt_json, json_of, print_interrupt
from runtime.cli.stores import browser_of, writing
from runtime.cli.targets import load_target
from runtime.debug.browsing import Browser
from runtime.debug.commands import Command, Continue, ReadCheckpoint, Resume, Start, Stop
from runtime.debug.events import Event, RunEnded
from runtime.debug.loading import LoadedGraph
from runtime.debug.local import LocalSession
from runtime.debug.views import CheckpointView, Failed, InterruptView, Reply, TargetOpened

_LISTENING_SECONDS = 0.25
_PAGE = 200


class OpenRun:
    """A session with the graph open, and the events that it tells."""

    def __init__(self, session: LocalSession, loaded: LoadedGraph, saver: SqlSaver) -> None:
        self._session = session
        self.loaded = loaded
        self.saver = saver
        self._events: SimpleQueue[Event] = SimpleQueue()
        session.subscribe(self._events.put)
        reply = session.open_loaded(loaded).result()
        if isinstance(reply, TargetOpened) and reply.error is not None:
            raise command_error(reply.error, PurePath(loaded.path).name)
        opened = self._checked(reply)
        if isinstance(opened, TargetOpened) and opened.notice:
            notes().write(f"pregel: {opened.notice}")

    def do(self, command: Command) -> Reply:
        """The reply to a command; a refusal is a ``CommandError``."""
        return self._checked(self._session.send(command).result())

    def _checked(self, reply: Reply) -> Reply:
        if isinstance(reply, Failed):
            raise command_error(reply.error)
        return reply

    def events(self) -> Iterator[Event]:
        """Events until the run has ended. Ctrl+C stops it; what had finished is saved."""
        stopping = False
        with _interruptions() as asked_to_stop:
            while True:
                if asked_to_stop() and not stopping:
                    stopping = True
                    self._session.send(Stop())
                try:
                    event = self._events.get(timeout=_LISTENING_SECONDS)
                except Empty:
                    continue
                yield event
                if isinstance(event, RunEnded):
                    return


@contextmanager
def _interruptions() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl+C was pressed; a second time it interrupts as usual.

    A handler of its own, because an exception could come anywhere, also between an event and its
    line.
    """
    pressed = False

    def press(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def opened(options: Options, *, create: bool) -> Iterator[OpenRun]:
    """The graph and the store that a command names, in a session."""
    loaded = load_target(options.target)
    with writing(options, create=create) as saver:
        session = LocalSession(saver)
        try:
            yield OpenRun(session, loaded, saver)
        finally:
            session.close()


def run(options: Options) -> int:
    """Run with an input, or run on."""
    _refuse_namespace(options)
    if options.input is None and options.thread is None:
        raise CommandError(
            "give an input with --input JSON, or with --thread ID the thread that is to run on."
        )
    given = None if options.input is None else read_json(options.input, "--input")
    with opened(options, create=options.input is not None) as open_run:
        if options.input is None:
            return _execute(open_run, options, Continue(options.thread or ""))
        stem = PurePath(open_run.loaded.path).stem
        thread_id = options.thread or f"{stem}-{uuid4().hex[:8]}"
        return _execute(open_run, options, Start(thread_id, given))


def resume(options: Options) -> int:
    """Answer interrupts and run on."""
    _refuse_namespace(options)
    answers = [read_json(text, "--answer") for text in options.answers]
    with opened(options, create=False) as open_run:
        browser = browser_of(open_run.saver)
        thread_id = options.thread or _waiting_thread(browser)
        view = open_run.do(ReadCheckpoint(thread_id))
        assert isinstance(view, CheckpointView)
        asked = [each for task in view.tasks for each in task.interrupts]
        command = Resume(thread_id, _assigned(answers, options.interrupts, asked, thread_id))
        return _execute(open_run, options, command)


def _refuse_namespace(options: Options) -> None:
    if options.ns:
        raise CommandError(
            f"a run begins at the graph itself, not in the namespace {options.ns}: leave out --ns."
        )


def _waiting_thread(browser: Browser) -> str:
    """The only thread that waits for an answer."""
    waiting: list[str] = []
    offset = 0
    while True:
        page = browser.threads(offset, _PAGE, None)
        waiting += [row.thread_id for row in page.threads if row.status == "waiting"]
        offset += len(page.threads)
        if not page.threads or offset >= page.total:
            break
    if len(waiting) == 1:
        return waiting[0]
    if not waiting:
        raise CommandError("no thread waits for an answer.")
    shown = ", ".join(waiting[:5]) + (", …" if len(waiting) > 5 else "")
    raise CommandError(f"{len(waiting)} threads wait for an answer: {shown}. Name one: --thread ID")


def _assigned(
    answers: list[Any], ids: tuple[str, ...], asked: list[InterruptView], thread_id: str
) -> dict[str, Any]:
    """Which interrupt gets which answer."""
    if not asked:
        raise CommandError(f"the thread {thread_id} waits for no answer.")
    if ids:
        if len(ids) != len(answers):
            raise CommandError(
                f"there are {len(answers)} answers for {len(ids)} interrupts: "
                "give one --answer for each --interrupt."
            )
        if len(set(ids)) != len(ids):
            raise CommandError("an interrupt can be answered only once.")
        unknown = set(ids) - {each.id for each in asked}
        if unknown:
            raise CommandError(
                f"no interrupt {', '.join(sorted(unknown))} waits in the thread {thread_id}. "
                f"Waiting: {_waiting(asked)}"
            )
        return dict(zip(ids, answers, strict=True))
    if len(answers) > 1:
        raise CommandError("several answers need the id of each interrupt: --interrupt ID")
    if len(asked) > 1:
        raise CommandError(
            f"{len(asked)} interrupts wait for an answer: {_waiting(asked)}. "
            "Name one: --interrupt ID"
        )
    return {asked[0].id: answers[0]}


def _waiting(asked: list[InterruptView]) -> str:
    return ", ".join(f"{each.id} ({each.node})" for each in asked)


def _execute(open_run: OpenRun, options: Options, command: Start | Continue | Resume) -> int:
    """Run to the end, telling on the way, and print what came of it."""
    console = notes()
    accepted = open_run.do(command)
    thread_id = command.thread_id
    assert accepted is not None
    if not options.as_json:
        console.write(console.styled(visible(f"thread {thread_id}"), "bold"))
    names = list(open_run.loaded.graph.nodes)
    progress = Progress(console, names, quiet=options.as_json)
    for event in open_run.events():
        progress.tell(event)
        if isinstance(event, RunEnded):
            return _report(open_run, options, thread_id, event)
    raise AssertionError("a run always tells its end")


def _report(open_run: OpenRun, options: Options, thread_id: str, ended: RunEnded) -> int:
    status, code = _STATUS[ended.reason]
    if options.as_json:
        output().json(_result_json(open_run, thread_id, ended, status))
    if ended.reason == "failed":
        if ended.error is None:
            raise CommandError(ended.text)
        beside = notes()
        again = "" if options.as_json else hint(beside, "Run on", "run", "", options, thread_id)
        raise command_error(ended.error, next_line=again)
    if not options.as_json:
        _print_ending(open_run, options, thread_id, ended)
    return code


_STATUS = {
    "done": ("done", DONE),
    "interrupted": ("waiting", WAITING),
    "stopped": ("stopped", ENDED),
    "failed": ("failed", ERROR),
}


def _result_json(open_run: OpenRun, thread_id: str, ended: RunEnded, status: str) -> dict[str, Any]:
    found = open_run.saver.list_rows(thread_id, "", limit=1)
    return {
        "thread_id": thread_id,
        "checkpoint_ns": "",
        "checkpoint_id": found[0].checkpoint_id if found else None,
        "status": status,
        "output": _output(open_run, thread_id),
        "next": _next(open_run, thread_id) if found else (),
        "interrupts": [interrupt_json(each) for each in ended.interrupts],
        "error": None if ended.error is None else error_json(ended.error),
    }


def _next(open_run: OpenRun, thread_id: str) -> tuple[str, ...]:
    view = open_run.do(ReadCheckpoint(thread_id))
    return view.row.next if isinstance(view, CheckpointView) else ()


def _output(open_run: OpenRun, thread_id: str) -> Any:
    """The output channels at the thread's newest checkpoint, as JSON."""
    saved = open_run.saver.get_tuple(
        {"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}
    )
    values = {} if saved is None else saved.checkpoint["channel_values"]
    names = open_run.loaded.graph.output_channels
    if isinstance(names, str):
        return json_of(values.get(names))
    return {name: json_of(values[name]) for name in names if name in values}


def _print_ending(open_run: OpenRun, options: Options, thread_id: str, ended: RunEnded) -> None:
    console, beside = output(), notes()
    if ended.reason == "done":
        result = _output(open_run, thread_id)
        if result not in ({}, None):
            console.write(plain(result))
        return
    for each in ended.interrupts:
        print_interrupt(console, each)
    if not ended.interrupts:
        (console if ended.reason == "interrupted" else beside).write(ended.text)
    verb, further = ("Answer", "--answer JSON") if ended.interrupts else ("Run on", "")
    if len(ended.interrupts) > 1:
        further += " --interrupt ID"
    beside.write()
    beside.write(hint(beside, verb, "resume" if further else "run", further, options, thread_id))


def hint(
    console: Console, verb: str, command: str, further: str, options: Options, thread_id: str
) -> str:
    """The command line that goes on from here."""
    words = ["pregel", command, options.target, "--thread", thread_id]
    if options.db is not None:
        # An address may hold a password.
        words += ["--db", "URL" if "://" in options.db else options.db]
    line = " ".join(filter(None, (shlex.join(words), further)))
    return console.styled(sentences(f"{verb} with:  {line}").rstrip("."), "dim")

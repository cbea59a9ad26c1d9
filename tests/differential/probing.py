"""Small programs against both engines: what each step gives or raises, written down in order."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pprint import pformat
from typing import Any

import pytest

from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.normalise import Normaliser

Seen = list[tuple[str, Any]]


class Probe:
    """Writes down what was tried and what came of it, with ids replaced."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.seen: Seen = []
        self.normalise = Normaliser()

    def __call__(self, what: str, act: Callable[[], Any]) -> Any:
        """Try `act`; a coroutine is awaited."""
        try:
            result = act()
            if asyncio.iscoroutine(result):
                result = asyncio.run(result)
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            self.seen.append((what, self._error(error)))
            return None
        self.seen.append((what, self.normalise(result)))
        return result

    def stream(self, what: str, chunks: Any) -> None:
        """Write down every chunk, and the error at the end if there is one."""
        self(what, lambda: self._gathered(what, chunks))

    def _gathered(self, what: str, chunks: Any) -> Any:
        if hasattr(chunks, "__aiter__"):
            return self._awaited(what, chunks)
        with self._writing(what) as write:
            for chunk in chunks:
                write(chunk)
        return "end"

    async def _awaited(self, what: str, chunks: Any) -> str:
        with self._writing(what) as write:
            async for chunk in chunks:
                write(chunk)
        return "end"

    @contextmanager
    def _writing(self, what: str) -> Iterator[Callable[[Any], None]]:
        """Write chunks down as they come; neighbours that tell of ends, by the tasks' names."""
        run: list[Any] = []

        def close() -> None:
            self.seen += [(what, self.normalise(chunk)) for chunk in sorted(run, key=_named)]
            run.clear()

        def write(chunk: Any) -> None:
            if run and _ending(run[0]) != _ending(chunk):
                close()
            run.append(chunk)
            if _ending(chunk) is None:
                close()

        try:
            yield write
        finally:
            close()

    def _error(self, error: Exception) -> Any:
        notes = [
            self.normalise(note)
            for note in getattr(error, "__notes__", ())
            if not note.startswith("While channel ")
        ]
        return ("raised", self.normalise(error), notes)


def _parts(chunk: Any) -> tuple[Any, str, Any]:
    """Namespace, mode and payload; a chunk that does not tell its mode has none."""
    if isinstance(chunk, tuple) and len(chunk) == 3:
        return chunk[0], chunk[1], chunk[2]
    if isinstance(chunk, tuple) and len(chunk) == 2 and isinstance(chunk[0], str):
        return (), chunk[0], chunk[1]
    return (), "", chunk


def _ending(chunk: Any) -> Any:
    """The namespace of a chunk that tells of a task's end, ``None`` for another chunk.

    Threads give the order in which tasks of a superstep end: chunks of theirs that stand next to
    each other may come in any order.
    """
    namespace, mode, payload = _parts(chunk)
    ends = isinstance(payload, dict) and (
        mode == "updates" or (mode == "tasks" and "result" in payload)
    )
    return namespace if ends else None


def _named(chunk: Any) -> tuple[Any, ...]:
    _, mode, payload = _parts(chunk)
    if mode == "tasks" and "result" in payload:
        return payload["name"], mode, repr(payload["result"])
    if mode == "updates" and isinstance(payload, dict):
        return ", ".join(payload), mode, repr(list(payload.values()))
    return ("", "", "")


Program = Callable[[Probe], None]


def both(program: Program) -> tuple[Seen, Seen]:
    """What the program sees on LangGraph and here."""
    probes = [Probe(engine) for engine in (ORACLE, OURS)]
    for probe in probes:
        program(probe)
    return probes[0].seen, probes[1].seen


def same(program: Program) -> None:
    """Fail with the first step that differs, as a readable difference."""
    theirs, ours = both(program)
    for number, (their, our) in enumerate(zip(theirs, ours, strict=False)):
        if their != our:
            before, after = (pformat(seen, width=100).splitlines() for seen in (their, our))
            lines = difflib.unified_diff(before, after, "langgraph", "runtime", lineterm="", n=4)
            pytest.fail(f"step {number}, {their[0]}:\n" + "\n".join(lines))
    assert [what for what, _ in ours] == [what for what, _ in theirs]

"""Small programs against both engines: what each step gives or raises, written down in order."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Callable
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
        for chunk in chunks:
            self.seen.append((what, self.normalise(chunk)))
        return "end"

    async def _awaited(self, what: str, chunks: Any) -> str:
        async for chunk in chunks:
            self.seen.append((what, self.normalise(chunk)))
        return "end"

    def _error(self, error: Exception) -> Any:
        notes = [
            self.normalise(note)
            for note in getattr(error, "__notes__", ())
            if not note.startswith("While channel ")
        ]
        return ("raised", self.normalise(error), notes)


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

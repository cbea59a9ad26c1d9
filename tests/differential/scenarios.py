"""Scenarios: a graph's builder, what is done with it, and where the engines disagree on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.differential.engines import Engine
from tests.differential.recording import EVERY_MODE, Entry, Session

Script = Callable[[Engine, Session], None]
Correction = Callable[[list[Entry]], None]


@dataclass(frozen=True)
class Disagreement:
    """A place where LangGraph breaks a rule that this runtime keeps.

    `because` states the rule; `correct` turns LangGraph's recording into what the rule demands.
    `shows_in` names the single modes in which it must have something to correct; if none are named,
    it must show in the recording of all modes.
    """

    because: str
    correct: Correction
    shows_in: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    name: str
    build: Callable[[Engine], Any]
    script: Script
    disagreements: tuple[Disagreement, ...] = ()

    def record(
        self, engine: Engine, modes: str | Sequence[str] = EVERY_MODE, *, events_only: bool = False
    ) -> Session:
        """Build and run on one engine; the session holds the recording and the graph."""
        session = Session(self.build(engine), modes, events_only=events_only)
        if isinstance(modes, str) and modes != "custom":
            # One task at a time: a single mode does not show where a superstep ends.
            session.limits["max_concurrency"] = 1
        self.script(engine, session)
        return session

    def expected(self, modes: str | Sequence[str], recording: list[Entry]) -> list[Entry]:
        """LangGraph's recording after all corrections, each of which must find a fault."""
        for disagreement in self.disagreements:
            before = repr(recording)
            disagreement.correct(recording)
            if modes in disagreement.shows_in or not (
                isinstance(modes, str) or disagreement.shows_in
            ):
                assert repr(recording) != before, (
                    f"no longer a disagreement: {disagreement.because}"
                )
        return recording


def run_and_look(*inputs: Any) -> Script:
    """Stream each input, then look at the state and its history."""

    def script(engine: Engine, session: Session) -> None:
        for given in inputs:
            session.stream(given)
            session.snapshot()
        session.history()

    return script


SCENARIOS: list[Scenario] = []


def scenario(
    script: Script, *disagreements: Disagreement
) -> Callable[[Callable[[Engine], Any]], Callable[[Engine], Any]]:
    """Register a builder with what is done to its graph."""

    def register(build: Callable[[Engine], Any]) -> Callable[[Engine], Any]:
        assert build.__name__ not in {known.name for known in SCENARIOS}
        SCENARIOS.append(Scenario(build.__name__, build, script, disagreements))
        return build

    return register


def says(name: str) -> Callable[[Any], dict[str, Any]]:
    """A node that appends its name to the log."""

    def node(state: Any) -> dict[str, Any]:
        return {"log": [name]}

    return node


def asks(name: str, *questions: Any) -> Callable[[Engine], Callable[[Any], dict[str, Any]]]:
    """A node that interrupts once for each question and logs the answers."""

    def bind(engine: Engine) -> Callable[[Any], dict[str, Any]]:
        def node(state: Any) -> dict[str, Any]:
            return {"log": [name, *(engine.interrupt(question) for question in questions)]}

        return node

    return bind

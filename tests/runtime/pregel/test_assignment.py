"""Tasks cross to another process as bytes, and come back as writes, questions or errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.types import Command
from tests.runtime.pregel.making import thread
from tests.runtime.pregel.remote import Context, OneWorker, builder

GREETING: Context = {"greeting": "hello"}


@pytest.fixture
def worker() -> Iterator[OneWorker]:
    worker = OneWorker()
    yield worker
    worker.close()


def test_a_run_whose_tasks_run_elsewhere(worker: OneWorker) -> None:
    local = builder.compile(InMemorySaver())
    remote = builder.compile(InMemorySaver())
    remote.executor = worker
    inputs: list[Any] = [{"parts": ["a", "b"]}, Command(resume="one"), Command(resume="two")]
    for given in inputs:
        seen: list[Any] = [
            graph.invoke(given, thread(), context=GREETING) for graph in (local, remote)
        ]
        asked = [[each.value for each in found.pop("__interrupt__", ())] for found in seen]
        assert asked[0] == asked[1]
        assert seen[0] == seen[1]
        states = [graph.get_state(thread()) for graph in (local, remote)]
        assert states[0].next == states[1].next
    assert seen[1]["done"] == ["A", "B", "one", "two"]
    nodes = [sent.node for sent in worker.sent]
    assert nodes == ["__start__", "work", "work", "ask", "ask", "ask"]
    assert [list(sent.answers) for sent in worker.sent[3:]] == [[], ["one"], ["one", "two"]]
    assert {sent.context["greeting"] for sent in worker.sent} == {"hello"}


def test_an_error_elsewhere_fails_the_task(worker: OneWorker) -> None:
    graph = builder.compile(InMemorySaver())
    graph.executor = worker
    with pytest.raises(RuntimeError, match="a bad part"):
        graph.invoke({"parts": ["a", "bad"]}, thread())
    waiting = graph.get_state(thread())
    assert [task.name for task in waiting.tasks if task.error] == ["work"]
    worker.sent.clear()
    with pytest.raises(RuntimeError, match="a bad part"):
        graph.invoke(None, thread())
    assert [sent.input["part"] for sent in worker.sent] == ["bad"]

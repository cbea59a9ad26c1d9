"""Attempts that fail and tasks that are called by others are told while they happen."""

from pathlib import Path

from runtime.debug.events import TaskRetried, TaskStarted, TaskWrote
from tests.runtime.debug.harness import driven, write_graph

GRAPH = """
from runtime.func import task
from runtime.types import RetryPolicy


class State(TypedDict, total=False):
    found: int


tries = []


@task
def fetch(number: int) -> int:
    return number


def shaky(state: State) -> dict[str, Any]:
    tries.append(1)
    if len(tries) < 3:
        raise ConnectionError(f"no line {len(tries)}")
    return {"found": fetch(7).result()}


policy = RetryPolicy(initial_interval=0.01, backoff_factor=2.0, jitter=False)
builder = StateGraph(State).add_node("shaky", shaky, retry_policy=policy)
builder.add_edge(START, "shaky")
graph = builder.compile()
"""


def test_each_failed_attempt_and_each_called_task(tmp_path: Path) -> None:
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(write_graph(tmp_path, GRAPH))
        driver.start({}, "t")
        events = driver.events
    started = {event.name: event for event in events if isinstance(event, TaskStarted)}
    retried = [event for event in events if isinstance(event, TaskRetried)]
    assert [(each.attempt, each.error.type, each.error.message) for each in retried] == [
        (1, "ConnectionError", "no line 1"),
        (2, "ConnectionError", "no line 2"),
    ]
    assert [each.wait_ms for each in retried] == [10.0, 20.0]
    assert {each.task_id for each in retried} == {started["shaky"].task_id}
    assert (started["shaky"].called_by, started["fetch"].called_by) == (
        "",
        started["shaky"].task_id,
    )
    [wrote] = [event for event in events if isinstance(event, TaskWrote) and event.name == "shaky"]
    assert wrote.duration_ms >= sum(each.wait_ms + each.duration_ms for each in retried)

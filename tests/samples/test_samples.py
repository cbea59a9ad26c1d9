"""Each sample does what its docstring promises."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.debug.commands import OpenTarget
from runtime.debug.local import LocalSession
from runtime.debug.views import TargetOpened
from runtime.types import Command

FOLDER = Path(__file__).parents[2] / "sample_graphs"
SAMPLES = ("chat", "counter", "joins", "loop", "recovery", "research", "review")
CONFIG: dict[str, Any] = {"configurable": {"thread_id": "sample"}}


def load(name: str) -> Any:
    """The sample with a saver, as the debugger gives it one."""
    module: Any = importlib.import_module(f"sample_graphs.{name}")
    module.graph.checkpointer = InMemorySaver()
    return module


def tasks_by_superstep(graph: Any, value: Any) -> list[list[str]]:
    """Names of the tasks of each superstep of one run."""
    steps: dict[int, list[str]] = {}
    for chunk in graph.stream(value, CONFIG, stream_mode="debug"):
        if chunk["type"] == "task":
            steps.setdefault(chunk["step"], []).append(chunk["payload"]["name"])
    return [steps[step] for step in sorted(steps)]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_opens_with_what_it_shows_and_an_example_that_fits(name: str) -> None:
    session = LocalSession(None)
    try:
        opened = session.send(OpenTarget(str(FOLDER / f"{name}.py"))).result(30)
    finally:
        session.close()
    assert isinstance(opened, TargetOpened)
    assert opened.error is None
    assert opened.graph is not None
    documentation = opened.graph.documentation.strip()
    assert documentation
    assert "\n\n" not in documentation, "one paragraph"
    assert set(opened.graph.input_schema["properties"]) == set(opened.graph.example_input)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_compiled_sample_brings_no_saver_of_its_own(name: str) -> None:
    module = importlib.reload(importlib.import_module(f"sample_graphs.{name}"))
    assert module.graph.checkpointer is None


def test_chat_streams_its_words_and_calls_tools_until_it_answers() -> None:
    chat = load("chat")
    chat.PAUSE = 0
    streamed: dict[str, str] = {}
    reports = []
    modes = ["messages", "custom"]
    for mode, chunk in chat.graph.stream(chat.EXAMPLE_INPUT, CONFIG, stream_mode=modes):
        if mode == "custom":
            reports.append(chunk)
        elif chunk[0].type == "ai":
            streamed[chunk[0].id] = streamed.get(chunk[0].id, "") + chunk[0].content
    messages = chat.graph.get_state(CONFIG).values["messages"]
    answers = {each.id: each.content for each in messages if each.type == "ai"}
    assert streamed == answers
    assert [each.type for each in messages] == ["human", "ai", *4 * ["tool"], "ai"]
    calls = messages[1].tool_calls
    assert [each.tool_call_id for each in messages[2:6]] == [call["id"] for call in calls]
    assert {"warehouse": "Lyon", "asked": 2, "of": 3} in reports
    assert "3 in stock" in messages[-1].content
    assert all(each.usage_metadata["total_tokens"] for each in messages if each.type == "ai")


def test_counter_goes_on_counting_on_the_same_thread() -> None:
    counter = load("counter")
    assert counter.graph.invoke(counter.EXAMPLE_INPUT, CONFIG) == {"count": 1}
    assert counter.graph.invoke(counter.EXAMPLE_INPUT, CONFIG) == {"count": 2}


def test_joins_runs_one_collector_per_branch_and_the_other_once() -> None:
    joins = load("joins")
    assert tasks_by_superstep(joins.graph, joins.EXAMPLE_INPUT) == [
        ["count_crates", "fetch_price"],
        ["count_pieces", "per_branch"],
        ["per_branch", "together"],
    ]
    assert joins.graph.get_state(CONFIG).values["notes"] == [
        "per branch: desk lamp: 12.50 EUR, stock unknown",
        "per branch: desk lamp: 12.50 EUR, 168 in stock",
        "together: desk lamp: 12.50 EUR, 168 in stock",
    ]


def test_loop_leaves_when_the_program_parses() -> None:
    loop = load("loop")
    result = loop.graph.invoke(loop.EXAMPLE_INPUT, CONFIG)
    assert result["error"] == ""
    assert result["compilations"] == 4
    compile(result["source"], "gross_total.py", "exec")


def test_loop_leaves_when_the_attempts_are_used_up() -> None:
    loop = load("loop")
    result = loop.graph.invoke({"function": "net_total", "attempts": 2}, CONFIG)
    assert result["compilations"] == 2
    assert result["error"]


def test_recovery_runs_only_the_failed_task_again() -> None:
    recovery = load("recovery")
    with pytest.raises(ConnectionError, match="did not answer"):
        recovery.graph.invoke(recovery.EXAMPLE_INPUT, CONFIG)
    failed = {task.name: task for task in recovery.graph.get_state(CONFIG).tasks}
    assert failed["charge_card"].error is not None
    reservation = failed["reserve_stock"].result["reservation"]
    result = recovery.graph.invoke(None, CONFIG)
    assert result["reservation"] == reservation
    assert result["payment"] == "73.50 EUR paid"


def test_recovery_fails_once_for_every_new_input() -> None:
    recovery = load("recovery")
    for _ in range(2):
        with pytest.raises(ConnectionError):
            recovery.graph.invoke(recovery.EXAMPLE_INPUT, CONFIG)
        assert recovery.graph.invoke(None, CONFIG)["confirmation"]


def test_review_submits_rejects_or_takes_a_corrected_message() -> None:
    for answer, outcome in ((True, "submitted"), (False, "rejected"), ("Dear Ada", "submitted")):
        review = load("review")
        waiting = review.graph.invoke(review.EXAMPLE_INPUT, CONFIG)
        call = waiting["__interrupt__"][0].value
        assert call["action"] == "refund_order"
        assert call["args"]["amount"] == 49.9
        result = review.graph.invoke(Command(resume=answer), CONFIG)
        assert result["outcome"] == outcome
        assert (result["message"] == answer) is (answer == "Dear Ada")


def test_research_fans_out_loops_back_and_ends_with_a_report() -> None:
    research = load("research")
    assert tasks_by_superstep(research.graph, research.EXAMPLE_INPUT) == [
        ["plan"],
        ["search", "search", "search"],
        ["gather"],
        ["review"],
    ]
    revision = {"decision": "revise", "feedback": "look at the cache"}
    waiting = research.graph.invoke(Command(resume=revision), CONFIG)
    payload = waiting["__interrupt__"][0].value
    assert payload["round"] == 2
    assert "cache metrics" in [finding["source"] for finding in payload["evidence"]]
    result = research.graph.invoke(Command(resume={"decision": "approve"}), CONFIG)
    assert "cart cache fell" in result["report"]
    assert research.graph.get_state(CONFIG).next == ()


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ({"decision": "approve"}, ("approve", "")),
        ({"decision": "revise", "feedback": "cache"}, ("revise", "cache")),
        ("approve", ("approve", "")),
        (True, ("approve", "")),
        ("look at the cache", ("revise", "look at the cache")),
        (False, ("revise", "")),
    ],
)
def test_research_understands_short_answers(answer: object, decision: tuple[str, str]) -> None:
    assert load("research").read_answer(answer) == decision


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_runs_from_its_file_alone(name: str, tmp_path: Path) -> None:
    """A copy elsewhere works, as for somebody who starts from a sample."""
    root = Path(__file__).parents[2]
    copy = tmp_path / f"{name}.py"
    copy.write_text((root / "sample_graphs" / f"{name}.py").read_text("utf-8"), "utf-8")
    script = f"import sys; sys.path[:0] = [{str(root)!r}, {str(tmp_path)!r}]; import {name}"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, cwd=tmp_path)

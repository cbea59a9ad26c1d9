"""``threads``, ``history``, ``show``, ``fork``: what is stored, as tables and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.runtime.cli.commands import DONE, GRAPHS, SAMPLES, WAITING, Pregel

COUNTER = SAMPLES / "counter.py"
RESEARCH = SAMPLES / "research.py"
ROW = {
    "thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "step", "source",
    "created_at", "next", "metadata",
}  # fmt: skip
WHOLE = ROW | {
    "values", "channel_versions", "versions_seen", "pending_writes", "tasks", "interrupts",
}  # fmt: skip


@pytest.fixture
def waiting(pregel: Pregel) -> Pregel:
    """A store with the research graph at its question."""
    ran = pregel("run", RESEARCH, "--input", '{"question": "w", "breadth": 2}', "--thread", "r")
    assert ran.code == WAITING
    return pregel


def history(pregel: Pregel, *arguments: object) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pregel.json("history", *arguments)
    return rows


def test_history_is_a_list_newest_first(waiting: Pregel) -> None:
    rows = history(waiting, "--thread", "r")
    assert all(set(row) == ROW for row in rows)
    assert [row["step"] for row in rows] == [3, 2, 1, 0, -1]
    assert [row["source"] for row in rows] == ["loop"] * 4 + ["input"]
    assert [row["next"] for row in rows] == [
        ["review"], ["gather"], ["search", "search"], ["plan"], ["__start__"],
    ]  # fmt: skip
    ids = [row["checkpoint_id"] for row in rows]
    assert ids == sorted(ids, reverse=True)
    assert [row["parent_checkpoint_id"] for row in rows] == [*ids[1:], None]
    assert {row["thread_id"] for row in rows} == {"r"}
    assert rows[0]["metadata"]["step"] == 3


def test_history_as_a_table(waiting: Pregel) -> None:
    shown = waiting("history")
    lines = shown.out.splitlines()
    assert shown.code == DONE
    assert shown.err == ""
    assert lines[0] == "thread r"
    assert lines[1].split() == ["STEP", "SOURCE", "CREATED", "CHECKPOINT", "NEXT"]
    assert lines[2].endswith("review (waiting)")
    assert lines[4].endswith("search x2")
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in shown.out


def test_history_has_a_limit(waiting: Pregel) -> None:
    assert [row["step"] for row in history(waiting, "--limit", 2)] == [3, 2]
    assert "no number from 1" in waiting("history", "--limit", "0").error


def test_history_without_a_thread_is_that_of_the_newest(waiting: Pregel) -> None:
    waiting("run", COUNTER, "--input", '{"count": 1}', "--thread", "c")
    assert {row["thread_id"] for row in history(waiting)} == {"c"}
    assert {row["thread_id"] for row in history(waiting, "--thread", "r")} == {"r"}


def test_threads(waiting: Pregel) -> None:
    waiting("run", COUNTER, "--input", '{"count": 1}', "--thread", "c")
    rows = waiting.json("threads")
    assert [(row["thread_id"], row["status"]) for row in rows] == [("c", "idle"), ("r", "waiting")]
    assert [row["checkpoints"] for row in rows] == [3, 5]
    assert [row["thread_id"] for row in waiting.json("threads", "--thread", "r")] == ["r"]
    table = waiting("threads").out.splitlines()
    assert table[0].split() == ["THREAD", "STATUS", "CHECKPOINTS", "CHANGED"]
    assert table[2].split()[:3] == ["r", "waiting", "5"]


def test_show_as_json(waiting: Pregel) -> None:
    newest = history(waiting)[0]
    shown = waiting.json("show", newest["checkpoint_id"])
    assert set(shown) == WHOLE
    assert {key: shown[key] for key in ROW} == newest
    assert shown["values"]["queries"] == ["deployments on the day", "slowest spans in traces"]
    assert not [name for name in shown["values"] if name.startswith(("branch:", "__"))]
    assert shown["channel_versions"]["evidence"] > shown["channel_versions"]["queries"]
    assert shown["versions_seen"]["plan"] == {"branch:to:plan": 2}
    (task,) = shown["tasks"]
    assert (task["name"], task["state"], task["kind"]) == ("review", "interrupted", "PULL")
    (question,) = shown["interrupts"]
    assert question["id"] in task["interrupts"]
    assert question["value"]["question"] == "w"
    (pending,) = shown["pending_writes"]
    assert pending["channel"] == "__interrupt__"
    assert (pending["task_id"], pending["task"]) == (task["id"], "review")


def test_show_of_a_fan_out(waiting: Pregel) -> None:
    fanned = history(waiting)[2]
    shown = waiting.json("show", fanned["checkpoint_id"])
    assert [(task["name"], task["kind"], task["state"]) for task in shown["tasks"]] == [
        ("search", "PUSH", "wrote")
    ] * 2
    findings = [each for each in shown["pending_writes"] if each["channel"] == "findings"]
    assert len(findings) == 2
    assert {each["task"] for each in findings} == {"search"}


def test_show_as_text(waiting: Pregel) -> None:
    shown = waiting("show", history(waiting)[0]["checkpoint_id"]).out
    for text in ("thread     r", "channels", "versions seen", "tasks", "review waits"):
        assert text in shown
    assert "*evidence" in shown
    assert " question" in shown


def test_show_says_what_is_not_there(waiting: Pregel) -> None:
    newest = history(waiting)[0]["checkpoint_id"]
    assert "no checkpoint 1f" in waiting("show", "1f").error
    assert "in thread other" in waiting("show", newest, "--thread", "other").error
    assert "namespace a:b" in waiting("show", newest, "--ns", "a:b").error
    unknown = waiting("history", "--thread", "other").error
    assert f"thread other. The store is {waiting.store}; `pregel threads` lists" in unknown


def test_namespaces(pregel: Pregel) -> None:
    pregel("run", GRAPHS / "nested.py", "--input", "{}", "--thread", "n")
    everything = history(pregel, "--ns", "*")
    spaces = {row["checkpoint_ns"] for row in everything}
    (inner,) = spaces - {""}
    assert inner.startswith("inner:")
    rows = history(pregel, "--ns", inner)
    assert rows == [row for row in everything if row["checkpoint_ns"] == inner]
    assert rows[0]["next"] == ["ask"]
    shown = pregel.json("show", rows[0]["checkpoint_id"], "--ns", inner)
    assert shown == pregel.json("show", rows[0]["checkpoint_id"])
    assert shown["interrupts"][0]["value"] == "inside?"
    assert pregel.json("threads", "--ns", inner)[0]["thread_id"] == "n"
    assert pregel.json("threads", "--ns", "other:1") == []


def test_a_fork_is_a_branch_that_runs_on(waiting: Pregel) -> None:
    waiting("resume", RESEARCH, "--answer", '"approve"')
    before = history(waiting)
    at_plan = next(row for row in before if row["next"] == ["plan"])
    forked = waiting.json(
        "fork", RESEARCH, at_plan["checkpoint_id"], "--values", '{"breadth": 1}',
        "--as-node", "__start__",
    )  # fmt: skip
    assert set(forked) == ROW
    assert forked["parent_checkpoint_id"] == at_plan["checkpoint_id"]
    assert forked["next"] == ["plan"]
    after = history(waiting)
    assert after[0] == forked
    assert after[1:] == before
    assert "branch of step 0" in waiting("history").out
    ran = waiting.json("run", RESEARCH, "--thread", "r", code=WAITING)
    evidence = ran["interrupts"][0]["value"]["evidence"]
    assert {finding["query"] for finding in evidence} == {"deployments on the day"}


def test_a_fork_folds_or_overwrites(pregel: Pregel) -> None:
    pregel("run", COUNTER, "--input", '{"count": 3}', "--thread", "c")
    newest = history(pregel)[0]["checkpoint_id"]
    values = ["--values", '{"count": 10}', "--as-node", "increment"]
    folded = pregel.json("fork", COUNTER, newest, *values)
    assert pregel.json("show", folded["checkpoint_id"])["values"] == {"count": 14}
    replaced = pregel.json("fork", COUNTER, newest, *values, "--overwrite")
    assert pregel.json("show", replaced["checkpoint_id"])["values"] == {"count": 10}
    told = pregel("fork", COUNTER, newest, "--values", '{"count": 1}')
    assert told.code == DONE
    assert "next: nothing" in told.out


def test_a_fork_inside_a_subgraph(pregel: Pregel) -> None:
    pregel("run", GRAPHS / "nested.py", "--input", "{}", "--thread", "n")
    inner = next(row for row in history(pregel, "--ns", "*") if row["checkpoint_ns"])
    forked = pregel.json(
        "fork", GRAPHS / "nested.py", inner["checkpoint_id"], "--values", '{"path": ["edited"]}',
        "--as-node", "__start__",
    )  # fmt: skip
    assert forked["checkpoint_ns"] == inner["checkpoint_ns"]
    assert forked["parent_checkpoint_id"] == inner["checkpoint_id"]


@pytest.mark.parametrize(
    ("values", "node", "words"),
    [
        ('{"count": "x"}', "increment", "count: Input should be a valid integer"),
        ('{"other": 1}', "increment", "other: is no channel"),
        ('{"count": 1}', "nobody", "pregel: There is no node nobody. Nodes: increment"),
        ("[1]", "increment", "must be a JSON object"),
        ("{", "increment", "--values is not JSON"),
    ],
)
def test_a_fork_that_does_not_fit_is_refused(
    pregel: Pregel, values: str, node: str, words: str
) -> None:
    pregel("run", COUNTER, "--input", '{"count": 3}', "--thread", "c")
    before = history(pregel)
    newest = before[0]["checkpoint_id"]
    refused = pregel("fork", COUNTER, newest, "--values", values, "--as-node", node)
    assert words in refused.err
    assert history(pregel) == before


def test_looking_changes_nothing(waiting: Pregel, tmp_path: Path) -> None:
    def files() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    before = files()
    newest = history(waiting)[0]["checkpoint_id"]
    waiting("threads")
    waiting("show", newest)
    waiting("draw", RESEARCH, "--thread", "r", "-o", tmp_path.parent / "drawn.svg")
    assert files() == before

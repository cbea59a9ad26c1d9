"""``run`` and ``resume``: output, questions, failures, mistakes."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from runtime.checkpoint.sql import SqlSaver
from runtime.cli.console import plain
from runtime.cli.main import main
from tests.runtime.cli.commands import DONE, ERROR, GRAPHS, SAMPLES, WAITING, Pregel

COUNTER = SAMPLES / "counter.py"
RESEARCH = SAMPLES / "research.py"
INQUIRY = '{"question": "why?", "breadth": 2}'


@pytest.fixture
def store_is_there(pregel: Pregel) -> None:
    SqlSaver(pregel.store).close()


@pytest.mark.usefixtures("store_is_there")
def test_a_run_prints_its_output_and_tells_its_way(pregel: Pregel) -> None:
    ran = pregel("run", COUNTER, "--input", '{"count": 3}', "--thread", "c")
    assert ran.code == DONE
    assert ran.out == "count: 4\n"
    assert ran.err.splitlines()[0] == "thread c"
    assert "increment" in ran.err
    assert "__start__" not in ran.err


def test_a_new_thread_has_a_name_of_its_own(pregel: Pregel) -> None:
    first = pregel.json("run", COUNTER, "--input", '{"count": 1}')
    second = pregel.json("run", COUNTER, "--input", '{"count": 1}')
    assert first["thread_id"].startswith("counter-")
    assert first["thread_id"] != second["thread_id"]
    named = pregel("run", COUNTER, "--input", '{"count": 1}')
    assert named.err.splitlines()[0].startswith("thread counter-")


@pytest.mark.usefixtures("store_is_there")
def test_a_run_as_json(pregel: Pregel) -> None:
    ran = pregel("run", COUNTER, "--input", '{"count": 3}', "--thread", "c", "--json")
    assert ran.err == ""
    result = ran.json
    newest = pregel.json("history", "--thread", "c")[0]
    assert result == {
        "thread_id": "c",
        "checkpoint_ns": "",
        "checkpoint_id": newest["checkpoint_id"],
        "status": "done",
        "output": {"count": 4},
        "next": [],
        "interrupts": [],
        "error": None,
    }


def test_a_thread_runs_on_where_it_stood(pregel: Pregel) -> None:
    pregel("run", COUNTER, "--input", '{"count": 3}', "--thread", "c")
    assert pregel.json("run", COUNTER, "--input", '{"count": 0}', "--thread", "c")["output"] == {
        "count": 5
    }


def test_a_run_waits_at_a_question_and_is_resumed(pregel: Pregel) -> None:
    waiting = pregel("run", RESEARCH, "--input", INQUIRY, "--thread", "r")
    assert waiting.code == WAITING
    assert "review waits for an answer" in waiting.out
    assert "question: why?" in waiting.out
    assert f"--thread r --db {pregel.store} --answer JSON" in waiting.err
    resumed = pregel("resume", RESEARCH, "--thread", "r", "--answer", '"approve"')
    assert resumed.code == DONE
    assert "approved in round 1" in resumed.out
    assert "search" not in resumed.err


def test_a_question_as_json(pregel: Pregel) -> None:
    result = pregel.json("run", RESEARCH, "--input", INQUIRY, "--thread", "r", code=WAITING)
    assert result["status"] == "waiting"
    assert result["next"] == ["review"]
    (question,) = result["interrupts"]
    assert question["node"] == "review"
    assert question["value"]["question"] == "why?"
    answered = pregel.json(
        "resume", RESEARCH, "--interrupt", question["id"], "--answer", '"cache metrics"',
        code=WAITING,
    )  # fmt: skip
    assert answered["interrupts"][0]["value"]["round"] == 2


def test_several_questions_are_answered_by_id(pregel: Pregel) -> None:
    graph = GRAPHS / "questions.py"
    asked = pregel.json("run", graph, "--input", "{}", "--thread", "q", code=WAITING)
    ids = {each["node"]: each["id"] for each in asked["interrupts"]}
    assert set(ids) == {"left", "right"}

    unclear = pregel("resume", graph, "--thread", "q", "--answer", "1")
    assert "2 interrupts wait" in unclear.error
    assert ids["left"] in unclear.error
    assert ids["right"] in unclear.error

    one = pregel.json(
        "resume", graph, "--thread", "q", "--answer", "1", "--interrupt", ids["right"],
        code=WAITING,
    )  # fmt: skip
    assert [each["node"] for each in one["interrupts"]] == ["left"]
    both = pregel.json("resume", graph, "--thread", "q", "--answer", "2")
    assert both["output"] == {"answers": [2, 1]}


def test_several_answers_at_once(pregel: Pregel) -> None:
    graph = GRAPHS / "questions.py"
    asked = pregel.json("run", graph, "--input", "{}", "--thread", "q", code=WAITING)
    ids = {each["node"]: each["id"] for each in asked["interrupts"]}
    answers = ["--interrupt", ids["right"], "--answer", '"r"']
    answers += ["--interrupt", ids["left"], "--answer", '"l"']
    assert pregel.json("resume", graph, "--thread", "q", *answers)["output"] == {
        "answers": ["l", "r"]
    }


def test_an_answer_that_does_not_fit_is_refused(pregel: Pregel) -> None:
    graph = GRAPHS / "questions.py"
    nobody = pregel("resume", graph, "--thread", "q", "--answer", "1")
    assert str(pregel.store) in nobody.error
    pregel("run", COUNTER, "--input", '{"count": 1}', "--thread", "c")
    assert "no thread waits" in pregel("resume", COUNTER, "--answer", "1").error
    assert (
        "waits for no answer" in pregel("resume", COUNTER, "--thread", "c", "--answer", "1").error
    )
    pregel("run", graph, "--input", "{}", "--thread", "q")
    unknown = pregel("resume", graph, "--answer", "1", "--interrupt", "00")
    assert "no interrupt 00 waits in the thread q. Waiting: " in unknown.error
    assert unknown.error.endswith("(right)")
    uneven = pregel("resume", graph, "--answer", "1", "--answer", "2", "--interrupt", "00")
    assert "2 answers for 1 interrupts" in uneven.error
    pregel("run", graph, "--input", "{}", "--thread", "q2")
    assert "2 threads wait" in pregel("resume", graph, "--answer", "1").error


def test_text_from_a_graph_does_not_steer_the_terminal(pregel: Pregel) -> None:
    asked = pregel("run", GRAPHS / "questions.py", "--input", "{}", "--thread", "q")
    assert "größer" in asked.out
    assert "\\x1b[31m" in asked.out
    assert "\x1b" not in asked.out + asked.err


def test_a_question_inside_a_subgraph(pregel: Pregel) -> None:
    graph = GRAPHS / "nested.py"
    asked = pregel("run", graph, "--input", "{}", "--thread", "n")
    assert asked.code == WAITING
    assert "| beginning" in asked.err
    assert "inside?" in asked.out
    result = pregel.json("resume", graph, "--thread", "n", "--answer", '"yes"')
    assert result["output"]["path"][-2:] == ["asked:yes", "after"]


@pytest.mark.usefixtures("store_is_there")
def test_what_nodes_print_is_kept_out_of_the_json(pregel: Pregel) -> None:
    asked = pregel("run", GRAPHS / "nested.py", "--input", "{}", "--json")
    assert asked.err == "beginning\n"
    assert asked.json["status"] == "waiting"


def test_a_graph_that_stops_by_itself_is_run_on(pregel: Pregel) -> None:
    graph = GRAPHS / "stops.py"
    stopped = pregel("run", graph, "--input", '{"count": 4}', "--thread", "s")
    assert stopped.code == WAITING
    assert "before finish" in stopped.out
    assert f"pregel run {shlex.quote(str(graph))} --thread s" in stopped.err
    ran = pregel.json("run", graph, "--thread", "s")
    assert ran["output"] == {"count": 8, "doubled": 8}


@pytest.mark.usefixtures("store_is_there")
def test_a_failing_node_is_one_line_and_the_rest_is_kept(
    pregel: Pregel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    graph = SAMPLES / "recovery.py"
    given = '{"order": "A", "pieces": 2, "price": 1.5}'
    failed = pregel("run", graph, "--input", given, "--thread", "o", "--json")
    assert "charge_card: ConnectionError: the payment service" in failed.error
    assert "recovery.py:" in failed.error
    result = failed.json
    assert result["status"] == "failed"
    assert result["error"]["node"] == "charge_card"
    again = pregel("run", graph, "--thread", "o")
    assert again.code == DONE
    assert "reserve_stock" not in again.err
    assert "3.00 EUR paid" in again.out


def test_debug_shows_the_traceback(
    pregel: Pregel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    given = '{"order": "A", "pieces": 2, "price": 1.5}'
    failed = pregel("run", SAMPLES / "recovery.py", "--input", given, "--debug")
    assert failed.code == ERROR
    assert "Traceback (most recent call last):" in failed.err
    assert "in charge_card" in failed.err
    told, hint = failed.err.splitlines()[-2:]
    assert told.startswith("pregel: charge_card: ConnectionError")
    assert hint.startswith("Run on with:  pregel run ")


@pytest.mark.usefixtures("store_is_there")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ('{"count": "many"}', "count: Input should be a valid integer"),
        ('{"cuont": 1}', "cuont: There is no such field"),
        ("[1]", "must be an object"),
        ("{count", "--input is not JSON"),
        ("@missing.json", "missing.json) cannot be read"),
    ],
)
def test_an_input_that_does_not_fit_is_refused(pregel: Pregel, given: str, words: str) -> None:
    assert words in pregel("run", COUNTER, "--input", given).error


def test_an_input_from_a_file_and_from_the_standard_input(
    pregel: Pregel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "input.json"
    for encoding in ("utf-8", "utf-8-sig"):
        given.write_text('{"count": 6}', encoding)
        assert pregel("run", COUNTER, "--input", f"@{given}").out == "count: 7\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"count": 7}'))
    assert pregel("run", COUNTER, "--input", "-").out == "count: 8\n"


def test_a_run_needs_an_input_or_a_thread(pregel: Pregel) -> None:
    assert "--input" in pregel("run", COUNTER).error
    assert not pregel.store.exists()
    pregel("run", COUNTER, "--input", '{"count": 1}')
    assert "unknown" in pregel("run", COUNTER, "--thread", "unknown").error
    assert "--ns" in pregel("run", COUNTER, "--input", "{}", "--ns", "a:b").error


BROKEN = {
    "import.py": ("import no_such_module_here\n", "import.py:1"),
    "syntax.py": ("graph = (\n", "syntax.py"),
    "raises.py": (
        "x = 1\nraise RuntimeError('at\\nimport')\n",
        "RuntimeError: at import (raises.py:2)",
    ),
    "empty.py": ("x = 1\n", "defines no graph"),
    "two.py": (
        f"import sys; sys.path.insert(0, {str(SAMPLES.parent)!r})\n"
        "from sample_graphs.counter import builder as _builder\n"
        "one, two = _builder.compile(), _builder.compile()\n",
        "several graphs: one, two",
    ),
    "builder.py": (
        "from runtime.graph import START, StateGraph\n"
        "class State(dict): pass\n"
        "plan = StateGraph(dict)\nplan.add_node('a', dict)\nplan.add_edge(START, 'a')\n",
        "builder.py:plan",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_without_a_graph_to_run(pregel: Pregel, tmp_path: Path, name: str) -> None:
    text, words = BROKEN[name]
    (tmp_path / name).write_text(text, "utf-8")
    assert words in pregel("run", tmp_path / name, "--input", "{}").error
    assert not pregel.store.exists()


def test_a_graph_is_named_behind_a_colon(pregel: Pregel, tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(BROKEN["two.py"][0], "utf-8")
    assert pregel("run", f"{tmp_path / 'two.py'}:two", "--input", '{"count": 1}').code == DONE
    missing = pregel("run", f"{tmp_path / 'two.py'}:three", "--input", "{}")
    assert "three" in missing.error
    assert "one, two" in missing.error
    assert "no file" in pregel("run", tmp_path / "none.py", "--input", "{}").error


@pytest.mark.usefixtures("store_is_there")
def test_a_checkpointer_of_the_graph_is_not_replaced_without_a_word(
    pregel: Pregel, tmp_path: Path
) -> None:
    own = tmp_path / "own.sqlite"
    file = tmp_path / "own.py"
    file.write_text(
        "import sqlite3\n"
        "from runtime.checkpoint.sqlite import SqliteSaver\n"
        "from runtime.graph import START, MessagesState, StateGraph\n"
        "builder = StateGraph(MessagesState)\n"
        "builder.add_node('answer', lambda state: {'messages': []})\n"
        "builder.add_edge(START, 'answer')\n"
        f"graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect({str(own)!r})))\n",
        encoding="utf-8",
    )
    ran = pregel("run", file, "--input", '{"messages": []}')
    assert ran.code == DONE
    assert ran.err.splitlines()[0] == (
        f"pregel: The graph's own checkpointer (SqliteSaver, {own}) is not used: "
        f"checkpoints go to {pregel.store}."
    )
    assert "own checkpointer" not in pregel("run", COUNTER, "--input", '{"count": 1}').err


def test_a_text_that_would_read_as_another_value_stands_in_quotes() -> None:
    shown = {"a": "5", "b": 5, "c": "true", "d": "five", "e": '"5"', "f": "[]", "g": "{1"}
    assert plain(shown).splitlines() == [
        'a: "5"',
        "b: 5",
        'c: "true"',
        "d: five",
        'e: "\\"5\\""',
        'f: "[]"',
        "g: {1",
    ]


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: pregel ")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"pregel (\d+\.\d+\.\d+|\(not installed\))\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("from runtime.prebuilt import ToolNode", "`langgraph.prebuilt`"),
        ("import runtime.pregel.remote", "`langgraph.pregel.remote`"),
        ("from runtime.graph import Unknown", "`langgraph`"),
    ],
)
def test_what_the_runtime_leaves_out_is_not_looked_for_in_a_package(
    pregel: Pregel, tmp_path: Path, line: str, part: str
) -> None:
    file = tmp_path / "ported.py"
    file.write_text(f"{line}\n", encoding="utf-8")
    error = pregel("run", file, "--input", "{}").error
    assert f"This part of {part} is not in the runtime" in error
    assert "Install the package" not in error

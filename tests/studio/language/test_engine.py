"""What the session says is recognised by its wording and said in the language of the window."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from runtime.debug.events import RunEnded, RunPaused
from runtime.debug.explain import Activation, Join, explain
from runtime.debug.views import ErrorView, Failed, SendView
from studio.language import engine
from studio.language.catalog import install
from studio.language.engine import (
    event_in_words,
    expression_text,
    notice_text,
    reason_text,
    reply_in_words,
    run_text,
)

ROOT = Path(__file__).resolve().parents[3]
TABLES = ("_RUN", "_ERRORS", "_REMEDIES", "_ENDINGS", "_REASONS", "_EXPRESSIONS", "_NOTICES")
COMPOSED = "|".join(
    (
        r"\{\w+\}|[():]|\(version|, seen|> seen|, empty|^Breakpoint |thread |must be ",
        "a node|a channel| nodes| channels| at column",
    )
)
"""What stands between the pieces that the engine writes out."""


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese meanwhile."""
    installed = install(qapp, "zh_CN")
    yield
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()


def _written(package: str) -> str:
    """All literals of a package, in the pieces in which they are written."""
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return "\n".join(found)


def test_the_engine_still_says_what_is_recognised() -> None:
    written = _written("runtime")
    unknown = [
        (text, piece)
        for table in TABLES
        for text in getattr(engine, table)
        for piece in re.split(
            COMPOSED,
            text,
        )
        if piece.strip(" .") and piece.strip(" .") not in written
    ]
    assert unknown == []


def test_in_english_everything_stays() -> None:
    ended = RunEnded(0, "r", "t", "done", "Done.", None, ())
    assert event_in_words(ended) == ended
    assert run_text("Before superstep 3.") == "Before superstep 3."
    assert reason_text("a is due: input was given (version 1 > seen 0).").startswith("a is due")


@pytest.mark.usefixtures("chinese")
def test_why_a_run_waits_or_ended() -> None:
    assert run_text("Before superstep 3.") == "在超步 3 之前。"
    assert run_text("KeyError in plan.") == "plan 中发生 KeyError。"
    assert run_text("What a node printed in no template") == "What a node printed in no template"
    paused = RunPaused(0, "r", "t", "until", "plan is due.", 1, ("plan",))
    assert event_in_words(paused) == replace(paused, text="plan 待执行。")


@pytest.mark.usefixtures("chinese")
def test_a_refusal_with_its_remedy() -> None:
    refused = reply_in_words(
        Failed(ErrorView("Refused", "A run is under way.", remedy="Pause or stop it first."))
    )
    assert isinstance(refused, Failed)
    assert (refused.error.message, refused.error.remedy) == ("运行正在进行。", "请先暂停或停止它。")


@pytest.mark.usefixtures("chinese")
def test_what_is_wrong_with_an_expression_and_what_a_graph_lacks() -> None:
    problem, remedy = "reads rounds, which is no channel", "Did you mean round?"
    assert expression_text(problem, remedy) == "读取了 rounds，但没有这个通道。您是指 round 吗？"
    lacks = (
        "The open graph lacks 2 channels of this checkpoint: a (since step 3), b (since the input)."
    )
    assert (
        notice_text(lacks) == "打开的图缺少此检查点的 2 个通道：a（自第 3 步起）, b（自输入起）。"
    )


@pytest.mark.usefixtures("chinese")
def test_the_words_of_a_node_s_own_exception_stay() -> None:
    own = reply_in_words(Failed(ErrorView("ValueError", "This field is required.", node="plan")))
    assert isinstance(own, Failed)
    assert own.error.message == "This field is required."


@pytest.mark.usefixtures("chinese")
def test_why_a_node_is_due_or_not() -> None:
    state = Activation(
        triggers={"a": ["branch:to:a"], "j": ["join:a+b:j"], "w": ["branch:to:w"], "x": ["x"]},
        versions={"branch:to:a": 2, "join:a+b:j": 3, "x": 4},
        seen={"a": {"branch:to:a": 1}},
        available=frozenset({"branch:to:a", "x"}),
        joins={"join:a+b:j": Join(("a", "b"), ("a",))},
        written_by={"branch:to:a": ("plan", "search"), "x": ("plan",)},
        sends={"w": [SendView(0, "plan"), SendView(1, "plan"), SendView(2, "plan")]},
    )
    said = {node: reason_text(explain(node, state).sentence) for node in ("a", "j", "w", "x")}
    assert said["a"] == "a 待执行：由 plan, search 触发（branch:to:a：版本 2 > 已见 1）。"
    for node, sentence in said.items():
        rest = re.sub(r"branch:to:a|Send|plan|search|[\[\]()]", "", sentence.removeprefix(node))
        assert not re.search("[A-Za-z]{2,}", rest), sentence

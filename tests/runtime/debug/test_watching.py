"""Expressions are evaluated at every checkpoint of a thread."""

from pathlib import Path

import pytest

from runtime.debug.commands import (
    CheckpointFilter,
    FilterCheckpoints,
    FindFirst,
    PlotThread,
    WatchThread,
)
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.views import Failed, FirstFound, PlotPage, WatchPage
from tests.runtime.debug.harness import Driver, driven, write_graph

GRAPH = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]
    score: float


def first(state: State) -> dict[str, Any]:
    return {"log": ["a"], "score": 0.5}


def second(state: State) -> dict[str, Any]:
    return {"log": ["b", "c"], "score": float("nan")}


builder = StateGraph(State)
builder.add_node(first)
builder.add_node(second)
builder.add_edge(START, "first")
builder.add_edge("first", "second")
graph = builder.compile()
"""


@pytest.fixture
def saver(tmp_path: Path) -> str:
    saver = str(tmp_path / "store.db")
    with driven(saver) as driver:
        driver.open(write_graph(tmp_path, GRAPH))
        driver.start({"log": []}, "t")
    return saver


def watch(
    driver: Driver, *expressions: str, before: str | None = None, limit: int = 9
) -> WatchPage:
    page = driver.do(WatchThread("t", expressions, before=before, limit=limit))
    assert isinstance(page, WatchPage)
    return page


def test_values_numbers_and_problems_at_each_step(saver: str) -> None:
    with driven(saver) as driver:
        page = watch(driver, "len(log)", "log[-1:]", "score > 0.4", "score", "1 +")
    assert [row.row.step for row in page.rows] == [2, 1, 0, -1]
    newest, middle, oldest = page.rows[0].values, page.rows[1].values, page.rows[3].values
    assert [(each.text, each.number) for each in newest[:3]] == [
        ("3", 3.0),
        ("['c']", None),
        ("False", 0.0),
    ]
    assert (newest[3].text, newest[3].number) == ("nan", None)
    assert (middle[2].text, middle[2].number, middle[3].number) == ("True", 1.0, 0.5)
    assert oldest[3].problem == "score has no value"
    assert all(row.values[4].problem.startswith("is not an expression") for row in page.rows)


def test_pages(saver: str) -> None:
    with driven(saver) as driver:
        first = watch(driver, "len(log)", limit=3)
        assert (len(first.rows), first.more) == (3, True)
        rest = watch(driver, "len(log)", before=first.rows[-1].row.checkpoint_id, limit=3)
        assert ([row.row.step for row in rest.rows], rest.more) == ([-1], False)


@pytest.mark.parametrize(
    "text", ["().__class__", "__import__('os')", "open('x')", "log.__class__", "(lambda: 1)()"]
)
def test_data_never_makes_anything_run(text: str) -> None:
    with pytest.raises(Exception, match=r".+"):
        Expression(text).value({"log": []}.__getitem__)


def test_a_text_that_is_no_expression() -> None:
    with pytest.raises(BadExpression, match="is not an expression"):
        Expression("a +")


def test_what_costs_too_much_is_told_and_does_not_hold_up_the_others(saver: str) -> None:
    costly = "sum([[1] * 10**4] * 10**4, [])"
    with driven(saver) as driver:
        page = watch(driver, costly, "len(log)", "10 ** 400")
        for row in page.rows:
            assert "takes more than 3,000,000 steps" in row.values[0].problem
        assert [row.values[1].text for row in page.rows] == ["3", "1", "0", ""]
        large = page.rows[0].values[2]
        assert (large.number, large.problem) == (None, "")
        assert large.text
        # Where it cannot be known whether it holds, it is not said that it does not.
        newest = page.rows[0].row.checkpoint_id
        for command in (
            FilterCheckpoints("t", CheckpointFilter(expression=costly)),
            FindFirst("t", costly, newest, exhaustive=True),
        ):
            refused = driver.ask(command)
            while isinstance(refused, FirstFound) and refused.more:
                refused = driver.ask(command)
            assert isinstance(refused, Failed)
            assert "takes more than 3,000,000 steps" in refused.error.message


def test_columns_for_a_plot_come_in_parts(saver: str) -> None:
    with driven(saver) as driver:
        parts: list[PlotPage] = []
        before = None
        while not parts or parts[-1].more:
            command = PlotThread("t", ("len(log)", "score > 0.4", "log[-1]", "1 +"), "", before, 3)
            page = driver.do(command)
            assert isinstance(page, PlotPage)
            parts.append(page)
            before = page.checkpoint_ids[-1]
        rows = watch(driver, "len(log)").rows
    assert [len(part.steps) for part in parts] == [3, 1]
    assert [each for part in parts for each in part.checkpoint_ids] == [
        each.row.checkpoint_id for each in rows
    ]
    lengths, truths, texts, wrong = parts[0].series
    assert lengths.numbers == (3.0, 1.0, 0.0)
    assert (truths.places, truths.words) == ((0, 1, -1), ("False", "True"))
    assert [texts.words[place] for place in texts.places[:2]] == ["'c'", "'a'"]
    assert (wrong.numbers, wrong.places) == ((None,) * 3, (-1,) * 3)

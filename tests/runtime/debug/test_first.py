"""The first checkpoint at which an expression holds, and checkpoints by filter."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.debug import first
from runtime.debug.commands import CheckExpression, CheckpointFilter, FilterCheckpoints, FindFirst
from runtime.debug.views import ExpressionChecked, FilteredPage, FirstFound
from tests.runtime.debug.harness import Driver, driven, write_graph

GRAPH = """
class State(TypedDict, total=False):
    n: int
    even: bool
    log: Annotated[list[str], operator.add]


def count(state: State) -> dict[str, Any]:
    n = state["n"] + 1
    return {"n": n, "even": n % 2 == 0}


def note(state: State) -> dict[str, Any]:
    return {"log": [str(state["n"])]}


builder = StateGraph(State)
builder.add_node(count)
builder.add_node(note)
builder.add_edge(START, "count")
builder.add_conditional_edges("count", lambda s: "count" if s["n"] % 5 else "note")
builder.add_conditional_edges("note", lambda s: END if s["n"] >= 20 else "count")
graph = builder.compile()
"""


@pytest.fixture(params=["memory", "sqlite"])
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    saver: Any = (
        InMemorySaver() if request.param == "memory" else SqlSaver(str(tmp_path / "s.sqlite"))
    )
    with driven(saver) as made:
        made.open(write_graph(tmp_path, GRAPH))
        made.start({"n": 0}, "t")
        yield made
    if isinstance(saver, SqlSaver):
        saver.close()


def find(driver: Driver, expression: str, **more: Any) -> list[FirstFound]:
    """All replies, until the search is over."""
    newest = more.pop("at", None) or driver.rows()[0].checkpoint_id
    replies: list[FirstFound] = []
    while not replies or replies[-1].more:
        replies.append(driver.do(FindFirst("t", expression, newest, **more)))
    return replies


def test_it_is_found_by_halving(driver: Driver) -> None:
    replies = find(driver, "n >= 7")
    found = replies[-1]
    assert found.row is not None
    assert found.row.step == 8
    assert (found.total, found.halved) == (26, True)
    assert found.looked_at <= 7
    assert [each.looked_at for each in replies] == sorted(each.looked_at for each in replies)


@pytest.mark.parametrize(("expression", "step"), [("n >= 0", 0), ("n == 20", 23)])
def test_at_either_end(driver: Driver, expression: str, step: int) -> None:
    row = find(driver, expression)[-1].row
    assert row is not None
    assert row.step == step


def test_one_that_does_not_hold_at_the_end_is_looked_for_everywhere(driver: Driver) -> None:
    found = find(driver, "n == 3")[-1]
    assert found.row is not None
    assert (found.row.step, found.halved) == (3, False)
    nowhere = find(driver, "n == 99")[-1]
    assert (nowhere.row, nowhere.halved, nowhere.looked_at) == (None, False, 26)


def test_every_checkpoint_where_halving_would_mislead(driver: Driver) -> None:
    found = find(driver, "even", exhaustive=True)[-1]
    assert found.row is not None
    assert found.row.step == 2
    assert find(driver, "even")[-1].halved


def test_only_the_branch_counts_and_pages_are_joined(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {row.step: row for row in driver.rows()}
    driver.go(checkpoint_id=rows[10].checkpoint_id)
    monkeypatch.setattr(first, "LOOKED_AT_AT_ONCE", 2)
    found = find(driver, "n == 19", exhaustive=True)[-1]
    assert found.row is not None
    assert found.row.checkpoint_id not in {row.checkpoint_id for row in rows.values()}
    # The root to step 10, the fork, and what was run from it.
    assert found.total == 27
    old = find(driver, "n > 3", at=rows[9].checkpoint_id)[-1]
    assert old.row == rows[4]


def test_what_is_no_expression_is_refused(driver: Driver) -> None:
    newest = driver.rows()[0].checkpoint_id
    assert driver.refusal(FindFirst("t", "n >", newest)).startswith("The expression is not an")


def filtered(driver: Driver, **wanted: Any) -> list[int]:
    page = driver.do(FilterCheckpoints("t", CheckpointFilter(**wanted)))
    assert isinstance(page, FilteredPage)
    assert (page.scanned, page.more) == (26, False)
    return [row.step for row in page.rows]


def test_filters(driver: Driver) -> None:
    assert filtered(driver, node="note") == [23, 17, 11, 5]
    assert len(filtered(driver, channel="log")) == 4
    assert filtered(driver, source="input") == [-1]
    assert filtered(driver, metadata="step=3") == [3]
    assert filtered(driver, metadata="STEP") == filtered(driver)
    assert filtered(driver, metadata="step=none") == []
    assert filtered(driver, expression="n > 18 and even") == [24, 23]
    assert filtered(driver, source="loop", expression="n == 0") == [0]


def test_filtering_goes_page_by_page(driver: Driver) -> None:
    wanted = CheckpointFilter(expression="n == 2")
    first_page = driver.do(FilterCheckpoints("t", wanted, limit=10))
    assert (first_page.rows, first_page.scanned, first_page.more) == ((), 10, True)
    second = driver.do(FilterCheckpoints("t", wanted, before=first_page.oldest, limit=99))
    assert [row.step for row in second.rows] == [2]
    refusal = driver.refusal(FilterCheckpoints("t", CheckpointFilter(expression="n >")))
    assert refusal.startswith("The expression is not an expression")


def checked(driver: Driver, text: str, **more: Any) -> ExpressionChecked:
    reply = driver.do(CheckExpression(text, **{"thread_id": "t", **more}))
    assert isinstance(reply, ExpressionChecked)
    return reply


def test_an_expression_is_checked_while_it_is_typed(driver: Driver) -> None:
    assert checked(driver, "n * 2").value == "40"
    root = driver.rows()[-1].checkpoint_id
    assert checked(driver, "n * 2", checkpoint_id=root).trouble == "n has no value"
    slip = checked(driver, "  len(lg) > 2")
    assert (slip.problem, slip.remedy) == ("reads lg, which is no channel", "Did you mean log?")
    assert slip.column == 6
    assert checked(driver, "n >").problem.startswith("is not an expression")
    assert checked(driver, "n > 'x'").trouble.startswith("'>' not supported")
    nowhere = checked(driver, "n > 1", thread_id="other")
    assert (nowhere.problem, nowhere.value, nowhere.trouble) == ("", "", "")
    offered = checked(driver, "lo", cursor=2)
    assert next((each.text, each.detail) for each in offered.completions) == ("log", "list[str]")


def test_only_some_checkpoints_are_looked_at(driver: Driver) -> None:
    rows = driver.rows()
    wanted = CheckpointFilter(among=(rows[9].checkpoint_id, rows[3].checkpoint_id, "none"))
    page = driver.do(FilterCheckpoints("t", wanted))
    assert (page.rows, page.scanned, page.more) == ((rows[3], rows[9]), 2, False)
    first = driver.do(FilterCheckpoints("t", wanted, limit=1))
    assert (first.rows, first.more) == ((rows[3],), True)
    rest = driver.do(FilterCheckpoints("t", wanted, before=first.oldest))
    assert (rest.rows, rest.more) == ((rows[9],), False)

"""Text is found in the values of a thread, where it was written, page by page."""

from pathlib import Path
from typing import Any

import pytest

from runtime.debug.commands import SearchThread
from runtime.debug.searching import BadPattern, finder, walk
from runtime.debug.views import Failed, SearchHit, SearchPage
from tests.runtime.debug.harness import Driver, driven, write_graph

GRAPH = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]
    found: dict[str, Any]


def first(state: State) -> dict[str, Any]:
    return {"log": ["the needle is here"], "found": {"needle": {"depth": 3}, "heap": ["Hay", "草"]}}


def second(state: State) -> dict[str, Any]:
    return {"log": ["nothing but hay"]}


builder = StateGraph(State)
builder.add_node(first)
builder.add_node(second)
builder.add_edge(START, "first")
builder.add_edge("first", "second")
graph = builder.compile()
"""


def search(driver: Driver, text: str, **more: Any) -> SearchPage:
    page = driver.do(SearchThread("t", text, **more))
    assert isinstance(page, SearchPage)
    return page


def places(page: SearchPage) -> list[tuple[int, str, str, str]]:
    return [(hit.row.step, hit.channel, ".".join(hit.path), hit.text) for hit in page.hits]


@pytest.fixture
def saver(tmp_path: Path) -> str:
    saver = str(tmp_path / "store.db")
    with driven(saver) as driver:
        driver.open(write_graph(tmp_path, GRAPH))
        driver.start({"log": []}, "t")
    return saver


def test_keys_and_values_are_found_where_they_were_written(saver: str) -> None:
    with driven(saver) as driver:
        assert places(search(driver, "needle")) == [
            (2, "log", "0", "the needle is here"),
            (1, "found", "needle", "{'depth': 3}"),
            (1, "log", "0", "the needle is here"),
        ]
        assert places(search(driver, "草")) == [(1, "found", "heap.1", "草")]
        assert places(search(driver, "3")) == [(1, "found", "needle.depth", "3")]
        assert search(driver, "no such thing").hits == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the needle is here", "the [needle] is here"),
        ("a\n\n needle\tthere", "a [needle] there"),
        ("x" * 100 + "needle" + "y" * 100, f"…{'x' * 60}[needle]{'y' * 60}…"),
        ("needle", "[needle]"),
    ],
)
def test_what_was_found_is_marked_in_its_line(text: str, expected: str) -> None:
    find = finder("needle", regular=False, match_case=False)
    [(_, found)] = walk((), [text], find)
    marked = f"{found.text[: found.start]}[{found.text[found.start : found.end]}]"
    assert marked + found.text[found.end :] == expected


def test_case_and_regular_expressions(saver: str) -> None:
    with driven(saver) as driver:
        assert len(search(driver, "hay").hits) == 2
        assert len(search(driver, "Hay", match_case=True).hits) == 1
        assert [hit.path for hit in search(driver, "^Hay$", regular=True).hits] == [("heap", "0")]
        assert search(driver, "^Hay$").hits == ()
        refused = driver.session.send(SearchThread("t", "(", regular=True)).result(10)
        assert isinstance(refused, Failed)
        assert refused.error.message.startswith("Not a regular expression")


def test_pages_go_on_where_the_last_one_ended(saver: str) -> None:
    with driven(saver) as driver:
        whole = search(driver, "hay")
        assert (whole.scanned, whole.more) == (4, False)
        hits: list[SearchHit] = []
        before = None
        for _ in range(4):
            page = search(driver, "hay", before=before, limit=1)
            assert page.scanned == 1
            hits += page.hits
            before = page.oldest
        assert not page.more
        assert tuple(hits) == whole.hits


def test_a_long_text_is_cut_around_what_was_found() -> None:
    with pytest.raises(BadPattern):
        finder("[", regular=True, match_case=True)
    find = finder("x.y", regular=False, match_case=True)
    assert find("axby") is None
    assert find("ax.y") == (1, 4)


def test_a_pattern_of_exponential_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.debug.searching.LONGEST_SEARCH", 0.1)
    find = finder(r"^(a|aa)+$", regular=True, match_case=True)
    with pytest.raises(BadPattern, match="takes too long"):
        find("a" * 200 + "b")

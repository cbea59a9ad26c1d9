"""Values looked at closely: forms, tables, images, copies, finding and paths."""

import ast
import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.debug.inspecting.commands import (
    CopyFormat,
    CopyValue,
    DescribeValue,
    FindInState,
    FindText,
    ReadImage,
    ReadPaths,
    ReadTable,
)
from runtime.debug.inspecting.views import StateHit
from runtime.debug.values import ValueHandle
from tests.runtime.debug.harness import Driver, driven, write_graph

BOTH_TRANSPORTS = True

RICH = """
import base64
import datetime
import enum
from collections import deque
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy
from pydantic import BaseModel

from runtime.graph import START, StateGraph
from runtime.messages import AIMessage

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Finding:
    title: str
    score: float


class Draft(BaseModel):
    text: str
    day: datetime.date


class State(TypedDict, total=False):
    value: Any


def build(state):
    deep: Any = "the bottom"
    for _ in range(180):
        deep = [deep]
    return {
        "value": {
            "colour": Colour.RED,
            "draft": Draft(text="# Title\\n\\nA **bold** word", day=datetime.date(2026, 11, 3)),
            "findings": [Finding(f"finding {n}", n * 7 % 10) for n in range(300)],
            "columns": {"x": [3, 1, 2], "y": ["c", None, "b"]},
            "matrix": numpy.arange(6.0).reshape(2, 3),
            "picture": PNG,
            "address": "data:image/png;base64," + base64.b64encode(PNG).decode(),
            "elsewhere": {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
            "message": AIMessage(
                content=[
                    {"type": "text", "text": "Look:"},
                    {"type": "image", "data": base64.b64encode(PNG).decode()},
                ],
                tool_calls=[{"name": "search", "args": {"query": "dam"}, "id": "c1"}],
                id="m1",
            ),
            "json": '{"a": [1, 2]}',
            "when": datetime.datetime(2026, 11, 3, 12, tzinfo=datetime.timezone.utc),
            "deep": deep,
            "blob": bytes(range(256)) * 300,
            "long": "needle " + "hay " * 50_000 + "Needle",
            "queue": deque([1, (2,), {3}, frozenset()]),
            "bad": ValueError("it broke"),
        }
    }


graph = StateGraph(State).add_node(build).add_edge(START, "build").compile()
"""


@pytest.fixture
def rich(tmp_path: Path) -> Iterator[tuple[Driver, ValueHandle]]:
    with driven(str(tmp_path / "store.sqlite")) as driver:
        driver.open(write_graph(tmp_path, RICH))
        driver.start({}, "t")
        newest = driver.rows()[0]
        yield driver, ValueHandle("t", "", newest.checkpoint_id, ("channel", "value"))


NAMES = [
    *("colour", "draft", "findings", "columns", "matrix", "picture", "address", "elsewhere"),
    *("message", "json", "when", "deep", "blob", "long", "queue", "bad"),
]


def at(handle: ValueHandle, name: str, *path: str) -> ValueHandle:
    where = (handle.thread_id, handle.checkpoint_ns, handle.checkpoint_id, handle.place)
    return ValueHandle(*where, (str(NAMES.index(name)), *path))


def test_each_value_tells_the_forms_it_can_be_shown_in(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    forms = {name: driver.do(DescribeValue(at(handle, name))).forms for name in NAMES}
    assert forms == {
        "colour": ("facts", "text"),
        "draft": ("text",),
        "findings": ("table", "text"),
        "columns": ("table", "text"),
        "matrix": ("table", "facts", "text"),
        "picture": ("image", "bytes"),
        "address": ("image", "text"),
        "elsewhere": ("text",),
        "message": ("message", "text"),
        "json": ("text", "json"),
        "when": ("facts", "text"),
        "deep": ("text",),
        "blob": ("bytes",),
        "long": ("text",),
        "queue": ("text",),
        "bad": ("facts", "text"),
    }
    assert driver.do(DescribeValue(at(handle, "draft", "text"))).forms == ("text", "markdown")
    colour = driver.do(DescribeValue(at(handle, "colour")))
    assert [(fact.name, fact.text) for fact in colour.facts] == [
        ("class", "Colour"),
        ("name", "RED"),
        ("value", "'red'"),
        ("members", "RED\nBLUE"),
    ]
    when = {fact.name: fact.text for fact in driver.do(DescribeValue(at(handle, "when"))).facts}
    assert when["iso"] == "2026-11-03T12:00:00+00:00"
    assert float(when["timestamp"]) == 1793707200.0
    broken = {fact.name: fact.text for fact in driver.do(DescribeValue(at(handle, "bad"))).facts}
    assert (broken["class"], broken["message"]) == ("ValueError", "it broke")


def test_tables_come_in_pages_sorted_and_as_csv(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    findings = at(handle, "findings")
    page = driver.do(ReadTable(findings, 298, 10))
    assert (page.total, page.columns) == (300, ("title", "score"))
    assert [(row.number, row.cells) for row in page.rows] == [
        (298, ("finding 298", "6")),
        (299, ("finding 299", "3")),
    ]
    top = driver.do(ReadTable(findings, 0, 2, sort=1, descending=True))
    assert [row.cells for row in top.rows] == [("finding 7", "9"), ("finding 17", "9")]
    columns = driver.do(ReadTable(at(handle, "columns"), 0, 9, sort=1))
    assert [row.cells for row in columns.rows] == [("2", "b"), ("3", "c"), ("1", "")]
    matrix = driver.do(ReadTable(at(handle, "matrix"), 1, 9))
    assert [row.cells for row in matrix.rows] == [("3.0", "4.0", "5.0")]
    copied = driver.do(CopyValue(at(handle, "columns"), "csv")).text
    assert copied == "x,y\n3,c\n1,\n2,b\n"
    assert "no table" in driver.refusal(ReadTable(at(handle, "json")))
    assert "more than 100 characters" in driver.refusal(CopyValue(findings, "csv", 100))


def test_images_are_given_as_bytes_and_never_fetched(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    for name in ("picture", "address"):
        image = driver.do(ReadImage(at(handle, name)))
        assert image.type == "image/png"
        assert base64.b64decode(image.data).startswith(b"\x89PNG")
    message = driver.do(DescribeValue(at(handle, "message"))).message
    assert message is not None
    assert (message.role, message.id) == ("ai", "m1")
    assert [block.kind for block in message.blocks] == ["text", "image"]
    assert [(call.name, call.id) for call in message.calls] == [("search", "c1")]
    assert '"query": "dam"' in message.calls[0].arguments
    inside = driver.do(ReadImage(at(handle, "message", *message.blocks[1].path)))
    assert inside.type == "image/png"
    assert "no image" in driver.refusal(ReadImage(at(handle, "elsewhere")))
    assert "too large" in driver.refusal(ReadImage(at(handle, "picture"), limit=10))


def test_values_are_copied_as_python_and_json(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich

    def python(name: str) -> str:
        text: str = driver.do(CopyValue(at(handle, name), "python")).text
        return text

    assert python("colour") == "Colour.RED"
    assert python("queue") == "deque([1, (2,), {3}, frozenset()])"
    assert python("columns") == "{'x': [3, 1, 2], 'y': ['c', None, 'b']}"
    assert python("matrix") == "numpy.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], dtype='float64')"
    assert python("when") == ("datetime.datetime(2026, 11, 3, 12, 0, tzinfo=datetime.timezone.utc)")
    findings = ast.parse(python("findings"), mode="eval").body
    assert isinstance(findings, ast.List)
    assert ast.unparse(findings.elts[299]) == "Finding(title='finding 299', score=3)"
    assert driver.do(CopyValue(at(handle, "columns"), "json", 400)).text.startswith('{\n  "x": [')
    assert "nested more than 150" in driver.refusal(CopyValue(at(handle, "deep"), "python"))
    forms: tuple[CopyFormat, ...] = ("python", "json")
    for form in forms:
        assert "too large to copy" in driver.refusal(CopyValue(at(handle, "long"), form, 1000))


def test_text_is_found_inside_of_long_ones_and_bytes(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    end = len("needle ") + 4 * 50_000
    assert driver.do(FindText(at(handle, "long"), "needle")).offsets == (0, end)
    assert driver.do(FindText(at(handle, "long"), "Needle", match_case=True)).offsets == (end,)
    hay = driver.do(FindText(at(handle, "long"), "hay"))
    assert (len(hay.offsets), hay.more) == (10_000, True)
    assert driver.do(FindText(at(handle, "blob"), "ABC")).offsets[:4] == (65, 97, 321, 353)


def find(driver: Driver, handle: ValueHandle, text: str) -> tuple[list[StateHit], bool]:
    command = FindInState("t", "", handle.checkpoint_id, ("value", "nothing"), text)
    hits: list[StateHit] = []
    while True:
        found = driver.do(command)
        hits += found.hits
        if not found.more:
            return hits, found.cut


def test_the_state_is_searched_as_deep_as_it_is(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    (bottom,), cut = find(driver, handle, "the BOTTOM")
    assert not cut
    assert (bottom.channel, bottom.keys) == ("value", ("deep", *"0" * 180))
    assert bottom.path == (str(NAMES.index("deep")), *"0" * 180)
    (finding,), _ = find(driver, handle, "finding 123")
    assert (finding.keys, finding.text) == (("findings", "123", "title"), "finding 123")
    keys = [hit.keys for hit in find(driver, handle, "query")[0]]
    assert ("message", "tool_calls", "0", "args", "query") in keys
    _, cut = find(driver, handle, "0")
    assert not cut
    assert find(driver, handle, "nowhere to be found") == ([], False)


def test_paths_lead_to_values_by_what_a_person_reads(rich: tuple[Driver, ValueHandle]) -> None:
    driver, handle = rich
    paths = (
        ("value", "findings", "7", "title"),
        ("value", "columns", "y", "2"),
        ("value", "columns", "z"),
        ("value", "findings", "900"),
        ("nothing",),
        ("value",),
    )
    values = driver.do(ReadPaths("t", "", handle.checkpoint_id, paths)).values
    assert [each.preview.text if each.preview else each.problem for each in values][:5] == [
        "'finding 7'",
        "'b'",
        "nothing at z",
        "nothing at 900",
        "empty",
    ]
    assert values[0].steps == (str(NAMES.index("findings")), "7", "title")
    assert values[5].preview is not None
    assert values[5].preview.kind == "dict"

"""Every type of value: edit it, save, open the database again, run on. Type and value stay.

A node of the graph says what it was given, so what runs on counts, not what is shown.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, cast

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import sql

from runtime.debug.commands import CommitEdit, PreviewEdit, StateEdit
from runtime.debug.local import LocalSession
from runtime.debug.natural import to_natural
from runtime.debug.views import EditCommitted, EditPreview, Failed
from runtime.graph.message import add_messages
from tests.runtime.debug.harness import Driver, write_graph

TYPES = '''
import uuid
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from pydantic import BaseModel

from runtime.graph.message import add_messages


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    x: int
    y: float


@dataclass
class Section:
    title: str
    due: date


class Draft(BaseModel):
    text: str
    sections: list[Section] = []


class Query(TypedDict, total=False):
    text: str
    weight: float


def show(value):
    """Type and value, the same for equal values of equal types only."""
    if isinstance(value, dict):
        inner = ", ".join(f"{show(key)}: {show(value[key])}" for key in sorted(value, key=repr))
    elif isinstance(value, (set, frozenset)):
        inner = ", ".join(sorted(map(show, value)))
    elif isinstance(value, (list, tuple)):
        inner = ", ".join(map(show, value))
    elif isinstance(value, (Section, Draft)):
        inner = ", ".join(f"{key}={show(each)}" for key, each in vars(value).items())
    elif isinstance(value, (date, time)):
        inner = value.isoformat()
    else:
        inner = repr(value)
    return f"{type(value).__name__}({inner})"
'''

GRAPH = (
    TYPES
    + """

class State(TypedDict, total=False):
    text: str
    whole: int
    number: float
    truth: bool
    colour: Colour
    word: Literal["one", "two"]
    day: date
    moment: datetime
    hour: time
    length: timedelta
    exact: Decimal
    name: uuid.UUID
    raw: bytes
    items: list[str]
    table: dict[str, int]
    numbered: dict[int, str]
    unique: set[str]
    frozen: frozenset[int]
    pair: tuple[int, str]
    point: Point
    section: Section
    draft: Draft
    queries: list[Query]
    maybe: int | None
    free: Any
    log: Annotated[list[str], operator.add]
    messages: Annotated[list[Any], add_messages]
    seen: dict[str, str]


def make(state):
    return {"log": ["made"]}


def look(state):
    return {"seen": {key: show(each) for key, each in state.items() if key != "seen"}}


builder = StateGraph(State)
builder.add_sequence([make, look])
builder.add_edge(START, "make")
graph = builder.compile()
"""
)

known: dict[str, Any] = {}
exec(TYPES, known)  # noqa: S102 - the types of the graph, once more for the test
show: Callable[[Any], str] = known["show"]

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
words = st.text("abcdefgh ü漢", max_size=8)
days = st.dates(date(1, 1, 1), date(9999, 12, 31))
ZONES: list[Any] = [UTC, timezone(timedelta(hours=-5, minutes=-30)), None]
# Text in ISO 8601, which a person edits, cannot tell the second of two equal hours.
moments = st.datetimes(
    datetime(1900, 1, 1),
    datetime(2200, 1, 1),
    timezones=st.sampled_from(ZONES),
).map(lambda moment: moment.replace(fold=0))
hours = st.times().map(lambda hour: hour.replace(fold=0))
sections = st.builds(known["Section"], words, days)

STATES = st.fixed_dictionaries(
    {
        "text": texts,
        "whole": st.integers() | st.just(2**300),
        "number": st.floats(allow_nan=False),
        "truth": st.booleans(),
        "colour": st.sampled_from(list(known["Colour"])),
        "word": st.sampled_from(["one", "two"]),
        "day": days,
        "moment": moments,
        "hour": hours,
        "length": st.timedeltas(timedelta(0), timedelta(days=900)),
        "exact": st.decimals(allow_nan=False, allow_infinity=False, places=6),
        "name": st.uuids(),
        "raw": st.binary(max_size=20),
        "items": st.lists(texts, max_size=3),
        "table": st.dictionaries(words, st.integers(), max_size=3),
        "numbered": st.dictionaries(st.integers(), words, max_size=3),
        "unique": st.sets(words, max_size=3),
        "frozen": st.frozensets(st.integers(), max_size=3),
        "pair": st.tuples(st.integers(), words),
        "point": st.builds(known["Point"], st.integers(), st.floats(-9, 9)),
        "section": sections,
        "draft": st.builds(known["Draft"], text=words, sections=st.lists(sections, max_size=2)),
        "queries": st.lists(
            st.fixed_dictionaries({"text": words}, optional={"weight": st.floats(-9, 9)}),
            max_size=2,
        ),
        "maybe": st.integers() | st.none(),
        "free": st.recursive(
            st.none() | st.booleans() | st.integers() | texts,
            lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
            max_leaves=6,
        ),
        "log": st.lists(words, max_size=3),
        "messages": st.lists(
            st.fixed_dictionaries(
                {"type": st.sampled_from(["human", "ai"]), "content": texts, "id": st.uuids()}
            ).map(lambda message: {**message, "id": str(message["id"])}),
            max_size=2,
            unique_by=lambda message: message["id"],
        ),
    }
)


@contextmanager
def session(database: str) -> Iterator[Driver]:
    opened = LocalSession(database)
    try:
        yield Driver(opened)
    finally:
        opened.close()


def before_look(driver: Driver, thread_id: str) -> str:
    return next(row.checkpoint_id for row in driver.rows(thread_id) if row.next == ("look",))


def edits_survive(database: str, file: Path, state: dict[str, Any], thread_id: str) -> None:
    with session(database) as driver:
        driver.open(file)
        driver.start({"log": []}, thread_id=thread_id)
        values = {name: to_natural(value) for name, value in state.items()}
        asked = StateEdit(
            thread_id, before_look(driver, thread_id), values, as_node="make", mode="overwrite"
        )
        shown = cast(EditPreview, driver.do(PreviewEdit(asked)))
        assert shown.problems == ()
        assert shown.next == ("look",)
        assert isinstance(driver.do(CommitEdit(asked)), EditCommitted)
    with session(database) as driver:
        driver.open(file)
        assert driver.go(thread_id).reason == "done"
        seen = driver.session.send(read_of(driver, thread_id, "seen")).result(30)
        # What a message is, its reducer says: an edit in place of it gives what it would give.
        held = {**state, "messages": add_messages([], state["messages"])}
        assert cast(Any, seen).value == {name: show(value) for name, value in held.items()}


def read_of(driver: Driver, thread_id: str, channel: str) -> Any:
    from runtime.debug.commands import ReadJson
    from runtime.debug.values import ValueHandle

    newest = driver.rows(thread_id)[0].checkpoint_id
    return ReadJson(ValueHandle(thread_id, "", newest, ("channel", channel)))


several = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@several
@given(state=STATES)
def test_types_and_values_survive_an_edit(tmp_path: Path, state: dict[str, Any]) -> None:
    file = write_graph(tmp_path, GRAPH)
    edits_survive(str(tmp_path / "runs.sqlite"), file, state, "t")


@settings(several, max_examples=2)
@given(state=STATES)
def test_types_and_values_survive_an_edit_in_postgresql(
    tmp_path: Path, postgres_url: str, state: dict[str, Any]
) -> None:
    edits_survive(postgres_url, write_graph(tmp_path, GRAPH), state, "t")


MISFITS: dict[str, Any] = {
    "text": 3,
    "whole": "many",
    "number": [],
    "truth": "perhaps",
    "colour": "green",
    "word": "three",
    "day": "yesterday",
    "moment": "2026-13-01T00:00:00",
    "hour": "25:00",
    "length": "long",
    "exact": "1.2.3",
    "name": "none",
    "raw": "base64:%",
    "items": {"a": 1},
    "table": {"a": "b"},
    "numbered": {"one": "b"},
    "unique": 3,
    "frozen": ["x"],
    "pair": [1],
    "point": ["x", "y"],
    "section": {"title": "no date"},
    "draft": {"sections": [{"title": "x", "due": "never"}]},
    "queries": [{"text": 1}],
    "maybe": "x",
    "log": "no list",
    "nowhere": 1,
}


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The database as it lies on the disk."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("runs.sqlite*"))}


def _all_of(table: str) -> sql.Composed:
    return sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))


def rows_of(url: str) -> dict[str, list[Any]]:
    """Every row of every table."""
    with psycopg.connect(url.replace("postgresql+psycopg:", "postgresql:")) as connection:
        named = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        ).fetchall()
        return {
            name: sorted(map(repr, connection.execute(_all_of(name)).fetchall()))
            for (name,) in named
        }


def refuse_everything(driver: Driver, untouched: Callable[[], Any]) -> None:
    past = before_look(driver, "t")
    before = untouched()
    for channel, value in MISFITS.items():
        for values in ({channel: value}, {"text": "fits", channel: value}):
            asked = StateEdit("t", past, values, as_node="make", mode="overwrite")
            if channel == "text" and values["text"] == "fits":
                continue
            shown = cast(EditPreview, driver.do(PreviewEdit(asked)))
            assert {problem.channel for problem in shown.problems} == {channel}
            assert isinstance(driver.ask(CommitEdit(asked)), Failed), channel
    for asked in (
        StateEdit("t", past, {"text": "x"}, as_node="nobody"),
        StateEdit("t", "1f000000-0000-6000-8000-000000000000", {"text": "x"}, as_node="make"),
    ):
        assert isinstance(driver.ask(CommitEdit(asked)), Failed)
    assert untouched() == before


def test_a_refused_edit_changes_no_byte(tmp_path: Path) -> None:
    with session(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, GRAPH))
        driver.start({"log": []})
        refuse_everything(driver, lambda: bytes_of(tmp_path))


def test_a_refused_edit_changes_no_row_of_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with session(postgres_url) as driver:
        driver.open(write_graph(tmp_path, GRAPH))
        driver.start({"log": []})
        refuse_everything(driver, lambda: rows_of(postgres_url))

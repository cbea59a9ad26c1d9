"""A run as one file: the same elsewhere without its code, and without what rules take out."""

import ast
import dataclasses
import enum
import json
import os
import random
import re
import sqlite3
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.checkpoint.serde import codes
from runtime.checkpoint.serde.opaque import Opaque
from runtime.debug import commands as asked
from runtime.debug.commands import CommitEdit, ExportRun, RedactionRule, StateEdit
from runtime.debug.exported import run_export
from runtime.debug.exported.redaction import REDACTED, Redactor
from runtime.debug.exported.run_file import NotAnExport, read_run
from runtime.debug.preview import preview
from runtime.debug.views import CheckpointRow, CheckpointView, RunExported, SourceText
from tests.runtime.debug.harness import Driver, driven, write_graph

BOTH_TRANSPORTS = True

GRAPH = '''
from dataclasses import dataclass
from typing import Literal


@dataclass
class Person:
    name: str
    mail: str


class Inner(TypedDict):
    words: Annotated[list[Any], operator.add]


def ask(state: Inner) -> dict[str, Any]:
    """Asks ann@secret.example."""
    answer = interrupt({"to": "ann@secret.example", "words": len(state["words"])})
    return {"words": [answer, Person("Ann", "ann@secret.example")]}


class State(TypedDict):
    word: Literal["a", "ann@secret.example"] | str
    api_key: str
    words: Annotated[list[Any], operator.add]


def plan(state: State) -> dict[str, Any]:
    return {"api_key": "sk-topsecret"}


def work(state: dict[str, Any]) -> dict[str, Any]:
    return {"words": [state["word"], {"mail": "carl@secret.example"}]}


inner = StateGraph(Inner)
inner.add_node(ask)
inner.add_edge(START, "ask")
builder = StateGraph(State)
builder.add_node(plan)
builder.add_node(work)
builder.add_node("sub", inner.compile())
builder.add_edge(START, "plan")
builder.add_conditional_edges(
    "plan", lambda s: [Send("work", {"word": w, "api_key": s["api_key"]}) for w in "ab"], ["work"]
)
builder.add_edge("work", "sub")
graph = builder.compile()
EXAMPLE_INPUT = {"word": "ann@secret.example", "api_key": "", "words": []}
'''
RULES = (RedactionRule("name", "api_*"), RedactionRule("text", r"\w+@secret\.example"))
THREAD = "for ann@secret.example"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A thread that waits for an answer inside a subgraph, with a fork at its first step."""
    with driven(str(tmp_path / "store.sqlite")) as made:
        made.open(write_graph(tmp_path, GRAPH))
        made.start({"word": "to ann@secret.example", "api_key": "", "words": []}, THREAD)
        edited = made.rows(THREAD)[-2]
        edit = StateEdit(THREAD, edited.checkpoint_id, {"word": "forked"}, as_node="plan")
        made.do(CommitEdit(edit))
        yield made


def export(driver: Driver, path: Path, **options: Any) -> list[RunExported]:
    """All replies, until the file is there."""
    replies: list[RunExported] = []
    while not replies or replies[-1].more:
        replies.append(driver.do(ExportRun(str(path), options.pop("thread", THREAD), **options)))
        options["thread"] = THREAD
    return replies


def moments(driver: Driver, thread_id: str) -> list[tuple[CheckpointRow, CheckpointView]]:
    return [
        (
            row,
            driver.do(asked.ReadCheckpoint(thread_id, row.checkpoint_ns, row.checkpoint_id)),
        )
        for row in driver.rows(thread_id, None)
    ]


def test_the_file_shows_what_the_store_shows(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.pregelrun"
    told = export(driver, path)[-1]
    assert (told.done, told.redacted, told.size) == (7, 0, path.stat().st_size)
    with (
        driven(str(tmp_path / "store.sqlite"), read_only=True) as stored,
        driven(str(path), read_only=True) as opened,
    ):
        assert moments(opened, THREAD) == moments(stored, THREAD)
        assert len(moments(opened, THREAD)) == 7


def test_the_graph_comes_along_as_data(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.pregelrun"
    export(driver, path)
    (tmp_path / "graph_file.py").unlink()
    with driven(str(path), read_only=True) as opened:
        graph = opened.do(asked.DescribeRecord()).graph
        assert [node.name for node in graph.nodes] == ["__start__", "plan", "work", "sub"]
        assert graph.path == "graph_file.py"
        inside = opened.do(asked.DescribeInside("sub:1234")).graph
        assert "ask" in [node.name for node in inside.nodes]
        source = opened.do(asked.ReadSource("graph_file.py"))
        assert isinstance(source, SourceText)
        assert "def plan(" in source.text
        assert "No graph is open" in opened.refusal(asked.Start("t", {}))
        assert "read" in opened.refusal(asked.DeleteThread(THREAD))


def test_what_rules_take_out_is_nowhere_in_the_file(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.pregelrun"
    told = export(driver, path, rules=RULES)[-1]
    assert b"secret.example" not in path.read_bytes()
    assert b"topsecret" not in path.read_bytes()
    assert b"def plan(" in path.read_bytes()
    assert told.redacted > 10
    with driven(str(path), read_only=True) as opened:
        thread = f"for {REDACTED}"
        values = opened.values(thread_id=thread)
        assert values["api_key"] == repr(REDACTED)
        assert values["word"] == repr("forked")
        assert read_run(path).redacted == told.redacted


def test_sources_stay_at_home_where_that_is_wanted(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.pregelrun"
    export(driver, path, with_sources=False)
    assert b"topsecret" in path.read_bytes()
    assert b"def plan(" not in path.read_bytes()
    with driven(str(path), read_only=True) as opened:
        assert "does not hold" in opened.refusal(asked.ReadSource("graph_file.py"))


def test_one_branch_leaves_the_others_out(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.pregelrun"
    rows = driver.rows(THREAD)
    export(driver, path, checkpoint_id=rows[0].checkpoint_id)
    with driven(str(path), read_only=True) as opened:
        kept = [row.checkpoint_id for row in opened.rows(THREAD, None)]
        assert kept == [row.checkpoint_id for row in (rows[0], rows[-2], rows[-1])]
    export(driver, path, checkpoint_id=rows[1].checkpoint_id)
    with driven(str(path), read_only=True) as opened:
        # What lies inside the subgraph belongs to the branch that entered it.
        assert [row.checkpoint_ns for row in opened.rows(THREAD, None)].count("") == 4
        assert len(opened.rows(THREAD, None)) == 6


def test_parts_can_be_given_up(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    monkeypatch.setattr(run_export, "PART_SECONDS", 0)
    path = tmp_path / "run.pregelrun"
    first = driver.do(ExportRun(str(path), THREAD))
    second = driver.do(ExportRun(str(path), THREAD))
    assert first.more
    assert second.done == 1
    assert not path.exists()
    driver.do(asked.CancelExport())
    assert not list(tmp_path.glob("run.*"))


def test_places_that_do_not_serve_are_refused(driver: Driver, tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    before = store.read_bytes()
    assert "open database" in driver.refusal(ExportRun(str(store), THREAD))
    assert "no folder" in driver.refusal(ExportRun(str(tmp_path / "none" / "x"), THREAD))
    assert "is a folder" in driver.refusal(ExportRun(str(tmp_path), THREAD))
    os.mkfifo(tmp_path / "pipe")
    assert "is no file" in driver.refusal(ExportRun(str(tmp_path / "pipe"), THREAD))
    bad = (RedactionRule("text", "("),)
    assert "Not a regular expression" in driver.refusal(
        ExportRun(str(tmp_path / "x"), THREAD, rules=bad)
    )
    assert store.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_a_folder_that_cannot_be_written_is_refused(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    # Whoever may write everywhere, as tests may, is not stopped by the folder's mode.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    refused = driver.refusal(ExportRun(str(tmp_path / "run.pregelrun"), THREAD))
    assert f"Nothing can be written into {tmp_path}." in refused
    assert not list(tmp_path.glob("run.*"))


def test_a_thread_that_is_not_there_leaves_no_file(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "x.pregelrun"
    assert "no thread" in driver.refusal(ExportRun(str(path), "nobody")).lower()
    assert not list(tmp_path.glob("x.*"))


def test_damaged_files_are_refused_in_words(
    driver: Driver, tmp_path: Path, in_process: None
) -> None:
    path = tmp_path / "run.pregelrun"
    export(driver, path)
    whole = path.read_bytes()
    refused = 0
    for seed in range(100):
        chance = random.Random(seed)
        data = bytearray(whole)
        if seed % 4 == 0:
            del data[chance.randrange(len(data)) :]
        for _ in range(chance.randrange(1, 400) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        with suppress(NotAnExport):
            read_run(path)
            continue
        refused += 1
    assert refused > 50


def test_other_files_are_no_exported_runs(tmp_path: Path) -> None:
    plain = tmp_path / "plain.sqlite"
    sqlite3.connect(plain).close()
    for path in (plain, tmp_path / "missing"):
        with pytest.raises(NotAnExport, match="no exported run"):
            read_run(path)


@dataclasses.dataclass
class Held:
    shown: Any
    password: Any


LEAVES = st.one_of(st.none(), st.integers(), st.text(max_size=8), st.binary(max_size=4))
SECRET = "ann@secret.example"
HIDDEN = st.sampled_from([SECRET, f"to {SECRET}", PurePosixPath(f"/home/{SECRET}/x")])
VALUES = st.recursive(
    LEAVES | HIDDEN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(max_size=4) | st.just(SECRET), inner, max_size=4),
        st.dictionaries(st.integers() | st.just(SECRET), inner, max_size=3),
        st.tuples(inner, inner),
        st.builds(Held, inner, inner),
        st.builds(lambda items: deque(items, 9), st.lists(inner, max_size=3)),
        st.builds(lambda held: OrderedDict({"password": held, 3: held}), inner),
        st.builds(lambda held: defaultdict(list, {"Password": held}), inner),
        st.builds(lambda name: Counter({name: 2}), st.text(max_size=3) | st.just(SECRET)),
        st.frozensets(st.text(max_size=3) | st.just(SECRET), max_size=3),
    ),
    max_leaves=12,
)


@given(VALUES)
def test_nothing_private_is_left_of_any_value(value: Any) -> None:
    redactor = Redactor((RedactionRule("name", "pass*"), RedactionRule("text", SECRET)))
    kept = redactor._serde.dumps_typed(redactor.value("channel", value))[1]
    assert SECRET.encode() not in kept
    for name in (b"password", b"Password"):
        assert kept.count(name) <= kept.count(REDACTED.encode()) or redactor.count == 0


class Login(NamedTuple):
    user: str
    password: str


class Text(str):
    __slots__ = ()


class Field(enum.Enum):
    PASSWORD = "password"


@pytest.mark.parametrize(
    "value",
    [
        Login("ann", "hunter2"),
        {Field.PASSWORD: "hunter2"},
        {Text("password"): "hunter2"},
        {b"password": b"hunter2"},
        {"arguments": json.dumps({"user": "ann", "password": "hunter2"})},
        json.dumps({"user": {"password": "hunter2"}}).encode(),
    ],
)
def test_names_are_found_however_they_are_held(value: Any) -> None:
    redactor = Redactor((RedactionRule("name", "password"),))
    kept = redactor._serde.dumps_typed(redactor.value("channel", value))[1]
    assert b"hunter2" not in kept
    assert redactor.count == 1
    assert b"ann" in kept or "ann" not in repr(value)


def test_items_whose_names_nobody_knows_are_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = Redactor(())._serde.dumps_typed(Login("ann", "hunter2"))
    monkeypatch.setattr("runtime.checkpoint.serde.classes._saved", {})
    monkeypatch.delitem(globals(), "Login")
    redactor = Redactor((RedactionRule("name", "password"),))
    value = redactor._serde.loads_typed(stored)
    kept = redactor._serde.dumps_typed(redactor.value("channel", value))[1]
    assert b"hunter2" not in kept


@pytest.mark.parametrize(
    "value",
    [
        re.compile("4111111111111111"),
        4111111111111111,
        2**80,
        b"card 4111111111111111",
        b"\xff\xfe 4111111111111111 \xff",
        bytearray(b"4111111111111111"),
        [{"n": (4111111111111111, b"4111111111111111", bytearray(b"4111111111111111"))}],
    ],
)
def test_numbers_and_bytes_are_read_as_text(value: Any) -> None:
    redactor = Redactor((RedactionRule("text", r"\d{16,}"),))
    kept = redactor._serde.dumps_typed(redactor.value("channel", value))[1]
    assert REDACTED.encode() in kept
    assert str(2**80) not in str(kept)
    assert b"4111111111111111" not in kept


SOURCE = '''
"""The password stands below."""
password = "hunter2"
LONG_PASSWORD: str = (
    "hunter"
    "2hunter2"
)
client = connect("ann", password="hunter2", retries=2)
EXAMPLE = {"password": ["hunter2", f"ä{client('hunter2')}"], "user": "ann"}
settings["password"], other = "hunter2", None


def ask(password="hunter2", *, user="ann", old_password="""
hunter2
"""):
    return password
'''


def test_literals_under_private_names_leave_the_source_and_lines_keep_their_numbers() -> None:
    redactor = Redactor((RedactionRule("name", "*password"),))
    kept = redactor.source(SOURCE)
    assert "hunter2" not in kept
    assert redactor.count == 8
    lines, before = kept.splitlines(), SOURCE.splitlines()
    assert len(lines) == len(before)
    assert [lines.index(each) for each in (before[1], before[-1])] == [1, len(before) - 1]
    assert "retries=2" in kept
    assert 'user="ann"' in kept
    ast.parse(kept)
    assert redactor.source("password = ('hunter2'") == REDACTED


def test_examples_in_a_schema_are_private_by_the_name_of_their_property() -> None:
    redactor = Redactor((RedactionRule("name", "pass*"), RedactionRule("text", "secret")))
    schema = {
        "properties": {
            "password": {"type": "string", "default": "hunter2", "examples": ["hunter2"]},
            "user": {"type": "string", "default": "ann", "enum": ["ann", "secret"]},
        }
    }
    assert redactor.schema(schema) == {
        "properties": {
            "password": {"type": "string", "default": REDACTED, "examples": [REDACTED]},
            "user": {"type": "string", "default": "ann", "enum": ["ann", REDACTED]},
        }
    }


@pytest.mark.parametrize(
    ("module", "shown"), [("_opened_12ab_graph", "Held"), ("elsewhere", "elsewhere.Held")]
)
def test_classes_of_an_opened_file_are_shown_by_their_names(module: str, shown: str) -> None:
    told = preview(Opaque(f"{module}.Held", codes.DATACLASS, b"", lambda: {"shown": 1}))
    assert told.type == shown
    assert told.text.startswith(f"{shown}(")


@given(VALUES)
def test_without_rules_values_stay_as_they_are(value: Any) -> None:
    redactor = Redactor(())
    dumps = redactor._serde.dumps_typed
    assert dumps(redactor.value("channel", value)) == dumps(value)
    assert redactor.count == 0

"""Files that define graphs, and files that do not: each failure says what and where."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.debug.commands import OpenTarget
from runtime.debug.events import RunEnded
from runtime.debug.importing import LoadError, module_name
from runtime.debug.loading import LoadedGraph, load
from runtime.debug.target import split_target
from runtime.debug.views import ErrorView
from tests.runtime.debug.harness import CHAIN, HEADER, driven, write_graph


def loaded(target: Path | str) -> LoadedGraph:
    found = load(str(target))
    assert isinstance(found, LoadedGraph), found
    return found


def refused(target: Path | str) -> ErrorView:
    with pytest.raises(LoadError) as raised:
        load(str(target))
    return raised.value.view


def test_the_only_graph_of_a_file_is_taken(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN + 'EXAMPLE_INPUT = {"log": ("x",), "count": 1}\n')
    found = loaded(path)
    assert found.attribute == "graph"
    assert found.path == str(path)
    assert found.documentation == "A graph for a test."
    assert found.example_input == {"log": ["x"], "count": 1}
    assert not list(tmp_path.glob("__pycache__"))


def test_a_file_is_read_anew_with_the_modules_beside_it(tmp_path: Path) -> None:
    helper = tmp_path / "helper_beside.py"
    helper.write_text("WORD = 'one'\n")
    path = write_graph(tmp_path, CHAIN + "import helper_beside\nWORD = helper_beside.WORD\n")
    assert loaded(path).module.WORD == "one"
    helper.write_text("WORD = 'two'\n")
    assert loaded(path).module.WORD == "two"


def test_a_name_that_is_taken_is_left_alone(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN, "json.py")
    assert loaded(path).module.__name__.startswith("_opened_")
    import json

    assert json.dumps([]) == "[]"
    odd = loaded(write_graph(tmp_path, CHAIN, "an-odd name.py"))
    assert odd.module.__name__.startswith("_opened_")


def test_a_file_of_a_package_imports_its_neighbours(tmp_path: Path) -> None:
    package = tmp_path / "some_package" / "graphs"
    package.mkdir(parents=True)
    (tmp_path / "some_package" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "words.py").write_text("WORD = 'one'\n")
    path = write_graph(package, CHAIN + "from .words import WORD\n")
    found = loaded(path)
    assert found.module.__name__ == "some_package.graphs.graph_file"
    assert found.module.WORD == "one"
    (package / "words.py").write_text("WORD = 'two'\n")
    assert loaded(path).module.WORD == "two"


STORED = """
from dataclasses import dataclass


@dataclass
class Section:
    title: str


class State(TypedDict):
    section: Any


def a(state: State) -> dict[str, Any]:
    return {"section": Section("made")}


def b(state: State) -> dict[str, Any]:
    assert type(state["section"]) is Section, state["section"]
    return {"section": Section(state["section"].title + " and read")}


builder = StateGraph(State)
builder.add_sequence([a, b])
builder.add_edge(START, "a")
graph = builder.compile()
"""

SCRIPT = """
import sys
from runtime.checkpoint.sql import SqlSaver
{how}
with SqlSaver(sys.argv[1]) as saver:
    ran = graph.copy({{"checkpointer": saver, "interrupt_before_nodes": ["b"]}})
    ran.invoke({{"section": None}}, {{"configurable": {{"thread_id": "t"}}}})
"""


@pytest.mark.parametrize("as_script", [True, False], ids=["script", "module"])
def test_what_another_program_saved_has_the_classes_of_the_file(
    tmp_path: Path, as_script: bool
) -> None:
    database = str(tmp_path / "store.db")
    path = write_graph(tmp_path, STORED, "stored_elsewhere.py")
    if as_script:
        script = write_graph(tmp_path, STORED + SCRIPT.format(how=""), "as_script.py")
    else:
        script = tmp_path / "other.py"
        script.write_text(SCRIPT.format(how="from stored_elsewhere import graph"))
    root = Path(__file__).parents[3]
    subprocess.run(
        [sys.executable, str(script), database],
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    with driven(database) as driver:
        driver.open(path)
        rest = driver.go()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done", rest.error
        assert driver.values()["section"] == "Section(title='made and read')"


def test_a_file_opened_again_has_its_new_classes(tmp_path: Path) -> None:
    with driven(InMemorySaver()) as driver:
        path = write_graph(tmp_path, STORED)
        driver.open(path)
        driver.start({"section": None}, mode="step_superstep")
        driver.go(mode="step_superstep")
        driver.open(path)
        driver.rest()
        rest = driver.go()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done", rest.error


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("a.py", ("a.py", "")),
        ("a.py:graph", ("a.py", "graph")),
        ("a.py:graphs.main", ("a.py", "graphs.main")),
        (r"C:\x\a.py", (r"C:\x\a.py", "")),
        (r"C:\x\a.py:graph", (r"C:\x\a.py", "graph")),
        ("a.txt:graph", ("a.txt:graph", "")),
        ("a.py:1x", ("a.py:1x", "")),
    ],
)
def test_targets_are_taken_apart(target: str, parts: tuple[str, str]) -> None:
    assert split_target(target) == parts


def test_several_graphs_are_choices(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN + "second = builder.compile()\nsame = graph\n")
    choices = load(str(path))
    assert isinstance(choices, tuple)
    assert [(each.attribute, each.kind) for each in choices] == [
        ("graph", "compiled"),
        ("second", "compiled"),
    ]
    assert choices[0].documentation == "3 nodes: a, b, c"
    assert loaded(f"{path}:second").attribute == "second"


def test_a_graph_inside_another_is_not_in_the_way(tmp_path: Path) -> None:
    body = CHAIN.replace("graph =", "inner =") + (
        "outer = StateGraph(State)\nouter.add_node('inner', inner)\n"
        "outer.add_edge(START, 'inner')\ngraph = outer.compile()\n"
    )
    path = write_graph(tmp_path, body)
    assert loaded(path).attribute == "graph"
    assert loaded(f"{path}:inner").attribute == "inner"


def test_a_builder_is_offered_and_compiled_when_chosen(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN.replace("graph = builder.compile()", ""))
    choices = load(str(path))
    assert isinstance(choices, tuple)
    (choice,) = choices
    assert (choice.attribute, choice.kind) == ("builder", "builder")
    assert set(loaded(f"{path}:builder").graph.nodes) == {"__start__", "a", "b", "c"}


FACTORIES = (
    CHAIN.replace("graph = builder.compile()", "")
    + '''
def make_graph(flavour: str = "plain"):
    """Makes the plain one."""
    return builder.compile()

def build() -> StateGraph[Any, Any, Any, Any]:
    return builder

def needs(argument: int) -> StateGraph[Any, Any, Any, Any]:
    return builder
'''
)


def test_functions_that_make_graphs_are_offered_where_nothing_else_is(tmp_path: Path) -> None:
    body = FACTORIES.replace("return builder", "return _builder")
    body += "_builder = builder\ndel builder\n"
    path = write_graph(tmp_path, body)
    choices = load(str(path))
    assert isinstance(choices, tuple)
    assert [(each.attribute, each.kind, each.documentation) for each in choices] == [
        ("make_graph", "factory", "Makes the plain one."),
        ("build", "factory", ""),
    ]
    assert loaded(f"{path}:make_graph").attribute == "make_graph"
    assert loaded(f"{path}:build").attribute == "build"


def test_graphs_inside_other_things_can_be_named(tmp_path: Path) -> None:
    path = write_graph(
        tmp_path,
        CHAIN.replace("graph = builder.compile()", "")
        + "class Holder:\n    inner = {'main': builder.compile()}\n",
    )
    assert loaded(f"{path}:Holder.inner.main").attribute == "Holder.inner.main"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.py", "There is no file"),
        (".", "is a folder"),
        ("notes.txt", "is not a Python file"),
    ],
)
def test_targets_that_are_no_python_file(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "notes.txt").write_text("")
    view = refused(tmp_path / name)
    assert message in view.message
    assert view.remedy


@pytest.mark.parametrize(
    ("body", "kind", "message", "line", "remedy"),
    [
        ("x = 1\nraise RuntimeError('at import')\n", "RuntimeError", "at import", 2, ""),
        ("x = 1\n\nif x:\n", "IndentationError", "expected an indented block", 3, "save the file"),
        ("import not_there_at_all\n", "ModuleNotFoundError", "not_there_at_all", 1, "Install"),
        ("from langgraph_no.graph import X\n", "ModuleNotFoundError", "langgraph_no", 1, "Install"),
        ("def f():\n    1 / 0\nf()\n", "ZeroDivisionError", "division", 2, ""),
        ("import sys\nsys.exit(3)\n", "SystemExit", "3", 2, "__main__"),
        ("{}['key']\n", "KeyError", "missing key 'key'", 1, ""),
        ("x = 1\nraise GeneratorExit('odd')\n", "GeneratorExit", "odd", 2, ""),
        ("class Own(BaseException): ...\nraise Own('odd')\n", "Own", "odd", 2, ""),
    ],
)
def test_import_errors_carry_the_files_own_line(
    tmp_path: Path, body: str, kind: str, message: str, line: int, remedy: str
) -> None:
    path = tmp_path / "broken.py"
    path.write_text(body)
    view = refused(path)
    assert view.type == kind
    assert message in view.message
    assert (view.frames[-1].path, view.frames[-1].line) == (str(path), line)
    assert all(frame.path == str(path) for frame in view.frames)
    assert remedy in view.remedy
    assert kind in view.traceback
    assert module_name(str(path)) not in sys.modules


def test_a_file_without_a_graph_says_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text(HEADER + "x = 1\n")
    view = refused(path)
    assert (view.type, view.message) == ("NoGraph", "empty.py defines no graph.")
    assert "graph = builder.compile()" in view.remedy


def test_a_wrong_name_lists_what_the_file_offers(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN)
    view = refused(f"{path}:nope")
    assert view.message == "graph_file.py has no `nope`."
    assert view.remedy == "The file offers: graph."
    view = refused(f"{path}:State")
    assert view.message == "`State` is a class, not a graph."


def test_a_graph_that_does_not_compile_says_why(tmp_path: Path) -> None:
    path = write_graph(
        tmp_path,
        "class State(TypedDict):\n    x: int\n\nbuilder = StateGraph(State)\n"
        'builder.add_node("a", lambda state: None)\n',
    )
    view = refused(f"{path}:builder")
    assert view.type == "ValueError"
    assert "entrypoint" in view.message


def test_a_failing_factory_is_told_with_its_line(tmp_path: Path) -> None:
    path = write_graph(tmp_path, "def make_graph():\n    raise OSError('no network')\n")
    view = refused(f"{path}:make_graph")
    assert (view.type, view.message) == ("OSError", "no network")
    assert view.frames[-1].function == "make_graph"


@pytest.mark.parametrize("kind", ["KeyboardInterrupt", "GeneratorExit", "Own", "SystemExit"])
@pytest.mark.parametrize("function", ["", "def make_graph():\n    "], ids=["file", "factory"])
def test_whatever_a_file_raises_it_has_failed_to_open(
    tmp_path: Path, kind: str, function: str, transport: None
) -> None:
    body = f"class Own(BaseException): ...\n{function}raise {kind}('odd')\n"
    path = write_graph(tmp_path, body, "odd.py")
    with driven() as driver:
        reply = driver.do(OpenTarget(f"{path}:make_graph"))
        assert (reply.graph, reply.error.type, reply.error.message) == (None, kind, "odd")
        assert reply.error.frames[-1].path == str(path)
        assert f"raise {kind}" in reply.error.traceback
        # The next file does not wait for it.
        assert driver.open(write_graph(tmp_path, CHAIN)).path.endswith("graph_file.py")


@pytest.mark.parametrize("function", ["", "def make_graph():\n    "], ids=["file", "factory"])
def test_ctrl_c_while_a_file_opens_is_no_failure_of_the_file(tmp_path: Path, function: str) -> None:
    path = write_graph(tmp_path, f"{function}raise KeyboardInterrupt\n", "stopped.py")
    with pytest.raises(KeyboardInterrupt):
        load(f"{path}:make_graph")
    assert module_name(str(path)) not in sys.modules or function


@pytest.mark.parametrize("kind", ["KeyboardInterrupt", "GeneratorExit", "Own", "SystemExit"])
def test_whatever_a_node_raises_ends_the_run_in_words(
    tmp_path: Path, kind: str, transport: None
) -> None:
    code = "class Own(BaseException): ...\n" + CHAIN.replace(
        'print("in b")', f"raise {kind}('odd')"
    )
    with driven() as driver:
        driver.open(write_graph(tmp_path, code))
        rest = driver.start({"log": []})
        assert isinstance(rest, RunEnded)
        assert (rest.reason, rest.text) == ("failed", f"{kind}.")
        assert rest.error is not None
        assert (rest.error.type, rest.error.message) == (kind, "odd")
        assert rest.error.frames[-1].function == "b"
        assert driver.values()["log"] == "['a']"

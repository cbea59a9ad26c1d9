"""Files that define graphs, and files that do not: each failure says what and where."""

import sys
from pathlib import Path

import pytest

from runtime.debug.loading import LoadedGraph, LoadError, load, module_name, split_target
from runtime.debug.views import ErrorView
from tests.runtime.debug.harness import CHAIN, HEADER, write_graph


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


def test_the_module_has_a_private_name(tmp_path: Path) -> None:
    path = write_graph(tmp_path, CHAIN, "json.py")
    assert loaded(path).module.__name__ == module_name(str(path))
    import json

    assert json.dumps([]) == "[]"


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
        ("x = 1\n\nif x:\n", "IndentationError", "expected an indented block", 3, "open the file"),
        ("import not_there_at_all\n", "ModuleNotFoundError", "not_there_at_all", 1, "Install"),
        ("from langgraph_no.graph import X\n", "ModuleNotFoundError", "langgraph_no", 1, "Install"),
        ("def f():\n    1 / 0\nf()\n", "ZeroDivisionError", "division", 2, ""),
        ("import sys\nsys.exit(3)\n", "SystemExit", "3", 2, "__main__"),
        ("{}['key']\n", "KeyError", "missing key 'key'", 1, ""),
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

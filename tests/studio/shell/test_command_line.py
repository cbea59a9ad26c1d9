"""The command says in words why no window opens, instead of Qt ending the process."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.checkpoint.sql import SqlSaver
from studio.application import open_store
from studio.main import StartError, main, parse
from tests.studio.shell.desk import SMALL

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def started(
    *arguments: str, module: str = "studio", **environment: str
) -> subprocess.CompletedProcess[str]:
    surroundings = {key: value for key, value in os.environ.items() if key not in DISPLAYS}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**surroundings, **environment},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def test_without_a_display() -> None:
    ended = started()
    assert ended.returncode == 1
    assert "there is no display" in ended.stderr
    assert "--screenshot" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_with_a_display_that_does_not_answer() -> None:
    ended = started(DISPLAY=":98765")
    assert ended.returncode == 1
    assert "does not answer" in ended.stderr


def test_without_qt(tmp_path: Path) -> None:
    (tmp_path / "PySide6.py").write_text("raise ModuleNotFoundError(name='PySide6')")
    ended = started(PYTHONPATH=os.pathsep.join([str(tmp_path), os.getcwd()]))
    assert ended.returncode == 1
    assert 'pip install "pregel-studio[studio]"' in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_process_that_cannot_serve(tmp_path: Path) -> None:
    """Where the interpreter's own start-up code ends every child of it, the window says so."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nif 'bootstrap.py' in sys.orig_argv[1]:\n    raise SystemExit(5)\n"
    )
    ended = started(QT_QPA_PLATFORM="offscreen", PYTHONPATH=os.pathsep.join([str(tmp_path), "."]))
    assert ended.returncode == 1
    assert "pregel-studio: no process for graphs: " in ended.stderr
    assert ended.stderr.endswith("With --in-process graphs run in the window's own.\n")


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("by_option", [True, False])
def test_graphs_run_in_a_process_of_their_own_unless_it_is_said_otherwise(
    tmp_path: Path, own: bool, by_option: bool
) -> None:
    noted = tmp_path / "noted"
    graph = tmp_path / "own.py"
    note = f"import os\nopen({str(noted)!r}, 'w').write(f'{{os.getpid()}} {{os.getppid()}}')\n"
    graph.write_text(note + SMALL + "graph = builder.compile()\n", encoding="utf-8")
    settings = tmp_path / "pregel-studio" / "settings.toml"
    settings.parent.mkdir()
    in_settings = "true" if own or by_option else "false"
    settings.write_text(f"own_process = {in_settings}\n", encoding="utf-8")
    options = ["--screenshot", str(tmp_path / "a.png")]
    if by_option and not own:
        options.append("--in-process")
    with subprocess.Popen(
        [sys.executable, "-m", "studio", str(graph), *options],
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as window:
        _, said = window.communicate(timeout=90)
    assert window.returncode == 0, said
    pid, parent = map(int, noted.read_text(encoding="utf-8").split())
    assert (parent if own else pid) == window.pid


@pytest.mark.parametrize("module", ["studio", "studio.main"])
def test_a_database_that_is_none(tmp_path: Path, module: str) -> None:
    place = tmp_path / "absent" / "store.sqlite"
    ended = started("--db", str(place), module=module, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 1
    assert f"{place}: its folder does not exist" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not place.parent.exists()


def store_of_version(place: Path, version: int) -> bytes:
    SqlSaver(place).close()
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE pregel_schema SET version = ?", (version,))
    connection.close()
    return place.read_bytes()


def other_program(place: Path) -> bytes:
    with sqlite3.connect(place) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    return place.read_bytes()


def damaged(place: Path) -> bytes:
    place.write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
    return place.read_bytes()


def letter(place: Path) -> bytes:
    place.write_text("Dear Sir or Madam\n" * 20, encoding="utf-8")
    return place.read_bytes()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda place: store_of_version(place, 99), "version 99, this program knows"),
        (lambda place: store_of_version(place, 0), "start once with --migrate"),
        (other_program, "another program (tables recipes)"),
        (damaged, "it is damaged"),
        (letter, "no SQLite database"),
    ],
    ids=["newer", "older", "other", "damaged", "letter"],
)
def test_a_database_that_cannot_be_used_is_left_as_it_is(
    tmp_path: Path, made: Callable[[Path], bytes], words: str
) -> None:
    place = tmp_path / "store.sqlite"
    before = made(place)
    with pytest.raises(StartError) as refused:
        open_store(str(place), in_memory=False)
    assert str(refused.value).startswith(f"{place}: ")
    assert words in str(refused.value)
    assert place.read_bytes() == before
    assert list(tmp_path.iterdir()) == [place]


def test_an_older_database_is_brought_up_to_date_when_asked(tmp_path: Path) -> None:
    place = tmp_path / "store.sqlite"
    store_of_version(place, 0)
    store = open_store(str(place), in_memory=False, migrate=True)
    store.session.close()
    assert store.note == f"{place} was brought up to date."


def test_options_are_read() -> None:
    options = parse(
        [
            "a.py:graph",
            "--db",
            "x.sqlite",
            "--thread",
            "t",
            "--size",
            "1920x1200",
            "--theme",
            "dark",
            "--screenshot",
            "o.png",
            "--input",
            "[1]",
            "--at",
            "3",
        ]
    )
    assert (options.target, options.database, options.thread) == ("a.py:graph", "x.sqlite", "t")
    assert (options.size, options.theme, options.step) == ((1920, 1200), "dark", 3)
    assert (options.given, options.has_input) == ([1], True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "big", "a.py"], "not WIDTHxHEIGHT"),
        (["--size", "1x1", "a.py"], "outside"),
        (["--screenshot", "o.png"], "needs a FILE.py"),
        (["a.py", "--input", "{}"], "go with --screenshot"),
        (["a.py", "--screenshot", "o.png", "--input", "{"], "not JSON"),
        (["a.py", "--theme", "pink"], "invalid choice"),
    ],
)
def test_mistakes_are_named(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert words in capsys.readouterr().err


def test_the_version_is_told_without_a_display(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("pregel-studio ")

"""The command says in words why no window opens, instead of Qt ending the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio.main import main, parse

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


@pytest.mark.parametrize("module", ["studio", "studio.main"])
def test_a_database_that_is_none(tmp_path: Path, module: str) -> None:
    place = tmp_path / "absent" / "store.sqlite"
    ended = started("--db", str(place), module=module, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 1
    assert f"{place}: its folder does not exist" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not place.parent.exists()


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

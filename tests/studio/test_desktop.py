"""The entry in the desktop's menu, and the program of a one-folder build."""

import configparser
import os
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from studio import desktop, frozen

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="desktop entries are Linux's"
)


def called(home: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "studio.main", *options],
        env={**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_entry_is_installed_and_removed(tmp_path: Path) -> None:
    home = tmp_path / "share"
    done = called(home, "--install-desktop")
    assert done.returncode == 0, done.stderr
    told = [Path(line.removeprefix("wrote ")) for line in done.stdout.splitlines()]
    assert sorted(told) == sorted(desktop.places(home).values())
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(desktop.places(home)["entry"], encoding="utf-8")
    read = parser["Desktop Entry"]
    assert shlex.split(read["Exec"]) == [sys.executable, "-m", "studio.main", "%f"]
    assert read["MimeType"] == "application/vnd.pregel-studio.run;"
    described = ElementTree.parse(desktop.places(home)["type"]).getroot()
    kind = described[0]
    assert kind.get("type") == "application/vnd.pregel-studio.run"
    assert [each.get("pattern") for each in kind if each.tag.endswith("glob")] == ["*.pregelrun"]
    assert "<svg" in desktop.places(home)["icon"].read_text(encoding="utf-8")

    gone = called(home, "--remove-desktop")
    assert gone.stdout.count("removed ") == 3
    assert not any(path.exists() for path in desktop.places(home).values())
    assert called(home, "--remove-desktop").stdout == "nothing was there\n"


def test_a_folder_that_takes_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "share").write_text("in the way")
    done = called(tmp_path / "share", "--install-desktop")
    assert done.returncode != 0
    assert "cannot be changed" in done.stderr


@pytest.mark.parametrize(
    ("part", "written"),
    [
        ("/usr/bin/pregel-studio", "/usr/bin/pregel-studio"),
        ("/my programs/x", '"/my programs/x"'),
        ("/100%/x", '"/100%%/x"'),
        ("/a$b/x", '"/a\\\\$b/x"'),
    ],
)
def test_paths_stand_in_the_entry_as_the_specification_wants(part: str, written: str) -> None:
    assert f"Exec={written} %f" in desktop.entry([part]).splitlines()


@pytest.mark.parametrize(
    ("given", "module"),
    [
        (["-m", "studio.main", "--version"], "studio.main"),
        (["-m", "os"], None),
        (["--version"], None),
        ([], None),
    ],
)
def test_the_built_program_runs_its_own_modules_only(
    given: list[str], module: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(sys, "argv", ["pregel-studio", *given])
    monkeypatch.setattr("runpy.run_module", lambda name, **_: ran.append(name))
    monkeypatch.setattr("runpy.run_path", lambda path, **_: ran.append(path))
    monkeypatch.setattr("studio.main.main", lambda: 7)
    assert frozen.main() == (0 if module else 7)
    assert ran == ([module] if module else [])


def test_the_built_program_serves_as_the_python_of_graphs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[tuple[str, list[str]]] = []
    bootstrap = str(ROOT / "runtime" / "debug" / "child" / "bootstrap.py")
    monkeypatch.setattr(sys, "argv", ["pregel-studio", "-X", "utf8", "-u", bootstrap, "HOME"])
    monkeypatch.setattr("runpy.run_path", lambda path, **_: ran.append((path, sys.argv)))
    assert frozen.main() == 0
    assert ran == [(bootstrap, [bootstrap, "HOME"])]

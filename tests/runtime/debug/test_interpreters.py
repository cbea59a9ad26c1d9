"""The Python of a file's project is found by what tools leave in its folders."""

import os
import sys
from pathlib import Path

from runtime.debug.interpreters import environment_of, interpreters_for


def environment(folder: Path, version: str = "3.12.4") -> str:
    """A folder that looks like a virtual environment; the path of its Python."""
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    scripts.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n", encoding="utf-8")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    python.touch()
    return str(python)


def test_the_nearest_environment_comes_first(tmp_path: Path) -> None:
    near = environment(tmp_path / "project" / "app" / ".venv")
    far = environment(tmp_path / "project" / "venv", "3.13.1")
    activated = environment(tmp_path / "elsewhere")
    file = tmp_path / "project" / "app" / "graphs" / "own.py"
    found = interpreters_for(str(file), {"VIRTUAL_ENV": str(tmp_path / "elsewhere")})
    assert [each.path for each in found[:3]] == [near, far, activated]
    assert [each.version for each in found[:3]] == ["3.12.4", "3.13.1", "3.12.4"]
    assert found[0].origin == ".venv in app"
    assert found[-1].path == sys.executable


def test_what_uv_and_conda_name(tmp_path: Path) -> None:
    uv = environment(tmp_path / "project" / "made-by-uv")
    conda = tmp_path / "conda"
    (conda / "conda-meta").mkdir(parents=True)
    python = conda / ("python.exe" if os.name == "nt" else "bin/python")
    python.parent.mkdir(exist_ok=True)
    python.touch()
    found = interpreters_for(
        str(tmp_path / "project" / "own.py"),
        {"UV_PROJECT_ENVIRONMENT": "made-by-uv", "CONDA_PREFIX": str(conda)},
    )
    assert [each.path for each in found[:2]] == [uv, str(python)]


def test_a_file_inside_of_an_environment_runs_in_it(tmp_path: Path) -> None:
    python = environment(tmp_path / "env-of-all")
    file = tmp_path / "env-of-all" / "lib" / "samples" / "own.py"
    assert interpreters_for(str(file), {})[0].path == python


def test_without_any_it_is_this_one(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (only,) = interpreters_for(str(tmp_path / "own.py"), {"VIRTUAL_ENV": str(tmp_path / "gone")})
    assert only.path == sys.executable


def test_two_names_of_one_environment_are_one(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")
    other = Path(python).with_name("python3")
    other.symlink_to("python")
    assert environment_of(python) == environment_of(str(other))
    assert environment_of(python) != environment_of(sys.executable)

"""The README tells the truth: its commands, examples, links, pictures, keys and tables."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

import runtime.cli.arguments
import studio.main
from tests.documents import readme
from tests.documents.pictures import MARK, furniture
from tests.documents.readme import PICTURES, ROOT, Block
from tests.documents.samples import FOLDER, all_drawn

KEY = re.compile(r"\b(?:(?:Ctrl|Shift|Alt)\+)+(?:F\d+|\w+)\b|\bF\d+\b")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
VARYING = {
    UUID: "CHECKPOINT",
    re.compile(r"\b[0-9a-f]{32}\b"): "INTERRUPT",
    re.compile(r"\b\d\d:\d\d:\d\d\b"): "TIME",
    re.compile(r"(?:< 1|\d+) ms\b"): "DURATION",
}
"""What differs from run to run."""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def section(title: str) -> str:
    """The text under a heading, with its deeper ones."""
    parts = re.split(r"^## (.+)$", readme.text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[title]


def steady(line: str) -> str:
    """A line without what differs from run to run."""
    for varying, name in VARYING.items():
        line = varying.sub(name, line)
    return line


def first_column(text: str) -> list[str]:
    """What stands in backticks at the beginning of each row of a table."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


# Links and pictures.


def test_every_link_leads_somewhere() -> None:
    links = readme.links()
    assert len(links) > 10
    for link in links:
        if link.startswith("#"):
            assert link[1:] in readme.anchors(), link
        elif "://" not in link:
            assert (ROOT / link).is_file(), link


def test_every_picture_is_shown_and_fresh_from_the_script() -> None:
    script = (ROOT / "tests/documents/pictures.py").read_text("utf-8")
    made = set(re.findall(r'^    "([\w-]+\.png)": ', script, re.MULTILINE))
    shown = {Path(link).name for link in readme.links() if link.endswith(".png")}
    assert shown == made == {file.name for file in PICTURES.iterdir()}
    for file in PICTURES.iterdir():
        assert QImage(str(file)).text(MARK) == furniture(), f"{file}: make pictures takes it anew"


# Commands.


def test_lines_for_a_shell_can_be_typed() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    lines = readme.commands("sh") + readme.commands("bat")
    assert lines[:2] == ["make run", "make test"]
    for line in lines:
        words = shlex.split(line.replace("\\", "/"))
        for word in words:
            if word.startswith(("sample_graphs/", "requirements", ".ci/", "tests/")):
                assert (ROOT / word).exists(), line
        match words:
            case ["make", target, *options]:
                assert target in targets, line
                assert all(re.match(r"[A-Z_]+=", option) for option in options), line
            case [program, *arguments] if program.endswith("pregel-studio"):
                studio.main.parse(arguments)
            case [program, *arguments] if program.endswith("pregel"):
                runtime.cli.arguments.parse(arguments)
            case ["py" | "python3", ".ci/bootstrap.py", purpose]:
                assert purpose in {"run", "test"}, line
            case [".ci/run"]:
                assert os.access(ROOT / ".ci/run", os.X_OK)
            case ["python3", "-m", "venv", ".venv"]:
                assert line in readme.commands("sh")
            case ["uv", "run", *options, "python", "-m", module, target]:
                assert "requirements.txt" in options, line
                assert module == "studio.main", line
                assert (ROOT / target).is_file(), line
            case [python, "-m", "pip", "install", *arguments] if "python" in python:
                for extra in re.findall(r"\[(.+)\]", " ".join(arguments)):
                    assert extra in project()["project"]["optional-dependencies"], line
            case _:
                pytest.fail(f"nobody knows what this line does: {line}")


def test_the_transcript_of_pregel_is_what_it_says(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "sample_graphs",
        tmp_path / "sample_graphs",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (block,) = readme.blocks("console")
    real_ids: dict[str, str] = {}
    code = 0
    for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = entry.partition("\n")
        for written, real in real_ids.items():
            command = command.replace(written, real)
        if command == "echo $?":
            assert expected == f"{code}\n"
            continue
        program, *arguments = shlex.split(command)
        assert program == "pregel"
        ended = subprocess.run(
            [sys.executable, "-m", "runtime.cli.main", *arguments],
            cwd=tmp_path,
            env=dict(os.environ, PYTHONPATH=str(ROOT)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        code = ended.returncode
        printed = ended.stdout.replace(str(tmp_path), "/home/ada").splitlines()
        lines = expected.splitlines()
        assert len(printed) == len(lines), ended.stdout
        for written, real in zip(lines, printed, strict=True):
            assert steady(real) == steady(written), command
            real_ids.update(zip(UUID.findall(written), UUID.findall(real), strict=True))


def test_help_names_what_the_readme_says() -> None:
    told = section("The command `pregel`")
    for option in ("--db URL|PATH", "--thread ID", "--ns NS", "--json", "--debug"):
        assert option in told
    parsed = runtime.cli.arguments.parse(
        ["threads", "--db", "x", "--thread", "t", "--ns", "n", "--json", "--debug"]
    )
    assert parsed.debug


# Examples.


@pytest.mark.parametrize("block", readme.blocks("python"), ids=lambda block: f"line {block.line}")
def test_an_example_runs(block: Block, tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    example.write_text(block.text, "utf-8")
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    said = re.findall(r"^ *# prints (.+)$", block.text, re.MULTILINE)
    assert ended.stdout.splitlines() == said


# Tables and lists.


def test_the_table_of_keys_is_the_registrys() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tests.documents.keyboard"],
        cwd=ROOT,
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert printed.returncode == 0, printed.stderr
    table = readme.with_keys(printed.stdout)
    assert "| F10 | Step superstep |" in printed.stdout
    assert table == readme.text(), "make pictures writes the table anew"


def test_every_key_that_is_named_exists() -> None:
    known = set(KEY.findall(section("Keyboard")))
    named = set(KEY.findall(readme.text().replace(section("Keyboard"), "")))
    assert len(named) > 4
    assert named - known - {"Ctrl+C"} == set()


def test_every_extra_is_listed() -> None:
    extras = project()["project"]["optional-dependencies"]
    assert sorted(first_column(section("Install it"))) == sorted(extras)


def test_every_sample_is_named() -> None:
    samples = {file.name for file in (ROOT / "sample_graphs").glob("[a-z]*.py")}
    told = set(re.findall(r"`(?:sample_graphs/)?(\w+\.py)`", section("The first five minutes")))
    assert told == samples


def test_every_folder_of_tests_is_described() -> None:
    folders = {
        f"tests/{folder.name}"
        for folder in (ROOT / "tests").iterdir()
        if folder.is_dir() and folder.name != "__pycache__"
    }
    assert set(first_column(section("Tests"))) == folders


def test_the_architecture_names_what_is_there() -> None:
    told = section("Architecture")
    packages = {folder.parent.name for folder in (ROOT / "runtime").glob("*/__init__.py")}
    for package in packages:
        assert re.search(rf"\b{package}\b", told), f"runtime/{package} is not named"
    for folder in {folder.parent.name for folder in (ROOT / "studio").glob("*/__init__.py")}:
        assert re.search(rf"\b{folder}\b", told), f"studio/{folder} is not named"
    files = {file.name for file in (ROOT / "runtime").rglob("*.py")}
    named = set(re.findall(r"`(\w+\.py)`", told))
    assert len(named) > 5
    assert named <= files


def test_the_changelog_knows_this_version() -> None:
    version = project()["project"]["version"]
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_pictures_of_the_samples_are_those_of_their_graphs() -> None:
    shipped = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}
    assert shipped == all_drawn()

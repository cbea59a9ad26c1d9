"""The locks pin what `pyproject.toml` asks for, with hashes, and name no place to fetch it from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = ["requirements.txt", "requirements-test.txt"]
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def locked(lock: str) -> dict[str, list[tuple[Requirement, int]]]:
    """Requirement and number of hashes of every pin, by canonical name."""
    pins: dict[str, list[tuple[Requirement, int]]] = {}
    text = (ROOT / lock).read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        requirement = Requirement(line.partition("--hash")[0].strip())
        pins.setdefault(canonicalize_name(requirement.name), []).append(
            (requirement, len(HASH.findall(line)))
        )
    return pins


def asked(groups: list[str]) -> list[Requirement]:
    project = PROJECT["project"]
    lines: list[str] = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        lines += extra
    for group in groups:
        lines += [line for line in PROJECT["dependency-groups"][group] if isinstance(line, str)]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_is_exact_and_hashed(lock: str) -> None:
    for pins in locked(lock).values():
        for requirement, hashes in pins:
            assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
            assert hashes > 0, requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_index_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index-url|--find-links|^-[ief] | @ ", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("lock", "groups"),
    [("requirements.txt", ["build"]), ("requirements-test.txt", ["build", "lint", "test"])],
)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_lock_pins_what_the_project_asks_for(lock: str, groups: list[str], python: str) -> None:
    environment = {"python_version": python, "python_full_version": f"{python}.1"}
    pins = locked(lock)
    for wanted in asked(groups):
        if wanted.marker and not wanted.marker.evaluate(environment):
            continue
        applying = [
            pin
            for pin, _ in pins.get(canonicalize_name(wanted.name), [])
            if pin.marker is None or pin.marker.evaluate(environment)
        ]
        assert len(applying) == 1, f"{wanted} has {len(applying)} pins: run make lock"
        version = next(iter(applying[0].specifier)).version
        assert wanted.specifier.contains(version), f"{wanted} is pinned to {version}: run make lock"


def test_test_lock_holds_the_run_lock() -> None:
    run, test = locked("requirements.txt"), locked("requirements-test.txt")
    differing = [name for name, pins in run.items() if test.get(name) != pins]
    assert differing == []


def test_build_backend_is_the_locked_one() -> None:
    (backend,) = PROJECT["build-system"]["requires"]
    assert backend in PROJECT["dependency-groups"]["build"]


def test_every_dependency_says_why() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    unexplained = []
    comment_above = False
    for line in text[text.index("\ndependencies = [") : text.index("[tool.")].splitlines():
        if re.match(r' {4}"[\w.-]+(\[\w+\])?\s*[<>=]', line):
            if "# " in line:
                comment_above = False
            elif not comment_above:
                unexplained.append(line.strip())
        else:
            comment_above = line.startswith("    # ")
    assert unexplained == []

"""What the wheel carries."""

from __future__ import annotations

import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode("utf-8"))


@pytest.mark.parametrize("package", ["runtime", "studio", "sample_graphs", "resources"])
def test_carries_every_file_of(package: str, wheel: Path) -> None:
    ours = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    carried = {name for name in names_in(wheel) if name.startswith(f"{package}/")}
    assert f"{package}/__init__.py" in ours
    assert carried == ours


def test_carries_nothing_else(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in names_in(wheel)}
    assert top == {
        "runtime", "studio", "sample_graphs", "resources", "pregel_studio-0.1.0.dist-info",
    }  # fmt: skip


def test_carries_the_six_samples(wheel: Path) -> None:
    samples = {"research", "review", "joins", "recovery", "loop", "counter"}
    assert {f"sample_graphs/{name}.py" for name in samples} <= names_in(wheel)


def test_says_what_it_is(wheel: Path) -> None:
    metadata = metadata_of(wheel)
    assert metadata["Name"] == "pregel-studio"
    assert metadata["Version"] == "0.1.0"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert "pregel_studio-0.1.0.dist-info/licenses/LICENSE" in names_in(wheel)


def test_asks_for_qt_only_with_the_window(wheel: Path) -> None:
    required: list[str] = metadata_of(wheel).get_all("Requires-Dist", [])
    headless = {line.lower() for line in required if "extra ==" not in line}
    assert not any("pyside" in line or "pydantic" in line for line in headless)
    assert any(line.startswith("sqlalchemy") for line in headless)
    assert any("pyside6-essentials" in line.lower() and "extra ==" in line for line in required)

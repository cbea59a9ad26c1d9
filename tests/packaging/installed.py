"""Builds the wheel and installs it in new environments, as a person who has no checkout does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]


def outside_environment() -> dict[str, str]:
    """The person's own environment: no folder of the test session, no way back to the checkout."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "PYTEST", "QT_", "PYTHON", "COV_"))
        and name not in {"DISPLAY", "WAYLAND_DISPLAY", "VIRTUAL_ENV"}
    }


def checked(command: list[str], cwd: Path) -> str:
    finished = subprocess.run(
        command,
        cwd=cwd,
        env=outside_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


def build_wheel(into: Path) -> Path:
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(into)]
    checked([*PIP, "wheel", *options, str(ROOT)], into)
    (wheel,) = into.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installation:
    """A new environment with the wheel in it; `folder` is also where its commands run."""

    folder: Path

    @property
    def commands(self) -> Path:
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    def pip_install(self, *arguments: str) -> None:
        checked(
            [*PIP, "--python", str(self.commands / "python"), "install", *arguments], self.folder
        )

    def run(
        self, command: str, *arguments: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run an installed command, in data folders of its own."""
        data = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}
        return subprocess.run(
            [str(self.commands / command), *arguments],
            cwd=self.folder,
            env=outside_environment() | data | environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    def python(self, code: str) -> str:
        finished = self.run("python", "-c", code)
        assert finished.returncode == 0, finished.stderr
        return finished.stdout.strip()

    def sample(self, name: str) -> str:
        folder = self.python("import sample_graphs; print(sample_graphs.__path__[0])")
        return str(Path(folder) / name)


def install_headless(wheel: Path, folder: Path) -> Installation:
    """`pip install pregel-studio`: what the wheel itself asks for, at the locked versions."""
    installation = _new_environment(folder)
    constraints = folder / "constraints.txt"
    lock = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", " ")
    constraints.write_text(re.sub(r"--hash=\S+", "", lock), "utf-8")
    installation.pip_install("--constraint", str(constraints), str(wheel))
    return installation


def install_with_window(wheel: Path, folder: Path) -> Installation:
    """The hashed lock, then the wheel."""
    installation = _new_environment(folder)
    installation.pip_install("--require-hashes", "-r", str(ROOT / "requirements.txt"))
    installation.pip_install("--no-deps", str(wheel))
    return installation


def _new_environment(folder: Path) -> Installation:
    venv.create(folder / "venv", with_pip=False)  # the pip of this environment serves it
    return Installation(folder)

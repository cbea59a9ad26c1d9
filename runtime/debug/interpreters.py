"""Which Python runs a file: that of its project, found by what tools leave in its folders."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_USUAL_NAMES = (".venv", "venv", "env", ".env")
_CONFIGURATION = "pyvenv.cfg"
_CONDA = "conda-meta"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python and, in a few words, why it is one of those to choose from."""

    path: str
    origin: str
    version: str = ""
    """As its environment says it; empty where it does not."""


def interpreters_for(
    file: str, variables: Mapping[str, str] | None = None
) -> tuple[Interpreter, ...]:
    """Interpreters for a file, the best first: its project's, the activated one, this one."""
    found: dict[str, Interpreter] = {}
    for each in _candidates(Path(file).absolute(), os.environ if variables is None else variables):
        found.setdefault(environment_of(each.path), each)
    return tuple(found.values())


def environment_of(interpreter: str) -> str:
    """The environment that an interpreter belongs to: two with the same one are interchangeable."""
    path = Path(os.path.abspath(interpreter))
    for folder in (path.parent.parent, path.parent):
        if (folder / _CONFIGURATION).is_file() or (folder / _CONDA).is_dir():
            return os.path.normcase(os.path.realpath(folder))
    return os.path.normcase(os.path.realpath(path))


def _candidates(file: Path, variables: Mapping[str, str]) -> Iterator[Interpreter]:
    for folder in file.parents:
        # A file may lie inside of an environment, as installed samples do.
        yield from _in_environment(folder, "the environment around the file")
        names = [variables.get("UV_PROJECT_ENVIRONMENT", ""), *_USUAL_NAMES]
        for name in filter(None, names):
            yield from _in_environment(folder / name, f"{name} in {folder.name or folder}")
    for name, words in (("VIRTUAL_ENV", "activated"), ("CONDA_PREFIX", "activated with conda")):
        if variables.get(name):
            yield from _in_environment(Path(variables[name]), words)
    if sys.executable:
        yield Interpreter(sys.executable, "that of Pregel Studio", _own_version())


def _in_environment(folder: Path, origin: str) -> Iterator[Interpreter]:
    configuration = folder / _CONFIGURATION
    is_conda = (folder / _CONDA).is_dir()
    if not is_conda and not configuration.is_file():
        return
    places = (
        (("Scripts", "python.exe"), ("python.exe",)) if os.name == "nt" else (("bin", "python"),)
    )
    for place in places:
        path = folder.joinpath(*place)
        if path.is_file():
            yield Interpreter(str(path), origin, _version(configuration))
            return


def _version(configuration: Path) -> str:
    try:
        lines = configuration.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip().lower() in ("version", "version_info"):
            return ".".join(value.strip().split(".")[:3])
    return ""


def _own_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))

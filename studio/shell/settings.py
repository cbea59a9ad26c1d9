"""What the window remembers between two starts, in one TOML file of the user's settings folder."""

import json
import tomllib
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

import platformdirs

VERSION = 1
RECENT = 12
GRAPHS = 100


LanguageChoice = Literal["system", "en", "zh_CN"]

OfGraphs = Literal["breakpoints", "marks", "watches", "canvas", "inputs", "pinned_paths"]
"""What is kept by graph."""


@dataclass(slots=True)
class Settings:
    """Values with their defaults; each field is one key of the file."""

    version: int = VERSION
    theme: str = "system"
    language: str = "system"
    """A ``LanguageChoice``, read at the start."""
    reduced_motion: bool = False
    animation_speed: float = 1.0
    """2 is twice as fast."""
    own_process: bool = True
    """Whether graphs run in a process of their own."""
    reload_on_save: bool = True
    """Whether the open graph is loaded again when one of its files is saved."""
    interpreters: dict[str, str] = field(default_factory=dict)
    """By file: the Python that a person chose for it."""
    editor: str = ""
    """Command that opens a line of a file; empty: the first known one that is found."""
    recent_files: list[str] = field(default_factory=list)
    recent_databases: list[str] = field(default_factory=list)
    """Databases that were named, newest first, without passwords."""
    trusted_folders: list[str] = field(default_factory=list)
    """Folders whose code a person agreed to run."""
    breakpoints: dict[str, list[str]] = field(default_factory=dict)
    """By graph, as ``FILE.py:NAME``: each breakpoint as JSON."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    """By graph: pinned outputs and nodes unsafe to repeat, each as JSON."""
    watches: dict[str, list[str]] = field(default_factory=dict)
    """By graph: the expressions that are watched."""
    pinned_paths: dict[str, list[str]] = field(default_factory=dict)
    """By graph: paths into its state that stay in sight, each as JSON."""
    inputs: dict[str, list[str]] = field(default_factory=dict)
    """By graph: inputs that were given to it, newest first, each as JSON."""
    canvas: dict[str, list[str]] = field(default_factory=dict)
    """By graph: what is expanded and moved in its drawing, each as JSON."""
    redaction: list[str] = field(default_factory=list)
    """What is taken out of exported runs: each rule as JSON."""
    shortcuts: dict[str, str] = field(default_factory=dict)
    """By action: the keys that a person gave it, separated by ``;``."""
    geometry: dict[str, str] = field(default_factory=dict)
    """Place of the window by screen size, as base64."""
    layout: dict[str, str] = field(default_factory=dict)
    """Docks by screen size, as base64."""

    def keep(self, what: OfGraphs, target: str, kept: list[str]) -> None:
        """Keep those of a graph; of graphs that were not open for long they are forgotten."""
        by_graph: dict[str, list[str]] = getattr(self, what)
        by_graph.pop(target, None)
        if kept:
            by_graph[target] = kept
        for oldest in list(by_graph)[:-GRAPHS]:
            del by_graph[oldest]

    def remember_file(self, path: str) -> None:
        """Put a file in front of the recent ones."""
        self.recent_files = _in_front(path, self.recent_files)

    def remember_database(self, name: str) -> None:
        """Put a database in front of the recent ones."""
        self.recent_databases = _in_front(name, self.recent_databases)


def _in_front(name: str, recent: list[str]) -> list[str]:
    return [name, *(each for each in recent if each != name)][:RECENT]


def settings_path() -> Path:
    """The file of this user."""
    return platformdirs.user_config_path("pregel-studio", appauthor=False) / "settings.toml"


class SettingsFile:
    """Reads and writes ``Settings``. A file that does not read is kept beside as ``*.bad``."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or settings_path()
        self.values = self._read()

    def save(self) -> None:
        """Write the file whole; a folder that refuses leaves the old one as it is."""
        text = "".join(f"{key} = {_toml(value)}\n" for key, value in asdict(self.values).items())
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self._path)
        except OSError:
            return

    def _read(self) -> Settings:
        try:
            text = self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return Settings()
        try:
            read = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            self._path.replace(self._path.with_suffix(".bad"))
            return Settings()
        defaults = Settings()
        known = {
            each.name: read[each.name]
            for each in fields(Settings)
            if isinstance(read.get(each.name), type(getattr(defaults, each.name)))
        }
        return Settings(**known)


def _toml(value: Any) -> str:
    """Scalars, lists of texts and tables of texts; JSON's texts are TOML's."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)

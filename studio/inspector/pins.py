"""Paths into the state that stay on top with their value at every moment, without Qt."""

import json
from collections.abc import Iterable, Sequence

from runtime.debug.inspecting.views import PathValue
from runtime.debug.values import ValueHandle
from studio.inspector.items import TreeItem, type_text
from studio.language import tr

Path = tuple[str, ...]
"""A channel, then what a person reads on the way down: keys, positions, names of fields."""


def path_text(path: Path) -> str:
    """A path as Python would write it."""
    channel, *keys = path
    parts = [channel]
    for key in keys:
        if key.isdecimal():
            parts.append(f"[{key}]")
        else:
            parts.append(f".{key}" if key.isidentifier() else f"[{json.dumps(key)[:80]}]")
    return "".join(parts)


def to_texts(paths: Iterable[Path]) -> list[str]:
    """The paths as settings keep them."""
    return [json.dumps(path, ensure_ascii=False) for path in paths]


def from_texts(texts: Iterable[str]) -> list[Path]:
    """The paths that settings kept; what is none is left out."""
    found: list[Path] = []
    for text in texts:
        try:
            read = json.loads(text)
        except ValueError:
            continue
        if isinstance(read, list) and read and all(isinstance(key, str) for key in read):
            found.append(tuple(read))
    return found


class PinnedPaths:
    """The paths in the order in which they were pinned, and their values where they are known."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self._values: dict[Path, PathValue] = {}

    def toggle(self, path: Path) -> None:
        """Pin a path, or let it go."""
        if path in self.paths:
            self.paths.remove(path)
        else:
            self.paths.append(path)

    def take(self, values: Sequence[PathValue]) -> None:
        """The values of all paths at the moment looked at."""
        self._values = dict(zip(self.paths, values, strict=False))

    def rows(self, where: tuple[str, str, str] | None) -> list[TreeItem]:
        """A row for each path."""
        return [] if where is None else [self._row(path, where) for path in self.paths]

    def _row(self, path: Path, where: tuple[str, str, str]) -> TreeItem:
        value = self._values.get(path)
        preview = None if value is None else value.preview
        if value is None:
            text = tr("loading…")
        elif preview is None:
            text = tr("nothing there") if value.problem != "empty" else tr("empty")
        else:
            text = preview.text
        steps = () if value is None else value.steps
        name = path_text(path)
        return TreeItem(
            kind="pin",
            key=f"\0pin:{json.dumps(path)}",
            cells=(name, text, "" if preview is None else type_text(preview), ""),
            preview=preview,
            handle=None
            if preview is None
            else ValueHandle(*where, ("channel", path[0]), tuple(steps)),
            subject=path,
            tooltip=name,
        )

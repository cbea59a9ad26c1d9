"""Makes the pictures of the sample graphs: ``python -m tests.documents.samples [FOLDER]``."""

import sys
from pathlib import Path

from runtime.debug.describe import describe
from runtime.debug.loading import LoadedGraph, load
from runtime.drawing.palette import Theme
from runtime.drawing.svg import svg_text
from tests.documents.readme import ROOT

FOLDER = ROOT / "resources" / "samples"
THEMES: tuple[Theme, ...] = ("light", "dark")


def drawn(sample: Path) -> dict[str, str]:
    """The pictures of a sample by their files' names."""
    loaded = load(str(sample))
    if not isinstance(loaded, LoadedGraph):
        loaded = load(f"{sample}:{loaded[0].attribute}")
    assert isinstance(loaded, LoadedGraph)
    graph = describe(loaded)
    return {
        f"{sample.stem}-{theme}.svg": svg_text(graph, title=sample.stem, theme=theme)
        for theme in THEMES
    }


def all_drawn() -> dict[str, str]:
    """The pictures of all samples by their files' names."""
    pictures: dict[str, str] = {}
    for sample in sorted((ROOT / "sample_graphs").glob("[!_]*.py")):
        pictures |= drawn(sample)
    return pictures


def main(arguments: list[str]) -> int:
    """Write them, and remove those of samples that are gone."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    pictures = all_drawn()
    for name, text in pictures.items():
        (folder / name).write_text(text, encoding="utf-8")
    for left in folder.glob("*.svg"):
        if left.name not in pictures:
            left.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The canvas as a file: SVG, PNG, PDF as it is seen, or the graph as Mermaid text."""

from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from runtime.debug.description import GraphDescription
from runtime.drawing.mermaid import mermaid_of
from studio.graph.scene import GraphScene
from studio.language import tr

MARGIN = 24.0
SCALE = 2.0
"""Pixels of a PNG for each unit of the drawing."""
LARGEST = 16_000
"""Pixels of a PNG's longer side; above it the scale is taken back."""
_POINTS = 0.75
"""Of a point of paper, a unit of the drawing."""

KINDS = (".svg", ".png", ".pdf", ".mmd")


class NotWritten(Exception):
    """Why a picture was not written, in a sentence."""


def save_graph(scene: GraphScene, graph: GraphDescription, path: Path, paper: QColor) -> None:
    """Write the kind of file that the name's ending says; raises ``NotWritten``.

    ``paper`` is the colour behind the drawing.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise NotWritten(tr("The name must end in .svg, .png, .pdf or .mmd."))
    if not path.parent.is_dir():
        raise NotWritten(tr("There is no folder {folder}.", folder=path.parent))
    if path.is_dir():
        raise NotWritten(tr("{path} is a folder.", path=path))
    rect = scene.content_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    try:
        if kind == ".mmd":
            path.write_text(mermaid_of(graph), encoding="utf-8")
        elif kind == ".png":
            _png(scene, rect, path, paper)
        elif kind == ".svg":
            _svg(scene, rect, path, paper, graph.name)
        else:
            _pdf(scene, rect, path, paper, graph.name)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, why: str) -> NotWritten:
    return NotWritten(tr("{path} cannot be written: {why}.", path=path, why=why))


def _png(scene: GraphScene, rect: QRectF, path: Path, paper: QColor) -> None:
    scale = min(SCALE, LARGEST / max(rect.width(), rect.height()))
    size = QSize(round(rect.width() * scale), round(rect.height() * scale))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(paper)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scene.render(painter, QRectF(image.rect()), rect)
    painter.end()
    if not image.save(str(path)):
        raise _unwritable(path, tr("the place does not take it"))


def _svg(scene: GraphScene, rect: QRectF, path: Path, paper: QColor, title: str) -> None:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setTitle(title)
    generator.setSize(rect.size().toSize())
    generator.setViewBox(QRectF(0, 0, rect.width(), rect.height()))
    # What a browser takes for an inch.
    generator.setResolution(96)
    painter = QPainter()
    if not painter.begin(generator):
        raise _unwritable(path, tr("the place does not take it"))
    painter.fillRect(QRectF(0, 0, rect.width(), rect.height()), paper)
    scene.render(painter, QRectF(0, 0, rect.width(), rect.height()), rect)
    painter.end()


def _pdf(scene: GraphScene, rect: QRectF, path: Path, paper: QColor, title: str) -> None:
    writer = QPdfWriter(str(path))
    writer.setTitle(title)
    size = QSizeF(rect.width() * _POINTS, rect.height() * _POINTS)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    if not painter.begin(writer):
        raise _unwritable(path, tr("the place does not take it"))
    page = QRectF(0, 0, writer.width(), writer.height())
    painter.fillRect(page, paper)
    scene.render(painter, page, rect)
    painter.end()

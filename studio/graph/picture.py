"""An SVG picture as PNG, in a process of its own: the picture on the standard input.

Run as ``python -m studio.graph.picture SCALE``; the PNG's bytes come on the standard output. Ends
with one line on the standard error where it cannot be drawn.
"""

import os
import sys
from collections.abc import Sequence

from studio.display import libraries_remedy

LARGEST = 16_000
"""Pixels of the longer side; above it the scale is taken back."""


def png_of(svg: bytes, scale: float) -> bytes:
    """The picture at ``scale`` times its own size. ``ValueError`` says why not."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg))
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        raise ValueError("this is no SVG picture")
    scale = min(scale, LARGEST / max(size.width(), size.height()))
    image = QImage(size * scale, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise ValueError("the picture cannot be written as PNG")
    return bytes(written.data())


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, draw, write; returns the exit code."""
    scale = float((arguments or sys.argv[1:] or ["2"])[0])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        sys.stderr.write(f"Qt does not load: {error}. {libraries_remedy()}\n")
        return 1
    application = QGuiApplication(["pregel-picture"])
    try:
        png = png_of(sys.stdin.buffer.read(), scale)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.buffer.write(png)
    sys.stdout.buffer.flush()
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())

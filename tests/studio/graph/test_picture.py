"""SVG pictures become PNG pictures, in a process of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from runtime.drawing.palette import DARK, LIGHT, Theme
from runtime.drawing.svg import svg_text
from studio.graph.picture import LARGEST, png_of
from tests.studio.graph.samples import SMALL


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    }


@pytest.mark.parametrize(("theme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_picture_has_the_colours_of_its_theme(
    qtbot: QtBot, theme: Theme, palette: dict[str, str]
) -> None:
    png = png_of(svg_text(SMALL["research"](), theme=theme).encode(), 2.0)
    image = QImage.fromData(png)
    assert image.pixelColor(2, 2) == QColor(palette["surface"])
    found = colours(image)
    assert {palette["surface"], palette["card"]} <= found
    assert len(found) > 20, "there is no text"


def test_scale_and_limit(qtbot: QtBot) -> None:
    svg = svg_text(SMALL["research"](), theme="light").encode()
    small, large = (QImage.fromData(png_of(svg, scale)) for scale in (1.0, 3.0))
    assert large.width() == 3 * small.width()
    tall = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20000"/>'
    assert QImage.fromData(png_of(tall, 2.0)).height() <= LARGEST


def test_what_is_no_picture_is_said(qtbot: QtBot) -> None:
    with pytest.raises(ValueError, match="no SVG"):
        png_of(b"<html/>", 1.0)


def test_as_a_process() -> None:
    svg = svg_text(SMALL["agent"](), theme="light").encode()
    command = [sys.executable, "-m", "studio.graph.picture", "1"]
    drawn = subprocess.run(command, input=svg, capture_output=True, timeout=60, check=False)
    assert drawn.returncode == 0, drawn.stderr
    assert drawn.stdout.startswith(b"\x89PNG")
    refused = subprocess.run(command, input=b"?", capture_output=True, timeout=60, check=False)
    assert refused.returncode == 1
    assert b"no SVG" in refused.stderr

"""Icons are drawn on one grid, in the colours of the theme only, and none is missing."""

import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QIcon
from pytestqt.qtbot import QtBot

from studio.shell.icons import icon, icon_pixmap, icon_text, state_icon
from studio.shell.theme import DARK, LIGHT, STATES

NAMES = sorted(path.stem for path in Path(str(files("resources") / "icons")).glob("*.svg"))


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_takes_its_colour_from_the_theme(qtbot: QtBot, name: str) -> None:
    text = icon_text(name)
    assert 'viewBox="0 0 24 24"' in text
    assert not re.search(r"#[0-9a-fA-F]{3,8}|rgb\(|style=|<image", text)
    image = icon_pixmap(name, DARK.accent, 48).toImage()
    pixels = [image.pixelColor(x, y) for x in range(48) for y in range(48)]
    solid = [pixel for pixel in pixels if pixel.alpha() == 255]
    assert solid, "nothing is drawn"
    wanted = QColor(DARK.accent)
    for pixel in solid:  # blending rounds by one
        assert abs(pixel.red() - wanted.red()) <= 1
        assert abs(pixel.green() - wanted.green()) <= 1
        assert abs(pixel.blue() - wanted.blue()) <= 1


def test_states_have_glyphs_that_differ(qtbot: QtBot) -> None:
    images = [icon_pixmap(f"state-{state}", LIGHT.text).toImage() for state in STATES]
    assert not any(one == other for one, other in combinations(images, 2))
    for state in STATES:
        assert not state_icon(state, LIGHT).isNull()


def test_a_disabled_icon_is_grey(qtbot: QtBot) -> None:
    image = icon("stop", LIGHT).pixmap(16, mode=QIcon.Mode.Disabled).toImage()
    assert image.pixelColor(8, 8).name() == LIGHT.text_disabled


def test_an_icon_that_is_missing_is_an_error(qtbot: QtBot) -> None:
    with pytest.raises(FileNotFoundError):
        icon_text("no-such-icon")

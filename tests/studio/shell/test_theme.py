"""Every text can be read on everything it may stand on, in both themes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.shell.theme import (
    STATES,
    SURFACES,
    TEXTS,
    THEMES,
    ThemeManager,
    ThemeName,
    contrast,
    current_theme,
    mono_font,
    ui_font,
)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#123456", "#123456") == pytest.approx(1.0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("surface", [*SURFACES, "changed", "past", "past_stripe"])
def test_text_is_readable_on_every_surface(theme: ThemeName, text: str, surface: str) -> None:
    tokens = THEMES[theme]
    ratio = contrast(getattr(tokens, text), getattr(tokens, surface))
    assert ratio >= 4.5, f"{theme}: {text} on {surface} has only {ratio:.2f}:1"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_outlines_and_accent_text_are_seen(theme: ThemeName) -> None:
    tokens = THEMES[theme]
    assert contrast(tokens.accent_text, tokens.accent) >= 4.5
    assert contrast(tokens.border_strong, tokens.surface) >= 3.0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_states_differ_from_each_other(theme: ThemeName) -> None:
    tokens = THEMES[theme]
    seen = {tokens.state(state) for state in STATES if state not in ("idle", "skipped")}
    assert len(seen) == len(STATES) - 2
    with pytest.raises(KeyError):
        tokens.state("window")


@pytest.fixture
def restored_application(qapp: QApplication) -> Iterator[QApplication]:
    style_sheet, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield qapp
    qapp.setStyleSheet(style_sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


def test_manager_applies_a_theme_and_tells(
    qtbot: QtBot, restored_application: QApplication
) -> None:
    manager = ThemeManager("light", restored_application)
    assert current_theme() is THEMES["light"]
    with qtbot.waitSignal(manager.changed) as told:
        manager.set_mode("dark")
    assert told.args == [THEMES["dark"]]
    assert current_theme() is THEMES["dark"]
    assert restored_application.palette().window().color() == QColor(THEMES["dark"].window)
    manager.set_mode("light")
    manager.setParent(None)
    manager.deleteLater()


def test_fonts_exist_and_values_line_up(qtbot: QtBot) -> None:
    from PySide6.QtGui import QFontMetrics

    assert ui_font().pixelSize() == 13
    metrics = QFontMetrics(mono_font())
    assert metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("MMMM")


@pytest.mark.parametrize("role", ["", "primary", "danger", "link"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_keyboard_on_a_button_shows_as_one_frame(
    qtbot: QtBot, restored_application: QApplication, theme: ThemeName, role: str
) -> None:
    themes = ThemeManager(theme, restored_application)
    holder = QWidget()
    qtbot.addWidget(holder)
    button = QPushButton("Revise", holder)
    other = QPushButton("Other", holder)
    for each in (button, other):
        each.setProperty("role", role)
        each.setFixedSize(96, 26)
        each.setAutoDefault(False)
    other.move(0, 40)
    holder.show()
    holder.activateWindow()
    qtbot.waitUntil(holder.isActiveWindow)
    inside = button.rect().adjusted(3, 3, -3, -3)
    pictures = []
    button.setFocus(Qt.FocusReason.OtherFocusReason)
    for focused in (other, button):
        QTest.keyClick(holder, Qt.Key.Key_Tab)
        qtbot.waitUntil(focused.hasFocus)
        picture = button.grab().toImage()
        pictures.append((picture, picture.copy(inside)))
    (quiet, quiet_inside), (framed, framed_inside) = pictures
    assert framed != quiet
    assert framed_inside == quiet_inside
    themes.setParent(None)
    themes.deleteLater()

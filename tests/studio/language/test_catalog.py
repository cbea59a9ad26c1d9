"""The language of a choice, and the texts that the window then speaks."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from studio.language import later, plural, tr
from studio.language.catalog import NAMES, as_choice, install, spoken


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese meanwhile."""
    installed = install(qapp, "zh_CN")
    assert len(installed) == 2, "Qt's texts and ours"
    yield
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()


@pytest.mark.parametrize(
    ("system", "language"),
    [("zh_CN", "zh_CN"), ("zh-Hans-SG", "zh_CN"), ("zh_TW", "en"), ("de_DE", "en"), ("C", "en")],
)
def test_the_system_decides_where_nobody_chose(system: str, language: str) -> None:
    assert spoken("system", QLocale(system)) == language
    assert all(spoken(chosen, QLocale(system)) == chosen for chosen in NAMES)


def test_a_language_that_is_not_known_is_the_system_s() -> None:
    assert [as_choice(text) for text in ("zh_CN", "en", "system", "tlh", "")] == [
        "zh_CN", "en", "system", "system", "system",
    ]  # fmt: skip


def test_without_a_catalog_the_words_are_those_of_the_source() -> None:
    assert tr("Step {step} of {total}", step=3, total="{n}") == "Step 3 of {n}"
    assert tr("Braces {stay} without values") == "Braces {stay} without values"
    assert plural("1 task of {name}", "{n:,} tasks of {name}", 1, name="a") == "1 task of a"
    assert plural("1 task of {name}", "{n:,} tasks of {name}", 1200, name="a") == "1,200 tasks of a"
    assert tr(later("Marked")) == "Marked"


@pytest.mark.usefixtures("chinese")
def test_texts_and_qt_s_own_buttons_are_chinese(qtbot: QtBot) -> None:
    assert tr("Language of the system") == "跟随系统语言"
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(buttons)
    assert buttons.button(QDialogButtonBox.StandardButton.Cancel).text() == "取消"

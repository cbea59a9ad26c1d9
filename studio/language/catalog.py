"""The languages of the window, and what Qt reads their texts from."""

from pathlib import Path
from typing import Literal, get_args

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from studio.shell.settings import LanguageChoice

Language = Literal["en", "zh_CN"]
CHOICES: tuple[LanguageChoice, ...] = get_args(LanguageChoice)
NAMES: dict[Language, str] = {"en": "English", "zh_CN": "简体中文"}
"""Each in its own words, so that whoever reads only that one finds it."""

FOLDER = Path(__file__).parents[2] / "resources" / "translations"


def as_choice(text: str) -> LanguageChoice:
    """What a settings file says, or the system's where it says something else."""
    return next((choice for choice in CHOICES if choice == text), "system")


def spoken(choice: LanguageChoice, system: QLocale | None = None) -> Language:
    """The language of a choice."""
    if choice != "system":
        return choice
    locale = system or QLocale(QLocale.system().uiLanguages()[0])
    simplified = locale.script() != QLocale.Script.TraditionalHanScript
    return "zh_CN" if locale.language() == QLocale.Language.Chinese and simplified else "en"


def install(application: QCoreApplication, language: Language) -> list[QTranslator]:
    """Have Qt's own texts and ours in a language; what was installed is returned.

    A Qt that comes without translations speaks English in its own dialogs.
    """
    if language == "en":
        return []
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    installed = []
    for name, folder in (("qtbase", qt_folder), ("pregel_studio", str(FOLDER))):
        translator = QTranslator(application)
        if translator.load(f"{name}_{language}", folder):
            application.installTranslator(translator)
            installed.append(translator)
    return installed

"""Opening a file of Python runs it, so a person agrees once for each folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from studio.language import tr


def is_trusted(path: str, folders: Sequence[str]) -> bool:
    """Whether a file lies in one of the folders, or in a folder of one."""
    return any(Path(path).is_relative_to(folder) for folder in folders)


def ask_for_trust(path: str, on_trusted: Callable[[str], None], window: QWidget) -> None:
    """Ask about the folder of ``path``; ``on_trusted`` is called with it where a person agrees."""
    folder = str(Path(path).parent)
    question = QMessageBox(window)
    question.setObjectName("trust_dialog")
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle(tr("Run code of this folder?"))
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setText(tr("Opening {name} runs its code.", name=Path(path).name))
    again = tr("You are not asked again for files in this folder, nor for folders in it.")
    question.setInformativeText("\n\n".join((folder, tr("Open only what you trust."), again)))
    run = question.addButton(tr("Trust the folder and open"), QMessageBox.ButtonRole.AcceptRole)
    question.setDefaultButton(question.addButton(QMessageBox.StandardButton.Cancel))

    def answered() -> None:
        if question.clickedButton() is run:
            on_trusted(folder)
        question.deleteLater()

    question.finished.connect(lambda _: answered())
    question.open()

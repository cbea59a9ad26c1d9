"""A file that offers several graphs: which one is meant."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import GraphChoice
from studio.language import later, tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT, current_theme

_KINDS = {
    "compiled": later("compiled graph"),
    "builder": later("builder, compiled when it is opened"),
    "factory": later("function that makes a graph"),
}


_MOST_ROWS = 10


def question_of(file: str, choices: Sequence[GraphChoice]) -> str:
    """What is to be decided, in words."""
    if any(choice.kind == "compiled" for choice in choices):
        return tr(
            "{file} offers {count} graphs. Which one shall be opened?",
            file=file,
            count=len(choices),
        )
    if len(choices) > 1:
        return tr(
            "{file} holds no compiled graph, but {count} ways to make one. Which one?",
            file=file,
            count=len(choices),
        )
    only = choices[0]
    if only.kind == "builder":
        return tr(
            "The graph in {file} is not compiled. It can be compiled now and opened.", file=file
        )
    return tr(
        "{file} holds no graph, but a function that makes one. It can be called now.", file=file
    )


class ChoicesDialog(QDialog):
    """Lists the graphs of a file; ``on_choice`` takes ``FILE.py:NAME``."""

    def __init__(
        self,
        file: str,
        choices: Sequence[GraphChoice],
        on_choice: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("choices_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Choose a graph"))
        self._file = file
        self._on_choice = on_choice
        question = QLabel(question_of(Path(file).name, choices), self)
        question.setObjectName("question")
        question.setToolTip(file)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setWordWrap(True)
        self.list = QListWidget(self)
        for choice in choices:
            first_line = choice.documentation.strip().split("\n")[0]
            text = f"{choice.attribute}    {_KINDS[choice.kind]}"
            item = QListWidgetItem(icon("graph", current_theme()), text)
            item.setData(Qt.ItemDataRole.UserRole, choice.attribute)
            item.setToolTip(first_line)
            item.setSizeHint(QSize(0, ROW_HEIGHT + GRID))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(lambda: self.accept())
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(question)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        rows = min(max(len(choices), 2), _MOST_ROWS)
        self.list.setFixedHeight(rows * (ROW_HEIGHT + GRID) + GUTTER)
        self.resize(520, self.sizeHint().height())
        self.accepted.connect(self._choose)

    def _choose(self) -> None:
        attribute = str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))
        self._on_choice(f"{self._file}:{attribute}")

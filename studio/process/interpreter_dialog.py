"""Which Python runs the open file: that of its project, or one that a person chooses."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.interpreters import Interpreter, environment_of
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT

_PATH = Qt.ItemDataRole.UserRole
_MOST_ROWS = 8


class InterpreterDialog(QDialog):
    """Lists the interpreters that were found; ``on_choice`` takes a path, empty for the first."""

    def __init__(
        self,
        file: str,
        found: Sequence[Interpreter],
        current: str,
        chosen: str,
        on_choice: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        """``current`` runs the graph now; ``chosen`` was chosen for the file, or is empty."""
        super().__init__(parent)
        self.setObjectName("interpreter_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Choose Python"))
        self._on_choice = on_choice
        question = QLabel(tr("Which Python shall run {name}?", name=Path(file).name), self)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setToolTip(file)
        self.list = QListWidget(self)
        self.list.setObjectName("interpreters")
        self.list.setAccessibleName(tr("Interpreters"))
        first = found[0]
        self._add("", tr("As found: {path}", path=interpreter_name(first.path)), first.path)
        for each in found:
            version = f"Python {each.version}" if each.version else "Python"
            self._add(each.path, f"{version}, {each.origin}", each.path)
        if chosen and environment_of(chosen) not in {environment_of(each.path) for each in found}:
            self._add(chosen, tr("chosen before"), chosen)
        rows = [str(self.list.item(row).data(_PATH)) for row in range(self.list.count())]
        self.list.setCurrentRow(rows.index(chosen) if chosen in rows else 0)
        self.list.itemActivated.connect(lambda: self.accept())
        now = QLabel(tr("Now: {current}", current=current) if current else "", self)
        now.setTextFormat(Qt.TextFormat.PlainText)
        now.setWordWrap(True)
        now.setProperty("role", "muted")
        other = QPushButton(tr("Another…"), self)
        other.setObjectName("interpreter.other")
        other.setAutoDefault(False)
        other.clicked.connect(self._choose_file)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        use = buttons.addButton(tr("Use and reload"), QDialogButtonBox.ButtonRole.AcceptRole)
        use.setObjectName("interpreter.use")
        use.setDefault(True)
        buttons.addButton(other, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        for widget in (question, self.list, now, buttons):
            layout.addWidget(widget)
        shown = min(max(self.list.count(), 2), _MOST_ROWS)
        self.list.setFixedHeight(shown * 2 * (ROW_HEIGHT + GRID) + GUTTER)
        self.resize(560, self.sizeHint().height())
        self.accepted.connect(self._use)

    def _add(self, value: str, title: str, path: str) -> None:
        item = QListWidgetItem(f"{title}\n{path}")
        item.setData(_PATH, value)
        item.setToolTip(path)
        item.setSizeHint(QSize(0, 2 * (ROW_HEIGHT + GRID)))
        self.list.addItem(item)

    def _choose_file(self) -> None:
        chooser = QFileDialog(self, tr("Choose a Python interpreter"))
        chooser.setObjectName("interpreter_file_dialog")
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.fileSelected.connect(self.choose_path)
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def choose_path(self, path: str) -> None:
        """Use an interpreter that was not found by itself."""
        self._add(path, tr("chosen now"), path)
        self.list.setCurrentRow(self.list.count() - 1)
        self.accept()

    def _use(self) -> None:
        self._on_choice(str(self.list.currentItem().data(_PATH)))


def interpreter_name(path: str) -> str:
    """An interpreter in a few words: its environment with the folder around it."""
    folder = Path(path).parent.parent
    if (folder / "pyvenv.cfg").is_file() or (folder / "conda-meta").is_dir():
        return str(Path(folder.parent.name, folder.name))
    return Path(path).name

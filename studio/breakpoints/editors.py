"""Editors inside the table: a choice of kinds, a choice of nodes or channels."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from runtime.debug.commands import BreakpointKind
from studio.breakpoints.breakpoint_model import CONDITION, KIND, BreakpointModel
from studio.breakpoints.table import KIND_WORDS, KINDS
from studio.inspector.flat_delegate import FlatDelegate
from studio.shell.table_model import Index

Subjects = Callable[[BreakpointKind], Sequence[str]]


class BreakpointDelegate(FlatDelegate):
    """Boxes for kind and subject; conditions are typed."""

    def __init__(self, model: BreakpointModel, subjects: Subjects, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._subjects = subjects

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        if index.column() == CONDITION:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.setStyleSheet("QComboBox { min-height: 0; padding: 0 4px; }")
        if index.column() == KIND:
            for kind in KINDS:
                box.addItem(KIND_WORDS[kind], kind)
            box.activated.connect(lambda: self._finish(box))
        else:
            box.setEditable(True)
            box.addItems(list(self._subjects(self._model.table[index.row()].kind)))
            box.activated.connect(lambda: self._finish(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)
            return
        value = index.data(Qt.ItemDataRole.EditRole)
        if index.column() == KIND:
            editor.setCurrentIndex(editor.findData(value))
            # After the editor has its place, so that the list opens under it.
            QTimer.singleShot(0, editor, editor.showPopup)
        else:
            editor.setCurrentText(str(value))
            line = editor.lineEdit()
            if line is not None:
                line.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setModelData(editor, model, index)
            return
        value = editor.currentData() if index.column() == KIND else editor.currentText()
        model.setData(self._model.index(index.row(), index.column()), value)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if isinstance(editor, QComboBox) and isinstance(event, QKeyEvent):
            is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_return and event.type() == QEvent.Type.KeyPress:
                self._finish(editor)
                return True
        # An open list takes the focus; that must not close the editor under it.
        if (
            isinstance(editor, QComboBox)
            and event.type() == QEvent.Type.FocusOut
            and editor.view().isVisible()
        ):
            return False
        return super().eventFilter(editor, event)

    def _finish(self, box: QComboBox) -> None:
        # Return is told twice: by the box as a choice, and as a key.
        if box.property("finished"):
            return
        box.setProperty("finished", True)
        self.commitData.emit(box)
        self.closeEditor.emit(box)

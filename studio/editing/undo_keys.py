"""Keys that undo and redo in a dialog as a whole, whichever text box has the keyboard."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import QWidget


class UndoKeys(QObject):
    """Takes the keys of undo and redo from every widget of a window while it is shown."""

    def __init__(self, window: QWidget, stack: QUndoStack) -> None:
        super().__init__(window)
        self._window = window
        self._acts = (
            (QKeySequence.StandardKey.Undo, stack.undo),
            (QKeySequence.StandardKey.Redo, stack.redo),
        )
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        application = QCoreApplication.instance()
        if watched is self._window and application is not None:
            if event.type() == QEvent.Type.Show:
                application.installEventFilter(self)
            elif event.type() == QEvent.Type.Hide:
                application.removeEventFilter(self)
        taken = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if (
            isinstance(event, QKeyEvent)
            and event.type() in taken
            and isinstance(watched, QWidget)
            and watched.window() is self._window
        ):
            for keys, act in self._acts:
                if event.matches(keys):
                    if event.type() == QEvent.Type.KeyPress:
                        act()
                    event.accept()
                    return True
        return super().eventFilter(watched, event)

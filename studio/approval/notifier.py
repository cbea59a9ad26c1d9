"""Telling of questions where the window is not in front: by the desktop, else by its task bar."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from studio.shell.icons import icon
from studio.shell.theme import current_theme

SHOWN_MS = 10_000

NewTray = Callable[[QIcon, QObject], QSystemTrayIcon]


def system_tray(picture: QIcon, parent: QObject) -> QSystemTrayIcon:
    """The icon that carries messages to the desktop."""
    return QSystemTrayIcon(picture, parent)


class Notifier(QObject):
    """``clicked()`` when a person follows a message. Says nothing to whoever looks at the window.

    The icon appears in the tray with the first message, and stays for those that follow.
    """

    clicked = Signal()

    def __init__(self, window: QWidget, new_tray: NewTray | None = None) -> None:
        super().__init__(window)
        self._window = window
        available = QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()
        self._new_tray = new_tray or (system_tray if available else None)
        self._tray: QSystemTrayIcon | None = None

    @property
    def is_needed(self) -> bool:
        """Whether nobody looks at any window of the program."""
        return QApplication.activeWindow() is None

    def tell(self, title: str, text: str) -> bool:
        """Tell it once; returns whether there was need to."""
        if not self.is_needed:
            return False
        QApplication.alert(self._window)
        if self._new_tray is not None:
            if self._tray is None:
                tokens = current_theme()
                self._tray = self._new_tray(icon("graph", tokens, tokens.accent), self)
                self._tray.setToolTip("Pregel Studio")
                self._tray.messageClicked.connect(self.clicked)
                self._tray.activated.connect(lambda _: self.clicked.emit())
                self._tray.show()
            self._tray.showMessage(title, text, QSystemTrayIcon.MessageIcon.Information, SHOWN_MS)
        return True

    def close(self) -> None:
        """Take the icon out of the tray."""
        if self._tray is not None:
            self._tray.hide()

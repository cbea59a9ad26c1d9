"""The toolbar's choice of a thread: which is shown, which there are, and a fresh one."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from runtime.debug.views import ThreadRow
from studio.language import later, plural, tr
from studio.shell.actions import ActionRegistry
from studio.shell.icons import icon, state_icon
from studio.shell.theme import ThemeTokens

_STATES = {
    "idle": "wrote",
    "running": "running",
    "waiting": "interrupted",
    "failed": "failed",
    "damaged": "failed",
}
_WORDS = {
    "idle": later("ended"),
    "running": later("running"),
    "waiting": later("waiting"),
    "failed": later("failed"),
    "damaged": later("damaged"),
}
_SHOWN = 40
_NAME_PIXELS = 180


class ThreadChooser(QToolButton):
    """A button that names the thread shown and drops down the list of all."""

    def __init__(
        self,
        actions: ActionRegistry,
        tokens: ThemeTokens,
        on_thread: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("thread_chooser")
        self._actions = actions
        self._tokens = tokens
        self._on_thread = on_thread
        self._threads: Sequence[ThreadRow] = ()
        self._current: str | None = None
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.set_theme(tokens)
        self.show_threads((), None)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.setIcon(icon("thread", tokens))

    def show_threads(self, threads: Sequence[ThreadRow], current: str | None) -> None:
        """All threads, most recently changed first, and the one that is shown."""
        self._threads = threads
        self._current = current
        name = current or (tr("Choose a thread") if threads else tr("No thread"))
        metrics = QFontMetrics(self.font())
        short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, _NAME_PIXELS)
        self.setText(f" {short.replace('&', '&&')} ")
        saved = any(thread.thread_id == current for thread in threads)
        tip = (
            tr("Thread {name}", name=name)
            if saved
            else tr("Thread {name}, not saved yet", name=name)
        )
        self.setToolTip(tip if current else name)
        self.setEnabled(current is not None or bool(threads))

    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addAction(self._actions.qaction("thread.new"))
        self._menu.addSeparator()
        for thread in self._threads[:_SHOWN]:
            number = plural("1 checkpoint", "{n} checkpoints", thread.checkpoints)
            parts = [tr(_WORDS[thread.status]), number]
            if thread.foreign:
                parts.append(tr("of another graph"))
            action = self._menu.addAction(
                state_icon(_STATES[thread.status], self._tokens),
                f"{thread.thread_id.replace('&', '&&')}    {', '.join(parts)}",
            )
            action.setData(thread.thread_id)
            action.setToolTip(tr("Changed {changed_at}", changed_at=thread.changed_at))
            action.setEnabled(thread.thread_id != self._current)
            action.triggered.connect(
                lambda _=False, thread_id=thread.thread_id: self._on_thread(thread_id)
            )
        hidden = len(self._threads) - _SHOWN
        if hidden > 0:
            self._menu.addAction(tr("and {hidden} more", hidden=hidden)).setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction(self._actions.qaction("thread.open"))
        self._menu.addAction(self._actions.qaction("thread.delete"))

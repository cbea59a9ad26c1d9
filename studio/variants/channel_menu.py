"""A button that lists channels to choose from."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class ChannelMenu(QToolButton):
    """``chosen`` comes when a person checks or unchecks a channel."""

    chosen = Signal()

    def __init__(self, name: str, title: str, channels: Iterable[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setText(title)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for channel in channels:
            action = menu.addAction(channel.replace("&", "&&"))
            action.setData(channel)
            action.setCheckable(True)
            action.triggered.connect(lambda _: self.chosen.emit())
        self.setMenu(menu)

    @property
    def names(self) -> list[str]:
        """Channels that are checked, in their order."""
        return [str(each.data()) for each in self.menu().actions() if each.isChecked()]

    def check(self, names: Sequence[str]) -> None:
        """Check just these, without telling."""
        for action in self.menu().actions():
            action.setChecked(action.data() in names)

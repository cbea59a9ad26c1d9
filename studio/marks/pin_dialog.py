"""The dialog in which a pinned output is looked at and written."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from runtime.debug.description import ChannelDescription
from runtime.debug.marks.views import NodeMark, PinnedWrite
from studio.forms import ABSENT, Problem, SchemaForm
from studio.forms.appearance import form_stylesheet
from studio.forms.field import plain_label
from studio.inspector.task_rows import task_title
from studio.language import tr
from studio.shell.icons import icon
from studio.shell.theme import GUTTER, current_theme


class PinDialog(QDialog):
    """``pinned`` carries the pin as it was written; channels that are not set are not written."""

    pinned = Signal(object)

    def __init__(
        self, pin: NodeMark, channels: Iterable[ChannelDescription], problem: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pin_dialog")
        title = task_title(pin.node, pin.index)
        self.setWindowTitle(tr("Pin the output of {node}", node=title))
        tokens = current_theme()
        self.setStyleSheet(form_stylesheet(tokens))
        self._pin = pin
        about = plain_label(
            tr(
                "{node} is not executed as long as it is pinned: this is taken as what it"
                " returned. Its edges and routers decide what comes next.",
                node=title,
            ),
            "muted",
            self,
        )
        about.setWordWrap(True)
        self._by_channel = len({write.channel for write in pin.writes}) == len(pin.writes)
        schema: dict[str, Any] | None = None
        value: Any = [[write.channel, write.value] for write in pin.writes]
        if self._by_channel:
            schema = output_schema(channels)
            value = {write.channel: write.value for write in pin.writes}
        self.form = SchemaForm(schema, value, None, self)
        self.form.setObjectName("pin.output")
        goes = [*pin.goto, *(send.node for send in pin.sends)]
        leads = plain_label(
            tr("By a command it goes on to {nodes}.", nodes=", ".join(goes)), "muted", self
        )
        leads.setWordWrap(True)
        leads.setVisible(bool(goes))
        self.pin_button = QPushButton(tr("Pin"), self)
        self.pin_button.setObjectName("pin.take")
        self.pin_button.setProperty("role", "primary")
        self.pin_button.setIcon(icon("pin", tokens, tokens.accent_text))
        self.cancel_button = QPushButton(tr("Cancel"), self)
        self.cancel_button.clicked.connect(self.reject)
        self.pin_button.clicked.connect(self._take)
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self._take)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.pin_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(about)
        layout.addWidget(self.form, 1)
        layout.addWidget(leads)
        layout.addLayout(buttons)
        self.resize(640, 520)
        if problem:
            self.form.set_problems([Problem((), problem)])
        self.form.setFocus()
        self.finished.connect(self.deleteLater)

    def _take(self) -> None:
        if not self.form.is_valid():
            self.form.reveal_problems()
            return
        value = self.form.value()
        pairs: list[Any] = []
        if self._by_channel:
            pairs = list(value.items()) if isinstance(value, dict) else []
        elif _is_pairs(value):
            pairs = value
        else:
            text = tr('Write a list of pairs, such as [["channel", "value"]].')
            self.form.set_problems([Problem((), text)])
            return
        writes = tuple(PinnedWrite(name, each) for name, each in pairs if each is not ABSENT)
        self.accept()
        self.pinned.emit(replace(self._pin, writes=writes))


def _is_pairs(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value
    )


def output_schema(channels: Iterable[ChannelDescription]) -> dict[str, Any]:
    """JSON Schema of what a node may write: any of the channels, each by its own schema."""
    properties: dict[str, Any] = {}
    shared: dict[str, Any] = {}
    for channel in channels:
        if channel.internal:
            continue
        schema = dict(channel.schema or {})
        shared.update(schema.pop("$defs", {}))
        properties[channel.name] = schema
    found: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    return {**found, "$defs": shared} if shared else found

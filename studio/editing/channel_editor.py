"""The editor of one channel: what it is, how a write is taken, and the value."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import UpdateMode
from runtime.debug.description import ChannelDescription
from studio.editing.messages import message_schema
from studio.forms import SchemaForm
from studio.forms.field import plain_label
from studio.forms.schema import ABSENT
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font


class ChannelEditor(QWidget):
    """Shows the form of the channel and mode in question; keeps all forms it ever made."""

    changed = Signal()
    mode_changed = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._forms: dict[tuple[str, UpdateMode], SchemaForm] = {}
        self._name = plain_label("", "heading", self)
        self._type = plain_label("", "type", self)
        self._type.setFont(mono_font())
        self._type.setWordWrap(True)
        self._modes = QWidget(self)
        self.replace_button = QRadioButton(tr("Replace the value"), self._modes)
        self.replace_button.setObjectName("mode_overwrite")
        self.reduce_button = QRadioButton(tr("Write through the reducer"), self._modes)
        self.reduce_button.setObjectName("mode_reducer")
        group = QButtonGroup(self)
        for button in (self.replace_button, self.reduce_button):
            group.addButton(button)
        modes = QHBoxLayout(self._modes)
        modes.setContentsMargins(0, GRID, 0, 0)
        modes.setSpacing(2 * GUTTER)
        modes.addWidget(self.replace_button)
        modes.addWidget(self.reduce_button)
        modes.addStretch(1)
        self._hint = plain_label("", "type", self)
        self._hint.setWordWrap(True)
        self._message = plain_label("", "problem", self)
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        title = QHBoxLayout()
        title.setSpacing(GUTTER)
        title.addWidget(self._name)
        title.addWidget(self._type, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GUTTER, GUTTER, GUTTER, 0)
        layout.setSpacing(GRID)
        layout.addLayout(title)
        layout.addWidget(self._modes)
        layout.addWidget(self._hint)
        layout.addWidget(self._pages, 1)
        self.replace_button.clicked.connect(lambda: self.mode_changed.emit("overwrite"))
        self.reduce_button.clicked.connect(lambda: self.mode_changed.emit("reducer"))

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Colours of the forms made from now on; the others follow the theme by themselves."""
        self._tokens = tokens

    def show_channel(self, channel: ChannelDescription, mode: UpdateMode, empty: bool) -> None:
        """Say what is edited and how a write is taken."""
        self._name.setText(channel.name)
        self._type.setText(channel.type)
        folds = channel.reducer is not None
        self._modes.setVisible(folds)
        self.replace_button.setChecked(mode == "overwrite")
        self.reduce_button.setChecked(mode == "reducer")
        sentences = []
        if folds and mode == "reducer":
            sentences.append(
                tr(
                    "What you write is folded into the present value by {reducer}.",
                    reducer=channel.reducer,
                )
            )
        if folds and mode == "overwrite":
            sentences.append(tr("The value is stored as it stands here; the reducer does not run."))
        if empty:
            sentences.append(tr("The channel is empty at this checkpoint."))
        self._hint.setText(" ".join(sentences))
        self._hint.setVisible(bool(sentences))

    def form(self, channel: str, mode: UpdateMode) -> SchemaForm | None:
        """The form of a channel in a mode, if it was made."""
        return self._forms.get((channel, mode))

    def make_form(self, channel: ChannelDescription, mode: UpdateMode, start: Any) -> SchemaForm:
        """Make the form that starts from ``start``, which may be ``ABSENT``."""
        schema = message_schema(channel, start) or channel.schema
        form = SchemaForm(schema, start, self._tokens, self._pages)
        form.setObjectName(f"form.{channel.name}.{mode}")
        form.first_field().setAccessibleName(channel.name)
        self._forms[channel.name, mode] = form
        self._pages.addWidget(form)
        form.changed.connect(self.changed)
        return form

    @property
    def current_form(self) -> SchemaForm | None:
        """The form in front; ``None`` while a message stands there."""
        page = self._pages.currentWidget()
        return page if isinstance(page, SchemaForm) else None

    @property
    def message(self) -> str:
        """What is said in place of a form."""
        return self._message.text() if self.current_form is None else ""

    def show_form(self, form: SchemaForm) -> None:
        """Bring a form to the front."""
        self._pages.setCurrentWidget(form)

    def show_message(self, text: str) -> None:
        """Say something in place of a form."""
        self._message.setText(text)
        self._pages.setCurrentWidget(self._message)

    def blank(self, channel: ChannelDescription) -> Any:
        """What a write through a reducer starts from: the empty value of the type."""
        kind = (channel.schema or {}).get("type")
        return {"array": [], "object": {}}.get(kind, ABSENT) if isinstance(kind, str) else ABSENT

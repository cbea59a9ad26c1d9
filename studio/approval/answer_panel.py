"""Where one interrupt is answered: quick buttons, a form, or a free text."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from studio.approval.answers import Call, Offer, Option
from studio.approval.arguments_editor import ArgumentsEditor
from studio.forms import SchemaForm
from studio.forms.field import PROBLEM_MARK, ElidedLabel, plain_label
from studio.forms.json_text import JsonError, dump_line, parse
from studio.forms.schema import Schemas
from studio.forms.text_edit import GrowingTextEdit
from studio.language import later, tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font

BUTTONS_A_ROW = 4
DIGITS = 9
"""So many buttons have a key of their own."""
LEAST_WIDTH = 40 * GRID
LINE_CHARACTERS = 16
"""What an option sends stands below its button, unless it is longer than this."""
NAME_CHARACTERS = 24
SENDS_CHARACTERS = 400
TOOLTIP_CHARACTERS = 2000
_KEYS_DECIDING = (
    "",
    later("Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 presses the button."),
    later("Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 and Alt+2 press them."),
    later(
        "Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 to Alt+{count} press them."
    ),
)
"""By the number of buttons, the last for all larger ones."""
_KEYS_TYPING = (
    later("Enter begins a new line, Ctrl+Enter uses the answer."),
    later("Enter begins a new line, Ctrl+Enter uses the answer, Alt+1 presses the button."),
    later(
        "Enter begins a new line, Ctrl+Enter uses the answer, Alt+1 and Alt+2 press the buttons."
    ),
    later(
        "Enter begins a new line, Ctrl+Enter uses the answer,"
        " Alt+1 to Alt+{count} press the buttons."
    ),
)
_KEYS_CHOOSING = (
    "",
    later("Alt+1 presses the button."),
    later("Alt+1 and Alt+2 press the buttons."),
    later("Alt+1 to Alt+{count} press the buttons."),
)
ANSWER_LINES = 2
MOST_FORM_HEIGHT = 60 * GRID


class AnswerPanel(QWidget):
    """Offers answers; ``chosen(value)`` carries the JSON value that was decided for."""

    chosen = Signal(object)
    changed = Signal()
    """Something was typed that is not decided for yet."""

    def __init__(self, offer: Offer, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offer = offer
        self._sends: list[tuple[Option, QPushButton, ElidedLabel]] = []
        self.form: SchemaForm | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GUTTER)
        if self._needs_form():
            self.form = SchemaForm(offer.schema, tokens=tokens, parent=self)
            self.form.setObjectName("answer_form")
            self.form.changed.connect(self._edited)
            self.form.switched.connect(self._fit_form)
            layout.addWidget(self.form)
        if offer.options:
            layout.addWidget(self._quick_buttons())
        self.arguments: ArgumentsEditor | None = None
        if offer.call is not None:
            layout.addWidget(self._changed_call(offer.call, tokens))
        self.text: GrowingTextEdit | None = None
        if offer.schema is None:
            self._free = self._free_answer()
            layout.addWidget(self._free)
        elif not offer.options:
            self.send_button = QPushButton(tr("Use this answer"), self)
            self.send_button.setObjectName("use_answer")
            self.send_button.setAutoDefault(False)
            self.send_button.clicked.connect(self._choose_form)
            layout.addWidget(self.send_button, 0, Qt.AlignmentFlag.AlignRight)
        self._problem = plain_label("", "problem", self)
        self._problem.setObjectName("answer_problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        kept = self._problem.sizePolicy()
        # A refused text must not move the buttons above.
        kept.setRetainSizeWhenHidden(bool(offer.options) and offer.schema is None)
        self._problem.setSizePolicy(kept)
        layout.addWidget(self._problem)
        hint = plain_label(self._keys(), "type", self)
        hint.setObjectName("answer_keys")
        hint.setWordWrap(True)
        layout.addWidget(hint)
        keys = QShortcut(QKeySequence("Ctrl+Return"), self)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self._typing_is_done)
        self._show_what_is_sent()

    def _keys(self) -> str:
        """What the keyboard does here, in words."""
        count = min(len(self._offer.options), DIGITS)
        if self.form is not None and count:
            sentences = _KEYS_DECIDING
        elif self.form is not None or self._offer.schema is None:
            sentences = _KEYS_TYPING
        else:
            sentences = _KEYS_CHOOSING
        sentence = sentences[min(count, len(sentences) - 1)]
        return tr(sentence, count=count) if sentence else ""

    def _typing_is_done(self) -> None:
        """Use the one answer there is to use; where a decision is left, go to its buttons."""
        if self.text is not None:
            self.use_button.click()
        elif not self._offer.options:
            self.send_button.click()
        else:
            self._sends[0][1].setFocus(Qt.FocusReason.TabFocusReason)

    def _needs_form(self) -> bool:
        offer = self._offer
        if offer.schema is None:
            return False
        if offer.decision is not None:
            return bool(Schemas(offer.schema).shape(offer.schema).properties)
        return not offer.options

    def _quick_buttons(self) -> QWidget:
        """Buttons whose places and widths stay, whatever is typed."""
        holder = QWidget(self)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GUTTER)
        grid.setVerticalSpacing(GRID)
        sent = (dump_line(option.value, LINE_CHARACTERS + 1) for option in self._offer.options)
        self._in_lines = self.form is not None or any(len(each) > LINE_CHARACTERS for each in sent)
        rows = -(-len(self._offer.options) // BUTTONS_A_ROW)
        for index, option in enumerate(self._offer.options):
            button = QPushButton(_caption(option, self._possible_rest()), holder)
            button.setObjectName(f"option.{index}")
            if index < DIGITS:
                button.setShortcut(f"Alt+{index + 1}")
            button.setAutoDefault(False)
            if option.tone != "plain":
                button.setProperty("role", "primary" if option.tone == "yes" else "danger")
            button.clicked.connect(lambda _=False, chosen=option: self._choose(chosen))
            button.ensurePolished()
            button.setFixedWidth(max(button.sizeHint().width(), LEAST_WIDTH))
            sends = ElidedLabel("type", holder)
            sends.setFont(mono_font(11))
            sends.setObjectName(f"sends.{index}")
            sends.setFixedHeight(sends.fontMetrics().height() + GRID // 2)
            row, column = divmod(index, BUTTONS_A_ROW)
            grid.addWidget(button, row if self._in_lines else 2 * row, column)
            if self._in_lines:
                grid.addWidget(sends, rows + index, 0, 1, BUTTONS_A_ROW + 1)
            else:
                grid.addWidget(sends, 2 * row + 1, column)
            self._sends.append((option, button, sends))
        grid.setColumnStretch(BUTTONS_A_ROW, 1)
        return holder

    def _possible_rest(self) -> dict[str, Any]:
        """Every property that the form could add to a decision."""
        schema = self._offer.schema
        if self.form is None or schema is None:
            return {}
        return dict(Schemas(schema).shape(schema).properties)

    def _changed_call(self, call: Call, tokens: ThemeTokens) -> QWidget:
        """The proposed call with other arguments, behind a button."""
        holder = QWidget(self)
        self.edit_button = QPushButton(tr("Edit the arguments"), holder)
        self.edit_button.setObjectName("edit_arguments")
        self.edit_button.setCheckable(True)
        self.edit_button.setAutoDefault(False)
        self.send_call = QPushButton(tr("Use the changed call"), holder)
        self.send_call.setObjectName("use_call")
        self.send_call.setAutoDefault(False)
        self.send_call.hide()
        self.arguments = ArgumentsEditor(call.arguments, None, tokens, holder)
        self.arguments.hide()
        self.arguments.changed.connect(self._arguments_changed)
        self.edit_button.toggled.connect(self._edit_arguments)
        self.send_call.clicked.connect(lambda: self._choose_call(call))
        line = QHBoxLayout()
        line.setSpacing(GUTTER)
        line.addWidget(self.edit_button)
        line.addStretch(1)
        line.addWidget(self.send_call)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addLayout(line)
        column.addWidget(self.arguments)
        return holder

    def _edit_arguments(self, on: bool) -> None:
        if self.arguments is not None:
            self.arguments.setVisible(on)
            self._free.setVisible(not on)
            self.send_call.setVisible(on)
            self._arguments_changed()
            if on:
                self.arguments.form.first_field().setFocus(Qt.FocusReason.OtherFocusReason)

    def _arguments_changed(self) -> None:
        if self.arguments is not None:
            self.send_call.setEnabled(self.arguments.is_changed)
        self.changed.emit()

    def _choose_call(self, call: Call) -> None:
        if self.arguments is not None and self.arguments.is_valid():
            self.chosen.emit(call.answer(self.arguments.value()))

    def _free_answer(self) -> QWidget:
        holder = QWidget(self)
        self.text = GrowingTextEdit(holder, ANSWER_LINES, ANSWER_LINES)
        self.text.setObjectName("free_answer")
        self.text.setAccessibleName(tr("Other answer"))
        self.text.setPlaceholderText(tr("Or write another answer"))
        self.as_text = QRadioButton(tr("as text"), holder)
        self.as_json = QRadioButton(tr("as JSON"), holder)
        self.as_text.setChecked(True)
        group = QButtonGroup(holder)
        group.addButton(self.as_text)
        group.addButton(self.as_json)
        self.use_button = QPushButton(tr("Use this answer"), holder)
        self.use_button.setObjectName("use_answer")
        self.use_button.setAutoDefault(False)
        self._text_sends = ElidedLabel("type", holder)
        self._text_sends.setFont(mono_font(11))
        line = QHBoxLayout()
        line.setSpacing(GUTTER)
        line.addWidget(self.as_text)
        line.addWidget(self.as_json)
        line.addWidget(self._text_sends, 1)
        line.addWidget(self.use_button)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.text)
        column.addLayout(line)
        self.text.textChanged.connect(self._edited)
        self.as_json.toggled.connect(lambda _: self._edited())
        self.use_button.clicked.connect(self._choose_text)
        self.use_button.setToolTip("Ctrl+Enter")
        return holder

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_form()

    def set_theme(self, tokens: ThemeTokens) -> None:
        if self.arguments is not None:
            self.arguments.set_theme(tokens)

    def _fit_form(self) -> None:
        """As high as what is typed; the payload above gives the room."""
        if self.form is not None:
            self.form.setFixedHeight(min(self.form.full_height(), MOST_FORM_HEIGHT))

    def first_field(self) -> QWidget:
        """Where typing goes first; never a button that decides."""
        if self.form is not None:
            return self.form.first_field()
        return self.text if self.text is not None else self

    def _edited(self) -> None:
        self._fit_form()
        self._problem.hide()
        self._show_what_is_sent()
        self.changed.emit()

    def _rest(self) -> Any:
        return self.form.value() if self.form is not None else {}

    def _show_what_is_sent(self) -> None:
        for option, button, label in self._sends:
            value = self._offer.answer(option, self._rest())
            sent = dump_line(value, SENDS_CHARACTERS)
            if self._in_lines:
                label.setText(tr("{answer} sends {value}", answer=option.label, value=sent))
            else:
                label.setText(tr("sends {value}", value=sent))
            label.setToolTip(tr("Sends {value}", value=dump_line(value, TOOLTIP_CHARACTERS)))
            keys = button.shortcut()
            button.setText(_caption(option, self._added(value)))
            # A new text takes the old one's shortcut away.
            button.setShortcut(keys)
            named = f" ({keys.toString()})" if keys.toString() else ""
            button.setToolTip(label.toolTip() + named)
        if self.text is not None:
            written = self.text.toPlainText()
            self.use_button.setEnabled(bool(written.strip()))
            self._text_sends.setText("")
            if written.strip():
                try:
                    sent = dump_line(self._free_value(), SENDS_CHARACTERS)
                    self._text_sends.setText(tr("sends {value}", value=sent))
                except JsonError:
                    self._text_sends.setText(tr("not JSON yet"))

    def _added(self, value: Any) -> Mapping[str, Any]:
        """What the form adds to a decision."""
        if self._offer.decision is None or not isinstance(value, Mapping):
            return {}
        return {name: each for name, each in value.items() if name != self._offer.decision}

    def _free_value(self) -> Any:
        """What the free text says. Raises ``JsonError``."""
        written = self.text.toPlainText() if self.text is not None else ""
        return parse(written) if self.as_json.isChecked() else written

    def _choose(self, option: Option) -> None:
        if self.form is not None and not self.form.is_valid():
            self.form.reveal_problems()
            return
        self.chosen.emit(self._offer.answer(option, self._rest()))

    def _choose_form(self) -> None:
        if self.form is not None and not self.form.reveal_problems():
            self._decide(self.form.value())

    def _choose_text(self) -> None:
        try:
            self._decide(self._free_value())
        except JsonError as error:
            self._refuse(str(error))

    def _decide(self, value: Any) -> None:
        if value is None:
            self._refuse(tr("null cannot be an answer; the node would be asked again."))
            return
        self.chosen.emit(value)

    def _refuse(self, reason: str) -> None:
        self._problem.setText(f"{PROBLEM_MARK} {reason}")
        self._problem.show()


def _caption(option: Option, added: Mapping[str, Any]) -> str:
    """What a button says: the decision, and that the form goes with it."""
    text = option.label
    if len(added) == 1:
        name = next(iter(added))[:NAME_CHARACTERS]
        text = tr("{answer} with {name}", answer=option.label, name=name)
    elif added:
        text = tr("{answer} with the form", answer=option.label)
    return text.replace("&", "&&")

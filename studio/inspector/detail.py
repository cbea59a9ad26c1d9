"""The pane under a tree: one value in full, in each of the forms that suit it."""

import json
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.inspecting.commands import DescribeValue
from runtime.debug.inspecting.views import ValueDescribed, ValueForm
from runtime.debug.values import TextPage, ValueHandle, ValuePreview
from runtime.debug.views import ErrorView, Failed, JsonValue
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.forms.facts_form import FactsForm
from studio.inspector.forms.image_form import ImageForm
from studio.inspector.forms.markdown_form import LONGEST, MarkdownForm
from studio.inspector.forms.message_form import MessageForm
from studio.inspector.forms.table_form import TableForm
from studio.inspector.forms.text_form import TextForm
from studio.inspector.items import CONTAINERS, type_text
from studio.inspector.requests import ValueRequests
from studio.language import later, tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens

JSON_LIMIT = 100_000
"""Characters of JSON that are shown at once; above it the one-line preview stands."""
PAGED = frozenset({"str", "bytes"})


@dataclass(frozen=True, slots=True)
class TracebackLine:
    """One line of a traceback; ``path`` and ``line`` lead to the user's own source."""

    text: str
    path: str = ""
    line: int = 0


def error_lines(error: ErrorView) -> list[TracebackLine]:
    """What happened, where in the user's own source, what helps; then the whole traceback."""
    lines = [TracebackLine(text) for text in f"{error.type}: {error.message}".splitlines()]
    for frame in error.frames:
        place = f'  File "{frame.path}", line {frame.line}, in {frame.function}'
        lines.append(TracebackLine(place, frame.path, frame.line))
        if frame.text:
            lines.append(TracebackLine(f"    {frame.text.strip()}", frame.path, frame.line))
    if error.remedy:
        lines += [TracebackLine(""), TracebackLine(error.remedy)]
    if error.traceback:
        lines += [TracebackLine(""), *traceback_lines(error)]
    return lines


def traceback_lines(error: ErrorView) -> list[TracebackLine]:
    """The traceback, with the lines that stand for the user's own frames marked."""
    places = {(frame.path, frame.line): frame for frame in error.frames}
    lines = []
    own = None
    for text in error.traceback.splitlines():
        if text.startswith('  File "'):
            own = next((frame for place, frame in places.items() if _names(text, place)), None)
        elif not text.startswith("    "):
            own = None
        if own is None:
            lines.append(TracebackLine(text))
        else:
            lines.append(TracebackLine(text, own.path, own.line))
    return lines


def _names(text: str, place: tuple[str, int]) -> bool:
    path, line = place
    return text.startswith(f'  File "{path}", line {line},') or text == (
        f'  File "{path}", line {line}'
    )


FORM_TITLES: dict[ValueForm, str] = {
    "message": later("Message"),
    "image": later("Image"),
    "table": later("Table"),
    "facts": later("Details"),
    "text": later("Text"),
    "json": later("JSON"),
    "markdown": later("Markdown"),
    "bytes": later("Bytes"),
}


class DetailPane(QWidget):
    """Heading and the value in one of the forms that suit it."""

    open_source = Signal(str, int)
    """Path and line of a frame that was clicked."""

    def __init__(
        self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self._requests = requests
        self._generation = 0
        self._handle: ValueHandle | None = None
        self._described: ValueDescribed | None = None
        self._chosen: dict[tuple[ValueForm, ...], ValueForm] = {}
        """What a person chose last among these forms."""
        self._lines: list[TracebackLine] = []
        self._heading = ElidedLabel(parent=self)
        self._heading.setProperty("role", "muted")
        self._heading.setObjectName("detail.heading")
        self.text_form = TextForm(requests, tokens, self)
        self.text_form.failed.connect(
            lambda reason: self._heading.setText(tr("cannot be read: {reason}", reason=reason))
        )
        self.text = self.text_form.text
        self.more_button = self.text_form.more_button
        self.text.line_clicked.connect(self._line_clicked)
        self.table_form = TableForm(requests.ask, tokens, self)
        self.table_form.view.copied = copy_to_clipboard
        self.table_form.model.refused.connect(self._heading.setText)
        self.image_form = ImageForm(requests.ask, self)
        self.message_form = MessageForm(requests.ask, tokens, self)
        self.facts_form = FactsForm(self)
        self.markdown_form = MarkdownForm(self)
        self._stack = QStackedLayout()
        self._pages: dict[ValueForm, QWidget] = {
            "text": self.text_form,
            "table": self.table_form,
            "image": self.image_form,
            "message": self.message_form,
            "facts": self.facts_form,
            "markdown": self.markdown_form,
            "json": self.text_form,
            "bytes": self.text_form,
        }
        for page in dict.fromkeys(self._pages.values()):
            self._stack.addWidget(page)
        self._top = QHBoxLayout()
        self._top.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        self._top.setSpacing(0)
        self._top.addWidget(self._heading, 1)
        self.form_buttons: dict[ValueForm, QToolButton] = {}
        group = QButtonGroup(self)
        for form, title in FORM_TITLES.items():
            button = QToolButton(self)
            button.setObjectName(f"detail.form.{form}")
            button.setText(tr(title))
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, wanted=form: self.choose(wanted))
            group.addButton(button)
            self._top.addWidget(button)
            self.form_buttons[form] = button
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._top)
        layout.addLayout(self._stack, 1)
        self.set_theme(tokens)
        self.clear()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.text_form.set_theme(tokens)
        self.message_form.set_theme(tokens)
        if self._lines:
            self._write_lines()

    def clear(self) -> None:
        self._begin(tr("Select a value to see it in full"))

    @property
    def form(self) -> ValueForm:
        """The form that is shown."""
        shown = (form for form, button in self.form_buttons.items() if button.isChecked())
        return next(shown, "text")

    @property
    def described(self) -> ValueDescribed | None:
        """What is known of the value that is shown."""
        return self._described

    def show_value(self, title: str, preview: ValuePreview, handle: ValueHandle | None) -> None:
        """Show one value: at once what is known of it, then in the form that suits it best."""
        self._begin(f"{title}    {type_text(preview)}", preview.text)
        if handle is None:
            return
        self._handle = handle
        generation = self._generation

        def on_described(reply: ValueDescribed | Failed) -> None:
            if generation == self._generation and isinstance(reply, ValueDescribed):
                self._take(reply)

        if preview.kind in PAGED:
            if preview.handle is not None and preview.size:
                self.text_form.show_pages(handle, as_bytes=preview.kind == "bytes")
        elif preview.size != 0 and (preview.kind in CONTAINERS or preview.kind == "opaque"):
            self._show_json(handle)
        self._requests.ask(DescribeValue(handle), on_described)

    def choose(self, form: ValueForm) -> None:
        """Show the value in another form."""
        if self._described is None or form not in self._described.forms:
            return
        self._chosen[self._described.forms] = form
        self._show_form(form)

    def show_error(self, title: str, error: ErrorView) -> None:
        """Show a traceback; the user's own frames stand out and can be clicked."""
        self._begin(title)
        self._lines = error_lines(error)
        self._write_lines()

    def show_text(self, title: str, text: str) -> None:
        self._begin(title, text)

    def _begin(self, heading: str, text: str = "") -> None:
        self._generation += 1
        self._handle = None
        self._described = None
        self._lines = []
        self._heading.setText(heading)
        self.image_form.cancel()
        self.text_form.clear(text)
        for button in self.form_buttons.values():
            button.hide()
        self.form_buttons["text"].setChecked(True)
        self._stack.setCurrentWidget(self.text_form)

    def _take(self, described: ValueDescribed) -> None:
        self._described = described
        several = len(described.forms) > 1
        for form, button in self.form_buttons.items():
            button.setVisible(several and form in described.forms)
        self._show_form(self._chosen.get(described.forms, described.forms[0]), first=True)

    def _show_form(self, form: ValueForm, *, first: bool = False) -> None:
        described, handle = self._described, self._handle
        if described is None or handle is None:
            return
        self.form_buttons[form].setChecked(True)
        self._stack.setCurrentWidget(self._pages[form])
        if form == "table":
            self.table_form.show_table(handle, described.columns, described.rows)
        elif form == "image":
            self.image_form.show_image(handle, described.image_type)
        elif form == "message" and described.message is not None:
            self.message_form.show_message(described.message, handle)
        elif form == "facts":
            self.facts_form.show_facts(described.facts)
        elif form in ("json", "markdown"):
            self._show_parsed(form, handle)
        elif not first:
            self._show_plain(described.preview, handle)

    def _show_plain(self, preview: ValuePreview, handle: ValueHandle) -> None:
        self.text_form.clear(preview.text)
        if preview.kind in PAGED:
            self.text_form.show_pages(handle, as_bytes=preview.kind == "bytes")
        else:
            self._show_json(handle)

    def _show_json(self, handle: ValueHandle) -> None:
        generation = self._generation

        def on_json(reply: JsonValue | Failed) -> None:
            if generation == self._generation and isinstance(reply, JsonValue):
                text = json.dumps(reply.value, ensure_ascii=False, indent=2)
                self.text_form.clear(text)

        self._requests.json(handle, JSON_LIMIT, on_json)

    def _show_parsed(self, form: ValueForm, handle: ValueHandle) -> None:
        generation = self._generation

        def on_text(page: TextPage | Failed) -> None:
            if generation != self._generation or self.form != form:
                return
            if isinstance(page, Failed):
                self._heading.setText(page.error.message)
            elif page.total > LONGEST:
                self._heading.setText(
                    tr("Only texts of up to {n:,} characters are laid out.", n=LONGEST)
                )
                self._stack.setCurrentWidget(self.text_form)
            elif form == "markdown":
                self.markdown_form.show_text(page.text)
            else:
                self.text_form.clear(_pretty(page.text))

        self._requests.text(handle, 0, LONGEST, on_text)

    def _write_lines(self) -> None:
        self.text.clear()
        own = QTextCharFormat()
        own.setForeground(QColor(self._tokens.failed))
        own.setBackground(QColor(self._tokens.selection))
        other = QTextCharFormat()
        other.setForeground(QColor(self._tokens.text_muted))
        plain = QTextCharFormat()
        plain.setForeground(QColor(self._tokens.text))
        cursor = QTextCursor(self.text.document())
        for number, line in enumerate(self._lines):
            if number:
                cursor.insertText("\n", plain)
            is_frame = line.text.startswith("  ")
            cursor.insertText(line.text, own if line.path else other if is_frame else plain)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.verticalScrollBar().setValue(0)

    def _line_clicked(self, number: int) -> None:
        if number < len(self._lines) and self._lines[number].path:
            line = self._lines[number]
            self.open_source.emit(line.path, line.line)


def _pretty(text: str) -> str:
    """JSON with indentation, or the text itself where it is none."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def copy_to_clipboard(text: str) -> None:
    """Put text on the clipboard."""
    QGuiApplication.clipboard().setText(text)

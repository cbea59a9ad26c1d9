"""The dialog that changes state at a checkpoint and forks from there."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import RunMode, StateEdit, UpdateMode
from runtime.debug.description import GraphDescription
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointView, EditPreview, ErrorView, Failed, JsonValue
from studio.editing.channel_editor import ChannelEditor
from studio.editing.drafts import EditDrafts
from studio.editing.effect_panel import EffectPanel
from studio.editing.undo import EditHistory, Place
from studio.editing.undo_keys import UndoKeys
from studio.forms import Problem, SchemaForm
from studio.forms.appearance import form_stylesheet
from studio.forms.field import plain_label
from studio.forms.scalars import QuietComboBox
from studio.forms.schema_form import FormState
from studio.language import later, tr
from studio.shell.icons import icon
from studio.shell.theme import GUTTER, ThemeTokens, current_theme

PREVIEW_DELAY_MS = 250
JSON_LIMIT = 400_000
"""Characters of a value that a form still edits with ease."""

COMMIT_KEYS: tuple[tuple[str, RunMode | None], ...] = (
    ("Ctrl+Return", "run"),
    ("Ctrl+Alt+Return", "paused"),
    ("Ctrl+Shift+Return", None),
)

AskPreview = Callable[[StateEdit, Callable[[EditPreview | Failed], None]], None]
"""``(edit, on_preview)``; the answer comes later, in the window's thread."""
AskJson = Callable[[ValueHandle, int, Callable[[JsonValue | Failed], None]], None]
"""``(handle, limit, on_value)``, the limit in characters."""

_MARKS = {"": "", "refused": later("refused"), "edited": later("edited")}
INFERRED = later("inferred from the history")


class EditStateDialog(QDialog):
    """Edits channels of one checkpoint and shows what that would do before it is done.

    ``ran_last`` is the node that ran in the superstep before; the edit stands for it unless a
    person chooses otherwise. ``commit_requested(edit, mode)`` carries a ``StateEdit`` and how to
    run on from it, ``None`` for not at all. The owner answers with ``accept()``, or with
    ``show_failure`` when the session refuses: then the dialog stays with everything that was
    written.
    """

    commit_requested = Signal(object, object)

    def __init__(
        self,
        view: CheckpointView,
        graph: GraphDescription,
        ask_preview: AskPreview,
        ask_json: AskJson,
        parent: QWidget,
        channel: str | None = None,
        ran_last: str | None = None,
    ) -> None:
        super().__init__(parent)
        tokens = current_theme()
        self.setObjectName("edit_state_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Edit state at step {step}", step=view.row.step))
        self._drafts = EditDrafts(view, graph)
        self._ask_preview = ask_preview
        self._ask_json = ask_json
        self._asked = 0
        self._preview: EditPreview | None = None
        self._open = True
        self._waiting = False

        self.channel_list = QListWidget(self)
        self.channel_list.setObjectName("channels")
        self.channel_list.setAccessibleName(tr("Channels"))
        self.channel_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.channel_list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        for description in self._drafts.channels:
            item = QListWidgetItem(description.name, self.channel_list)
            item.setData(Qt.ItemDataRole.UserRole, description.name)
        self.editor = ChannelEditor(tokens, self)
        self.effect = EffectPanel(tokens, self)
        self.node_choice = QuietComboBox(self)
        self.node_choice.setObjectName("as_node")
        self.node_choice.addItem(tr(INFERRED), None)
        for node in graph.nodes:
            if node.kind in ("node", "subgraph"):
                last = "   " + tr("ran last") if node.name == ran_last else ""
                self.node_choice.addItem(f"{node.name}{last}", node.name)
        chosen = self.node_choice.findData(ran_last)
        if ran_last is not None and chosen >= 0:
            self.node_choice.setCurrentIndex(chosen)
            self._drafts.as_node = ran_last
        self.fork_button = QPushButton(tr("Fork"), self)
        self.fork_button.setObjectName("fork")
        self.pause_button = QPushButton(tr("Fork and pause"), self)
        self.pause_button.setObjectName("fork_and_pause")
        self.continue_button = QPushButton(tr("Fork and run"), self)
        self.continue_button.setObjectName("fork_and_continue")
        self.continue_button.setProperty("role", "primary")
        self.cancel_button = QPushButton(tr("Cancel"), self)
        self.history = EditHistory(self._restore, self)
        UndoKeys(self, self.history)
        self._states: dict[Place, FormState] = {}
        self.undo_button = self._history_button("undo", tr("Undo  (Ctrl+Z)"))
        self.redo_button = self._history_button("redo", tr("Redo  (Ctrl+Shift+Z)"))
        self.undo_button.clicked.connect(self.history.undo)
        self.redo_button.clicked.connect(self.history.redo)
        self.history.canUndoChanged.connect(self.undo_button.setEnabled)
        self.history.canRedoChanged.connect(self.redo_button.setEnabled)
        self._lay_out(view)
        self._dress(tokens)

        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PREVIEW_DELAY_MS)
        self._timer.timeout.connect(self._request_preview)
        self.channel_list.currentItemChanged.connect(lambda _new, _old: self._show_channel())
        self.editor.changed.connect(self._edited)
        self.editor.mode_changed.connect(self._set_mode)
        self.node_choice.currentIndexChanged.connect(lambda _: self._set_node())
        self.fork_button.clicked.connect(lambda: self._commit(None))
        self.pause_button.clicked.connect(lambda: self._commit("paused"))
        self.continue_button.clicked.connect(lambda: self._commit("run"))
        self.cancel_button.clicked.connect(self.reject)
        for keys, mode in COMMIT_KEYS:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda chosen=mode: self._commit(chosen))
        self._select(channel)
        self._refresh()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._dress(tokens)
        self.editor.set_theme(tokens)
        self.effect.set_theme(tokens)
        if self._preview is not None:
            self.effect.show_preview(self._preview)
        self._refresh()

    def _dress(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(form_stylesheet(tokens))
        self.fork_button.setIcon(icon("fork", tokens))
        self.pause_button.setIcon(icon("pause", tokens))
        self.continue_button.setIcon(icon("run", tokens, tokens.accent_text))
        self.undo_button.setIcon(icon("undo", tokens))
        self.redo_button.setIcon(icon("redo", tokens))
        self._marks = {
            "edited": icon("edit", tokens, tokens.accent),
            "refused": icon("error", tokens, tokens.failed),
            "": icon("edit", tokens, "transparent"),
        }

    def _lay_out(self, view: CheckpointView) -> None:
        row = view.row
        place = plain_label(
            tr(
                "thread {thread_id}   ·   step {step}   ·   checkpoint {checkpoint_id}",
                thread_id=row.thread_id,
                step=row.step,
                checkpoint_id=row.checkpoint_id,
            ),
            "type",
            self,
        )
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        for widget, stretch in ((self.channel_list, 0), (self.editor, 3), (self.effect, 2)):
            split.addWidget(widget)
            split.setStretchFactor(split.indexOf(widget), stretch)
        split.setSizes([176, 540, 340])
        node_label = plain_label(tr("Write as node"), "field-label", self)
        node_label.setBuddy(self.node_choice)
        tip = tr("The edit counts as this node's writes; its edges decide what runs next.")
        self.node_choice.setToolTip(tip)
        node_label.setToolTip(tip)
        for button in (self.cancel_button, *self._commit_buttons):
            button.setAutoDefault(False)
        bottom = QHBoxLayout()
        bottom.setSpacing(GUTTER)
        bottom.addWidget(self.undo_button)
        bottom.addWidget(self.redo_button)
        bottom.addSpacing(GUTTER)
        bottom.addWidget(node_label)
        bottom.addWidget(self.node_choice)
        bottom.addStretch(1)
        bottom.addWidget(self.cancel_button)
        for button in self._commit_buttons:
            bottom.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(place)
        layout.addWidget(split, 1)
        layout.addLayout(bottom)
        self.resize(1080, 660)

    def show_failure(self, error: ErrorView) -> None:
        """The session refused the edit: say why and keep everything that was written."""
        self._wait(False)
        self.effect.show_message(
            " ".join(filter(None, (tr("Not saved."), error.message, error.remedy))), problem=True
        )
        self._refresh()

    def _wait(self, on: bool) -> None:
        """Take no input while the session saves."""
        self._waiting = on
        self.setEnabled(not on)

    def done(self, result: int) -> None:
        self._open = False
        self._timer.stop()
        super().done(result)

    def reject(self) -> None:
        """Close; with something written, ask first."""
        if self._waiting:
            return
        if not self._drafts.edited:
            super().reject()
            return
        question = QMessageBox(self)
        question.setObjectName("discard_edit")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(tr("Discard the edit?"))
        question.setText(tr("The edit was not saved. Discard it?"))
        discard = question.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        question.setDefaultButton(
            question.addButton(tr("Keep editing"), QMessageBox.ButtonRole.RejectRole)
        )

        def answered() -> None:
            if question.clickedButton() is discard:
                QDialog.reject(self)

        question.finished.connect(lambda _: answered())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()

    @property
    def _commit_buttons(self) -> tuple[QPushButton, ...]:
        return self.fork_button, self.pause_button, self.continue_button

    # Which channel, which mode, as which node.

    @property
    def channel(self) -> str | None:
        """The channel in the editor."""
        row = self.channel_list.currentRow()
        if row < 0:
            return None
        return str(self.channel_list.item(row).data(Qt.ItemDataRole.UserRole))

    def _select(self, channel: str | None) -> None:
        for index in range(self.channel_list.count()):
            item = self.channel_list.item(index)
            if channel in (None, item.data(Qt.ItemDataRole.UserRole)):
                self.channel_list.setCurrentItem(item)
                return
        self.editor.show_message(tr("This graph has no channel that can be edited."))

    def _show_channel(self) -> None:
        name = self.channel
        if name is None:
            return
        mode = self._drafts.mode_of(name)
        self.editor.show_channel(self._drafts.channel(name), mode, self._drafts.is_empty(name))
        form = self.editor.form(name, mode)
        if form is not None:
            self.editor.show_form(form)
        elif mode == "reducer" or self._drafts.is_empty(name):
            self._begin(name, mode, self.editor.blank(self._drafts.channel(name)))
        else:
            self._read_value(name)

    def _read_value(self, name: str) -> None:
        self.editor.show_message(tr("Reading the value…"))

        def read(reply: JsonValue | Failed) -> None:
            if not self._open:
                return
            if isinstance(reply, Failed):
                if self.channel == name:
                    self.editor.show_message(
                        tr("This value cannot be edited: {message}", message=reply.error.message)
                    )
            elif self.editor.form(name, "overwrite") is None:
                self._begin(name, "overwrite", reply.value)

        self._ask_json(self._drafts.handle(name), JSON_LIMIT, read)

    def _begin(self, name: str, mode: UpdateMode, start: object) -> None:
        form = self.editor.make_form(self._drafts.channel(name), mode, start)
        self._drafts.begin(name, mode, start)
        self._states[name, mode] = form.state()
        form.switched.connect(lambda: self._switched((name, mode), form))
        if self.channel == name and self._drafts.mode_of(name) == mode:
            self.editor.show_form(form)

    def _switched(self, place: Place, form: SchemaForm) -> None:
        """The other page of a form says the same in its way."""
        self._states[place] = form.state()

    def _set_mode(self, mode: UpdateMode) -> None:
        name = self.channel
        if name is not None and self._drafts.mode_of(name) != mode:
            self.history.chose(partial(self._put_mode, name), self._drafts.mode_of(name), mode)
            self._put_mode(name, mode)

    def _put_mode(self, channel: str, mode: UpdateMode) -> None:
        self._drafts.set_mode(channel, mode)
        if self.channel == channel:
            self._show_channel()
        else:
            self._select(channel)
        self._edit_changed()

    def _set_node(self) -> None:
        node = self.node_choice.currentData()
        if node != self._drafts.as_node:
            self.history.chose(self._put_node, self._drafts.as_node, node)
            self._put_node(node)

    def _put_node(self, node: str | None) -> None:
        self._drafts.as_node = node
        self.node_choice.setCurrentIndex(self.node_choice.findData(node))
        self._edit_changed()

    # Undoing.

    def _history_button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"edit.{name}")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setEnabled(False)
        return button

    def _restore(
        self, place: Place, state: FormState, touched: bool, path: tuple[str, ...]
    ) -> None:
        """Have a channel's form say what it said at another step."""
        channel, mode = place
        if self._drafts.mode_of(channel) != mode:
            self._drafts.set_mode(channel, mode)
        if self.channel != channel:
            self._select(channel)
        self._show_channel()
        form, draft = self.editor.form(channel, mode), self._drafts.draft(channel)
        if form is None or draft is None:
            return
        form.restore(state, path)
        self._states[place] = state
        draft.value, draft.valid, draft.touched = form.value(), form.is_valid(), touched
        self._edit_changed()

    # What was written, and what it would do.

    def _edited(self) -> None:
        name = self.channel
        if name is None:
            return
        form = self.editor.form(name, self._drafts.mode_of(name))
        draft = self._drafts.draft(name)
        if form is not None and draft is not None:
            place, now = (name, self._drafts.mode_of(name)), form.state()
            before = self._states.get(place, now)
            self._states[place] = now
            self.history.wrote(place, before, now, draft.touched)
            draft.value, draft.valid, draft.touched = form.value(), form.is_valid(), True
        self._edit_changed()

    def _edit_changed(self) -> None:
        self._preview = None
        self._asked += 1
        self._timer.start()
        self._refresh()

    def _request_preview(self) -> None:
        if not self._drafts.edited or not self._drafts.is_valid:
            self._refresh()
            return
        asked = self._asked

        def previewed(reply: EditPreview | Failed) -> None:
            if self._open and asked == self._asked:
                self._show_preview(reply)

        self._ask_preview(self._drafts.edit(), previewed)

    def _show_preview(self, reply: EditPreview | Failed) -> None:
        if isinstance(reply, Failed):
            self.effect.show_message(reply.error.message, problem=True)
            return
        for name in self._drafts.edited:
            form = self.editor.form(name, self._drafts.mode_of(name))
            if form is not None:
                form.set_problems(
                    [
                        Problem(problem.path, problem.message)
                        for problem in reply.problems
                        if problem.channel == name
                    ]
                )
        if reply.problems:
            self.effect.show_problems(reply.problems)
            self._mark_channels({problem.channel for problem in reply.problems})
            return
        self._preview = reply
        if self._drafts.as_node is None and reply.as_node:
            self.node_choice.setItemText(0, tr("inferred: {as_node}", as_node=reply.as_node))
        self.effect.show_preview(reply)
        self._refresh()

    def _refresh(self) -> None:
        """Say what is missing and enable what is possible."""
        ready = self._preview is not None
        for button in self._commit_buttons:
            button.setEnabled(ready)
        invalid = {
            name
            for name in self._drafts.edited
            if (draft := self._drafts.draft(name)) is not None and not draft.valid
        }
        self._mark_channels(invalid)
        if ready:
            return
        if invalid:
            self.effect.show_message(tr("Fix the marked values to see what the edit would do."))
        elif self._drafts.edited:
            self.effect.show_message(tr("Looking up what the edit would do…"))
        else:
            self.effect.show_message(
                tr(
                    "Change a value to see its effect: the state before and after, the versions,"
                    " and what would run next."
                )
            )

    def _mark_channels(self, invalid: set[str]) -> None:
        edited = set(self._drafts.edited)
        for index in range(self.channel_list.count()):
            item = self.channel_list.item(index)
            name = str(item.data(Qt.ItemDataRole.UserRole))
            mark = "refused" if name in invalid else "edited" if name in edited else ""
            item.setIcon(self._marks[mark])
            about = ", ".join(part for part in (name, tr(_MARKS[mark])) if part)
            item.setToolTip(f"{about}\n{self._drafts.channel(name).type}")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, about)

    def _commit(self, mode: RunMode | None) -> None:
        if self._preview is not None and not self._waiting:
            self._wait(True)
            self.commit_requested.emit(self._drafts.edit(), mode)

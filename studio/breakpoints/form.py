"""The form in which one breakpoint is written, each problem beside its field."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from runtime.debug.commands import Breakpoint
from studio.breakpoints.places import Places, place_text
from studio.breakpoints.table import KIND_WORDS, KINDS, of_kind, trouble_of
from studio.expressions.checker import Check
from studio.expressions.field import ExpressionField
from studio.forms.field import set_flag
from studio.inspector.elided_label import ElidedLabel
from studio.language import later, tr
from studio.shell.theme import GRID, GUTTER, mono_font

HITS_HINT = later("3, >= 3, or % 3 for every third")


class BreakpointForm(QWidget):
    """``changed`` carries the breakpoint as it is now; texts count when they are finished."""

    changed = Signal(object)

    def __init__(self, check: Check, places: Places, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("breakpoints.form")
        self._places = places
        self._shown: Breakpoint | None = None
        self.kind = QComboBox(self)
        self.kind.setObjectName("breakpoints.kind")
        for kind in KINDS:
            self.kind.addItem(tr(KIND_WORDS[kind]), kind)
        self.kind.activated.connect(lambda _: self._set_kind())
        self.where = QComboBox(self)
        self.where.setObjectName("breakpoints.where")
        self.where.setEditable(True)
        self.where.setAccessibleName(tr("Where it stops"))
        self.where.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.where.setFont(mono_font())
        for box in (self.kind, self.where):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(4)
        self.where.activated.connect(lambda _: self._set_where())
        where = self.where.lineEdit()
        if where is not None:
            where.editingFinished.connect(self._set_where)
        self.condition = ExpressionField(check, "breakpoints.condition", self)
        self.condition.line.setPlaceholderText(tr("An expression, such as round > 2"))
        self.condition.line.editingFinished.connect(self._set_texts)
        self.hits = QLineEdit(self)
        self.hits.setObjectName("breakpoints.hits")
        self.hits.setFont(mono_font())
        self.hits.setPlaceholderText(tr("all"))
        self.hits.setFixedWidth(18 * GRID)
        self.hits.editingFinished.connect(self._set_texts)
        self.hits_said = ElidedLabel(tr(HITS_HINT), self)
        self.logs = QCheckBox(self)
        self.logs.setObjectName("breakpoints.logs")
        self.logs.setToolTip(tr("Log a message instead of pausing"))
        self.logs.setAccessibleName(tr("Log instead of pausing"))
        self.logs.toggled.connect(self._set_logs)
        self.message = ExpressionField(check, "breakpoints.message", self, template=True)
        self.message.line.setPlaceholderText(
            tr("A message instead of a pause, such as round {round}")
        )
        self.message.line.editingFinished.connect(self._set_texts)
        self._build()
        self.show_breakpoint(None)

    def _build(self) -> None:
        self.labels = [
            self._label(text, buddy)
            for text, buddy in (
                (tr("Stop"), self.kind),
                (tr("Only if"), self.condition.line),
                (tr("Hits"), self.hits),
                (tr("Log"), self.message.line),
            )
        ]
        grid = QGridLayout(self)
        grid.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        grid.setHorizontalSpacing(GUTTER)
        grid.setVerticalSpacing(GRID)
        rows: tuple[tuple[QWidget, ...], ...] = (
            (self.kind, self.where),
            (self.condition,),
            (self.hits, self.hits_said),
            (self.logs, self.message),
        )
        for row, (label, parts) in enumerate(zip(self.labels, rows, strict=True)):
            line = QHBoxLayout()
            line.setSpacing(GUTTER)
            for part in parts:
                line.addWidget(part, 0 if part in (self.hits, self.logs) else 1)
                if part is self.logs:
                    line.setAlignment(part, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            grid.addLayout(line, row, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(rows), 1)

    def _label(self, text: str, buddy: QWidget) -> QLabel:
        label = QLabel(text, self)
        label.setProperty("role", "muted")
        label.setBuddy(buddy)
        # On the line of the text in the field beside it.
        label.setContentsMargins(0, GRID, 0, 0)
        return label

    def show_breakpoint(self, kept: Breakpoint | None) -> None:
        """Show one to be edited; ``None`` shows none."""
        other = kept is None or self._shown is None or kept.id != self._shown.id
        self._shown = kept
        self.setEnabled(kept is not None)
        if kept is None:
            return
        with QSignalBlocker(self.logs):
            self.logs.setChecked(kept.logs)
        self.kind.setCurrentIndex(self.kind.findData(kept.kind))
        self._offer_places(kept)
        for field in (self.condition, self.message):
            field.line.namespace = kept.namespace
        for field, text in ((self.condition, kept.condition), (self.message, kept.message)):
            if other or field.line.text() != text:
                field.set_text(text)
        self.hits.setText(kept.hits)
        self.message.setEnabled(kept.logs)
        self._tell(kept)

    def places_changed(self) -> None:
        """More is known of the graph."""
        if self._shown is not None:
            self._offer_places(self._shown)

    def edit(self, field: str) -> None:
        """Give the keyboard to the condition, or to the place."""
        target = self.condition.line if field == "condition" else self.where
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        line = self.where.lineEdit() if target is self.where else self.condition.line
        if line is not None:
            line.selectAll()

    def _offer_places(self, kept: Breakpoint) -> None:
        offered = self._places.subjects(kept.kind)
        self.where.setEnabled(bool(offered))
        with QSignalBlocker(self.where):
            self.where.clear()
            self.where.addItems(list(offered))
            self.where.setCurrentText(place_text(kept.namespace, kept.subject) if offered else "")
            line = self.where.lineEdit()
            if line is not None:
                line.setCursorPosition(0)

    def _tell(self, kept: Breakpoint) -> None:
        """Put what is wrong beside its field."""
        trouble = trouble_of(kept)
        part = None if trouble is None else trouble.part
        text = "" if trouble is None else trouble.text
        set_flag(self.hits, "invalid", part == "hits")
        set_flag(self.hits_said, "role", "error" if part == "hits" else "muted")
        self.hits_said.setText(text if part == "hits" else tr(HITS_HINT))
        set_flag(self.message.line, "invalid", part == "message")
        if part == "message":
            self.message.say(text, "error")
        if part == "condition":
            self.condition.say(text, "error")
        else:
            self.condition.line.check_now()

    def _put(self, kept: Breakpoint) -> None:
        if kept != self._shown:
            self.show_breakpoint(kept)
            self.changed.emit(kept)

    def _set_kind(self) -> None:
        if self._shown is not None:
            self._put(of_kind(self._shown, self.kind.currentData()))

    def _set_where(self) -> None:
        if self._shown is not None and self.where.isEnabled():
            namespace, subject = self._places.read(self.where.currentText())
            self._put(replace(self._shown, namespace=namespace, subject=subject))

    def _set_texts(self) -> None:
        if self._shown is not None:
            self._put(
                replace(
                    self._shown,
                    condition=self.condition.text,
                    hits=self.hits.text().strip(),
                    message=self.message.line.text(),
                )
            )

    def _set_logs(self, on: bool) -> None:
        if self._shown is not None:
            self._put(replace(self._shown, logs=on))

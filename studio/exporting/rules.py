"""The rules of what is taken out of an exported run, as rows that a person writes."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import RedactionRule
from studio.language import later, tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, current_theme, mono_font

Kind = Literal["name", "text"]
KINDS: tuple[tuple[Kind, str], ...] = (
    ("name", later("Values named")),
    ("text", later("Texts that match")),
)
HINTS: dict[Kind, str] = {
    "name": later("A channel, key or field, such as *token*"),
    "text": later("A regular expression, such as \\d{16}"),
}
USUAL: tuple[tuple[str, tuple[RedactionRule, ...]], ...] = (
    (
        later("Keys, tokens and passwords"),
        tuple(
            RedactionRule("name", name)
            for name in ("*api*key*", "*token", "*secret*", "*password*", "authorization")
        ),
    ),
    (later("E-mail addresses"), (RedactionRule("text", r"[\w.+-]+@[\w-]+\.[\w.-]+"),)),
    (later("Keys in texts"), (RedactionRule("text", r"\b(sk|pk|ghp|xoxb)[-_][\w-]{8,}"),)),
    (later("Names of folders"), (RedactionRule("text", r"(/home|/Users|[A-Z]:\\Users)[/\\]\w+"),)),
)
_LEAST_HEIGHT = 120


class RulesEditor(QWidget):
    """A row for each rule; ``changed`` comes with every letter."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export.rules")
        self.rows: list[_RuleRow] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID)
        self._none = QLabel(tr("Nothing: the file holds everything that the thread holds."), self)
        self._none.setProperty("role", "muted")
        self._none.setWordWrap(True)
        self._column.addWidget(self._none)
        self._column.addStretch(1)
        inner = QWidget(self)
        inner.setLayout(self._column)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setMinimumHeight(_LEAST_HEIGHT)
        area.setWidget(inner)
        tokens = current_theme()
        self.add = QToolButton(self)
        self.add.setObjectName("export.add_rule")
        self.add.setText(tr("Add a rule"))
        self.add.setIcon(icon("add", tokens, tokens.text))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.clicked.connect(lambda: self._add(RedactionRule("name", ""), focus=True))
        self.usual = QToolButton(self)
        self.usual.setObjectName("export.usual_rules")
        self.usual.setText(tr("Usual rules"))
        self.usual.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.usual)
        for title, rules in USUAL:
            menu.addAction(tr(title), partial(self._add_usual, rules))
        self.usual.setMenu(menu)
        buttons = QHBoxLayout()
        buttons.setSpacing(GUTTER)
        buttons.addWidget(self.add)
        buttons.addWidget(self.usual)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(area, 1)
        layout.addLayout(buttons)

    @property
    def rules(self) -> tuple[RedactionRule, ...]:
        """Those that say something."""
        return tuple(row.rule for row in self.rows if row.rule.pattern)

    def set_rules(self, rules: Sequence[RedactionRule]) -> None:
        """Show these instead."""
        for row in tuple(self.rows):
            self._remove(row)
        for rule in rules:
            self._add(rule)

    def _add_usual(self, rules: Sequence[RedactionRule]) -> None:
        for rule in rules:
            if rule not in self.rules:
                self._add(rule)

    def _add(self, rule: RedactionRule, *, focus: bool = False) -> None:
        row = _RuleRow(rule, self._remove, self)
        row.changed.connect(self.changed)
        self._column.insertWidget(len(self.rows), row)
        self.rows.append(row)
        self._none.hide()
        if focus:
            row.pattern.setFocus()
        self.changed.emit()

    def _remove(self, row: "_RuleRow") -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.deleteLater()
        self._none.setVisible(not self.rows)
        self.changed.emit()


class _RuleRow(QWidget):
    changed = Signal()

    def __init__(
        self, rule: RedactionRule, on_remove: "Callable[[_RuleRow], None]", parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("What the rule is about"))
        for kind, title in KINDS:
            self.kind.addItem(tr(title), kind)
        self.kind.setCurrentIndex([kind for kind, _ in KINDS].index(rule.kind))
        self.kind.currentIndexChanged.connect(lambda _: self._kind_changed())
        self.pattern = QLineEdit(rule.pattern, self)
        self.pattern.setFont(mono_font())
        self.pattern.setAccessibleName(tr("What is taken out"))
        self.pattern.textChanged.connect(lambda _: self.changed.emit())
        remove = QToolButton(self)
        tokens = current_theme()
        remove.setIcon(icon("close", tokens, tokens.text_muted))
        remove.setToolTip(tr("Remove the rule"))
        remove.setAccessibleName(tr("Remove the rule"))
        remove.clicked.connect(lambda: on_remove(self))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.kind)
        layout.addWidget(self.pattern, 1)
        layout.addWidget(remove)
        self._kind_changed()

    @property
    def rule(self) -> RedactionRule:
        return RedactionRule(KINDS[self.kind.currentIndex()][0], self.pattern.text().strip())

    def _kind_changed(self) -> None:
        self.pattern.setPlaceholderText(tr(HINTS[self.rule.kind]))
        self.changed.emit()


def rules_to_text(rules: Sequence[RedactionRule]) -> list[str]:
    """As the settings keep them."""
    return [json.dumps([rule.kind, rule.pattern], ensure_ascii=False) for rule in rules]


def rules_from_text(kept: Sequence[str]) -> list[RedactionRule]:
    """Those that still read."""
    found = []
    for text in kept:
        try:
            kind, pattern = json.loads(text)
        except (ValueError, TypeError):
            continue
        if kind in ("name", "text") and isinstance(pattern, str):
            found.append(RedactionRule(kind, pattern))
    return found

"""What is to be known of a date, an enum, an exception or an array, in lines of name and text."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from runtime.debug.inspecting.views import Fact, FactName
from studio.language import later, plural, tr
from studio.shell.theme import GRID, GUTTER, mono_font

_TITLES: dict[FactName, str] = {
    "class": later("Class"),
    "name": later("Name"),
    "value": later("Value"),
    "members": later("Members"),
    "iso": later("As stored"),
    "zone": later("Time zone"),
    "message": later("Message"),
    "traceback": later("Traceback"),
    "shape": later("Shape"),
    "items": later("Items"),
    "bytes": later("Bytes"),
}


def lines_of(facts: Sequence[Fact], now: datetime) -> list[tuple[str, str]]:
    """Titles and texts; times also as they are here, and how long ago."""
    lines: list[tuple[str, str]] = []
    told = {fact.name: fact.text for fact in facts}
    for fact in facts:
        if fact.name == "timestamp":
            moment = datetime.fromtimestamp(float(fact.text)).astimezone()
            lines.append((tr("Here"), _local(moment)))
            lines.append((tr("From now"), apart((moment - now).total_seconds())))
        elif fact.name == "days":
            day = date.fromisoformat(told["iso"])
            lines.append((tr("From now"), _days((day - now.date()).days)))
        elif fact.name == "seconds":
            seconds = float(fact.text)
            lines.append((tr("Duration"), duration(seconds)))
            lines.append((tr("Seconds"), f"{seconds:,.6f}".rstrip("0").rstrip(".")))
        elif fact.text:
            text = f"{int(fact.text):,}" if fact.name == "bytes" else fact.text
            lines.append((tr(_TITLES[fact.name]), text))
    if "iso" in told and "timestamp" not in told and "T" in told["iso"]:
        lines.append((tr("Time zone"), tr("none: whose time it is, the value does not say")))
    return lines


def _local(moment: datetime) -> str:
    day = QDate(moment.year, moment.month, moment.day)
    shown = QLocale().toString(day, QLocale.FormatType.LongFormat)
    return f"{shown} {moment:%H:%M:%S} ({moment.tzname()})"


def apart(seconds: float) -> str:
    """How far a moment is from now, in its largest unit."""
    past, distance = seconds < 0, abs(seconds)
    if (n := int(distance)) < 60:
        if past:
            return plural("{n} second ago", "{n} seconds ago", n)
        return plural("in {n} second", "in {n} seconds", n)
    if (n := int(distance // 60)) < 60:
        if past:
            return plural("{n} minute ago", "{n} minutes ago", n)
        return plural("in {n} minute", "in {n} minutes", n)
    if (n := int(distance // 3600)) < 48:
        if past:
            return plural("{n} hour ago", "{n} hours ago", n)
        return plural("in {n} hour", "in {n} hours", n)
    return _days(int(distance // 86_400) * (-1 if past else 1))


def _days(days: int) -> str:
    if days == 0:
        return tr("today")
    if days < 0:
        return plural("{n:,} day ago", "{n:,} days ago", -days)
    return plural("in {n:,} day", "in {n:,} days", days)


def duration(seconds: float) -> str:
    """A length of time as days, hours, minutes and seconds."""
    sign = "-" if seconds < 0 else ""
    return f"{sign}{timedelta(seconds=abs(seconds))}"


class FactsForm(QScrollArea):
    """The lines; each text can be selected."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.lines: list[tuple[str, str]] = []

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show what is known now."""
        self.lines = lines_of(facts, datetime.now().astimezone())
        content = QWidget(self)
        content.setObjectName("detail.facts")
        form = QFormLayout()
        form.setHorizontalSpacing(GUTTER * 2)
        form.setVerticalSpacing(GRID)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        for title, text in self.lines:
            name, value = QLabel(title, content), QLabel(text, content)
            name.setProperty("role", "muted")
            name.setAlignment(Qt.AlignmentFlag.AlignTop)
            value.setTextFormat(Qt.TextFormat.PlainText)
            value.setWordWrap(True)
            value.setFont(mono_font())
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(name, value)
        column = QVBoxLayout(content)
        column.setContentsMargins(GUTTER, GRID, GUTTER, GUTTER)
        column.addLayout(form)
        column.addStretch(1)
        self.setWidget(content)

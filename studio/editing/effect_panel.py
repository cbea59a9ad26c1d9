"""What an edit would do: each channel before and after, and what would run next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from runtime.debug.comparing.lines import diff_lines
from runtime.debug.views import ChannelChange, EditPreview, FieldProblem
from studio.editing.diff_view import DiffView
from studio.forms.field import PROBLEM_MARK, clear_layout, plain_label
from studio.language import tr
from studio.shell.icons import icon_pixmap
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class EffectPanel(QScrollArea):
    """The answer to "what would happen", always for the edit as it stands."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("effect")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tokens = tokens
        self._said: list[str] = []
        self._body = QWidget()
        self._body.setObjectName("form_body")
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        self._layout.setSpacing(GRID)
        self.setWidget(self._body)

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Colours of what is shown from now on."""
        self._tokens = tokens

    def show_message(self, text: str, problem: bool = False) -> None:
        """One sentence in place of an effect."""
        self._restart()
        self._line(f"{PROBLEM_MARK} {text}" if problem else text, "problem" if problem else "type")
        self._layout.addStretch(1)

    def show_problems(self, problems: Sequence[FieldProblem]) -> None:
        """Why the edit is refused as it stands."""
        self._restart()
        self._line(tr("Refused as it stands"), "heading")
        for problem in problems:
            place = " / ".join(part for part in (problem.channel, *problem.path) if part)
            text = f"{place}: {problem.message}" if place else problem.message
            self._line(f"{PROBLEM_MARK} {text}", "problem")
        self._layout.addStretch(1)

    def show_preview(self, preview: EditPreview) -> None:
        """The effect on channels, on what runs next, and on the history."""
        self._restart()
        if preview.forks:
            self._fork_line()
        if preview.as_node:
            self._line(tr("Written as if by {as_node}.", as_node=preview.as_node), "type")
        self._line(tr("Runs next"), "heading", GUTTER)
        self._line(
            ", ".join(counted_names(preview.next)) or tr("nothing: the run is done"), "value"
        )
        if preview.again:
            self._line(tr("Executes again"), "heading", GUTTER)
            names = ", ".join(counted_names(preview.again))
            self._line(tr("{names}, which ran before on another branch", names=names), "value")
        if preview.kept:
            self._line(tr("Kept"), "heading", GUTTER)
            names = ", ".join(counted_names(preview.kept))
            self._line(
                tr("recorded writes of {names}; they do not run again", names=names), "value"
            )
        if preview.dropped:
            self._line(tr("Left behind"), "heading", GUTTER)
            names = ", ".join(counted_names(preview.dropped))
            self._line(
                tr("recorded writes of {names}; they run again when due", names=names), "value"
            )
        for change in preview.changes:
            self._show_change(change)
        if not preview.changes:
            self._line(tr("No channel changes."), "type", GUTTER)
        self._layout.addStretch(1)

    def _show_change(self, change: ChannelChange) -> None:
        arrow = tr(
            "version {before_version} → {after_version}",
            before_version=change.before_version,
            after_version=change.after_version,
        )
        self._line(f"{change.channel}   {arrow}", "heading", GUTTER)
        lines = diff_lines(change.before_text, change.after_text)
        if not lines:
            same = change.before_text == change.after_text and change.before == change.after
            self._line(
                tr("same value, new version") if same else tr("differs beyond what is shown here"),
                "type",
            )
            return
        view = DiffView(self._tokens, self._body)
        view.setObjectName(f"diff.{change.channel}")
        view.show_lines(lines)
        self._layout.addWidget(view)

    def _line(self, text: str, role: str, space: int = 0) -> QLabel:
        self._said.append(text)
        label = plain_label(text, role, self._body)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if space:
            self._layout.addSpacing(space)
        self._layout.addWidget(label)
        return label

    def _fork_line(self) -> None:
        picture = QLabel(self._body)
        ratio = self.devicePixelRatioF()
        picture.setPixmap(icon_pixmap("fork", self._tokens.interrupted, ratio=ratio))
        sentence = tr("Creates a fork: the recorded branch stays as it is.")
        self._said.append(sentence)
        text = plain_label(sentence, "fork", self._body)
        text.setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(text, 1)
        self._layout.addLayout(line)

    def _restart(self) -> None:
        self._said = []
        clear_layout(self._layout)

    def text(self) -> str:
        """All that is said, line by line, without the comparisons."""
        return "\n".join(self._said)


def counted_names(names: Sequence[str]) -> list[str]:
    """``search, search, plan`` becomes ``search`` times two, ``plan``."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [
        name if count == 1 else f"{name} \N{MULTIPLICATION SIGN} {count}"
        for name, count in counts.items()
    ]

"""The middle of the window: superstep header, banner and graph, or the welcome page."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from runtime.debug.views import CheckpointView
from studio.language import tr
from studio.language.engine import notice_text
from studio.opening.welcome import Welcome
from studio.session.moment import Moment
from studio.session.run_state import Phase, counted
from studio.shell.actions import ActionRegistry
from studio.shell.past_banner import PastBanner
from studio.shell.status import STATUS_STATES
from studio.shell.superstep_header import SuperstepHeader
from studio.shell.theme import ThemeTokens


class Centre(QWidget):
    """Shows the graph under a header that says which superstep is looked at."""

    def __init__(
        self,
        graph: QWidget,
        welcome: Welcome,
        actions: ActionRegistry,
        tokens: ThemeTokens,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.header = SuperstepHeader(tokens, self)
        self.banner = PastBanner(actions, tokens, self)
        self.banner.hide()
        self.about = QLabel(self)
        self.about.setObjectName("about")
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setProperty("role", "about")
        self.about.hide()
        self.notice = QLabel(self)
        self.notice.setObjectName("notice")
        self.notice.setTextFormat(Qt.TextFormat.PlainText)
        self.notice.setWordWrap(True)
        self.notice.setProperty("role", "notice")
        self.notice.hide()
        self._welcome = welcome
        work = QWidget(self)
        column = QVBoxLayout(work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.banner)
        column.addWidget(self.notice)
        column.addWidget(self.about)
        column.addWidget(graph, 1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(welcome)
        self._stack.addWidget(work)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def show_work(self) -> None:
        """Leave the welcome page."""
        self._stack.setCurrentIndex(1)

    def show_graph(self, documentation: str) -> None:
        """A graph is open; ``documentation`` is shown until something ran."""
        self.about.setText(" ".join(documentation.replace("``", "").split()))
        self.show_work()

    def show_moment(self, moment: Moment) -> None:
        """Take over head, moment looked at and run."""
        self.banner.setVisible(not moment.follows_head)
        self.about.setVisible(moment.head is None and bool(self.about.text()))
        problems = () if moment.view is None else moment.view.problems
        self.notice.setText("\n".join(map(notice_text, problems)))
        self.notice.setVisible(bool(problems))
        if moment.follows_head:
            self._show_head(moment)
        else:
            self.banner.show_position(*moment.position)
            self._show_recorded(moment)

    def show_replay(self, step: int, phase: Phase, ended: int, total: int) -> None:
        """A recorded superstep is played, and this is its phase."""
        self.header.show_moment(step, phase, ended, total, tr("Played from the record"), "skipped")

    def _show_head(self, moment: Moment) -> None:
        run = moment.run
        if run.step is None or not moment.runs_here:
            self._show_recorded(moment)
            return
        self.header.show_moment(
            run.step,
            run.phase,
            run.wrote,
            run.total,
            run.sentence,
            STATUS_STATES[run.status],
            upcoming=run.upcoming,
            updates=run.updates,
        )

    def _show_recorded(self, moment: Moment) -> None:
        looked_at, view = moment.looked_at, moment.view
        if looked_at is None:
            self.header.show_moment(None, "", 0, 0, tr("Give input to start"), "idle")
            return
        if view is None or view.row.checkpoint_id != looked_at.checkpoint_id:
            self.header.show_moment(looked_at.step + 1, "", 0, 0, "", "idle", upcoming=True)
            return
        sentence, state = recorded_sentence(view, at_head=moment.follows_head)
        wrote = sum(task.state == "wrote" for task in view.tasks)
        step = looked_at.step + 1 if view.tasks else looked_at.step
        total = len(view.tasks)
        untouched = all(task.state == "due" for task in view.tasks)
        upcoming = bool(total) and (untouched or not moment.follows_head)
        self.header.show_moment(step, "", wrote, total, sentence, state, upcoming=upcoming)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.header.set_theme(tokens)
        self.banner.set_theme(tokens)
        self._welcome.set_theme(tokens)


def recorded_sentence(view: CheckpointView, *, at_head: bool) -> tuple[str, str]:
    """What a recorded moment waits for, in words, and the state whose glyph goes with it."""
    interrupted = [task.name for task in view.tasks if task.interrupts]
    failed = [task.name for task in view.tasks if task.error is not None]
    if failed:
        failure = tr("{names} failed") if at_head else tr("{names} failed here")
        return failure.format(names=counted(failed)), "failed"
    if interrupted:
        asks = tr("{names} waits for an answer") if at_head else tr("{names} asked here")
        return asks.format(names=counted(interrupted)), "interrupted"
    names = counted([task.name for task in view.tasks])
    if view.tasks and all(task.state == "wrote" for task in view.tasks):
        return tr("{names} wrote here", names=names), "wrote"
    if view.tasks:
        return tr("Due: {names}", names=names), "due"
    if view.row.next:
        return tr("{next} cannot run: the graph lacks it", next=counted(view.row.next)), "failed"
    return tr("Nothing is due: the end of this branch"), "wrote"

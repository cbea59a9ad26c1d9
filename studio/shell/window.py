"""The main window: composes actions, bars, panels and dialogs around one workspace."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QChildEvent, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDialog, QMainWindow

from runtime.debug.commands import Breakpoint
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, ProcessEnded, RunEnded, RunPaused
from runtime.debug.session import Session
from runtime.debug.views import ErrorView
from studio.breakpoints.table import from_text, to_text
from studio.language import PRODUCT, tr
from studio.opening.opener import Opener, file_of
from studio.opening.welcome import Welcome
from studio.process.acts import ProcessActs
from studio.process.reloading import Reloader, is_gone, not_loaded_again
from studio.session.workspace import Workspace
from studio.shell.accessible_names import name_controls
from studio.shell.actions import ActionRegistry
from studio.shell.acts import Acts
from studio.shell.approval_desk import ApprovalDesk
from studio.shell.bars import Toolbar, fill_menus
from studio.shell.centre import Centre
from studio.shell.command_palette import CommandPalette
from studio.shell.dialogs import Dialogs
from studio.shell.docks import DockLayout
from studio.shell.focus_order import next_in_order
from studio.shell.mark_acts import MarkActs
from studio.shell.panel_places import CENTRE, PLACES
from studio.shell.panel_set import Themed
from studio.shell.panels import Panels
from studio.shell.settings import LanguageChoice, OfGraphs, SettingsFile
from studio.shell.status import StatusBar
from studio.shell.theme import ThemeManager, ThemeMode, ThemeTokens
from studio.shell.thread_acts import ThreadActs
from studio.shell.thread_chooser import ThreadChooser
from studio.shell.touring import take_tour
from studio.shell.window_actions import register_actions
from studio.variants.acts import VariantActs

USUAL = QSize(1280, 800)
FRAME = QSize(8, 40)
"""What a title bar and borders take of the screen."""


class MainWindow(QMainWindow):
    """One session, one graph, one thread, one moment at a time."""

    def __init__(
        self, session: Session, database: str, settings: SettingsFile, themes: ThemeManager
    ) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle(PRODUCT)
        self.setAcceptDrops(True)
        room = self.screen().availableSize() - FRAME
        self.resize(USUAL.boundedTo(room))
        self.settings = settings
        self.database = database
        """As a person may read it."""
        self.themes = themes
        tokens = themes.tokens
        self.workspace = Workspace(session, self)
        self.moment = self.workspace.moment
        self.keeps_settings = True
        self.offers_answers = True
        self._raised: tuple[str, str, str] | None = None
        self.closing: threading.Thread | None = None
        self.status = StatusBar(tokens, self)
        self.setStatusBar(self.status)
        self.show_database(database)
        self.opener = Opener(self.workspace, settings, self, self.status.progress)
        self.panels = Panels(self.workspace, self.opener.choose_file, tokens, self)
        self.dialogs = Dialogs(self)
        self.approvals = ApprovalDesk(self)
        self.process = ProcessActs(self)
        self.reloader = Reloader(self)
        self.acts = Acts(self)
        self.variants = VariantActs(self)
        self.mark_acts = MarkActs(self)
        self.actions_registry = ActionRegistry(self, tokens)
        self.thread_acts = ThreadActs(self)
        register_actions(self.actions_registry, self)
        self.actions_registry.recall_keys(settings.values.shortcuts)
        self.panels.menu_actions = self._menu_actions
        self.threads = ThreadChooser(self.actions_registry, tokens, self.moment.open_thread, self)
        fill_menus(self, self.actions_registry)
        self.toolbar = Toolbar(self.actions_registry, self.threads, tokens, self)
        self.addToolBar(self.toolbar)
        self.welcome = Welcome(tokens, self)
        self.welcome.show_recent(settings.values.recent_files, settings.values.recent_databases)
        self.centre = Centre(self.panels.graph, self.welcome, self.actions_registry, tokens, self)
        self.setCentralWidget(self.centre)
        self.docks = DockLayout(self, tokens)
        for place in PLACES:
            if place.area is not CENTRE:
                dock = self.docks.add(place, self.panels.by_name[place.name])
                dock.shown.connect(partial(self.panels.set_shown, place.name))
        self.panels.replay.set_actions(
            [
                self.actions_registry.qaction(action_id)
                for action_id in ("history.step_back", "history.play", "history.step_forward")
            ]
        )
        self._arranged = self.docks.recall(settings.values)
        self.set_motion(settings.values.reduced_motion, settings.values.animation_speed)
        self._connect()
        self._moment_changed()
        name_controls(self)

    def sizeHint(self) -> QSize:
        return USUAL

    def _connect(self) -> None:
        workspace, moment = self.workspace, self.moment
        workspace.graph_opened.connect(self._graph_opened)
        workspace.noticed.connect(self.status.show_notice)
        workspace.open_failed.connect(self._open_failed)
        workspace.threads_changed.connect(self._threads_changed)
        workspace.opening_changed.connect(self.actions_registry.refresh)
        workspace.bridge.failed.connect(lambda error: self.show_problem(tr("Refused"), error))
        for signal in (moment.thread_changed, moment.selected, moment.run_changed):
            signal.connect(self._moment_changed)
        moment.view_loaded.connect(lambda _: self._view_loaded())
        workspace.bridge.subscribe(self._on_events)
        moment.thread_changed.connect(self._thread_changed)
        self.panels.problem_found.connect(self.show_problem)
        self.panels.panel_wanted.connect(self.show_panel)
        self.panels.selection_changed.connect(self.actions_registry.refresh)
        self.panels.answer_wanted.connect(lambda _: self.acts.answer_interrupt())
        self.panels.edit_wanted.connect(self.acts.edit_state)
        self.panels.rerun_wanted.connect(self.acts.ask_to_rerun)
        self.panels.variants_wanted.connect(self.variants.begin_soon)
        self.panels.input_wanted.connect(self.acts.ask_for_input)
        self.panels.inside_wanted.connect(self.dialogs.look_inside)
        self.panels.delete_wanted.connect(self.acts.ask_to_delete_thread)
        self.panels.breakpoints.changed.connect(self._keep_breakpoints)
        self.panels.watch.changed.connect(partial(self._keep, "watches"))
        self.panels.state.pins_changed.connect(partial(self._keep, "pinned_paths"))
        self.panels.player.phase_changed.connect(self.centre.show_replay)
        self.panels.player.playing_changed.connect(lambda _: self._moment_changed())
        self.panels.graph.arrangement_changed.connect(partial(self._keep, "canvas"))
        self.panels.problems.count_changed.connect(self._problems_counted)
        self.approvals.counted.connect(self._questions_counted)
        self.actions_registry.keys_changed.connect(self._keep_keys)
        self.themes.changed.connect(self._theme_changed)
        welcome = self.welcome
        welcome.open_wanted.connect(self.opener.choose_file)
        welcome.database_wanted.connect(self.opener.choose_database)
        welcome.target_wanted.connect(self.opener.open_file)
        welcome.store_wanted.connect(self.opener.open_database)
        welcome.thread_wanted.connect(moment.open_thread)
        welcome.tour_wanted.connect(partial(take_tour, self))

    def show_problem(self, title: str, error: ErrorView) -> None:
        """Put an error into the Problems panel and show it; it stays until dismissed."""
        self.status.progress("")
        self.panels.problems.add(title, error)
        self.show_panel("problems")

    def show_database(self, name: str) -> None:
        """Say which database is open."""
        self.database = name
        self.status.show_database(name)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front and give it the keyboard."""
        if name == "graph":
            self.panels.graph.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        self.docks.raise_(name)
        self.panels.by_name[name].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def filter_history(self) -> None:
        """Show what a filter lets through of the history, or everything again."""
        self.docks.raise_("history")
        self.panels.history.filter()

    def show_palette(self) -> None:
        CommandPalette(self.actions_registry, self).show_over(self)

    def set_theme_mode(self, mode: ThemeMode) -> None:
        self.settings.values.theme = mode
        self.themes.set_mode(mode)

    def set_language(self, choice: LanguageChoice) -> None:
        """Remember the language; texts are made once, so it is that of the next start."""
        self.settings.values.language = choice
        self.status.progress(tr("The language changes when Pregel Studio starts the next time"))

    def set_motion(self, reduced: bool, speed: float = 1.0) -> None:
        """Animate at ``speed`` times the usual pace, or not at all."""
        values = self.settings.values
        values.reduced_motion, values.animation_speed = reduced, speed
        self.animate(not reduced, speed)

    def animate(self, animated: bool, speed: float = 1.0) -> None:
        """As ``set_motion``, without remembering it."""
        self.panels.set_motion(animated, speed)
        self.centre.header.set_animated(animated)

    def reset_layout(self) -> None:
        """Put every panel back to where it stood at first."""
        self.docks.reset()

    def childEvent(self, event: QChildEvent) -> None:
        super().childEvent(event)
        child = event.child()
        if event.polished() and isinstance(child, QDialog):
            name_controls(child)

    def focusNextPrevChild(self, forward: bool) -> bool:
        following = next_in_order(self, self.focusWidget(), forward)
        if following is None:
            return False
        reasons = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason
        following.setFocus(reasons[not forward])
        return True

    def close_later(self) -> None:
        """Close once the key or menu that asked for it is done with."""
        QTimer.singleShot(0, self, self.close)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.workspace.look_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() < event.oldSize().width():
            self.docks.room.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._arranged:
            self._arranged = True
            self.docks.arrange()
        self.docks.settle()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.closing is None:
            if self.keeps_settings:
                self.docks.remember(self.settings.values)
            self.save_settings()
            self.closing = self.workspace.bridge.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.opener.accepts(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.opener.drop(event.mimeData())

    def _menu_actions(self, node: str) -> list[QAction]:
        ids = [
            "breakpoint.toggle",
            "breakpoint.condition",
            "run.to_node",
            "view.source",
            "view.why",
            "mark.pin",
            "mark.pin_edited",
            "mark.skip",
            "mark.unsafe",
        ]
        if self.panels.graph.can_expand(node):
            ids.append("view.expand")
        chosen = ids if node else ["run.go", "run.start", "view.find_node"]
        return [self.actions_registry.qaction(action_id) for action_id in chosen]

    def _graph_opened(self, graph: GraphDescription) -> None:
        self.status.progress("")
        self.status.show_interpreter(self.workspace.interpreter)
        if self.workspace.recorded:
            self.setWindowTitle(f"{Path(self.database).name} — {PRODUCT}")
        else:
            self.settings.values.remember_file(graph.path)
            self.setWindowTitle(f"{Path(graph.path).name}:{graph.attribute} — {PRODUCT}")
        self.panels.problems.resolve(not_loaded_again(graph.path))
        for file in self.workspace.files:
            self.panels.problems.resolve(is_gone(file))
        self.panels.set_graph(graph)
        if not self.workspace.reloading:
            # Loaded again: what is being written in the panel stays.
            self._recall_breakpoints(graph)
            self.mark_acts.recall(self.settings.values.marks.get(_target(graph), []))
        else:
            self.mark_acts.send()
        self.panels.watch.set_expressions(self.settings.values.watches.get(_target(graph), []))
        self.panels.state.set_pins(self.settings.values.pinned_paths.get(_target(graph), []))
        self.panels.graph.set_arrangement(self.settings.values.canvas.get(_target(graph), []))
        self.centre.show_graph(graph.documentation)
        self._moment_changed()
        if self.workspace.reloading:
            self.status.progress(tr("{name} was loaded again", name=Path(graph.path).name))
        else:
            self.panels.graph.setFocus(Qt.FocusReason.OtherFocusReason)
        self.actions_registry.refresh()

    def _recall_breakpoints(self, graph: GraphDescription) -> None:
        kept = self.settings.values.breakpoints.get(_target(graph), [])
        self.panels.recall_breakpoints([each for each in map(from_text, kept) if each is not None])

    def _keep_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        self._keep("breakpoints", [to_text(each) for each in breakpoints])
        self.actions_registry.refresh()

    def _keep(self, what: OfGraphs, kept: Sequence[str]) -> None:
        """Keep something of the open graph, at once: a window may end otherwise than by closing."""
        graph = self.workspace.graph
        if graph is not None:
            self.settings.values.keep(what, _target(graph), list(kept))
            self.save_settings()

    def keep_marks(self, kept: Sequence[str]) -> None:
        """Keep the marks on nodes of the open graph."""
        self._keep("marks", kept)

    def _keep_keys(self) -> None:
        self.settings.values.shortcuts = self.actions_registry.changed_keys()
        self.save_settings()

    def save_settings(self) -> None:
        if self.keeps_settings:
            self.settings.save()

    def _open_failed(self, target: str, error: ErrorView) -> None:
        file = file_of(target)
        if not self.workspace.reloading:
            self.show_problem(tr("{name} was not opened", name=Path(file).name), error)
        else:
            if self.settings.values.reload_on_save:
                again = tr("Saving the corrected file loads it again.")
                error = replace(error, remedy=f"{error.remedy} {again}".strip())
            self.show_problem(not_loaded_again(file), error)
        self.actions_registry.refresh()

    def _threads_changed(self) -> None:
        self.threads.show_threads(self.workspace.threads, self.moment.thread_id)
        self.welcome.show_threads(self.workspace.threads)

    def _thread_changed(self) -> None:
        self._threads_changed()
        if self.moment.thread_id is not None:
            self.centre.show_work()

    def _moment_changed(self) -> None:
        self.centre.show_moment(self.moment)
        run = self.moment.run
        asks = bool(run.interrupts) or run.status != "interrupted"
        self.status.show_run(self.moment.standing, run.wanted, asks)
        self.panels.history.allow(
            run=self.actions_registry.enabled("run.start"),
            delete=self.actions_registry.enabled("thread.delete"),
        )
        self.actions_registry.retitle("run.go", self._go_title())
        self.actions_registry.refresh()

    def _go_title(self) -> str:
        if not self.moment.follows_head:
            return tr("Run again")
        return tr("Continue") if self.workspace.run_control.can_continue else tr("Run")

    def _view_loaded(self) -> None:
        self._moment_changed()
        if self.offers_answers:
            self.approvals.offer()

    def _on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self.mark_acts.apply(event)
            if isinstance(event, RunPaused | RunEnded) and event.error is not None:
                self._show_error(event, event.error)
            elif isinstance(event, ProcessEnded):
                self.process.tell_of_end(event)

    def _show_error(self, event: RunPaused | RunEnded, error: ErrorView) -> None:
        """What a run raised; a run that waited at it does not raise it a second time."""
        raised = (event.run_id, error.type, error.message)
        if raised != self._raised:
            self._raised = raised
            node = error.node
            self.show_problem(
                tr("{node} failed", node=node) if node else tr("The run failed"), error
            )

    def _questions_counted(self, count: int) -> None:
        """How many questions wait, on the tab and in the toolbar."""
        title = tr("Approvals ({count})", count=count) if count else tr("Approvals")
        self.docks.docks["approvals"].setWindowTitle(title)
        self.toolbar.show_waiting(count)

    def _problems_counted(self, count: int) -> None:
        self.docks.docks["problems"].setWindowTitle(
            tr("Problems ({count})", count=count) if count else tr("Problems")
        )

    def _theme_changed(self, tokens: ThemeTokens) -> None:
        self.actions_registry.set_theme(tokens)
        self.threads.set_theme(tokens)
        self.toolbar.set_theme(tokens)
        self.centre.set_theme(tokens)
        self.panels.set_theme(tokens)
        self.docks.set_theme(tokens)
        self.status.set_theme(tokens)
        for dialog in self.findChildren(QDialog):
            if isinstance(dialog, Themed):
                dialog.set_theme(tokens)


def _target(graph: GraphDescription) -> str:
    """What settings call a graph."""
    return f"{graph.path}:{graph.attribute}"

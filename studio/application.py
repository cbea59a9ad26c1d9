"""From options to a running window."""

import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from runtime.checkpoint.location import default_store
from runtime.checkpoint.sql import (
    NotAStoreError,
    StoreError,
    StoreMissingError,
    StoreTooOldError,
)
from runtime.debug.child.engine import Unusable
from runtime.debug.exported.run_file import SUFFIX
from runtime.debug.session import Session
from runtime.debug.views import ErrorView
from studio import desktop
from studio.language import PRODUCT, tr
from studio.language.catalog import as_choice, install, spoken
from studio.main import Options, StartError
from studio.session.awaited import AwaitedSession
from studio.session.garbage import CycleCollector
from studio.session.making import NewSession, in_window
from studio.shell.screenshot import Screenshot
from studio.shell.settings import LanguageChoice, Settings, SettingsFile
from studio.shell.status import MEMORY
from studio.shell.theme import ThemeManager, ThemeMode
from studio.shell.window import MainWindow

_CLOSING_SECONDS = 20.0
_SIGNALS_MS = 250


@dataclass(frozen=True, slots=True)
class Store:
    """A session on its database, ``name`` as a person may read it, and what must be said of it."""

    session: Session
    name: str
    note: str = ""
    problem: ErrorView | None = None


def open_store(
    database: str | None,
    in_memory: bool,
    migrate: bool = False,
    new_session: NewSession = in_window,
) -> Store:
    """Open the database that was named, or the user's own one, which is made when needed.

    A named database that cannot be used raises ``StartError``; the user's own one is replaced by
    memory for this time, with a problem to show. One of an older version is changed only with
    ``migrate``.
    """
    if in_memory:
        return Store(new_session(None, True), MEMORY)
    if database is None:
        own = default_store()
        try:
            own.parent.mkdir(parents=True, exist_ok=True)
            session, note = _session(str(own), migrate, new_session)
        except (StoreError, OSError) as error:
            return Store(new_session(None, True), MEMORY, problem=_own_problem(own, error))
        return Store(session, str(own), note if migrate else "")
    try:
        session, note = _session(database, migrate, new_session)
    except StoreError as error:
        raise StartError(f"{error.place}: {error.problem}.\n{error.remedy}.") from error
    return Store(session, without_password(database), note)


def _session(database: str, migrate: bool, new_session: NewSession) -> tuple[Session, str]:
    """The session on a database, and in words what was made of it."""
    name = without_password(database)
    try:
        return new_session(database, False), ""
    except StoreMissingError:
        return new_session(database, True), tr(
            "{name} did not exist; a new database was made there.", name=name
        )
    except NotAStoreError:
        # An empty database becomes a store; one that holds something is refused once more.
        return new_session(database, True), tr(
            "{name} was empty; it holds checkpoints from now on.", name=name
        )
    except StoreTooOldError as error:
        if not migrate:
            remedy = tr("Make a copy of it, then start once with --migrate to bring it up to date")
            raise StoreTooOldError(error.place, error.problem, remedy) from error
        return new_session(database, True), tr("{name} was brought up to date.", name=name)


def without_password(database: str) -> str:
    """A path or URL that may be shown."""
    if "://" not in database:
        return database
    parts = urlsplit(database)
    user, at, place = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{place}"))


def _own_problem(path: Path, error: StoreError | OSError) -> ErrorView:
    if isinstance(error, StoreError):
        message, remedy = f"{error.place}: {error.problem}.", f"{error.remedy}."
    else:
        message, remedy = f"{path}: {error.strerror}.", tr("Name another place with --db PATH.")
    return ErrorView(
        type(error).__name__,
        message,
        remedy=tr(
            "{remedy} Until then checkpoints are kept in memory and end with the window.",
            remedy=remedy,
        ),
    )


def _open_or_say_why(options: Options, in_memory: bool, new_session: NewSession) -> Store:
    """As ``open_store``; a process that cannot serve is an answer for the terminal."""
    try:
        return open_store(options.database, in_memory, options.migrate, new_session)
    except Unusable as unusable:
        view = unusable.view
        told = [
            tr("no process for graphs: {message}", message=view.message),
            view.traceback.rstrip(),
        ]
        told.append(tr("With --in-process graphs run in the window's own."))
        raise StartError("\n".join(filter(None, told))) from None


class _OpeningStore(QObject):
    """A store that is opened in a thread; ``session`` may be used at once."""

    _opened = Signal()

    def __init__(self, options: Options, new_session: NewSession, parent: QObject) -> None:
        super().__init__(parent)
        self.session = AwaitedSession()
        self._store: Future[Store] = Future()
        self._then: Callable[[], None] | None = None
        self._opened.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        in_memory = options.screenshot is not None and not options.database

        def open_it() -> None:
            try:
                store = _open_or_say_why(options, in_memory, new_session)
            except BaseException as error:  # noqa: BLE001 - raised where it is waited for
                self._store.set_exception(error)
            else:
                self.session.arrive(store.session)
                self._store.set_result(store)
            with suppress(RuntimeError):  # The program has ended meanwhile.
                self._opened.emit()

        threading.Thread(target=open_it, name="open-store", daemon=True).start()

    def wait(self) -> Store:
        """The store; raises ``StartError``."""
        return self._store.result()

    def when_open(self, then: Callable[[], None]) -> None:
        """Call ``then`` in the thread that made this, once there is a store or an error."""
        self._then = then
        if self._store.done():
            # It may have been told before anybody listened.
            QTimer.singleShot(0, self._tell)

    def _tell(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()


def run(options: Options, new_session: NewSession) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    if options.screenshot is not None:
        qInstallMessageHandler(_quiet)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pregel-studio")
    application.setApplicationDisplayName(PRODUCT)
    application.setDesktopFileName(desktop.NAME)
    application.setWindowIcon(QIcon(str(desktop.picture())))
    settings = SettingsFile()
    if options.screenshot is not None:
        # A picture is the same for everyone.
        settings.values = Settings()
    install(application, spoken(_language(options, settings)))
    CycleCollector(application).start()
    opening = _OpeningStore(options, new_session, application)
    themes = ThemeManager(_mode(options, settings), application)
    window = MainWindow(opening.session, "", settings, themes)
    if options.size is not None:
        window.resize(*options.size)
    _end_on_interrupt(application, window)
    code = 0

    def finish(problem: str | None) -> None:
        nonlocal code
        if problem is not None:
            sys.stderr.write(f"pregel-studio: {problem}\n")
            code = 1
        window.close()

    def tell_of_store() -> None:
        try:
            store = opening.wait()
        except StartError as error:
            window.keeps_settings = False
            finish(str(error))
            return
        window.show_database(store.name)
        if options.database is not None and not window.workspace.recorded:
            settings.values.remember_database(_place(store.name))
        if store.note:
            sys.stderr.write(f"pregel-studio: {store.note}\n")
            window.status.progress(store.note)
        if store.problem is not None:
            window.show_problem(tr("The database is not used"), store.problem)
        if options.target is not None:
            return
        if store.name.endswith(SUFFIX):
            window.workspace.open_record(options.thread)
        elif store.name != MEMORY:
            window.workspace.list_threads()

    if options.database is None and options.screenshot is None:
        # What is wrong with the user's own database the window says itself.
        opening.when_open(tell_of_store)
    else:
        tell_of_store()
        if code:
            return code
    if options.screenshot is not None:
        window.keeps_settings = False
        Screenshot(
            window, options.screenshot, options.given, options.has_input, options.step, finish
        )
    window.show()
    if options.target is not None:
        window.opener.open_trusted(options.target, options.thread)
    elif options.thread is not None and not window.workspace.recorded:
        window.moment.open_thread(options.thread)
    application.exec()
    if window.closing is not None:
        window.closing.join(_CLOSING_SECONDS)
    return code


def _place(name: str) -> str:
    """A database by a name that holds in every folder."""
    return name if "://" in name else str(Path(name).absolute())


def _quiet(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Qt's messages, without what it says of a platform that has no windows."""
    if "This plugin does not support" not in message:
        sys.stderr.write(f"{message}\n")


def _mode(options: Options, settings: SettingsFile) -> ThemeMode:
    wanted = options.theme or ("light" if options.screenshot else settings.values.theme)
    modes: dict[str, ThemeMode] = {"light": "light", "dark": "dark"}
    return modes.get(wanted, "system")


def _language(options: Options, settings: SettingsFile) -> LanguageChoice:
    """A picture is in English unless another language is named."""
    if options.language is not None:
        return options.language
    return "en" if options.screenshot is not None else as_choice(settings.values.language)


def _end_on_interrupt(application: QApplication, window: MainWindow) -> None:
    """Ctrl+C in the terminal closes the window; Python hears it only while its code runs."""
    signal.signal(signal.SIGINT, lambda *_: window.close())
    listening = QTimer(application)
    listening.setInterval(_SIGNALS_MS)
    listening.timeout.connect(lambda: None)
    listening.start()

"""From options to a running window."""

import signal
import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from runtime.debug.local import LocalSession
from studio.main import Options
from studio.shell.icons import icon
from studio.shell.screenshot import Screenshot
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager, ThemeMode
from studio.shell.window import MainWindow

_CLOSING_SECONDS = 20.0
_SIGNALS_MS = 250


def run(options: Options) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pregel-studio")
    application.setApplicationDisplayName("Pregel Studio")
    settings = SettingsFile()
    themes = ThemeManager(_mode(options, settings), application)
    application.setWindowIcon(icon("graph", themes.tokens, themes.tokens.accent))
    database = options.database
    window = MainWindow(LocalSession(database), database or "memory", settings, themes)
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

    if options.screenshot is not None:
        window.keeps_settings = False
        Screenshot(
            window, options.screenshot, options.given, options.has_input, options.step, finish
        )
    window.show()
    if options.target is not None:
        window.opener.open_trusted(options.target, options.thread)
    elif options.thread is not None:
        window.moment.open_thread(options.thread)
    application.exec()
    if window.closing is not None:
        window.closing.join(_CLOSING_SECONDS)
    return code


def _mode(options: Options, settings: SettingsFile) -> ThemeMode:
    wanted = options.theme or ("light" if options.screenshot else settings.values.theme)
    modes: dict[str, ThemeMode] = {"light": "light", "dark": "dark"}
    return modes.get(wanted, "system")


def _end_on_interrupt(application: QApplication, window: MainWindow) -> None:
    """Ctrl+C in the terminal closes the window; Python hears it only while its code runs."""
    signal.signal(signal.SIGINT, lambda *_: window.close())
    listening = QTimer(application)
    listening.setInterval(_SIGNALS_MS)
    listening.timeout.connect(lambda: None)
    listening.start()

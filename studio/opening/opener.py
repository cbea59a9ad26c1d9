"""From a file, a drop or the command line to an open graph, asking where something is unclear."""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QProcess
from PySide6.QtWidgets import QFileDialog, QWidget

from runtime.debug.exported.run_file import SUFFIX
from runtime.debug.views import ErrorView, TargetOpened
from studio.language import tr
from studio.opening.choices_dialog import ChoicesDialog
from studio.opening.samples import samples
from studio.opening.trust import ask_for_trust, is_trusted
from studio.session.workspace import Workspace
from studio.shell.settings import SettingsFile


class Opener(QObject):
    """Opens targets. A file is run when it is opened, so a person agrees once for each folder."""

    def __init__(
        self,
        workspace: Workspace,
        settings: SettingsFile,
        window: QWidget,
        on_progress: Callable[[str], None],
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._settings = settings
        self._window = window
        self._on_progress = on_progress
        self._target = ""
        self._trial: tuple[str, str] | None = None
        """A file and the Python chosen for it, until it is known whether that one starts."""
        self.failed_target = ""
        """What was to be opened last and was not."""
        self.sample_paths = {str(Path(sample.path).resolve()) for sample in samples()}
        workspace.choices_found.connect(self._choose)
        workspace.graph_opened.connect(lambda _: self._opened())
        workspace.open_failed.connect(self._failed)

    def choose_file(self) -> None:
        """Ask for a file."""
        recent = self._settings.values.recent_files
        folder = str(Path(recent[0]).parent) if recent else str(Path.cwd())
        kinds = tr("Graphs and exported runs") + f" (*.py *{SUFFIX})"
        dialog = QFileDialog(self._window, tr("Open a graph"), folder, kinds)
        dialog.setObjectName("open_dialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_database(self) -> None:
        """Ask for a file of checkpoints."""
        recent = self._settings.values.recent_databases
        folder = str(Path(recent[0]).parent) if recent else str(Path.cwd())
        kinds = [tr("SQLite databases") + " (*.sqlite *.sqlite3 *.db)", tr("All files") + " (*)"]
        dialog = QFileDialog(self._window, tr("Open a database"), folder)
        dialog.setObjectName("open_database_dialog")
        dialog.setNameFilters(kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_database)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_database(self, database: str) -> None:
        """Show a database, given as path or URL, in a window of its own; no code is run."""
        self._open_beside(database, "--db")

    def open_file(self, target: str) -> None:
        """Open ``FILE.py`` or ``FILE.py:NAME`` after asking for trust, or an exported run."""
        path = _full_path(target)
        refusal = _refusal(path)
        if refusal is not None:
            self._workspace.open_failed.emit(target, refusal)
        elif path.endswith(SUFFIX) or self._workspace.recorded:
            # A window has one database; that of an exported run takes no other graph.
            self._open_beside(target)
        elif path in self.sample_paths or is_trusted(path, self._settings.values.trusted_folders):
            self.open_trusted(target)
        else:
            ask_for_trust(path, lambda folder: self._trust(folder, target), self._window)

    def _open_beside(self, target: str, *options: str) -> None:
        """Open a window of its own; it asks nothing of this one."""
        command = ["-m", "studio.main", *options, target]
        started, _ = QProcess.startDetached(sys.executable, command)
        name = Path(file_of(target)).name
        if started:
            self._on_progress(tr("{name} opens in a window of its own", name=name))
        else:
            message = tr("No window could be started for {name}.", name=name)
            self._workspace.open_failed.emit(target, ErrorView("NotStarted", message))

    def _trust(self, folder: str, target: str) -> None:
        self._settings.values.trusted_folders.append(folder)
        self.open_trusted(target)

    def open_trusted(self, target: str, thread_id: str | None = None) -> None:
        """Open at once; for targets that the user named on the command line."""
        self._target = target
        if self._trial is not None and self._trial[0] != _full_path(target):
            self._trial = None
        self._on_progress(tr("Opening {name}…", name=Path(file_of(target)).name))
        self._workspace.open_target(target, thread_id, self._interpreter(target))

    @property
    def open_target(self) -> str:
        """The graph that is open, as it may be opened again; empty where none is."""
        graph = self._workspace.graph
        return "" if graph is None else f"{graph.path}:{graph.attribute}"

    def reload(self) -> None:
        """Open the graph that is open from its file again, in the same thread."""
        if self.open_target:
            self.open_trusted(self.open_target, self._workspace.moment.thread_id)

    def reload_saved(self) -> None:
        """As ``reload``, after the file was saved: what is looked at stays where it is."""
        target = self.open_target
        if target:
            self._on_progress(tr("Reloading {name}…", name=Path(file_of(target)).name))
            self._workspace.open_target(
                target, interpreter=self._interpreter(target), reloading=True
            )

    def try_interpreter(self, target: str, interpreter: str) -> None:
        """Open a target in a Python that is remembered once it has started; empty: as found."""
        self._trial = (_full_path(target), interpreter)
        thread = self._workspace.moment.thread_id
        self.open_trusted(target, None if target == self.failed_target else thread)

    def _interpreter(self, target: str) -> str:
        path = _full_path(target)
        if self._trial is not None and self._trial[0] == path:
            return self._trial[1]
        return self._settings.values.interpreters.get(path, "")

    def _opened(self) -> None:
        self.failed_target = ""
        self._keep_interpreter()

    def _failed(self, target: str, error: ErrorView) -> None:
        # Only what a person trusted before may be opened again without asking.
        if target == self._target and not self._workspace.reloading:
            graph = self._workspace.graph
            is_open = graph is not None and _full_path(target) == _full_path(graph.path)
            self.failed_target = "" if is_open else target
        if error.type == "NoInterpreter":
            self._trial = None
        else:
            self._keep_interpreter()

    def _keep_interpreter(self) -> None:
        if self._trial is not None:
            path, interpreter = self._trial
            self._trial = None
            self._settings.values.interpreters.pop(path, None)
            if interpreter:
                self._settings.values.interpreters[path] = interpreter

    def accepts(self, data: QMimeData) -> bool:
        """Whether what is dragged over the window can be opened."""
        return bool(_files(data))

    def drop(self, data: QMimeData) -> None:
        """Open the first file that was dropped."""
        for path in _files(data)[:1]:
            self.open_file(path)

    def _choose(self, opened: TargetOpened) -> None:
        self._on_progress("")
        ChoicesDialog(
            file_of(opened.target), opened.choices, self.open_trusted, self._window
        ).open()


def file_of(target: str) -> str:
    """The file of ``FILE.py:NAME``; a drive letter's colon is no separator."""
    path, separator, name = target.rpartition(":")
    return path if separator and path.endswith(".py") and name.isidentifier() else target


def _full_path(target: str) -> str:
    return str(Path(file_of(target)).resolve())


def _refusal(path: str) -> ErrorView | None:
    """Why a file cannot be a graph's; nobody is asked to trust it then."""
    if not Path(path).exists():
        return ErrorView(
            "BadTarget", tr("There is no file {path}.", path=path), remedy=tr("Check the path.")
        )
    if Path(path).suffix in (".py", SUFFIX) and Path(path).is_file():
        return None
    message = tr("{name} is neither a Python file nor an exported run.", name=Path(path).name)
    remedy = tr("Choose a file that ends in .py or .pregelrun.")
    return ErrorView("BadTarget", message, remedy=remedy)


def _files(data: QMimeData) -> list[str]:
    return [
        url.toLocalFile()
        for url in data.urls()
        if url.isLocalFile() and url.toLocalFile().endswith((".py", SUFFIX))
    ]

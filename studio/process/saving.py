"""Notices that files were saved, however an editor does it: written in place or replaced."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLE_MS = 150
"""Editors write in several steps; what follows within this time is one saving."""

_Stamp = tuple[int, int]


class SavedFiles(QObject):
    """Watches some files. ``saved`` carries nothing; ``gone`` the path of one that is not there.

    One that was gone and comes back counts as saved.
    """

    saved = Signal()
    gone = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stamps: dict[str, _Stamp | None] = {}
        self._watcher = QFileSystemWatcher(self)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLE_MS)
        self._settling.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _: self._settling.start())
        self._watcher.directoryChanged.connect(lambda _: self._settling.start())

    def watch(self, files: Sequence[str]) -> None:
        """Watch these files from how they are now, and no others."""
        self._stamps = {file: _stamp(file) for file in files}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        unwanted = watched - self._places()
        if unwanted:
            self._watcher.removePaths(sorted(unwanted))
        self._add()

    def look(self) -> None:
        """Compare the files with how they were, and tell."""
        before, self._stamps = self._stamps, {file: _stamp(file) for file in self._stamps}
        # A file that was replaced is another one for the system, which has to be named anew.
        self._add()
        changed = {file for file, stamp in self._stamps.items() if stamp != before[file]}
        for file in sorted(changed):
            if self._stamps[file] is None:
                self.gone.emit(file)
        if any(self._stamps[file] is not None for file in changed):
            self.saved.emit()

    def _places(self) -> set[str]:
        return {*self._stamps, *(os.path.dirname(file) for file in self._stamps)}

    def _add(self) -> None:
        known = {*self._watcher.files(), *self._watcher.directories()}
        missing = [place for place in self._places() - known if os.path.exists(place)]
        if missing:
            self._watcher.addPaths(sorted(missing))


def _stamp(file: str) -> _Stamp | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size

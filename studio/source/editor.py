"""A line of a file in the editor that a person writes with."""

import shlex
import shutil
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from studio.language import tr

_AT_LINE = "{file}:{line}"
KNOWN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("code", "codium", "cursor", "windsurf"), ("--goto", _AT_LINE)),
    **dict.fromkeys(("zed", "subl", "mate"), (_AT_LINE,)),
    **dict.fromkeys(("pycharm", "charm", "idea", "kate"), ("--line", "{line}", "{file}")),
    **dict.fromkeys(("gvim", "gedit", "geany", "emacs"), ("+{line}", "{file}")),
}
"""Editors with a window of their own, and how each is told a line; the first found is taken."""


class NoEditor(Exception):
    """Why no editor was opened, in a sentence."""


def usual_command() -> str:
    """The command of the first known editor on this machine; empty where there is none."""
    found = (name for name in KNOWN if shutil.which(name))
    name = next(found, "")
    return " ".join((name, *KNOWN[name])) if name else ""


def command_for(template: str, path: str, line: int) -> list[str]:
    """Program and arguments; raises ``NoEditor`` where the template does not read.

    ``{file}`` and ``{line}`` are replaced in each argument; a template without ``{file}`` gets it
    as its last argument.
    """
    try:
        parts = shlex.split(template)
    except ValueError as error:
        raise NoEditor(tr("The editor's command does not read: {why}.", why=error)) from error
    if not parts:
        raise NoEditor(tr("The editor's command is empty."))
    if not any("{file}" in part for part in parts):
        parts.append("{file}")
    return [part.replace("{file}", path).replace("{line}", str(line)) for part in parts]


def open_in_editor(path: str, line: int, template: str = "") -> str:
    """Open the line; the name of what opened it. Raises ``NoEditor``.

    Without a template the first known editor is taken, else what the system opens such files with.
    """
    if not Path(path).is_file():
        raise NoEditor(tr("There is no file {path}.", path=path))
    template = template or usual_command()
    if not template:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            raise NoEditor(tr("The system knows no program for {path}.", path=path))
        return tr("the system's program")
    program, *arguments = command_for(template, path, line)
    started, _ = QProcess.startDetached(program, arguments)
    if not started:
        raise NoEditor(tr("{program} cannot be started.", program=program))
    return Path(program).name

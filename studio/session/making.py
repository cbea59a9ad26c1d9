"""Which session the window talks to: in a process of its own, or in the window's."""

import sys
from collections.abc import Callable

from runtime.debug.child.process import ChildProcess
from runtime.debug.session import Session
from studio.shell.settings import settings_path

NewSession = Callable[[str | None, bool], Session]
"""Makes a session on a database; the second argument says whether one may be made."""


def answers_file() -> str:
    """Where answers are kept of threads whose saver has no place for them: beside the settings."""
    return str(settings_path().with_name("answers.sqlite"))


def in_window(database: str | None, create: bool) -> Session:
    """Graphs run on threads of the window's process."""
    # Imported here, for the engine comes with it: all of the window loads without the engine.
    from runtime.debug.local import LocalSession

    return LocalSession(database, create=create, answers=answers_file())


class InChild:
    """Graphs run in a process that starts at once, so that it is there when it is needed."""

    def __init__(self) -> None:
        self._process = ChildProcess(sys.executable)

    def __call__(self, database: str | None, create: bool) -> Session:
        from runtime.debug.child.session import ChildSession

        return ChildSession(database, create=create, process=self._process, answers=answers_file())

    def give_up(self) -> None:
        """End the process; nobody needs it."""
        self._process.kill()

"""Undoing what was written and not yet saved, over all channels of an edit.

What is typed into one place of a value is one step, word by word; so is each other change.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from runtime.debug.commands import UpdateMode
from studio.forms.schema_form import FormState

Place = tuple[str, UpdateMode]
Restore = Callable[[Place, FormState, bool, tuple[str, ...]], None]


class FormChange(QUndoCommand):
    """One place of one channel's form, before and after."""

    def __init__(
        self,
        restore: Restore,
        place: Place,
        path: tuple[str, ...],
        before: FormState,
        after: FormState,
        was_touched: bool,
    ) -> None:
        super().__init__()
        self.place = place
        self.path = path
        self.before = before
        self.after = after
        self._restore = restore
        self._was_touched = was_touched
        self._done = True

    def undo(self) -> None:
        self._done = False
        self._restore(self.place, self.before, self._was_touched, self.path)

    def redo(self) -> None:
        if not self._done:
            self._done = True
            self._restore(self.place, self.after, True, self.path)


class ChoiceChange(QUndoCommand):
    """The mode of a channel or the node in whose name is written."""

    def __init__(self, put: Callable[[Any], None], before: Any, after: Any) -> None:
        super().__init__()
        self._put = put
        self._before = before
        self._after = after
        self._done = True

    def undo(self) -> None:
        self._done = False
        self._put(self._before)

    def redo(self) -> None:
        if not self._done:
            self._done = True
            self._put(self._after)


class EditHistory(QUndoStack):
    """The steps of one edit."""

    def __init__(self, restore: Restore, parent: QObject) -> None:
        super().__init__(parent)
        self._restore_form = restore
        self._last: FormChange | None = None
        self._commands: list[QUndoCommand] = []
        """What Qt holds in C++ alone would lose its Python part."""

    def wrote(self, place: Place, before: FormState, after: FormState, was_touched: bool) -> None:
        """A form says something else than before."""
        if before == after:
            return
        path = changed_path(before.content, after.content)
        last = self._last
        if (
            last is not None
            and self.index() == self.count()
            and (last.place, last.path) == (place, path)
            and last.after == before
            and not _ends_word(before, path)
        ):
            last.after = after
            return
        self._last = FormChange(self._restore_form, place, path, before, after, was_touched)
        self._push(self._last)

    def chose(self, put: Callable[[Any], None], before: Any, after: Any) -> None:
        """Something was chosen instead of something else."""
        self._last = None
        self._push(ChoiceChange(put, before, after))

    def undo(self) -> None:
        self._last = None
        super().undo()

    def redo(self) -> None:
        self._last = None
        super().redo()

    def _push(self, command: QUndoCommand) -> None:
        del self._commands[self.index() :]
        self._commands.append(command)
        self.push(command)


def changed_path(before: Any, after: Any) -> tuple[str, ...]:
    """Where two values differ: the place that holds every difference, as deep as there is one."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        differing = [key for key in before if not _alike(before[key], after[key])]
        if len(differing) == 1:
            key = differing[0]
            return (str(key), *changed_path(before[key], after[key]))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        places = [place for place in range(len(before)) if not _alike(before[place], after[place])]
        if len(places) == 1:
            place = places[0]
            return (str(place), *changed_path(before[place], after[place]))
    return ()


def _alike(first: Any, second: Any) -> bool:
    return type(first) is type(second) and bool(first == second)


def _ends_word(state: FormState, path: tuple[str, ...]) -> bool:
    value = state.content
    for step in path:
        value = value[step] if isinstance(value, dict) else value[int(step)]
    if isinstance(value, str):
        return value[-1:].isspace()
    # A number is typed digit by digit, by way of none at all.
    return isinstance(value, bool | dict | list)

"""An error of the saver says what was to be saved or read."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from runtime.checkpoint.base.records import Record, TaskWrites

_SAVING = "While saving"
_READING = "While reading"


@contextmanager
def while_saving(record: Record) -> Iterator[None]:
    """For the time in which ``record`` is saved."""
    try:
        yield
    except Exception as error:
        note_saving(error, record)
        raise


def note_saving(error: BaseException, record: Record) -> None:
    """Say in ``error`` what was to be saved."""
    if isinstance(record, TaskWrites):
        what = f"what task {record.task_id} did"
    else:
        what = f"the checkpoint of step {record.whole_metadata()['step']}"
    _note(error, f"{_SAVING} {what} in thread '{record.thread_id}'")


@contextmanager
def while_reading(configurable: Mapping[str, Any]) -> Iterator[None]:
    """For the time in which the checkpoint that a config addresses is read."""
    try:
        yield
    except Exception as error:
        _note(error, f"{_READING} thread '{configurable.get('thread_id')}'")
        raise


def _note(error: BaseException, note: str) -> None:
    """Add a note, where there is none of what the saver was asked for."""
    told = getattr(error, "__notes__", ())
    if not any(each.startswith((_SAVING, _READING)) for each in told):
        # An exception may refuse notes, a frozen dataclass for one.
        with suppress(Exception):
            error.add_note(note)

"""Which threads a search lets through, in which order."""

from collections.abc import Mapping, Sequence

from runtime.checkpoint.base.upkeep import Annotations, Upkeep
from runtime.constants import ERROR, INTERRUPT
from runtime.debug.commands import ListThreads
from runtime.debug.filtering import has_metadata
from runtime.debug.stored import is_finished


def found_ids(
    command: ListThreads, upkeep: Upkeep, annotations: Annotations, running: str | None
) -> Sequence[str]:
    """Ids of all threads that are wanted, in order."""
    text = command.text.strip()
    named = [
        each.thread_id
        for each in (annotations.read() if text else ())
        if text.casefold() in f"{each.name}\n{each.note}".casefold()
    ]
    ids = upkeep.thread_ids(
        text=text, named=named, order=command.order, descending=command.descending
    )
    if command.status:
        pending = upkeep.pending()
        ids = [
            each for each in ids if _status(each, pending.get(each, {}), running) == command.status
        ]
    if command.metadata.strip():
        metadata = upkeep.metadata()
        ids = [each for each in ids if has_metadata(metadata.get(each, {}), command.metadata)]
    return ids


def _status(thread_id: str, tasks: Mapping[str, Sequence[str]], running: str | None) -> str:
    if thread_id == running:
        return "running"
    unfinished = [channels for channels in tasks.values() if not is_finished(channels)]
    for mark, status in ((INTERRUPT, "waiting"), (ERROR, "failed")):
        if any(mark in channels for channels in unfinished):
            return status
    return "idle"

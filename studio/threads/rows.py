"""What a line of the thread list says, without Qt."""

from datetime import datetime

from runtime.debug.upkeep.views import AnnotationView
from runtime.debug.views import ThreadRow
from studio.language import later, plural, tr
from studio.shell.plain_text import one_line

STATUS_WORDS = {
    "idle": later("ended"),
    "running": later("running"),
    "waiting": later("waiting for approval"),
    "failed": later("failed"),
    "damaged": later("damaged"),
}
STATUS_STATES = {
    "idle": "idle",
    "running": "running",
    "waiting": "interrupted",
    "failed": "failed",
    "damaged": "failed",
}
_UNITS = ("B", "kB", "MB", "GB", "TB")


def size_text(size: int) -> str:
    """Bytes in a word: ``4.1 MB``."""
    value, unit = float(size), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value /= 1000.0
        unit += 1
    digits = 0 if unit == 0 or value >= 99.95 else 1
    return f"{value:.{digits}f} {_UNITS[unit]}"


def day_or_time(moment: str, now: datetime | None = None) -> str:
    """Time of day for today, else the date; the text itself where it is no moment."""
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    today = (now or datetime.now().astimezone()).date()
    return local.strftime("%H:%M:%S" if local.date() == today else "%Y-%m-%d")


def thread_title(thread: ThreadRow, noted: AnnotationView | None) -> str:
    """The name that a person gave it, else its id."""
    return one_line(noted.name if noted is not None and noted.name else thread.thread_id)


def second_line(thread: ThreadRow) -> str:
    """Status, length and when it was changed."""
    count = plural("1 checkpoint", "{n:,} checkpoints", thread.checkpoints)
    status = tr(STATUS_WORDS[thread.status])
    changed = day_or_time(thread.changed_at)
    if thread.foreign:
        return tr(
            "{status} · {count} · {changed} · another graph",
            status=status,
            count=count,
            changed=changed,
        )
    return tr("{status} · {count} · {changed}", status=status, count=count, changed=changed)


def thread_tooltip(thread: ThreadRow, noted: AnnotationView | None, size: int | None) -> str:
    """Everything that is known of a thread."""
    told = [noted.name, noted.note] if noted is not None else []
    told += [
        thread.thread_id,
        second_line(thread),
        tr("created {time}", time=thread.created_at),
        tr("changed {time}", time=thread.changed_at),
    ]
    if size is not None:
        told.append(tr("{size:,} bytes", size=size))
    return "\n".join(filter(None, told))

"""What may be asked about messages."""

from dataclasses import dataclass
from typing import ClassVar

from runtime.debug.commands import Command


@dataclass(frozen=True, slots=True)
class ReadMessages(Command):
    """Messages of one channel at a checkpoint, page by page, oldest first.

    Without ``offset`` it is the last page. Without ``channel`` the first one that holds messages.
    """

    reply: ClassVar[str] = "MessagePage"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_id: str
    checkpoint_ns: str = ""
    channel: str = ""
    offset: int | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True)
class TraceMessages(Command):
    """Who wrote the messages of a channel, by going back from a checkpoint to its first ancestor.

    Each asking does a part of the work; ``more`` in the reply wants the same command again.
    """

    reply: ClassVar[str] = "MessagesTraced"
    thread_id: str
    checkpoint_id: str
    channel: str
    checkpoint_ns: str = ""

"""The rows of the chat, without Qt: messages by their place, then those that are being made.

Messages come in pages, so a row may still lack its message. One that was read for the moment before
stands there until it is read anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from runtime.debug.messages.views import MessageAuthor, MessagePage, MessageView
from studio.session.streams import StreamedMessage


@dataclass(frozen=True, slots=True)
class Result:
    """A tool's message that answers a call."""

    message: MessageView
    author: MessageAuthor | None


@dataclass(frozen=True, slots=True)
class Entry:
    """What one row shows: a message with the results of its calls, or one that is being made."""

    message: MessageView | None = None
    stream: StreamedMessage | None = None
    author: MessageAuthor | None = None
    results: Mapping[str, Result] = field(default_factory=dict)
    """By the id of the call."""
    joined: bool = False
    """It is shown as the result of a call, so not by itself."""
    texts: Mapping[int, str] = field(default_factory=dict)
    """Blocks that a person wanted to read whole."""


class Entries:
    """All rows of one channel at one checkpoint."""

    def __init__(self) -> None:
        self.total = 0
        self.streams: list[StreamedMessage] = []
        self._messages: dict[int, MessageView] = {}
        self._fresh: set[int] = set()
        self._authors: dict[str, MessageAuthor] = {}
        self._results: dict[str, int] = {}
        self._calls: set[str] = set()
        self._texts: dict[tuple[str, int], str] = {}

    def __len__(self) -> int:
        return self.total + len(self.streams)

    def clear(self) -> None:
        """Another thread or channel."""
        self.total = 0
        self.streams = []
        self._messages = {}
        self._fresh = set()
        self._authors = {}
        self._texts = {}
        self._rejoin()

    def begin(self, page: MessagePage) -> None:
        """The first page of another checkpoint."""
        self.total = page.total
        self._fresh = set()
        self._messages = {
            index: message for index, message in self._messages.items() if index < page.total
        }
        self.add(page)

    def add(self, page: MessagePage) -> None:
        """A further page of the same checkpoint."""
        for message, place in zip(page.messages, range(page.offset, page.total), strict=False):
            self._messages[place] = message
            self._fresh.add(place)
        self._rejoin()

    def add_authors(self, authors: Iterable[MessageAuthor]) -> None:
        """Who wrote some messages."""
        for author in authors:
            self._authors[author.message_id or f"#{author.index}"] = author

    def lacking(self, rows: Iterable[int]) -> list[int]:
        """Rows whose message was not read yet for this checkpoint."""
        return [row for row in rows if row < self.total and row not in self._fresh]

    def set_streams(self, streams: Sequence[StreamedMessage]) -> None:
        """Those that are being made and are not in the channel yet."""
        known = {message.id for message in self._messages.values() if message.id}
        self.streams = [each for each in streams if not each.id or each.id not in known]

    def set_text(self, row: int, block: int, text: str) -> None:
        """The whole text of a block."""
        self._texts[self._key(row), block] = text

    def entry(self, row: int) -> Entry:
        if row >= self.total:
            place = row - self.total
            return Entry(stream=self.streams[place]) if place < len(self.streams) else Entry()
        message = self._messages.get(row)
        if message is None:
            return Entry()
        key = self._key(row)
        return Entry(
            message,
            author=self._authors.get(key),
            results={
                call.id: self._result(self._results[call.id])
                for call in message.tool_calls
                if call.id in self._results
            },
            joined=message.tool_call_id in self._calls,
            texts={block: text for (of, block), text in self._texts.items() if of == key},
        )

    def _result(self, row: int) -> Result:
        return Result(self._messages[row], self._authors.get(self._key(row)))

    def _key(self, row: int) -> str:
        message = self._messages.get(row)
        if message is None:
            return f"#{row}"
        return message.id or f"#{message.index}"

    def _rejoin(self) -> None:
        messages = self._messages.values()
        self._calls = {call.id for each in messages for call in each.tool_calls if call.id}
        self._results = {
            message.tool_call_id: row
            for row, message in self._messages.items()
            if message.tool_call_id
        }

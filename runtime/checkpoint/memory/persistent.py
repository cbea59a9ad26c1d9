"""Dictionaries of the saver in memory that can be kept in a file."""

import os
from collections import defaultdict
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeVar

from runtime.checkpoint.base.rows import ValueRow
from runtime.checkpoint.serde.classes import register_class
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer

K = TypeVar("K")
V = TypeVar("V")

register_class(ValueRow)


class PersistentDict(defaultdict[K, V]):
    """A ``defaultdict`` that is written to a file by ``sync`` or ``close``, and read by ``load``.

    Nothing is read when it is made, nor written in between. The file is replaced as a whole, and
    holds what a serializer can save; reading it executes nothing.
    """

    def __init__(self, *args: Any, filename: str | os.PathLike[str], **kwds: Any) -> None:
        super().__init__(*args, **kwds)
        self.filename = os.fspath(filename)

    def sync(self) -> None:
        """Write everything to the file."""
        path = Path(self.filename)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            with fresh.open("wb") as file:
                self.dump(file)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)

    def close(self) -> None:
        """As ``sync``."""
        self.sync()

    def dump(self, fileobj: BinaryIO) -> None:
        """Write everything to an open file."""
        _, data = JsonPlusSerializer().dumps_typed(dict(self))
        fileobj.write(data)

    def load(self) -> None:
        """Add what the file holds; ``DecodeError`` where it is damaged."""
        content = JsonPlusSerializer().loads_typed(("msgpack", Path(self.filename).read_bytes()))
        if not isinstance(content, dict):
            raise DecodeError(f"{self.filename} holds no dictionary")
        self.update(content)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def in_files_of_their_own(*dictionaries: Any) -> list[PersistentDict[Any, Any]]:
    """Those that are kept in files; endings tell apart those that were given one name."""
    kept = [each for each in dictionaries if isinstance(each, PersistentDict)]
    endings = ("", ".writes", ".blobs")
    if len({each.filename for each in kept}) < len(kept):
        for each, ending in zip(kept, endings, strict=False):
            each.filename += ending
    return kept

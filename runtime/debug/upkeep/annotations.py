"""Where a session keeps annotations: in the store itself, else in a file of the user's own.

A store that is opened for reading, that cannot be written, or that another program's saver keeps
is not touched: what is noted of it goes to a file in the user's data folder, under a name made
from the store's place.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.base.upkeep import Annotation, Annotations
from runtime.checkpoint.location import default_store
from runtime.checkpoint.memory import InMemorySaver
from runtime.debug.upkeep.plain import MemoryAnnotations


def annotations_of(saver: BaseCheckpointSaver[Any]) -> Annotations:
    """The annotations of a saver's threads."""
    if isinstance(saver, InMemorySaver):
        return MemoryAnnotations()
    from runtime.checkpoint.sql.saver import SqlSaver

    place = getattr(saver, "place", None)
    if isinstance(saver, SqlSaver):
        return StoreAnnotations(saver.annotations, saver.place, read_only=saver.read_only)
    return MemoryAnnotations() if not isinstance(place, str) else StoreAnnotations(None, place)


def own_file(place: str) -> Path:
    """The file for annotations of a store that is not written itself."""
    name = sha256(place.encode("utf-8", "replace")).hexdigest()[:32]
    return default_store().parent / "annotations" / f"{name}.sqlite"


class StoreAnnotations:
    """Those in the store, and over them those in the user's own file, where there is one."""

    def __init__(self, store: Annotations | None, place: str, *, read_only: bool = True) -> None:
        self._store = store
        self._read_only = read_only or store is None
        self._path = own_file(place)
        self._file: Any = None

    def read(self, thread_id: str | None = None) -> Sequence[Annotation]:
        kept = {_key(each): each for each in (self._store.read(thread_id) if self._store else ())}
        own = self._own()
        if own is not None:
            kept.update((_key(each), each) for each in own.read(thread_id, with_empty=True))
        return [each for _, each in sorted(kept.items()) if not each.empty]

    def write(self, annotation: Annotation) -> None:
        from runtime.checkpoint.sql.errors import StoreReadOnlyError

        if not self._read_only and self._store is not None:
            try:
                self._store.write(annotation)
            except StoreReadOnlyError:
                self._read_only = True
            else:
                return
        self._own(make=True).write(annotation, keep_empty=True)

    def delete_thread(self, thread_id: str) -> None:
        for each in self._writable():
            each.delete_thread(thread_id)

    def delete_checkpoints(
        self, thread_id: str, checkpoint_ns: str, checkpoint_ids: Collection[str]
    ) -> None:
        for each in self._writable():
            each.delete_checkpoints(thread_id, checkpoint_ns, checkpoint_ids)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        if self._own() is None:
            for each in self._writable():
                each.copy_thread(source_thread_id, target_thread_id)
            return
        known = {_key(each)[1:] for each in self.read(target_thread_id)}
        for noted in self.read(source_thread_id):
            name = noted.name if noted.checkpoint_id else ""
            copied = replace(noted, thread_id=target_thread_id, name=name)
            if _key(copied)[1:] not in known and not copied.empty:
                self.write(copied)

    def close(self) -> None:
        """Let go of the user's own file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _writable(self) -> list[Annotations]:
        found = [] if self._read_only or self._store is None else [self._store]
        own = self._own()
        return found if own is None else [*found, own]

    def _own(self, make: bool = False) -> Any:
        if self._file is None and (make or self._path.exists()):
            from runtime.checkpoint.sql.annotations import AnnotationsFile

            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = AnnotationsFile(self._path)
        return self._file


def _key(annotation: Annotation) -> tuple[str, str, str]:
    return annotation.thread_id, annotation.checkpoint_ns, annotation.checkpoint_id

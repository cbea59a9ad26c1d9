"""Threads of a saver that has only the debugger's read side, or of one in memory."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, HistoryReader, StoredThread
from runtime.checkpoint.base.upkeep import Annotation, SizePart, ThreadOrder
from runtime.checkpoint.line import Line
from runtime.checkpoint.memory import InMemorySaver

_EVERY = 1 << 30


class PlainUpkeep:
    """Reads whole listings, which such savers have at hand. Only those in memory tell sizes."""

    def __init__(self, saver: BaseCheckpointSaver[Any], reader: HistoryReader) -> None:
        self._reader = reader
        self._memory = saver if isinstance(saver, InMemorySaver) else None

    def thread_ids(
        self,
        *,
        text: str = "",
        named: Collection[str] = (),
        order: ThreadOrder = "changed",
        descending: bool = True,
    ) -> Sequence[str]:
        found = [
            each
            for each in self._reader.list_threads(0, _EVERY).threads
            if text.lower() in each.thread_id.lower() or each.thread_id in named
        ]
        found.sort(key=lambda each: each.thread_id)
        sizes = self.sizes([each.thread_id for each in found]) if order == "size" else {}

        def key(each: StoredThread) -> Any:
            match order:
                case "created":
                    return each.first_checkpoint_id
                case "checkpoints":
                    return each.count
                case "size":
                    return sizes.get(each.thread_id, 0)
                case "name":
                    return each.thread_id
            return each.newest_checkpoint_id

        found.sort(key=key, reverse=descending)
        return [each.thread_id for each in found]

    def threads(self, thread_ids: Sequence[str]) -> Sequence[StoredThread]:
        every = {each.thread_id: each for each in self._reader.list_threads(0, _EVERY).threads}
        return [every[each] for each in thread_ids if each in every]

    def pending(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        pending: dict[str, Mapping[str, Sequence[str]]] = {}
        for thread in self._reader.list_threads(0, _EVERY).threads:
            for newest in self._reader.list_rows(thread.thread_id, "", limit=1):
                if newest.written_tasks:
                    pending[thread.thread_id] = dict(newest.written_tasks)
        return pending

    def metadata(self) -> Mapping[str, Mapping[str, Any]]:
        found: dict[str, Mapping[str, Any]] = {}
        for thread in self._reader.list_threads(0, _EVERY).threads:
            for newest in self._reader.list_rows(thread.thread_id, "", limit=1):
                found[thread.thread_id] = newest.metadata
        return found

    def outline(self, thread_id: str, checkpoint_ns: str) -> Sequence[Line]:
        rows = self._reader.list_rows(thread_id, checkpoint_ns)
        return [
            Line(row.checkpoint_id, row.parent_checkpoint_id, row.step, row.ts)
            for row in reversed(rows)
        ]

    def namespaces(self, thread_id: str) -> Sequence[str]:
        return sorted({row.checkpoint_ns for row in self._reader.list_rows(thread_id)})

    def line_sizes(self, thread_id: str, checkpoint_ns: str) -> Mapping[str, int]:
        sizes: dict[str, int] = {}
        for namespace, checkpoint_id, part in self._stored(thread_id):
            if namespace == checkpoint_ns:
                sizes[checkpoint_id] = sizes.get(checkpoint_id, 0) + part.size
        return sizes

    def sizes(self, thread_ids: Sequence[str]) -> Mapping[str, int]:
        if self._memory is None:
            return {}
        return {
            each: sum(part.size for *_, part in self._stored(each))
            for each in dict.fromkeys(thread_ids)
        }

    def parts(self, thread_id: str) -> Sequence[SizePart]:
        parts: dict[tuple[str, str], SizePart] = {}
        for *_, part in self._stored(thread_id):
            key = (part.kind, part.name)
            known = parts.get(key, SizePart(part.kind, part.name, 0, 0))
            parts[key] = SizePart(
                part.kind, part.name, known.size + part.size, known.count + part.count
            )
        return sorted(parts.values(), key=lambda part: (-part.size, part.kind, part.name))

    def _stored(self, thread_id: str) -> Sequence[tuple[str, str, SizePart]]:
        """Namespace, checkpoint and size of everything that is kept in memory of a thread."""
        if self._memory is None:
            return []
        found: list[tuple[str, str, SizePart]] = []
        for namespace, rows in list(self._memory.storage.get(thread_id, {}).items()):
            for row in list(rows.values()):
                part = SizePart("states", "", len(row[9]) + len(row[10]), 1)
                found.append((namespace, row[2], part))
        for key, value in list(self._memory.blobs.items()):
            if key[0] == thread_id:
                part = SizePart("channel", key[3], len(value.value), 1)
                found.append((key[1], key[2], part))
        return found


class MemoryAnnotations:
    """Annotations that live as long as the process: those of a store in memory."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], Annotation] = {}

    def read(self, thread_id: str | None = None) -> Sequence[Annotation]:
        return [
            each
            for key, each in sorted(self._kept.items())
            if (not key[2] if thread_id is None else key[0] == thread_id)
        ]

    def write(self, annotation: Annotation) -> None:
        key = (annotation.thread_id, annotation.checkpoint_ns, annotation.checkpoint_id)
        self._kept.pop(key, None)
        if not annotation.empty:
            self._kept[key] = annotation

    def delete_thread(self, thread_id: str) -> None:
        for key in [key for key in self._kept if key[0] == thread_id]:
            del self._kept[key]

    def delete_checkpoints(
        self, thread_id: str, checkpoint_ns: str, checkpoint_ids: Collection[str]
    ) -> None:
        for each in checkpoint_ids:
            self._kept.pop((thread_id, checkpoint_ns, each), None)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        for each in self.read(source_thread_id):
            key = (target_thread_id, each.checkpoint_ns, each.checkpoint_id)
            copied = Annotation(
                *key, each.name if key[2] else "", each.note, each.colour, each.bookmarked
            )
            if key not in self._kept and not copied.empty:
                self._kept[key] = copied

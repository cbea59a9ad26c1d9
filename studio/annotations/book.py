"""What is noted of the thread that is shown, and of all threads."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from runtime.debug.upkeep.commands import Annotate, ReadAnnotations
from runtime.debug.upkeep.views import AnnotationList, AnnotationView
from runtime.debug.views import Reply
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment


class AnnotationBook(QObject):
    """Kept in the store; ``changed`` says that something is noted otherwise than before."""

    changed = Signal()

    def __init__(self, bridge: SessionBridge, moment: Moment, parent: QObject | None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._moment = moment
        self._of_checkpoints: dict[tuple[str, str], AnnotationView] = {}
        self._of_threads: dict[str, AnnotationView] = {}
        moment.thread_changed.connect(self._thread_changed)

    def of(self, checkpoint_id: str) -> AnnotationView | None:
        """What is noted of a checkpoint of the thread and namespace that are shown."""
        return self._of_checkpoints.get((self._moment.namespace, checkpoint_id))

    def all(self) -> list[AnnotationView]:
        """What is noted of checkpoints of the thread and namespace that are shown."""
        here = self._moment.namespace
        return [each for (space, _), each in self._of_checkpoints.items() if space == here]

    def of_thread(self, thread_id: str) -> AnnotationView | None:
        """What is noted of a thread as a whole."""
        return self._of_threads.get(thread_id)

    @property
    def here(self) -> AnnotationView | None:
        """What is noted of the moment looked at, or nothing yet; ``None`` without a checkpoint."""
        row = self._moment.looked_at
        if row is None:
            return None
        empty = AnnotationView(row.thread_id, row.checkpoint_ns, row.checkpoint_id)
        return self.of(row.checkpoint_id) or empty

    @property
    def of_this_thread(self) -> AnnotationView | None:
        """What is noted of the thread that is shown, or nothing yet."""
        thread_id = self._moment.thread_id
        if thread_id is None:
            return None
        return self.of_thread(thread_id) or AnnotationView(thread_id)

    def toggle_bookmark(self) -> None:
        """Set a bookmark at the moment looked at, or take it away."""
        known = self.here
        if known is not None:
            self.write(replace(known, bookmarked=not known.bookmarked))

    def write(self, annotation: AnnotationView, then: Callable[[], None] | None = None) -> None:
        """Note something in place of what was noted."""

        def written(_: Reply) -> None:
            if annotation.checkpoint_id:
                key = (annotation.checkpoint_ns, annotation.checkpoint_id)
                if annotation.thread_id == self._moment.thread_id:
                    self._of_checkpoints[key] = annotation
            else:
                self._of_threads[annotation.thread_id] = annotation
            self.changed.emit()
            if then is not None:
                then()

        self._bridge.request(Annotate(annotation), written)

    def read_threads(self) -> None:
        """Read again what is noted of all threads."""

        def read(reply: Reply) -> None:
            if isinstance(reply, AnnotationList):
                found = {each.thread_id: each for each in reply.annotations}
                if found != self._of_threads:
                    self._of_threads = found
                    self.changed.emit()

        self._bridge.request(ReadAnnotations(), read, lambda _: None)

    def read_checkpoints(self) -> None:
        """Read again what is noted of the thread that is shown."""
        thread_id = self._moment.thread_id
        if thread_id is None:
            return

        def read(reply: Reply) -> None:
            if isinstance(reply, AnnotationList) and thread_id == self._moment.thread_id:
                found = {
                    (each.checkpoint_ns, each.checkpoint_id): each
                    for each in reply.annotations
                    if each.checkpoint_id
                }
                if found != self._of_checkpoints:
                    self._of_checkpoints = found
                    self.changed.emit()

        self._bridge.request(ReadAnnotations(thread_id), read, lambda _: None)

    def _thread_changed(self) -> None:
        if self._of_checkpoints:
            self._of_checkpoints = {}
            self.changed.emit()
        self.read_checkpoints()

"""Reads a thread's tree of checkpoints for those who keep it themselves."""

from collections.abc import Callable

from runtime.debug.commands import ListCheckpoints
from runtime.debug.upkeep.commands import ReadOutline
from runtime.debug.upkeep.outline import BATCH
from runtime.debug.upkeep.views import Outline
from runtime.debug.views import CheckpointPage, Failed, Reply
from studio.session.bridge import SessionBridge


class TreeReader:
    """Of the namespace that ``namespace`` gives."""

    def __init__(self, bridge: SessionBridge, namespace: Callable[[], str]) -> None:
        self._bridge = bridge
        self._namespace = namespace

    def rows(
        self,
        thread_id: str,
        before: str | None,
        then: Callable[[CheckpointPage | Failed], None],
    ) -> None:
        """Read a page of a thread's checkpoints: those older than ``before``, or the newest."""

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointPage):
                then(reply)

        self._bridge.request(
            ListCheckpoints(thread_id, self._namespace(), before=before, limit=BATCH),
            read,
            lambda error: then(Failed(error)),
        )

    def outline(self, thread_id: str, then: Callable[[Outline | Failed], None]) -> None:
        """Read the shape of a thread's tree."""

        def read(reply: Reply) -> None:
            if isinstance(reply, Outline):
                then(reply)

        self._bridge.request(
            ReadOutline(thread_id, self._namespace()), read, lambda error: then(Failed(error))
        )

"""Going to a checkpoint of any thread, known by its address alone."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from runtime.debug.commands import ListCheckpoints
from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.views import CheckpointPage, CheckpointRow, Reply
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment


class Visitor(QObject):
    """Moves the moment that is looked at; the last wish wins."""

    def __init__(self, bridge: SessionBridge, moment: Moment) -> None:
        super().__init__(moment)
        self._bridge = bridge
        self._moment = moment
        self._asked = 0

    def go(self, address: CheckpointAddress, then: Callable[[], None] | None = None) -> None:
        """Look at a checkpoint, in its thread."""
        if address.checkpoint_ns != self._moment.namespace:
            return
        if self._moment.thread_id != address.thread_id:
            self._moment.open_thread(address.thread_id)

        def read(row: CheckpointRow) -> None:
            self._moment.look_at(row)
            if then is not None:
                then()

        self.read(address, read)

    def read(self, address: CheckpointAddress, then: Callable[[CheckpointRow], None]) -> None:
        """The row of a checkpoint, unless another one is wanted meanwhile."""
        self._asked += 1
        asked = self._asked

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointPage) and asked == self._asked:
                for row in reply.rows:
                    if row.checkpoint_id == address.checkpoint_id:
                        then(row)

        # Ids sort as text, so the one wanted is the newest before its successor.
        after = address.checkpoint_id + "~"
        self._bridge.request(
            ListCheckpoints(address.thread_id, address.checkpoint_ns, before=after, limit=1), read
        )

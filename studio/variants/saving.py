"""Reads the whole values of a table of variants and writes it into a file."""

import json
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from runtime.debug.commands import ReadJson
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointRow, JsonValue, Reply
from studio.language import tr
from studio.session.bridge import SessionBridge
from studio.session.living import while_alive
from studio.variants.export import as_csv
from studio.variants.model import VariantsModel
from studio.variants.runner import VariantResult

LONGEST = 1_000_000
"""Characters of a value that go into a cell; of a longer one its line does."""


class Saving(QObject):
    """Writes tables; a value after the other is read from the session."""

    def __init__(self, bridge: SessionBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    def save(
        self,
        path: str,
        model: VariantsModel,
        results: Sequence[VariantResult],
        tell: Callable[[str], None],
    ) -> None:
        """Write the table as it is now; ``tell`` gets a sentence at the end."""
        drafts = [draft.copied() for draft in model.drafts]
        written, shown = list(model.written), list(model.shown)
        values = {
            (row, name): result.values[name]
            for row, result in enumerate(results)
            for name in shown
            if name in result.values
        }
        waiting = list(values)

        def write() -> None:
            text = as_csv(drafts, results, written, shown, values)
            try:
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
            except OSError as error:
                tell(
                    tr("{path} was not written: {problem}", path=path, problem=str(error.strerror))
                )
            else:
                tell(tr("{path} was written.", path=path))

        def go_on() -> None:
            if not waiting:
                write()
                return
            row, name = waiting.pop(0)
            head = results[row].head
            if head is None:
                go_on()
                return

            def read(reply: Reply) -> None:
                if isinstance(reply, JsonValue):
                    value = reply.value
                    text = (
                        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                    )
                    values[row, name] = text
                go_on()

            self._bridge.request(
                ReadJson(_place(head, name), LONGEST),
                while_alive(self, read),
                while_alive(self, lambda _: go_on()),
            )

        tell(tr("Reading the values…"))
        go_on()


def _place(row: CheckpointRow, channel: str) -> ValueHandle:
    return ValueHandle(row.thread_id, row.checkpoint_ns, row.checkpoint_id, ("channel", channel))

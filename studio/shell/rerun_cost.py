"""What ran from a checkpoint the last time, what it cost, and what becomes of it now."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.marks.views import CostRead, MarkKind, NodeCost
from studio.inspector.task_rows import duration_text
from studio.language import later, plural, tr
from studio.marks.words import LOOKS
from studio.shell.icons import icon
from studio.shell.theme import GRID, current_theme

NODE, RUNS, TIME, TOKENS, NOW = range(5)
STRONGEST: tuple[MarkKind, ...] = ("skip", "pin", "unsafe")
"""The mark that counts where a node has several, first."""
NOW_WORDS: Mapping[MarkKind, str] = {
    "skip": later("skipped: not executed"),
    "pin": later("pinned: not executed"),
    "unsafe": later("unsafe to repeat: asks first"),
}
MOST_ROWS = 9
"""So many nodes are seen without scrolling."""


class RerunCost(QWidget):
    """A line for each node that ran on the recorded branch, and their sum in a sentence."""

    def __init__(self, marks: Mapping[str, tuple[MarkKind, ...]], parent: QWidget) -> None:
        super().__init__(parent)
        self._marks = marks
        self._costs: dict[str, NodeCost] = {}
        self._supersteps = 0
        self.sentence = QLabel(self)
        self.sentence.setObjectName("rerun.cost")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.table = QTreeWidget(self)
        self.table.setObjectName("rerun.nodes")
        self.table.setAccessibleName(tr("What ran from here the last time"))
        self.table.setHeaderLabels(
            [tr("Node"), tr("Ran"), tr("Time"), tr("Tokens, in and out"), tr("Now")]
        )
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        header = self.table.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.sentence)
        layout.addWidget(self.table)
        self.table.hide()
        self.sentence.setText(tr("Looking up what ran from here the last time…"))

    def add(self, read: CostRead) -> None:
        """Take over a further page; without a ``next`` it was the last one."""
        self._supersteps += read.supersteps
        for cost in read.nodes:
            known = self._costs.get(cost.node)
            self._costs[cost.node] = cost if known is None else _sum(known, cost)
        self._tell(more=read.next is not None)
        self._list()

    def _tell(self, more: bool) -> None:
        if not self._costs:
            self.sentence.setText(
                tr("Still looking…") if more else tr("Nothing is recorded of what ran from here.")
            )
            return
        total = _total(self._costs.values())
        said = [
            plural(
                "The last time, 1 task ran from here on the recorded branch.",
                "The last time, {n} tasks ran from here on the recorded branch.",
                total.runs,
            )
        ]
        if total.timed == total.runs:
            said.append(tr("They took {time}.", time=duration_text(total.duration_ms)))
        elif total.timed:
            said.append(
                plural(
                    "1 of them, whose time is known, took {time}.",
                    "{n} of them, whose times are known, took {time}.",
                    total.timed,
                    time=duration_text(total.duration_ms),
                )
            )
        else:
            said.append(tr("An earlier session ran them, and kept no times."))
        if total.metered:
            said.append(
                tr(
                    "Their messages count {input:,} tokens in and {output:,} out.",
                    input=total.input_tokens,
                    output=total.output_tokens,
                )
            )
        else:
            said.append(tr("No token usage is recorded."))
        if more:
            said.append(tr("Still looking…"))
        self.sentence.setText(" ".join(said))

    def _list(self) -> None:
        tokens = current_theme()
        self.table.clear()
        for cost in self._costs.values():
            time = duration_text(cost.duration_ms) if cost.timed else "—"
            used = f"{cost.input_tokens:,} → {cost.output_tokens:,}" if cost.metered else "—"
            item = QTreeWidgetItem(self.table, [cost.node, f"{cost.runs:,}", time, used, ""])
            for column in (RUNS, TIME, TOKENS):
                item.setTextAlignment(
                    column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                )
            kinds = self._marks.get(cost.node, ())
            kind = next((each for each in STRONGEST if each in kinds), None)
            if kind is not None:
                look = LOOKS[kind]
                item.setText(NOW, tr(NOW_WORDS[kind]))
                item.setToolTip(NOW, tr(look.sentence))
                item.setIcon(NOW, icon(look.icon, tokens, str(getattr(tokens, look.color))))
        rows = min(max(self.table.topLevelItemCount(), 1), MOST_ROWS)
        height = self.table.sizeHintForRow(0) if self._costs else 0
        room = self.table.header().sizeHint().height() + rows * height + 2 * GRID
        self.table.setFixedHeight(room)
        self.table.setVisible(bool(self._costs))


def _sum(first: NodeCost, second: NodeCost) -> NodeCost:
    return replace(
        first,
        runs=first.runs + second.runs,
        timed=first.timed + second.timed,
        duration_ms=first.duration_ms + second.duration_ms,
        metered=first.metered + second.metered,
        input_tokens=first.input_tokens + second.input_tokens,
        output_tokens=first.output_tokens + second.output_tokens,
    )


def _total(costs: Iterable[NodeCost]) -> NodeCost:
    total = NodeCost("", 0)
    for cost in costs:
        total = _sum(total, cost)
    return total

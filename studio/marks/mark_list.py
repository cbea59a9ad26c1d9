"""The marks on the nodes of one graph, as data, and as text for the settings."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from runtime.debug import codec
from runtime.debug.marks.commands import SetNodeMarks
from runtime.debug.marks.views import MarkKind, NodeMark
from studio.graph.paths import join_path, name_of, prefix_of


def path_of(mark: NodeMark) -> str:
    """The marked node from the open graph inwards."""
    return join_path(mark.namespace, mark.node)


class MarkList:
    """At most one mark of each kind on a node, one pin for each of its ``Send``s."""

    def __init__(self) -> None:
        self._marks: list[NodeMark] = []

    def __len__(self) -> int:
        return len(self._marks)

    def __iter__(self) -> Iterator[NodeMark]:
        return iter(self._marks)

    def __getitem__(self, row: int) -> NodeMark:
        return self._marks[row]

    @property
    def all(self) -> tuple[NodeMark, ...]:
        return tuple(self._marks)

    def show(self, marks: Iterable[NodeMark]) -> None:
        self._marks = list(marks)

    def of(self, path: str, kind: MarkKind | None = None) -> tuple[NodeMark, ...]:
        """Marks on a node, of one kind or of all."""
        return tuple(
            mark
            for mark in self._marks
            if path_of(mark) == path and (kind is None or mark.kind == kind)
        )

    def put(self, mark: NodeMark) -> None:
        """Add a mark; one that says the same of the same tasks gives way to it."""
        place = _place(mark)
        for row, known in enumerate(self._marks):
            if _place(known) == place:
                self._marks[row] = mark
                return
        self._marks.append(mark)

    def remove(self, *marks: NodeMark) -> None:
        self._marks = [known for known in self._marks if known not in marks]

    def toggle(self, path: str, kind: MarkKind) -> None:
        """Mark a node, or take its mark away."""
        marked = self.of(path, kind)
        if marked:
            self.remove(*marked)
        else:
            self.put(NodeMark(kind, name_of(path), prefix_of(path)))

    def end_run(self) -> bool:
        """A run is over, and with it what held for one run; tells whether something did."""
        before = len(self._marks)
        self._marks = [mark for mark in self._marks if mark.kind != "skip"]
        return len(self._marks) != before

    def kinds(self) -> dict[str, tuple[MarkKind, ...]]:
        """Kinds of marks by the path of the node."""
        found: dict[str, dict[MarkKind, None]] = {}
        for mark in self._marks:
            found.setdefault(path_of(mark), {})[mark.kind] = None
        return {path: tuple(kinds) for path, kinds in found.items()}

    def kept(self) -> list[str]:
        """Those that outlive the window, each as text."""
        return [to_text(mark) for mark in self._marks if mark.kind != "skip"]


def _place(mark: NodeMark) -> NodeMark:
    return replace(mark, writes=(), goto=(), sends=(), origin=None)


def to_text(mark: NodeMark) -> str:
    """A mark as one line of plain JSON."""
    message = codec.to_json(SetNodeMarks((mark,)))
    return json.dumps(message["marks"][0], ensure_ascii=False)


def from_text(text: str) -> NodeMark | None:
    """The mark of such a line; ``None`` for what is none."""
    try:
        message = codec.from_json({codec.TAG: "SetNodeMarks", "marks": [json.loads(text)]})
    except ValueError:
        return None
    return message.marks[0] if isinstance(message, SetNodeMarks) else None

"""Two texts compared line by line."""

import difflib
from dataclasses import dataclass
from typing import Literal

DiffKind = Literal["same", "added", "removed", "skipped"]

CONTEXT_LINES = 2
MARKS: dict[DiffKind, str] = {"same": " ", "added": "+", "removed": "-", "skipped": "⋯"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a comparison."""

    kind: DiffKind
    text: str

    @property
    def marked(self) -> str:
        """The line with its mark in front."""
        return f"{MARKS[self.kind]} {self.text}"


def diff_lines(before: str, after: str, context: int = CONTEXT_LINES) -> list[DiffLine]:
    """The changed lines, each with ``context`` unchanged ones around it.

    A comma that only came because a line follows now is no change. Long unchanged stretches are
    one line that counts them. Equal texts give no lines.
    """
    old, new = before.splitlines(), after.splitlines()
    if old == new:
        return []
    pairs = _opcodes([line.rstrip(",") for line in old], [line.rstrip(",") for line in new])
    if all(tag == "equal" for tag, *_ in pairs):  # only commas differ
        pairs = _opcodes(old, new)
    result: list[DiffLine] = []
    for number, (tag, old_start, old_end, new_start, new_end) in enumerate(pairs):
        if tag == "equal":
            first, last = number == 0, number == len(pairs) - 1
            result += _unchanged(new[new_start:new_end], context, first, last)
            continue
        result += [DiffLine("removed", line) for line in old[old_start:old_end]]
        result += [DiffLine("added", line) for line in new[new_start:new_end]]
    return result


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """Stretches that are equal or not; common ends are cut off before the slow comparison."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    inner = difflib.SequenceMatcher(
        None, old[head : len(old) - tail], new[head : len(new) - tail]
    ).get_opcodes()
    result = [("equal", 0, head, 0, head)] if head else []
    result += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in inner]
    if tail:
        result.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return result


def _unchanged(lines: list[str], context: int, first: bool, last: bool) -> list[DiffLine]:
    head = 0 if first else context
    tail = 0 if last else context
    if len(lines) <= head + tail + 1:
        return [DiffLine("same", line) for line in lines]
    skipped = len(lines) - head - tail
    return [
        *(DiffLine("same", line) for line in lines[:head]),
        DiffLine("skipped", f"{skipped:,} unchanged lines"),
        *(DiffLine("same", line) for line in lines[len(lines) - tail :]),
    ]

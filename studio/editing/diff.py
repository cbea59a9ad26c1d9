"""Two texts compared line by line."""

import difflib
from dataclasses import dataclass
from typing import Literal

DiffKind = Literal["same", "added", "removed", "skipped"]

CONTEXT_LINES = 2
MARKS: dict[DiffKind, str] = {"same": " ", "added": "+", "removed": "-", "skipped": "⋯"}


Opcode = tuple[str, int, int, int, int]
"""Kind, then where the stretch starts and ends in the old and in the new lines."""


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


def _opcodes(old: list[str], new: list[str]) -> list[Opcode]:
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
    result: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
    result += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in inner]
    if tail:
        result.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return [code for code in _slid(result, old, new) if code[1] < code[2] or code[3] < code[4]]


def _slid(codes: list[Opcode], old: list[str], new: list[str]) -> list[Opcode]:
    """Move what was only added or only removed up to where a value begins.

    Of the places that say the same, the one with the least indented first line is the clearest:
    a whole object came, rather than the end of one and the start of the next.
    """
    for at, (tag, a, b, c, d) in enumerate(codes):
        if tag not in ("delete", "insert") or at == 0 or codes[at - 1][0] != "equal":
            continue
        lines, start, end = (old, a, b) if tag == "delete" else (new, c, d)
        _, before_a, before_b, before_c, before_d = codes[at - 1]
        room = min(before_b - before_a, end - start)
        best, shift = _clarity(lines[start]), 0
        for up in range(1, room + 1):
            if lines[start - up] != lines[end - up]:
                break
            if _clarity(lines[start - up]) < best:
                best, shift = _clarity(lines[start - up]), up
        if not shift:
            continue
        codes[at - 1] = ("equal", before_a, before_b - shift, before_c, before_d - shift)
        codes[at] = (tag, a - shift, b - shift, c - shift, d - shift)
        if at + 1 < len(codes) and codes[at + 1][0] == "equal":
            _, after_a, after_b, after_c, after_d = codes[at + 1]
            codes[at + 1] = ("equal", after_a - shift, after_b, after_c - shift, after_d)
        else:
            codes.insert(at + 1, ("equal", b - shift, b, d - shift, d))
    return codes


def _clarity(line: str) -> tuple[int, bool]:
    """Smaller is a better first line of a change: little indented, and not a closing bracket."""
    text = line.lstrip()
    return len(line) - len(text), text.startswith(("}", "]"))


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

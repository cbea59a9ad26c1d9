"""Two texts compared line by line, and changed lines word by word."""

import difflib
import re
from collections.abc import Iterator

from runtime.debug.comparing.views import DiffLine, Span

CONTEXT_LINES = 2
LONGEST_LINE = 2000
"""Characters of a line in which single words are still compared."""
_ALIKE = 0.3
"""Lines that have less in common are other lines, not changed ones."""
_IDEOGRAPHS = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORDS = re.compile(rf"[{_IDEOGRAPHS}]|(?:(?![{_IDEOGRAPHS}])\w)+|\s+|.", re.DOTALL)

Opcode = tuple[str, int, int, int, int]
"""Kind, then where the stretch starts and ends in the old and in the new lines."""


def diff_lines(before: str, after: str, context: int = CONTEXT_LINES) -> list[DiffLine]:
    """The changed lines, each with ``context`` unchanged ones around it.

    A comma that only came because a line follows now is no change. Long unchanged stretches are
    one line that counts them. Equal texts give no lines.
    """
    old, new = _lines(before), _lines(after)
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
        result += _changed(old[old_start:old_end], new[new_start:new_end])
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
        DiffLine("skipped", "", count=skipped),
        *(DiffLine("same", line) for line in lines[len(lines) - tail :]),
    ]


def _lines(text: str) -> list[str]:
    """Lines as an editor has them: of the separators only line feeds begin a new one."""
    return text.replace("\r\n", "\n").split("\n") if text else []


def _changed(old: list[str], new: list[str]) -> list[DiffLine]:
    """Lines that were replaced, each with what differs from the one at its place."""
    removed, added = [], []
    for before, after in zip(old, new, strict=False):
        first, second = word_spans(before, after)
        removed.append(DiffLine("removed", before, first))
        added.append(DiffLine("added", after, second))
    both = len(removed)
    removed += [DiffLine("removed", line) for line in old[both:]]
    added += [DiffLine("added", line) for line in new[both:]]
    return removed + added


def word_spans(before: str, after: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """What differs within two lines, in words; nothing where they have little in common."""
    if max(len(before), len(after)) > LONGEST_LINE:
        return _ends(before, after)
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    codes = matcher.get_opcodes()
    alike = sum(len("".join(old[a:b])) for tag, a, b, _, _ in codes if tag == "equal")
    if alike < _ALIKE * max(len(before), len(after)):
        return (), ()
    return (
        _spans(old, [(a, b) for tag, a, b, _, _ in codes if tag != "equal"]),
        _spans(new, [(c, d) for tag, _, _, c, d in codes if tag != "equal"]),
    )


def _spans(words: list[str], stretches: list[tuple[int, int]]) -> tuple[Span, ...]:
    """Stretches of words as stretches of characters."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return tuple(span for start, end in stretches for span in _span(starts[start], starts[end]))


def _span(start: int, end: int) -> Iterator[Span]:
    if start < end:
        yield Span(start, end)


def _ends(before: str, after: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """What stands between the beginning and the end that two long lines share."""
    shorter = min(len(before), len(after))
    head = 0
    while head < shorter and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < shorter - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    if head + tail < _ALIKE * max(len(before), len(after)):
        return (), ()
    return (
        tuple(_span(head, len(before) - tail)),
        tuple(_span(head, len(after) - tail)),
    )


def unified(before: str, after: str, old_name: str, new_name: str, context: int = 3) -> str:
    """Two texts as a unified diff; empty where they are equal."""
    old, new = _lines(before), _lines(after)
    if old == new:
        return ""
    result = [f"--- {old_name}", f"+++ {new_name}"]
    for group in _grouped(_opcodes(old, new), context):
        first, last = group[0], group[-1]
        result.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@")
        for tag, a, b, c, d in group:
            if tag == "equal":
                result += [f" {line}" for line in old[a:b]]
            else:
                result += [f"-{line}" for line in old[a:b]]
                result += [f"+{line}" for line in new[c:d]]
    return "\n".join(result) + "\n"


def _range(start: int, end: int) -> str:
    count = end - start
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _grouped(codes: list[Opcode], context: int) -> Iterator[list[Opcode]]:
    """Changes with at most ``context`` equal lines around them; far ones in groups of their own."""
    group: list[Opcode] = []
    for number, (tag, a, b, c, d) in enumerate(codes):
        if tag != "equal":
            group.append((tag, a, b, c, d))
            continue
        last = number == len(codes) - 1
        if not group:
            kept = min(context, b - a)
            group = [("equal", b - kept, b, d - kept, d)]
        elif last or b - a > 2 * context:
            kept = min(context, b - a)
            group.append(("equal", a, a + kept, c, c + kept))
            yield group
            group = [] if last else [("equal", b - context, b, d - context, d)]
        else:
            group.append((tag, a, b, c, d))
    if group:
        yield group

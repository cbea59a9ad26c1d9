"""The results as lines on a terminal and as a Markdown file."""

from collections.abc import Iterator, Sequence

from tests.bench.machine import facts
from tests.bench.pairing import Grown, Paired
from tests.bench.sections import RESULTS, sections_of

_HEAD = """\
# Results of the benchmarks

Made by `python -m tests.bench --write`. Each row runs the same graph, of the size in its name, on
this runtime and on LangGraph with its own saver, alternately, each run in a process of its own
after a short warm-up. *ours* and *theirs* are medians, *ratio* is the median over the pairs; *goal*
is the ratio that is wanted. The time is that of the call alone: no imports, no compilation, no
opening of databases (but for the cold process). *processor* is the ratio of processor time, which
other programs on the machine disturb less than the time on the wall.
"""


def line(row: Paired) -> str:
    mark = "" if row.reached else "  below the goal"
    return (
        f"{row.workload.name:26}{duration(row.median('ours')):>10}"
        f"{duration(row.median('theirs')):>10}{row.ratio:>8.1f}x"
        f"  processor {row.processor_ratio:.1f}x  goal {row.workload.goal:g}{mark}"
    )


def growth_line(row: Grown) -> str:
    figures = "  ".join(f"{size:,}: {figure:,.1f}" for size, figure in row.figures.items())
    return f"{row.growth.name:26}{figures} {row.growth.unit}"


def duration(seconds: float) -> str:
    if seconds >= 10:
        return f"{seconds:.1f} s"
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.3g} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def write(rows: Sequence[Paired], grown: Sequence[Grown]) -> None:
    """Write the results anew; sections of other scripts stay."""
    others = sections_of(RESULTS.read_text()) if RESULTS.exists() else ""
    RESULTS.write_text("\n".join(_document(rows, grown)) + "\n" + others)


def _document(rows: Sequence[Paired], grown: Sequence[Grown]) -> Iterator[str]:
    yield _HEAD
    yield "| workload | ours | theirs | ratio | goal | reached | processor | pairs |"
    yield "|---|---:|---:|---:|---:|---|---:|---:|"
    for row in rows:
        yield (
            f"| {row.workload.title} | {duration(row.median('ours'))}"
            f" | {duration(row.median('theirs'))} | {row.ratio:.1f} | {row.workload.goal:g}"
            f" | {'yes' if row.reached else 'no'}"
            f" | {row.processor_ratio:.1f} | {row.pairs} |"
        )
    yield "\n## Noted beside\n"
    yield from (f"- {note}" for note in _notes(rows))
    yield "\n## How it grows\n"
    yield "Of this runtime alone.\n"
    yield "| figure | at each size | demand |"
    yield "|---|---|---|"
    for found in grown:
        unit = f" {found.growth.unit}" if found.growth.unit else ""
        figures = ", ".join(
            f"{size:,}: {_figure(figure)}{unit}" for size, figure in found.figures.items()
        )
        yield f"| {found.growth.title} | {figures} | {found.growth.demand} |"
    yield "\n## Machine\n"
    yield from (f"- {name}: {value}" for name, value in facts())


def _figure(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 50 else f"{figure:.2g}"


def _notes(rows: Sequence[Paired]) -> Iterator[str]:
    """What the runs noted, once for all rows that noted the same."""
    titles: dict[str, list[str]] = {}
    for row in rows:
        for key in row.facts["ours"] | row.facts["theirs"]:
            ours, theirs = (row.facts[side].get(key, "none") for side in ("ours", "theirs"))
            same = f"{key}, both: {ours}"
            note = same if ours == theirs else f"{key}, ours: {ours}; theirs: {theirs}"
            titles.setdefault(note, []).append(row.workload.title)
    for note, noting in titles.items():
        rows_noting = "; ".join(noting) if len(noting) < 3 else f"{len(noting)} rows"
        yield f"{note} ({rows_noting})"

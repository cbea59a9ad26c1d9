"""`python -m tests.bench [NAME ...] [--repeat N] [--quick] [--write] [--list]`."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import TypeVar

from tests.bench import report
from tests.bench.growth import GROWTHS
from tests.bench.pairing import Grown, Paired, Schema, measure_growth, measure_pairs
from tests.bench.sections import RESULTS
from tests.bench.workload import Growth, Workload
from tests.bench.workloads import WORKLOADS

_PAIRS = 3
_GROWTH_RUNS = 1

MeasuredT = TypeVar("MeasuredT", Workload, Growth)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    workloads = _chosen(WORKLOADS.values(), options.name)
    growths = _chosen(GROWTHS.values(), options.name)
    if not workloads and not growths:
        parser.error("there is no such workload; --list shows them")
    if options.write and (options.name or options.quick):
        parser.error("--write is for all workloads at their full size")
    if options.list:
        for name, title in _titles(workloads, growths):
            _say(f"{name:26}{title}")
        return 0
    rows, grown = [], []
    with _schemas(workloads) as schema:
        for workload in workloads:
            rows.append(_paired(workload, options, schema))
            _say(report.line(rows[-1]))
    for growth in growths:
        grown.append(_grown(growth, options))
        _say(report.growth_line(grown[-1]))
    if options.write:
        report.write(rows, grown)
    return 0


def _titles(workloads: Sequence[Workload], growths: Sequence[Growth]) -> Iterator[tuple[str, str]]:
    yield from ((workload.name, workload.title) for workload in workloads)
    yield from ((growth.name, growth.title) for growth in growths)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure the same graphs on this runtime and on LangGraph, in pairs.",
    )
    parser.add_argument("name", nargs="*", help="names of workloads, with * and ?; all without")
    parser.add_argument("--repeat", type=int, metavar="N", help="pairs of every workload")
    parser.add_argument("--quick", action="store_true", help="small sizes, one pair")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    parser.add_argument("--list", action="store_true", help="show the workloads")
    return parser


def _chosen(known: Iterable[MeasuredT], patterns: Sequence[str]) -> list[MeasuredT]:
    return [
        one
        for one in known
        if not patterns or any(fnmatch(one.name, pattern) for pattern in patterns)
    ]


def _paired(workload: Workload, options: argparse.Namespace, schema: Schema | None) -> Paired:
    size = workload.quick_size if options.quick else workload.size
    pairs = options.repeat or (1 if options.quick else workload.pairs or _PAIRS)
    return measure_pairs(workload, size, pairs, schema)


def _grown(growth: Growth, options: argparse.Namespace) -> Grown:
    sizes = growth.quick_sizes if options.quick else growth.sizes
    return measure_growth(growth, sizes, options.repeat or (1 if options.quick else _GROWTH_RUNS))


@contextmanager
def _schemas(workloads: Sequence[Workload]) -> Iterator[Schema | None]:
    """Schemas on a PostgreSQL server of this run's own, where a workload needs one."""
    if not any(workload.needs_postgres for workload in workloads):
        yield None
        return
    from tests.postgres import empty_schema, running_server

    with running_server(durable=True) as server:
        yield lambda: empty_schema(server)


if __name__ == "__main__":
    sys.exit(main())

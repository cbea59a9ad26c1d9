"""Runs of nodes are counted along a branch however long it is, and long ones let go of the rest."""

from runtime.debug.views import CheckpointRow
from studio.graph.branch import MOST, BranchRuns


def row(number: int) -> CheckpointRow:
    parent = f"c{number - 1:06}" if number else None
    source = "loop" if number else "input"
    return CheckpointRow("t", "", f"c{number:06}", parent, number - 1, source, "", ("work",), {})


def test_a_run_that_goes_on_is_counted_to_the_end_and_takes_no_more_room() -> None:
    branch = BranchRuns()
    count = 3 * MOST
    for number in range(count):
        branch.add([row(number)])
        branch.wrote(f"c{number:06}", f"task {number}", "work", 2.0)
    last = f"c{count - 1:06}"
    assert branch.runs("work", last, after=False) == (count - 1, 2.0)
    assert branch.heat("work", last, after=True).total == 2.0 * count
    assert len(branch._rows) <= MOST
    assert len(branch._seen) <= MOST
    # Somewhat earlier, and then later again.
    assert branch.runs("work", f"c{count - 1000:06}", after=False)[0] == count - 1000
    assert branch.runs("work", last, after=True)[0] == count

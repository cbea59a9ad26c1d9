"""Lanes of a checkpoint tree: forks stand side by side, and nothing moves when it grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studio.history.lanes import MAXIMUM_LANES, MISSING, LaneTree


def tree(*parents: int | None) -> LaneTree:
    """Checkpoint ``n`` has the ``n``-th of ``parents``."""
    return LaneTree(
        (str(child), None if parent is None else str(parent))
        for child, parent in enumerate(parents)
    )


def lanes(built: LaneTree) -> list[int]:
    return [built.place(position).lane for position in range(len(built))]


def test_a_run_without_forks_is_one_lane() -> None:
    built = tree(None, 0, 1, 2)
    assert lanes(built) == [0, 0, 0, 0]
    assert built.width == 1
    assert built.lines(1).down
    assert built.lines(1).up == ((0, 2),)
    assert not built.lines(0).down
    assert built.lines(3).up == ()


def test_a_fork_takes_the_next_lane_and_is_joined_to_its_parent() -> None:
    built = tree(None, 0, 1, 0)
    assert lanes(built) == [0, 0, 0, 1]
    assert built.lines(0).up == ((0, 1), (1, 3))
    assert built.lines(1).passing == ((1, 3),)
    assert built.lines(2).passing == ((1, 3),)
    assert [built.is_fork(each) for each in range(4)] == [False, False, False, True]


def test_a_lane_is_used_again_once_its_branch_has_ended() -> None:
    built = tree(None, 0, 0, 1, 3)
    assert lanes(built) == [0, 0, 1, 0, 0]
    later = tree(None, 0, 0, 1, 3, 4, 4)
    assert later.place(6).lane == 1


def test_a_branch_that_goes_on_late_keeps_its_lane_if_that_is_free() -> None:
    assert lanes(tree(None, 0, 0, 2, 1)) == [0, 0, 1, 1, 0]


def test_parents_that_are_not_loaded_leave_a_line_that_runs_out() -> None:
    built = LaneTree([("5", "4"), ("6", "5"), ("7", "3")])
    assert lanes(built) == [0, 0, 1]
    assert built.place(0).parent == MISSING
    assert built.lines(0).passing == ((1, 2),)
    assert not built.is_fork(2)


def test_ancestry_runs_to_the_root() -> None:
    assert tree(None, 0, 1, 0, 3).ancestry(4) == {0, 3, 4}


def test_lanes_are_bounded() -> None:
    built = tree(None, *([0] * 1000))
    assert built.width == MAXIMUM_LANES


@st.composite
def parent_lists(draw: st.DrawFn) -> list[int | None]:
    count = draw(st.integers(min_value=1, max_value=40))
    parents: list[int | None] = [None]
    for child in range(1, count):
        parents.append(draw(st.integers(min_value=0, max_value=child - 1)))
    return parents


@given(parent_lists())
def test_no_two_lines_share_a_lane_in_a_row(parents: list[int | None]) -> None:
    built = tree(*parents)
    if built.width == MAXIMUM_LANES:
        return
    for position in range(len(built)):
        lines = built.lines(position)
        through = [lane for lane, _ in lines.passing]
        assert lines.lane not in through
        assert len(through) == len(set(through))
        up = [lane for lane, _ in lines.up]
        assert len(up) == len(set(up))
        assert not set(up) & set(through)


@given(parent_lists())
def test_growing_moves_nothing(parents: list[int | None]) -> None:
    whole = tree(*parents)
    for length in range(1, len(parents)):
        assert lanes(tree(*parents[:length])) == lanes(whole)[:length]

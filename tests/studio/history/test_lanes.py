"""Lanes of a checkpoint tree: forks stand side by side, and nothing moves when it grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runtime.debug.upkeep.outline import Line, outline_of
from studio.history.lanes import MAXIMUM_LANES, MISSING, ROOT, LaneTree


def built_of(*pairs: tuple[str, str | None]) -> LaneTree:
    """The tree of checkpoints given as id and parent, oldest first."""
    lines = [Line(child, parent, place, "") for place, (child, parent) in enumerate(pairs)]
    outline = outline_of("t", "", lines)
    return LaneTree(((each.start, each.parent) for each in outline.segments), outline.total)


def tree(*parents: int | None) -> LaneTree:
    """Checkpoint ``n`` has the ``n``-th of ``parents``."""
    return built_of(
        *(
            (f"{child:04d}", None if parent is None else f"{parent:04d}")
            for child, parent in enumerate(parents)
        )
    )


def lanes(built: LaneTree) -> list[int]:
    return [built.lane(position) for position in range(len(built))]


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
    assert later.lane(6) == 1


def test_a_branch_that_goes_on_late_keeps_its_lane_if_that_is_free() -> None:
    assert lanes(tree(None, 0, 0, 2, 1)) == [0, 0, 1, 1, 0]


def test_parents_that_are_not_loaded_leave_a_line_that_runs_out() -> None:
    built = built_of(("5", "4"), ("6", "5"), ("7", "3"))
    assert lanes(built) == [0, 0, 1]
    assert built.parent(0) == MISSING
    assert built.lines(0).passing == ((1, 2),)
    assert not built.is_fork(2)


def test_ancestry_runs_to_the_root() -> None:
    ancestry = tree(None, 0, 1, 0, 3).ancestry(4)
    assert [each for each in range(5) if each in ancestry] == [0, 3, 4]


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


@given(parent_lists())
def test_a_tree_that_grew_is_the_tree_that_was_read(parents: list[int | None]) -> None:
    whole = tree(*parents)
    grown = LaneTree()
    for parent in parents:
        grown.append(ROOT if parent is None else parent)
    assert lanes(grown) == lanes(whole)
    for position in range(len(whole)):
        assert grown.lines(position) == whole.lines(position)
        assert grown.is_fork(position) == whole.is_fork(position)
        assert grown.children(position) == whole.children(position)


@given(parent_lists())
def test_the_end_of_a_branch_is_the_newest_that_grew_from_it(parents: list[int | None]) -> None:
    whole = tree(*parents)
    for position in range(len(parents)):
        grown = {position}
        for child, parent in enumerate(parents):
            if parent in grown:
                grown.add(child)
        assert whole.end_of_branch(position) == max(grown)


def test_a_long_run_costs_no_more_than_a_short_one() -> None:
    built = LaneTree([(0, ROOT), (99_000, 40_000)], 100_000)
    assert len(built) == 100_000
    assert built.lines(60_000).passing == ((1, 99_000),)
    assert built.lane(99_999) == 1
    assert 40_000 in built.ancestry(99_999)
    assert 40_001 not in built.ancestry(99_999)

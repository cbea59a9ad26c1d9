"""Two runs on one thread: the second to save is refused, and nothing is interleaved."""

import pytest

from runtime.checkpoint.base import CheckpointChanges, NativeSaver, TaskWrites
from runtime.errors import ConflictError
from tests.runtime.checkpoint.making import changes, config, id_of, save


def sole(
    step: int, parent: str | None, value: int, *, thread: str = "t", namespace: str = ""
) -> CheckpointChanges:
    return changes(step, parent, {"a": value}, sole_child=True, thread=thread, namespace=namespace)


def saved_values(saver: NativeSaver, thread: str = "t", namespace: str = "") -> list[object]:
    return [
        found.checkpoint["channel_values"]["a"] for found in saver.list(config(thread, namespace))
    ]


def test_one_run_alone_is_never_refused(saver: NativeSaver) -> None:
    first = sole(-1, None, 1)
    second = sole(0, first.checkpoint_id, 2)
    third = sole(1, second.checkpoint_id, 3)
    saver.commit([first, second])
    saver.submit([TaskWrites("t", "", second.checkpoint_id, "task", [("a", 3)])])
    saver.submit([third]).result(timeout=10)
    saver.commit([sole(2, third.checkpoint_id, 4)])
    assert saved_values(saver) == [4, 3, 2, 1]


def test_the_second_of_two_runs_is_refused(saver: NativeSaver) -> None:
    origin = sole(-1, None, 0)
    saver.commit([origin])
    theirs, ours = sole(0, origin.checkpoint_id, 1), sole(0, origin.checkpoint_id, 2)
    saver.commit([theirs])
    with pytest.raises(ConflictError, match="thread 't'") as raised:
        saver.commit([TaskWrites("t", "", origin.checkpoint_id, "task", [("a", 2)]), ours])

    error = raised.value
    assert (error.thread_id, error.checkpoint_ns) == ("t", "")
    assert error.parent_checkpoint_id == origin.checkpoint_id
    assert (error.checkpoint_id, error.other_checkpoint_id) == (
        ours.checkpoint_id,
        theirs.checkpoint_id,
    )
    assert ours.checkpoint_id in str(error)
    assert theirs.checkpoint_id in str(error)
    assert saved_values(saver) == [1, 0]
    found = saver.get_tuple(config(checkpoint_id=origin.checkpoint_id))
    assert found is not None
    assert found.pending_writes == []
    saver.commit([sole(1, theirs.checkpoint_id, 3)])
    assert saved_values(saver) == [3, 1, 0]


def test_both_at_the_beginning_of_a_thread(saver: NativeSaver) -> None:
    theirs, ours = sole(-1, None, 1), sole(-1, None, 2)
    saver.commit([theirs])
    with pytest.raises(ConflictError, match="began it") as raised:
        saver.commit([ours])
    assert raised.value.parent_checkpoint_id is None
    assert raised.value.other_checkpoint_id == theirs.checkpoint_id
    saver.commit([sole(-1, None, 3, thread="u"), sole(-1, None, 4, namespace="n:1")])
    assert saved_values(saver) == [1]
    assert saved_values(saver, "u") == [3]
    assert saved_values(saver, namespace="n:1") == [4]
    with pytest.raises(ConflictError, match=r"namespace 'n:1'"):
        saver.commit([sole(-1, None, 5, namespace="n:1")])


def test_an_edit_meanwhile_is_noticed_whoever_made_it(saver: NativeSaver) -> None:
    origin = save(saver, {"a": 0})
    save(saver, {"a": 1}, step=1, parent=origin, source="update")
    with pytest.raises(ConflictError):
        saver.commit([sole(1, id_of(origin), 2)])
    assert saved_values(saver) == [1, 0]


def test_branches_from_an_addressed_checkpoint_are_no_conflict(saver: NativeSaver) -> None:
    origin = sole(-1, None, 0)
    first = sole(0, origin.checkpoint_id, 1)
    saver.commit([origin, first])
    branch = changes(0, origin.checkpoint_id, {"a": 10})
    saver.commit([branch])
    saver.commit([sole(1, first.checkpoint_id, 2), sole(1, branch.checkpoint_id, 11)])
    assert saved_values(saver) == [11, 2, 10, 1, 0]


def test_other_runs_are_saved_though_they_were_submitted_together(saver: NativeSaver) -> None:
    origins = [sole(-1, None, 0, thread=f"t{number}") for number in range(8)]
    saver.commit(origins)
    refused: list[object] = []
    for number, origin in enumerate(origins):
        thread = f"t{number}"
        first = saver.submit([sole(0, origin.checkpoint_id, 1, thread=thread)])
        try:
            second = saver.submit([sole(0, origin.checkpoint_id, 2, thread=thread)])
        except ConflictError as error:
            refused.append(error.thread_id)
        else:
            found = second.exception(timeout=10)
            refused.append(found.thread_id if isinstance(found, ConflictError) else found)
        assert first.exception(timeout=10) is None
    assert refused == [f"t{number}" for number in range(8)]
    assert [saved_values(saver, f"t{number}") for number in range(8)] == [[1, 0]] * 8


def test_the_same_checkpoint_may_be_saved_again(saver: NativeSaver) -> None:
    origin = sole(-1, None, 0)
    child = sole(0, origin.checkpoint_id, 1)
    saver.commit([origin, child])
    saver.commit([child])
    assert saved_values(saver) == [1, 0]


def test_children_that_are_gone_are_no_conflict(saver: NativeSaver) -> None:
    origin = save(saver, {"a": 0}, run_id="first")
    save(saver, {"a": 1}, step=1, parent=origin, run_id="second")
    saver.delete_for_runs(["second"])
    saver.commit([sole(1, id_of(origin), 2)])
    assert saved_values(saver) == [2, 0]
    saver.delete_thread("t")
    saver.commit([sole(-1, None, 3)])
    assert saved_values(saver) == [3]


def test_a_copied_thread_goes_on_for_itself(saver: NativeSaver) -> None:
    origin = sole(-1, None, 0)
    saver.commit([origin])
    saver.copy_thread("t", "copy")
    saver.commit([sole(0, origin.checkpoint_id, 1)])
    saver.commit([sole(0, origin.checkpoint_id, 2, thread="copy")])
    with pytest.raises(ConflictError, match="thread 'copy'"):
        saver.commit([sole(0, origin.checkpoint_id, 3, thread="copy")])
    assert saved_values(saver) == [1, 0]
    assert saved_values(saver, "copy") == [2, 0]

"""The way from one JSON value to another as a JSON Patch (RFC 6902).

Items of lists are taken out from the end, then those that stayed are brought into their new order,
then new ones are put in from the start; what changed within an item comes last. So each path counts
in the list as it is at that moment.
"""

from collections.abc import Iterator
from typing import Any

from runtime.debug.comparing.aligning import Pair, align
from runtime.debug.comparing.alike import same

Operation = dict[str, Any]


def json_patch(before: Any, after: Any, pointer: str = "") -> list[Operation]:
    """Operations that make ``after`` of ``before``."""
    return list(_operations(before, after, pointer))


def pointer_to(path: tuple[str, ...]) -> str:
    """A path as a JSON Pointer (RFC 6901)."""
    return "".join(f"/{_escaped(key)}" for key in path)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _operations(before: Any, after: Any, pointer: str) -> Iterator[Operation]:
    if type(before) is dict and type(after) is dict:
        for key in before:
            if key not in after:
                yield {"op": "remove", "path": f"{pointer}/{_escaped(key)}"}
        for key, value in after.items():
            here = f"{pointer}/{_escaped(key)}"
            if key in before:
                yield from _operations(before[key], value, here)
            else:
                yield {"op": "add", "path": here, "value": value}
    elif type(before) is list and type(after) is list:
        yield from _list_operations(before, after, pointer)
    elif not same(before, after):
        yield {"op": "replace", "path": pointer, "value": after}


def _list_operations(before: list[Any], after: list[Any], pointer: str) -> Iterator[Operation]:
    pairs = align(before, after)
    kept = [pair for pair in pairs if pair.old is not None and pair.new is not None]
    removed = sorted(
        (pair.old for pair in pairs if pair.old is not None and pair.new is None), reverse=True
    )
    for old in removed:
        yield {"op": "remove", "path": f"{pointer}/{old}"}
    yield from _moves(kept, pointer)
    for pair in pairs:
        if pair.old is None and pair.new is not None:
            yield {"op": "add", "path": f"{pointer}/{pair.new}", "value": after[pair.new]}
    for pair in kept:
        if pair.old is not None and pair.new is not None:
            yield from _operations(before[pair.old], after[pair.new], f"{pointer}/{pair.new}")


def _moves(kept: list[Pair], pointer: str) -> Iterator[Operation]:
    """Bring the items that moved before those that follow them, the last one first."""
    if not any(pair.moved for pair in kept):
        return
    wanted = [pair.old for pair in kept]
    present = sorted(old for old in wanted if old is not None)
    for place in range(len(kept) - 1, -1, -1):
        if not kept[place].moved:
            continue
        old = kept[place].old
        assert old is not None
        start = present.index(old)
        present.pop(start)
        following = wanted[place + 1] if place + 1 < len(wanted) else None
        end = len(present) if following is None else present.index(following)
        present.insert(end, old)
        if start != end:
            yield {"op": "move", "from": f"{pointer}/{start}", "path": f"{pointer}/{end}"}

"""Which edges of a graph run backwards.

A layered drawing needs a direction. An edge inside a cycle runs backwards if it leads to a box
that is reached earlier, breadth first, from where reading begins. That marks too many where
branches are unequally long, so marked edges are taken back one by one, the shortest jump first,
as long as no cycle closes. What stays are the edges that a person calls the way back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

_WORK_LIMIT = 2_000_000

Arc = tuple[int, int]


def backward_edges(boxes: int, arcs: Sequence[Arc]) -> frozenset[int]:
    """Indices of the arcs to reverse so that no cycle is left; self-loops are never among them."""
    successors: list[list[int]] = [[] for _ in range(boxes)]
    for source, target in arcs:
        if source != target:
            successors[source].append(target)
    component = _components(successors)
    order = _reading_order(successors, arcs)
    marked = [
        index
        for index, (source, target) in enumerate(arcs)
        if source != target
        and component[source] == component[target]
        and order[source] >= order[target]
    ]
    if len(marked) * len(arcs) > _WORK_LIMIT:
        return frozenset(marked)
    backward = set(marked)
    forward: list[set[int]] = [set() for _ in range(boxes)]
    for index, (source, target) in enumerate(arcs):
        if source != target and index not in backward:
            forward[source].add(target)
    for index in sorted(marked, key=lambda i: (order[arcs[i][0]] - order[arcs[i][1]], i)):
        source, target = arcs[index]
        if not _reaches(forward, target, source):
            backward.discard(index)
            forward[source].add(target)
    return frozenset(backward)


def _reading_order(successors: list[list[int]], arcs: Sequence[Arc]) -> list[int]:
    entered = {target for source, target in arcs if source != target}
    roots = [box for box in range(len(successors)) if box not in entered]
    order = [-1] * len(successors)
    count = 0
    for root in [*roots, *range(len(successors))]:
        if order[root] >= 0:
            continue
        queue = deque([root])
        order[root] = count
        count += 1
        while queue:
            for target in successors[queue.popleft()]:
                if order[target] < 0:
                    order[target] = count
                    count += 1
                    queue.append(target)
    return order


def _reaches(forward: list[set[int]], start: int, goal: int) -> bool:
    seen = {start}
    stack = [start]
    while stack:
        box = stack.pop()
        if box == goal:
            return True
        for target in forward[box]:
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return False


def _components(successors: list[list[int]]) -> list[int]:
    """Number of the strongly connected component of each box (Tarjan, without recursion)."""
    size = len(successors)
    index = [-1] * size
    low = [0] * size
    component = [-1] * size
    on_path: list[int] = []
    counter = found = 0
    for root in range(size):
        if index[root] >= 0:
            continue
        work: list[tuple[int, int]] = [(root, 0)]
        while work:
            box, child = work.pop()
            if child == 0:
                index[box] = low[box] = counter
                counter += 1
                on_path.append(box)
            elif index[successors[box][child - 1]] >= 0:
                visited = successors[box][child - 1]
                if component[visited] < 0:
                    low[box] = min(low[box], low[visited])
            if child < len(successors[box]):
                work.append((box, child + 1))
                if index[successors[box][child]] < 0:
                    work.append((successors[box][child], 0))
            elif low[box] == index[box]:
                while component[box] < 0:
                    component[on_path.pop()] = found
                found += 1
    return component

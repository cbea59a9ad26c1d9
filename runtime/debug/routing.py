"""What a router returned, told from where it led.

A router's return value is not stored; where it leads is. Read backwards, a path map gives the
value, or the few values that lead to one node; without a map it is the node's name itself.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.constants import BRANCH_PREFIX
from runtime.debug.opened import AnyGraph
from runtime.debug.views import RouteView


def routes_by_channel(
    graph: AnyGraph | None, written_by: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[RouteView, ...]]:
    """The answers that triggered nodes, by trigger channel."""
    found: dict[str, tuple[RouteView, ...]] = {}
    for channel, writers in written_by.items():
        if channel.startswith(BRANCH_PREFIX):
            target = channel.removeprefix(BRANCH_PREFIX)
            routes = tuple(
                route for writer in writers if (route := _route(graph, writer, target)) is not None
            )
            if routes:
                found[channel] = routes
    return found


def _route(graph: AnyGraph | None, source: str, target: str) -> RouteView | None:
    """``None`` where an edge, a command or several routers may have led there."""
    builder: Any = getattr(graph, "builder", None)
    if builder is None or (source, target) in builder.edges:
        return None
    if getattr(builder.nodes.get(source), "ends", None):
        return None
    leading = [
        (branch, answers)
        for branch in builder.branches.get(source, {}).values()
        if (answers := _answers(branch, target))
    ]
    if len(leading) != 1:
        return None
    branch, answers = leading[0]
    return RouteView(source, getattr(branch.path.action, "__name__", ""), tuple(answers))


def _answers(branch: Any, target: str) -> list[str]:
    ends: Mapping[Any, str] | None = branch.ends
    if ends is None:
        return [repr(target)]
    return _shown(answer for answer, end in ends.items() if end == target)


def _shown(answers: Iterable[Any]) -> list[str]:
    return [repr(answer) for answer in answers]

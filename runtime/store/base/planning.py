"""A batch of operations, sorted into reads and puts."""

from collections.abc import Iterable

from runtime.store.base.detaching import detached
from runtime.store.base.ops import GetOp, ListNamespacesOp, Op, PutOp, SearchOp

Address = tuple[tuple[str, ...], str]
"""Namespace and key."""


class Plan:
    """Reads with their place among the results, and puts by address, the last of several.

    Raises ``ValueError`` for what is no operation.
    """

    __slots__ = ("gets", "lists", "puts", "searches", "size")

    def __init__(self, ops: Iterable[Op]) -> None:
        self.gets: list[tuple[int, GetOp]] = []
        self.searches: list[tuple[int, SearchOp]] = []
        self.lists: list[tuple[int, ListNamespacesOp]] = []
        self.puts: dict[Address, PutOp] = {}
        self.size = 0
        for op in ops:
            if isinstance(op, GetOp):
                self.gets.append((self.size, op))
            elif isinstance(op, SearchOp):
                self.searches.append((self.size, op))
            elif isinstance(op, PutOp):
                self.puts[tuple(op.namespace), op.key] = op
            elif isinstance(op, ListNamespacesOp):
                self.lists.append((self.size, op))
            else:
                raise ValueError(f"Unknown operation type: {type(op)}")
            self.size += 1

    def detach(self) -> None:
        """Let nobody change what is put from here on."""
        for address, op in self.puts.items():
            self.puts[address] = op._replace(value=detached(op.value))


def page(limit: int | None, offset: int) -> slice:
    """The part of a list that is asked for; a limit of ``None`` means all that follows."""
    start = max(offset, 0)
    return slice(start, None if limit is None else start + max(limit, 0))

"""A store whose concurrent asynchronous calls go to the database together."""

import asyncio
from collections.abc import Hashable
from typing import Any, Literal

from runtime.store.base.namespaces import validate_namespace
from runtime.store.base.ops import GetOp, NotProvided, Op, PutOp, Result, SearchOp
from runtime.store.base.store import BaseStore, ensure_ttl

__all__ = ["AsyncBatchedBaseStore"]

_Waiting = tuple[Op, "asyncio.Future[Result]"]


class AsyncBatchedBaseStore(BaseStore):
    """Collects the calls of one tick of its event loop into one ``abatch``.

    Equal reads are made once, and of several puts to one key the last. Has to be made where a loop
    runs. The other methods may be called from other threads and loops, which wait for this one;
    called from its own loop, the synchronous ones raise ``asyncio.InvalidStateError``.
    """

    __slots__ = ("_draining", "_loop", "_waiting")

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Waiting] = []
        self._draining: asyncio.Task[None] | None = None

    def _run(self, op: Op) -> Result:
        self._refuse_own_loop(_method(op))
        return asyncio.run_coroutine_threadsafe(self._submit(op), self._loop).result()

    async def _arun(self, op: Op) -> Result:
        if asyncio.get_running_loop() is self._loop:
            return await self._submit(op)
        elsewhere = asyncio.run_coroutine_threadsafe(self._submit(op), self._loop)
        return await asyncio.wrap_future(elsewhere)

    def _put_op(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any] | None,
        index: Literal[False] | list[str] | None,
        ttl: float | NotProvided | None,
    ) -> PutOp:
        validate_namespace(namespace)
        return PutOp(namespace, str(key), value, index, ensure_ttl(self.ttl_config, ttl))

    def _refuse_own_loop(self, method: str) -> None:
        """Raise where waiting for the loop would stop it."""
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            return
        if running is self._loop:
            raise asyncio.InvalidStateError(
                f"Synchronous calls to {type(self).__name__} detected in the main event loop, "
                f"which they would block. Replace `store.{method}(...)` with "
                f"`await store.a{method}(...)`."
            )

    async def _submit(self, op: Op) -> Result:
        future: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.append((op, future))
        if self._draining is None:
            self._draining = self._loop.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        try:
            while self._waiting:
                taken, self._waiting = self._waiting, []
                await self._answer([one for one in taken if not one[1].done()])
        finally:
            self._draining = None
            for _, future in self._waiting:
                future.cancel()
            self._waiting = []

    async def _answer(self, taken: list[_Waiting]) -> None:
        if not taken:
            return
        ops, places = _distinct([op for op, _ in taken])
        try:
            made = await self.abatch(ops)
            results = [made[place] for place in places]
        except BaseException as error:
            for _, future in taken:
                if not future.done():
                    _fail(future, error)
            if not isinstance(error, Exception):
                raise
            return
        for (_, future), result in zip(taken, results, strict=True):
            if not future.done():
                future.set_result(result)


def _distinct(ops: list[Op]) -> tuple[list[Op], list[int]]:
    """The operations to make, and where the result of each given one stands among theirs."""
    made: list[Op] = []
    places: list[int] = []
    known: dict[Hashable, int] = {}
    for op in ops:
        key = _key(op)
        place = None if key is None else known.get(key)
        if place is None:
            place = len(made)
            made.append(op)
            if key is not None:
                known[key] = place
        elif isinstance(op, PutOp):
            made[place] = op
        places.append(place)
    return made, places


def _key(op: Op) -> Hashable | None:
    """Equal for operations of which one is enough; ``None`` for one that stands alone."""
    if isinstance(op, PutOp):
        return PutOp, tuple(op.namespace), op.key
    try:
        hash(op)
    except TypeError:
        return None
    return type(op), op


def _method(op: Op) -> str:
    if isinstance(op, GetOp):
        return "get"
    if isinstance(op, SearchOp):
        return "search"
    if isinstance(op, PutOp):
        return "delete" if op.value is None else "put"
    return "list_namespaces"


def _fail(future: "asyncio.Future[Result]", error: BaseException) -> None:
    if isinstance(error, asyncio.CancelledError):
        future.cancel()
    else:
        future.set_exception(error)

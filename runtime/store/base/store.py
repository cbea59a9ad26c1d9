"""The interface of stores: four operations in batches, and a method for each."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Literal, cast

from runtime.store.base.items import Item, SearchItem
from runtime.store.base.namespaces import validate_labels, validate_namespace
from runtime.store.base.ops import (
    NOT_PROVIDED,
    GetOp,
    ListNamespacesOp,
    MatchCondition,
    NamespacePath,
    NotProvided,
    Op,
    PutOp,
    Result,
    SearchOp,
    TTLConfig,
)


class BaseStore(ABC):
    """Values by namespace and key, shared by all threads of a graph.

    The reads of one batch see what was there before it; of several puts to one key the last holds.
    """

    supports_ttl: bool = False
    ttl_config: TTLConfig | None = None

    __slots__ = ("__weakref__",)

    @abstractmethod
    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Execute ``ops``; their results come in the same order."""

    @abstractmethod
    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As ``batch``."""

    def get(
        self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None
    ) -> Item | None:
        """The item, or ``None``. ``refresh_ttl`` restarts its time to live."""
        return cast("Item | None", self._run(self._get_op(namespace, key, refresh_ttl)))

    def search(
        self,
        namespace_prefix: tuple[str, ...],
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """Items at and below a namespace; ``SearchOp`` says what the arguments mean."""
        op = self._search_op(namespace_prefix, filter, limit, offset, query, refresh_ttl)
        return cast("list[SearchItem]", self._run(op))

    def put(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """Write an item; ``PutOp`` says what the arguments mean.

        Raises ``InvalidNamespaceError``, and ``NotImplementedError`` for a time to live that the
        store does not keep.
        """
        self._run(self._put_op(namespace, key, value, index, ttl))

    def delete(self, namespace: tuple[str, ...], key: str) -> None:
        """Delete an item, where it is."""
        self._run(_delete_op(namespace, key))

    def list_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[tuple[str, ...]]:
        """Namespaces that hold items, sorted; ``ListNamespacesOp`` says what the rest means."""
        op = _list_op(prefix, suffix, max_depth, limit, offset)
        return cast("list[tuple[str, ...]]", self._run(op))

    async def aget(
        self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None
    ) -> Item | None:
        """As ``get``."""
        op = self._get_op(namespace, key, refresh_ttl)
        return cast("Item | None", await self._arun(op))

    async def asearch(
        self,
        namespace_prefix: tuple[str, ...],
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """As ``search``."""
        op = self._search_op(namespace_prefix, filter, limit, offset, query, refresh_ttl)
        return cast("list[SearchItem]", await self._arun(op))

    async def aput(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """As ``put``."""
        await self._arun(self._put_op(namespace, key, value, index, ttl))

    async def adelete(self, namespace: tuple[str, ...], key: str) -> None:
        """As ``delete``."""
        await self._arun(_delete_op(namespace, key))

    async def alist_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[tuple[str, ...]]:
        """As ``list_namespaces``."""
        op = _list_op(prefix, suffix, max_depth, limit, offset)
        return cast("list[tuple[str, ...]]", await self._arun(op))

    def _run(self, op: Op) -> Result:
        return self.batch([op])[0]

    async def _arun(self, op: Op) -> Result:
        return (await self.abatch([op]))[0]

    def _get_op(self, namespace: tuple[str, ...], key: str, refresh_ttl: bool | None) -> GetOp:
        validate_labels(namespace)
        return GetOp(namespace, str(key), ensure_refresh(self.ttl_config, refresh_ttl))

    def _search_op(
        self,
        namespace_prefix: tuple[str, ...],
        filter: dict[str, Any] | None,
        limit: int,
        offset: int,
        query: str | None,
        refresh_ttl: bool | None,
    ) -> SearchOp:
        validate_labels(namespace_prefix)
        refresh = ensure_refresh(self.ttl_config, refresh_ttl)
        return SearchOp(namespace_prefix, filter, limit, offset, query, refresh)

    def _put_op(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any] | None,
        index: Literal[False] | list[str] | None,
        ttl: float | NotProvided | None,
    ) -> PutOp:
        validate_namespace(namespace)
        if ttl and not self.supports_ttl:
            raise NotImplementedError(
                f"TTL is not supported by {type(self).__name__}. Use a store implementation that "
                "supports TTL or set ttl=None."
            )
        return PutOp(namespace, str(key), value, index, ensure_ttl(self.ttl_config, ttl))


def ensure_refresh(config: TTLConfig | None, refresh_ttl: bool | None) -> bool:
    """Whether a read restarts times to live: as asked for, else as configured, else yes."""
    if refresh_ttl is not None:
        return refresh_ttl
    return config is None or config.get("refresh_on_read", True)


def ensure_ttl(config: TTLConfig | None, ttl: float | NotProvided | None) -> float | None:
    """The time to live of a put, in minutes: as given, else as configured, else none."""
    if not isinstance(ttl, NotProvided):
        return ttl
    return config.get("default_ttl") if config else None


def ensure_omit(config: TTLConfig | None) -> bool:
    """Whether expired items are hidden before they are removed: as configured, else yes."""
    return config is None or config.get("omit_expired", True)


def sweep_minutes(config: TTLConfig | None) -> float:
    """How often expired items are removed."""
    return (config.get("sweep_interval_minutes") if config else None) or 5


def _delete_op(namespace: tuple[str, ...], key: str) -> PutOp:
    validate_labels(namespace)
    return PutOp(namespace, str(key), None)


def _list_op(
    prefix: NamespacePath | None,
    suffix: NamespacePath | None,
    max_depth: int | None,
    limit: int,
    offset: int,
) -> ListNamespacesOp:
    conditions = []
    if prefix:
        conditions.append(MatchCondition("prefix", prefix))
    if suffix:
        conditions.append(MatchCondition("suffix", suffix))
    return ListNamespacesOp(tuple(conditions), max_depth, limit, offset)

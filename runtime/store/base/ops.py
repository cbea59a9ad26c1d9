"""The operations of ``BaseStore.batch``, and what configures a store."""

from typing import Any, Literal, NamedTuple, TypedDict

from runtime.store.base.embed import AEmbeddingsFunc, Embeddings, EmbeddingsFunc
from runtime.store.base.items import Item, SearchItem

NamespacePath = tuple[str | Literal["*"], ...]
"""Labels of a namespace, where ``*`` stands for any one label."""
NamespaceMatchType = Literal["prefix", "suffix"]
"""Where a path has to match."""


class GetOp(NamedTuple):
    """Read one item; gives an ``Item`` or ``None``. ``refresh_ttl`` restarts its time to live."""

    namespace: tuple[str, ...]
    key: str
    refresh_ttl: bool = True


class SearchOp(NamedTuple):
    """Find items at and below a namespace; gives a list of ``SearchItem``.

    ``filter`` compares fields of the value, by equality or by the operators ``$eq``, ``$ne``,
    ``$gt``, ``$gte``, ``$lt``, ``$lte``; all have to hold. ``query`` orders by similarity where the
    store has an index.
    """

    namespace_prefix: tuple[str, ...]
    filter: dict[str, Any] | None = None
    limit: int = 10
    offset: int = 0
    query: str | None = None
    refresh_ttl: bool = True


class MatchCondition(NamedTuple):
    """A path that a namespace has to begin or end with."""

    match_type: NamespaceMatchType
    path: NamespacePath


class ListNamespacesOp(NamedTuple):
    """List namespaces that hold items, sorted; gives a list of tuples.

    All conditions have to hold. ``max_depth`` cuts namespaces to so many labels.
    """

    match_conditions: tuple[MatchCondition, ...] | None = None
    max_depth: int | None = None
    limit: int = 100
    offset: int = 0


class PutOp(NamedTuple):
    """Write one item, or delete it where ``value`` is ``None``; gives ``None``.

    ``index`` names the paths whose text is embedded, ``None`` those of the store, ``False`` none.
    ``ttl`` is the time to live in minutes.
    """

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any] | None
    index: Literal[False] | list[str] | None = None  # type: ignore[assignment]
    ttl: float | None = None


Op = GetOp | SearchOp | PutOp | ListNamespacesOp
Result = Item | list[Item] | list[SearchItem] | list[tuple[str, ...]] | None


class TTLConfig(TypedDict, total=False):
    """How long items live.

    ``default_ttl`` is in minutes, ``sweep_interval_minutes`` how often expired items are removed;
    ``refresh_on_read`` (true) restarts an item's time when it is read, ``omit_expired`` (true)
    hides items that are expired and not yet removed.
    """

    refresh_on_read: bool
    omit_expired: bool
    default_ttl: float | None
    sweep_interval_minutes: int | None


class IndexConfig(TypedDict, total=False):
    """What semantic search compares.

    ``dims`` is the length of a vector, ``embed`` makes vectors of texts, ``fields`` are the paths
    whose texts are embedded (``["$"]``, the whole value).
    """

    dims: int
    embed: Embeddings | EmbeddingsFunc | AEmbeddingsFunc | str
    fields: list[str] | None


class NotProvided:
    """Type of ``NOT_PROVIDED``, an argument that was not given."""

    __slots__ = ()

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_PROVIDED = NotProvided()

"""The statements of a store. Data goes into them as parameters only."""

from functools import cache
from typing import Any

from sqlalchemy import Delete, Select, Update, and_, bindparam, delete, func, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from runtime.store.sql.schema import embeddings, items

_PUT = (
    *("namespace", "key", "tag", "value", "created_at", "updated_at"),
    *("ttl_minutes", "expires_at", "position"),
)


def _upsert(dialect: Any) -> Any:
    other = items.alias("other")
    position = (
        select(other.c.namespace_position)
        .where(other.c.namespace == bindparam("p_namespace"))
        .limit(1)
        .scalar_subquery()
    )
    inserted = dialect.insert(items).values(
        {name: bindparam(f"p_{name}") for name in _PUT}
        | {"namespace_position": func.coalesce(position, bindparam("p_namespace_position"))}
    )
    replaced = ("tag", "value", "updated_at", "ttl_minutes", "expires_at")
    return inserted.on_conflict_do_update(
        index_elements=["namespace", "key"],
        set_={name: inserted.excluded[name] for name in replaced},
    )


PUT: dict[str, Any] = {"sqlite": _upsert(sqlite), "postgresql": _upsert(postgresql)}
"""Writes an item, by dialect: what is new of it, where it is there already."""


def _at(table: Any) -> Any:
    return and_(table.c.namespace == bindparam("p_namespace"), table.c.key == bindparam("p_key"))


DELETE: Delete = delete(items).where(_at(items))
DELETE_EXPIRED: Delete = DELETE.where(items.c.expires_at <= bindparam("p_now"))
DELETE_EMBEDDINGS: Delete = delete(embeddings).where(_at(embeddings))
ADD_EMBEDDING = embeddings.insert()
REFRESH: Update = (
    items.update()
    .where(_at(items), items.c.ttl_minutes.is_not(None))
    .values(expires_at=bindparam("p_expires_at"))
)
_expired = items.c.expires_at <= bindparam("p_now")
SWEEP_EMBEDDINGS: Delete = delete(embeddings).where(
    tuple_(embeddings.c.namespace, embeddings.c.key).in_(
        select(items.c.namespace, items.c.key).where(_expired)
    )
)
SWEEP: Delete = delete(items).where(_expired)

_alive = or_(items.c.expires_at.is_(None), items.c.expires_at > bindparam("p_now"))
_below = and_(items.c.namespace >= bindparam("p_first"), items.c.namespace < bindparam("p_end"))
_ITEM = (
    items.c.namespace,
    items.c.key,
    items.c.tag,
    items.c.value,
    items.c.created_at,
    items.c.updated_at,
    items.c.ttl_minutes,
)

AT: Select[Any] = select(*_ITEM).where(
    tuple_(items.c.namespace, items.c.key).in_(bindparam("p_addresses", expanding=True)), _alive
)
"""Items by address."""


@cache
def found(*, below: bool, whole: bool = True) -> Select[Any]:
    """Items at and below a namespace, or all, in order; ``whole`` or only their addresses."""
    statement = select(*_ITEM) if whole else select(items.c.namespace, items.c.key)
    statement = statement.where(_alive).order_by(items.c.namespace_position, items.c.position)
    return statement.where(_below) if below else statement


@cache
def page(*, below: bool) -> Select[Any]:
    """A part of these."""
    statement = found(below=below)
    return statement.limit(bindparam("p_limit")).offset(bindparam("p_offset"))


@cache
def vectors(*, below: bool) -> Select[Any]:
    """The vectors at and below a namespace, or all."""
    c = embeddings.c
    statement = select(c.namespace, c.key, c.vector)
    if below:
        statement = statement.where(
            c.namespace >= bindparam("p_first"), c.namespace < bindparam("p_end")
        )
    return statement.order_by(c.namespace, c.key, c.number)


NAMESPACES: Select[Any] = select(items.c.namespace).where(_alive).distinct()

"""The index of a store: which texts of a batch are embedded, and their vectors."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from runtime.store.base.embed import (
    Embeddings,
    ensure_embeddings,
    get_text_at_path,
    tokenize_path,
)
from runtime.store.base.ops import IndexConfig, PutOp
from runtime.store.base.planning import Address, Plan
from runtime.store.base.similarity import Vector

Vectors = list[tuple[str, Vector]]
"""Vectors of one item, each with the path of its text."""


@dataclass(slots=True)
class Embedded:
    """The vectors of one batch: of its queries, and of the items that it puts."""

    queries: dict[str, Vector] = field(default_factory=dict)
    items: dict[Address, Vectors] = field(default_factory=dict)


class Index:
    """Embeds the texts at the configured paths, or at those that a put names."""

    def __init__(self, config: IndexConfig) -> None:
        self.embeddings: Embeddings = ensure_embeddings(config.get("embed"))
        self._fields = _tokenized(config.get("fields") or ["$"])

    def embed(self, plan: Plan) -> Embedded:
        """The vectors that ``plan`` needs; every text is embedded once."""
        queries, texts = _queries(plan), self._texts(plan)
        distinct = _distinct(texts)
        found = Embedded({query: _vector(self.embeddings.embed_query(query)) for query in queries})
        vectors = self.embeddings.embed_documents(distinct) if distinct else []
        found.items = _given(texts, distinct, vectors)
        return found

    async def aembed(self, plan: Plan) -> Embedded:
        """As ``embed``, all at the same time."""
        queries, texts = _queries(plan), self._texts(plan)
        distinct = _distinct(texts)
        vectors, answers = await asyncio.gather(
            self._documents(distinct),
            asyncio.gather(*(self.embeddings.aembed_query(query) for query in queries)),
        )
        found = Embedded(dict(zip(queries, map(_vector, answers), strict=True)))
        found.items = _given(texts, distinct, vectors)
        return found

    async def _documents(self, texts: list[str]) -> list[list[float]]:
        return await self.embeddings.aembed_documents(texts) if texts else []

    def _texts(self, plan: Plan) -> dict[Address, list[tuple[str, str]]]:
        return {address: self._texts_of(op) for address, op in plan.puts.items()}

    def _texts_of(self, op: PutOp) -> list[tuple[str, str]]:
        if op.value is None or op.index is False:
            return []
        fields = self._fields if op.index is None else _tokenized(op.index)
        return [(path, text) for path, at in fields for text in get_text_at_path(op.value, at)]


def _tokenized(paths: list[str]) -> list[tuple[str, str | list[str]]]:
    return [(path, path if path == "$" else tokenize_path(path)) for path in paths]


def _queries(plan: Plan) -> list[str]:
    return list(dict.fromkeys(op.query for _, op in plan.searches if op.query))


def _distinct(texts: dict[Address, list[tuple[str, str]]]) -> list[str]:
    return list(dict.fromkeys(text for found in texts.values() for _, text in found))


def _given(
    texts: dict[Address, list[tuple[str, str]]],
    distinct: list[str],
    vectors: Sequence[Iterable[float]],
) -> dict[Address, Vectors]:
    if len(vectors) != len(distinct):
        raise ValueError(f"{len(distinct)} texts were to be embedded, {len(vectors)} vectors came")
    by_text = dict(zip(distinct, map(_vector, vectors), strict=True))
    return {
        address: [(path, by_text[text]) for path, text in found] for address, found in texts.items()
    }


def _vector(given: Iterable[float]) -> Vector:
    return tuple(map(float, given))

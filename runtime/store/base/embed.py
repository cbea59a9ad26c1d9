"""Embeddings by any callable, and the texts of a value that are embedded."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from importlib import import_module
from inspect import iscoroutinefunction
from typing import Any, cast

EmbeddingsFunc = Callable[[Sequence[str]], list[list[float]]]
AEmbeddingsFunc = Callable[[Sequence[str]], Awaitable[list[list[float]]]]


class Embeddings(ABC):
    """Makes vectors of texts. Any object with these methods serves as well."""

    @abstractmethod
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text that is stored."""

    @abstractmethod
    def embed_query(self, text: str) -> list[float]:
        """The vector of a text that is searched for."""

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """As ``embed_documents``, in a thread unless overridden."""
        return await asyncio.to_thread(self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """As ``embed_query``, in a thread unless overridden."""
        return await asyncio.to_thread(self.embed_query, text)


class EmbeddingsLambda(Embeddings):
    """Embeddings by a function of a list of texts, or by one that is awaited."""

    def __init__(self, func: EmbeddingsFunc | AEmbeddingsFunc) -> None:
        self.func: EmbeddingsFunc | None = None
        self.afunc: AEmbeddingsFunc | None = None
        if _is_async(func):
            self.afunc = cast("AEmbeddingsFunc", func)
        else:
            self.func = cast("EmbeddingsFunc", func)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.func is None:
            raise ValueError(
                "The embedding function is asynchronous. Use the asynchronous methods of the "
                "store, or give a function that is not."
            )
        return self.func(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.afunc is None:
            return await super().aembed_documents(texts)
        return await self.afunc(texts)

    async def aembed_query(self, text: str) -> list[float]:
        return (await self.aembed_documents([text]))[0]


class _Completed(Embeddings):
    """Someone else's object with the two methods, and the asynchronous ones that it may lack."""

    def __init__(self, embed: Any) -> None:
        self._embed = embed

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return cast("list[list[float]]", self._embed.embed_documents(texts))

    def embed_query(self, text: str) -> list[float]:
        return cast("list[float]", self._embed.embed_query(text))

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        method = getattr(self._embed, "aembed_documents", None)
        if method is None:
            return await super().aembed_documents(texts)
        return cast("list[list[float]]", await method(texts))

    async def aembed_query(self, text: str) -> list[float]:
        method = getattr(self._embed, "aembed_query", None)
        if method is None:
            return await super().aembed_query(text)
        return cast("list[float]", await method(text))


_METHODS = ("embed_documents", "embed_query", "aembed_documents", "aembed_query")


def ensure_embeddings(
    embed: Embeddings | EmbeddingsFunc | AEmbeddingsFunc | str | None,
) -> Embeddings:
    """``embed`` as an object with the methods of ``Embeddings``.

    A text ``provider:model`` is loaded by LangChain. Raises ``ValueError`` for ``None`` and for
    a text that cannot be loaded, ``TypeError`` for what embeds nothing.
    """
    if embed is None:
        raise ValueError("embed must be provided")
    if isinstance(embed, str):
        return _by_name(embed)
    if all(hasattr(embed, method) for method in _METHODS):
        return cast("Embeddings", embed)
    if all(hasattr(embed, method) for method in _METHODS[:2]):
        return _Completed(embed)
    if not callable(embed):
        raise TypeError(f"embed is a function, an Embeddings object or a text, not {embed!r}")
    return EmbeddingsLambda(embed)


def _by_name(name: str) -> Embeddings:
    try:
        langchain = import_module("langchain.embeddings")
    except ImportError as error:
        raise ValueError(
            f"Could not load embeddings from string '{name}': that takes LangChain "
            "(pip install 'langchain>=0.3.9') and the provider's package. Otherwise give a "
            "function, or an object with embed_documents and embed_query."
        ) from error
    return cast("Embeddings", langchain.init_embeddings(name))


def _is_async(func: Any) -> bool:
    return iscoroutinefunction(func) or iscoroutinefunction(type(func).__call__)


def tokenize_path(path: str) -> list[str]:
    """The parts of a path: names, ``[index]``, ``[*]``, ``*`` and ``{name,name}``."""
    tokens: list[str] = []
    name = ""
    position = 0
    while position < len(path):
        sign = path[position]
        if sign in ".[{":
            if name:
                tokens.append(name)
            name = ""
        if sign in _CLOSING:
            end = _closing(path, position)
            tokens.append(path[position:end])
            position = end
            continue
        if sign != ".":
            name += sign
        position += 1
    if name:
        tokens.append(name)
    return tokens


_CLOSING = {"[": "]", "{": "}"}


def _closing(path: str, start: int) -> int:
    """Where the group that opens at ``start`` ends; an unclosed one takes the rest."""
    opening = path[start]
    depth = 0
    for position in range(start, len(path)):
        if path[position] == opening:
            depth += 1
        elif path[position] == _CLOSING[opening]:
            depth -= 1
            if depth == 0:
                return position + 1
    return len(path)


def get_text_at_path(obj: Any, path: str | list[str]) -> list[str]:
    """The texts at ``path``, which may be tokenized; none where it leads nowhere.

    ``$`` and the empty path mean all of ``obj``. Text stays as it is, numbers and booleans are
    written out, lists and dictionaries become JSON.
    """
    if not path or path == "$":
        return [_json(obj)]
    tokens = tokenize_path(path) if isinstance(path, str) else path
    return [text for value in _reached(obj, tokens) for text in _texts(value)]


def _reached(value: Any, tokens: Sequence[str]) -> Iterable[Any]:
    if not tokens:
        yield value
        return
    token, rest = tokens[0], tokens[1:]
    if token.startswith("[") and token.endswith("]"):
        inner = _items(value, token[1:-1].strip())
    elif token.startswith("{") and token.endswith("}"):
        inner = _fields(value, token[1:-1].split(","))
    elif token == "*":
        inner = value.values() if isinstance(value, dict) else _items(value, "*")
    elif isinstance(value, dict) and token in value:
        inner = [value[token]]
    else:
        return
    for one in inner:
        yield from _reached(one, rest)


def _items(value: Any, index: str) -> Iterable[Any]:
    if not isinstance(value, list):
        return []
    if index == "*":
        return value
    try:
        return [value[int(index)]]
    except (ValueError, IndexError):
        return []


def _fields(value: Any, names: list[str]) -> Iterable[Any]:
    if isinstance(value, dict):
        for name in names:
            tokens = tokenize_path(name.strip())
            if tokens:
                yield from _reached(value, tokens)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, (bool, int, float)):
        return [str(value)]
    return [_json(value)] if isinstance(value, (dict, list)) else []


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)

"""Embeddings by any callable, and the texts at a path."""

import asyncio
import functools
from collections.abc import Sequence
from typing import Any

import pytest

from runtime.store.base import Embeddings, ensure_embeddings, get_text_at_path, tokenize_path

VALUE: dict[str, Any] = {
    "text": "x",
    "int": 5,
    "float": 1.5,
    "true": True,
    "none": None,
    "list": ["p", "q", 3, None, ["d"]],
    "dict": {"x": "1", "y": {"z": "deep"}},
    "items": [{"text": "t1", "n": 1}, {"text": "t2"}, {"other": "o"}],
    "nested": [{"m": [{"v": "a"}, {"v": "b"}]}, {"m": []}],
    "é": "ü",
}


@pytest.mark.parametrize(
    ("path", "tokens"),
    [
        ("", []),
        ("$", ["$"]),
        ("a", ["a"]),
        ("a.b", ["a", "b"]),
        ("a..b", ["a", "b"]),
        ("a[0]", ["a", "[0]"]),
        ("a[0][1]", ["a", "[0]", "[1]"]),
        ("a[*].b", ["a", "[*]", "b"]),
        ("a[-1].b", ["a", "[-1]", "b"]),
        ("[0]", ["[0]"]),
        ("*", ["*"]),
        ("a.*", ["a", "*"]),
        ("{a,b}", ["{a,b}"]),
        ("a.{b,c.d}.e", ["a", "{b,c.d}", "e"]),
        ("a[*].{x,y}", ["a", "[*]", "{x,y}"]),
        ("a[b", ["a", "[b"]),
        ("{a", ["{a"]),
    ],
)
def test_paths_in_their_parts(path: str, tokens: list[str]) -> None:
    assert tokenize_path(path) == tokens


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("text", ["x"]),
        ("int", ["5"]),
        ("float", ["1.5"]),
        ("true", ["True"]),
        ("none", []),
        ("é", ["ü"]),
        ("list", ['["p", "q", 3, null, ["d"]]']),
        ("list[0]", ["p"]),
        ("list[ 0 ]", ["p"]),
        ("list[-1]", ['["d"]']),
        ("list[9]", []),
        ("list[x]", []),
        ("list[*]", ["p", "q", "3", '["d"]']),
        ("list[*][0]", ["d"]),
        ("dict", ['{"x": "1", "y": {"z": "deep"}}']),
        ("dict.x", ["1"]),
        ("dict.y.z", ["deep"]),
        ("dict.*", ["1", '{"z": "deep"}']),
        ("dict[*]", []),
        ("dict.{x,y.z}", ["1", "deep"]),
        ("{text, int}", ["x", "5"]),
        ("items[*].text", ["t1", "t2"]),
        ("items.*.text", ["t1", "t2"]),
        ("items[0].text", ["t1"]),
        ("items[*].{text,other}", ["t1", "t2", "o"]),
        ("items.text", []),
        ("nested[*].m[*].v", ["a", "b"]),
        ("nested[*].m[0].v", ["a"]),
        ("missing", []),
        ("text.deeper", []),
        ("text[0]", []),
        ("$.text", []),
        (["dict", "x"], ["1"]),
    ],
    ids=str,
)
def test_texts_at_a_path(path: str | list[str], texts: list[str]) -> None:
    assert get_text_at_path(VALUE, path) == texts


def test_the_text_of_the_whole() -> None:
    value = {"b": [1, None], "a": "ü"}
    whole: tuple[str | list[str], ...] = ("$", "", [])
    for path in whole:
        assert get_text_at_path(value, path) == ['{"a": "ü", "b": [1, null]}']
    assert get_text_at_path("s", "$") == ['"s"']
    with pytest.raises(TypeError):
        get_text_at_path({"a": {1}}, "$")


def embed(texts: Sequence[str]) -> list[list[float]]:
    return [[float(len(text))] for text in texts]


async def aembed(texts: Sequence[str]) -> list[list[float]]:
    return embed(texts)


class AsyncCall:
    async def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        return embed(texts)


def test_a_function() -> None:
    embeddings = ensure_embeddings(embed)
    assert embeddings.embed_documents(["a", "bc"]) == [[1.0], [2.0]]
    assert embeddings.embed_query("abc") == [3.0]
    assert asyncio.run(embeddings.aembed_documents(["a", "bc"])) == [[1.0], [2.0]]
    assert asyncio.run(embeddings.aembed_query("abc")) == [3.0]


@pytest.mark.parametrize("function", [aembed, AsyncCall(), functools.partial(aembed)])
def test_a_function_that_is_awaited(function: Any) -> None:
    embeddings = ensure_embeddings(function)
    assert asyncio.run(embeddings.aembed_documents(["a", "bc"])) == [[1.0], [2.0]]
    assert asyncio.run(embeddings.aembed_query("abc")) == [3.0]
    with pytest.raises(ValueError, match="asynchronous"):
        embeddings.embed_documents(["a"])
    with pytest.raises(ValueError, match="asynchronous"):
        embeddings.embed_query("a")


class Known(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return embed(texts)

    def embed_query(self, text: str) -> list[float]:
        return embed([text])[0]


def test_an_embeddings_object_stays_itself() -> None:
    known = Known()
    assert ensure_embeddings(known) is known
    assert asyncio.run(known.aembed_query("abc")) == [3.0]
    assert asyncio.run(known.aembed_documents(["a"])) == [[1.0]]


class TwoMethods:
    embed_documents = Known.embed_documents
    embed_query = Known.embed_query


def test_an_object_with_the_two_methods() -> None:
    embeddings = ensure_embeddings(TwoMethods())  # type: ignore[arg-type]
    assert embeddings.embed_query("abc") == [3.0]
    assert asyncio.run(embeddings.aembed_query("abc")) == [3.0]
    assert asyncio.run(embeddings.aembed_documents(["a"])) == [[1.0]]


def test_what_embeds_nothing() -> None:
    with pytest.raises(ValueError, match="embed must be provided"):
        ensure_embeddings(None)
    with pytest.raises(TypeError, match="not 3"):
        ensure_embeddings(3)  # type: ignore[arg-type]


def test_a_name_takes_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "langchain.embeddings", None)
    with pytest.raises(ValueError, match=r"'openai:some-model'.*LangChain"):
        ensure_embeddings("openai:some-model")

"""Steps in a row or beside each other, each on the result of the one before.

Every step passes chunks on as they come, where it can: a function waits for their sum.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from runtime.pregel.callable import (
    aadded_up,
    added_up,
    callable_name,
    is_coroutine_callable,
    unwrapped,
)
from runtime.pregel.composing import Composable, Step
from runtime.pregel.config import Config


def as_composable(step: Step) -> Any:
    """The step as something with ``invoke``, ``stream`` and ``transform``, and their twins."""
    if isinstance(step, Composable) or all(
        callable(getattr(step, method, None)) for method in ("invoke", "transform", "atransform")
    ):
        return step
    if isinstance(step, Mapping):
        return Parts(step)
    if callable(getattr(step, "invoke", None)):
        return Call(step.invoke, getattr(step, "ainvoke", None))
    if inspect.isgeneratorfunction(unwrapped(step)) or inspect.isasyncgenfunction(unwrapped(step)):
        return Generated(step)
    if callable(step):
        return Call(step, step if is_coroutine_callable(step) else None)
    raise TypeError(
        f"Expected a Runnable, callable or dict.Instead got an unsupported type: {type(step)}"
    )


class Call(Composable):
    """A function of a value, and of the config where it takes one."""

    def __init__(self, function: Callable[..., Any], later: Callable[..., Any] | None) -> None:
        self._function = function
        self._later = later
        self.name = callable_name(function) or ""
        try:
            takes = inspect.signature(function).parameters
        except (TypeError, ValueError):
            takes = {}  # type: ignore[assignment]
        self._takes_config = "config" in takes

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        if self._later is self._function:
            raise TypeError(f"'{self.name}' is a coroutine function. Use `ainvoke` instead.")
        return self._function(input, **self._arguments(config, kwargs))

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        arguments = self._arguments(config, kwargs)
        if self._later is not None:
            return await self._later(input, **arguments)
        return await asyncio.to_thread(self._function, input, **arguments)

    def _arguments(self, config: Config | None, kwargs: dict[str, Any]) -> dict[str, Any]:
        return {"config": config or {}, **kwargs} if self._takes_config else kwargs


class Generated(Composable):
    """A generator function, of an iterator of chunks."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.name = callable_name(function) or ""
        self._is_async = inspect.isasyncgenfunction(unwrapped(function))

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return added_up(self.transform(iter([input]), config, **kwargs))

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return await aadded_up(self.atransform(_one(input), config, **kwargs))

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        if self._is_async:
            raise TypeError(f"'{self.name}' is an async generator function. Use `astream` instead.")
        yield from self._function(input, **kwargs)

    async def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        if self._is_async:
            async for chunk in self._function(input, **kwargs):
                yield chunk
        else:
            for chunk in self._function(iter([each async for each in input]), **kwargs):
                yield chunk


class Pipe(Composable):
    """Steps, each taking the result of the one before. Keyword arguments go to the first."""

    def __init__(self, steps: Sequence[Step], name: str | None = None) -> None:
        self.steps: tuple[Any, ...] = tuple(
            inner
            for step in steps
            for inner in (step.steps if isinstance(step, Pipe) else [as_composable(step)])
        )
        self.name = name or ""
        if len(self.steps) < 2:
            raise ValueError(f"A pipe has at least two steps, not {len(self.steps)}")

    @property
    def first(self) -> Any:
        """The first step."""
        return self.steps[0]

    @property
    def last(self) -> Any:
        """The last step."""
        return self.steps[-1]

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        return super().get_name(suffix, name=name or self.name or "RunnableSequence")

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        value = self.first.invoke(input, config, **kwargs)
        for step in self.steps[1:]:
            value = step.invoke(value, config)
        return value

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        value = await self.first.ainvoke(input, config, **kwargs)
        for step in self.steps[1:]:
            value = await step.ainvoke(value, config)
        return value

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        """The chunks of the last step."""
        return self.transform(iter([input]), config, **kwargs)

    def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """As ``stream``."""
        return self.atransform(_one(input), config, **kwargs)

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        chunks: Iterator[Any] = self.first.transform(input, config, **kwargs)
        for step in self.steps[1:]:
            chunks = step.transform(chunks, config)
        return chunks

    def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        chunks: AsyncIterator[Any] = self.first.atransform(input, config, **kwargs)
        for step in self.steps[1:]:
            chunks = step.atransform(chunks, config)
        return chunks


class Sum(dict[str, Any]):
    """Some keys of a dictionary that comes in parts."""

    def __add__(self, other: Mapping[str, Any]) -> "Sum":
        both = {key: added_up([self[key], other[key]]) for key in self.keys() & other.keys()}
        return Sum({**self, **other, **both})


class Parts(Composable):
    """Steps that all take the same value; their results under their keys."""

    def __init__(self, steps: Mapping[str, Step]) -> None:
        self.steps = {key: as_composable(step) for key, step in steps.items()}

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        return super().get_name(suffix, name=name or f"RunnableParallel<{','.join(self.steps)}>")

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return {key: step.invoke(input, config) for key, step in self.steps.items()}

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        results = await asyncio.gather(
            *(step.ainvoke(input, config) for step in self.steps.values())
        )
        return dict(zip(self.steps, results, strict=True))

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        """The chunks of each part, under its key."""
        return self.transform(iter([input]), config)

    def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """As ``stream``."""
        return self.atransform(_one(input), config)

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        chunks = list(input)
        for key, step in self.steps.items():
            for chunk in step.transform(iter(chunks), config):
                yield Sum({key: chunk})

    async def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        chunks = [chunk async for chunk in input]
        for key, step in self.steps.items():
            async for chunk in step.atransform(_all(chunks), config):
                yield Sum({key: chunk})


class Pick(Composable):
    """One value of a dictionary, or some of its keys; ``None`` where it has none of them."""

    def __init__(self, keys: str | Sequence[str]) -> None:
        self.keys = keys

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        if not isinstance(input, Mapping):
            raise ValueError(f"`pick` takes a dictionary, not {type(input).__name__}")
        if isinstance(self.keys, str):
            return input.get(self.keys)
        return Sum({key: input[key] for key in self.keys if key in input}) or None

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return self.invoke(input)

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        for chunk in input:
            picked = self.invoke(chunk)
            if picked is not None:
                yield picked

    async def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        async for chunk in input:
            picked = self.invoke(chunk)
            if picked is not None:
                yield picked


class Assign(Composable):
    """A dictionary with further keys, each made from it by a step."""

    def __init__(self, steps: Mapping[str, Step]) -> None:
        self._parts = Parts(steps)

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return {**self._checked(input), **self._parts.invoke(input, config)}

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return {**self._checked(input), **await self._parts.ainvoke(input, config)}

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        chunks: list[Any] = []
        for chunk in input:
            chunks.append(chunk)
            yield from self._others(chunk)
        yield from self._parts.transform(iter(chunks), config)

    async def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        chunks: list[Any] = []
        async for chunk in input:
            chunks.append(chunk)
            for other in self._others(chunk):
                yield other
        async for part in self._parts.atransform(_all(chunks), config):
            yield part

    def _others(self, chunk: Any) -> Iterator[Any]:
        """The keys of a chunk that are not assigned."""
        others = {
            key: value
            for key, value in self._checked(chunk).items()
            if key not in self._parts.steps
        }
        if others:
            yield Sum(others)

    def _checked(self, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise ValueError(f"`assign` takes a dictionary, not {type(value).__name__}")
        return value


async def _one(value: Any) -> AsyncIterator[Any]:
    yield value


async def _all(values: Iterable[Any]) -> AsyncIterator[Any]:
    for value in values:
        yield value

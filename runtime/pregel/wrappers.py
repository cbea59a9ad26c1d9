"""One step with something around it: arguments, further attempts, others that stand in, a list."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.pregel.composing import Composable, Step
from runtime.pregel.config import Config, merge_configs
from runtime.pregel.steps import as_composable

_NOTHING = object()


class Bound(Composable):
    """One step with keyword arguments and a config for every call. The rest is the step's own."""

    def __init__(
        self, step: Any, kwargs: Mapping[str, Any] | None = None, config: Config | None = None
    ) -> None:
        self.bound = step
        self.kwargs = dict(kwargs or {})
        self.config = config

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "bound" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.bound, name)

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        found: str = self.bound.get_name(suffix, name=name)
        return found

    def bind(self, **kwargs: Any) -> "Bound":
        return Bound(self.bound, {**self.kwargs, **kwargs}, self.config)

    def _call(self, config: Config | None, kwargs: dict[str, Any]) -> dict[str, Any]:
        return {"config": merge_configs(self.config, config), **self.kwargs, **kwargs}

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return self.bound.invoke(input, **self._call(config, kwargs))

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return await self.bound.ainvoke(input, **self._call(config, kwargs))

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        found: Iterator[Any] = self.bound.stream(input, **self._call(config, kwargs))
        return found

    def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        found: AsyncIterator[Any] = self.bound.astream(input, **self._call(config, kwargs))
        return found


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds between attempts: ``initial``, then ``exp_base`` times as long, up to ``max``."""

    initial: float = 1.0
    exp_base: float = 2.0
    max: float = 60.0
    jitter: float = 1.0

    def after(self, attempt: int) -> float:
        """How long to wait after ``attempt``, counted from 0."""
        # Not for secrets: it only spreads retries.
        spread = random.uniform(0, self.jitter)
        return min(self.max, self.initial * self.exp_base**attempt + spread)


class Retried(Bound):
    """One step, tried again when it fails; a stream is not."""

    def __init__(
        self, step: Any, after: tuple[type[BaseException], ...], waits: Waits | None, attempts: int
    ) -> None:
        super().__init__(step)
        self._after = after
        self._waits = waits
        self._attempts = attempts

    def _wait(self, attempt: int) -> float:
        return 0.0 if self._waits is None else self._waits.after(attempt)

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for attempt in range(self._attempts - 1):
            try:
                return super().invoke(input, config, **kwargs)
            except self._after:
                time.sleep(self._wait(attempt))
        return super().invoke(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for attempt in range(self._attempts - 1):
            try:
                return await super().ainvoke(input, config, **kwargs)
            except self._after:
                await asyncio.sleep(self._wait(attempt))
        return await super().ainvoke(input, config, **kwargs)


class Fallbacks(Composable):
    """Steps of which the first counts that does not fail. The error of the first one stands."""

    def __init__(
        self,
        step: Any,
        fallbacks: Sequence[Step],
        after: tuple[type[BaseException], ...],
        exception_key: str | None,
    ) -> None:
        self.runnable = step
        self.fallbacks = [as_composable(each) for each in fallbacks]
        self._after = after
        self._key = exception_key

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "runnable" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.runnable, name)

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        return super().get_name(suffix, name=name or "RunnableWithFallbacks")

    def _given(self, value: Any, error: BaseException) -> Any:
        return value if self._key is None else {**value, self._key: error}

    def _check(self, value: Any) -> None:
        if self._key is not None and not isinstance(value, dict):
            raise ValueError(
                f"With an `exception_key` the input is a dictionary, not {type(value).__name__}"
            )

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        self._check(input)
        errors: list[BaseException] = []
        for step in (self.runnable, *self.fallbacks):
            try:
                return step.invoke(input, config, **kwargs)
            except self._after as error:
                errors.append(error)
                input = self._given(input, error)
        raise errors[0]

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        self._check(input)
        errors: list[BaseException] = []
        for step in (self.runnable, *self.fallbacks):
            try:
                return await step.ainvoke(input, config, **kwargs)
            except self._after as error:
                errors.append(error)
                input = self._given(input, error)
        raise errors[0]

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        """The chunks of the first step that gives one."""
        self._check(input)
        errors: list[BaseException] = []
        for step in (self.runnable, *self.fallbacks):
            chunks = iter(step.stream(input, config, **kwargs))
            try:
                first = next(chunks, _NOTHING)
            except self._after as error:
                errors.append(error)
                input = self._given(input, error)
                continue
            if first is not _NOTHING:
                yield first
                yield from chunks
            return
        raise errors[0]

    async def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """As ``stream``."""
        self._check(input)
        errors: list[BaseException] = []
        for step in (self.runnable, *self.fallbacks):
            chunks = aiter(step.astream(input, config, **kwargs))
            try:
                first = await anext(chunks, _NOTHING)
            except self._after as error:
                errors.append(error)
                input = self._given(input, error)
                continue
            if first is not _NOTHING:
                yield first
                async for chunk in chunks:
                    yield chunk
            return
        raise errors[0]


class Mapped(Composable):
    """One step on each item of a list."""

    def __init__(self, step: Composable) -> None:
        self.bound = step

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        return super().get_name(suffix, name=name or f"RunnableEach<{self.bound.get_name()}>")

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return self.bound.batch(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return await self.bound.abatch(input, config, **kwargs)

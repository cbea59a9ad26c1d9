"""Graphs put together with other callables: piped, tried again, mapped over lists.

Anything with ``invoke`` may stand in a pipe, and so may functions and dictionaries of either, whose
parts all take the same value.
"""

import asyncio
import inspect
import random
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from functools import partial
from typing import Any

from runtime.pregel.callable import aadded_up, added_up
from runtime.pregel.config import Config, merge_configs

Step = Any
"""Something with ``invoke``, a function, or a dictionary of steps."""


class Composable:
    """What can be put together further: has ``invoke`` and ``ainvoke``."""

    @abstractmethod
    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        """Run on one input."""

    @abstractmethod
    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        """As ``invoke``."""

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        """What ``invoke`` gives, as the only chunk."""
        yield self.invoke(input, config, **kwargs)

    async def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """As ``stream``."""
        yield await self.ainvoke(input, config, **kwargs)

    def __or__(self, other: Step) -> "Pipe":
        return Pipe([*steps_of(self), *steps_of(other)])

    def __ror__(self, other: Step) -> "Pipe":
        return Pipe([*steps_of(other), *steps_of(self)])

    def pipe(self, *others: Step) -> "Pipe":
        """This, then ``others``, each on the result of the one before."""
        return Pipe([step for each in (self, *others) for step in steps_of(each)])

    def map(self) -> "Mapped":
        """Takes a list and gives the list of results."""
        return Mapped(self)

    def with_retry(
        self,
        *,
        retry_if_exception_type: tuple[type[BaseException], ...] = (Exception,),
        wait_exponential_jitter: bool = True,
        stop_after_attempt: int = 3,
    ) -> "Retried":
        """Tries again after one of these exceptions, ``stop_after_attempt`` times in all."""
        return Retried(self, retry_if_exception_type, wait_exponential_jitter, stop_after_attempt)

    def transform(
        self, input: Iterable[Any], config: Config | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        """``stream`` on the sum of the chunks of ``input``."""
        yield from self.stream(added_up(input), config, **kwargs)

    async def atransform(
        self, input: AsyncIterator[Any], config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """As ``transform``."""
        async for chunk in self.astream(await aadded_up(input), config, **kwargs):
            yield chunk

    def batch(
        self,
        inputs: Sequence[Any],
        config: Config | Sequence[Config] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """``invoke`` on all inputs, on threads; results in the order of inputs."""
        results: list[Any] = [None] * len(inputs)
        for index, result in self.batch_as_completed(
            inputs, config, return_exceptions=return_exceptions, **kwargs
        ):
            results[index] = result
        return results

    async def abatch(
        self,
        inputs: Sequence[Any],
        config: Config | Sequence[Config] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """``ainvoke`` on all inputs at the same time; results in the order of inputs."""
        results: list[Any] = [None] * len(inputs)
        async for index, result in self.abatch_as_completed(
            inputs, config, return_exceptions=return_exceptions, **kwargs
        ):
            results[index] = result
        return results

    def batch_as_completed(
        self,
        inputs: Sequence[Any],
        config: Config | Sequence[Config] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> Iterator[tuple[int, Any]]:
        """(index, result) of each input, in the order in which they are done."""
        if not inputs:
            return
        configs = configs_for(config, len(inputs))
        with ThreadPoolExecutor(_concurrency(configs, len(inputs))) as pool:
            places = {
                pool.submit(copy_context().run, partial(self.invoke, given, each, **kwargs)): index
                for index, (given, each) in enumerate(zip(inputs, configs, strict=True))
            }
            for future in as_completed(places):
                error = future.exception()
                if error is None:
                    yield places[future], future.result()
                elif return_exceptions and isinstance(error, Exception):
                    yield places[future], error
                else:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise error

    async def abatch_as_completed(
        self,
        inputs: Sequence[Any],
        config: Config | Sequence[Config] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> AsyncIterator[tuple[int, Any]]:
        """As ``batch_as_completed``."""
        if not inputs:
            return
        configs = configs_for(config, len(inputs))
        slots = asyncio.Semaphore(_concurrency(configs, len(inputs)))

        async def one(index: int) -> tuple[int, Any]:
            async with slots:
                try:
                    return index, await self.ainvoke(inputs[index], configs[index], **kwargs)
                except Exception as error:
                    if not return_exceptions:
                        raise
                    return index, error

        running = [asyncio.ensure_future(one(index)) for index in range(len(inputs))]
        try:
            for done in asyncio.as_completed(running):
                yield await done
        finally:
            for each in running:
                each.cancel()


class Pipe(Composable):
    """Steps, each taking the result of the one before."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = tuple(steps)

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for step in self.steps:
            input = _called(step, input, config)
        return input

    def stream(self, input: Any, config: Config | None = None, **kwargs: Any) -> Iterator[Any]:
        """The chunks of the last step."""
        last = self.steps[-1]
        value = Pipe(self.steps[:-1]).invoke(input, config)
        if hasattr(last, "stream"):
            yield from last.stream(value, config, **kwargs)
        else:
            yield _called(last, value, config)

    async def astream(
        self, input: Any, config: Config | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        last = self.steps[-1]
        value = await Pipe(self.steps[:-1]).ainvoke(input, config)
        if hasattr(last, "astream"):
            async for chunk in last.astream(value, config, **kwargs):
                yield chunk
        else:
            yield await _acalled(last, value, config)

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for step in self.steps:
            input = await _acalled(step, input, config)
        return input


class Mapped(Composable):
    """One step on each item of a list."""

    def __init__(self, step: Composable) -> None:
        self.step = step

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return self.step.batch(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        return await self.step.abatch(input, config, **kwargs)


class Retried(Composable):
    """One step, tried again when it fails."""

    def __init__(
        self, step: Composable, after: tuple[type[BaseException], ...], waits: bool, attempts: int
    ) -> None:
        self.step = step
        self.after = after
        self.waits = waits
        self.attempts = attempts

    def _wait(self, attempt: int) -> float:
        # Not for secrets: it only spreads retries.
        return min(60.0, 2.0**attempt + random.uniform(0, 1)) if self.waits else 0.0

    def invoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for attempt in range(self.attempts - 1):
            try:
                return self.step.invoke(input, config, **kwargs)
            except self.after:
                time.sleep(self._wait(attempt))
        return self.step.invoke(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: Config | None = None, **kwargs: Any) -> Any:
        for attempt in range(self.attempts - 1):
            try:
                return await self.step.ainvoke(input, config, **kwargs)
            except self.after:
                await asyncio.sleep(self._wait(attempt))
        return await self.step.ainvoke(input, config, **kwargs)


def steps_of(step: Step) -> list[Step]:
    """The steps of a pipe, or the step itself; ``TypeError`` for what cannot be called."""
    if isinstance(step, Pipe):
        return list(step.steps)
    if isinstance(step, Mapping):
        for part in step.values():
            steps_of(part)
    elif not (callable(step) or hasattr(step, "invoke")):
        raise TypeError(
            f"Expected a Runnable, callable or dict.Instead got an unsupported type: {type(step)}"
        )
    return [step]


def _called(step: Step, value: Any, config: Config | None) -> Any:
    if isinstance(step, Mapping):
        return {key: _called(part, value, config) for key, part in step.items()}
    invoke = getattr(step, "invoke", None)
    return step(value) if invoke is None else invoke(value, config)


async def _acalled(step: Step, value: Any, config: Config | None) -> Any:
    if isinstance(step, Mapping):
        results = await asyncio.gather(*(_acalled(part, value, config) for part in step.values()))
        return dict(zip(step, results, strict=True))
    ainvoke = getattr(step, "ainvoke", None)
    if ainvoke is not None:
        return await ainvoke(value, config)
    result = _called(step, value, config)
    return await result if inspect.isawaitable(result) else result


def configs_for(config: Config | Sequence[Config] | None, count: int) -> list[Config | None]:
    """A config for each of ``count`` inputs; ``ValueError`` for a list of another length."""
    if not isinstance(config, (list, tuple)):
        return [config] * count  # type: ignore[list-item]
    if len(config) != count:
        raise ValueError(
            f"config must be a list of the same length as inputs, but got {len(config)} configs "
            f"for {count} inputs"
        )
    return list(config)


def _concurrency(configs: Sequence[Config | None], count: int) -> int:
    """How many run at once: what the configs allow, else all, at most 32."""
    limit = merge_configs(*configs).get("max_concurrency")
    return max(1, min(count, 32) if limit is None else int(limit))

"""What can be put together further: piped, bound, tried again, mapped over lists.

What comes of it, in ``steps`` and ``wrappers``, can be put together further in turn.
"""

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any

from runtime.deferred import Deferred
from runtime.pregel.callable import aadded_up, added_up
from runtime.pregel.config import Config, merge_configs

if TYPE_CHECKING:
    import asyncio

    from runtime.pregel.steps import Pipe
    from runtime.pregel.wrappers import Bound, Fallbacks, Mapped, Retried
else:
    asyncio = Deferred("asyncio")

Step = Any
"""Something with ``invoke``, a function, or a dictionary of steps."""


class Composable:
    """Has ``invoke`` and ``ainvoke``; everything else follows from them."""

    name: str = ""

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

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        """The name, or ``name``, followed by ``suffix``."""
        found = name or self.name or type(self).__name__
        if not suffix:
            return found
        return found + (suffix.title() if found[0].isupper() else f"_{suffix.lower()}")

    def __or__(self, other: Step) -> "Pipe":
        return self.pipe(other)

    def __ror__(self, other: Step) -> "Pipe":
        from runtime.pregel.steps import Pipe

        return Pipe([other, self])

    def pipe(self, *others: Step, name: str | None = None) -> "Pipe":
        """This, then ``others``, each on the result of the one before."""
        from runtime.pregel.steps import Pipe

        return Pipe([self, *others], name)

    def pick(self, keys: str | Sequence[str]) -> "Pipe":
        """One value of the result, or a dictionary of several."""
        from runtime.pregel.steps import Pick

        return self.pipe(Pick(keys))

    def assign(self, **steps: Step) -> "Pipe":
        """The result with further keys, each made from it by a step."""
        from runtime.pregel.steps import Assign

        return self.pipe(Assign(steps))

    def bind(self, **kwargs: Any) -> "Bound":
        """This with keyword arguments that every call passes."""
        from runtime.pregel.wrappers import Bound

        return Bound(self, kwargs)

    def with_config(self, config: Config | None = None, **kwargs: Any) -> Any:
        """This with ``config`` merged under every caller's."""
        from runtime.pregel.wrappers import Bound

        return Bound(self, config=merge_configs(config, kwargs))

    def with_types(self, *, input_type: Any = None, output_type: Any = None) -> "Bound":
        """This; the types are for readers."""
        return self.bind()

    def with_retry(
        self,
        *,
        retry_if_exception_type: tuple[type[BaseException], ...] = (Exception,),
        wait_exponential_jitter: bool = True,
        exponential_jitter_params: Mapping[str, float] | None = None,
        stop_after_attempt: int = 3,
    ) -> "Retried":
        """Tries again after one of these exceptions, ``stop_after_attempt`` times in all.

        ``exponential_jitter_params`` are ``initial``, ``exp_base``, ``max`` and ``jitter``.
        """
        from runtime.pregel.wrappers import Retried, Waits

        waits = Waits(**(exponential_jitter_params or {})) if wait_exponential_jitter else None
        return Retried(self, retry_if_exception_type, waits, stop_after_attempt)

    def with_fallbacks(
        self,
        fallbacks: Sequence[Step],
        *,
        exceptions_to_handle: tuple[type[BaseException], ...] = (Exception,),
        exception_key: str | None = None,
    ) -> "Fallbacks":
        """Runs the next of ``fallbacks`` after one of these exceptions; the first one stands.

        The input of a fallback, a dictionary, has the exception under ``exception_key``.
        """
        from runtime.pregel.wrappers import Fallbacks

        return Fallbacks(self, fallbacks, exceptions_to_handle, exception_key)

    def map(self) -> "Mapped":
        """Takes a list and gives the list of results."""
        from runtime.pregel.wrappers import Mapped

        return Mapped(self)

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

"""The functional API: plain functions whose calls are durable tasks."""

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin

from runtime.channels.ephemeral_value import EphemeralValue
from runtime.channels.last_value import LastValue
from runtime.constants import END, PREVIOUS, START
from runtime.isolation import isolate
from runtime.pregel.caching import cache_namespace
from runtime.pregel.callable import NodeFunction, first_parameter_type, return_type
from runtime.pregel.calling import call_node, is_generator, start_call
from runtime.pregel.limits import check_timeout
from runtime.pregel.main import Pregel
from runtime.pregel.node import PregelNode, as_policies
from runtime.pregel.task import Task
from runtime.scope import current_scope
from runtime.types import CachePolicy, RetryPolicy, TimeoutPolicy
from runtime.warnings import report_unknown, warn_renamed

if TYPE_CHECKING:
    from runtime.cache.base import BaseCache
    from runtime.checkpoint.base import BaseCheckpointSaver
    from runtime.store.base import BaseStore

R = TypeVar("R")
S = TypeVar("S")
Retry = RetryPolicy | Sequence[RetryPolicy] | None

__all__ = ["entrypoint", "task"]


class _TaskFunction:
    """A function that runs as a task when it is called inside a graph."""

    def __init__(
        self,
        function: Callable[..., Any],
        name: str | None,
        retry_policy: Retry,
        cache_policy: CachePolicy | None,
        timeout: Any,
    ) -> None:
        functools.update_wrapper(self, function)
        self.func = function
        self._node = call_node(
            function,
            name or str(getattr(function, "__name__", type(function).__name__)),
            as_policies(retry_policy),
            cache_policy,
            TimeoutPolicy.coerce(timeout),
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        scope = current_scope("get_config")
        if not isinstance(scope, Task):
            raise RuntimeError("A task can only be called inside an entrypoint or a node")
        return start_call(scope, self._node, (args, kwargs))

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def clear_cache(self, cache: "BaseCache[Any]") -> None:
        """Forget cached results of this function."""
        cache.clear([cache_namespace(self._node.bound.name, self._node)])

    async def aclear_cache(self, cache: "BaseCache[Any]") -> None:
        """As ``clear_cache``."""
        await cache.aclear([cache_namespace(self._node.bound.name, self._node)])


def task(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    retry_policy: Retry = None,
    cache_policy: CachePolicy | None = None,
    timeout: Any = None,
    **deprecated: Any,
) -> Any:
    """Make a function a task: a call gives a future, its result is saved and not computed again.

    Callable inside an entrypoint or a node only. Exceptions reach the caller through the future.
    """
    if "retry" in deprecated:
        warn_renamed("retry", "retry_policy", since_v05=True)
        retry_policy = deprecated.pop("retry")
    report_unknown(deprecated)

    def decorated(target: Callable[..., Any]) -> _TaskFunction:
        return _TaskFunction(target, name, retry_policy, cache_policy, timeout)

    return decorated if function is None else decorated(function)


class entrypoint:
    """Make a function a graph of its own: ``@entrypoint(checkpointer=...)``."""

    @dataclass(slots=True, kw_only=True)
    class final(Generic[R, S]):
        """``value`` goes to the caller, ``save`` is what the next run finds in ``previous``."""

        value: R
        save: S

    def __init__(
        self,
        checkpointer: "BaseCheckpointSaver[Any] | None" = None,
        store: "BaseStore | None" = None,
        cache: "BaseCache[Any] | None" = None,
        context_schema: Any = None,
        cache_policy: CachePolicy | None = None,
        retry_policy: Retry = None,
        timeout: Any = None,
        **deprecated: Any,
    ) -> None:
        report_unknown(deprecated.keys() - {"retry", "config_schema"})
        if "retry" in deprecated:
            warn_renamed("retry", "retry_policy", since_v05=True)
        if "config_schema" in deprecated:
            warn_renamed("config_schema", "context_schema")
        self.checkpointer = checkpointer
        self.store = store
        self.cache = cache
        self.context_schema = deprecated.get("config_schema", context_schema)
        self.cache_policy = cache_policy
        self.retry_policy = deprecated.get("retry", retry_policy)
        self.timeout = timeout

    def __call__(self, function: Callable[..., Any]) -> Pregel[Any, Any, Any, Any]:
        if is_generator(function):
            raise NotImplementedError("Generators are not supported in the Functional API.")
        if not inspect.signature(function).parameters:
            raise ValueError("Entrypoint function must have at least one parameter")
        output, saved = _output_types(function)
        name = getattr(function, "__name__", type(function).__name__)
        bound = NodeFunction(function, name)
        node = PregelNode(
            channels=START,
            triggers=[START],
            bound=bound,
            writers=[_write_result],
            timeout=check_timeout(bound, TimeoutPolicy.coerce(self.timeout)),
        )
        graph: Pregel[Any, Any, Any, Any] = Pregel(
            nodes={name: node},
            channels={
                START: EphemeralValue(first_parameter_type(function) or Any),
                END: LastValue(output, END),
                PREVIOUS: LastValue(saved, PREVIOUS),
            },
            input_channels=START,
            output_channels=END,
            stream_channels=END,
            stream_mode="updates",
            stream_eager=True,
            checkpointer=self.checkpointer,
            store=self.store,
            cache=self.cache,
            cache_policy=self.cache_policy,
            retry_policy=as_policies(self.retry_policy),
            context_schema=self.context_schema,
        )
        graph.__doc__ = function.__doc__
        return graph


def _output_types(function: Callable[..., Any]) -> tuple[Any, Any]:
    annotation = return_type(function)
    if annotation is None:
        return Any, Any
    if annotation is entrypoint.final:
        return Any, Any
    if get_origin(annotation) is entrypoint.final:
        arguments = get_args(annotation)
        if len(arguments) != 2:
            raise TypeError("Please an annotation for both the return_ and the save values.")
        return arguments[0], arguments[1]
    return annotation, annotation


def _write_result(result: Any, running: Task, writes: list[tuple[str, Any]]) -> None:
    value, saved = (
        (result.value, result.save) if isinstance(result, entrypoint.final) else (result, result)
    )
    writes.append((END, isolate(value)))
    writes.append((PREVIOUS, isolate(saved)))

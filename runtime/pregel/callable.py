"""Anything that may stand as a node or a router, made callable in one way.

A function is looked at once, when the graph is built: which parameters are to be injected, whether
it is a coroutine or a generator function. Calling it afterwards costs nothing but the call.
"""

import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import CellType
from typing import TYPE_CHECKING, Any, get_type_hints

from runtime.deferred import Deferred
from runtime.scope import Scope

if TYPE_CHECKING:
    import asyncio
else:
    asyncio = Deferred("asyncio")

_INJECTED = ("config", "writer", "store", "runtime", "previous", "error")
_CONFIG_ANNOTATIONS = ("RunnableConfig", "dict", "Any", "Mapping")
_REQUIRED_ANNOTATION = {
    "writer": ("StreamWriter", "Callable"),
    "store": ("BaseStore",),
    "runtime": ("Runtime",),
    "error": ("NodeError",),
}


def _annotation_fits(name: str, annotation: Any) -> bool:
    if name == "error" and annotation is inspect.Parameter.empty:
        return False
    if annotation is inspect.Parameter.empty or name == "previous":
        return True
    text = annotation if isinstance(annotation, str) else str(annotation)
    if isinstance(annotation, type):
        text = annotation.__name__
    expected = _CONFIG_ANNOTATIONS if name == "config" else _REQUIRED_ANNOTATION[name]
    return any(word in text for word in expected)


def injected_parameters(
    function: Callable[..., Any], *, from_first: bool = False
) -> tuple[str, ...]:
    """Names of parameters that the engine fills, beyond the first one unless ``from_first``."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ()
    return tuple(
        parameter.name
        for index, parameter in enumerate(parameters)
        if parameter.name in _INJECTED
        and (from_first or index > 0 or parameter.kind is parameter.KEYWORD_ONLY)
        and parameter.kind is not parameter.POSITIONAL_ONLY
        and _annotation_fits(parameter.name, parameter.annotation)
    )


def injection(name: str, scope: Scope) -> Any:
    """What the parameter ``name`` is filled with."""
    if name == "config":
        return scope.config
    if name == "writer":
        return scope.stream_writer
    if name == "error":
        return getattr(scope, "node_error", None)
    if name == "runtime":
        return scope.runtime
    return getattr(scope.runtime, name)


def is_runnable(action: Any) -> bool:
    """Whether ``action`` is to be invoked: its class has ``invoke``, or it cannot be called.

    The class is asked first because some objects, mocks for one, have every attribute.
    """
    if inspect.isclass(action):
        return False
    asked = action if not callable(action) else type(action)
    return callable(getattr(asked, "invoke", None))


def is_graph(action: Any) -> bool:
    """Whether ``action`` is a compiled graph."""
    return getattr(type(action), "is_pregel", False) is True


def unwrapped(action: Any) -> Any:
    """The function under partials, decorators and bound methods."""
    while isinstance(action, functools.partial):
        action = action.func
    return inspect.unwrap(action) if callable(action) else action


def is_coroutine_callable(action: Any) -> bool:
    """Whether calling ``action`` gives an awaitable."""
    target = unwrapped(action)
    return inspect.iscoroutinefunction(target) or (
        not inspect.isroutine(target)
        and not inspect.isclass(target)
        and inspect.iscoroutinefunction(getattr(target, "__call__", None))  # noqa: B004
    )


def callable_name(action: Any) -> str | None:
    """The name that a node gets from its action, or ``None``."""
    if is_runnable(action) and hasattr(action, "get_name"):
        return str(action.get_name())
    name = getattr(action, "__name__", None)
    if name is not None:
        return str(name)
    if isinstance(action, functools.partial):
        return callable_name(action.func)
    return type(action).__name__ if callable(action) else None


def added_up(chunks: Iterable[Any]) -> Any:
    """The sum of what a generator yields; what cannot be added takes the place of the sum."""
    total: Any = None
    for chunk in chunks:
        total = _plus(total, chunk)
    return total


async def aadded_up(chunks: AsyncIterator[Any]) -> Any:
    """As ``added_up``."""
    total: Any = None
    async for chunk in chunks:
        total = _plus(total, chunk)
    return total


def _plus(total: Any, chunk: Any) -> Any:
    if total is None:
        return chunk
    try:
        return total + chunk
    except TypeError:
        return chunk


def found_subgraphs(action: Any) -> tuple[Any, ...]:
    """The action itself where it is a compiled graph, else those that it is piped with or uses."""
    if is_graph(action):
        return (action,)
    steps = getattr(action, "steps", None)
    if isinstance(steps, (list, tuple)):
        return tuple(graph for step in steps for graph in found_subgraphs(step))
    function = unwrapped(action)
    if not inspect.isfunction(function):
        return ()
    known = function.__globals__
    values = [
        *_contents(function.__closure__ or ()),
        *(known[name] for name in function.__code__.co_names if name in known),
    ]
    return tuple(value for value in values if is_graph(value))


def _contents(cells: Iterable[CellType]) -> Iterator[Any]:
    """What the variables hold around a function; those still to be assigned hold nothing."""
    for cell in cells:
        with suppress(ValueError):
            yield cell.cell_contents


class NodeFunction:
    """One callable of a graph: ``call`` for sync runs, ``acall`` for async ones.

    ``is_async`` says that it can only be awaited. ``subgraphs`` are the compiled graphs that the
    action is or refers to.
    """

    __slots__ = ("acall", "action", "call", "is_async", "name", "subgraphs")

    call: Callable[[Any, Scope], Any]
    acall: Callable[[Any, Scope], Awaitable[Any]] | None

    def __init__(self, action: Any, name: str | None = None) -> None:
        self.action = action
        self.name = name or callable_name(action) or "node"
        self.subgraphs = found_subgraphs(action)
        self.is_async = False
        self.acall = None
        if isinstance(action, Mapping):
            self._bind_mapping(action)
        elif is_runnable(action):
            self._bind_runnable(action)
        elif callable(action):
            self._bind_function(action)
        else:
            raise TypeError(
                "Expected a Runnable, callable or dict."
                f"Instead got an unsupported type: {type(action)}"
            )

    def _bind_mapping(self, actions: Mapping[str, Any]) -> None:
        parts = {key: NodeFunction(part) for key, part in actions.items()}

        def call(value: Any, scope: Scope) -> Any:
            return {key: part.call(value, scope) for key, part in parts.items()}

        async def acall(value: Any, scope: Scope) -> Any:
            results = await asyncio.gather(
                *(
                    part.acall(value, scope)
                    if part.acall is not None
                    else asyncio.to_thread(part.call, value, scope)
                    for part in parts.values()
                )
            )
            return dict(zip(parts, results, strict=True))

        self.call = call
        self.acall = acall
        self.is_async = any(part.is_async for part in parts.values())

    def _bind_runnable(self, runnable: Any) -> None:
        def call(value: Any, scope: Scope) -> Any:
            return runnable.invoke(value, scope.config)

        self.call = call
        ainvoke = getattr(runnable, "ainvoke", None)
        if callable(ainvoke):

            async def acall(value: Any, scope: Scope) -> Any:
                return await ainvoke(value, scope.config)

            self.acall = acall

    def _bind_function(self, function: Callable[..., Any]) -> None:
        names = injected_parameters(function)
        target = unwrapped(function)
        if names:

            def invoke(value: Any, scope: Scope) -> Any:
                return function(value, **{name: injection(name, scope) for name in names})

        else:

            def invoke(value: Any, scope: Scope) -> Any:
                return function(value)

        if is_coroutine_callable(function):
            self.is_async = True
            self.acall = invoke
            self.call = self._refuse_sync
        elif inspect.isasyncgenfunction(target) or inspect.isasyncgenfunction(
            getattr(target, "__call__", None)  # noqa: B004
        ):
            self.is_async = True
            self.call = self._refuse_sync

            async def gather(value: Any, scope: Scope) -> Any:
                return await aadded_up(invoke(value, scope))

            self.acall = gather
        elif inspect.isgeneratorfunction(target):

            def collect(value: Any, scope: Scope) -> Any:
                return added_up(invoke(value, scope))

            self.call = collect
        else:
            self.call = invoke

    def _refuse_sync(self, value: Any, scope: Scope) -> Any:
        raise TypeError(
            f'No synchronous function provided to "{self.name}".'
            "\nEither initialize with a synchronous function or invoke"
            " via the async API (ainvoke, astream, etc.)"
        )

    def __repr__(self) -> str:
        return f"NodeFunction({self.name})"


def _plain_function(action: Any) -> Any:
    """The function whose annotations count: of an object that is called, its ``__call__``."""
    function = unwrapped(action)
    return function if inspect.isroutine(function) else vars(type(function)).get("__call__")


def first_parameter_type(action: Any) -> Any:
    """Annotation of the first parameter, resolved; ``None`` where there is none."""
    function = _plain_function(action)
    try:
        parameters = [
            parameter
            for parameter in inspect.signature(action).parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        if not parameters:
            return None
        return get_type_hints(function, include_extras=True).get(parameters[0].name)
    except (NameError, TypeError, ValueError):
        return None


def return_type(action: Any) -> Any:
    """Annotation of the result, resolved; ``None`` where there is none."""
    try:
        return get_type_hints(_plain_function(action), include_extras=True).get("return")
    except (NameError, TypeError, ValueError):
        return None

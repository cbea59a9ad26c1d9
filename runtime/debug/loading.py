"""Graphs out of Python files: ``FILE.py`` or ``FILE.py:NAME``. Loading runs the file's code."""

import inspect
import os
import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from runtime.debug.description import GraphChoice, GraphDescription
from runtime.debug.failure import error_view
from runtime.debug.importing import LoadError, files_of, import_file, is_asked_of_us
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.target import split_target
from runtime.debug.views import ErrorView, TargetOpened
from runtime.graph.state import StateGraph
from runtime.pregel.main import Pregel

_FACTORY_WORDS = ("graph", "workflow", "agent")
_LONGEST_EXAMPLE = 1_000_000

ChoiceKind = Literal["compiled", "builder", "factory"]


@dataclass(frozen=True, slots=True)
class LoadedGraph:
    """A graph ready to run. ``example_input`` is JSON, or ``None`` where the file has none."""

    path: str
    attribute: str
    graph: Pregel
    documentation: str
    example_input: Any
    module: types.ModuleType

    def opened_as(self, target: str, graph: GraphDescription, notice: str) -> TargetOpened:
        """What is told of it once it is open in this process."""
        return TargetOpened(
            target,
            graph,
            notice=notice,
            interpreter=sys.executable or "",
            files=files_of(self.module),
        )


def load(target: str) -> LoadedGraph | tuple[GraphChoice, ...]:
    """The graph that the target names, or what the file offers when it is not clear which.

    Raises ``LoadError``.
    """
    path, attribute = split_target(target)
    full = os.path.abspath(os.path.expanduser(path))
    _check_file(full, path)
    module = import_file(full)
    if attribute:
        return _loaded(full, attribute, module)
    choices = find_graphs(module)
    if not choices:
        raise LoadError(
            ErrorView(
                type="NoGraph",
                message=f"{os.path.basename(full)} defines no graph.",
                remedy=(
                    "Give the compiled graph a name at the top level of the file, for example "
                    "`graph = builder.compile()`, or name it: FILE.py:NAME."
                ),
            )
        )
    if len(choices) == 1 and choices[0].kind == "compiled":
        return _loaded(full, choices[0].attribute, module)
    return choices


def _check_file(full: str, given: str) -> None:
    name = os.path.basename(full)
    problem = remedy = ""
    if not os.path.exists(full):
        problem, remedy = f"There is no file {full}.", "Check the path."
        if ":" in os.path.basename(given):
            remedy = "Check the path; a graph in a file is named as FILE.py:NAME."
    elif os.path.isdir(full):
        problem, remedy = f"{full} is a folder.", "Choose the Python file that defines the graph."
    elif not name.endswith(".py"):
        problem, remedy = f"{name} is not a Python file.", "Choose a file that ends in .py."
    elif not os.access(full, os.R_OK):
        problem, remedy = f"{full} may not be read.", "Check the file's permissions."
    if problem:
        raise LoadError(ErrorView(type="BadTarget", message=problem, remedy=remedy))


def find_graphs(module: types.ModuleType) -> tuple[GraphChoice, ...]:
    """What the file offers, in the order of its definition: graphs, builders, factories.

    Graphs that are nodes of another graph of the file are not offered, but may be named.
    """
    compiled: dict[int, tuple[str, Pregel]] = {}
    builders: dict[int, tuple[str, StateGraph[Any]]] = {}
    factories: dict[int, tuple[str, types.FunctionType]] = {}
    for name, value in vars(module).items():
        if name.startswith("_"):
            continue
        if isinstance(value, Pregel):
            compiled.setdefault(id(value), (name, value))
        elif isinstance(value, StateGraph):
            builders.setdefault(id(value), (name, value))
        elif isinstance(value, types.FunctionType) and _is_factory(value, module.__name__):
            factories.setdefault(id(value), (name, value))
    inner = {id(graph): graph for _, outer in compiled.values() for graph in _nested(outer)}
    outermost = [each for key, each in compiled.items() if key not in inner]
    known = [*(graph for _, graph in compiled.values()), *inner.values()]
    built = {id(getattr(graph, "builder", None)) for graph in known}
    choices = [GraphChoice(name, "compiled", _docs(graph)) for name, graph in outermost]
    choices += [
        GraphChoice(name, "builder", "Not compiled yet.")
        for key, (name, _) in builders.items()
        if key not in built
    ]
    if not choices:
        choices = [
            GraphChoice(name, "factory", inspect.cleandoc(function.__doc__ or ""))
            for name, function in factories.values()
        ]
    return tuple(choices)


def _nested(graph: Pregel) -> Iterator[Pregel]:
    """Graphs that stand as nodes in this one, at any depth."""
    for node in graph.nodes.values():
        action = node.bound.action
        if isinstance(action, Pregel):
            yield action
            yield from _nested(action)


def _docs(graph: Pregel) -> str:
    builder = getattr(graph, "builder", None)
    nodes = [name for name in getattr(builder or graph, "nodes", ()) if not name.startswith("__")]
    shown = ", ".join(nodes[:6]) + (", …" if len(nodes) > 6 else "")
    return f"{len(nodes)} {'node' if len(nodes) == 1 else 'nodes'}: {shown}"


def _is_factory(function: types.FunctionType, module: str) -> bool:
    """Whether it may be called without arguments and seems to return a graph."""
    if function.__module__ != module or inspect.iscoroutinefunction(function):
        return False
    try:
        signature = inspect.signature(function)
        returned = typing.get_type_hints(function).get("return")
    except (TypeError, ValueError, NameError, AttributeError):
        return False
    for parameter in signature.parameters.values():
        optional = parameter.default is not parameter.empty or parameter.kind in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        )
        if not optional:
            return False
    origin = typing.get_origin(returned) or returned
    if isinstance(origin, type):
        return issubclass(origin, (Pregel, StateGraph))
    return returned is None and any(word in function.__name__ for word in _FACTORY_WORDS)


def _loaded(path: str, attribute: str, module: types.ModuleType) -> LoadedGraph:
    value = _resolve(module, attribute, path)
    if inspect.isfunction(value) or inspect.ismethod(value):
        try:
            value = value()
        except BaseException as error:
            if is_asked_of_us(error):
                raise
            raise LoadError(error_view(error)) from error
    if isinstance(value, StateGraph):
        try:
            value = value.compile()
        except Exception as error:
            raise LoadError(error_view(error)) from error
    if not isinstance(value, Pregel):
        raise LoadError(
            ErrorView(
                type="NoGraph",
                message=f"`{attribute}` is a {_what(value)}, not a graph.",
                remedy=_offer(module),
            )
        )
    return LoadedGraph(
        path=path,
        attribute=attribute,
        graph=value,
        documentation=inspect.cleandoc(module.__doc__ or ""),
        example_input=_example(module),
        module=module,
    )


def _what(value: Any) -> str:
    return "class" if isinstance(value, type) else type(value).__name__


def _resolve(module: types.ModuleType, attribute: str, path: str) -> Any:
    value: Any = module
    for part in attribute.split("."):
        try:
            value = value[part] if isinstance(value, dict) else getattr(value, part)
        except (AttributeError, KeyError):
            raise LoadError(
                ErrorView(
                    type="NoGraph",
                    message=f"{os.path.basename(path)} has no `{attribute}`.",
                    remedy=_offer(module),
                )
            ) from None
    return value


def _offer(module: types.ModuleType) -> str:
    names = [choice.attribute for choice in find_graphs(module)]
    if not names:
        return "Name a compiled graph of the file, as FILE.py:NAME."
    return f"The file offers: {', '.join(names)}."


def _example(module: types.ModuleType) -> Any:
    example = getattr(module, "EXAMPLE_INPUT", None)
    if example is None:
        return None
    try:
        return to_natural(example, _LONGEST_EXAMPLE)
    except TooLarge:
        return None

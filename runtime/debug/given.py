"""Input that a person typed, as what the graph takes."""

from typing import Any

from runtime.debug.declared import Misfit, read_json
from runtime.debug.natural import from_natural
from runtime.debug.opened import OpenGraph
from runtime.debug.views import FieldProblem


def read_input(given: Any, opened: OpenGraph) -> tuple[Any, tuple[FieldProblem, ...]]:
    """The input as values of the declared types, or what does not fit."""
    types = opened.input_types
    if types is None:
        name = opened.graph.input_channels
        channel = opened.graph.channels.get(name) if isinstance(name, str) else None
        declared = Any if channel is None else channel.ValueType
        try:
            return read_json(given, declared), ()
        except Misfit as misfit:
            return None, tuple(FieldProblem("", path, text) for path, text in misfit.problems)
    if not isinstance(given, dict):
        return None, (FieldProblem("", (), "The input must be an object."),)
    problems = [
        FieldProblem(name, (), "This field is required.")
        for name in sorted(opened.required_input)
        if name not in given
    ]
    values: dict[str, Any] = {}
    for name, edited in given.items():
        if name not in types:
            text = f"There is no such field; the input has {', '.join(types)}."
            problems.append(FieldProblem(name, (), text))
            continue
        try:
            values[name] = from_natural(edited, types[name])
        except Misfit as misfit:
            problems += [FieldProblem(name, path, text) for path, text in misfit.problems]
    return values, tuple(problems)

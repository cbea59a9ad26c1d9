"""Declared types: as text, as JSON Schema, and as the judge of JSON that a person typed.

pydantic does the work where it is installed. Without it the plain types are checked here, and
whatever else was declared takes JSON values as they are.
"""

import dataclasses
import json
import sys
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import typing_extensions

Problem = tuple[tuple[str, ...], str]
"""Path into the JSON value, and what is wrong there."""


class Misfit(ValueError):
    """JSON that does not fit a declared type; ``problems`` is never empty."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(message for _, message in problems))
        self.problems = problems


def type_text(annotation: Any) -> str:
    """The type as a person writes it: ``list[Section]``, ``str | None``."""
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is Any:
        return "Any"
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return " | ".join(map(type_text, arguments))
    if origin is Annotated:
        return type_text(arguments[0])
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin is not None:
        inner = ", ".join("..." if each is Ellipsis else type_text(each) for each in arguments)
        return f"{type_text(origin)}[{inner}]" if arguments else type_text(origin)
    if isinstance(annotation, list):
        return f"[{', '.join(map(type_text, annotation))}]"
    if isinstance(annotation, type):
        return annotation.__qualname__.rpartition("<locals>.")[2]
    if isinstance(annotation, typing.TypeVar):
        return annotation.__name__
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    return str(annotation).removeprefix("typing.")


def json_schema(annotation: Any) -> dict[str, Any] | None:
    """JSON Schema of the type, ``None`` where it has none or pydantic is not installed."""
    adapter = _adapter(annotation)
    if adapter is None:
        return None
    from pydantic import PydanticUserError
    from pydantic.errors import PydanticInvalidForJsonSchema

    try:
        schema: dict[str, Any] = adapter.json_schema()
    except (PydanticInvalidForJsonSchema, PydanticUserError):
        return None
    return schema


def read_json(value: Any, annotation: Any) -> Any:
    """The JSON value as the declared type; ``Misfit`` where it does not fit.

    A type that nothing is known about takes the JSON value as it is.
    """
    adapter = _adapter(annotation)
    if adapter is None:
        return _read_plain(value, annotation)
    from pydantic import ValidationError

    try:
        return adapter.validate_json(json.dumps(value))
    except ValidationError as error:
        problems = [
            (_path_in(value, each["loc"]), each["msg"])
            for each in error.errors(include_url=False, include_context=False)
        ]
        raise Misfit(list(dict.fromkeys(problems))) from error


def says_something(annotation: Any) -> bool:
    """Whether the type narrows what fits."""
    return annotation is not Any and annotation is not object and annotation is not None


def _adapter(annotation: Any) -> Any:
    """pydantic's adapter, or ``None`` where there is none for this type."""
    if not says_something(annotation):
        return None
    try:
        from pydantic import PydanticSchemaGenerationError, PydanticUserError, TypeAdapter
    except ImportError:
        return None
    try:
        return TypeAdapter(_for_pydantic(annotation, {}))
    except (PydanticSchemaGenerationError, PydanticUserError, NameError):
        return None


def _for_pydantic(annotation: Any, made: dict[Any, Any]) -> Any:
    """The same type with every ``typing.TypedDict`` in the form that pydantic takes everywhere."""
    if sys.version_info >= (3, 12):
        return annotation
    if typing.is_typeddict(annotation):
        if annotation not in made:
            made[annotation] = Any  # a type that contains itself ends here
            hints = typing_extensions.get_type_hints(annotation, include_extras=True)
            made[annotation] = typing_extensions.TypedDict(  # type: ignore[operator]
                annotation.__name__,
                {name: _for_pydantic(hint, made) for name, hint in hints.items()},
                total=annotation.__total__,
            )
        return made[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if not arguments or origin is Literal:
        return annotation
    if origin is Annotated:
        return Annotated[(_for_pydantic(arguments[0], made), *annotation.__metadata__)]
    replaced = tuple(
        _for_pydantic(each, made) if not isinstance(each, list) else each for each in arguments
    )
    if replaced == arguments:
        return annotation
    if origin in (Union, types.UnionType):
        return Union[replaced]  # noqa: UP007 - the members are known only now
    return annotation.copy_with(replaced) if hasattr(annotation, "copy_with") else origin[replaced]


def _path_in(value: Any, location: tuple[Any, ...]) -> tuple[str, ...]:
    """The steps of pydantic's location that step into the JSON value; it also names union arms."""
    path: list[str] = []
    for number, step in enumerate(location):
        inside_list = isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)
        if inside_list or (isinstance(value, dict) and step in value):
            value = value[step]
        elif not (isinstance(value, dict) and number == len(location) - 1):
            continue
        path.append(str(step))
    return tuple(path)


_PLAIN_NAMES = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    tuple: "a list",
    set: "a list",
    frozenset: "a list",
    dict: "an object",
}


def _read_plain(value: Any, annotation: Any) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _read_plain(value, arguments[0])
    if origin in (Union, types.UnionType):
        return _read_union(value, arguments)
    if origin is Literal:
        if value not in arguments:
            raise Misfit([((), f"must be one of {', '.join(map(repr, arguments))}")])
        return value
    if annotation is type(None):
        if value is not None:
            raise Misfit([((), "must be null")])
        return None
    target = origin or annotation
    if target in _PLAIN_NAMES:
        return _read_builtin(value, target, arguments)
    if isinstance(target, type) and dataclasses.is_dataclass(target):
        return _read_dataclass(value, target)
    return value


def _read_union(value: Any, arms: tuple[Any, ...]) -> Any:
    problems: list[Problem] = []
    for arm in arms:
        try:
            return _read_plain(value, arm)
        except Misfit as misfit:
            problems += misfit.problems
    raise Misfit(problems)


def _read_builtin(value: Any, target: type, arguments: tuple[Any, ...]) -> Any:
    if target is float and type(value) is int:
        return float(value)
    wanted: Any = list if target in (tuple, set, frozenset) else target
    make: Callable[[Any], Any] = target
    if type(value) is not wanted:
        raise Misfit([((), f"must be {_PLAIN_NAMES[target]}")])
    if wanted is dict:
        if len(arguments) != 2:
            return value
        return _collect(value.items(), lambda _: arguments[1], dict)
    if wanted is not list or not arguments:
        return make(value)
    if target is tuple and arguments[-1] is not Ellipsis:
        if len(value) != len(arguments):
            raise Misfit([((), f"must have {len(arguments)} items")])
        return tuple(_collect(enumerate(value), lambda at: arguments[at], dict).values())
    return make(_collect(enumerate(value), lambda _: arguments[0], dict).values())


def _collect(
    items: Any, declared: Callable[[Any], Any], into: Callable[[dict[Any, Any]], Any]
) -> Any:
    read: dict[Any, Any] = {}
    problems: list[Problem] = []
    for step, each in items:
        try:
            read[step] = _read_plain(each, declared(step))
        except Misfit as misfit:
            problems += [((str(step), *path), message) for path, message in misfit.problems]
    if problems:
        raise Misfit(problems)
    return into(read)


def _read_dataclass(value: Any, cls: type) -> Any:
    if not isinstance(value, dict):
        raise Misfit([((), "must be an object")])
    hints = typing.get_type_hints(cls)
    known = {each.name for each in dataclasses.fields(cls) if each.init}
    problems: list[Problem] = [
        ((name,), "is not a field of " + type_text(cls)) for name in value if name not in known
    ]
    problems += [
        ((each.name,), "Field required")
        for each in dataclasses.fields(cls)
        if each.init
        and each.name not in value
        and each.default is dataclasses.MISSING
        and each.default_factory is dataclasses.MISSING
    ]
    if problems:
        raise Misfit(problems)
    return cls(**_collect(value.items(), lambda name: hints[name], dict))

"""Whether a JSON value fits a schema, said in words and by place.

Covers what types of Python turn into: types, choices, nesting, unions, required and forbidden
keys, bounds and lengths. What it does not know it lets pass; the session checks again.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from studio.forms.schema import Schema, Schemas, Shape
from studio.language import later, plural, tr

DEPTH_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a value does not fit. ``path`` leads into the value: keys, and indexes as text."""

    path: tuple[str, ...]
    message: str
    missing: bool = False
    """Nothing was given yet, which is no mistake before the form is sent."""


def check(value: Any, schema: Schema | None) -> list[Problem]:
    """All problems of ``value``, in the order of the schema."""
    if schema is None:
        return []
    return list(_Checker(Schemas(schema)).check(value, schema, ()))


class _Checker:
    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas

    def check(self, value: Any, schema: Schema | bool, path: tuple[str, ...]) -> Iterator[Problem]:
        if len(path) <= DEPTH_LIMIT:
            yield from self._shape(value, self._schemas.shape(schema), path)

    def _shape(self, value: Any, shape: Shape, path: tuple[str, ...]) -> Iterator[Problem]:
        if value is None and (shape.nullable or shape.kind in ("null", "any")):
            return
        if not fits_kind(value, shape):
            yield Problem(path, tr("Must be {words}.", words=shape.words()))
            return
        match shape.kind:
            case "string":
                yield from _text(value, shape.schema, path)
            case "integer" | "number":
                yield from _number(value, shape.schema, path)
            case "array":
                yield from self._array(value, shape, path)
            case "object" | "map":
                yield from self._object(value, shape, path)
            case "union":
                yield from self._union(value, shape, path)

    def _union(self, value: Any, shape: Shape, path: tuple[str, ...]) -> Iterator[Problem]:
        nearest: list[Problem] = []
        for variant in shape.variants:
            if fits_kind(value, variant):
                found = list(self._shape(value, variant, path))
                if not found:
                    return
                if not nearest or len(found) < len(nearest):
                    nearest = found
        yield from nearest

    def _array(self, value: Any, shape: Shape, path: tuple[str, ...]) -> Iterator[Problem]:
        least, most = shape.schema.get("minItems", 0), shape.schema.get("maxItems", math.inf)
        if len(value) < least:
            yield Problem(
                path,
                plural("Must have at least 1 item.", "Must have at least {n} items.", int(least)),
            )
        if len(value) > most:
            yield Problem(
                path, plural("Must have at most 1 item.", "Must have at most {n} items.", int(most))
            )
        for index, item in enumerate(value):
            yield from self.check(item, shape.item(index), (*path, str(index)))

    def _object(self, value: Any, shape: Shape, path: tuple[str, ...]) -> Iterator[Problem]:
        for name, schema in shape.properties.items():
            if name in value:
                yield from self.check(value[name], schema, (*path, name))
            elif name in shape.required:
                yield Problem((*path, name), tr("A value is required."), missing=True)
        for name in value:
            if name in shape.properties:
                continue
            if shape.extra is False:
                yield Problem((*path, name), tr("This key is not allowed here."))
            else:
                yield from self.check(value[name], shape.extra, (*path, name))


def fits_kind(value: Any, shape: Shape) -> bool:
    """Whether an editor of ``shape`` can show ``value``, apart from bounds and inner values."""
    match shape.kind:
        case "string":
            return isinstance(value, str)
        case "integer":
            return _is_whole(value)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case "choice":
            return any(same(value, choice) for choice in shape.choices)
        case "array":
            return isinstance(value, list)
        case "object" | "map":
            return isinstance(value, dict)
        case "union":
            return any(fits_kind(value, variant) for variant in shape.variants)
        case "any":
            return True


def same(first: Any, second: Any) -> bool:
    """Equality of JSON values, in which ``1`` is not ``true``."""
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)


def _is_whole(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def _text(value: str, schema: Schema, path: tuple[str, ...]) -> Iterator[Problem]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
    if len(value) < least:
        yield Problem(
            path,
            plural(
                "Must have at least 1 character.", "Must have at least {n} characters.", int(least)
            ),
        )
    if len(value) > most:
        yield Problem(
            path,
            plural(
                "Must have at most 1 character.", "Must have at most {n} characters.", int(most)
            ),
        )
    pattern = schema.get("pattern")
    if pattern is not None and not _matches(str(pattern), value):
        yield Problem(path, tr("Must match the pattern {pattern}.", pattern=pattern))


def _matches(pattern: str, value: str) -> bool:
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True  # a pattern of another dialect is left to the session


_BOUNDS: tuple[tuple[str, Callable[[Any, Any], bool], str], ...] = (
    ("minimum", operator.ge, later("Must be at least {bound}.")),
    ("maximum", operator.le, later("Must be at most {bound}.")),
    ("exclusiveMinimum", operator.gt, later("Must be more than {bound}.")),
    ("exclusiveMaximum", operator.lt, later("Must be less than {bound}.")),
)


def _number(value: float, schema: Schema, path: tuple[str, ...]) -> Iterator[Problem]:
    for keyword, holds, words in _BOUNDS:
        bound = schema.get(keyword)
        is_bound = isinstance(bound, int | float) and not isinstance(bound, bool)
        if is_bound and not holds(value, bound):
            yield Problem(path, tr(words, bound=bound))

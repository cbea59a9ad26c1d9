"""A JSON Schema seen as what a form shows: kinds, choices, items, properties.

References are followed only as deep as they are asked for, so a recursive schema is no problem.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from studio.language import later, tr

ShapeKind = Literal[
    "string",
    "integer",
    "number",
    "boolean",
    "null",
    "choice",  # enum or const
    "array",
    "object",  # named properties
    "map",  # any keys, values of one schema
    "union",  # one of several shapes
    "any",  # edited as JSON
]

Schema: TypeAlias = Mapping[str, Any]


class Absent(Enum):
    """Type of ``ABSENT``: a property without a value, which is not the same as ``null``."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT

_ANNOTATIONS = ("title", "description", "default", "examples")
_WORDS = {
    "string": later("text"),
    "integer": later("a whole number"),
    "number": later("a number"),
    "boolean": later("true or false"),
    "null": "null",
    "array": later("a list"),
    "object": later("an object"),
    "map": later("an object"),
    "any": later("any JSON value"),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """One schema, resolved one level deep."""

    kind: ShapeKind
    schema: Schema
    nullable: bool = False
    choices: tuple[Any, ...] = ()
    variants: tuple["Shape", ...] = ()
    properties: Mapping[str, Schema] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    extra: Schema | bool = True
    """Schema of keys beside ``properties``; ``False`` forbids them."""
    prefix: tuple[Schema, ...] = ()
    items: Schema | bool = True
    """Schema of items behind ``prefix``; ``False`` forbids them."""

    @property
    def description(self) -> str:
        return str(self.schema.get("description", ""))

    @property
    def format(self) -> str:
        return str(self.schema.get("format", ""))

    def words(self) -> str:
        """What a value of this shape is, for a sentence: ``a whole number or null``."""
        if self.kind == "choice":
            choices = ", ".join(str(choice) for choice in self.choices)
            text = tr("one of {choices}", choices=choices)
        elif self.kind == "union":
            text = tr(" or ").join(dict.fromkeys(variant.words() for variant in self.variants))
        else:
            text = tr(_WORDS[self.kind])
        return tr("{text} or null", text=text) if self.nullable else text

    def item(self, index: int) -> Schema | bool:
        """Schema of the item at ``index`` of an array."""
        return self.prefix[index] if index < len(self.prefix) else self.items


class Schemas:
    """A root schema and the shapes in it."""

    def __init__(self, root: Schema | None) -> None:
        self.root: Schema = root if root is not None else {}

    def resolve(self, schema: Schema | bool) -> Schema:
        """Follow ``$ref`` and merge ``allOf``; what cannot be found reads as any value."""
        if isinstance(schema, bool):
            return {}
        seen: set[str] = set()
        while "$ref" in schema:
            reference = str(schema["$ref"])
            if reference in seen:
                return {}
            seen.add(reference)
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**self._target(reference), **beside}
        if "allOf" in schema:
            schema = self._merged(schema)
        return schema

    def _target(self, reference: str) -> Schema:
        place: Any = self.root
        for step in reference.removeprefix("#").split("/"):
            if not step:
                continue
            step = step.replace("~1", "/").replace("~0", "~")
            place = place.get(step) if isinstance(place, Mapping) else None
        return place if isinstance(place, Mapping) else {}

    def _merged(self, schema: Schema) -> Schema:
        result: dict[str, Any] = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            for key, value in self.resolve(part).items():
                if key == "properties":
                    result[key] = {**value, **result.get(key, {})}
                elif key == "required":
                    result[key] = [*result.get(key, ()), *value]
                else:
                    result.setdefault(key, value)
        return result

    def shape(self, schema: Schema | bool) -> Shape:
        """What the form shows for ``schema``."""
        resolved = self.resolve(schema)
        if "enum" in resolved or "const" in resolved:
            choices = tuple(resolved["enum"]) if "enum" in resolved else (resolved["const"],)
            return Shape("choice", resolved, choices=choices)
        options = resolved.get("anyOf") or resolved.get("oneOf")
        if options:
            return self._union(resolved, [self.shape(option) for option in options])
        types = resolved.get("type")
        if isinstance(types, list):
            parts = [self.shape({**resolved, "type": name}) for name in types]
            return self._union(resolved, parts)
        return self._single(resolved, types)

    def _single(self, schema: Schema, kind: Any) -> Shape:
        if kind is None:
            kind = "object" if "properties" in schema else "array" if "items" in schema else None
        if kind in ("string", "integer", "number", "boolean", "null"):
            return Shape(kind, schema)
        if kind == "array":
            prefix = tuple(schema.get("prefixItems", ()))
            items = schema.get("items", not prefix)
            if schema.get("maxItems") == len(prefix) and prefix:
                items = False
            return Shape("array", schema, prefix=prefix, items=items)
        if kind == "object":
            properties = schema.get("properties", {})
            extra = schema.get("additionalProperties", True)
            return Shape(
                "object" if properties else "map",
                schema,
                properties=properties,
                required=frozenset(schema.get("required", ())),
                extra=extra,
            )
        return Shape("any", schema)

    def _union(self, schema: Schema, parts: list[Shape]) -> Shape:
        nullable = any(part.kind == "null" or part.nullable for part in parts)
        rest = [replace(part, nullable=False) for part in parts if part.kind != "null"]
        annotations = {key: schema[key] for key in _ANNOTATIONS if key in schema}
        if not rest:
            return Shape("null", schema)
        if any(part.kind == "any" for part in rest):
            return Shape("any", schema)
        if all(part.kind == "choice" for part in rest):
            choices = tuple(dict.fromkeys(choice for part in rest for choice in part.choices))
            return Shape("choice", schema, nullable=nullable, choices=choices)
        if len(rest) == 1:
            only = rest[0]
            return replace(only, schema={**only.schema, **annotations}, nullable=nullable)
        return Shape("union", schema, nullable=nullable, variants=tuple(rest))

    def start(self, shape: Shape) -> Any:
        """The value with which an editor of ``shape`` begins."""
        if "default" in shape.schema:
            return shape.schema["default"]
        match shape.kind:
            case "string":
                return ""
            case "boolean":
                return False
            case "choice":
                return shape.choices[0]
            case "array":
                return [self.start(self.shape(part)) for part in shape.prefix]
            case "object":
                return {
                    name: value
                    for name, part in shape.properties.items()
                    if (value := self._default(part)) is not ABSENT
                }
            case "map":
                return {}
            case "union":
                return self.start(shape.variants[0])
            case _:
                return None

    def _default(self, schema: Schema) -> Any:
        return self.resolve(schema).get("default", ABSENT)

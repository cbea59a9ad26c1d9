"""Which field edits a value: by its schema, unless the value says otherwise."""

from typing import Any

from PySide6.QtWidgets import QWidget

from studio.forms.arrays import ArrayField
from studio.forms.check import fits_kind
from studio.forms.dates import FORMATS, DateField
from studio.forms.field import Field
from studio.forms.objects import MapField, ObjectField
from studio.forms.presence import PresenceField
from studio.forms.scalars import (
    BooleanField,
    ChoiceField,
    JsonField,
    NullField,
    NumberField,
    TextField,
)
from studio.forms.schema import ABSENT, Schema, Schemas, Shape
from studio.forms.unions import UnionField
from studio.shell.theme import ThemeTokens

MOST_ITEMS = 60
"""A container with more children is edited as JSON: rows of widgets would be slow and useless."""


class Fields:
    """The factory of one form."""

    def __init__(self, schemas: Schemas, tokens: ThemeTokens) -> None:
        self._schemas = schemas
        self._tokens = tokens

    @property
    def schemas(self) -> Schemas:
        return self._schemas

    @property
    def tokens(self) -> ThemeTokens:
        return self._tokens

    def make(
        self,
        schema: Schema | bool,
        value: Any,
        parent: QWidget,
        name: str = "",
        required: bool = True,
        expanded: bool = True,
    ) -> Field:
        """A field for ``value``, which may be ``ABSENT``."""
        shape = self._schemas.shape(schema)
        if _as_json(shape, value):
            return self._with_presence(JsonField(value, required, parent), shape, required, parent)
        match shape.kind:
            case "object":
                return ObjectField(shape, value, self, parent, name, required, expanded)
            case "map":
                return MapField(shape, value, self, parent, name, required, expanded)
            case "array":
                return ArrayField(shape, value, self, parent, name, required, expanded)
            case "boolean" if required and not shape.nullable:
                return BooleanField(value, parent)
            case "boolean":
                return ChoiceField((True, False), value, required, shape.nullable, parent)
            case "choice":
                return ChoiceField(shape.choices, value, required, shape.nullable, parent)
            case "null":
                return NullField(parent)
        field: Field
        if shape.kind == "union":
            field = UnionField(shape, value, required, self, parent)
        elif shape.kind == "string" and shape.format in FORMATS:
            field = DateField(value, shape.format, required, self._tokens, parent)
        elif shape.kind == "string":
            field = TextField(value, required, parent)
        elif shape.kind in ("integer", "number"):
            field = NumberField(value, required, parent)
        else:
            field = JsonField(value, required, parent)
        return self._with_presence(field, shape, required, parent)

    def make_root(self, schema: Schema, value: Any, parent: QWidget) -> Field:
        """The outermost field: without a header, always open."""
        shape = self._schemas.shape(schema)
        if not _as_json(shape, value) and not shape.nullable:
            for kind, made in (("object", ObjectField), ("map", MapField), ("array", ArrayField)):
                if shape.kind == kind:
                    return made(shape, value, self, parent, root=True)
        return self.make(schema, value, parent)

    def _with_presence(self, field: Field, shape: Shape, required: bool, parent: QWidget) -> Field:
        if required and not shape.nullable:
            return field
        return PresenceField(field, not required, shape.nullable, self._tokens, parent)


def _as_json(shape: Shape, value: Any) -> bool:
    if value is ABSENT:
        return False
    if value is None and (shape.nullable or shape.kind == "any"):
        return False
    if shape.kind == "any" or not fits_kind(value, shape):
        return True
    return isinstance(value, dict | list) and len(value) > MOST_ITEMS

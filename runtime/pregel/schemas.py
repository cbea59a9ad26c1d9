"""What a graph takes and gives, as types, pydantic models and JSON schemas.

pydantic is loaded when a schema is asked for, not before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_type_hints

from typing_extensions import is_typeddict

from runtime.constants import CONF
from runtime.pregel.config import Config
from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

if TYPE_CHECKING:
    from pydantic import BaseModel

    from runtime.channels.base import BaseChannel

Fields = Mapping[str, tuple[Any, Any]]

_CONFIG_FIELDS: dict[str, Any] = {
    "tags": list[str],
    "metadata": dict[str, Any],
    "callbacks": Any,
    "run_name": str,
    "max_concurrency": int | None,
    "recursion_limit": int,
    CONF: dict[str, Any],
    "run_id": Any,
}


def is_model(typ: Any) -> bool:
    """Whether ``typ`` is a pydantic model class."""
    return isinstance(typ, type) and hasattr(typ, "model_json_schema")


def model_of_fields(name: str, of: Fields) -> "type[BaseModel]":
    """A model called ``name`` with these (type, default) fields."""
    from pydantic import create_model

    config: Any = {"arbitrary_types_allowed": True}
    return create_model(name, __config__=config, **dict(of))  # type: ignore[call-overload, no-any-return]


def model_of_type(name: str, typ: Any) -> "type[BaseModel]":
    """A model called ``name`` that holds one value of type ``typ``; a model class is itself."""
    if is_model(typ):
        return typ  # type: ignore[no-any-return]
    return _root_model(name, typ, ...)


def _root_model(name: str, typ: Any, default: Any) -> "type[BaseModel]":
    from pydantic import ConfigDict, RootModel, create_model

    class Root(RootModel[Any]):
        model_config = ConfigDict(arbitrary_types_allowed=True)

    fields: Any = {"root": (typ, default)}
    model: type[BaseModel] = create_model(name, __base__=Root, **fields)
    return model


def schema_fields(schema: Any) -> Fields | None:
    """The fields of an annotated class, a dataclass with its defaults; ``None`` for other types."""
    if not isinstance(schema, type) or not getattr(schema, "__annotations__", None):
        return None
    defaults: dict[str, Any] = {}
    if is_dataclass(schema):
        for field in fields(schema):
            if field.default is not NO_DEFAULT:
                defaults[field.name] = field.default
            elif field.default_factory is not NO_DEFAULT:
                defaults[field.name] = field.default_factory()
    return {name: (typ, defaults.get(name, ...)) for name, typ in get_type_hints(schema).items()}


def json_schema_of(schema: Any, name: str) -> dict[str, Any]:
    """The JSON schema of a state schema; where it has no name of its own it is called ``name``."""
    from pydantic import TypeAdapter

    if is_model(schema):
        return schema.model_json_schema()  # type: ignore[no-any-return]
    if is_typeddict(schema):
        return TypeAdapter(schema).json_schema()
    found = schema_fields(schema)
    if found is not None:
        return model_of_fields(name, found).model_json_schema()
    return _root_model(name, schema, None).model_json_schema()


class GraphSchemas:
    """The part of ``Pregel`` that tells types."""

    if TYPE_CHECKING:
        name: str
        channels: dict[str, BaseChannel[Any, Any, Any]]
        input_channels: str | Sequence[str]
        output_channels: str | Sequence[str]
        context_schema: Any

        def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str: ...

    @property
    def InputType(self) -> Any:
        """Type of the input; ``None`` where several channels take it."""
        if isinstance(self.input_channels, str):
            return self.channels[self.input_channels].UpdateType
        return None

    @property
    def OutputType(self) -> Any:
        """Type of the output; ``None`` where several channels give it."""
        if isinstance(self.output_channels, str):
            return self.channels[self.output_channels].ValueType
        return None

    @property
    def input_schema(self) -> "type[BaseModel]":
        """As ``get_input_schema``."""
        return self.get_input_schema()

    @property
    def output_schema(self) -> "type[BaseModel]":
        """As ``get_output_schema``."""
        return self.get_output_schema()

    def get_input_schema(self, config: Config | None = None) -> "type[BaseModel]":
        """A pydantic model of the input."""
        name = self.get_name("Input")
        if isinstance(self.input_channels, str):
            return model_of_type(name, self.InputType)
        return model_of_fields(
            name, {key: (self.channels[key].UpdateType, None) for key in self.input_channels}
        )

    def get_output_schema(self, config: Config | None = None) -> "type[BaseModel]":
        """A pydantic model of the output."""
        name = self.get_name("Output")
        if isinstance(self.output_channels, str):
            return model_of_type(name, self.OutputType)
        return model_of_fields(
            name, {key: (self.channels[key].ValueType, None) for key in self.output_channels}
        )

    def get_input_jsonschema(self, config: Config | None = None) -> dict[str, Any]:
        """The JSON schema of the input."""
        return self.get_input_schema(config).model_json_schema()

    def get_output_jsonschema(self, config: Config | None = None) -> dict[str, Any]:
        """The JSON schema of the output."""
        return self.get_output_schema(config).model_json_schema()

    def get_context_jsonschema(self) -> dict[str, Any] | None:
        """The JSON schema of the run's context; ``None`` without ``context_schema``."""
        schema = self.context_schema
        if schema is None:
            return None
        from pydantic import TypeAdapter

        if is_model(schema) or is_typeddict(schema) or is_dataclass(schema):
            return TypeAdapter(schema).json_schema()
        raise ValueError(f"Invalid context schema type: {schema}")

    def config_schema(self, *, include: Sequence[str] | None = None) -> "type[BaseModel]":
        """Deprecated: a model of the config, with the context as ``configurable``."""
        warn_deprecated(
            LangGraphDeprecatedSinceV10(
                "`config_schema` is deprecated. Use `get_context_jsonschema` for the relevant "
                "schema instead."
            )
        )
        return self._config_schema(include)

    def get_config_jsonschema(self, *, include: Sequence[str] | None = None) -> dict[str, Any]:
        """Deprecated: the JSON schema of the config."""
        warn_deprecated(
            LangGraphDeprecatedSinceV10(
                "`get_config_jsonschema` is deprecated. Use `get_context_jsonschema` instead."
            )
        )
        return self._config_schema(include).model_json_schema()

    def _config_schema(self, include: Sequence[str] | None) -> "type[BaseModel]":
        of: dict[str, tuple[Any, Any]] = {}
        if self.context_schema is not None:
            of[CONF] = (self.context_schema, None)
        for key in include or ():
            if key in _CONFIG_FIELDS and key != CONF:
                of[key] = (_CONFIG_FIELDS[key], None)
        return model_of_fields(self.get_name("Config"), of)

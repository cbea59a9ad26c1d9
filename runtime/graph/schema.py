"""From a schema class to channels: one channel for each annotated key."""

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from functools import lru_cache
from typing import Annotated, Any, NotRequired, Required, get_args, get_origin, get_type_hints

from typing_extensions import ReadOnly, is_typeddict

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.channels.delta import DeltaChannel
from runtime.channels.last_value import LastValue
from runtime.constants import ROOT
from runtime.managed.base import ManagedValueSpec, is_managed_value

Channel = BaseChannel[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class SchemaChannels:
    """What a schema declares: channels and managed values by key."""

    channels: dict[str, Channel]
    managed: dict[str, ManagedValueSpec]

    @property
    def keys(self) -> list[str]:
        """All keys, in order of declaration."""
        return [*self.channels, *self.managed]


def has_keys(schema: Any) -> bool:
    """Whether ``schema`` is a class with annotated keys, not a plain type."""
    return isinstance(schema, type) and (
        bool(getattr(schema, "__annotations__", None)) or is_typeddict(schema)
    )


def type_hints(schema: Any) -> dict[str, Any]:
    """Resolved annotations of ``schema``, with their metadata."""
    module = sys.modules.get(getattr(schema, "__module__", ""))
    return get_type_hints(schema, globalns=vars(module) if module else None, include_extras=True)


def schema_channels(schema: Any) -> SchemaChannels:
    """The channels of ``schema``; a plain type is one ``__root__`` channel."""
    if not has_keys(schema):
        return SchemaChannels({ROOT: _channel(ROOT, schema)}, {})
    channels: dict[str, Channel] = {}
    managed: dict[str, ManagedValueSpec] = {}
    for key, annotation in type_hints(schema).items():
        spec = managed_spec(annotation)
        if spec is not None:
            managed[key] = spec
        elif not key.startswith("__"):
            channels[key] = _channel(key, annotation)
    return SchemaChannels(channels, managed)


def _unwrapped(annotation: Any) -> Any:
    while get_origin(annotation) in (Required, NotRequired, ReadOnly):
        annotation = get_args(annotation)[0]
    return annotation


def managed_spec(annotation: Any) -> ManagedValueSpec | None:
    """The managed value that an annotation declares, or ``None``."""
    annotation = _unwrapped(annotation)
    if get_origin(annotation) is Annotated:
        last = get_args(annotation)[-1]
        if is_managed_value(last):
            return last  # type: ignore[no-any-return]
    return None


def _channel(key: str, annotation: Any) -> Channel:
    annotation = _unwrapped(annotation)
    if get_origin(annotation) is Annotated:
        typ, *metadata = get_args(annotation)
        last = metadata[-1]
        for candidate in metadata:
            if isinstance(candidate, BaseChannel):
                channel = candidate.copy()
                channel.key = key
                if isinstance(channel, DeltaChannel):
                    channel.typ = typ
                return channel
        if isinstance(last, type) and issubclass(last, BaseChannel):
            channel = last(typ)
            channel.key = key
            return channel
        if callable(last) and not isinstance(last, type) and _is_reducer(last):
            folding: Channel = BinaryOperatorAggregate(typ, last)
            folding.key = key
            return folding
    return LastValue(annotation, key)


def _is_reducer(function: Callable[..., Any]) -> bool:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        # Builtins without a signature, operator functions among them, take two operands.
        return True
    parameters = signature.parameters.values()
    positional = [
        parameter
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    variadic = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
    if len(positional) == 2 or (variadic and len(positional) < 2):
        return True
    raise ValueError(f"Invalid reducer signature. Expected (a, b) -> c. Got {signature}")


@lru_cache(maxsize=1024)
def mapper_for(schema: Any) -> Callable[[dict[str, Any]], Any] | None:
    """What turns read values into a node's input: an instance of a dataclass or model schema."""
    if not has_keys(schema) or is_typeddict(schema):
        return None
    if is_dataclass(schema) or hasattr(schema, "model_fields"):

        def build(values: dict[str, Any]) -> Any:
            return schema(**values)

        return build
    return None

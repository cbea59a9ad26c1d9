"""The serializer of every saver: MessagePack under tags of our own, inert when read."""

import os
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final, Literal

from ormsgpack import packb

from runtime.checkpoint.serde import classes
from runtime.checkpoint.serde.errors import DecodeError, UnknownFormatError
from runtime.checkpoint.serde.event_hooks import SerdeEvent, emit_serde_event, listening
from runtime.checkpoint.serde.reader import Reader, known_only
from runtime.checkpoint.serde.types import _DeltaSnapshot
from runtime.checkpoint.serde.writer import encode, register_filled
from runtime.constants import MISSING
from runtime.deferred import Deferred
from runtime.messages import AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from runtime.types import Command, Interrupt, Overwrite, Send, StateUpdate, TimeoutPolicy

if TYPE_CHECKING:
    import json
else:
    json = Deferred("json")

_SCALARS = frozenset({bool, int, float, str})

# What the engine itself saves among a thread's values and writes, and its own messages.
for _own in (
    *(Command, Interrupt, Overwrite, StateUpdate, TimeoutPolicy, _DeltaSnapshot),
    *(AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage),
):
    classes.register_class(_own)
register_filled(Send)

AllowedClasses = Iterable[tuple[str, ...] | type] | Literal[True] | None
STRICT_VARIABLE: Final = "LANGGRAPH_STRICT_MSGPACK"
"""Environment variable; ``true`` makes registered classes the only ones allowed by default."""


class JsonPlusSerializer:
    """Saves any value of plain data, standard types, dataclasses, pydantic models and the like.

    ``allowed_msgpack_modules`` names the classes that may be rebuilt, as ``(module, name)`` or as
    the class itself. ``True`` and the default allow every dataclass, model, named tuple and enum of
    a module that the program has imported; ``None`` allows only what is registered, and is the
    default where the environment says ``LANGGRAPH_STRICT_MSGPACK=true``. A class is rebuilt without
    running any of its code; nothing is imported. ``trusted=False`` is for files of strangers:
    everything but plain data, standard types and registered classes reads as ``Opaque``.
    """

    def __init__(
        self,
        *,
        pickle_fallback: bool = False,
        allowed_json_modules: Iterable[tuple[str, ...]] | Literal[True] | None = None,
        allowed_msgpack_modules: AllowedClasses = MISSING,
        trusted: bool = True,
    ) -> None:
        if pickle_fallback:
            raise ValueError("pickle is never used: reading it executes what the bytes say")
        self.allowed_json_modules = allowed_json_modules
        if allowed_msgpack_modules is MISSING:
            strict = os.environ.get(STRICT_VARIABLE, "").lower() in ("true", "1", "yes")
            allowed_msgpack_modules = None if strict else True
        self._allowed: set[tuple[str, str]] | None = None
        if allowed_msgpack_modules is not True:
            self._allowed = set(map(_class_name, allowed_msgpack_modules or ()))
        self.trusted = trusted
        self._reader = Reader(self._find_class if trusted else known_only, trusted=trusted)

    def _find_class(self, module: str, name: str) -> type | None:
        registered = classes.registered_class(module, name)
        if registered is not None:
            return registered
        if self._allowed is None:
            if listening():
                emit_serde_event(_event("msgpack_unregistered_allowed", module, name))
        elif (module, name) not in self._allowed:
            if listening():
                emit_serde_event(_event("msgpack_blocked", module, name))
            return None
        return classes.imported_class(module, name)

    def with_msgpack_allowlist(
        self, extra_allowlist: Collection[tuple[str, ...] | type]
    ) -> "JsonPlusSerializer":
        """A serializer that also rebuilds the classes named."""
        extra = set(map(_class_name, extra_allowlist))
        return JsonPlusSerializer(
            allowed_json_modules=self.allowed_json_modules,
            allowed_msgpack_modules=True if self._allowed is None else self._allowed | extra,
            trusted=self.trusted,
        )

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Tag and bytes of ``obj``; ``UnsavableValueError`` names the part that cannot be saved."""
        kind = type(obj)
        if kind in _SCALARS:
            try:
                return "msgpack", packb(obj)
            except TypeError:
                return "msgpack", encode(obj)  # an integer of more than 64 bits, a lone surrogate
        if obj is None:
            return "null", b""
        if kind is bytes:
            return "bytes", obj
        if kind is bytearray:
            return "bytearray", bytes(obj)
        return "msgpack", encode(obj)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value again; ``DecodeError`` where the bytes are damaged or the tag is unknown."""
        tag, content = data
        if tag == "msgpack":
            return self._reader.decode(content)
        if tag == "null":
            return None
        if tag == "bytes":
            return bytes(content)
        if tag == "bytearray":
            return bytearray(content)
        if tag == "json":
            try:
                return json.loads(content)
            except (ValueError, RecursionError) as error:
                raise DecodeError(f"Stored value cannot be read: {error}") from error
        raise UnknownFormatError(f"Stored value cannot be read: unknown format {tag!r}")


def _event(kind: str, module: str, name: str) -> SerdeEvent:
    return {"kind": kind, "module": module, "name": name}


def _class_name(named: "tuple[str, ...] | type") -> tuple[str, str]:
    if isinstance(named, type):
        classes.remember_saved(named)
        return named.__module__, named.__qualname__
    *module, name = named
    return ".".join(module), name

"""Values as JSON, for programs that bring a function to read it."""

import json
from collections.abc import Callable
from typing import Any

from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer


class JsonValues:
    """Writes JSON and reads it by ``deserializer``; other values are read as ever."""

    def __init__(self, deserializer: Callable[[Any], dict[str, Any]]) -> None:
        self._deserializer = deserializer
        self._others = JsonPlusSerializer()

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """The JSON of ``obj``; ``TypeError`` where it has none."""
        return "json", json.dumps(obj, ensure_ascii=False).encode()

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """What ``deserializer`` makes of JSON."""
        tag, content = data
        if tag == "json":
            return self._deserializer(content)
        return self._others.loads_typed(data)


def serde_for(deserializer: Callable[[Any], dict[str, Any]] | None) -> SerializerProtocol | None:
    """The serializer of a store that was given ``deserializer``, ``None`` for the usual one."""
    return None if deserializer is None else JsonValues(deserializer)

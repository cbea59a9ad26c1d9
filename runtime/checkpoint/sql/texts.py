"""Namespaces and keys as texts that every database keeps as they are.

A namespace is the JSON of its labels, each followed by a comma, so that everything below it begins
with its text. A key is its own text, or JSON where a database could not keep it or would take it
for JSON.
"""

import json


def pack_namespace(namespace: tuple[str, ...]) -> str:
    """The text of a namespace."""
    return "".join(json.dumps(label) + "," for label in namespace)


def unpack_namespace(packed: str) -> tuple[str, ...]:
    """The namespace of a text."""
    return tuple(json.loads(f"[{packed[:-1]}]"))


def end_of(packed: str) -> str:
    """The first text behind a namespace and everything below it."""
    return packed[:-1] + "-"


def pack_key(key: str) -> str:
    """The text of a key."""
    if key.startswith('"') or "\0" in key or not _encodable(key):
        return json.dumps(key)
    return key


def unpack_key(packed: str) -> str:
    """The key of a text."""
    return str(json.loads(packed)) if packed.startswith('"') else packed


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

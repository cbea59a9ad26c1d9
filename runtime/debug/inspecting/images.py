"""Images that lie in values as bytes, as ``data:`` addresses or in blocks of messages.

Nothing is decoded and nothing fetched: an address that leads elsewhere is no image here.
"""

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from runtime.debug.anatomy import is_a

_HEAD = 16
_LONGEST_HEADER = 100
_MOST_KEYS = 32
"""Of a dictionary that may be a block of a message."""


@dataclass(frozen=True, slots=True)
class Image:
    """``size`` is about the number of bytes that ``read`` gives; it may raise ``BadImage``."""

    type: str
    size: int
    read: Callable[[], bytes]


class BadImage(ValueError):
    """What says that it is an image is none."""


def type_of_bytes(head: bytes) -> str:
    """The type of the image whose first bytes these are; empty where they are of none."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image/webp"
    return ""


def image_in(value: Any) -> Image | None:
    """The image that a value is, if it is one."""
    if is_a(value, (bytes, bytearray)):
        view = memoryview(value)
        found = type_of_bytes(bytes(view[:_HEAD]))
        return Image(found, view.nbytes, lambda: bytes(view)) if found else None
    if is_a(value, str):
        return _of_address(value)
    if not is_a(value, dict) or dict.__len__(value) > _MOST_KEYS:
        return None
    return _of_block(as_dict(value))


def as_dict(value: Any) -> dict[str, Any]:
    """The entries of a dictionary under plain text."""
    return {str.__str__(key): each for key, each in dict.items(value) if is_a(key, str)}


def _of_address(text: str) -> Image | None:
    head = str.__getitem__(text, slice(0, _LONGEST_HEADER))
    if not head.startswith("data:image/"):
        return None
    header, comma, _ = head.partition(",")
    if not comma or not header.endswith(";base64"):
        return None
    kind = header.removeprefix("data:").partition(";")[0]
    return _encoded(kind, text, len(header) + 1)


def _encoded(kind: str, text: str, start: int) -> Image | None:
    length = str.__len__(text) - start

    def read() -> bytes:
        try:
            return base64.b64decode(str.__getitem__(text, slice(start, None)), validate=False)
        except (binascii.Error, ValueError) as error:
            raise BadImage(f"The image is no base64: {error}.") from error

    sample = str.__getitem__(text, slice(start, start + 32))
    try:
        found = type_of_bytes(base64.b64decode(sample + "=" * (-len(sample) % 4)))
    except (binascii.Error, ValueError):
        return None
    return Image(found or kind, length * 3 // 4, read) if found else None


def _of_block(block: Mapping[str, Any]) -> Image | None:
    """The image of a block, as the makers of models write them."""
    inner: Any = block.get("image_url")
    if is_a(inner, dict):
        inner = dict.get(inner, "url")
    if is_a(inner, str):
        return _of_address(inner)
    source: Any = block.get("source")
    if is_a(source, dict):
        block = as_dict(source)
    for name in ("data", "base64"):
        held: Any = block.get(name)
        if is_a(held, str):
            kind = block.get("media_type", block.get("mime_type", ""))
            return _encoded(kind if is_a(kind, str) else "", held, 0)
        if is_a(held, (bytes, bytearray)):
            return image_in(held)
    return None

"""A payload in a few characters: the SHA-256 of its canonical JSON.

Canonical: keys sorted by code point, no blanks, UTF-8, so that anybody can compute it again with
``json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)``.
"""

import hashlib
import json
from typing import Any

from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import line_of


def canonical_json(value: Any) -> bytes:
    """The value's natural JSON in its one canonical form."""
    try:
        natural = to_natural(value)
    except TooLarge:
        natural = line_of(value)
    text = json.dumps(natural, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def digest_of(value: Any) -> str:
    """64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()

"""The present moment as text: ISO 8601 in UTC, to the microsecond."""

import time
from datetime import UTC, datetime

_last = (0, "")
"""A second, and its text."""


def now() -> str:
    """When this is called. Only what is below a second is written anew each time."""
    global _last
    second, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
    known, text = _last
    if second != known:
        text = datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        _last = second, text
    return f"{text}.{nanoseconds // 1000:06d}+00:00"

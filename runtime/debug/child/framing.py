"""Messages on a pipe: JSON-RPC 2.0, each behind a header that says how long it is."""

import json
from typing import Any, BinaryIO

_LONGEST_HEADER = 1_000
_LONGEST_MESSAGE = 1 << 30
_LENGTH = b"content-length:"

Frame = dict[str, Any]


class FrameError(ValueError):
    """What came is no message of this protocol; nothing after it can be understood."""


def encode(frame: Frame) -> bytes:
    """A message as it goes over the pipe."""
    body = json.dumps({"jsonrpc": "2.0", **frame}, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next message; ``None`` where the other side has closed the pipe."""
    length = -1
    while True:
        line = stream.readline(_LONGEST_HEADER)
        if not line:
            return None
        if not line.strip():
            break
        if line[: len(_LENGTH)].lower() == _LENGTH:
            number = line[len(_LENGTH) :].strip()
            length = int(number) if number.isdigit() else -1
    if not 0 <= length <= _LONGEST_MESSAGE:
        raise FrameError("a header without the length of its message")
    body = stream.read(length)
    if len(body) < length:
        return None
    try:
        frame = json.loads(body)
    except ValueError as error:
        raise FrameError(f"a message that is not JSON: {error}") from error
    if not isinstance(frame, dict) or frame.get("jsonrpc") != "2.0":
        raise FrameError("a message that is not JSON-RPC 2.0")
    return frame

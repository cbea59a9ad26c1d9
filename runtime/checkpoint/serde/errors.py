"""Errors of serialisation."""

_SHOWN = 120
"""Characters of a path that a message shows."""


class UnsavableValueError(TypeError):
    """A value cannot be saved: ``path`` leads to the part of type ``type_name`` that is to blame.

    ``path`` is written as in Python (``['items'][3].owner``), empty for the value itself.
    ``channel`` and ``node`` say whose value it is and who wrote it, where that is known.
    """

    def __init__(
        self, type_name: str, path: str, reason: str, channel: str = "", node: str = ""
    ) -> None:
        shown = path if len(path) <= _SHOWN else f"{path[: _SHOWN // 2]} ... {path[-_SHOWN // 4 :]}"
        place = f"at {shown}" if path else "given"
        if channel:
            place += f" in channel {channel!r}"
        if node:
            place += f" by node {node!r}"
        super().__init__(f"Cannot save the value of type {type_name} {place}: {reason}")
        self.type_name = type_name
        self.path = path
        self.reason = reason
        self.channel = channel
        self.node = node

    def of(self, channel: str, node: str = "") -> "UnsavableValueError":
        """The same of a value in ``channel`` that ``node`` wrote."""
        return UnsavableValueError(self.type_name, self.path, self.reason, channel, node)

    def __reduce__(self) -> tuple[type, tuple[str, str, str, str, str]]:
        return type(self), (self.type_name, self.path, self.reason, self.channel, self.node)


class DecodeError(ValueError):
    """Stored bytes are damaged, cut off, or of a format this version does not know."""


class UnknownFormatError(DecodeError, NotImplementedError):
    """A stored value names a format that this version does not know."""

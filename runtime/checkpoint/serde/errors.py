"""Errors of serialisation."""


class UnsavableValueError(TypeError):
    """A value cannot be saved: ``path`` leads to the part of type ``type_name`` that is to blame.

    ``path`` is written as in Python (``['items'][3].owner``), empty for the value itself.
    """

    def __init__(self, type_name: str, path: str, reason: str) -> None:
        place = f"at {path}" if path else "given"
        super().__init__(f"Cannot save the value of type {type_name} {place}: {reason}")
        self.type_name = type_name
        self.path = path
        self.reason = reason


class DecodeError(ValueError):
    """Stored bytes are damaged, cut off, or of a format this version does not know."""

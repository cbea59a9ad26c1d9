"""Warnings: deprecations, one class per version that deprecated something, and changed inputs."""

import logging
import warnings
from collections.abc import Iterable

_log = logging.getLogger(__name__)


class LangGraphDeprecationWarning(DeprecationWarning):
    """Base: ``since`` and ``expected_removal`` are (major, minor) versions of LangGraph."""

    def __init__(
        self,
        message: str,
        *args: object,
        since: tuple[int, int],
        expected_removal: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message, *args)
        self.message = message.rstrip(".")
        self.since = since
        self.expected_removal = expected_removal or (since[0] + 1, 0)

    def __str__(self) -> str:
        since = ".".join(map(str, self.since))
        removal = ".".join(map(str, self.expected_removal))
        return f"{self.message}. Deprecated in LangGraph V{since} to be removed in V{removal}."


class LangGraphDeprecatedSinceV05(LangGraphDeprecationWarning):
    """Deprecated since 0.5."""

    def __init__(self, message: str, *args: object) -> None:
        super().__init__(message, *args, since=(0, 5), expected_removal=(2, 0))


class LangGraphDeprecatedSinceV10(LangGraphDeprecationWarning):
    """Deprecated since 1.0."""

    def __init__(self, message: str, *args: object) -> None:
        super().__init__(message, *args, since=(1, 0), expected_removal=(2, 0))


class LangGraphDeprecatedSinceV11(LangGraphDeprecationWarning):
    """Deprecated since 1.1."""

    def __init__(self, message: str, *args: object) -> None:
        super().__init__(message, *args, since=(1, 1), expected_removal=(3, 0))


class InputMutationWarning(UserWarning):
    """A node or router changed its input in place: ``node`` names it, ``paths`` what it changed.

    Python's own filter makes it an error: ``warnings.simplefilter("error", InputMutationWarning)``.
    """

    def __init__(self, message: str, node: str = "", paths: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.node = node
        self.paths = tuple(paths)


def warn_renamed(old: str, new: str, *, since_v05: bool = False, stacklevel: int = 3) -> None:
    """Say that the keyword ``old`` is now called ``new``."""
    kind = LangGraphDeprecatedSinceV05 if since_v05 else LangGraphDeprecatedSinceV10
    message = f"`{old}` is deprecated and will be removed. Please use `{new}` instead."
    warnings.warn(kind(message), stacklevel=stacklevel + 1)


def report_unknown(names: Iterable[str]) -> None:
    """Say in the log that keyword arguments of these names are ignored."""
    for name in names:
        _log.warning("Unknown keyword argument '%s' is ignored.", name)


def warn_deprecated(warning: LangGraphDeprecationWarning, stacklevel: int = 3) -> None:
    """Issue ``warning`` at the caller's caller."""
    warnings.warn(warning, stacklevel=stacklevel)

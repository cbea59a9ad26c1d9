"""The icons of a form's many small buttons, drawn once for each theme."""

from functools import lru_cache

from PySide6.QtGui import QIcon

from studio.shell.icons import icon
from studio.shell.theme import ThemeTokens


@lru_cache(maxsize=32)
def quiet_icon(name: str, tokens: ThemeTokens) -> QIcon:
    """An icon in the muted text colour."""
    return icon(name, tokens, tokens.text_muted)

"""Texts by their English wording, which is the key of the catalog.

``pyside6-lupdate`` finds the calls in the source, so what is given to them is written out: a
literal, never an f-string. Values go into ``{named}`` places, as with ``str.format``.
"""

from PySide6.QtCore import QCoreApplication

PRODUCT = "Pregel Studio"
"""The same in every language."""
CONTEXT = ""
"""Of all texts: the same words mean the same everywhere, or carry a comment."""


class _Commented(str):
    """A marked text whose words alone do not say what is meant."""

    comment = ""


def tr(source: str, comment: str = "", /, **values: object) -> str:
    """The text in the language of the window; ``comment`` tells equal words apart."""
    if isinstance(source, _Commented):
        comment = source.comment
    text = QCoreApplication.translate(CONTEXT, source, comment or None)
    return text.format(**values) if values else text


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """The text for ``n`` of something; both forms may say ``{n}``."""
    text = QCoreApplication.translate(CONTEXT, one, many, n)
    if text == one and n != 1:
        text = many
    return text.format(n=n, **values)


def is_english() -> bool:
    """Whether texts come as the sources have them."""
    return QCoreApplication.translate(CONTEXT, "Idle") == "Idle"


def later(source: str, comment: str = "", /) -> str:
    """Mark a text of a table that is made before the language is known; ``tr`` it when shown."""
    if not comment:
        return source
    marked = _Commented(source)
    marked.comment = comment
    return marked

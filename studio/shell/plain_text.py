"""Text from data stays text where Qt would take it for markup."""

from html import escape


def plain(text: str) -> str:
    """``text`` for a tooltip, which has no switch for plain text."""
    if "<" not in text:
        return text
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>"

"""Text from data stays text where Qt would take it for markup."""

import re
from html import escape

_BREAK = re.compile(r"\s*[\r\n\u2028\u2029]\s*")


def plain(text: str) -> str:
    """``text`` for a tooltip, which has no switch for plain text."""
    if "<" not in text:
        return text
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>"


def one_line(text: str) -> str:
    """``text`` where there is room for one line: its breaks are shown as ``↵``."""
    return _BREAK.sub(" ↵ ", text)

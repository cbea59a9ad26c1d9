"""Text as Markdown. Nothing it refers to is loaded, and no link leads anywhere by itself."""

from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from studio.shell.theme import GUTTER

LONGEST = 200_000
"""Characters that are still laid out."""


class MarkdownForm(QTextBrowser):
    """Read-only, without HTML inside."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("detail.markdown")
        self.setOpenLinks(False)
        self.document().setDocumentMargin(GUTTER)

    def show_text(self, text: str) -> None:
        """Lay out another text."""
        features = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, features.MarkdownDialectGitHub | features.MarkdownNoHTML)

    def loadResource(self, type: int, name: QUrl | str) -> Any:
        return None

"""Every text that a person reads, in the language they chose."""

from studio.language.text import PRODUCT, later, plural, tr

__all__ = ["PRODUCT", "later", "plural", "tr"]

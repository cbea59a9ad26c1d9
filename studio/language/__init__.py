"""Every text that a person reads, in the language they chose."""

from studio.language.text import later, plural, tr

__all__ = ["later", "plural", "tr"]

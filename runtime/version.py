"""The version of the installed package."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["__version__"]

try:
    __version__ = version("pregel-studio")
except PackageNotFoundError:
    # Run from its sources.
    __version__ = ""

"""Modules that not every program needs, each imported when something of it is first used."""

from importlib import import_module
from types import ModuleType
from typing import Any


class Deferred:
    """Stands for the module ``name``."""

    __slots__ = ("_module", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, attribute: str) -> Any:
        module = self._module
        if module is None:
            module = self._module = import_module(self._name)
        return getattr(module, attribute)

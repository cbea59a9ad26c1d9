"""The two engines under their import roots, which is all they differ in for a workload."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

Side = Literal["ours", "theirs"]
SIDES: tuple[Side, Side] = ("ours", "theirs")

_ROOTS: dict[Side, str] = {"ours": "runtime", "theirs": "langgraph"}


@dataclass(frozen=True)
class Engine:
    """The modules of one engine."""

    side: Side

    @property
    def root(self) -> str:
        return _ROOTS[self.side]

    def module(self, name: str) -> Any:
        return import_module(f"{self.root}.{name}")

    @property
    def graph(self) -> Any:
        return self.module("graph")

    @property
    def types(self) -> Any:
        return self.module("types")

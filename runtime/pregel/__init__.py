"""The engine: plan, execute, update."""

from runtime.pregel.main import Pregel
from runtime.pregel.node import NodeBuilder

__all__ = ["NodeBuilder", "Pregel"]

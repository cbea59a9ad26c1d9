"""The type of every graph, under the name that annotations use."""

from runtime.pregel.main import Pregel as PregelProtocol

__all__ = ["PregelProtocol"]

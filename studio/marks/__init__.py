"""Marks that a person puts on nodes: pinned outputs, nodes to skip, nodes unsafe to repeat."""

"""Marks on nodes: pinned outputs, nodes that are skipped, and those unsafe to repeat."""

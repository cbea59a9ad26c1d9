"""The selected node's source text."""

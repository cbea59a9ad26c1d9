"""Caches of task results."""

"""The graphs that both engines run, by subject. Importing this registers their scenarios."""

from tests.differential.graphs import (
    channels,
    commands,
    editing,
    failures,
    fanout,
    flow,
    forks,
    interrupts,
    messages,
    schemas,
    static_interrupts,
)

__all__ = [
    "channels",
    "commands",
    "editing",
    "failures",
    "fanout",
    "flow",
    "forks",
    "interrupts",
    "messages",
    "schemas",
    "static_interrupts",
]

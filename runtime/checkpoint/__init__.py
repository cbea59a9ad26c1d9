"""Savers of checkpoints: the interface, one in memory, one on SQL, and safe serialisation."""

"""Editing the state of a checkpoint: what to write, what it would do, and the fork."""

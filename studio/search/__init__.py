"""Text in the checkpoints of a thread."""

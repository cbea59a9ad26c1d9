"""Many edits of one checkpoint, each run on a branch of its own."""

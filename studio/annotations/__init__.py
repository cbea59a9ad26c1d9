"""What a person notes of checkpoints and threads: bookmarks, names, notes, colours."""

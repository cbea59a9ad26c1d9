"""The list of threads, and what is done to a whole thread."""

"""Between the session's thread and the window's thread."""

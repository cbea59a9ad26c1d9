"""How a command ended, for whoever called it."""

DONE = 0
ERROR = 1
"""Also a mistake in the command line: 2 has a meaning of its own."""
WAITING = 2
"""At an interrupt, or where the graph itself stops."""
ENDED = 130
"""By Ctrl+C, as shells count it."""

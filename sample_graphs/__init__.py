"""Small graphs that run without keys or network, each of which shows one thing."""

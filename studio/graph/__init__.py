"""The graph canvas: the compiled graph drawn, and its supersteps shown on it."""

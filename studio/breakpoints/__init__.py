"""The table of breakpoints."""

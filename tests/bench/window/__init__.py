"""How fast the window is with large graphs and wide fan-outs; Qt draws without a display."""

"""Serialisation of channel values that never executes anything when read."""

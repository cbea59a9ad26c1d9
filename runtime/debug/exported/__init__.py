"""A run as one file that opens elsewhere without its code."""

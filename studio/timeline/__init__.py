"""Supersteps and their tasks as bars along time."""

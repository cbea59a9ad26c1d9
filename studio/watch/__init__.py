"""Expressions and what they are worth at each step."""

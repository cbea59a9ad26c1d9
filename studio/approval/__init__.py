"""Answering interrupts: what a graph asks, read without doubt, and exactly what is answered."""

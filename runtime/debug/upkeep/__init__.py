"""Threads as a whole: lists, outlines, sizes, pruning, and what a person notes of them."""

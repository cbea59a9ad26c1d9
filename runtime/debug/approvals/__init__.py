"""Questions that wait for a person, the answers that were given, and what became of them."""

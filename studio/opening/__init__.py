"""Opening a graph, choosing among several, giving input."""

"""The process that runs the graph: how it ended, and which Python it is."""

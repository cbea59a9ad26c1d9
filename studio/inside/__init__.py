"""Looking inside a task that is a subgraph: its graph, checkpoints, state and tasks."""

"""The checkpoint tree: threads, lanes, forks."""

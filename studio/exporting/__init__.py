"""What leaves the window as a file: pictures of the graph, and runs."""

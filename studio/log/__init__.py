"""What tasks and runs said, line by line."""

"""What differs between two checkpoints, two values or two branches, found beside the data."""

"""What differs between two moments."""

"""Messages as a chat shows them: what a value says as a message, who wrote it, what streams."""

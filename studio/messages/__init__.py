"""Messages of the moment looked at as a chat, and those that tasks are making."""

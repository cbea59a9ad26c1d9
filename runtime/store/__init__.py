"""Memory that threads share: values by namespace and key."""

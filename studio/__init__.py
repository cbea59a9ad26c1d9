"""The window: draws and asks. It knows the engine only through ``runtime.debug``."""

"""The one field in which expressions over channels are written."""

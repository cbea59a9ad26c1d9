"""Plays recorded history: the same motion as a run, from the record, without executing."""

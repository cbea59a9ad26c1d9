"""Where the user's own store lies: the one that the window and the commands use unless told."""

from pathlib import Path


def default_store() -> Path:
    """The SQLite file in the user's data folder; neither it nor the folder needs to exist."""
    # Only here, so that the command line starts without it.
    import platformdirs

    return platformdirs.user_data_path("pregel-studio", appauthor=False) / "checkpoints.sqlite"

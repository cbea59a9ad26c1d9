"""Why a store cannot be used, and what can be done about it."""


class StoreError(Exception):
    """A store failed. ``place`` is its path or address, ``remedy`` what can be done."""

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        super().__init__(f"{place}: {problem}. {remedy}")
        self.place = place
        self.problem = problem
        self.remedy = remedy

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.place, self.problem, self.remedy)


class StoreMissingError(StoreError):
    """There is no such file, or its folder does not exist."""


class NotAStoreError(StoreError):
    """The file is no SQLite database, or a database of something else."""


class StoreCorruptError(StoreError):
    """The database is damaged."""


class StoreLockedError(StoreError):
    """Another program holds the database."""


class StoreTooNewError(StoreError):
    """The store was made by a newer version of this program."""


class StoreTooOldError(StoreError):
    """The store needs a migration, which was not asked for."""


class HistoryChangedError(StoreError):
    """What was to be saved builds on checkpoints that were removed or rewritten meanwhile."""


class StoreReadOnlyError(StoreError):
    """The store was opened for reading, or may not be written."""


class StoreUnreachableError(StoreError):
    """The database server does not answer, or the driver for it is not installed."""

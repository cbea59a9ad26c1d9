"""What a session refuses to do, with the reason and what helps."""

from runtime.debug.views import ErrorView


class Refused(Exception):
    """A command that cannot be carried out now; the view says why."""

    def __init__(self, message: str, remedy: str = "", type: str = "Refused") -> None:
        super().__init__(message)
        self.view = ErrorView(type=type, message=message, remedy=remedy)

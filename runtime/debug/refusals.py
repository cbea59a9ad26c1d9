"""What a command raised, in words for its reply."""

from runtime.debug.approvals.giving import NotAsShown
from runtime.debug.breakpoints import BadBreakpoint
from runtime.debug.codec import CodecError
from runtime.debug.editing import EditRefused
from runtime.debug.expressions import BadExpression
from runtime.debug.failure import error_view
from runtime.debug.looking import refusal_of
from runtime.debug.refused import Refused
from runtime.debug.searching import BadPattern
from runtime.debug.views import ErrorView, Failed


def failed(error: BaseException) -> Failed:
    """The reply of a command that raised ``error``."""
    match error:
        case Refused() | BadBreakpoint() | NotAsShown():
            return Failed(error.view)
        case BadExpression() | BadPattern():
            return Failed(refusal_of(error))
        case CodecError():
            return Failed(ErrorView(type="MalformedCommand", message=str(error)))
        case EditRefused():
            return Failed(ErrorView(type="EditRefused", message=str(error)))
        case LookupError():
            return Failed(ErrorView(type="NotFound", message=str(error)))
        case _:
            return Failed(error_view(error))

"""What goes over the pipes besides the messages of a session.

A command is a request: its class name is the method, its fields are the parameters, its reply is
the result. An event is a notification in the same form. Before the first command a request
``initialize`` opens the database; ``shutdown`` ends the session. A child that cannot serve at all
says ``unusable`` instead of answering.
"""

from dataclasses import asdict, dataclass
from typing import Any

from runtime.checkpoint.sql import errors
from runtime.checkpoint.sql.errors import StoreError
from runtime.debug import codec
from runtime.debug.child.framing import Frame

PROTOCOL = 1
INITIALIZE = "initialize"
SHUTDOWN = "shutdown"
UNUSABLE = "unusable"

INVALID_PARAMETERS = -32602
STORE_FAILED = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """How the child opens its session; see ``LocalSession``."""

    protocol: int
    database: str | None
    spare: str
    create: bool
    read_only: bool
    stop_grace: float
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """Who serves: the interpreter, and its process."""

    protocol: int
    executable: str
    python: str
    pid: int


def as_parameters(record: Setup | Served) -> dict[str, Any]:
    return asdict(record)


def message_frame(message: codec.Message) -> Frame:
    """A command or an event, without the number that makes it a request."""
    fields = codec.to_json(message)
    return {"method": fields.pop(codec.TAG), "params": fields}


def message_of(frame: Frame) -> codec.Message:
    """The command or event of a frame; ``CodecError`` where it is none."""
    parameters = frame.get("params")
    if not isinstance(parameters, dict):
        raise codec.CodecError(str(frame.get("method")), "the parameters must be an object")
    return codec.from_json({codec.TAG: frame.get("method"), **parameters})


def store_error_data(error: StoreError) -> dict[str, str]:
    """Why a database cannot be used, for the other side."""
    return {
        "type": type(error).__name__,
        "place": error.place,
        "problem": error.problem,
        "remedy": error.remedy,
    }


def store_error(data: dict[str, str]) -> StoreError:
    """The error again that the child met."""
    known = getattr(errors, data["type"], StoreError)
    kind = known if isinstance(known, type) and issubclass(known, StoreError) else StoreError
    return kind(data["place"], data["problem"], data["remedy"])

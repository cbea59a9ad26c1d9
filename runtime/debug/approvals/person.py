"""Who answers, and in which process."""

import getpass
import os
import socket


def user_name() -> str:
    """The name of the account that runs this process, as the system knows it."""
    try:
        import pwd
    except ImportError:
        # Windows has no such file; the session's own variables name the account there.
        return _of_session()
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return _of_session()


def _of_session() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


def this_process() -> str:
    """Machine and number of this process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def has_ended(process: str) -> bool:
    """Whether a process of this machine is gone; of another machine nothing is known."""
    host, _, number = process.rpartition(":")
    if host != socket.gethostname() or not number.isdecimal():
        return False
    if os.name == "nt":
        # To ask is to end it there.
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False

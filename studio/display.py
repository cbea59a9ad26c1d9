"""Whether a window can open here. Qt itself ends the process where it cannot."""

import ctypes
import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

_TIMEOUT_SECONDS = 3.0
_PACKAGES = (
    "libgl1 libegl1 libdbus-1-3 libfontconfig1 libxkbcommon0 libglib2.0-0 libxcb-cursor0"
    " libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
)


def libraries_remedy() -> str:
    """How to install what Qt needs of the system."""
    return f"On Debian and Ubuntu: apt-get install {_PACKAGES}"


def display_problem() -> str:
    """Why no window can open, in words; an empty text where one can."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set."
    if not _answers(display):
        return f"the display {display} does not answer."
    missing = _missing_library()
    return f"Qt cannot draw on X11 here: {missing}.\n{libraries_remedy()}" if missing else ""


def _answers(display: str) -> bool:
    """Whether an X server listens at ``[host]:number[.screen]``."""
    host, _, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not number.isdecimal():
        return False
    if host.startswith("/") or host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        return any(_connects(address) for address in (f"\0{path}", path))
    try:
        with socket.create_connection((host, 6000 + int(number)), _TIMEOUT_SECONDS):
            return True
    except OSError:
        return False


def _connects(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(_TIMEOUT_SECONDS)
        try:
            probe.connect(address)
        except OSError:
            return False
    return True


def _missing_library() -> str:
    """What Qt's X11 plugin lacks, as the system's loader says it."""
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        return ""
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.exists():
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error)
    return ""

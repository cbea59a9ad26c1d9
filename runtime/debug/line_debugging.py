"""Lets a debugger of lines of Python attach to this process, when a person asks for it."""

import importlib
import os
import sys
import threading
from typing import Any

from runtime.debug.views import DebuggerListens, ErrorView, Failed

_HERE = "127.0.0.1"
_listening = threading.Lock()
_address: tuple[str, int] | None = None


def listen() -> DebuggerListens | Failed:
    """Have ``debugpy`` wait for a debugger on a free port of this machine; the same one again."""
    global _address
    with _listening:
        if _address is None:
            try:
                debugpy: Any = importlib.import_module("debugpy")
            except ImportError:
                return Failed(
                    ErrorView(
                        type="NoDebugger",
                        message=f"debugpy is not installed in {sys.executable}.",
                        remedy=f"Install it there: {sys.executable} -m pip install debugpy",
                    )
                )
            host, port = debugpy.listen((_HERE, 0))
            _address = (str(host), int(port))
        return DebuggerListens(*_address, os.getpid())

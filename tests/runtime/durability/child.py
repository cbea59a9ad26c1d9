"""Processes to be killed.

This module is a small server, so that the imports are paid for once: it reads a request a line and
forks a process for it, which runs until it is killed. A request is JSON; what it asks for is said
in ``halting`` (a named place) and ``moments`` (any moment).
"""

import json
import os
import sys
import traceback
from typing import Any, NoReturn

from tests.runtime.durability import halting, moments


def forked(request: dict[str, Any]) -> int:
    """A process that runs the request."""
    process = os.fork()
    if process == 0:
        _end_after(request)
    return process


def _end_after(request: dict[str, Any]) -> NoReturn:
    try:
        if "place" in request:
            halting.run(request)
        else:
            moments.run(request)
    except BaseException:  # noqa: BLE001 - told to whoever looks at the failing test
        traceback.print_exc()
    finally:
        os._exit(1)


def main() -> None:
    for line in sys.stdin:
        process = forked(json.loads(line))
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        # The parent kills it; what waitpid says is how it ended.
        _, status = os.waitpid(process, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

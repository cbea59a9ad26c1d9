"""Lays out one request in a process of its own: JSON on the standard input, JSON back.

Run as ``python -m runtime.drawing.layout.worker``. A large graph takes a second and holds the
interpreter's lock meanwhile, which no thread of the window's process could bear.
"""

from __future__ import annotations

import json
import sys

from runtime.drawing.layout.choice import layered_engine
from runtime.drawing.layout.engine import LayoutRequest


def main() -> int:
    request = LayoutRequest.from_json(json.load(sys.stdin))
    json.dump(layered_engine().arrange(request).to_json(), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())

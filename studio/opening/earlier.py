"""Inputs that were given to graphs before, kept with the settings."""

import json
from typing import Any

from studio.shell.settings import Settings

INPUTS = 20
"""How many inputs of a graph are remembered."""
LONGEST = 20_000
"""Characters of an input that is still remembered."""


class EarlierInputs:
    """By graph, newest first."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def of(self, target: str) -> list[Any]:
        """What was given to a graph; what does not read is left out."""
        found = []
        for text in self._settings.inputs.get(target, []):
            try:
                found.append(json.loads(text))
            except ValueError:
                continue
        return found

    def add(self, target: str, value: Any) -> None:
        """Remember an input as the newest."""
        text = json.dumps(value, ensure_ascii=False)
        others = [each for each in self._settings.inputs.get(target, []) if each != text]
        fresh = [] if len(text) > LONGEST else [text]
        self._settings.keep("inputs", target, [*fresh, *others][:INPUTS])

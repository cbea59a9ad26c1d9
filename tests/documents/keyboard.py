"""The README's table of keys, made from the window's own action registry.

``python -m tests.documents.keyboard`` prints it; ``--write`` puts it into the README.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from studio.shell.actions import Action, ActionRegistry
from studio.shell.bars import MENUS
from tests.documents.hands import window
from tests.documents.readme import README, with_keys


def table(actions: ActionRegistry) -> str:
    """One line for each action that has a key, by menu."""
    rows = ["| keys | action | what it does |", "|---|---|---|"]
    placed: set[str] = set()
    for menu, entries in MENUS:
        ids = [
            action_id
            for entry in entries
            for action_id in ((entry,) if isinstance(entry, str) else entry[1])
        ]
        named = [actions.action(action_id) for action_id in ids if action_id in actions]
        with_key = [action for action in named if action.shortcut]
        rows.append(f"| **{menu.replace('&', '')}** | | |")
        rows += [_row(action) for action in with_key]
        placed.update(action.id for action in with_key)
    elsewhere = [action for action in actions if action.shortcut and action.id not in placed]
    if elsewhere:
        rows.append("| **In no menu** | | |")
    rows += [_row(action) for action in elsewhere]
    return "\n".join(rows) + "\n"


def _row(action: Action) -> str:
    keys = ", ".join(key.strip() for key in action.shortcut.split(";"))
    return f"| {keys} | {action.title.rstrip('…')} | {action.hint} |"


def main(arguments: list[str]) -> int:
    """Print the table, or write it."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        made = table(opened.actions_registry)
    if arguments == ["--write"]:
        README.write_text(with_keys(made), "utf-8")
    else:
        sys.stdout.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

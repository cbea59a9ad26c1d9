"""Loads the graph that a command names."""

import os

from runtime.cli.failure import CommandError, command_error
from runtime.debug.importing import LoadError
from runtime.debug.loading import LoadedGraph, load


def load_target(target: str) -> LoadedGraph:
    """The graph of ``FILE.py[:NAME]``, where the name may be left out if there is only one."""
    try:
        loaded = load(target)
    except LoadError as error:
        place = "" if error.view.type == "BadTarget" else os.path.basename(target)
        raise command_error(error.view, place) from error
    if isinstance(loaded, LoadedGraph):
        return loaded
    path = target.partition(".py:")[0].removesuffix(".py") + ".py"
    if len(loaded) == 1:
        choice = loaded[0]
        what = "a builder that is not compiled" if choice.kind == "builder" else "a function"
        raise CommandError(
            f"{path} defines no compiled graph, but `{choice.attribute}`, {what}; "
            f"to use it, name it: {path}:{choice.attribute}"
        )
    names = ", ".join(choice.attribute for choice in loaded)
    raise CommandError(
        f"{path} offers several graphs: {names}. Name one, as in {path}:{loaded[0].attribute}"
    )

"""How a graph is named: ``FILE.py`` or ``FILE.py:NAME``."""

import os


def split_target(target: str) -> tuple[str, str]:
    """File and attribute path (``""`` where none is named) of ``FILE.py[:NAME]``."""
    if os.path.exists(target):
        return target, ""
    path, colon, attribute = target.rpartition(":")
    is_name = bool(attribute) and all(part.isidentifier() for part in attribute.split("."))
    if colon and is_name and path.endswith(".py"):
        return path, attribute
    return target, ""

"""Arrays of numpy as data. Only its very own class counts, whose methods are no user's code."""

import sys
from typing import Any

Shape = tuple[int, ...]


def is_array(value: Any) -> bool:
    """Whether the value is an array of numpy, where that is loaded."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is getattr(numpy, "ndarray", None)


def shape_of(value: Any) -> Shape:
    """Sizes of its dimensions."""
    return tuple(map(int, value.shape))


def kind_text(value: Any) -> str:
    """Type of its items and its shape in a word, as ``float64 (3, 4)``."""
    return f"{value.dtype} {shape_of(value)}"


def first_items(value: Any, count: int) -> list[Any]:
    """The first items in the order of the memory, as Python's own where there are such."""
    return [each.item() if hasattr(each, "dtype") else each for each in value.flat[:count]]

"""A checkpoint in short. Apart from the savers, for whoever draws histories needs none of them."""

from typing import NamedTuple


class Line(NamedTuple):
    """A checkpoint without its content."""

    checkpoint_id: str
    parent_checkpoint_id: str | None
    step: int
    ts: str

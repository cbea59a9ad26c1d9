"""How hard generated tests try: ``TEST_EFFORT=20`` makes twenty times as many examples.

Without it examples are the same in every run. With it they are new each time, so that a long
campaign looks where no run has looked before.
"""

import os

from hypothesis import settings

EFFORT = int(os.environ.get("TEST_EFFORT", "1"))


def examples(count: int) -> settings:
    """Settings with ``count`` examples, or more of them in a campaign."""
    return settings(max_examples=count * EFFORT, derandomize=EFFORT == 1)

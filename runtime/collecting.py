"""Python's cycle collector, while many objects are made that all stay.

It looks through everything again whenever so many more objects live than before, which is in vain
where none of them can be garbage yet.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 1000
_lock = threading.Lock()
_paused = 0


@contextmanager
def paused_for(count: int) -> Iterator[None]:
    """Collect nothing while ``count`` objects are made, if these are many."""
    global _paused
    if count < _MANY or (_paused == 0 and not gc.isenabled()):
        yield
        return
    with _lock:
        _paused += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _paused -= 1
            if _paused == 0:
                gc.enable()

"""Answers may come after whoever asked is gone."""

from collections.abc import Callable
from typing import ParamSpec

from PySide6.QtCore import QObject
from shiboken6 import isValid

Given = ParamSpec("Given")


def while_alive(owner: QObject, call: Callable[Given, object]) -> Callable[Given, None]:
    """``call``, which does nothing once ``owner`` is deleted."""

    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        if isValid(owner):
            call(*args, **kwargs)

    return guarded

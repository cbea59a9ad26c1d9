"""Type variables of the public classes."""

from typing import Any

from typing_extensions import TypeVar

StateT = TypeVar("StateT", default=Any)
StateT_co = TypeVar("StateT_co", covariant=True, default=Any)
StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
InputT = TypeVar("InputT", default=Any)
OutputT = TypeVar("OutputT", default=Any)
ContextT = TypeVar("ContextT", default=None)

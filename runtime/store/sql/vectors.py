"""Vectors as bytes: little-endian floats of 32 bits."""

import sys
from array import array

from runtime.store.base.similarity import Vector


def pack_vector(vector: Vector) -> bytes:
    """The bytes of a vector."""
    return _little(array("f", vector)).tobytes()


def unpack_vector(packed: bytes) -> Vector:
    """The vector of bytes."""
    vector = array("f")
    vector.frombytes(packed)
    return _little(vector)


def _little(vector: "array[float]") -> "array[float]":
    if sys.byteorder == "big":
        vector.byteswap()
    return vector

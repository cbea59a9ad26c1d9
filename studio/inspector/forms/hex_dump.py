"""Bytes as lines of sixteen: where they stand, their numbers, and the characters among them."""

WIDTH = 16


def hex_dump(pairs: str, offset: int) -> str:
    """The lines of bytes given as pairs of digits, the first of which stands at ``offset``."""
    data = bytes.fromhex(pairs)
    lines = []
    for start in range(0, len(data), WIDTH):
        part = data[start : start + WIDTH]
        left, right = part[:8].hex(" "), part[8:].hex(" ")
        signs = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in part)
        lines.append(f"{offset + start:08x}  {left:<23}  {right:<23}  {signs}")
    return "\n".join(lines)

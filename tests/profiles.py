"""ICC profiles made for tests: version 2, with small tables, after the specification ICC.1:2001-04."""

from __future__ import annotations

import struct
from itertools import product

from santy_print.palette import lab

STEPS = 9


def _tag(kind: bytes, body: bytes) -> bytes:
    return kind + bytes(4) + body + bytes(-len(body) % 4)


def _table(inputs: int, outputs: int, steps: int, nodes: bytes) -> bytes:
    """A `lut8Type`: no matrix, straight curves, and the nodes."""
    straight = bytes(range(256))
    matrix = struct.pack(">9i", *(65536 if n % 4 == 0 else 0 for n in range(9)))
    head = struct.pack("BBBB", inputs, outputs, steps, 0) + matrix
    return _tag(b"mft1", head + straight * inputs + nodes + straight * outputs)


def _lab8(red: float, green: float, blue: float) -> bytes:
    lightness, a, b = lab((red**2.2, green**2.2, blue**2.2))
    return bytes(min(255, max(0, round(v))) for v in (lightness * 2.55, a + 128, b + 128))


def _inks(lightness: float, a: float, b: float) -> bytes:
    """Black for all that is dark, hues for all that is coloured: enough for a press that nobody owns."""
    cyan, magenta, yellow = (max(0.0, v) for v in (-a / 100, a / 100, b / 100))
    black = 1 - lightness / 100
    return bytes(min(255, round(255 * v)) for v in (cyan, magenta, yellow, black))


def profile(
    space: bytes = b"CMYK", kind: bytes = b"prtr", name: str = "Press of the tests", most: float = 4.0
) -> bytes:
    """A profile as bytes, of a space of colours and a kind of device."""
    quarter = [n / 4 for n in range(5)]
    seen = b"".join(
        _lab8((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)) for c, m, y, k in product(quarter, repeat=4)
    )
    grid = [n / (STEPS - 1) for n in range(STEPS)]
    parted = b"".join(_inks(100 * x, 255 * u - 128, 255 * v - 128) for x, u, v in product(grid, repeat=3))
    said = name.encode()
    described = struct.pack(">I", len(said) + 1) + said + b"\0" + bytes(4 + 4 + 2 + 1 + 67)
    tags = {
        b"desc": _tag(b"desc", described),
        b"cprt": _tag(b"text", b"none\0"),
        b"wtpt": _tag(b"XYZ ", struct.pack(">3i", 63190, 65536, 54061)),
        b"A2B0": _table(4, 3, 5, seen),
        b"B2A0": _table(3, 4, STEPS, parted),
    }
    at = 128 + 4 + 12 * len(tags)
    directory, data = struct.pack(">I", len(tags)), b""
    for key, body in tags.items():
        directory += key + struct.pack(">II", at + len(data), len(body))
        data += body
    size = at + len(data)
    head = struct.pack(">I4sI4s4s4s", size, b"test", 0x02400000, kind, space, b"Lab ") + bytes(12) + b"acsp" + bytes(28)
    white = struct.pack(">3i", 63190, 65536, 54061)
    return head + white + bytes(128 - len(head) - len(white)) + directory + data

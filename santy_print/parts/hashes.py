"""Hashes: a face in, a hash of all that it shows out, so that a later build can tell what looks otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from santy_print.faces import Faces, Frame, Group, Item
from santy_print.faces.frames import Letters
from santy_print.faces.shaping import width
from santy_print.faces.stamp import STAMP


def frame_hash(frame: Frame) -> str:
    """A hash of all that a face shows: it changes when, and only when, a reprint would look different."""
    digest = hashlib.sha256()
    for part in _facts(frame.items):
        digest.update(part.encode("utf-8"))
    digest.update(f"{frame.width} {frame.height} {frame.corner} {frame.cut} {frame.alt}".encode())
    return digest.hexdigest()[:16]


def _facts(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            if item.key and item.key.startswith(STAMP):
                continue
            yield f"({item.matrix} {hash_key(item)}"
            if not item.key:
                yield from _facts(item.items)
            yield ")"
        elif isinstance(item, Letters):
            yield f"{item.x:.3f} {item.y:.3f} {item.font.name} {item.size} {item.colour} {item.text}"
            yield f"{width(item):.3f} {item.way} {item.language}"
        else:
            yield repr(item)


def hash_key(group: Group) -> str:
    """What stands for a shared drawing: its picture and dress, or its clip."""
    return group.key or repr(group.clip)


def hash_of(faces: Faces, frame: Frame) -> str:
    """A face's hash, made once."""
    if frame.key not in faces.hashes:
        faces.hashes[frame.key] = frame_hash(frame)
    return faces.hashes[frame.key]

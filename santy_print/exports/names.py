"""Names of files: plain on every system, and never the same for two faces, decks or parts.

Windows and the disks of most Macs take `A` and `a` for one letter, and Windows keeps some names for devices: what is
told apart by no more than that would overwrite one another there, or could not be written at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from santy_print.faces import Frame
from santy_print.output import is_device
from santy_print.parts.hashes import frame_hash

Key = TypeVar("Key", bound=Hashable)
_LONGEST = 120
"""Of a name's letters: a folder, a number and an ending are still to come, and 255 is the most that disks take."""


def size_name(width: float, height: float) -> str:
    """A size as part of a file name."""
    return f"{width:g}x{height:g}mm"


def plain_name(text: str) -> str:
    """A text as a file name, without ending, that every system and every uploader takes."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", text)[:_LONGEST].strip("-.") or "face"
    stem, dot, rest = plain.partition(".")
    return f"{stem}_{dot}{rest}" if is_device(plain) else plain


class Names:
    """Names that were given away: `free` never gives one twice, not even with other capitals."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, name: str, ending: str = "") -> str:
        """The name with its ending; with a number before it where another has it already."""
        found, number = f"{name}{ending}", 2
        while found.casefold() in self._taken:
            found, number = f"{name}-{number}{ending}", number + 1
        self._taken.add(found.casefold())
        return found


def apart(wanted: Mapping[Key, Sequence[str]]) -> dict[Key, str]:
    """A name for each key: of those it would have the first that no other key asks for at the same time.

    So nobody has to guess whose a name is that two could have had. Where even the last is wanted twice, a number tells.
    """
    names = Names()
    out: dict[Key, str] = {}
    asked = {key: [plain_name(text) for text in texts] for key, texts in wanted.items()}
    for rank in range(max(map(len, asked.values()), default=0)):
        now = {key: texts[min(rank, len(texts) - 1)] for key, texts in asked.items() if key not in out}
        many = Counter(text.casefold() for text in now.values())
        out |= {key: names.free(text) for key, text in now.items() if many[text.casefold()] == 1}
    return {key: out[key] if key in out else names.free(texts[-1]) for key, texts in asked.items()}


def look(frame: Frame) -> str:
    """What a face looks like, whatever is said of it: two backs may differ in their words alone."""
    return frame_hash(replace(frame, alt=""))


def face_names(frames: Iterable[Frame]) -> dict[str, str]:
    """File names by key, without ending: `<layout>-<item>`, or `<layout>` where all of its faces look alike.

    Where that could be read in two ways (layout `a`, item `b-c`; layout `a-b`, item `c`), it is `<layout>.<item>`: ids
    have no dots.
    """
    looks: dict[str, dict[str, str]] = {}
    for frame in frames:
        looks.setdefault(frame.key.partition(":")[0], {})[frame.key] = look(frame)
    wanted: dict[str, tuple[str, str]] = {}
    for layout, faces in looks.items():
        if len(set(faces.values())) == 1:
            wanted[layout] = (layout, f"{layout}.all")
        else:
            wanted |= {key: (key.replace(":", "-", 1), key.replace(":", ".", 1)) for key in faces}
    names = apart(wanted)
    return {key: names[key if key in names else layout] for layout, faces in looks.items() for key in faces}

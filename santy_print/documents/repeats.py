"""Repeats: drawings of an SVG in, the same in, what they draw more than once written once and used by reference.

The drawings are ours (`svg`): no comment, and no sign of markup within a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

_MARKUP = re.compile(r"<(?P<end>/?)(?P<name>\w+)[^>]*?(?P<alone>/?)>|[^<]+")
DRAWN = ("g", "path", "text", "image", "use")
"""What can be used by reference wherever it is drawn; the colours of a gradient cannot."""
LEAST = 40
"""What is longer is worth a reference and the id that it refers to."""


class _Part(NamedTuple):
    """A piece of a drawing: a tag with all that is in it, or the letters of a text (no name)."""

    name: str
    whole: str
    opening: str = ""
    inside: tuple[_Part, ...] = ()
    closing: str = ""

    @property
    def shared(self) -> bool:
        """Whether it may stand elsewhere: nothing in it is referred to by its id already."""
        return self.name in DRAWN and len(self.whole) > LEAST and ' id="' not in self.whole


def written_once(drawings: str) -> str:
    """Drawings of which each part that is drawn more than once has an id of its own (`r0`) and is used by it."""
    parts = _read(drawings)
    times = Counter[str]()
    _count(parts, times)
    ids: dict[str, str] = {}
    shared: list[str] = []

    def written(part: _Part) -> str:
        inside = "".join(reference(each) for each in part.inside)
        return f"{part.opening}{inside}{part.closing}" if part.opening else part.whole

    def reference(part: _Part) -> str:
        if not part.shared or times[part.whole] < 2:
            return written(part)
        if part.whole not in ids:
            ids[part.whole] = f"r{len(ids)}"
            shared.append(f'<{part.name} id="{ids[part.whole]}"{written(part).removeprefix(f"<{part.name}")}')
        return f'<use href="#{ids[part.whole]}"/>'

    body = "".join(map(reference, parts))
    return "".join((body, *shared))


def _read(drawings: str) -> tuple[_Part, ...]:
    """The parts of drawings."""
    rows: list[list[_Part]] = [[]]
    begun: list[tuple[str, str]] = []
    for found in _MARKUP.finditer(drawings):
        if found["end"]:
            name, opening = begun.pop()
            inside = tuple(rows.pop())
            whole = "".join((opening, *(part.whole for part in inside), found[0]))
            rows[-1].append(_Part(name, whole, opening, inside, found[0]))
        elif found["name"] and not found["alone"]:
            begun.append((found["name"], found[0]))
            rows.append([])
        else:
            rows[-1].append(_Part(found["name"] or "", found[0]))
    return tuple(rows[0])


def _count(parts: Iterable[_Part], times: Counter[str]) -> None:
    """How often each part stands somewhere; what is in a part that stands often counts once."""
    for part in parts:
        times[part.whole] += 1
        if times[part.whole] == 1 or not part.shared:
            _count(part.inside, times)

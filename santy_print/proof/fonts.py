"""Fonts of a file: which letter a code stands for, how wide it is, whether it has a picture; which fonts are in it.

What counts is what a page can reach: its resources, those it inherits, those of forms, patterns, notes and of fonts
whose letters are themselves drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from santy_print.faces.typeset import drawn_codes

MAX_LEVELS = 64
NOT_TOLD = 500.0
"""The width of a letter, in thousandths of its size, where its font does not say."""


@dataclass(frozen=True, slots=True)
class FontFact:
    """A font of the file: its name, and whether its letters are in the file, all or only those used."""

    name: str
    embedded: bool
    subset: bool


class Font:
    """A font as the file has it: which letter a code stands for, and whether it has a glyph for it."""

    def __init__(self, entry: Any) -> None:
        """Read what a font's dictionary says."""
        self.name = name_of(entry).split("+")[-1]
        self.wide = entry.get("/Subtype") == "/Type0"
        self.letters = _letters(entry.ToUnicode.read_bytes()) if "/ToUnicode" in entry else {}
        file = entry.get("/FontDescriptor", {}).get("/FontFile2")
        self.drawn = drawn_codes(file.read_bytes()) if file is not None and not self.wide else None
        self.first = int(entry.get("/FirstChar", 0))
        self.widths = [float(width) for width in entry.get("/Widths", [])]

    def decode(self, data: bytes) -> tuple[str, list[str]]:
        """The text that codes stand for, and what of it has no glyph."""
        text, missing = "", []
        for code in self._codes(data):
            char = self.letters.get(code, "" if self.wide else chr(code))
            if (self.wide and code == 0) or (self.drawn is not None and code not in self.drawn):
                missing.append(f"{char or '?'} in {self.name}")
            text += char
        return text, missing

    def width(self, data: bytes) -> float:
        """How wide codes run, as a multiple of the letters' size."""
        known = range(self.first, self.first + len(self.widths))
        codes = self._codes(data)
        return sum(self.widths[code - self.first] if code in known else NOT_TOLD for code in codes) / 1000

    def _codes(self, data: bytes) -> list[int]:
        step = 2 if self.wide else 1
        return [int.from_bytes(data[n : n + step], "big") for n in range(0, len(data) - step + 1, step)]


def name_of(entry: Any) -> str:
    """How a font is called."""
    return str(entry.get("/BaseFont", entry.get("/Name", "/unnamed")))[1:]


def inherited(page: Any, key: str, default: Any) -> Any:
    """What a page has under a key, or the nearest of the nodes above it."""
    node = page
    for _ in range(MAX_LEVELS):
        if node is None or key in node:
            break
        node = node.get("/Parent")
    return default if node is None else node.get(key, default)


def font_facts(pages: Any) -> list[FontFact]:
    """The fonts that pages can reach, by name."""
    found = {_fact(font) for font in _reached(pages)}
    return sorted(found, key=lambda fact: fact.name)


def _fact(font: Any) -> FontFact:
    name, drawn = name_of(font), font.get("/Subtype") == "/Type3"
    descriptor = font.get("/FontDescriptor", {})
    embedded = drawn or any(f"/FontFile{n}" in descriptor for n in ("", "2", "3"))
    return FontFact(name, embedded, drawn or bool(re.match(r"[A-Z]{6}\+", name)))


def _reached(pages: Any) -> Iterator[Any]:
    """Each font once: from the resources of pages and notes down through all that brings resources of its own."""
    todo: list[Any] = []
    for page in pages:
        todo.append(inherited(page.obj, "/Resources", {}))
        for note in page.obj.get("/Annots", []):
            todo += _appearances(note)
    seen: set[tuple[int, int]] = set()
    while todo:
        resources = todo.pop()
        if getattr(resources, "is_indirect", False):
            if resources.objgen in seen:
                continue
            seen.add(resources.objgen)
        fonts = list(resources.get("/Font", {}).values())
        fonts += [state.Font[0] for state in resources.get("/ExtGState", {}).values() if "/Font" in state]
        for font in fonts:
            below = font.get("/DescendantFonts")
            yield from [font] if below is None else list(below)
        holders = [*fonts, *resources.get("/XObject", {}).values(), *resources.get("/Pattern", {}).values()]
        for holder in holders:
            if "/Resources" in holder and (not holder.is_indirect or holder.objgen not in seen):
                seen |= {holder.objgen} if holder.is_indirect else set()
                todo.append(holder.Resources)


def _appearances(note: Any) -> Iterator[Any]:
    """The resources of all pictures of a note: each is a stream, or one of several for the states it may be in."""
    for look in note.get("/AP", {}).values():
        streams = [look] if getattr(look, "_type_name", "") == "stream" else list(look.values())
        yield from (stream.get("/Resources", {}) for stream in streams)


def _letters(cmap: bytes) -> dict[int, str]:
    """The letters of a ToUnicode table."""
    out: dict[int, str] = {}
    text = cmap.decode("latin-1")
    for kind, block in re.findall(r"beginbf(char|range)(.*?)endbf", text, re.DOTALL):
        if kind == "char":
            for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
                out[int(code, 16)] = _utf16(value)
            continue
        for low, high, value in re.findall(
            r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])", block
        ):
            first, last = int(low, 16), min(int(high, 16), int(low, 16) + 65_535)
            if value.startswith("<"):
                start = _utf16(value[1:-1])
                out |= {
                    c: start[:-1] + chr(ord(start[-1]) + c - first) for c in range(first, last + 1) if start
                }
            else:
                each = re.findall(r"<([0-9A-Fa-f]+)>", value)
                out |= {first + n: _utf16(v) for n, v in enumerate(each[: last - first + 1])}
    return out


def _utf16(value: str) -> str:
    return bytes.fromhex(value if len(value) % 2 == 0 else "0" + value).decode("utf-16-be", "replace")

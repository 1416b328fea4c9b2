"""Fonts of a file: which letter a code stands for, how wide it is, whether it has a picture; which fonts are in it.

What counts is what a page can reach: its resources, those it inherits, those of forms, patterns, notes and of fonts
whose letters are themselves drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from santy_print.faces.typeset import drawn_codes
from santy_print.proof.limits import TooMuchError, Work
from santy_print.proof.objects import DamagedError, Node, node_or_none, unpacked

LETTERS = 200_000
"""So many codes of one font may be told what they stand for."""
UNKNOWN_WIDTH = 500.0
"""The width of a letter, in thousandths of its size, where its font does not say."""


@dataclass(frozen=True, slots=True)
class FontFact:
    """A font of the file: its name, and whether its letters are in the file, all or only those used."""

    name: str
    embedded: bool
    subset: bool


class Font:
    """A font as the file has it: which letter a code stands for, and whether it has a glyph for it."""

    def __init__(self, entry: Node, work: Work) -> None:
        """Read what a font's dictionary says."""
        work.spend(1_000, entry.place)
        self.name = name_of(entry).split("+")[-1]
        self.wide = entry.text("/Subtype", "") == "Type0"
        table, descriptor = entry.node("/ToUnicode"), entry.node("/FontDescriptor")
        self.letters = _letters(unpacked(table, work), table.place, work) if table is not None else {}
        file = descriptor.node("/FontFile2") if descriptor is not None else None
        self.drawn = None if file is None or self.wide else _drawn(file, work)
        self.first = entry.whole("/FirstChar", 0)
        self.widths = entry.numbers("/Widths", None, ())

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
        return sum(self.widths[code - self.first] if code in known else UNKNOWN_WIDTH for code in codes) / 1000

    def _codes(self, data: bytes) -> list[int]:
        step = 2 if self.wide else 1
        return [int.from_bytes(data[n : n + step], "big") for n in range(0, len(data) - step + 1, step)]


def _drawn(file: Node, work: Work) -> frozenset[int]:
    try:
        return drawn_codes(unpacked(file, work))
    except ValueError:
        raise DamagedError(f"{file.place}, a font, cannot be read") from None


def name_of(entry: Node) -> str:
    """How a font is called."""
    return entry.text("/BaseFont", entry.text("/Name", "unnamed"))


def font_facts(pages: Sequence[Node], work: Work) -> list[FontFact]:
    """The fonts that pages can reach, by name."""
    found = {_fact(font) for font in _reached(pages, work)}
    return sorted(found, key=lambda fact: fact.name)


def _fact(font: Node) -> FontFact:
    name, drawn = name_of(font), font.text("/Subtype", "") == "Type3"
    descriptor = font.node("/FontDescriptor")
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    embedded = drawn or (descriptor is not None and any(descriptor.has(key) for key in files))
    return FontFact(name, embedded, drawn or bool(re.match(r"[A-Z]{6}\+", name)))


def _reached(pages: Sequence[Node], work: Work) -> Iterator[Node]:
    """Each font once: from the resources of pages and notes down through all that brings resources of its own."""
    todo: list[Node] = []
    for page in pages:
        found = node_or_none(page.inherited("/Resources"), page.what("/Resources"))
        todo += [found] if found is not None else []
        for note in page.array("/Annots"):
            todo += _appearances(Node(note, page.what("/Annots")))
    seen: set[tuple[int, int]] = set()
    known: set[tuple[int, int]] = set()
    while todo:
        resources = todo.pop()
        if any(resources.ident):
            if resources.ident in seen:
                continue
            seen.add(resources.ident)
        fonts = [font for _, font in resources.nodes("/Font")]
        fonts += [_font(state) for _, state in resources.nodes("/ExtGState") if state.has("/Font")]
        holders = [*fonts, *(node for key in ("/XObject", "/Pattern") for _, node in resources.nodes(key))]
        work.spend(20 * (1 + len(holders)), resources.place)
        for font in fonts:
            if font.ident in known:
                continue
            known |= {font.ident} if any(font.ident) else set()
            below = font.array("/DescendantFonts")
            work.spend(300, font.place)
            yield from [Node(each, font.what("/DescendantFonts")) for each in below] or [font]
        for holder in holders:
            inner = None if holder.ident in seen else holder.node("/Resources")
            if inner is not None:
                seen |= {holder.ident} if any(holder.ident) else set()
                todo.append(inner)


def _font(state: Node) -> Node:
    """The font that a setting names."""
    parts = state.array("/Font")
    return Node(parts[0] if parts else None, state.what("/Font"))


def _appearances(note: Node) -> Iterator[Node]:
    """The resources of all pictures of a note: each is a stream, or one of several for the states it may be in."""
    for _, look in note.nodes("/AP"):
        streams = [look] if look.is_stream else [Node(each, look.place) for _, each in look.own()]
        yield from (found for stream in streams if (found := stream.node("/Resources")) is not None)


def _letters(cmap: bytes, place: str, work: Work) -> dict[int, str]:
    """The letters of a ToUnicode table."""
    out: dict[int, str] = {}
    text = cmap.decode("latin-1")
    text = text[: text.rfind("endbf") + 5]  # what is opened and never closed would be looked through each time
    work.spend(len(cmap) // 8, place)
    for kind, block in re.findall(r"beginbf(char|range)(.*?)endbf", text, re.DOTALL):
        if kind == "char":
            for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
                out[int(code, 16)] = _utf16(value)
            continue
        for low, high, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^][]*\])", block):
            first, last = int(low, 16), min(int(high, 16), int(low, 16) + 65_535)
            work.spend(max(last - first + 1, 1), place)
            if value.startswith("<"):
                start = _utf16(value[1:-1])
                out |= {c: start[:-1] + _next(start[-1], c - first) for c in range(first, last + 1) if start}
            else:
                each = re.findall(r"<([0-9A-Fa-f]+)>", value)
                out |= {first + n: _utf16(v) for n, v in enumerate(each[: last - first + 1])}
            if len(out) > LETTERS:
                raise TooMuchError(f"{place} names more than {LETTERS:,} letters")
    return out


def _next(letter: str, count: int) -> str:
    """The letter so many after one; what is beyond all letters is the sign for it."""
    code = ord(letter) + count
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _utf16(value: str) -> str:
    return bytes.fromhex(value if len(value) % 2 == 0 else "0" + value).decode("utf-16-be", "replace")

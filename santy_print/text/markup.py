"""Markup: a text in, runs of one style out. Light Markdown: bold, italic, inline pictures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


class Run(NamedTuple):
    """A stretch of text in one style, or an inline picture (`icon`, its text empty); `small` is the second language."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None
    small: bool = False


BEGIN, TWIN, END = "\ue00d", "\ue00e", "\ue00f"
"""Around what a pair of languages says, and between the first and the second; no text of a pack holds them."""
_PAIR = re.compile(f"{BEGIN}([^{TWIN}]*){TWIN}([^{END}]*){END}")
_TOKEN = re.compile(r"\\([\\*{}])|\{icon:([A-Za-z0-9_-]+)\}|(\*{1,3})")
SPECIAL = re.compile(r"[\\*{}]")


def escape(text: str) -> str:
    """Protect a text so that markup reads it back as it is."""
    return SPECIAL.sub(r"\\\g<0>", text) if SPECIAL.search(text) else text


def twins(first: str, second: str) -> str:
    """A text in two languages; once where they agree."""
    return first if first == second else f"{BEGIN}{first}{TWIN}{second}{END}"


def in_both(text: str) -> tuple[str, str]:
    """What is said in the first language and what in the second; what stands outside of twins is said in both.

    So a list of texts in two languages is a list in each, and changes its language in no place.
    """
    return _PAIR.sub(r"\1", text), _PAIR.sub(r"\2", text)


def parse_markup(text: str) -> tuple[Run, ...]:
    """Turn `**bold**`, `*italic*` and `{icon:name}` into runs; a mark without its partner is literal.

    What is said in a second language follows on a line of its own, `small`.
    """
    if TWIN not in text:
        return _parsed(text)
    first, second = in_both(text)
    return (*_parsed(first), Run("\n"), *(run._replace(small=True) for run in _parsed(second)))


def _parsed(text: str) -> tuple[Run, ...]:
    pieces = _pieces(text)
    marks = _pairs(pieces)
    runs: list[Run] = []
    bold = italic = False
    for index, (kind, value, _) in enumerate(pieces):
        if kind == "icon":
            runs.append(Run("", bold, italic, value))
            continue
        if kind == "mark" and index in marks:
            bold ^= len(value) == 2
            italic ^= len(value) == 1
            continue
        if runs and runs[-1].icon is None and runs[-1][1:3] == (bold, italic):
            runs[-1] = Run(runs[-1].text + value, bold, italic)
        elif value:
            runs.append(Run(value, bold, italic))
    return tuple(runs)


def unclosed(text: str) -> list[tuple[str, int]]:
    """The marks that open before a letter and have no partner, each with its place."""
    pieces = _pieces(text)
    paired = _pairs(pieces)
    nexts = [*pieces[1:], ("text", "", 0)][: len(pieces)]
    return [
        (mark, place)
        for index, ((kind, mark, place), (_, after, _)) in enumerate(zip(pieces, nexts, strict=True))
        if kind == "mark" and index not in paired and after and not after[0].isspace()
    ]


Piece = tuple[str, str, int]
"""What it is (text, icon, mark), what it says, where it stands."""


def _pieces(text: str) -> list[Piece]:
    out: list[Piece] = []
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() > at:
            out.append(("text", text[at : match.start()], at))
        escaped, icon, stars = match.groups()
        if escaped:
            out.append(("text", escaped, match.start()))
        elif icon:
            out.append(("icon", icon, match.start()))
        else:
            after = text[match.end() : match.end() + 1]
            opens = bool(after) and not after.isspace()
            order = (("**", "*") if opens else ("*", "**")) if len(stars) == 3 else (stars,)
            out += [("mark", mark, match.start()) for mark in order]
        at = match.end()
    if at < len(text):
        out.append(("text", text[at:], at))
    return out


def _pairs(pieces: Sequence[Piece]) -> set[int]:
    """The marks that have a partner: opened before a letter, closed after one, never crossing each other."""
    found: set[int] = set()
    opened: dict[str, list[int]] = {}
    for index, (kind, value, _) in enumerate(pieces):
        if kind != "mark":
            continue
        before = pieces[index - 1][1][-1:] if index else ""
        after = pieces[index + 1][1][:1] if index + 1 < len(pieces) else ""
        same = opened.setdefault(value, [])
        partner = same[-1] if same else None
        if partner is not None and before and not before.isspace() and index > partner + 1:
            found |= {partner, index}
            for marks in opened.values():
                while marks and marks[-1] >= partner:
                    marks.pop()
        elif after and not after.isspace():
            same.append(index)
    return found


def script_in(text: str) -> str:
    """The script in which a text begins, as Unicode calls it; "" of another than these."""
    letter = next(filter(str.isalpha, text), " ")
    script = unicodedata.name(letter, "").partition(" ")[0].capitalize()
    return script if script in ("Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic") else ""

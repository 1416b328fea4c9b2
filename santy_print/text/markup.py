"""Markup: a text in, runs of one style out. Light Markdown: bold, italic, inline pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Run(NamedTuple):
    """A stretch of text in one style, or an inline picture (`icon`, its text empty)."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None


_TOKEN = re.compile(r"\\([\\*{}])|\{icon:([A-Za-z0-9_-]+)\}|(\*{1,3})")
SPECIAL = re.compile(r"[\\*{}]")


def escape(text: str) -> str:
    """Protect a text so that markup reads it back as it is."""
    return SPECIAL.sub(r"\\\g<0>", text) if SPECIAL.search(text) else text


def parse_markup(text: str) -> tuple[Run, ...]:
    """Turn `**bold**`, `*italic*` and `{icon:name}` into runs; a mark without its partner is literal."""
    pieces = _pieces(text)
    marks = _pairs(pieces)
    runs: list[Run] = []
    bold = italic = False
    for index, (kind, value) in enumerate(pieces):
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


def _pieces(text: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() > at:
            out.append(("text", text[at : match.start()]))
        escaped, icon, stars = match.groups()
        if escaped:
            out.append(("text", escaped))
        elif icon:
            out.append(("icon", icon))
        else:
            after = text[match.end() : match.end() + 1]
            opens = bool(after) and not after.isspace()
            order = (("**", "*") if opens else ("*", "**")) if len(stars) == 3 else (stars,)
            out += [("mark", mark) for mark in order]
        at = match.end()
    if at < len(text):
        out.append(("text", text[at:]))
    return out


def _pairs(pieces: Sequence[tuple[str, str]]) -> set[int]:
    """The marks that have a partner: opened before a letter, closed after one, never crossing each other."""
    found: set[int] = set()
    stack: list[int] = []
    for index, (kind, value) in enumerate(pieces):
        if kind != "mark":
            continue
        before = pieces[index - 1][1][-1:] if index else ""
        after = pieces[index + 1][1][:1] if index + 1 < len(pieces) else ""
        partner = next((i for i in reversed(stack) if pieces[i][1] == value), None)
        if partner is not None and before and not before.isspace() and index > partner + 1:
            found |= {partner, index}
            del stack[stack.index(partner) :]
        elif after and not after.isspace():
            stack.append(index)
    return found

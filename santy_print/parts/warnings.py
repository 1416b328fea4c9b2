"""Warnings: what a build warns of in, plain text for a cache out, and the warning again at its place.

A place is kept by its file within the pack and what its lines say: where they say anything else meanwhile, or stand
elsewhere, the warning is not found again, and whatever it was met in is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from santy_print.cache import Item, Made
from santy_print.diag import Diagnostic, Report, Span
from santy_print.folders import shared_layouts
from santy_print.pack import Pack
from santy_print.source import read_text
from santy_print.verdicts import of_plain, plain


def made_with(items: tuple[Item, ...], warnings: Iterable[Diagnostic], pack: Pack) -> Made:
    """Finished files with what was warned of; they last where all of that can be found again."""
    notes = [_note(fault, pack) for fault in warnings]
    return Made(items, tuple(note for note in notes if note is not None), None not in notes)


def warnings_of(made: Made, pack: Pack) -> list[Diagnostic] | None:
    """What was warned of as these files were made; None where some of it cannot be found again."""
    found = [_found(note, pack) for note in made.notes]
    return [fault for fault in found if fault is not None] if None not in found else None


def _note(fault: Diagnostic, pack: Pack) -> str | None:
    if fault.span is None:
        return json.dumps([*plain(fault), None])
    span, home = fault.span, _home(fault.span.file.name, pack)
    if home is None:
        return None
    return json.dumps([*plain(fault), [*home, _place_of(span), span.line, span.col, span.end_line, span.end_col]])


def _found(note: str, pack: Pack) -> Diagnostic | None:
    try:
        *values, place = json.loads(note)
        return of_plain(values, _span(place, pack) if place else None)
    except (ValueError, TypeError, LookupError, RecursionError):  # of another shape than is written, or not there
        return None


def _span(place: list[Any], pack: Pack) -> Span:
    layer, name, text, *where = place
    if layer is None:
        path, shown, depth = pack.layout(name) or (Path(), "", 0)
    else:
        path, depth = pack.layers[layer] / name, layer
        shown = pack.shown(path)
    file = read_text(path, shown, Report(), depth) if shown and ".." not in name else None
    line, col, end_line, end_col = map(int, where)
    if file is None or _place_of(made := Span(file, line, col, end_line, end_col)) != text:
        raise LookupError
    return made


def _home(shown: str, pack: Pack) -> tuple[int | None, str] | None:
    """A file by its layer of the pack and its name there, or a layout of the pack's game by its name alone."""
    for layer, root in enumerate(pack.layers):
        before = pack.shown(root / "x")[:-1]
        if shown.startswith(before) and (root / shown.removeprefix(before)).is_file():
            return layer, shown.removeprefix(before)
    layouts = ((name, pack.layout(name)) for name in shared_layouts(pack.game))
    return next(((None, name) for name, found in layouts if found is not None and found[1] == shown), None)


def _place_of(span: Span) -> list[str]:
    """The lines of a place."""
    return span.file.lines[span.line - 1 : span.end_line]

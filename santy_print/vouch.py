"""Vouch: a pack in, all that a build of it asks for out, piece by piece and word by word, with every fault on the way.

Here is the one list: `build` makes what stands on it, `check` asks for the same and draws no file, `preview` shows it.
So what `check` finds no error in can be built. A fault is told once for its place, not once for each item and language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from santy_print.cache import Cache, Made
from santy_print.diag import PackError, Report, take
from santy_print.documents import Document, rulebook
from santy_print.faces import Faces, Frame, Purpose
from santy_print.faces.covered import any_over_a_text
from santy_print.faces.measure import LOST, judge, read
from santy_print.faces.seen import Seen
from santy_print.pack import Pack
from santy_print.parts import check_parts, check_sizes, copies_of, say_empty
from santy_print.parts.words import check_words
from santy_print.sheets import Setup


def files_of(documents: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """The names of the files of each document; none of what is made by a plain function."""
    return {name: made.files if isinstance(made, Document) else () for name, made in documents.items()}


def documents(pack: Pack) -> dict[str, Document]:
    """All documents that a build makes of a pack, by name, besides its parts."""
    return {**rulebook.documents(pack), **pack.game.documents(pack)}


def vouch(pack: Pack, cache: Cache) -> Report:
    """All errors for which a build of the whole pack, in all its languages, would be refused; and what it warns of.

    No file is made: faces are laid out, documents composed, every text is said. The cache knows languages and faces
    that were without fault before.
    """
    report, known = Report(), documents(pack)
    take(report, check_parts(pack, files_of(known), list(pack.locales), list(pack.files["components"].parts)))
    seen = Seen()
    for code in pack.locales:
        found = Report()
        cache.made(code, ("vouch",), partial(_vouch_in, code, pack, cache, known, seen, found), _is_empty)
        take(report, found)
    return report


def _is_empty(made: Made) -> bool:
    return not made.items


def _vouch_in(
    code: str, pack: Pack, cache: Cache, known: Mapping[str, Document], seen: Seen, report: Report
) -> Made | None:
    """The same in one language; None where there is anything to tell."""
    try:
        faces = Faces(pack, pack.locales[code], recall=cache.recall, purpose=Purpose(seen=seen, look=_refuse_covered))
    except PackError as fault:
        take(report, fault.report)
        return None
    for part in pack.files["components"].parts:
        _trying(faces.report, _ask_part, faces, part)
    for document in known.values():
        _trying(faces.report, document.ask, pack, code, faces)
    take(report, faces.report)
    return None if len(report) else Made(())


def _refuse_covered(faces: Faces, frame: Frame) -> None:
    """Tell what a build refuses of how a face reads; what it warns of is told where it is built, and by `--strict`."""

    def tell(code: str, *details: Any) -> None:
        if code in LOST:
            faces.report.error(code, *details)

    if any_over_a_text(frame):
        judge([read(frame, faces.book, faces.ink.mode)], faces, tell)


def _ask_part(faces: Faces, part: str) -> None:
    known = len(faces.report), faces.repeats
    copies = list(copies_of(faces, faces.pack.files["components"].parts[part]))
    check_sizes(copies, faces, Setup())
    if not copies:
        if known == (len(faces.report), faces.repeats):  # else it may have pieces, once they can be told
            say_empty(faces.pack, part, faces.report)
    elif faces.locale.has(f"part.{part}"):
        _trying(faces.report, check_words, faces, part)


def _trying(report: Report, work: Callable[..., Any], *given: Any) -> None:
    try:
        work(*given)
    except PackError as fault:
        take(report, fault.report)

"""Vouch: a pack in, all that a build of it asks for out, piece by piece and word by word, with every fault on the way.

Here is the one list: `build` makes what stands on it, `check` asks for the same and draws no file, `preview` shows it.
So what `check` finds no error in can be built. A fault is told once for its place, not once for each item and language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from santy_print import offline
from santy_print.budget import Budget
from santy_print.cache import Cache, Made
from santy_print.diag import PackError, Report, take
from santy_print.documents import Document, rulebook
from santy_print.faces import Faces, Frame, Purpose
from santy_print.faces.covered import any_over_a_text
from santy_print.faces.measure import LOST, judge, read
from santy_print.faces.sandbox import METER
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
    return {**rulebook.documents(pack), **pack.game.documents(pack), **offline.documents(pack)}


def on_request(documents: Mapping[str, object]) -> frozenset[str]:
    """The names of those that a build makes only if it is asked for them."""
    return frozenset(name for name, made in documents.items() if isinstance(made, Document) and made.on_request)


def vouch(pack: Pack, cache: Cache) -> Report:
    """All errors for which a build of the whole pack, in all its languages, would be refused; and what it warns of.

    No file is made: faces are laid out, documents composed, every text is said. The cache knows languages and faces
    that were without fault before. What is made on request alone is asked for then.
    """
    report, every = Report(), documents(pack)
    take(report, check_parts(pack, files_of(every), list(pack.locales), [*pack.parts, *every]))
    known = {name: made for name, made in every.items() if name not in on_request(every)}
    seen = Seen()
    for code in pack.locales:
        found = Report()
        cache.made(
            code, ("vouch",), partial(_vouch_in, code, pack, cache, known, seen, found), partial(_pays, pack.budget)
        )
        take(report, found)
    return report


def _pays(budget: Budget, made: Made) -> bool:
    """Whether a language that was without fault may take again of the budget what it took then; it does, if so."""
    bill = re.fullmatch("(-?[0-9]{1,15}) ([0-9]{1,9})", "\n".join(made.notes))
    return not made.items and bill is not None and budget.pay(int(bill[1]), int(bill[2]))


def _vouch_in(
    code: str, pack: Pack, cache: Cache, known: Mapping[str, Document], seen: Seen, report: Report
) -> Made | None:
    """The same in one language, with what it took of the budget; None where there is anything to tell."""
    budget, read = pack.budget, METER.reading
    left, laid = budget.left, budget.faces
    try:
        faces = faces_to_check(pack, code, cache, seen)
    except PackError as fault:
        take(report, fault.report)
        return None
    for part in pack.parts:
        _trying(faces.report, _ask_part, faces, part)
    for document in known.values():
        _trying(faces.report, document.ask, pack, code, faces)
    take(report, faces.report)
    cost = left - budget.left - (METER.reading - read)
    return None if len(report) else Made((), (f"{cost} {budget.faces - laid}",))


def faces_to_check(pack: Pack, code: str, cache: Cache, seen: Seen) -> Faces:
    """The faces of a language, laid out for their faults alone; PackError where fonts or styles cannot be used.

    The cache knows those that were without fault before, `seen` what is drawn alike in all languages.
    """
    return Faces(pack, pack.locales[code], recall=cache.recall, purpose=Purpose(seen=seen, look=_refuse_covered))


def _refuse_covered(faces: Faces, frame: Frame) -> None:
    """Tell what a build refuses of how a face reads; what it warns of is told where it is built, and by `--strict`."""

    def tell(code: str, *details: Any) -> None:
        if code in LOST:
            faces.report.error(code, *details)

    if any_over_a_text(frame):
        judge([read(frame, faces.book, faces.ink.mode)], faces, tell)


def _ask_part(faces: Faces, part: str) -> None:
    known = faces.met
    copies = list(copies_of(faces, part))
    check_sizes(copies, faces, Setup())
    if not copies:
        if known == faces.met:  # else it may have pieces, once they can be told
            say_empty(faces.pack, part, faces.report)
    elif faces.locale.has(f"part.{part}"):
        _trying(faces.report, check_words, faces, part)


def _trying(report: Report, work: Callable[..., Any], *given: Any) -> None:
    try:
        work(*given)
    except PackError as fault:
        take(report, fault.report)

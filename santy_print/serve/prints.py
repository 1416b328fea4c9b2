"""Prints: what somebody chooses on a page (parts, languages, paper, backs, ink, printer) in, files of a build out.

They are made as `santy build` makes them, byte for byte, and either kept by the browser or shown there, page by page.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from santy_print.budget import Budget
from santy_print.build import MANIFEST, files_built
from santy_print.cache import Cache, Item, Made
from santy_print.choices import DOCUMENT_INK, DOCUMENT_PAPER, DUPLEX, INK, PAPER, PAPERS, WrongValue, check
from santy_print.diag import Report, take
from santy_print.documents.rulebook import FILES, Rulebook
from santy_print.documents.rulebook import documents as rulebooks
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.i18n import spoken_as_asked
from santy_print.pack import Pack
from santy_print.parts import Conduct, Options, asked, copies_of
from santy_print.parts.pages import built_part, sheets_of
from santy_print.parts.warnings import made_with, warnings_of
from santy_print.printer import find_printer, read_printers
from santy_print.serve.jobs import Desk, Done, Refused, reply
from santy_print.serve.shelf import DPI, Shelf
from santy_print.serve.shown import part_named, shown_faults
from santy_print.serve.snapshot import plain
from santy_print.sheets import Setup, parse_paper
from santy_print.vouch import documents, on_request
from santy_print.workers import cores

MANY, FIRST = 200, 36
"""Of a part of so many pieces so many are laid out before all others."""
SEEN = 8
"""Of so many of their pages it is told with them how they look."""
MOST_PAGES = 60
"""Of so many pages it is told at once how they look."""
KINDS = {".pdf": "application/pdf", ".html": "text/html", ".txt": "text/plain; charset=utf-8"}
ZIP = "application/zip"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file of an archive: the same files give the same bytes."""


def options_of(given: Any, settings: Path | None) -> Options:
    """What a page chose, as a build is asked for it; Refused where it is nothing that can be built."""
    if not isinstance(given, dict):
        raise Refused("an object is wanted")
    paper, stamp, bleed = _paper(_word(given, "paper", "a4")), given.get("stamp", False), given.get("bleed", 0)
    if not isinstance(stamp, bool):
        raise Refused("`stamp` is neither true nor false")
    try:
        printer = _word(given, "printer", "")
        return Options(
            _names(given, "languages"),
            _names(given, "parts"),
            Setup(paper, _word(given, "duplex", "long"), bleed),
            _word(given, "ink", "low"),
            find_printer(settings, printer) if printer and settings is not None else None,
            stamp,
        )
    except WrongValue as why:
        raise Refused(str(why)) from None


def _paper(given: str) -> tuple[float, float]:
    try:
        return parse_paper(given)
    except WrongValue as why:
        least, most = (f"{side:g}" for side in (PAPER.side.least, PAPER.side.most))
        raise Refused(str(why), "refused.paper", given=given, least=least, most=most) from None


def _names(given: Any, name: str) -> tuple[str, ...]:
    value = given.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Refused(f"`{name}` is no list of names")
    return tuple(dict.fromkeys(value))


def _word(given: Any, name: str, otherwise: str) -> str:
    value = given.get(name, otherwise) if isinstance(given, dict) else None
    if not isinstance(value, str):
        raise Refused(f"`{name}` is no word")
    return value


def _pack(desk: Desk) -> Pack:
    """The pack, which may spend on this job what a build may."""
    return replace(desk.pack(), budget=Budget())


def _shelf(desk: Desk) -> Shelf:
    shelf: Shelf = desk.kept.setdefault("shelf", Shelf())
    return shelf


def _speaking(desk: Desk, options: Options) -> Pack:
    """The pack in the languages that are asked for, two at once among them."""
    pack = _pack(desk)
    if any("+" in code for code in options.languages):
        pack = spoken_as_asked(pack, options.languages)
    return pack.speaking(options.languages)


def _built(desk: Desk, options: Options, report: Report, jobs: int) -> dict[str, bytes]:
    pack = _speaking(desk, options)
    return files_built(pack, options, documents(pack), Conduct(report=report, cache=desk.task.cache, jobs=jobs))


def _faults(desk: Desk, report: Report) -> Any:
    return plain(shown_faults(report.sorted(), desk.roots, desk.task.editor))


# What can be chosen


def choices(desk: Desk, given: Any) -> Done:
    """What there is to choose from besides what the page knows: documents, papers, ways to print, saved printers."""
    pack = _pack(desk)
    every = documents(pack)
    by_name = on_request(every)
    offered = [
        {**plain(part_named(pack, name)), "whole": made.whole, "asked": name in by_name} for name, made in every.items()
    ]
    printers = read_printers(desk.task.settings)[0] if desk.task.settings is not None else {}
    return reply(
        {
            "documents": offered,
            "papers": list(PAPERS),
            "duplex": list(DUPLEX.values),
            "inks": list(INK.values),
            "printers": list(printers),
            "rulebook": {"papers": list(DOCUMENT_PAPER.values), "inks": list(DOCUMENT_INK.values)}
            if rulebooks(pack)
            else None,
        }
    )


# Sheets


def sheets(desk: Desk, given: Any) -> Done:
    """The files of a part in a language, with their pages: what to show of them is asked for page by page."""
    options, report = options_of(given, desk.task.settings), Report()
    if len(options.parts) != 1:
        raise Refused("one part is shown at a time")
    files = _built(desk, options, report, 1)
    shown = [_file(_shelf(desk), options, name, data) for name, data in files.items() if name != MANIFEST]
    return reply({"files": shown, "faults": _faults(desk, report)})


def beginning(desk: Desk, given: Any) -> Done:
    """The first sheets of a part that has many pieces, which are there long before all of them are laid out.

    They say a smaller number of sheets than there will be. Of a part that has few pieces, or a fault, there are none.
    """
    options, shown = options_of(given, desk.task.settings), []
    (part, *others), (language, *more) = (*options.parts, ""), (*options.languages, "")
    pack = _speaking(desk, options)
    if others != [""] or more != [""] or part not in pack.parts or language not in pack.locales:
        return reply({"files": [], "looks": []})
    faces = Faces(pack, pack.locales[language], options.ink)
    if sum(count for *_, count in asked(faces, part)) >= MANY:
        copies = list(islice(copies_of(faces, part), FIRST))
        if options.stamp:
            stamp = Stamp(faces)
            copies = [replace(copy, front=stamp(copy.front)) for copy in copies]
        pages = sheets_of(faces, part, copies, options)
        if faces.report.ok:
            built = built_part(faces, part, pages, options)
            shown = [_file(_shelf(desk), options, built.name, built.data)]
    looks = _shelf(desk).looks(shown[0]["file"], range(min(SEEN, len(shown[0]["pages"])))) if shown else []
    return reply({"files": shown, "looks": looks})


def _file(shelf: Shelf, options: Options, name: str, data: bytes) -> Mapping[str, Any]:
    file = shelf.put(data, f"{name} {options}") if data.startswith(b"%PDF") else ""
    leaves = [asdict(leaf) for leaf in shelf.leaves(file)] if file else []
    return {"name": name, "file": file, "bytes": len(data), "pages": leaves}


def looks(desk: Desk, given: Any) -> Done:
    """How some pages of a file look: by that they are fetched (`leaf`); nothing where the file is kept no longer."""
    file, pages = _word(given, "file", ""), given.get("pages")
    if not isinstance(pages, list) or not all(type(page) is int and page >= 0 for page in pages):
        raise Refused("`pages` are no numbers")
    try:
        return reply({"looks": _shelf(desk).looks(file, pages[:MOST_PAGES])})
    except (KeyError, IndexError):
        return reply({"looks": None})


def leaf(desk: Desk, given: Any) -> Done:
    """A page as a picture: its look and how many dots an inch has, `0123abcd.72.png`."""
    look, dpi, *_ = [*str(given).split("."), ""]
    if dpi not in map(str, DPI):
        raise Refused(f"a page has {', '.join(map(str, DPI))} dots an inch")
    try:
        return Done("image/png", _shelf(desk).picture(look, int(dpi)))
    except KeyError:
        raise Refused("it is kept no longer", "refused.lost") from None


# Files to keep


def prints(desk: Desk, given: Any) -> Done:
    """The files that are chosen, as a build writes them: one by itself, several in an archive, with the manifest."""
    options, report = options_of(given, desk.task.settings), Report()
    files = _built(desk, options, report, cores())
    names = [name for name in files if name != MANIFEST]
    if not names:
        raise Refused("nothing is made of that", "refused.nothing")
    if len(names) == 1:
        return _one(names[0], files[names[0]])
    pack = desk.pack().id
    return Done(ZIP, archive({f"{pack}/{name}": data for name, data in files.items()}), f"{pack}.zip")


def _one(name: str, data: bytes) -> Done:
    path = PurePosixPath(name)
    return Done(KINDS.get(path.suffix, "application/octet-stream"), data, path.name)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Files in a ZIP, unpacked by nothing but a copy: nearly all of them are packed within."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            made.writestr(entry, files[name])
    return held.getvalue()


# The rulebook


def book(desk: Desk, given: Any) -> Done:
    """The rulebook in a language as a form has it: its pages and how each looks, or one page of HTML."""
    language, form = _word(given, "language", ""), _word(given, "form", "pdf")
    paper, ink = _word(given, "paper", "a4"), _word(given, "ink", "low")
    try:
        check("paper", paper, DOCUMENT_PAPER)
        check("ink", ink, DOCUMENT_INK)
    except WrongValue as why:
        raise Refused(str(why)) from None
    if form not in FILES:
        raise Refused(f"`{form}` is no form of a rulebook: {', '.join(FILES)}")
    data, report = _book(desk, language, form, paper, "low" if form == "html" else ink)
    shelf = _shelf(desk)
    file = shelf.put(data, " ".join((language, form, paper, ink)))
    answer: dict[str, Any] = {
        "file": file,
        "bytes": len(data),
        "faults": _faults(desk, report),
        "pages": [],
        "looks": [],
    }
    if form != "html":
        answer |= {"pages": [asdict(leaf) for leaf in shelf.leaves(file)], "looks": shelf.looks(file)}
    return reply(answer)


def _book(desk: Desk, language: str, form: str, paper: str, ink: str) -> tuple[bytes, Report]:
    """A form of the rulebook, and what was warned of; from before, where nothing that it is made of has changed."""
    pack, _ = _pack(desk).speaking((language,)).without_faulty((language,))
    if not rulebooks(pack):
        raise Refused("this pack has no rulebook", "refused.rulebook")
    cache, report = Cache(pack, desk.task.cache), Report()

    def make() -> Made:
        warnings = Report()
        made = Rulebook(pack, language, warnings, ink, cache.recall)
        forms: dict[str, Callable[[], bytes]] = {
            "pdf": partial(made.pdf, paper),
            "booklet": partial(made.booklet, paper),
            "html": lambda: made.html().encode(),
        }
        return made_with((Item(FILES[form], forms[form](), {}),), warnings, pack)

    try:
        found = cache.made(language, ("book", form, paper, ink), make, lambda kept: warnings_of(kept, pack) is not None)
    finally:
        cache.keep()
    assert found is not None
    take(report, warnings_of(found, pack) or ())
    return found.items[0].data, report


def book_page(desk: Desk, given: Any) -> Done:
    """A rulebook as HTML, for a frame: `0123abcd.html`."""
    data = _shelf(desk).files.get(str(given).partition(".")[0], b"")
    if not data or data.startswith(b"%PDF"):
        raise Refused("it is kept no longer", "refused.lost")
    return Done("text/html; charset=utf-8", data)


def book_file(desk: Desk, given: Any) -> Done:
    """A rulebook as a file to keep, as it was shown."""
    data, form = _shelf(desk).files.get(_word(given, "file", "")), _word(given, "form", "pdf")
    if data is None or form not in FILES:
        raise Refused("it is kept no longer", "refused.lost")
    return _one(FILES[form], data)

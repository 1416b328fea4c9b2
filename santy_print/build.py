"""Build: a pack and options in, files out, whole or not at all, and a manifest of what is on which sheet."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal

from santy_print import __version__
from santy_print.cache import Cache, Made, is_table
from santy_print.cache import Item as Kept
from santy_print.corrected import corrected
from santy_print.diag import Diagnostic, PackError, Report, did_you_mean, register, take
from santy_print.documents import Document
from santy_print.faces import Faces, Frame, Group, Item, Lender, Shape, made_here
from santy_print.faces.art import Outline
from santy_print.faces.edges import ends_short
from santy_print.faces.frames import Letters
from santy_print.faces.ink import Ink
from santy_print.faces.measure import warn_reading
from santy_print.faces.stamp import STAMP, Stamp
from santy_print.faces.typeset import MM_PER_PT, Setting, Style, set_text
from santy_print.output import staged
from santy_print.pack import Pack
from santy_print.pdf import Claims, Info, write_pdf
from santy_print.printer import Printer
from santy_print.sheets import (
    EDGE,
    HAIRLINE,
    MARK_INK,
    STRIP,
    Copy,
    Page,
    Setup,
    fits,
    impose,
    joined,
    strip_side,
    tile,
    zoned,
)
from santy_print.text import Run, parse_markup
from santy_print.vouch import Words, check_parts, check_sizes, check_words, copies_of, say_empty

register("build-part", "a part that the pack does not have was asked for")
register("face-bleed", "a face that goes to its cut is not drawn as far beyond it as the bleed that is asked for")

RULER = 100.0  # mm


@dataclass(frozen=True, slots=True)
class Commission:
    """What a maker of documents is asked for: a pack's files in one language, for a paper, in an ink.

    `lend` knows the faces that the sheets have made; what folds is made up for `printer`, as the sheets are.
    """

    pack: Pack
    language: str
    setup: Setup
    ink: str = "low"
    lend: Lender = made_here
    printer: Printer | None = None


Maker = Callable[[Commission], dict[str, bytes]]
"""Who makes more files for one language (rulebook, answers): a `Document`, or any function; names and bytes out."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to build and how: languages and parts (all where empty), paper and backs, ink, for which printer.

    `stamp` puts the pack's id and version on fronts; `zones` draws the cut and the safe zone over each face, into files
    of their own (`<part>-proof.pdf`), which no manifest tells of: they are to be looked at.
    """

    languages: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    setup: Setup = field(default_factory=Setup)
    ink: str = "low"
    printer: Printer | None = None
    stamp: bool = False
    zones: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """One finished file: its name under OUT/<pack>, its bytes, and what the manifest says of it.

    `faces` are the hashes of all faces on it, `copies` how many pieces have a face as their front.
    """

    name: str
    data: bytes
    pages: int
    faces: dict[str, str]
    copies: dict[str, int] = field(default_factory=dict)

    def entry(self) -> dict[str, Any]:
        """The manifest's words for it."""
        return {
            "file": self.name,
            "sha256": hashlib.sha256(self.data).hexdigest(),
            "pages": self.pages,
            "faces": self.faces,
            "copies": self.copies,
        }

    def item(self) -> Kept:
        """As it is kept."""
        return Kept(self.name, self.data, {"pages": self.pages, "faces": self.faces, "copies": self.copies})

    @classmethod
    def of(cls, item: Kept) -> Built:
        """As it was kept; `keeps` has looked at it."""
        return cls(item.name, item.data, item.says["pages"], dict(item.says["faces"]), dict(item.says["copies"]))


def keeps(made: Made, language: str, sheets: str | None = None) -> bool:
    """Whether kept files are such as a build makes for a language; `sheets` is the name where there is only one."""
    if sheets is not None and [item.name for item in made.items] != [sheets]:
        return False
    return bool(made.items) and all(_kept_well(item, language) for item in made.items)


def _kept_well(item: Kept, language: str) -> bool:
    says = item.says
    return (
        re.fullmatch(rf"{re.escape(language)}/\w[\w.-]*", item.name) is not None
        and says.keys() == {"pages", "faces", "copies"}
        and type(says["pages"]) is int
        and is_table(says["faces"], str)
        and is_table(says["copies"], int)
    )


def _file_name(language: str, part: str, options: Options) -> str:
    return f"{language}/{part}{'-proof' if options.zones else ''}.pdf"


def choose(pack: Pack, options: Options, documents: Mapping[str, Maker]) -> tuple[list[str], list[str]]:
    """The languages and parts asked for, or all; PackError where one is not the pack's, or can never be built."""
    languages, chosen = named(pack, options, documents)
    known = {name: document for name, document in documents.items() if isinstance(document, Document)}
    report = check_parts(pack, known, languages, chosen)
    if not report.ok:
        raise PackError(report)
    return languages, chosen


def named(pack: Pack, options: Options, documents: Iterable[str]) -> tuple[list[str], list[str]]:
    """The languages and parts asked for, or all.

    PackError with the known ones where one is not the pack's.
    """
    report = Report()
    parts = [*pack.files["components"].parts, *documents]
    for language in options.languages:
        if language not in pack.head.languages:
            report.error(
                "pack-language",
                f"the pack has no language `{language}`",
                pack.where("pack", "languages"),
                did_you_mean(language, pack.head.languages),
            )
    for part in options.parts:
        if part not in parts:
            report.error(
                "build-part",
                f"the pack has no part `{part}`",
                pack.where("components", "parts"),
                did_you_mean(part, parts),
            )
    if not report.ok:
        raise PackError(report)
    languages = [code for code in pack.head.languages if not options.languages or code in options.languages]
    chosen = [part for part in dict.fromkeys(parts) if not options.parts or part in options.parts]
    return languages, chosen


def build(
    pack: Pack,
    out: Path,
    options: Options,
    documents: Mapping[str, Maker],
    progress: Callable[[str], None] = lambda name: None,
    cache: Path | None = None,
) -> list[Built]:
    """Build the set into OUT/<pack>/<language>/ and write OUT/<pack>/manifest.json last.

    `documents` are further parts by name. `progress` hears each file's name before it is made. What was made before
    from the same is taken from the folder `cache`. Raises PackError with every fault of every face, or OSError; the
    files of the last build then stay as they were.
    """
    pack.checked()
    languages, parts = choose(pack, options, documents)
    built: list[Built] = []
    with staged(out / pack.id) as stage:
        maker = _Maker(pack, options, documents, progress, Cache(pack, cache))
        try:
            for item in maker.all(languages, parts):
                stage.write(item.name, item.data)
                built.append(item)
        finally:
            maker.cache.keep()
        if options.zones:
            return built
        known = {} if not (options.languages or options.parts) else _read_manifest(out / pack.id / "manifest.json")
        entries = known | {item.name: item.entry() for item in built}
        files = [entries[name] for name in sorted(entries)]
        head = {
            "pack": pack.id,
            "version": pack.head.version,
            "made_by": f"santy_print {__version__}",
            "files": files,
        }
        stage.write("manifest.json", json.dumps(head, indent=1, ensure_ascii=False) + "\n")
    return built


def _read_manifest(path: Path) -> dict[str, Any]:
    """What an earlier build made, so that building one part does not forget the others.

    An unreadable one is forgotten.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["files"]
        return {entry["file"]: entry for entry in entries if (path.parent / entry["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


@dataclass(slots=True)
class _Maker:
    """Makes the files of a build, or finds them made; the sheets of all languages first, which tell faults of faces."""

    pack: Pack
    options: Options
    documents: Mapping[str, Maker]
    progress: Callable[[str], None]
    cache: Cache
    report: Report = field(default_factory=Report)

    def all(self, languages: Sequence[str], parts: Sequence[str]) -> Iterator[Built]:
        """All files in their order; PackError after the sheets where a face has a fault."""
        notes: list[str] = []
        how = replace(self.options, languages=(), parts=())  # each option has its say, and so has one that comes
        for language in languages:
            for part in parts:
                if part not in self.documents:
                    self.progress(f"{language}/{part}.pdf")
                    fits = partial(keeps, language=language, sheets=_file_name(language, part, how))
                    made = self.cache.made(language, ("part", part, how), partial(self._part, language, part), fits)
                    if made is not None:
                        notes += made.notes
                        yield from map(Built.of, made.items)
        if not self.report.ok:
            raise PackError(self.report)
        for message in dict.fromkeys(notes):
            self.progress(f"warning: {message}")
        for language in languages:
            for part in parts:
                if part in self.documents:
                    self.progress(f"{language}/{part}")
                    make = partial(self._document, language, part)
                    paper = ("document", part, self.options.setup, self.options.ink, self.options.printer)
                    known = _is_ours(self.documents[part])
                    fits = partial(keeps, language=language)
                    files = self.cache.made(language, paper, make, fits) if known else make()
                    yield from map(Built.of, files.items if files else ())

    def _part(self, language: str, part: str) -> Made | None:
        """One file of sheets, or none where it has no pieces; None where a face has a fault."""
        faces = Faces(self.pack, self.pack.locales[language], self.options.ink, self.cache.lend)
        copies = list(copies_of(faces, self.pack.files["components"].parts[part]))
        judge(copies, faces, self.options.setup.bleed)
        if not copies and faces.report.ok:
            say_empty(self.pack, part, faces.report)
            return Made((), tuple(map(noted, faces.report.sorted())))
        check_words(faces, part)
        if self.options.stamp:
            stamp = Stamp(faces)
            copies = [replace(copy, front=stamp(copy.front)) for copy in copies]
        pages = sheets_of(faces, part, copies, self.options)
        take(self.report, faces.report)
        if not faces.report.ok:
            return None
        made = built_part(faces, part, pages, self.options)
        made = replace(made, copies=dict(sorted(Counter(copy.front.key for copy in copies).items())))
        return Made((made.item(),), tuple(map(noted, faces.report.sorted())))

    def _document(self, language: str, part: str) -> Made:
        """The files of a document."""
        options = self.options
        lend, printer = self.cache.lend, options.printer
        found = self.documents[part](Commission(self.pack, language, options.setup, options.ink, lend, printer))
        files = (Built(f"{language}/{name}", data, page_count(data), {}) for name, data in found.items())
        return Made(tuple(built.item() for built in files))


def judge(copies: Sequence[Copy], faces: Faces, bleed: float) -> None:
    """Warn of what will not look right once it is printed and cut (bleed in mm)."""
    frames = {frame.key: frame for copy in copies for frame in (copy.front, copy.back) if frame}
    looks: dict[str, Frame] = {}
    for frame in frames.values():
        looks.setdefault(_hash(faces, frame), frame)
    warn_reading(looks, faces)
    short = {frame.key.partition(":")[0]: frame for frame in frames.values() if ends_short(frame, bleed)}
    for layout, frame in short.items():
        message = f"`{layout}` is not drawn {bleed:g} mm beyond its cut: the rest of the bleed stays white"
        hint = "draw grounds and pictures beyond the cut; grounds are printed with `--ink full` alone"
        faces.report.warning("face-bleed", message, faces.place(frame), hint)


def noted(fault: Diagnostic) -> str:
    """A warning as a build tells it, every time: without its place, for where the pack lies is not kept."""
    return "\n    ".join((f"{fault.message} ({fault.code})", *(f"hint: {hint}" for hint in fault.hints)))


def _is_ours(document: Maker) -> bool:
    """Whether a document is made by a plain function of the house, which its program's hash speaks for."""
    document = document.make if isinstance(document, Document) else document
    name = f"{getattr(document, '__module__', '')}:{getattr(document, '__qualname__', '<')}"
    return name.startswith("santy_print.") and "<" not in name


def page_count(data: bytes) -> int:
    """How many pages a PDF has; 0 for a file of another kind."""
    if not data.startswith(b"%PDF"):
        return 0
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return len(document)
    finally:
        document.close()


def part_pages(faces: Faces, part: str, setup: Setup) -> list[Page]:
    """The pages of one part: pieces imposed n-up, boards tiled. Faults of faces are in `faces.report`."""
    return imposed(faces, part, list(copies_of(faces, faces.pack.files["components"].parts[part])), setup)


def sheets_of(faces: Faces, part: str, copies: Sequence[Copy], options: Options) -> list[Page]:
    """Pieces on pages; where a printer is made up for, so that this leaves them on the paper."""
    lay = partial(imposed, faces, part, copies)
    if options.printer is None:
        return lay(options.setup)
    return corrected(lay, options.setup, options.printer, (part, copies), faces.report)


def imposed(faces: Faces, part: str, copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Pieces on pages, each page with its legend; a face too large for a row is a board and is tiled."""

    def legend(page: Page) -> Sequence[Item]:
        return legend_items(faces, part, page)

    small = [c for c in copies if fits(c.front.size, setup)]
    groups = [impose(small, setup)] if small else []
    groups += [tile(c.front, setup) for c in copies if c.back is None and not fits(c.front.size, setup)]
    check_sizes(copies, faces, setup)
    pages = joined(groups, legend)
    return [_in_ink(page, faces.ink) for page in pages]


def _in_ink(page: Page, ink: Ink) -> Page:
    """A page whose marks are as the build prints them."""
    return replace(page, marks=tuple(_inked(mark, ink) for mark in page.marks))


def _inked(mark: Item, ink: Ink) -> Item:
    """A mark of a sheet as the build prints it: grey has no colour, nor have its crop marks, ruler and legend."""
    if ink.mode != "grey":
        return mark
    if isinstance(mark, Shape):
        fill, stroke = (colour and ink(colour) for colour in (mark.fill, mark.stroke))
        return replace(mark, fill=fill, stroke=stroke)
    if isinstance(mark, Letters):
        return replace(mark, colour=ink(mark.colour))
    return replace(mark, items=tuple(_inked(item, ink) for item in mark.items)) if isinstance(mark, Group) else mark


def built_part(faces: Faces, part: str, pages: Sequence[Page], options: Options, partial: bool = False) -> Built:
    """The file of a part, with the content hash of each face on it."""
    pack, locale, words = faces.pack, faces.locale, Words(faces, part)
    sides = words.sides["front"], words.sides["back"]
    stamp = Stamp(faces).text if options.stamp else ""
    claims = Claims(pack.id, part, options.setup.duplex, options.printer, partial, sides, stamp, options.zones)
    if options.zones:
        pages = [_in_ink(zoned(page), faces.ink) for page in pages]
    data = write_pdf(pages, Info(words.title, locale.code, "santy_print", words.credit, __version__, claims))
    frames: dict[str, Frame] = {cell.frame.key: cell.face for page in pages for cell in page.cells}
    return Built(
        _file_name(locale.code, part, options),
        data,
        len(pages),
        {key: _hash(faces, frames[key]) for key in sorted(frames)},
    )


def _hash(faces: Faces, frame: Frame) -> str:
    """A face's hash, made once."""
    if frame.key not in faces.hashes:
        faces.hashes[frame.key] = frame_hash(frame)
    return faces.hashes[frame.key]


def frame_hash(frame: Frame) -> str:
    """A hash of all that a face shows: it changes when, and only when, a reprint would look different."""
    digest = hashlib.sha256()
    for part in _facts(frame.items):
        digest.update(part.encode("utf-8"))
    digest.update(f"{frame.width} {frame.height} {frame.corner} {frame.cut} {frame.alt}".encode())
    return digest.hexdigest()[:16]


def _facts(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            if item.key and item.key.startswith(STAMP):
                continue
            yield f"({item.matrix} {hash_key(item)}"
            if not item.key:
                yield from _facts(item.items)
            yield ")"
        elif isinstance(item, Letters):
            yield f"{item.x:.3f} {item.y:.3f} {item.font.name} {item.size} {item.colour} {item.text}"
        else:
            yield repr(item)


def hash_key(group: Group) -> str:
    """What stands for a shared drawing: its picture and dress, or its clip."""
    return group.key or repr(group.clip)


def legend_items(faces: Faces, part: str, page: Page) -> Sequence[Item]:
    """What a sheet says of itself, and a 100 mm ruler to check the printer by, in the widest margin.

    None where all are narrow.
    """
    left, _, right, _ = page.trim
    width, height = page.width, page.height
    side = strip_side((width, height), page.trim, page.trim[0] - page.bleed[0])
    if side in ("below", "above"):
        start = min(left, 20.0)
        span = (start, max(right, width - 20.0) - start)
        top = EDGE + 0.8 if side == "above" else height - EDGE - STRIP + 0.8
        return _strip(faces, part, page, span, (1, 0, 0, 1, 0, top))
    if side in ("left", "right"):
        inset = min(20.0, max(EDGE + 1.0, (height - RULER) / 2))
        span = (0.0, height - 2 * inset)
        # Read from the right at the left edge and from the left at the right one, its foot always towards the pieces.
        left_edge, right_edge = (
            (0, -1, 1, 0, EDGE + 0.4, height - inset),
            (0, 1, -1, 0, width - EDGE - 0.4, inset),
        )
        return _strip(faces, part, page, span, left_edge if side == "left" else right_edge)
    return ()


def _strip(
    faces: Faces,
    part: str,
    page: Page,
    span: tuple[float, float],
    matrix: tuple[float, float, float, float, float, float],
) -> list[Item]:
    """The ruler with its words, and beside it, or on narrow paper under it, as much of the legend as there is room for.

    Where paper is too narrow for the ruler there is none: one of another length would be measured wrong.
    """
    x, length = span
    items: list[Item] = []
    places = [(x, length, 0.2, 7.0)]
    if length >= RULER:
        items += _ruler(x)
        words = parse_markup(Words(faces, part).ruler)
        items += _strip_text(faces, words, (x, RULER, 1.3, 7.0), "left").letters
        # Set from the right, the words begin as far from the ruler's end as they are long.
        ends = _strip_text(faces, words, (x, RULER, 1.3, 7.0), "right").letters
        used = x + RULER - min((letters.x for letters in ends), default=x + RULER) + 3
        places = [(x + RULER + 2, length - RULER - 2, 0.2, 7.0), (x + used, length - used, 1.45, 6.0)]
    for text, place in product(_legends(faces, part, page), places):
        made = _strip_text(faces, parse_markup(text), place, "right")
        if not made.overflow:
            items += made.letters
            break
    return [Group(tuple(items), matrix)] if items else []


def _ruler(x: float) -> list[Item]:
    """A line of 100 mm from `x` with a tick every 5 mm, longer ones at tens, the longest at its ends and middle."""
    ticks = [(n, 1.6 if n % 50 == 0 else 1.1 if n % 10 == 0 else 0.6) for n in range(0, int(RULER) + 1, 5)]
    lines: list[Outline] = [(("M", x, 1.0), ("L", x + RULER, 1.0))]
    lines += [(("M", x + n, 1.0), ("L", x + n, 1.0 - tall)) for n, tall in ticks]
    return [Shape(line, None, MARK_INK, HAIRLINE) for line in lines]


def _strip_text(
    faces: Faces,
    text: Sequence[Run],
    place: tuple[float, float, float, float],
    align: Literal["left", "right"],
) -> Setting:
    """A line of the strip: from where, how long, how far down (mm), and at most how large (pt)."""
    x, length, top, size = place
    style = Style(size=size, least=5.5, align=align, leading=1.0, balance=False)
    return set_text(text, (x, top, max(length, 0.0), style.size * MM_PER_PT), style, faces.book, MARK_INK)


def _legends(faces: Faces, part: str, page: Page) -> list[str]:
    """What a sheet says of itself: all of it, then ever less, its number to the last."""
    words = Words(faces, part)
    what = f"{words.part} ({words.sides[page.side]})"

    def said(title: str) -> str:
        return words.legend(title, page.sheet, page.of, __version__)

    short = " · ".join(piece for piece in said(what).split(" · ") if __version__ not in piece)
    number = f"{page.sheet}/{page.of}"
    return [said(f"{words.game} · {what}"), said(what), short, f"{what} {number}", number]

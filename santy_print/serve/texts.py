"""Texts: what a page asks of a text, be it of a language or a card's own: where it is on a face, what is known of it,
how that face is set with another, and that one written into its file.

Nothing that a page sends is taken for more than a name to look up in the pack, or for a text.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from santy_print.budget import Budget
from santy_print.cache import Memo
from santy_print.diag import Diagnostic, PackError, Report, SourceFile, Span, register, visible
from santy_print.faces import Faces, Frame, Purpose
from santy_print.faces.blame import datum
from santy_print.faces.drawer import TextBox
from santy_print.i18n import Catalogue, Row, refuse_bundled, sample_of
from santy_print.i18n.exchange import judge_letters
from santy_print.i18n.po import Incoming
from santy_print.i18n.single import TYPED, Typed, hash_of, note, put, rows_of, saying, typed
from santy_print.output import staged
from santy_print.pack import Pack
from santy_print.parts import asked
from santy_print.serve.jobs import Desk, Done, Refused, reply
from santy_print.serve.pictures import drawn
from santy_print.serve.shown import link_to
from santy_print.source import Scalar
from santy_print.spreadsheet.cells import Cell, cells_of, with_text
from santy_print.text import Locale, is_blank, parse_markup, unseen_in

register("serve-read-only", "a text cannot be saved from a page that is served with --read-only")
register("text-elsewhere", "a text stands in a file that is not written from a page")

LONGEST = 20_000
"""The characters of a text that a page may send."""
LONGEST_NAME = 400
"""Those of a key, a language, the name of a face, what is searched for."""
FOUND = 200
"""So many texts are told at once."""
BESIDE = 3
"""So many texts are told before and after one."""
MARKED = 40
"""By so many of its texts a card is known again."""
MAX_DRAWINGS, MAX_TRIED = 500, 12
"""So many coloured drawings that faces share are held, and so many faces that were set anew."""
_NAMED = re.compile(r"`\{([A-Za-z][\w-]*)\}`")
PURPOSE = Purpose(measure=True, boxes=True, mark=True)
INK = "low"


@dataclass(frozen=True, slots=True)
class Subject:
    """A text that is worked on: its language and key; for a card's own field its cell."""

    pack: Pack
    language: str
    key: str
    row: Row | None
    cell: Cell | None
    path: Path
    hash: str

    @property
    def text(self) -> str:
        """What it says now."""
        if self.cell is not None:
            return self.cell.text
        return self.row.text if self.row else ""

    @property
    def source(self) -> str:
        """What the source says, where it is a translation."""
        return self.row.source if self.row is not None and self.language != self.pack.head.source_language else ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a face is made of: a layout, and an item of a collection."""

    layout: str
    item: Mapping[str, Any]
    kind: str


# What a page sends


def _given(given: Any, *names: str) -> list[str]:
    """The texts of these names in what a page sent; what is not there is empty."""
    if not isinstance(given, Mapping):
        raise Refused("an object is wanted")
    out = []
    for name in names:
        value = given.get(name, "")
        most = LONGEST if name in ("text", "source") else LONGEST_NAME
        if not isinstance(value, str) or len(value) > most or "\0" in value:
            raise Refused(f"`{name}` must be a text of at most {most} characters")
        out.append(value)
    return out


def _locale(pack: Pack, code: str) -> Locale:
    """A language of the pack; PackError with the faults of one that cannot be read."""
    if code not in pack.head.languages:
        raise Refused("the pack has no such language", "refused.language")
    if code not in pack.locales or pack.head.source_language not in pack.locales:
        raise PackError(pack.report)
    return pack.locales[code]


def _kept(desk: Desk, name: tuple[Any, ...], make: Any) -> Any:
    """What was made for the pack as it stands, or is made now."""
    if name not in desk.made:
        desk.made[name] = make()
    return desk.made[name]


def _catalogue(desk: Desk, pack: Pack, code: str) -> Catalogue:
    found: Catalogue = _kept(desk, ("catalogue", code), lambda: rows_of(pack, code))
    return found


def _cells(desk: Desk, pack: Pack) -> dict[tuple[str, str], Cell]:
    """The cells of a pack's cards by their key and language."""

    def make() -> dict[tuple[str, str], Cell]:
        node = pack.nodes.get(pack.game.spreadsheets)
        return {(cell.key, cell.language): cell for cell in cells_of(node)} if node is not None else {}

    found: dict[tuple[str, str], Cell] = _kept(desk, ("cells",), make)
    return found


def _subject(desk: Desk, code: str, key: str, mark: str = "") -> Subject:
    """A text by its language and key, and the hash of its file as it was read.

    Where the text of a card has no such key any more it is that with the `mark`: a card is called by its name.
    """
    while True:
        pack = desk.pack()
        locale = _locale(pack, code)
        row = next((r for r in _every(_catalogue(desk, pack, code)) if r.key == key), None)
        cell = _cell(desk, pack, locale, key)
        if row is None and cell is None:
            cell = _marked(desk, pack, key, mark)
            if cell is None:
                raise Refused(f"there is no text `{key}` now", "refused.text", key=key)
            row = next((r for r in _every(_catalogue(desk, pack, code)) if r.key == cell.key), None)
            key = cell.key
        name = cell.file.rpartition("/")[2] if cell else f"locale/{code}.yaml"
        path = pack.root / name
        hashed = _hash(path) if cell else hash_of(pack, code)
        if desk.pack() is pack:  # nobody saved meanwhile
            return Subject(pack, code, key, row, cell, path, hashed)


def _mark(desk: Desk, pack: Pack, cell: Cell) -> str:
    """What a cell is known by when its card is called otherwise: its column, its line in a file of so many cards, and
    what no other card says."""
    line = f"{cell.line}/{sum(_column(other) == _column(cell) for other in _cells(desk, pack).values())}"
    return " ".join([_brief(repr(_column(cell))), line, *map(_brief, _own(desk, pack, cell))])


def _marked(desk: Desk, pack: Pack, key: str, mark: str) -> Cell | None:
    """The cell that a mark was of: its card says what no other says, or stands where it stood and none came or went."""
    column, line, *alone = mark.split() if " " in mark else ("", "")
    here = [cell for cell in _cells(desk, pack).values() if _brief(repr(_column(cell))) == column]
    for cell in here if key.startswith("card.") else ():
        if {*alone} & {_brief(text) for text in _own(desk, pack, cell)}:
            return cell
    return next((cell for cell in here if f"{cell.line}/{len(here)}" == line), None)


def _column(cell: Cell) -> tuple[str, ...]:
    return cell.file, cell.kind, cell.field, cell.language


def _own(desk: Desk, pack: Pack, cell: Cell) -> Sequence[str]:
    """What a card says and no other does."""

    def make() -> Counter[str]:
        cards: dict[tuple[str, str], set[str]] = {}
        for other in _cells(desk, pack).values():
            cards.setdefault((other.kind, other.id), set()).add(other.text)
        return Counter(text for texts in cards.values() for text in texts)

    often: Counter[str] = _kept(desk, ("how often",), make)
    texts = dict.fromkeys(other.text for other in _cells_of(desk, pack, cell.kind, cell.id))
    return [text for text in texts if text and often[text] == 1][:MARKED]


def _brief(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def _hash(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:32]
    except OSError:
        return ""


def _every(found: Catalogue) -> Iterator[Row]:
    yield from found.rows
    yield from found.words


def _cell(desk: Desk, pack: Pack, locale: Locale, key: str) -> Cell | None:
    """The cell that a text stands in; None where it stands in a language's file, or is to be written there."""
    cells, source = _cells(desk, pack), pack.head.source_language
    plain, spoken = cells.get((key, "")), cells.get((key, locale.code))
    if key not in pack.locales[source].scalars and key not in locale.scalars:
        return plain if spoken is None else spoken
    cell = spoken or (plain if locale.code == source else None)
    scalar = locale.scalars.get(key)
    if cell is None or (cell.value or cell.column).span.file.depth:
        return None
    return cell if scalar is None or scalar.span.file.whole == cell.file else None


# Faces


def _places(desk: Desk, pack: Pack, locale: Locale) -> dict[str, Asked]:
    """What the faces of a language are made of, by their keys."""

    def make() -> dict[str, Asked]:
        faces, found = Faces(pack, locale, INK), dict[str, Asked]()
        kinds = {id(item): kind for kind, items in pack.collections.items() for item in items}
        for part in pack.parts:
            try:
                for front, back, item, _ in asked(faces, part):
                    for layout in filter(None, (front, back)):
                        found.setdefault(f"{layout}:{item['id']}", Asked(layout, item, kinds.get(id(item), "")))
            except PackError:  # the faces of this part are told of elsewhere
                continue
        return found

    found: dict[str, Asked] = _kept(desk, ("places", locale.code), make)
    return found


def _faces(desk: Desk, pack: Pack, locale: Locale, purpose: Purpose) -> Faces:
    """Faces to lay one out with: what it costs is counted anew, coloured drawings are as they were."""
    known: dict[str, Any] = _kept(desk, ("drawings",), dict)

    def recall(memo: Memo[Any]) -> Any:
        if memo.book[0] == "face":
            return memo.make()
        if memo.name not in known and len(known) >= MAX_DRAWINGS:
            known.clear()
        return known[memo.name] if memo.name in known else known.setdefault(memo.name, memo.make())

    return Faces(replace(pack, budget=Budget()), locale, INK, recall, purpose)


def _boxes(desk: Desk, faces: Faces, frame: Frame, place: Asked) -> list[dict[str, Any]]:
    """The boxes of a face, each with what it says, the keys of that, where it lies, and how full it is."""
    out = []
    for box, corners in faces.text_boxes(frame):
        words = box.tight.text
        if not words.strip():
            continue
        keys = [*(box.keys or _fields_in(desk, faces, words, place))]
        shown = {"keys": keys, "words": _bare(words), "corners": [[round(x, 2), round(y, 2)] for x, y in corners]}
        out.append(shown | _fullness(box) | ({} if keys else _place_of(desk, faces, words, place.item)))
    return out


def _fullness(box: TextBox) -> dict[str, Any]:
    tight = box.tight
    return {
        "fill": round(tight.fill, 4),
        "size": round(tight.size, 2),
        "least": round(tight.least, 2),
        "wide": round(box.box[2], 1),
        "high": round(box.box[3], 1),
        "letters": len(_bare(tight.text)),
        "room": tight.room,
    }


def _bare(text: str) -> str:
    return "".join(run.text for run in parse_markup(text))


def _fields_in(desk: Desk, faces: Faces, text: str, place: Asked) -> list[str]:
    """The fields of a card that words without a key are made of, the longest first."""
    pack, code = faces.pack, faces.locale.code
    found: list[tuple[int, str]] = []
    for cell in _cells_of(desk, pack, place.kind, str(place.item["id"])):
        if cell.language not in ("", code):
            continue
        value = str(place.item.get(cell.field, "")) if not cell.language else cell.text
        if value and (value == text or (len(value) > 1 and value in text)):
            found.append((len(value), cell.key))
    return list(dict.fromkeys(key for _, key in sorted(found, key=lambda pair: -pair[0])))


def _cells_of(desk: Desk, pack: Pack, kind: str, id: str) -> Sequence[Cell]:
    """The cells of one card."""

    def make() -> dict[tuple[str, str], list[Cell]]:
        found: dict[tuple[str, str], list[Cell]] = {}
        for cell in _cells(desk, pack).values():
            found.setdefault((cell.kind, cell.id), []).append(cell)
        return found

    by_card: dict[tuple[str, str], list[Cell]] = _kept(desk, ("cells of cards",), make)
    return by_card.get((kind, id), [])


def _place_of(desk: Desk, faces: Faces, text: str, item: Mapping[str, Any]) -> dict[str, str]:
    """Where words stand that are no text of a language."""
    span = datum(faces.pack, text, item)
    return (
        {"place": visible(str(span)), "link": link_to(span, desk.roots, desk.task.editor)} if span is not None else {}
    )


def boxes(desk: Desk, given: Any) -> Done:
    """Job: where each text of a face has its box."""
    code, name = _given(given, "language", "face")
    pack = desk.pack()
    locale = _locale(pack, code)
    place = _place(desk, pack, locale, name)
    faces = _faces(desk, pack, locale, PURPOSE)
    frame = faces.frame(place.layout, place.item)
    return reply({"width": frame.width, "height": frame.height, "boxes": _boxes(desk, faces, frame, place)})


def _place(desk: Desk, pack: Pack, locale: Locale, name: str) -> Asked:
    if pack.compiled is None:
        raise PackError(pack.report)
    found = _places(desk, pack, locale).get(name)
    if found is None:
        raise Refused("the pack has no such face")
    return found


# One text


def text(desk: Desk, given: Any) -> Done:
    """Job: all that is known of a text."""
    code, key, mark = _given(given, "language", "key", "mark")
    subject = _subject(desk, code, key, mark)
    pack, row, cell = subject.pack, subject.row, subject.cell
    span = _span(subject)
    own = span is not None and span.file.depth == 0
    return reply(
        {
            "key": subject.key,
            "item": cell.id if cell is not None else "",
            "mark": _mark(desk, pack, cell) if cell is not None else "",
            "language": code,
            "from": pack.head.source_language if subject.source else "",
            "source": subject.source,
            "text": subject.text,
            "seen": row.seen if row is not None and row.stale else None,
            "note": row.note if row is not None else "",
            "kind": "cell" if cell is not None else "word" if row is not None and row.path else "text",
            "field": f"{cell.id} · {cell.field}" if cell is not None else "",
            "place": visible(str(span)) if span is not None and subject.text else "",
            "link": link_to(span, desk.roots, desk.task.editor) if span is not None and subject.text else "",
            "file": subject.path.relative_to(pack.root).as_posix(),
            "own": own or not subject.text,
            "hash": subject.hash,
            "frozen": _frozen(desk, subject),
            "beside": _beside(desk, subject),
        }
    )


def _span(subject: Subject) -> Span | None:
    """Where a text stands."""
    if subject.cell is not None:
        return (subject.cell.value or subject.cell.column).span
    return subject.row.place if subject.row is not None else None


def _frozen(desk: Desk, subject: Subject) -> dict[str, Any] | None:
    """Why a text cannot be written, and the way out; None where it can."""
    try:
        _refuse(desk, subject)
    except PackError as fault:
        first = fault.report.items[0]
        return {"code": first.code, "message": visible(first.message), "hints": [visible(hint) for hint in first.hints]}
    return None


def _refuse(desk: Desk, subject: Subject) -> None:
    """PackError where nothing may be saved, a pack stays as it is, or a text's file is not written here."""
    report, cell, span = Report(), subject.cell, _span(subject)
    if desk.task.read_only:
        message = "this page is served to be read, not written"
        report.error("serve-read-only", message, None, "begin `santy serve` without --read-only")
        raise PackError(report)
    refuse_bundled(desk.task.pack)
    if cell is not None and (cell.value or cell.column).span.file.depth:
        message = f"this stands in {cell.file}, which belongs to the pack that this one extends"
        report.error("text-elsewhere", message, None, "write the card into this pack's own cards, with other words")
    elif cell is not None:
        with_text(subject.path, cell, subject.text or "?")  # which says what hinders it
    elif span is not None and span.file.name.endswith(".md") and subject.language == subject.pack.head.source_language:
        report.error("text-elsewhere", f"this stands in {span}", None, "write it there: it is prose")
    if not report.ok:
        raise PackError(report)


def _beside(desk: Desk, subject: Subject) -> list[dict[str, Any]]:
    """The texts next to one in its file, or the other fields of a card."""
    pack, key = subject.pack, subject.key
    cells = _cells(desk, pack)
    own = subject.cell or next((cells[key, code] for code in ("", *pack.head.languages) if (key, code) in cells), None)
    if own is not None:
        others = [cell for cell in _cells_of(desk, pack, own.kind, own.id) if cell.key != key and cell.text]
        here = [cell for cell in others if cell.language in ("", subject.language)]
        return [{"key": cell.key, "source": "", "text": cell.text} for cell in here]
    found = _catalogue(desk, pack, subject.language)
    rows = found.words if subject.row is not None and subject.row.path else found.rows
    at = next((n for n, row in enumerate(rows) if row.key == key), 0)
    near = rows[max(0, at - BESIDE) : at] + rows[at + 1 : at + 1 + BESIDE]
    template = subject.language == pack.head.source_language
    return [{"key": row.key, "source": "" if template else row.source, "text": row.text} for row in near]


# Another text


def attempt(desk: Desk, given: Any) -> Done:
    """Job: a face with another text in its place, what is left of the box, and what is wrong with the text.

    `room` asks, beside that, for about how many letters there is room.
    """
    code, key, draft, name = _given(given, "language", "key", "text", "face")
    subject = _subject(desk, code, key)
    lead, report = len(draft) - len(draft.lstrip()), Report()
    made = _typed(desk, subject, draft.strip(), report)
    answer: dict[str, Any] = {"drawing": "", "boxes": [], "room": None}
    if name and report.ok:
        place = _place(desk, subject.pack, subject.pack.locales[code], name)
        with _saying(subject, made, place) as (locale, other):
            purpose = replace(PURPOSE, sample=sample_of(locale)) if given.get("room") is True else PURPOSE
            faces = _faces(desk, subject.pack, locale, purpose)
            answer |= _set(desk, subject, faces, other)
            report.extend(faces.report)
    faults = [_fault(fault, draft, lead) for fault in report.sorted()]
    return reply(answer | {"faults": faults})


def _typed(desk: Desk, subject: Subject, draft: str, report: Report) -> Typed:
    """What was typed, judged as a text of its language, or as a cell that holds no placeholders."""
    if subject.row is not None:
        found = _catalogue(desk, subject.pack, subject.language)
        return typed(subject.pack, found, subject.key, draft, report)
    file = SourceFile(TYPED, draft)
    span = Span(file, 1, 1, len(file.lines), len(file.lines[-1]) + 1)
    scalar = Scalar(draft, span)
    if is_blank(draft):
        report.error("locale-text", "a text that says nothing cannot be written", span, "take what stood there back")
    needed = "".join(unseen_in(code) for code in subject.pack.head.languages)
    judge_letters(Incoming(subject.key, "", scalar), False, needed, report)
    return Typed(subject.language, subject.key, scalar, None, "")


@contextmanager
def _saying(subject: Subject, made: Typed, place: Asked) -> Iterator[tuple[Locale, Asked]]:
    """The language, and what a face is made of, as they would be."""
    if subject.row is not None:
        with saying(subject.pack, made) as locale:
            yield locale, place
        return
    cell, value = subject.cell, made.scalar.text
    assert cell is not None
    was = place.item.get(cell.field)
    new: Any = int(value) if isinstance(was, int) and re.fullmatch(r"-?[0-9]{1,9}", value) else value
    is_own = (place.kind, place.item["id"]) == (cell.kind, cell.id)
    item = {**place.item, cell.field: new} if is_own else place.item
    yield subject.pack.locales[subject.language], replace(place, item=item)


def _set(desk: Desk, subject: Subject, faces: Faces, place: Asked) -> dict[str, Any]:
    """A face set anew, as a page shows it."""
    frame = faces.frame(place.layout, place.item)
    found = _boxes(desk, faces, frame, place)
    rooms = [box["room"] for box in found if box["keys"][:1] == [subject.key] and box["room"]]
    return {"drawing": _keep(desk, drawn(frame)), "boxes": found, "room": min(rooms, default=None)}


def _keep(desk: Desk, picture: bytes) -> str:
    """Keep a picture until the page has fetched it; the hash it is fetched by."""
    name = hashlib.sha256(picture).hexdigest()[:24]
    kept: dict[str, bytes] = desk.kept.setdefault("tried", {})
    kept.pop(name, None)
    kept[name] = picture
    while len(kept) > MAX_TRIED:
        del kept[next(iter(kept))]
    return name


def tried(desk: Desk, given: Any) -> Done:
    """Job: the picture of a face that was set anew, by its hash."""
    picture = desk.kept.get("tried", {}).get(given)
    if picture is None:
        raise Refused("this was drawn too long ago", "refused.lost")
    return Done("image/svg+xml", picture)


def _fault(fault: Diagnostic, draft: str, lead: int) -> dict[str, Any]:
    """A fault as the page shows it; in the text from where to where, in units of UTF-16, as browsers count."""
    span, at = fault.span, None
    if span is not None and span.file.name == TYPED:
        starts = [0]
        for line in span.file.lines:
            starts.append(starts[-1] + len(line) + 1)
        begin, end = starts[span.line - 1] + span.col - 1 + lead, starts[span.end_line - 1] + span.end_col - 1 + lead
        named = _NAMED.search(fault.message)  # of a value that is told of a text as a whole
        inside = re.search(rf"\{{{named[1]}(?!\w)[^{{}}]*\}}", draft, re.IGNORECASE) if named else None
        begin, end = inside.span() if inside else (begin, end)
        at = [len(draft[:place].encode("utf-16-le")) // 2 for place in (begin, end)]
    return {
        "severity": fault.severity,
        "code": fault.code,
        "message": visible(fault.message),
        "hints": [visible(hint) for hint in fault.hints],
        "at": at,
    }


def save(desk: Desk, given: Any) -> Done:
    """Job: write a text into its file; not where somebody else wrote that file, or the source, since it was read."""
    code, key, draft, hashed, source, mark = _given(given, "language", "key", "text", "hash", "source", "mark")
    subject = _subject(desk, code, key, mark)
    key = subject.key
    if (hashed, source) != (subject.hash, subject.source):
        item = subject.cell.id if subject.cell is not None else ""
        now = {"text": subject.text, "source": subject.source, "hash": subject.hash, "key": key, "item": item}
        return reply({"saved": False, "changed": now, "faults": []})
    _refuse(desk, subject)
    report = Report()
    made = _typed(desk, subject, draft.strip(), report)
    if not report.ok:
        lead = len(draft) - len(draft.lstrip())
        return reply({"saved": False, "faults": [_fault(fault, draft, lead) for fault in report.sorted()]})
    _write(subject, made, report)
    key, item = _renamed(desk, subject) if subject.cell is not None else (key, "")
    file = subject.path.relative_to(subject.pack.root).as_posix()
    return reply({"saved": True, "key": key, "item": item, "file": file, "hash": _subject(desk, code, key).hash})


def _write(subject: Subject, made: Typed, report: Report) -> None:
    pack, cell = subject.pack, subject.cell
    if cell is None:
        put(pack, made, report)
        return
    data = with_text(subject.path, cell, made.scalar.text)
    with staged(pack.root) as stage:
        stage.write(subject.path.name, data)
    if subject.row is not None and subject.source:
        note(pack, made)


def _renamed(desk: Desk, subject: Subject) -> tuple[str, str]:
    """What a text and its card are called now: a card without an id is called by its name."""
    assert subject.cell is not None
    cells = _cells(desk, desk.pack())
    if (subject.key, subject.cell.language) in cells:
        return subject.key, ""
    for (key, language), cell in cells.items():
        same = cell.file == subject.cell.file and (cell.line, cell.field) == (subject.cell.line, subject.cell.field)
        if same and language == subject.cell.language:
            return key, cell.id
    return subject.key, ""


# All texts


def find(desk: Desk, given: Any) -> Done:
    """Job: the texts of a language that hold some words, or have them in their keys."""
    code, words, only = _given(given, "language", "words", "only")
    pack = desk.pack()
    _locale(pack, code)
    sought = _plain(words).split()
    template = code == pack.head.source_language
    found: list[dict[str, Any]] = []
    for row in _listed(desk, pack, code):
        missing = not template and not row.text and not row.path
        if (only == "missing" and not missing) or (only == "stale" and not row.stale):
            continue
        if all(word in _plain(f"{row.key} {row.source} {row.text}") for word in sought):
            marks = {"missing": missing, "stale": row.stale}
            found.append({"key": row.key, "source": "" if template else row.source, "text": row.text, **marks})
    return reply({"all": len(found), "texts": found[:FOUND]})


def _listed(desk: Desk, pack: Pack, code: str) -> Sequence[Row]:
    """All texts of a language, its words, and the cards' own fields that no language has words for."""
    found = _catalogue(desk, pack, code)
    known = {row.key for row in found.rows}
    own = [
        Row(key, "", cell.text, None, "", None, None)
        for (key, language), cell in _cells(desk, pack).items()
        if not language and key not in known and cell.text
    ]
    return [*found.rows, *own, *found.words]


def _plain(text: str) -> str:
    """A text as it is searched: small, without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))

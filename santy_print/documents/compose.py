"""Compose: a skeleton, the words of a language and what the game makes in; the book of one language as blocks out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError, Report, Span, did_you_mean, listed, register
from santy_print.documents.blocks import (
    Block,
    Book,
    Cell,
    Column,
    Figure,
    Grid,
    Heading,
    Paragraph,
    Points,
    Section,
    Table,
    Titled,
    Words,
)
from santy_print.documents.manual import At, Manual, Placed
from santy_print.documents.pictures import Pictures
from santy_print.documents.skeleton import (
    Entry,
    FacesEntry,
    FigureEntry,
    ListEntry,
    RowsEntry,
    Shown,
    Skeleton,
    TableEntry,
    TextEntry,
    TitleEntry,
    asked_for,
    has_rulebook,
    load_skeleton,
    manual_of,
)

if TYPE_CHECKING:
    from santy_print.pack import Pack

LARGE = 100.0
USUAL = 48.0
LONG = 20
"""A figure wider than that is as wide as the page lets it be, another so high at most (mm); a text has more letters."""

register("rulebook-empty", "nothing is left of the rulebook: each of its entries is left out")
register("rulebook-twice", "the rulebook says something twice that can be only once: a section, a seat")
register("rulebook-left-out", "an entry of the rulebook is left out: the pack has nothing to show for it")
register(
    "rulebook-name",
    "the rulebook names something that the game does not have: a table, figure, rule, kind of card",
)
register("rulebook-untold", "the pack has something that no entry of its rulebook explains")
register("rulebook-unknown", "the rulebook names an item that the pack does not have; another is taken")
register("rulebook-words", "an entry of the rulebook has no words in a language")


def compose(pack: Pack, language: str, pictures: Pictures, report: Report) -> Book:
    """The rulebook of one language; PackError where the pack does not speak it."""
    locale = pack.locales[language]
    skeleton = load_skeleton(pack)
    manual = manual_of(pack)(pack, locale, skeleton, pictures)
    faults = _faults(pack, skeleton, manual, [language])
    if not faults.ok:
        raise PackError(faults)
    sections = sections_of(manual, report)
    if not sections:
        message = "nothing is left of the rulebook: the pack has nothing to show for any of its entries"
        hint = "give it a section with a text, or take the file away: then the game's own rulebook is printed"
        faults.error("rulebook-empty", message, pack.where("rulebook", "sections", key=True), hint)
        raise PackError(faults)
    return Book(
        (language,),
        locale.plain("game.title"),
        manual.cover(),
        sections,
        pack.head.credits.designer,
        pack.head.version,
        skeleton.pages,
        manual.knot,
    )


def sections_of(manual: Manual, report: Report) -> tuple[Section, ...]:
    """The sections that something is left of; what is left out is reported."""
    made = []
    for section, placed in manual.placed():
        blocks = tuple(block for each in placed for block in _blocks(manual, section.id, each, report))
        if blocks:
            title = manual.say(f"{section.id}.title")
            made.append(Section(section.id, title, blocks, section.columns, section.fresh))
    return tuple(made)


def _blocks(manual: Manual, section: str, placed: Placed, report: Report) -> Iterator[Block]:
    """What an entry becomes."""
    entry, where = placed.entry, manual.pack.where("rulebook", *placed.path)
    if not manual.wanted(entry.when, entry.unless):
        return

    def left_out(what: str) -> None:
        message = f"the rulebook leaves out {what}: the pack has nothing to show for it"
        report.notice("rulebook-left-out", message, where)

    manual.pictures.place = where
    made = _made(manual, At(section, left_out), entry)
    if made is None:
        left_out(f"`{section}.{entry.named}`")
    else:
        yield from made if isinstance(made, (list, tuple)) else (made,)


def _made(manual: Manual, at: At, entry: Entry) -> Any:
    """A block, several, or None where the pack has nothing to show."""
    own = next((name for model, name in manual.entries.items() if isinstance(entry, model)), None)
    if own is not None:
        return getattr(manual, own)(at, entry)
    if isinstance(entry, TextEntry):
        return Paragraph(manual.say(f"{at.section}.{entry.say}"), entry.style)
    if isinstance(entry, TitleEntry):
        return Heading(manual.say(f"{at.section}.{entry.say}"))
    if isinstance(entry, ListEntry):
        return Points(manual.points(at.section, entry), entry.style == "steps")
    if isinstance(entry, FigureEntry):
        return getattr(manual, manual.figures[entry.name])(entry)
    if isinstance(entry, FacesEntry):
        return _figures(manual, at, entry)
    if isinstance(entry, RowsEntry):
        return _rows(manual, at, entry)
    assert isinstance(entry, TableEntry)
    made = getattr(manual, manual.tables[entry.name])(entry)
    return Titled(manual.say(f"{at.section}.{entry.say}"), made) if made is not None and entry.say else made


def _rows(manual: Manual, at: At, entry: RowsEntry) -> Table:
    """A table of words: columns of long texts share what room the others leave, or else the last has it."""
    every = [
        [manual.say(f"{at.section}.{say}") if say else Words("") for say in row] for row in (entry.head, *entry.rows)
    ]
    width = max(map(len, every))
    longest = [max(len(row[n]) for row in every if n < len(row)) for n in range(width)]
    fills = [n for n in range(width) if longest[n] > LONG] or [width - 1]
    sides = [*entry.align[:width], *[None] * (width - len(entry.align))]
    columns = tuple(Column(side or "left", n in fills) for n, side in enumerate(sides))
    head, *rows = map(tuple, every)
    return Table(tuple(rows), head, columns)


def _figures(manual: Manual, at: At, entry: FacesEntry) -> Block | None:
    """Faces, layouts or pictures, one by itself or several in a row; a text has their captions."""
    made: list[Cell] = []
    for each in entry.shown:
        name = manual.pictures.named(each.of)
        words = manual.say(f"{at.section}.{each.say}") if each.say else ""
        if name is None and manual.pictures.faces is not None:
            at.left_out(f"`{each.of}`")
        else:
            made.append(Cell(manual.pictures.shown(name), label=words))
    if len(entry.shown) > 1:
        return Grid(tuple(made), "faces") if made else None
    return Figure(made[0].picture, made[0].label, _height(manual, entry.shown[0], made[0])) if made else None


def _height(manual: Manual, shown: Shown, cell: Cell) -> float | None:
    """How high a figure is, where nobody says it: None for as wide as the page lets it be."""
    frame = manual.pictures.frames.get(cell.picture.name) if cell.picture else None
    if shown.height or frame is None:
        return shown.height
    return None if frame.width > LARGE else min(frame.height, USUAL)


def layouts_of(pack: Pack) -> set[str]:
    """The layouts of the rulebook's figures; none where there is no rulebook to read."""
    source = pack.locales.get(pack.head.source_language)
    if source is None or pack.compiled is None or not has_rulebook(pack):
        return set()
    pictures = Pictures(pack, source)
    with suppress(PackError):  # told where it is composed
        compose(pack, source.code, pictures, Report())
    return pictures.layouts


# --- checks -------------------------------------------------------------------------------------------------------


def check_rulebook(pack: Pack, report: Report) -> None:
    """Read a pack's rulebook as a whole: every fault of its skeleton at its line, and what each language leaves out."""
    if not has_rulebook(pack) or pack.compiled is None:
        return
    try:
        skeleton = load_skeleton(pack)
    except PackError as fault:
        report.extend(fault.report)
        return
    source = pack.locales[pack.head.source_language]
    manual = manual_of(pack)(pack, source, skeleton, Pictures(pack, source))
    faults = _faults(pack, skeleton, manual, pack.locales)
    _check_wishes(pack, manual, faults)
    _check_twice(pack, skeleton, manual, faults)
    if faults.ok:
        _check_untold(pack, manual, faults)
        left_out = Report()
        try:
            compose(pack, source.code, Pictures(pack, source), left_out)
        except PackError as fault:
            left_out.extend(fault.report)
        faults.extend(left_out)
    report.extend(faults)


def _faults(pack: Pack, skeleton: Skeleton, manual: Manual, languages: Iterable[str]) -> Report:
    """What the skeleton names that the game does not have, and the words that languages lack for it."""
    from santy_print.text.locale import no_language, tongue

    faults, known = Report(), manual.pictures.known()
    for number, section in enumerate(skeleton.sections):
        if section.when and section.when not in manual.values:
            where = pack.where("rulebook", "sections", number, "when")
            hint = did_you_mean(section.when, [*manual.values])
            faults.error("rulebook-name", f"the game has no value `{section.when}`", where, hint)
        for n, entry in enumerate(section.blocks):
            _check_names(entry, manual, pack.where("rulebook", "sections", number, "blocks", n), faults)
            if isinstance(entry, FacesEntry):
                for at, each in enumerate(entry.shown):
                    place = pack.where("rulebook", "sections", number, "blocks", n, "shown", at, "of")
                    _check_figure(each, known, place, faults)
    if skeleton.cover.figure:
        _check_figure(skeleton.cover.figure, known, pack.where("rulebook", "cover", "figure", "of"), faults)
    for code in languages:
        locale = pack.locales[code]
        for key, path in asked_for(skeleton):
            if not locale.has(key):
                hint = did_you_mean(key, [known for known in locale.templates if known.startswith("rulebook.")])
                message = f"the language `{code}` has no text `{key}` for this entry"
                faults.error("rulebook-words", message, locale.gone.get(key) or pack.where("rulebook", *path), hint)
    for code in skeleton.foreign:
        if tongue(code) is None:
            message, hint = no_language(code)
            faults.error("pack-language", message, pack.where("rulebook", "foreign", code, key=True), hint)
    return faults


def _check_names(entry: Entry, manual: Manual, where: Span | None, report: Report) -> None:
    """Whether the game has what an entry names."""
    every = (entry, *entry.points)
    wanted = [("rule", fact, manual.facts) for each in every for fact in each.facts]
    wanted += [("value", name, [*manual.values]) for each in every for name in (each.when, each.unless) if name]
    for what, name, known in (*wanted, *manual.names(entry)):
        if name not in known:
            report.error("rulebook-name", f"the game has no {what} `{name}`", where, did_you_mean(name, known))


def _check_figure(shown: Shown, known: Sequence[str], where: Span | None, report: Report) -> None:
    """Whether the pack has what a figure shows."""
    if shown.of not in known:
        message = f"the pack has nothing to show that is called `{shown.of}`"
        report.error("rulebook-name", message, where, did_you_mean(shown.of, known))


def _check_twice(pack: Pack, skeleton: Skeleton, manual: Manual, report: Report) -> None:
    """Tell sections of one name, of which only the first can be led to, and what the game allows only once.

    What the pack does not have is told as such, and is nowhere.
    """
    vain = {wish.path for wish in manual.wishes() if wish.name not in wish.known}
    named = [(("sections", n, "id"), section.id) for n, section in enumerate(skeleton.sections)]
    for say, places in [("the section `{}` stands twice", named), *manual.singles()]:
        first: dict[str, Span | None] = {}
        for path, name in places:
            if path in vain:
                continue
            where = pack.where("rulebook", *path)
            if name in first and where is not None and where.file.depth == 0:
                before = first[name]
                hint = f"the first is at {before}; keep one of the two" if before else "keep one of the two"
                report.warning("rulebook-twice", say.format(name), where, hint)
            first.setdefault(name, where)


def _check_wishes(pack: Pack, manual: Manual, report: Report) -> None:
    """Whether the pack has what its own skeleton would like to see; one that it extends may wish for what is gone."""
    for path, what, name, known, key in manual.wishes():
        where = pack.where("rulebook", *path, key=key)
        if name not in known and where is not None and where.file.depth == 0:
            message = f"the pack has no {what} `{name}`; the rulebook takes another"
            report.warning("rulebook-unknown", message, where, did_you_mean(name, known))


def _check_untold(pack: Pack, manual: Manual, report: Report) -> None:
    """Tell what no entry explains, where the pack has it or else where its own rulebook begins."""
    begins = pack.where("rulebook", "sections", key=True)
    untold: dict[Span, list[str]] = {}
    for what, file, path in manual.untold():
        for where in (pack.where(file, *path, key=True), begins):
            if where is not None and where.file.depth == 0:
                untold.setdefault(where, []).append(what)
                break
    for where, names in untold.items():
        message = f"no entry of the rulebook explains {listed(names)}"
        report.notice("rulebook-untold", message, where, "give it an entry in rulebook.yaml, with its words")

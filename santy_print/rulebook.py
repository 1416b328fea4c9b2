"""Rulebook: a pack's `rulebook.yaml` and words in, the rulebook of one language out (PDF, plain text).

The skeleton (`rulebook.yaml`) holds no word and no number: sections, what stands in them, and which rule each entry
tells. The words are the locale's; numbers, tables, figures and worked examples are the game's, computed from the pack
(`Manual`), so a rulebook cannot say what its set does not do. What a variant lacks is left out and reported.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import Field

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.documents import (
    FONTS,
    Code,
    Words,
    compile_typst,
    environment,
    font_families,
    page_count,
    runs_to_text,
    typst_pictures,
)
from santy_print.output import write_atomic
from santy_print.pack import Pack, data_folder
from santy_print.schema import Count, Flag, Ident, Strict, validate
from santy_print.sheets import PAPERS as SIZES
from santy_print.sheets import Setup
from santy_print.source import Map, load_yaml

if TYPE_CHECKING:
    from santy_print.faces import Faces
    from santy_print.text import Locale

register("rulebook-none", "a rulebook was asked for of a game that has none")
register("rulebook-left-out", "an entry of the rulebook is left out: the pack has nothing to show for it")
register("rulebook-name", "the rulebook names a table or figure that the game does not have")

Data = dict[str, Any]
Facts = tuple[Ident, ...]


# --- the skeleton -----------------------------------------------------------------------------------------------


class Entry(Strict):
    """What all entries share: the rules they tell, and the value without which they are left out."""

    facts: Facts = ()
    when: Ident | None = None


class TextEntry(Entry):
    """A paragraph; `lead` opens a book, `aside` stands in a box."""

    kind: Literal["text"]
    say: Ident
    style: Literal["lead", "plain", "aside"] = "plain"


class TitleEntry(Entry):
    """A heading within a section."""

    kind: Literal["title"]
    say: Ident


class ListItem(Entry):
    """A point of a list."""

    say: Ident


class ListEntry(Entry):
    """Points, or numbered steps."""

    kind: Literal["list"]
    style: Literal["points", "steps"] = "points"
    items: tuple[ListItem, ...] = Field(min_length=1)


class TableEntry(Entry):
    """A table that the game computes, under a heading of its own where it says one."""

    kind: Literal["table"]
    name: Ident
    say: Ident | None = None


class FigureEntry(Entry):
    """A figure that the game computes; `wide` spans the columns."""

    kind: Literal["figure"]
    name: Ident
    item: Ident | None = None
    wide: Flag = False


class CardEntry(Entry):
    """A kind of card with its face, its rule and a worked example; the rest is what we would like to see in it."""

    kind: Literal["card"]
    say: Ident
    card: Ident
    struck: Flag | None = None
    prefer: Ident | None = None
    pirate: Ident | None = None
    start: Ident | None = Field(default=None, alias="from")
    other: Ident | None = None
    stays: Flag = False


class EventEntry(Entry):
    """A kind of event card with its face and its rule; with `order` the order in which cards are then read."""

    kind: Literal["event"]
    say: Ident
    event: Ident
    order: Flag = False


class TrailEntry(Entry):
    """A row of cards worked out, ship by ship."""

    kind: Literal["trail"]
    pirate: Ident
    start: Ident = Field(alias="from")
    cards: tuple[Ident, ...] = Field(min_length=1)


class SummaryEntry(Entry):
    """The page that holds it all."""

    kind: Literal["summary"]
    round: tuple[ListItem, ...]


Block = Annotated[
    TextEntry
    | TitleEntry
    | ListEntry
    | TableEntry
    | FigureEntry
    | CardEntry
    | EventEntry
    | TrailEntry
    | SummaryEntry,
    Field(discriminator="kind"),
]


class Section(Strict):
    """A section; its heading is `rulebook.<id>.title`. `fresh` begins a page or a column."""

    id: Ident
    when: Ident | None = None
    columns: Annotated[Count, Field(ge=1, le=3)] = 2
    fresh: Literal["page", "column"] | None = None
    blocks: tuple[Block, ...] = Field(min_length=1)


class Skeleton(Strict):
    """`rulebook.yaml`: the sections, who sits where at the sample table, and how many `pages` we hope for."""

    pages: Count | None = None
    seats: tuple[Ident, ...] = ()
    crew: dict[Ident, Ident] = {}
    sections: tuple[Section, ...] = Field(min_length=1)


def load_skeleton(pack: Pack) -> Skeleton:
    """The pack's `rulebook.yaml`, or the one that comes with the game; PackError where it cannot be used."""
    report = Report()
    root = pack.root if (pack.root / "rulebook.yaml").is_file() else data_folder("content") / pack.head.game
    node = load_yaml(root / "rulebook.yaml", f"{root.name}/rulebook.yaml", report)
    skeleton = validate(Skeleton, node, report) if isinstance(node, Map) else None
    if skeleton is None:
        raise PackError(report)
    return skeleton


def told(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    """Every fact that the skeleton ties to words, with the key of those words (or of the section's title)."""
    for section in skeleton.sections:
        for block in section.blocks:
            say = getattr(block, "say", None)
            stem = "rulebook.cards" if block.kind == "card" else f"rulebook.{section.id}"
            tail = ".rule" if block.kind in ("card", "event") else ""
            key = f"{stem}.{say}{tail}" if say else f"rulebook.{section.id}.title"
            yield from ((fact, key) for fact in block.facts)
            for item in getattr(block, "items", ()):
                yield from ((fact, f"rulebook.{section.id}.{item.say}") for fact in item.facts)


# --- what a game brings -----------------------------------------------------------------------------------------


class Manual(Protocol):
    """A game's side of its rulebook in one language: numbers and words computed from the pack, as plain data.

    None means: this pack has nothing to show for the entry. Faces are asked for through `Pictures`.
    """

    values: Mapping[str, Any]
    tables: Sequence[str]
    figures: Sequence[str]

    def cover(self) -> Data:
        """The picture on the first page: `art` (or none) and `alt`, and `facts`: an icon for each by name."""

    def table(self, name: str) -> Data | None:
        """`head` (or none) and `rows` of markup; `align` per column; the looks follow the name."""

    def figure(self, entry: FigureEntry) -> Data | None:
        """What the figure's drawing needs, with `alt` and `caption`."""

    def card(self, entry: CardEntry) -> Data | None:
        """`face`, `count`, `star` and, where there is one, `example`: its words' `values` and its ships."""

    def event(self, entry: EventEntry) -> Data | None:
        """`face` and `orders`: pairs of a number of cards and their order."""

    def trail(self, entry: TrailEntry) -> Data | None:
        """`values` of its words, `ships` along it and `cards` between them."""

    def summary(self) -> Data:
        """Kinds of `cards` and `events` of this pack with a face each, and the `rounds`."""


@runtime_checkable
class _Rules(Protocol):
    def manual(self, pack: Pack, locale: Locale, skeleton: Skeleton, pictures: Pictures) -> Manual:
        """The game's side of the rulebook."""


@dataclass(slots=True)
class Pictures:
    """The faces and drawings a rulebook shows; each is made once, and only where it is asked for."""

    pack: Pack
    locale: Locale
    faces: Faces | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    alts: dict[str, str] = field(default_factory=dict)

    def face(self, collection: str, id: str) -> str | None:
        """The file name of an item's face; None where the pack prints no such thing."""
        from santy_print.faces.layout import compiled
        from santy_print.pdf import frame_pdf

        item = next((item for item in self.pack.collections.get(collection, ()) if item["id"] == id), None)
        piles = [pile for part in self.pack.files["components"].parts.values() for pile in part.piles]
        pile = next((pile for pile in piles if pile.each == collection), None)
        if item is None or pile is None or self.faces is None:
            return None
        layout = compiled(pile.layout)
        name = layout if isinstance(layout, str) else str(layout({"item": item}))
        file = f"face-{collection}-{id}.pdf"
        if file not in self.files:
            frame = self.faces.frame(name, item)
            self.files[file] = frame_pdf(frame)
            self.alts[file] = frame.alt
        return file

    def drawing(self, layout: str, item: Mapping[str, Any]) -> str | None:
        """The file name of a face made for this figure alone."""
        from santy_print.pdf import frame_pdf

        if self.faces is None:
            return None
        file = f"{layout}-{item['id']}.pdf"
        if file not in self.files:
            frame = self.faces.frame(layout, item)
            self.files[file], self.alts[file] = frame_pdf(frame), frame.alt
        return file

    def art(self, name: str) -> str | None:
        """The file name of a drawing of the pack; None where it is not there."""
        path = self.pack.file("art", name)
        if path is None:
            return None
        self.files.setdefault(name, path.read_bytes())
        return name


# --- composing --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Composer:
    """Joins the skeleton, the words and the game's data into one plain value for the templates."""

    locale: Locale
    skeleton: Skeleton
    manual: Manual
    report: Report

    def book(self) -> Data:
        """The whole rulebook; texts that may be bold or italic are `Words`."""
        sections = [self.section(section) for section in self.skeleton.sections if self._wanted(section.when)]
        return {"sections": [section for section in sections if section["blocks"]]}

    def section(self, section: Section) -> Data:
        """One section."""
        blocks = []
        for block in section.blocks:
            if self._wanted(block.when):
                made = getattr(self, f"_{block.kind}")(section.id, block)
                if made is None:
                    what = getattr(block, "say", None) or getattr(block, "name", block.kind)
                    message = (
                        f"the rulebook leaves out `{section.id}.{what}`: the pack has nothing to show for it"
                    )
                    self.report.warning("rulebook-left-out", message)
                else:
                    blocks.append({"kind": block.kind} | made)
        return {
            "id": section.id,
            "title": self.say(f"{section.id}.title"),
            "columns": section.columns,
            "fresh": section.fresh,
            "blocks": blocks,
        }

    def say(self, key: str, **values: Any) -> Words:
        """The words of a key with the game's values and further ones."""
        return Words(self.locale.markup(f"rulebook.{key}", **{**self.manual.values, **values}))

    def _wanted(self, when: str | None) -> bool:
        return when is None or bool(self.manual.values.get(when))

    def _text(self, at: str, entry: TextEntry) -> Data:
        text = self.say(f"{at}.{entry.say}")
        return {"style": entry.style, "text": text, "lead": runs_to_text(text)}

    def _title(self, at: str, entry: TitleEntry) -> Data:
        return {"text": self.say(f"{at}.{entry.say}")}

    def _list(self, at: str, entry: ListEntry) -> Data:
        items = [self.say(f"{at}.{item.say}") for item in entry.items if self._wanted(item.when)]
        return {"style": entry.style, "items": items}

    def _known(self, name: str, names: Sequence[str], what: str) -> None:
        if name not in names:
            report = Report()
            report.error("rulebook-name", f"the game has no {what} `{name}`", None, did_you_mean(name, names))
            raise PackError(report)

    def _table(self, at: str, entry: TableEntry) -> Data | None:
        self._known(entry.name, self.manual.tables, "table")
        made = self.manual.table(entry.name)
        title = self.say(f"{at}.{entry.say}") if entry.say else None
        if made is None:
            return None
        rows = [made["head"], *made["rows"]] if made["head"] else made["rows"]
        return {"name": entry.name, "title": title, "lines": rows, "coins": [], "swatches": []} | made

    def _figure(self, at: str, entry: FigureEntry) -> Data | None:
        self._known(entry.name, self.manual.figures, "figure")
        made = self.manual.figure(entry)
        return made if made is None else {"name": entry.name, "wide": entry.wide} | made

    def _card(self, at: str, entry: CardEntry) -> Data | None:
        made = self.manual.card(entry)
        if made is None:
            return None
        stem = f"cards.{entry.say}"
        example = made["example"]
        words = {"title": self.say(f"{stem}.title"), "rule": self.say(f"{stem}.rule")}
        words["count"] = self.say("cards.count", n=made["count"])
        if example:
            example["text"] = self.say(f"{stem}.example", **example.pop("values"))
        return made | words

    def _event(self, at: str, entry: EventEntry) -> Data | None:
        made = self.manual.event(entry)
        if made is None:
            return None
        orders = [order for _, order in made["orders"]] if entry.order else []
        said = [self.say(f"{at}.order", n=len(order), order=" · ".join(map(str, order))) for order in orders]
        words = {"title": self.say(f"{at}.{entry.say}.title"), "rule": self.say(f"{at}.{entry.say}.rule")}
        return made | words | {"orders": orders, "said": said}

    def _trail(self, at: str, entry: TrailEntry) -> Data | None:
        made = self.manual.trail(entry)
        if made is None:
            return None
        values = made.pop("values")
        words = {"title": self.say(f"{at}.trail-title"), "text": self.say(f"{at}.trail", **values)}
        names = [ship["name"] for ship in made["ships"]]
        ways = zip(made["cards"], names, names[1:], strict=False)
        steps = [[card["name"], f"{start} → {end}"] for card, start, end in ways]
        return made | words | {"alt": self.say(f"{at}.trail-alt", ships=names), "steps": steps}

    def _summary(self, at: str, entry: SummaryEntry) -> Data:
        made = self.manual.summary()
        steps = [self.say(f"{at}.{item.say}") for item in entry.round if self._wanted(item.when)]
        for card in made["cards"]:
            card["line"] = self.say(f"{at}.{card['say']}")
            card["title"] = self.say(f"cards.{card['say']}.title")
        for event in made["events"]:
            event["line"] = self.say(f"{at}.{event['say']}")
            event["title"] = self.say(f"events.{event['say']}.title")
        for each in made["rounds"]:
            each["title"] = self.say(f"{at}.round-number", n=each["n"])
        rows = {
            "cards_rows": [[card["title"], card["line"]] for card in made["cards"]],
            "events_rows": [[event["title"], event["line"]] for event in made["events"]],
            "rounds_rows": [[each["title"], str(each["cards"])] for each in made["rounds"]],
        }
        heads: Data = {name: self.say(f"{at}.{name}") for name in ("round", "cards", "events", "rounds")}
        heads["loot"] = self.locale.markup("rulebook.labels.loot")
        return made | rows | {"steps": steps, "heads": heads}


def _mark(paint: str) -> str:
    """Ink or white: what is read best on a colour."""
    red, green, blue = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else "#22304a"


def _none(pack: Pack) -> PackError:
    report = Report()
    report.error("rulebook-none", f"the game `{pack.head.game}` has no rulebook", pack.where("pack", "game"))
    return PackError(report)


def compose(pack: Pack, language: str, pictures: Pictures, report: Report) -> Data:
    """The rulebook of one language as plain data; PackError where the pack does not speak it."""
    locale = pack.locales[language]
    skeleton = load_skeleton(pack)
    rules: object = pack.rules
    if not isinstance(rules, _Rules):
        raise _none(pack)
    manual = rules.manual(pack, locale, skeleton, pictures)
    composer = Composer(locale, skeleton, manual, report)
    book = composer.book()
    head = pack.head
    stem = "rulebook.labels."
    labels = {key.removeprefix(stem): locale.plain(key) for key in locale.templates if key.startswith(stem)}
    cover = manual.cover()
    facts = [{"icon": icon, "text": composer.say(f"facts.{name}")} for name, icon in cover["facts"].items()]
    title, name = locale.plain("game.title"), locale.plain("rulebook.name")
    paints = {
        id: paint.model_dump() | {"letter": locale.letter(id), "mark": _mark(paint.hex)}
        for id, paint in head.palette.items()
    }
    return book | {
        "lang": language,
        "pages": skeleton.pages,
        "title": title,
        "name": name,
        "masthead": cover
        | {"title": title, "name": name, "tagline": composer.say("tagline"), "facts": facts},
        "paints": paints,
        "labels": labels,
        "author": head.credits.designer,
        "version": head.version,
    }


# --- the files --------------------------------------------------------------------------------------------------

TYPE_SIZES = (10.0, 9.8, 9.6, 9.4, 9.2, 9.0)  # pt
PAPER_NAMES = {"a4": "a4", "letter": "us-letter"}


@dataclass(slots=True)
class Shots:
    """The pictures that a page on a screen asks for: named while it is written, made all at once, put in at last."""

    asked: list[Data] = field(default_factory=list)

    def __call__(self, name: str, data: Mapping[str, Any]) -> str:
        """Ask for a scene of `figures.typ`; a mark that stands for its address."""
        scene = {"name": name, "data": data}
        if scene not in self.asked:
            self.asked.append(scene)
        return f"\ue010{self.asked.index(scene)}\ue011"

    def put(self, page: str, pictures: Sequence[bytes]) -> str:
        """The page with its pictures in it; a mark in a text is no address, and stays."""
        for number, picture in enumerate(pictures):
            page = page.replace(f'src="\ue010{number}\ue011"', f'src="{_inline(picture, "image/png")}"')
        return page


def _inline(data: bytes, kind: str) -> Code:
    return Code(f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}")


def _fonts(pack: Pack) -> tuple[dict[str, str], tuple[Path, ...]]:
    """The families of the pack's fonts by role, and the folders further fonts are in."""
    own = (pack.root / "fonts",) if (pack.root / "fonts").is_dir() else ()
    families = font_families(own)
    return {
        role: families[stem] for role, stem in pack.head.fonts.model_dump().items() if stem in families
    }, own


def _drawn(pack: Pack, language: str, report: Report | None) -> tuple[Data, Pictures]:
    """The rulebook as data with its pictures; a face that cannot be drawn is a PackError."""
    from santy_print.faces import Faces

    locale = pack.locales[language]
    faces = Faces(pack, locale)
    pictures = Pictures(pack, locale, faces)
    book = compose(pack, language, pictures, Report() if report is None else report)
    if not faces.report.ok:
        raise PackError(faces.report)
    pictures.files["figures.typ"] = (data_folder("templates") / "documents" / "figures.typ").read_bytes()
    return book, pictures


def rulebook_html(pack: Pack, language: str, report: Report | None = None) -> str:
    """The rulebook as one HTML file that asks nothing of the network and nothing of scripts."""
    book, pictures = _drawn(pack, language, report)
    shots, (fonts, own) = Shots(), _fonts(pack)
    locale = pack.locales[language]
    page = (
        environment(locale, "html")
        .get_template("rulebook.html.j2")
        .render(
            book=book,
            alts=pictures.alts,
            shot=shots,
            art=lambda name: _inline(pictures.files[name], "image/svg+xml"),
            title_font=base64.b64encode((FONTS / "PirataOne-Regular.ttf").read_bytes()).decode("ascii"),
        )
    )
    source = (
        environment(locale)
        .get_template("rulebook-pictures.typ")
        .render(book=book, alts=pictures.alts, fonts=fonts, scenes=shots.asked)
    )
    return shots.put(page, typst_pictures(source, pictures.files, own))


def rulebook_pdf(pack: Pack, language: str, paper: str = "a4", report: Report | None = None) -> bytes:
    """The rulebook as PDF. What was left out goes to `report`; a face that cannot be drawn is a PackError."""
    book, pictures = _drawn(pack, language, report)
    fonts, own = _fonts(pack)
    template = environment(pack.locales[language]).get_template("rulebook.typ")
    wanted = book["pages"]
    made = [b""]
    for size in TYPE_SIZES:  # the largest type with which every topic keeps to its page
        source = template.render(
            book=book, paper=PAPER_NAMES[paper], size=size, fonts=fonts, alts=pictures.alts
        )
        made.append(compile_typst(source, pictures.files, own))
        if wanted is None or page_count(made[-1]) <= wanted:
            return made[-1]
    return made[1]


def rulebook_text(pack: Pack, language: str, report: Report | None = None) -> str:
    """The rulebook as plain text of 80 columns."""
    locale = pack.locales[language]
    book = compose(pack, language, Pictures(pack, locale), Report() if report is None else report)
    return environment(locale, "text").get_template("rulebook.txt.j2").render(book=book).strip() + "\n"


def write_rulebooks(
    pack: Pack, form: str, languages: Sequence[str], out: Path, report: Report, paper: str = "a4"
) -> Iterator[str]:
    """The rulebook in each language, or in all: yields the names of PDF and HTML files, or the text itself."""
    chosen = languages or pack.head.languages
    if form == "text":
        yield "\n\n".join(rulebook_text(pack, language, report) for language in chosen).rstrip("\n")
        return
    make = partial(rulebook_pdf, paper=paper) if form == "pdf" else rulebook_html
    made: list[tuple[str, bytes | str]] = [
        (language, make(pack, language, report=report)) for language in chosen
    ]
    for language, data in made:
        path = out / pack.id / language / f"rulebook.{form}"
        write_atomic(path, data)
        yield str(path)


def documents(pack: Pack) -> dict[str, Callable[[Pack, str, Setup], dict[str, bytes]]]:
    """What a build makes of the rulebook, in each language: PDF, HTML and text; nothing where the game has none."""
    return {"rulebook": _built} if isinstance(pack.rules, _Rules) else {}


def _built(pack: Pack, language: str, setup: Setup) -> dict[str, bytes]:
    paper = "letter" if setup.paper == SIZES["letter"] else "a4"
    return {
        "rulebook.pdf": rulebook_pdf(pack, language, paper),
        "rulebook.html": rulebook_html(pack, language).encode("utf-8"),
        "rulebook.txt": rulebook_text(pack, language).encode("utf-8"),
    }

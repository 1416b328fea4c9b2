"""Compose: a skeleton, the words of a language and what the game computes in; the rulebook as one plain value out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.documents import Words, runs_to_text
from santy_print.pack import Pack
from santy_print.palette import ink_on
from santy_print.rulebook.pictures import Pictures
from santy_print.rulebook.skeleton import (
    Block,
    CardEntry,
    EventEntry,
    FigureEntry,
    ListEntry,
    Section,
    Skeleton,
    SummaryEntry,
    TableEntry,
    TextEntry,
    TitleEntry,
    TrailEntry,
    load_skeleton,
)

if TYPE_CHECKING:
    from santy_print.text import Locale

register("rulebook-empty", "nothing is left of the rulebook: each of its entries is left out")
register("rulebook-twice", "the rulebook says something twice that can be only once: a section, a seat")
register("rulebook-left-out", "an entry of the rulebook is left out: the pack has nothing to show for it")
register(
    "rulebook-name",
    "the rulebook names something that the game does not have: a table, figure, rule, kind of card",
)
register("rulebook-unknown", "the rulebook names a ship, pirate or card that the pack does not have; another is taken")
register("rulebook-words", "an entry of the rulebook has no words in a language")

Data = dict[str, Any]


class Wish(NamedTuple):
    """An item that a skeleton names: its keys in `rulebook.yaml`, what it is, its name, and those there are.

    `key` where the name is the last of the keys itself.
    """

    path: tuple[str | int, ...]
    what: str
    name: str
    known: Sequence[str]
    key: bool = False


class Manual(Protocol):
    """A game's side of its rulebook in one language: numbers and words computed from the pack, as plain data.

    None means: this pack has nothing to show for the entry. Faces are asked for through `Pictures`.
    """

    values: Mapping[str, Any]
    tables: Sequence[str]
    figures: Sequence[str]
    facts: Sequence[str]
    cards: Sequence[str]
    events: Sequence[str]

    def wishes(self) -> Iterator[Wish]:
        """The items of the pack that the skeleton would like to see."""

    def cover(self) -> Data:
        """The picture on the first page: `art` (or none) and `alt`, and `facts`: an icon for each by name."""

    def table(self, name: str) -> Data | None:
        """`head` (or none) and `rows` of markup; `align` per column; the looks follow the name."""

    def figure(self, entry: FigureEntry) -> Data | None:
        """What the figure's drawing needs, with `alt` and `caption`."""

    def deck(self, entry: CardEntry) -> str | None:
        """The first deck that has a card of the entry's kind; None where the pack has none."""

    def card(self, entry: CardEntry) -> Data | None:
        """`face`, `count`, `star` and, where there is one, `example`: its words' `values` and its ships."""

    def event(self, entry: EventEntry) -> Data | None:
        """`face` and `orders`: pairs of a number of cards and their order."""

    def own(self, entry: CardEntry | EventEntry) -> list[Data]:
        """The cards of the entry's kind that have words of their own: `title`, `rule`, `face`, `count`, `star`."""

    def trail(self, entry: TrailEntry) -> Data | None:
        """`values` of its words, `ships` along it and `cards` between them."""

    def summary(self) -> Data:
        """Kinds of `cards` and `events` of this pack with a face each, and the `rounds`."""


class Placed(NamedTuple):
    """An entry and where it stands in the skeleton."""

    block: Block
    path: tuple[str | int, ...]


@dataclass(slots=True)
class Composer:
    """Joins the skeleton, the words and the game's data into one plain value for the templates."""

    locale: Locale
    skeleton: Skeleton
    manual: Manual
    report: Report
    where: Callable[..., Span | None]
    _at: Span | None = None
    _told: set[str] = field(default_factory=set)

    def book(self) -> Data:
        """The whole rulebook; texts that may be bold or italic are `Words`."""
        sections = [self.section(section, blocks) for section, blocks in self._placed()]
        return {"sections": [section for section in sections if section["blocks"]]}

    def _placed(self) -> list[tuple[Section, list[Placed]]]:
        """The sections that are wanted, each with its entries.

        A kind of card is told in the section of the first deck that has it, after those that are at home there; where
        no section is for that deck, at home, or in the first that tells cards.
        """
        every = [(n, section) for n, section in enumerate(self.skeleton.sections)]
        there = {n: list[Placed]() for n, section in every if self._wanted(section.when)}
        homes = {section.deck: n for n, section in reversed(every) if section.deck and n in there}
        telling = [n for n, section in every if n in there and any(b.kind == "card" for b in section.blocks)]
        moved: list[tuple[int, Placed]] = []
        for n, section in every:
            for at, block in enumerate(section.blocks):
                placed = Placed(block, ("sections", n, "blocks", at))
                deck = self.manual.deck(block) if isinstance(block, CardEntry) else None
                home = homes.get(deck, n if n in there or not telling else telling[0]) if deck else n
                if home == n and n in there:
                    there[n].append(placed)
                elif home in there:
                    moved.append((home, placed))
        for home, placed in moved:
            blocks = there[home]
            last = max((at for at, each in enumerate(blocks, 1) if each.block.kind == "card"), default=len(blocks))
            blocks.insert(last, placed)
        return [(self.skeleton.sections[n], blocks) for n, blocks in there.items()]

    def section(self, section: Section, placed: Sequence[Placed]) -> Data:
        """One section."""
        blocks = []
        for block, path in placed:
            self._at = self.where("rulebook", *path)
            if self._wanted(block.when, block.unless):
                made = getattr(self, f"_{block.kind}")(section.id, block)
                more = list(self._alone(section.id, block)) if isinstance(block, (CardEntry, EventEntry)) else []
                if made is None and more:
                    pass  # each is told by itself
                elif made is None:
                    what = getattr(block, "say", None) or getattr(block, "name", block.kind)
                    self._left_out(f"`{section.id}.{what}`")
                else:
                    blocks.append({"kind": block.kind} | made)
                blocks += more
        return {
            "id": section.id,
            "title": self.say(f"{section.id}.title"),
            "columns": section.columns,
            "fresh": section.fresh,
            "blocks": blocks,
        }

    def _left_out(self, what: str) -> None:
        message = f"the rulebook leaves out {what}: the pack has nothing to show for it"
        self.report.notice("rulebook-left-out", message, self._at)

    def say(self, key: str, **values: Any) -> Words:
        """The words of a key with the game's values and further ones."""
        return Words(self.locale.markup(f"rulebook.{key}", **{**self.manual.values, **values}))

    def _wanted(self, when: str | None, unless: str | None = None) -> bool:
        values = self.manual.values
        return (when is None or bool(values.get(when))) and not (unless and values.get(unless))

    def _text(self, at: str, entry: TextEntry) -> Data:
        text = self.say(f"{at}.{entry.say}")
        return {"style": entry.style, "text": text, "lead": runs_to_text(text)}

    def _title(self, at: str, entry: TitleEntry) -> Data:
        return {"text": self.say(f"{at}.{entry.say}")}

    def _list(self, at: str, entry: ListEntry) -> Data:
        items = [self.say(f"{at}.{item.say}") for item in entry.items if self._wanted(item.when, item.unless)]
        return {"style": entry.style, "items": items}

    def _known(self, name: str, names: Sequence[str], what: str) -> None:
        if name not in names:
            report = Report()
            report.error("rulebook-name", f"the game has no {what} `{name}`", self._at, did_you_mean(name, names))
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
        alone = entry.leans is not None and entry.leans not in self._told
        words = {"title": self.say(f"{stem}.title"), "rule": self.say(f"{stem}.rule{'-alone' if alone else ''}")}
        self._told.add(entry.say)
        words["count"] = self.say("cards.count", n=made["count"])
        if example:
            example["text"] = self.say(f"{stem}.example", **example.pop("values"))
        else:
            self._left_out(f"the example of `{stem}`")
        return made | words

    def _event(self, at: str, entry: EventEntry) -> Data | None:
        made = self.manual.event(entry)
        if made is None:
            return None
        words = {"title": self.say(f"{at}.{entry.say}.title"), "rule": self.say(f"{at}.{entry.say}.rule")}
        return made | words | self._ordered(at, entry, made)

    def _ordered(self, at: str, entry: EventEntry, made: Data) -> Data:
        orders = [order for _, order in made["orders"]] if entry.order else []
        said = [self.say(f"{at}.order", n=len(order), order=" · ".join(map(str, order))) for order in orders]
        return {"orders": orders, "said": said}

    def _alone(self, at: str, entry: CardEntry | EventEntry) -> Iterator[Data]:
        """The cards that are told by what they print themselves, as entries of their kind."""
        for made in self.manual.own(entry):
            order = self._ordered(at, entry, made) if isinstance(entry, EventEntry) else {"orders": [], "said": []}
            more = {"example": None, "faces": [made["face"]] if made["face"] else []}
            yield {"kind": entry.kind, **more, **made, **order, "count": self.say("cards.count", n=made["count"])}

    def _trail(self, at: str, entry: TrailEntry) -> Data | None:
        made = self.manual.trail(entry)
        if made is None:
            return None
        values = made.pop("values")
        words = {"title": self.say(f"{at}.trail-title"), "text": self.say(f"{at}.trail", **values)}
        names = [ship["name"] for ship in made["ships"]]
        ways = zip(made["cards"], names, names[1:], strict=False)
        steps = [[card["name"], f"{start} → {end}"] for card, start, end in ways]
        alt = runs_to_text(self.say(f"{at}.trail-alt", ships=names))
        return made | words | {"alt": alt, "steps": steps}

    def _summary(self, at: str, entry: SummaryEntry) -> Data:
        made = self.manual.summary()
        steps = [self.say(f"{at}.{item.say}") for item in entry.round if self._wanted(item.when, item.unless)]
        told = {card["say"] for card in made["cards"]}
        for card in (each for each in made["cards"] if each["say"]):
            alone = card["leans"] is not None and card["leans"] not in told
            card["line"] = self.say(f"{at}.{card['say']}{'-alone' if alone else ''}")
            card["title"] = self.say(f"cards.{card['say']}.title")
        for event in (each for each in made["events"] if each["say"]):
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
        heads["events"] = heads["events"] if made["events"] else Words("")
        heads["loot"] = self.locale.markup("rulebook.labels.loot")
        return made | rows | {"steps": steps, "heads": heads}


def compose(pack: Pack, language: str, pictures: Pictures, report: Report) -> Data:
    """The rulebook of one language as plain data; PackError where the pack does not speak it."""
    locale = pack.locales[language]
    make = pack.tool("manual")
    skeleton = load_skeleton(pack)
    manual: Manual = make(pack, locale, skeleton, pictures)
    faults = _faults(pack, skeleton, manual, [language])
    if not faults.ok:
        raise PackError(faults)
    composer = Composer(locale, skeleton, manual, report, pack.where)
    book = composer.book()
    if not book["sections"]:
        message = "nothing is left of the rulebook: the pack has nothing to show for any of its entries"
        hint = "give it a section with a text, or take the file away: then the game's own rulebook is printed"
        faults.error("rulebook-empty", message, pack.where("rulebook", "sections", key=True), hint)
        raise PackError(faults)
    head = pack.head
    stem = "rulebook.labels."
    labels = {key.removeprefix(stem): locale.plain(key) for key in locale.templates if key.startswith(stem)}
    cover = manual.cover()
    facts = [{"icon": icon, "text": composer.say(f"facts.{name}")} for name, icon in cover["facts"].items()]
    title, name = locale.plain("game.title"), locale.plain("rulebook.name")
    paints = {
        id: paint.model_dump() | {"letter": locale.words.letters.get(id, ""), "mark": ink_on(paint.hex)}
        for id, paint in head.palette.items()
    }
    return book | {
        "lang": language,
        "pages": skeleton.pages,
        "title": title,
        "name": name,
        "masthead": cover
        | {"title": title, "name": name, "tagline": composer.say("tagline"), "facts": facts}
        | {"plate_mark": ink_on(cover["plate"]) if cover["plate"] else None},
        "paints": paints,
        "labels": labels,
        "author": head.credits.designer,
        "version": head.version,
    }


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
    manual: Manual = pack.game.manual(pack, source, skeleton, Pictures(pack, source))
    faults = _faults(pack, skeleton, manual, pack.locales)
    _check_wishes(pack, manual, faults)
    _check_twice(pack, skeleton, manual, faults)
    if faults.ok:
        left_out = Report()
        try:
            compose(pack, source.code, Pictures(pack, source), left_out)
        except PackError as fault:
            left_out.extend(fault.report)
        faults.extend(left_out)
    report.extend(faults)


def _faults(pack: Pack, skeleton: Skeleton, manual: Manual, languages: Iterable[str]) -> Report:
    """What the skeleton names that the game does not have, and the words that languages lack for it."""
    from santy_print.text.locale import code_of, tongue

    faults = Report()
    for number, section in enumerate(skeleton.sections):
        if section.when and section.when not in manual.values:
            where = pack.where("rulebook", "sections", number, "when")
            hint = did_you_mean(section.when, [*manual.values])
            faults.error("rulebook-name", f"the game has no value `{section.when}`", where, hint)
        for n, block in enumerate(section.blocks):
            _check_names(block, manual, pack.where("rulebook", "sections", number, "blocks", n), faults)
    for code in languages:
        locale = pack.locales[code]
        for key, path in asked_for(skeleton):
            if not locale.has(key):
                hint = did_you_mean(key, [known for known in locale.templates if known.startswith("rulebook.")])
                message = f"the language `{code}` has no text `{key}` for this entry"
                faults.error("rulebook-words", message, locale.gone.get(key) or pack.where("rulebook", *path), hint)
    for code in skeleton.foreign:
        if tongue(code) is None:
            message = f"`{code}` is no language that Babel knows"
            meant = code_of(code)
            hint = f"did you mean `{meant}`?" if meant else "a code like `de` or `pt-BR` is wanted"
            faults.error("pack-language", message, pack.where("rulebook", "foreign", code, key=True), hint)
    return faults


def _check_twice(pack: Pack, skeleton: Skeleton, manual: Manual, report: Report) -> None:
    """Tell sections of one name, of which only the first can be led to, and a ship or its crew in two places.

    What the pack does not have is told as such, and sits nowhere.
    """
    vain = {wish.path for wish in manual.wishes() if wish.name not in wish.known}
    named = [(("sections", n, "id"), section.id) for n, section in enumerate(skeleton.sections)]
    seated = [(("seats", n), ship) for n, ship in enumerate(skeleton.seats)]
    manned = [(("crew", pirate), ship) for pirate, ship in skeleton.crew.items()]
    says = ("the section `{}` stands twice", "the ship `{}` sits at the table twice", "the ship `{}` has two pirates")
    every: list[Sequence[tuple[tuple[str | int, ...], str]]] = [named, seated, manned]
    for places, say in zip(every, says, strict=True):
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


def _check_names(block: Block, manual: Manual, where: Span | None, report: Report) -> None:
    """Whether the game has what an entry names."""
    items = getattr(block, "items", ())
    wanted = [("rule", fact, manual.facts) for entry in (block, *items) for fact in entry.facts]
    named = [name for entry in (block, *items) for name in (entry.when, entry.unless) if name]
    wanted += [("value", name, [*manual.values]) for name in named]
    lists = {"table": manual.tables, "figure": manual.figures, "card": manual.cards, "event": manual.events}
    if block.kind in lists:
        name = getattr(block, block.kind if block.kind in ("card", "event") else "name")
        wanted.append(
            (
                f"kind of {block.kind}" if block.kind in ("card", "event") else block.kind,
                name,
                lists[block.kind],
            )
        )
    for what, name, known in wanted:
        if name not in known:
            report.error("rulebook-name", f"the game has no {what} `{name}`", where, did_you_mean(name, known))


def asked_for(skeleton: Skeleton) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The key of every text that the skeleton asks for, with the place that asks."""
    for number, section in enumerate(skeleton.sections):
        stem = f"rulebook.{section.id}"
        yield f"{stem}.title", ("sections", number, "id")
        for n, block in enumerate(section.blocks):
            path = ("sections", number, "blocks", n)
            say = getattr(block, "say", None)
            if block.kind == "card":
                ends = ("title", "rule", "example", *(("rule-alone",) if block.leans else ()))
                yield from ((f"rulebook.cards.{say}.{end}", path) for end in ends)
            elif block.kind == "event":
                yield from ((f"{stem}.{say}.{end}", path) for end in ("title", "rule"))
            elif say:
                yield f"{stem}.{say}", path
            items = getattr(block, "items", getattr(block, "round", ()))
            yield from ((f"{stem}.{item.say}", path) for item in items)


def has_rulebook(pack: Pack) -> bool:
    """Whether the pack's game has a rulebook."""
    return pack.game.has("manual")


def merged(first: Data, second: Data) -> Data:
    """What the books of two languages share: their sections in pairs, and one masthead that says all in both."""
    head, other = first["masthead"], second["masthead"]
    pairs = zip(head["facts"], other["facts"], strict=True)
    facts = [fact | {"text": _both(fact["text"], twin["text"], "\n")} for fact, twin in pairs]
    names = {"name": _both(head["name"], other["name"], " · ")}
    names["tagline"] = _both(head["tagline"], other["tagline"], "\n")
    return {
        "masthead": head | names | {"facts": facts},
        "sections": [
            (one, twin, list(zip(one["blocks"], twin["blocks"], strict=True)))
            for one, twin in zip(first["sections"], second["sections"], strict=True)
        ],
    }


def _both(first: str, second: str, between: str) -> str:
    return first if first == second else type(first)(f"{first}{between}{second}")

"""Quality report: a pack in, a page about the game that it makes, in text or HTML with pictures.

`quality` measures, this module compares and shows. Seeds are explicit, so the same pack always gives the same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from santy_print.documents.blocks import (
    Block,
    Book,
    Cell,
    Column,
    Cover,
    Dressed,
    Field,
    Grid,
    Inline,
    Meter,
    Paragraph,
    Points,
    Section,
    Table,
    Titled,
)  # fmt: skip
from santy_print.documents.fonts import Typography
from santy_print.game.phrase import Phrase, worded
from santy_print.game.quality import BAD, GOOD, NEITHER, Compared, Data, Quality
from santy_print.games.santy_anno.called import Called
from santy_print.games.santy_anno.explain import short_names
from santy_print.games.santy_anno.quality import quality
from santy_print.named import in_words_of

if TYPE_CHECKING:
    from santy_print.text import Locale


class DeckQuality(Quality):
    """Cards that differ, ships that are hard to guess, rounds that grow harder."""

    def measure(self, games: int, seed: int) -> Data:
        """The measures, over so many deals of each deck."""
        return quality(self.pack.compiled, range(seed, seed + games)) | {"seed": seed}

    def figures(self, made: Data, other: Data) -> Iterator[Compared]:
        """More different moves and more equally likely targets make a better game; alike cards and coming home do not.

        Hard or easy is a matter of taste.
        """
        both = made, other
        spreads = made["spread"], other["spread"]
        yield (worded("cards", "analysis.cards"), made["cards"], other["cards"], NEITHER)
        yield (worded("ships", "quality.ships"), made["ships"], other["ships"], NEITHER)
        yield (worded("different moves", "quality.moves"), made["moves"]["mean"], other["moves"]["mean"], GOOD)
        name = worded("different moves, of 100 faces", "quality.moves-percent")
        yield (name, *_of_each([(d["moves"]["mean"], d["faces"]) for d in both]), GOOD)
        yield (worded("targets worth", "quality.worth-alone"), spreads[0]["worth"], spreads[1]["worth"], GOOD)
        name = worded("targets worth, of 100 there are", "quality.worth-percent")
        yield (name, *_of_each([(s["worth"], s["of"]) for s in spreads]), GOOD)
        yield (worded("groups of cards alike", "quality.groups"), len(made["redundant"]), len(other["redundant"]), BAD)
        levels = {level["level"]: level["rounds"] for level in other["levels"]}
        for level in made["levels"]:
            for one, two in zip(level["rounds"], levels.get(level["level"], []), strict=False):
                whose = level["level"], one["round"]
                yield (_figure(*whose, "steps", "cost"), one["mean"], two["mean"], ("harder", "easier"))
                home = round(100 * one["home"], 1), round(100 * two["home"], 1)
                yield (_figure(*whose, "% at home", "home-percent"), *home, BAD)

    def text(self, made: Data, language: str) -> str:
        """For a terminal, in a language of the pack: the page without its pictures."""
        from santy_print.documents import text

        book = self._book(made, language, narrow=True)
        return f"{text.page(book.cover.name, [book])}\n{text.fill(book.version)}\n"

    def html(self, made: Data, language: str) -> str:
        """One page with pictures, in one file that asks nothing of the network and nothing of scripts."""
        from santy_print.documents import html

        book = self._book(made, language)
        return html.page(book.cover.name, book, {}, Typography(self.pack, (language,)))

    def _book(self, made: Data, language: str, narrow: bool = False) -> Book:
        locale = self.pack.locales[language]
        called = Called(in_words_of(self.pack, locale), locale)
        say, page = called.say, _Page(made, called, narrow)
        name = say("quality.title", title=say("game.title"))
        steps = (page.steps(), Paragraph(say("quality.events"), "note"))
        sections = [
            Section("figures", say("quality.figures"), (page.figures(),)),
            Section("kinds", say("quality.kinds"), (page.kinds(),), width=6),
            Section("rounds", say("quality.rounds"), tuple(map(page.rounds, made["levels"])), width=6),
            Section(
                "lead",
                say("quality.leads"),
                (page.leads(),),
                note=say("quality.diagonal-text" if narrow else "quality.diagonal"),
            ),
            Section("alike", say("analysis.alike"), page.alike(), width=6),
            Section("steps", say("quality.steps"), steps, width=6),
        ]
        if "compared" in made:
            title = say("compared.beside", pack=made["against"]["pack"])
            sections.append(Section("beside", title, (self._beside(made, locale),)))
        dealt = say("quality.dealt", n=made["games"], seed=made["seed"])
        return Book((language,), name, Cover(name), tuple(sections), version=dealt, look="sheet")

    def _beside(self, made: Data, words: Locale) -> Table:
        rows = tuple(
            (name, here, there, Dressed(says, "quiet")) for name, here, there, says in self.beside(made, words)
        )
        head = ("", made["pack"], made["against"]["pack"], "")
        return Table(rows, head, (Column(), *[Column("right")] * 2, Column()))


def _figure(level: str, number: int, name: str, key: str) -> Phrase:
    """The name of a figure of a level's round."""

    def words(locale: Locale) -> str:
        if not locale.has("quality.figure"):
            return figure
        parts = {"level": f"play.level.{level}", "what": f"quality.{key}"}
        return locale.plain(
            "quality.figure", round=number, **{part: locale.plain(each) for part, each in parts.items()}
        )

    figure = f"{level}, round {number}: {name}"
    return Phrase(figure, words)


def _of_each(parts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Two counts of two wholes, in hundredths."""
    one, two = (round(100 * count / whole, 1) if whole else 0.0 for count, whole in parts)
    return one, two


def _range(moves: Data) -> str:
    return f"{moves['least']}" if moves["least"] == moves["most"] else f"{moves['least']}–{moves['most']}"


def _most(spread: Data) -> float:
    return max(share for ship in spread["ships"] for share in ship["to"]) or 1.0


@dataclass(frozen=True)
class _Page:
    """The blocks of the page in a language."""

    made: Data
    called: Called
    narrow: bool
    """Whether ships above a column have short names."""

    def _say(self, key: str, **values: Any) -> str:
        return self.called.say(f"quality.{key}", **values)

    def figures(self) -> Grid:
        """How many cards, moves, targets and groups."""
        made, spread = self.made, self.made["spread"]
        figures = [
            (f"{made['cards']}", self.called.say("analysis.cards")),
            (_range(made["moves"]), self._say("moves")),
            (self.called.number(spread["worth"], 2), self._say("targets", n=spread["of"])),
            (f"{len(made['redundant'])}", self._say("groups")),
        ]
        return Grid(tuple(Cell(text=number, label=label) for number, label in figures), "numbers")

    def kinds(self) -> Table:
        """For each kind of card whom it moves, and what it costs."""
        rows = []
        for it in self.made["kinds"]:
            kind = self.called.kind(it["of"])
            name = _counted(self._say("struck", kind=kind) if it["struck"] else kind, it["cards"])
            rows.append((name, Meter(it["moved"]), self.called.share(it["moved"]), self.called.number(it["effort"], 1)))
        numbers = [Column("right")] * 2
        head = (self.called.say("analysis.cards"), self._say("moved"), "", self._say("cost"))
        return Table(tuple(rows), head, (Column(), Column(fill=True), *numbers))

    def rounds(self, level: Data) -> Titled:
        """What each round of a level costs."""
        most = max(entry["high"] for entry in level["rounds"])
        rows = []
        for it in level["rounds"]:
            ways = Meter(*(it[name] / most for name in ("mean", "low", "high")))
            numbers = self.called.number(it["mean"], 1), self.called.share(it["home"])
            rows.append((_counted(self._say("round", n=it["round"]), it["cards"]), ways, *numbers))
        head = (self.called.say("analysis.cards"), self._say("eight"), "", self._say("home"))
        columns = (Column(), Column(fill=True), *[Column("right")] * 2)
        return Titled(self.called.say(f"play.level.{level['level']}"), Table(tuple(rows), head, columns))

    def leads(self) -> Table:
        """From each ship to each."""
        ships = self.made["spread"]["ships"]
        most = _most(self.made["spread"])
        rows: list[tuple[Inline | Field, ...]] = []
        names = [self.called.ship(ship["ship"]) for ship in ships]
        for ship, name in zip(ships, names, strict=True):
            shares = (Field(self.called.share(share), shade=share / most) for share in ship["to"])
            rows.append((name, *shares, self.called.number(ship["worth"], 2)))
        columns = (Column(), *[Column("center", True)] * len(ships), Column("right"))
        above = short_names(dict(zip((ship["ship"] for ship in ships), names, strict=True))) if self.narrow else names
        return Table(tuple(rows), ("", *above, self._say("worth")), columns)

    def alike(self) -> tuple[Block, ...]:
        """Groups of cards that move alike."""
        if not self.made["redundant"]:
            return (Paragraph(self._say("distinct")),)
        groups = []
        for it in self.made["redundant"]:
            cards = self.called.cards(it["cards"])
            groups.append(cards if it["moves"] else self._say("still", cards=cards))
        return (Points(tuple(groups)), Paragraph(self._say("work"), "note"))

    def steps(self) -> Table:
        """What each step costs."""
        rows = tuple(
            (self._say(f"step.{step['step']}"), self.called.words.grammar.number(step["costs"]))
            for step in self.made["steps"]
        )
        return Table(rows, (), (Column(fill=True), Column("right")))


def _counted(name: str, count: int) -> Inline:
    return (name, " ", Dressed(f"×{count}", "quiet"))

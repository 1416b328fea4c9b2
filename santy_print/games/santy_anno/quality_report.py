"""Quality report: a pack in, a page about the game that it makes, in text or HTML with pictures.

`quality` measures, this module compares and shows. Seeds are explicit, so the same pack always gives the same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

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
from santy_print.documents.text import fill
from santy_print.game.quality import BAD, GOOD, NEITHER, Compared, Data, Quality
from santy_print.games.santy_anno.quality import quality

if TYPE_CHECKING:
    pass

BAR = 26
"""Columns of a terminal for a whole bar."""
SHADES = " .:+#@"
"""From never to most often."""


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
        yield ("cards", made["cards"], other["cards"], NEITHER)
        yield ("ships", made["ships"], other["ships"], NEITHER)
        yield ("different moves", made["moves"]["mean"], other["moves"]["mean"], GOOD)
        yield ("different moves, of 100 faces", *_of_each([(d["moves"]["mean"], d["faces"]) for d in both]), GOOD)
        yield ("targets worth", spreads[0]["worth"], spreads[1]["worth"], GOOD)
        yield ("targets worth, of 100 there are", *_of_each([(s["worth"], s["of"]) for s in spreads]), GOOD)
        yield ("groups of cards alike", len(made["redundant"]), len(other["redundant"]), BAD)
        levels = {level["level"]: level["rounds"] for level in other["levels"]}
        for level in made["levels"]:
            for one, two in zip(level["rounds"], levels.get(level["level"], []), strict=False):
                name = f"{level['level']}, round {one['round']}"
                yield (f"{name}: steps", one["mean"], two["mean"], ("harder", "easier"))
                yield (f"{name}: % at home", round(100 * one["home"], 1), round(100 * two["home"], 1), BAD)

    def text(self, made: Data) -> str:
        """For a terminal, on one page; where it is held against another pack, the figures of both."""
        if "against" not in made:
            return _page(made)
        lines = [f"{'Side by side':34} {made['pack']:>12.12} {made['against']['pack']:>12.12}"]
        lines += [
            f"  {row['figure']:32} {row['here']:12g} {row['there']:12g}  {row['says']}".rstrip()
            for row in made["compared"]
        ]
        return _page(made) + "\n" + "\n".join(lines) + "\n"

    def html(self, made: Data) -> str:
        """One page with pictures, in one file that asks nothing of the network and nothing of scripts."""
        from santy_print.documents import html

        title = f"The quality of {made['pack']}"
        dealt = f"{made['games']} games for each deck, dealt from seed {made['seed']} on"
        steps = "; ".join(f"{step['means']} {step['costs']:g}" for step in made["steps"])
        sections = [
            Section("figures", "In figures", (_figures(made),)),
            Section("kinds", "Who moves, and what it costs", (_kinds(made),), width=6),
            Section("rounds", "How hard a round is", tuple(map(_rounds, made["levels"])), width=6),
            Section("lead", "Where the cards lead", (_leads(made["spread"]),), note=DIAGONAL),
            Section("alike", "Cards that move alike", _alike(made), width=6),
            Section("steps", "What a step is", (Paragraph(f"{steps}. Events are left out."),), width=6),
        ]
        if "compared" in made:
            sections.append(Section("beside", f"Beside {made['against']['pack']}", (_beside(made),)))
        book = Book(("en",), title, Cover(title), tuple(sections), version=dealt, look="sheet")
        return html.page(
            f"Quality · {made['pack']}", book, {}, Typography(self.pack, (self.pack.head.source_language,))
        )


def _of_each(parts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Two counts of two wholes, in hundredths."""
    one, two = (round(100 * count / whole, 1) if whole else 0.0 for count, whole in parts)
    return one, two


def _page(made: Data) -> str:
    spread, moves = made["spread"], made["moves"]
    lines = [
        f"The quality of {made['pack']}: {made['cards']} cards, {made['ships']} ships",
        "",
        f"Different moves   {_range(moves)}, by the order of the ships around the table",
        f"Targets           as good as {spread['worth']:g} equally likely ones, of {spread['of']} other ships",
        "",
        "Cards                  n  pirates moved                        steps",
    ]
    for kind in made["kinds"]:
        share = f"{'#' * round(kind['moved'] * BAR):{BAR}} {kind['moved']:4.0%}"
        lines.append(f"  {kind['kind']:19.19}{kind['cards']:3}  {share} {kind['effort']:6.1f}")
    for level in made["levels"]:
        lines += ["", f"Rounds, {level['level']:12}  cards       steps, and what eight in ten take     at home"]
        most = max(entry["high"] for entry in level["rounds"])
        for entry in level["rounds"]:
            bar = "#" * round(entry["mean"] / most * BAR)
            reach = f"{entry['low']:g} to {entry['high']:g}"
            lines.append(
                f"  round {entry['round']:<12} {entry['cards']:5}  {bar:{BAR}} {entry['mean']:5.1f} {reach:>12} "
                f"{entry['home']:4.0%}"
            )
    lines += ["", f"From each ship to each ({SHADES[1]} seldom, {SHADES[-1]} often)", *_matrix(spread), ""]
    lines += _redundant(made)
    steps = "; ".join(f"{step['means']} {step['costs']:g}" for step in made["steps"])
    lines += ["", fill(f"Steps: {steps}. Events are left out.")]
    lines += ["", f"Counted over {made['games']} games for each deck, dealt from seed {made['seed']} on."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _range(moves: Data) -> str:
    return f"{moves['least']}" if moves["least"] == moves["most"] else f"{moves['least']} to {moves['most']}"


def _most(spread: Data) -> float:
    return max(share for ship in spread["ships"] for share in ship["to"]) or 1.0


def _matrix(spread: Data) -> list[str]:
    most = _most(spread)
    return [
        f"  {ship['name']:16.16}"
        + " ".join(SHADES[min(len(SHADES) - 1, -int(-share / most * (len(SHADES) - 1) // 1))] for share in ship["to"])
        for ship in spread["ships"]
    ]


def _redundant(made: Data) -> list[str]:
    if not made["redundant"]:
        return ["No card does what another does."]
    lines = ["Alike at every table:"]
    for group in made["redundant"]:
        what = "" if group["moves"] else "  (moves nobody)"
        lines.append(fill(f"{', '.join(group['cards'])}{what}", first="  ", rest="    "))
    return lines


DIAGONAL = (
    "From each ship (down) to each (across): the darker, the more cards lead there; on the diagonal cards that leave a "
    "pirate in place. “Worth”: so many equally likely targets would be as hard to guess."
)


def _figures(made: Data) -> Grid:
    spread = made["spread"]
    figures = [
        (f"{made['cards']}", "cards"),
        (_range(made["moves"]), "different moves"),
        (f"{spread['worth']}", f"of {spread['of']} targets, worth"),
        (f"{len(made['redundant'])}", "groups of cards that move alike"),
    ]
    return Grid(tuple(Cell(text=number, label=label) for number, label in figures), "numbers")


def _counted(name: str, count: int) -> Inline:
    return (name, " ", Dressed(f"×{count}", "quiet"))


def _kinds(made: Data) -> Table:
    rows = tuple(
        (_counted(it["kind"], it["cards"]), Meter(it["moved"]), f"{it['moved']:.0%}", f"{it['effort']:.1f}")
        for it in made["kinds"]
    )
    numbers = [Column("right")] * 2
    return Table(rows, ("cards", "pirates moved", "", "steps"), (Column(), Column(fill=True), *numbers))


def _rounds(level: Data) -> Titled:
    most = max(entry["high"] for entry in level["rounds"])
    rows = []
    for it in level["rounds"]:
        ways = Meter(*(it[name] / most for name in ("mean", "low", "high")))
        rows.append((_counted(f"round {it['round']}", it["cards"]), ways, f"{it['mean']:.1f}", f"{it['home']:.0%}"))
    head = ("cards", "steps: mean, and 8 ways in 10", "", "end at home")
    return Titled(level["level"], Table(tuple(rows), head, (Column(), Column(fill=True), *[Column("right")] * 2)))


def _leads(spread: Data) -> Table:
    ships = spread["ships"]
    most = _most(spread)
    rows = []
    for ship in ships:
        shares = (Field(f"{share:.0%}", shade=share / most) for share in ship["to"])
        rows.append((ship["name"], *shares, f"{ship['worth']:g}"))
    columns = (Column(), *[Column("center", True)] * len(ships), Column("right"))
    return Table(tuple(rows), ("", *(ship["name"] for ship in ships), "worth"), columns)


def _beside(made: Data) -> Table:
    rows = tuple(
        (it["figure"], f"{it['here']:g}", f"{it['there']:g}", Dressed(it["says"], "quiet")) for it in made["compared"]
    )
    head = ("", made["pack"], made["against"]["pack"], "")
    return Table(rows, head, (Column(), *[Column("right")] * 2, Column()))


def _alike(made: Data) -> tuple[Block, ...]:
    if not made["redundant"]:
        return (Paragraph("No card does what another does."),)
    groups = (f"{', '.join(it['cards'])}{'' if it['moves'] else ' (moves nobody)'}" for it in made["redundant"])
    remark = "Under these everybody moves alike, however the ships lie around the table. In the head they may still be "
    return (Points(tuple(groups)), Paragraph(f"{remark}different work.", "note"))

"""Whole: sizes and a seed in, the files of a whole set out: ships, cards, paints, words, and what has to be drawn.

Sets for double cards are taken where there are any; else the set has no double cards. The same seed gives the same set.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations

from santy_print.diag import PackError, Report, listed, plural
from santy_print.games.santy_anno.solver import sets
from santy_print.games.santy_anno.solver.problem import ShipSet, Sizes, Watch
from santy_print.registry import NewSet

ELEMENTS = {2: ("sails", "hull"), 3: ("sails", "hull", "plate"), 4: ("nest", "sails", "hull", "plate"),
            5: ("nest", "flag", "sails", "hull", "plate")}  # fmt: skip
"""The elements that there are drawings for, by how many are wanted."""
WRITTEN_AT = {
    "nest": "at: [47.5, 23]|3.6", "flag": "at: [82.3, 38.4]|3.6", "sails": "at: [47.5, 53]|3.6",
    "hull": "at: [25, 90]|3.6", "plate": "at: [47.5, 106.4]|3.1",
}  # fmt: skip
"""Where the letter of an element's colour stands on a ship tile, and how large."""
COLOURS = ("yellow", "red", "blue", "green", "violet", "orange")
PAINTS = {
    5: ("#ffec3d", "#e14b34", "#1a45e5", "#41c1a3", "#3c2442"),
    6: ("#fffd40", "#b0241f", "#001caf", "#518675", "#1c0526", "#d3933f"),
}
"""Paints that every eye tells apart, in grey as well, for more colours than the bundled pack has."""
NAMES = (
    ("paradise", "Paradise"), ("profundis", "Profundis"), ("royal", "Royal"), ("revenge", "Revenge"),
    ("sahara", "Sahara"), ("santy-anno", "Santy Anno"), ("viper", "Viper"), ("vagabond", "Vagabond"),
    ("mermaid", "Mermaid"), ("marigold", "Marigold"), ("tempest", "Tempest"), ("trident", "Trident"),
)  # fmt: skip
"""Ships by id and name, two for each first letter; the first eight have drawings of their own."""
DRAWN = 8
CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
DECK, REMOVED = 35, 10
SHORT = (4, 5, 6, 7)
"""Rounds for decks that the bundled pack's rounds would use up."""
LEAST = (4, 4, 4, 5)
"""Rounds for the smallest decks."""


def sizes_of(colours: int | None, elements: int | None, ships: int | None) -> Sizes:
    """The sizes that are meant; PackError with sizes near to them, of which there is a set, where these have none."""
    if colours is None:
        colours = ships // 2 if ships is not None else max(4, elements or 0)
    least, most = min(PAINTS) - 2, max(PAINTS)
    near = min(max(colours, least), most)
    ways = [_sized(near, elements, ships)]
    if ships is not None and ships != 2 * colours:
        ways = list(dict.fromkeys([*ways, _sized(min(max(ships // 2, least), most), elements, ships)]))
        message = f"there are two ships for each colour: {plural(colours, 'colour')} and {ships} ships cannot be"
        if ships % 2:
            message = f"there are two ships for each colour, so their number is even, not {ships}"
        _refuse(message, ways)
    if colours > most:
        message = f"santy_print has {most} colours that every eye can tell apart, not {colours}"
        _refuse(message, ways, "more are yours to paint, as `palette` in pack.yaml")
    if colours < least:
        _refuse(f"with {plural(colours, 'colour')} ships would have to look alike", ways)
    if elements is None:
        elements = min(4, colours)
    if elements not in ELEMENTS:
        message = f"santy_print has drawings for {min(ELEMENTS)} to {max(ELEMENTS)} elements, not for {elements}"
        _refuse(message, ways, "others are yours to draw, as examples/airships does")
    if elements > colours:
        message = f"a ship has another colour at each element: {colours} colours allow no {elements} elements"
        _refuse(message, [*ways, _sized(elements, elements, ships)])
    return Sizes(colours, elements)


def _sized(colours: int, elements: int | None, ships: int | None) -> str:
    """Sizes of which there is a set, as they are asked for: those that were given, and colours."""
    words = f"--colours {colours}"
    if elements is not None:
        words += f" --elements {min(max(elements, min(ELEMENTS)), max(ELEMENTS), colours)}"
    return words if ships is None else f"{words} --ships {2 * colours}"


def _refuse(message: str, ways: Sequence[str], more: str = "") -> None:
    report = Report()
    hint = ", or ".join(f"`{way}`" for way in ways)
    report.error("new-sizes", message, None, f"{hint}; {more}" if more else hint)
    raise PackError(report)


def whole_set(id: str, extends: str, sizes: Sizes, seed: int) -> NewSet:
    """A set of these sizes, as a pack that extends the bundled one."""
    rng = random.Random(seed)
    watch = Watch()
    doubles = sets.double_sets(sizes, watch)
    looks = _shuffled(rng.choice(doubles) if doubles else next(sets.balanced_sets(sizes, watch)), sizes, rng)
    words = COLOURS[: sizes.colours], ELEMENTS[sizes.elements]
    new = [word for word in (*words[0][4:], *words[1]) if word in ("violet", "orange", "flag")]
    cards = _cards(words, doubles=bool(doubles))
    files = {
        "pack.yaml": _pack(id, extends, sizes, len(_basic(cards)), bool(new)),
        "ships.yaml": _ships(words, looks, rng),
        "cards.yaml": "\n".join(["cards:", '  "*": withdrawn', *cards]) + "\n",
    }
    if new:
        files["locale/en.yaml"] = _words(words, new)
    if sizes.elements != 4:
        files["faces/ship-letters.yaml"] = _letters(words[1])
    if sizes.colours > len(CORNERS):
        files["faces/ship-coco.yaml"] = "# No Coco card, no Coco.\nitems: []\n"
    notes = []
    if not doubles:
        sized = f"{sizes.colours} colours and {sizes.elements} elements"
        notes.append(f"no set with {sized} lets every double card find its ship, so there are none")
    if sizes.colours > sizes.elements:
        missing = f"a ship with {sizes.elements} elements has not all {sizes.colours} colours"
        notes.append(f"{missing}, so there are no colour cards")
    if sizes.colours > len(CORNERS):
        notes.append(f"{sizes.ships} ships cannot share {len(CORNERS)} corners two by two, so there is no Coco card")
    drawings = ["tall-ship.svg"] if sizes.ships > DRAWN or "flag" in words[1] else []
    drawings += ["element-flag.svg", "ship.svg"] if "flag" in words[1] else []
    return NewSet(files, drawings, notes)


def _shuffled(ships: ShipSet, sizes: Sizes, rng: random.Random) -> list[Sequence[int]]:
    """The same set with colours and ships in another order."""
    names = rng.sample(range(sizes.colours), sizes.colours)
    return rng.sample(sets.renamed(ships, names), len(ships))


def _pack(id: str, extends: str, sizes: Sizes, basic: int, new: bool) -> str:
    lines = [f"extends: {extends}", f"id: {id}", "version: 0.1"]
    lines += ["languages: [en]  # `santy i18n add` begins another"] if new else []
    if sizes.ships < 8:
        lines += ["", f"players: {{most: {sizes.ships}}}"]
    if basic < DECK + REMOVED:
        rounds = SHORT if basic >= sum(SHORT) else LEAST
        lines += ["", f"rounds: [{', '.join(map(str, rounds))}]  # boarding cards in each round", "laps: [4]",
                  f"expert_removes: {max(0, basic - sum(rounds))}"]  # fmt: skip
    paints = PAINTS.get(sizes.colours, ())
    lines += ["", "palette:"] if paints else []
    for place, (colour, paint) in enumerate(zip(COLOURS, paints, strict=False)):
        pattern = "" if place < 4 else ", pattern: plain"
        lines.append(f'  {colour}: {{hex: "{paint}"{pattern}}}')
    return "\n".join(lines) + "\n"


def _ships(words: tuple[Sequence[str], Sequence[str]], looks: Sequence[Sequence[int]], rng: random.Random) -> str:
    colours, elements = words
    ships = NAMES[: len(looks)]
    numbers = rng.sample(range(1, len(ships) + 1), len(ships))
    corners = CORNERS[: min(len(CORNERS), len(colours))]
    sitting = rng.sample([*corners, *corners], 2 * len(corners)) + list(corners)
    letters = dict.fromkeys(name[0] for _, name in ships)
    lines = ["features:", f"  elements: [{', '.join(elements)}]", f"  colours: [{', '.join(colours)}]",
             f"  letters: [{', '.join(letters)}]", f"  corners: [{', '.join(corners)}]", "", "ships:",
             '  "*": withdrawn']  # fmt: skip
    for place, ((id, name), look) in enumerate(zip(ships, looks, strict=True)):
        art = "tall-ship.svg" if place >= DRAWN or "flag" in elements else f"ship-{id}.svg"
        painted = ", ".join(f"{e}: {colours[colour]}" for e, colour in zip(elements, look, strict=True))
        lines += [f"  {id}:", f"    name: {name}", f"    number: {numbers[place]}", f"    corner: {sitting[place]}",
                  f"    colours: {{{painted}}}", f"    art: {art}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _cards(words: tuple[Sequence[str], Sequence[str]], doubles: bool) -> list[str]:
    colours, elements = words
    ships = 2 * len(colours)
    letters = dict.fromkeys(name[0] for _, name in NAMES[:ships])
    lines = [f"  element-{e}: {{kind: element, element: {e}}}" for e in elements]
    lines += [f"  element-{e}-{c}: {{kind: element, element: {e}, struck: {c}}}" for e in elements for c in colours]
    if len(colours) == len(elements):
        lines += [f"  colour-{c}: {{kind: colour, colour: {c}}}" for c in colours]
    lines += ["  name: {kind: name}", *(f"  name-{x.lower()}: {{kind: name, struck: {x}}}" for x in letters)]
    lines += [f"  number-{n}: {{kind: number, plus: {n}}}" for n in range(1, ships)]
    for way in ("clockwise", "counter-clockwise"):
        steps = range(1, len(colours) + 1)
        lines += [f"  helm-{way}-{n}: {{kind: helm, level: expert, direction: {way}, steps: {n}}}" for n in steps]
    if doubles:
        pairs = combinations(elements, 2)
        lines += [f"  double-{a}-{b}: {{kind: double, level: expert, elements: [{a}, {b}]}}" for a, b in pairs]
    if len(colours) <= len(CORNERS):
        lines.append("  coco: {kind: coco, level: expert}")
    return lines


def _basic(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if "level: expert" not in card]


def _words(words: tuple[Sequence[str], Sequence[str]], new: Sequence[str]) -> str:
    """What English calls the new elements and colours."""
    colours, elements = words
    lines = ["lexicon:", "  slots:", f"    element: [{', '.join(elements)}]", f"    colour: [{', '.join(colours)}]"]
    if "flag" in new:
        forms = {"nom": "{adj} flag", "indef": "a {adj} flag", "def": "the {adj} flag", "matches": "flag matches"}
        lines += ["  nouns:", "    flag:", "      forms:"]
        lines += [f'        {form}: "{text}"' for form, text in {**forms, "short": "{adj} flag"}.items()]
    named = [colour for colour in colours if colour in new]
    lines += ["  adjectives:"] if named else []
    lines += [f"    {colour}: {{letter: {colour[0].upper()}, forms: {{base: {colour}}}}}" for colour in named]
    return "\n".join(lines) + "\n"


def _letters(elements: Sequence[str]) -> str:
    """The layout of the colours' letters on a ship tile."""
    lines = [f"# Where the letters of the colours stand on the tile: at {listed(elements)}.", "items:"]
    for element in elements:
        at, _, r = WRITTEN_AT[element].partition("|")
        give = f'{{colour: "{{{{ item.colours.{element} }}}}", r: "{r}"}}'
        lines.append(f"  - use: {{layout: ship-letter, {at}, give: {give}}}")
    return "\n".join(lines) + "\n"

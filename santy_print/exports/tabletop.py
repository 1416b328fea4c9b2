"""Tabletop Simulator: sheets of cards, pictures of tiles, and the saved object that puts them on the table.

A sheet has at most 10 x 7 cells of one size, at least 2 x 2, and at most 4,096 pixels a side; its last cell is what
others see of a card in your hand. A card's number is its sheet's number times 100 plus its cell
(https://kb.tabletopsimulator.com/custom-content/custom-deck/, .../custom-tile/).

Cards whose backs differ, for a back says what its card is worth, are one deck all the same: their backs are a sheet,
too, with the same cells.

A saved object names pictures by address. Where they will be is not known here: the addresses begin with `HOST`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from santy_print.diag import plural
from santy_print.exports.job import Deck, Job, Wanted
from santy_print.exports.names import Names, look
from santy_print.faces import Frame
from santy_print.raster import MM_PER_INCH, canvas_images, pixels
from santy_print.sheets import Copy

HOST = "https://HOST/"
MOST_ACROSS, MOST_DOWN, MOST_PIXELS = 10, 7, 4096
TILES = {"rect": 3, "hex": 1, "hex-pointed": 1, "circle": 2}
"""The game's numbers for what a tile is cut to: rounded corners, hexagon, circle."""
ON_A_SHEET = MOST_ACROSS * MOST_DOWN - 1
DPI = 300
POKER = 88.9
"""The height of the cards, mm, that the game shows at their own size: others are larger or smaller by as much."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet's cells: how many across and down, and the pixels of one."""

    across: int
    down: int
    cell: tuple[int, int]


def grid(count: int, size: tuple[float, float]) -> Grid:
    """The grid for so many cards of a size (mm), with one cell more for the hidden back.

    Of all grids that a sheet may have it is the one whose cells get the most pixels, and of those the smallest.
    """
    grids = []
    for across in range(2, MOST_ACROSS + 1):
        for down in range(2, MOST_DOWN + 1):
            if across * down > count:
                scale = min(DPI / MM_PER_INCH, MOST_PIXELS / across / size[0], MOST_PIXELS / down / size[1])
                grids.append(Grid(across, down, (int(size[0] * scale), int(size[1] * scale))))
    return max(grids, key=lambda g: (g.cell[0] * g.cell[1], -g.across * g.down, g.across))


@dataclass(slots=True)
class _Files:
    """What an export has named so far: its files, the picture of each tile's face, the number of sheets."""

    names: Names
    tiles: dict[str, str] = field(default_factory=dict)
    sheets: int = 0


def saved_object(job: Job) -> None:
    """Save sheets of cards, pictures of tiles, and the saved object: a deck or tile for each piece of the pack."""
    states: list[dict[str, Any]] = []
    files = _Files(Names())
    for deck in job.decks():
        for number, copies in enumerate(_by_back(deck), 1):
            if copies[0].back is None or deck.shape != "rect" or len({c.front.key for c in copies}) < 2:
                states += _tiles(job, deck, copies, files)
            else:
                states.append(_deck(job, f"{deck.name}-{number}", deck.part, copies, files))
    _name_apart(states)
    if not states:
        return
    for place, state in enumerate(states):
        state["Transform"]["posX"], state["Transform"]["posZ"] = place % 8 * 4.0 - 14, place // 8 * -4.5
    _make_unique(states)
    title = job.faces.locale.plain("game.title")
    data = json.dumps({"SaveName": title, "ObjectStates": states}, indent=1, ensure_ascii=False) + "\n"
    job.save("saved-object.json", data.encode("utf-8"))
    objects = plural(len(states), "object")
    job.notes.append(f"saved-object.json: {objects}; put your address in the place of {HOST}")


def _by_back(deck: Deck) -> list[list[Copy]]:
    """The pieces of a deck, grouped by the look of their backs.

    Backs of one layout that are not alike go together where several cards share one: it says something of its card, and
    the cards are shuffled together. Where each piece has its own it is another side of it.
    """
    groups: dict[str, list[Copy]] = {}
    kinds: dict[str, dict[str, int]] = {}
    for copy in deck.copies:
        if copy.back is not None:
            known = kinds.setdefault(_layout(copy.back), {})
            known[look(copy.back)] = known.get(look(copy.back), 0) + 1
    for copy in deck.copies:
        kind = "" if copy.back is None else _layout(copy.back)
        together = len(kinds.get(kind, ())) > 1 and max(kinds[kind].values()) > 1
        own = kind if together or copy.back is None else look(copy.back)
        groups.setdefault(own, []).append(copy)
    return list(groups.values())


def _layout(frame: Frame) -> str:
    """The name of the layout that drew a face."""
    return frame.key.partition(":")[0]


def _name_apart(states: Sequence[dict[str, Any]]) -> None:
    """Decks of one part are told apart by their backs, which are their descriptions; others need no more words."""
    decks = [state for state in states if state["Name"] == "DeckCustom"]
    many = Counter(deck["Nickname"] for deck in decks)
    for deck in decks:
        if many[deck["Nickname"]] > 1 and deck["Description"]:
            deck["Nickname"] += f" · {deck['Description']}"


def _deck(job: Job, name: str, part: str, copies: Sequence[Copy], files: _Files) -> dict[str, Any]:
    """Save the sheets of a deck of cards, and return the object that refers to them: called as its part is."""
    fronts = list({copy.front.key: copy.front for copy in copies}.values())
    backs = {copy.front.key: copy.back for copy in copies if copy.back is not None}
    back, apart = backs[copies[0].front.key], len({look(each) for each in backs.values()}) > 1
    portions = [fronts[n : n + ON_A_SHEET] for n in range(0, len(fronts), ON_A_SHEET)]
    if len(portions) > 1:
        job.report.notice(
            "export-split",
            f"a sheet of Tabletop Simulator holds {ON_A_SHEET} cards: `{name}` has {len(fronts)} different ones and "
            f"takes {len(portions)} sheets",
            None,
        )
    numbers: dict[str, int] = {}
    custom: dict[str, Any] = {}
    behind = files.names.free(f"{name}-back", ".png")
    if not apart:
        with job.pressing(DPI) as press:
            size = pixels(copies[0].front.width, DPI), pixels(copies[0].front.height, DPI)
            press([behind], next(canvas_images([(back, size)], DPI)), None)
    with job.pressing(None) as press:
        for number, portion in enumerate(portions, 1):
            face = files.names.free(name if len(portions) == 1 else f"{name}-sheet-{number}", ".png")
            files.sheets += 1
            cells = grid(len(portion), portion[0].size)
            press([face], _sheet(portion, back, cells), None)
            if apart:
                behind = behind if number == 1 else files.names.free(f"{name}-back-{number}", ".png")
                press([behind], _sheet([backs[frame.key] for frame in portion], back, cells), None)
            custom[str(files.sheets)] = _custom(face, behind, cells, apart)
            numbers.update({frame.key: files.sheets * 100 + cell for cell, frame in enumerate(portion)})
            job.notes.append(f"{face}: {plural(len(portion), 'card')} in {cells.across} x {cells.down} cells")
    scale = round(max(copies[0].front.size) / POKER, 3)
    cards = [
        _object("Card", copy.front, f"{name}{n}", scale)
        | {
            "CardID": numbers[copy.front.key],
            "SidewaysCard": False,
            "CustomDeck": {key: custom[key]},
        }
        for n, copy in enumerate(copies)
        for key in [str(numbers[copy.front.key] // 100)]
    ]
    return _object("DeckCustom", None, name, scale) | {
        "Nickname": job.faces.locale.plain(f"part.{part}"),
        "Description": "" if apart else back.alt,
        "SidewaysCard": False,  # that is for upright pictures of lying cards: these lie as their cards do
        "DeckIDs": [numbers[copy.front.key] for copy in copies],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }


def _custom(face: str, behind: str, cells: Grid, apart: bool) -> dict[str, Any]:
    """The entry for one sheet of cards in an object: the addresses of its pictures, its rows and columns.

    Where backs are `apart` each card has its own, and others see that of a card in your hand.
    """
    return {
        "FaceURL": HOST + face,
        "BackURL": HOST + behind,
        "NumWidth": cells.across,
        "NumHeight": cells.down,
        "BackIsHidden": apart,
        "UniqueBack": apart,
        "Type": 0,
    }


def _sheet(fronts: Sequence[Frame], back: Frame, cells: Grid) -> Image.Image:
    """Draw a sheet: cards row by row, each in the size of its cell, and the back in the last cell."""
    width, height = cells.cell
    sheet = Image.new("RGB", (width * cells.across, height * cells.down), "white")
    dpi = width / fronts[0].width * MM_PER_INCH
    drawn = canvas_images([(frame, cells.cell) for frame in (*fronts, back)], dpi)
    last = cells.across * cells.down - 1
    for cell, image in zip([*range(len(fronts)), last], drawn, strict=True):
        sheet.paste(image, (cell % cells.across * width, cell // cells.across * height))
    return sheet


def _tiles(job: Job, deck: Deck, copies: Sequence[Copy], files: _Files) -> list[dict[str, Any]]:
    """An object for each piece that is no card of a deck: a tile of its size and shape; of several alike a stack."""
    alike: dict[tuple[str, ...], list[Copy]] = {}
    for copy in copies:
        alike.setdefault(tuple(job.names[frame.key] for frame in _faces(copy)), []).append(copy)
    wanted: list[Wanted] = []
    states = []
    for names, some in alike.items():  # faces that look alike have one name
        for name, frame in zip(names, _faces(some[0]), strict=True):
            if name not in files.tiles:
                files.tiles[name] = files.names.free(f"tile-{name}", ".png")
                size = pixels(frame.width, DPI / 2), pixels(frame.height, DPI / 2)
                wanted.append(Wanted(frame, size, (files.tiles[name],)))
        urls = [HOST + files.tiles[name] for name in names]
        scale = round(max(deck.width, deck.height) / MM_PER_INCH / 2, 3)
        kind, count = ("Custom_Tile_Stack", {"Number": len(some)}) if len(some) > 1 else ("Custom_Tile", {})
        state = _object(kind, some[0].front, f"{deck.name}{' '.join(names)}", scale) | count
        state["CustomImage"] = {
            "ImageURL": urls[0],
            "ImageSecondaryURL": urls[1] if len(urls) > 1 else "",
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": TILES.get(deck.shape, 0),
                "Thickness": 0.1,
                "Stackable": len(some) > 1,
                "Stretch": True,
            },
        }
        states.append(state)
    job.pictures(wanted, DPI // 2)
    stacks = sum(len(some) > 1 for some in alike.values())
    job.notes.append(f"{deck.name}: {plural(len(copies), 'tile')}" + (f", {plural(stacks, 'stack')}" if stacks else ""))
    return states


def _faces(copy: Copy) -> list[Frame]:
    """The front of a piece, and its back if it has one."""
    return [frame for frame in (copy.front, copy.back) if frame is not None]


def _make_unique(states: Sequence[dict[str, Any]]) -> None:
    """Make ids unique: six hexadecimal digits of a hash may be the same for two of many cards."""
    seen: set[str] = set()
    for thing in [*states, *(card for state in states for card in state.get("ContainedObjects", ()))]:
        while thing["GUID"] in seen:
            thing["GUID"] = hashlib.sha256(thing["GUID"].encode()).hexdigest()[:6]
        seen.add(thing["GUID"])


def _object(kind: str, frame: Frame | None, seed: str, scale: float) -> dict[str, Any]:
    """The fields that all objects have. The id is a hash of a name, so that every export of a pack gives the same."""
    title, _, rest = (frame.alt if frame else "").partition(". ")
    place = dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotY", "rotZ"), 0.0)
    return {
        "GUID": hashlib.sha256(f"{kind} {seed}".encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": place
        | {"posY": 1.0, "rotY": 180.0, "rotZ": 180.0 if kind == "DeckCustom" else 0.0}
        | {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
        "Nickname": title,
        "Description": rest,
        "ColorDiffuse": {"r": 0.71, "g": 0.71, "b": 0.71},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
    }

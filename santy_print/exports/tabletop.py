"""Tabletop Simulator: sheets of cards, pictures of tiles, and the saved object that puts them on the table.

A sheet has at most 10 x 7 cells of one size, at least 2 x 2, and at most 4,096 pixels a side; its last cell is what
others see of a card in your hand. A card's number is its sheet's number times 100 plus its cell
(https://kb.tabletopsimulator.com/custom-content/custom-deck/, .../custom-tile/).

A saved object names pictures by address. Where they will be is not known here: the addresses begin with `HOST`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from santy_print.build import frame_hash
from santy_print.exports.job import LEVEL, Deck, Job, Wanted, distinct, face_names, plain_name
from santy_print.faces import Frame
from santy_print.raster import MM_PER_INCH, canvas_images, pixels, png
from santy_print.sheets import Copy

HOST = "https://HOST/"
MOST_ACROSS, MOST_DOWN, MOST_PIXELS = 10, 7, 4096
TILES = {"rect": 3, "hex": 1, "hex-pointed": 1, "circle": 2}
"""The game's numbers for what a tile is cut to: rounded corners, hexagon, circle."""
ON_A_SHEET = MOST_ACROSS * MOST_DOWN - 1
DPI = 300


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet's cells: how many across and down, and the pixels of one."""

    across: int
    down: int
    cell: tuple[int, int]


def grid(count: int, size: tuple[float, float]) -> Grid:
    """The grid on which so many cards of a size (mm) and the hidden back come out largest; of alike ones the least."""
    grids = []
    for across in range(2, MOST_ACROSS + 1):
        for down in range(2, MOST_DOWN + 1):
            if across * down > count:
                scale = min(
                    DPI / MM_PER_INCH, MOST_PIXELS / across / size[0], MOST_PIXELS / down / size[1]
                )
                grids.append(Grid(across, down, (int(size[0] * scale), int(size[1] * scale))))
    return max(grids, key=lambda g: (g.cell[0] * g.cell[1], -g.across * g.down, g.across))


def saved_object(job: Job) -> None:
    """Sheets and tiles of all pieces, and one saved object with a deck or a tile for each."""
    states: list[dict[str, Any]] = []
    sheets = 0
    for deck in job.decks():
        for number, copies in enumerate(_by_back(deck), 1):
            name = plain_name(f"{deck.name}-{number}")
            if copies[0].back is None or deck.shape != "rect" or len({c.front.key for c in copies}) < 2:
                states += _tiles(job, deck, copies)
                continue
            state, used = _deck(job, name, copies, sheets)
            sheets += used
            states.append(state)
    if not states:
        return
    for place, state in enumerate(states):
        state["Transform"]["posX"], state["Transform"]["posZ"] = place % 8 * 4.0 - 14, place // 8 * -4.5
    title = job.faces.locale.plain("game.title")
    data = json.dumps({"SaveName": title, "ObjectStates": states}, indent=1, ensure_ascii=False) + "\n"
    job.save("saved-object.json", data.encode("utf-8"))
    job.notes.append(f"saved-object.json: {len(states)} objects; put your address in the place of {HOST}")


def _by_back(deck: Deck) -> list[list[Copy]]:
    """A deck's pieces by what their backs show."""
    groups: dict[str, list[Copy]] = {}
    for copy in deck.copies:
        groups.setdefault(frame_hash(copy.back) if copy.back else "", []).append(copy)
    return list(groups.values())


def _deck(job: Job, name: str, copies: Sequence[Copy], before: int) -> tuple[dict[str, Any], int]:
    """A deck of cards: its sheets are written, the object that names them is returned, and how many sheets it took."""
    fronts = list({copy.front.key: copy.front for copy in copies}.values())
    back = copies[0].back
    assert back is not None
    portions = [fronts[n : n + ON_A_SHEET] for n in range(0, len(fronts), ON_A_SHEET)]
    if len(portions) > 1:
        job.report.warning(
            "export-split",
            f"a sheet of Tabletop Simulator holds {ON_A_SHEET} cards: `{name}` has {len(fronts)} different ones and "
            f"takes {len(portions)} sheets",
            None,
        )
    size = pixels(back.width, DPI), pixels(back.height, DPI)
    job.save(f"{name}-back.png", png(next(canvas_images([(back, size)], DPI)), DPI, LEVEL))
    numbers: dict[str, int] = {}
    custom: dict[str, Any] = {}
    for sheet, portion in enumerate(portions, before + 1):
        face = f"{name}.png" if len(portions) == 1 else f"{name}-sheet-{sheet - before}.png"
        cells = grid(len(portion), back.size)
        job.save(face, png(_sheet(portion, back, cells), None, LEVEL))
        custom[str(sheet)] = {
            "FaceURL": HOST + face,
            "BackURL": f"{HOST}{name}-back.png",
            "NumWidth": cells.across,
            "NumHeight": cells.down,
            "BackIsHidden": False,
            "UniqueBack": False,
            "Type": 0,
        }
        numbers.update({frame.key: sheet * 100 + cell for cell, frame in enumerate(portion)})
        job.notes.append(f"{face}: {len(portion)} cards in {cells.across} x {cells.down} cells")
    cards = [
        _object("Card", copy.front, f"{name}{n}")
        | {"CardID": numbers[copy.front.key], "CustomDeck": {key: custom[key]}}
        for n, copy in enumerate(copies)
        for key in [str(numbers[copy.front.key] // 100)]
    ]
    ids = [numbers[copy.front.key] for copy in copies]
    state = _object("DeckCustom", None, name) | {
        "Nickname": job.faces.locale.plain("game.title"),
        "DeckIDs": ids,
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }
    return state, len(portions)


def _sheet(fronts: Sequence[Frame], back: Frame, cells: Grid) -> Image.Image:
    """Cards in rows, the back in the last cell. Each is drawn at the size of its cell."""
    width, height = cells.cell
    sheet = Image.new("RGB", (width * cells.across, height * cells.down), "white")
    dpi = width / fronts[0].width * MM_PER_INCH
    drawn = canvas_images([(frame, cells.cell) for frame in (*fronts, back)], dpi)
    last = cells.across * cells.down - 1
    for cell, image in zip([*range(len(fronts)), last], drawn, strict=True):
        sheet.paste(image, (cell % cells.across * width, cell // cells.across * height))
    return sheet


def _tiles(job: Job, deck: Deck, copies: Sequence[Copy]) -> list[dict[str, Any]]:
    """A tile for each piece, cut as it is; its thickness is the game's, its size the piece's."""
    names = face_names(distinct(deck.copies))
    files: dict[str, Wanted] = {}
    states = []
    for n, copy in enumerate(copies):
        sides = [frame for frame in (copy.front, copy.back) if frame is not None]
        urls = []
        for frame in sides:
            file = f"tile-{names[frame.key]}.png"
            size = pixels(frame.width, DPI / 2), pixels(frame.height, DPI / 2)
            files.setdefault(file, Wanted(frame, size, (file,)))
            urls.append(HOST + file)
        state = _object("Custom_Tile", copy.front, f"{deck.name}{names[copy.front.key]}{n}")
        state["CustomImage"] = {
            "ImageURL": urls[0],
            "ImageSecondaryURL": urls[1] if len(urls) > 1 else "",
            "WidthScale": 0.0,
            "CustomTile": {"Type": TILES.get(deck.shape, 0), "Thickness": 0.1, "Stackable": False, "Stretch": True},
        }
        scale = round(max(deck.width, deck.height) / MM_PER_INCH / 2, 3)
        state["Transform"].update(scaleX=scale, scaleZ=scale)
        states.append(state)
    job.pictures(files.values(), DPI // 2)
    return states


def _object(kind: str, frame: Frame | None, seed: str) -> dict[str, Any]:
    """What every object on the table has; the id is drawn from a name, so that two exports are alike."""
    title, _, rest = (frame.alt if frame else "").partition(". ")
    place = dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotY", "rotZ"), 0.0)
    return {
        "GUID": hashlib.sha256(f"{kind} {seed}".encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": place
        | {"posY": 1.0, "rotY": 180.0, "rotZ": 180.0 if kind == "DeckCustom" else 0.0}
        | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
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

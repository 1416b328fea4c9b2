"""The printed set: what facts M1 to M5 count, measured from the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from santy_print.faces import Faces, Frame, Letters, walk, words
from santy_print.pack import load_pack
from santy_print.parts.pages import part_pages
from santy_print.sheets import Cell, Setup
from tests.packs import copy_pack
from tests.placed import pictures, texts


@lru_cache(maxsize=1)
def cells() -> tuple[Cell, ...]:
    """Every front of the set, from the pages of all parts."""
    pack = load_pack().checked()
    faces = Faces(pack, pack.locales["en"])
    pages = [page for part in pack.parts for page in part_pages(faces, part, Setup())]
    assert faces.report.ok, list(faces.report)
    return tuple(cell for page in pages if page.side == "front" for cell in page.cells)


def test_counts_of_the_printed_set() -> None:
    pack = load_pack()
    cards = [*pack.collections["boarding"], *pack.collections["events"]]
    level = {card["id"]: card.get("level", "event") for card in cards}
    kinds: Counter[str] = Counter()
    coins: Counter[str] = Counter()
    for cell in cells():
        layout, _, item = cell.frame.key.partition(":")
        kinds[level[item] if layout.startswith("card-") else layout] += 1
        if layout == "coin":
            coins[words(cell.frame)] += 1
    assert kinds == {
        "basic": 37, "expert": 15, "event": 6,
        "ship": 8, "pirate-tile": 8, "scuttle": 8, "pirate-frame": 8, "coin": 25, "harbour": 1,
    }  # fmt: skip
    assert coins == {str(value): 5 for value in range(1, 6)}


def test_sheets_without_backs_come_last() -> None:
    """A duplex printer takes pages two by two: a sheet without a back would shift all that follow."""
    pack = load_pack()
    faces = Faces(pack, pack.locales["en"])
    for part in pack.parts:
        for paper in ((210.0, 297.0), (215.9, 279.4)):
            pages = part_pages(faces, part, Setup(paper))
            sides = [page.side for page in pages]
            backs = sides.count("back")
            assert sides[: 2 * backs] == ["front", "back"] * backs, part


def row(frame: Frame, y: tuple[float, float], wanted: Sequence[str]) -> list[str]:
    """Those of the wanted texts that stand on the board between two heights, from the left."""
    found = [(box[0][0], text) for text, box in texts(frame) if text in wanted and y[0] < box[0][1] < y[1]]
    return [text for _, text in sorted(found)]


def rising(values: Sequence[float]) -> bool:
    return list(values) == sorted(values)


def harbour(root: Path) -> tuple[Faces, Frame]:
    pack = load_pack(root)
    faces = Faces(pack, pack.locales["en"])
    frame = faces.frame("harbour", {"id": "one"})
    assert faces.report.ok, list(faces.report)
    return faces, frame


def test_harbour_shows_orders_and_loot(tmp_path: Path) -> None:
    """Fact M5, for the bundled pack and for one with other orders and another loot."""
    bundled = load_pack().root
    ships = (bundled / "ships.yaml").read_text(encoding="utf-8")
    other = ships.replace("letters: [P, R, S, V]", "letters: [V, S, R, P]")
    other = other.replace("elements: [nest, sails, hull, plate]", "elements: [plate, hull, sails, nest]")
    other = other.replace("colours: [yellow, red, blue, green]", "colours: [green, blue, red, yellow]")
    head = (bundled / "pack.yaml").read_text(encoding="utf-8").replace("[5, 4, 3, 2, 1]", "[5, 4, 2]")
    changed = copy_pack(tmp_path, {"ships.yaml": other, "pack.yaml": head})
    boards = [harbour(root) for root in (bundled, changed)]
    for faces, frame in boards:
        (game,) = faces.pack.collections["game"]
        letters = [faces.locale.letter(colour) for colour in game["colours"]]
        assert row(frame, (36, 60), letters) == letters
        assert row(frame, (112, 146), game["letters"]) == game["letters"]
        assert rising([pictures(frame, faces, f"element-{e}.svg")[0][0] for e in game["elements"]])
        assert rising([pictures(frame, faces, f"coin-{v}.svg")[0][0] for v in game["loot"]])
        ranks = [faces.locale.plain("harbour.arrival", n=n + 1) for n in range(len(game["loot"]))]
        assert row(frame, (60, 110), ranks) == ranks
        assert len(pictures(frame, faces, "coco-icon.svg")) == len(game["corners"])
    assert boards[0][1].items != boards[1][1].items


def test_harbour_says_what_to_do_and_who_made_the_game() -> None:
    faces, frame = harbour(load_pack().root)
    shown = words(frame)
    for key in ("title", "read", "stack", "right", "wrong", "castoff", "countdown", "together"):
        assert faces.locale.plain(f"harbour.{key}") in shown, key
    credit = faces.locale.plain("game.credits", **faces.pack.head.credits.model_dump())
    assert credit in shown
    small = min(i.size for i in walk(frame.items) if isinstance(i, Letters) and i.text.strip()[:20] in credit)
    assert small >= 7

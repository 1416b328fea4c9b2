"""Slips that nothing noticed when somebody made them by hand: one test for each, which fails where it is made again."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path

import pytest

from santy_print import cache
from santy_print.faces.typeset import FontBook, Style, set_text
from santy_print.folders import inside, shared_layouts
from santy_print.game import Dealer, playout
from santy_print.games.santy_anno.bots import Bot, Race
from santy_print.games.santy_anno.state import new_state
from santy_print.output import staged
from santy_print.pack import load_pack
from santy_print.palette import EYES, GREY, LIMITS, READABLE, READABLE_LARGE
from santy_print.parts.hashes import frame_hash
from santy_print.registry import code_of, folder_of
from santy_print.sheets import Setup, tile
from santy_print.text import Run
from tests.test_sheets import face
from tests.workshop import santy


def test_a_text_is_set_as_large_as_its_box_allows_to_the_quarter_of_a_point() -> None:
    book, style = FontBook(load_pack()), Style(size=9, least=5)
    runs = (Run("Every card moves a pirate from one ship to another, and all who are quick of head follow."),)
    sizes = set()
    for height in (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20):
        made = set_text(runs, (0, 0, 40, height), style, book, "#000000")
        sizes.add(made.size)
        if made.overflow <= 0.01 and made.size < style.size:
            larger = Style(size=made.size + 0.25, least=made.size + 0.25)
            assert set_text(runs, (0, 0, 40, height), larger, book, "#000000").overflow > 0.01
    assert len({size for size in sizes if 5 < size < 9}) >= 2


def test_the_limits_of_colours_and_contrast_are_those_that_the_documents_promise() -> None:
    assert {eye: LIMITS[eye] for eye in EYES} == dict.fromkeys(EYES, (12.0, 20.0))
    assert LIMITS[GREY] == (8.0, 12.0)
    assert (READABLE, READABLE_LARGE) == (4.5, 3.0)


def test_files_appear_in_the_order_in_which_they_were_staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["z.pdf", "a.pdf", "sub/m.pdf", "b.pdf", "manifest.json"]
    shown: list[str] = []
    move = os.replace

    def watch(one: Path, other: Path) -> None:
        shown.append(Path(other).relative_to(os.path.realpath(tmp_path)).as_posix())
        move(one, other)

    monkeypatch.setattr(os, "replace", watch)
    with staged(tmp_path) as stage:
        for name in names:
            stage.write(name, name)
    assert shown == names


def test_each_pirate_sees_its_own_coins() -> None:
    state = new_state(santy(), 4)
    race = Race(state.setup, 5, Dealer(5))
    end = playout(state, race.policies, random.Random(5), race.chance)
    coins = [end.view(pirate).coins for pirate in end.players]  # type: ignore[attr-defined]
    assert coins == [end.coins(index) for index in range(4)]
    assert len(set(coins)) > 1


def test_a_folder_whose_name_begins_alike_is_another(tmp_path: Path) -> None:
    for name in ("pack", "pack-secret"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("x")
    assert inside(tmp_path / "pack" / "file", tmp_path / "pack")
    assert not inside(tmp_path / "pack-secret" / "file", tmp_path / "pack")


def test_what_a_face_is_cut_to_is_part_of_its_hash() -> None:
    whole = face("x", 40, 40)
    assert frame_hash(replace(whole, cut=(("m", 0.0, 0.0), ("l", 40.0, 40.0)))) != frame_hash(whole)
    assert frame_hash(replace(whole, corner=3.0)) != frame_hash(whole)


@pytest.mark.parametrize("overlap", [5.0, 10.0, 14.0])
def test_a_board_has_the_fewest_tiles_that_overlap_as_was_asked_for(overlap: float) -> None:
    setup = Setup()
    rooms = [side - 2 * setup.margin for side in setup.paper]

    def fewest(length: float, room: float) -> int:
        return next(n for n in range(1, 20) if n * room - (n - 1) * overlap >= length)

    sides = [room * n - overlap * (n - 1) + more for room in rooms for n in (1, 2, 3) for more in (-1.0, 1.0)]
    for width, height in product(sides, sides):
        pages = tile(face("board", width, height), setup, overlap)
        assert len(pages) == min(fewest(width, one) * fewest(height, other) for one, other in (rooms, rooms[::-1])), (
            width,
            height,
        )
        for axis in (0, 1):
            # where on the board each tile begins, and how far it reaches
            begins = {(page.trim[axis] - (page.cells[0].x, page.cells[0].y)[axis], page) for page in pages}
            spans = {round(at, 3): page.trim[axis + 2] - page.trim[axis] for at, page in begins}
            for one, other in pairwise(sorted(spans)):
                assert spans[one] - (other - one) >= overlap - 0.01


def test_a_negative_number_counts_as_its_size_does() -> None:
    locale = load_pack().locales["en"]
    for number in (-1, 1):
        assert locale.plain("play.total", n=number).endswith(" ducat")
    assert locale.plain("play.total", n=-2).endswith(" ducats")


def test_careless_pirates_forget_a_card_at_their_slip_and_a_hard_one_half_as_often_again() -> None:
    compiled = santy()
    state = new_state(compiled, 3, expert=True)
    race = Race(state.setup, 1, Dealer(1))
    while not state.under_way:
        state = state.apply(race.chance(state, random.Random(0)))
    view, route = state.view(state.players[0]), compiled.route(state.cards, None, state.seats)
    hard = [step.card is not None and step.card.level == "expert" for step in route]
    bot = Bot(1, 1, 1, slip=0.5)

    class Always(random.Random):
        """The same number each time."""

        def __init__(self, number: float) -> None:
            self.number = number

        def random(self) -> float:
            return self.number

    def slips(start: int, number: float) -> list[int | None]:
        seen = replace(view, tiles=(start, *view.tiles[1:]))
        return [slip.place for slip in bot.run(compiled, seen, route, Always(number)).slips]

    moved = 0
    for start in range(len(compiled.ships)):
        ways = {number: slips(start, number) for number in (0.49, 0.5, 0.74, 0.75)}
        assert ways[0.75] == []
        assert all(hard[place or 0] for number in (0.5, 0.74) for place in ways[number])
        moved += sum(not hard[place or 0] for place in ways[0.49])
    assert moved > 0, "a card that is not hard slips, too"


def test_a_template_of_ours_is_part_of_what_a_kept_file_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from santy_print import folders

    here = folders.data_folder("templates")
    copied = tmp_path / "templates"
    for path in here.rglob("*"):
        if path.is_file():
            (copied / path.relative_to(here)).parent.mkdir(parents=True, exist_ok=True)
            (copied / path.relative_to(here)).write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "data_folder", lambda name: copied if name == "templates" else folders.data_folder(name))
    game = load_pack().game
    before = cache.program_hash(game)
    for name in ("faces/styles.yaml", "documents/document.typ", "languages.yaml"):
        (copied / name).write_bytes((copied / name).read_bytes() + b"\n# another\n")
        assert cache.program_hash(game) != before, name
        before = cache.program_hash(game)


def test_a_layout_of_a_bundled_game_is_part_of_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = load_pack().game, dict[Path, str]()
    monkeypatch.setattr(cache, "file_hash", lambda path: seen.setdefault(path, path.name))
    before = cache.program_hash(game)
    layouts = set(shared_layouts(game).values())
    assert layouts <= seen.keys()
    folder = folder_of(game)
    assert {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"} <= seen.keys()
    seen[min(layouts)] = "another"
    assert cache.program_hash(game) != before


def test_data_beside_a_games_code_are_part_of_it_and_its_packs_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "owls"
    for name in (
        "__init__.py",
        "prices.csv",
        "data/odds.json",
        "content/owls/cards.yaml",
        "content/owls/rulebook.yaml",
    ):
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).touch()
    (game / "__init__.py").write_text("from santy_print.registry import Game\nclass Owls(Game):\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = code_of(import_module("owls").Owls())
    names = {file.relative_to(folder).as_posix() for folder, file in found}
    assert names == {"__init__.py", "prices.csv", "data/odds.json", "content/owls/rulebook.yaml"}

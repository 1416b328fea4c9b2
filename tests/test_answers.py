"""Answer sheets: every cell against a second reading of the YAML, in data, text, HTML and PDF; and wrong options."""

from __future__ import annotations

import html.parser
import itertools
import json
import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from click.testing import CliRunner, Result

from santy_print.cli import main
from santy_print.columns import width
from santy_print.documents.blocks import Label, parts_of
from santy_print.faces import Faces, Letters, Shape
from santy_print.faces import walk as drawn
from santy_print.faces.art import outline_box
from santy_print.games.santy_anno import answer_sheet as book
from santy_print.named import in_words_of
from santy_print.pack import Pack, load_pack
from santy_print.raster import page_images
from santy_print.text import item_key
from tests.packs import BUNDLED, LANGUAGES, copy_pack
from tests.thinned import spoken

SEEDS = (0, 1, 7, -3, 2**40)


# -- the second reading: plain YAML, and the rules as the prose has them --------------------------------------


@cache
def written(name: str) -> Any:
    return yaml.load((BUNDLED / f"{name}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)


def other(ships: dict[str, Any], ship: str, alike: Any) -> str:
    found = [name for name in ships if name != ship and alike(ships[name], ships[ship])]
    assert len(found) == 1, (ship, found)
    return found[0]


def around(seats: list[str], ship: str, steps: int, direction: str) -> str:
    for _ in range(steps):
        at = seats.index(ship)
        ship = seats[at - 1] if direction == "counter-clockwise" else (seats + seats)[at + 1]
    return ship


def walk(card: dict[str, Any], ship: str, seats: list[str]) -> str:
    """Where a pirate on this ship goes, by the rules C1 to C9 read one after another."""
    ships = written("ships")["ships"]
    own = ships[ship]
    if card["kind"] == "element":
        element = card["element"]
        if own["colours"][element] == card.get("struck"):
            return ship
        return other(ships, ship, lambda a, b: a["colours"][element] == b["colours"][element])
    if card["kind"] == "colour":
        [element] = [e for e, colour in own["colours"].items() if colour == card["colour"]]
        return other(ships, ship, lambda a, b: a["colours"][element] == b["colours"][element])
    if card["kind"] == "name":
        if own["name"][0] == card.get("struck"):
            return ship
        return other(ships, ship, lambda a, b: a["name"][0] == b["name"][0])
    if card["kind"] == "number":
        plus = int(card["plus"])
        wanted = {int(own["number"]) + plus, int(own["number"]) - (8 - plus)}
        [found] = [str(name) for name, data in ships.items() if int(data["number"]) in wanted]
        return found
    if card["kind"] == "helm":
        return around(seats, ship, int(card["steps"]), card["direction"])
    if card["kind"] == "double":
        a, b = card["elements"]
        return other(ships, ship, lambda x, y: (x["colours"][a], x["colours"][b]) == (y["colours"][b], y["colours"][a]))
    assert card["kind"] == "coco"
    return other(ships, ship, lambda a, b: a["corner"] == b["corner"])


def play_round(cards: list[str], event: dict[str, Any] | None, ship: str, seats: list[str]) -> list[str]:
    """The ship after every card and after every lurch, by E1 to E4."""
    places = list(range(1, len(cards) + 1))
    kind = event["kind"] if event else ""
    if kind == "whirlwind":
        places[2], places[3] = 4, 3
    if kind == "bermuda":
        places[3:] = places[:2:-1]
    trail = []
    for place in places:
        ship = walk(written("cards")["cards"][cards[place - 1]], ship, seats)
        trail.append(ship)
        if event and kind == "seasick" and place >= 4:
            ship = around(seats, ship, 1, event["direction"])
            trail.append(ship)
    return trail


# -- help ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack().checked()


def santy(*args: str, out: Path | None = None) -> Result:
    return CliRunner().invoke(main, ["answers", *args, *(["--out", str(out)] if out else [])])


def printed(*args: str) -> Any:
    result = santy(*args, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def seatings() -> list[list[str]]:
    ships = list(written("ships")["ships"])
    shuffled = [random.Random(seed).sample(ships, len(ships)) for seed in range(3)]
    return [ships, ships[::-1], *shuffled]


def ships_in(pack: Pack, language: str) -> dict[str, Any]:
    """The ships as they are written down, under their names in a language."""
    say = pack.locales[language].plain
    return {id: {**ship, "name": say("play.ship", who=id)} for id, ship in written("ships")["ships"].items()}


def name_of(pack: Pack, language: str, card: str) -> str:
    named = in_words_of(pack, pack.locales[language])
    item = next(item for item in named.collections["boarding"] if item["id"] == card)
    return pack.locales[language].plain(f"{item_key(item)}.name", **item)


def sheet_of(pack: Pack, language: str, data: book.Data | None = None) -> book.Sheet:
    return book.Sheet(pack, language, data=book.find_answers(pack) if data is None else data)


class Tables(html.parser.HTMLParser):
    """The tables of a page by the id of their section: rows of cells' texts; headers must have a scope."""

    VOID = ("meta", "br", "link", "circle", "path", "use")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.section = ""
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert tag not in ("script", "img", "link", "iframe")
        assert not {"src", "onclick", "onload"} & set(values)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag == "a":
            self.links.append(str(values["href"]))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = str(values["id"])
        if tag == "tr":
            self.tables.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            assert tag == "td" or values.get("scope") in ("row", "col")
            self.tables[self.section][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and {"td", "th"} & set(self.open):
            self.tables[self.section][-1][-1] += data


def words(text: str) -> str:
    """A text with all its blanks alike."""
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


def pdf_text(data: bytes) -> tuple[str, list[tuple[float, float]]]:
    document = pypdfium2.PdfDocument(data)
    pages = [document[i] for i in range(len(document))]
    text = " ".join(page.get_textpage().get_text_bounded() for page in pages)
    return words(text.replace("\ufffe", "-")), [page.get_size() for page in pages]


# -- the data ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", seatings(), ids=lambda seats: seats[0] + "-" + seats[1])
def test_every_cell_is_what_the_prose_rules_say(seats: list[str]) -> None:
    found = printed("--seats", ",".join(seats))
    assert found["seats"] == seats
    assert [card["id"] for card in found["cards"]] == list(written("cards")["cards"])
    for card in found["cards"]:
        data = written("cards")["cards"][card["id"]]
        assert card["moves"] == {ship: walk(data, ship, seats) for ship in seats}, card["id"]
        assert sorted(card["moves"].values()) == sorted(seats)


def test_the_data_has_exactly_the_documented_shape() -> None:
    found = printed()
    assert list(found) == ["pack", "seats", "ships", "cards", "events"]
    assert found["pack"] == "santy_anno"
    ships = written("ships")["ships"]
    assert found["seats"] == list(ships) == [ship["id"] for ship in found["ships"]]
    for ship in found["ships"]:
        data = ships[ship["id"]]
        assert ship == {
            "id": ship["id"],
            "name": data["name"],
            "number": int(data["number"]),
            "letter": data["name"][0],
            "corner": data["corner"],
            "colours": data["colours"],
        }
        assert list(ship["colours"]) == ["nest", "sails", "hull", "plate"]
    for card in found["cards"]:
        assert list(card) == ["id", "kind", "level", "copies", "params", "moves"]
        data = dict(written("cards")["cards"][card["id"]])
        assert card["kind"] == data.pop("kind")
        assert card["level"] == data.pop("level", "basic")
        assert card["copies"] == int(data.pop("copies", 1))
        data.pop("provenance", None)
        assert {key: str(v) if isinstance(v, int) else v for key, v in card["params"].items()} == data
    assert sum(card["copies"] for card in found["cards"]) == 52
    assert {event["id"]: event["copies"] for event in found["events"]} == {
        name: int(data.get("copies", 1)) for name, data in written("events")["events"].items()
    }
    for event in found["events"]:
        assert set(event) == {"id", "kind", "copies"} | ({"direction"} if event["kind"] == "seasick" else set())


def test_seats_are_read_as_people_type_them() -> None:
    plain = ",".join(seatings()[1])
    assert printed("--seats", plain.upper().replace(",", " , ")) == printed("--seats", plain)


# -- one dealt game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", book.LEVELS)
def test_a_dealt_game_is_resolved_as_the_prose_rules_say(seed: int, level: str) -> None:
    found = printed("--deal", str(seed), "--level", level)
    deal, seats = found["deal"], found["seats"]
    assert (deal["seed"], deal["level"]) == (seed, level)
    assert [len(item["cards"]) for item in deal["rounds"]] == [int(n) for n in written("pack")["rounds"]]
    for item in deal["rounds"]:
        assert (item["event"] is not None) == (level == "events")
        event = written("events")["events"][item["event"]] if item["event"] else None
        for ship in seats:
            trail = play_round(item["cards"], event, ship, seats)
            assert [step["after"][ship] for step in item["steps"]] == trail
            assert item["targets"][ship] == trail[-1]
        for step in item["steps"]:
            assert step.get("card", item["cards"][step["place"] - 1]) == item["cards"][step["place"] - 1]
    dealt = [card for item in deal["rounds"] for card in item["cards"]]
    copies = {card["id"]: card["copies"] for card in found["cards"]}
    assert all(dealt.count(card) <= copies[card] for card in dealt)
    levels = {card["level"] for card in found["cards"] if card["id"] in dealt}
    assert "expert" not in levels or level != "basic"


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("level", book.LEVELS)
def test_a_dealt_game_is_the_one_that_is_played(tmp_path: Path, level: str, players: int) -> None:
    record = tmp_path / "game.txt"
    args = ["--seed", "11", "--level", level, "--players", str(players), "--record", str(record)]
    assert CliRunner().invoke(main, ["play", *args]).exit_code == 0
    text = record.read_text(encoding="utf-8")
    found = printed("--deal", "11", "--level", level)
    assert f"seats, clockwise: {', '.join(found['seats'])}\n" in text
    rows = re.findall(r"  round \d+[^:]*: (.*)", text)
    for row, item in zip(rows, found["deal"]["rounds"], strict=True):
        cards = [word.split("/")[0] for word in row.split(", ")]
        events = [word.strip("[]") for word in cards if word.startswith("[")]
        assert [word for word in cards if not word.startswith("[")] == item["cards"]
        assert [word.split("/")[0] for word in events] == ([item["event"]] if item["event"] else [])
    blocks = re.split(r"  round \d+", text)[1:]
    for block, item in zip(blocks, found["deal"]["rounds"], strict=True):
        moves = re.findall(r"    \w[\w-]* from ([\w-]+) to ([\w-]+);", block)
        assert len(moves) == players
        assert all(item["targets"][start] == end for start, end in moves)


def test_seats_can_be_chosen_for_a_dealt_game_and_the_cards_stay() -> None:
    seats = seatings()[2]
    free, fixed = printed("--deal", "5"), printed("--deal", "5", "--seats", ",".join(seats))
    assert fixed["seats"] == seats != free["seats"]
    assert [item["cards"] for item in fixed["deal"]["rounds"]] == [item["cards"] for item in free["deal"]["rounds"]]


# -- written down --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("seats", seatings()[:3], ids=lambda seats: seats[0] + "-" + seats[1])
def test_text_says_every_cell_in_80_columns(pack: Pack, language: str, seats: list[str]) -> None:
    result = santy("--format", "text", "--lang", language, "--seats", ",".join(seats))
    lines = result.output.rstrip("\n").split("\n")
    assert result.exit_code == 0
    assert max(width(line) for line in lines) <= 80
    assert all(line == line.rstrip() for line in lines)
    ships = written("ships")["ships"]
    for card, data in written("cards")["cards"].items():
        goals = [walk(data, ship, seats) for ship in ships]
        shown = ["·" if goal == ship else ships[goal]["number"] for goal, ship in zip(goals, ships, strict=True)]
        name = words(name_of(pack, language, card))
        found = [line.split()[-8:] for line in lines if words(line).startswith(name) and len(line) == 80]
        assert shown in found, name


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_text_of_a_dealt_game_fits_80_columns(language: str) -> None:
    for seed in range(6):
        result = santy("--format", "text", "--lang", language, "--deal", str(seed), "--level", "events")
        assert result.exit_code == 0
        assert max(width(line) for line in result.output.split("\n")) <= 80


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_html_says_every_cell_to_eyes_and_ears(pack: Pack, language: str) -> None:
    seats = seatings()[3]
    data = book.find_answers(pack, seats)
    page = sheet_of(pack, language, data).html()
    read = Tables(page)
    assert f'<html lang="{language}" dir="ltr">' in page
    assert "http" not in page.replace('xmlns="http', "")
    assert "@import" not in page
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    stays = pack.locales[language].plain("answers.stays")
    ships = ships_in(pack, language)
    seen = 0
    for kind in dict.fromkeys(card["kind"] for card in data["cards"]):
        rows = [[words(cell) for cell in row] for row in read.tables[kind]]
        assert len(rows) == 1 + sum(card["kind"] == kind for card in data["cards"])
        for (head, *cells), ship in zip([rows[0]] * 8, ships, strict=True):
            assert head
            assert any(cell == f"{ships[ship]['number']}{ships[ship]['name']}" for cell in cells)
        for card in (card for card in data["cards"] if card["kind"] == kind):
            wanted = []
            for ship in ships:
                goal = card["moves"][ship]
                wanted.append(f"·{stays}" if goal == ship else f"{ships[goal]['number']} {ships[goal]['name']}")
            name = words(name_of(pack, language, card["id"]))
            assert [row for row in rows if name in row[0] and row[1:] == wanted], name
            seen += 1
    assert seen == len(data["cards"])


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize(("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612.0, 792.0))])
def test_pdf_names_every_card_ship_and_goal_on_two_pages(
    pack: Pack, language: str, paper: str, size: tuple[float, float]
) -> None:
    data = book.find_answers(pack)
    text, pages = pdf_text(sheet_of(pack, language, data).pdf(paper))
    assert len(pages) == 2
    assert all(page == pytest.approx(size, abs=0.1) for page in pages)
    ships = ships_in(pack, language)
    for card in data["cards"]:
        assert words(name_of(pack, language, card["id"])) in text
        goals = [f"{ships[g]['number']} {ships[g]['name']}" for s, g in card["moves"].items() if s != g]
        assert all(goal in text for goal in goals)
    for key in ("title", "lead", "ships", "seats", "events"):
        assert words(pack.locales[language].plain(f"answers.{key}")) in text


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_pdf_of_a_dealt_game_is_short_and_complete(pack: Pack, language: str) -> None:
    for seed in (7, 8):
        data = book.find_answers(pack, None, seed, "events")
        text, pages = pdf_text(sheet_of(pack, language, data).pdf("a4"))
        assert len(pages) <= 3
        for item in data["deal"]["rounds"]:
            assert all(words(name_of(pack, language, card)) in text for card in item["cards"])


def test_pdf_is_tagged_and_speaks_its_language(pack: Pack) -> None:
    import io

    import pikepdf

    for language in ("fr", "uk"):  # of both scripts
        data = sheet_of(pack, language).pdf()
        with pikepdf.open(io.BytesIO(data)) as document:
            root = document.Root
            assert root.MarkInfo.Marked
            assert str(root.Lang) == language
            assert "/StructTreeRoot" in root
            things = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
            things = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
            fonts = {str(item.get("/BaseFont")) for item in things if item.get("/Type") == "/Font"}
            assert all(re.search(r"SantyTitle|RuslanDisplay|SourceSerif|DejaVuSans", name) for name in fonts)


@pytest.mark.parametrize("form", book.FORMATS)
def test_the_same_input_gives_the_same_bytes(tmp_path: Path, form: str) -> None:
    for args in ([], ["--deal", "4", "--level", "events"]):
        args += ["--lang", "fr", "--lang", "cs"]
        made = []
        for run in ("a", "b"):
            out = tmp_path / run
            result = santy("--format", form, *args, out=out)
            assert result.exit_code == 0, result.output
            files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
            made.append((result.output.replace(str(out), ""), files))
        assert made[0] == made[1]
        names = {f"santy_anno/{lang}/answers.{form}" for lang in ("fr", "cs")} if form in ("pdf", "html") else set()
        assert {path.as_posix() for path in made[0][1]} == names


def test_only_the_languages_asked_for_are_written(tmp_path: Path) -> None:
    result = santy("--format", "html", "--lang", "pl", "--lang", "fr", "--lang", "pl", out=tmp_path)
    assert result.exit_code == 0
    assert sorted(path.parent.name for path in tmp_path.rglob("answers.html")) == ["fr", "pl"]
    text = santy("--format", "text", "--lang", "pl", "--lang", "en").output
    assert text.index("Arkusz") < text.index("Answer sheet")


def test_a_build_makes_the_same_sheet(pack: Pack, tmp_path: Path) -> None:
    args = ["build", "--only", "answers", "--lang", "pl", "--paper", "letter", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, args).exit_code == 0
    made = (tmp_path / "santy_anno/pl/answers.pdf").read_bytes()
    assert made == sheet_of(pack, "pl").pdf("letter")


def test_the_sheet_says_whose_seats_it_shows(pack: Pack) -> None:
    seats = seatings()[1]
    for language in LANGUAGES:
        say = pack.locales[language].plain
        notes = {
            "file": sheet_of(pack, language),
            "given": sheet_of(pack, language, book.find_answers(pack, seats)),
            "dealt": sheet_of(pack, language, book.find_answers(pack, None, 3)),
        }
        for seated, sheet in notes.items():
            said = {part for part in parts_of(sheet.drawn().book) if isinstance(part, str)}
            assert {key for key in ("file", "given", "dealt") if say(f"answers.seats-{key}") in said} == {seated}
    names = [part for part in parts_of(notes["given"].drawn().book) if isinstance(part, Label)][1:]
    assert [name.lines for name in names] == [(ships_in(pack, language)[id]["name"],) for id in seats]
    assert names[0].y == min(name.y for name in names)
    assert names[2].x == max(name.x for name in names)  # clockwise, seen from above


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_around_the_table_has_room_in_its_ring(pack: Pack, language: str) -> None:
    """A word that is too long is parted as its language parts it."""
    parts = parts_of(sheet_of(pack, language).drawn().book)
    lines = next(part for part in parts if isinstance(part, Label)).lines
    assert max(len(str(line)) for line in lines) <= 9
    if language == "de":
        assert lines == ("rechts-", "herum")


def test_where_an_order_changes_it_stands_out(pack: Pack) -> None:
    assert book.order_in_runs([1, 2, 4, 3, 5]) == [(False, (1, 2)), (True, (4, 3)), (False, (5,))]
    assert book.order_in_runs([1, 2, 3, 6, 5, 4]) == [(False, (1, 2, 3)), (True, (6, 5, 4))]
    for order in itertools.permutations(range(1, 6)):
        runs = book.order_in_runs(order)
        assert tuple(card for _, cards in runs for card in cards) == order
        at = 0
        for moved, cards in runs:
            here = range(at + 1, at + 1 + len(cards))
            assert sorted(cards) == list(here)
            assert moved == (cards != tuple(here))
            at += len(cards)
    assert "5 cards: 1 2 3 [5 4]" in sheet_of(pack, "en").text()


def test_a_sheet_for_players_says_nothing_of_the_command_line(pack: Pack) -> None:
    for language in LANGUAGES:
        for sheet in (sheet_of(pack, language), sheet_of(pack, language, book.find_answers(pack, None, 3))):
            assert not [
                part for part in parts_of(sheet.drawn().book) if isinstance(part, str) and re.search(r"--[a-z]", part)
            ]


def test_words_of_a_pack_are_data_in_every_format(tmp_path: Path) -> None:
    name = 'P<b>&#x "\\*{{ 1 }}$'
    text = (BUNDLED / "ships.yaml").read_text(encoding="utf-8")
    changed = text.replace("name: Paradise", f"name: {json.dumps(name)}")
    assert changed != text
    strange = load_pack(copy_pack(tmp_path, {"ships.yaml": changed})).checked()
    sheet = sheet_of(strange, "en")
    read = Tables(sheet.html())
    assert any(cell == f"6{name}" for cell in read.tables["element"][0])
    assert words(name) in pdf_text(sheet.pdf())[0]
    assert f"6 {name}" in sheet.text()


@pytest.mark.parametrize("down", range(225, 270, 5))
def test_no_title_and_no_note_of_a_sheet_ends_a_page(pack: Pack, down: int) -> None:
    """What is said of a table stands above it on its page, however little room is left there."""
    made = sheet_of(pack, "en", book.find_answers(pack))
    source = made.source(book.PAGES["a4"], 8.5).splitlines()[:2]
    source += [f"#v({down}mm)", '#abreast(((width: 12, body: (title-of(title: "Partners", note: "says what"),']
    source += [
        'rows(head: ("Ship", "No."), rows: (("Viper", "1"), ("Royal", "2")), align: left, columns: (1fr, auto)))),))'
    ]
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(made.compiled("\n".join(source)))]
    (page,) = [page for page in pages if "Partners" in page]
    assert "says what" in page
    assert "Viper" in page


def test_many_ships_are_shown_in_equal_shares() -> None:
    for count in range(1, 65):
        shares = [len(share) for share in book._abreast([{"id": str(i)} for i in range(count)])]
        assert sum(shares) == count
        assert max(shares) <= book.ABREAST
        assert max(shares) - shares[-1] < len(shares)


# -- wrong options and faults --------------------------------------------------------------------------------


def test_every_fault_of_the_seats_is_said_at_once() -> None:
    result = santy("--seats", "viper,vipr,royal,ROYAL,,paradise,profundis,revenge,sahara")
    assert result.exit_code == 2
    for words_said in (
        "there is no ship `vipr`; did you mean `viper`?",
        "a ship is missing beside a comma",
        "`royal` is listed 2 times",
        "not listed: `santy-anno`, `vagabond`",
        "--seats",
    ):
        assert words_said in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seats", ""], "not listed"),
        (["--seats", "viper"], "not listed"),
        (["--deal", "x"], "'x' is not a valid integer"),
        (["--deal", "1.5"], "not a valid integer"),
        (["--level", "expert"], "--deal SEED"),
        (["--deal", "1", "--level", "hard"], "'hard' is not one of"),
        (["--lang", "nl", "--lang", "xx"], "no language `xx`"),
        (["--format", "docx"], "'docx' is not one of"),
        (["--paper", "a3"], "'a3' is not one of"),
    ],
)
def test_wrong_options_are_refused_in_words(tmp_path: Path, args: list[str], said: str) -> None:
    result = santy(*args, out=tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "out").exists()


def test_a_pack_with_errors_gives_no_sheet(tmp_path: Path) -> None:
    text = (BUNDLED / "cards.yaml").read_text(encoding="utf-8")
    root = copy_pack(tmp_path, {"cards.yaml": text.replace("element: nest}", "element: nst}", 1)})
    result = santy(str(root), out=tmp_path / "out")
    assert result.exit_code == 1
    assert "cards.yaml:4" in result.output
    assert not (tmp_path / "out").exists()
    assert santy("nowhere").exit_code == 1


def test_a_failed_write_leaves_the_last_sheet(tmp_path: Path) -> None:
    assert santy("--format", "html", "--lang", "en", out=tmp_path).exit_code == 0
    target = tmp_path / "santy_anno/en/answers.html"
    before = target.read_bytes()
    shutil.rmtree(tmp_path / "santy_anno/fr", ignore_errors=True)
    (tmp_path / "santy_anno/fr").write_text("in the way")
    result = santy("--format", "html", "--lang", "fr", out=tmp_path)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert target.read_bytes() == before


def test_ink_is_for_paper(tmp_path: Path) -> None:
    for words in (["answers", "--format", "html"], ["rulebook", "--format", "text"]):
        done = CliRunner().invoke(main, [*words, "--ink", "grey"])
        assert done.exit_code == 2
        assert "--ink is for paper" in done.output
    done = CliRunner().invoke(main, ["answers", "--lang", "pl", "--ink", "grey", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    for image in page_images((tmp_path / "santy_anno" / "pl" / "answers.pdf").read_bytes(), 40):
        assert image.convert("HSV").getchannel("S").getextrema() == (0, 0)


def test_a_picture_may_stand_in_any_text_of_a_sheet(tmp_path: Path) -> None:
    texts = {
        "answers.title": "Sheet {icon:coco}",
        "answers.lead": "**Look** {icon:coco}",
        "card.coco.name": "{icon:coco}",
    }
    written = "".join(f'  {key}: "{text}"\n' for key, text in texts.items())
    root = tmp_path / "own"
    root.mkdir()
    (root / "pack.yaml").write_text("extends: santy_anno\nid: own\nversion: 1\nlanguages: [en]\n", encoding="utf-8")
    (root / "locale").mkdir()
    (root / "locale" / "en.yaml").write_text(f"texts:\n{written}", encoding="utf-8")
    pack = load_pack(root).checked()
    sheet = sheet_of(pack, "en")
    page = sheet.html()
    assert page.count('<svg class="pic icon"') >= len(texts)
    assert "<title>Sheet  · Santy Anno</title>" in page
    assert "<strong>Look</strong>" in page
    assert 'href="#art-coco-icon"' in page
    assert page.count('id="art-coco-icon"') == 1
    assert sheet.pdf().startswith(b"%PDF")
    assert "Look" in sheet.text()
    assert "{icon" not in sheet.text()


def test_lines_of_small_drawings_keep_off_their_edge(pack: Pack) -> None:
    """Screens cut what lies on it, by up to a dot."""
    faces = Faces(pack, pack.locales["en"])
    colour = next(iter(pack.head.palette))
    for layout, item in (
        ("figure-order", {"id": "1", "n": 1, "moved": False}),
        ("figure-swatch", {"id": colour, "ink": "ink", "letter": "A"}),
        ("figure-paint", {"id": colour, "colour": colour}),
    ):
        frame = faces.frame(layout, item)
        line = next(it for it in drawn(frame.items) if isinstance(it, Shape) and it.stroke)
        left, top, right, bottom = outline_box([line.outline])
        assert min(left, top, frame.width - right, frame.height - bottom) - line.width / 2 > 0.2, layout


def test_what_crosses_a_colour_out_hides_no_letter(pack: Pack) -> None:
    """In any ink and language a letter stands on the plain colour, and all strokes lie below that."""
    for ink in ("low", "grey"):
        faces = Faces(pack, pack.locales["uk"], ink)
        for colour in pack.head.palette:
            frame = faces.frame("figure-paint", {"id": f"{colour}-struck", "colour": colour, "struck": True})
            *_, ground, letter = drawn(frame.items)
            assert (type(ground), type(letter)) == (Shape, Letters)
            assert ground.hatch is None
            left, top, right, bottom = outline_box([ground.outline])
            assert min(right - left, bottom - top) >= 6

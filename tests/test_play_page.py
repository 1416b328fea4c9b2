"""The page to play on plays as the engine does, asks nothing of any network, and runs nothing that a pack says."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from santy_print import load_pack, replay_record
from santy_print.documents.repeats import written_once
from santy_print.faces import Faces
from santy_print.faces.frames import Letters, walk
from santy_print.game.page import Piece, PlayPage
from santy_print.games.santy_anno import play_page
from santy_print.games.santy_anno.compiled import Compiled
from santy_print.games.santy_anno.drill import SantyDrill
from santy_print.games.santy_anno.slips import slip_of, way_of
from santy_print.offline import joined_scripts, play_html
from santy_print.pack import Pack
from santy_print.parts import Options, choose
from santy_print.play import Playing, play
from santy_print.svg import Shared
from santy_print.vouch import documents, files_of, on_request
from tests.served import browser as open_browser

EXAMPLES = Path(__file__).parent.parent / "examples"
VARIANTS = ("airships", "flags", "long-deck", "no-experts", "quick-game", "renamed-ships", "treasure", "two-to-six")
RECORDS = 200
SEAL = 10
"""So many characters of a record's line are its seal."""


def pack_of(name: str) -> Pack:
    return load_pack(str(EXAMPLES / name) if (EXAMPLES / name).is_dir() else name).checked()


@pytest.fixture(scope="module")
def pack() -> Pack:
    return pack_of("santy_anno")


def parsed(page: str) -> dict[str, Any]:
    """What the page is given, read as a browser reads it."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    given: dict[str, Any] = json.loads(found[1])
    return given


# --- what it is given ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["santy_anno", "flags", "quick-game", "two-to-six"])
def test_its_tables_hold_what_the_engine_does(name: str) -> None:
    compiled: Compiled = pack_of(name).compiled
    data = play_page.data_of(compiled)
    count = len(compiled.ships)
    seats = (*range(1, count, 2), *range(0, count, 2))
    for card, made in zip(compiled.cards, data["cards"], strict=True):
        if "turns" in made:
            chairs = {ship: chair for chair, ship in enumerate(seats)}
            ends = [seats[(chairs[ship] + made["turns"][ship]) % count] for ship in range(count)]
        else:
            ends = made["moves"]
        assert tuple(ends) == compiled.move(card, seats).targets, card.id
        assert ("unstruck" in made) == bool(card.parameters.get("struck")), card.id
    for event, made in zip(compiled.events, data["events"], strict=True):
        for number in {*compiled.numbers.rounds, 9}:
            row = compiled.cards[:1] * number
            steps = compiled.route(row, event, seats)
            assert made["orders"][number] == [step.place for step in steps if step.card]
            drifted = [step.place for step in steps if step.card is None]
            assert [place for place in made["orders"][number] if made["drifts"][place]] == drifted


def test_every_language_says_all_that_the_page_says(pack: Pack) -> None:
    page = play_page.play_page(pack)
    keys = {key.removeprefix("page.") for key in pack.locales["en"].templates if key.startswith("page.")}
    own = {"language", "close", "without-script"}
    assert {key for key in keys if not key.startswith("why.")} == play_page.TEXTS.keys() | own
    blanks = re.compile(r"\{\w+\}")
    wanted = {key: set(blanks.findall(text)) for key, text in page.words(pack.locales["en"])["ui"].items()}
    for code, locale in pack.locales.items():
        said = page.words(locale)
        assert {key: set(blanks.findall(text)) for key, text in said["ui"].items()} == wanted, code
        assert said["why"].keys() == {card.id for card in pack.compiled.cards if card.kind != "helm"}


def test_the_programs_use_every_text_and_no_other() -> None:
    code = joined_scripts(play_page.SCRIPTS)
    used = set(re.findall(r'\bui\(\s*"([\w-]+)"', code)) | set(re.findall(r'"([a-z-]+)"', code))
    assert set(play_page.TEXTS) - used - {f"slip-{kind}" for kind in used} == set()
    assert set(re.findall(r'\bui\(\s*"([\w-]+)"', code)) <= {*play_page.TEXTS, "go"}


def test_it_is_made_only_where_it_is_asked_for(pack: Pack) -> None:
    known = documents(pack)
    assert on_request(known) == {"play"}
    usual = choose(pack, Options(), files_of(known), None, on_request(known))[1]
    assert "play" not in usual
    assert "rulebook" in usual
    assert choose(pack, Options(parts=("play",)), files_of(known), None, on_request(known))[1] == ["play"]
    assert documents(load_pack("sandokan")).keys() & {"play"} == set()


@pytest.mark.parametrize("codes", [("en",), ("en", "de")])
def test_a_face_in_several_languages_has_the_words_of_each(pack: Pack, codes: tuple[str, ...]) -> None:
    """Numbers that all have in common, and lines that each has for itself: what a language shows is its own face."""
    items = {item["id"]: item for item in pack.collections["boarding"]}
    for layout, id in (("card-number", "number-7"), ("card-element", "element-hull-red"), ("card-name", "name-p")):
        frames = {code: Faces(pack, pack.locales[code]).frame(layout, items[id]) for code in codes}
        shared = Shared(lambda path: "", screen=True)
        shared.face_in_languages("face", frames)
        drawn = shared.parts["face"]
        for code in codes:
            hidden = [name for name, spoken in shared.languages_of.items() if code not in spoken]
            shown = re.sub(rf'<g class="(?:{"|".join(hidden) or "-"})">(?:<text[^>]*>.*?</text>)*</g>', "", drawn)
            texts = re.findall(r"<text[^>]*>(.*?)</text>", shown)
            seen = [html.unescape(re.sub("<[^>]*>", "", text)) for text in texts]
            assert seen == [item.text.strip() for item in walk(frames[code].items) if isinstance(item, Letters)], (
                code,
                id,
            )


def test_what_is_drawn_more_than_once_is_written_once() -> None:
    """Also where it stands within something else that is; what has a name already, or is short, stays where it is."""
    wave = '<path d="M0 0c.83 1.13 1.67 1.13 2.5 0" class="s1"/>'
    flag = f'<g transform="translate(4 2)"><text x="1" y="2" class="f1">A</text>{wave}</g>'
    drawn = f'<g id="a">{flag}{wave}<path d="z"/></g><g id="b">{flag}<path d="z"/></g><path id="c" d="M0 0"/>'
    assert written_once(drawn) == (
        '<g id="a"><use href="#r0"/><use href="#r1"/><path d="z"/></g><g id="b"><use href="#r0"/><path d="z"/></g>'
        '<path id="c" d="M0 0"/>'
        '<path id="r1" d="M0 0c.83 1.13 1.67 1.13 2.5 0" class="s1"/>'
        '<g id="r0" transform="translate(4 2)"><text x="1" y="2" class="f1">A</text><use href="#r1"/></g>'
    )


# --- what it is ---------------------------------------------------------------------------------------------------

EVIL = "</script><script>document.title='run'</script><img src=x onerror=alert(1)>&amp;"


@pytest.fixture
def strange(tmp_path: Path) -> Pack:
    """A pack of cards that says what would run if it were not taken as text."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "faces").mkdir()
    files = {
        "pack.yaml": "game: deck\nid: strange\nversion: 1\nsource_language: en\nlanguages: [en]\n"
        "credits: {designer: A, publisher: B, year: 2026}\npalette: {}\n",
        "cards.yaml": f"cards:\n  one: {{word: {json.dumps(EVIL)}}}\n",
        "components.yaml": "parts: {cards: {piles: [{each: cards, layout: card}]}}\n",
        "faces/card.yaml": "face: {width: 100, height: 90, alt: x}\nitems:\n"
        "  - text: {value: '{{ item.word }}', at: [4, 3], size: [92, 84], style: plain}\n"
        "styles: {plain: {font: text, size: 8, min: 7}}\n",
        "locale/en.yaml": "language: en\nname: English\ntexts:\n"
        f"  game.title: {json.dumps(EVIL)}\n  part.cards: Cards\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return load_pack(str(tmp_path)).checked()


@pytest.fixture
def strange_page(strange: Pack, monkeypatch: pytest.MonkeyPatch) -> str:
    made = PlayPage({"word": EVIL}, lambda locale: {"said": locale.plain("game.title")}, [Piece("cards", "one")], ())
    monkeypatch.setattr(type(strange.game), "play_page", lambda game, pack: made, raising=False)
    return play_html(strange, ["en"])


def test_nothing_that_a_pack_says_can_run(strange_page: str) -> None:
    assert parsed(strange_page)["game"]["word"] == EVIL
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", strange_page, re.DOTALL)
    assert [kind for kind, _ in scripts] == [' type="application/json" id="data"', ' type="module"']
    assert "<img" not in strange_page
    policy = html.unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', strange_page)[1])  # type: ignore[index]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    style = re.search(r"<style>(.*?)</style>", strange_page, re.DOTALL)[1]  # type: ignore[index]
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == hashed(scripts[1][1])
    assert rules["style-src"] == hashed(style)
    assert not re.search(
        r"""(?:src|href)=["'](?!#)|url\((?!data:|#)|https?://(?!www\.w3\.org/2000/svg)""", strange_page
    )


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# --- in a real browser --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """A round as a record tells it: ids of cards, an event or "", for each pirate the first ship and the last."""

    cards: list[str]
    event: str
    ways: list[tuple[str, str]]


def rounds_of(lines: list[str], after: int) -> tuple[list[str], list[Round]]:
    """The seats and rounds of a record, read without the engine."""
    seats: list[str] = []
    rounds: list[Round] = []
    for sealed in lines:
        line = sealed[SEAL:]
        if found := re.match(r"seats, clockwise: (.+)", line):
            seats = found[1].split(", ")
        elif found := re.match(r"round \d+(?:, with [^:]+)?: (.+)", line):
            words = [re.sub(r"/\d+(?=\]?$)", "", word) for word in found[1].split(", ")]
            event = next((word[1:-1] for word in words if word.startswith("[")), "")
            assert not event or words[after] == f"[{event}]"
            rounds.append(Round([word for word in words if not word.startswith("[")], event, []))
        elif found := re.match(r"  \S+ from (\S+) to (\S+);", line):
            rounds[-1].ways.append((found[1], found[2]))
    return seats, rounds


WALK = """({ seats, rounds }) => {
  const game = JSON.parse(document.getElementById("data").textContent).game;
  const place = (list, id) => list.findIndex((one) => one.id === id);
  const table = seats.map((id) => place(game.ships, id));
  return rounds.map(({ cards, event, starts }) => {
    const steps = route(game, cards.map((id) => place(game.cards, id)), event ? place(game.events, event) : null);
    return starts.map((id) => walk(game, steps, table, place(game.ships, id)).map((ship) => game.ships[ship].id));
  });
}"""


def engine_ways(compiled: Compiled, seats: list[str], told: Round) -> Iterator[list[str]]:
    """The ships on each pirate's way, as the engine has them."""
    cards = [compiled.card(id) for id in told.cards]
    event = compiled.event(told.event) if told.event else None
    steps = compiled.route(cards, event, compiled.seats(seats))
    for start, _ in told.ways:
        way = [compiled.ship(start)]
        for step in steps:
            way.append(step.move[way[-1]])
        yield [compiled.ships[ship].id for ship in way]


@pytest.mark.long
def test_in_a_browser_it_replays_sealed_records_as_the_engine_plays_them(tmp_path: Path) -> None:
    """200 records over the variants, levels and numbers of players, each ship of each way compared."""
    replayed = moves = 0
    rules = (play_page.FOLDER / "rules.js").read_text(encoding="utf-8").replace("export ", "")
    names = ("santy_anno", *VARIANTS)
    with open_browser() as browser:
        for name in names:
            pack = pack_of(name)
            path = tmp_path / f"{name}.html"
            path.write_text(play_html(pack, [pack.head.source_language]), encoding="utf-8")
            page = browser.new_page()
            page.goto(path.as_uri())
            assert rules in page.locator("script[type=module]").text_content()
            least, most = pack.compiled.numbers.players.least, pack.compiled.numbers.players.most
            games = product(play_page.data_of(pack.compiled)["levels"], range(least, most + 1))
            wanted = -(-RECORDS // len(names))
            for seed, (level, players) in zip(range(1, wanted + 1), cycled(list(games)), strict=False):
                record = tmp_path / f"{name}-{seed}.txt"
                play(pack, Playing(players, {"level": level}, seed, record=record), lambda line: None)
                assert replay_record(record, str(pack.layers[0])).lines  # the seals hold
                lines = record.read_text(encoding="utf-8").splitlines()
                seats, rounds = rounds_of(lines, pack.compiled.numbers.event_after)
                assert len(rounds) == len(pack.compiled.numbers.rounds)
                assert all(len(told.ways) == players for told in rounds)
                given = [
                    {"cards": told.cards, "event": told.event, "starts": [start for start, _ in told.ways]}
                    for told in rounds
                ]
                walked = page.evaluate(
                    f"(given) => {{ {rules}; return ({WALK})(given); }}", {"seats": seats, "rounds": given}
                )
                for told, ways in zip(rounds, walked, strict=True):
                    assert ways == list(engine_ways(pack.compiled, seats, told)), (name, seed)
                    assert [(way[0], way[-1]) for way in ways] == told.ways, (name, seed)
                    moves += sum(len(way) - 1 for way in ways)
                replayed += 1
            page.close()
    assert replayed >= RECORDS
    assert moves > 20_000


@pytest.mark.long
def test_in_a_browser_slips_are_those_of_the_keyboard(pack: Pack) -> None:
    """What the page says of a wrong answer, `santy practice` says as well."""
    compiled, rng = pack.compiled, random.Random(1)
    rules = (play_page.FOLDER / "rules.js").read_text(encoding="utf-8").replace("export ", "")
    given, wanted = [], []
    for _ in range(300):
        row = SantyDrill(pack, pack.locales["en"], "events", (), rng).task(rng.randint(1, 9), rng)
        answer = rng.choice([ship for ship in range(8) if ship != way_of(row.steps, row.start)[-1]])
        slip = slip_of(compiled, row.steps, row.event, row.drill.seats, row.start, answer)
        wanted.append(slip and {"kind": slip.kind, "place": slip.place})
        event = compiled.events.index(row.event) if row.event else None
        cards = [compiled.cards.index(card) for card in row.cards]
        given.append([cards, event, row.drill.seats, row.start, answer])
    with open_browser() as browser:
        page = browser.new_page()
        asked = {"game": play_page.data_of(compiled), "rows": given}
        found = page.evaluate(
            f"({{ game, rows }}) => {{ {rules}; return rows.map((row) => slip(game, ...row)); }}", asked
        )
    assert found == wanted
    assert {slip["kind"] for slip in wanted if slip} == {"struck", "direction", "left-out", "event", "twice"}


def cycled(items: list[Any]) -> Iterator[Any]:
    while True:
        yield from items


@pytest.fixture(scope="module")
def whole_page(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled pack's page in all its languages."""
    path = tmp_path_factory.mktemp("page") / "play.html"
    path.write_text(play_html(pack, pack.head.languages), encoding="utf-8")
    return path


def plain(found: Any) -> str:
    """The text of an element, its blanks all alike."""
    return str(found.text_content()).replace("\u00a0", " ")


def texts(page: Any, selector: str) -> list[str]:
    """The texts of elements."""
    return [plain(each) for each in page.locator(selector).all()]


@pytest.mark.long
def test_its_size_and_its_bytes(whole_page: Path, pack: Pack) -> None:
    """About 1 MB for eight languages; the same page from the same pack."""
    assert whole_page.stat().st_size < 1_050_000
    again = play_html(load_pack("santy_anno").checked(), pack.head.languages)
    assert again == whole_page.read_text(encoding="utf-8")


@pytest.mark.long
def test_a_person_plays_it_by_tapping_alone(whole_page: Path, pack: Pack) -> None:
    """Practice with the clock; the referee over two rounds, an event and seats; nothing is asked of a network."""
    asked: list[str] = []
    faults: list[str] = []
    compiled: Compiled = pack.compiled
    index = {card.id: number for number, card in enumerate(compiled.cards)}
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda said: faults.append(said.text))
        page.goto(whole_page.as_uri())
        page.locator("[data-key=clock]").check()
        for _ in range(2):
            page.locator("[data-key=go], [data-key=again]").first.click()
            assert page.locator(".row .card").count() == 3
            start = plain(page.locator("h1")).removeprefix("You start on ").rstrip(".")
            page.locator(".ship", has_text=start).first.click()
            ends = [text.split(" → ")[-1].removeprefix("Stay on ") for text in texts(page, ".move")]
            assert len(ends) == 3
            right = f"Right! You belong on {start}."
            verdict = right if ends[-1] == start else f"Not quite: you belong on {ends[-1]}."
            assert plain(page.locator("h1")) == verdict
        # The Bosun: two pirates, a row with an event and a helm, the ships otherwise than in the file.
        page.locator("[data-key=tab-referee]").click()
        seats = [3, 1, 5, 0, 7, 2, 6, 4]
        page.locator("[data-key=view-answer]").click()  # nothing to answer yet, and the way to the cards
        page.locator("[data-key=to-cards]").click()
        assert page.locator("[data-key=lay-0]").count() == 1
        page.locator("[data-key=view-seats]").click()
        for ship in seats:
            page.locator(f"[data-key=ship-{ship}]").click()
        page.locator("[data-key=view-pirates]").click()
        page.locator("[data-key=ship-2]").click()
        page.locator("[data-key=pirate-4]").click()
        page.locator("[data-key=ship-6]").click()
        page.locator("[data-key=view-cards]").click()
        starts, ids = [2, 6], [ship.id for ship in compiled.ships]
        for cards in (
            ["helm-clockwise-3", "number-2", "coco", "element-hull-red", "name"],
            ["number-4", "number-4", "coco", "double-nest-plate", "name-p"],
        ):
            for card in cards:
                page.locator(f"[data-key=lay-{index[card]}]").click()
            page.locator("[data-key=lay-0]").click()
            page.locator("[data-key=undo]").click()
            page.locator("[data-key=event-1]").click()
            page.locator("[data-key=answer]").click()
            told = Round(cards, compiled.events[1].id, [(ids[ship], "") for ship in starts])
            there = [compiled.ship(way[-1]) for way in engine_ways(compiled, [ids[ship] for ship in seats], told)]
            shown = [text.split(" → ")[-1] for text in texts(page, "summary .move")]
            assert shown == [compiled.ships[ship].name for ship in there]
            page.reload()  # a phone that slept knows the table still
            page.locator("[data-key=tab-referee]").click()
            page.locator("[data-key=view-answer]").click()
            assert [text.split(" → ")[-1] for text in texts(page, "summary .move")] == shown
            page.locator("[data-key=next]").click()
            starts = there
        assert asked == [whole_page.as_uri()] * 3
    assert faults == []


def judge(page: Any, width: int) -> None:
    """No rule of axe-core is broken, and nothing is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, context={"exclude": [[".defs"]]}).response["violations"]
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 1440)])
def test_it_is_readable_in_every_language_and_by_a_screen_reader(
    whole_page: Path, pack: Pack, scheme: Any, width: int
) -> None:
    """Every view, in light and dark; all of it can be done by keyboard, and what had the focus keeps it."""
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, locale="pl-PL")
        page.goto(whole_page.as_uri())
        assert page.evaluate("document.documentElement.lang") == "pl"
        for code in pack.head.languages:
            page.locator("select").select_option(code)
            assert page.evaluate("document.documentElement.lang") == code
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        judge(page, width)
        page.locator("[data-key=go]").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "heading"
        judge(page, width)
        page.locator(".card").first.click()
        judge(page, width)
        page.keyboard.press("Escape")
        page.locator(".ship").nth(3).focus()
        page.keyboard.press("Space")
        page.locator(".steps").wait_for()
        judge(page, width)
        page.keyboard.press("Enter")  # the next row
        assert page.locator("button.ship").count() == len(pack.compiled.ships)
        page.keyboard.press("7")  # the ship of that number
        reached = texts(page, ".steps .move")[-1].split("→")[-1].split(":")[-1].strip()
        assert page.locator(".ship.right .name").text_content().endswith(f" {reached}")
        page.locator("[data-key=tab-referee]").click()
        page.locator("[data-key=lay-0]").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.key") == "lay-0"
        for view in ("cards", "pirates", "seats", "answer"):
            page.locator(f"[data-key=view-{view}]").click()
            judge(page, width)


@pytest.mark.long
def test_in_a_browser_nothing_of_a_pack_runs(strange_page: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.html"
    path.write_text(strange_page, encoding="utf-8")
    with open_browser() as browser:
        page = browser.new_page()
        dialogs: list[object] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog))
        page.goto(path.as_uri())
        assert page.title() == EVIL
        assert page.evaluate("JSON.parse(document.getElementById('data').textContent).words.en.game.said") == EVIL
        assert dialogs == []

"""Cards and events with values of their own: against the oracle, in every language, and wrong ones at their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.checking import check
from santy_print.documents.blocks import Picture, Table, parts_of, plain
from santy_print.documents.rulebook import Rulebook
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.games.santy_anno.compiled import Event
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import Move, compile_move, strikes
from santy_print.games.santy_anno.model import CardsFile, EventsFile
from santy_print.games.santy_anno.oracle import Oracle
from santy_print.games.santy_anno.state import Piece, new_state
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, play
from santy_print.records import verify
from santy_print.text import item_key
from tests.packs import LANGUAGES
from tests.test_overlay import overlay
from tests.workshop import bundled, santy

IDS = [ship.id for ship in santy().ships]
CARDS = [card.id for card in santy().cards]
SHORTEST = min(santy().numbers.rounds)
HEAD = f"extends: santy_anno\nid: valued\nversion: 1.0\nlanguages: [{', '.join(LANGUAGES)}]\n"

FIRST = st.integers(1, SHORTEST)
STORMS = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.just("whirlwind")},
        optional={"swap": st.lists(FIRST, min_size=2, max_size=2, unique=True)},
    ),
    st.fixed_dictionaries(
        {"kind": st.just("seasick"), "direction": st.sampled_from(["clockwise", "counter-clockwise"])},
        optional={"steps": st.integers(1, len(IDS) - 1), "from": FIRST},
    ),
    st.fixed_dictionaries({"kind": st.just("bermuda")}, optional={"from": st.integers(1, SHORTEST - 1)}),
)
"""Events as a pack may write them."""


def storm(data: dict[str, Any]) -> Event:
    """An event that is fit for the bundled set."""
    made = EventsFile.model_validate({"events": {"storm": data}}).events["storm"]
    assert EVENTS[made.kind].unfit(made, SHORTEST, len(IDS)) is None
    return Event("storm", made)


@settings(max_examples=300, deadline=None)
@given(
    data=STORMS,
    seats=st.permutations(IDS),
    row=st.lists(st.sampled_from(CARDS), min_size=SHORTEST, max_size=9),
    split=st.integers(1, SHORTEST - 1),
)
def test_rounds_with_any_event_are_as_a_second_reader_has_them(
    data: dict[str, Any], seats: list[str], row: list[str], split: int
) -> None:
    made = bundled().files
    compiled = santy()
    head = compiled.numbers.model_copy(update={"event_after": split})
    compiled = type(compiled)(*(getattr(compiled, name) if name != "numbers" else head for name in FIELDS))
    slow = Oracle(made["ships"].model_dump(), made["cards"].model_dump(), {"events": {"storm": data}}, split)
    steps = compiled.route([compiled.card(card) for card in row], storm(data), compiled.seats(seats))
    for start, id in enumerate(IDS):
        ship = start
        for step in steps:
            ship = step.move[ship]
        assert IDS[ship] == slow.round(row, "storm", seats, id)


COLOURS, LETTERS = santy().fleet.colours, santy().fleet.letters


def struck(words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    return st.one_of(st.sampled_from(words), st.lists(st.sampled_from(words), min_size=2, max_size=3, unique=True))


@settings(max_examples=200, deadline=None)
@given(
    data=st.one_of(
        st.fixed_dictionaries(
            {
                "kind": st.just("element"),
                "element": st.sampled_from(santy().fleet.elements),
                "struck": struck(COLOURS),
            }
        ),
        st.fixed_dictionaries({"kind": st.just("name"), "struck": struck(LETTERS)}),
    )
)
def test_several_struck_out_are_as_a_second_reader_has_them(data: dict[str, Any]) -> None:
    card = CardsFile.model_validate({"cards": {"mine": data}}).cards["mine"]
    fleet = santy().fleet
    move = compile_move(card, fleet, santy().seats())
    assert isinstance(move, Move)
    ships = bundled().files["ships"].model_dump()
    slow = Oracle(ships, {"cards": {"mine": data}}, {"events": {}}, 3)
    assert [IDS[target] for target in move.targets] == [slow.walk("mine", id, IDS) for id in IDS]
    most = len(IDS) - 2 * len(strikes(card))
    assert len(move) == most


STRUCK = """cards:
  two: {kind: element, element: sails, struck: [red, blue]}
  three: {kind: element, element: plate, struck: [yellow, red, green]}
  letters: {kind: name, struck: [P, r]}
  three-letters: {kind: name, struck: [P, R, V]}
"""


@pytest.mark.long
def test_several_struck_out_are_said_and_drawn(tmp_path: Path) -> None:
    root = valued(tmp_path, cards=STRUCK)
    assert [item.short() for item in check(str(root), strict=True).report] == []
    pack = load_pack(root).checked()
    words = {language: said(pack, language, "two") for language in LANGUAGES}
    assert {language: name.replace("\u00a0", " ") for language, (name, _) in words.items()} == {
        "en": "Sails, except red and blue",
        "fr": "Voile, rouge et bleu barrés",
        "pl": "Żagle, nie czerwone ani niebieskie",
        "de": "Segel, außer rot und blau",
        "cs": "Plachty, ne červené ani modré",
        "es": "Velas, rojo y azul tachados",
        "it": "Vele, rosso e blu barrati",
        "uk": "Вітрила, крім черв. і син.",
    }
    assert said(pack, "pl", "three-letters")[0].replace("\u00a0", " ") == "Nazwa, byle nie na P, R ani V"
    assert said(pack, "cs", "letters")[0].replace("\u00a0", " ") == "Jméno lodi, ne na P ani R"
    for language, part in (
        ("en", "With red or blue sails, stay put."),
        ("fr", "Avec une voile rouge ou bleue, restez à bord."),
        ("pl", "Masz czerwone lub niebieskie żagle? Zostań."),
        ("de", "Mit roten oder blauen Segeln bleib da."),
        ("cs", "Máš červené nebo modré plachty? Zůstaň."),
        ("es", "¿Velas rojas o azules? Quédate."),
        ("it", "Hai le vele rosse o blu? Resta."),
        ("uk", "Вітрила червоні або сині? Стій."),
    ):
        assert part in words[language][1].replace("\u00a0", " ")
    assert "If your ship begins with P or R, stay put." in said(pack, "en", "letters")[1].replace("\u00a0", " ")
    text = Rulebook(pack, "en").text()
    for part in text.split("All on one page"):
        assert "Sails, except red and blue" in part
    parts = parts_of(Sheet(pack, "en", data=find_answers(pack)).drawn().book)
    names = (row[0] for table in parts if isinstance(table, Table) for row in table.rows)
    name = next(name for name in names if plain(name).strip() == "Sails, except red and blue")
    pictures = [(part.name, part.alt) for part in parts_of(name) if isinstance(part, Picture)]
    assert pictures == [("figure-paint-red-struck", "red"), ("figure-paint-blue-struck", "blue")]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("{kind: element, element: hull, struck: [red, pink]}", 51, "pink"),
        ("{kind: element, element: hull, struck: [red, red]}", 37, "`struck` names red twice"),
        ("{kind: name, struck: [P, p]}", 19, "`struck` names P twice"),
        ("{kind: name, struck: [P, X]}", 31, "X"),
    ],
)
def test_a_wrong_one_of_several_is_told_at_its_place(tmp_path: Path, line: str, column: int, words: str) -> None:
    errors = load_pack(valued(tmp_path, cards=f"cards:\n  x: {line}\n")).report.errors
    assert len(errors) == 1, [item.short() for item in errors]
    assert words in errors[0].message
    assert str(errors[0].span).endswith(f"cards.yaml:2:{column}")


LEGS = st.tuples(st.integers(0, 9), st.booleans()).filter(any)


@given(legs=LEGS, number=st.integers(1, 5))
def test_laps_are_as_a_second_reader_has_them(legs: tuple[int, bool], number: int) -> None:
    data = {"kind": "rum", "laps": legs[0], "backwards": legs[1]}
    state = new_state(santy(), 3, True, True)
    pile = (Piece(storm(data), 1),)
    tipsy = replace(state, setup=replace(state.setup, pile=pile), event=0, past=(None,) * (number - 1))  # type: ignore[arg-type]
    slow = Oracle({"ships": {}, "features": {"letters": []}}, {"cards": {}}, {"events": {"storm": data}}, 3)
    event = tipsy.event_card
    assert event is not None
    assert (tipsy.laps, event.backwards) == slow.legs("storm", number in santy().numbers.laps)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{kind: rum}", "Backwards, and one full lap of the table before anyone sits!"),
        ("{kind: rum, laps: 3}", "Backwards, and 3 full laps of the table before anyone sits!"),
        ("{kind: rum, laps: 3, backwards: false}", "3 full laps of the table before anyone sits!"),
        ("{kind: rum, laps: 0}", "Backwards, all the way to your seat!"),
    ],
)
def test_the_table_is_told_how_to_run(tmp_path: Path, line: str, words: str) -> None:
    """At cast off, and a record of the game holds."""
    events = f'events:\n  "*": withdrawn\n  x: {{copies: 5, {line[1:]}\n'
    pack = load_pack(valued(tmp_path, events=events)).checked()
    lines: list[str] = []
    record = tmp_path / "record.txt"
    play(pack, Playing(own={"level": "events"}, language="en", record=record), lines.append)
    assert words in lines
    assert verify(record, lambda name: pack, "valued")[1].actor is None


FIELDS = ("id", "numbers", "fleet", "cards", "events", "pirates", "fixed")


def valued(folder: Path, **files: str) -> Path:
    return overlay(folder, {"pack.yaml": HEAD, **{f"{name}.yaml": text for name, text in files.items()}})


def said(pack: Pack, language: str, id: str) -> tuple[str, str]:
    """The name and the sentence of a card."""
    for group, root in (("boarding", "card"), ("events", "event")):
        for item in (item for item in pack.collections[group] if item["id"] == id):
            key = item_key(item, root)
            name, effect = (pack.locales[language].plain(f"{key}.{end}", **item) for end in ("name", "effect"))
            return name, effect
    raise AssertionError(id)


SENTENCES = {
    "{kind: whirlwind, swap: [5, 1]}": {
        "en": "Boarding cards 1 and 5 swap places.",
        "fr": "Les cartes mouvement 1 et 5 échangent leurs places.",
        "pl": "Karty zaokrętowania 1 i 5 zamieniają się miejscami.",
        "de": "Die Bordkarten 1 und 5 tauschen die Plätze.",
        "cs": "Palubní karty 1 a 5 si vymění místa.",
        "es": "Las cartas de embarque 1 y 5 se cambian el sitio.",
        "it": "Le carte d’imbarco 1 e 5 si scambiano di posto.",
        "uk": "Карти переходу 1 і 5 міняються місцями.",
    },
    "{kind: seasick, direction: clockwise, steps: 2}": {
        "en": "everyone staggers 2 more seats clockwise",
        "fr": "chacun titube de 2 places dans le sens horaire",
        "pl": "o 2 miejsca zgodnie z zegarem",
        "de": "noch 2 Plätze im Uhrzeigersinn",
        "cs": "o 2 místa po směru hodinových ručiček",
        "es": "todos se tambalean 2 puestos en sentido horario",
        "it": "barcollano di 2 posti in senso orario",
        "uk": "на 2 місця за сонцем",
    },
    "{kind: seasick, direction: counter-clockwise, from: 1, steps: 5}": {
        "en": "After card 1 and each later one, everyone staggers 5 seats anticlockwise",
        "fr": "Dès la carte 1, chacun titube de 5 places dans le sens antihoraire après chaque carte",
        "pl": "Od karty 1 po każdej karcie każdy zatacza się o 5 miejsc przeciw zegarowi",
        "de": "Ab Karte 1 torkeln alle nach jeder Karte noch 5 Plätze gegen den Uhrzeigersinn",
        "cs": "Od 1. karty se po každé kartě každý zapotácí o 5 míst proti směru hodinových ručiček",
        "es": "Desde la carta 1, todos se tambalean 5 puestos en sentido antihorario tras cada carta",
        "it": "Dalla carta 1 in poi, dopo ogni carta, tutti barcollano di 5 posti in senso antiorario",
        "uk": "Від 1-ї карти після кожної всіх заносить на 5 місць проти сонця",
    },
    "{kind: seasick, direction: clockwise, from: 2}": {
        "en": "everyone staggers 1 seat clockwise",
        "fr": "de 1 place dans le sens horaire",
        "pl": "o 1 miejsce zgodnie z zegarem",
        "de": "noch 1 Platz im Uhrzeigersinn",
        "cs": "o 1 místo po směru hodinových ručiček",
        "es": "todos se tambalean 1 puesto en sentido horario",
        "it": "barcollano di 1 posto in senso orario",
        "uk": "на 1 місце за сонцем",
    },
    "{kind: bermuda, from: 2}": {
        "en": "From card 2 on, read the boarding cards from the far end",
        "fr": "Dès la carte 2, lisez les cartes mouvement par l’autre bout",
        "pl": "Od karty 2 czytaj karty zaokrętowania od końca",
        "de": "Lies die Bordkarten ab Karte 2 von hinten",
        "cs": "Od 2. karty čti palubní karty od konce",
        "es": "Desde la carta 2, lee las cartas de embarque a partir del final",
        "it": "Dalla carta 2 in poi leggi le carte d’imbarco a ritroso",
        "uk": "Від 2-ї карти читай карти переходу з кінця",
    },
    "{kind: bermuda, from: 1}": {
        "en": "Read the whole row from the far end",
        "fr": "Lisez toute la rangée par l’autre bout",
        "pl": "Cały rząd kart zaokrętowania czytaj od końca",
        "de": "Lies die ganze Reihe von hinten",
        "cs": "Celou řadu čti od konce",
        "es": "Lee la fila entera desde el final",
        "it": "Leggi tutta la fila a ritroso",
        "uk": "Цілий ряд карт переходу читай з кінця",
    },
    "{kind: rum, laps: 2}": {
        "en": "Walk backwards, and finish 2 full laps of the table before you sit.",
        "fr": "avant 2 tours complets de la table",
        "pl": "zrób 2 pełne okrążenia wokół stołu",
        "de": "dreh erst 2 Ehrenrunden um den ganzen Tisch",
        "cs": "udělej 2 celé okruhy kolem stolu",
        "es": "da 2 vueltas completas a la mesa",
        "it": "fai 2 giri completi del tavolo prima di sederti.",
        "uk": "зроби 2 повні кола навколо столу",
    },
    "{kind: rum, laps: 5, backwards: false}": {
        "en": "Finish 5 full laps of the table before you sit.",
        "fr": "avant 5 tours complets de la table",
        "pl": "zrób 5 pełnych okrążeń wokół stołu",
        "de": "Dreh erst 5 Ehrenrunden um den ganzen Tisch",
        "cs": "udělej 5 celých okruhů kolem stolu",
        "es": "da 5 vueltas completas a la mesa",
        "it": "Fai 5 giri completi del tavolo prima di sederti.",
        "uk": "зроби 5 повних кіл навколо столу",
    },
    "{kind: rum, laps: 0}": {
        "en": "Walk backwards all the way to your seat.",
        "fr": "Marchez à reculons jusqu’à votre chaise.",
        "pl": "Idź tyłem aż do swojego krzesła.",
        "de": "Lauf rückwärts bis zu deinem Stuhl.",
        "cs": "Jdi pozpátku až ke své židli.",
        "es": "Camina hacia atrás hasta tu silla.",
        "it": "Cammina all’indietro fino alla tua sedia.",
        "uk": "Іди задки аж до свого стільця.",
    },
}


@pytest.fixture(scope="module")
def stormy(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """A pack with each event of `SENTENCES`, checked as strictly as can be."""
    lines = "".join(f"  storm-{n}: {line}\n" for n, line in enumerate(SENTENCES))
    root = valued(tmp_path_factory.mktemp("stormy"), events=f"events:\n{lines}")
    assert [item.short() for item in check(str(root), strict=True).report] == []
    return load_pack(root).checked()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_the_value(stormy: Pack, language: str) -> None:
    for n, (line, words) in enumerate(SENTENCES.items()):
        assert words[language] in said(stormy, language, f"storm-{n}")[1].replace("\u00a0", " "), line


@pytest.mark.long
def test_the_rulebook_tells_each_by_itself_and_the_plain_one_as_ever(stormy: Pack) -> None:
    text = Rulebook(stormy, "en").text()
    for name in ("Whirlwind", "Whirlwind, 1 and 5", "Seasick, 2 clockwise", "Bermuda triangle, whole row"):
        for part in text.split("All on one page"):
            assert name in part.replace("\u00a0", " "), name
    plain = Rulebook(load_pack("santy_anno").checked(), "en").text()
    assert "Cards 3 and 4 change places." in text
    assert "Cards 3 and 4 change places." in plain


@pytest.mark.long
def test_the_answers_have_a_table_for_each_drift(stormy: Pack) -> None:
    book = Sheet(stormy, "en", data=find_answers(stormy)).drawn().book
    notes = [str(section.note) for section in book.sections if section.id.startswith("drift")]
    assert [note.replace("\u00a0", " ") for note in notes] == [
        "One seat more, after card 4 and each later one",
        "2 seats more, after card 4 and each later one",
        "5 seats more, after card 1 and each later one",
        "One seat more, after card 2 and each later one",
    ]


def test_what_is_left_out_is_as_it_was() -> None:
    """A set that uses no such key has the fingerprint it always had, so its records still hold."""
    assert santy().fingerprint == "2fd8d165ac475c66"
    assert all(not event.variant for event in santy().events)


@pytest.mark.parametrize(
    ("line", "column", "words", "hint"),
    [
        ("{kind: whirlwind, swap: [1, 6]}", 29, "names card 6; the shortest round has 5", "can be 1 to 5"),
        ("{kind: whirlwind, swap: [2, 2]}", 29, "names card 2 twice", "two different boarding cards"),
        ("{kind: seasick, direction: clockwise, steps: 8}", 46, "the table has 8 seats", "`steps` can be 1 to 7"),
        ("{kind: seasick, direction: clockwise, from: 6}", 45, "names card 6", "it can be 1 to 5"),
        ("{kind: bermuda, from: 5}", 23, "names card 5", "it can be 1 to 4"),
        ("{kind: rum, laps: 0, backwards: false}", 19, "it changes nothing", "`laps` can be 1 to 9 then"),
        ("{kind: rum, backwards: no}", 24, "`backwards` cannot be `no`", "`true` or `false`"),
        ("{kind: bermuda, from: 0}", 23, "`from` cannot be `0`", ""),
        ("{kind: seasick, direction: clockwise, steps: two}", 46, "`steps` cannot be `two`", "whole number"),
        ("{kind: whirlwind, swap: 3}", 25, "`swap`", ""),
        ("{kind: whirlwind, swap: [1]}", 19, "`swap`", ""),
        ("{kind: seasick, direction: clockwise, step: 2}", 39, "`step`", "did you mean `steps`?"),
        ("{kind: bermuda, form: 2}", 17, "`form`", "did you mean `from`?"),
    ],
)
def test_a_wrong_value_is_told_at_its_place(tmp_path: Path, line: str, column: int, words: str, hint: str) -> None:
    root = valued(tmp_path, events=f"events:\n  x: {line}\n")
    errors = load_pack(root).report.errors
    assert len(errors) == 1, [item.short() for item in errors]
    assert words in errors[0].message
    assert str(errors[0].span).endswith(f"events.yaml:2:{column + 5}")
    assert hint in " ".join([errors[0].message, *errors[0].hints])

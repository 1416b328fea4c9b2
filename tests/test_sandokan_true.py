"""Sandokan's rulebook for any treasures, cards, events and ports: each number and list in it agrees with the pack."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import babel
from hypothesis import Phase, assume, example, given, settings
from hypothesis import strategies as st

from santy_print.diag import Report
from santy_print.documents.blocks import Block, Book, Table, Titled, parts_of, plain
from santy_print.documents.compose import compose
from santy_print.documents.pictures import Pictures
from santy_print.games.sandokan.game import GAME
from santy_print.games.sandokan.model import FILES
from santy_print.games.sandokan.passages import passage
from santy_print.pack import Pack, load_pack
from santy_print.text.templates import counts
from tests.test_rulebook_true import JOINTS, broken

Data = dict[str, Any]
LANGUAGES = load_pack("sandokan").head.languages
FORMS: dict[str, list[tuple[str, ...]]] = {
    "en": [("card", "cards"), ("step", "steps"), ("treasure", "treasures"), ("point", "points"), ("cell", "cells"),
           ("event card", "event cards"), ("sail card", "sail cards"), ("pirate card", "pirate cards")],
    "fr": [("carte", "cartes"), ("trésor", "trésors"), ("point", "points"), ("case", "cases"), ("virage", "virages")],
    "pl": [("kartę", "karty", "kart"), ("skarb", "skarby", "skarbów"), ("punkt", "punkty", "punktów"),
           ("pole", "pola", "pól"), ("zwrot", "zwroty", "zwrotów"), ("krok", "kroki", "kroków"),
           ("statek", "statki", "statków"), ("płytka", "płytki", "płytek"), ("karta", "karty", "kart")],
    "es": [("carta", "cartas"), ("tesoro", "tesoros"), ("punto", "puntos"), ("casilla", "casillas"), ("paso", "pasos"),
           ("viraje", "virajes"), ("ronda", "rondas"), ("barco", "barcos"), ("loseta", "losetas")],
    "it": [("carta", "carte"), ("tesoro", "tesori"), ("punto", "punti"), ("casella", "caselle"), ("passo", "passi"),
           ("virata", "virate"), ("nave", "navi")],
    "uk": [("карту", "карти", "карт"), ("карта", "карти", "карт"), ("скарб", "скарби", "скарбів"),
           ("очко", "очки", "очок"), ("клітинка", "клітинки", "клітинок"), ("клітинку", "клітинки", "клітинок"),
           ("поворот", "повороти", "поворотів"), ("крок", "кроки", "кроків"), ("плитка", "плитки", "плиток")],
}  # fmt: skip
"""Nouns in the forms that go with a number, in the order of the language's plural categories."""
CASES = {"pl": r"(?i:do|po) $", "uk": r"(?i:до|після) $"}
"""Words after which a number's noun stands in another form."""


@cache
def bundled() -> Pack:
    return load_pack("sandokan").checked()


def as_it_is() -> Data:
    return {name: bundled().files[name].model_dump(mode="json") for name in FILES if name != "pack"}


@st.composite
def edits(draw: st.DrawFn) -> tuple[Data, dict[str, int]]:
    """Other values, pieces, treasures at ports and events than the bundled pack's, and other numbers."""
    data = deepcopy(as_it_is())
    for treasure in data["treasures"]["treasures"].values():
        treasure |= {"value": draw(st.integers(1, 9)), "copies": draw(st.integers(1, 8))}
    cards = data["cards"]["cards"].values()
    for kind in ("movement", "combat"):  # no two of a sort are worth the same
        own = [card for card in cards if card["kind"] == kind]
        values = draw(st.lists(st.integers(1, 5), min_size=len(own), max_size=len(own), unique=True))
        for card, value in zip(own, values, strict=True):
            card |= {"value": value, "copies": draw(st.integers(1, 12))}
    most = (sum(card["copies"] for card in cards) - 1) // bundled().compiled.head.players.most
    kept = draw(st.sets(st.sampled_from([*data["events"]["events"]]), min_size=6))
    data["events"]["events"] = {id: event for id, event in data["events"]["events"].items() if id in kept}
    treasures = draw(st.permutations([port["treasure"] for port in data["ports"]["ports"].values()]))
    for port, treasure in zip(data["ports"]["ports"].values(), treasures, strict=True):
        port["treasure"] = treasure
    numbers = {
        "hand": draw(st.integers(0, min(8, most))), "hold": draw(st.integers(1, 4)), "goal": draw(st.integers(1, 40)),
        "ransom": draw(st.integers(0, 3)), "excess": draw(st.integers(0, 5)), "rounds": draw(st.integers(1, 300)),
    }  # fmt: skip
    return data, numbers


def changed(data: Data, numbers: dict[str, int]) -> Pack | None:
    """The pack with these files and numbers; None where its checks refuse them."""
    pack, report = bundled(), Report()
    head = pack.head.model_dump(mode="json") | numbers
    files = {name: model.model_validate(data.get(name, head)) for name, model in FILES.items()}
    compiled = GAME.compile(files, lambda *path, key=False: None, report)
    return replace(pack, files={**pack.files, **files}, compiled=compiled, _collections=None) if compiled else None


def book_of(pack: Pack, language: str) -> Book:
    return compose(pack, language, Pictures(pack, pack.locales[language]), Report())


def sentences(book: Book) -> list[str]:
    said = [part for part in parts_of([*book.sections]) if isinstance(part, str)]
    return [re.sub(r"[\u00a0\u202f]", " ", text.replace("*", "")) for text in said if " " in text.strip()]


def wrong_forms(language: str, said: str) -> list[str]:
    """The numbers whose noun is not in the form that goes with them."""
    kinds = babel.Locale.parse(language)
    names = list(counts(kinds))
    found: list[str] = []
    nouns = {noun for forms in FORMS[language] for noun in forms}
    for match in re.finditer(rf"(?<![\d.–])(\d+) ({'|'.join(sorted(nouns, key=len, reverse=True))})\b", said):
        if (other := CASES.get(language)) and re.search(other, said[: match.start()]):
            continue
        at = names.index(kinds.plural_form(int(match[1])))
        if match[2] not in {forms[min(at, len(forms) - 1)] for forms in FORMS[language] if match[2] in forms}:
            found.append(match[0])
    return found


def tables(book: Book) -> dict[str, Table]:
    """The tables by section and place: those of the box and of the treasures, prices, and answers."""

    def within(block: Block) -> list[Table]:
        return [block] if isinstance(block, Table) else within(block.block) if isinstance(block, Titled) else []

    return {
        f"{section.id}-{n}": table
        for section in book.sections
        for n, table in enumerate([found for block in section.blocks for found in within(block)])
    }


def numbers_in(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


def columns(table: Table) -> list[list[str]]:
    """The cells of a table without the blanks around signs."""
    return [[re.sub(r"\s", "", plain(cell)) if n else plain(cell) for n, cell in enumerate(row)] for row in table.rows]  # type: ignore[arg-type]


def check_box(pack: Pack, table: Table) -> None:
    """What is in the box: each row has a number that the pack has."""
    made = pack.compiled
    ports = len(made.board.ports)
    wanted = [sum(made.copies[card] for card in cards) for cards in (made.movement, made.combat)]
    wanted += [len(made.events), sum(made.supply), ports, ports + len(made.board.land), 1]
    assert [int(row[0]) for row in columns(table)] == wanted
    for row, cards in zip(columns(table), (made.movement, made.combat), strict=False):
        pairs = re.findall(r"(\d+)×(\d+)", row[1])
        assert Counter((int(n), int(value)) for n, value in pairs) == Counter(
            (made.copies[card], made.values[card]) for card in cards
        )


def check_prices(pack: Pack, table: Table) -> None:
    """Each way to pay is of two cards or more that are there, and worth just as much; so is what is exchanged."""
    made = pack.compiled
    found = [(int(row[0]), ways, swaps) for row, (_, ways, swaps) in zip(table.rows, columns(table), strict=True)]  # type: ignore[arg-type]
    assert [price for price, _, _ in found] == sorted({price for price, _, _ in found}, reverse=True)
    assert {*made.worth} <= {price for price, _, _ in found}
    for price, ways, swaps in found:
        for way in filter(lambda way: way != "–", ways.split(",")):
            paid = numbers_in(way)
            assert sum(paid) == price
            assert len(paid) > 1
            assert set(paid) <= {*made.values}
        for side in filter(lambda side: side != "–", re.split("[,=]", swaps)):
            assert sum(numbers_in(side)) == price
            assert set(numbers_in(side)) <= {*made.worth}
        assert (ways != "–") <= (price in made.worth)


def check_answers(pack: Pack, goals: Table, distances: Table) -> None:
    """Totals make the goal with the treasure at home; steps are those of the board."""
    made = pack.compiled
    for port, (_, own, totals) in enumerate(columns(goals)):
        assert int(own) == made.worth[made.laid[port]]
        for total in filter(lambda total: total != "–", totals.split(",")):
            assert int(own) + sum(numbers_in(total)) == made.head.goal
            assert {*numbers_in(total)} <= {*made.worth}
    best = max(made.values[card] for card in made.movement)
    places = [*made.board.shores.values(), *((port,) for port in range(len(made.board.ports)))]
    for cells, row in zip(places, columns(distances), strict=True):
        for port, told in enumerate(row[1:]):
            way = passage(made.board, port, cells) if cells != (port,) else None
            assert told == (f"{len(way)}/{-(-len(way) // best)}" if way else "–")


def check_sentences(pack: Pack, language: str, said: list[str]) -> None:
    """The numbers of the rules stand where their rules are told, and no others do."""
    head, locale = pack.compiled.head, pack.locales[language]
    told = {key: said_of(said, locale.markup(f"rulebook.{key}", **values)) for key, values in {
        "turn.hold": {"hold": head.hold},
        "places.home": {"hold": head.hold},
        "glance.home": {"goal": head.goal},
        "end.quay": {"goal": head.goal},
        "story.aim": {"goal": head.goal},
        **({"setup.hands": {"hand": head.hand}} if head.hand else {"setup.hands-bare": {}}),
        **({"combat.won": {"ransom": head.ransom}} if head.ransom else {"combat.won-bare": {}}),
        **({"turn.check": {"excess": head.excess}, "glance.ask": {}} if head.excess else {}),
    }.items()}  # fmt: skip
    assert [key for key, there in told.items() if not there] == []
    said = [text.replace("\u2060", "") for text in said]  # a short way stands in one line
    for text in said:
        for worth, cards in re.findall(r"(?:worth|vaut|wart) (\d+)\D+?((?:\d+ \+ )+\d+)", text):
            assert sum(numbers_in(cards)) == int(worth) == max(pack.compiled.worth)
    for path, after in (found for text in said for found in re.findall(r"((?:[a-z]\d+ – )+[a-z]\d+)(.*)", text)):
        cells, turns, steps, *cards = numbers_in(after)
        assert cells == len(path.split(" – "))
        assert cells + turns == steps == sum(cards)
        assert {*cards} <= {pack.compiled.values[card] for card in pack.compiled.movement}
    assert any(" – " in text for text in said)


def said_of(said: list[str], markup: str) -> bool:
    return re.sub(r"[\u00a0\u202f]", " ", markup.replace("*", "")) in said


ONES = {"hand": 1, "hold": 1, "goal": 21, "ransom": 1, "excess": 1, "rounds": 1}


@given(edit=edits(), language=st.sampled_from(LANGUAGES))
@example(edit=(as_it_is(), ONES), language="pl")
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_numbers_and_lists_agree_with_any_pack(edit: tuple[Data, dict[str, int]], language: str) -> None:
    pack = changed(*edit)
    assume(pack is not None)
    assert pack is not None
    book = book_of(pack, language)
    said = sentences(book)
    assert [fault for text in said if (fault := broken(language, text.replace(" – ", " ")))] == []
    assert [wrong for text in said for wrong in wrong_forms(language, text)] == []
    found = tables(book)
    check_box(pack, found["box-0"])
    laid = Counter(plain(row[2]) for row in found["box-1"].rows if plain(row[2]) != "–")  # type: ignore[arg-type]
    assert sum(len(ports.split(", ")) for ports in laid) == len(pack.compiled.board.ports)
    assert [int(plain(row[1])) for row in found["box-1"].rows] == sorted(pack.compiled.worth, reverse=True)  # type: ignore[arg-type]
    check_prices(pack, found["worth-0"])
    check_answers(pack, found["answers-0"], found["answers-1"])
    check_sentences(pack, language, said)


def test_wrong_forms_are_seen() -> None:
    assert wrong_forms("en", "a ship carries 1 treasures, 2 cards") == ["1 treasures"]
    assert wrong_forms("pl", "najwyżej 2 skarbów, 5 kart, do 3 kroków, 22 pola") == ["2 skarbów"]
    assert wrong_forms("uk", "до 3 кроків, 2 скарбів, 5 карт, 22 клітинки, 21 очко") == ["2 скарбів"]
    assert {*JOINTS} >= {*LANGUAGES}

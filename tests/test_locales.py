"""The bundled languages: complete, agreeing, short enough for their places, and every card said in each."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from santy_print.diag import Report
from santy_print.folders import data_folder
from santy_print.i18n import accept, catalogue
from santy_print.i18n.catalogue import read_seen, seen_text
from santy_print.pack import Pack, load_pack
from santy_print.source import Map, load_yaml
from santy_print.text import Locale, add_names, compare_locales, item_key, load_locale
from tests.packs import BUNDLED, LANGUAGES, copy_pack
from tests.thinned import spoken

FOLDER = data_folder("content") / "santy_anno" / "locale"
NAME, EFFECT, LINE = 33, 120, 60
ELEMENTS = ("nest", "sails", "hull", "plate")
COLOURS = ("yellow", "red", "blue", "green")


def read(code: str, report: Report) -> tuple[Locale, Map]:
    node = load_yaml(Path(FOLDER / f"{code}.yaml"), f"{code}.yaml", report)
    assert node is not None
    locale = load_locale(code, node, report)
    assert locale is not None
    return locale, node


@pytest.fixture(scope="module")
def report() -> Report:
    return Report()


@pytest.fixture(scope="module")
def locales(report: Report) -> dict[str, Locale]:
    return {code: read(code, report)[0] for code in LANGUAGES}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("santy_anno")


def items(pack: Pack) -> list[tuple[str, dict[str, object]]]:
    """Every boarding and event card, with its keys' stem."""
    out = [(item_key(item), dict(item)) for item in pack.collections["boarding"]]
    return out + [(item_key(item, "event"), dict(item)) for item in pack.collections["events"]]


def test_languages_load_without_a_word_of_complaint_and_say_the_same(
    locales: dict[str, Locale], report: Report, pack: Pack
) -> None:
    add_names(locales["en"], pack.given)
    compare_locales(locales, "en", report)
    assert [d.short() for d in report] == []


AGREED = {
    ("en", "hull", "red", "indef"): "a red hull",
    ("en", "sails", "green", "indef"): "green sails",
    ("en", "nest", "yellow", "indef"): "a yellow crow’s nest",
    ("en", "plate", "blue", "def"): "the blue name plate",
    ("fr", "sails", "green", "nom"): "voile verte",
    ("fr", "hull", "blue", "indef"): "une coque bleue",
    ("fr", "nest", "yellow", "def"): "la vigie jaune",
    ("fr", "plate", "green", "nom"): "plaque nominative verte",
    ("fr", "plate", "red", "short-poss"): "votre plaque rouge",
    ("de", "hull", "red", "nom"): "roter Rumpf",
    ("de", "hull", "red", "indef"): "einen roten Rumpf",
    ("de", "hull", "blue", "dat"): "blauem Rumpf",
    ("de", "sails", "green", "indef"): "grüne Segel",
    ("de", "sails", "yellow", "dat"): "gelben Segeln",
    ("de", "nest", "blue", "indef"): "ein blaues Krähennest",
    ("de", "plate", "green", "dat"): "grünem Namensschild",
    ("cs", "hull", "red", "nom"): "červený trup",
    ("cs", "nest", "blue", "acc"): "modrý strážní koš",
    ("cs", "sails", "green", "nom"): "zelené plachty",
    ("cs", "plate", "yellow", "nom"): "žlutá cedulka se jménem",
    ("cs", "plate", "yellow", "acc"): "žlutou cedulku se jménem",
    ("cs", "plate", "red", "short-acc"): "červenou cedulku",
    ("cs", "plate", "green", "adj"): "zelená",
    ("cs", "hull", "green", "adj"): "zelený",
    ("es", "hull", "yellow", "def"): "el casco amarillo",
    ("es", "nest", "red", "def"): "la cofa roja",
    ("es", "sails", "blue", "nom"): "velas azules",
    ("es", "sails", "yellow", "poss"): "tus velas amarillas",
    ("es", "plate", "red", "adj"): "roja",
    ("it", "hull", "red", "nom"): "scafo rosso",
    ("it", "hull", "yellow", "def"): "lo scafo giallo",
    ("it", "sails", "yellow", "def"): "le vele gialle",
    ("it", "sails", "green", "nom"): "vele verdi",
    ("it", "sails", "blue", "def"): "le vele blu",
    ("it", "nest", "red", "def"): "la coffa rossa",
    ("it", "plate", "green", "adj"): "verde",
    ("uk", "hull", "red", "acc"): "червоний корпус",
    ("uk", "hull", "blue", "inst"): "синім корпусом",
    ("uk", "sails", "blue", "gen"): "синіх вітрил",
    ("uk", "sails", "green", "inst"): "зеленими вітрилами",
    ("uk", "nest", "yellow", "nom"): "жовте вороняче гніздо",
    ("uk", "nest", "red", "loc"): "червоному воронячому гнізді",
    ("uk", "plate", "blue", "acc"): "синю вивіску",
    ("uk", "plate", "blue", "dat"): "синій вивісці",
    ("uk", "plate", "green", "adj"): "зелена",
    ("pl", "hull", "red", "nom"): "czerwony kadłub",
    ("pl", "hull", "red", "acc"): "czerwony kadłub",
    ("pl", "hull", "blue", "inst"): "niebieskim kadłubem",
    ("pl", "sails", "red", "nom"): "czerwone żagle",
    ("pl", "sails", "yellow", "gen"): "żółtych żagli",
    ("pl", "sails", "green", "inst"): "zielonymi żaglami",
    ("pl", "nest", "red", "nom"): "czerwone bocianie gniazdo",
    ("pl", "nest", "blue", "loc"): "niebieskim bocianim gnieździe",
    ("pl", "plate", "red", "nom"): "czerwona tabliczka z\u00a0nazwą",
    ("pl", "plate", "red", "acc"): "czerwoną tabliczkę z\u00a0nazwą",
    ("pl", "plate", "green", "gen"): "zielonej tabliczki z\u00a0nazwą",
    ("pl", "plate", "blue", "adj"): "niebieska",
    ("pl", "nest", "blue", "adj"): "niebieskie",
}


@pytest.mark.parametrize(("code", "noun", "colour", "form"), AGREED)
def test_agreement(locales: dict[str, Locale], code: str, noun: str, colour: str, form: str) -> None:
    assert locales[code].noun(noun, form, colour) == AGREED[code, noun, colour, form]


def polish(noun: str, colour: str, form: str) -> str:
    """The adjective's form, by the rules of the grammar rather than by the lexicon's tables."""
    soft = colour == "niebieski"
    stem, i = colour[:-1], "i" if soft else "y"
    gender = {"nest": "n", "sails": "pl", "hull": "m", "plate": "f"}[noun]
    endings = {
        "nom": {"m": i, "f": "a", "n": "e", "pl": "e"},
        "acc": {"m": i, "f": "ą", "n": "e", "pl": "e"},
        "gen": {"m": "ego", "f": "ej", "n": "ego", "pl": f"{i}ch"},
        "inst": {"m": f"{i}m", "f": "ą", "n": f"{i}m", "pl": f"{i}mi"},
        "loc": {"m": f"{i}m", "f": "ej", "n": f"{i}m", "pl": f"{i}ch"},
    }
    ending = endings[form][gender]
    return stem + ("i" if soft and ending[0] == "e" else "") + ending


@pytest.mark.parametrize("form", ["nom", "acc", "gen", "inst", "loc"])
def test_every_polish_element_in_every_colour_and_case(locales: dict[str, Locale], form: str) -> None:
    for noun, colour in product(ELEMENTS, COLOURS):
        word = polish(noun, locales["pl"].adjective(colour), form)
        assert locales["pl"].noun(noun, form, colour).startswith(f"{word} ")


def test_every_french_element_is_feminine_in_every_form(locales: dict[str, Locale]) -> None:
    words = {"yellow": "jaune", "red": "rouge", "blue": "bleue", "green": "verte"}
    for noun, colour in product(ELEMENTS, COLOURS):
        for form in locales["fr"].file.lexicon.nouns[noun].forms:
            assert f" {locales['fr'].noun(noun, form, colour)}".endswith(f" {words[colour]}")


def german(noun: str, colour: str, form: str) -> str:
    """The adjective with the article that the form has, by the rules of the grammar: strong, or mixed after `ein`."""
    gender = {"nest": "n", "sails": "pl", "hull": "m", "plate": "n"}[noun]
    article, endings = {
        "nom": ({}, {"m": "er", "n": "es", "pl": "e"}),
        "indef": ({"m": "einen ", "n": "ein "}, {"m": "en", "n": "es", "pl": "e"}),
        "dat": ({}, {"m": "em", "n": "em", "pl": "en"}),
    }[form]
    return article.get(gender, "") + colour + endings[gender]


@pytest.mark.parametrize("form", ["nom", "indef", "dat"])
def test_every_german_element_in_every_colour_and_case(locales: dict[str, Locale], form: str) -> None:
    for noun, colour in product(ELEMENTS, COLOURS):
        words = german(noun, locales["de"].adjective(colour), form)
        assert locales["de"].noun(noun, form, colour).startswith(f"{words} ")


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_letters_of_colours_differ_within_a_language(locales: dict[str, Locale], code: str) -> None:
    assert len({locales[code].letter(colour) for colour in COLOURS}) == len(COLOURS)


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_every_card_says_its_name_and_effect_in_the_space_it_has(pack: Pack, code: str) -> None:
    locale = pack.locales[code]
    names: dict[str, object] = {}
    for key, item in items(pack):
        name, effect = locale.plain(f"{key}.name", **item), locale.plain(f"{key}.effect", **item)
        assert 0 < len(name) <= NAME, name
        assert 20 < len(effect) <= EFFECT, effect
        assert not any(mark in name + effect for mark in ("{", "}", "*", "  ", "None")), (name, effect)
        assert name[0].isupper() or name[0] == "+", name
        assert effect.endswith("."), effect
        assert name not in names, f"{item['id']} and {names[name]} are both called {name}"
        names[name] = item["id"]
    assert len(names) == 51 + 5  # faces; two of them are printed twice


def test_sentences_with_cards_read_as_people_write(pack: Pack) -> None:
    said = {
        code: {item["id"]: pack.locales[code].plain(f"{key}.effect", **item) for key, item in items(pack)}
        for code in LANGUAGES
    }
    assert said["en"]["element-sails"] == "Move to the other ship whose sails match yours in colour."
    assert said["en"]["helm-clockwise-1"] == "Move 1 seat clockwise around the table."
    assert said["fr"]["colour-green"].endswith("où elle est verte aussi.")
    assert said["fr"]["helm-clockwise-3"].startswith("Avancez de 3\u00a0places")
    assert said["de"]["element-sails"] == "Geh zum anderen Schiff, dessen Segel dieselbe Farbe haben wie deine."
    assert said["de"]["element-hull-blue"].startswith("Blauer Rumpf? Bleib.")
    assert said["de"]["helm-clockwise-1"].startswith("Rücke am Tisch 1\u00a0Platz im")
    assert said["es"]["element-sails"] == "Ve al otro barco que tiene las velas del mismo color que las tuyas."
    assert said["es"]["colour-red"].startswith("¿Qué parte de tu barco es roja?")
    assert said["es"]["helm-clockwise-1"].startswith("Avanza 1\u00a0puesto alrededor")
    assert said["pl"]["element-plate-red"].startswith("Masz czerwoną tabliczkę?")
    assert said["pl"]["element-hull-blue"].startswith("Masz niebieski kadłub?")
    assert said["pl"]["helm-clockwise-2"].startswith("Przesuń się o\u00a02\u00a0miejsca")
    assert said["pl"]["double-nest-sails"].startswith("Wyobraź sobie, że gniazdo i\u00a0żagle zamieniają")


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_pirates_have_a_name_and_a_line(pack: Pack, code: str) -> None:
    locale = pack.locales[code]
    names = {locale.plain(f"pirate.{item['id']}") for item in pack.collections["pirates"]}
    assert len(names) == len(pack.collections["pirates"])
    for item in pack.collections["pirates"]:
        assert len(locale.plain(f"pirate.{item['id']}.line")) <= LINE


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_every_feature_of_the_set_has_its_words(pack: Pack, code: str) -> None:
    locale = pack.locales[code]
    for ship in pack.collections["ships"]:
        assert locale.plain(f"corner.{ship['corner']}")
        for element, colour in ship["colours"].items():
            assert locale.noun(element, "nom", colour)
            assert locale.letter(colour)


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_the_credits_name_everybody(pack: Pack, code: str) -> None:
    made = pack.head.credits
    text = pack.locales[code].plain(
        "game.credits", designer=made.designer, publisher=made.publisher, year=str(made.year)
    )
    assert all(word in text for word in ("Alain Orban", "Repos Production", "2006"))


@pytest.mark.parametrize(
    ("code", "first", "second", "late"),
    [
        ("en", "1st", "2nd", "6th and later: nothing"),
        ("fr", "1ᵉʳ", "2ᵉ", "dès le 6ᵉ\u00a0: rien"),
        ("de", "1.", "2.", "ab dem 6.\u00a0Platz: nichts"),
        ("cs", "1.", "2.", "6.\u00a0a\u00a0další: nic"),
        ("es", "1.º", "2.º", "del 6.º\u00a0en adelante: nada"),
        ("it", "1º", "2º", "dal 6º\u00a0in poi: niente"),
        ("pl", "1.", "2.", "od 6.\u00a0miejsca: nic"),
        ("uk", "1-й", "2-й", "6-й\u00a0і\u00a0далі: нічого"),
    ],
)
def test_arrivals(locales: dict[str, Locale], code: str, first: str, second: str, late: str) -> None:
    say = locales[code].plain
    assert say("harbour.arrival", n=1) == first
    assert say("harbour.arrival", n=2) == second
    assert say("harbour.arrival-late", n=6) == late


@pytest.mark.parametrize(
    ("code", "one", "three", "five"),
    [
        ("en", "1 ducat", "3 ducats", "5 ducats"),
        ("fr", "1\u00a0ducat", "3\u00a0ducats", "5\u00a0ducats"),
        ("de", "1\u00a0Dukat", "3\u00a0Dukaten", "5\u00a0Dukaten"),
        ("cs", "1\u00a0dukát", "3\u00a0dukáty", "5\u00a0dukátů"),
        ("es", "1\u00a0ducado", "3\u00a0ducados", "5\u00a0ducados"),
        ("it", "1\u00a0ducato", "3\u00a0ducati", "5\u00a0ducati"),
        ("pl", "1\u00a0dukat", "3\u00a0dukaty", "5\u00a0dukatów"),
        ("uk", "1\u00a0дукат", "3\u00a0дукати", "5\u00a0дукатів"),
    ],
)
def test_coins(locales: dict[str, Locale], code: str, one: str, three: str, five: str) -> None:
    assert [locales[code].plain("token.coin", n=n) for n in (1, 3, 5)] == [one, three, five]


def test_french_spaces_and_polish_small_words(locales: dict[str, Locale]) -> None:
    assert locales["fr"].plain("harbour.castoff") == "Larguez les amarres\u202f!"
    credits = locales["pl"].plain("game.credits", designer="A", publisher="B", year="1")
    assert "i\u00a0rysunkami" in credits
    assert "’" in locales["en"].plain("card.name.name")


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_no_straight_quote_is_left(locales: dict[str, Locale], code: str) -> None:
    for key, template in locales[code].templates.items():
        literal = "".join(part for part in template.parts if isinstance(part, str))
        assert "'" not in literal, key
        assert '"' not in literal, key


def test_english_lists_are_british() -> None:
    english = load_pack().locales["en"]
    assert english.join(["nest", "sails", "hull"]) == "nest, sails and hull"


# A pack speaks a language that santy_print does not.


def portuguese(folder: Path, source: str, languages: str, own: str = "") -> Pack:
    """A pack with a language `pt` that says the game's texts, and of those of any game only `own`."""
    text = (BUNDLED / "locale" / "en.yaml").read_text("utf-8").replace("language: en", "language: pt", 1) + own
    head = (BUNDLED / "pack.yaml").read_text("utf-8")
    head = re.sub(r"(?m)^languages: .*$", f"languages: [{languages}]", head)
    head = re.sub(r"(?m)^source_language: .*$", f"source_language: {source}", head)
    return load_pack(copy_pack(folder, {"locale/pt.yaml": text, "pack.yaml": head}))


@pytest.mark.parametrize(
    ("source", "languages", "lender"),
    [("en", "en, pt", "en"), ("de", "de, en, pt", "de"), ("pt", "pt", "en"), ("pt", "pt, fr", "en")],
)
def test_what_any_game_says_is_borrowed_where_nobody_wrote_it(
    tmp_path: Path, source: str, languages: str, lender: str
) -> None:
    pack = portuguese(tmp_path, source, languages, "  proof.across: 100 mm na largura\n")
    assert [(fault.severity, fault.code) for fault in pack.report] == [("notice", "locale-borrowed")]
    words, portuguese_words = load_pack().locales[lender], pack.locales["pt"]
    assert f"are said in `{lender}`" in pack.report.items[0].message
    assert str(pack.report.items[0].span).endswith("locale/pt.yaml:2:11")
    assert portuguese_words.plain("proof.down") == words.plain("proof.down")
    said = {"n": 1, "title": "X", "seed": 7}
    assert portuguese_words.plain("play.plain.title", **said) == words.plain("play.plain.title", **said)
    assert portuguese_words.plain("proof.across") == "100 mm na largura"
    assert "proof.across" not in portuguese_words.missing
    assert "proof.down" in portuguese_words.missing


def test_words_that_are_borrowed_can_be_translated(tmp_path: Path) -> None:
    """They stand in a translator's list as missing; those of a source language as its own texts."""
    rows = catalogue(portuguese(tmp_path / "a", "en", "en, pt"), "pt", Report()).rows
    assert "proof.down" in {row.key for row in rows if not row.text}
    made = catalogue(portuguese(tmp_path / "b", "pt", "pt, fr"), "fr", Report())
    assert {row.key: row.source for row in made.rows}["proof.down"] == "200 mm down"
    assert made.obsolete == {}


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_what_the_source_said_is_noted_as_the_program_writes_it(name: str) -> None:
    """Else a file that somebody translates into changes in lines that nobody touched."""
    pack = load_pack(name)
    for language in pack.head.languages:
        if language != pack.head.source_language:
            path = pack.root / "locale" / "seen" / f"{language}.yaml"
            assert seen_text(pack, language, read_seen(pack, language, Report())) == path.read_text("utf-8")


def test_what_is_noted_below_a_pack_is_not_noted_again(tmp_path: Path) -> None:
    """Else a pack would hold its translations to what the source said below it once, not to what it says now."""
    head = "extends: santy_anno\nid: mine\nversion: 1\n"
    root = tmp_path / "mine"
    (root / "locale" / "seen").mkdir(parents=True)
    (root / "pack.yaml").write_text(head, "utf-8")
    (root / "locale" / "en.yaml").write_text("language: en\nname: English\ntexts:\n  game.title: Mine\n", "utf-8")
    assert accept(load_pack(root), "fr", ["*"], Report()) == 1
    assert (root / "locale/seen/fr.yaml").read_text("utf-8").splitlines()[1:] == [
        "source: en",
        "texts:",
        '  game.title: "Mine"',
    ]
    copy = copy_pack(tmp_path, {})
    english = (copy / "locale" / "en.yaml").read_text("utf-8").replace("title: Santy Anno", "title: Mine", 1)
    (copy / "locale" / "en.yaml").write_text(english, "utf-8")
    assert accept(load_pack(copy), "fr", ["game.title"], Report()) == 1
    noted = (copy / "locale/seen/fr.yaml").read_text("utf-8")
    assert '  game.title: "Mine"\n' in noted
    assert "sheet.ruler" not in noted


ONE_TERM = (
    ("answers.kinds.element", "rulebook.cards.element.title"),
    ("answers.kinds.colour", "rulebook.cards.colour.title"),
    ("answers.kinds.name", "rulebook.cards.name.title"),
    ("answers.kinds.number", "rulebook.cards.number.title"),
    ("answers.kinds.helm", "rulebook.cards.helm.title"),
    ("answers.kinds.double", "rulebook.cards.double.title"),
    ("answers.kinds.coco", "rulebook.cards.coco.title"),
    ("answers.target", "play.true", "harbour.right"),
    ("answers.number", "rulebook.labels.number"),
    ("answers.ship", "rulebook.labels.ship"),
    ("answers.corner", "rulebook.labels.corner"),
    ("play.ducats", "rulebook.labels.ducats"),
    ("event.whirlwind.name", "rulebook.events.whirlwind.title"),
    ("event.seasick.clockwise.name", "rulebook.events.seasick.title"),
    ("event.bermuda.name", "rulebook.events.bermuda.title"),
    ("event.rum.name", "rulebook.events.rum.title"),
    ("part.rulebook", "rulebook.name"),
)


@pytest.mark.parametrize("code", spoken(LANGUAGES))
def test_a_term_is_one_term_in_all_products(pack: Pack, code: str) -> None:
    """Cards, rulebook, answers and the table call a thing alike; the shorter name is a part of the longer."""
    locale, apart = pack.locales[code], []
    for keys in ONE_TERM:
        names = sorted((locale.plain(key).casefold() for key in keys), key=len)
        apart += [keys for name in names if names[0] not in name]
    assert apart == []

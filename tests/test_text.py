"""Placeholders, agreement, plurals, typography and markup, and what is said of broken ones."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from santy_print.diag import PackError, Report, SourceFile
from santy_print.i18n.skeleton import preset
from santy_print.pack import load_pack
from santy_print.source import parse_yaml
from santy_print.text import (
    Locale,
    Run,
    Typographer,
    Typography,
    check_items,
    compare_locales,
    escape,
    item_key,
    load_locale,
    parse_markup,
)
from tests.counted import in_calls

LEXICON = """
lexicon:
  adjective: before
  agreement:
    m: {nom: m, acc: m}
    f: {nom: f, acc: f.acc}
  slots:
    thing: [hull, plate]
    things: thing
    colour: [red, blue]
  nouns:
    hull: {gender: m, forms: {nom: kadłub, acc: kadłub, bare: kadłubik}}
    plate: {gender: f, forms: {nom: "{adj} tabliczka z nazwą", acc: "{adj} tabliczkę z nazwą"}}
  adjectives:
    red: {letter: C, forms: {m: czerwony, f: czerwona, f.acc: czerwoną}}
    blue: {letter: N, forms: {m: niebieski, f: niebieska, f.acc: niebieską}}
"""


ORDINALS = "{one: st, two: nd, few: rd, other: th}"


def head(code: str, ordinals: str = ORDINALS) -> str:
    return f"language: {code}\nname: Test\nordinals: {ordinals}\n"


def load(
    texts: str, code: str = "pl", lexicon: str = LEXICON, typography: str = "", ordinals: str = ORDINALS
) -> tuple[Locale, Report]:
    report = Report()
    indented = "\n".join(f"  {line}" for line in texts.splitlines())
    source = f"{head(code, ordinals)}{typography}{lexicon}texts:\n{indented}\n"
    node = parse_yaml(SourceFile(f"{code}.yaml", source), report)
    assert node is not None, report.items
    locale = load_locale(code, node, report)
    assert locale is not None, report.items
    return locale, report


def say(text: str, code: str = "pl", /, **values: object) -> str:
    locale, report = load("key: '" + text.replace("'", "''") + "'", code)
    assert report.ok, report.items
    return locale.plain("key", **values)


# Placeholders.


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{name} tu", {"name": "Viper"}, "Viper tu"),
        ("{n}", {"n": -5}, "−5"),
        ("{hull}", {}, "kadłub"),
        ("{hull.red}", {}, "czerwony kadłub"),
        ("{plate.red:acc}", {}, "czerwoną tabliczkę z nazwą"),
        ("{thing}", {"thing": "plate"}, "tabliczka z nazwą"),
        ("{thing.colour:acc}", {"thing": "plate", "colour": "blue"}, "niebieską tabliczkę z nazwą"),
        ("{thing.red}", {"thing": "hull"}, "czerwony kadłub"),
        ("{plate.colour}", {"colour": "blue"}, "niebieska tabliczka z nazwą"),
        ("{colour}", {"colour": "red"}, "czerwony"),
        ("{colour:f}", {"colour": "red"}, "czerwona"),
        ("{blue:f.acc}", {}, "niebieską"),
        ("{Thing.colour}", {"thing": "hull", "colour": "red"}, "Czerwony kadłub"),
        ("{Colour}", {"colour": "blue"}, "Niebieski"),
        ("{things}", {"things": ["hull", "plate"]}, "kadłub i tabliczka z nazwą"),
        ("{things:acc}", {"things": ("hull", "plate")}, "kadłub i tabliczkę z nazwą"),
        ("{names}", {"names": ["A", "B", "C"]}, "A, B i C"),
        ("{names:or}", {"names": ["A", "B", "C"]}, "A, B lub C"),
        ("{names}", {"names": []}, ""),
        ("{letter:colour} {letter:red}", {"colour": "blue"}, "N C"),
        ("{colour:text}", {"colour": "P"}, "P"),
        ("{n} {n|karta|karty|kart}", {"n": 22}, "22 karty"),
    ],
)
def test_placeholders(text: str, values: dict[str, object], said: str) -> None:
    assert say(text, **values) == said


@pytest.mark.parametrize(
    ("n", "word"),
    [
        (0, "kart"),
        (1, "karta"),
        (2, "karty"),
        (4, "karty"),
        (5, "kart"),
        (12, "kart"),
        (21, "kart"),
        (24, "karty"),
    ],
)
def test_polish_plurals(n: int, word: str) -> None:
    assert say("{n|karta|karty|kart}", n=n) == word


@pytest.mark.parametrize(("n", "word"), [(0, "carte"), (1, "carte"), (2, "cartes"), (35, "cartes")])
def test_french_plurals(n: int, word: str) -> None:
    assert say("{n|carte|cartes}", "fr", n=n) == word


@pytest.mark.parametrize(("n", "word"), [(0, "cards"), (1, "card"), (2, "cards"), (-1, "card")])
def test_english_plurals(n: int, word: str) -> None:
    assert say("{n|card|cards}", "en", n=n) == word


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nie na {letters:nor}", "nie na A, B ani C"),
        ("na {letters:or}", "na A, B lub C"),
        ("nie {thing.many:nor}", "nie czerwona ani niebieska tabliczka z nazwą"),
        ("mam {thing.many:acc}", "mam czerwoną lub niebieską tabliczkę z nazwą"),
        ("nie {thing.many:acc:nor}", "nie czerwoną ani niebieską tabliczkę z nazwą"),
    ],
)
@pytest.mark.parametrize("nor", ["nor: ani\n", ""])
def test_a_list_that_is_denied_ends_in_a_word_of_its_own(text: str, said: str, nor: str) -> None:
    lexicon = LEXICON.replace("  nouns:", "    many: colour\n  nouns:")
    locale, report = load(f'x: "{text}"', lexicon=lexicon, typography=nor)
    assert report.ok, report.items
    values = {"letters": ["A", "B", "C"], "thing": "plate", "many": ["red", "blue"]}
    assert locale.plain("x", **values) == (said if nor else said.replace(" ani ", " lub "))


def test_what_is_denied_names_one_thing_or_two() -> None:
    _, report = load('x: "{colour:f:nor}"')
    assert [item.code for item in report] == ["locale-placeholder"]


@pytest.mark.parametrize(("n", "word"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")])
def test_ordinals(n: int, word: str) -> None:
    assert say("{n:ordinal}", "en", n=n) == word


def test_large_numbers_are_grouped_by_the_language() -> None:
    assert say("{n}", "en", n=12345) == "12,345"
    assert say("{n}", "fr", n=12345) == "12\u202f345"


@pytest.mark.parametrize(("value", "said"), [(0, "0"), (-1, "−1"), (1, "1"), (-12, "−12")])
def test_small_numbers_are_written_as_they_are_with_a_true_minus(value: int, said: str) -> None:
    assert say("{n}", "pl", n=value) == said


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{n}", {"n"}),
        ("{n:ordinal}", {"n"}),
        ("{n:text}", {"n"}),
        ("{n|karta|karty|kart}", {"n"}),
        ("{thing}", {"thing"}),
        ("{thing:acc}", {"thing"}),
        ("{hull}", set()),
        ("{colour}", {"colour"}),
        ("{thing.colour:acc}", {"thing", "colour"}),
        ("{hull.colour}", {"colour"}),
        ("{colour:letter}", {"colour"}),
        ("{letter:colour}", {"colour"}),
        ("{letter:red}", set()),
        ("{ship:who}", {"who"}),
        ("{ship:viper}", set()),
        ("{icon:coco}", {"icon:coco"}),
    ],
)
def test_a_text_says_which_values_it_asks_for(text: str, names: set[str]) -> None:
    locale, _ = load(f"x: '{text}'\nship.viper: Viper")
    assert locale.templates["x"].values == names


def test_groups_of_texts_and_names_of_items() -> None:
    locale, report = load("corner.left: w lewym\nship.word: statek\nkey: '{corner:where}: {ship:who}, {corner:left}'")
    assert report.ok
    locale.names["ships"] = {"viper": "Viper *", "royal": "Royal"}
    assert locale.plain("key", where="left", who="viper") == "w lewym: Viper *, w lewym"
    with pytest.raises(PackError, match="no ship `sahara`"):
        locale.markup("key", where="left", who="sahara")


# Values and literal text are data.


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", '#import "x"', "{% raw %}", "a * b * c", "**open", "$x$ <b> \\n"])
def test_code_in_a_translation_is_literal_text(text: str) -> None:
    if "{%" in text:
        _, report = load(f"key: '{text}'")
        assert [d.code for d in report] == ["locale-placeholder"]
        return
    assert say(text) == text


@given(st.text())
def test_a_value_is_never_markup(value: str) -> None:
    locale, _ = VALUE
    assert locale.plain("key", v=value) == f"<{value}>"
    assert parse_markup(locale.markup("key", v=value))[0].text == f"<{value}>"


VALUE = load("key: '<{v}>'")


@given(st.text(alphabet="ab *\\{}:icon", max_size=30))
def test_escaped_text_reads_back(text: str) -> None:
    assert "".join(run.text for run in parse_markup(escape(text))) == text


# Markup.


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", ()),
        ("plain", (Run("plain"),)),
        ("a **b** c", (Run("a "), Run("b", bold=True), Run(" c"))),
        ("*a*", (Run("a", italic=True),)),
        ("***a***", (Run("a", True, True),)),
        ("**a *b* c**", (Run("a ", True), Run("b", True, True), Run(" c", True))),
        ("**a", (Run("**a"),)),
        ("a**", (Run("a**"),)),
        ("*a **b* c", (Run("a **b", italic=True), Run(" c"))),
        ("2 * 3 * 4", (Run("2 * 3 * 4"),)),
        ("****", (Run("****"),)),
        (r"\*a\*", (Run("*a*"),)),
        ("{icon:coco}", (Run("", icon="coco"),)),
        ("**x {icon:a-b}**", (Run("x ", True), Run("", True, False, "a-b"))),
        ("{icon:no good}", (Run("{icon:no good}"),)),
    ],
)
def test_markup(text: str, runs: tuple[Run, ...]) -> None:
    assert parse_markup(text) == runs


@given(st.text(alphabet="ab *{}\\"))
def test_markup_loses_no_letter(text: str) -> None:
    said = "".join(run.text for run in parse_markup(text))
    assert [c for c in said if c in "ab "] == [c for c in text if c in "ab "]


def test_icons_and_plain_text() -> None:
    locale, report = load("key: '**Coco** {icon:coco}: {icon:thing}'")
    assert report.ok
    assert locale.markup("key", thing="hull") == "**Coco** {icon:coco}: {icon:hull}"
    assert locale.plain("key", thing="hull") == "Coco : "


# Typography.

FRENCH = Typographer(
    Typography(
        apostrophe="’",
        quotes=("«\u202f", "\u202f»"),
        ellipsis="…",
        thin_before=";!?»",
        thin_after="«",
        wide_before=":",
    )
)
POLISH = Typographer(Typography(apostrophe="’", quotes=("„", "”"), keep_with_next=("a", "i", "o", "u", "w", "z")))
ENGLISH = Typographer(Typography(apostrophe="’", quotes=("“", "”"), ellipsis="…"))
LEANING = Typographer(Typography(keep_with_previous=("б", "же"), numbered=("карт", "раунд")))


@pytest.mark.parametrize(
    ("typographer", "text", "set_"),
    [
        (FRENCH, "Larguez les amarres !", "Larguez les amarres\u202f!"),
        (FRENCH, "Quoi? Oui!", "Quoi\u202f? Oui\u202f!"),
        (FRENCH, "Quoi ?!", "Quoi\u202f?!"),
        (FRENCH, "le port : ici", "le port\u00a0: ici"),
        (FRENCH, "le port: ici", "le port\u00a0: ici"),
        (FRENCH, "à 10:30", "à 10:30"),
        (FRENCH, "« ici »", "«\u202fici\u202f»"),
        (FRENCH, 'dit "ici"', "dit «\u202fici\u202f»"),
        (FRENCH, "l'eau...", "l’eau…"),
        (FRENCH, "**Attention !**", "**Attention\u202f!**"),
        (POLISH, "i w domu z kotem", "i\u00a0w\u00a0domu z\u00a0kotem"),
        (POLISH, "Z nim", "Z\u00a0nim"),
        (POLISH, "nie a priori", "nie a\u00a0priori"),
        (POLISH, 'mówi "tak"', "mówi „tak”"),
        (ENGLISH, 'the ship\'s "name"', "the ship’s “name”"),
        (ENGLISH, '**"Ahoy"** ("so")', "**“Ahoy”** (“so”)"),
        (LEANING, "яка б пам", "яка\u00a0б пам"),
        (LEANING, "Що ж же? Же, 2 б.", "Що ж\u00a0же? Же, 2\u00a0б."),
        (LEANING, "хоч би хто, жеребець", "хоч би хто, жеребець"),
        (LEANING, "Карти 3 і 4, **раунд** 5", "Карти\u00a03 і 4, **раунд**\u00a05"),
        (
            LEANING,
            f"карта {Typographer.MARK}, картопля 5, мапа 3",
            f"карта\u00a0{Typographer.MARK}, картопля 5, мапа 3",
        ),
    ],
)
def test_typography(typographer: Typographer, text: str, set_: str) -> None:
    assert typographer(text) == set_


@given(st.text(alphabet="aAiwzé0 .:;!?«»\"'*-(\u202f\u00a0\n„”", max_size=40))
def test_typography_twice_is_typography_once(text: str) -> None:
    for typographer in (FRENCH, POLISH, ENGLISH, LEANING):
        once = typographer(text)
        assert typographer(once) == once


def test_typography_sees_through_placeholders() -> None:
    rules = "typography: {quotes: ['«\u202f', '\u202f»'], thin_before: ';!?»', thin_after: '«'}\n"
    locale, report = load("key: '\"{name}\" ! et {names} ?'", "fr", LEXICON, rules)
    assert report.ok
    assert locale.plain("key", name="a !", names=["x", "y"]) == "«\u202fa !\u202f»\u202f! et x et y\u202f?"


# What is said of broken texts.


@pytest.mark.parametrize(
    ("text", "code", "index", "hint"),
    [
        ("ab {", "locale-placeholder", 3, "brace"),
        ("ab }", "locale-placeholder", 3, "brace"),
        ("{}", "locale-placeholder", 0, "a placeholder is"),
        ("{n m}", "locale-placeholder", 0, "a placeholder is"),
        ("{hull.red|a|b|c}", "locale-placeholder", 0, "a placeholder is"),
        ("{icon:}", "locale-placeholder", 0, ""),
        ("ab {hul.red} ", "locale-word", 3, "did you mean `hull`?"),
        ("ab {hull.redd}", "locale-word", 3, "did you mean `red`?"),
        ("{red.hull}", "locale-word", 0, ""),
        ("{hul:acc}", "locale-word", 0, "did you mean `hull`?"),
        ("{letter:coulour}", "locale-word", 0, "did you mean `colour`?"),
        ("{hull:dat}", "locale-form", 0, ""),
        ("{thing:bare}", "locale-form", 0, ""),
        ("{thing.colour:bare}", "locale-form", 0, ""),
        ("{hull.red:bare}", "locale-form", 0, ""),
        ("{colour:n}", "locale-form", 0, ""),
        ("{n} {n|karta|kart}", "locale-plural", 4, "one, few, many"),
        ("{n|a|b|c|d}", "locale-plural", 0, "one, few, many"),
    ],
)
def test_broken_placeholders(text: str, code: str, index: int, hint: str) -> None:
    locale, report = load(f"key: {text}" if text[0] != "{" else f"key: '{text}'")
    column = 8 + index + (text[0] == "{")
    first = report.items[0]
    line = len((head("pl") + LEXICON).splitlines()) + 2
    assert first.code == code
    assert str(first.span) == f"pl.yaml:{line}:{column}"
    assert hint in " ".join(first.hints)
    assert locale.has("key")


def test_every_fault_is_reported_and_the_second_of_two_alike_at_its_own_place() -> None:
    _, report = load("one: x {bad word} y\ntwo: '{n|a}, {n|a}'\nfour: >-\n  first line {n}\n  second {n} {hull:dat}")
    places = [
        (d.code, d.span.line - d.span.file.text.split("\n").index("texts:") - 1, d.span.col) for d in report if d.span
    ]
    assert places == [
        ("locale-placeholder", 1, 10),
        ("locale-plural", 2, 9),
        ("locale-plural", 2, 16),
        ("locale-form", 5, 16),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gender: f, forms", "gender: x, forms", "nothing about the gender `x`"),
        (", f.acc: czerwoną", "", "`red` has no form `f.acc`, which `plate` needs"),
        ("[hull, plate]", "[hull, plat]", "`plat` is no noun or adjective"),
        ("[hull, plate]", "[hull, red]", "mixes nouns and adjectives"),
        ("things: thing", "things: thingy", "`thingy` is no slot"),
        ("nom: kadłub", 'nom: "{ad} kadłub"', "only `{adj}`"),
        (
            "    hull: {",
            "    colour: {gender: m, forms: {nom: x}}\n    hull: {",
            "`colour` is a noun and also",
        ),
    ],
)
def test_lexicons_that_do_not_fit(old: str, new: str, message: str) -> None:
    assert old in LEXICON
    _, report = load("key: x", lexicon=LEXICON.replace(old, new))
    assert message in report.items[0].message
    assert report.items[0].code == "locale-lexicon"
    assert report.items[0].span is not None


def test_texts_must_be_texts() -> None:
    _, report = load("a: [x, y]\nb:\nc.d: x\nc:\n  d: y")
    assert [(d.code, d.message) for d in report] == [
        ("locale-text", "`a` holds no text"),
        ("locale-text", "`b` holds no text"),
        ("yaml-duplicate", "`c.d` stands twice; the first is in line 23"),
    ]


def test_a_file_for_another_language_and_a_language_nobody_knows() -> None:
    report = Report()
    node = parse_yaml(SourceFile("x.yaml", "language: fr\nname: x\ntexts: {a: b}"), report)
    assert node is not None
    assert load_locale("pl", node, report) is not None
    assert load_locale("xx-yy", node, report) is None
    assert [d.code for d in report] == ["locale-language"] * 3


# Using texts.


def test_a_missing_text_names_key_and_language() -> None:
    locale, _ = load("game.title: x")
    assert locale.has("game.title")
    assert not locale.has("game.titel")
    with pytest.raises(PackError) as caught:
        locale.plain("game.titel")
    fault = caught.value.report.items[0]
    assert fault.code == "text-missing"
    assert "`game.titel`" in fault.message
    assert "`pl`" in fault.message
    assert fault.hints == ("did you mean `game.title`?",)


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("{x}", {}, "the value `x` is not given"),
        ("{thing}", {"thing": "mast"}, "`mast` cannot be said as `thing`"),
        ("{thing}", {"thing": {}}, "cannot be said"),
        ("{thing.colour}", {"thing": "hull", "colour": "pink"}, "`pink` cannot be said as `colour`"),
        ("{n|a|b|c}", {"n": "many"}, "`n` must be a number"),
        ("{n:ordinal}", {"n": "many"}, "not a whole number"),
        ("{x}", {"x": None}, "NoneType"),
        ("{icon:thing}", {"thing": "}*"}, "cannot be said"),
    ],
)
def test_values_that_cannot_be_said(text: str, values: dict[str, object], message: str) -> None:
    locale, report = load(f"key: '{text}'")
    assert report.ok
    with pytest.raises(PackError, match="text `key` \\(pl\\)") as caught:
        locale.markup("key", **values)
    fault = caught.value.report.items[0]
    assert fault.code == "text-value"
    assert message in fault.message
    assert fault.span is not None


def test_values_may_have_any_name() -> None:
    assert say("{key} {self} {values}", key="a", self="b", values="c") == "a b c"


def test_words_of_the_lexicon_by_call() -> None:
    locale, _ = load("key: x")
    assert locale.letter("red") == "C"
    assert locale.noun("plate") == "tabliczka z nazwą"
    assert locale.noun("plate", "acc", "red") == "czerwoną tabliczkę z nazwą"
    assert locale.adjective("red", "f") == "czerwona"
    assert locale.join(["a", "b"]) == "a i b"
    for ask in (
        lambda: locale.letter("pink"),
        lambda: locale.noun("mast"),
        lambda: locale.adjective("red", "x"),
    ):
        with pytest.raises(PackError, match="does not know"):
            ask()


def test_adjectives_after_the_noun() -> None:
    lexicon = LEXICON.replace("adjective: before", "adjective: after")
    locale, report = load("key: '{hull.red} {plate.red}'", lexicon=lexicon)
    assert report.ok
    assert locale.plain("key") == "kadłub czerwony czerwona tabliczka z nazwą"


# Languages against each other.


def test_languages_are_compared_with_the_source() -> None:
    english, _ = load("a: '{n} {n|card|cards}'\nb: x\nc: '{x} {icon:coco}'", "en")
    polish, _ = load("a: '{n|karta|karty|kart}'\nc: '{y}'\nd: x", "pl")
    report = Report()
    compare_locales({"en": english, "pl": polish}, "en", report)
    assert [(d.severity, d.code, d.message) for d in report] == [
        ("error", "locale-missing", "the text `b` is missing in `pl`"),
        ("error", "locale-values", "the text `c` asks for `{y}`, which the source language does not"),
        ("warning", "locale-values", "the text `c` leaves out `{icon:coco}`, which the source language says"),
        ("warning", "locale-values", "the text `c` leaves out `{x}`, which the source language says"),
        ("warning", "locale-unused", "`en` has no text `d`"),
    ]
    assert all(d.span for d in report)
    assert report.items[0].hints == ("add `b` to locale/pl.yaml",)


def test_without_the_source_language_nothing_is_compared() -> None:
    report = Report()
    compare_locales({}, "en", report)
    assert not report.items


# Keys of items.


@pytest.mark.parametrize(
    ("item", "root", "key"),
    [
        ({"kind": "element", "element": "hull", "variant": ""}, "card", "card.element"),
        ({"kind": "element", "struck": "red", "variant": "struck"}, "card", "card.element.struck"),
        ({"kind": "helm", "steps": 2, "variant": "clockwise"}, "card", "card.helm.clockwise"),
        ({"kind": "rum"}, "event", "event.rum"),
        ({"id": "brain"}, "pirate", "pirate.brain"),
    ],
)
def test_item_keys(item: dict[str, object], root: str, key: str) -> None:
    assert item_key(item, root) == key


def test_words_that_an_item_needs_and_a_language_lacks() -> None:
    locale, _ = load("card.element.name: '{thing}'\ncard.element.effect: '{thing.colour:acc}'")
    items = [
        {"id": "one", "kind": "element", "thing": "hull", "colour": "red"},
        {"id": "two", "kind": "element", "thing": "mast", "colour": "red"},
        {"id": "three", "kind": "element", "thing": "mast", "colour": "red"},
        {"id": "four", "kind": "kraken"},
    ]
    report = Report()
    check_items(locale, items, "card", lambda id: None, report)
    assert [d.message for d in report] == [
        "`two` cannot be said in `pl`: `mast` cannot be said as `thing`",
        "`four` cannot be said in `pl`: no text `card.kraken.name` and `card.kraken.effect`",
    ]
    assert {d.code for d in report} == {"locale-item"}


def test_saying_takes_few_steps() -> None:
    locale, _ = load("key: 'Masz {thing.colour:acc}? {n} {n|karta|karty|kart}'")
    say = partial(locale.markup, "key", thing="hull", colour="red", n=5)
    say()
    in_calls(150, say)


def test_the_thousands_of_a_number_stay_on_its_line() -> None:
    keeps = Typographer(Typography(keep_numbers=True))
    assert keeps("10 000, 1 000 000; 12 34") == "10\u00a0000, 1\u00a0000\u00a0000; 12 34"


@pytest.mark.parametrize("code", ["cs", "de", "es", "fr", "hu", "it", "nl", "pl", "pt", "sv", "uk"])
def test_a_number_keeps_with_what_it_counts_and_with_nothing_else(code: str) -> None:
    rules = preset(code).typography
    setter = Typographer(rules)
    assert setter("5 ducats, **5** ducats, 5 mm") == "5\u00a0ducats, **5**\u00a0ducats, 5\u00a0mm"
    for word in (*rules.not_counted, *rules.keep_with_next):
        assert setter(f"from 5 {word} 0") == f"from 5 {word}\u00a00", word
        assert setter(f"{setter.MARK} {word} 8, 1 {word} {setter.MARK}") == (
            f"{setter.MARK} {word}\u00a08, 1 {word}\u00a0{setter.MARK}"
        )
        assert setter(setter(f"5 {word} 0")) == setter(f"5 {word} 0")
        assert setter(f"**5** {word.capitalize()} 0").startswith(f"**5** {word.capitalize()}"), word
        assert setter(f"5 {word}xyz").startswith(f"5\u00a0{word}xyz"), word
    assert rules.not_counted


@pytest.mark.parametrize(
    ("pack", "key", "broken"),
    [
        (
            "santy_anno",
            "rulebook.round.countdown",
            {"de": "5 bis 0", "fr": "5 à 0", "pl": "5 do 0", "cs": "5 do 0", "it": "5 a 0"},
        )
    ],
)
def test_the_countdown_may_break_between_its_ends(pack: str, key: str, broken: dict[str, str]) -> None:
    locales = load_pack(pack).locales
    for code, words in broken.items():
        assert words.split(" ")[0] + " " + words.split(" ")[1] in locales[code].plain(key), code

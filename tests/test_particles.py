"""Elision, contraction, ordinals by gender, numbers within a form, and words that agree with a noun elsewhere."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from santy_print.i18n.skeleton import preset
from santy_print.pack import load_pack
from tests.test_text import LEXICON, load

FRENCH = """particles:
  de: {form: de, before: {"d'": [a, e, i, o, u, y, h], de: [onze, "hop "]}, instead_of: {du: ["le "], des: ["les "]}}
  que: {form: que, before: {"qu'": [a, e, i, o, u]}}
"""
ENGLISH = """particles:
  a: {form: a, before: {an: [a, e, i, o, u, hour, "8", "11 ", "r ", "s "], a: [uni, one]}}
"""
ITALIAN = """particles:
  del: {form: del, before: {"dell'": [a, e, i, o, u], dello: [sb, sc, sp, st, z, gn, ps]}}
"""
UKRAINIAN = """particles:
  i: {form: і, before: {і: [є, ї, ю, я, й]}, after: {й: [а, е, є, и, і, ї, о, у, ю, я]}}
"""
CURLY = 'typography: {apostrophe: "’"}\n'


def said(text: str, head: str, code: str, /, **values: object) -> str:
    locale, report = load(f"key: '{text.replace(chr(39), chr(39) * 2)}'", code, LEXICON, head + CURLY)
    assert report.ok, report.items
    return locale.markup("key", **values)


@pytest.mark.parametrize(
    ("head", "code", "text", "name", "wanted"),
    [
        (FRENCH, "fr", "Un jeu {de+}{name}", "Alain Orban", "Un jeu d’Alain Orban"),
        (FRENCH, "fr", "Un jeu {de+}{name}", "Élise", "Un jeu d’Élise"),
        (FRENCH, "fr", "Un jeu {de+}{name}", "Bruno", "Un jeu de Bruno"),
        (FRENCH, "fr", "Un jeu {de+}{name}", "Le Cerveau", "Un jeu du Cerveau"),
        (FRENCH, "fr", "Un jeu {de+}{name}", "Les Amis", "Un jeu des Amis"),
        (FRENCH, "fr", "Un jeu {de+}{name}", "Léo", "Un jeu de Léo"),
        (FRENCH, "fr", "Un jeu {de+}**{name}**", "Ada", "Un jeu d’**Ada**"),
        (FRENCH, "fr", "{De+}{name}", "Ada", "D’Ada"),
        (FRENCH, "fr", "près {de+} {name}", "Hop", "près de Hop"),
        (FRENCH, "fr", "près {de+}{name}", "Hopla", "près d’Hopla"),
        (FRENCH, "fr", "près {de+}onze ports", "", "près de onze ports"),
        (FRENCH, "fr", "plus {que+}{de+}{name}", "Ada", "plus que d’Ada"),
        (FRENCH, "fr", "près {de+}{name}", "", "près de"),
        (ENGLISH, "en", "On {a+}{name} ship", "R", "On an R ship"),
        (ENGLISH, "en", "On {a+}{name} ship", "Red", "On a Red ship"),
        (ENGLISH, "en", "On {a+}{name} ship", "P", "On a P ship"),
        (ENGLISH, "en", "{A+}{name}", "unicorn", "A unicorn"),
        (ENGLISH, "en", "{A+}{name}", "umbrella", "An umbrella"),
        (ENGLISH, "en", "{a+}{name}-card deal", 8, "an 8-card deal"),
        (ENGLISH, "en", "{a+}{name}-card deal", 11, "an 11-card deal"),
        (ENGLISH, "en", "{a+}{name}-card deal", 110, "a 110-card deal"),
        (ITALIAN, "it", "il porto {del+}{name}", "isola", "il porto dell’isola"),
        (ITALIAN, "it", "il porto {del+}{name}", "zio", "il porto dello zio"),
        (ITALIAN, "it", "il porto {del+}{name}", "re", "il porto del re"),
        (UKRAINIAN, "uk", "{name} {i+}мед", "вода", "вода й мед"),
        (UKRAINIAN, "uk", "{name} {i+}мед", "хліб", "хліб і мед"),
        (UKRAINIAN, "uk", "{name} {i+}мед", "чай", "чай і мед"),
        (UKRAINIAN, "uk", "вода {i+}{name}", "яблуко", "вода і яблуко"),
        (UKRAINIAN, "uk", "**{name}** {i+}мед", "вода", "**вода** й мед"),
        (UKRAINIAN, "uk", "вода. {I+}{name}", "мед", "вода. І мед"),
    ],
)
def test_a_particle_becomes_what_its_neighbours_want(
    head: str, code: str, text: str, name: object, wanted: str
) -> None:
    assert said(text, head, code, name=name) == wanted


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=12))
@example("*a")
@example("\\")
@example("Œuf")
def test_a_particle_loses_no_letter_of_what_follows_and_is_elided_before_vowels_alone(name: str) -> None:
    locale, report = load("key: 'jeu {de+}{name}'\nbare: '{name}'", "fr", LEXICON, FRENCH + CURLY)
    assert report.ok
    text, bare = locale.plain("key", name=name), locale.plain("bare", name=name)
    rest = bare.lstrip(" \u00a0\u202f")
    start = unicodedata.normalize("NFD", rest.lstrip('*\\"“„«‘(\u202f').casefold())
    if text.startswith("jeu d’"):
        assert text == f"jeu d’{rest}"
        assert start[:1] in set("aeiouyh")
    elif text.startswith(("jeu du", "jeu des")):
        assert start.startswith(("le ", "les "))
    else:
        assert text == f"jeu de {rest}".rstrip() or text == f"jeu de {rest}"
        assert start[:1] not in set("aeiouy") or start.startswith("onze")


def test_what_a_particle_cannot_be_is_told_at_its_place() -> None:
    twice = 'particles:\n  de: {form: de, before: {"d\'": [a], des: [a]}}\n'
    _, report = load("key: 'jeu {du+}{name}'", "fr", LEXICON, twice)
    told = {(item.code, item.message) for item in report.items}
    assert told == {("locale-word", "`du` is none of the language's particles"),
                    ("locale-lexicon", "`de` says two things before `a`")}  # fmt: skip
    assert all(item.span is not None and item.span.line > 1 for item in report.items)


@pytest.mark.parametrize(("n", "plain", "feminine"), [(1, "1er", "1re"), (2, "2e", "2e"), (21, "21e", "21e")])
def test_ordinals_have_a_gender(n: int, plain: str, feminine: str) -> None:
    head = "typography: {keep_numbers: true}\n"
    lexicon = LEXICON.replace("\nlexicon:", "\nlexicon:", 1)
    texts = "a: '{n:ordinal} tour'\nb: '{n:ordinal.f} manche'"
    locale, report = load(texts, "fr", lexicon, head, ordinals="{one: er, other: e, f.one: re}")
    assert report.ok, report.items
    assert (locale.plain("a", n=n), locale.plain("b", n=n)) == (f"{plain}\u00a0tour", f"{feminine}\u00a0manche")
    _, report = load("a: '{n:ordinal.n} x'", "fr", lexicon, head, ordinals="{one: er, other: e, f.one: re}")
    assert [item.code for item in report.items] == ["locale-form"]


@pytest.mark.parametrize(("n", "wanted"), [(1, "the next becomes a mate"), (3, "the next 3 become mates")])
def test_a_form_may_hold_the_number_or_leave_it_out(n: int, wanted: str) -> None:
    assert said("the {n|next becomes a mate|next # become mates}", "", "en", n=n) == wanted


@pytest.mark.parametrize(("n", "wanted"), [(1, "верхню карту"), (21, "21 карту"), (2, "2 карти"), (0, "жодної")])
def test_one_number_may_have_a_form_of_its_own(n: int, wanted: str) -> None:
    assert said("{n|=0 жодної|=1 верхню карту|# карту|# карти|# карт}", "", "uk", n=n) == wanted


def test_words_and_adjectives_agree_with_a_noun_that_stands_elsewhere() -> None:
    texts = "a: '{thing~colour} {thing?m=nowy|f=nowa}'\nb: '{plate~red:acc}: {plate?f=nowa}'\nc: '{Thing?m=on|f=ona}'"
    locale, report = load(texts, "pl")
    assert report.ok, report.items
    assert locale.plain("a", thing="hull", colour="red") == "czerwony nowy"
    assert locale.plain("a", thing="plate", colour="blue") == "niebieska nowa"
    assert locale.plain("a", thing="plate", colour=["red", "blue"]) == "czerwona lub niebieska nowa"
    assert locale.plain("b") == "czerwoną: nowa"
    assert locale.plain("c", thing="plate") == "Ona"


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("{thing?m=nowy}", "locale-form", "write `{thing?m=...|f=...}`"),
        ("{hull?x=nowy|m=a}", "locale-form", "write `{hull?m=...}`"),
        ("{thign?m=nowy|f=nowa}", "locale-word", "did you mean `thing` or `things`?"),
        ("{thing~clour}", "locale-word", "did you mean `colour`?"),
        ("{thing~}", "locale-placeholder", "an adjective without its noun is `{noun~adjective:form}`"),
    ],
)
def test_what_cannot_agree_is_told(text: str, code: str, hint: str) -> None:
    _, report = load(f"key: '{text}'", "pl")
    assert [item.code for item in report.items] == [code]
    assert hint in report.items[0].human()


@pytest.mark.parametrize(
    ("code", "name", "text", "wanted"),
    [
        ("fr", "de", "Orban", "d’Orban"),
        ("fr", "de", "Le Port", "du Port"),
        ("fr", "de", "Knizia", "de Knizia"),
        ("fr", "que", "elle", "qu’elle"),
        ("en", "a", "X", "an X"),
        ("en", "a", "18", "an 18"),
        ("en", "a", "honest", "an honest"),
        ("en", "a", "user", "a user"),
        ("it", "di", "lo scoglio", "dello scoglio"),
        ("it", "di", "il porto", "del porto"),
        ("it", "di", "l’isola", "dell’isola"),
        ("it", "di", "Anna", "di Anna"),
        ("es", "de", "el puerto", "del puerto"),
        ("es", "y", "Irene", "e Irene"),
        ("es", "y", "hielo", "y hielo"),
        ("es", "o", "oro", "u oro"),
        ("it", "e", "El Belgo", "ed El Belgo"),
        ("it", "e", "Edward", "e Edward"),
        ("pt", "de", "o porto", "do porto"),
        ("pt", "de", "a ilha", "da ilha"),
        ("uk", "i", "мед", "і мед"),
    ],
)
def test_what_is_known_of_a_language_has_its_particles(code: str, name: str, text: str, wanted: str) -> None:
    from santy_print.text import Particles, Typographer
    from santy_print.text.particles import END, MARK

    known = preset(code)
    particles = Particles(known.particles, Typographer(known.typography))
    assert particles.settle(f"{MARK}{name}{END}{text}") == wanted


@pytest.mark.parametrize(
    ("code", "kind", "items", "wanted"),
    [
        ("es", "", ["Bella", "Irene"], "Bella e Irene"),
        ("es", "", ["Irene", "Bella"], "Irene y Bella"),
        ("es", "", ["barro", "*hielo*"], "barro y *hielo*"),
        ("es", "", ["Bella", "*Íñigo*"], "Bella e *Íñigo*"),
        ("es", ":or", [6, 7, 8], "6, 7 u 8"),
        ("es", ":or", [8, 7], "8 o 7"),
        ("it", "", ["La Bella", "El Belgo"], "La Bella ed El Belgo"),
        ("it", "", ["El Belgo", "La Bella"], "El Belgo e La Bella"),
        ("it", "", ["El Belgo"], "El Belgo"),
        ("uk", "", ["Лі Ші", "Мартин"], "Лі Ші й Мартин"),
        ("uk", "", ["синій", "*зелений*"], "синій і *зелений*"),
        ("uk", "", ["Красуня", "Юрко"], "Красуня і Юрко"),
        ("uk", "", [2, 1], "2 і 1"),
    ],
)
@pytest.mark.parametrize("pack", ["santy_anno", "sandokan"])
def test_the_last_word_of_a_list_goes_with_its_neighbours(
    pack: str, code: str, kind: str, items: list[object], wanted: str
) -> None:
    grammar = load_pack(pack).locales[code].grammar
    assert grammar.join(grammar.items(items), "or" if kind else "standard").replace("\u00a0", " ") == wanted


def test_a_particle_stands_in_a_nouns_form_too() -> None:
    lexicon = LEXICON.replace("acc: kadłub, bare", 'acc: "{a+}{adj} kadłub", bare').replace("czerwony", "ochre")
    head = "particles:\n  a: {form: a, before: {an: [o]}}\n"
    locale, report = load("key: '{hull.colour:acc}'\nany: '{hull.colour:acc}'", "pl", lexicon, head)
    assert report.ok, report.items
    assert locale.plain("key", colour="red") == "an ochre kadłub"
    assert locale.plain("key", colour=["blue", "red"]) == "a niebieski lub ochre kadłub"
    assert locale.noun("hull", "acc") == "a kadłub"
    _, report = load("key: x", "pl", lexicon.replace("{a+}", "{b+}"), head)
    assert {item.code for item in report.items} == {"locale-lexicon"}

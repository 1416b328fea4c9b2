"""What a study says, and what two packs are beside each other, is whole in a language; programs read English."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.columns import width
from santy_print.game.phrase import Phrase, judged, worded
from santy_print.game.phrase import spoken as in_words
from santy_print.games.sandokan.oracle import Oracle as Captain
from santy_print.games.santy_anno.oracle import Oracle
from santy_print.i18n import with_pseudo
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, every_card
from santy_print.study import Studying, Task, run_study
from santy_print.study.lines import Teller, text_of
from santy_print.study.plots import LETTER, WIDTH, write_plots
from santy_print.study.report import Studied, json_of
from tests.packs import LANGUAGES
from tests.test_own_tongue import plain_words
from tests.thinned import spoken

SVG = "{http://www.w3.org/2000/svg}"


@cache
def pack(name: str) -> Pack:
    return with_pseudo(load_pack(name).checked())


@cache
def studied(name: str) -> tuple[Studied, Studied]:
    """A study of a pack, and of one that it is held against."""
    games = 1_000 if name == "santy_anno" else 2
    found = run_study(Task.of(pack(name), Studying(games, own={"level": "events"} if games > 2 else {}))).found
    if games == 2:
        return found, replace(found, pack="other")
    other = load_pack("examples/quick-game").checked()
    return found, run_study(Task.of(other, Studying(games, own={"level": "events"}))).found


def in_english(lines: list[str]) -> dict[str, str]:
    """The words of English in what is said in the made-up language: names of packs are the same in all."""
    return plain_words(
        [re.sub("santy_anno|sandokan|quick-game|other|--resume|FILE|kept.json", "", each) for each in lines]
    )


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_no_word_of_a_study_goes_past_its_texts(name: str, tmp_path: Path) -> None:
    locale, found = pack(name).locales["qps"], studied(name)
    tell = Teller(locale)
    lines = text_of(locale, *found).splitlines()
    some = replace(found[0], games=1)
    lines += [
        tell.played(some),
        tell.progress(name, 1, 2),
        *(tell.left(some, True, keep) for keep in ("", "kept.json")),
    ]
    lines += [tell.left(some, False, ""), *(judged(word, locale) for word in ("better", "less fair", "longer"))]
    for path in write_plots(tmp_path, locale, *found):
        lines += [text for text in ElementTree.parse(path).getroot().itertext() if text.strip()]
    assert len(lines) > 60
    assert in_english(lines) == {}


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_a_study_is_told_within_80_columns_in_each_language(language: str) -> None:
    text = text_of(pack("santy_anno").locales[language], *studied("santy_anno"))
    assert max(map(width, text.splitlines())) <= 80
    assert ("12.3" in text) == (language == "en")


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_labels_of_plots_are_within_the_picture(language: str, tmp_path: Path) -> None:
    for path in write_plots(tmp_path, pack("santy_anno").locales[language], *studied("santy_anno")):
        root = ElementTree.parse(path).getroot()
        assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
        for text in root.iter(f"{SVG}text"):
            x, wide = float(text.get("x", "0")), LETTER * float(text.get("font-size", "14")) * len(text.text or "")
            left = x - {"end": wide, "middle": wide / 2}.get(text.get("text-anchor", ""), 0)
            assert left >= 0, text.text
            assert left + wide <= WIDTH, text.text


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_no_two_rows_of_a_measure_are_called_the_same(name: str, language: str) -> None:
    locale = pack(name).locales.get(language)
    if locale is None:
        return
    for measure in studied(name)[0].measures:
        names = [in_words(row.name, locale) for row in measure.rows]
        assert len(set(names)) == len(names)


def run(*words: str) -> tuple[int, str, str]:
    ran = CliRunner().invoke(main, [*words], catch_exceptions=False)
    return ran.exit_code, ran.stdout, ran.stderr


def test_programs_read_english_whatever_the_language() -> None:
    told = run("study", "--games", "64", "--workers", "1", "--format", "json", "--lang", "pl")[1].rstrip("\n")
    assert told == json_of(run_study(Task.of(pack("santy_anno"), Studying(64))).found)
    cards = next(measure for measure in json.loads(told)["measures"] if measure["key"] == "cards")
    first = pack("santy_anno").compiled.cards[0].id
    assert (cards["title"], cards["rows"][0]["name"]) == ("How often a card decides", first)


def test_a_study_may_go_on_in_another_language(tmp_path: Path) -> None:
    study = ["study", "--games", "16400", "--workers", "1", "--resume", str(tmp_path / "kept.json")]
    assert run(*study)[0] == 0
    code, told, progress = run(*study, "--lang", "pl")
    assert code == 0
    assert told.replace("\u00a0", " ").startswith("Badanie gry santy_anno: 16 400 partii na 8 graczy, podstawowa")
    assert "16 400 z 16 400 partii" in progress.replace("\u00a0", " ")


def test_a_language_that_a_pack_does_not_speak_is_refused_before_anything_is_played() -> None:
    code, _, told = run("study", "--games", "1000000000000", "--lang", "xx")
    assert code == 2
    assert "and `uk`, not `xx`" in told.replace("\n", " ")


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_figures_beside_another_pack_go_through_its_texts(name: str) -> None:
    quality = pack(name).tool("quality")(pack(name))
    made = quality.measure(2, 1)
    other = json.loads(json.dumps(made).replace('"mean": ', '"mean": 1').replace('"most": ', '"most": 1'))
    both = made | {"against": other, "compared": quality.compare(made, other)}
    assert any(row["says"] for row in both["compared"])
    assert quality.shown(both, "json", "qps") == quality.shown(both, "json")
    lines = quality.shown(both, "text", "qps").splitlines()
    assert max(map(width, lines)) <= 80
    assert in_english(lines[next(n for n, line in enumerate(lines) if name in line) :]) == {}


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_where_two_readings_differ_is_told_in_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_coco", lambda self, card, ship, seats: ship)
    monkeypatch.setattr(Oracle, "_number", lambda self, card, ship, seats: self._only(ship, []))
    monkeypatch.setattr(Oracle, "legs", lambda self, event, lap: (3, True))
    for what in ("moves", "steps", "trades", "exchanges", "attacks"):
        monkeypatch.setattr(Captain, what, lambda self, *given: set())
    lines: list[str] = []
    tried = every_card(pack(name), Playing(language="qps"), lines.append)
    assert len(tried.faults) > 5
    assert all(isinstance(fault, Phrase) for fault in tried.faults)
    assert in_english(lines) == {}
    assert max(map(width, "\n".join(lines).splitlines())) <= 80
    told = json.loads(json.dumps(tried.data(pack(name))))["faults"]
    wanted = "no event: laps and backwards (0, False), not (3, True)" if name == "santy_anno" else "act of "
    assert any(fault.startswith(wanted) for fault in told)


def test_a_name_without_words_stays_as_it_is() -> None:
    locale = pack("santy_anno").locales["fr"]
    assert (in_words("laps", locale), in_words(worded("laps", "no.such.text"), locale)) == ("laps", "laps")
    assert (judged("wilder", locale), judged("less fair", locale)) == ("wilder", "moins équitable")

"""The measures of a set, against counting by hand, and the page that shows them."""

from __future__ import annotations

import json
import re
from math import isclose
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.games.santy_anno.kinds import KINDS
from santy_print.games.santy_anno.quality import STEPS, effort, weight
from santy_print.games.santy_anno.quality_report import DeckQuality
from santy_print.pack import load_pack
from santy_print.registry import Game
from tests.test_overlay import overlay

PACK = load_pack("santy_anno")
QUALITY = DeckQuality(PACK)
MADE = QUALITY.measure(20, 1)


def test_each_kind_says_what_a_person_does() -> None:
    fleet = PACK.compiled.fleet
    for card in PACK.compiled.cards:
        for ship in range(len(fleet)):
            assert set(KINDS[card.kind].labour(card.data, fleet, ship)) <= set(STEPS)


@pytest.mark.parametrize(
    ("card", "ship", "steps"),
    [
        ("element-hull", "sahara", 1 + 2),
        ("element-hull-yellow", "sahara", 1 + 1 + 2),
        ("element-hull-yellow", "santy-anno", 1 + 1),
        ("colour-yellow", "paradise", 2 + 2),
        ("colour-green", "paradise", 4 + 2),
        ("name", "viper", 1 + 2),
        ("name-p", "paradise", 1 + 1),
        ("number-3", "royal", 1 + 1 + 2),
        ("helm-clockwise-3", "royal", 3),
        ("double-nest-hull", "royal", 1 + 1 + 3 + 2),
        ("coco", "royal", 1 + 2),
    ],
)
def test_steps_are_counted_as_the_documents_say(card: str, ship: str, steps: int) -> None:
    compiled = PACK.compiled
    assert effort(compiled.card(card), compiled.fleet, compiled.ship(ship)) == steps


def test_to_find_a_ship_costs_more_among_more() -> None:
    assert weight("find", PACK.compiled.fleet) == 2
    assert all(weight(step, PACK.compiled.fleet) > 0 for step in STEPS)


def test_moves_and_shares_by_another_count() -> None:
    compiled = PACK.compiled
    seats = compiled.seats()
    moves = {tuple(compiled.move(card, seats)[ship] for ship in range(8)) for card in compiled.cards}
    assert MADE["moves"]["least"] <= len(moves) <= MADE["moves"]["most"]
    assert MADE["cards"] == 52
    assert sum(kind["cards"] for kind in MADE["kinds"]) == 52
    shares = {kind["kind"]: kind["moved"] for kind in MADE["kinds"]}
    assert shares["element"] == 1
    assert shares["element, struck out"] == 0.75


def test_targets_are_shares_of_all_cards() -> None:
    for ship in MADE["spread"]["ships"]:
        assert isclose(sum(ship["to"]), 1, abs_tol=1e-3)
        assert 1 <= ship["worth"] <= MADE["spread"]["of"] == 7
    for column in zip(*(ship["to"] for ship in MADE["spread"]["ships"]), strict=True):
        assert isclose(sum(column), 1, abs_tol=1e-3)  # a card sends no two pirates to one ship


def test_cards_that_move_alike() -> None:
    groups = [set(group["cards"]) for group in MADE["redundant"]]
    assert {"helm-clockwise-4", "helm-counter-clockwise-4"} in groups
    assert sum(any(card.startswith("double") for card in group) for group in groups) == 3  # S13


def test_longer_rounds_are_harder() -> None:
    assert [level["level"] for level in MADE["levels"]] == ["basic", "expert"]
    for level in MADE["levels"]:
        means = [entry["mean"] for entry in level["rounds"]]
        assert means == sorted(means)
        assert all(entry["low"] <= entry["mean"] <= entry["high"] for entry in level["rounds"])


def test_the_same_seed_gives_the_same_page() -> None:
    again = DeckQuality(load_pack("santy_anno")).measure(20, 1)
    for form in ("text", "json", "html"):
        assert QUALITY.shown(MADE, form) == QUALITY.shown(again, form)
    assert QUALITY.measure(20, 2)["levels"] != MADE["levels"]


def test_the_page_is_whole_without_network_and_scripts() -> None:
    page = QUALITY.html(MADE, "en")
    assert not re.search(r"https?://|<script|@import|url\((?!data:)", page)
    counted = len(MADE["kinds"]) + sum(len(level["rounds"]) for level in MADE["levels"])
    assert page.count('<span class="meter') == counted
    assert page.count(' shaded"') == len(MADE["spread"]["ships"]) ** 2
    assert all(len(line) <= 80 for line in QUALITY.text(MADE, "pl").splitlines())


def test_a_deck_without_experts_and_one_that_moves_nobody(tmp_path: Path) -> None:
    gone = "helm-*: withdrawn, double-*: withdrawn, coco: withdrawn"
    cards = f"cards: {{{gone}, helm-clockwise-8: {{kind: helm, direction: clockwise, steps: 8}}}}\n"
    pack = load_pack(overlay(tmp_path, {"cards.yaml": cards})).checked()
    quality = DeckQuality(pack)
    made = quality.measure(1, 5)
    assert [group["cards"] for group in made["redundant"]] == [["helm-clockwise-8"]]
    assert "moves nobody" in quality.text(made, "en")
    assert "moves nobody" in quality.html(made, "en")


def test_a_game_without_measures() -> None:
    pack = load_pack("santy_anno")
    pack.game = Game()
    with pytest.raises(PackError) as caught:
        pack.tool("quality")
    assert [d.code for d in caught.value.report] == ["pack-tool"]


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["quality", "--games", "2", "--format", "json"])
    assert run.exit_code == 0, run.output
    assert json.loads(run.output)["games"] == 2
    out = tmp_path / "page.html"
    run = CliRunner().invoke(main, ["quality", "--games", "2", "--format", "html", "--out", str(out)])
    assert run.exit_code == 0, run.output
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    run = CliRunner().invoke(main, ["quality", "--games", "1", "--lang", "fr"])
    assert re.search(r"Roue 4|Barre 4|Gouvernail 4", run.output), run.output
    run = CliRunner().invoke(main, ["quality", "--games", "1", "--lang", "xx"])
    assert run.exit_code == 2
    assert "and `uk`, not `xx`" in run.output


def test_two_packs_side_by_side(tmp_path: Path) -> None:
    """A deck without the cards that differ most is worse; the same deck is neither."""
    root = overlay(tmp_path, {"cards.yaml": "cards: {helm-*: withdrawn, double-*: withdrawn, coco: withdrawn}\n"})
    words = ["quality", str(root), "--games", "2", "--against", "santy_anno"]
    told = CliRunner().invoke(main, words).stdout
    assert re.search(r"different moves +\S+ +\S+ +worse", told)
    made = json.loads(CliRunner().invoke(main, [*words, "--format", "json"]).stdout)
    rows = {row["figure"]: row for row in made["compared"]}
    assert rows["different moves"]["here"] < rows["different moves"]["there"]
    assert made["against"]["pack"] == "santy_anno"
    page = CliRunner().invoke(main, [*words, "--format", "html"]).stdout
    assert "<h2>Beside santy_anno</h2>" in page
    same = QUALITY.measure(2, 1)
    assert {row["says"] for row in QUALITY.compare(same, same)} == {""}

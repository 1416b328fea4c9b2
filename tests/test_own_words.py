"""Cards and events of known kinds with words and pictures of their own: on faces, in rules, answers and play."""

from __future__ import annotations

from pathlib import Path

import pytest

from santy_print.checking import check
from santy_print.documents.rulebook import Rulebook
from santy_print.faces import Faces
from santy_print.games.santy_anno.answer_sheet import find_answers
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.table import SantyTable
from santy_print.pack import Pack, load_pack
from santy_print.text import item_key
from tests.packs import BUNDLED
from tests.test_overlay import overlay

OWN = (
    "texts:\n  event.hurricane: {name: Hurricane, effect: Hats fly.}\n"
    "  card.polly: {name: Polly the second}\n  card.far: {name: 'Far helm, {steps}', effect: 'Go {steps}.'}\n"
)
FILES = {
    "pack.yaml": "extends: santy_anno\nid: own\nversion: 1.0\nlanguages: [en]\n",
    "events.yaml": "events:\n  hurricane: {kind: whirlwind}\n",
    "cards.yaml": "cards:\n  polly: {kind: coco, level: expert}\n"
    "  far: {kind: helm, level: expert, direction: clockwise, steps: 3}\n",
}


def own(folder: Path, words: str = OWN, **more: str) -> Path:
    return overlay(folder, {**FILES, **({"locale/en.yaml": words} if words else {}), **more})


def items(pack: Pack) -> dict[str, tuple[str, str]]:
    """The name and the effect of each card."""
    said = {}
    for group, root in (("boarding", "card"), ("events", "event")):
        for item in pack.collections[group]:
            key = item_key(item, root)
            said[item["id"]] = tuple(pack.locales["en"].plain(f"{key}{end}", **item) for end in (".name", ".effect"))
    return said  # type: ignore[return-value]


def test_own_words_come_first_and_the_kind_lends_what_is_wanting(tmp_path: Path) -> None:
    pack = load_pack(own(tmp_path)).checked()
    said, below = items(pack), items(load_pack("santy_anno"))
    assert said["hurricane"] == ("Hurricane", "Hats fly.")
    assert said["far"] == ("Far helm, 3", "Go 3.")
    assert said["polly"] == ("Polly the second", below["coco"][1])
    assert {id: said[id] for id in below} == below


def test_own_words_are_wherever_the_card_is(tmp_path: Path) -> None:
    pack = load_pack(own(tmp_path)).checked()
    assert [item.short() for item in check(str(pack.root)).report] == []
    names = Words(pack, pack.locales["en"])
    assert names.card(pack.compiled.event("hurricane")) == "Hurricane"
    text = Rulebook(pack, "en").text()
    rules, summary = text.split("All on one page")
    for part in (rules, summary):
        for name in ("Hurricane", "Whirlwind", "Polly the second", "Far helm, 3"):
            assert sum(line.strip().startswith(name) for line in part.split("\n")) == 1, name
    assert [e["id"] for e in find_answers(pack)["events"]][-1] == "hurricane"
    faces = Faces(pack, pack.locales["en"])
    item = next(item for item in pack.collections["events"] if item["id"] == "hurricane")
    assert faces.frame("card-event", item).alt == "Hurricane. Hats fly."


def test_an_event_has_a_picture_of_its_own_where_there_is_one(tmp_path: Path) -> None:
    plain = load_pack(own(tmp_path / "plain")).checked()
    drawing = (BUNDLED / "art" / "event-rum.svg").read_text("utf-8")
    drawn = load_pack(own(tmp_path / "drawn", **{"art/event-hurricane.svg": drawing})).checked()
    shown = []
    for pack in (plain, drawn):
        by_id = {item["id"]: item for item in pack.collections["events"]}
        faces = Faces(pack, pack.locales["en"])
        shown.append([faces.frame("card-event", by_id[id]).items for id in ("hurricane", "whirlwind")])
        assert faces.report.ok
    assert shown[0][0] != shown[1][0]
    assert shown[0][1] == shown[1][1]


@pytest.mark.parametrize(
    ("file", "line", "part", "hint"),
    [
        ("cards", "polly: {kind: coco, level: expert}", "the same card as `coco`: Coco", "`card.polly.name`"),
        ("events", "hurricane: {kind: whirlwind}", "the same card as `whirlwind`", "`event.hurricane.name`"),
    ],
)
def test_two_that_print_the_same_are_told_with_the_keys_to_write(
    tmp_path: Path, file: str, line: str, part: str, hint: str
) -> None:
    files = {"pack.yaml": FILES["pack.yaml"], f"{file}.yaml": f"{file}:\n  {line}\n"}
    report = check(str(overlay(tmp_path, files))).report
    assert [(item.code, item.severity, item.fact) for item in report] == [("card-twice", "warning", "M1")]
    item = next(iter(report))
    assert part in item.message
    assert hint in item.hints[0]
    assert str(item.span).endswith(f"{file}.yaml:2:3")


def test_the_same_name_for_another_card_is_told(tmp_path: Path) -> None:
    words = "texts:\n  event.hurricane: {name: Rum}\n"
    files = {name: FILES[name] for name in ("pack.yaml", "events.yaml")}
    report = check(str(overlay(tmp_path, {**files, "locale/en.yaml": words}))).report
    assert ["prints the same name as `rum`" in item.message for item in report] == [True]


def test_an_id_that_is_the_name_of_a_kind_takes_no_words_from_it(tmp_path: Path) -> None:
    cards = "cards:\n  coco: {kind: element, element: hull, struck: red}\n  element-hull-red: withdrawn\n"
    pack = load_pack(overlay(tmp_path, {"pack.yaml": FILES["pack.yaml"], "cards.yaml": cards}))
    assert items(pack)["coco"][0] == "Hull, except red"


def test_a_language_without_them_says_what_the_source_has_more(tmp_path: Path) -> None:
    head = FILES["pack.yaml"].replace("[en]", "[en, fr]")
    report = check(str(own(tmp_path, **{"pack.yaml": head}))).report
    missing = [item.message for item in report if item.code == "locale-missing"]
    assert len(missing) == 1
    assert missing[0].startswith("the texts `event.hurricane.name`, `event.hurricane.effect`,")
    assert missing[0].endswith("are missing in `fr`")


def test_a_card_and_an_event_of_the_same_id_are_kept_apart(tmp_path: Path) -> None:
    """Each file has ids of its own: words, pictures, rules and the table know which of the two is meant."""
    words = (
        "texts:\n  card.storm: {name: Storm helm, effect: Hold the helm.}\n"
        "  event.storm: {name: Storm front, effect: Hats fly.}\n"
    )
    files = {
        "pack.yaml": FILES["pack.yaml"],
        "locale/en.yaml": words,
        "cards.yaml": "cards:\n  storm: {kind: helm, level: expert, direction: clockwise, steps: 3}\n"
        "  rum: {kind: number, level: expert, plus: 4}\n  number-4: {copies: 1}\n",
        "events.yaml": "events:\n  storm: {kind: whirlwind, copies: 2}\n",
    }
    pack = load_pack(overlay(tmp_path, files)).checked()
    names = Words(pack, pack.locales["en"])
    compiled = pack.compiled
    said = [names.card(card) for id in ("storm", "rum") for card in (compiled.card(id), compiled.event(id))]
    assert said == ["Storm helm", "Storm front", "+4 / −4", "Rum"]
    text = Rulebook(pack, "en").text()
    for part in text.split("All on one page"):
        for title in ("Storm helm", "Storm front", "Rum"):
            assert sum(line.strip().startswith(title) for line in part.split("\n")) == 1, title
    table = SantyTable(pack)
    pieces, called = table.pieces(table.new_state(8, "events")), table.names(pack.locales["en"])
    assert {called[pieces[label]] for label in ("storm", "[storm]", "[storm]/2")} == {"Storm helm", "Storm front"}
    assert len(pieces) == sum(card.copies for card in (*compiled.cards, *compiled.events))

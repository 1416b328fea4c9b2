"""A text on a page: found on its face, set anew as it is typed, and written where an import would, or refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from santy_print.diag import PackError
from santy_print.pack import load_pack
from santy_print.serve import texts
from santy_print.serve.jobs import Desk, Refused
from santy_print.serve.painter import Task
from santy_print.spreadsheet.cells import cells_of, with_text
from santy_print.starter import new_of_game
from tests.test_overlay import overlay
from tests.workbooks import xlsx

QUESTIONS = Path(__file__).parent.parent / "examples" / "questions"


class At:
    """A desk, and what its jobs answer."""

    def __init__(self, root: Path | str) -> None:
        self.desk = Desk(Task(str(root), None, "vscode://file{path}:{line}:{column}"))

    def __call__(self, job: Any, **given: Any) -> Any:
        return json.loads(job(self.desk, given).data)

    def text(self, language: str, key: str) -> Any:
        return self(texts.text, language=language, key=key)

    def save(self, language: str, key: str, text: str, **more: str) -> Any:
        known = self.text(language, key)
        given = {"hash": known["hash"], "source": known["source"], **more}
        return self(texts.save, language=language, key=key, text=text, **given)


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    """A pack whose cards are said in two languages."""
    root = tmp_path / "questions"
    shutil.copytree(QUESTIONS, root)
    return root


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    head = "extends: santy_anno\nid: mine\nlanguages: [en, de]\n"
    return overlay(tmp_path, {"pack.yaml": head})


def test_each_text_of_a_face_has_its_box_and_its_key(variant: Path) -> None:
    found = At(variant)(texts.boxes, language="de", face="card-helm:helm-clockwise-2")
    box = next(box for box in found["boxes"] if "card.helm.clockwise.effect" in box["keys"])
    assert box["words"].startswith("Rücke am Tisch 2")
    assert len(box["corners"]) == 4
    assert all(0 <= x <= found["width"] and 0 <= y <= found["height"] for x, y in box["corners"])
    assert 0 < box["fill"] < 1
    assert box["least"] <= box["size"]
    number = next(box for box in found["boxes"] if box["words"] == "2")  # no text, but a number of the cards
    assert number["keys"] == []
    assert "cards.yaml" in number["place"]


def test_a_text_is_told_with_all_that_belongs_to_it(variant: Path) -> None:
    told = At(variant).text("de", "card.helm.clockwise.effect")
    assert told["source"].startswith("Move {steps}")
    assert (told["from"], told["kind"], told["own"], told["frozen"]) == ("en", "text", False, None)
    assert "card.helm.clockwise.name" in [beside["key"] for beside in told["beside"]]
    with pytest.raises(Refused, match="no text"):
        At(variant).text("de", "../pack")
    with pytest.raises(Refused):
        At(variant).text("xx", "card.helm.clockwise.effect")


def test_a_face_is_set_with_what_is_typed_and_the_pack_stays_as_it_was(variant: Path) -> None:
    at, key = At(variant), "card.helm.clockwise.effect"

    def tried(text: str, room: bool = False) -> Any:
        return at(texts.attempt, language="de", key=key, text=text, face="card-helm:helm-clockwise-2", room=room)

    before = at.desk.pack().locales["de"].plain(key, steps=2)
    one = tried("Zieh {steps} {steps|Platz|Plätze} weiter.", True)
    assert texts.tried(at.desk, one["drawing"]).data.startswith(b"<svg")
    assert next(box for box in one["boxes"] if key in box["keys"])["words"] == "Zieh 2\u00a0Plätze weiter."
    assert one["room"] > 20
    assert one["faults"] == []
    long = tried("Zieh {steps} {steps|Platz|Plätze} weiter. " * 9)
    assert "text-overflow" in [fault["code"] for fault in long["faults"]]
    assert long["drawing"] not in ("", one["drawing"])
    assert at.desk.pack().locales["de"].plain(key, steps=2) == before


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("😀 {steps|a}", "locale-plural", "{steps|a}"),
        (" {nothing} {steps}", "locale-values", "{nothing}"),
        ("ohne Zahl", "locale-values", "ohne Zahl"),
        ("{steps} {", "locale-placeholder", "{"),
        ("**{steps}", "locale-markup", "**"),
        ("\u202e{steps}", "exchange-syntax", "\u202e{steps}"),
        (" ", "locale-text", ""),
    ],
)
def test_what_a_text_may_not_say_is_told_with_its_place(variant: Path, text: str, code: str, at: str) -> None:
    found = At(variant)(texts.attempt, language="de", key="card.helm.clockwise.effect", text=text)["faults"]
    fault = next(fault for fault in found if fault["code"] == code)
    begin, end = fault["at"]
    units = text.encode("utf-16-le")
    assert units[2 * begin : 2 * end].decode("utf-16-le") == at


def test_what_is_saved_stands_in_the_variants_own_file(variant: Path) -> None:
    """As an import would write it: that text alone, with what the source said; the pack below stays as it is."""
    at = At(variant)
    done = at.save("de", "card.helm.clockwise.effect", "Rück {steps} {steps|Platz|Plätze} weiter. ")
    assert (done["saved"], done["file"]) == (True, "locale/de.yaml")
    own = (variant / "locale" / "de.yaml").read_text()
    assert "Rück {steps} {steps|Platz|Plätze} weiter." in own
    assert own.count("{steps}") == 1
    assert (variant / "locale" / "seen" / "de.yaml").is_file()
    assert at.text("de", "card.helm.clockwise.effect")["own"]
    assert load_pack(variant).report.ok
    word = at.save("de", "lexicon.adjectives.red.letter", "Rt")
    assert word["saved"]
    assert load_pack(variant).locales["de"].letter("red") == "Rt"
    source = at.save("en", "card.helm.clockwise.effect", "Go {steps} {steps|seat|seats} on.")
    assert source["saved"]
    assert load_pack(variant).locales["en"].plain("card.helm.clockwise.effect", steps=1) == "Go 1 seat on."
    assert at.text("de", "card.helm.clockwise.effect")["seen"].startswith("Move {steps}")
    assert at.save("de", "card.helm.clockwise.effect", "Rück {steps} {steps|Platz|Plätze} weiter.")["saved"]
    assert at.text("de", "card.helm.clockwise.effect")["seen"] is None
    assert "effect: Go {steps}" in (variant / "locale" / "seen" / "de.yaml").read_text().replace('"', "")


def test_comments_order_and_all_else_stay(spoken: Path) -> None:
    path = spoken / "locale" / "fr.yaml"
    before = path.read_text()
    key = next(row["key"] for row in At(spoken)(texts.find, language="fr")["texts"] if row["key"] in before)
    old = At(spoken).text("fr", key)["text"]
    assert At(spoken).save("fr", key, "Autre chose")["saved"]
    assert path.read_text().replace("Autre chose", old) == before


def test_nobody_overwrites_what_somebody_else_wrote(variant: Path) -> None:
    at, key = At(variant), "card.helm.clockwise.effect"
    first = at.text("de", key)
    assert at.save("de", "card.coco.name", "Nuss")["saved"]  # somebody else, in the same file
    own = (variant / "locale" / "de.yaml").read_bytes()
    late = at.save("de", key, "Zieh {steps}.", hash=first["hash"])
    assert not late["saved"]
    assert late["changed"]["text"] == first["text"]
    assert (variant / "locale" / "de.yaml").read_bytes() == own
    assert at.save("de", key, "Zieh {steps}.", hash=late["changed"]["hash"])["saved"]
    other = at.save("de", key, "Los.", source="The source as it was")
    assert other["changed"]["source"] == first["source"]


def test_what_is_refused_is_not_written(variant: Path) -> None:
    at = At(variant)
    for text in ("{nope}", "{steps|a}", "\x07", "a\u202eb", "", " \n"):
        done = at.save("de", "card.helm.clockwise.effect", text)
        assert (done["saved"], bool(done["faults"])) == (False, True), text
    assert not (variant / "locale").exists()
    for given in ("x" * 20_001, "\0", 3, None, ["a"]):
        with pytest.raises(Refused):
            at.save("de", "card.helm.clockwise.effect", given)  # type: ignore[arg-type]
    with pytest.raises(Refused):
        texts.save(at.desk, [])


def test_a_bundled_pack_stays_as_it_is() -> None:
    at = At("santy_anno")
    assert "santy new" in at.text("de", "card.coco.name")["frozen"]["hints"][0]
    with pytest.raises(PackError, match="stays as it is"):
        at.save("de", "card.coco.name", "Nuss")


def test_what_is_served_to_be_read_can_be_tried_and_not_saved(variant: Path) -> None:
    at = At(variant)
    at.desk.task = replace(at.desk.task, read_only=True)
    assert at.text("de", "card.coco.name")["frozen"]["code"] == "serve-read-only"
    assert at(texts.attempt, language="de", key="card.coco.name", text="Nuss", face="")["faults"] == []
    with pytest.raises(PackError, match="to be read"):
        at.save("de", "card.coco.name", "Nuss")


def test_texts_are_found_by_words_and_keys(variant: Path) -> None:
    at = At(variant)
    keys = [row["key"] for row in at(texts.find, language="de", words="plätze UHRZEIGER")["texts"]]
    assert "card.helm.clockwise.effect" in keys
    assert keys == [row["key"] for row in at(texts.find, language="de", words="platze uhrzeiger")["texts"]]
    assert at(texts.find, language="de", words="rulebook")["all"] > 20  # on no face
    assert at(texts.find, language="de", words="lexicon.nouns")["all"] > 3
    assert at(texts.find, language="de", only="missing")["all"] == 0


# A card's own fields


def test_a_click_on_a_card_finds_its_cell(deck: Path) -> None:
    at = At(deck)
    found = at(texts.boxes, language="en", face="card:keeper")
    keys = [key for box in found["boxes"] for key in box["keys"]]
    assert {"card.cards.keeper.name", "card.cards.keeper.text", "card.cards.keeper.cost"} <= {*keys}
    told = at.text("en", "card.cards.keeper.text")
    assert (told["kind"], told["file"], told["frozen"]) == ("cell", "cards.csv", None)
    assert told["place"].endswith("cards.csv:2:22")
    assert "card.cards.keeper.name" in [beside["key"] for beside in told["beside"]]
    given = {"language": "en", "key": "card.cards.keeper.text", "face": "card:keeper"}
    tried = at(texts.attempt, text="Short.", room=True, **given)
    assert tried["room"] > 20
    assert "Short." in [box["words"] for box in tried["boxes"]]
    words = {row["key"]: row["text"] for row in at(texts.find, language="en", words="pile")["texts"]}
    assert words["card.cards.keeper.text"].startswith("Look at the top card")


@pytest.mark.parametrize("kind", ["plain", "mark and CRLF", "semicolons", "cp1252", "utf-16", "tabs"])
def test_a_cell_is_written_and_nothing_else(deck: Path, kind: str) -> None:
    """Whatever the file is like: quotes, line ends, mark and encoding stay."""
    path = deck / "cards.csv"
    text = path.read_text().replace("Old Lamp", '" an ""old""\nlamp "').replace("Gull,", "Möwe,")
    encoding = {"cp1252": "cp1252", "utf-16": "utf-16"}.get(kind, "utf-8")
    if kind == "mark and CRLF":
        text = "\ufeff" + text.replace("\n", "\r\n")
    elif kind == "semicolons":
        text = "sep=;\n" + text.replace(",", ";")
    elif kind == "tabs":
        path.unlink()
        path, text = deck / "cards.tsv", text.replace(",", "\t")
    elif kind == "cp1252":
        (deck / "cards.yaml").write_text("cards: {file: cards.csv, encoding: cp1252}\n")
    path.write_bytes(text.encode(encoding))
    at, key = At(deck), "card.cards.mowe.text"
    said = 'One, two; "three"\nfour.'
    assert at.save("en", key, f" {said} ")["saved"]
    now = path.read_bytes().decode(encoding)
    end = "\r\n" if kind == "mark and CRLF" else "\n"
    written = '"' + said.replace('"', '""').replace("\n", end) + '"'
    old = next(line for line in text.splitlines() if "Möwe" in line).split('"')[1]
    assert now == text.replace(f'"{old}"', written)
    assert At(deck).text("en", key)["text"] == said
    assert load_pack(deck).report.ok
    if kind == "cp1252":
        with pytest.raises(PackError, match="has no ż"):
            at.save("en", key, "ż")
        assert path.read_bytes().decode(encoding) == now


def test_a_card_that_is_called_by_its_name_is_found_again(deck: Path) -> None:
    done = At(deck).save("en", "card.cards.keeper.name", "Guardian")
    assert (done["key"], done["item"]) == ("card.cards.guardian.name", "guardian")


def test_a_card_that_somebody_else_calls_otherwise_is_found_again(deck: Path) -> None:
    """In another line by its other words, in its own without; one that is gone is no other card."""
    at, key, cards = At(deck), "card.cards.keeper.name", deck / "cards.csv"
    text = cards.read_text()
    known, effect = at.text("en", key), at.text("en", "card.cards.keeper.text")
    head, *rest = text.replace("Keeper,", "Guardian,", 1).splitlines(keepends=True)
    cards.write_text("".join([head, *rest[1:], rest[0]]))
    given = {"language": "en", "key": key, "hash": known["hash"], "source": "", "mark": known["mark"]}
    late = at(texts.save, text="Warden", **given)
    now = {"text": "Guardian", "key": "card.cards.guardian.name", "item": "guardian"}
    assert not late["saved"]
    assert late["changed"].items() >= now.items()
    assert at(texts.text, language="en", key=effect["key"], mark=effect["mark"])["key"] == "card.cards.guardian.text"
    assert "Warden" not in cards.read_text()
    assert at(texts.save, text="Warden", **given | {"hash": late["changed"]["hash"]})["key"] == "card.cards.warden.name"
    cards.write_text(text.replace("Keeper,", "Guardian,", 1).replace("Look at", "See", 1))
    assert at(texts.text, language="en", key=key, mark=known["mark"])["key"] == "card.cards.guardian.name"
    cards.write_text("".join([head, *rest[1:]]))
    with pytest.raises(Refused) as refused:
        at(texts.text, language="en", key=key, mark=known["mark"])
    assert refused.value.word == "refused.text"


def test_of_two_cards_with_one_id_each_has_its_own_cells(deck: Path) -> None:
    (deck / "tiles.csv").write_text("name,text\nKeeper,A tile.\n")
    (deck / "faces" / "tile.yaml").write_text((deck / "faces" / "card.yaml").read_text())
    parts = deck / "components.yaml"
    parts.write_text(f"{parts.read_text().rstrip()}\n      - {{each: tiles, layout: tile}}\n")
    for kind, layout in (("tiles", "tile"), ("cards", "card")):
        found = At(deck)(texts.boxes, language="en", face=f"{layout}:keeper")
        keys = [key for box in found["boxes"] for key in box["keys"]]
        assert f"card.{kind}.keeper.name" in keys
        assert all(key.startswith(f"card.{kind}.") for key in keys)


def test_cells_of_yaml_are_written_in_their_line(deck: Path) -> None:
    (deck / "cards.csv").unlink()
    (deck / "cards.yaml").write_text(
        "# my cards\ncards:\n  keeper: {name: Keeper, kind: Person, colour: sand, text: 'Look.'}  # the first\n"
        "  ferry:\n    name: Ferry\n    colour: sea\n    text: >-\n      Two\n      people.\n"
        "tiles:\n  loop: {suit: [sun, moon], name: [A, B]}\n"
    )
    before = (deck / "cards.yaml").read_text()
    at = At(deck)
    assert at.save("en", "card.cards.keeper.text", "It's, well: new")["saved"]
    assert at.save("en", "card.cards.ferry.text", "Three people.")["saved"]
    now = (deck / "cards.yaml").read_text()
    assert now == before.replace("'Look.'", "'It''s, well: new'").replace("Two\n      people.", "Three people.")
    assert "loop" in at.text("en", "card.tiles.sun-a.name")["frozen"]["message"]


def test_a_card_in_two_languages_has_its_words_where_they_stand(deck: Path) -> None:
    """A column of a language is written in; without one a translation goes into the language's file."""
    cards = deck / "cards.csv"
    head, *rows = cards.read_text().splitlines()
    lines = [
        head.replace("name,", "id,name,name@fr,", 1),
        *(f"c{n},{row.replace(',', ',,', 1)}" for n, row in enumerate(rows)),
    ]
    cards.write_text("\n".join(lines) + "\n")
    pack = deck / "pack.yaml"
    pack.write_text(pack.read_text().replace("languages: [en]", "languages: [en, fr]"))
    (deck / "locale" / "fr.yaml").write_text("language: fr\nname: Français\ndraft: true\ntexts: {}\n")
    at = At(deck)
    assert at.save("fr", "card.cards.c0.name", "Gardien")["saved"]
    assert cards.read_text().splitlines()[1].startswith("c0,Keeper,Gardien,Person,")
    assert at.save("en", "card.cards.c0.name", "Guard")["saved"]
    assert cards.read_text().splitlines()[1].startswith("c0,Guard,Gardien,Person,")
    found = At(deck)(texts.boxes, language="fr", face="card:c0")
    assert "card.cards.c0.name" in [key for box in found["boxes"] for key in box["keys"]]
    assert not at.save("fr", "card.cards.c0.name", "{nom}")["saved"]


def test_a_workbook_is_left_to_its_program(tmp_path: Path) -> None:
    root = tmp_path / "deck"
    new_of_game(root, "deck")
    (root / "cards.csv").unlink()
    (root / "cards.xlsx").write_bytes(xlsx({"Sheet1": [["name", "text"], ["Keeper", "Look."]]}))
    at = At(root)
    told = at.text("en", "card.cards.keeper.text")
    assert told["frozen"]["message"] == "cards.xlsx is a workbook"
    assert told["link"].endswith("/cards.xlsx:1:1")
    with pytest.raises(PackError) as fault:
        at.save("en", "card.cards.keeper.text", "New")
    assert [item.code for item in fault.value.report] == ["spreadsheet-write"]


def test_prose_is_left_to_its_file(deck: Path) -> None:
    at = At(deck)
    key = next(row["key"] for row in at(texts.find, language="en", words="two to five people")["texts"])
    told = at.text("en", key)
    assert "rulebook.md:3:1" in told["frozen"]["message"]
    assert told["link"].endswith("/rulebook.md:3:1")
    with pytest.raises(PackError) as fault:
        at.save("en", key, "For two.")
    assert [item.code for item in fault.value.report] == ["text-elsewhere"]


def test_every_cell_of_a_file_can_be_written(deck: Path) -> None:
    """Each of them, empty ones beyond a row's end, too."""
    path = deck / "cards.csv"
    path.write_text('name,kind,text,more\n"a ""b""",x\n\nc,"two\nlines",y,z\nd\n')
    node = load_pack(deck).nodes["cards"]
    assert sum(cell.value is None for cell in cells_of(node)) == 5
    for cell in cells_of(node):
        path.write_bytes(with_text(path, cell, "new, text"))
        again = {(each.id, each.field): each.text for each in cells_of(load_pack(deck).nodes["cards"])}
        if cell.field != "name":
            assert again.pop((cell.id, cell.field)) == "new, text"
            before = {(each.id, each.field): each.text for each in cells_of(node)}
            before.pop((cell.id, cell.field))
            assert again == before
        path.write_text('name,kind,text,more\n"a ""b""",x\n\nc,"two\nlines",y,z\nd\n')

"""The game `deck`: a new one is sound, its cards come from any table, its words are those of each language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from PIL import Image

from santy_print.build import build
from santy_print.checking import check
from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.documents.rulebook import Rulebook
from santy_print.editor import models, own_schema
from santy_print.faces import Faces, words
from santy_print.faces.layout import SIZES, FaceSpec
from santy_print.i18n.exchange import export
from santy_print.pack import Pack, load_pack
from santy_print.parts import Options, all_frames
from santy_print.play import table_of
from santy_print.portfolio import _counted, deck_of
from santy_print.starter import new_of_game, new_of_pictures
from santy_print.vouch import documents
from tests.workbooks import xlsx

CARDS: list[list[object]] = [
    ["id", "name@en", "name@fr", "cost", "copies"],
    ["a", "Owl", "Hibou", 3, 2],
    ["b", "Fox", "Renard", 4, None],
]
LAYOUT = """\
face: {size: poker, alt: "{{ item.name }}"}
items:
  - text: {value: "{{ item.name }} {{ item.cost + 1 }}", at: [5, 5], size: [50, 20], style: title}
"""


def deck(folder: Path, files: Mapping[str, str | bytes], languages: str = "en, fr") -> Path:
    """A deck as `santy new` writes it, in some languages, with other files."""
    root = folder / "my-deck"
    new_of_game(root, "deck")
    for name in ("cards.csv", "rulebook.md"):
        (root / name).unlink()
    head = (root / "pack.yaml").read_text("utf-8").replace("languages: [en]", f"languages: [{languages}]")
    french = "language: fr\nname: Français\ntexts:\n  game.title: Mes cartes\n  part.cards: Cartes\n"
    made: dict[str, str | bytes] = {"pack.yaml": head, "locale/fr.yaml": french, "faces/card.yaml": LAYOUT, **files}
    for name, text in made.items():
        (root / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return root


def faults(pack: Pack) -> list[tuple[str, str]]:
    return [(str(item.span).removeprefix(f"{pack.root}/"), item.code) for item in pack.report.sorted()]


def test_a_new_deck_is_sound_and_is_built(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["new", str(tmp_path / "my-deck"), "--game", "deck"])
    assert run.exit_code == 0, run.output
    found = check(str(tmp_path / "my-deck"))
    assert found.report.items == []
    pack = load_pack(tmp_path / "my-deck")
    assert pack.head.extends is None
    assert pack.locales["en"].plain("game.title") == "My deck"
    made = build(pack, tmp_path / "out", Options(), {})
    assert [each.name for each in made] == ["en/cards.pdf"]
    assert [*documents(pack)] == ["rulebook"]
    assert "Shuffle" in Rulebook(pack, "en").text()


@pytest.mark.parametrize(
    "size",
    [
        *(f"size: {name}" for name in SIZES),
        "width: 85, height: 55",
        "width: 120, height: 140",
        "width: 69.28, height: 80, outline: hex-pointed",
        "width: 90, height: 90, outline: circle",
    ],
)
def test_what_a_new_deck_draws_suits_cards_of_any_size(size: str, tmp_path: Path) -> None:
    root = tmp_path / "my-deck"
    new_of_game(root, "deck")
    for name in ("card", "back"):
        path = root / "faces" / f"{name}.yaml"
        path.write_text(path.read_text("utf-8").replace("size: poker", size), "utf-8")
    pack = load_pack(root)
    faces = Faces(pack, pack.locales["en"])
    for card in pack.collections["cards"]:
        front, back = faces.frame("card", card), faces.frame("back", card)
        assert (front.width, front.height, front.cut) == (back.width, back.height, back.cut)
        assert all(str(card[field]) in words(front) for field in ("name", "kind", "cost"))
    assert [item.human() for item in faces.report] == []


ROWS = "name,kind,colour,cost,text,picture\nOwl,A,sand,1,x,\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"cards.csv": ROWS.replace("sand", "snad")}, ("cards.csv:2:7", "face-colour")),
        (
            {"cards.csv": ROWS.replace("x,", "x,owl.gif"), "art/owl.gif": b"GIF89a"},
            ("cards.csv:2:16", "image-unusable"),
        ),
        ({"cards.csv": ROWS.replace("x,", "x,owl.png"), "art/owl.png": b"owl"}, ("cards.csv:2:16", "image-unusable")),
        ({"cards.csv": ROWS, "heroes.xls": b"old"}, ("heroes.xls", "file-unread")),
        ({"cards.numbers": b"new"}, ("None", "file-missing")),
        ({"cards.csv": ROWS.replace("Owl", "Été").encode("cp1252")}, ("cards.csv:2:1", "spreadsheet-encoding")),
    ],
)
def test_what_is_wrong_with_a_row_is_told_at_its_cell(
    files: Mapping[str, str | bytes], told: tuple[str, str], tmp_path: Path
) -> None:
    root = tmp_path / "my-deck"
    new_of_game(root, "deck")
    (root / "cards.csv").unlink()
    (root / "art").mkdir()
    for name, data in files.items():
        (root / name).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    report = check(str(root)).report
    found = [(str(item.span).removeprefix(f"{root}/"), item.code) for item in report]
    assert told in found or told[0] in str([item.message for item in report if item.code == told[1]])
    if not report.ok and told[1].startswith("spreadsheet"):  # what is not read uses all there is
        assert "name-unread" not in [item.code for item in report]


@pytest.mark.parametrize("colour", ["sand", "sea", "#1d3f63", "#f0c24b", "ink", "paper", "none"])
def test_words_upon_any_colour_find_one_that_reads_well(colour: str, tmp_path: Path) -> None:
    pack = load_pack(deck(tmp_path, {"cards.csv": ROWS}))
    faces = Faces(pack, pack.locales["en"])
    assert faces.knows(faces.over(colour))
    with pytest.raises(ValueError, match="`snad` is not a colour known here"):
        faces.over("snad")


def test_a_deck_has_no_table(tmp_path: Path) -> None:
    new_of_game(tmp_path / "my-deck", "deck")
    with pytest.raises(PackError) as caught:
        table_of(load_pack(tmp_path / "my-deck"))
    assert [item.code for item in caught.value.report] == ["pack-tool"]


def test_a_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["new", str(tmp_path / "my-deck"), "--game", "dek"])
    assert run.exit_code == 1
    assert "did you mean `deck`?" in run.output


OWL = "name@en: Owl, name@fr: Hibou, cost: 3, copies: 2"
FOX = "name@en: Fox, name@fr: Renard, cost: 4"
YAML_LIST = f"cards:\n  - {{id: a, {OWL}}}\n  - {{id: b, {FOX}}}\n"
YAML_MAP = f"cards:\n  a: {{{OWL}}}\n  b: {{{FOX}}}\n"


@pytest.mark.parametrize(
    "files",
    [
        {"cards.xlsx": xlsx({"Sheet1": CARDS})},
        {"cards.csv": "\n".join(",".join(str("" if cell is None else cell) for cell in row) for row in CARDS)},
        {"cards.yaml": YAML_LIST},
        {"cards.yaml": YAML_MAP},
        {"cards.yaml": "cards: {file: all.xlsx, sheet: Two}\n", "all.xlsx": xlsx({"One": [["x"]], "Two": CARDS})},
    ],
    ids=["xlsx", "csv", "list", "mapping", "sheet"],
)
def test_a_deck_is_the_same_wherever_its_cards_stand(files: Mapping[str, str | bytes], tmp_path: Path) -> None:
    pack = load_pack(deck(tmp_path, files))
    assert faults(pack) == []
    assert [(c["id"], c["number"], c["cost"], c["copies"]) for c in pack.collections["cards"]] == [
        ("a", 1, 3, 2), ("b", 2, 4, 1)
    ]  # fmt: skip
    for language, names in {"en": ["Owl", "Fox"], "fr": ["Hibou", "Renard"]}.items():
        faces = Faces(pack, pack.locales[language])
        assert [frame.alt for frame in all_frames(faces, ["card:*"])] == names
        assert faces.report.items == []


def test_words_of_a_table_are_texts_that_a_language_may_say_otherwise(tmp_path: Path) -> None:
    french = (
        "language: fr\nname: Français\ntexts:\n  game.title: X\n  part.cards: Cartes\n  card.cards.b.name: Goupil\n"
    )
    root = deck(tmp_path, {"cards.xlsx": xlsx({"Sheet1": CARDS}), "locale/fr.yaml": french})
    pack = load_pack(root)
    assert pack.locales["fr"].plain("card.cards.b.name") == "Goupil"
    assert pack.locales["fr"].plain("card.cards.a.name") == "Hibou"
    assert "Owl" in export(pack, "fr", "po", Report())


def test_a_word_that_lacks_is_told_at_its_card(tmp_path: Path) -> None:
    rows = [CARDS[0], CARDS[1], ["b", "Fox", None, 4, 1]]
    pack = load_pack(deck(tmp_path, {"cards.xlsx": xlsx({"Sheet1": rows})}))
    assert [item.code for item in pack.report] == ["locale-missing"]
    assert "card.cards.b.name" in pack.report.items[0].message


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"cards.csv": "id,name,cost,copies\na,b,1,many\n"}, [("cards.csv:2:7", "deck-copies")]),
        ({"cards.csv": "id,name,cost,copies\na,b,1,10001\n"}, [("cards.csv:2:7", "deck-copies")]),
        ({"cards.csv": "id,name,text@xy,cost\na,b,c,1\n"}, [("cards.csv:2:5", "deck-language")]),
        ({"cards.csv": "name,cost,copies@en\na,1,2\nb,1,2\n"}, [("cards.csv:2:5", "deck-language")]),
        ({"cards.csv": "id@en,name,cost\na,b,1\n"}, [("cards.csv:2:1", "deck-language")]),
        ({"cards.csv": "name,cost\n" + "x,1\n" * 55 + "y,2\n", "cards.yaml": "cards: {a: {name: z}}\n"},
         [("cards.csv:1:1", "spreadsheet-twice")]),
        ({"cards.csv": "name,cost,picture\n" + "x,1,\n" * 55 + "y,2,owl.png\n"}, [("cards.csv:57:5", "art-missing")]),
        ({"cards.xlsx": xlsx({"Sheet1": [["name", "cost", "picture"], ["y", 2, "owl.png"]]})},
         [("cards.xlsx:Sheet1!C2", "art-missing")]),
        ({"cards.yaml": "cards: {file: kards.csv}\n", "cards.csv": "name,cost\nx,1\n"},
         [("cards.yaml:1:15", "file-missing")]),
        ({"cards.yaml": "cards:\n  - Owl\n"}, [("cards.yaml:2:5", "schema-value")]),
        ({"cards.yaml": "cards:\n  a: {first name: Owl}\n"}, [("cards.yaml:2:7", "schema-value")]),
    ],
)  # fmt: skip
def test_faults_of_a_deck_have_a_place(
    files: Mapping[str, str | bytes], found: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert faults(load_pack(deck(tmp_path, files))) == found


def test_a_text_that_does_not_fit_is_told_at_its_cell(tmp_path: Path) -> None:
    rows = [["name", "cost"], ["x", 1], ["a much too long name " * 20, 1]]
    found = check(str(deck(tmp_path, {"cards.xlsx": xlsx({"Sheet1": rows})}, "en")))
    places = {str(item.span).rpartition("/")[2] for item in found.report if item.code == "text-overflow"}
    assert places == {"cards.xlsx:Sheet1!A3"}


@pytest.mark.parametrize("named", [False, True])
def test_a_table_that_is_a_link_out_of_the_pack_is_not_read(named: bool, tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.yaml": "cards: {file: cards.csv}\n"} if named else {}, "en")
    (tmp_path / "secret.csv").write_text("name,cost\nx,1\n", "utf-8")
    (root / "cards.csv").symlink_to(tmp_path / "secret.csv")
    found = check(str(root))
    codes = [item.code for item in found.report if item.severity == "error"]
    assert codes.count("pack-outside") == 1
    assert "file-missing" not in codes
    assert found.pack is not None
    assert "x" not in [item["id"] for some in found.pack.collections.values() for item in some]


def test_a_check_that_was_kept_tells_the_same_cell(tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.xlsx": xlsx({"Sheet1": [["name", "cost", "cost"], ["x", 1, 2]]})}, "en")
    first, again = (check(str(root), cache=tmp_path / "cache").report for _ in range(2))
    assert [item.human() for item in first] == [item.human() for item in again]
    assert "cards.xlsx:Sheet1!C1" in first.items[0].human()
    (root / "cards.xlsx").write_bytes(xlsx({"Sheet1": [["name", "cost"], ["x", 1]]}))
    assert "cards.xlsx" not in "".join(str(item.span) for item in check(str(root), cache=tmp_path / "cache").report)


def photos(folder: Path, pictures: Mapping[str, tuple[int, int]]) -> Path:
    root = folder / "photos"
    root.mkdir()
    for name, size in pictures.items():
        Image.new("RGB", size, "teal").save(root / name)
    return root


READY = {"goblin x3.png": (821, 1121), "owl.jpg": (821, 1121), "back.png": (821, 1121), "owl-back.png": (821, 1121)}


def test_a_folder_of_pictures_is_a_deck(tmp_path: Path) -> None:
    folder = photos(tmp_path, READY)
    run = CliRunner().invoke(main, ["new", str(tmp_path / "my-deck"), "--game", "deck", "--pictures", str(folder)])
    assert run.exit_code == 0, run.output
    assert "warning" not in run.output
    found = check(str(tmp_path / "my-deck"))
    assert found.report.items == []
    pack = load_pack(tmp_path / "my-deck")
    cards = pack.collections["cards"]
    assert [(c["name"], c["copies"], c["back"][4:]) for c in cards] == [
        ("goblin", 3, "back.png"),
        ("owl", 1, "owl-back.png"),
    ]
    made = build(pack, tmp_path / "out", Options(), {})
    assert [each.name for each in made] == ["en/cards.pdf"]


@pytest.mark.parametrize(
    ("pictures", "faults"),
    [
        ({"a.png": (821, 1121)}, []),
        ({"a.png": (827, 1417)}, ["picture-bleed"]),
        ({"a.png": (821, 1121), "b.png": (1000, 821), "c.png": (822, 1121)}, ["picture-shape"]),
        ({"a.png": (205, 280)}, ["image-coarse"]),
        ({"back.png": (821, 1121)}, ["picture-none"]),
    ],
)
def test_what_is_wrong_with_a_picture_is_told(
    pictures: Mapping[str, tuple[int, int]], faults: list[str], tmp_path: Path
) -> None:
    report = Report()
    try:
        new_of_pictures(tmp_path / "my-deck", "deck", photos(tmp_path, pictures), report)
    except PackError as fault:
        report = fault.report
    assert [item.code for item in report] == faults
    if "picture-none" not in faults:
        found = check(str(tmp_path / "my-deck")).report
        assert [item.code for item in found] == faults
        places = {str(item.span).rpartition("/")[2] for item in found}
        assert places <= {f"cards.csv:{row}:3" for row in (2, 3, 4)}


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("fox.eps", ["fox.eps is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG, and no card of the deck"]),
        ("fox.PDF", ["fox.PDF is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG, and no card of the deck"]),
        ("fox-back.png", ["fox-back.png is the back of no picture here"]),
        ("owl-back.png", []),
        ("back.png", []),
    ],
)
def test_a_picture_that_becomes_no_card_is_told(other: str, told: list[str], tmp_path: Path) -> None:
    report = Report()
    folder = photos(tmp_path, {"owl x2.png": (821, 1121), other: (821, 1121)})
    (folder / "notes.txt").write_text("not a picture", "utf-8")
    new_of_pictures(tmp_path / "my-deck", "deck", folder, report)
    assert [(item.code, item.message) for item in report] == [("picture-left", message) for message in told]


def test_drawings_make_cards_as_photos_do(tmp_path: Path) -> None:
    report, folder = Report(), photos(tmp_path, {"owl.png": (821, 1121)})
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="69.5mm" height="94.9mm" viewBox="0 0 695 949">'
    text = '<text x="50" y="300" font-family="Pirata One" font-size="150">Fox</text>'
    (folder / "fox x2.svg").write_text(f'{head}<rect width="695" height="949" fill="#336699"/>{text}</svg>', "utf-8")
    new_of_pictures(tmp_path / "my-deck", "deck", folder, report)
    assert not [*report]
    assert (tmp_path / "my-deck" / "cards.csv").read_text("utf-8").splitlines()[1:] == [
        "fox,001-fox-x2.svg,,2", "owl,002-owl.png,,1",
    ]  # fmt: skip
    found = check(str(tmp_path / "my-deck")).report
    assert found.clean, [item.short() for item in found]


def test_a_tab_in_a_cell_is_a_blank_on_the_card(tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.csv": 'name,cost\n"Old\towl",1\n'}, "en")
    assert not check(str(root), strict=True).report.errors
    pack = load_pack(root)
    (front,) = all_frames(Faces(pack, pack.locales["en"]), ["card:*"])
    assert "Old owl" in words(front)


@pytest.mark.parametrize("strict", [False, True])
def test_a_word_that_cannot_be_said_is_told_once(strict: bool, tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.csv": "name@en,cost\n{nobody} knows,1\n"}, "en")
    found = check(str(root), strict=strict).report
    assert [(item.code, str(item.span)[-13:]) for item in found.errors] == [("text-value", "cards.csv:2:1")]


def test_no_picture_of_a_folder_is_lost_without_a_word(tmp_path: Path) -> None:
    size, report = (821, 1121), Report()
    twice = ["owl x2-back.png", "owl-back.png", "fox-back.png", "fox back.png", "-back.png", "back.png"]
    folder = photos(tmp_path, dict.fromkeys(["owl x2.png", "fox.png", "élan.png", *twice], size))
    (folder / "more").mkdir()
    Image.new("RGB", size).save(folder / "more" / "hare.jpg")
    (folder / "notes").mkdir()
    new_of_pictures(tmp_path / "my-deck", "deck", folder, report)
    assert {item.message for item in report} == {
        "the folder more holds pictures, too, and none of them is a card of the deck",
        "owl-back.png is left over: there is owl x2-back.png",
        "fox back.png is left over: there is fox-back.png",
        "-back.png is left over: there is back.png",
    }
    cards = load_pack(tmp_path / "my-deck").collections["cards"]
    found = {card["name"]: (card["picture"][4:], card["back"][4:]) for card in cards}
    assert found == {
        "fox": ("fox.png", "fox-back.png"),
        "owl": ("owl-x2.png", "owl-x2-back.png"),
        "élan": ("elan.png", "back.png"),
    }


def test_a_folder_of_broken_pictures_is_not_said_to_hold_none(tmp_path: Path) -> None:
    (tmp_path / "owl.png").write_bytes(b"")
    report = Report()
    with pytest.raises(PackError):
        deck_of(tmp_path, report)
    assert [item.code for item in report] == ["image-unusable"]


def test_a_picture_that_is_part_of_a_face_may_have_any_shape(tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.csv": "name,cost,picture\nOwl,1,owl.png\n"}, "en")
    (root / "art").mkdir()
    Image.new("RGB", (900, 900)).save(root / "art" / "owl.png")
    for box, codes in [("at: [5, 5], size: [40, 20]", []), ("at: [0, 0], size: [63.5, 88.9]", ["picture-shape"])]:
        image = f"  - image: {{file: '{{{{ item.picture }}}}', {box}, fit: cover}}\n"
        (root / "faces" / "card.yaml").write_text(f"{LAYOUT}{image}", "utf-8")
        found = [item for item in check(str(root)).report if item.code.startswith("picture")]
        assert [(item.code, str(item.span)[-13:]) for item in found] == [(code, "cards.csv:2:7") for code in codes]


def test_a_back_of_another_size_is_told(tmp_path: Path) -> None:
    new_of_game(tmp_path / "my-deck", "deck")
    card = tmp_path / "my-deck" / "faces" / "card.yaml"
    card.write_text(card.read_text("utf-8").replace("size: poker", "size: tarot"), "utf-8")
    (item,) = check(str(tmp_path / "my-deck")).report
    assert (item.code, str(item.span).rpartition("/")[2]) == ("face-back", "back.yaml:3:1")


@pytest.mark.parametrize(("size", "outline"), [("hex", "hex"), ("circle", "circle"), ("mini", "rect")])
def test_a_size_that_is_called_by_its_shape_is_cut_to_it(size: str, outline: str) -> None:
    face = FaceSpec.model_validate({"size": size, "alt": "x"})
    assert face.outline == outline
    assert FaceSpec.model_validate({"size": size, "alt": "x", "outline": "rect"}).outline == "rect"


def test_an_editor_is_told_the_columns_of_a_deck(tmp_path: Path) -> None:
    root = deck(tmp_path, {"cards.xlsx": xlsx({"Sheet1": CARDS}), "faces/small.yaml": LAYOUT})
    pack = load_pack(root)
    cards = own_schema("cards", pack)
    by_id, listed = cards["properties"]["cards"]["anyOf"][2:]
    fields = {"id", "name@en", "name@fr", "cost", "copies"}
    assert by_id["additionalProperties"]["properties"].keys() == listed["items"]["properties"].keys() == fields
    pile = own_schema("components", pack)["$defs"]["Pile"]["properties"]
    assert pile["each"]["examples"] == ["cards", "one"]
    assert {"card", "back", "small"} <= {*pile["layout"]["examples"]}
    assert "{{ item.cost }}" in own_schema("face", pack)["$defs"]["TextSpec"]["properties"]["value"]["examples"]
    for name in models("deck"):
        Draft202012Validator.check_schema(own_schema(name, pack))
    validator = Draft202012Validator(cards)
    assert validator.is_valid({"cards": {"a": {"name@en": "Owl", "new": 1}}, "others": [{"x": "y"}]})
    run = CliRunner().invoke(main, ["schema", "--pack", str(root), "--out", str(tmp_path / "schemas")])
    assert run.exit_code == 0, run.output
    assert json.loads((tmp_path / "schemas" / "cards.schema.json").read_text("utf-8")) == cards
    assert CliRunner().invoke(main, ["schema", "--pack", str(root), "--overlay"]).exit_code == 2


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("owl x3", ("owl", 3)),
        ("3x owl", ("owl", 3)),
        ("owl_(x12)", ("owl", 12)),
        ("owl", ("owl", 1)),
        ("max", ("max", 1)),
    ],
)
def test_a_number_in_a_name_is_the_copies(said: str, meant: tuple[str, int]) -> None:
    assert _counted(said) == meant

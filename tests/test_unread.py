"""What a pack holds and nothing reads is told; what is read, and what is nobody's business, is not."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from santy_print.starter import new_of_game, new_pack
from tests.packs import BUNDLED, check, copy_pack, few_languages
from tests.test_overlay import overlay

pytestmark = pytest.mark.usefixtures("kept")

EXAMPLES = sorted(path.parent for path in (Path(__file__).parent.parent / "examples").glob("*/pack.yaml"))
LAYOUT = "face: {size: poker, alt: a}\nitems: []\n"
DRAWING = (BUNDLED / "art" / "ship-viper.svg").read_text(encoding="utf-8")


def told(folder: Path, files: Mapping[str, str], head: str = "languages: [en]\n") -> list[str]:
    """What is told of an overlay with these files: `place code: hint`."""
    root = folder / "mine"
    for name, text in {"pack.yaml": f"extends: santy_anno\nid: mine\n{head}", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = [item for item in check(root).sorted() if item.severity != "notice"]
    places = [str(item.span) if item.span else item.message.partition("nothing reads ")[2] for item in found]
    return [
        f"{place.removeprefix(f'{root}/')} {item.code}: {' '.join(item.hints)}"
        for place, item in zip(places, found, strict=True)
    ]


FILES = {
    "ship.yaml": ("ship.yaml:1:1", "did you mean `ships.yaml`?"),
    "cards.yml": ("cards.yml:1:1", "did you mean `cards.yaml`?"),
    "Cards.yaml": ("Cards.yaml:1:1", "did you mean `cards.yaml`?"),
    "events.yaml.txt": ("events.yaml.txt", "did you mean `events.yaml`?"),
    "boats.yaml": ("boats.yaml:1:1", "known here"),
    "pirates copy.yaml": ("pirates copy.yaml:1:1", "did you mean `pirates.yaml`?"),
    "ships.json": ("ships.json", "did you mean `ships.yaml`?"),
    "Rulebook.yalm": ("Rulebook.yalm", "did you mean `rulebook.yaml`?"),
    "components": ("components", "did you mean `components.yaml`?"),
    "data/ships.yaml": ("data/", "move `ships.yaml` up"),
    "pirates/brain.yaml": ("pirates/", "write what it holds into `pirates.yaml`"),
    "local/en.yaml": ("local/", "did you mean `locale/`?"),
    "Art/ship.svg": ("Art/", "did you mean `art/`?"),
    "font/a.ttf": ("font/", "did you mean `fonts/`?"),
    "images/ship.svg": ("images/", "did you mean `art/`?"),
    "locale/eng.yaml": ("locale/eng.yaml:1:1", "did you mean `en.yaml`?"),
    "locale/en.yml": ("locale/en.yml:1:1", "did you mean `en.yaml`?"),
    "locale/fr.yaml": ("locale/fr.yaml:1:1", "add `fr` to `languages`"),
    "locale/old/en.yaml": ("locale/old/: what is in `locale/` stands in no folder of its own", "move it up"),
    "locale/en.po": ("locale/en.po", "`santy i18n import` brings in"),
    "locale/seen/en.yml": ("locale/seen/en.yml:1:1", "did you mean `en.yaml`?"),
    "locale/en.yaml.txt": ("locale/en.yaml.txt", "call it `en.yaml`"),
    "art/ships/ship-royal.svg": (
        "art/ships/: what is in `art/` stands in no folder of its own",
        "move it up",
    ),
    "faces/cards/card-coco.yaml": (
        "faces/cards/: what is in `faces/` stands in no folder of its own",
        "move it up",
    ),
    "art/ship-sahara.SVG": (
        "art/ship-sahara.SVG: no file names this picture",
        "did you mean `ship-sahara.svg`?",
    ),
    "art/pirate-brain.svg.svg": (
        "art/pirate-brain.svg.svg: no file names this picture",
        "did you mean `pirate-brain.svg`?",
    ),
    "art/Coin-1.psd": ("art/Coin-1.psd", "convert it"),
    "faces/harbour.yaml/a": ("faces/harbour.yaml/: this is a folder", "a file called `harbour.yaml`"),
    "art/pirate-belgo.svg/a": ("art/pirate-belgo.svg/: this is a folder", "a file called"),
    "faces/coin.json": ("faces/coin.json", "a layout is a .yaml file"),
    "fonts/more/PirataOne-Regular.ttf": (
        "fonts/more/: what is in `fonts/` stands in no folder of its own",
        "move it up",
    ),
    "faces/ship-cocoo.yaml": ("faces/ship-cocoo.yaml:1:1", "did you mean `ship-coco`"),
    "art/ship-vipper.svg": (
        "art/ship-vipper.svg: no file names this picture",
        "did you mean `ship-viper.svg`?",
    ),
    "art/element-hul.svg": (
        "art/element-hul.svg: no file names this picture",
        "did you mean `element-hull.svg`?",
    ),
}


def test_files_and_folders_that_nothing_reads_are_told_with_what_was_meant(tmp_path: Path) -> None:
    texts = {"svg": DRAWING, "yaml": "a: b\n", "ttf": "no font"}
    files = {
        name: LAYOUT if name.startswith("faces") else texts.get(name[-4:].strip(".").lower(), "a: b\n")
        for name in FILES
    }
    found = told(tmp_path, files)
    for place, hint in FILES.values():
        assert any(line.startswith(f"{place} file-unread: ") and hint in line for line in found), place
    assert len(found) == len(FILES)


SILENT = {
    "README.md": "# Mine\n",
    "notes.txt": "a",
    "LICENSE": "a",
    "ships.yaml~": "a",
    "#ships.yaml#": "a",
    "ships.yaml.bak": "a",
    ".git/config": "a",
    ".vscode/settings.json": "{}",
    ".yamllint.yaml": "a: b",
    "mkdocs.yml": "a: b",
    "schemas/ships.schema.json": "{}",
    "docs/art.md": "a",
    "images/photo.xcf": "a",
    "old/events.yaml": "events: {}\n",
    "events.yaml": "events: {}\n",
    "other/pack.yaml": "extends: santy_anno\nid: other\n",
    "other/ships.yaml": "ships: {}\n",
    "ships.md": "a",
    "cards.csv": "a",
    "locale/en.po": "a",
    "art/ship-viper.pdf": "a",
    "output/mine/en/cards.pdf": "a",
    "locale/en.yaml": "texts: {ship.viper: Victory, greeting: Ahoy, tag.viper: V, card.coco.motto: Polly}\n",
    "locale/en.yaml~": "a",
    "art/spare.svg": DRAWING,
    "art/ship-viper.svg": DRAWING,
    "art/sources/ship-viper.svg": DRAWING,
    "art/sketches/boat.svg": DRAWING,
    "art/coin-7.svg": DRAWING,
    "faces/coin.yaml": (
        "face: {size: poker, alt: \"{{ plain('greeting') }}\"}\n"
        "items:\n"
        "  - use: {layout: coin-rim}\n"
        "  - text: {value: \"{{ t('tag.' ~ item.id) if false }}{{ t(item_key(item) ~ '.motto') if false }}\","
        " at: [5, 5], size: [50, 10]}\n"
    ),
    "faces/coin-rim.yaml": "items: [{circle: {at: [30, 30], r: 5, fill: gold}}]\n",
}


def test_what_is_read_and_what_is_nobodys_business_is_not_told(tmp_path: Path) -> None:
    head = "languages: [en]\npalette: {gold: {hex: '#7a5a10'}}\n"
    found = [line for line in told(tmp_path, SILENT, head) if "-unread" in line]
    assert found == []


NAMES = {
    "locale/en.yaml": (
        "verbatim: [ship.vipr, 'pirate.*']\n"
        "lexicon: {nouns: {hulll: {forms: {nom: hull}}}, adjectives: {gren: {forms: {base: green}}}}\n"
        "texts: {game: {titel: Mine}, card.coco.nmae: Polly, pirate.brian: X, rulebook.story.leed: Y}\n",
        ["1:12 name-unread", "2:19 name-unread", "2:62 name-unread"],
    ),
    "pirates.yaml": (
        "pirates: {brain: {provenance: {Name: review}}}\n",
        ["1:32 name-unread: did you mean `name`?"],
    ),
    "ships.yaml": (
        "ships: {viper: {provenance: {color: review}}}\n",
        ["1:30 name-unread: did you mean `colours`"],
    ),
    "rulebook.yaml": (
        "seats: [paradise, sahra]\ncrew: {brian: sahara, belgo: paradize}\n",
        ["1:19 rulebook-unknown: did you mean `sahara`?", "2:8 rulebook-unknown", "2:30 rulebook-unknown"],
    ),
}


def test_names_that_stand_for_nothing_are_told_at_their_lines(tmp_path: Path) -> None:
    found = told(tmp_path, {name: text for name, (text, _) in NAMES.items()})
    for name, (_, places) in NAMES.items():
        for place in places:
            assert any(line.startswith(f"{name}:{place}") for line in found), place
    for key in ("game.title", "card.coco.name", "pirate.brain", "rulebook.story.lead"):
        assert any("text-unread" in line and f"did you mean `{key}`" in line for line in found), key
    assert len(found) == 12


def test_forms_slots_and_ordinals_that_nothing_asks_for_are_told(tmp_path: Path) -> None:
    french = (
        "ordinals: {oen: er, f.one: re}\n"
        "lexicon:\n"
        "  slots: {colur: [red]}\n"
        "  nouns: {hull: {forms: {shrot: coque}}}\n"
        "  adjectives: {red: {forms: {mine: rouge}}}\n"
        "texts: {game.title: 'Le {red:mine}'}\n"
    )
    found = told(tmp_path, {"locale/fr.yaml": french}, "languages: [en, fr]\n")
    assert [line.partition(":")[2] for line in found] == [
        "1:12 name-unread: did you mean `one`?",
        "3:11 name-unread: did you mean `colour` or `colours`?",
        "4:26 name-unread: did you mean `short`?",
    ]


def test_fonts_that_no_role_names_are_told_but_not_those_of_a_named_family(tmp_path: Path) -> None:
    fonts = ("Pirate.otf", "Pirate.ttf", "SourceSerif4-Black.ttf", "sourceserif4-bold.ttf", "PirataOne.ttf")
    found = told(tmp_path, {f"fonts/{name}": "a" for name in fonts})
    told_of = sorted(line.removeprefix("fonts/").partition(":")[0].partition(" ")[0] for line in found)
    assert told_of == ["PirataOne.ttf", "Pirate.otf", "Pirate.ttf", "sourceserif4-bold.ttf"]
    assert any("did you mean `SourceSerif4-Bold.ttf`?" in line for line in found)


def test_a_colour_that_nothing_has_is_told(tmp_path: Path) -> None:
    found = told(tmp_path, {}, "languages: [en]\npalette: {gren: {hex: '#3dae8a'}}\n")
    assert found[0] == "pack.yaml:4:11 name-unread: did you mean `green`?"


EXAMPLE_CARDS = {
    "prefer: element-hull,": ("prefer: element-hul,", "`element-hul`"),
    "prefer: number-3,": ("prefer: name-p,", "`name-p`"),
    "pirate: bamba,": ("pirate: bambi,", "`bambi`"),
    "from: viper,": ("from: vipper,", "`vipper`"),
    "other: royal,": ("other: loyal,", "`loyal`"),
    "item: sahara,": ("item: sahra,", "`sahra`"),
    "colour-yellow, name-p, element": ("colour-yelow, name-p, element", "`colour-yelow`"),
}


def test_the_examples_of_a_rulebook_name_what_there_is(tmp_path: Path) -> None:
    text = (BUNDLED / "rulebook.yaml").read_text(encoding="utf-8")
    for old, (new, _) in EXAMPLE_CARDS.items():
        assert old in text
        text = text.replace(old, new, 1)
    report = check(few_languages(copy_pack(tmp_path, {"rulebook.yaml": text}), ["en"]))
    found = [item.message for item in report if item.code == "rulebook-unknown"]
    assert len(found) == len(EXAMPLE_CARDS)
    assert all(any(name in message for message in found) for _, name in EXAMPLE_CARDS.values())


def test_words_of_another_language_that_nothing_says_are_told(tmp_path: Path) -> None:
    text = (BUNDLED / "rulebook.yaml").read_text(encoding="utf-8")
    text = re.sub(r"^foreign:.*$", "foreign: {fr: [Sahara, Vulture, Sahra]}", text, count=1, flags=re.MULTILINE)
    head = "extends: santy_anno\nid: mine\nlanguages: [en, fr]\n"
    files = {
        "pack.yaml": head,
        "rulebook.yaml": text,
        "ships.yaml": "ships: {viper: {name: Vulture}, vagabond: {name: Valkyrie}}\n",
    }
    report = check(overlay(tmp_path, files))
    assert [item.message for item in report if item.code == "name-unread"] == ["nothing says `Sahra`"]


def test_a_variant_without_what_the_rulebook_below_wishes_for_hears_nothing_of_it(tmp_path: Path) -> None:
    found = told(tmp_path, {"cards.yaml": "cards: {coco: withdrawn, element-hull: withdrawn}\n"})
    assert [line for line in found if "rulebook-unknown" in line] == []


def test_thousands_of_texts_that_nothing_says_are_told_in_short(tmp_path: Path) -> None:
    texts = "".join(f"  word.{n}: a\n" for n in range(5_000))
    found = told(tmp_path, {"locale/en.yaml": f"texts:\n{texts}"})
    assert len(found) == 51


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
@pytest.mark.long
def test_nothing_is_told_of_an_example(path: Path) -> None:
    found = [item.short() for item in check(path) if item.code.endswith(("-unread", "-unknown"))]
    assert found == []


def test_cards_that_no_pile_prints_are_told(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    new_of_game(root, "deck")
    for name in ("heroes", "tokens", "Big Foes"):
        (root / f"{name}.csv").write_text("name,copies\nAda,2\n", "utf-8")
    (root / "rulebook.md").write_text("# Rules\n\n## Begin\n\nTake {tokens} tokens.\n", "utf-8")
    told = [item for item in check(root) if item.code == "name-unread"]
    assert [(str(item.span), item.message) for item in told] == [
        (f"{root}/{file}.csv:1:1", f"no pile prints the cards of `{kind}`")
        for file, kind in (("Big Foes", "big-foes"), ("heroes", "heroes"))
    ]


@pytest.mark.parametrize("rows", ["", "name,cost,copies\n", "name,cost,copies\nOwl,1,0\n"])
def test_a_layout_is_read_also_where_there_is_no_card_yet(rows: str, tmp_path: Path) -> None:
    new_of_game(tmp_path / "mine", "deck")
    (tmp_path / "mine" / "cards.csv").write_text(rows, "utf-8")
    assert "file-unread" not in {item.code for item in check(tmp_path / "mine")}


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.long
def test_nothing_is_told_of_a_new_pack(full: bool, tmp_path: Path) -> None:
    new_pack(tmp_path / "mine", "santy_anno", full)
    assert [item.short() for item in check(tmp_path / "mine") if item.severity != "notice"] == []


def test_a_section_that_waits_for_what_the_game_does_not_have_is_told(tmp_path: Path) -> None:
    text = (BUNDLED / "rulebook.yaml").read_text(encoding="utf-8").replace("when: events\n", "when: eventz\n", 1)
    found = check(copy_pack(tmp_path, {"rulebook.yaml": text})).errors
    assert [(item.code, item.hints[0][:21]) for item in found] == [("rulebook-name", "did you mean `events`")]


@pytest.mark.parametrize("name", ["art", "faces", "fonts", "locale"])
def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path, name: str) -> None:
    assert told(tmp_path, {name: "a"}) == [f"{name}: this is a file file-unread: a folder called `{name}` is wanted"]


def test_no_line_of_a_file_out_of_the_pack_is_shown(tmp_path: Path) -> None:
    (tmp_path / "private.yaml").write_text("secret: 1\n", encoding="utf-8")
    root = tmp_path / "mine"
    root.mkdir()
    (root / "ship.yaml").symlink_to("../private.yaml")
    found = told(tmp_path, {})
    assert found == ["ship.yaml file-unread: did you mean `ships.yaml`?"]


def test_what_is_no_plain_file_in_the_place_of_a_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine" / "art").mkdir(parents=True)
    os.mkfifo(tmp_path / "mine" / "art" / "ship-viper.svg")
    assert told(tmp_path, {})[0].startswith("art/ship-viper.svg: this is no plain file file-unread")


def test_notes_that_lead_out_of_the_pack_are_told_once(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "mine" / "locale").mkdir(parents=True)
    (tmp_path / "mine" / "locale" / "seen").symlink_to("../../out")
    (tmp_path / "out" / "seen.yaml").write_text("a: b\n", encoding="utf-8")
    assert [line for line in told(tmp_path, {}) if "pack-outside" in line] == [
        " pack-outside: put the file itself there"
    ]


@pytest.mark.parametrize("folder", ["locale", "faces", "art", "fonts"])
def test_what_a_folder_that_leads_out_holds_is_not_told(tmp_path: Path, folder: str) -> None:
    outside = tmp_path / "secret"
    outside.mkdir()
    for name in ("a.yml", "b.yaml", "c.png", "d.ttf", "e.svg"):
        (outside / name).write_text("x: 1\n", encoding="utf-8")
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.yaml").write_text('extends: santy_anno\nid: mine\nversion: "1"\nlanguages: [en]\n', encoding="utf-8")
    (pack / folder).symlink_to(outside)
    (line,) = [item.short() for item in check(pack)]
    assert "is a link that leads out of the pack's folder" in line


def test_a_picture_of_another_ending_is_told_for_it_stands_in_for_none(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    (root / "art").mkdir(parents=True)
    (root / "pack.yaml").write_text("extends: santy_anno\nid: mine\nlanguages: [en]\n")
    for name in ("coco.png", "coc.png", "sketch of mine.png", "shown.png"):
        Image.new("RGB", (300, 300), "#c9a66b").save(root / "art" / name)
    (root / "faces").mkdir()
    (root / "faces" / "card-coco.yaml").write_text(
        'face: {size: poker, alt: Coco}\nitems:\n  - art: {file: "shown.png", at: [5, 5], size: [30, 30]}\n'
    )
    told = {
        (item.message.replace(f"{tmp_path}/", ""), item.hints[0]) for item in check(root) if item.code == "file-unread"
    }
    assert told == {
        (
            "nothing reads mine/art/coco.png: no file names this picture",
            "`coco.svg` is asked for, with this ending; name yours in a layout of your own",
        ),
        ("nothing reads mine/art/coc.png: no file names this picture", "did you mean `coco.svg`?"),
    }


def test_what_the_pack_of_an_installed_game_says_its_code_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"locale/en.yaml": "texts:\n  owls.hoot: Hoot!\n"}
    assert told(tmp_path, said) == ["locale/en.yaml:2:14 text-unread: take it away, or correct its name"]
    monkeypatch.setattr("santy_print.unread.named_pack", lambda name: tmp_path / "mine")
    assert told(tmp_path, said) == []


def test_a_piece_without_a_back_is_no_layout_without_a_name(tmp_path: Path) -> None:
    for name in (
        "pack.yaml",
        "cards.yaml",
        "components.yaml",
        "locale/en.yaml",
        "faces/board.yaml",
        "faces/token.yaml",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (
            (EXAMPLES[0].parent / "little-board" / name).read_text(encoding="utf-8").replace(", back: token-back", "")
        )
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "faces" / "zzzz.yaml").write_text(LAYOUT, encoding="utf-8")
    (fault,) = [item for item in check(tmp_path) if item.code == "file-unread"]
    assert fault.hints[0].startswith("known here: `board`")

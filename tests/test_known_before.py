"""Known before: a pack is changed, and what a cache filled by its older self says of it is what a cold look says."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from santy_print import checking, diag
from santy_print.build import build
from santy_print.checking import check
from santy_print.diag import PackError, Report, render
from santy_print.folders import data_folder
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, Options
from tests.packs import few_languages
from tests.test_overlay import overlay

HEAD = """game: deck
id: deck
version: 1.0
source_language: en
languages: [en]
credits: {designer: You, publisher: At home, year: 2026}
palette: {red: {hex: "#c8553d"}}
fonts: {title: SourceSerif4-SemiBold}
"""
PARTS = "parts:\n  cards:\n    piles:\n      - {each: cards, layout: card}\n"
OTHERS = "  others:\n    piles:\n      - {each: one, layout: other}\n"
"""A part that is always sound, so that something is kept."""
WORDS = "language: en\nname: English\ntexts:\n  game.title: Deck\n  part.cards: Cards\n  part.others: Others\n"


def face(*items: str) -> str:
    """A layout that draws these items."""
    return "\n".join(['face: {width: 40, height: 60, alt: "{{ item.id }}"}', "items:", *(f"  - {i}" for i in items)])


NAME = 'text: {value: "{{ item.name }}", at: [3, 3], size: [34, 12]}'
PICTURE = "{when: item.shown, image: {file: photo.png, at: [5, 20], size: [30, 30]}}"
SMALL = f"group: {{scale: 0.5, items: [{{{NAME}}}]}}"
RECT = 'rect: {at: ["{{ range(0, 200)|sum % 9 }}", "{{ range(0, 200)|sum % 7 }}"], size: [3, 3], fill: red}'
TOILS = f'repeat: {{over: "range(0, 200)", as: n}}\n    {RECT}'
"""A thing that takes a face some 110,000 steps."""
FIELDS, PARTS_OF = (NAME.replace("item.name", f"{what}|join(' ')") for what in ("item", "item.of"))
SIGN = 'items:\n  - when: item.name != "\u200b"\n    rect: {at: [1, 1], size: [2, 2]}\n'
"""A layout with a character that nobody sees."""


def cards(*fields: str) -> str:
    return "\n".join(["cards:", *(f"  {chr(97 + n)}: {{{text}}}" for n, text in enumerate(fields))]) + "\n"


def deck(folder: Path, files: Mapping[str, str]) -> Path:
    """A deck of two cards, these files over it, or these alone in one that is there."""
    root, first = folder / "deck", {"pack.yaml": HEAD, "components.yaml": PARTS + OTHERS, "locale/en.yaml": WORDS}
    first |= {"faces/card.yaml": face(NAME), "cards.yaml": cards("name: A", "name: B")}
    first |= {"faces/other.yaml": face("circle: {at: [9, 9], r: 3, fill: red}")}
    for name, text in {**({} if root.is_dir() else first), **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def found(root: Path, kept: Path | None, strict: bool = False) -> str:
    """What a check says."""
    return render(list(check(str(root), cache=kept, strict=strict).report.sorted()), "human")


def made(root: Path, kept: Path | None, *parts: str) -> tuple[str, dict[str, bytes]]:
    """What a build says, and its files."""
    out, report = root.parent / "out", Report()
    shutil.rmtree(out, ignore_errors=True)
    try:
        build(load_pack(root), out, Options(parts=parts), {}, Conduct(cache=kept, report=report))
    except PackError as fault:
        report = fault.report
    said = render(list(report.sorted()), "human")
    return said, {path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


CHANGES: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "the order of a card's fields": (
        {"faces/card.yaml": face(FIELDS), "cards.yaml": cards("name: A, x: 1, y: 2")},
        {"cards.yaml": cards("name: A, y: 2, x: 1")},
    ),
    "the order within a field": (
        {"faces/card.yaml": face(PARTS_OF), "cards.yaml": cards("name: A, of: {x: 1, y: 2}")},
        {"cards.yaml": cards("name: A, of: {y: 2, x: 1}")},
    ),
    "the first of two cards with a coarse picture": (
        {"faces/card.yaml": face(NAME, PICTURE), "cards.yaml": cards("name: A, shown: x", "name: B, shown: x")},
        {"cards.yaml": cards('name: A, shown: ""', "name: B, shown: x")},
    ),
    "the second of two cards in too small a type": (
        {"faces/card.yaml": face(SMALL)},
        {"cards.yaml": cards("name: A", "name: C")},
    ),
    "the first of two cards on a layout with what cannot be seen": (
        {"faces/sign.yaml": SIGN, "faces/card.yaml": face(NAME, "{when: item.shown, use: {layout: sign}}"),
         "cards.yaml": cards("name: A, shown: x", "name: B, shown: x")},
        {"cards.yaml": cards('name: A, shown: ""', "name: B, shown: x")},
    ),
    "a deck that grew until it is too much work": (
        {"faces/card.yaml": face(NAME, TOILS), "cards.yaml": cards(*(f"name: N{n}" for n in range(14)))},
        {"cards.yaml": cards(*(f"name: N{n}" for n in range(26)))},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_deck_is_told_and_built_as_if_nobody_had_seen_it(what: str, tmp_path: Path) -> None:
    before, after = CHANGES[what]
    kept, root = tmp_path / "kept", deck(tmp_path, before)
    (root / "art").mkdir()
    Image.new("RGB", (60, 60), "#4080c0").save(root / "art" / "photo.png")
    found(root, kept), made(root, kept)
    deck(tmp_path, after)
    assert (found(root, kept), made(root, kept)) == (found(root, None), made(root, None))


def test_what_is_wrong_with_more_faces_than_are_told_is_told_of_the_rest_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diag, "MAX_ALIKE", 2)

    def names(faulty: str) -> dict[str, str]:
        return {"cards.yaml": cards(*(f"name: {n}{'x' * 60 * (n in faulty)}" for n in "123456"))}

    kept, root = tmp_path / "kept", deck(tmp_path, names("123456"))
    assert "does not fit" in made(root, kept)[0]
    deck(tmp_path, names("56"))
    assert "does not fit" in made(root, kept)[0]


def test_packs_of_two_games_share_no_face(tmp_path: Path) -> None:
    bundled, kept = data_folder("content") / "sandokan", tmp_path / "kept"
    for name in ("one", "two"):
        root = tmp_path / name
        shutil.copytree(bundled, root)
        text = (few_languages(root, ("en",)) / "pack.yaml").read_text(encoding="utf-8")
        assert "languages: [en]" in text
        (root / "components.yaml").write_text(PARTS.replace("each: cards", "each: one"), encoding="utf-8")
        (root / "faces").mkdir()
        (root / "faces" / "card.yaml").write_text(face("text: {value: A, at: [3, 3], size: [34, 12], style: title}"))
    one, two = tmp_path / "one", tmp_path / "two"
    for path in one.glob("*.yaml"):
        if path.name != "components.yaml":
            path.unlink()
    palette = text[text.index("\npalette:") :]
    (one / "pack.yaml").write_text(HEAD[: HEAD.index("palette:")] + palette, encoding="utf-8")
    (one / "cards.yaml").write_text(cards("name: A"), encoding="utf-8")
    assert made(one, kept)[1], "the styles of any game have a title"
    said, files = made(two, kept)
    assert "there is no text style `title`" in said, "Sandokan's have none"
    assert not files


def test_words_that_stand_in_for_others_are_followed(tmp_path: Path) -> None:
    files = {
        "pack.yaml": "extends: santy_anno\nid: mine\nlanguages: [en]\n",
        "events.yaml": "events:\n  hurricane: {kind: whirlwind}\n",
        "components.yaml": "parts:\n  notes:\n    piles:\n      - {each: one, layout: note}\n",
        "locale/en.yaml": "texts:\n  part.notes: Notes\n  event.hurricane.name: Hurricane\n",
        "faces/note.yaml": face("text: {value: \"{{ t('event.hurricane.effect') }}\", at: [3, 3], size: [34, 50]}"),
    }
    kept, root = tmp_path / "kept", overlay(tmp_path, files)
    first = made(root, kept, "notes")
    (root / "events.yaml").write_text("events:\n  hurricane: {kind: rum}\n", encoding="utf-8")
    assert made(root, kept, "notes") == made(root, None, "notes") != first


def test_a_font_that_changes_while_somebody_watches_is_read_again(tmp_path: Path) -> None:
    fonts = Path(diag.__file__).parent / "fonts"
    root = deck(tmp_path, {"pack.yaml": HEAD.replace("SourceSerif4-SemiBold", "Mine")})
    deck(tmp_path, {"faces/card.yaml": face(NAME.replace("size:", "style: title, size:"))})
    (root / "fonts").mkdir()
    looks = []
    for name in ("SourceSerif4-SemiBold", "DejaVuSans", "SourceSerif4-SemiBold"):
        shutil.copy(fonts / f"{name}.ttf", root / "fonts" / "Mine.ttf")
        looks.append(made(root, tmp_path / "kept"))
        assert looks[-1][1]
    assert looks[0] == looks[2] != looks[1]
    elsewhere = deck(tmp_path / "elsewhere", {"pack.yaml": HEAD.replace("SourceSerif4-SemiBold", "Mine")})
    deck(tmp_path / "elsewhere", {"faces/card.yaml": face(NAME.replace("size:", "style: title, size:"))})
    shutil.copytree(root / "fonts", elsewhere / "fonts")
    shutil.copy(fonts / "DejaVuSans.ttf", elsewhere / "fonts" / "Mine.ttf")
    assert made(elsewhere, None) == looks[1], "as whoever never saw another font"


def test_what_a_check_lets_pass_a_strict_one_does_not_call_too_much(tmp_path: Path) -> None:
    below = TOILS.replace("% 7", "% 7 + 30")  # clear of the name
    root = deck(
        tmp_path, {"faces/card.yaml": face(NAME, below), "cards.yaml": cards(*(f"name: N{n}" for n in range(14)))}
    )
    assert not found(root, None, strict=True)


LONG = {"cards.yaml": cards(f"name: {'x' * 60}", "name: B")}


def test_what_is_written_while_a_check_looks_is_not_taken_for_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, root = tmp_path / "kept", deck(tmp_path, {})

    def load(name: str) -> Pack:
        pack = load_pack(name)
        deck(tmp_path, LONG)
        return pack

    monkeypatch.setattr(checking, "load_pack", load)
    assert "does not fit" not in found(root, kept)
    monkeypatch.undo()
    assert "does not fit" in found(root, kept)


def test_what_was_not_yet_read_as_it_was_written_anew_is_not_called_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, root = tmp_path / "kept", deck(tmp_path, LONG)

    def load(name: str) -> Pack:
        deck(tmp_path, {"cards.yaml": cards("name: A", "name: B")})
        return load_pack(name)

    monkeypatch.setattr(checking, "load_pack", load)
    assert "does not fit" not in found(root, kept)
    monkeypatch.undo()
    deck(tmp_path, LONG)
    assert "does not fit" in found(root, kept)

"""What `check` finds no error in is built; what a build is refused for `check` tells, at the line of who wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from santy_print import checking, vouch
from santy_print.diag import render
from santy_print.faces import Faces, Purpose
from santy_print.faces.seen import Seen
from santy_print.parts import all_frames
from santy_print.parts.hashes import frame_hash
from tests.built import bundled
from tests.thinned import thinned
from tests.vouching import PARTS, judged, put_up

HEAD = "language: en\nname: English\n"
LONG = "Her Majesty's Most Excellent and Weatherbeaten Ship of the Line"
FACE = 'face: {width: 40, height: 30, alt: "{{ item.id }}"}\n'

ROUNDEL = "use: {{layout: card-letter, at: [{x}, 15], give: {{text: RR, r: 4, style: letter}}}}"


def words(*lines: str) -> dict[str, str]:
    return {"locale/en.yaml": HEAD + "texts:\n" + "".join(f"  {line}\n" for line in lines)}


def parts(*lines: str) -> dict[str, str]:
    return {"components.yaml": PARTS + "".join(f"  {line}\n" for line in lines)} | words("part.mine: Mine")


def mine(layout: str, pile: str = "{each: ships, layout: mine}") -> dict[str, str]:
    return parts(f"mine: {{piles: [{pile}]}}") | {"faces/mine.yaml": layout}


def drawn(items: str) -> dict[str, str]:
    return mine(FACE + "items:\n" + "".join(f"  - {line}\n" for line in items.split("\n")))


MINE = len(PARTS.splitlines()) + 1
"""The line of a part of one's own."""
SPOILED: dict[str, tuple[Mapping[str, str], str]] = {
    # components.yaml
    "each": (parts("mine: {piles: [{each: boats, layout: ship}]}"), f"build-item components.yaml:{MINE}"),
    "layout": (parts("mine: {piles: [{each: ships, layout: shipp}]}"), f"face-missing components.yaml:{MINE}"),
    "back": (parts("mine: {piles: [{each: ships, layout: ship, back: bck}]}"), f"face-missing components.yaml:{MINE}"),
    "layout of an item": (
        parts('mine: {piles: [{each: ships, layout: "s-{{ item.id }}"}]}'),
        f"face-missing components.yaml:{MINE}",
    ),
    "layout without such a field": (
        parts('mine: {piles: [{each: ships, layout: "{{ item.kind }}"}]}'),
        f"face-expression components.yaml:{MINE}",
    ),
    "copies in words": (
        parts("mine: {piles: [{each: ships, layout: ship, copies: two}]}"),
        f"build-item components.yaml:{MINE}",
    ),
    "copies below nothing": (
        parts('mine: {piles: [{each: ships, layout: ship, copies: "-1"}]}'),
        f"build-item components.yaml:{MINE}",
    ),
    "copies of a name": (
        parts('mine: {piles: [{each: ships, layout: ship, copies: "{{ item.name }}"}]}'),
        f"build-item components.yaml:{MINE}",
    ),
    "copies that cannot be read": (
        parts('mine: {piles: [{each: ships, layout: ship, copies: "{{ item. }}"}]}'),
        f"face-expression components.yaml:{MINE}",
    ),
    "copies of a field that is not there": (
        parts('mine: {piles: [{each: ships, layout: ship, copies: "{{ item.cpies }}"}]}'),
        f"face-expression components.yaml:{MINE}",
    ),
    "far too many copies": (
        parts('mine: {piles: [{each: ships, layout: ship, copies: "10001"}]}'),
        f"build-item components.yaml:{MINE}",
    ),
    "part without words": (
        {"components.yaml": PARTS + "  other: {piles: [{each: ships, layout: ship}]}\n"},
        f"text-missing components.yaml:{MINE}",
    ),
    "part with words that cannot be said": (
        parts("mine: {piles: [{each: ships, layout: ship}]}") | words('part.mine: "{n} ships"'),
        "text-value en.yaml:4",
    ),
    "part called answers": (
        parts("answers: {piles: [{each: ships, layout: ship}]}"),
        f"build-name components.yaml:{MINE}",
    ),
    "part called rulebook": (
        parts("rulebook: {piles: [{each: ships, layout: ship}]}"),
        f"build-name components.yaml:{MINE}",
    ),
    "part called as the booklet": (
        parts("rulebook-booklet: {piles: [{each: ships, layout: ship}]}") | words("part.rulebook-booklet: Fold"),
        f"build-name components.yaml:{MINE}",
    ),
    "part called as a proof of another": (
        parts("ships-proof: {piles: [{each: ships, layout: ship}]}") | words("part.ships-proof: Proof"),
        f"build-name components.yaml:{MINE}",
    ),
    "things of one id": (
        parts("mine: {piles: [{each: ships, layout: mine}, {each: game, layout: mine}]}")
        | {"faces/mine.yaml": 'face: {width: 40, height: 30, alt: "a"}\nitems: []\n'}
        | {
            "ships.yaml": "ships: {viper: withdrawn, game: {name: Vame, number: 5, corner: top-left,\n"
            "  art: ship-viper.svg, colours: {nest: blue, sails: green, hull: red, plate: yellow}}}\n"
        },
        f"face-twice components.yaml:{MINE}",
    ),
    # layouts
    "layout is no YAML": (mine("face: [\n"), "yaml-syntax mine.yaml:2"),
    "layout without a face": (mine("items: []\n"), "face-value mine.yaml:1"),
    "key of a layout": (mine(FACE + "itemz: []\n"), "schema-unknown mine.yaml:2"),
    "field of an item": (
        drawn('text: {value: "{{ item.nmae }}", at: [1, 1], size: [38, 20]}'),
        "face-expression mine.yaml:3",
    ),
    "field in the alt": (
        mine('face: {width: 40, height: 30, alt: "{{ item.nmae }}"}\nitems: []\n'),
        "face-expression mine.yaml:1",
    ),
    "field in a when": (
        mine(FACE + "items:\n  - when: item.nmae\n    rect: {at: [1, 1], size: [5, 5]}\n"),
        "face-expression mine.yaml:3",
    ),
    "filter": (
        drawn('text: {value: "{{ item.name|uper }}", at: [1, 1], size: [38, 20]}'),
        "face-expression mine.yaml:3",
    ),
    "text that is not there": (
        drawn("text: {value: \"{{ t('ship.viper.motto') }}\", at: [1, 1], size: [38, 20]}"),
        "text-missing mine.yaml:3",
    ),
    "style": (drawn('text: {value: "a", at: [1, 1], size: [38, 20], style: txt}'), "face-style mine.yaml:3"),
    "colour": (drawn("rect: {at: [1, 1], size: [38, 20], fill: magenta}"), "face-colour mine.yaml:3"),
    "number": (drawn("rect: {at: [1, one], size: [38, 20]}"), "face-value mine.yaml:3"),
    "size below nothing": (drawn("rect: {at: [1, 1], size: [-38, 20]}"), "face-value mine.yaml:3"),
    "path": (drawn("path: {d: M0}"), "face-value mine.yaml:3"),
    "picture": (drawn("art: {file: nothing.svg, at: [1, 1], size: [5, 5]}"), "art-missing mine.yaml:3"),
    "picture of an item": (
        drawn('art: {file: "{{ item.id }}.svg", at: [1, 1], size: [5, 5]}'),
        "art-missing mine.yaml:3",
    ),
    "photo": (drawn("image: {file: nothing.png, at: [1, 1], size: [5, 5]}"), "art-missing mine.yaml:3"),
    "part of a picture": (
        drawn('art: {file: "{{ item.art }}", at: [1, 1], size: [5, 5], paint: {keel: red}}'),
        "face-value mine.yaml:3",
    ),
    "layout in a layout": (drawn("use: {layout: nothing}"), "face-missing mine.yaml:3"),
    "layout in itself": (drawn("use: {layout: mine}"), "face-too-big mine.yaml:3"),
    "text too long for its box": (
        drawn('text: {value: "a text that is much too long for so small a box", at: [1, 1], size: [8, 4]}'),
        "text-overflow mine.yaml:3",
    ),
    "text over the edge": (
        drawn('text: {value: "over", at: [35, 1], size: [20, 5]}'),
        "text-outside mine.yaml:3",
    ),
    "roundel over the edge, that stood well before": (
        drawn(f"{ROUNDEL.format(x=20)}\n{ROUNDEL.format(x=-1)}"),
        "text-outside card-letter.yaml:17",
    ),
    "roundel in a clip, that stood well before": (
        drawn(f"{ROUNDEL.format(x=20)}\ngroup: {{clip: [19, 30], items: [{{{ROUNDEL.format(x=20)}}}]}}"),
        "text-outside card-letter.yaml:17",
    ),
    "word too long in the second language": (
        drawn("text: {value: \"{{ 'a' if language == 'en' else 'much too long' }}\", at: [1, 1], size: [8, 4]}")
        | {"pack.yaml": "extends: santy_anno\nid: small\nlanguages: [en, fr]\n"}
        | {"locale/fr.yaml": HEAD.replace("en", "fr") + "texts: {part.mine: Mine}\n"},
        "text-overflow mine.yaml:3",
    ),
    "letter that no font has": (drawn('text: {value: "ก", at: [1, 1], size: [20, 5]}'), "text-glyph mine.yaml:3"),
    "outline": (mine(FACE.replace("}\n", ", outline: hexx}\n")), "face-value mine.yaml:1"),
    "picture that is none": (
        drawn("art: {file: mine.svg, at: [1, 1], size: [5, 5]}") | {"art/mine.svg": "<svg>"},
        "art-syntax mine.svg:1",
    ),
    "card too large for the paper": (
        mine('face: {width: 300, height: 300, alt: "a"}\nitems: []\n', "{each: one, layout: mine, back: mine}"),
        "paper-too-small mine.yaml:1",
    ),
    # values of the pack
    "ship's name too long": ({"ships.yaml": f"ships:\n  viper:\n    name: V{LONG}\n"}, "text-overflow ships.yaml:3"),
    "ship's name in letters that no font has": (
        {"ships.yaml": "ships:\n  viper:\n    name: Vกข\n"},
        "text-glyph ships.yaml:3",
    ),
    # texts
    "card's words too long": (words(f"event.rum.effect: {f'{LONG} ' * 9}"), "text-overflow en.yaml:4"),
    "card's words in letters that no font has": (words("event.rum.effect: Rum ก"), "text-glyph en.yaml:4"),
    "house word that cannot be said": (words('sheet.ruler: "{n} mm"'), "text-value en.yaml:4"),
    "legend that cannot be said": (words('sheet.legend: "{what}"'), "text-value en.yaml:4"),
    "house word withdrawn": (words("sheet.ruler: withdrawn"), "text-missing en.yaml:4"),
    "side withdrawn": (words("sheet.back: withdrawn"), "text-missing en.yaml:4"),
    "title withdrawn": (words("game.title: withdrawn"), "text-missing en.yaml:4"),
    "credits withdrawn": (words("game.credits: withdrawn"), "text-missing en.yaml:4"),
    "corner withdrawn": (words("corner.top-left: withdrawn"), "text-missing en.yaml:4"),
    "word of a tile withdrawn": (words("token.part: withdrawn"), "text-missing en.yaml:4"),
    # documents
    "rule withdrawn": (words("rulebook.story.lead: withdrawn"), "rulebook-words"),
    "label withdrawn": (words("rulebook.labels.example: withdrawn"), "text-missing en.yaml:4"),
    "tagline withdrawn": (words("rulebook.tagline: withdrawn"), "text-missing en.yaml:4"),
    "pair withdrawn": (words("rulebook.pair: withdrawn"), "text-missing en.yaml:4"),
    "rule in letters that no font has": (words("rulebook.story.lead: ก"), "text-glyph en.yaml:4"),
    "rule that cannot be said": (words('rulebook.story.lead: "{nobody}"'), "text-value en.yaml:4"),
    "answers' title withdrawn": (words("answers.title: withdrawn"), "text-missing en.yaml:4"),
    "answers' label in letters that no font has": (words("answers.ships: ก"), "text-glyph en.yaml:4"),
    "figure that the game does not have": (
        {"rulebook.yaml": "sections:\n  - id: story\n    blocks:\n      - {kind: figure, name: nothing}\n"},
        "rulebook-name rulebook.yaml:4",
    ),
}
SOUND: dict[str, Mapping[str, str]] = {
    "as it is": {},
    "part of one's own": drawn('text: {value: "{{ item.name }}", at: [1, 1], size: [38, 20]}'),
    "part without pieces": parts('mine: {piles: [{each: ships, layout: ship, copies: "0"}]}'),
}


@pytest.mark.parametrize("name", thinned(SPOILED, 4))
def test_what_a_build_is_refused_for_is_told_by_check_at_its_line(name: str, tmp_path: Path) -> None:
    files, expected = SPOILED[name]
    found = judged(tmp_path, files)
    assert bool(found.refused) == bool(found.checked), (found.told(), found.refused)
    assert found.checked, "this pack is spoiled"
    assert any(told.startswith(expected) for told in found.told()), found.told()
    assert len({(item.code, str(item.span), item.hints) for item in found.checked}) == len(found.checked)


@pytest.mark.parametrize("name", thinned(SOUND))
def test_what_check_finds_no_error_in_is_built(name: str, tmp_path: Path) -> None:
    found = judged(tmp_path, SOUND[name])
    assert (found.told(), found.refused) == ([], [])


# What was found before


def told(root: Path, cache: Path | None, strict: bool = False) -> str:
    return render(checking.check(str(root), cache=cache, strict=strict).report.sorted(), "human")


def test_the_same_is_told_of_the_same_files_without_looking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = put_up(tmp_path, SPOILED["ship's name too long"][0] | words("sheet.ruler: withdrawn"))
    anew, first = told(root, None), told(root, tmp_path / "kept")
    monkeypatch.setattr(vouch, "vouch", None)
    assert anew == first == told(root, tmp_path / "kept")
    assert "text-overflow" in anew


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.long
def test_every_change_of_a_file_is_seen(tmp_path: Path, strict: bool) -> None:
    root, kept = put_up(tmp_path, {}), tmp_path / "kept"
    assert told(root, kept, strict) == ""
    changes = {
        "ships.yaml": f"ships: {{viper: {{name: V{LONG}}}}}\n",
        "locale/en.yaml": HEAD + "texts:\n  part.ships: ก{n}\n",
        "faces/coin.yaml": FACE + "items: [{text: {value: '{{ item.nmae }}', at: [1, 1], size: [9, 9]}}]\n",
        "components.yaml": PARTS + "  answers: {piles: [{each: ships, layout: ship}]}\n",
    }
    for name, text in changes.items():
        path = root / name
        before = path.read_bytes() if path.exists() else None
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        assert f"{name}:" in told(root, kept, strict)
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)
        assert told(root, kept, strict) == ""


@pytest.mark.long
def test_a_folder_that_cannot_be_used_or_is_damaged_is_none(tmp_path: Path) -> None:
    root, kept = put_up(tmp_path, SPOILED["each"][0]), tmp_path / "kept"
    anew = told(root, None)
    (tmp_path / "file").write_text("no folder")
    assert told(root, tmp_path / "file") == anew
    assert told(root, kept) == anew
    for path in kept.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-20])
    assert told(root, kept) == anew


@pytest.mark.long
def test_what_is_drawn_once_for_all_is_what_each_face_draws() -> None:
    pack, seen = bundled(), Seen()
    for code in ("en", "fr"):
        once = Faces(pack, pack.locales[code], purpose=Purpose(measure=True, seen=seen))
        each = Faces(pack, pack.locales[code], purpose=Purpose(measure=True))
        plain = {frame.key: frame_hash(frame) for frame in all_frames(each)}
        assert {frame.key: frame_hash(frame) for frame in all_frames(once)} == plain
        assert once.tight == each.tight
        assert not once.report.items

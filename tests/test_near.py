"""Letters keep clear of what is drawn beside them; where they once did not is found, were it drawn so again."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from santy_print.build import build
from santy_print.faces import Faces
from santy_print.faces.frames import Letters
from santy_print.faces.near import near, tell_near
from santy_print.games import santy_anno
from santy_print.i18n import with_pairs
from santy_print.pack import Pack, load_pack
from santy_print.parts import Options, all_frames
from santy_print.proof import Proofer
from tests.test_overlay import overlay

SPOKEN = {game: load_pack(game).head.languages for game in ("santy_anno", "sandokan")}


def laid(pack: Pack, language: str, *patterns: str) -> tuple[Faces, list[Letters]]:
    faces = Faces(pack, pack.locales[language], "low")
    frames = all_frames(faces, patterns)
    tell_near(frames, faces, faces.report.error)
    return faces, [letters for frame in frames for letters in near(frame)]


def with_face(folder: Path, name: str, *changes: tuple[str, str]) -> Pack:
    """The bundled set with a layout as it once was."""
    path = Path(santy_anno.__file__).parent / "faces" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    for now, once in changes:
        assert now in text
        text = text.replace(now, once)
    return load_pack(overlay(folder, {f"faces/{name}.yaml": text})).checked()


def test_two_letters_touch_the_ring_of_a_roundel_that_gives_them_its_whole_width(tmp_path: Path) -> None:
    once = ("0.8 if named else 1)", "0.8 if named else 0)"), ("{{ not long and not many }}", "false")
    pack = with_face(tmp_path, "card-letter", *once)
    faces, found = laid(pack, "de", "card-element:element-hull")
    assert {letters.text for letters in found} >= {"Ro", "Gr"}
    assert {item.code for item in faces.report} == {"text-near"}
    assert "less than 0.25 mm" in str(next(iter(faces.report)).message)


def with_large_emblems(folder: Path) -> Pack:
    """A long name over an emblem that is too large."""
    once = ("at: [34.8, 54.9], size: [6.1, 6.1]", "at: [33.8, 53.8], size: [7.2, 7.2]")
    named = "t('pirate.' ~ item.id) if item.id != 'gulliver' else 'Gaston le Goéland' }}"
    return with_face(folder, "pirate-tile", once, ("t('pirate.' ~ item.id) }}", named))


def test_a_name_touches_the_emblem_below_it(tmp_path: Path) -> None:
    pack = with_large_emblems(tmp_path)
    assert [letters.text for letters in laid(pack, "fr", "pirate-tile:*")[1]] == ["Gaston le Goéland"]


def test_a_built_file_with_a_text_that_touches_fails_its_proof(tmp_path: Path) -> None:
    pack = with_large_emblems(tmp_path)
    (made,) = build(pack, tmp_path / "out", Options(("fr",), ("tokens",)), {})
    path = tmp_path / "tokens.pdf"
    path.write_bytes(made.data)
    (fault,) = Proofer(pack).proof(path).report
    assert (fault.code, fault.severity) == ("proof-near", "error")
    assert "“Gaston le Goéland” on `pirate-tile:" in fault.message


def test_an_accent_counts_with_its_letter(tmp_path: Path) -> None:
    """The caron of a capital in a ring in which the capital alone has room enough."""
    once = ("0.55 - r|float", "-3"), ("2 * r|float - 1.1", "6"), ('round: "{{ not long }}"', 'round: "false"')
    pack = with_face(tmp_path, "ship-letter", *((f"{a} }}", f"{b} }}") for a, b in once[:2]), once[2])
    assert {letters.text for letters in laid(pack, "cs", "ship:*")[1]} == {"Žl"}
    assert not laid(pack, "en", "ship:*")[1]


def test_a_tail_counts_with_its_letter(tmp_path: Path) -> None:
    pack = with_face(tmp_path, "ship-board", ("at: [27, 110.5]", "at: [27, 111.4]"))
    assert {letters.text for letters in laid(pack, "en", "ship:*")[1]} >= {"Royal"}


@pytest.mark.parametrize(("language", "pattern"), [("de", "card-element:element-hull"), ("fr", "pirate-tile:*")])
def test_as_they_are_drawn_now_they_do_not(language: str, pattern: str) -> None:
    assert laid(load_pack("santy_anno").checked(), language, pattern)[1] == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "language"), [(game, code) for game, codes in SPOKEN.items() for code in codes])
def test_no_text_of_any_face_touches_what_is_beside_it(game: str, language: str) -> None:
    assert [item.message for item in laid(load_pack(game).checked(), language)[0].report] == []


@pytest.mark.long
@pytest.mark.parametrize("codes", ["+".join(two) for two in permutations(SPOKEN["sandokan"], 2)])
def test_names_of_ports_have_room_in_any_two_languages(codes: str) -> None:
    """Porto / Speranza / Port de / l'Espoir: four lines, and none touches the plate's edge."""
    close = laid(with_pairs(load_pack("sandokan").checked(), (codes,)), codes, "board:*")[1]
    assert [letters.text for letters in close if "Bold" in letters.font.name] == []

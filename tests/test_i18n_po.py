"""What goes through translation programs: flags and notes in a PO, templates, gettext's own tools, faults."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from santy_print import i18n
from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.faces import Faces, Purpose, drawer
from santy_print.faces.room import room_for
from santy_print.faces.typeset import FontBook, Style, set_text
from santy_print.i18n.catalogue import limits_of, sample_of
from santy_print.pack import Pack, load_pack
from santy_print.parts import all_frames
from santy_print.raster import frame_image
from santy_print.text import Run
from tests.packs import LANGUAGES, copy_pack, few_languages
from tests.thinned import spoken

pytestmark = pytest.mark.usefixtures("rooms_kept")

gettext = pytest.mark.skipif(
    not (shutil.which("msgfmt") and shutil.which("msgmerge")), reason="gettext's msgfmt and msgmerge are not installed"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return few_languages(copy_pack(tmp_path))


@pytest.fixture(scope="module")
def bundled() -> Pack:
    return load_pack("santy_anno")


def santy(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), "utf-8")


def entries_of(text: str) -> dict[str, polib.POEntry]:
    return {entry.msgctxt: entry for entry in polib.pofile(text)}


def test_a_po_says_where_a_text_stands_and_which_face_shows_it(bundled: Pack) -> None:
    found = entries_of(i18n.export_all(bundled, ["fr"], "po", Report())["santy_anno-fr.po"])
    file = bundled.locales["en"].scalars["card.coco.name"].span
    places = found["card.coco.name"].occurrences
    assert places[0] == (file.file.name, str(file.line))
    assert places[1][0].startswith("card-coco:")
    assert found["lexicon.nouns.hull.forms.nom"].occurrences[0][0].endswith("locale/en.yaml")
    assert all(entry.occurrences for key, entry in found.items() if not key.startswith("lexicon.")), "each has a place"


@pytest.mark.parametrize("code", spoken(LANGUAGES[1:]))
def test_flags_ask_programs_only_for_what_every_language_keeps(code: str, bundled: Pack) -> None:
    flags = entries_of(i18n.export_all(bundled, [code], "po", Report())[f"{bundled.id}-{code}.po"])
    for key, entry in flags.items():
        for flag in entry.flags:
            if flag == "python-brace-format":
                assert "|" not in entry.msgstr, key
                assert ":" not in entry.msgid[entry.msgid.index("{") : entry.msgid.index("}")], key
            elif flag.startswith("max-length:"):
                assert "{" not in entry.msgid, key
                assert len(entry.msgstr) <= int(flag.partition(":")[2]), (code, key)
    assert any("python-brace-format" in entry.flags for entry in flags.values())
    assert any(flag.startswith("max-length:") for flag in flags["harbour.castoff"].flags)


@gettext
def test_gettexts_own_tools_check_and_merge_what_is_exported(folder: Path) -> None:
    pack, out = load_pack(folder), folder.parent
    for form, check in (("po", "-c"), ("pot", "--check-format")):  # a template leaves its header to each language
        for name, text in i18n.export_all(pack, [], form, Report()).items():  # type: ignore[arg-type]
            (out / name).write_text(text, "utf-8")
            subprocess.run(["msgfmt", check, "-o", "/dev/null", out / name], check=True, capture_output=True)
    before = {path: path.read_bytes() for path in (folder / "locale").rglob("*.yaml")}
    merged = out / "merged.po"
    subprocess.run(["msgmerge", "-q", "-o", merged, out / f"{pack.id}-fr.po", out / f"{pack.id}.pot"], check=True)
    subprocess.run(["msgfmt", "-c", "-o", "/dev/null", merged], check=True, capture_output=True)
    i18n.bring_in(load_pack(folder), out / f"{pack.id}-fr.po", None, Report())
    assert {path: path.read_bytes() for path in (folder / "locale").rglob("*.yaml")} == before
    replace_in(merged, 'msgstr "Larguez les amarres !"', 'msgstr "Larguez tout !"')
    assert santy("i18n", "import", merged, folder).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars["harbour.castoff"].text == "Larguez tout !"


@gettext
def test_a_missing_value_is_found_by_gettext(folder: Path) -> None:
    path = folder.parent / "x.po"
    path.write_text(
        i18n.export_all(load_pack(folder), ["fr"], "po", Report())[f"{load_pack(folder).id}-fr.po"], "utf-8"
    )
    read = polib.pofile(str(path))
    entry = next(entry for entry in read if "python-brace-format" in entry.flags)
    entry.msgstr = "x"
    read.save(str(path))
    ran = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", path], capture_output=True, check=False)
    assert ran.returncode == 1


def test_a_template_has_every_text_and_no_translation(folder: Path) -> None:
    out = folder.parent / "out"
    assert santy("i18n", "export", folder, "--format", "pot", "--out", out).exit_code == 0
    (path,) = out.iterdir()
    read = polib.pofile(str(path))
    pack = load_pack(folder)
    assert {entry.msgctxt for entry in read} >= set(pack.locales["en"].scalars)
    assert not [entry for entry in read if entry.msgstr or entry.fuzzy]
    assert santy("i18n", "export", folder, "--format", "pot", "--lang", "fr").exit_code == 2
    for entry in read:
        if entry.msgctxt == "harbour.castoff":
            entry.msgstr = "Larguez tout !"
    read.metadata["Language"] = "fr"
    read.save(str(path))
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars["harbour.castoff"].text == "Larguez tout !"


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_text_may_be_translated_from_another_language_than_the_source(folder: Path, form: str) -> None:
    seen = folder / "locale" / "seen" / "pl.yaml"
    before = seen.read_bytes()
    out = folder.parent
    ran = santy("i18n", "export", folder, "--lang", "pl", "--from", "fr", "--format", form, "--out", out)
    assert ran.exit_code == 0, ran.output
    path = next(out.glob(f"*-pl.{form}"))
    assert "Larguez les amarres !" in path.read_text("utf-8")
    assert "Cast off!" not in path.read_text("utf-8")
    assert santy("i18n", "import", path, folder, "--lang", "pl").exit_code == 0
    assert seen.read_bytes() == before, "what the source said is noted, not what French says"
    old = load_pack(folder).locales["pl"].scalars["harbour.castoff"].text
    replace_in(path, old, "Rzucić wszystko!")
    replace_in(folder / "locale" / "en.yaml", "castoff: Cast off!", "castoff: Cast off now!")
    assert santy("i18n", "import", path, folder, "--lang", "pl").exit_code == 0
    assert load_pack(folder).locales["pl"].scalars["harbour.castoff"].text == "Rzucić wszystko!"
    (status,) = i18n.status(load_pack(folder), ["pl"], Report())
    assert "harbour.castoff" in {found.key for found in status.findings if found.kind == "stale"}, "French was behind"
    assert "language-unknown" in santy("i18n", "export", folder, "--from", "xx", "--out", out).output


FAULTS = """msgid ""
msgstr "Language: fr\\n"

msgctxt "harbour.castoff"
msgid "Cast off!"
msgstr "Larguez tout !"

msgctxt "card.coco.name"
msgid "Coco"
msgstr "Perro\u2028quet"

msgctxt "token.coin"
msgid "{n} {n|ducat|ducats}"
msgstr "{m} ducats"

msgctxt "lexicon.nouns.hull.gender"
msgid "hull"
msgstr "x"

msgctxt "lexicon.nouns.hull.forms.nom"
msgid "hull"
msgstr "carène"

msgctxt "game.title"
msgid "lost"
msgstr "quote
"""


def test_what_is_right_is_taken_and_the_rest_is_told(folder: Path) -> None:
    path = folder.parent / "fr.po"
    path.write_text(FAULTS, "utf-8")
    before = (folder / "locale" / "fr.yaml").read_bytes()
    assert santy("i18n", "import", path, folder).exit_code == 1
    assert (folder / "locale" / "fr.yaml").read_bytes() == before
    old = load_pack(folder).locales["fr"]
    ran = santy("i18n", "import", path, folder, "--keep-going")
    assert ran.exit_code == 1
    assert "fr: 1 texts changed, 1 words changed" in ran.output
    for code in ("exchange-syntax", "exchange-word", "locale-values"):
        assert f"({code})" in ran.output
    new = load_pack(folder).locales["fr"]
    assert new.scalars["harbour.castoff"].text == "Larguez tout !"
    assert new.words.bare["hull", None] == "carène"
    for key in ("card.coco.name", "token.coin", "game.title"):
        assert new.scalars[key].text == old.scalars[key].text
    path.write_text("\0\0\0", "utf-8")
    with pytest.raises(PackError):
        i18n.bring_in(load_pack(folder), path, "fr", Report(), True)


def test_a_text_of_an_old_source_that_no_longer_holds_is_left_out_and_told(folder: Path) -> None:
    """It is no fault of the translator's, and nothing to mend in that file."""
    path = folder.parent / "fr.po"
    head = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "harbour.castoff"\n'
    path.write_text(f'{head}msgid "Cast off {{ship}}!"\nmsgstr "Larguez {{ship}} !"\n', "utf-8")
    ran = santy("i18n", "import", path, folder)
    assert ran.exit_code == 0
    assert "the source has changed since `harbour.castoff` was translated" in ran.output
    assert "fr: 0 texts changed" in ran.output


# The room in a box.


def letters_that_fit(
    words: list[str], kind: Run, box: tuple[float, float, float, float], style: Style, book: FontBook
) -> int:
    """The most letters of these words, in this order, that find room."""
    text, small = " ".join(words), replace(style, size=style.least)
    low, high = 0, len(text)
    while high - low > 1:
        middle = (low + high) // 2
        run = kind._replace(text=text[:middle].rstrip(), icon=None)
        low, high = (low, middle) if set_text([run], box, small, book, "#000000").overflow else (middle, high)
    return low


@pytest.mark.long
@pytest.mark.parametrize("code", ["pl"])
def test_the_room_that_is_told_is_true_within_a_tenth(
    code: str, bundled: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held against the same language's words in other orders; in a box of few letters a short word is more."""
    boxes = []

    def kept(sample: str, kind: Run, box: tuple[float, float, float, float], style: Style, book: FontBook) -> int:
        boxes.append((room_for(sample, kind, box, style, book), kind, box, style, book))
        return boxes[-1][0]

    monkeypatch.setattr(drawer, "room_for", kept)
    sample = sample_of(bundled.locales[code])
    all_frames(Faces(bundled, bundled.locales[code], purpose=Purpose(measure=True, sample=sample)), ())
    words, order = sample.split(), random.Random(1)
    assert len(boxes) > 20
    for count, *how in boxes:
        found = []
        for _ in range(9):
            order.shuffle(words)
            found.append(letters_that_fit(words, *how))  # type: ignore[arg-type]
        fits = sorted(found)[4]
        assert abs(count - fits) <= max(4, fits / 10), how


def test_room_is_measured_in_the_languages_own_font(folder: Path) -> None:
    """The Cyrillic title font is wider than the Latin one."""
    pack = load_pack(folder)
    assert santy("i18n", "add", "uk", folder).exit_code == 0
    made = load_pack(folder)
    latin, own = limits_of(pack, pack.locales["en"]), limits_of(made, made.locales["uk"])
    assert own["harbour.castoff"] < latin["harbour.castoff"] * 0.9
    text = (folder / "locale" / "uk.yaml").read_text("utf-8")
    assert f"Cast off!  (room for about {own['harbour.castoff']} letters)" in text


# Pictures.


@pytest.mark.long
def test_each_text_on_a_face_has_a_picture_called_by_its_key_with_its_place_framed(folder: Path) -> None:
    out = folder.parent / "out"
    ran = santy("i18n", "export", folder, "--lang", "pl", "--pictures", "--out", out)
    assert ran.exit_code == 0, ran.output
    pack = load_pack(folder)
    names = {path.stem for path in (out / f"{pack.id}-pl").iterdir()}
    po = polib.pofile(str(out / f"{pack.id}-pl.po"))
    assert names == {entry.msgctxt for entry in po if any(not line for _, line in entry.occurrences)}
    assert {"card.coco.name", "card.coco.effect", "harbour.castoff", "lexicon.adjectives.red.letter"} <= names
    assert not names & {"rulebook.name", "play.level.expert"}
    for path in (out / f"{pack.id}-pl").iterdir():
        assert path.stat().st_size < 200_000
        with Image.open(path) as image:
            assert max(image.width / 2, image.height) < 600
            colours = image.convert("RGB").getcolors(1 << 24) or []
        assert sum(count for count, (r, g, b) in colours if r > 180 and g < 60 and 60 < b < 190) > 100, path
    page = (out / f"{pack.id}-pl.html").read_text("utf-8")
    assert page.count("<img ") == len(names)
    assert page.count("<section ") == len(po)
    for name in names:
        assert f'src="{pack.id}-pl/{name}.png"' in page


def test_pictures_change_nothing_that_is_printed(bundled: Pack) -> None:
    locale = bundled.locales["fr"]
    plain = all_frames(Faces(bundled, locale), ["harbour:*", "card-coco:*"])
    assert len(plain) > 1
    marked = all_frames(Faces(bundled, locale, purpose=Purpose(boxes=True)), ["harbour:*", "card-coco:*"])
    assert [frame_image(frame, 40).tobytes() for frame in marked] == [
        frame_image(frame, 40).tobytes() for frame in plain
    ]

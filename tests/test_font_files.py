"""Fonts as programs and sites save them: all are taken, made into one kind once, or refused by name with a way out."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import brotli
import pytest

from santy_print.checking import check
from santy_print.faces import font_files
from santy_print.faces.font_files import find_font, parse_name, plain_font
from santy_print.faces.typeset import FontBook, bundled_fonts, load_font, try_outlines
from santy_print.pack import load_pack
from tests import fonts
from tests.test_hostile import overlay

HEAD = "extends: santy_anno\nid: mine\nlanguages: [en]\nfonts: {%s}\n"


KINDS: dict[str, Callable[[], bytes]] = {
    "a.otf": lambda: fonts.postscript(fonts.small()),
    "a.woff": lambda: fonts.bytes_of(fonts.small(), "woff"),
    "a.woff2": lambda: fonts.bytes_of(fonts.small(), "woff2"),
    "browser.ttf": lambda: fonts.bytes_of(fonts.small(), "woff2"),
    "a.ttc": lambda: fonts.collection([fonts.small("SourceSerif4-Bold"), fonts.small()]),
    "varies.ttf": lambda: fonts.variable(fonts.small()),
    "bare.ttf": lambda: fonts.bytes_of(fonts.without(fonts.small(), "OS/2", "post", "name")),
    "coloured.ttf": lambda: fonts.bytes_of(fonts.coloured(fonts.small())),
    "nameless.ttf": lambda: fonts.bytes_of(fonts.small(family="\x1b[2J\u202e")),
    "packed.woff2": lambda: fonts.bytes_of(fonts.TTFont(fonts.BytesIO(fonts.postscript(fonts.small()))), "woff2"),
}
"""A file of each kind that is taken, all of the same letters."""


@cache
def kind(name: str) -> bytes:
    """One of these, made once."""
    return KINDS[name]()


@pytest.mark.parametrize("name", list(KINDS))
def test_each_kind_of_font_becomes_a_plain_one_with_the_same_letters(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(kind(name))
    made = plain_font(path, "text")
    assert made != path
    assert plain_font(made, "text") == made, "what was made needs no more work"
    original, font = load_font(bundled_fonts() / "SourceSerif4-Regular.ttf"), load_font(made)
    assert {chr(code) for code in font.widths} >= set(fonts.LETTERS) - set("→★\u202f\u00ad")
    for letter in "Hgąß":
        assert font.width(letter, 100) == pytest.approx(original.width(letter, 100), rel=0.002)
        at_home = fonts.bounds(bundled_fonts() / "SourceSerif4-Regular.ttf", letter)
        assert fonts.bounds(made, letter) == pytest.approx(at_home, abs=2)
    try_outlines(made, frozenset(map(ord, fonts.LETTERS)))
    assert plain_font(path, "text").read_bytes() == made.read_bytes()


def test_bold_is_bold_and_italic_slants_in_a_variable_font(tmp_path: Path) -> None:
    path = tmp_path / "Varies.ttf"
    path.write_bytes(fonts.variable(fonts.small(), heaviest=900, broader=50))
    width = {role: load_font(plain_font(path, role)).widths[ord("H")] for role in ("text", "bold", "italic")}
    assert width["text"] == width["italic"]
    assert width["bold"] - width["text"] == pytest.approx(50 * 300 / 500, abs=1), "700 lies at three fifths"
    assert fonts.bounds(plain_font(path, "italic"))[0] - fonts.bounds(plain_font(path, "text"))[0] == 7
    for style in ("Extra Heavy", "extraheavy", "wght=900"):
        assert load_font(plain_font(path, "text", style)).widths[ord("H")] - width["text"] == pytest.approx(50, abs=1)
    light = load_font(plain_font(path, "text", "wght=-3,slnt=-10"))
    assert light.widths[ord("H")] == width["text"], "beyond an axis is its end"


def test_of_a_collection_the_role_or_the_name_says_which(tmp_path: Path) -> None:
    path = tmp_path / "All.ttc"
    regular, bold, italic = (fonts.small(f"SourceSerif4-{style}") for style in ("Regular", "Bold", "Italic"))
    path.write_bytes(fonts.collection([bold, italic, regular]))
    found = {role: fonts.bounds(plain_font(path, role)) for role in ("text", "bold", "italic")}
    for role, style in {"text": "Regular", "bold": "Bold", "italic": "Italic"}.items():
        assert found[role] == fonts.bounds(bundled_fonts() / f"SourceSerif4-{style}.ttf")
    assert fonts.bounds(plain_font(path, "text", "Bold")) == found["bold"]
    assert fonts.bounds(plain_font(path, "text", "2")) == found["italic"]


REFUSED = {
    ("varies.ttf", "text", "Fat"): "it has no style of that name: it has `Regular`, `Extra Heavy`, `wght=...`",
    ("varies.ttf", "text", "wdth=90"): "it has no style of that name: it has `wght=...`",
    ("thin.ttf", "bold", ""): "none of its styles is bold: the boldest has a weight of 500",
    ("a.ttc", "text", "Fat"): "it has no style of that name: it has `Mine Bold`, `Mine Regular`",
    ("a.otf", "text", "Fat"): "it has no style of that name",
    ("plain.ttf", "text", "Fat"): "it is of one style, and has no `Fat`",
    ("endless.otf", "text", ""): "it is damaged",
    ("bomb.woff", "text", ""): "it holds more than 50 MB once it is unpacked",
    ("bomb.woff2", "text", ""): "it holds more than 50 MB once it is unpacked",
    ("short.woff2", "text", ""): "it is damaged",
    ("short.otf", "text", ""): "it is damaged",
    ("none.ttc", "text", ""): "it is damaged",
    ("page.ttf", "text", ""): "it is a web page: the download failed",
    ("fonts.ttf", "text", ""): "it is a ZIP archive: unpack it",
    ("lfs.ttf", "text", ""): "it only points to a file that Git LFS keeps",
    ("old.otf", "text", ""): "it is a Type 1 font",
    ("mac.ttf", "text", ""): "it is a suitcase of an old Mac",
    ("old.ttf", "text", ""): "it is an EOT of an old browser",
    ("empty.ttf", "text", ""): "it is empty",
    ("emoji.ttf", "text", ""): "its letters are pictures, not outlines",
}


def refused_file(name: str) -> bytes:
    """A file that is no use, or no use for what is asked of it."""
    woff2 = kind("a.woff2")
    if name == "bomb.woff2":
        packed = brotli.compress(bytes(60_000_000), quality=4)
        head = bytearray(woff2[:48])
        struct.pack_into(">H", head, 12, 1)
        struct.pack_into(">L", head, 20, len(packed))
        return bytes(head) + b"\x06\x05" + packed
    if name == "bomb.woff":
        woff = bytearray(kind("a.woff"))
        struct.pack_into(">L", woff, 44 + 12, 4_000_000_000)
        return bytes(woff)
    made: dict[str, Any] = {
        "thin.ttf": lambda: fonts.variable(fonts.small(), heaviest=500),
        "plain.ttf": lambda: fonts.bytes_of(fonts.small()),
        "endless.otf": lambda: fonts.postscript(fonts.small(), calls=9),
        "short.woff2": lambda: woff2[: len(woff2) // 2],
        "short.otf": lambda: kind("a.otf")[:4000],
        "none.ttc": lambda: b"ttcf\0\1\0\0\0\0\0\2" + bytes(8),
        "page.ttf": lambda: b"<!doctype html><html>Download</html>",
        "fonts.ttf": lambda: b"PK\3\4" + bytes(90),
        "lfs.ttf": lambda: b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\n",
        "old.otf": lambda: b"\x80\1\x20\0\0\0%!PS-AdobeFont-1.0: X",
        "mac.ttf": lambda: b"\0\0\1\0" + bytes(300),
        "old.ttf": lambda: b"\x40\x10\0\0" + bytes(30) + b"LP" + bytes(90),
        "empty.ttf": bytes,
        "emoji.ttf": lambda: fonts.bytes_of(fonts.coloured(fonts.small(), outlines=False)),
    }
    return bytes(made[name]()) if name in made else kind(name)


@pytest.mark.parametrize(("name", "role", "style"), list(REFUSED))
def test_what_cannot_be_a_font_says_why(name: str, role: str, style: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(refused_file(name))
    with pytest.raises(ValueError, match=r"it|none") as told:
        plain_font(path, role, style)
    assert str(told.value).startswith(REFUSED[name, role, style])


@pytest.mark.parametrize(("platform", "code"), [(3, 0), (1, 0)], ids=["signs", "an old Mac"])
def test_a_font_without_unicode_has_its_signs_where_letters_are(platform: int, code: int, tmp_path: Path) -> None:
    path = tmp_path / "Signs.ttf"
    path.write_bytes(fonts.bytes_of(fonts.coded(fonts.small(), platform, code)))
    made = plain_font(path, "title")
    assert load_font(made).covers("H")
    assert load_font(made).covers("é"), "in both tables it is another byte"
    assert fonts.bounds(made, "H") == fonts.bounds(bundled_fonts() / "SourceSerif4-Regular.ttf", "H")


def test_documents_are_set_in_the_very_file_that_a_pack_names(tmp_path: Path) -> None:
    """Whatever it is called within: typst and browsers go by family and style."""
    from santy_print.checking import check_own_fonts
    from santy_print.diag import Report
    from santy_print.documents.fonts import Typography

    own = fonts.small("PirataOne-Regular", "Source Serif 4")
    own["OS/2"].fsType = 2
    files = {"fonts/A.ttf": fonts.bytes_of(fonts.coloured(own)), "fonts/B.ttf": fonts.bytes_of(fonts.small())}
    root = overlay(tmp_path, {"pack.yaml": HEAD % "title: A, text: B, bold: B, symbol: SourceSerif4-Bold", **files})
    pack, report = load_pack(root), Report()
    kinds = Typography(pack, ("en",))
    families = {role: name for role, (name,) in kinds.families.items()}
    assert families["text"] == families["bold"] == families["italic"]
    assert len({*families.values(), "Source Serif 4", "Mine"}) == 5, "each has a name of its own"
    styles = {role: [(face.weight, face.style) for face in kinds.typefaces[path]] for path, role in kinds.files.items()}
    assert styles == {
        "title": [(400, "normal")], "text": [(400, "normal"), (700, "normal")], "italic": [(400, "italic")],
        "symbol": [(400, "normal")],
    }  # fmt: skip
    assert Typography(load_pack("santy_anno"), ("en",)).families["title"] == ["Santy Title"]
    check_own_fonts(pack, report)
    assert [(told.code, str(told.span).rpartition("/")[2]) for told in report] == [
        ("font-colours", "pack.yaml:4:16"), ("font-licence", "pack.yaml:4:16"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "stem", "style"),
    [
        ("Inter", "Inter", ""), ("Inter.ttf", "Inter", ""), ("Inter[wght]", "Inter[wght]", ""),
        ("Inter.var", "Inter.var", ""), ("Inter@Semi Bold", "Inter", "Semi Bold"),
        ("My Font.OTF@wght=650", "My Font", "wght=650"),
    ],
)  # fmt: skip
def test_a_name_is_a_file_and_a_style(name: str, stem: str, style: str) -> None:
    assert parse_name(name) == (stem, style)


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("My Font.OTF", "My Font"),
        ("Mine.TTF", "Mine"),
        ("Inter[wght].woff2", '"Inter[wght]"'),
        ("Mine.ttf", "Mine.ttf"),
    ],
)
def test_a_pack_names_a_font_by_its_file_whatever_that_is_called(file: str, asked: str, tmp_path: Path) -> None:
    data = fonts.bytes_of(fonts.small(), "woff2" if file.endswith("2") else None)
    root = overlay(tmp_path, {"pack.yaml": HEAD % f"title: {asked}", f"fonts/{file}": data})
    assert [
        fault for fault in check(str(root)).report if fault.code.startswith("font") or fault.code == "file-unread"
    ] == []
    pack = load_pack(root)
    assert find_font(pack, asked.strip('"')) == root / "fonts" / file
    assert FontBook(pack, "en")["title"].covers("ą")


def test_a_font_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANTY_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "a.otf"
    path.write_bytes(fonts.postscript(fonts.small()))
    first = plain_font(path, "text")
    data = first.read_bytes()
    first.unlink()
    monkeypatch.setattr(font_files, "_made", lambda *_: pytest.fail("it is made again"))
    assert plain_font(path, "text").read_bytes() == data
    monkeypatch.setenv("SANTY_CACHE", "off")
    with pytest.raises(pytest.fail.Exception):
        plain_font(path, "text")


@pytest.mark.parametrize(("heaviest", "refused"), [(500, True), (900, False)])
def test_a_variable_font_that_never_gets_bold_is_told_where_it_is_to_be(
    heaviest: int, refused: bool, tmp_path: Path
) -> None:
    files: dict[str, str | bytes] = {"pack.yaml": HEAD % "bold: Varies"}
    root = overlay(tmp_path, {**files, "fonts/Varies.ttf": fonts.variable(fonts.small(), heaviest=heaviest)})
    told = [fault for fault in check(str(root)).report if fault.code == "font-unusable"]
    assert [str(fault.span).rpartition("/")[2] for fault in told] == ["pack.yaml:4:15"] * refused
    assert ["the boldest has a weight of 500" in fault.message for fault in told] == [True] * refused


@pytest.mark.long
def test_a_set_in_fonts_of_every_kind_is_sound_and_says_which_it_uses(tmp_path: Path) -> None:
    """Cards, sheets, rulebook and page are laid out; typst finds the fonts that were made."""
    varies = fonts.variable(fonts.small(family="Mine"), broader=0)
    head = HEAD % "title: Mine Title, text: Varies, bold: Varies"
    files: dict[str, str | bytes] = {
        "pack.yaml": head,
        "fonts/Varies.ttf": varies,
        "fonts/Mine Title.woff2": kind("a.woff2"),
    }
    root = overlay(tmp_path, files)
    assert [fault.message for fault in check(str(root), strict=True).report] == []

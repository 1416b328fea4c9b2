"""Shaping: letters as their font joins and spaces them, measured as they are drawn, read back as they were written."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from santy_print.faces import Frame
from santy_print.faces.bidi import levels, order
from santy_print.faces.frames import Letters
from santy_print.faces.outlined import outlined
from santy_print.faces.shaping import Way, advance, laid, language_of, shape, stretches, width
from santy_print.faces.typeset import Font, FontBook, Style, bundled_fonts, load_font, set_text
from santy_print.pack import load_pack
from santy_print.pdf import frame_pdf
from santy_print.proof.reading import read_pdf
from santy_print.raster import frame_image
from santy_print.svg import frame_svg
from santy_print.text import Run
from tests import fonts
from tests.fonts import bytes_of

SERIF = bundled_fonts() / "SourceSerif4-Regular.ttf"
SANS = bundled_fonts() / "DejaVuSans.ttf"
HEBREW, ARABIC, POINTED = "(שלום עולם)", "مرحبا بالعالم، لا إله", "בְּרֵאשִׁית"


def piece(text: str, font: Path = SERIF, way: Way = "") -> Letters:
    return Letters(5, 10, font, 12, "#000000", text, way)


def frame(*letters: Letters) -> Frame:
    return Frame("a", 90, 15, letters, "a")


def alone(font: Path, text: str) -> float:
    """How wide a text is whose letters know nothing of each other."""
    return sum(load_font(font).widths[ord(char)] for char in text)


# -- measured and drawn -------------------------------------------------------------------------------------------


def test_letters_stand_as_near_as_their_font_says() -> None:
    assert advance(SERIF, "AVATAR") < alone(SERIF, "AVATAR") - 100
    assert advance(SERIF, "nn") == alone(SERIF, "nn")


@pytest.mark.parametrize("font", sorted(bundled_fonts().glob("*.ttf")), ids=lambda font: font.stem)
def test_a_line_is_as_wide_as_its_words_and_blanks(font: Path) -> None:
    text = "AVATAR Tafel, To office: “V. A.” fjord"
    words = sum(advance(font, word) for word in text.split())
    assert advance(font, text) == pytest.approx(words + text.count(" ") * load_font(font).widths[32])
    assert sum(glyph.advance for glyph in shape(font, text)) == pytest.approx(advance(font, text))


@pytest.mark.parametrize(
    ("text", "font", "way"),
    [("AVATAR Tafel, To office", SERIF, ""), ("AVATAR office", SANS, ""), (HEBREW, SANS, "rtl"), (ARABIC, SANS, "rtl")],
)
def test_what_is_drawn_ends_where_what_is_measured_does(text: str, font: Path, way: Way) -> None:
    letters = piece(text, font, way)
    ink = frame_image(frame(letters), 600).convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert ink is not None
    assert ink[0] / 600 * 25.4 == pytest.approx(5, abs=0.6)
    assert ink[2] / 600 * 25.4 == pytest.approx(5 + width(letters), abs=0.6)


@pytest.mark.parametrize(
    ("text", "font", "way"),
    [
        ("AVATAR Tafel", SERIF, ""),
        ("x\u0301 q\u0303a office", SERIF, ""),
        (POINTED, SANS, "rtl"),
        (ARABIC, SANS, "rtl"),
    ],
)
def test_outlines_cover_what_letters_do(text: str, font: Path, way: Way) -> None:
    drawn = frame(piece(text, font, way))
    one, other = (frame_image(each, 300).convert("L").reduce(6).tobytes() for each in (drawn, outlined(drawn)))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 60


def test_two_pieces_of_a_word_in_one_font_are_measured_as_they_are_drawn() -> None:
    book = FontBook(load_pack())
    (one,) = set_text((Run("A"), Run("V")), (0, 0, 50, 5), Style(size=9, align="right"), book, "#000000").letters
    assert one.text == "AV"
    assert one.x + width(one) == pytest.approx(50)


def test_a_blank_beside_which_a_font_would_have_another_distance_begins_a_new_stretch() -> None:
    letters = piece("AVATAR Tafel, To office")
    found = stretches(letters)
    assert "".join(text for _, text in found) == letters.text
    assert len(found) > 1
    starts = {one.pen for one in laid(letters)}
    assert all(any(x == pytest.approx(start) for start in starts) for x, _ in found)
    assert stretches(piece("nono nono")) == [(5, "nono nono")]
    assert b"<tspan x=" in frame_svg(frame(letters), lambda font: "")


@pytest.mark.parametrize(
    ("text", "font", "way", "ahead"), [(" barred  ", SERIF, "", " "), (f"  {POINTED} ", SANS, "rtl", " ")]
)
def test_no_text_of_a_picture_begins_or_ends_with_a_blank(text: str, font: Path, way: Way, ahead: str) -> None:
    """A browser leaves such a blank out, and the letters behind it stood where it began."""
    letters = piece(text, font, way)
    drawn = frame_svg(frame(letters), lambda font: "").decode()
    (x, shown) = re.findall(r'<text x="([\d.]+)"[^>]*>(.*?)</text>', drawn)[0]
    assert shown.strip("\u200f") == text.strip()
    assert float(x) == pytest.approx(letters.x + width(replace(letters, text=ahead)), abs=0.001)
    assert "<text" not in frame_svg(frame(replace(letters, text="  ")), lambda font: "").decode()


# -- read back ----------------------------------------------------------------------------------------------------


def told(data: bytes) -> list[str]:
    """The texts of a face as `proof` reads them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        path.write_bytes(data)
        (sheet,) = read_pdf(path).sheets
    return sheet.drawing.text


def copied(data: bytes) -> str:
    return str(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range())


@pytest.mark.parametrize(
    "text", ["AVATAR Tafel, To office", "ffi ffl fi fl fb", "x\u0301 q\u0303a V\u0323A", "soft\u00adly", "a\u200bb"]
)
def test_a_text_is_copied_as_it_was_written(text: str) -> None:
    data = frame_pdf(frame(piece(text)))
    assert "".join(told(data)) == text
    assert copied(data).replace("\ufffe", "\u00ad") in (text, text.replace("\u00ad", "-"), text.replace("\u200b", ""))


@pytest.mark.parametrize("text", [HEBREW, ARABIC, POINTED, "السَّلَامُ", ")."])
def test_what_runs_from_the_right_is_read_as_it_was_written(text: str) -> None:
    assert "".join(told(frame_pdf(frame(piece(text, SANS, "rtl"))))) == text


def test_an_arabic_text_is_copied_as_it_was_written() -> None:
    assert copied(frame_pdf(frame(piece(ARABIC, SANS, "rtl")))) == ARABIC


def test_letters_join_and_brackets_face_what_they_hold() -> None:
    assert not any(glyph.plain for glyph in shape(SANS, "بب", "rtl"))
    first, *_, last = shape(SANS, HEBREW, "rtl")
    nominal = {glyph.text: glyph.number for glyph in shape(SANS, "()")}
    assert (first.text, first.number) == (")", nominal["("])
    assert (last.text, last.number) == ("(", nominal[")"])


# -- lines that run both ways -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "base", "lies"),
    [
        ("אבג (3) abc!", 1, "!abc )3( גבא"),
        ("abc (אב) 12.", 0, "abc (בא) 12."),
        ("אב 12-34, 5%", 1, "5% ,12-34 בא"),
        ("اب 12/34", 1, "12/34 با"),
        ("אב) abc [ג]", 1, "]ג[ abc )בא"),
        ("abc", 1, "abc"),
        ("a\u200fb", 0, "a\u200fb"),
    ],
)
def test_a_line_lies_as_unicode_says(text: str, base: int, lies: str) -> None:
    assert "".join(text[n] for n in order(levels(text, base))) == lies


@cache
def book(code: str) -> FontBook:
    made = FontBook(load_pack())
    made.from_right, made.paired = code != "en", "+" in code
    made.fonts = {role: replace(load_font(SANS), language=code.partition("+")[0]) for role in made.fonts}
    made.fonts = dict.fromkeys(made.fonts, next(iter(made.fonts.values())))
    return made


def lying(text: str, code: str, align: str = "left") -> list[Letters]:
    made = set_text((Run(text),), (0, 0, 60, 10), Style(size=9, align=align), book(code), "#000000")
    assert not made.uncovered
    return sorted(made.letters, key=lambda letters: letters.x)


def test_pieces_lie_in_their_order_and_are_kept_as_they_are_read() -> None:
    letters = lying("הקלף Santy Anno (3)!", "he")
    assert [one.text.strip() for one in letters] == ["!", "Santy Anno (3)", "הקלף"]
    made = set_text((Run("הקלף Santy Anno (3)!"),), (0, 0, 60, 10), Style(size=9), book("he"), "#000000")
    assert "".join(one.text for one in made.letters).replace(" ", "") == "הקלףSantyAnno(3)!"
    assert letters[-1].x + width(letters[-1]) == pytest.approx(60), "what begins its lines at the right begins there"
    for one, next_one in pairwise(letters):
        assert one.x + width(one) <= next_one.x + 1e-6


def test_a_word_that_runs_the_other_way_leaves_its_line_as_it_is() -> None:
    letters = lying("to שלום, twice", "en")
    assert [one.text.strip() for one in letters] == ["to", "שלום", ", twice"]
    assert letters[0].x == 0
    assert lying("3", "he")[0].x == 0, "a number stands where its layout says"
    assert lying("שלום", "he", "right")[0].x == lying("שלום", "he")[0].x


def test_a_line_of_a_pair_begins_where_its_language_does() -> None:
    french, hebrew = lying("Holà!\nשלום!", "fr+he")[0], lying("Holà!\nשלום!", "fr+he")[-1]
    assert (french.text, french.x) == ("Holà!", 0)
    assert hebrew.x + width(hebrew) == pytest.approx(60)


# -- other fonts --------------------------------------------------------------------------------------------------


def tiny(folder: Path, features: str, advances: dict[str, int] | None = None) -> Path:
    """A font of a few letters, each a box, with rules of its own."""
    codes = {32: "space", ord("a"): "a", ord("b"): "b", 0x915: "ka", 0x93F: "i", 0x947: "e"}
    names = [".notdef", *codes.values(), "other"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(codes)
    glyphs: dict[str, Any] = {}
    for name in names:
        pen = TTGlyphPen(None)
        if name != "space":
            for n, point in enumerate(((50, 0), (450, 0), (450, 600), (50, 600))):
                (pen.lineTo if n else pen.moveTo)(point)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    wide = dict.fromkeys(names, 500) | {"e": 0} | (advances or {})
    builder.setupHorizontalMetrics({name: (wide[name], 50) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Tiny", "styleName": "Regular"})
    builder.setupOS2(sCapHeight=600, sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    addOpenTypeFeaturesFromString(builder.font, features)
    path = folder / "Tiny.ttf"
    path.write_bytes(bytes_of(builder.font))
    return path


DEVANAGARI = "languagesystem DFLT dflt; languagesystem dev2 dflt;"


def test_a_sign_that_is_drawn_before_its_letter_and_one_above_it_are_copied_as_they_were_written(
    tmp_path: Path,
) -> None:
    font = tiny(tmp_path, DEVANAGARI + "feature abvs { sub e by e; } abvs;")
    ka, i, e = "\u0915", "\u093f", "\u0947"
    glyphs = shape(font, ka + i)
    numbers = {glyph.text: glyph.number for glyph in (*shape(font, ka), *shape(font, "a"))}
    assert glyphs[1].number == numbers[ka], "the sign lies at the left"
    for text in (ka + i, ka + e, f"{ka}{i} {ka}{e}{ka}"):
        data = frame_pdf(frame(piece(text, font)))
        assert "".join(told(data)) == copied(data) == text


def test_a_language_counts_where_letters_look_otherwise_in_it(tmp_path: Path) -> None:
    rules = "languagesystem DFLT dflt; languagesystem latn dflt; languagesystem latn PLK;"
    font = tiny(tmp_path, rules + "feature locl { script latn; language PLK; sub a by other; } locl;")
    assert (language_of(font, "ab", "", "pl"), language_of(font, "ab", "", "de")) == ("pl", "")
    assert language_of(font, "b", "", "pl") == ""
    assert [glyph.text for glyph in shape(font, "ab", "", "pl")] == ["a", "b"]


def test_a_rule_that_leads_to_no_letter_of_the_font_is_not_followed(tmp_path: Path) -> None:
    font = tiny(tmp_path, "feature liga { sub a b by other; } liga;")
    assert [glyph.text for glyph in shape(font, "ab")] == ["ab"]
    data = bytearray(font.read_bytes())
    number = shape(font, "ab")[0].number
    at = data.find(b"GSUB")
    place, length = (int.from_bytes(data[at + n : at + n + 4], "big") for n in (8, 12))
    table = bytes(data[place : place + length])
    for wild in (0, 60_000):
        made = table.replace(number.to_bytes(2, "big") + b"\0\2", wild.to_bytes(2, "big") + b"\0\2")
        assert made != table
        bad = tmp_path / f"Bad{wild}.ttf"
        bad.write_bytes(bytes(data[:place]) + made + bytes(data[place + length :]))
        assert [glyph.text for glyph in shape(bad, "ab")] == ["a", "b"]
        frame_pdf(frame(piece("ab", bad)))


def test_a_letter_that_the_font_lacks_is_none_of_its_text() -> None:
    font = load_font(SERIF)
    assert isinstance(font, Font)
    with pytest.raises(KeyError):
        font.width("漢", 9)
    assert font.width("a\u200d", 9) == font.width("a", 9), "what only tells how others join takes no room"


def test_an_altered_font_is_not_taken_for_the_one_it_was_made_from(tmp_path: Path) -> None:
    """Both say the same PostScript name, by which the library knows fonts."""
    altered = fonts.small()
    for table in altered["cmap"].tables:
        table.cmap = {code: {"H": "o", "o": "H"}.get(name, name) for code, name in table.cmap.items()}
    path = tmp_path / "Altered.ttf"
    path.write_bytes(bytes_of(altered))
    for letter, same in ("Ho", "oH"):
        one, other = (frame_image(frame(*each), 200) for each in ([piece(letter, SERIF)], [piece(same, path)]))
        assert one.tobytes() == other.tobytes()
    with pikepdf.open(BytesIO(frame_pdf(frame(piece("H", SERIF), replace(piece("o", path), x=20))))) as pdf:
        names = {
            str(each.BaseFont) for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/BaseFont" in each
        }
    assert len(names) == 2, "readers take fonts of one name for one"

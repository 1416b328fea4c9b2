"""Texts in drawings: in fonts that are certainly here, outlined; what cannot be is refused with the way out."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from santy_print.diag import Report, SourceFile
from santy_print.faces import art as plain
from santy_print.faces.art import Art, outline_box
from santy_print.faces.families import Families, names_of
from santy_print.faces.read_art import fonts_beside, measured_art
from santy_print.faces.saved_svg import Saved
from santy_print.pack import load_pack
from santy_print.unread import check_unread
from tests.fonts import bytes_of, collection, postscript, small, variable

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">\n'
PIRATA = 'font-family="Pirata One" font-size="20"'
PATHS = "Path > Object to Path (Inkscape)"


def read(body: str, fonts: tuple[Path, ...] = ()) -> tuple[Art | None, Report]:
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}{body}</svg>"), families=Families(fonts))
    return saved.run(), saved.report


def drawn(body: str, fonts: tuple[Path, ...] = ()) -> Art:
    art, report = read(body, fonts)
    assert art is not None, [d.short() for d in report]
    return art


def box(art: Art) -> tuple[float, ...]:
    return outline_box([shape.outline for shape in art.shapes])


# --- fonts --------------------------------------------------------------------------------------------------------


def test_a_font_that_is_not_here_is_named_with_the_ways_to_bring_it() -> None:
    art, report = read(
        '<text font-family="Inter, Arial, sans-serif" y="9">Hi</text><text font-family="Inter">more</text>'
    )
    assert art is None
    first, second = report.errors
    assert (first.code, first.message) == ("art-font", "its text is in `Inter` or `Arial`, a font that is not here")
    assert first.span is not None
    assert (first.span.line, first.span.col) == (2, 1)
    assert "`fonts/`" in first.hints[0]
    assert PATHS in first.hints[1]
    assert "`Inter`," in second.message
    _, report = read('<text font-family="Pirate One">Hi</text>')
    assert "did you mean `Pirata One`?" in report.errors[0].hints[0]


@pytest.mark.parametrize("kind", ["ttf", "otf", "ttc", "woff", "woff2", "variable"])
def test_a_font_of_the_pack_of_any_kind_is_found_by_its_family(kind: str, tmp_path: Path) -> None:
    font = small()
    made = {
        "otf": lambda: postscript(font), "ttc": lambda: collection([small("PirataOne-Regular", "Other"), font]),
        "variable": lambda: variable(font),
    }.get(kind, lambda: bytes_of(font, None if kind == "ttf" else kind))()  # fmt: skip
    path = tmp_path / f"file.{ {'variable': 'ttf'}.get(kind, kind) }"
    path.write_bytes(made)
    body = '<text y="40" font-size="30" font-kerning="none" font-family="{}">Hxo</text>'
    family = Families((path,)).cuts[1 if kind == "ttc" else 0].family
    expected, found = (box(drawn(body.format(name), (path,))) for name in ("'Source Serif 4'", family))
    assert found == pytest.approx(expected, abs=0.05)


def test_weights_of_a_variable_font_and_of_files_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "v.ttf"
    path.write_bytes(variable(small()))
    family = Families((path,)).cuts[0].family
    text = f'<text y="40" font-size="30" font-family="{family}" font-weight="{{}}">H</text>'
    thin, bold = (box(drawn(text.format(weight), (path,))) for weight in (400, 900))
    assert thin != bold
    art, report = read('<text y="40" font-family="Source Serif 4" font-weight="bold">H</text>')
    assert art is not None
    assert report.clean


def test_a_style_that_is_not_here_is_told_and_the_nearest_is_drawn() -> None:
    art, report = read(f'<text y="40" {PIRATA} font-weight="700">Ho</text>')
    (told,) = report
    assert (told.code, told.severity) == ("art-font", "warning")
    assert told.message == "`Pirata One` is not here in bold: its text is drawn in Pirata One Regular"
    assert art is not None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sans-serif", " but `sans-serif`, which is another one on each machine: it is drawn in DejaVu Sans"),
        ("", ": it is drawn in Source Serif 4"),
    ],
)
def test_a_font_that_nobody_named_is_told(name: str, message: str) -> None:
    art, report = read(f'<text y="40" font-family="{name}">Ho</text>')
    assert art is not None
    assert [told.message for told in report] == [f"its text names no font{message}"]


def test_a_style_by_its_own_name_is_that_style() -> None:
    names = {"SourceSerif4-Bold": 700, "Source Serif 4 SemiBold": 600, "SourceSerif4-Regular": 400}
    for name, weight in names.items():
        found = Families().find(name, 400, False)
        assert found is not None
        assert (found.exact, found.cut.families[0].weight) == (True, weight)


def test_letters_that_a_font_lacks_are_another_s_or_refused() -> None:
    art, report = read(f'<text y="40" {PIRATA}>Go ⚓!</text>')
    assert art is not None
    assert [told.message for told in report] == [
        "Pirata One Regular lacks letters of its text, among them ⚓: they are drawn in DejaVu Sans Book"
    ]
    art, report = read(f'<text y="40" {PIRATA}>Go 海</text>')
    assert art is None
    assert "no font of its text has 海 (U+6D77)" in report.errors[0].message


def test_a_damaged_font_is_told_where_it_may_have_been_meant(tmp_path: Path) -> None:
    path = tmp_path / "Inter.ttf"
    path.write_bytes(b"\0\1\0\0" + bytes(40))
    _, report = read('<text font-family="Inter">Hi</text>', (path,))
    assert "`Inter.ttf` in `fonts/` is damaged, or no font" in report.errors[0].hints


def test_a_drawing_is_another_one_where_its_font_is(tmp_path: Path) -> None:
    path, other = tmp_path / "a.ttf", tmp_path / "b.ttf"
    path.write_bytes(bytes_of(small()))
    other.write_bytes(bytes_of(small("PirataOne-Regular")))
    text = '<text y="40" font-family="Mine">Ho</text>'
    assert drawn(text, (path,)).digest != drawn(text, (other,)).digest
    assert drawn("<path d='M0 0h9v9z'/>", (path,)).digest == drawn("<path d='M0 0h9v9z'/>").digest


def test_names_of_families_are_read_as_css_writes_them() -> None:
    assert names_of("'Source Serif 4' , \"A, B\",Foo  Bar, serif") == ["Source Serif 4", "A, B", "Foo Bar", "serif"]
    assert names_of(",,''") == []


@pytest.mark.parametrize(
    ("anchor", "edge"), [("start", 2), ("end", 0)], ids=["begins at the right", "ends at the left"]
)
def test_a_line_that_is_read_from_the_right_begins_there(anchor: str, edge: int) -> None:
    """As browsers have it; resvg takes `direction` for nothing."""
    hebrew = 'direction="rtl" font-family="DejaVu Sans" font-size="10"'
    of_two = f'<tspan x="50" dy="12" text-anchor="{anchor}">abc 1, שלום</tspan>'
    one = box(drawn(f'<text x="50" y="20" text-anchor="{anchor}" {hebrew}>שלום, abc 1{of_two}</text>'))
    assert one[edge] == pytest.approx(50, abs=1.0)
    same = box(drawn(f'<text x="50" y="20" text-anchor="middle" {hebrew}>שלום</text>'))
    assert same[0] + same[2] == pytest.approx(100, abs=0.5)


ALIKE = {
    "text-transform:uppercase": ("Lass ab, ß", "LASS AB, SS"),
    "text-transform:lowercase": ("ÉLAN", "élan"),
    "text-transform:capitalize": ("it’s an élan", "It’s An Élan"),
    "font-feature-settings:'liga' off, \"kern\" 0": ("first", "f\u200ci\u200cr\u200cs\u200ct"),
    "font-variant-ligatures:no-common-ligatures;font-kerning:none": ("fi", "f\u200ci"),
}


@pytest.mark.parametrize("style", ALIKE)
def test_how_letters_are_written_is_heeded(style: str) -> None:
    said, meant = ALIKE[style]
    family = "font-family='Source Serif 4' y='20'"
    shown = drawn(f"<text {family} style='{style.replace(chr(39), '&apos;')}'>{said}</text>")
    wanted = drawn(f"<text {family} style='font-kerning:{'none' if chr(8204) in meant else 'auto'}'>{meant}</text>")
    assert box(shown) == pytest.approx(box(wanted), abs=0.01)
    assert box(shown) != pytest.approx(box(drawn(f"<text {family}>{said}</text>")), abs=0.01)


# --- what is not drawn ----------------------------------------------------------------------------------------------


NOT_DRAWN = {
    '<path id="p" d="M0 0h90"/><text><textPath href="#p">Hi</textPath></text>': "text along a path is not drawn",
    '<text writing-mode="tb">Hi</text>': "vertical text is not drawn",
    '<text style="writing-mode:vertical-rl">Hi</text>': "vertical text is not drawn",
    '<text style="direction:rtl;unicode-bidi:bidi-override">Hi</text>': "letters that `unicode-bidi` turns around",
    '<text style="font-variant:small-caps">Hi</text>': "small capitals of a text are not drawn",
    "<text>Hi<tspn>x</tspn></text>": "<tspn> is not allowed inside of <text>",
    "<flowRoot><flowPara>Hi</flowPara></flowRoot>": "text that flows into a shape is of Inkscape alone",
    '<text x="1 b">Hi</text>': "`x` is a number like 4.5, not `b`",
    '<text x="nan">Hi</text>': "`x` is a number like 4.5, not `nan`",
    '<text font-size="1e30">Hi</text>': "is too large",
    '<text font-size="-3">Hi</text>': "`font-size` is a length like 12",
    '<text font-weight="heavy">Hi</text>': "`font-weight` is normal, bold or a number like 600",
    '<text textLength="-3">Hi</text>': "`textLength` is less than nothing",
    '<text font-size="900000">Hi</text>': "a number is too large",
    '<text x="1e6" y="9">Hi</text>': "a number is too large",
    '<text y="9" lenght="9">Hi</text>': "the attribute `lenght` is not allowed in <text>",
}  # fmt: skip


@pytest.mark.parametrize("body", NOT_DRAWN)
def test_what_a_text_cannot_be_is_refused(body: str) -> None:
    art, report = read(f"<g {PIRATA}>{body}</g>")
    assert art is None
    assert any(NOT_DRAWN[body] in fault.message for fault in report.errors), [d.short() for d in report]


UNSEEN = [
    '<g display="none"><text font-family="Inter">Hi</text></g>',
    '<text font-family="Inter" style="display:none">Hi</text>',
    '<text font-family="Inter"/>',
    '<text font-family="Inter"> <tspan>\n </tspan></text>',
    '<text font-family="Pirata One">Hi<tspan font-family="Inter" display="none">Hi</tspan></text>',
    "<flowRoot><flowRegion><rect/></flowRegion><flowPara> </flowPara></flowRoot>",
    '<defs><text id="t" font-family="Inter">Hi</text></defs>',
]


@pytest.mark.parametrize("body", UNSEEN)
def test_what_is_not_seen_needs_no_font(body: str) -> None:
    art, report = read(body)
    assert art is not None, [d.short() for d in report]


MUCH = {
    "letters": f"<text {PIRATA}>" + "Yo ho " * 17_000 + "</text>",
    "parts": f"<text {PIRATA}>" + '<tspan x="1" y="2" dx="3">a</tspan>' * 20_000 + "</text>",
    "deep": f"<text {PIRATA}>" + "<tspan>a" * 200 + "</tspan>" * 200 + "</text>",
    "deeper": f"<text {PIRATA}>" + "<tspan>a" * 300 + "</tspan>" * 300 + "</text>",
    "places": f'<text {PIRATA} x="{"1 " * 90_000}">' + "a" * 90_000 + "</text>",
    "masks": f'<mask id="m"><text {PIRATA}>{"Yo ho " * 50}</text></mask>'
    + '<rect width="9" height="9" mask="url(#m)"/>' * 3_000,
}  # fmt: skip


@pytest.mark.parametrize("body", MUCH.values(), ids=MUCH)
def test_what_would_take_long_is_refused(body: str) -> None:
    art, report = read(body)
    assert art is None
    (fault,) = report.errors
    assert "more than" in fault.message


def test_ten_thousand_parts_and_comments_within_a_text_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "MAX_PARTS", 1_000_000)
    tiny = 'font-family="Pirata One" font-size=".1"'
    art = drawn(f"<text {tiny}>{'<tspan>l</tspan>' * 10_000}</text><title>{'a<!-- -->' * 100_000}</title>")
    assert len(art.shapes) == 10_000
    art = drawn(f"<text {tiny}>{'l<!-- -->' * 10_000}</text>")
    assert len(art.shapes) == 1


BODIES = [
    f'<text x="5 9" y="20" dx="1" rotate="3" {PIRATA}>Ho<tspan x="3" dy="1em" baseline-shift="super">x</tspan>y</text>',
    f"<style>text{{font:italic 12px/1 serif;letter-spacing:.1em}}</style><text textLength='9' {PIRATA}>ab c</text>",
    f'<clipPath id="c"><text {PIRATA} y="9">A</text></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
]
SPLINTERS = [
    "<", ">", '"', "'", "%", "em", "1e999", "-1", "nan", "0", "tspan", "<tspan>", "</text>", "url(#c)", "é", "\u0301",
    "\u200d", "שׁ", "font:", "inherit", "\x00", "😀", "bold", "99999", ",",
]  # fmt: skip


@settings(max_examples=120)
@given(st.sampled_from(BODIES), st.data())
def test_whatever_a_text_says_is_drawn_or_refused(body: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(body)))
        body = body[:at] + data.draw(st.sampled_from(["", *SPLINTERS])) + body[at + data.draw(st.integers(0, 6)) :]
    art, report = read(body)
    assert (art is None) == (not report.ok)


# --- what a layout and a pack make of it ---------------------------------------------------------------------------


def test_letters_belong_to_the_ids_around_them_and_take_paint() -> None:
    text = f'<g id="name"><text id="line" class="paint" y="40" {PIRATA}>Ho <tspan id="word">you</tspan></text></g>'
    art = drawn(text)
    assert [shape.ids for shape in art.shapes] == [("name", "line"), ("name", "line", "word")]
    assert art.painted() == {"name", "line", "word"}


def made_pack(root: Path, **files: Any) -> Path:
    for name, data in {
        "pack.yaml": "extends: santy_anno\nid: mine\nlanguages: [en]\n",
        "faces/coin.yaml": "face: {width: 30, height: 30, alt: coin}\nitems:\n"
        "  - art: {file: a.svg, at: [0, 0], size: [30, 30]}\n",
        "art/a.svg": f'{HEAD}<text y="40" font-size="30" font-family="Mine">Ho</text></svg>',
        **files,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return root


def test_a_pack_s_drawing_has_its_fonts_and_they_are_read(tmp_path: Path) -> None:
    from santy_print.faces import Faces

    files = {"fonts/Anything.ttf": bytes_of(small()), "fonts/Spare.ttf": bytes_of(small("PirataOne-Regular", "Spare"))}
    root = made_pack(tmp_path / "mine", **files)
    pack = load_pack(root)
    faces = Faces(pack, pack.locales["en"])
    assert faces.frame("coin", pack.collections["coins"][0]).items
    assert faces.report.clean
    report = Report()
    check_unread(pack, report)
    assert [told.message for told in report if "fonts/" in told.message] == [
        f"nothing reads {root}/fonts/Spare.ttf: no role of the pack's fonts names it"
    ]
    path, found = root / "art" / "a.svg", Report()
    assert measured_art(path, "a.svg", found, fonts_beside(path))[0] is not None
    assert measured_art(path, "a.svg", found)[0] is None
    assert [told.code for told in found] == ["art-font"]


def test_a_text_beneath_a_filter_is_in_the_picture_of_it() -> None:
    shadow = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    art, report = read(f'{shadow}<g filter="url(#f)"><text y="40" {PIRATA}>Ho</text></g>')
    assert art is not None
    assert art.shapes[0].picture is not None
    assert [told.code for told in report] == ["art-pixels"]
    _, report = read(f'{shadow}<g filter="url(#f)"><text y="40" font-family="Inter">Ho</text></g>')
    assert [told.code for told in report.errors] == ["art-font"]


# --- large drawings ------------------------------------------------------------------------------------------------


def jpeg(side: int, quality: int = 95) -> str:
    out = BytesIO()
    Image.effect_noise((side, side), 90).convert("RGB").save(out, "JPEG", quality=quality)
    return "data:image/jpeg;base64," + b64encode(out.getvalue()).decode()


def large(folder: Path, body: str) -> tuple[Art | None, Report]:
    path, report = folder / "a.svg", Report()
    path.write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
    return measured_art(path, "art/a.svg", report)[0], report


def test_embedded_photos_may_be_larger_than_a_file_of_a_pack(tmp_path: Path) -> None:
    photo = jpeg(1800)
    assert len(photo) > 2_500_000
    art, report = large(tmp_path, f'<image width="100" height="60" href="{photo}"/><text y="9" {PIRATA}>Ho</text>')
    assert art is not None, [d.short() for d in report]
    assert art.embedded > 1_800_000


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f'<path d="{"M0 0" * 600_000}"/>', "holds more than 2000 kB besides the pictures in it"),
        (
            '<image href="data:image/png;base64,' + "A" * 31_000_000 + '"/>',
            "the picture in it holds more than 22 MB",
        ),
        ("<image href='data:," + "A" * 61_000_000 + "'/>", "art/a.svg holds more than 60000 kB"),
        (f"<text {PIRATA}>{'data:' * 600_000}</text>", "holds more than 2000 kB besides the pictures in it"),
        (f"""<style>href="data:{"a" * 3_000_000}</style>""", "holds more than 2000 kB besides the pictures in it"),
    ],
    ids=["geometry", "a picture", "all", "letters", "a style sheet"],
)
def test_what_is_larger_than_a_drawing_may_be_is_refused(body: str, message: str, tmp_path: Path) -> None:
    art, report = large(tmp_path, body)
    assert art is None
    assert message in report.errors[0].message


def test_embedded_photos_of_a_pack_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from santy_print import faces as of_faces
    from santy_print.faces import Faces

    photo = jpeg(200)
    drawing = f'{HEAD}<image width="100" height="60" href="{photo}"/></svg>'
    root = made_pack(tmp_path / "mine", **{"art/a.svg": drawing, "art/b.svg": drawing.replace("60", "50")})
    monkeypatch.setattr(of_faces, "MAX_EMBEDDED", len(photo))
    pack = load_pack(root)
    faces = Faces(pack, pack.locales["en"])
    assert faces.art("a.svg") is not None
    assert faces.art("b.svg") is None
    assert [told.code for told in faces.report] == ["file-too-large"]

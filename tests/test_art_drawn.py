"""Pictures against another reader of SVG: what is taken is drawn as resvg draws it, else refused at its line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import resvg_py
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter

from santy_print.diag import Report, SourceFile
from santy_print.faces.dress import Look, dressed
from santy_print.faces.frames import Frame
from santy_print.faces.ink import Ink
from santy_print.faces.read_art import measured_art
from santy_print.faces.saved_svg import Saved
from santy_print.raster import frame_image

WIDE, HIGH, DOTS = 40, 20, 8
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" stroke-linecap="round" '
    'stroke-linejoin="round">'
)


class Plain:
    """Who knows no colours but those of the picture."""

    ink = Ink("full")

    def colour(self, name: str) -> str | None:
        raise KeyError(name)

    def hatch(self, name: str) -> None:
        return None


def read(body: str, folder: Path) -> tuple[Image.Image | None, Report]:
    """A picture as we draw it, or what is wrong with it."""
    path, report = folder / "a.svg", Report()
    path.write_text(HEAD + "\n" + body + "\n</svg>", encoding="utf-8")
    art = measured_art(path, "art/a.svg", report)[0]
    if art is None:
        return None, report
    frame = Frame("a", WIDE, HIGH, tuple(dressed(art, Look(), Plain())), "")
    return frame_image(frame, DOTS * 25.4).resize((WIDE * DOTS, HIGH * DOTS)), report


def as_resvg(body: str) -> Image.Image:
    made = resvg_py.svg_to_bytes(
        HEAD + body + "</svg>",
        width=WIDE * DOTS,
        height=HIGH * DOTS,
        background="#ffffff",
        skip_system_fonts=True,
        dpi=96,
    )
    return Image.open(io.BytesIO(made)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ where not only the edge of something is softer."""
    difference = ImageChops.difference(one, other).convert("L").filter(ImageFilter.MinFilter(3))
    return sum(difference.histogram()[80:])


LINE = 'fill="none" stroke="#22304a" stroke-width="1"'
DRAWN = [
    '<rect x="2" y="2" width="15" height="10" rx="6" ry="2" fill="#22304a"/>',
    '<rect x="2" y="2" width="15" height="10" ry="3" fill="#22304a"/>',
    '<rect x="2" y="2" width="15" height="10" rx="60" ry="2" fill="#22304a"/>',
    '<rect x="2" y="2" width="15" height="10" rx="0" ry="4" fill="#22304a"/>',
    f'<path d="M2 2H30V15" {LINE} stroke-dasharray="4 2"/>',
    f'<path d="M2 2h28v13" {LINE} stroke-dasharray="4,2,1"/>',
    f'<g stroke-dasharray="2 2" transform="scale(2)"><circle cx="8" cy="5" r="3" {LINE}/></g>',
    f'<rect x="3" y="3" width="20" height="9" rx="3" {LINE} stroke-dasharray="5 2"/>',
    f'<path d="M2 2H30V15" {LINE} stroke-dasharray="0 0"/>',
    f'<path d="M2 2H30V15" {LINE} stroke-dasharray="none"/>',
    '<g transform="rotate(15)"><rect x="10" y="2" width="15" height="5"/></g>',
    '<g transform="rotate(-20 20 10), translate(2)"><rect x="10" y="2" width="15" height="5"/></g>',
    '<g transform="translate(5 5) scale(1.5 0.5) skewX(20)"><rect width="15" height="15" fill="#8a6d3b"/></g>',
    '<g transform="matrix(0.5 0.5 -0.5 0.5 20 1) skewY(-10)"><rect width="15" height="15" fill="#8a6d3b"/></g>',
    f'<g transform="scale(-1 1) translate(-40)"><path d="M2 2L9 9" {LINE}/></g>',
    '<path d="M5 5a5 5 0 0110 0a3,6 30 1 0-8,2z"/>',
    '<path d="M5 5A5 3 20 1 1 15 12ZM20 3t4 4 4-2 3 9" fill="#8a6d3b"/>',
    '<path d="M20 2 30 2 30 12zm-10 2l5 5h-5zl3 9" fill="#8a6d3b"/>',
    '<path d="M2 2q5 10 10 0t10 0 10 0M3 12c2-5 4-5 6 0s4 5 6 0S20 2 22 12" fill="none" stroke="#22304a"/>',
    '<path d="M10-1.5.5 15l1e1-.5Z" fill-rule="evenodd"/>',
    '<path d="M4 2h16v16h-16zM8 6h8v8h-8z" fill-rule="evenodd"/>',
    '<path d="M4 2h16v16h-16zM8 6h8v8h-8z"/>',
    '<polygon points="2,2 20,3,9 18"/>',
    f'<polyline points="2,2 20 3 9,18" {LINE}/>',
    f'<line x2="20" y2="9" {LINE}/>',
    '<ellipse cx="20" cy="10" rx="12" ry="4"/>',
    '<circle r="9" stroke="#22304a" stroke-width="0" fill="#c9a66b"/>',
    '<circle r="0"/><rect width="0" height="5" stroke="#22304a"/><ellipse rx="3" ry="0" stroke="#22304a"/><path d=""/>',
    '<g fill="#c9a66b"><g fill="none"><rect width="9" height="9"/></g><rect x="20" width="9" height="9"/></g>',
    '<rect x="-5" y="-5" width="20" height="50"/><circle cx="40" cy="20" r="9"/>',
    '<title>a<!-- b --></title><desc>c</desc> d <rect width="9" height="9"/>',
    f'<path d="M5 5z" {LINE}/>',
]
REFUSED = [
    ('<g transform="rotat(15)"><rect width="9" height="9"/></g>', "did you mean `rotate`?"),
    ('<g transform="rotate(15 3)"><rect width="9" height="9"/></g>', "is no transform"),
    ('<g transform="rotate(15deg)"><rect width="9" height="9"/></g>', "list of numbers"),
    ('<g transform="rotate(15),"><rect width="9" height="9"/></g>', "is no transform"),
    ('<g transform="translate(2) oops"><rect width="9" height="9"/></g>', "is no transform"),
    ('<g transform="scale(0)"><rect width="9" height="9"/></g>', "leaves nothing"),
    ('<rect width="9" height="9"><rect width="9" height="9"/></rect>', "<rect> is not allowed inside of <rect>"),
    (f'<path d="M1 1H9" {LINE} stroke-miterlimit="0"/>', "at least 1"),
    (f'<path d="M1 1H9" {LINE} stroke-dasharray="5 -2"/>', "list of lengths"),
    (f'<path d="M1 1H9" {LINE} stroke-dasharray="0.001"/>', "too short"),
    ('<path d="M1 1H9" stroke="#22304a" stroke-width="-1"/>', "`stroke-width` is less than nothing"),
    ('<path d="M1 1H9V9" fill-rule="odd"/>', "nonzero or evenodd"),
    ('<rect width="-9" height="9"/>', "`width` is less than nothing"),
    ('<rect width="9" height="9" rx="-1"/>', "`rx` is less than nothing"),
    ('<rect height="9"/>', "it has no `width`"),
    ('<rect width="1_0" height="9"/>', "is a number like"),
    ('<rect width="٣" height="9"/>', "is a number like"),
    ('<rect width="nan" height="9"/>', "is a number like"),
    ('<rect width="9" height="9" r="3"/>', "`r` is not allowed in <rect>"),
    ('<circle r="-3"/>', "`r` is less than nothing"),
    ('<circle cx="3"/>', "it has no `r`"),
    ("<path/>", "it has no `d`"),
    ('<path d="M0 0A5 5 0 2 1 10 0"/>', "not an SVG path"),
    ('<path d="M0 0A5 5 0 1 1 10"/>', "not an SVG path"),
    ('<path d="M0 0,,5 5"/>', "not an SVG path"),
    ('<path d="M0 0L5 5,"/>', "not an SVG path"),
    ('<path d="M0 0L"/>', "not an SVG path"),
    ('<path d="M0 0L5"/>', "not an SVG path"),
    ('<path d="L5 5"/>', "begins with M"),
    ('<polygon points="1 1 L 5 5"/>', "list of numbers"),
    ('<polygon points="1 1 5"/>', "two numbers"),
    ('<polyline points="1 1"/>', "two numbers"),
    ("<g>" * 70 + "</g>" * 70, "64 deep"),
]


SHARP = 'fill="none" stroke="#22304a" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter"'
STAR = "M20 2 25 17 11 8 29 8 15 17Z"
SAVED = [
    f'<path d="M2 10H9L5 3" {SHARP}/>',
    f'<path d="M2 10H9L5 3" {SHARP} stroke-linecap="square"/>'.replace('stroke-linecap="butt" ', ""),
    f'<path d="M2 10H9L5 3" {SHARP} stroke-linejoin="bevel"/>'.replace(' stroke-linejoin="miter"', ""),
    f'<path d="M2 10H12L3 8" {SHARP} stroke-miterlimit="20"/>',
    f'<path d="M2 2H30V15" {SHARP} stroke-dasharray="4 2" stroke-dashoffset="3"/>',
    f'<path d="M2 2H30V15" {LINE} stroke-dasharray="10%"/>',
    f'<rect x="3" y="3" width="20" height="9" rx="3" {SHARP}/><circle cx="32" cy="10" r="5" {SHARP}/>',
    f'<g transform="scale(1 2)"><path d="M3 3H19L9 7" {SHARP}/></g>',
    f'<g transform="skewX(20)"><circle cx="12" cy="10" r="6" {LINE}/></g>',
    f'<path d="{STAR}" style="fill:#c9a66b;stroke:rgb(34,48,74);stroke-width:1px;stroke-linejoin:miter"/>',
    f'<path d="{STAR}" style="fill : crimson ; fill-rule:evenodd; -inkscape-stroke: none"/>',
    "<style>.cls-1{fill:#c9a66b}.cls-1,.cls-2{stroke:#22304a}g > .cls-2{fill:none;stroke-width:2}</style>"
    '<g><rect class="cls-1" x="2" y="2" width="12" height="9"/><path class="cls-2" d="M20 3h9v9"/></g>',
    '<style type="text/css"><![CDATA[ /* of Corel */ .fil0 {fill:#E31E24;fill-rule:nonzero} #a{fill:blue!important} ]]>'
    '</style><rect class="fil0" x="2" y="2" width="9" height="9"/>'
    '<rect id="a" fill="red" x="20" width="9" height="9"/>',
    '<style>rect{fill:lime}</style><rect fill="red" width="9" height="9"/>'
    '<rect fill="red" style="fill:navy" x="20" width="9" height="9"/>',
    '<rect width="9" height="9" fill="hsl(210 60% 40%)"/><rect x="12" width="9" height="9" fill="#c63"/>'
    '<rect x="24" width="9" height="9" fill="RGB(10%, 50%, 90%)"/>',
    '<g color="teal" fill="currentColor"><rect width="9" height="9"/>'
    '<rect x="20" width="9" height="9" fill="inherit"/></g>',
    '<rect width="50%" height="25%" x="1mm" y="2px" fill="#8a6d3b"/>',
    '<defs><g id="s"><path d="M0 0h5v5z" fill="red"/></g></defs><use href="#s" x="3" y="2"/>'
    '<use href="#s" transform="translate(20 4) rotate(30)"/>',
    '<symbol id="m" viewBox="0 0 10 10"><circle cx="5" cy="5" r="6" fill="#8a6d3b"/></symbol>'
    '<use xlink:href="#m" x="5" y="2" width="15" height="10" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<svg x="4" y="3" width="12" height="9" viewBox="0 0 40 40"><circle cx="20" cy="20" r="30" fill="#22304a"/></svg>',
    '<svg x="4" y="3" width="12" height="9" viewBox="0 0 40 40" preserveAspectRatio="none">'
    '<path d="M0 0h40v40z"/></svg>',
    '<svg x="20" y="3" width="12" height="9" overflow="visible"><rect x="-5" width="8" height="4"/></svg>',
    '<clipPath id="c"><circle cx="12" cy="10" r="7"/></clipPath><g clip-path="url(#c)">'
    '<rect width="40" height="9"/></g>',
    f'<clipPath id="c"><path d="{STAR}" clip-rule="evenodd"/></clipPath><g clip-path="url(#c)">'
    '<rect width="40" height="20"'
    f' fill="#8a6d3b"/><path d="M0 10H40" {SHARP}/></g>',
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".7"/></clipPath>'
    '<ellipse cx="20" cy="10" rx="15" ry="8" clip-path="url(#c)"/>',
    '<clipPath id="c"><rect width="40" height="20"/></clipPath><g clip-path="url(#c)">'
    '<circle cx="9" cy="9" r="6"/></g>',
    '<clipPath id="c"><rect width="9" height="9"/><circle cx="20" cy="9" r="6"/></clipPath>'
    '<rect width="40" height="20" clip-path="url(#c)" fill="#c9a66b"/>',
    '<rect width="9" height="9" display="none"/><rect x="20" width="9" height="9" visibility="hidden"/>'
    '<g style="display:none"><circle r="9"/></g><g visibility="hidden"><circle r="4" visibility="visible"/></g>',
    '<rect width="9" height="9" opacity="0"/><rect x="20" width="9" height="9" fill-opacity="0" stroke="#22304a"/>',
    f'<path d="{STAR}" fill="#c9a66b" stroke="#22304a" stroke-width="3" paint-order="stroke fill"/>',
    '<linearGradient id="g"><stop stop-color="#8a6d3b"/><stop offset="1" stop-color="#8a6d3b"/></linearGradient>'
    '<linearGradient id="h" href="#g"/><rect width="9" height="9" fill="url(#g)"/>'
    '<rect x="20" width="9" height="9" fill="url(#h)"/>',
    '<a href="https://example.org"><rect width="9" height="9"/></a><switch><g><circle cx="30" cy="9" r="5"/>'
    '</g></switch>',
    '<metadata><x:a xmlns:x="y"><x:b/></x:a></metadata><i:pgf xmlns:i="z" id="q">abc</i:pgf>'
    '<rect width="9" height="9"/>',
    '<rect width="9" height="9" data-name="Layer 1" aria-hidden="true" shape-rendering="crispEdges" '
    'xml:space="preserve"/>',
    '<rect width="9" height="9" rx="auto"/><ellipse cx="30" cy="9" rx="7"/>',
    '<path d="M1 1H9" stroke="#22304a" stroke-width="1px" stroke-linecap="butt"/><title><g/></title>',
    '<text style="display:none">a</text><rect width="9" height="9"/>',
]  # fmt: skip
AS_BROWSERS = [
    ('<g style="transform:translate(12px, 3px) rotate(10deg)"><rect width="15" height="5"/></g>',
     '<g transform="translate(12 3) rotate(10)"><rect width="15" height="5"/></g>'),
    ('<rect width="9" height="9" fill="url(other.svg#x) teal"/>', '<rect width="9" height="9" fill="#008080"/>'),
]  # fmt: skip
"""What resvg does not know, and the same in its words."""


@pytest.mark.parametrize(("body", "same"), AS_BROWSERS)
def test_what_browsers_know_besides_is_drawn_as_they_do(body: str, same: str, tmp_path: Path) -> None:
    image, _ = read(body, tmp_path)
    assert image is not None
    assert apart(image, as_resvg(same)) == 0


@pytest.mark.parametrize("body", SAVED)
def test_what_programs_save_is_drawn_as_elsewhere(body: str, tmp_path: Path) -> None:
    image, report = read(body, tmp_path)
    assert image is not None, [d.short() for d in report]
    assert report.clean
    assert apart(image, as_resvg(body)) <= 0.002 * WIDE * HIGH * DOTS * DOTS


CANNOT = [
    ('<text x="2" y="9" font-family="Inter">Hi</text>', "Path > Object to Path (Inkscape)"),
    ('<image width="9" height="9" href="data:image/png;base64,AAAA"/>', "the picture in it is no PNG"),
    ('<image width="9" height="9" href="photo.png"/>', "Extensions > Images > Embed Images"),
    ('<image width="9" height="9" href="data:image/svg+xml,%3Csvg/%3E"/>', "the picture in it is no PNG"),
    ('<rect width="9" height="9" mask="url(#no)"/>', "no <mask> of this file"),
    ("<style>@import 'x.css';</style>", "is not fetched"),
    ("<style>a b c d e{fill:red}</style>", "its style sheet is more than can be read"),
    ('<rect width="9" height="9" clip-path="url(#no)"/>', "no <clipPath> of this file"),
    ("<foreignObject/>", "what is not SVG"),
    ('<rect width="9" height="9" fill="lab(40% 20 30)"/>', "is not a colour like #22304a"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "hint"), CANNOT)
def test_what_shapes_cannot_show_is_refused_with_the_way_out(body: str, hint: str, tmp_path: Path) -> None:
    image, report = read(body, tmp_path)
    assert image is None
    (fault,) = report.errors
    assert hint in " ".join((fault.message, *fault.hints))
    assert fault.span is not None
    assert fault.span.line == 2


@pytest.mark.parametrize("body", DRAWN)
def test_what_is_taken_is_drawn_as_elsewhere(body: str, tmp_path: Path) -> None:
    image, report = read(body, tmp_path)
    assert image is not None, [d.short() for d in report]
    assert apart(image, as_resvg(body)) == 0


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_what_would_be_drawn_otherwise_is_refused_at_its_line(body: str, said: str, tmp_path: Path) -> None:
    image, report = read(body, tmp_path)
    assert image is None
    told = [" ".join((d.message, *d.hints)) for d in report.errors]
    assert len(told) == 1
    assert said in told[0]
    assert [d.span and d.span.line for d in report] == [2]


@pytest.mark.parametrize("root", ["<g/>", "<path d='M0 0'/>", "<title>a</title>", "<html/>", "<x:svg xmlns:x='y'/>"])
def test_a_picture_begins_with_svg(root: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(root, encoding="utf-8")
    report = Report()
    assert measured_art(tmp_path / "a.svg", "art/a.svg", report)[0] is None
    assert [(d.code, d.span and (d.span.line, d.span.col)) for d in report] == [("art-forbidden", (1, 1))]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('xmlns="http://example.org/svg" viewBox="0 0 9 9"', "is not what SVG is known by"),
        ('viewBox="0 0 9 9" width="0" height="18"', "more than nothing"),
        ('viewBox="0 0 9 9" width="9ells"', "is a number like"),
        ('viewBox="0 0 9 9" transform="rotat(3)"', "did you mean `rotate`"),
        ('viewBox="0 0 9 9" opacity="much"', "is a number like"),
        ('opacity="much"', "does not say how large it is"),
        ('viewBox="0 0 9"', "four numbers like 0 0 40 40"),
        ('viewBox="0 0 1e999 9"', "four numbers like 0 0 40 40"),
        ("", "does not say how large it is"),
    ],
)
def test_the_root_says_how_large_it_is(head: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(f"<svg {head}><g/></svg>", encoding="utf-8")
    report = Report()
    assert measured_art(tmp_path / "a.svg", "art/a.svg", report)[0] is None
    (fault,) = report.errors
    assert said in fault.message


NUMBERS = st.sampled_from(["0", "1", "2.5", "-3", ".5", "7", "12", "1e1", "18", "5.", "x", "-0.4"])
POINT = st.tuples(NUMBERS, st.sampled_from([" ", ",", " , ", ""]), NUMBERS).map("".join)
SEPARATOR = st.sampled_from([" ", ",", "\n", ""])
STEP = st.one_of(
    st.tuples(st.sampled_from("MLlmTt"), POINT, SEPARATOR, POINT).map("".join),
    st.tuples(st.sampled_from("HhVv"), NUMBERS).map("".join),
    st.tuples(st.sampled_from("SsQq"), POINT, SEPARATOR, POINT).map("".join),
    st.tuples(st.sampled_from("Cc"), POINT, SEPARATOR, POINT, SEPARATOR, POINT).map("".join),
    st.tuples(st.sampled_from("Aa"), POINT, st.sampled_from([" 0 0 1 ", " 30 10", ",0,1,1,", " 9 2 1 "]), POINT).map(
        "".join
    ),
    st.sampled_from(["z", "Z", "oops"]),
)
PATH = st.tuples(st.sampled_from(["M5 5", "m 3,3 ", "M1 1 9 9", "L3 3"]), st.lists(STEP, min_size=1, max_size=5)).map(
    lambda made: f'd="{made[0]}{"".join(made[1])}"'
)
BOX = st.tuples(*[NUMBERS] * 6).map(
    lambda n: 'x="{}" y="{}" width="{}" height="{}" rx="{}" ry="{}"'.format(*n).replace(' rx="0"', "")
)
SHAPE = st.one_of(
    PATH.map("<path {} PAINT/>".format),
    BOX.map("<rect {} PAINT/>".format),
    st.tuples(*[NUMBERS] * 4).map(lambda n: '<ellipse cx="{}" cy="{}" rx="{}" ry="{}" PAINT/>'.format(*n)),
    st.lists(NUMBERS, max_size=8).map(lambda n: f'<polygon points="{" ".join(n)}" PAINT/>'),
)
LOOK = st.sampled_from(
    [
        'fill="#c9a66b"', 'fill="#c9a66b" fill-rule="evenodd"', 'fill="none" stroke="#22304a" stroke-width="1"',
        'fill="none" stroke="#22304a" stroke-width="1" stroke-dasharray="3 2"', 'fill="#d9d4c6" stroke="#22304a"',
    ]
)  # fmt: skip
TURN = st.sampled_from(
    ["", 'transform="rotate(30)"', 'transform="translate(9 3) scale(.5)"', 'transform="scale(1.5,.8)"',
     'transform="skewX(30)"', 'transform="matrix(0 1 -1 0 20 0)"', 'transform="rotat(3)"']
)  # fmt: skip


@settings(max_examples=60)
@given(SHAPE, LOOK, TURN)
def test_any_shape_is_drawn_as_elsewhere_or_refused(
    tmp_path_factory: pytest.TempPathFactory, shape: str, look: str, turn: str
) -> None:
    body = f"<g {turn}>{shape.replace('PAINT', look)}</g>"
    image, report = read(body, tmp_path_factory.mktemp("drawn"))
    assert (image is None) == bool(report.errors)
    assume(image is not None)
    assert image is not None
    assert apart(image, as_resvg(body)) == 0, body


SPLINTERS = [
    "(", "{", "}", "<", ">", "&", "%", "url(#c)", "url(", "#", "em", "1e999", "-1", "nan", "none", "inherit", "initial",
    '<use href="#c"/>', "<style>", "*", "!important", ";", ":", "rotate(", "\x00", "é", "0", 'style="', "calc(1+2)",
    "auto",
    '<svg viewBox="0 0 0 0">', "display:none", "var(--a)", 'clip-path="url(#c)"',
]  # fmt: skip


@settings(max_examples=150)
@given(st.sampled_from(SAVED + DRAWN + [body for body, _ in CANNOT + REFUSED]), st.data())
def test_whatever_is_in_a_file_is_drawn_or_refused(body: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(body)))
        gone = data.draw(st.integers(0, 6))
        body = body[:at] + data.draw(st.sampled_from(["", *SPLINTERS])) + body[at + gone :]
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}\n{body}</svg>"))
    assert (saved.run() is None) == (not saved.report.ok)


USE = '<use href="#u{}"/>'
MUCH = {
    "use within use": '<path id="u0" d="M0 0h1"/>'
    + "".join(f'<g id="u{n}">{USE.format(n - 1) * 10}</g>' for n in range(1, 9)),
    "rules": "<style>" + "*{fill:red}" * 1_900 + "</style>" + "<g/>" * 5_000,
    "brackets": "<style>a{b:" + "(" * 9_000 + "}</style>",
    "masks": '<mask id="m"><circle r="9" fill="#fff"/></mask>' + '<rect width="40" height="20" mask="url(#m)"/>' * 900,
    "shades": '<linearGradient id="g" x2=".1" spreadMethod="repeat"><stop/><stop offset="1" stop-color="red"/>'
    "</linearGradient>" + '<rect width="40" height="20" fill="url(#g)"/>' * 400,
    "tiles": '<pattern id="p" width=".03" height=".03"><path d="M0 0h1v1"/><path d="M0 0h1v1"/></pattern>'
    + '<rect width="40" height="20" fill="url(#p)"/>' * 20,
    "masks within masks": "".join(
        f'<mask id="m{n}">' + f'<rect width="9" height="9" fill="#fff" mask="url(#m{n + 1})"/>' * 2 + "</mask>"
        for n in range(30)
    )
    + '<mask id="m30"/>'
    + '<rect width="40" height="20" mask="url(#m0)"/>',
    "clip after clip": '<clipPath id="c"><rect width="9" height="9"/></clipPath>'
    + '<rect width="5" height="5" clip-path="url(#c)"/>' * 9_000,
    "a step after a step": "<style>" + "g g g g g g{fill:red}" + "</style>" + "<g>" * 60 + "</g>" * 60,
}  # fmt: skip


@pytest.mark.parametrize("body", MUCH.values(), ids=MUCH)
def test_what_would_take_long_is_refused(body: str) -> None:
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}\n{body}</svg>"))
    assert saved.run() is None
    (fault,) = saved.report.errors
    assert "more than" in fault.message


BLANKS = " " * 100_000


@pytest.mark.parametrize(
    "body",
    [f"<style>a{BLANKS}b{{fill:red}}</style>", f'<path d="M0 0h9v9z" fill="a{BLANKS}b"/>'],
    ids=["a selector", "a colour"],
)
def test_a_hundred_thousand_blanks_are_read_at_once(body: str) -> None:
    """Some patterns tried each of them with all that follow: two minutes for a file of a quarter of a megabyte."""
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}\n{body}</svg>"))
    assert (saved.run() is None) == ("fill=" in body)


def test_a_box_within_a_box_is_found_once() -> None:
    """Each group's box is needed for its clip path, and does not ask for those of the groups within it."""
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    groups = '<g clip-path="url(#c)">' * 20 + '<rect width="9" height="9"/>' + "</g>" * 20
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}\n{clip}{groups}</svg>"))
    art = saved.run()
    assert art is not None
    assert len(art.shapes) == 1
    assert saved.parts < 5_000


ODD = {
    "entities": '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" viewBox="0 0 9 9">',
    "a blank before the declaration": '\n <?xml version="1.0"?><svg viewBox="0 0 9 9">',
    "a colour that is itself": '<svg viewBox="0 0 9 9" color="currentColor" fill="currentColor">',
    "values that are nothing": '<svg viewBox="0 0 9 9" style="fill:;;stroke" stroke="">',
}  # fmt: skip


@pytest.mark.parametrize("head", ODD.values(), ids=ODD)
def test_odd_files_that_others_read_are_read(head: str) -> None:
    saved = Saved(SourceFile("art/a.svg", head + '<rect width="9" height="9"/></svg>'))
    art = saved.run()
    assert art is not None, [d.short() for d in saved.report]
    assert [shape.fill for shape in art.shapes] == ["#000000"]


@pytest.mark.parametrize("value", ['"a&b;"', '"' + "a" * 300 + '"', "SYSTEM 'x'"])
def test_entities_that_could_grow_are_refused(value: str) -> None:
    saved = Saved(SourceFile("art/a.svg", f"<!DOCTYPE svg [<!ENTITY b ''><!ENTITY a {value}>]><svg><g/></svg>"))
    assert saved.run() is None
    assert "entities is not allowed" in saved.report.errors[0].message


def curves(step: int) -> str:
    points = (" ".join(str((n + k) * step % 97) for k in range(6)) for n in range(4_000))
    return "M0 0" + "".join(f"C{some}" for some in points)


def test_a_clip_path_of_thousands_of_curves_is_a_clip() -> None:
    """To cut one outline by another took minutes where both cross themselves."""
    body = f'<clipPath id="c"><path d="{curves(31)}"/></clipPath><path clip-path="url(#c)" d="{curves(41)}"/>'
    art = Saved(SourceFile("art/a.svg", f"{HEAD}\n{body}</svg>")).run()
    assert art is not None
    assert art.parts < 5_000
    assert art.veils[0].clip is not None


def test_more_veils_than_there_are_groups_are_refused() -> None:
    masks = "".join(f'<mask id="m{n}" mask="url(#m{n + 1})"><rect width="9" height="9"/></mask>' for n in range(300))
    last = '<mask id="m300"/><rect width="9" height="9" mask="url(#m0)"/>'
    saved = Saved(SourceFile("art/a.svg", f"{HEAD}\n{masks}{last}</svg>"))
    assert saved.run() is None
    assert "lie over one another" in saved.report.errors[0].message


def test_a_filter_that_takes_too_long_is_refused_and_nothing_elsewhere_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    heavy = '<filter id="f">' + '<feTurbulence numOctaves="9"/><feGaussianBlur stdDeviation="30"/>' * 200 + "</filter>"
    monkeypatch.setattr("santy_print.faces.pixels.PATIENCE", 0.5)
    saved = Saved(SourceFile("art/a.svg", f'{HEAD}\n{heavy}<rect width="9" height="9" filter="url(#f)"/></svg>'))
    assert saved.run() is None
    assert "takes more time or memory" in saved.report.errors[0].message
    elsewhere = '<filter id="f"><feImage href="file:///a.png"/></filter><rect width="9" height="9" filter="url(#f)"/>'
    seen: list[str] = []
    monkeypatch.setattr("santy_print.faces.pixels._by_resvg", lambda text, *_: seen.append(text))
    Saved(SourceFile("art/a.svg", f"{HEAD}\n{elsewhere}</svg>")).run()
    assert seen
    assert "file:" not in "".join(seen)

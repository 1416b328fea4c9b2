"""Pictures: what is read, what is refused, and where the lines come to lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import ImageChops

from santy_print.diag import Report, SourceFile
from santy_print.faces.art import _OWN, ROLES, ellipse, outline_box, parse_path, read_plain, rounded
from santy_print.faces.dress import Look, dressed
from santy_print.faces.frames import Frame
from santy_print.faces.ink import Ink
from santy_print.faces.read_art import measured_art
from santy_print.faces.saved_svg import Saved
from santy_print.folders import data_folder
from santy_print.raster import frame_image

BUNDLED = sorted(data_folder("content").glob("*/art/*.svg"))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>A test</title>'


def read(tmp_path: Path, body: str, head: str = HEAD, tail: str = "</svg>"):  # type: ignore[no-untyped-def]
    path = tmp_path / "a.svg"
    path.write_text(head + body + tail, encoding="utf-8")
    report = Report()
    return measured_art(path, "art/a.svg", report)[0], report


@pytest.mark.parametrize("path", BUNDLED, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_the_bundled_pictures_keep_to_the_rules(path: Path) -> None:
    report = Report()
    art = measured_art(path, path.name, report)[0]
    assert art is not None, [d.short() for d in report]
    assert art.title
    roles = set(ROLES.values())
    used = {c for s in art.shapes for c in (s.fill, s.stroke) if c}
    assert used <= roles, f"colours outside the roles: {sorted(used - roles)}"
    left, top, right, bottom = outline_box([s.outline for s in art.shapes])
    slack = 0.6
    assert left >= -slack
    assert top >= -slack
    assert right <= art.width + slack
    assert bottom <= art.height + slack


@pytest.mark.parametrize("path", BUNDLED[::4], ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_both_readers_draw_a_plain_picture_alike(path: Path) -> None:
    file = SourceFile(path.name, path.read_text(encoding="utf-8"))
    one, other = read_plain(file), Saved(file).run()
    assert one is not None, "what is bundled is plain, and read fast"
    assert other is not None
    assert [getattr(one, name) for name in ("digest", "width", "height", "title", "shapes")] == [
        getattr(other, name) for name in ("digest", "width", "height", "title", "shapes")
    ]


def test_a_picture_of_ones_own_has_any_colour(tmp_path: Path) -> None:
    art, report = read(tmp_path, '<rect width="9" height="9" fill="#12AB34"/>')
    assert report.ok
    assert art is not None
    assert art.shapes[0].fill == "#12ab34"


def test_the_document_tells_every_attribute() -> None:
    text = (Path(__file__).parent.parent / "docs" / "art.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]*`[^|]*) \| ([^|]*) \|$", text.split("## Colours")[0], re.MULTILINE)
    told = {name for _, cell in rows for part in re.findall(r"`([^`]+)`", cell) for name in part.split()}
    assert told == {name for names in _OWN.values() for name in names} | {"transform"}
    assert all(f"`{colour}`" in text for colour in ROLES.values())


def test_what_leaves_the_view_box_is_cut_off_at_it(tmp_path: Path) -> None:
    inner, _ = read(tmp_path, '<rect width="40" height="20"/>')
    outer, _ = read(tmp_path, '<rect x="-9" width="40" height="20"/>')
    assert inner is not None
    assert outer is not None
    assert not inner.spills()
    assert outer.spills()


def test_the_eight_ships_have_their_elements_in_the_same_places() -> None:
    boxes = {}
    for path in BUNDLED:
        if path.stem.startswith("ship-"):
            art = measured_art(path, path.name, Report())[0]
            assert art is not None
            boxes[path.stem] = {e: art.bounds(e) for e in ("nest", "sails", "hull", "plate")}
    assert len(boxes) == 8
    for element in ("nest", "sails", "hull", "plate"):
        centres = [((b[element][0] + b[element][2]) / 2, (b[element][1] + b[element][3]) / 2) for b in boxes.values()]
        for axis in (0, 1):
            values = [c[axis] for c in centres]
            assert max(values) - min(values) < 8, (element, values)


def test_transforms_styles_and_ids_are_inherited(tmp_path: Path) -> None:
    art, report = read(
        tmp_path,
        '<g id="hull" transform="translate(10 2) scale(2)" fill="#22304a" stroke="#8a6d3b" stroke-width="0.5" '
        'stroke-linecap="round" stroke-linejoin="round">'
        '<rect class="paint" x="1" y="1" width="3" height="2"/><path d="M0 0h2v2z" fill="none"/></g>',
    )
    assert report.ok
    assert art is not None
    rect, path = art.shapes
    assert rect.ids == ("hull",)
    assert rect.paint
    assert outline_box([rect.outline]) == pytest.approx((12, 4, 18, 8))
    assert rect.width == pytest.approx(1.0)
    assert path.fill is None
    assert path.stroke == "#8a6d3b"
    assert not path.paint
    assert art.bounds("hull") == pytest.approx((12, 4, 18, 8))


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("<image href='x.png'/>", "art-forbidden", "does not stand in it"),
        ("<use href='#a'/>", "art-forbidden", "<use> points to `#a`, which is nothing in this file"),
        ("<g id='a'><use href='#a'/></g>", "art-forbidden", "within itself"),
        ("<script>1</script>", "art-forbidden", "a script is not allowed"),
        ("<path d='M0 0L1 1' style='fill:rot'/>", "art-value", "is not a colour"),
        ("<path d='M0 0L1 1' onload='x'/>", "art-forbidden", "`onload`"),
        ("<path d='M0 0L1 1' fill='url(#g)'/>", "art-forbidden", "which is nothing in this file"),
        ("<path d='M0 0 what'/>", "art-value", "cannot be read"),
        ("<rect width='x' height='2'/>", "art-value", "cannot be read"),
        ("<circle cx='1' cy='1'/>", "art-value", "cannot be read"),
        ("<path d='M0 0'", "art-syntax", "not well-formed"),
    ],
)
def test_what_a_picture_may_not_hold(tmp_path: Path, body: str, code: str, said: str) -> None:
    art, report = read(tmp_path, "\n" + body)
    assert art is None
    first = report.errors[0]
    assert first.code == code
    assert said in first.message
    assert first.span is not None
    assert first.span.line == 2


def test_all_faults_of_a_picture_are_found_at_once(tmp_path: Path) -> None:
    _, report = read(
        tmp_path,
        "<text font-family='Inter'>a</text><rect width='1' height='1' mask='f'/><path d='M0 0L1 1' fill='rot'/>",
    )
    assert [d.code for d in report] == ["art-font", "art-forbidden", "art-value"]


def test_entities_are_refused_before_they_grow(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n' + HEAD
    art, report = read(tmp_path, "<desc>&b;</desc>", head=bomb)
    assert art is None
    assert report.errors[0].code == "art-forbidden"


def test_a_drawing_says_how_large_it_is(tmp_path: Path) -> None:
    _, report = read(tmp_path, '<rect x="5" y="6" width="40" height="20"/>', head="<svg>")
    assert "how large" in report.errors[0].message
    assert report.errors[0].hints[0].startswith('write viewBox="5 6 40 20"'), "what is drawn, not just any size"


def test_outlines() -> None:
    assert outline_box([rounded(1, 2, 10, 6, 2)]) == pytest.approx((1, 2, 11, 8))
    assert outline_box([ellipse(5, 5, 3, 2)]) == pytest.approx((2, 3, 8, 7), abs=0.01)
    assert outline_box([parse_path("M0 0 q5 10 10 0")]) == pytest.approx((0, 0, 10, 5), abs=0.05)
    assert outline_box([parse_path("M0 0 a5 5 0 0 1 10 0")]) == pytest.approx((0, -5, 10, 0), abs=0.05)
    with pytest.raises(ValueError, match="not an SVG path"):
        parse_path("M0 0 banana")


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("<image href='http://example.org/x.png' width='9' height='9'/>", None),
        ("<use href='other.svg#x'/>", None),
        ("<rect width='1' height='1' fill='url(other.svg#x)'/>", None),
        ("<style>@import 'x.css';</style>", None),
        ("<rect width='1' height='1' style='fill: url(x)'/>", None),
        ("<script>1</script>", None),
        ("<foreignObject/>", None),
        ("", "<?xml-stylesheet href='x.css'?>" + HEAD),
        ("", "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>" + HEAD),
    ],
)
def test_nothing_from_elsewhere(tmp_path: Path, body: str, head: str | None) -> None:
    art, report = read(tmp_path, body, head=head) if head else read(tmp_path, body)
    assert art is None
    assert {d.code for d in report} <= {"art-forbidden", "art-value"}
    assert all(d.span is not None for d in report)
    assert len(report) >= 1


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "-inf"])
def test_numbers_are_finite(tmp_path: Path, value: str) -> None:
    for body in (f"<circle cx='1' cy='1' r='{value}'/>", f"<rect width='1' height='1' stroke-width='{value}'/>"):
        art, report = read(tmp_path, body)
        assert art is None
        assert report.errors[0].code == "art-value"
    _, report = read(tmp_path, "", head=f'<svg viewBox="0 0 {value} 20">')
    assert report.errors[0].code == "art-value"


def test_lines_that_became_areas_are_pale_and_strong_as_lines_are(tmp_path: Path) -> None:
    body = '<g id="a"><rect class="paint" x="2" y="2" width="9" height="9" fill="#c9a66b" stroke="#22304a"{}/></g>'
    round_ends = ' stroke-linecap="round" stroke-linejoin="round"'
    (one, _), (other, _) = read(tmp_path, body.format(round_ends)), read(tmp_path, body.format(""))
    assert one is not None
    assert other is not None
    for look in (Look(), Look(pale=True), Look(strong=frozenset(["a"])), Look(paint=(("a", "#336699"),))):
        pictures = [Frame("a", 40, 20, tuple(dressed(art, look, Plain())), "") for art in (one, other)]
        assert unlike(*pictures) < 90, look


class Plain:
    ink = Ink("full")

    def colour(self, name: str) -> str | None:
        return name

    def hatch(self, name: str) -> None:
        return None


def unlike(one: Frame, other: Frame) -> int:
    """How many pixels are quite other: round corners are."""
    difference = ImageChops.difference(frame_image(one, 300), frame_image(other, 300)).convert("L")
    return sum(difference.histogram()[100:])

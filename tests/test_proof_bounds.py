"""What a file may ask of `proof`: whatever is in it, it is measured within bounds, or told what is wrong and where."""

from __future__ import annotations

import signal
import zlib
from pathlib import Path

import pytest

from santy_print.diag import PackError
from santy_print.proof import Proofer, fonts, limits, objects, reading, render
from santy_print.proof.reading import read_pdf
from tests.counted import growth

FLATE = b"/Filter/FlateDecode"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 99 99]"
IMAGE = b"/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceGray"


def stream(data: bytes, more: bytes = b"") -> bytes:
    """A stream as a file has it."""
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (more, len(data), data)


def bomb(megabytes: int, char: bytes = b" ", rounds: int = 1) -> bytes:
    """So much of one character, packed as often as told."""
    data = char * (megabytes << 20)
    for _ in range(rounds):
        data = zlib.compress(data, 9)
    return data


def written(path: Path, objects: dict[int, bytes]) -> Path:
    """A PDF of some objects; 1 is its catalogue, 2 what it says of itself."""
    out, places = b"%PDF-1.7\n", {}
    for number, text in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    size = max(objects) + 1
    table = [b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 00000 f \n" for n in range(1, size)]
    end = b"trailer\n<</Size %d/Root 1 0 R/Info 2 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    path.write_bytes(out + b"xref\n0 %d\n0000000000 65535 f \n" % size + b"".join(table) + end)
    return path


def page(path: Path, content: bytes = b"", more: dict[int, bytes] | None = None, **how: bytes) -> Path:
    """A PDF of one page; `how` are its box, resources, what else it has, its parent, the catalogue's rest."""
    box, resources = how.get("box", b"[0 0 595 842]"), how.get("resources", b"")
    own = b"<</Type/Page/Parent 3 0 R/MediaBox %s/Contents %s/Resources<<%s>>%s>>"
    return written(path, {
        1: b"<</Type/Catalog/Pages 3 0 R/Lang(en)%s>>" % how.get("catalogue", b""),
        2: b"<</Creator(santy_print)/Title(x)>>",
        3: how.get("pages", b"<</Type/Pages/Kids[4 0 R]/Count 1>>"),
        4: own % (box, how.get("contents", b"5 0 R"), resources, how.get("own", b"")),
        5: how.get("stream", stream(content)),
        **(more or {}),
    })  # fmt: skip


def tower(levels: int, leaf: bytes) -> dict[int, bytes]:
    """Forms of which each draws the next ten times; the last is the leaf."""
    call = b"%s/Resources<</XObject<</F %d 0 R>>>>"
    forms = {10 + n: stream(b"/F Do " * 10, call % (FORM, 11 + n)) for n in range(levels)}
    return forms | {10 + levels: leaf}


def refused(path: Path) -> str:
    """What is told of a file: its one line."""
    with pytest.raises(PackError) as caught:
        read_pdf(path)
    (item,) = caught.value.report
    return f"{item.code}: {item.message.partition('.pdf is ')[2]}"


DRAW_F = b"/XObject<</F 10 0 R>>"
TOO_MUCH = {
    "bomb": ({"stream": stream(bomb(40), FLATE)}, "page 1: object 5 unpacks to more than 32 MB"),
    "packed-thrice": (
        {"stream": stream(bomb(40, rounds=3), b"/Filter[/FlateDecode/FlateDecode/FlateDecode]")},
        "page 1: object 5 unpacks to more than 32 MB",
    ),
    "bomb-of-letters": (
        {"content": b"BT /T 9 Tf (x) Tj ET", "more": {10: stream(bomb(40), FLATE)},
         "resources": b"/Font<</T<</Type/Font/Subtype/Type0/BaseFont/X/ToUnicode 10 0 R>>>>"},
        "page 1: object 10 unpacks to more than 32 MB",
    ),
    "operators": ({"content": b"q " * 100_001}, "page 1: object 4 has 100,001 operators: at most 100,000"),
    "references": (
        {"pages": b"<</Type/Pages/Kids[4 0 R %s]>>" % (b"4 0\nR " * 405_000)},
        "it has 405,006 references: at most 400,000",
    ),
    "forms": (
        {"content": b"/F Do", "resources": DRAW_F, "more": tower(29, stream(b"0 0 9 9 re f", FORM))},
        "page 1: its forms are drawn again and again, some 10^29 operators in all",
    ),
    "texts": (
        {"content": b"/F Do", "resources": DRAW_F,
         "more": tower(8, stream(b"BT /T 9 Tf (x) Tj ET", FORM + b"/Resources<</Font<</T<</Subtype/Type1>>>>>>"))},
        "page 1: object 12: what a file may ask for is used up here",
    ),
    "pictures": (
        {"content": b"/F Do", "resources": DRAW_F, "more": tower(8, stream(b"0", IMAGE + b"/Width 1/Height 1"))},
        "page 1: object 13: what a file may ask for is used up here",
    ),
    "deep": (
        {"content": b"/F Do", "resources": DRAW_F, "more": tower(99, stream(b"", FORM))},
        "page 1: object 50 is drawn by forms within forms, more than 40 deep",
    ),
    "box": ({"box": b"[0 0 14400 14400]"}, "page 1: it is 5,080 x 5,080 mm: no page is larger than A0"),
    "unit": ({"own": b"/UserUnit 100"}, "page 1: it is 20,990 x 29,704 mm: no page is larger than A0"),
    "pixels": (
        {"content": b"/F Do", "resources": DRAW_F, "more": {10: stream(b"0", IMAGE + b"/Width 99999/Height 99999")}},
        "page 1: a picture has 99,999 x 99,999 pixels: at most 60 millions",
    ),
    "letters": (
        {"content": b"BT /T 9 Tf (x) Tj ET",
         "more": {10: stream(b"beginbfrange\n" + b"<0000> <FFFF> <0041>\n" * 900 + b"endbfrange")},
         "resources": b"/Font<</T<</Type/Font/Subtype/Type0/BaseFont/X/ToUnicode 10 0 R>>>>"},
        "page 1: object 10: what a file may ask for is used up here",
    ),
    "text": (
        {"content": b"BT /T 9 Tf (%s) Tj ET" % (b"x" * 100_001), "resources": b"/Font<</T<</Subtype/Type1>>>>"},
        "page 1: a text has 100,001 letters: at most 100,000",
    ),
    "pages": (
        {"pages": b"<</Type/Pages/Kids[4 0 R %s]>>" % b" ".join(b"%d 0 R" % n for n in range(10, 5_010)),
         "more": dict.fromkeys(range(10, 5_010), b"<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>")},
        "it has more than 5,000 pages",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("how", "said"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_asks_for_much_is_refused_with_its_place(how: dict[str, bytes], said: str, tmp_path: Path) -> None:
    assert refused(page(tmp_path / "x.pdf", **how)) == f"proof-too-much: too much to be proven: {said}"  # type: ignore[arg-type]


def test_many_small_streams_are_bounded_together(tmp_path: Path) -> None:
    packed = stream(bomb(16), FLATE)
    many = {10 + n: packed for n in range(9)}
    contents = b"[%s]" % b" ".join(b"%d 0 R" % number for number in many)
    said = refused(page(tmp_path / "x.pdf", contents=contents, more=many))
    assert said.endswith("page 1: object 13 is where all that is packed in the file comes to more than it may")


DAMAGED = {
    "circle": ({"content": b"/F Do", "resources": DRAW_F, "more": {10: stream(
        b"/F Do", FORM + b"/Resources<</XObject<</F 10 0 R>>>>")}}, "page 1: object 10, a form, draws itself"),
    "tree": ({"pages": b"<</Type/Pages/Kids[4 0 R 4 0 R]>>"}, "a page hangs in two places of the tree of pages"),
    "trim": ({"own": b"/TrimBox[0 0 (x) 9]"}, "page 1: `/TrimBox` of object 4 is a text, not a number"),
    "trim-of-three": ({"own": b"/TrimBox[0 0 9]"}, "page 1: `/TrimBox` of object 4 has 3 numbers, not 4"),
    "loop": ({"pages": b"<</Type/Pages/Kids[4 0 R 3 0 R]>>"}, None),
    "no-pages": ({"pages": b"<</Type/Pages/Kids[]>>"}, None),
    "box": ({"box": b"[0 0 (x) 9]"}, "a page does not say how large it is"),
    "box-of-three": ({"box": b"[0 0 9]"}, "a page does not say how large it is"),
    "turn": ({"own": b"/Rotate/Left"}, "page 1: `/Rotate` of object 4 is a name, not a number"),
    "resources": ({"content": b"/F Do"}, "page 1: `/XObject` of `/Resources` of object 4 is missing"),
    "operand": ({"content": b"(x) 0 m"}, "page 1: an operand of `m` is a text, not a number"),
    "operands": ({"content": b"1 0 0 cm"}, "page 1: object 4: `cm` is given less than it needs"),
    "growing": ({"content": b"99999 0 0 99999 0 0 cm " * 99}, "page 1: `cm` makes things larger than anything"),
    "columns": (
        {"stream": stream(zlib.compress(b"x"), FLATE + b"/DecodeParms<</Predictor 12/Columns 900000000>>")},
        "page 1: `/Columns` of `/DecodeParms` of object 5 is beyond all sizes",
    ),
    "claims": (
        {"own": b"/PieceInfo<</santy_print<</Private<</Sheet(x)>>>>>>"},
        "page 1: `/Sheet` of the private data of object 4 is a text, not a number",
    ),
    "sheets": ({"own": b"/PieceInfo<</santy_print<</Private<</Of 999999>>>>>>"}, None),
    "correction": (
        {"own": b"/PieceInfo<</santy_print<</Private<</Correction[0 0 0 0 1 1]>>>>>>"},
        "page 1: a matrix presses all that is drawn into a line",
    ),
    "note": ({"own": b"/Annots[7]"}, "page 1: a note is a number, not a dictionary"),
    "fonts": ({"resources": b"/Font[1]"}, "`/Font` of `/Resources` of object 4 is an array, not a dictionary"),
}  # fmt: skip


@pytest.mark.parametrize(("how", "said"), DAMAGED.values(), ids=DAMAGED)
def test_what_no_file_can_hold_is_told_by_what_was_found(
    how: dict[str, bytes], said: str | None, tmp_path: Path
) -> None:
    told = refused(page(tmp_path / "x.pdf", **how))  # type: ignore[arg-type]
    assert told.startswith("proof-broken: damaged: ")
    assert said is None or told == f"proof-broken: damaged: {said}"


@pytest.mark.parametrize("fault", [TypeError, KeyError, AttributeError, ValueError, IndexError, RecursionError])
def test_a_slip_of_ours_is_no_fault_of_the_file(
    fault: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slip(*args: object) -> None:
        raise fault("ours")

    monkeypatch.setattr(reading._Walk, "_draw", slip)
    with pytest.raises(fault, match="ours"):
        read_pdf(page(tmp_path / "x.pdf", b"0 0 9 9 re f"))


def test_ways_of_packing_are_undone_one_by_one(tmp_path: Path) -> None:
    import base64

    rows = b"\2" + b"BT ET " * 2 + b"\2" + b"\0" * 12
    cases = {
        b"/Filter[/ASCII85Decode/FlateDecode]": base64.a85encode(zlib.compress(b"0 0 m 9 9 l S")) + b"~>",
        b"/Filter[/ASCIIHexDecode]": b"0 0 m 9 9 l S".hex().encode() + b">",
        FLATE + b"/DecodeParms<</Predictor 12/Columns 12>>": zlib.compress(rows),
    }
    for how, data in cases.items():
        assert len(read_pdf(page(tmp_path / "x.pdf", stream=stream(data, how))).sheets[0].marks) in (0, 1)


@pytest.mark.long
def test_marks_are_held_to_faces_within_what_a_file_may_ask_for(tmp_path: Path) -> None:
    own = b"/PieceInfo<</santy_print<</Private<</Part(tokens)/Sheet 1/Of 1>>>>>>"
    path = page(tmp_path / "x.pdf", b"0 0 m 0 400 l S 0 0 m 9 0 l S " * 3_000, own=own)
    with pytest.raises(PackError) as caught:
        Proofer().proof(path)
    assert caught.value.report.items[0].code == "proof-too-much"
    assert "page 1, its ruler: what a file may ask for is used up here" in caught.value.report.items[0].message


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system cannot hold a process to its time")
def test_a_page_that_takes_too_long_to_draw_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "SECONDS", 0.1)
    monkeypatch.setattr(render, "SECONDS_OF_PAGE", 0.1)
    paint = b"/Pattern cs /P scn 0 0 595 842 re f " * 10
    tile = b"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 900]/XStep 600/YStep 900/Resources<<%s>>"
    tiles = {10 + n: stream(paint, tile % (b"/Pattern<</P %d 0 R>>" % (11 + n))) for n in range(8)}
    more = tiles | {18: stream(b"0 0 1 1 re f", tile % b"")}
    path = page(tmp_path / "x.pdf", paint, more, resources=b"/Pattern<</P 10 0 R>>")
    with pytest.raises(PackError, match="page 1: to draw it takes more time or memory than a page may"):
        Proofer().proof(path)


def test_memory_that_a_library_asks_for_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def greedy(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr(objects.Node, "array", greedy)
    said = refused(page(tmp_path / "x.pdf"))
    assert said == "proof-too-much: too much to be proven: it takes more memory than a file may"


def test_an_honest_file_has_most_of_its_bounds_left(tmp_path: Path) -> None:
    work = limits.Work(800_000)
    for _ in range(8):
        work.page()
    work.spend(limits.STEPS, "a rulebook of eight pages")
    assert work.steps > 1_000_000


@pytest.mark.parametrize(
    ("begins", "opens", "ends"),
    [(b"", b"beginbfchar", b""), (b"beginbfrange ", b"<1><2>[" * 2, b"endbf")],
    ids=["blocks", "lists"],
)
def test_what_a_table_of_letters_opens_is_looked_through_once(begins: bytes, opens: bytes, ends: bytes) -> None:
    def read(size: int) -> None:
        assert fonts._letters(begins + opens * size + ends, "object 10", limits.Work()) == {}

    assert growth(read, 7_500) < 10


def test_many_fonts_are_work(tmp_path: Path) -> None:
    many = b"".join(b"/F%d<</BaseFont/X/Subtype/Type1>>" % number for number in range(12_000))
    said = refused(page(tmp_path / "x.pdf", resources=b"/Font<<%s>>" % many))
    assert said.endswith("what a file may ask for is used up here")

"""Mutators of bytes: fonts, pictures, drawings and PDFs, spoiled where their readers are most likely to trip."""

from __future__ import annotations

import io
import random
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from santy_print.faces.typeset import bundled_fonts
from tests import fonts
from tests.mutators import BUILD, Argv, Bench, Layouts, flipped, kind
from tests.profiles import profile


def spoilt_font(rng: random.Random, data: bytes) -> bytes:
    """A font: bytes within its tables, or its directory, or whole tables."""
    count = struct.unpack(">H", data[4:6])[0]
    entries = [list(struct.unpack(">4sIII", data[12 + 16 * n : 28 + 16 * n])) for n in range(count)]
    way = rng.randrange(6)
    if way == 0:
        return flipped(rng, data)
    if way == 1:
        return data[: rng.randrange(len(data))]
    made = bytearray(data)
    n = rng.randrange(count)
    if way == 2:
        entries[n][rng.choice((0, 2, 3))] = rng.choice(
            (0, 1, 0xFFFFFFFF, len(data), len(data) - 3, rng.getrandbits(31))
        )
        if isinstance(entries[n][0], int):
            entries[n][0] = rng.choice((b"xxxx", b"\0\0\0\0", b"glyf", b"CFF ", b"fvar", b"kern"))
        made[12 + 16 * n : 28 + 16 * n] = struct.pack(">4sIII", *entries[n])
        return bytes(made)
    wanted = [
        e
        for e in entries
        if e[0]
        in (
            b"head",
            b"hhea",
            b"maxp",
            b"cmap",
            b"hmtx",
            b"loca",
            b"glyf",
            b"OS/2",
            b"post",
            b"name",
            b"GSUB",
            b"GPOS",
            b"kern",
        )
    ]
    _, _, start, length = rng.choice(wanted)
    if way == 3:
        made[start : start + length] = rng.choice((b"\0", b"\xff")) * length
        return bytes(made)
    for _ in range(rng.choice((1, 2, 8))):
        at = start + rng.randrange(max(1, min(length, rng.choice((64, 64, length)))))
        made[at : at + 2] = rng.choice((b"\0\0", b"\xff\xff", b"\x7f\xff", b"\x80\0", rng.randbytes(2)))
    return bytes(made)


OTHER_FONTS: dict[str, Callable[[], bytes]] = {
    "otf": lambda: fonts.postscript(fonts.small()),
    "woff2": lambda: fonts.bytes_of(fonts.small(), "woff2"),
    "woff": lambda: fonts.bytes_of(fonts.small(), "woff"),
    "variable": lambda: fonts.variable(fonts.small()),
    "collection": lambda: fonts.collection([fonts.small(), fonts.small("SourceSerif4-Bold")]),
    "colours": lambda: fonts.bytes_of(fonts.coloured(fonts.small())),
    "signs": lambda: fonts.bytes_of(fonts.coded(fonts.small(), 3, 0)),
    "mac": lambda: fonts.bytes_of(fonts.coded(fonts.small(), 1, 0)),
    "bare": lambda: fonts.bytes_of(fonts.without(fonts.small(), "OS/2", "post", "name")),
    "page": lambda: b"<!doctype html>",
}
"""Fonts of other kinds, as they are before they are spoilt."""


@kind("fonts")
class Fonts(Bench):
    """A pack with a font of its own that is damaged."""

    def warm(self) -> None:
        Layouts(self.folder).warm()
        self.data = (bundled_fonts() / "SantyTitle-Regular.ttf").read_bytes()
        self.done("answers", "pack", "--format", "html", "--out", "out")

    def make(self, rng: random.Random) -> list[Argv]:
        made = spoilt_font(rng, self.data)
        if rng.random() < 0.4:
            made = OTHER_FONTS[rng.choice(sorted(OTHER_FONTS))]()
            made = flipped(rng, made) if rng.random() < 0.7 else made
        self.put("pack/fonts/SantyTitle-Regular.ttf", made)
        more = rng.choice(
            (
                BUILD,
                BUILD,
                ["answers", "pack", "--format", "html", "--out", "out"],
                ["rulebook", "pack", "--format", "html", "--out", "out"],
                ["preview", "pack", "--face", "probe", "--out", "x.png"],
            )
        )
        return [["check", "pack"], more]


def _picture(rng: random.Random) -> tuple[str, bytes]:
    """A small picture of any kind that Pillow writes."""
    from PIL import Image

    form = rng.choice(("PNG", "PNG", "JPEG", "JPEG", "GIF", "WEBP", "TIFF", "BMP"))
    modes = {
        "PNG": "1 L LA P RGB RGBA I;16",
        "JPEG": "L RGB CMYK",
        "GIF": "P",
        "WEBP": "RGB RGBA",
        "TIFF": "RGB CMYK F",
        "BMP": "RGB",
    }
    mode = rng.choice(modes[form].split())
    size = rng.choice(((1, 1), (3, 5), (7, 7), (8, 8), (17, 33), (64, 2), (64, 64), (1, 300)))
    image = Image.new("RGB" if mode != "I;16" else "I;16", size)
    if mode != "I;16":
        image.putdata([(rng.randrange(256), x % 256, 40) for x in range(size[0] * size[1])])
        image = image.convert("L").convert(mode) if mode in ("I", "F", "LA") else image.convert(mode)
    more: dict[str, Any] = {}
    if form == "PNG" and rng.random() < 0.3:
        more["transparency"] = {"P": 3, "L": 7, "RGB": (0, 0, 40)}.get(mode)
    if form == "JPEG":
        more = {"progressive": rng.random() < 0.5, "quality": rng.choice((5, 75, 100))}
    if form in ("PNG", "JPEG") and rng.random() < 0.4:
        exif = Image.Exif()
        exif[0x0112] = rng.choice((1, 3, 6, 8, 9))
        more["exif"] = exif.tobytes()
    out = io.BytesIO()
    image.save(out, form, **{name: value for name, value in more.items() if value is not None})
    return form, out.getvalue()


def _header(rng: random.Random, data: bytes) -> bytes:
    """A PNG with another header, its checksum right."""
    head = bytearray(data[16:29])
    head[rng.randrange(13)] = rng.choice((0, 1, 3, 8, 16, 0x7F, 0xFF))
    return data[:16] + bytes(head) + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + data[33:]


@kind("pictures")
class Pictures(Bench):
    """A face with a raster picture that is damaged, tiny or of another kind."""

    def warm(self) -> None:
        Layouts(self.folder).warm()
        for name in ("x.png", "x.jpg"):
            head = "face: {width: 40, height: 40, alt: x}\nitems:\n"
            layout = f"{head}- image: {{file: {name}, at: [1, 1], size: [30, 20], fit: cover}}\n"
            (self.folder / f"pack/faces/{name[2:]}.yaml").write_text(layout, "utf-8")

    def make(self, rng: random.Random) -> list[Argv]:
        form, data = _picture(rng)
        if rng.random() < 0.7:
            data = _header(rng, data) if form == "PNG" and rng.random() < 0.4 else flipped(rng, data)
        name = rng.choice(("png", "jpg"))
        self.put(f"pack/art/x.{name}", data)
        components = (self.folder / "pack/components.yaml").read_text("utf-8")
        self.put("pack/components.yaml", components.replace("layout: probe", f"layout: {name}"))
        more = rng.choice(([], ["--ink", "grey"], ["--profile", "tabletop"], ["--profile", "drivethrucards"]))
        return [["check", "pack"], [*BUILD, *more]]


@kind("icc")
class Profiles(Bench):
    """The ICC profile of a press, damaged, or of something else."""

    def warm(self) -> None:
        Layouts(self.folder).warm()
        self.data = profile()
        self.put("x.icc", self.data)
        self.done(*BUILD, "--profile", "press", "--colours", "cmyk", "--icc", "x.icc")

    def make(self, rng: random.Random) -> list[Argv]:
        data = bytearray(self.data)
        if rng.random() < 0.3:
            data = bytearray(flipped(rng, self.data))
        else:
            starts = [0, 128, self.data.find(b"mft1"), self.data.rfind(b"mft1"), self.data.find(b"desc", 200)]
            at = rng.choice(starts) + rng.randrange(60)
            odd = (b"\0", b"\xff", b"\xff\xff\xff\xff", b"\0\0\0\0", b"link", b"RGB ", b"XYZ ", rng.randbytes(3))
            made = rng.choice(odd)
            data[at : at + len(made)] = made
        self.put("x.icc", bytes(data))
        return [[*BUILD, "--profile", "press", "--colours", "cmyk", "--icc", "x.icc"]]


SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><title>x</title>
<g id="a" transform="translate(1 2) rotate(30) scale(0.5)" fill="#22304a" stroke="ink"
stroke-width="1" stroke-dasharray="1 2">
<path class="paint" d="M 1 2 L 3 4 H 5 V 6 C 1 2 3 4 5 6 S 1 2 3 4 Q 1 2 3 4 T 5 6
A 3 4 0 1 0 8 9 Z m 1 1 l 2 2 h 3 v 4 z"/>
<rect x="1" y="2" width="3" height="4" rx="1"/><circle cx="5" cy="5" r="3"/><ellipse cx="5" cy="5" rx="3" ry="2"/>
<line x1="1" y1="2" x2="3" y2="4"/><polyline points="1,2 3,4 5,6"/>
<polygon points="1 2 3 4 5 6" fill-rule="evenodd"/></g></svg>
"""
LETTERED = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><style>.a{font:italic 700 8px/1 serif}</style>
<text x="1 2 3" y="9" dx="1" dy="0 1" rotate="3 9" font-family="DejaVu Sans" font-size="8" text-anchor="middle"
letter-spacing=".1em" textLength="30" lengthAdjust="spacing">Ab שלום <tspan class="a" dy="1em" x="5">fi סל
</tspan><tspan baseline-shift="super" font-size="65%" text-decoration="underline">12</tspan></text>
<text direction="rtl" x="39" y="30" font-family="'Pirata One', serif" xml:space="preserve" dominant-baseline="central"
style="text-transform:uppercase;font-feature-settings:'liga' 0,'smcp';white-space:pre">سلام (abc) 1.5</text></svg>
"""
MARKS = (
    "NaN", "inf", "-1", "0", "1e999", "1e-999", "99999999999999999999", "", "x", "1 2", "none", "url(#a)",
    "M", "Z", "A 0 0 0 0 0 0 0", "L", "&#27;", "&#55296;", "&amp;", "&x;", "<!--", "]]>", "<g>", "</g>",
    "<svg>", "matrix(1 2 3)", "matrix(0 0 0 0 0 0)", "skewX(90)", "rotate(1e309)", "1,,2", "#f00", "<?x?>",
    "<!DOCTYPE x [<!ENTITY y 'z'>]>", "<style>", "\x1b", "\u202e", 'id="a"', "M 1 1 " *2000,
    "rtl", "vertical-rl", "tspan", "textPath", "bold", "inherit", "\u05e9", "\u0644\u0627", "\u0301", "1 " *500, "1e6",
    "a 1 1 1 1 1 1 1 " *300, "0.0001", "%", "mm",
)  # fmt: skip


@kind("svg")
class Drawings(Bench):
    """A drawing that is damaged, on a token."""

    def warm(self) -> None:
        Layouts(self.folder).warm()
        (self.folder / "pack/faces/probe.yaml").write_text(
            "face: {width: 40, height: 40, alt: x}\nitems:\n- art: {file: x.svg, at: [1, 1], size: [30, 20]}\n",
            "utf-8",
        )
        art = sorted((self.folder / "pack/art").glob("*.svg"))
        self.bases = [SVG, SVG, *[LETTERED] * 3, *(path.read_text("utf-8") for path in art[::9])]

    def make(self, rng: random.Random) -> list[Argv]:
        text = rng.choice(self.bases)
        for _ in range(rng.choice((1, 1, 2, 4))):
            tokens = list(re.finditer(r"[\w.#-]+|[^\s\w]", text))
            token = rng.choice(tokens)
            mark = rng.choice(tokens)[0] if rng.random() < 0.3 else rng.choice(MARKS)
            text = text[: token.start()] + mark + text[token.end() :]
        self.put("pack/art/x.svg", text if rng.random() < 0.85 else flipped(rng, text.encode("utf-8")))
        return [["check", "pack"] if rng.random() < 0.2 else BUILD]


@kind("pdf")
class Pdfs(Bench):
    """A built sheet, damaged, and what is proven of it."""

    def warm(self) -> None:
        self.copy()
        self.done("build", "pack", "--only", "tokens", "--out", "made", "--no-cache", "-q")
        self.data = next((self.folder / "made").rglob("tokens.pdf")).read_bytes()
        (self.folder / "x.pdf").write_bytes(self.data)
        self.done("proof", "x.pdf", "--pack", "pack")

    def make(self, rng: random.Random) -> list[Argv]:
        way = rng.randrange(4)
        if way == 0:
            data = flipped(rng, self.data)
        elif way == 1:
            places = list(re.finditer(rb"\d+|/\w+|<<|>>|obj|stream|R\b", self.data))
            place = rng.choice(places)
            odd = (
                rng.choice(places)[0]
                if rng.random() < 0.5
                else rng.choice((b"-1", b"0", b"999999999", b"null", b"[", b"(", b"1e99", b"/Kids"))
            )
            data = self.data[: place.start()] + odd + self.data[place.end() :]
        else:
            data = self._restructured(rng)
        self.put("x.pdf", data)
        return [["proof", "x.pdf", "--pack", "pack", *rng.choice(([], ["--format", "json"]))]]

    def _restructured(self, rng: random.Random) -> bytes:
        """The file with one of its objects changed, and whole again."""
        import pikepdf

        with pikepdf.open(io.BytesIO(self.data)) as pdf:
            objects = [
                one for one in pdf.objects if isinstance(one, pikepdf.Dictionary | pikepdf.Array | pikepdf.Stream)
            ]
            for _ in range(rng.choice((1, 1, 3))):
                self._change(rng, pdf, rng.choice(objects), objects)
            out = io.BytesIO()
            pdf.save(out)
            return out.getvalue()

    def _change(self, rng: random.Random, pdf: Any, one: Any, objects: Sequence[Any]) -> None:
        import pikepdf

        odd: Any = rng.choice(
            (
                0,
                -1,
                10**9,
                True,
                1.5,
                pikepdf.Name("/X"),
                pikepdf.String("x"),
                pikepdf.Array([]),
                pikepdf.Dictionary(),
                None,
                rng.choice(objects),
            )
        )
        if isinstance(one, pikepdf.Stream) and rng.random() < 0.6:
            try:
                data = one.read_bytes()
            except pikepdf.PdfError:
                return
            words = rng.choice(
                (
                    b"q ",
                    b"Q ",
                    b"BT ",
                    b"ET ",
                    b"/X Do ",
                    b"0 0 0 0 0 0 cm ",
                    b"EMC ",
                    b"1e9 w ",
                    b"BI ID EI ",
                    b"(x) Tj ",
                    b"/F9 9 Tf ",
                    b"/A <</MCID 99>> BDC ",
                )
            )
            at = rng.randrange(len(data) + 1)
            one.write(rng.choice((data[:at], data[:at] + words * rng.choice((1, 40)) + data[at:], flipped(rng, data))))
        elif isinstance(one, pikepdf.Array):
            if len(one) and rng.random() < 0.7:
                one[rng.randrange(len(one))] = odd
            else:
                one.append(odd)
        else:
            keys = sorted(one.keys())
            key = rng.choice([key for key in keys if key != "/Length"] or ["/X"])
            if key in one and (odd is None or rng.random() < 0.4):
                del one[key]
            elif odd is not None:
                one[key] = odd

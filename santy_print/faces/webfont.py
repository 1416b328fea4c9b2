"""Web font: a font file and the characters that are wanted in, a small WOFF out, always the same bytes."""

from __future__ import annotations

from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path

from santy_print.cache import remembered
from santy_print.faces.font_files import REPACKER
from santy_print.faces.typeset import of_fonts, reading_font

FEATURES = """ccmp locl rvrn kern liga clig calt rclt rlig curs mark mkmk abvm blwm dist lnum isol init medi med2 fina
    fin2 fin3 stch nukt akhn rphf rkrf pref blwf abvf half pstf vatu cjct pres abvs blws psts haln ljmo vjmo tjmo
    """.split()  # noqa: SIM905
"""What of a font shapes its letters by itself, in any script, and figures as high as capitals."""


@of_fonts
@lru_cache(maxsize=32)
def web_font(path: Path, characters: frozenset[str], flavour: str = "woff") -> bytes:
    """The part of a font that draws these characters, with its kerning and ligatures, as `woff` or `woff2`.

    The second is a fifth smaller, and takes ten times as long.
    """
    data = path.read_bytes()
    given = (data, "".join(sorted(characters)), flavour)
    made = partial(_cut, path, data, characters, flavour)
    return remembered("web-font", given, made, lambda font: font, lambda kept: kept)


def _cut(path: Path, data: bytes, characters: frozenset[str], flavour: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.notdef_outline = True
    options.harfbuzz_repacker = False
    options.drop_tables += ["DSIG", "STAT", "FFTM", "PfEd"]
    out = BytesIO()
    # Lazy takes a third of the time: most of it is cut away.
    with reading_font(path), TTFont(BytesIO(data), recalcTimestamp=False, lazy=True) as font:
        # The names that stay are put aside: the library would look through all tables for more that are wanted.
        names = font["name"]
        kept = (1, 2, 13)  # family, style and licence, in English
        names.names = [r for r in names.names if r.nameID in kept and r.isUnicode() and r.langID in (0, 0x409)]
        del font["name"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[ord(char) for char in characters])
        cutter.subset(font)
        font["name"] = names
        font.flavor = flavour
        font.cfg[REPACKER] = False
        font.save(out)
    return out.getvalue()

"""Built sets, made once for a whole test run: whoever wants to look at real files asks here."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from santy_print.build import build
from santy_print.documents.rulebook import documents as rulebooks
from santy_print.pack import Pack, load_pack
from santy_print.parts import Options
from santy_print.printer import Printer
from santy_print.sheets import PAPERS, Setup

VARIANTS: dict[str, Options] = {
    "letter": Options(("en",), ("cards",), Setup(PAPERS["letter"])),
    "short": Options(("fr",), ("tokens",), Setup(duplex="short")),
    "gutterfold": Options(("pl",), ("cards", "ships", "tokens", "harbour"), Setup(duplex="gutterfold")),
    "gutterfold-letter": Options(
        ("en",), ("cards", "ships", "tokens", "harbour"), Setup(PAPERS["letter"], "gutterfold")
    ),
    "separate": Options(("en",), ("tokens",), Setup(duplex="separate")),
    "bleed": Options(("fr",), ("tokens", "harbour"), Setup(bleed=3)),
    "grey": Options(("pl",), ("cards",), Setup(duplex="none"), "grey"),
    "stamped": Options(("fr",), ("cards",), Setup(bleed=1.5), stamp=True),
    "a3": Options(("en",), ("ships",), Setup(PAPERS["a3"])),
    "printer": Options(("en",), ("cards",), Setup(), printer=Printer(0.7, -0.4, 0.3, 99.6, 100.2)),
    "printer-short": Options(
        ("en",), ("tokens",), Setup(PAPERS["letter"], "short"), printer=Printer(-0.9, 0.5, -0.4, 100.4, 99.7)
    ),
}


@cache
def bundled() -> Pack:
    """The bundled pack."""
    return load_pack("santy_anno").checked()


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="santy-built-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def full_set() -> Path:
    """The whole set in all languages, A4, long edge: the folder with the manifest."""
    pack, out = bundled(), _folder() / "full"
    build(pack, out, Options(), {**rulebooks(pack), **pack.game.documents(pack)})
    return out / pack.id


@cache
def variant(name: str) -> Path:
    """Some parts, built another way: the folder with the manifest."""
    out = _folder() / name
    build(bundled(), out, VARIANTS[name], {})
    return out / bundled().id

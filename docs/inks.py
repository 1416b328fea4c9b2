"""Write the tables of `santy_print/exports/tables/` anew, from ICC profiles of the two printing conditions.

    python docs/inks.py FOGRA39L.icc TR003.icc

The profiles are made from published measurements with ArgyllCMS 2.3.1:

    colprof -qm -l240 -L90 -kr -cmt -dpp -S sRGB.icc FOGRA39L
    colprof -qm -l240 -L90 -kr -cmt -dpp -S sRGB.icc TR003

FOGRA39L is Fogra's characterisation of offset printing on coated paper (ISO 12647-2:2004/Amd 1), distributed under the
zlib licence; TR003 is ANSI/CGATS/SWOP TR 003-2007, whose derivative works may be distributed where that report is named
as the source of the characterisation data, which is hereby done.
"""

from __future__ import annotations

import sys
from pathlib import Path

from santy_print.exports.inks import table_of

MOST_INK = 2.4  # as DriveThruCards asks

TABLES = Path(__file__).resolve().parents[1] / "santy_print" / "exports" / "tables"

if __name__ == "__main__":
    for name, profile in zip(("fogra39", "swop"), sys.argv[1:], strict=True):
        table_of(Path(profile).read_bytes(), MOST_INK).save(TABLES / f"{name}.tif", "TIFF", compression="tiff_deflate")

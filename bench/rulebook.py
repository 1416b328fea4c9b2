"""Three rulebooks in all forms, cold, against typst alone on the sources that were made for them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

# Each runs in a process of its own, everything imported first; files go where it is told.
HOUSE = """
import json, sys, time
from pathlib import Path
import typst, jinja2, pypdfium2, santy_print.cli, santy_print.documents.html, santy_print.svg
import santy_print.faces, santy_print.text, fontTools.subset, fontTools.ttLib
from santy_print.pack import load_pack
from santy_print.documents.rulebook import Rulebook
import santy_print.documents.printed as room
from santy_print.folders import data_folder
out, keep = Path(sys.argv[1]), []
real = room.compile_typst
def noted(source, files=None, fonts=(), standards=(), ink="low"):
    keep.append((source, dict(files or {}), list(standards)))
    return real(source, files, fonts, standards, ink)
if len(sys.argv) > 2:
    room.compile_typst = noted
start = time.process_time()
pack = load_pack("santy_anno").checked()
for language in pack.head.languages:
    book = Rulebook(pack, language)
    for name, data in (("pdf", book.pdf()), ("booklet", book.booklet()), ("html", book.html()), ("txt", book.text())):
        (out / f"{language}.{name}").write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
print(time.process_time() - start)
assert keep or len(sys.argv) < 3, "what typst is given was not seen"
ours = (data_folder("templates") / "documents").glob("*.typ")
styles = {path.name: path.read_bytes() for path in ours}
for n, (source, files, standards) in enumerate(keep):
    folder = out / f"source-{n:02}"
    folder.mkdir()
    for name, data in {**styles, **files, "main.typ": source.encode("utf-8")}.items():
        (folder / name).write_bytes(data)
    (folder / "standards.json").write_text(json.dumps(standards))
"""

BARE = """
import json, sys, time
from pathlib import Path
import typst
from santy_print.documents.fonts import FONTS
from santy_print.documents.typst import TIMESTAMP
folders = sorted(Path(sys.argv[1]).glob("source-*"))
start = time.process_time()
for folder in folders:
    standards = json.loads((folder / "standards.json").read_text())
    typst.compile_with_warnings(str(folder / "main.typ"), root=str(folder), font_paths=[str(FONTS)],
        ignore_system_fonts=True, timestamp=TIMESTAMP, pdf_standards=standards)
print(time.process_time() - start)
"""


def spent(code: str, *args: str) -> float:
    """The processor time that a process says it took."""
    ran = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return float(json.loads(ran.stdout.split()[0]))


def measure(runs: int = 3) -> tuple[float, float]:
    """The least seconds of each: ours from a pack's name to twelve files, typst's for the same six PDF."""
    with tempfile.TemporaryDirectory() as folder:
        spent(HOUSE, folder, "keep")
        times = [(spent(HOUSE, folder), spent(BARE, folder)) for _ in range(runs)]
        made = {path.suffix for path in Path(folder).iterdir() if path.is_file()}
    assert made == {".pdf", ".booklet", ".html", ".txt"}
    return min(ours for ours, _ in times), min(bare for _, bare in times)

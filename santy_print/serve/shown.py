"""Shown: faults and a pack's head as a page shows them, plain values with a link that opens the editor at the place."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from santy_print.choices import WrongValue
from santy_print.diag import CellFile, Diagnostic, PackError, Span, excerpt, visible
from santy_print.documents.skeleton import has_rulebook
from santy_print.folders import shown_file
from santy_print.pack import Pack
from santy_print.palette import LIMITS, Paint, light_of, nearest, short_pairs
from santy_print.serve.framed import analyses_of
from santy_print.serve.snapshot import Eye, Fault, Head, Named, Pair
from santy_print.text import Locale

EDITORS = {
    "vscode": "vscode://file{path}:{line}:{column}",
    "vscodium": "vscodium://file{path}:{line}:{column}",
    "cursor": "cursor://file{path}:{line}:{column}",
    "windsurf": "windsurf://file{path}:{line}:{column}",
    "zed": "zed://file{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
    "pycharm": "pycharm://open?file={path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
    "none": "",
}
"""Addresses that open an editor at a place; `none` has none."""
RUNS = ("javascript", "data", "vbscript", "blob", "about", "filesystem")
"""Addresses that a browser would run or show in the page's own name."""
MAX_PAIRS = 100
"""So many pairs of colours that are too near are named for each eye, the nearest first."""
MAX_FAULTS = 200
"""So many faults are told on a page, the causes first."""


def editor_address(name: str) -> str:
    """The address that opens an editor, by its name or as it is written; WrongValue where it is neither."""
    if name in EDITORS:
        return EDITORS[name]
    scheme, colon, _ = name.partition(":")
    if not colon or not scheme.isalnum() or scheme.casefold() in RUNS or "{path}" not in name:
        known = ", ".join(EDITORS)
        raise WrongValue(f"`{name}` is no editor known here ({known}), and no address like `edit://{{path}}:{{line}}`")
    return name


def shown_faults(faults: Iterable[Diagnostic], roots: Sequence[Path], editor: str) -> tuple[Fault, ...]:
    """Faults as they are shown, in their order; notices ask for nothing and come last."""
    shown = [_fault(fault, roots, editor) for fault in faults]
    shown.sort(key=lambda fault: fault.severity == "notice")
    return tuple(shown[:MAX_FAULTS])


def _fault(fault: Diagnostic, roots: Sequence[Path], editor: str) -> Fault:
    hints = tuple(map(visible, fault.hints))
    if fault.span is None:
        return Fault(fault.severity, fault.code, visible(fault.message), hints=hints, more=fault.more)
    span, line, mark = fault.span, "", ""
    if span.line <= len(span.file.lines):
        line, mark = excerpt(span)
    link = link_to(span, roots, editor)
    message = visible(fault.message)
    return Fault(fault.severity, fault.code, message, visible(str(span)), line, mark, hints, link, fault.more)


def link_to(span: Span, roots: Sequence[Path], editor: str) -> str:
    """The address that opens a place of a pack's files in an editor; none for what comes along."""
    path = shown_file(span.file.whole, roots)
    place = (1, 1) if isinstance(span.file, CellFile) else (span.line, span.col)
    return address(editor, path, *place) if path is not None else ""


def address(editor: str, path: Path, line: int, column: int) -> str:
    """The address that opens a file at a place; none where there is no editor."""
    known = quote(os.fsencode(path.absolute().as_posix()), safe="/:")  # names are bytes, not all of them UTF-8
    values = {"path": known if known.startswith("/") else f"/{known}", "line": str(line), "column": str(column)}
    for name, value in values.items():
        editor = editor.replace(f"{{{name}}}", value)
    return editor


def shown_head(pack: Pack) -> Head:
    """What a pack says of itself: its title, its parts, languages and colours, and what they are called in each."""
    source = pack.locales.get(pack.head.source_language)
    title = _text(source, "game.title") if source is not None else ""
    return Head(
        pack.id,
        title or pack.id,
        pack.head.version,
        pack.head.source_language,
        tuple(Named(code, pack.locales[code].name if code in pack.locales else code) for code in pack.head.languages),
        tuple(part_named(pack, part) for part in pack.parts),
        tuple(_named(pack, name, _colour, paint.hex) for name, paint in pack.head.palette.items()),
        pack.game.has("play_page"),
        tuple(part_named(pack, name) for name in analyses_of(pack)),
        shown_eyes(pack.head.palette),
        has_rulebook(pack),
    )


def part_named(pack: Pack, id: str) -> Named:
    """A part or a document with its name in each language, where the pack has one."""
    return _named(pack, id, lambda locale, id: _text(locale, f"part.{id}"))


def _named(pack: Pack, id: str, say: Callable[[Locale, str], str], value: str = "") -> Named:
    names = {code: say(locale, id) for code, locale in pack.locales.items()}
    name = names.get(pack.head.source_language, "") or id
    return Named(id, name, value, tuple((code, other) for code, other in names.items() if other not in ("", name)))


def _text(locale: Locale, key: str) -> str:
    try:
        return locale.plain(key) if locale.has(key) else ""
    except PackError:  # it asks for values
        return ""


def _colour(locale: Locale, id: str) -> str:
    """A colour of the palette as an adjective of the language, where it is one."""
    return locale.adjective(id) if id in locale.file.lexicon.adjectives else ""


def shown_eyes(palette: Mapping[str, Paint]) -> tuple[Eye, ...]:
    """The palette as each kind of eye sees it."""
    worst = {pair.eye: Pair(pair.one, pair.other, round(pair.difference, 1)) for pair in nearest(palette)}
    short: dict[str, list[Pair]] = {eye: [] for eye in LIMITS}
    for pair in short_pairs(palette):
        judged = "error" if pair.wrong else "accepted" if pair.accepted else "warning"
        short[pair.eye].append(Pair(pair.one, pair.other, round(pair.difference, 1), judged))
    return tuple(
        Eye(
            eye,
            tuple(value for row in light_of(eye) for value in row),
            enough,
            (worst[eye],) if eye in worst else (),
            tuple(short[eye][:MAX_PAIRS]),
        )
        for eye, (_, enough) in LIMITS.items()
    )

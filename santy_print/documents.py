"""Documents: words and templates in, typst PDF, HTML or plain text out. The only importer of typst.

Words are data, never code. A template's expression is written out as a string literal (typst), escaped
(HTML) or as it stands (text) unless the house itself made it `Code`; so `#import`, `$x$`, `{{ x }}` or a
backslash in a translation are printed as those characters.
"""

from __future__ import annotations

import html
import re
import tempfile
import textwrap
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from santy_print.pack import data_folder

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

    from santy_print.build import Commission
    from santy_print.faces import Faces
    from santy_print.pack import Pack
    from santy_print.text import Locale

Medium = Literal["typst", "html", "text"]
Standard = Literal["ua-1", "a-2a"]

COLUMNS = 80
FONTS = Path(__file__).parent / "fonts"
TIMESTAMP = 1136073600  # 1 January 2006, the year of the game: the same input gives the same bytes


@dataclass(frozen=True, slots=True)
class Document:
    """A document that a build makes of a pack in each language, into files called so.

    `ask` asks for all that `make` asks for, and makes nothing: faults go to the report of the faces, or are raised.
    """

    files: tuple[str, ...]
    make: Callable[[Commission], dict[str, bytes]]
    ask: Callable[[Pack, str, Faces], None]

    def __call__(self, asked: Commission) -> dict[str, bytes]:
        """The files by name."""
        return self.make(asked)


class Code(str):
    """A fragment the house wrote in the language of the medium; everything else is quoted on its way out."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Words(str):
    """A text in light Markdown, as a locale says it: templates write out its bold and italic."""

    __slots__ = ()


class Foreign:
    """Phrases that are of another language than the words around them (a name in Latin): who reads aloud is told."""

    def __init__(self, phrases: Mapping[str, Iterable[str]], lang: str = "") -> None:
        """`phrases` of each language by its code; those of `lang` itself are at home."""
        self.lang = {phrase: code for code, some in phrases.items() if code != lang for phrase in some}
        known = "|".join(re.escape(phrase) for phrase in sorted(self.lang, key=len, reverse=True))
        self._known = re.compile(rf"(?<!\w)({known})(?!\w)") if known else None

    def split(self, text: str) -> list[tuple[str, str]]:
        """A text in pieces, each with its language where that is another."""
        pieces = self._known.split(text) if self._known else [text]
        return [(piece, self.lang.get(piece, "") if n % 2 else "") for n, piece in enumerate(pieces) if piece]


AT_HOME = Foreign({})


# --- words to typst -------------------------------------------------------------------------------


def typst_string(text: str) -> Code:
    """A text as a typst string literal: nothing in it is code."""
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u2028\u2029":
            out.append("\\n" if char == "\n" else f"\\u{{{ord(char):x}}}")
        else:
            out.append(char)
    return Code('"' + "".join(out) + '"')


def runs_to_typst(markup: str, foreign: Foreign = AT_HOME) -> Code:
    """Light Markdown as one typst expression: string literals, `strong`, `emph`, `icon`, foreign phrases as `text`."""
    from santy_print.text import parse_markup

    parts = []
    for run in parse_markup(markup):
        if run.icon:
            parts.append(f"icon({typst_string(run.icon)})")
            continue
        said = [(typst_string(piece), lang) for piece, lang in foreign.split(run.text)] or [(Code('""'), "")]
        part = " + ".join(f"text(..tongue({typst_string(lang)}), {piece})" if lang else piece for piece, lang in said)
        if run.italic:
            part = f"emph({part})"
        if run.bold:
            part = f"strong({part})"
        parts.append(part)
    return Code("(" + " + ".join(parts or ['""']) + ")")


def typst_data(value: Any, foreign: Foreign = AT_HOME) -> Code:
    """Plain data as a typst value; `Words` become content, every other text a string literal."""
    if isinstance(value, Code):
        return value
    if isinstance(value, Words):
        return runs_to_typst(value, foreign)
    if value is None:
        return Code("none")
    if isinstance(value, bool):
        return Code("true" if value else "false")
    if isinstance(value, int | float):
        return Code(str(value))
    if isinstance(value, Mapping):
        pairs = [f"{typst_string(str(key))}: {typst_data(item, foreign)}" for key, item in value.items()]
        return Code("(" + (", ".join(pairs) or ":") + ")")
    if isinstance(value, list | tuple):
        return Code("(" + "".join(f"{typst_data(item, foreign)}, " for item in value) + ")")
    return typst_string(str(value))


Drawn = Callable[[str], Code]
"""How a page shows the picture within a text, by its name."""


def undrawn(name: str) -> Code:
    """A page without pictures says what they are called."""
    return Code(html.escape(name))


def runs_to_html(markup: str, foreign: Foreign = AT_HOME, icon: Drawn = undrawn) -> Code:
    """Light Markdown as HTML; icons become what `icon` makes of their names, foreign phrases tell their language."""
    from santy_print.text import parse_markup

    parts = []
    for run in parse_markup(markup):
        said = [(html.escape(piece), html.escape(lang)) for piece, lang in foreign.split(run.text)]
        part = "".join(f'<span lang="{lang}">{piece}</span>' if lang else piece for piece, lang in said)
        if run.icon:
            part = icon(run.icon)
        if run.italic:
            part = f"<em>{part}</em>"
        if run.bold:
            part = f"<strong>{part}</strong>"
        parts.append(part)
    return Code("".join(parts))


def said(text: Any) -> str:
    """What a plain text says: `Words` without their markup, anything else as it is."""
    return runs_to_text(text) if isinstance(text, Words) else str(text)


def runs_to_text(markup: str) -> str:
    """Light Markdown as plain text."""
    from santy_print.text import parse_markup

    return "".join(run.text for run in parse_markup(markup))


# --- plain text of 80 columns ---------------------------------------------------------------------


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def fill(text: str, first: str = "", rest: str | None = None, columns: int = COLUMNS) -> str:
    """Wrap a paragraph; `first` leads the first line and `rest` (blanks by default) the others.

    Non-breaking spaces hold, and come out as plain blanks: they are for the typesetter, not for a terminal.
    """
    lead = " " * width(first) if rest is None else rest
    wrapped = textwrap.fill(
        said(text),
        columns,
        initial_indent=first,
        subsequent_indent=lead,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped.replace("\u00a0", " ").replace("\u202f", " ")


def underlined(text: str, line: str = "=") -> str:
    """A heading and a line of its length under it."""
    shown = fill(text)
    return shown + "\n" + line * max(width(part) for part in shown.split("\n"))


def text_table(rows: Sequence[Sequence[str]], head: bool = True, indent: int = 2, columns: int = COLUMNS) -> str:
    """A table of wrapped cells; the widest columns give way where the page is too narrow."""
    count = max((len(row) for row in rows), default=0)
    cells = [[*map(said, row), *[""] * (count - len(row))] for row in rows]
    widths = [max(width(row[i]) for row in cells) for i in range(count)]
    room = columns - indent - 2 * (count - 1)
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    out = []
    for number, row in enumerate(cells):
        stacks = [fill(cell, columns=max(size, 1)).split("\n") for cell, size in zip(row, widths, strict=True)]
        for level in range(max(len(stack) for stack in stacks)):
            line = [stack[level] if level < len(stack) else "" for stack in stacks]
            padded = [part + " " * (size - width(part)) for part, size in zip(line, widths, strict=True)]
            out.append((" " * indent + "  ".join(padded)).rstrip())
        if head and number == 0:
            out.append(" " * indent + "  ".join("-" * size for size in widths))
    return "\n".join(out)


# --- templates ------------------------------------------------------------------------------------


def _finalize_html(value: Any, foreign: Foreign, icon: Drawn) -> Any:
    if isinstance(value, Words):
        return runs_to_html(value, foreign, icon)
    return value if isinstance(value, Code) else Code(html.escape(str(value)))


def _speakers(medium: Medium, foreign: Foreign, icon: Drawn) -> tuple[Any, Any]:
    """How a medium writes out any value (code of the house as it is, all else quoted), and light Markdown."""
    if medium == "typst":
        return partial(typst_data, foreign=foreign), partial(runs_to_typst, foreign=foreign)
    if medium == "html":
        return partial(_finalize_html, foreign=foreign, icon=icon), partial(runs_to_html, foreign=foreign, icon=icon)
    return said, runs_to_text


@cache
def _compiled_before() -> Any:
    """What keeps templates compiled while the process lives: each environment has its own words, not its own code."""
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket

    class Memory(BytecodeCache):
        """Compiled templates by their key."""

        def __init__(self) -> None:
            self.kept: dict[str, bytes] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            """Fill a bucket with what is known."""
            if bucket.key in self.kept:
                bucket.bytecode_from_string(self.kept[bucket.key])

        def dump_bytecode(self, bucket: Bucket) -> None:
            """Keep what was compiled."""
            self.kept[bucket.key] = bucket.bytecode_to_string()

    return Memory()


def environment(
    locale: Locale | None, medium: Medium = "typst", foreign: Foreign = AT_HOME, icon: Drawn = undrawn
) -> SandboxedEnvironment:
    """The sandboxed Jinja2 environment of one language and medium; an undefined name is an error.

    Templates are those of `templates/documents`. They may use `say(key, **values)` (words of the locale
    with their bold and italic), `words(key, **values)` (without), the filter `markup` (light Markdown that
    is already a text), and for text the filters `fill`, `underlined`, `text_table`.
    """
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment as Environment

    finalize, render = _speakers(medium, foreign, icon)
    built = Environment(
        loader=FileSystemLoader(data_folder("templates") / "documents"),
        undefined=StrictUndefined,
        autoescape=False,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled_before(),
    )
    built.filters.update(markup=render, said=said, fill=fill, underlined=underlined, text_table=text_table, width=width)
    if locale is not None:
        built.globals["say"] = lambda key, **values: render(locale.markup(key, **values))
        built.globals["words"] = lambda key, **values: locale.plain(key, **values)
        built.globals["lang"] = locale.code.partition("+")[0]  # of a pair the first
    return built


# --- typst ----------------------------------------------------------------------------------------


class Typeface(NamedTuple):
    """A font file as typst and a picture name it."""

    family: str
    weight: int
    style: str

    @property
    def attributes(self) -> str:
        """As attributes of a text in an SVG."""
        return f'font-family="{html.escape(self.family)}" font-weight="{self.weight}" font-style="{self.style}"'


@cache
def typefaces(folders: tuple[Path, ...] = ()) -> Mapping[str, Typeface]:
    """The typeface of each font file by its stem: the house's fonts and those in further folders."""
    import typst

    found = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(p) for p in (FONTS, *folders)],
    )
    return {Path(f.path).stem: Typeface(f.family, f.weight, f.style) for f in found.fonts() if f.path}


def font_families(folders: tuple[Path, ...] = ()) -> Mapping[str, str]:
    """The family name of each font file by its stem."""
    return {stem: face.family for stem, face in typefaces(folders).items()}


def page_count(data: bytes) -> int:
    """How many pages a PDF has."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return len(document)
    finally:
        document.close()


_COLOUR = re.compile(rb'"(#[0-9A-Fa-f]{6})"')
"""A colour as all of a document's files name it: quoted, and nothing else between the quotes."""


def _greyed(data: bytes) -> bytes:
    """A file of a document with every colour as grey as the sheets have it."""
    from santy_print.faces.ink import Ink

    ink = Ink("grey")
    return _COLOUR.sub(lambda found: f'"{ink(found[1].decode("ascii").casefold())}"'.encode("ascii"), data)


def compile_typst(
    source: str,
    files: Mapping[str, bytes] | None = None,
    fonts: Iterable[Path] = (),
    standards: Sequence[Standard] = (),
    ink: str = "low",
) -> bytes:
    """Set a document: typst source and the files it names (SVG, PDF, PNG) in, PDF out.

    The files stand in a temporary folder that is typst's whole world while it runs, so no path of this
    machine is in the bytes; neither system fonts nor the clock are looked at. A warning of typst is a
    Python warning. `standards` (`ua-1`, `a-2a`) are held to: typst refuses a document that does not conform.
    With `ink` grey nothing in it has a colour.
    """
    import typst

    with tempfile.TemporaryDirectory(prefix="santy-") as folder:
        root = Path(folder)
        style = (data_folder("templates") / "documents" / "style.typ").read_bytes()
        for name, data in {"style.typ": style, **(files or {}), "main.typ": source.encode("utf-8")}.items():
            if "/" in name or "\\" in name or name.startswith("."):
                raise ValueError(f"a document's file must have a plain name, not {name!r}")
            (root / name).write_bytes(_greyed(data) if ink == "grey" and not name.endswith(".pdf") else data)
        made, notes = typst.compile_with_warnings(
            str(root / "main.typ"),
            root=folder,
            font_paths=[str(path) for path in (FONTS, *fonts)],
            ignore_system_fonts=True,
            timestamp=TIMESTAMP,
            pdf_standards=list(standards),
        )
    for note in notes:
        warnings.warn(f"typst: {note}", stacklevel=2)
    if not isinstance(made, bytes):
        raise TypeError("typst made no PDF")
    return made

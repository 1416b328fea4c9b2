"""Fonts: the typefaces of documents: what typst and a picture call a font file; those of a page, cut to its letters."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import TYPE_CHECKING, NamedTuple

from santy_print.cache import digest, file_hash
from santy_print.faces.font_files import named_font
from santy_print.faces.typeset import MM_PER_PT, Font, FontBook, depth_of, load_font, of_fonts, reading_font
from santy_print.text import script_in
from santy_print.workers import apart

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.svg import Shared

FONTS = Path(__file__).parent.parent / "fonts"
TYPE = " \u00a0\u202f\u00ad«»‘’‚“”„–—…·×−→★"
"""What typography puts into texts."""


class Typeface(NamedTuple):
    """A font file as typst and a picture name it."""

    family: str
    weight: int
    style: str

    @property
    def attributes(self) -> str:
        """As attributes of a text in an SVG."""
        return f'font-family="{html.escape(self.family)}" font-weight="{self.weight}" font-style="{self.style}"'

    @property
    def rule(self) -> str:
        """As declarations of a style sheet."""
        return f"font-family: {css_string(self.family)}; font-weight: {self.weight}; font-style: {self.style}"


@of_fonts
@cache
def typefaces(folders: tuple[Path, ...] = ()) -> Mapping[str, Typeface]:
    """The typeface of each font file by its stem: those that come with the program, and those in further folders."""
    return apart(partial(_found, [str(folder) for folder in (FONTS, *folders)]))


def _found(folders: list[str]) -> Mapping[str, Typeface]:
    import typst

    found = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=folders,
    )
    return {Path(f.path).stem: Typeface(f.family, f.weight, f.style) for f in found.fonts() if f.path}


TOGETHER = (("text", "bold", "italic"), ("title",), ("symbol",))
"""Roles that typst and a page ask for as styles of one family, as which those of them that are no family are copied."""


@dataclass(frozen=True)
class Typography:
    """The fonts of a pack in a language, or in two: the second's step in after the first's."""

    pack: Pack
    languages: tuple[str, ...]

    @cached_property
    def _paths(self) -> list[dict[str, Path]]:
        """The files of the fonts by role, for each of the languages."""
        return [FontBook(self.pack, language).paths for language in self.languages]

    @cached_property
    def _copies(self) -> list[dict[str, Path]]:
        """The files by role as documents are given them: what they ask for by family and style is that file."""
        out = []
        for paths in self._paths:
            copies = dict(paths)
            for roles in TOGETHER:
                some = {role: paths[role] for role in roles}
                if not _is_family(some):
                    copies |= {role: _copied(path, some, role) for role, path in some.items()}
            out.append(copies)
        return out

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of fonts beside our own."""
        return tuple(
            dict.fromkeys(path.parent for some in self._copies for path in some.values() if path.parent != FONTS)
        )

    @cached_property
    def typefaces(self) -> dict[Path, list[Typeface]]:
        """The typefaces of each file of a font: more than one where several roles have it."""
        out: dict[Path, list[Typeface]] = {}
        for paths, copies in zip(self._paths, self._copies, strict=True):
            for role, path in paths.items():
                found, copy = out.setdefault(path, []), copies[role]
                face = typefaces(() if copy.parent == FONTS else (copy.parent,)).get(copy.stem)
                found += [face] if face is not None and face not in found else []
        for path in self._figures:
            face = typefaces(()).get(path.stem)
            out.setdefault(path, [face] if face is not None else [])
        return out

    @cached_property
    def _figures(self) -> list[Path]:
        """Our own font of figures that stand alone on pictures, where a language has another for its titles."""
        books = (FontBook(self.pack, language) for language in self.languages)
        return [font.path for book in books for font in book.figures.values()]

    @property
    def families(self) -> dict[str, list[str]]:
        """The families of the fonts by role."""
        out: dict[str, list[str]] = {}
        for copies in self._copies:
            for role, copy in copies.items():
                face = typefaces(() if copy.parent == FONTS else (copy.parent,)).get(copy.stem)
                known = out.setdefault(role, [])
                known += [face.family] if face is not None and face.family not in known else []
        return out

    @property
    def titles(self) -> list[tuple[str, list[str]]]:
        """The second language where its title font is another, with the families of both, its own first."""
        every = self.families["title"]
        return [(code, every[::-1]) for code in self.languages[1:] if len(every) > 1]

    @property
    def scripts(self) -> list[tuple[str, str]]:
        """The title font of a second language in another script than the first, with the letters it is for."""
        first, *more = (script_in(self.pack.locales[code].name) for code in self.languages)
        found = zip(more, self.titles, strict=False)
        return [(families[0], rf"\\p{{{script}}}") for script, (_, families) in found if script and script != first]

    def title_of(self, title: str) -> tuple[list[str], float]:
        """The families that a document's own title is set in, and how wide its widest word is, in em.

        A title whose letters are of the second language's script has that language's font, as on paper.
        """
        other = [families for _, families in self.titles if title and script_in(title) not in ("", self._first_script)]
        families = other[0] if other else self.families["title"]
        paths = self._paths[::-1] if other else self._paths
        return families, self._widest_word(title, [load_font(some["title"]) for some in paths])

    @property
    def _first_script(self) -> str:
        return script_in(self.pack.locales[self.languages[0]].name)

    @property
    def files(self) -> dict[Path, str]:
        """The files of the fonts, each with its role."""
        found: dict[Path, str] = {}
        for some in self._paths:
            for role, path in some.items():
                found.setdefault(path, role)
        return found

    @property
    def title_depth(self) -> float:
        """How deep below its line a letter hangs in the fonts of titles, in em."""
        return round(max(depth_of(some["title"]) for some in self._paths) / 1000, 3)

    @staticmethod
    def _widest_word(title: str, fonts: Sequence[Font]) -> float:
        """The width of the widest word of a title in fonts, in em; a letter that none has counts as wide."""

        def wide(char: str) -> float:
            return next((font.width(char, 1) / MM_PER_PT for font in fonts if font.covers(char)), 1.0)

        return max((sum(map(wide, word)) for word in title.split()), default=1.0)

    @property
    def title_height(self) -> float:
        """How high the capitals of the fonts of titles are, in em."""
        return round(max(load_font(some["title"]).cap_height for some in self._paths) / 1000, 3)

    @property
    def initial(self) -> dict[str, str]:
        """How a page sets a large first letter, in em: it stands on the second line, however low its capitals are."""
        title = load_font(self._paths[0]["title"])
        size = 3.05 * min(max(793 / title.cap_height, 1), 1.6)
        middle = (title.ascent - title.descent) / 2000
        line = 2 * (0.02 / size + middle)
        return {key: f"{n:.2f}" for key, n in (("size", size), ("line", line), ("above", max(2.684 / size - line, 0)))}

    def attributes(self, path: Path) -> str:
        """How a picture names a font file."""
        return self.typefaces[path][0].attributes


def _is_family(paths: Mapping[str, Path]) -> bool:
    """Whether these files, by role, come along and are what is asked for as the styles of the first one's family."""
    if any(path.parent != FONTS for path in paths.values()):
        return False
    known = typefaces()
    faces = {role: known[path.stem] for role, path in paths.items()}
    asked = {role: (700 if role == "bold" else 400, "italic" if role == "italic" else "normal") for role in faces}
    family = next(iter(faces.values())).family
    return all(face == (family, *asked[role]) for role, face in faces.items())


def _copied(path: Path, some: Mapping[str, Path], role: str) -> Path:
    """A font as the style that a role is of a family which these files make together."""
    mark = digest("family", sorted((other, file_hash(file)) for other, file in some.items()))[:10]
    family = re.sub(r"[^A-Za-z0-9 ]", " ", next(iter(some.values())).stem).strip()
    with reading_font(path):
        return named_font(path, f"{family} {mark}", role)


def css_string(text: str) -> str:
    """A text as a style sheet has it in quotes; nothing in it ends the quotes, or the sheet."""
    return '"' + "".join(c if c.isalnum() or c in " -_" else f"\\{ord(c):x} " for c in text) + '"'


def fonts_css(
    roles: Mapping[Path, str],
    typefaces: Mapping[Path, Sequence[Typeface]],
    shared: Shared,
    letters: frozenset[str],
    flavour: str = "woff",
) -> str:
    """The page's fonts as rules of a style sheet, cut to `letters`; the font of symbols brings no others."""
    from santy_print.faces.webfont import web_font

    symbols = frozenset(char for char in letters if ord(char) > 0x2000)
    wanted: dict[Path, frozenset[str]] = {
        path: symbols if role == "symbol" else letters for path, role in roles.items()
    }
    for path, more in shared.texts.items():
        wanted[path] = wanted.get(path, frozenset()) | more
    out: list[str] = []
    for path, some in wanted.items():
        data = base64.b64encode(web_font(path, some, flavour)).decode("ascii")
        source = f'src: url(data:font/{flavour};base64,{data}) format("{flavour}"); font-display: swap'
        out += [f"@font-face {{ {face.rule}; {source}; }}" for face in typefaces[path]]
    return "\n".join(out)


def letters_of(page: str, texts: Iterable[str]) -> frozenset[str]:
    """The letters of a page, and those of all languages of its pack: then one cut of a font serves them all."""
    return frozenset(page).union(ascii_letters, digits, punctuation, TYPE, *texts) - frozenset("\n\t\r")

"""Offline: a game's page of play in, one HTML file out that asks nothing of any network (`play.html`).

In it stand the game's data as JSON, its faces as vectors, drawn once for all languages, the words of every language,
fonts cut to its letters, and programs that the page names by their hashes: nothing else runs, whatever a pack says.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from santy_print.diag import PackError
from santy_print.documents import Commission, Document
from santy_print.documents.fonts import Typography, css_string, fonts_css, letters_of
from santy_print.documents.pictures import Pictures
from santy_print.documents.repeats import written_once
from santy_print.faces import Faces, Frame, Recall, made_here
from santy_print.folders import data_folder
from santy_print.game.page import Piece, PlayPage
from santy_print.pack import Pack
from santy_print.svg import Shared
from santy_print.text import JOINT

NAME = "play"
"""The part of a build that is the page."""
POLICY = "default-src 'none'; script-src {script}; style-src {style}; font-src data:; img-src data:; "
POLICY += "base-uri 'none'; form-action 'none'"
_IMPORT = re.compile(r"^import\b[^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def documents(pack: Pack) -> dict[str, Document]:
    """The page of a pack whose game can be played on one: for all languages at once, and only if it is asked for."""
    if not pack.game.has("play_page"):
        return {}
    return {NAME: Document((NAME,), _made, _asked, whole=True, on_request=True)}


def _made(asked: Commission) -> dict[str, bytes]:
    return {f"{NAME}.html": play_html(asked.pack, asked.languages, asked.recall).encode("utf-8")}


def _asked(pack: Pack, language: str, faces: Faces) -> None:
    """What the page asks for in a language."""
    page: PlayPage = pack.tool("play_page")(pack)
    _words(page, pack, language)
    _drawn(page.pieces, faces)


def play_html(pack: Pack, languages: Sequence[str], recall: Recall = made_here) -> str:
    """The page of a pack in these languages, the first of them to begin with; PackError where it cannot be made."""
    page: PlayPage = pack.tool("play_page")(pack)
    codes = tuple(dict.fromkeys(code for each in languages for code in each.split(JOINT)))
    fonts = Typography(pack, codes)
    looks: dict[Path, str] = {}
    shared = Shared(lambda path: f'class="{looks.setdefault(path, f"f{len(looks)}")}"', screen=True)
    boxes = _faces(page, pack, codes, recall, shared)
    words = {code: _words(page, pack, code) for code in codes}
    data = _json({"game": page.data, "words": words, "boxes": boxes, "pack": pack.id, "version": pack.head.version})
    script = joined_scripts((data_folder("templates") / "page" / "kit.js", *page.scripts))
    letters = letters_of(data + shared.defs(), ("".join(pack.locales[code].scalars.characters()) for code in codes))
    style = "\n".join(
        (
            fonts_css(fonts.files, fonts.typefaces, shared, letters, "woff2"),
            *(f".{name} {{ {fonts.typefaces[path][0].rule}; }}" for path, name in looks.items()),
            shared.styles(),
            *_spoken(shared.languages_of, codes),
            _families(fonts),
            *(
                path.read_text(encoding="utf-8")
                for path in (data_folder("templates") / "page" / "kit.css", *page.styles)
            ),
        )
    )
    frame = (data_folder("templates") / "page" / "page.html").read_text(encoding="utf-8")
    return _filled(
        frame,
        {
            "policy": POLICY.format(script=_hash(script), style=_hash(style)),
            "language": escape(codes[0]),
            "direction": words[codes[0]]["direction"],
            "title": escape(words[codes[0]]["title"]),
            "without_script": escape(words[codes[0]]["kit"]["without-script"]),
            "style": style,
            "drawings": written_once(shared.defs()),
            "data": data,
            "script": script,
        },
    )


def policy_of(page: str) -> str:
    """The policy that a page names, for whoever serves it."""
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
    assert found is not None
    return found[1]


def _words(page: PlayPage, pack: Pack, code: str) -> dict[str, Any]:
    """All that the page says in a language: the game's words, and its own."""
    locale = pack.locales[code]
    kit = {key: locale.plain(f"page.{key}") for key in ("language", "close", "without-script")}
    head = {"name": locale.name, "direction": "rtl" if locale.grammar.from_right else "ltr"}
    return {**head, "title": locale.plain("game.title"), "kit": kit, "game": page.words(locale)}


def _drawn(pieces: Iterable[Piece], faces: Faces) -> dict[str, Frame]:
    """The faces of pieces by what they are called on the page; none of those that the pack does not print."""
    pictures = Pictures(faces.pack, faces.locale, faces)
    named = {piece.face: pictures.face(piece.collection, piece.id) for piece in pieces}
    return {face: pictures.frames[name] for face, name in named.items() if name}


def _faces(
    page: PlayPage, pack: Pack, codes: Sequence[str], recall: Recall, shared: Shared
) -> dict[str, tuple[float, float]]:
    """Draw the faces for all languages; gives the width and height of each, in mm."""
    frames: dict[str, dict[str, Frame]] = {}
    for code in codes:
        faces = Faces(pack, pack.locales[code], recall=recall)
        for name, frame in _drawn(page.pieces, faces).items():
            frames.setdefault(name, {})[code] = frame
        if not faces.report.ok:
            raise PackError(faces.report)
    boxes = {}
    for name, spoken in frames.items():
        shared.face_in_languages(name, spoken)
        boxes[name] = next(iter(spoken.values())).size
    return boxes


def joined_scripts(files: Iterable[Path]) -> str:
    """Modules as one: what one imports of another stands before it already."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8"))) for path in files)


def _json(value: Any) -> str:
    """JSON that can stand in a page: nothing in it ends a script or begins one."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    """What a policy calls a script or style sheet that stands in its page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _spoken(classes: Mapping[str, frozenset[str]], codes: Sequence[str]) -> Iterable[str]:
    """Rules by which a face shows the words of the page's language, in whatever place it is used."""
    yield from (f".{name} {{ display: var(--{name}, none); }}" for name in classes)
    for code in codes:
        shown = " ".join(f"--{name}: inline;" for name, spoken in classes.items() if code in spoken)
        if shown:
            yield f':root[lang="{code}"] {{ {shown} }}'


def _families(fonts: Typography) -> str:
    """The typefaces of the page by role."""
    roles = {role: ", ".join(map(css_string, names)) for role, names in fonts.families.items()}
    symbol = f", {roles['symbol']}" if roles.get("symbol") else ""
    return f":root {{ --text: {roles['text']}{symbol}, Georgia, serif; --title: {roles['title']}, var(--text); }}"


@cache
def _blanks() -> re.Pattern[str]:
    return re.compile(r"\{\{ (\w+) \}\}")


def _filled(frame: str, values: Mapping[str, str]) -> str:
    """A page with its values; what stands in a value is never taken for a blank."""
    return _blanks().sub(lambda match: values[match[1]], frame)

"""Words: what all writers share: fragments of their own code, phrases in another language, the plain text of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from santy_print.documents.blocks import Inline, Tongue, Words, parts_of, plain


class Code(str):
    """A fragment written in the language of the medium; everything else is quoted on its way out."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


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


def icons_in(value: object) -> Iterator[str]:
    """The icons that stand within the words of a document, by name."""
    from santy_print.text import parse_markup

    for part in parts_of(value):
        if isinstance(part, Words) and "{" in part:
            yield from (run.icon for run in parse_markup(part) if run.icon)


def both(first: Inline, second: Inline, between: str, lang: str = "") -> Inline:
    """A text in two languages, once where they agree; `lang` is that of the second, where it is to be told."""
    if plain(first) == plain(second):
        return first
    return (first, between, Tongue(lang, second) if lang else second)

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

    def __init__(self, phrases: Mapping[str, Iterable[str]], lang: str = "", names: Iterable[str] = ()) -> None:
        """`phrases` of each language by its code; those of `lang` itself are at home, and so are `names`."""
        self.lang = {phrase: code for code, some in phrases.items() if code != lang for phrase in some}
        self.names = frozenset({*names, *(phrase for some in phrases.values() for phrase in some)})
        known = "|".join(re.escape(phrase) for phrase in sorted(self.names, key=len, reverse=True))
        self._known = re.compile(rf"(?<!\w)({known})(?!\w)") if known else None

    def split(self, text: str) -> list[tuple[str, str, bool]]:
        """A text in pieces, each name apart, each with its language where that is another, and whether it is a name.

        A short name has a space in it at which no line breaks.
        """
        pieces = self._known.split(text) if self._known else [text]
        return [
            (unparted(piece), self.lang.get(piece, ""), True) if n % 2 else (piece, "", False)
            for n, piece in enumerate(pieces)
            if piece
        ]


AT_HOME = Foreign({})

SHORT = 16
"""A name of no more letters stays in one line; of longer ones a line would be left short."""


def unparted(name: str) -> str:
    """A name that no line's end parts at its spaces, where it is short."""
    return name.replace(" ", "\u00a0") if len(name) <= SHORT else name


LEAST = 3
"""So many letters of a word stand before a hyphen at a line's end, and after it."""
_WORDS = re.compile(r"[^\W\d_]+|[\W\d_]+")


WORD = 24
"""A word of no more letters has room in any column, and so has a call."""
_CALLED = re.compile(rf'([«„“”"‹][^«»„“”"‹›*\n]{{1,{WORD}}}![\u00a0\u202f ]?[»“”"›])')


def whole_words(text: str) -> bool:
    """Whether all words of a text have room in a column without a hyphen."""
    return all(len(word) <= WORD for word in text.split())


def calls(text: str) -> list[str]:
    """A text in pieces: every second is a short call in its quotation marks, whose words no hyphen parts."""
    return _CALLED.split(text)


def held(text: str, whole: bool = False) -> list[tuple[str, bool]]:
    """A text in pieces, each with whether no hyphen may part it: what would leave a stub of a word at a line's end.

    Of a `whole` one it may part nothing.
    """
    if whole:
        return [(text, True)]
    pieces: list[tuple[str, bool]] = []
    for word in _WORDS.findall(text):
        parts = [(word, True)]
        if len(word) >= 2 * LEAST and word.isalpha():
            parts = [(word[:LEAST], True), (word[LEAST : 1 - LEAST], False), (word[1 - LEAST :], True)]
        for part, whole in parts:
            if pieces and pieces[-1][1] == whole:
                part = pieces.pop()[0] + part
            pieces.append((part, whole))
    return pieces


_ENDED = re.compile(r"(?<![\w.,-])(\d+-[^\W\d_]{1,4}|[^\W\d_]+-[^\W\d_]{1,4}(?:-[^\W\d_]{1,4})?)(?![\w-])")


def unended(text: str) -> list[str]:
    """A text in pieces: every second is a number with its ending (`4-ї`), or a word with what leans on it (`va-t-il`).

    No line's end parts them at their hyphens.
    """
    return _ENDED.split(text)


def in_short_lines(text: str, room: int, language: str) -> tuple[str, ...]:
    """A text in lines of so many letters at most; a longer word is parted where its language parts it."""
    from textwrap import wrap

    from santy_print.faces.hyphens import SOFT_HYPHEN, hyphenated

    words = []
    for word in text.split(" "):
        part = ""
        for piece in hyphenated(word, language).split(SOFT_HYPHEN) if len(word) > room else [word]:
            if part and len(part + piece) >= room:
                words.append(part + "-")
                part = ""
            part += piece
        words.append(part)
    return tuple(wrap(" ".join(words), room, break_long_words=False))


_ENDLESS = re.compile(r"(?:[^\w\s]|_){20,}|\S{46,}")


def breakable(text: str) -> str:
    """A text whose words fit into a column: what is longer than any word, a line to write upon, may break anywhere."""
    return _ENDLESS.sub(lambda found: "\u200b".join(found[0]), text)


TIE = "\u00a0"
_PAIR = re.compile(r"(?<![\w.,])(\d{1,3})[ \u00a0]([^\W\d_]{1,4})[ \u00a0](?=\d{1,3}(?!\w))")


_COUNTED = re.compile(r"(?<![\w.,])(\d{1,3}) (?=[^\W\d_]{2,14}(?!\w))")
_LAST = re.compile(r"(?<=[ \u00a0])([^\W\d_]{1,9}) (?=\d{1,3}[.!?…](?!\w))")
_ENOUGH = re.compile(r"(?<= )([^\W\d_]{1,9}) (?=\d{1,3}[,;:](?! ?\d))")
_RANGE = re.compile(
    r"(?<=[ \u00a0])([^\W\d_]{1,4}) (?=\d{1,3}\u00a0[^\W\d_]{1,4}\u00a0\d{1,3}(?![\w\u00a0]| [^\W\d_]{2}))"
)
_ROW = re.compile(
    r"(?<![\w.,])((?:\d{1,3}, )+)(\d{1,3}\u00a0[^\W\d_]{1,4}\u00a0\d{1,3})(?:([ \u00a0])(?=[^\W\d_])|(?![\w\u00a0]))"
)


_OPENING = re.compile(r"(?<=(?:[^\W\d_]|[»)\u00a0\u202f])[.!?…] )([¿¡«„“]?[^\W\d_]{1,2}) (?=\S)")


def paired(text: str) -> str:
    """A text whose numbers stay with what they belong to: `from 1 to 8`, `6 cards`, `cell 16.`, `3, 2 and 1`.

    So no line ends with how many there are of what the next one begins with, and none begins with `1.` A short call
    stays in one line, too, and no line ends with a sentence's first word of a letter or two.
    """
    text = _OPENING.sub("\\1\u00a0", text)
    text = _CALLED.sub(lambda found: found[0].replace(" ", "\u00a0"), text)
    text = _PAIR.sub("\\1\u00a0\\2\u00a0", text)
    text = _ENOUGH.sub("\\1\u00a0", _RANGE.sub("\\1\u00a0", text))
    text = _LAST.sub("\\1\u00a0", _COUNTED.sub("\\1\u00a0", text))
    return _ROW.sub(_in_a_row, text)


def _in_a_row(row: re.Match[str]) -> str:
    """Numbers in a row: four are one thing, of more two and three stay together; what they count may begin a line."""
    first, *more = row[1].rstrip().split(" ")
    middle = " ".join(more[:-1]) + " " if len(more) > 1 else ""
    last = f"{more[-1]}{TIE}" if more else ""
    return f"{first}{TIE}{middle}{last}{row[2]}{' ' if row[3] else ''}"


def icons_in(value: object) -> Iterator[str]:
    """The icons that stand within the words of a document, by name."""
    from santy_print.text import parse_markup

    for part in parts_of(value):
        if isinstance(part, Words) and "{" in part:
            yield from (run.icon for run in parse_markup(part) if run.icon)


BESIDE = "\u00a0· "
"""Between two languages on one line; where it is broken the dot ends it, and begins no line."""


def both(first: Inline, second: Inline, between: str, lang: str = "") -> Inline:
    """A text in two languages, once where they agree; `lang` is that of the second, where it is to be told."""
    if plain(first) == plain(second):
        return first
    return (first, between, Tongue(lang, second) if lang else second)

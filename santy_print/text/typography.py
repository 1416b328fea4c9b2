"""Typography: a text in, the text as a language prints it out; the rules are the language's data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from santy_print.schema import Flag, Strict, Text


class Typography(Strict):
    """What a language's printers do to every text; applying it twice changes nothing."""

    apostrophe: str = ""
    quotes: tuple[str, str] | None = None
    ellipsis: str = ""
    thin_before: str = ""
    thin_after: str = ""
    wide_before: str = ""
    keep_with_next: tuple[Text, ...] = ()
    keep_with_previous: tuple[Text, ...] = ()
    """Words that begin no line: particles that lean on the word before them."""
    numbered: tuple[Text, ...] = ()
    """How words begin whose number stands after them (Round 5, Cards 3 and 4): it stays on their line."""
    keep_numbers: Flag = False
    """A number stays on one line with what it counts, its unit or sign (5 cards, 3 mm, 100 %), its thousands; an
    ordinal with its noun."""
    not_counted: tuple[Text, ...] = ()
    """Words that a number before them does not count: a line may end between 5 and `to`, not between `to` and 0."""


THIN, WIDE = "\u202f", "\u00a0"
_SPACES = f"[ {WIDE}{THIN}]"
_SIGNS = "%‰°€$£¥×"
"""What follows a number and is no letter."""
_ENDING = 3
"""So many letters an ending has: the entry `Runde` stands for `Runden`, too."""
_UNITS = ("mm", "cm", "km", "kg", "ml", "cl", "min", "pt", "dpi")
"""Units that are no word of a language."""


MAX_PRINTED, MAX_LETTERS = 20_000, 500
"""So many texts are remembered as they are printed, and none that is longer."""
_PRINTED: dict[tuple[tuple[str, tuple[str, ...]], str], str] = {}


class Typographer:
    """Apply a language's typography to texts; a placeholder is one letter to it (`MARK`)."""

    MARK = "\ue000"

    def __init__(self, rules: Typography, ordinals: Iterable[str] = ()) -> None:
        """`ordinals` are the language's endings of 1st, 2nd, as they are written after the figures."""
        self._steps: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = []
        self._rules = rules.model_dump_json(), tuple(ordinals)
        self.between_number_and_noun = WIDE if rules.keep_numbers else " "
        if rules.ellipsis:
            self._add(r"\.\.\.", rules.ellipsis)
        if rules.quotes:
            opening, closing = rules.quotes
            self._add(r'(^|[\s(\[«„“—–/¡¿-])(\*{0,3})"', rf"\1\2{opening}")
            self._add('"', closing)
        if rules.apostrophe:
            self._add("'", rules.apostrophe)
        before, after = re.escape(rules.thin_before), re.escape(rules.thin_after)
        closing = "".join(char for char in rules.thin_before if unicodedata.category(char) in ("Pf", "Pe"))
        for group in ("".join(char for char in rules.thin_before if char not in closing), closing):
            if group:  # marks of one group stand together: ?!
                marks = re.escape(group)
                apart = after if group == closing else after + marks
                self._add(rf"(?<=[^\s{apart}]){_SPACES}*(?=[{marks}])", THIN)
        if after:
            self._add(rf"(?<=[{after}]){_SPACES}*(?=[^\s{before}])", THIN)
        if rules.wide_before:
            marks = re.escape(rules.wide_before)
            self._add(rf"(?<=[^\s]){_SPACES}+(?=[{marks}])", WIDE)
            self._add(rf"(?<=[^\W\d])(?=[{marks}]\**(?:\s|$))", WIDE)
        if rules.keep_with_next:
            words = "|".join(re.escape(word) for word in rules.keep_with_next)
            self._add(rf"(?<![\w’'])((?i:{words})) +(?=\S)", rf"\1{WIDE}")
        if rules.keep_with_previous:
            words = "|".join(re.escape(word) for word in rules.keep_with_previous)
            self._add(rf"(?<=[\w’]) +(?=(?i:{words})(?![\w’'-]))", WIDE)
        if rules.numbered:
            words = "|".join(re.escape(word) for word in rules.numbered)
            self._add(
                rf"(?<![\w’'])((?i:{words})[^\W\d_]{{0,{_ENDING}}}\*{{0,3}}) +(?=\*{{0,3}}[\d{self.MARK}])",
                rf"\1{WIDE}",
            )
        if rules.keep_numbers:
            self._keep_numbers(
                [ending for ending in self._rules[1] if ending], [*rules.not_counted, *rules.keep_with_next]
            )

    def _keep_numbers(self, ordinals: list[str], others: list[str]) -> None:
        """Keep a number with what it counts or measures; `others` are words that it does not."""
        ends = "|".join(map(re.escape, sorted(others, key=len, reverse=True)))
        if ends:  # from 5 / to 0: the word between two numbers goes with the second; one of them may be a value
            for one, other in ((rf"\d|{self.MARK}", r"\d"), (r"\d", self.MARK)):
                self._add(rf"((?:{one})\*{{0,3}}{_SPACES}\*{{0,3}}(?i:{ends})) +(?=\*{{0,3}}{other})", rf"\1{WIDE}")
        apart = rf"(?!\*{{0,3}}(?i:{'|'.join(map(re.escape, others))})(?!\w))" if others else ""
        self._add(rf"(\d\*{{0,3}}) +(?=\*{{0,3}}(?:[^\W\d_]|[{_SIGNS}])){apart}", rf"\1{WIDE}")
        self._add(r"(?<=\d) (?=\d{3}(?!\d))", WIDE)
        # After a value, which may be a word as well, only what can stand after nothing but a number.
        units = "|".join(_UNITS)
        self._add(rf"({self.MARK}\*{{0,3}}) +(?=[{_SIGNS}]|(?:{units})(?!\w))", rf"\1{WIDE}")
        for ending in sorted(ordinals, key=len, reverse=True):
            self._add(rf"(?<=\d)({re.escape(ending)}\**) +(?=\**([^\W\d_]))", _ordinal)

    def _add(self, pattern: str, put: str | Callable[[re.Match[str]], str]) -> None:
        self._steps.append((re.compile(pattern), put))

    def __call__(self, text: str) -> str:
        """The text as the language prints it; a letter with its mark is one, as fonts have it, however it was typed.

        A pack that is loaded again, as its files are saved, asks for the same texts again.
        """
        printed = _PRINTED.get((self._rules, text))
        if printed is None:
            printed = self._printed(text)
            if len(text) <= MAX_LETTERS:
                if len(_PRINTED) >= MAX_PRINTED:
                    _PRINTED.clear()
                _PRINTED[self._rules, text] = printed
        return printed

    def _printed(self, text: str) -> str:
        text = unicodedata.normalize("NFC", text)
        for pattern, put in self._steps:
            text = pattern.sub(put, text)
        return text


def _ordinal(match: re.Match[str]) -> str:
    """An ordinal with what follows it; a dot before a capital may as well end the sentence."""
    kept = match[1].rstrip("*")[-1].isalpha() or match[2].islower()
    return f"{match[1]}{WIDE}" if kept else match[0]

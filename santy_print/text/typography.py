"""Typography: a text in, the text as a language prints it out; the rules are the language's data."""

from __future__ import annotations

import re
import unicodedata

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
    keep_numbers: Flag = False


THIN, WIDE = "\u202f", "\u00a0"
_SPACES = f"[ {WIDE}{THIN}]"


class Typographer:
    """Apply a language's typography to texts; a placeholder is one letter to it (`MARK`)."""

    MARK = "\ue000"

    def __init__(self, rules: Typography) -> None:
        self._steps: list[tuple[re.Pattern[str], str]] = []
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
        if rules.keep_numbers:  # a number and what it counts
            self._add(r"(?<=\d) +(?=[^\W\d_])", WIDE)

    def _add(self, pattern: str, put: str) -> None:
        self._steps.append((re.compile(pattern), put))

    def __call__(self, text: str) -> str:
        """The text as the language prints it."""
        for pattern, put in self._steps:
            text = pattern.sub(put, text)
        return text

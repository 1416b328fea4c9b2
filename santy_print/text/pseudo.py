"""Pseudo: the source language in, a language out that nobody speaks: longer, accented, in brackets, still readable.

Its texts show what is cut off, set in a font that lacks letters, too long for its box, or never went through a locale.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from santy_print.text.locale import PSEUDO, Locale
from santy_print.text.templates import Template
from santy_print.text.words import Words

LONGER = 0.4
_PLAIN = "aAcCdDeEgGhHiIjJkKlLnNoOrRsStTuUwWyYzZ"
_ACCENTED = "åÅçÇďĎéÉĝĜĥĤîÎĵĴķĶļĻñÑöÖŕŔšŠţŢûÛŵŴýÝžŽ"
_ACCENTS = str.maketrans(_PLAIN + "bBfFmMpPqQvVxX", _ACCENTED + "ƀƁƒƑṁṀþÞǫǪṽṼẋẊ")
_KEPT = re.compile(r"\\[\\*{}]|\{icon:[^{}]*\}|\*{1,3}")
_NESTED = re.compile(r"\[[^\[\]]*\]")
_FILLER = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor"


def accented(text: str) -> str:
    """The text with an accent on every letter; markup and pictures stay."""
    out, at = [], 0
    for match in _KEPT.finditer(text):
        out += [text[at : match.start()].translate(_ACCENTS), match[0]]
        at = match.end()
    return "".join([*out, text[at:].translate(_ACCENTS)])


def longer(text: str) -> str:
    """The text accented, in brackets and two fifths longer; what is in brackets already is not done again."""
    words = _KEPT.sub("", _NESTED.sub("", text))
    if not any(char.isalpha() for char in words):
        return accented(text)
    wanted = round(len(words) * LONGER) - 3  # the brackets and a space take their place, too
    filler = (_FILLER * (wanted // len(_FILLER) + 1))[: max(wanted, 0)].rstrip()
    return f"[{accented(text)}{' ' if filler else ''}{accented(filler)}]"


def pseudo_locale(source: Locale) -> Locale:
    """A language made from the source, to try layouts with."""
    words = Words(source.words.lexicon, source.grammar.typographer, particles=source.words.particles)
    for name in ("phrases", "bare", "adjectives", "letters"):
        getattr(words, name).update({key: accented(text) for key, text in getattr(source.words, name).items()})
    words.slots = source.words.slots
    return replace(
        source,
        code=PSEUDO[0],
        name=longer(source.name),
        words=words,
        trial=True,
        templates={key: _stretched(template) for key, template in source.templates.items()},
        names={group: {id: accented(name) for id, name in some.items()} for group, some in source.names.items()},
    )


def _stretched(template: Template) -> Template:
    def say(values: Mapping[str, Any]) -> str:
        return longer(template.say(values))

    return Template((say,), template.values, template.span)

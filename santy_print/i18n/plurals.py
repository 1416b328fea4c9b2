"""Plurals: a text that counts one value in, a sentence for each plural form out, as gettext has them; and back.

A text of ours counts within: `Take {n} {n|card|cards}`. Translation programs show a box for each form (`msgid_plural`,
`msgstr[0]`, `msgstr[1]`, ...). A text has boxes where it counts one value and no other; two that are counted would want
a box for each pair of forms, which no program has; so would a form for one number alone (`{n|=1 the card|# card}`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial, reduce
from gettext import c2py

from santy_print.text.locale import plural_rule

_COUNTED = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]*)\|([^{}]*)\}")
_WORDS = re.compile(r"\{[^{}]*\}|\s+|\w+|[^\w\s{}]+|[{}]")
_HEAD = re.compile(r"\s*nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=\s*([^;]{1,500});?\s*")


def counted_in(text: str) -> str | None:
    """The name of the one value that a text counts; None where it counts none, or more than one."""
    names = {match[1] for match in _COUNTED.finditer(text)}
    return names.pop() if len(names) == 1 and "\\" not in text else None


def boxes(text: str, name: str, count: int) -> list[str] | None:
    """A text as a sentence for each of so many forms; None where it counts another value, or in other forms."""
    found = [(match[1], match[2].split("|")) for match in _COUNTED.finditer(text)]
    if "\\" in text or any(each != name or len(forms) != count for each, forms in found):
        return None
    return [_COUNTED.sub(partial(_form, number), text) for number in range(count)]


def _form(number: int, match: re.Match[str]) -> str:
    """One form of what is counted, the number in it as a value."""
    return match[2].split("|")[number].replace("#", f"{{{match[1]}}}")


def folded(sentences: Sequence[str], name: str) -> str | None:
    """The text that says each of these sentences in its form of a value; None where no text can.

    What all have in common stands once; where they differ, the forms do.
    """
    if any("|" in each or "#" in each or "\\" in each for each in sentences):
        return None
    split = [_WORDS.findall(each) for each in sentences]
    if any("".join(words) != each for words, each in zip(split, sentences, strict=True)):
        return None
    out = ""
    for parts in _parts(split):
        if len({*parts}) == 1:
            out += parts[0]
            continue
        forms = [part.replace(f"{{{name}}}", "#") for part in parts]
        if any("{" in form or "}" in form for form in forms):
            return None
        before = " " if all(form[:1] == " " for form in forms) else ""
        after = " " if all(form[len(before) :][-1:] == " " for form in forms) else ""
        forms = [form[len(before) : len(form) - len(after)] for form in forms]
        out += f"{before}{{{name}|{'|'.join(forms)}}}{after}"
    return out if boxes(out, name, len(sentences)) == list(sentences) else None


def _parts(split: Sequence[list[str]]) -> list[list[str]]:
    """Sentences, as words, cut where they begin or cease to differ: of each part what each of them says there."""
    common: list[str] = reduce(_common, split)
    out: list[list[str]] = []
    at = [0] * len(split)
    for word in [*common, None]:
        ends = [len(words) if word is None else words.index(word, here) for words, here in zip(split, at, strict=True)]
        parts = ["".join(words[a:b]) for words, a, b in zip(split, at, ends, strict=True)]
        blank = len(out) > 1 and len({*out[-1]}) == 1 and out[-1][0].isspace() and len({*out[-2]}) > 1
        if any(parts) and blank:  # a blank between words that differ goes with them
            parts = [a + b + c for a, b, c in zip(out.pop(-2), out.pop(), parts, strict=True)]
        out += [parts] if any(parts) else []
        out += [] if word is None else [[word] * len(split)]
        at = [end + 1 for end in ends]
    return out


def _common(one: list[str], other: list[str]) -> list[str]:
    """The words and blanks that two sentences have in common, in their order."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [word for at, _, size in blocks for word in one[at : at + size]]


def formula(code: str, categories: Mapping[str, Sequence[int]]) -> str | None:
    """The header `Plural-Forms` for a language (`pl`, `pt-BR`) with these plural categories; None where none is known.

    Where Babel has a form more, for millions, it is the one that translation programs write.
    """
    known = (plural_rule(code), *(f"nplurals=2; plural=({rule});" for rule in _OF_TWO))
    return next((rule for rule in known if _whole(rule, categories)), None)


_OF_TWO = ("n != 1", "n > 1")


def _whole(rule: str, categories: Mapping[str, Sequence[int]]) -> bool:
    """Whether a rule has a box for each category, and no other."""
    order = order_of(rule, categories)
    return order is not None and len(order) == boxes_of(rule)


def boxes_of(rule: str) -> int:
    """How many boxes a PO's header says there are."""
    match = _HEAD.fullmatch(rule)
    return int(match[1]) if match else 0


def order_of(rule: str, categories: Mapping[str, Sequence[int]]) -> list[int] | None:
    """For each plural category of a language, with numbers of it, the box of its form by a PO's header.

    None where the header cannot be read, or does not tell apart what the language does.
    """
    match = _HEAD.fullmatch(rule)
    if match is None:
        return None
    try:
        plural = c2py(match[2].strip())
        found = [{plural(number) for number in numbers} for numbers in categories.values()]
    except (ValueError, ZeroDivisionError, RecursionError):
        return None
    order = [min(numbers) for numbers in found]
    apart = all(len(numbers) == 1 for numbers in found) and len({*order}) == len(order)
    return order if apart and max(order) < int(match[1]) else None

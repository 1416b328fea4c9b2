"""Styles: what attributes, style sheets and `style=` say of how an element of an SVG is drawn; colours and lengths.

CSS is read by tinycss2 and matched by cssselect2, as browsers do. A sheet is data of a stranger: it has so many rules,
and rules that would be slow to match are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

INITIAL: Mapping[str, str] = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "fill-rule": "nonzero",
    "clip-rule": "nonzero", "fill-opacity": "1", "stroke-opacity": "1", "color": "#000000", "visibility": "visible",
    "paint-order": "normal", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
}  # fmt: skip
"""What an element takes over from those around it, and what it is where nobody says."""
_OWN = frozenset((
    "clip-path", "mask", "filter", "display", "transform", "mix-blend-mode", "overflow", "vector-effect", "stop-color",
    "stop-opacity", "opacity", "isolation", "mask-type", "text-decoration", "text-decoration-line", "baseline-shift",
    "alignment-baseline", "unicode-bidi",
))  # fmt: skip
"""What is said of one element alone."""
_LETTERS = (
    "font-family", "font-size", "font-weight", "font-style", "font-variant", "font-variant-caps",
    "font-variant-ligatures", "font-kerning", "kerning", "letter-spacing", "word-spacing", "text-anchor",
    "dominant-baseline", "direction", "writing-mode", "white-space", "font-variant-numeric",
    "font-feature-settings", "text-transform",
)  # fmt: skip
"""What an element takes over from those around it, and what is only of letters: unsaid, it is not there."""
_HEEDED = frozenset((*INITIAL, *_OWN, *_LETTERS))
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip

MAX_VALUE = 1_000
"""Letters of a colour."""
MAX_RULES = 2_000
MAX_TRIED = 2_000_000
"""So many rules times elements at most."""
MAX_STEPS = 2
"""Of a selector: `svg .a path` has two. More of them are slow to match, and no program writes them."""
MAX_BRACKETS = 20
"""In one another: `rgb(calc(...))` has two."""
TOO_MUCH = f"its style sheet is more than can be read: at most {MAX_RULES:,} rules, each of few steps"

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "q": 96 / 101.6,
          "em": 16.0, "ex": 8.0, "rem": 16.0}  # fmt: skip
_LENGTH = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*([a-zA-Z%]*)\s*")


def length_of(text: str, whole: float, name: str = "a length", em: float = 16.0) -> float:
    """A length in the drawing's own units; `whole` is what a percentage is of, `em` a letter's size.

    ValueError where it is none.
    """
    found = _LENGTH.fullmatch(text)
    unit = found[2].casefold() if found else "?"
    if not found or unit not in (*_UNITS, "%"):
        shown = f"`{name}`" if " " not in name else name
        raise ValueError(f"{shown} is a number like 4.5, not `{text[:40]}`")
    each = whole / 100 if unit == "%" else _UNITS[unit] * (em / 16 if unit in ("em", "ex") else 1.0)
    value = float(found[1]) * each
    if not abs(value) < 1e7:
        raise ValueError(f"`{text[:40]}` is too large")
    return value


@lru_cache(maxsize=4096)
def colour_of(text: str, current: str = "#000000") -> tuple[str, float] | None:
    """A colour of CSS as `#rrggbb` and its opacity; None for `none`. ValueError where it is no colour."""
    from tinycss2.color4 import parse_color

    if len(text) > MAX_VALUE:
        raise ValueError(f"`{text[:40]}` is not a colour like #22304a")
    plain = re.sub(r"\s+(?:icc-color|device-cmyk)\(.*", "", text.strip(), flags=re.DOTALL)
    if plain.casefold() in ("none", "transparent"):
        return None
    if _deep(plain):
        raise ValueError(f"`{text[:40]}` is not a colour like #22304a")
    found = parse_color(plain)
    if found == "currentcolor" and current.casefold() != "currentcolor":
        return colour_of(current)
    try:
        made = None if found is None or isinstance(found, str) else found.to("srgb")
    except NotImplementedError:  # a colour that only some screens have
        made = None
    if made is None:
        raise ValueError(f"`{text[:40]}` is not a colour like #22304a")
    parts = [round(255 * min(1.0, max(0.0, value or 0.0))) for value in made.coordinates]
    return "#" + "".join(f"{part:02x}" for part in parts), float(made.alpha if made.alpha is not None else 1.0)


@dataclass(slots=True)
class Sheet:
    """The rules of a drawing's style sheets, and the elements they are matched with."""

    matcher: Any = None
    rules: int = 0
    wrapped: dict[Element, Any] = field(default_factory=dict)

    def look_at(self, root: Element) -> bool:
        """Have all elements of a drawing matched from now on; False where that would take too long."""
        from cssselect2 import ElementWrapper

        if self.rules * sum(1 for _ in root.iter()) > MAX_TRIED:
            return False
        if self.rules:
            self.wrapped = {it.etree_element: it for it in ElementWrapper.from_xml_root(root).iter_subtree()}
        return True

    def matched(self, element: Element) -> Iterator[tuple[str, str, bool]]:
        """What rules say of an element, the weakest first: a name, a value, whether it is important."""
        if element in self.wrapped:
            for *_, declared in sorted(self.matcher.match(self.wrapped[element]), key=lambda found: found[:2]):
                yield from declared


def read_sheet(sheet: Sheet, text: str, count: Callable[[int], None]) -> str:
    """Take over the rules of a style sheet; what is wrong with it, where something is. `count` is told of each."""
    import cssselect2
    import tinycss2

    if _deep(text):
        return TOO_MUCH
    sheet.matcher = sheet.matcher or cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        count(1)
        if rule.type == "at-rule" and rule.lower_at_keyword == "import":
            return "a style sheet of another file is not fetched"
        if rule.type != "qualified-rule":
            continue  # fonts, media, characters: nothing of shapes; what is no rule is passed over as browsers do
        declared = list(_declared(tinycss2.parse_blocks_contents(rule.content)))
        count(len(declared))
        try:
            found = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue
        sheet.rules += len(found)
        if sheet.rules > MAX_RULES or _steps(rule.prelude) > MAX_STEPS * max(1, len(found)):
            return TOO_MUCH
        for selector in found:
            if selector.pseudo_element is None:
                sheet.matcher.add_selector(selector, declared)
    return ""


def _deep(text: str) -> bool:
    """Whether more brackets stand in one another than anybody writes: they are read one within another."""
    depth = 0
    for char in re.findall(r"[\[\](){}]", text):
        depth += 1 if char in "[({" else -1
        if depth > MAX_BRACKETS:
            return True
    return False


def _steps(prelude: Any) -> int:
    """How many steps from one element to another selectors have."""
    shown = " ".join("".join(token.serialize() for token in prelude).split())
    return len(re.findall(r"\s*[>+~]\s*|\s+", re.sub(r"\s*,\s*", ",", shown)))


def _declared(rules: Any) -> Iterator[tuple[str, str, bool]]:
    import tinycss2

    for rule in rules:
        if rule.type == "declaration" and rule.lower_name == "font":
            yield from ((name, value, bool(rule.important)) for name, value in _font(tinycss2.serialize(rule.value)))
        if rule.type == "declaration" and rule.lower_name in _HEEDED:
            value = tinycss2.serialize(rule.value).strip()
            if rule.lower_name == "transform":  # in CSS its numbers have units
                value = re.sub(r"(?<=[0-9])(?:px|deg)\b", "", value)
            yield rule.lower_name, value, bool(rule.important)


_FONT = re.compile(
    rf"((?:[a-z-]{{1,20}}\s|[0-9]{{1,4}}\s){{0,5}})([0-9.]+[a-z%]+|{'|'.join(_SIZES)})(?:\s?/\s?\S+)?\s(.+)", re.DOTALL
)


def _font(value: str) -> Iterator[tuple[str, str]]:
    """What `font` says of a font: style and weight, its size, its family."""
    found = _FONT.fullmatch(" ".join(value[:2_000].split()))
    if not found:
        return
    words = found[1].split()
    yield "font-style", next((word for word in words if word in ("italic", "oblique")), "normal")
    yield (
        "font-weight",
        next((word for word in words if word in ("bold", "bolder", "lighter") or word.isdigit()), "400"),
    )
    yield "font-variant", "small-caps" if "small-caps" in words else "normal"
    yield "font-size", found[2]
    yield "font-family", found[3]


def font_size(text: str, above: float) -> float:
    """A size of letters; shares are of that of those around them. ValueError where it is none."""
    word = text.strip().casefold()
    if word in ("larger", "smaller"):
        return above * (1.2 if word == "larger" else 1 / 1.2)
    return _SIZES[word] if word in _SIZES else length_of(text, above, "font-size", above)


@lru_cache(maxsize=4096)
def _inline(text: str) -> tuple[tuple[str, str, bool], ...]:
    import tinycss2

    if _deep(text):
        raise ValueError("its `style` has more brackets than can be read")
    return tuple(_declared(tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)))


def written_style(style: Mapping[str, str], above: Mapping[str, str]) -> str:
    """What makes an element that stands in others drawn as a style says, as its `style=`; nothing of letters."""
    given = ((name, value) for name, value in style.items() if name not in (*_LETTERS, *_OF_LETTERS, "transform"))
    return ";".join(f"{name}:{value}" for name, value in given if name in _OWN or above.get(name) != value)


_OF_LETTERS = ("text-decoration", "text-decoration-line", "baseline-shift", "alignment-baseline")


def read_style(element: Element, above: Mapping[str, str], sheet: Sheet) -> dict[str, str]:
    """How an element is drawn: by what is around it, attributes, style sheets and `style=`, the last of them first."""
    declared = [(name, element.attrib[name].strip(), False) for name in element.attrib if name in _HEEDED]
    declared += sheet.matched(element)
    if "style" in element.attrib:
        declared += _inline(element.attrib["style"])
    own: dict[str, str] = {}
    for important in (False, True):
        own |= {name: value for name, value, weight in declared if weight == important}
    out = {name: value for name, value in above.items() if name not in _OWN}
    for name, value in own.items():
        if not value or (value in ("inherit", "unset") and name not in _OWN):
            continue
        if name == "color" and value.casefold() == "currentcolor":
            continue
        if value in ("initial", "unset", "inherit", "revert"):
            out.pop(name, None)
            if name in INITIAL:
                out[name] = INITIAL[name]
            continue
        if name == "font-size":
            with suppress(ValueError):  # told where there is a text
                value = repr(font_size(value, length_of(above.get(name, "16"), 16.0)))
        out[name] = value
    return out


def share(text: str) -> float:
    """An opacity: a number from 0 to 1, or a percentage. ValueError where it is neither."""
    value = length_of(text, 1.0, "opacity")
    return min(1.0, max(0.0, value))

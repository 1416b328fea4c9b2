"""SVG: frames in, vector pictures out, for documents on paper and on a screen. Values only: it writes no file.

Lengths are millimetres, y downwards, as in a frame. What several frames share is written once in `Shared` and used by
reference, so a page of forty faces holds each drawing once. No face is copied from a file: whatever a pack's pictures
hold beside outlines never gets here.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache
from html import escape
from pathlib import Path

from santy_print.faces.art import Outline
from santy_print.faces.frames import Frame, Group, Hatch, Item, Letters, Picture, Shape
from santy_print.faces.images import DOCUMENT, encoded
from santy_print.faces.matrices import IDENTITY
from santy_print.faces.shades import Shade
from santy_print.faces.shaping import advance, stretches
from santy_print.pdf import hatch_lines

MM_PER_PT = 25.4 / 72
Typeface = Callable[[Path], str]
"""The attributes by which a picture names a font file: `font-family="..." font-weight="..."`."""

RIGHT = "\u200f"
LONG = 5
"""From so many segments on an outline is worth a reference."""


@dataclass(slots=True)
class Shared:
    """What the pictures of one document have in common, by id: drawings, faces, clips, each written once.

    For a page of a `screen` long outlines, too (a drawing in eight dresses is drawn once and painted eight times), and
    what shapes look like stands in the page's style sheet. With `apart` False nothing but a clip is used by
    reference, for programs that read little of SVG.
    """

    typeface: Typeface
    screen: bool = False
    apart: bool = True
    parts: dict[str, str] = field(default_factory=dict)
    texts: dict[Path, set[str]] = field(default_factory=dict)
    _paths: dict[tuple[Outline, bool], str] = field(default_factory=dict)
    _shapes: dict[Outline, str] = field(default_factory=dict)
    _looks: dict[str, str] = field(default_factory=dict)
    _shades: dict[Shade, str] = field(default_factory=dict)
    _shown_in: dict[frozenset[str], str] = field(default_factory=dict)

    def face(self, id: str, frame: Frame) -> str:
        """Write a frame's face, cut to its outline, under an id; the id."""
        if id not in self.parts:
            self.parts[id] = ""  # its place is before the faces that come after it
            body = self.items(frame.items)
            if frame.bleed or frame.corner or frame.cut is not None or _spills(frame):
                body = self.cut_to(frame.outline, body)
            self.parts[id] = f'<g id="{escape(id)}">{body}</g>'
        return id

    def face_in_languages(self, id: str, frames: Mapping[str, Frame]) -> str:
        """Write a face that has words under an id: what all languages share once, the rest for each; the id.

        What only some languages show has a class of its own, by which a page shows it: `languages_of`.
        """
        if id not in self.parts:
            self.parts[id] = ""
            frame = next(iter(frames.values()))
            body = self._in_languages({code: each.items for code, each in frames.items()})
            self.parts[id] = f'<g id="{escape(id)}">{self.cut_to(frame.outline, body)}</g>'
        return id

    @property
    def languages_of(self) -> Mapping[str, frozenset[str]]:
        """The classes of what not all languages show, each with the languages that do."""
        return {name: codes for codes, name in self._shown_in.items()}

    def _in_languages(self, rows: Mapping[str, Sequence[Item]]) -> str:
        """Items in order, of each language."""
        bare = {code: [_without_letters(item) for item in row] for code, row in rows.items()}
        common = _common([[item for item in row if item is not None] for row in bare.values()])
        out, begin = [], dict.fromkeys(rows, 0)
        for item in common:
            at = {code: row.index(item, begin[code]) for code, row in bare.items()}
            out.append(self._apart({code: row[begin[code] : at[code]] for code, row in rows.items()}))
            met = {code: row[at[code]] for code, row in rows.items()}
            groups = {code: each.items for code, each in met.items() if isinstance(each, Group)}
            if len({*met.values()}) > 1 and isinstance(item, Group):
                out.append(_wrapped(self._placed(item), self._in_languages(groups)))
            else:
                out.append(self._item(next(iter(met.values()))))
            begin = {code: place + 1 for code, place in at.items()}
        return "".join((*out, self._apart({code: row[begin[code] :] for code, row in rows.items()})))

    def _apart(self, rows: Mapping[str, Sequence[Item]]) -> str:
        """Items that are not the same in all languages."""
        shown: dict[str, list[str]] = {}
        for code, row in rows.items():
            if row:
                shown.setdefault(self.items(row), []).append(code)
        out = []
        for body, codes in shown.items():
            name = self._shown_in.setdefault(frozenset(codes), f"l{len(self._shown_in)}")
            out.append(body if len(codes) == len(rows) else f'<g class="{name}">{body}</g>')
        return "".join(out)

    def cut_to(self, outline: Outline, body: str) -> str:
        """What was written, cut to an outline."""
        return f'<g clip-path="url(#{self._clip(outline)})">{body}</g>'

    def defs(self) -> str:
        """All shared parts, in the order in which they were asked for."""
        return "".join(self.parts.values())

    def styles(self) -> str:
        """What shapes look like, as rules of a style sheet."""
        return "\n".join(f".{name}{{{look}}}" for look, name in self._looks.items())

    def _look(self, **values: str) -> str:
        """Fill, line and so on: as attributes, or as a class of the page."""
        if not self.screen:
            return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in values.items())
        rule = ";".join(f"{name.replace('_', '-')}:{value}" for name, value in values.items())
        return f' class="{self._looks.setdefault(rule, f"s{len(self._looks)}")}"'

    def items(self, items: Sequence[Item]) -> str:
        """Items in order."""
        return "".join(self._item(item) for item in items)

    def _item(self, item: Item) -> str:
        if isinstance(item, Shape):
            return self._shape(item)
        if isinstance(item, Letters):
            return self._letters(item)
        return self._group(item) if isinstance(item, Group) else _picture(item, "href" if self.apart else "xlink:href")

    def _placed(self, group: Group) -> str:
        """The attributes of a group: where it stands, what it is cut to, how much it hides."""
        put = "" if group.matrix == IDENTITY else f' transform="matrix({_numbers(group.matrix, 5)})"'
        if group.clip is not None:
            put += f' clip-path="url(#{self._clip(group.clip, group.even_odd)})"'
        if group.alpha < 1:
            put += f' opacity="{_number(group.alpha, 3)}"'
        if group.mask is not None:
            put += f' mask="url(#{self._mask(group.mask)})"'
        return put

    def _group(self, group: Group) -> str:
        put = self._placed(group)
        if group.key and self.apart:
            if group.key not in self.parts:
                self.parts[group.key] = f'<g id="{escape(group.key)}">{self.items(group.items)}</g>'
            use = f'<use href="#{escape(group.key)}"'
            return f"{use}{put}/>" if group.clip is None else f"<g{put}>{use}/></g>"
        return _wrapped(put, self.items(group.items))

    def _mask(self, items: Sequence[Item]) -> str:
        """The id of a mask that is light where items are."""
        body = self.items(items)
        for id, part in self.parts.items():
            if part.startswith("<mask") and part.endswith(f">{body}</mask>"):
                return id
        id = f"mask-{len(self.parts)}"
        box = 'maskUnits="userSpaceOnUse" x="-10000" y="-10000" width="30000" height="30000"'
        self.parts[id] = f'<mask id="{id}" {box}>{body}</mask>'
        return id

    def _shade(self, shade: Shade) -> str:
        """The id of colours that pass into one another."""
        if shade not in self._shades:
            id = self._shades[shade] = f"shade-{len(self._shades)}"
            names = ("x1", "y1", "x2", "y2") if shade.kind == "line" else ("fx", "fy", "fr", "cx", "cy", "r")
            tag = "linearGradient" if shade.kind == "line" else "radialGradient"
            along = " ".join(f'{name}="{_number(value, 6)}"' for name, value in zip(names, shade.along, strict=True))
            turn = "" if shade.turn == IDENTITY else f' gradientTransform="matrix({_numbers(shade.turn, 6)})"'
            stops = "".join(_stop(*stop) for stop in shade.stops)
            self.parts[id] = f'<{tag} id="{id}" gradientUnits="userSpaceOnUse" {along}{turn}>{stops}</{tag}>'
        return self._shades[shade]

    def _clip(self, outline: Outline, even_odd: bool = False) -> str:
        """The id of the clip of an outline."""
        key = (outline, even_odd)
        if key not in self._paths:
            id = self._paths[key] = f"clip-{len(self._paths)}"
            rule = ' clip-rule="evenodd"' if even_odd else ""
            self.parts[id] = f'<clipPath id="{id}"><path id="{id}p" d="{path_data(outline)}"{rule}/></clipPath>'
        return self._paths[key]

    def _outline(self, outline: Outline, look: str) -> str:
        """An outline, or a reference to it, in a dress."""
        if not self.screen or len(outline) < LONG:
            return f'<path d="{path_data(outline)}"{look}/>'
        if outline not in self._shapes:
            id = self._shapes[outline] = f"o{len(self._shapes)}"
            self.parts[id] = f'<path id="{id}" d="{path_data(outline)}"/>'
        return f'<use href="#{self._shapes[outline]}"{look}/>'

    def _shape(self, shape: Shape) -> str:
        fill = {"fill": f"url(#{self._shade(shape.shade)})" if shape.shade else shape.fill or "none"}
        fill |= {"fill_rule": "evenodd"} if shape.even_odd else {}
        if shape.alpha < 1:
            fill |= {"fill_opacity" if shape.fill else "stroke_opacity": _number(shape.alpha, 3)}
        line = _line(shape)
        if not (shape.fill and shape.hatch):
            return self._outline(shape.outline, self._look(**fill, **line))
        clip = self._clip(shape.outline, shape.even_odd)
        drawn = f'use href="#{clip}p"' if self.apart else f'path d="{path_data(shape.outline)}"'
        out = f"<{drawn}{self._look(**fill)}/>" + self._hatch(shape.outline, shape.hatch, clip)
        return out + (f"<{drawn}{self._look(fill='none', **line)}/>" if line else "")

    def _hatch(self, outline: Outline, hatch: Hatch, clip: str) -> str:
        """A pattern over an outline; a row of dots is one dashed line."""
        lines = hatch_lines(outline, hatch)
        look = {"fill": "none", "stroke": hatch.colour, "stroke_width": "0.3"}
        if hatch.kind == "dots":
            look |= {"stroke_width": "0.7", "stroke_dasharray": f"0.001 {_number(hatch.pitch - 0.001, 3)}"}
            rows: dict[float, list[float]] = {}
            for x, y, end, _ in lines:
                rows.setdefault(y, []).extend((x, end))
            lines = [(min(xs), y, max(xs), y) for y, xs in rows.items()]
        path: Outline = tuple(part for x, y, u, v in lines for part in (("M", x, y), ("L", u, v)))
        return f'<g clip-path="url(#{clip})"><path d="{path_data(path)}"{self._look(**look)}/></g>'

    def _letters(self, item: Letters) -> str:
        self.texts.setdefault(item.font, set()).update(item.text)
        item = _stripped(item)
        if not item.text:
            return ""
        (_, first), *more = stretches(item)
        # Between these marks a row of letters and signs runs from right to left, whatever the signs at its ends are.
        shown = escape(f"{RIGHT}{first}{RIGHT}" if item.way == "rtl" else first, quote=False)
        shown += "".join(f'<tspan x="{x:.3f}">{escape(text, quote=False)}</tspan>' for x, text in more)
        speaks = f' lang="{escape(item.language)}"' if item.language else ""
        return (
            f'<text x="{item.x:.3f}" y="{item.y:.3f}" font-size="{item.size * MM_PER_PT:.3f}" fill="{item.colour}"'
            f"{speaks} {self.typeface(item.font)}>{shown}</text>"
        )


def _wrapped(put: str, body: str) -> str:
    """What was written, in a group with these attributes where it has any."""
    return f"<g{put}>{body}</g>" if put else body


def _stripped(item: Letters) -> Letters:
    """A piece of a line without the blanks at its ends, which a browser leaves out: it begins where its letters do."""
    text = item.text.strip()
    if text == item.text:
        return item
    begun = text and item.text.rstrip().removesuffix(text)
    ended = text and item.text.lstrip().removeprefix(text)
    left = advance(item.font, ended if item.way == "rtl" else begun, item.way, item.language)
    return replace(item, x=item.x + left * item.size * MM_PER_PT / 1000, text=text)


def _without_letters(item: Item) -> Item | None:
    """What a group is in any language: all of it but its lines of text. None for such a line."""
    if isinstance(item, Letters):
        return None
    if not isinstance(item, Group) or item.key:
        return item
    return replace(item, items=tuple(each for each in map(_without_letters, item.items) if each is not None))


def _common(rows: Sequence[Sequence[Item]]) -> list[Item]:
    """Items that all rows have in this order."""
    common = list(rows[0])
    for row in rows[1:]:
        blocks = SequenceMatcher(None, common, row, autojunk=False).get_matching_blocks()
        common = [item for at, _, size in blocks for item in common[at : at + size]]
    return common


def _spills(frame: Frame) -> bool:
    """Whether a face may draw beyond its trim: only where it has shared drawings or clips, which are not measured."""
    return any(isinstance(item, Group | Picture) for item in frame.items)


def _picture(item: Picture, href: str) -> str:
    picture = encoded(item, DOCUMENT)
    data = base64.b64encode(picture).decode("ascii")
    kind = "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"
    box = f'x="{item.x:.3f}" y="{item.y:.3f}" width="{item.width:.3f}" height="{item.height:.3f}"'
    return f'<image {box} {href}="data:{kind};base64,{data}"/>'


def _line(shape: Shape) -> dict[str, str]:
    if not shape.stroke:
        return {}
    line = {"stroke": shape.stroke, "stroke_width": _number(shape.width, 3)}
    return line | ({"stroke_dasharray": _numbers(shape.dash, 2)} if shape.dash else {})


def _stop(share: float, colour: str, alpha: float) -> str:
    clear = f' stop-opacity="{_number(alpha, 3)}"' if alpha < 1 else ""
    return f'<stop offset="{_number(share, 6)}" stop-color="{colour}"{clear}/>'


def _number(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _numbers(values: Sequence[float], digits: int) -> str:
    return " ".join(_number(value, digits) for value in values)


@lru_cache(maxsize=16384)
def path_data(outline: Outline) -> str:
    """An outline as the data of a path: relative, to a hundredth of a millimetre, without drift."""
    return "".join(_steps(outline))


def _steps(outline: Outline) -> Iterator[str]:
    at = start = (0, 0)  # hundredths of a millimetre
    for part in outline:
        if part[0] == "Z":
            at = start
            yield "z"
            continue
        points = [(round(part[n] * 100), round(part[n + 1] * 100)) for n in range(1, len(part), 2)]
        if part[0] == "M":
            start = points[0]
            yield "M" + _joined(start)
        else:
            moves = [(x - at[0], y - at[1]) for x, y in points]
            yield _step(part[0], moves)
        at = points[-1]


def _step(kind: str, moves: Sequence[tuple[int, int]]) -> str:
    x, y = moves[0]
    if kind == "L" and (x == 0 or y == 0):
        return f"h{_hundredths(x)}" if y == 0 else f"v{_hundredths(y)}"
    return kind.lower() + _joined([value for move in moves for value in move])


def _joined(values: Sequence[int]) -> str:
    """Hundredths in a row, with a blank only where the next number would run into the last."""
    texts = [_hundredths(value) for value in values]
    return texts[0] + "".join([text if text[0] == "-" else f" {text}" for text in texts[1:]])


@lru_cache(maxsize=32768)
def _hundredths(value: int) -> str:
    """So many hundredths as the shortest decimal."""
    if value == 0:
        return "0"
    whole, part = divmod(abs(value), 100)
    return ("-" if value < 0 else "") + (str(whole) if whole else "") + (f".{part:02}".rstrip("0") if part else "")


def frame_svg(frame: Frame, typeface: Typeface) -> bytes:
    """One face as a picture of its own."""
    shared = Shared(typeface)
    id = shared.face("face", frame)
    wide, high = f"{frame.width:.3f}", f"{frame.height:.3f}"
    size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
    look = 'stroke-linecap="round" stroke-linejoin="round" font-kerning="normal"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look} xml:space="preserve">'
    return f'{head}<defs>{shared.defs()}</defs><use href="#{id}"/></svg>'.encode()

"""Palette: game colours in, how far apart they are for every eye, and what of it falls short.

The difference of two colours is CIEDE2000 (Sharma, Wu, Dalal 2005), from sRGB under D65. Protan, deutan and tritan
eyes are simulated in linear light by the matrices of Machado, Oliveira and Fernandes (2009) at severity 1.0; grey is
what `grey` makes of a colour, and what is printed without colour: the grey of the same relative luminance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Any, Literal, Protocol, get_args

from santy_print.diag import Report, Span, did_you_mean, register

register("palette-near", "two colours of the game are hard to tell apart")
register("palette-accept", "a colour accepts a nearness that is not there, or cannot be accepted")
register("palette-alike", "nothing but a hard-to-see hue tells two colours apart: they share pattern or letter")

Pattern = Literal["plain", "diagonal", "dots", "grid", "crosshatch", "upright", "chevrons", "bricks"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
"""What may stand for a colour without colour."""
Vector = tuple[float, float, float]
Lab = tuple[float, float, float]

_ONE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
EYES: dict[str, tuple[Vector, Vector, Vector]] = {
    "normal": _ONE,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of eye changes linear red, green and blue."""
GREY = "grey"
"""What is seen of a print without colour, by whatever eye."""

LIMITS: dict[str, tuple[float, float]] = dict.fromkeys(EYES, (12.0, 20.0)) | {GREY: (8.0, 12.0)}
"""The least difference for each eye: under the first it is an error, under the second a warning."""

LUMINANCE = (0.2126, 0.7152, 0.0722)
"""What red, green and blue in linear light have of it."""
READABLE = 4.5
"""The contrast that words need on their ground (WCAG 2.1, 1.4.3)."""
READABLE_LARGE = 3.0
"""The contrast that large words need: from 18 pt, or from 14 pt where they are bold."""


def linear(colour: str) -> Vector:
    """A colour #rrggbb as red, green and blue in linear light, 0 to 1 (IEC 61966-2-1)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    """The relative luminance of a colour, 0 to 1 (WCAG)."""
    return sum(weight * part for weight, part in zip(LUMINANCE, linear(colour), strict=True))


def encode(light: float) -> int:
    """Linear light from 0 to 1 as a value of sRGB, 0 to 255 (IEC 61966-2-1)."""
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


@lru_cache(maxsize=4096)
def grey(colour: str) -> str:
    """The grey #rrggbb that is printed for a colour without colour: as light as it."""
    value = encode(luminance(colour))
    return f"#{value:02x}{value:02x}{value:02x}"


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float:
    """How well one colour reads upon another, from 1 to 21 (WCAG)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


INKS = ("#ffffff", "#22304a")
"""What is written in on a paint: white, or the ink of all lines."""


def ink_on(paint: str) -> str:
    """The ink that is read best on a paint: of white and the ink of lines the one with more contrast (WCAG 2.1)."""
    return max(INKS, key=lambda ink: contrast(ink, paint))


def lab(light: Vector) -> Lab:
    """Linear red, green, blue as CIE L*a*b* under D65."""
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Lab, other: Lab) -> float:
    """The CIEDE2000 difference of two L*a*b* colours, weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grow = 1.5 - 0.5 * sqrt(mean7 / (mean7 + 25**7))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180 if abs(h2 - h1) != 180 else h2 - h1
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    angle = _middle(h1, h2) if c1 * c2 else h1 + h2
    weight = (
        1
        - 0.17 * cos(radians(angle - 30))
        + 0.24 * cos(radians(2 * angle))
        + 0.32 * cos(radians(3 * angle + 6))
        - 0.20 * cos(radians(4 * angle - 63))
    )
    of_l = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2))
    of_c = (c2 - c1) / (1 + 0.045 * chroma)
    of_h = hue / (1 + 0.015 * chroma * weight)
    spread = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation = -sin(radians(60 * exp(-(((angle - 275) / 25) ** 2)))) * spread
    return sqrt(of_l**2 + of_c**2 + of_h**2 + rotation * of_c * of_h)


def _middle(one: float, other: float) -> float:
    """The hue between two, in degrees, on the shorter way round."""
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + 360) / 2 if one + other < 360 else (one + other - 360) / 2


@lru_cache(maxsize=4096)
def seen(colour: str, eye: str) -> Lab:
    """A colour #rrggbb as an eye sees it, or as it is printed in grey."""
    if eye == GREY:
        return lab(linear(grey(colour)))
    light = linear(colour)
    made = [min(1.0, max(0.0, sum(w * v for w, v in zip(row, light, strict=True)))) for row in EYES[eye]]
    return lab((made[0], made[1], made[2]))


def difference(one: str, other: str, eye: str) -> float:
    """How far apart an eye sees two colours #rrggbb."""
    return ciede2000(seen(one.casefold(), eye), seen(other.casefold(), eye))


class Paint(Protocol):
    """A game colour: its value #rrggbb and its pattern."""

    @property
    def hex(self) -> str:
        """The value, #rrggbb."""

    @property
    def pattern(self) -> str:
        """The pattern that stands for it without colour."""

    @property
    def accept(self) -> Mapping[str, str]:
        """Colours that may be as near to it as they are, each with the reason."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The two colours of a palette that one kind of eye tells apart worst, and by how much."""

    eye: str
    one: str
    other: str
    difference: float


def nearest(palette: Mapping[str, Paint]) -> list[Nearest]:
    """For each eye the nearest pair; nothing for fewer than two colours."""
    out = []
    for eye in LIMITS:
        pairs = [
            Nearest(eye, one, other, difference(palette[one].hex, palette[other].hex, eye))
            for one, other in combinations(palette, 2)
        ]
        out += [min(pairs, key=lambda pair: pair.difference)] if pairs else []
    return out


@dataclass(frozen=True, slots=True)
class Short:
    """Two colours that an eye tells apart less well than it should: by how much, and the least that it should be.

    It is `wrong` where it is an error; what is a warning may be `accepted`.
    """

    eye: str
    one: str
    other: str
    difference: float
    least: float
    wrong: bool
    accepted: bool


def short_pairs(palette: Mapping[str, Paint]) -> list[Short]:
    """For each eye all pairs that fall short, those first that are told apart worst."""
    found = []
    for one, other in combinations(palette, 2):
        accepted = _accepts(palette, one, other)
        for (eye, difference, least), wrong in _poor(palette[one], palette[other]):
            found.append(Short(eye, one, other, difference, least, wrong, accepted and not wrong))
    order = list(LIMITS)
    return sorted(found, key=lambda pair: (order.index(pair.eye), pair.difference))


def light_of(eye: str) -> tuple[Vector, Vector, Vector]:
    """What an eye makes of linear red, green and blue; of a print without colour all three are its luminance."""
    return (LUMINANCE, LUMINANCE, LUMINANCE) if eye == GREY else EYES[eye]


def palette_lines(palette: Mapping[str, Paint]) -> list[str]:
    """For people: the nearest two colours for each kind of eye, and in grey."""
    rows = [f"  {pair.eye:6}  {pair.difference:5.1f}  {pair.one}, {pair.other}" for pair in nearest(palette)]
    return ["the palette's smallest differences (CIEDE2000):", *rows] if rows else ["the palette has one colour"]


def palette_as_json(palette: Mapping[str, Paint]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {"eye": pair.eye, "colours": [pair.one, pair.other], "difference": round(pair.difference, 2)}
        for pair in nearest(palette)
    ]


Where = Callable[..., Span | None]


def check_palette(
    palette: Mapping[str, Paint], letters: Mapping[str, Mapping[str, str]], where: Where, report: Report
) -> None:
    """Report every pair of colours that falls short.

    `letters` gives for each language each colour's letter; `where(*path)` the place of something under `palette`.
    """
    near: dict[frozenset[str], bool] = {}
    for one, other in combinations(palette, 2):
        poor = _poor(palette[one], palette[other])
        if poor:
            wrong = near[frozenset((one, other))] = any(is_error for _, is_error in poor)
            if wrong or not _accepts(palette, one, other):
                _tell_near((one, other), palette, poor, where, report)
        if poor and palette[one].pattern == palette[other].pattern:
            used = {paint.pattern for paint in palette.values()}
            spare = [pattern for pattern in PATTERNS if pattern not in used] or PATTERNS
            report.error(
                "palette-alike",
                f"`{one}` and `{other}` are hard to tell apart and share the pattern `{palette[one].pattern}`",
                _mendable((one, other), where, "pattern") or _mendable((one, other), where),
                f"give one of them another pattern: {', '.join(spare)}",
            )
        for language, letter in letters.items():
            if letter.get(one) is not None and letter.get(one) == letter.get(other):
                report.error(
                    "palette-alike",
                    f"`{one}` and `{other}` have the same letter `{letter[one]}` in the language `{language}`",
                    _mendable((one, other), where),
                    f"give one of them another letter in locale/{language}.yaml",
                )
    _check_accepted(palette, near, where, report)


def _accepts(palette: Mapping[str, Paint], one: str, other: str) -> bool:
    """Whether either of two colours accepts the other."""
    return other in palette[one].accept or one in palette[other].accept


def _check_accepted(
    palette: Mapping[str, Paint], near: Mapping[frozenset[str], bool], where: Where, report: Report
) -> None:
    """What is accepted must be there: two colours of the palette that are near, but can be told apart."""
    for name, paint in palette.items():
        for other in paint.accept:
            span = where(name, "accept", other, key=True)
            if other not in palette or other == name:
                others = [known for known in palette if known != name]
                message = f"`{name}` accepts `{other}`, which is no other colour of the palette"
                report.error("palette-accept", message, span, partial(did_you_mean, other, others))
            elif frozenset((name, other)) not in near:
                message = f"`{name}` and `{other}` are far enough apart: there is nothing to accept"
                report.warning("palette-accept", message, span, "take the line away")
            elif near[frozenset((name, other))]:
                message = f"`{name}` and `{other}` are too near to be accepted"
                report.error("palette-accept", message, span, "change one of the two, as `palette-near` says")


def _mendable(names: tuple[str, str], where: Where, *path: str) -> Span | None:
    """Where one of two colours is to be mended: the second, but the first where that alone is the pack's own.

    What a pack says itself made the two collide; what stands in the pack that it extends was fine there.
    """
    spans = [span for span in (where(names[1], *path), where(names[0], *path)) if span is not None]
    return min(spans, key=lambda span: span.file.depth, default=None)


Poor = tuple[str, float, float]
"""An eye, the difference it sees, and the least it should see."""


def _poor(one: Paint, other: Paint) -> list[tuple[Poor, bool]]:
    """The eyes that see too little difference; with each, whether it is an error."""
    out = []
    for eye, (least, better) in LIMITS.items():
        found = difference(one.hex, other.hex, eye)
        if found < better:
            out.append(((eye, found, least if found < least else better), found < least))
    return out


def _tell_near(
    names: tuple[str, str],
    palette: Mapping[str, Paint],
    poor: Sequence[tuple[Poor, bool]],
    where: Where,
    report: Report,
) -> None:
    wrong = any(is_error for _, is_error in poor)
    span = _mendable(names, where, "hex")
    mend = names[0] if span is not None and span == where(names[0], "hex") else names[1]
    passing = passing_colour(mend, palette)
    lighter = "make one of them lighter and the other darker: lightness is what every eye sees"
    hints = [f'`{mend}: {{hex: "{passing}"}}` is far enough from all others' if passing else lighter]
    if not wrong:
        other = names[0] if mend == names[1] else names[1]
        hints.append(f"or live with it: `accept: {{{other}: the reason}}` at `{mend}`")
    seen_as = ", ".join(f"{eye} {found:.1f} (at least {limit:g})" for (eye, found, limit), _ in poor)
    listed = " and ".join(f"`{name}` {palette[name].hex}" for name in names)
    (report.error if wrong else report.warning)(
        "palette-near",
        f"{listed} are hard to tell apart: CIEDE2000 {seen_as}",
        span,
        *hints,
    )


_TRIED = [f"#{r}{r}{g}{g}{b}{b}" for r, g, b in product("02469bdf", repeat=3)]
MOST_HELPED = 10
"""Of more colours none is looked for: there is hardly one left, and to see that takes a while."""


def passing_colour(name: str, palette: Mapping[str, Paint]) -> str | None:
    """Of 512 colours the one nearest to a colour that is far enough from all others; None where there is none."""
    if len(palette) > MOST_HELPED:
        return None
    paint = palette[name]
    own = seen(paint.hex.casefold(), "normal")
    others = {eye: [seen(p.hex.casefold(), eye) for n, p in palette.items() if n != name] for eye in LIMITS}

    def far(colour: str) -> float:
        return ciede2000(seen(colour, "normal"), own)

    def passes(colour: str) -> bool:
        return all(
            ciede2000(seen(colour, eye), other) >= better
            for eye, (_, better) in LIMITS.items()
            for other in others[eye]
        )

    return next(filter(passes, sorted(_TRIED, key=far)), None)

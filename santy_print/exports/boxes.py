"""Boxes: the net of a tuckbox for each deck, as large as its cards are thick, on one page where that holds it.

The net, from the left: the flap that is glued, the back, a side, the front, a side. Above the back stand the lid and
its tuck; above the sides their dust flaps, which are tucked in first; the bottom is closed alike, its wide flap below
the front. Solid lines are cut, dashed lines are folded; the legend says so in pictures, for any language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from santy_print import __version__
from santy_print.diag import plural
from santy_print.exports.job import Deck, Job
from santy_print.faces import Frame, Group, Item, Shape
from santy_print.faces.art import ROLES, Outline, Segment, ellipse, rounded
from santy_print.faces.frames import Letters
from santy_print.faces.matrices import IDENTITY
from santy_print.faces.typeset import MM_PER_PT, Style, load_font, set_text
from santy_print.pdf import Info, write_pdf
from santy_print.sheets import Cell, Page, fits, tile
from santy_print.text import parse_markup

LEAST_CARDS = 10
ROOM = 1.0  # mm that the box is wider and taller than its cards
SLACK = 1.0  # mm that it is deeper than the stack
SLEEVE_SIDES, SLEEVE_STOCK = 3.0, 0.12  # mm that a sleeve adds to a card's sides and, with two films, its thickness
GLUE, TUCK = 11.0, 15.0
FOLD_DASH = (2.0, 1.4)
KAPPA = 0.5523  # a quarter of a circle as one curve
HAIR = 0.6  # mm of cut between neighbouring flaps, so that they move


@dataclass(frozen=True, slots=True)
class Box:
    """The inside of a box, mm."""

    width: float
    height: float
    depth: float


def box_for(size: tuple[float, float], cards: int, stock: float, sleeved: bool) -> Box:
    """The box for so many cards of a size and thickness (mm), its depth rounded up to half a millimetre."""
    sides = SLEEVE_SIDES if sleeved else 0.0
    thick = cards * (stock + (SLEEVE_STOCK if sleeved else 0.0)) + SLACK
    return Box(size[0] + sides + ROOM, size[1] + sides + ROOM, ceil(round(thick * 2, 6)) / 2)


def tuckbox(job: Job) -> None:
    """A net for each deck of at least ten cards that have backs."""
    for deck in job.decks():
        backs = [copy.back for copy in deck.copies if copy.back is not None]
        if deck.shape != "rect" or len(deck.copies) < LEAST_CARDS or not backs:
            pieces = plural(len(deck.copies), "piece")
            job.notes.append(f"{deck.name}: no box for {pieces}: that takes {LEAST_CARDS} rectangular cards with backs")
            continue
        box = box_for((deck.width, deck.height), len(deck.copies), job.wishes.stock, job.wishes.sleeved)
        shared = Counter(back.items for back in backs)  # the back of most cards: the first of those as many have
        net = net_frame(job, deck, box, max(backs, key=lambda back: shared[back.items]))
        pages = _pages(job, net)
        locale = job.faces.locale
        credit = locale.plain("game.credits", **job.faces.pack.head.credits.model_dump())
        info = Info(net.alt, locale.code, "santy_print", credit, __version__)
        job.save(f"tuckbox-{deck.name}.pdf", write_pdf(pages, info))
        size = f"{box.width:g} x {box.height:g} x {box.depth:g} mm"
        cards = f"{len(deck.copies)} cards of {job.wishes.stock:g} mm{' in sleeves' if job.wishes.sleeved else ''}"
        count = plural(len(pages), "page")
        job.notes.append(f"tuckbox-{deck.name}.pdf: {size} inside, for {cards}, on {count}")


def _pages(job: Job, net: Frame) -> list[Page]:
    """The net in the middle of one page, whichever way it lies, or tiled over more."""
    setup = replace(job.setup, bleed=0.0)
    if not fits(net.size, setup):
        return tile(net, setup)
    way = next(
        way
        for way in (setup, setup.turned())
        if net.width <= way.paper[0] - 2 * way.margin + 0.01 and net.height <= way.paper[1] - 2 * way.margin + 0.01
    )
    width, height = way.paper
    left, top = (width - net.width) / 2, (height - net.height) / 2
    box = (left, top, left + net.width, top + net.height)
    return [Page(width, height, (Cell(net, left, top, None),), (), box, box)]


@dataclass(frozen=True, slots=True)
class Lines:
    """Where a net's folds lie, mm: from the left x0 (glue | back), x1, x2, x3, x4 (the edge); y0 (lid | back), y1."""

    x0: float
    x1: float
    x2: float
    x3: float
    x4: float
    y0: float
    y1: float


def lines_of(box: Box) -> Lines:
    """The folds of a box's net. The panels are as large as the inside: the box's own stock takes of its room."""
    w, d = box.width, box.depth
    top = TUCK + d
    return Lines(GLUE, GLUE + w, GLUE + w + d, GLUE + 2 * w + d, GLUE + 2 * w + 2 * d, top, top + box.height)


def net_frame(job: Job, deck: Deck, box: Box, back: Frame) -> Frame:
    """The net as a face: its pictures, its lines, its legend."""
    at = lines_of(box)
    locale = job.faces.locale
    alt = f"{locale.plain('game.title')} · {locale.plain(f'part.{deck.part}')}"
    ink = job.faces.ink(ROLES["ink"])
    items: list[Item] = [
        _motif(back, (at.x0, at.y0, box.width, box.height)),
        _motif(back, (at.x2, at.y0, box.width, box.height)),
        *_title(job, (at.x2, at.y0, box.width, box.height)),
        *_spine(job, (at.x1, at.y0, box.depth, box.height)),
        *_spine(job, (at.x3, at.y0, box.depth, box.height)),
        *(Shape(line, None, ink, 0.25, None, False, FOLD_DASH) for line in folds(box)),
        Shape(cut(box), None, ink, 0.35),
        *_legend(job, at),
    ]
    height = at.y1 + box.depth + TUCK
    return Frame(f"tuckbox:{deck.name}", at.x4, height, tuple(items), alt)


def _motif(back: Frame, panel: tuple[float, float, float, float]) -> Group:
    """The cards' back, large enough to fill a panel, cut off at its edges."""
    x, y, w, h = panel
    scale = max(w / back.width, h / back.height)
    matrix = (scale, 0.0, 0.0, scale, x + (w - back.width * scale) / 2, y + (h - back.height * scale) / 2)
    return Group((Group(back.items, matrix),), IDENTITY, rounded(x, y, w, h))


def _title(job: Job, panel: tuple[float, float, float, float]) -> list[Item]:
    """The game's title on a label in the middle of a panel, and under it the credits where there is room for them."""
    x, y, w, h = panel
    faces, ink = job.faces, job.faces.ink(ROLES["ink"])
    left, wide = x + w * 0.08, w * 0.84
    big = Style("title", 44.0, 10.0, 1.0, align="center", valign="middle")
    small = Style("text", 7.5, 7.0, 1.12, align="center")
    title = parse_markup(faces.locale.markup("game.title"))
    credit = parse_markup(faces.locale.markup("game.credits", **faces.pack.head.credits.model_dump()))
    laid = set_text(credit, (left + 3, 0, wide - 6, 1000), small, faces.book, ink)
    below = max((item.y for item in laid.letters), default=0.0) + 2.5
    tall = 16.0 + below
    if tall > h * 0.6:  # a small box: the title alone
        laid, below, tall = set_text((), (0, 0, 1, 1), small, faces.book, ink), 0.0, min(16.0, h * 0.6)
    top = y + (h - tall) / 2
    name = set_text(title, (left + 2, top + 1, wide - 4, tall - below - 2), big, faces.book, ink)
    return [
        Shape(rounded(left, top, wide, tall, 2.0), "#ffffff", ink, 0.6),
        *name.letters,
        Group(laid.letters, (1.0, 0.0, 0.0, 1.0, 0.0, top + tall - below)),
    ]


def _spine(job: Job, panel: tuple[float, float, float, float]) -> list[Item]:
    """The title along a side, where it is wide enough for letters."""
    x, y, w, h = panel
    if w < 6:
        return []
    faces, ink = job.faces, job.faces.ink(ROLES["ink"])
    style = Style("title", min(30.0, w / 1.5 / MM_PER_PT), 7.0, 1.0, align="center", valign="middle", balance=False)
    made = set_text(parse_markup(faces.locale.markup("game.title")), (0, 0, h - 8, w), style, faces.book, ink)
    return [Group(made.letters, (0.0, 1.0, -1.0, 0.0, x + w, y + 4))]


def folds(box: Box) -> list[Outline]:
    """The lines along which the net is folded."""
    at, d = lines_of(box), box.depth

    def line(x0: float, y0: float, x1: float, y1: float) -> Outline:
        return (("M", x0, y0), ("L", x1, y1))

    return [
        *(line(x, at.y0, x, at.y1) for x in (at.x0, at.x1, at.x2, at.x3)),
        line(at.x0, at.y0, at.x2, at.y0),
        line(at.x3, at.y0, at.x4, at.y0),
        line(at.x0, at.y0 - d, at.x1, at.y0 - d),
        line(at.x1, at.y1, at.x4, at.y1),
        line(at.x2, at.y1 + d, at.x3, at.y1 + d),
    ]


def cut(box: Box) -> Outline:
    """The line along which the net is cut out: one closed outline, clockwise from the upper left corner of the back."""
    at, d = lines_of(box), box.depth
    dust, slope = min(d * 0.9, box.width / 2 - 2), 3.0
    lid, low = at.y0 - d, at.y1 + d
    notch, middle = min(9.0, box.width / 4), (at.x2 + at.x3) / 2
    round_notch = notch * KAPPA
    return (
        ("M", at.x0, at.y0), ("L", at.x0, lid), *_tuck((at.x0, at.x1), lid, -1), ("L", at.x1, at.y0),
        # the dust flap of the first side
        ("L", at.x1 + HAIR, at.y0), ("L", at.x1 + slope, at.y0 - dust),
        ("L", at.x2 - slope, at.y0 - dust), ("L", at.x2, at.y0),
        # the front's edge with the notch for a thumb
        ("L", middle - notch, at.y0),
        ("C", middle - notch, at.y0 + round_notch, middle - round_notch, at.y0 + notch, middle, at.y0 + notch),
        ("C", middle + round_notch, at.y0 + notch, middle + notch, at.y0 + round_notch, middle + notch, at.y0),
        ("L", at.x3, at.y0),
        # the dust flap of the second side, then down
        ("L", at.x3 + slope, at.y0 - dust), ("L", at.x4 - slope, at.y0 - dust),
        ("L", at.x4, at.y0), ("L", at.x4, at.y1),
        # the bottom: dust flap, wide flap with its tuck, dust flap
        ("L", at.x4 - slope, at.y1 + dust), ("L", at.x3 + slope, at.y1 + dust),
        ("L", at.x3 + HAIR, at.y1), ("L", at.x3, at.y1), ("L", at.x3, low), *_tuck((at.x3, at.x2), low, 1),
        ("L", at.x2, at.y1), ("L", at.x2 - HAIR, at.y1),
        ("L", at.x2 - slope, at.y1 + dust), ("L", at.x1 + slope, at.y1 + dust), ("L", at.x1, at.y1),
        # the back's lower edge, then the flap that is glued to the far side
        ("L", at.x0, at.y1), ("L", 0.0, at.y1 - slope * 2), ("L", 0.0, at.y0 + slope * 2), ("Z",),
    )  # fmt: skip


def _tuck(span: tuple[float, float], fold: float, way: int) -> tuple[Segment, ...]:
    """A tuck from one end of a fold to its other, with round corners: upwards where `way` is -1, downwards where 1."""
    inward = 0.8 if span[1] > span[0] else -0.8
    start, end = span[0] + inward, span[1] - inward
    r = 5.0 if span[1] > span[0] else -5.0
    k, far = 1 - KAPPA, fold + way * TUCK
    rim = far - way * abs(r)
    bend = rim + way * abs(r) * KAPPA
    return (
        ("L", start, fold), ("L", start, rim), ("C", start, bend, start + r * k, far, start + r, far),
        ("L", end - r, far), ("C", end - r * k, far, end, bend, end, rim), ("L", end, fold), ("L", span[1], fold),
    )  # fmt: skip


def _legend(job: Job, at: Lines) -> list[Item]:
    """What the lines mean, in the free corner above the sides: scissors along a cut, a bent sheet along a fold."""
    ink = job.faces.ink(ROLES["ink"])
    symbol = load_font(job.faces.book["symbol"].path)
    x, y = at.x2 + 4, 6.0
    bent: Outline = (("M", x, y + 10.5), ("L", x + 2.2, y + 7.5), ("L", x + 4.4, y + 10.5))
    return [
        Letters(x, y + 1.6, symbol.path, 12.0, ink, "\N{BLACK SCISSORS}"),
        Shape((("M", x + 6, y), ("L", x + 26, y)), None, ink, 0.35),
        Shape(bent, None, ink, 0.35),
        Shape((("M", x + 6, y + 9), ("L", x + 26, y + 9)), None, ink, 0.25, None, False, FOLD_DASH),
        *_glue_dots(job, at),
    ]


def _glue_dots(job: Job, at: Lines) -> Sequence[Item]:
    """Drops on the flap that is glued."""
    stone = job.faces.ink(ROLES["stone"])
    return [
        Shape(ellipse(at.x0 / 2, y, 1.0, 1.0), stone, None)
        for y in (at.y0 + (at.y1 - at.y0) * share for share in (0.2, 0.4, 0.6, 0.8))
    ]

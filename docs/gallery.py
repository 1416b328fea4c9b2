"""The pictures of the README, of print.md, puzzles.md and serve.md, drawn from the real faces: `make gallery`.

Same faces, same bytes, but for those of a page, which are as a browser shows it.

`table.jpg` and `sandokan.jpg` are sets on a table, seen from above: lists of pieces, in millimetres.
"""

from __future__ import annotations

import io
import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path

from page_gallery import page_pictures
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps
from print_gallery import print_pictures
from print_gallery import row as row_of

from santy_print.faces import Faces, Frame, Shape
from santy_print.output import write_atomic
from santy_print.pack import Pack, load_pack
from santy_print.parts import all_frames
from santy_print.puzzles import Wanted, puzzle_book
from santy_print.raster import MM_PER_INCH, frame_image, page_images

FOLDER = Path(__file__).parent / "gallery"
TABLE = (900.0, 600.0)
SCALE = 2.1  # pixels for a millimetre
WOOD = ((142, 96, 58), (176, 126, 80), (158, 110, 68), (132, 88, 52))
GROUND = "#b9b3a6"
GROUPS = {
    "cards": ("card-*", "back-*"),
    "ships": ("ship:*",),
    "tokens": ("pirate-*", "scuttle*", "coin*"),
}
COLUMNS = {"cards": 12, "ships": 4, "tokens": 9}


@dataclass(frozen=True, slots=True)
class Piece:
    """A face on the table: its middle in mm, its turn in degrees clockwise."""

    face: str
    x: float
    y: float
    turn: float = 0.0


def scene() -> Iterator[Piece]:
    """What lies on the table, from below to above."""
    yield Piece("pirate-frame:brain", 418, 508, -4)
    yield Piece("pirate-frame:gulliver", 486, 512, 5)
    ships = ("paradise", "royal", "sahara", "viper", "santy-anno", "revenge", "profundis", "vagabond")
    above = ((96, 148, -8), (326, 88, -2.5), (574, 87, 2), (804, 146, 7))
    below = ((806, 454, -6), (578, 512, -2), (322, 513, 3), (95, 452, 6))
    for ship, place in zip(ships, (*above, *below), strict=True):
        yield Piece(f"ship:{ship}", *place)
    yield Piece("harbour:*", 312, 300, -1.2)
    pirates = ("brain", "belgo", "beauty", "edward", "lee-shee", "bamba", "kalash", "gulliver")
    above = ((184, 176, 8), (240, 66, -5), (660, 68, 6), (716, 172, -7))
    below = ((718, 436, 8), (662, 532, -6), (238, 532, 5), (182, 428, -8))
    for pirate, place in zip(pirates, (*above, *below), strict=True):
        yield Piece(f"pirate-tile:{pirate}", *place)
    row = ("element", "number", "colour", "event", "helm", "name", "double")
    by_hand = ((2, -3), (-3, 2), (1, -1.5), (3, 3), (-2, -2.5), (2, 1), (-1, 4))
    for n, (kind, (dy, turn)) in enumerate(zip(row, by_hand, strict=True)):
        yield Piece(f"card-{kind}:*", 484 + n * 45, 262 + dy, turn)
    for n in range(4):
        yield Piece("back-boarding:*", 504 + n * 1.2, 376 - n * 1.2, -6 + n)
    yield Piece("back-event:*", 584, 374, 6)
    places = ((640, 352, 12), (682, 358, -20), (652, 394, 4), (726, 352, 33))
    for pirate, place in zip(pirates[:4], places, strict=True):
        yield Piece(f"scuttle:{pirate}", *place)
    coins = ((428, 122, 10), (456, 128, -25), (474, 104, 40), (440, 96, 75), (482, 146, -60), (450, 154, 15))
    for n, place in enumerate(coins):
        yield Piece(f"coin:*-{5 - n % 5}", *place)


def sea_scene() -> Iterator[Piece]:
    """Sandokan on the table: the board, a port's tile before each captain, hands, piles and treasures."""
    yield Piece("board:*", 450, 300, -0.8)
    tiles = (("tafia", 250, 92, -3), ("orient", 640, 90, 2), ("sun", 122, 290, -88), ("hope", 780, 306, 92))
    for port, *place in (*tiles, ("azure", 262, 512, 2), ("fire", 640, 512, -3)):
        yield Piece(f"port:{port}", *place)
    hands = ((430, 78, 184), (430, 528, -3))
    for x, y, turn in hands:
        for n, card in enumerate(("move-3", "move-1", "fight-2", "fight-3")):
            back = "sea-card-back" if y < 300 else "sea-card"
            yield Piece(f"{back}:{card}", x + (n - 1.5) * 34, y + abs(n - 1.5) * 5, turn + (n - 1.5) * 9)
    for n in range(4):
        yield Piece("event-back:*", 206 + n * 0.9, 240 - n * 0.9, 4 + n)
        yield Piece("sea-card-back:move-2", 204 + n * 0.9, 352 - n * 0.9, -5 + n)
    for island, *place in (("storm", 694, 240, -4), ("treasure", 696, 352, 3)):
        yield Piece(f"island:{island}", *place)
    for event, *place in (("temple-door", 800, 108, 8), ("great-wave", 104, 494, -7)):
        yield Piece(f"event-card:{event}", *place)
    heaps = ((222, 104), (612, 102), (236, 524), (668, 524))
    for (x, y), kinds in zip(heaps, ("rum", "pearl", "diamond", "ruby"), strict=True):
        yield Piece(f"treasure:{kinds}", x - 9, y, 12)
    spilt = (("gold", 118, 108, 10), ("emerald", 146, 96, -20), ("ruby", 128, 132, 40), ("pearl", 158, 124, 75))
    for kind, *place in (*spilt, ("diamond", 784, 500, -60), ("gold", 812, 512, 15), ("rum", 796, 476, 30)):
        yield Piece(f"treasure:{kind}", *place)


def wood(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    """Planks along the table: streaks of noise drawn long, a dark joint between neighbours."""
    width, height = size
    table = Image.new("RGB", size)
    top = 0
    while top < height:
        deep = rng.randint(height // 7, height // 5)
        base = Image.new("RGB", (width, deep), rng.choice(WOOD))
        for columns, rows, strength in ((5, deep, 34), (24, deep, 20), (7, max(2, deep // 9), 38)):
            noise = Image.frombytes("L", (columns, rows), rng.randbytes(columns * rows))
            grain = noise.resize((width, deep), Image.Resampling.BICUBIC)
            dark = ImageChops.multiply(base, Image.new("RGB", base.size, (138, 122, 108)))
            base = Image.composite(dark, base, grain.point([v * strength * 2 // 255 for v in range(256)]))
        joint = ImageDraw.Draw(base)
        joint.line((0, 0, width, 0), fill=(66, 42, 26), width=2)
        joint.line((0, 2, width, 2), fill=(190, 142, 96), width=1)
        table.paste(base, (0, top))
        top += deep
    return table


def light(size: tuple[int, int]) -> Image.Image:
    """A lamp over the table, up and to the left: bright there, dim in the corners."""
    small = Image.new("L", (110, 70))
    small.putdata(
        [
            max(0, round(255 - 84 * min(1.4, math.hypot((x - 48) / 62, (y - 30) / 44)) ** 2))
            for y in range(small.height)
            for x in range(small.width)
        ]
    )
    return small.resize(size, Image.Resampling.BICUBIC)


def cut_out(frame: Frame) -> Image.Image:
    """A face as cardboard: cut to its outline, with a thin dark edge; at twice the scene's scale."""

    def drawn(*items: Shape) -> Image.Image:
        return frame_image(replace(frame, items=items or frame.items), SCALE * 2 * MM_PER_INCH)

    inside = ImageOps.invert(drawn(Shape(frame.outline, "#000000")).convert("L"))
    edge = ImageOps.invert(drawn(Shape(frame.outline, None, "#888888", 0.9)).convert("L"))
    image = drawn()
    image.paste((60, 44, 28), (0, 0), edge)
    image.putalpha(inside)
    return image


def lay(table: Image.Image, piece: Piece, face: Image.Image) -> None:
    """Put a piece on the table, with its shadow away from the lamp."""
    pad = 24
    padded = Image.new("RGBA", (face.width + 2 * pad, face.height + 2 * pad))
    padded.paste(face, (pad, pad))
    turned = padded.rotate(-piece.turn, Image.Resampling.BICUBIC, expand=True)
    turned = turned.resize((turned.width // 2, turned.height // 2), Image.Resampling.LANCZOS)
    x, y = round(piece.x * SCALE - turned.width / 2), round(piece.y * SCALE - turned.height / 2)
    for blur, shift, strength in ((7, (5, 7), 0.5), (2, (1, 2), 0.45)):
        alpha = Image.new("L", (turned.width + 60, turned.height + 60))
        alpha.paste(turned.getchannel("A"), (30, 30))
        alpha = alpha.filter(ImageFilter.GaussianBlur(blur)).point([round(v * strength) for v in range(256)])
        table.paste((34, 20, 10), (x - 30 + shift[0], y - 30 + shift[1]), alpha)
    table.paste(turned, (x, y), turned.getchannel("A"))


def table_picture(frames: list[Frame], pieces: Iterator[Piece]) -> Image.Image:
    """A whole scene; pieces whose face is not there are left out."""
    size = (round(TABLE[0] * SCALE), round(TABLE[1] * SCALE))
    table = wood(random.Random(8), size)
    used: set[str] = set()
    cut: dict[str, Image.Image] = {}
    for piece in pieces:
        found = [frame for frame in frames if fnmatch(frame.key, piece.face)]
        if not found:
            continue
        frame = next((f for f in found if f.key not in used), found[0])
        used.add(frame.key)
        if frame.key not in cut:
            cut[frame.key] = cut_out(frame)
        lay(table, piece, cut[frame.key])
    bright = light(size)
    return ImageChops.multiply(table, Image.merge("RGB", (bright, bright, bright)))


def spread(frames: list[Frame], columns: int) -> Image.Image:
    """Faces cut out and laid in rows, each size in rows of its own."""
    rows: list[list[Image.Image]] = []
    for _, same in groupby(frames, key=lambda frame: frame.size):
        cut = [cut_out(frame) for frame in same]
        small = [i.resize((i.width // 2, i.height // 2), Image.Resampling.LANCZOS) for i in cut]
        rows += [small[n : n + columns] for n in range(0, len(small), columns)]
    gap = 10
    width = max(sum(image.width + gap for image in row) for row in rows) + gap
    sheet = Image.new("RGB", (width, sum(row[0].height + gap for row in rows) + gap), GROUND)
    y = gap
    for row in rows:
        x = (width - sum(image.width + gap for image in row) + gap) // 2
        for image in row:
            sheet.paste(image, (x, y), image.getchannel("A"))
            x += image.width + gap
        y += row[0].height + gap
    return sheet


def jpeg(image: Image.Image) -> bytes:
    """A picture as JPEG bytes."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=84, optimize=True, progressive=True)
    return out.getvalue()


def small_png(image: Image.Image) -> bytes:
    """A picture of flat colours as PNG bytes with a palette."""
    out = io.BytesIO()
    image.quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def puzzle_pages(pack: Pack) -> Image.Image:
    """Four pages of a book of puzzles, side by side on the table."""
    pages = [*page_images(puzzle_book(pack, "en", Wanted(seed=3)), 60)]
    return row_of([pages[n] for n in (0, 5, 6, 20)])


def main() -> int:
    """Write every picture; 1 where a face has faults."""
    pack = load_pack("santy_anno").checked()
    faces = Faces(pack, pack.locales["en"], "full")
    frames = [frame for frame in all_frames(faces) if frame.items]
    backs: set[str] = set()

    def again(frame: Frame) -> bool:
        layout = frame.key.partition(":")[0]
        seen = layout in backs
        if "back" in layout:
            backs.add(layout)
        return seen

    for fault in faces.report.sorted():
        print(fault.message, file=sys.stderr)
    pictures = {"table.jpg": jpeg(table_picture(frames, scene()))}
    sea = load_pack("sandokan").checked()
    drawn = list(all_frames(Faces(sea, sea.locales["en"], "full")))
    pictures["sandokan.jpg"] = jpeg(table_picture([frame for frame in drawn if frame.items], sea_scene()))
    for name, patterns in GROUPS.items():
        chosen = [f for f in frames if any(fnmatch(f.key, p) for p in patterns) and not again(f)]
        if chosen:
            chosen.sort(key=lambda f: f.key.startswith("back-"))
            pictures[f"{name}.png"] = small_png(spread(chosen, COLUMNS[name]))
    low = Faces(pack, pack.locales["en"], "low")
    pictures |= {f"print-{name}.png": small_png(image) for name, image in print_pictures(low)}
    pictures["puzzles.png"] = small_png(puzzle_pages(pack))
    pictures |= {name: jpeg(image) for name, image in page_pictures()}
    for name, data in pictures.items():
        write_atomic(FOLDER / name, data)
        print(f"docs/gallery/{name}  {len(data) // 1024} kB")
    return 0 if faces.report.ok else 1


if __name__ == "__main__":
    sys.exit(main())

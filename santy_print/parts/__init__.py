"""Parts: what a pack's files of sheets are made of: which there are, their pieces and how many, whether they can be.

Who builds them, checks them, prints some of them again or exports them asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from santy_print.choices import INK, JOBS, check, check_names
from santy_print.diag import PackError, Report, did_you_mean, register, take
from santy_print.faces import Faces, Frame
from santy_print.output import is_device
from santy_print.pack import Pack, Pile
from santy_print.printer import Printer
from santy_print.schema import MAX_COPIES
from santy_print.sheets import Copy, Setup, fits, too_small

register("build-part", "a part that the pack does not have was asked for")
register("build-item", "a pile in components.yaml asks for items the game does not have")
register("build-name", "a part in components.yaml has a name whose files a build gives to something else")
register("build-empty", "a part in components.yaml has no pieces")
register("face-back", "a back has another size than the face before it, with which it is cut")

ALIKE = 0.05
"""So many mm the sizes of two sides may differ."""
OF_A_PART = ("proof", "reprint")
"""What a build adds to the name of a part for files of its own."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How files are made; nothing of it changes a byte of them.

    `progress` hears each file's name before it is made, `report` takes what is warned of. What was made before from
    the same is taken from the folder `cache`; up to `jobs` processes work.
    """

    progress: Callable[[str], None] = lambda name: None
    report: Report = field(default_factory=Report)
    cache: Path | None = None
    jobs: int = 1

    def __post_init__(self) -> None:
        check("jobs", self.jobs, JOBS)


@dataclass(frozen=True, slots=True)
class Options:
    """What to build and how: languages and parts (all where empty), paper and backs, ink, for which printer.

    `stamp` puts the pack's id and version on fronts; `zones` draws the cut and the safe zone over each face, into files
    of their own (`<part>-proof.pdf`), which no manifest tells of: they are to be looked at. WrongValue, or PackError of
    a printer, where something else is asked for than there is.
    """

    languages: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    setup: Setup = field(default_factory=Setup)
    ink: str = "low"
    printer: Printer | None = None
    stamp: bool = False
    zones: bool = False

    def __post_init__(self) -> None:
        check_names("languages", self.languages)
        check_names("parts", self.parts)
        check("ink", self.ink, INK)
        if self.printer is not None:
            self.printer.check()


def choose(
    pack: Pack,
    options: Options,
    documents: Mapping[str, Sequence[str]],
    warned: Report | None = None,
    on_request: Collection[str] = (),
) -> tuple[list[str], list[str]]:
    """The languages and parts asked for, or all; PackError where one is not the pack's, or can never be built.

    `documents` are further parts, each with the names of its files, of which those `on_request` are none of `all`;
    `warned` takes what is left out.
    """
    languages, chosen = named(pack, options, documents, on_request)
    report = check_parts(pack, documents, languages, chosen)
    if not report.ok:
        raise PackError(report)
    if warned is not None:
        take(warned, report)
    return languages, chosen


def named(
    pack: Pack, options: Options, documents: Iterable[str], on_request: Collection[str] = ()
) -> tuple[list[str], list[str]]:
    """The languages and parts asked for, or all.

    PackError with the known ones where one is not the pack's.
    """
    report = pack.lacking(options.languages)
    parts = [*pack.parts, *documents]
    for part in options.parts:
        if part not in parts:
            report.error(
                "build-part",
                f"the pack has no part `{part}`",
                pack.where("components", "parts"),
                did_you_mean(part, parts),
            )
    if not report.ok:
        raise PackError(report)
    languages = [code for code in pack.head.languages if not options.languages or code in options.languages]
    usual = options.parts or [part for part in parts if part not in on_request]
    chosen = [part for part in dict.fromkeys(parts) if part in usual]
    return languages, chosen


def check_parts(
    pack: Pack, documents: Mapping[str, Sequence[str]], languages: Sequence[str], parts: Sequence[str]
) -> Report:
    """Whether parts can be built at all: their names, their words, the items they ask for, how they are written."""
    report = Report()
    if is_device(pack.id):
        message = f"no pack can be called `{pack.id}`, as a folder of its files is: Windows keeps the name for a device"
        report.error("build-name", message, pack.where("pack", "id"), f"how about `{pack.id}-pack`?")
    taken = {name: kind for kind, files in documents.items() for name in (kind, *files)}
    taken |= {f"{part}-{end}": part for part in pack.parts for end in OF_A_PART}
    for name in (part for part in parts if part in pack.parts):
        where = pack.where("components", "parts", name, key=True)
        if name in taken:
            message = f"no part can be called `{name}`: files of that name are made of `{taken[name]}`"
            report.error("build-name", message, where, "give the part another name")
        if documents and is_device(name):  # an export has other names for it
            message = f"no part can be called `{name}`: Windows keeps the name for a device"
            report.error("build-name", message, where, "give the part another name")
        lacking = [code for code in languages if code in pack.locales and not pack.locales[code].has(f"part.{name}")]
        if lacking:
            codes = ", ".join(f"`{code}`" for code in lacking)
            message = f"the part `{name}` has no name in {codes}: there is no text `part.{name}`"
            hint = f"write `part.{name}: ...` under `texts:` in locale/{lacking[0]}.yaml"
            report.error("text-missing", message, where, f"{hint}, and so on" if len(lacking) > 1 else hint)
        for number, pile in enumerate(pack.parts[name].piles):
            if pile.each not in pack.collections:
                message = f"the game has no items called `{pile.each}`"
                span = pack.where("components", "parts", name, "piles", number, "each")
                report.error("build-item", message, span, did_you_mean(pile.each, pack.collections))
    return report


def copies_of(faces: Faces, part: str) -> Iterator[Copy]:
    """The pieces of a part in order: for each pile each item, as often as its copies say."""
    for name, back, item, count in asked(faces, part):
        copy = Copy(faces.frame(name, item), faces.frame(back, item) if back else None)
        yield from [copy] * count


def asked(faces: Faces, part: str) -> Iterator[tuple[str, str, Any, int]]:
    """What a part asks for, in order: the layouts of a front and of its back (empty where it has none), the item, and
    how many copies."""
    left = MAX_COPIES
    for pile in faces.pack.parts[part].piles:
        items = faces.pack.collections.get(pile.each)
        if items is None:
            hint = did_you_mean(pile.each, faces.pack.collections)
            message = f"the game has no items called `{pile.each}`"
            faces.report.error("build-item", message, faces.pile_place(pile, "each"), hint)
            continue
        for item in items:
            name, back = faces.evaluate(pile, "layout", item), faces.evaluate(pile, "back", item)
            count = _count(faces, pile, item)
            left -= count
            if left < 0:
                report = Report()
                report.extend(faces.report)
                message = f"the pieces of this part are more than {MAX_COPIES:,} with `{item['id']}`"
                report.error("build-item", message, faces.pile_place(pile, "copies"), "print it several times")
                raise PackError(report)
            if count and name is not None and back is not None:
                yield name, back, item, count


def _count(faces: Faces, pile: Pile, item: Any) -> int:
    value = faces.evaluate(pile, "copies", item)
    try:
        count = int(value) if value is not None else 0
    except ValueError:
        count = -1
    if not 0 <= count <= MAX_COPIES:
        span = faces.pile_place(pile, "copies")
        if not any(fault.code == "build-item" and fault.span == span for fault in faces.report):
            made = f": for `{item['id']}` it says `{str(value)[:60]}`" if value != pile.copies else ""
            message = f"`{pile.copies}` is no number of copies{made}"
            faces.report.error("build-item", message, span, f"a whole number from 0 to {MAX_COPIES:,} is wanted")
        return 0
    return count


def all_frames(faces: Faces, patterns: Sequence[str] = ()) -> list[Frame]:
    """Every distinct face of a pack, fronts and backs, in the order of its parts; PackError where it has none to tell.

    `patterns` choose by `layout:item`; no others are laid out, so what is wrong with those stands in nobody's way.
    """
    frames: dict[str, Frame] = {}
    if faces.pack.files.get("components") is None:
        raise PackError(faces.pack.report)
    for part in faces.pack.parts:
        for front, back, item, _ in asked(faces, part):
            for layout in filter(None, (front, back)):
                key = f"{layout}:{item['id']}"
                if not patterns or any(fnmatch(key, p) for p in patterns):
                    frames.setdefault(key, faces.frame(layout, item))
    return list(frames.values())


def say_empty(pack: Pack, part: str, report: Report) -> None:
    """Tell that nothing of a part will be printed."""
    message = f"the part `{part}` has no pieces: nothing is made of it"
    hint = "take the part out, or give the game what it is to be made of"
    report.warning("build-empty", message, pack.where("components", "parts", part, key=True), hint)


def check_sizes(copies: Iterable[Copy], faces: Faces, setup: Setup) -> None:
    """Whether each piece fits on the paper; one that has no back may be larger, and is tiled. A back is as large."""
    refused: set[tuple[float, float]] = set()
    unlike: set[tuple[str, str]] = set()
    for copy in copies:
        size = copy.front.size
        if copy.back is not None and max(abs(a - b) for a, b in zip(size, copy.back.size, strict=True)) > ALIKE:
            front, back = (frame.key.partition(":")[0] for frame in (copy.front, copy.back))
            places = [place for frame in (copy.back, copy.front) if (place := faces.place(frame))]
            if len(places) == 2 and (front, back) not in unlike:  # one that is not there is told as such
                unlike.add((front, back))
                where = min(places, key=lambda place: place.file.depth)
                one, other = (f"{wide:g} x {high:g} mm" for wide, high in (size, copy.back.size))
                message = f"the back `{back}` is {other} large, and `{front}` before it {one}: they are cut together"
                hint = f"give both the same `size`, or `width` and `height`; or the pile of `{front}` a back of its own"
                faces.report.error("face-back", message, where, hint)
        if copy.back is not None and size not in refused and not fits(size, setup):
            refused.add(size)  # a board has no back: tiles of two sides cannot be glued together
            message, hint = too_small(size, setup)
            faces.report.error("paper-too-small", message, faces.place(copy.front), hint)

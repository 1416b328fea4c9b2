"""Vouch: a pack in, all that a build of it asks for out, piece by piece and word by word, with every fault on the way.

Here is the one list: `build` makes what stands on it, `check` asks for the same and draws no file, `preview` shows it.
So what `check` finds no error in can be built. A fault is told once for its place, not once for each item and language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import partial
from typing import Any

from santy_print import __version__, answers
from santy_print.cache import Cache, Made
from santy_print.diag import PackError, Report, did_you_mean, register, take
from santy_print.documents import Document, rulebook
from santy_print.faces import Faces, Frame
from santy_print.faces.blame import check_said
from santy_print.faces.covered import any_over_a_text
from santy_print.faces.measure import LOST, judge, read
from santy_print.faces.seen import Seen
from santy_print.pack import Pack, Part, Pile
from santy_print.sheets import Copy, Setup, fits, too_small
from santy_print.text import parse_markup

register("text-direction", "cards and tiles are asked for in a language written from right to left")
register("build-item", "a pile in components.yaml asks for items the game does not have")
register("build-name", "a part in components.yaml has a name whose files a build gives to something else")
register("build-empty", "a part in components.yaml has no pieces")

MAX_COPIES = 10_000
"""So many pieces a part has at most, all its piles together."""
OF_A_PART = ("proof", "reprint")
"""What a build adds to the name of a part for files of its own."""


def documents(pack: Pack) -> dict[str, Document]:
    """All documents that a build makes of a pack, by name, besides its parts."""
    return {**rulebook.documents(pack), **answers.documents(pack)}


# --- parts --------------------------------------------------------------------------------------------------------


def check_parts(pack: Pack, known: Mapping[str, Document], languages: Sequence[str], parts: Sequence[str]) -> Report:
    """Whether parts can be built at all: their names, their words, the items they ask for, how they are written."""
    report = Report()
    all_parts: Mapping[str, Part] = pack.files["components"].parts
    taken = {name: kind for kind, document in known.items() for name in (kind, *document.files)}
    taken |= {f"{part}-{end}": part for part in all_parts for end in OF_A_PART}
    for name in (part for part in parts if part in all_parts):
        where = pack.where("components", "parts", name, key=True)
        if name in taken:
            message = f"no part can be called `{name}`: files of that name are made of `{taken[name]}`"
            report.error("build-name", message, where, "give the part another name")
        lacking = [code for code in languages if code in pack.locales and not pack.locales[code].has(f"part.{name}")]
        if lacking:
            said = ", ".join(f"`{code}`" for code in lacking)
            message = f"the part `{name}` has no name in {said}: there is no text `part.{name}`"
            hint = f"write `part.{name}: ...` under `texts:` in locale/{lacking[0]}.yaml"
            report.error("text-missing", message, where, f"{hint}, and so on" if len(lacking) > 1 else hint)
        for number, pile in enumerate(all_parts[name].piles):
            if pile.each not in pack.collections:
                message = f"the game has no items called `{pile.each}`"
                span = pack.where("components", "parts", name, "piles", number, "each")
                report.error("build-item", message, span, did_you_mean(pile.each, pack.collections))
    if any(part in all_parts for part in parts):
        refuse_from_right(pack, languages, report)
    return report


def refuse_from_right(pack: Pack, languages: Sequence[str], report: Report) -> None:
    """Faces place letters one by one from left to right, which a script that runs the other way does not allow."""
    for code in languages:
        locale = pack.locales.get(code)
        if locale is not None and locale.grammar.from_right:
            message = f"`{code}` is written from right to left: cards and tiles cannot be set in it"
            hint = f"its rulebook can be: `santy rulebook --lang {code}`; build the others with --lang"
            report.error("text-direction", message, pack.where("pack", "languages"), hint)


def copies_of(faces: Faces, part: Part) -> Iterator[Copy]:
    """The pieces of a part in order: for each pile each item, as often as its copies say."""
    left = MAX_COPIES
    for pile in part.piles:
        items = faces.pack.collections.get(pile.each)
        if items is None:
            hint = did_you_mean(pile.each, faces.pack.collections)
            message = f"the game has no items called `{pile.each}`"
            faces.report.error("build-item", message, faces.pile_place(pile, "each"), hint)
            continue
        for item in items:
            name, back = faces.said(pile, "layout", item), faces.said(pile, "back", item)
            count = _count(faces, pile, item)
            left -= count
            if left < 0:
                report = Report()
                report.extend(faces.report)
                message = f"the pieces of this part are more than {MAX_COPIES:,} with `{item['id']}`"
                report.error("build-item", message, faces.pile_place(pile, "copies"), "print it several times")
                raise PackError(report)
            if count and name is not None and back is not None:
                copy = Copy(faces.frame(name, item), faces.frame(back, item) if back else None)
                yield from [copy] * count


def _count(faces: Faces, pile: Pile, item: Any) -> int:
    said = faces.said(pile, "copies", item)
    try:
        count = int(said) if said is not None else 0
    except ValueError:
        count = -1
    if not 0 <= count <= MAX_COPIES:
        span = faces.pile_place(pile, "copies")
        if not any(fault.code == "build-item" and fault.span == span for fault in faces.report):
            made = f": for `{item['id']}` it says `{str(said)[:60]}`" if said != pile.copies else ""
            message = f"`{pile.copies}` is no number of copies{made}"
            faces.report.error("build-item", message, span, f"a whole number from 0 to {MAX_COPIES:,} is wanted")
        return 0
    return count


def all_frames(faces: Faces, patterns: Sequence[str] = ()) -> list[Frame]:
    """Every distinct face of a pack, fronts and backs, in the order of its parts; PackError where it has none to tell.

    `patterns` choose by `layout:item`.
    """
    frames: dict[str, Frame] = {}
    components = faces.pack.files.get("components")
    if components is None:
        raise PackError(faces.pack.report)
    for part in components.parts.values():
        for copy in copies_of(faces, part):
            for frame in (copy.front, copy.back):
                if frame is not None and (not patterns or any(fnmatch(frame.key, p) for p in patterns)):
                    frames.setdefault(frame.key, frame)
    return list(frames.values())


def say_empty(pack: Pack, part: str, report: Report) -> None:
    """Tell that nothing of a part will be printed."""
    message = f"the part `{part}` has no pieces: nothing is made of it"
    hint = "take the part out, or give the game what it is to be made of"
    report.warning("build-empty", message, pack.where("components", "parts", part, key=True), hint)


def check_sizes(copies: Iterable[Copy], faces: Faces, setup: Setup) -> None:
    """Whether each piece fits on the paper; one that has no back may be larger, and is tiled."""
    refused: set[tuple[float, float]] = set()
    for copy in copies:
        size = copy.front.size
        if copy.back is not None and size not in refused and not fits(size, setup):
            refused.add(size)  # a board has no back: tiles of two sides cannot be glued together
            message, hint = too_small(size, setup)
            faces.report.error("paper-too-small", message, faces.place(copy.front), hint)


# --- words --------------------------------------------------------------------------------------------------------


class Words:
    """What the sheets of a part say of themselves in one language; PackError where a text is missing or broken."""

    def __init__(self, faces: Faces, part: str) -> None:
        """Ask for all of them but the legend, which each page has its own of."""
        locale = faces.locale
        self._legend: Callable[..., str] = lambda **values: locale.markup("sheet.legend", **values)
        self.game, self.part = locale.plain("game.title"), locale.plain(f"part.{part}")
        self.credit = locale.plain("game.credits", **faces.pack.head.credits.model_dump())
        self.sides = {side: locale.plain(f"sheet.{side}") for side in ("front", "back")}
        self.ruler = locale.markup("sheet.ruler")

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.game} · {self.part}"

    def legend(self, title: str, number: int, of: int, version: str) -> str:
        """The line on a sheet."""
        return self._legend(title=title, i=number, n=of, version=version)


def check_words(faces: Faces, part: str) -> None:
    """Whether the sheets of a part can say what they say of themselves; PackError where a text is missing or broken."""
    words = Words(faces, part)
    said = [words.game, words.part, *words.sides.values(), words.ruler, words.legend("", 1, 1, __version__)]
    check_said(["".join(run.text for run in parse_markup(text)) for text in said], faces)


# --- the whole ----------------------------------------------------------------------------------------------------


def vouch(pack: Pack, cache: Cache) -> Report:
    """All errors for which a build of the whole pack, in all its languages, would be refused; and what it warns of.

    No file is made: faces are laid out, documents composed, every text is said. The cache knows languages and faces
    that were without fault before.
    """
    report, known = Report(), documents(pack)
    take(report, check_parts(pack, known, list(pack.locales), list(pack.files["components"].parts)))
    seen = Seen()
    for code in pack.locales:
        found = Report()
        cache.made(code, ("vouch",), partial(_vouch_in, code, pack, cache, known, (seen, found)), _is_empty)
        take(report, found)
    return report


def _is_empty(made: Made) -> bool:
    return not made.items


def _vouch_in(
    code: str, pack: Pack, cache: Cache, known: Mapping[str, Document], so_far: tuple[Seen, Report]
) -> Made | None:
    """The same in one language; None where there is anything to tell."""
    seen, report = so_far
    try:
        faces = Faces(pack, pack.locales[code], lend=cache.lend)
    except PackError as fault:
        take(report, fault.report)
        return None
    faces.seen, faces.look = seen, partial(_refuse_covered, faces)
    for part in pack.files["components"].parts:
        _trying(faces.report, _ask_part, faces, part)
    for document in known.values():
        _trying(faces.report, document.ask, pack, code, faces)
    take(report, faces.report)
    return None if len(report) else Made(())


def _refuse_covered(faces: Faces, frame: Frame) -> None:
    """Tell what a build refuses of how a face reads; what it warns of is told where it is built, and by `--strict`."""

    def tell(code: str, *said: Any) -> None:
        if code in LOST:
            faces.report.error(code, *said)

    if any_over_a_text(frame):
        judge([read(frame, faces.book, faces.ink.mode)], faces.locale.code, tell)


def _ask_part(faces: Faces, part: str) -> None:
    known = len(faces.report), faces.repeats
    copies = list(copies_of(faces, faces.pack.files["components"].parts[part]))
    check_sizes(copies, faces, Setup())
    if not copies:
        if known == (len(faces.report), faces.repeats):  # else it may have pieces, once they can be told
            say_empty(faces.pack, part, faces.report)
    elif faces.locale.has(f"part.{part}"):
        _trying(faces.report, check_words, faces, part)


def _trying(report: Report, work: Callable[..., Any], *given: Any) -> None:
    try:
        work(*given)
    except PackError as fault:
        take(report, fault.report)

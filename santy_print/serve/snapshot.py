"""Snapshot: all that a page shows of a pack at one time, as plain frozen values, and the difference of two as changes.

Whoever shows a pack holds the snapshot that it has shown last and is sent the difference to the newest, however many
there were between: nothing queues up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any, Literal

Phase = Literal["reading", "drawing", "checking", "done"]
"""What is being done with what was saved last: read, drawn, held against everything that a build asks for; nothing."""
Side = Literal["front", "back"]
State = Literal["", "old", "faulty"]
ALL = "*"
Change = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Face:
    """A face as it was drawn: lengths in mm; `drawing` is the hash of its picture, by which that is fetched;
    `outline` (the cut) and `safe` (the zone for words) are data of paths.

    `texts` are the keys it was made with, `boxed` those that stand in its boxes, `colours` those of the palette. `fill`
    is how full its fullest box is at the smallest size of its style (1.0: to the brim), `fullest` the key of the text
    there. Of its texts some may be `missing` in the language, or `stale`. `state` is `old` where a fault keeps it from
    being drawn anew, and `faulty` where it never was drawn without one.
    """

    id: str
    language: str
    key: str
    part: str
    kind: str
    item: str
    side: Side
    other: str
    copies: int
    width: float
    height: float
    bleed: float
    outline: str
    safe: str
    drawing: str
    alt: str
    words: str
    texts: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    fill: float = 0.0
    fullest: str = ""
    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    state: State = ""
    boxed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault as it is shown: its place in words, the line with a mark below it, the way out, where an editor opens."""

    severity: str
    code: str
    message: str
    place: str = ""
    excerpt: str = ""
    mark: str = ""
    hints: tuple[str, ...] = ()
    link: str = ""
    more: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """Something that can be chosen, and what people call it: a language, a part, a colour (with its value).

    `names` are pairs of a language and what it is called there, of those languages that call it otherwise.
    """

    id: str
    name: str
    value: str = ""
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours of the palette and how far apart an eye sees them; `judged` is `error`, `warning`, `accepted`, or
    nothing where it is far enough.
    """

    one: str
    other: str
    difference: float
    judged: str = ""


@dataclass(frozen=True, slots=True)
class Eye:
    """A kind of eye: what it makes of linear red, green and blue (a matrix, by rows), the pair it tells apart worst,
    and all pairs that are too near for it. Of a palette of one colour there is no pair.
    """

    id: str
    light: tuple[float, ...]
    enough: float
    nearest: tuple[Pair, ...] = ()
    short: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """What a pack says of itself; empty as long as it could not be read.

    `play` tells whether it can be played in a browser, `analyses` what its game explains of it, `rulebook` whether it
    has one.
    """

    pack: str = ""
    title: str = ""
    version: str = ""
    source: str = ""
    languages: tuple[Named, ...] = ()
    parts: tuple[Named, ...] = ()
    colours: tuple[Named, ...] = ()
    play: bool = False
    analyses: tuple[Named, ...] = ()
    eyes: tuple[Eye, ...] = ()
    rulebook: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is shown. `old` are the languages of which no face can be drawn anew, for faults in their files.

    `faults` are those found at once, as the pack was read and drawn; `checked` those that the whole check found, which
    holds for what was saved last only where the phase is `done`. `edition` is another after each save. `drawn` are the
    languages whose faces all stand as they should.
    """

    number: int = 0
    edition: int = 0
    head: Head = Head()
    faces: Mapping[str, Face] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    checked: tuple[Fault, ...] = ()
    phase: Phase = "reading"
    drawn: tuple[str, ...] = ()

    @property
    def all_faults(self) -> tuple[Fault, ...]:
        """The faults in the order in which they are told: causes first, each once."""
        return tuple(dict.fromkeys((*self.faults, *self.checked)))

    @property
    def verdict(self) -> str:
        """`well` where the whole check of what was saved last found no error or warning, `faulty` where it did."""
        if any(fault.severity != "notice" for fault in self.all_faults):
            return "faulty"
        return "well" if self.phase == "done" else "unknown"


# What happens to a snapshot


@dataclass(frozen=True, slots=True)
class Read:
    """The pack was read; without a head where there is none to speak of. Of `old` languages nothing is drawn."""

    head: Head | None
    old: tuple[str, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Faces were drawn, with the pictures that are new: SVG, packed by gzip, by their hashes."""

    faces: tuple[Face, ...]
    pictures: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Finished:
    """All faces of the wanted languages stand as they should: their ids in order, and the faults met on the way.

    Of `kept` languages (`*`: of all) no face could be drawn: what is shown of them stays.
    """

    order: tuple[str, ...]
    kept: tuple[str, ...]
    faults: tuple[Fault, ...]
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The whole check is over."""

    faults: tuple[Fault, ...]


Update = Read | Drawn | Finished | Checked


def updated(before: Snapshot, update: Update) -> Snapshot:
    """The snapshot after something happened."""
    after = replace(before, number=before.number + 1)
    if isinstance(update, Read):
        drawable = update.head is not None and len(update.old) < len(update.head.languages)
        old = tuple(sorted({face.language for face in before.faces.values()})) if update.head is None else update.old
        phase: Phase = "drawing" if drawable else "checking"
        head = update.head or before.head
        if not head.parts and head.pack == before.head.pack:  # what names them has a fault
            head = replace(head, parts=before.head.parts)
        return replace(after, head=head, old=old, faults=update.faults, phase=phase)
    if isinstance(update, Drawn):
        return replace(after, faces={**before.faces, **{face.id: face for face in update.faces}})
    if isinstance(update, Finished):
        kept = {id: before.faces[id] for id in update.order if id in before.faces}
        kept |= {id: face for id, face in before.faces.items() if {face.language, ALL} & {*update.kept}}
        now: Phase = "done" if before.phase == "done" else "checking"  # only other faces were asked for
        return replace(after, faces=kept, order=tuple(kept), faults=update.faults, phase=now, drawn=update.languages)
    return replace(after, checked=update.faults, phase="done")


def reading(before: Snapshot) -> Snapshot:
    """The snapshot as soon as something was saved."""
    return replace(before, number=before.number + 1, edition=before.edition + 1, phase="reading")


def pictures_of(snapshot: Snapshot) -> set[str]:
    """The hashes of all pictures that a snapshot shows."""
    return {face.drawing for face in snapshot.faces.values()}


def plain(value: Any) -> Any:
    """A value of one of these classes as plain data."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if not is_dataclass(value):
        return value
    return {name: plain(getattr(value, name)) for name in value.__slots__}  # type: ignore[union-attr]


def difference(before: Snapshot, after: Snapshot) -> list[Change]:
    """What changes on a page that shows one snapshot and is to show another, as plain data."""
    changes: list[Change] = []
    if before.head != after.head:
        changes.append({"kind": "head", **plain(after.head)})
    fresh = [face for id, face in after.faces.items() if before.faces.get(id) is not face]
    changed = [plain(face) for face in fresh if before.faces.get(face.id) != face]
    gone = [id for id in before.faces if id not in after.faces]
    if changed or gone or before.order != after.order:
        order = list(after.order) if before.order != after.order else None
        changes.append({"kind": "faces", "changed": changed, "gone": gone, "order": order})
    if before.old != after.old:
        changes.append({"kind": "old", "languages": list(after.old)})
    first = not before.number
    if first or _state(before) != _state(after):
        faults = plain(after.all_faults) if first or before.all_faults != after.all_faults else None
        state = {"phase": after.phase, "verdict": after.verdict, "edition": after.edition, "drawn": list(after.drawn)}
        changes.append({"kind": "state", **state, "faults": faults})
    return changes


def _state(snapshot: Snapshot) -> tuple[object, ...]:
    return snapshot.all_faults, snapshot.phase, snapshot.verdict, snapshot.edition, snapshot.drawn

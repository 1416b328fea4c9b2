"""Gallery: a pack in, its faces out as pictures; of what was drawn before, only what changed since is drawn anew.

Of each face is kept what it was made of: its item and the texts and data it read (as the cache of a build keeps it),
and beyond that the pictures, layouts and colours it looked up by their names. So a changed drawing or colour costs the
faces that show it and no others.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from santy_print.cache import DATA, Listener, Memo, digest, file_hash, read_of
from santy_print.diag import PackError, Report, take
from santy_print.faces import Faces, Frame, Purpose, Tight, words
from santy_print.faces.frames import Group
from santy_print.i18n.catalogue import read_seen
from santy_print.pack import Pack
from santy_print.parts import asked
from santy_print.serve.pictures import drawn
from santy_print.serve.snapshot import Face, Side, State
from santy_print.sheets.zones import safe_zone
from santy_print.svg import path_data
from santy_print.text import Locale

NEWEST = 16
"""So many coloured drawings are held besides those that faces show: one may be asked for next."""
YOUNG = 3.0
"""Seconds: a file that was changed so recently may change again within the same tick of its clock, so it is read."""
INK = "low"
"""Faces are shown as they are printed where nothing else is said."""
PAUSE = 50
"""After so many faces that are as they were somebody may leave off."""
PACKED = 3
"""How hard pictures are pressed: they are made and read on one machine."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What pages show: faces of these languages, and of them first those that are on a screen, by their ids."""

    languages: tuple[str, ...] = ()
    visible: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A face that a part asks for: which it is, and where it belongs."""

    layout: str
    item: Mapping[str, Any]
    part: str
    other: str
    side: Side
    copies: int

    @property
    def key(self) -> str:
        """How the face is called in any language."""
        return f"{self.layout}:{self.item['id']}"


@dataclass(slots=True)
class _Kept:
    """A face without fault, what it is made of by hashes, and how it is shown."""

    frame: Frame
    facts: Mapping[str, str]
    shown: Face | None = None


@dataclass(slots=True)
class Gallery:
    """Faces as they were drawn last, by language and by what identifies them."""

    _kept: dict[str, dict[str, _Kept]] = field(default_factory=dict)
    _drawings: dict[str, Any] = field(default_factory=dict)
    _room: int = 2 * NEWEST
    """When there are more drawings than that, those that no face shows are forgotten."""
    _last: dict[str, Face] = field(default_factory=dict)
    """The faces as they are shown, by their ids."""
    _looks: _Looks | None = None
    report: Report = field(default_factory=Report)
    order: tuple[str, ...] = ()

    def draw(
        self, pack: Pack, wanted: Wanted, visible_only: bool = False
    ) -> Iterator[tuple[Face, bytes | None] | None]:
        """The faces of the wanted languages, those that are visible first; each with its picture where that is new.

        Faces that are as they were shown last are left out; None stands where those that are visible end, and in the
        place of some that are left out: a place to leave off. Whoever stops asking goes on with `draw` another time.
        `order` and `report` tell of the last that ran to its end; with `visible_only` it ends before that.
        """
        self.report, listener = Report(pack=pack.report.pack), Listener(pack)
        self._looks = _Looks(pack)
        self._kept = {code: kept for code, kept in self._kept.items() if code in wanted.languages}
        rooms = [_Room(self, pack, code, listener) for code in wanted.languages if code in pack.locales]
        with listener.listening():
            waiting = [(room, place) for room in rooms for place in room.places()]
            visible = {id: at for at, id in enumerate(wanted.visible)}
            waiting.sort(key=lambda pair: visible.get(pair[0].id(pair[1]), len(visible)))
            for number, (room, place) in enumerate(waiting):
                if visible_only and room.id(place) not in visible:
                    return
                if number in (len(visible), 0) or number % PAUSE == 0:
                    yield None
                made = room.face(place)
                if made is not None and self._last.get(made[0].id) != made[0]:
                    self._last[made[0].id] = made[0]
                    yield made
        for room in rooms:
            take(self.report, room.report)
            room.forget_others()
        pack.with_hints(self.report)
        self.order = tuple(room.id(place) for room in rooms for place in room.places())
        self._last = {id: self._last[id] for id in self.order if id in self._last}

    def drawing(self, memo: Memo[Any]) -> Any:
        """A coloured drawing that faces share; its name says all it is made of."""
        made = self._drawings.pop(memo.name, None)
        self._drawings[memo.name] = made = memo.make() if made is None else made
        if len(self._drawings) > self._room:
            self._forget_drawings()
        return made

    def _forget_drawings(self) -> None:
        """Who saves a drawing again and again shows the last one: the others go."""
        shown = {name for kept in self._kept.values() for each in kept.values() for name in drawings_in(each.frame)}
        shown.update(islice(reversed(self._drawings), NEWEST))
        self._drawings = {name: made for name, made in self._drawings.items() if name in shown}
        self._room = len(self._drawings) * 5 // 4 + NEWEST


def drawings_in(item: object) -> Iterator[str]:
    """The names of the drawings that a face, or a part of it, shows."""
    if isinstance(item, Group) and item.key:
        yield item.key
    if isinstance(item, Frame | Group):
        for each in item.items:
            yield from drawings_in(each)


class _Looks:
    """What a face looks up by name, by hashes; each found once for a pack as it stands."""

    def __init__(self, pack: Pack) -> None:
        self._pack, self._known = pack, dict[str, str]()
        folders = pack.folders("fonts")
        fonts = [(path.name, _hash(path)) for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
        self.ground = digest(fonts, pack.head.fonts.model_dump(), list(pack.head.palette), pack.head.source_language)
        """What every face may depend on."""

    def fact(self, name: str) -> str:
        """The hash of what stands behind a name: `art gull.svg`, `layout card`, `colour red`."""
        if name not in self._known:
            self._known[name] = self._found(*name.partition(" ")[::2])
        return self._known[name]

    def _found(self, kind: str, name: str) -> str:
        if kind == "colour":
            paint = self._pack.head.palette.get(name)
            return digest(paint and (paint.hex, paint.pattern))
        layout = self._pack.layout(name) if kind == "layout" else None
        path = layout[0] if layout else self._pack.file("art", name) if kind == "art" else None
        return _hash(path) if path is not None else ""


def _hash(path: Path) -> str:
    """A file's hash; that of one that was changed just now is never remembered."""
    try:
        if time.time() - path.stat().st_mtime < YOUNG:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        return file_hash(path)
    except OSError:  # gone meanwhile, which is told where it is read
        return ""


class _Room:
    """The faces of one language."""

    def __init__(self, gallery: Gallery, pack: Pack, code: str, listener: Listener) -> None:
        self._gallery, self._pack, self._listener = gallery, pack, listener
        self._locale: Locale = pack.locales[code]
        self._kept = gallery._kept.setdefault(code, {})
        self._used: set[str] = set()
        self._now: _Kept | None = None
        self._stale = _stale(pack, code)
        self._places: list[Place] | None = None
        self._faces: Faces | None = None
        self.report = Report()
        try:
            self._faces = Faces(pack, self._locale, INK, self._recall, Purpose(measure=True))
            self.report = self._faces.report
        except PackError as fault:
            take(self.report, fault.report)

    def id(self, place: Place) -> str:
        """What the face of a place is called on a page."""
        return f"{self._locale.code} {place.key}"

    def places(self) -> list[Place]:
        """The places of all distinct faces, fronts and backs, in the order of the parts."""
        if self._places is None:
            self._places = list(self._all_places()) if self._faces is not None else []
        return self._places

    def _all_places(self) -> Iterator[Place]:
        assert self._faces is not None
        found: dict[str, Place] = {}
        for part in self._pack.parts:
            try:
                for front, back, item, count in asked(self._faces, part):
                    ident = item["id"]
                    places = [Place(front, item, part, f"{back}:{ident}" if back else "", "front", count)]
                    places += [Place(back, item, part, f"{front}:{ident}", "back", count)] if back else []
                    for place in places:
                        known = found.get(place.key)
                        found[place.key] = replace(known, copies=known.copies + count) if known else place
            except PackError as fault:
                take(self.report, fault.report)
        yield from found.values()

    def face(self, place: Place) -> tuple[Face, bytes | None] | None:
        """A face as it is to be shown, with its picture where that is new; None where it cannot be drawn at all."""
        faces, self._now = self._faces, None
        assert faces is not None
        before, met, boxes = self._gallery._last.get(self.id(place)), faces.met, len(faces.tight)
        try:
            frame = faces.frame(place.layout, place.item)
        except PackError as fault:  # the pack has used up what it may
            take(self.report, fault.report)
            return (replace(before, state="old"), None) if before else None
        if faces.met != met:
            if before is not None and before.state != "faulty":
                return replace(before, state="old"), None
            return self._shown(place, frame, (), faces.tight[boxes:], "faulty")
        kept: _Kept = self._now or _Kept(frame, {})
        if kept.shown is not None:
            return self._placed(kept.shown, place), None
        made = self._shown(place, frame, kept.facts, faces.tight[boxes:])
        kept.shown = made[0]
        return made

    def _placed(self, face: Face, place: Place) -> Face:
        """A face as it was, at its place of now."""
        if (face.part, face.other, face.copies, face.side) != (place.part, place.other, place.copies, place.side):
            face = replace(face, part=place.part, other=place.other, copies=place.copies, side=place.side)
        return self._marked(face)

    def _marked(self, face: Face) -> Face:
        stale = tuple(key for key in face.texts if key in self._stale)
        return face if stale == face.stale else replace(face, stale=stale)

    def _recall(self, memo: Memo[Any]) -> Any:
        if memo.book[0] != "face":
            return self._gallery.drawing(memo)
        known = self._kept.get(memo.name)
        if known is None or not self._holds(known.facts):
            with self._listener.listening() as read:
                frame = memo.make()
            if not memo.lasts(frame):
                self._kept.pop(memo.name, None)
                return frame
            known = self._kept[memo.name] = _Kept(frame, self._facts(read, memo.reads))
        self._used.add(memo.name)
        self._now = known
        return known.frame

    def _facts(self, read: set[tuple[str, str]], names: Iterable[str]) -> dict[str, str]:
        looks = self._gallery._looks
        assert looks is not None
        facts = self._listener.facts(read) | {"": looks.ground}
        for name in names:
            data = name.partition(" ")[0] in DATA
            facts[f" {name}"] = digest(read_of(self._pack, name)) if data else looks.fact(name)
        facts[" layout styles"] = looks.fact("layout styles")
        return facts

    def _holds(self, facts: Mapping[str, str]) -> bool:
        looks = self._gallery._looks
        assert looks is not None
        if facts.get("") != looks.ground:
            return False
        return all(self._fact(name, looks.fact) == hashed for name, hashed in facts.items() if name)

    def _fact(self, name: str, look: Callable[[str], str]) -> str:
        code, _, key = name.partition(" ")
        if code or key.partition(" ")[0] in DATA:
            return self._listener.fact(code, key)
        return look(key)

    def _shown(
        self, place: Place, frame: Frame, facts: Iterable[str], boxes: Sequence[Tight], state: State = ""
    ) -> tuple[Face, bytes]:
        """A face that was laid out just now, and its picture."""
        picture, locale = drawn(frame), self._locale
        named = [name.partition(" ")[::2] for name in facts]
        read = {key for code, key in named if code == locale.code and key in locale.templates}
        texts = tuple(sorted(read or {key for box in boxes for key in box.keys}))
        colours = {name.removeprefix("colour ") for code, name in named if not code and name.startswith("colour ")}
        fullest = max(boxes, key=lambda box: box.fill, default=None)
        face = Face(
            id=self.id(place),
            language=locale.code,
            key=place.key,
            part=place.part,
            kind=place.layout,
            item=str(place.item["id"]),
            side=place.side,
            other=place.other,
            copies=place.copies,
            width=frame.width,
            height=frame.height,
            bleed=frame.bleed,
            outline=path_data(frame.outline),
            safe=path_data(safe_zone(frame)),
            drawing=hashlib.sha256(picture).hexdigest()[:24],
            alt=frame.alt,
            words=words(frame),
            texts=texts,
            colours=tuple(name for name in self._pack.head.palette if name in colours),
            fill=round(fullest.fill, 4) if fullest else 0.0,
            fullest=fullest.keys[0] if fullest and fullest.keys else "",
            missing=tuple(key for key in texts if key in locale.missing),
            state=state,
            boxed=tuple(dict.fromkeys(key for box in boxes for key in box.keys)),
        )
        return self._marked(face), gzip.compress(picture, PACKED, mtime=0)

    def forget_others(self) -> None:
        """Keep no face that is of the pack no longer."""
        for name in self._kept.keys() - self._used:
            del self._kept[name]


def _stale(pack: Pack, code: str) -> frozenset[str]:
    """The texts of a language that were translated when the source said something else."""
    source, locale = pack.locales.get(pack.head.source_language), pack.locales[code]
    if source is None or locale is source:
        return frozenset()
    seen, known = read_seen(pack, code, Report()), source.scalars
    return frozenset(k for k, before in seen.items() if k in known and known[k].text.strip() != before.strip())

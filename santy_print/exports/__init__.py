"""Exports: a pack and the name of a profile in, the files that a service, a table or a cutter wants out.

A profile is a name, a sentence, and a function that makes files of a `Job`. What is written goes into
OUT/<pack>/<language>/<profile>/, whole or not at all, with a manifest of its own.
"""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from santy_print import __version__
from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.exports.boxes import tuckbox
from santy_print.exports.cutters import cricut, silhouette
from santy_print.exports.images import faces_png, makeplayingcards, thegamecrafter
from santy_print.exports.job import Choice, Job, Wishes, distinct
from santy_print.exports.names import face_names
from santy_print.exports.press import drivethrucards, press
from santy_print.exports.tabletop import saved_object
from santy_print.exports.vectors import faces_svg
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.output import Staging, staged
from santy_print.pack import Pack
from santy_print.parts import Conduct, Options, choose, copies_of
from santy_print.parts.hashes import frame_hash
from santy_print.sheets import Copy

register("export-profile", "there is no export profile of this name")
register("export-stale", "files of an earlier export lie among the new ones")


@dataclass(frozen=True, slots=True)
class Profile:
    """An export profile: its name, what it is for, what makes its files, and the fields of `Wishes` that it heeds."""

    name: str
    says: str
    make: Callable[[Job], None]
    heeds: tuple[str, ...] = ()


class Profiles(Mapping[str, Profile]):
    """Profiles by name; a name stands for one profile only."""

    def __init__(self, profiles: Sequence[Profile] = ()) -> None:
        self._known: dict[str, Profile] = {}
        for profile in profiles:
            self.add(profile)

    def add(self, profile: Profile) -> None:
        """Take a profile in; ValueError where its name is taken."""
        if profile.name in self._known:
            raise ValueError(f"export profile {profile.name!r} is registered twice")
        self._known[profile.name] = profile

    def __getitem__(self, name: str) -> Profile:
        """The profile of a name; PackError with the nearest names where there is none."""
        if name not in self._known:
            report = Report()
            message = f"there is no export profile called `{name}`"
            report.error("export-profile", message, None, did_you_mean(name, self._known))
            raise PackError(report)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


PROFILES = Profiles(
    [
        Profile("png", "one picture a face", faces_png, ("dpi",)),
        Profile("svg", "one drawing a face, for lasers and layout programs", faces_svg),
        Profile("press", "a printing house: one face a page, CMYK or RGB", press, ("order", "colours", "icc")),
        Profile("thegamecrafter", "The Game Crafter: its canvases, fronts and backs", thegamecrafter),
        Profile("makeplayingcards", "MakePlayingCards, PrinterStudio: one picture a card", makeplayingcards),
        Profile("drivethrucards", "DriveThruCards: one card a page, CMYK, PDF/X-1a", drivethrucards),
        Profile("tabletop-simulator", "Tabletop Simulator: sheets and a saved object", saved_object),
        Profile("silhouette", "Silhouette cutters: marked sheets and cut lines", silhouette, ("inset",)),
        Profile("cricut", "Cricut cutters: pictures to print then cut, and cut lines", cricut),
        Profile("tuckbox", "a box for each deck, to be cut and folded", tuckbox, ("stock", "sleeved")),
    ]
)


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export made: the folder, its files, what is to be known of them."""

    folder: Path
    files: tuple[str, ...]
    notes: tuple[str, ...]


def export(
    pack: Pack,
    out: Path,
    options: Options,
    profile: str,
    wishes: Wishes = Wishes(),  # noqa: B008 - a frozen value
    conduct: Conduct | None = None,
) -> list[Exported]:
    """Export a pack into OUT/<pack>/<language>/<profile>/, in each language that the options name.

    Raises PackError with every fault of every face, or OSError; the files of the last export then stay as they were.
    """
    pack.checked()
    made_by = PROFILES[profile]
    conduct, wanted = conduct or Conduct(), wishes.pieces
    report, progress = conduct.report, conduct.progress
    languages, parts = choose(pack, options, {})
    laid = {language: _pieces(pack, language, options, parts, wanted) for language in languages}
    faults = Report()
    for some in laid.values():
        faults.extend(some.faces.report)
    if not faults.ok:
        raise PackError(faults)
    wanted.check()
    if not any(some.parts for some in laid.values()):
        return []
    done = []
    with staged(out / pack.id) as stage:
        for language, some in laid.items():
            prefix = f"{language}/{profile}"
            entries: list[dict[str, Any]] = []
            save, before = _saver(stage, prefix, entries, progress), len(report)
            job = Job(some.faces, some.parts, options.setup, wishes, report, save, some.names)
            made_by.make(job)
            if not entries:
                why = [*(fault.message for fault in report.items[before:]), *job.notes]
                report.error("export-empty", f"nothing was made for `{profile}`: {made_by.says}", None, *why)
                continue
            save("manifest.json", _manifest(pack, made_by, entries, job))
            names = tuple(entry["file"] for entry in entries)
            _stale(out / pack.id / prefix, names, report)
            done.append(Exported(out / pack.id / prefix, names, tuple(job.notes)))
        faults.extend(report.errors)
        if not faults.ok:
            raise PackError(faults)
    return done


@dataclass(frozen=True, slots=True)
class _Laid:
    """What there is to export in one language: the pieces that are wanted by part, and the names of all faces.

    A face is called alike whether all are exported or some.
    """

    faces: Faces
    parts: Mapping[str, Sequence[Copy]]
    names: Mapping[str, str]


def _pieces(pack: Pack, language: str, options: Options, parts: Sequence[str], wanted: Choice) -> _Laid:
    faces = Faces(pack, pack.locales[language], options.ink)
    whole = {part: list(copies_of(faces, part)) for part in parts}
    names = face_names(distinct(copy for copies in whole.values() for copy in copies))
    pieces = {part: wanted.pick(language, part, copies) for part, copies in whole.items()}
    if options.stamp:
        stamp = Stamp(faces)
        pieces = {p: [replace(copy, front=stamp(copy.front)) for copy in c] for p, c in pieces.items()}
    return _Laid(faces, {part: copies for part, copies in pieces.items() if copies}, names)


def _saver(
    stage: Staging, prefix: str, entries: list[dict[str, Any]], progress: Callable[[str], None]
) -> Callable[[str, bytes], None]:
    """What stages a file and notes of it.

    Whatever a profile calls its files: none overwrites another, not on a disk either that takes `A` and `a` for one.
    """
    taken: set[str] = set()

    def save(name: str, data: bytes) -> None:
        if name.casefold() in taken:
            raise FileExistsError(errno.EEXIST, "two files of one export would have this name", f"{prefix}/{name}")
        taken.add(name.casefold())
        progress(f"{prefix}/{name}")
        stage.write(f"{prefix}/{name}", data)
        entries.append({"file": name, "sha256": hashlib.sha256(data).hexdigest()})

    return save


def _manifest(pack: Pack, profile: Profile, entries: Sequence[dict[str, Any]], job: Job) -> bytes:
    """What is in the folder: files with their hashes, faces with theirs, and what is to be known."""
    frames = distinct(copy for copies in job.parts.values() for copy in copies)
    head = {
        "pack": pack.id,
        "version": pack.head.version,
        "language": job.faces.locale.code,
        "profile": profile.name,
        "made_by": f"santy_print {__version__}",
        "notes": job.notes,
        "files": list(entries),
        "faces": {frame.key: frame_hash(frame) for frame in sorted(frames, key=lambda frame: frame.key)},
    }
    return (json.dumps(head, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _stale(folder: Path, names: Sequence[str], report: Report) -> None:
    """Files that the folder holds from before: whoever uploads the folder would upload them too."""
    if not folder.is_dir():
        return
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    old = sorted(name for name in there - set(names) if not name.startswith("."))
    if old:
        more = f" and {len(old) - 3} more" if len(old) > 3 else ""
        report.warning(
            "export-stale",
            f"{folder.as_posix()} still holds files of an earlier export: {', '.join(old[:3])}{more}",
            None,
            "delete them, or the folder before you export",
        )

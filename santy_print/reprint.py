"""Reprint: some pieces of a pack on as few sheets as possible; which, by name or by what changed since a manifest.

A piece changed where a side that is to be printed looks different from then; copies that were added are printed, too.
The stamp that a build can put on faces (pack and version) is not part of what a manifest says of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from santy_print.diag import PackError, Report, did_you_mean, register, take
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.output import read_plain, staged
from santy_print.pack import Pack
from santy_print.parts import Conduct, Options, choose, copies_of
from santy_print.parts.hashes import frame_hash
from santy_print.parts.pages import Built, built_part, judge, sheets_of
from santy_print.sheets import Copy

register("reprint-card", "no piece of the pack is called like that")
register("reprint-manifest", "a manifest cannot be read, or is of another pack")


@dataclass(frozen=True, slots=True)
class Printed:
    """What a manifest says of a file: the hash of each face, and how many pieces have it as their front.

    No counts (None) where the manifest is of a time when none were kept.
    """

    faces: Mapping[str, str]
    copies: Mapping[str, int] | None = None


@dataclass(slots=True)
class Wanted:
    """Which pieces: patterns of ids (all where none), and the manifest of what was printed before.

    `met` are the patterns that some piece answered to, `known` the ids of all pieces, `picked` how many were wanted,
    `unlisted` the files of which the manifest says nothing.
    """

    patterns: tuple[str, ...] = ()
    manifest: Mapping[str, Printed] | None = None
    met: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    picked: int = 0
    unlisted: list[str] = field(default_factory=list)

    def pick(self, language: str, part: str, copies: Sequence[Copy]) -> list[Copy]:
        """Those of a part's pieces that are wanted, in their order."""
        printed = self._printed(f"{language}/{part}.pdf")
        there = dict(printed.copies) if printed.copies is not None else None
        out = []
        for copy in copies:
            self.known.add(copy.front.key.partition(":")[2])
            known = _known(copy, printed, there)
            if self._named(copy.front.key) and not known:
                out.append(copy)
        self.picked += len(out)
        return out

    def _printed(self, file: str) -> Printed:
        if self.manifest is not None and file not in self.manifest:
            self.unlisted.append(file)
        return (self.manifest or {}).get(file, Printed({}))

    def _named(self, key: str) -> bool:
        item = key.partition(":")[2]
        met = {p for p in self.patterns if fnmatchcase(item, p) or fnmatchcase(key, p)}
        self.met |= met
        return bool(met) or not self.patterns

    def check(self) -> None:
        """PackError for each pattern that no piece answered to."""
        report = Report()
        for pattern in self.patterns:
            if pattern not in self.met:
                message = f"no piece is called `{pattern}`"
                report.error("reprint-card", message, None, did_you_mean(pattern, sorted(self.known)))
        if not report.ok:
            raise PackError(report)


def _known(copy: Copy, printed: Printed, there: dict[str, int] | None) -> bool:
    """Whether a piece was printed as it looks now; takes it from the copies that are `there`."""
    sides = [frame for frame in (copy.front, copy.back) if frame is not None]
    if any(printed.faces.get(frame.key) != frame_hash(frame) for frame in sides):
        return False
    if there is None:
        return True
    there[copy.front.key] = there.get(copy.front.key, 0) - 1
    return there[copy.front.key] >= 0


def wanted(cards: str | None, since: Path | None, pack: Pack) -> Wanted:
    """What `--cards ID,...` and `--since MANIFEST` ask for; PackError where they cannot be used."""
    patterns = tuple(dict.fromkeys(word for text in (cards or "").split(",") if (word := text.strip())))
    if cards is not None and not patterns:
        report = Report()
        report.error("reprint-card", "no piece is named", None, "name ids, like `coco,helm-*`")
        raise PackError(report)
    return Wanted(patterns, _manifest(since, pack) if since else None)


def _manifest(path: Path, pack: Pack) -> dict[str, Printed]:
    """What was printed by file. PackError where it is no manifest, or another pack's; OSError."""
    report = Report()
    try:
        head: Any = json.loads(read_plain(path, 50_000_000))
        files, owner = _files(head), head["pack"]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = f"{path} is no manifest of a build"
        report.error("reprint-manifest", message, None, "`santy build` writes OUT/<pack>/manifest.json; keep a copy")
        raise PackError(report) from None
    if owner != pack.id:
        report.error("reprint-manifest", f"{path} is a manifest of the pack `{owner}`, not of `{pack.id}`")
    elif not files:
        message = f"{path} is a manifest of nothing: it names no file"
        report.error("reprint-manifest", message, None, "`santy build` without --since prints everything")
    if not report.ok:
        raise PackError(report)
    return files


def _files(head: Any) -> dict[str, Printed]:
    """The files of a manifest; one of the faults that JSON can have where it is none. Nothing is taken on trust, since
    whatever is misread counts as changed and is printed again.
    """
    if not (isinstance(head, dict) and isinstance(head["pack"], str) and isinstance(head["files"], list)):
        raise TypeError
    out: dict[str, Printed] = {}
    for entry in head["files"]:
        file, faces, copies = entry["file"], entry["faces"], entry.get("copies")
        if not (isinstance(file, str) and _all(faces, str) and (copies is None or _all(copies, int))):
            raise TypeError
        out[file] = Printed(faces, copies)
    return out


def _all(value: Any, kind: type[str] | type[int]) -> bool:
    """Whether a value of JSON is a mapping to values of a kind; numbers are counts, and `true` is none."""
    if not isinstance(value, dict):
        return False
    return all(type(one) is kind and (isinstance(one, str) or one >= 0) for one in value.values())


def reprint(
    pack: Pack,
    out: Path,
    options: Options,
    asked: Wanted,
    conduct: Conduct | None = None,
) -> list[Built]:
    """Write OUT/<pack>/<language>/<part>-reprint.pdf for each part that has pieces wanted; nothing else is touched.

    Pieces of one size stand together, so that they take the fewest sheets; where no backs are printed, none count.
    PackError with every fault, or OSError.
    """
    conduct = conduct or Conduct()
    pack.checked()
    languages, parts = choose(pack, options, {})
    report, built = Report(), []
    for language in languages:
        faces = Faces(pack, pack.locales[language], options.ink)
        stamped = Stamp(faces) if options.stamp else None
        for part in parts:
            copies = list(copies_of(faces, part))
            if options.setup.duplex == "none":
                copies = [replace(copy, back=None) for copy in copies]
            picked = asked.pick(language, part, copies)
            if picked and faces.report.ok:
                judge(picked, faces, options.setup.bleed)
                conduct.progress(f"{language}/{part}-reprint.pdf")
                picked = sorted(picked, key=lambda copy: (*copy.front.size, copy.back is None))
                made = [replace(copy, front=stamped(copy.front)) for copy in picked] if stamped else picked
                item = built_part(faces, part, sheets_of(faces, part, made, options), options, partial=True)
                built.append(replace(item, name=item.name.replace(f"/{part}", f"/{part}-reprint", 1)))
        take(report, faces.report)
    if not report.ok:
        raise PackError(report)
    asked.check()
    take(conduct.report, report)
    if built:
        with staged(out / pack.id) as stage:
            for item in built:
                stage.write(item.name, item.data)
    return built

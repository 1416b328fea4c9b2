"""Reprint: some pieces of a pack on as few sheets as possible; which, by name or by what changed since a manifest.

The stamp that a build can put on faces (pack and version) is not part of what a manifest says of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from santy_print.build import (
    Built,
    Options,
    built_part,
    choose,
    copies_of,
    frame_hash,
    imposed,
)
from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.output import staged
from santy_print.pack import Pack
from santy_print.sheets import Copy

register("reprint-card", "no piece of the pack is called like that")
register("reprint-manifest", "a manifest cannot be read, or is of another pack")

@dataclass(slots=True)
class Wanted:
    """Which pieces: patterns of ids (all where none), and the manifest of what was printed before.

    `met` are the patterns that some piece answered to, `known` the ids of all pieces, `picked` how many were wanted.
    """

    patterns: tuple[str, ...] = ()
    manifest: Mapping[str, Mapping[str, str]] | None = None
    met: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    picked: int = 0

    def pick(self, language: str, part: str, copies: Sequence[Copy]) -> list[Copy]:
        """Those of a part's pieces that are wanted, in their order."""
        out = []
        for copy in copies:
            self.known.add(copy.front.key.partition(":")[2])
            if self._named(copy.front.key) and self._changed(f"{language}/{part}.pdf", copy):
                out.append(copy)
        self.picked += len(out)
        return out

    def _named(self, key: str) -> bool:
        item = key.partition(":")[2]
        met = {p for p in self.patterns if fnmatchcase(item, p) or fnmatchcase(key, p)}
        self.met |= met
        return bool(met) or not self.patterns

    def _changed(self, file: str, copy: Copy) -> bool:
        if self.manifest is None:
            return True
        before = self.manifest.get(file, {})
        sides = [frame for frame in (copy.front, copy.back) if frame is not None]
        return any(before.get(frame.key) != frame_hash(frame) for frame in sides)

    def check(self) -> None:
        """PackError for each pattern that no piece answered to."""
        report = Report()
        for pattern in self.patterns:
            if pattern not in self.met:
                message = f"no piece is called `{pattern}`"
                report.error("reprint-card", message, None, did_you_mean(pattern, sorted(self.known)))
        if not report.ok:
            raise PackError(report)


def wanted(cards: str | None, since: Path | None, pack: Pack) -> Wanted:
    """What `--cards ID,...` and `--since MANIFEST` ask for; PackError where they cannot be used."""
    patterns = tuple(dict.fromkeys(word for text in (cards or "").split(",") if (word := text.strip())))
    if cards is not None and not patterns:
        report = Report()
        report.error("reprint-card", "no piece is named", None, "name ids, like `coco,helm-*`")
        raise PackError(report)
    return Wanted(patterns, _manifest(since, pack) if since else None)


def _manifest(path: Path, pack: Pack) -> dict[str, dict[str, str]]:
    """The hash of each face by file and key."""
    report = Report()
    try:
        head: Any = json.loads(path.read_bytes()[:50_000_000])
        faces = {entry["file"]: dict(entry["faces"]) for entry in head["files"]}
        if head["pack"] == pack.id:
            return faces
        report.error("reprint-manifest", f"{path} is a manifest of the pack `{head['pack']}`, not of `{pack.id}`")
    except OSError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        message = f"{path} is no manifest of a build"
        report.error("reprint-manifest", message, None, "`santy build` writes OUT/<pack>/manifest.json; keep a copy")
    raise PackError(report)


def reprint(
    pack: Pack,
    out: Path,
    options: Options,
    asked: Wanted,
    progress: Callable[[str], None] = lambda name: None,
) -> list[Built]:
    """Write OUT/<pack>/<language>/<part>-reprint.pdf for each part that has pieces wanted; nothing else is touched.

    Pieces of one size stand together, so that they take the fewest sheets. PackError with every fault, or OSError.
    """
    pack.checked()
    languages, parts = choose(pack, options, ())
    report, built = Report(), []
    for language in languages:
        faces = Faces(pack, pack.locales[language], options.ink)
        stamped = Stamp(faces) if options.stamp else None
        for part in parts:
            copies = list(copies_of(faces, pack.files["components"].parts[part]))
            picked = asked.pick(language, part, copies)
            if picked and faces.report.ok:
                progress(f"{language}/{part}-reprint.pdf")
                picked = sorted(picked, key=lambda copy: (*copy.front.size, copy.back is None))
                made = [replace(copy, front=stamped(copy.front)) for copy in picked] if stamped else picked
                item = built_part(faces, part, imposed(faces, part, made, options.setup), options, partial=True)
                built.append(replace(item, name=f"{language}/{part}-reprint.pdf"))
        report.extend(faces.report)
    if not report.ok:
        raise PackError(report)
    asked.check()
    if built:
        with staged(out / pack.id) as stage:
            for item in built:
                stage.write(item.name, item.data)
    return built

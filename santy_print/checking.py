"""Checking: a pack's name in, everything that `santy check` finds out, once or each time that a file changes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.cache import Cache
from santy_print.diag import (
    Diagnostic,
    PackError,
    Paint,
    Report,
    counted,
    no_paint,
    plural,
    register,
    render,
    take,
)
from santy_print.folders import data_folder, game_of, layers
from santy_print.output import explain
from santy_print.overlay import Origin, origins
from santy_print.pack import Pack, load_pack
from santy_print.palette import check_palette
from santy_print.registry import Game, bundled_games, find_game
from santy_print.source import plain, read_text
from santy_print.verdicts import Verdicts

if TYPE_CHECKING:
    from santy_print.faces.fit import LanguageFit

register("text-stale", "a text was translated when the source said something else")
register("check-broken", "a check that is watched for changes broke off, and goes on with the next change")

MAX_WATCHED = 5_000
"""So many files of a pack are looked at for changes."""
PAUSE = 0.5
"""Seconds between two looks."""

Look = tuple[int, int]
"""When a file was changed, and its size."""


class Found:
    """What a check found: its faults, how its faces fit, and the pack where it could be loaded."""

    def __init__(self, report: Report | None = None, load: Callable[[], Pack | None] = lambda: None) -> None:
        """Nothing yet; `load` reads the pack for whoever asks for it."""
        self.report = report or Report()
        self.tables: list[LanguageFit] = []
        self._load = load

    @cached_property
    def pack(self) -> Pack | None:
        """The pack, which is read now where its check was known before; None where there is none to speak of."""
        return self._load()


def check(
    pack: str,
    fits: bool = False,
    languages: Sequence[str] = (),
    cache: Path | None = None,
    strict: bool = False,
    jobs: int = 1,
) -> Found:
    """Check a pack: all that a build of it asks for. What was found of the same files is in the folder `cache`.

    With `fits` also measure all its faces in all languages, or in those named; with `strict` alone the same without a
    table, which is kept, too. Up to `jobs` processes lay faces out.
    """
    faces = fits or strict or bool(languages)
    what = " ".join(("faces", *languages)) if faces else ""
    try:
        verdicts = _verdicts(pack, cache)
        if not fits and verdicts.is_sound(what):
            return Found(load=lambda: load_pack(pack))
        loaded = load_pack(pack)
    except PackError as fault:
        return Found(fault.report)
    found = Found(load=lambda: loaded)
    try:
        _check(loaded, found.report, cache, verdicts)
        if faces and loaded.report.ok:
            found.tables, faults = _fits(loaded, languages, None if fits else verdicts, jobs)
            unread = {str(item.span) for item in found.report if item.code == "face-expression"}
            take(found.report, (f for f in faults if f.code != "face-expression" or str(f.span) not in unread))
    except PackError as fault:
        take(found.report, fault.report)  # what ends the one look may have been found by the other
    loaded.with_hints(found.report, len(loaded.report))
    if not len(found.report) and not fits:
        verdicts.put_sound(what)
    return found


def _verdicts(pack: str, folder: Path | None) -> Verdicts:
    """What was found of a pack before, by no more than its name; PackError where there is no pack."""
    name = game_of(pack)
    game = Game() if name in bundled_games() else find_game(name)  # a bundled one's code is the program's: not loaded
    return Verdicts(layers(pack), game, folder)


def _check(pack: Pack, report: Report, cache: Path | None, verdicts: Verdicts) -> None:
    """All that is wrong with a loaded pack, but for how its faces fit."""
    report.extend(pack.report)
    letters = {code: locale.words.letters for code, locale in pack.locales.items()}
    check_palette(pack.head.palette, letters, partial(pack.where, "pack", "palette"), report)
    if not is_bundled(pack):
        from santy_print.unread import check_unread

        check_unread(pack, report)  # a name that is spelt otherwise is the cause of what may follow
    report.stage = pack.report.stage  # what follows draws and prints what the rules made
    if pack.report.ok:
        report.extend(verdict(pack, cache, verdicts))
    else:
        read_rest(pack, report)
    read_notes(pack, report)


def _fits(
    pack: Pack, languages: Sequence[str], verdicts: Verdicts | None, jobs: int
) -> tuple[list[LanguageFit], Iterable[Diagnostic]]:
    """How all faces fit, with the faults; where these are known, no more than they."""
    what = " ".join(("fit", *languages))
    known = verdicts.find(what, _learn_codes) if verdicts else None
    if known is not None:
        return [], known
    from santy_print.faces.fit import fit
    from santy_print.i18n import speaking
    from santy_print.parts import all_frames

    speaks = speaking(pack, languages)
    chosen = [*(languages or speaks.locales)]
    tables, faults = fit(speaks, all_frames, chosen, jobs) if chosen else ([], ())
    if verdicts:
        verdicts.put(what, faults)
    return tables, faults


def _learn_codes() -> None:
    """Load who registers the codes of what is found of faces and documents."""
    import santy_print.faces.fit
    import santy_print.vouch  # noqa: F401


def verdict(pack: Pack, folder: Path | None, verdicts: Verdicts) -> Report:
    """All for which a build of a pack without errors would be refused, and what it leaves out.

    The whole verdict is kept for the very same files, and what had no fault for as long as nothing of it changes.
    """
    known = verdicts.find("build", _learn_codes)
    if known is not None:
        return Report(known)
    from santy_print.documents.compose import check_rulebook
    from santy_print.play import rehearse
    from santy_print.vouch import vouch

    report, cache = Report(), Cache(pack, folder, program=verdicts.program)
    check_own_fonts(pack, report)
    check_rulebook(pack, report)
    check_own_faces(pack, report)
    take(report, vouch(pack, cache))
    take(report, rehearse(pack))
    cache.keep()
    verdicts.put("build", report)
    return report


def check_own_fonts(pack: Pack, report: Report) -> None:
    """Have every library that will read them try the pack's own fonts: the sheets', the rulebook's, a page's."""
    from santy_print.faces.typeset import FontBook, unusable

    tried: set[Path] = set()
    for language in pack.locales if pack.folders("fonts") else ():
        book = FontBook(pack, language)
        for path in sorted(book.own - tried):
            from santy_print.documents.fonts import typefaces
            from santy_print.faces.font_files import named_font
            from santy_print.faces.webfont import web_font
            from santy_print.pdf import font_name

            tried.add(path)
            try:
                font_name(path)
                web_font(path, frozenset("Aa"))
                copy = named_font(path, "Tried", "text")
                if copy.stem not in typefaces((copy.parent,)):
                    raise unusable(path)
                book.tell_oddities(path, report)
            except PackError as fault:
                report.extend(fault.report)


def check_own_faces(pack: Pack, report: Report) -> None:
    """Read the layouts and drawings in a pack's own folder, also those that no face asks for; `--fit` lays them out.

    What comes with the program is read where it is used.
    """
    layouts = sorted(islice((pack.root / "faces").glob("*.yaml"), MAX_WATCHED))
    drawings = sorted(islice((pack.root / "art").glob("*.svg"), MAX_WATCHED))
    if is_bundled(pack) or not pack.locales or not (layouts or drawings):
        return
    from santy_print.faces import Faces
    from santy_print.faces.layout import UNREADABLE, unreadable_expressions

    faces = Faces(pack, next(iter(pack.locales.values())))
    for path in layouts:
        layout = faces.layout(path.stem)
        for scalar, reason in unreadable_expressions(layout, pack.budget) if layout else ():
            report.error(UNREADABLE, f"in `{path.stem}`: {reason}", scalar.span)
    for path in drawings:
        faces.art(path.name)
    report.extend(faces.report)


def read_rest(pack: Pack, report: Report) -> None:
    """Read what else a pack holds where its data have faults, so that those of all its files are told in one run."""
    from santy_print.documents.skeleton import has_rulebook, load_skeleton
    from santy_print.faces.layout import read_layout

    if has_rulebook(pack):
        try:
            load_skeleton(pack)
        except PackError as fault:
            report.extend(fault.report)
    for path in islice(sorted((pack.root / "faces").glob("*.yaml")), MAX_WATCHED):
        own = pack.file("faces", path.name)
        file = read_text(own, pack.shown(own), report) if own else None
        if file:
            read_layout(path.stem, file, report)


def read_notes(pack: Pack, report: Report) -> None:
    """Read what the pack itself notes of its languages in `locale/seen`: no face needs it, but a translator does."""
    folder = pack.root / "locale" / "seen"
    annotated = [code for code in pack.head.languages if (folder / f"{code}.yaml").is_file()]
    if annotated and not is_bundled(pack):
        from santy_print.i18n.catalogue import read_seen

        for language in annotated:
            found = Report()
            seen = read_seen(pack, language, found)
            take(report, found)
            _tell_stale(pack, language, seen, report)


def _tell_stale(pack: Pack, language: str, seen: Mapping[str, str], report: Report) -> None:
    """Tell the pack's own texts of which the source said something else when they were translated."""
    source, locale = pack.locales.get(pack.head.source_language), pack.locales.get(language)
    if source is None or locale is None or locale is source:
        return
    for key, before in seen.items():
        now, own = source.scalars.get(key), locale.scalars.get(key)
        if now is not None and own is not None and own.span.file.depth == 0 and now.text.strip() != before.strip():
            message = f"`{key}` ({language}) was translated when the source said “{before.strip()[:60]}”"
            how = f"`santy i18n status {pack.root.name} --lang {language} --accept {key}`"
            hint = f"{how} once it says what that says now"
            report.warning("text-stale", message, own.span, hint)


def is_bundled(pack: Pack) -> bool:
    """True for a pack that comes with the program: what it holds is for the program's own tests to judge."""
    return pack.root.resolve().is_relative_to(data_folder("content").resolve())


# Where values come from


def origin_lines(pack: Pack) -> list[str]:
    """For people: each of the pack's own values with its line, and how many came from each file that it extends."""
    own = {node.span.file.name for node in pack.nodes.values()} if len(pack.layers) > 1 else set()
    files: dict[str, list[Origin]] = {}
    for stem, node in pack.nodes.items():
        for origin in origins(node, stem):
            files.setdefault(origin.span.file.name, []).append(origin)
    lines = []
    for name, values in files.items():
        count = plural(len(values), "value")
        lines.append(f"{name}: {count}")
        if name in own and name.startswith(pack.shown(pack.root / "x")[:-1]):
            lines += [f"{value.span.line:6}  {value.path}" for value in values]
    return lines + [f"{pack.shown(path)}: in place of another" for path in _own_files(pack)]


def origins_as_json(pack: Pack) -> list[dict[str, Any]]:
    """For programs: every value with its file and place."""
    return [
        {"file": o.span.file.name, "line": o.span.line, "column": o.span.col, "path": o.path, "value": plain(o.node)}
        for stem, root in pack.nodes.items()
        for o in origins(root, stem)
    ]


def _own_files(pack: Pack) -> list[Path]:
    """The pack's own pictures, faces and fonts that stand before those of a pack it extends."""
    found = []
    for folder in ("art", "faces", "fonts"):
        below = {path.name for root in pack.layers[1:] for path in (root / folder).glob("*")}
        found += [path for path in sorted((pack.root / folder).glob("*")) if path.name in below]
    return found


# Again and again


def watch(
    look: Callable[[], Found],
    folders: Callable[[], Sequence[Path]],
    say: Callable[[str], None],
    sleep: Callable[[float], None],
    paint: Paint = no_paint,
) -> None:
    """Check, then check again whenever a file changes; say what is new and what is mended. Ctrl-C ends it."""
    before: list[Diagnostic] | None = None
    seen: Mapping[str, Look] | None = None
    try:
        while True:
            now = _looks(folders())
            if now != seen:
                seen, found = now, _looked(look).sorted()
                for line in _changes(before, found, paint):
                    say(line)
                before = found
            sleep(PAUSE)
    except KeyboardInterrupt:
        say("no longer watching")


def _looked(look: Callable[[], Found]) -> Report:
    """What a check found. Files come and go while it runs, and whoever edits goes on after a slip of ours, too."""
    try:
        return look().report
    except Exception as fault:
        report = Report()
        if isinstance(fault, OSError):
            report.error("file-unreadable", f"the check broke off: {explain(fault)}")
        else:
            hint = "this is a slip of santy_print, please report it; `santy check` shows where"
            report.error("check-broken", f"the check broke off: {type(fault).__name__}: {fault}", None, hint)
        return report


def folders_of(pack: str) -> Sequence[Path]:
    """The folders whose files a check of the pack reads."""
    try:
        return layers(pack)
    except PackError:
        return [Path(pack)]


def _looks(folders: Sequence[Path]) -> dict[str, Look]:
    looks = {}
    for folder in folders:
        files = (os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)
        for name in islice(files, MAX_WATCHED):
            try:
                status = os.stat(name)
            except OSError:  # gone meanwhile
                continue
            looks[name] = (status.st_mtime_ns, status.st_size)
    return looks


def _changes(before: list[Diagnostic] | None, now: list[Diagnostic], paint: Paint) -> list[str]:
    """What has changed, in lines; the whole on the first look."""
    old, new = Counter(map(_key, before or ())), Counter(map(_key, now))
    fresh = [item for item in now if _taken(item, new - old)]
    mended = [item for item in before or () if _taken(item, old - new)]
    lines = [f"mended: {item.short(paint)}" for item in mended]
    lines += [render(fresh, "human", paint)] if fresh else []
    if lines or before is None:
        lines.append(f"{counted(now)}; watching, Ctrl-C ends")
    return lines


def _taken(item: Diagnostic, count: Counter[tuple[str, ...]]) -> bool:
    return count[_key(item)] > 0


def _key(item: Diagnostic) -> tuple[str, ...]:
    """What makes a fault the same when its line has moved."""
    span = item.span
    place = (span.file.name, span.file.lines[span.line - 1].strip()) if span else ("", "")
    return (item.severity, item.code, item.message, *place)

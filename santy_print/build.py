"""Build: a pack and options in, files out, whole or not at all, and a manifest of what is on which sheet."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from santy_print import __version__
from santy_print.cache import Cache, Harvest, Made, data_of
from santy_print.diag import Diagnostic, PackError, Report, take
from santy_print.documents import Commission, Document
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.output import staged
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, Options, choose, copies_of, say_empty
from santy_print.parts.pages import Built, built_part, file_name, judge, keeps, sheets_of
from santy_print.parts.warnings import made_with, warnings_of
from santy_print.parts.words import check_words
from santy_print.text import JOINT, PSEUDO
from santy_print.vouch import documents as documents_of
from santy_print.vouch import files_of, on_request
from santy_print.workers import Plan, Work, in_order, may_copy

WORTH = 6
"""So many files are worth a process more: it takes a while to begin, and lays out some faces that another has."""
MANIFEST = "manifest.json"
Maker = Callable[[Commission], dict[str, bytes]]
"""Who makes more files for one language (rulebook, answers): a `Document`, or any function; names and bytes out."""


class PartlyBuilt(PackError):
    """Some languages have faults, which the report tells; the files of the others were written."""

    def __init__(self, report: Report, built: Sequence[Built] = ()) -> None:
        """With the files that were written."""
        super().__init__(report)
        self.built = tuple(built)


def build(
    pack: Pack,
    out: Path,
    options: Options,
    documents: Mapping[str, Maker],
    conduct: Conduct | None = None,
) -> list[Built]:
    """Build the set into OUT/<pack>/<language>/ and write OUT/<pack>/manifest.json last.

    `documents` are further parts by name; what is of all languages stands in OUT/<pack>. Raises PackError with every
    fault of every face, or OSError; the files of the last build then stay as they were. Where one language has faults
    and another none, the right ones are written, those of the other stay as they were, and it is PartlyBuilt.
    """
    making = _Making.of(pack, options, documents, conduct or Conduct())
    with staged(out / pack.id) as stage:
        making.run(lambda item: stage.write(item.name, item.data))
        for item in making.left_out:
            stage.leave_out(item.name)
        if not options.zones:
            known = _read_manifest(out / pack.id / MANIFEST) if making.some else {}
            stage.write(MANIFEST, making.manifest(known))
    making.check()
    return making.built


def files_built(
    pack: Pack, options: Options, documents: Mapping[str, Maker], conduct: Conduct | None = None
) -> dict[str, bytes]:
    """The files that `build` writes where none were before, by their names under OUT/<pack>; nothing is written.

    Raises what `build` raises.
    """
    making = _Making.of(pack, options, documents, conduct or Conduct())
    making.run(lambda item: None)
    making.check()
    found = {item.name: item.data for item in making.built}
    return found if options.zones else found | {MANIFEST: making.manifest({}).encode()}


@dataclass(slots=True)
class _Making:
    """A build on its way, wherever its files go: what was made, and what of it is left out, as its language has
    faults."""

    maker: _Maker
    unread: Report
    languages: Sequence[str]
    parts: Sequence[str]
    built: list[Built] = field(default_factory=list)
    left_out: list[Built] = field(default_factory=list)

    @classmethod
    def of(cls, pack: Pack, options: Options, documents: Mapping[str, Maker], conduct: Conduct) -> _Making:
        """Nothing is made yet; PackError where something is asked for that the pack does not have."""
        pack, unread = pack.without_faulty(options.languages)
        chosen = choose(pack, options, files_of(documents), conduct.report, on_request(documents))
        return cls(_Maker(pack, options, documents, Cache(pack, conduct.cache), conduct), unread, *chosen)

    def run(self, take: Callable[[Built], object]) -> None:
        """Make all files; each is handed over at once, also those that are to be left out then."""
        try:
            with closing(self.maker.all(self.languages, self.parts)) as items:
                for item in items:
                    take(item)
                    self.built.append(item)
        finally:
            self.maker.cache.keep()
        faulty = self.maker.faulty
        self.left_out = [item for item in self.built if item.name.partition("/")[0] in faulty]
        self.built = [item for item in self.built if item not in self.left_out]

    @property
    def some(self) -> bool:
        """Whether these are not all files of the pack, so that others of an earlier build may stand beside them."""
        options = self.maker.options
        return bool(options.languages or options.parts or self.maker.faulty or not self.unread.ok)

    def manifest(self, known: Mapping[str, Any]) -> str:
        """What stands on which sheet, also of `known` files of an earlier build."""
        pack = self.maker.pack
        entries = {**known, **{item.name: item.entry() for item in self.built}}
        files = [entries[name] for name in sorted(entries)]
        head = {
            "pack": pack.id,
            "version": pack.head.version,
            "made_by": f"santy_print {__version__}",
            "files": files,
        }
        return json.dumps(head, indent=1, ensure_ascii=False) + "\n"

    def check(self) -> None:
        """PartlyBuilt where some languages have faults."""
        if self.maker.faulty or not self.unread.ok:
            take(self.unread, self.maker.report)
            raise PartlyBuilt(self.unread, self.built)


def _read_manifest(path: Path) -> dict[str, Any]:
    """What an earlier build made, so that building one part does not forget the others.

    An unreadable one is forgotten.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["files"]
        return {entry["file"]: entry for entry in entries if (path.parent / entry["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


@dataclass(frozen=True, slots=True)
class _Task:
    """Files of one language that are made one after the other: parts of sheets, or documents.

    What is made of several `languages` at once is of none.
    """

    language: str
    parts: tuple[str, ...]
    languages: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """Its language; several are one, as a set in two languages has them."""
        return self.language or JOINT.join(self.languages)

    def without(self, known: Collection[str]) -> _Task:
        """What is left of it."""
        return replace(self, parts=tuple(part for part in self.parts if part not in known))


@dataclass(frozen=True, slots=True)
class _Done:
    """What came of a task: files by part (none where a face has a fault), faults, and what a cache may keep of it."""

    made: dict[str, Made | None]
    faults: tuple[Diagnostic, ...]
    harvest: Harvest | None = None


@dataclass(slots=True)
class _Maker:
    """Makes the files of a build, or finds them made; the sheets of all languages first, which tell faults of faces."""

    pack: Pack
    options: Options
    documents: Mapping[str, Maker]
    cache: Cache
    conduct: Conduct
    report: Report = field(default_factory=Report)
    """What was found in all languages."""
    faulty: set[str] = field(default_factory=set)
    """The languages in which something has a fault."""

    def all(self, languages: Sequence[str], parts: Sequence[str]) -> Generator[Built, None, None]:
        """All files in their order, those of faulty languages among them; PackError where no language is without fault.

        That may be known before documents are made. Warnings are passed on where there is nothing worse.
        """
        sheets = tuple(part for part in parts if part not in self.documents)
        whole = tuple(part for part in parts if self._is_whole(part))
        rest = tuple(part for part in parts if part in self.documents and part not in whole)
        rows = [_Task(language, sheets) for language in languages if sheets]
        rows += [_Task(language, rest) for language in languages if rest]
        rows += [_Task("", whole, tuple(languages))] if whole else []
        kept = [self._kept(row) for row in rows]
        left = [row.without(known) for row, known in zip(rows, kept, strict=True)]
        with closing(self._results([task for task in left if task.parts])) as results:
            for row, known, task in zip(rows, kept, left, strict=True):
                done = next(results) if task.parts else _Done({}, ())
                take(self.report, (fault for made in known.values() for fault in warnings_of(made, self.pack) or ()))
                take(self.report, done.faults)
                if any(fault.severity == "error" for fault in done.faults):
                    self.faulty.add(row.language)
                    if self.faulty.issuperset(row.language for row in rows):
                        raise PackError(self.report)
                for part in row.parts:
                    made = known.get(part) or done.made[part]
                    yield from map(Built.of, made.items if made else ())
        if not self.faulty:
            take(self.conduct.report, self.report)

    def _is_whole(self, part: str) -> bool:
        """Whether a part is made once, for all languages."""
        document = self.documents.get(part)
        return isinstance(document, Document) and document.whole

    def _kept(self, row: _Task) -> dict[str, Made]:
        """What was made before."""
        found = {}
        for part in row.parts:
            if part not in self.documents or _is_ours(self.documents[part]):
                made = self.cache.find(row.spoken, self._what(part), partial(self._fits, row.language, part))
                if made is not None:
                    self.conduct.progress(self._shown(row.language, part))
                    found[part] = made
        return found

    def _what(self, part: str) -> tuple[Any, ...]:
        """What tells a file from all others of a language: its part, and the options that bear on it."""
        if part in self.documents:
            return ("document", part, self.options.setup, self.options.ink, self.options.printer)
        return ("part", part, replace(self.options, languages=(), parts=()))  # and any option that comes

    def _fits(self, language: str, part: str, made: Made) -> bool:
        """Whether kept files are such as are made here."""
        name = None if part in self.documents else file_name(language, part, self.options)
        return keeps(made, language, name) and warnings_of(made, self.pack) is not None

    def _shown(self, language: str, part: str) -> str:
        if self._is_whole(part):
            return part
        return f"{language}/{part}" if part in self.documents else f"{language}/{part}.pdf"

    def _results(self, tasks: Sequence[_Task]) -> Generator[_Done, None, None]:
        """What comes of tasks, in their order; where they are many, several processes work at them."""
        jobs = min(self.conduct.jobs, len(tasks))
        start = self._started() if jobs > 1 and sum(len(task.parts) for task in tasks) >= WORTH else None
        if start is None:
            yield from (self.do(task, self.conduct.progress) for task in tasks)
            return
        plan = Plan(jobs, start, near=_language, copied=may_copy())
        with closing(in_order(plan, tasks, self.conduct.progress)) as results:
            for done in results:
                self.cache.take_over(done.harvest or Harvest([], {}))
                yield done

    def _started(self) -> Callable[[], Work[_Task, _Done]] | None:
        """How another process gets to work on the same pack; None where it cannot."""
        if may_copy():
            return lambda: self.work
        ours = all(map(_is_ours, self.documents.values())) and self.documents.keys() <= documents_of(self.pack).keys()
        if not ours or any(code == PSEUDO[0] or JOINT in code for code in self.pack.locales):
            return None
        root = self.pack.report.pack or str(self.pack.root)
        return partial(_again, root, data_of(self.pack), self.options, tuple(self.documents), self.conduct.cache)

    def work(self, task: _Task, tell: Callable[[str], None]) -> _Done:
        """Do a task in a process that works for another, which is given all that is to be kept."""
        done = self.do(task, tell)
        return replace(done, harvest=self.cache.hand_over())

    def do(self, task: _Task, tell: Callable[[str], None]) -> _Done:
        """Make the files of a task."""
        report = Report()
        made: dict[str, Made | None] = {}
        for part in task.parts:
            tell(self._shown(task.language, part))
            make: Callable[[], Made | None] = partial(self._document, task, part)
            if part not in self.documents:
                make = partial(self._part, task.language, part, report)
            elif not _is_ours(self.documents[part]):
                made[part] = _trying(report, make)
                continue
            fits = partial(self._fits, task.language, part)
            made[part] = _trying(report, partial(self.cache.made, task.spoken, self._what(part), make, fits))
        return _Done(made, tuple(report))

    def _part(self, language: str, part: str, report: Report) -> Made | None:
        """One file of sheets, or none where it has no pieces; None where a face has a fault."""
        faces = Faces(self.pack, self.pack.locales[language], self.options.ink, self.cache.recall)
        copies = list(copies_of(faces, part))
        judge(copies, faces, self.options.setup.bleed)
        if not copies and faces.report.ok:
            say_empty(self.pack, part, faces.report)
            take(report, faces.report)
            return made_with((), faces.report.sorted(), self.pack)
        check_words(faces, part)
        if self.options.stamp:
            stamp = Stamp(faces)
            copies = [replace(copy, front=stamp(copy.front)) for copy in copies]
        pages = sheets_of(faces, part, copies, self.options)
        take(report, faces.report)
        if not faces.report.ok:
            return None
        made = built_part(faces, part, pages, self.options)
        made = replace(made, copies=dict(sorted(Counter(copy.front.key for copy in copies).items())))
        return made_with((made.item(),), faces.report.sorted(), self.pack)

    def _document(self, task: _Task, part: str) -> Made:
        """The files of a document."""
        options, folder = self.options, f"{task.language}/" if task.language else ""
        languages = task.languages or (task.language,)
        how = (options.setup, options.ink, self.cache.recall, options.printer)
        found = self.documents[part](Commission(self.pack, languages[0], *how, languages))
        files = (Built(f"{folder}{name}", data, page_count(data), {}) for name, data in found.items())
        return Made(tuple(built.item() for built in files))


def _trying(report: Report, make: Callable[[], Made | None]) -> Made | None:
    """What is made; None, and reported, where a language has faults for which it cannot be."""
    try:
        return make()
    except PackError as fault:
        take(report, fault.report)
        return None


def _again(root: str, data: str, options: Options, names: Sequence[str], cache: Path | None) -> Work[_Task, _Done]:
    """The same work in a process that is no copy of the one that asks for it."""
    pack, _ = load_pack(root).without_faulty(options.languages)
    if data_of(pack) != data:
        raise OSError(f"{root} was changed while it was built; build it again")
    known = documents_of(pack)
    return _Maker(pack, options, {name: known[name] for name in names}, Cache(pack, cache), Conduct()).work


def _language(task: _Task) -> str:
    return task.language


def _is_ours(document: Maker) -> bool:
    """Whether a document is made by a plain function of santy_print, which the program's hash speaks for."""
    document = document.make if isinstance(document, Document) else document
    name = f"{getattr(document, '__module__', '')}:{getattr(document, '__qualname__', '<')}"
    return name.startswith("santy_print.") and "<" not in name


def page_count(data: bytes) -> int:
    """How many pages a PDF has; 0 for a file of another kind."""
    if not data.startswith(b"%PDF"):
        return 0
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return len(document)
    finally:
        document.close()

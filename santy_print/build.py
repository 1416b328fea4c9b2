"""Build: a pack and options in, files out, whole or not at all, and a manifest of what is on which sheet."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from santy_print import __version__
from santy_print.cache import Cache, Made
from santy_print.diag import PackError, Report, take
from santy_print.documents import Commission, Document
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.output import staged
from santy_print.pack import Pack
from santy_print.parts import Options, choose, copies_of, say_empty
from santy_print.parts.pages import Built, built_part, file_name, judge, keeps, noted, sheets_of
from santy_print.parts.words import check_words
from santy_print.vouch import files_of

Maker = Callable[[Commission], dict[str, bytes]]
"""Who makes more files for one language (rulebook, answers): a `Document`, or any function; names and bytes out."""


def build(
    pack: Pack,
    out: Path,
    options: Options,
    documents: Mapping[str, Maker],
    progress: Callable[[str], None] = lambda name: None,
    cache: Path | None = None,
) -> list[Built]:
    """Build the set into OUT/<pack>/<language>/ and write OUT/<pack>/manifest.json last.

    `documents` are further parts by name. `progress` hears each file's name before it is made. What was made before
    from the same is taken from the folder `cache`. Raises PackError with every fault of every face, or OSError; the
    files of the last build then stay as they were.
    """
    pack.checked()
    languages, parts = choose(pack, options, files_of(documents))
    built: list[Built] = []
    with staged(out / pack.id) as stage:
        maker = _Maker(pack, options, documents, progress, Cache(pack, cache))
        try:
            for item in maker.all(languages, parts):
                stage.write(item.name, item.data)
                built.append(item)
        finally:
            maker.cache.keep()
        if options.zones:
            return built
        known = {} if not (options.languages or options.parts) else _read_manifest(out / pack.id / "manifest.json")
        entries = known | {item.name: item.entry() for item in built}
        files = [entries[name] for name in sorted(entries)]
        head = {
            "pack": pack.id,
            "version": pack.head.version,
            "made_by": f"santy_print {__version__}",
            "files": files,
        }
        stage.write("manifest.json", json.dumps(head, indent=1, ensure_ascii=False) + "\n")
    return built


def _read_manifest(path: Path) -> dict[str, Any]:
    """What an earlier build made, so that building one part does not forget the others.

    An unreadable one is forgotten.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["files"]
        return {entry["file"]: entry for entry in entries if (path.parent / entry["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


@dataclass(slots=True)
class _Maker:
    """Makes the files of a build, or finds them made; the sheets of all languages first, which tell faults of faces."""

    pack: Pack
    options: Options
    documents: Mapping[str, Maker]
    progress: Callable[[str], None]
    cache: Cache
    report: Report = field(default_factory=Report)

    def all(self, languages: Sequence[str], parts: Sequence[str]) -> Iterator[Built]:
        """All files in their order; PackError after the sheets where a face has a fault."""
        notes: list[str] = []
        how = replace(self.options, languages=(), parts=())  # each option has its say, and so has one that comes
        for language in languages:
            for part in parts:
                if part not in self.documents:
                    self.progress(f"{language}/{part}.pdf")
                    fits = partial(keeps, language=language, sheets=file_name(language, part, how))
                    made = self.cache.made(language, ("part", part, how), partial(self._part, language, part), fits)
                    if made is not None:
                        notes += made.notes
                        yield from map(Built.of, made.items)
        if not self.report.ok:
            raise PackError(self.report)
        for message in dict.fromkeys(notes):
            self.progress(f"warning: {message}")
        for language in languages:
            for part in parts:
                if part in self.documents:
                    self.progress(f"{language}/{part}")
                    make = partial(self._document, language, part)
                    paper = ("document", part, self.options.setup, self.options.ink, self.options.printer)
                    known = _is_ours(self.documents[part])
                    fits = partial(keeps, language=language)
                    files = self.cache.made(language, paper, make, fits) if known else make()
                    yield from map(Built.of, files.items if files else ())

    def _part(self, language: str, part: str) -> Made | None:
        """One file of sheets, or none where it has no pieces; None where a face has a fault."""
        faces = Faces(self.pack, self.pack.locales[language], self.options.ink, self.cache.lend)
        copies = list(copies_of(faces, self.pack.files["components"].parts[part]))
        judge(copies, faces, self.options.setup.bleed)
        if not copies and faces.report.ok:
            say_empty(self.pack, part, faces.report)
            return Made((), tuple(map(noted, faces.report.sorted())))
        check_words(faces, part)
        if self.options.stamp:
            stamp = Stamp(faces)
            copies = [replace(copy, front=stamp(copy.front)) for copy in copies]
        pages = sheets_of(faces, part, copies, self.options)
        take(self.report, faces.report)
        if not faces.report.ok:
            return None
        made = built_part(faces, part, pages, self.options)
        made = replace(made, copies=dict(sorted(Counter(copy.front.key for copy in copies).items())))
        return Made((made.item(),), tuple(map(noted, faces.report.sorted())))

    def _document(self, language: str, part: str) -> Made:
        """The files of a document."""
        options = self.options
        lend, printer = self.cache.lend, options.printer
        found = self.documents[part](Commission(self.pack, language, options.setup, options.ink, lend, printer))
        files = (Built(f"{language}/{name}", data, page_count(data), {}) for name, data in found.items())
        return Made(tuple(built.item() for built in files))


def _is_ours(document: Maker) -> bool:
    """Whether a document is made by a plain function of the house, which its program's hash speaks for."""
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

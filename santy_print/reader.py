"""Reader: the folders of a pack, the nearest first, in; each of its YAML files out, one tree of all that they say.

None is read from outside these folders, not too many are, and not too much.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, SourceFile, Span, register
from santy_print.folders import MAX_FILES, inside, shown_as, words_in
from santy_print.overlay import Overlay, flattened
from santy_print.source import Entry, Map, load_yaml, read_text
from santy_print.spreadsheet import SAVE_AS, find_rows, foreign, is_spreadsheet

if TYPE_CHECKING:
    from santy_print.markdown import Prose

register("pack-outside", "a file name leads out of the pack's folder")
register("pack-too-large", "the files of a pack are more or larger than a pack may hold")
register("pack-two", "a pack says the same in two files, and only one can count")

MAX_YAML_BYTES = 20_000_000


class Reader:
    """Reads the YAML files of one pack and of those it extends: none from outside, not too many, not too much."""

    def __init__(self, layers: tuple[Path, ...], report: Report) -> None:
        self.layers = layers
        self.report = report
        self.overlay = Overlay(report)
        self.gathered = ""
        """The name of the file that the spreadsheets beside it belong to."""
        self.below: dict[str, Map] = {}
        """Each file of the pack's own as the packs that it extends have it."""
        self.written: dict[str, list[Map]] = {}
        """Each file as the pack and those that it extends have it, the farthest first."""
        self._names: set[str] = set()
        self._bytes = 0

    def there(self, name: str) -> bool:
        """True where some layer has the file."""
        return any(self._holds(root, name) for root in self.layers)

    def _holds(self, root: Path, name: str) -> bool:
        """True where a layer has the file, or spreadsheets that stand for it."""
        return os.path.lexists(root / name) or (name == self.gathered and any(map(is_spreadsheet, root.iterdir())))

    def read(self, name: str) -> Map | None:
        """One file by its name in the pack, with `/` between folder and file, and what it extends."""
        holders = [root for root in self.layers if self._holds(root, name)] or [self.layers[0]]
        words = self.words(name)
        made: Map | None = words
        read = [self._one(root, name) for root in reversed(holders)]  # all of them, each for its own faults
        nodes = [node for node in read if node is not None]
        if len(nodes) < len(read):
            return None
        self.written[name] = nodes
        for number, node in enumerate(nodes):
            if name.startswith("locale/") and (len(holders) > 1 or words is not None):
                node = flattened(node, self.report)
            known = dict(self.overlay.new)
            if made is not None and number == len(nodes) - 1:
                self.below[name] = made
            below, made = made, self.overlay.merge(made, node) if made is not None else node
            if below is words and words is not None:  # what a pack says besides is its own, and no slip
                self.overlay.new, made = known, _own_first(made, node)
            if made is node and name == "pack.yaml" and len(holders) > 1:
                made = Map({key: made.entries[key] for key in made.entries if key != "id"}, made.span)
        return made

    def words(self, name: str) -> Map | None:
        """What any game says, for a file of words: in its language, or in that without its region."""
        folder, _, code = name.removesuffix(".yaml").rpartition("/")
        path = words_in(folder, code) if folder in ("locale", "locale/seen") else None
        if path is None:
            return None
        node = load_yaml(path, f"content/words/{folder}/{path.name}", self.report, len(self.layers))
        return flattened(node) if node is not None else None

    def _one(self, root: Path, name: str) -> Map | None:
        path, shown = root / name, f"{shown_as(root)}/{name}"
        if not self._may(root, name):
            return None
        depth = self.layers.index(root)
        if name != self.gathered:
            return load_yaml(path, shown, self.report, depth)
        if not self._holds(root, name) and (other := next(foreign(root, path.stem), None)):
            self.report.error("file-missing", f"{shown} is not there, and {other.name} is not read", None, SAVE_AS)
            return None
        there = os.path.lexists(path) or not self._holds(root, name)
        node = load_yaml(path, shown, self.report, depth) if there else Map({}, Span(SourceFile(shown, ""), 1, 1, 1, 1))
        return (
            find_rows(node, self._spreadsheets(root), shown_as(root), self.report, depth) if node is not None else None
        )

    def _spreadsheets(self, root: Path) -> dict[Path, bool]:
        """The spreadsheets of a layer, and of each whether it may be read."""
        found = sorted(filter(is_spreadsheet, root.iterdir())) if root.is_dir() else []
        return {path: self._within(root, path.name) for path in found}

    def prose(self, name: str, languages: Sequence[str], source: str) -> tuple[Prose | None, Report] | None:
        """What the nearest layer writes in Markdown, each language in a file of its own, and what is wrong with it.

        None where that layer writes it in YAML, or nobody writes it at all.
        """
        root = next(
            (root for root in self.layers if any(map(os.path.lexists, (root / f"{name}.md", root / f"{name}.yaml")))),
            None,
        )
        if root is None or not os.path.lexists(root / f"{name}.md"):
            return None
        from santy_print.markdown import read_prose

        found, own = Report(), self.report
        self.report = found
        named = {source: f"{name}.md", **{code: f"{name}.{code}.md" for code in languages if code != source}}
        there = {code: file for code, file in named.items() if os.path.lexists(root / file)}
        files = {code: self._text(root, file) for code, file in there.items()}
        self.report = own
        read = {code: file for code, file in files.items() if file is not None}
        if source in read and os.path.lexists(root / f"{name}.yaml"):
            message = f"the {name} stands in {name}.md and in {name}.yaml"
            found.error("pack-two", message, read[source].at(0), "keep one of the two")
        return (read_prose(read, source, found) if source in read else None), found

    def _text(self, root: Path, name: str) -> SourceFile | None:
        """One file of a layer as text, where it lies within the pack and its bounds."""
        shown, depth = f"{shown_as(root)}/{name}", self.layers.index(root)
        return read_text(root / name, shown, self.report, depth) if self._may(root, name) else None

    def _may(self, root: Path, name: str) -> bool:
        """Whether a file may be read: it lies in the pack, and not too many are read, nor too much."""
        path, shown = root / name, f"{shown_as(root)}/{name}"
        self._names.add(f"{root}/{name}")
        if not self._within(root, name):
            return False
        if path.is_file():
            self._bytes += path.stat().st_size
        if len(self._names) > MAX_FILES or self._bytes > MAX_YAML_BYTES:
            bounds = f"at most {MAX_FILES} files and {MAX_YAML_BYTES // 1_000_000} MB together"
            self.report.error("pack-too-large", f"{shown} is too much for one pack", None, bounds)
            return False
        return True

    def _within(self, root: Path, name: str) -> bool:
        """Whether a file is no link out of its layer's folder."""
        if not os.path.lexists(root / name) or inside(root / name, root):
            return True
        message = f"{shown_as(root)}/{name} is a link that leads out of the pack's folder"
        self.report.error("pack-outside", message, None, "put the file itself there")
        return False

    def gives_up(self) -> PackError:
        """The error for a pack whose head cannot be used; its other files are read for their own faults."""
        root = self.layers[0]
        for folder in ("", "locale"):
            paths = sorted((root / folder).glob("*.yaml"))
            for name in (path.relative_to(root).as_posix() for path in paths[:MAX_FILES]):
                if f"{root}/{name}" not in self._names:
                    self._one(root, name)
        return PackError(self.report)


def _own_first(made: Map, own: Map) -> Map:
    """A file of words with a pack's own texts first, in its order, and those that any game says after them."""
    entry, own_texts = made.entries.get("texts"), own.get("texts")
    if entry is None or not isinstance(entry.value, Map) or not isinstance(own_texts, Map):
        return made
    texts = entry.value.entries
    ordered = {key: texts[key] for key in own_texts.entries if key in texts} | texts
    return Map({**made.entries, "texts": Entry(entry.key, Map(ordered, entry.value.span))}, made.span)

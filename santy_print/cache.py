"""Cache: finished files and faces of earlier builds, found again as long as what they were made from is the same.

The key of an entry is a hash of its inputs: santy_print (program, templates, fonts, libraries), the pack's data,
layouts, pictures and fonts, the language's grammar and words, the options. Texts are no part of the key, because they
change most often. Instead, while a file is made, a `Listener` records which texts are read; the entry lists them with
their hashes and is used only while they are unchanged. So a new effect of one card makes the sheets with that card
anew, and no others.

Faces are kept one by one (`Memo`). For them it is recorded, too, which names of things and which of the pack's data
(`DATA`) their layout reads, instead of hashing all of it. So a face is found again after other data changed, and in
every pack where it is the same.

An entry holds plain bytes with a checksum over its key and content, never code. One that is damaged, of another
version, or of an unexpected shape counts as missing, and so do links, folders and pipes in its place. No fault of the
cache is an error: where its folder cannot be used, everything is made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from santy_print import __version__
from santy_print.diag import Report
from santy_print.folders import data_folder
from santy_print.pack import RULEBOOK, Pack
from santy_print.registry import Game, code_of, files_in
from santy_print.source import plain
from santy_print.text import Locale, Texts

if TYPE_CHECKING:
    from santy_print.source import Scalar
    from santy_print.text.templates import Template

VARIABLE = "SANTY_CACHE"
"""The variable of the surroundings that names another folder, or `off`."""
MAX_BYTES = 256_000_000
"""So much is kept; what was not used for longest goes first."""
MAX_SHARE = 0.25
"""An entry larger than this share of it is not kept."""
MAX_TWINS = 4
"""So many entries with the same key and other texts are kept: builds before and after a change of words."""
MAX_MEMOS, MAX_BOOK = 600, 8_000_000
"""At most so many faces are held in memory for other files of the same build, and at most so many bytes of them are
written for the next build, so that a large pack fills neither the memory nor the folder."""
MAX_PACK_BYTES, MAX_PACK_FILES = 400_000_000, 5_000
TEMPORARY = ".new-"
FORM = b"santy-cache-2\n"
LIBRARIES = (
    "babel", "brotli", "cssselect2", "fonttools", "jinja2", "markdown-it-py", "pillow", "pillow-heif", "pydantic",
    "pypdfium2", "pyphen", "python-calamine", "pyyaml", "reportlab", "resvg_py", "segno", "skia-pathops", "tinycss2",
    "typst", "uharfbuzz", "uniseg",
)  # fmt: skip
"""Libraries whose version can change the bytes of a file, as Python and its zlib can. The extra rl_accel cannot."""


@dataclass(frozen=True, slots=True)
class Item:
    """A finished file: its name, its bytes, and what a manifest says of it, as plain data."""

    name: str
    data: bytes
    says: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """Finished files that belong together, and the warnings that came up as they were made."""

    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    lasts: bool = True
    """Whether they may be kept: not with a warning that cannot be written down."""


def default_folder(surroundings: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """The user's cache folder for this program, or the one that `SANTY_CACHE` names; None where it says `off`."""
    named = surroundings.get(VARIABLE, "")
    if named:
        return None if named.casefold() in ("off", "none", "no", "0") else Path(named).expanduser()
    try:
        home = Path.home()
    except RuntimeError:  # nobody's account
        return None
    if platform == "win32":
        return Path(surroundings.get("LOCALAPPDATA") or home / "AppData" / "Local") / "santy_print" / "Cache"
    if platform == "darwin":
        return home / "Library" / "Caches" / "santy_print"
    given = surroundings.get("XDG_CACHE_HOME", "")
    return (Path(given) if os.path.isabs(given) else home / ".cache") / "santy_print"  # a relative one is no one


# --- entries ------------------------------------------------------------------------------------------------------


class Store:
    """Entries in a folder, by key. Twins are entries of one key whose texts differ."""

    def __init__(self, folder: Path, limit: int = MAX_BYTES) -> None:
        """Nothing is read or made yet."""
        self.folder, self.limit = folder, limit

    def find(
        self,
        key: str,
        holds: Callable[[Mapping[str, str]], bool] = lambda _: True,
        fits: Callable[[Made], bool] = lambda _: True,
    ) -> Made | None:
        """The most recently used entry of a key whose texts are unchanged (`holds`) and whose files fit the caller."""
        for path in self._twins(key):
            with suppress(OSError):
                found = unpacked(key, self._read(path))
                if found is not None and holds(found[0]) and fits(found[1]):
                    os.utime(path)
                    return found[1]
        return None

    def _read(self, path: Path) -> bytes:
        """The bytes of an entry's file; none where it is a link, a pipe, or larger than any entry."""
        seen = path.lstat()
        if not stat.S_ISREG(seen.st_mode) or seen.st_size > self.limit * MAX_SHARE:
            return b""
        with open(os.open(path, _READ), "rb") as stream:
            return stream.read() if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else b""

    def put(self, key: str, texts: Mapping[str, str], made: Made) -> None:
        """Keep an entry, if there is room for one so large."""
        data = packed(key, texts, made)
        if len(data) > self.limit * MAX_SHARE:
            return
        with suppress(OSError):
            self._write(self._path(key, texts), data)
            for path in self._twins(key)[MAX_TWINS:]:
                path.unlink(missing_ok=True)

    @staticmethod
    def _write(path: Path, data: bytes) -> None:
        """Whole or not at all, and without waiting for the disk: an entry that got lost is only made again."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
        try:
            temporary.write_bytes(data)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)

    def tidy(self) -> None:
        """Let go of what was not used for longest, until the rest is within the bound."""
        found: list[tuple[float, int, Path]] = []
        with suppress(OSError):
            for path in self.folder.glob("??/*"):
                with suppress(OSError):
                    seen = path.lstat()
                    left_behind = path.name.startswith(TEMPORARY) and seen.st_mtime < time.time() - 3600
                    found.append((0.0 if left_behind else seen.st_mtime, seen.st_size, path))
        total = sum(size for _, size, _ in found)
        for last, size, path in sorted(found):
            if total <= self.limit and last:
                break
            with suppress(OSError):
                path.unlink()
                total -= size

    def _path(self, key: str, texts: Mapping[str, str]) -> Path:
        return self.folder / key[:2] / f"{key[2:]}-{digest(sorted(texts.items()))[:16]}"

    def _twins(self, key: str) -> list[Path]:
        found: list[tuple[float, Path]] = []
        with suppress(OSError):
            found += [(-path.stat().st_mtime, path) for path in (self.folder / key[:2]).glob(f"{key[2:]}-*")]
        return [path for _, path in sorted(found)]


_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"))


def packed(key: str, texts: Mapping[str, str], made: Made) -> bytes:
    """An entry as bytes: its form, a checksum of its key and all that follows, a head in JSON, the files."""
    files = [{"name": item.name, "size": len(item.data), "says": dict(item.says)} for item in made.items]
    head = json.dumps({"texts": dict(texts), "notes": made.notes, "files": files}).encode("ascii")
    body = b"".join((len(head).to_bytes(8, "big"), head, *(item.data for item in made.items)))
    return FORM + _checksum(key, body) + body


def _checksum(key: str, body: bytes | memoryview) -> bytes:
    made = hashlib.sha256(key.encode("ascii") + b"\n")
    made.update(body)
    return made.digest()


def unpacked(key: str, data: bytes) -> tuple[dict[str, str], Made] | None:
    """The entry of a key from bytes; None where they are not exactly what was written for it."""
    start = len(FORM) + 32
    body = memoryview(data)[start:]
    if not data.startswith(FORM) or _checksum(key, body) != data[len(FORM) : start]:
        return None
    size = int.from_bytes(body[:8], "big")
    try:
        head = json.loads(bytes(body[8 : 8 + size]))
    except (ValueError, RecursionError):
        return None
    if not _is_head(head) or 8 + size + sum(file["size"] for file in head["files"]) != len(body):
        return None
    items, at = [], start + 8 + size
    for file in head["files"]:
        items.append(Item(file["name"], data[at : at + file["size"]], file["says"]))
        at += file["size"]
    return head["texts"], Made(tuple(items), tuple(head["notes"]))


def _is_head(head: Any) -> bool:
    """Whether a value from JSON is the head of an entry: whoever can write a file can write a checksum, too."""
    return (
        isinstance(head, dict)
        and head.keys() == {"texts", "notes", "files"}
        and is_table(head["texts"], str)
        and isinstance(head["notes"], list)
        and all(isinstance(note, str) for note in head["notes"])
        and isinstance(head["files"], list)
        and all(map(_is_file, head["files"]))
    )


def _is_file(file: Any) -> bool:
    return (
        isinstance(file, dict)
        and file.keys() == {"name", "size", "says"}
        and isinstance(file["name"], str)
        and type(file["size"]) is int
        and file["size"] >= 0
        and isinstance(file["says"], dict)
    )


def is_table(value: Any, kind: type) -> bool:
    """Whether a value from JSON is a mapping whose values are all of exactly one kind."""
    return isinstance(value, dict) and all(type(one) is kind for one in value.values())


_ACTIVE: ContextVar[tuple[Store, str] | None] = ContextVar("store", default=None)
_Value = TypeVar("_Value")


def remembered(
    kind: str,
    given: tuple[bytes | str, ...],
    make: Callable[[], _Value],
    plain: Callable[[_Value], bytes | None],
    back: Callable[[bytes], _Value | None],
) -> _Value:
    """A value made of some bytes, such as a parsed picture; within a build with a cache, taken from there.

    `given` is all that the value depends on. `plain` turns it into bytes (None: do not keep it), `back` turns these
    into the value again (None: they are not what `plain` writes).
    """
    active = _ACTIVE.get()
    if active is None:
        return make()
    store, ground = active
    parts = [part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in given]
    key = digest(ground, kind, [hashlib.sha256(part).hexdigest() for part in parts])
    kept = store.find(key)
    found = back(kept.items[0].data) if kept is not None and len(kept.items) == 1 else None
    if found is not None:
        return found
    made = make()
    data = plain(made)
    if data is not None:
        store.put(key, {}, Made((Item(kind, data, {}),)))
    return made


def lasting(kind: str, given: tuple[bytes | str, ...], make: Callable[[], bytes]) -> bytes:
    """Bytes that are made of some others and of nothing else, in the user's cache folder for all packs and commands.

    `given` is all that they depend on, what makes them among it.
    """
    folder = default_folder()
    if folder is None:
        return make()
    store, parts = Store(folder), [part if isinstance(part, bytes) else part.encode("utf-8") for part in given]
    key = digest(kind, [hashlib.sha256(part).hexdigest() for part in parts])
    kept = store.find(key)
    if kept is not None and len(kept.items) == 1:
        return kept.items[0].data
    data = make()
    store.put(key, {}, Made((Item(kind, data, {}),)))
    return data


def use_folder(folder: Path | None) -> None:
    """From now on have this process and those that it starts keep what is made in another folder, or nowhere."""
    os.environ[VARIABLE] = "off" if folder is None else str(folder)


# --- what goes in -------------------------------------------------------------------------------------------------


def digest(*values: Any) -> str:
    """A hash of plain data."""
    return hashlib.sha256(json.dumps(values, ensure_ascii=True, default=repr).encode("ascii")).hexdigest()


def program_hash(game: Game) -> str:
    """A hash of the program: its version and files, its templates, fonts and rulebooks, Python and the libraries.

    The code of a game that another distribution brought is part of it.
    """
    from importlib.metadata import PackageNotFoundError, version

    versions = []
    for name in LIBRARIES:
        try:
            versions.append((name, version(name)))
        except PackageNotFoundError:
            versions.append((name, ""))
    found = [(root, path) for root in (Path(__file__).parent, data_folder("templates")) for path in files_in(root)]
    found += [(data_folder("content"), path) for path in data_folder("content").glob("*/rulebook.yaml")]
    found += code_of(game)
    hashes = sorted((path.relative_to(root).as_posix(), file_hash(path)) for root, path in found)
    return digest(__version__, sys.version, zlib.ZLIB_RUNTIME_VERSION, versions, hashes)


def file_hash(path: Path) -> str:
    """A file's hash."""
    seen = path.stat()
    return _hash_of(path, seen.st_size, seen.st_mtime_ns)


@lru_cache(maxsize=4096)
def _hash_of(path: Path, size: int, changed: int) -> str:
    """A file's hash, computed once for a size and time of change."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def things(pack: Pack) -> str | None:
    """A hash of the files that a pack's faces and documents are made of; None where `files_of` has none.

    The same for the same files elsewhere: where a pack lies shows nowhere.
    """
    with suppress(OSError):
        found = files_of(pack.layers)
        return digest(found, _blocks(pack)) if found is not None else None
    return None


def files_of(roots: Iterable[Path]) -> list[tuple[int, str, str]] | None:
    """The drawings, layouts, fonts and rulebook of a pack's layers with their hashes; OSError for one unreadable.

    None where they are too many, or are not plain files.
    """
    found: list[tuple[int, str, str]] = []
    total = 0
    for layer, root in enumerate(roots):
        for path in _things(root):
            seen = path.lstat()
            total += seen.st_size
            if not stat.S_ISREG(seen.st_mode) or total > MAX_PACK_BYTES or len(found) >= MAX_PACK_FILES:
                return None
            found.append((layer, path.relative_to(root).as_posix(), file_hash(path)))
    return found


def _blocks(pack: Pack) -> Any:
    """What a rulebook in Markdown has where; its words are followed one by one, as all others."""
    if not any(os.path.lexists(root / f"{RULEBOOK}.md") for root in pack.layers):
        return None
    node = pack.read(f"{RULEBOOK}.yaml", Report())
    return plain(node) if node is not None else "unreadable"


def _things(root: Path) -> Iterator[Path]:
    """The files of a pack's folder that its faces and documents may be made of; a link to a folder counts as a file."""
    if os.path.lexists(root / "rulebook.yaml"):
        yield root / "rulebook.yaml"
    for top in (root / name for name in ("art", "faces", "fonts")):
        if top.is_symlink():
            yield top
            continue
        for folder, folders, names in os.walk(top):
            folders.sort()
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            yield from (Path(folder) / name for name in sorted([*names, *links]))


def data_of(pack: Pack) -> str:
    """A hash of a pack's typed data; comments, order within a line and where it stands are no part of it."""
    files = {stem: model.model_dump_json() for stem, model in pack.files.items() if model is not None}
    return digest(pack.id, pack.head.model_dump_json(), files)


def looks_of(pack: Pack) -> str | None:
    """A hash of what any face of a pack may be drawn with: pictures, layouts and fonts as they are found, colours.

    The same in every pack of a game where these are: which of the packs it extends has a file makes no difference; the
    game brings layouts of its own. None where a file cannot be read.
    """
    found: dict[str, str] = {}
    try:
        for root in pack.layers:
            for path in _things(root):
                found.setdefault(path.relative_to(root).as_posix(), file_hash(path))
    except OSError:
        return None
    found.pop("rulebook.yaml", None)
    head = pack.head.model_dump_json(include={"game", "source_language", "palette", "fonts"})
    return digest(head, list(pack.head.palette), sorted(found.items()))


DATA = ("all", "game", "pack")
"""The names by which a layout's expressions read data of the pack besides their own item."""


def data_read(pack: Pack) -> dict[str, Mapping[str, Any]]:
    """What layouts may read of a pack by each of the names in `DATA`."""
    game = pack.collections.get("game") or [{}]
    return {"all": pack.collections, "game": game[0], "pack": pack.head.model_dump()}


def read_of(pack: Pack, name: str) -> Any:
    """A value of the pack's data by its name in `DATA` and its key (`game letters`), or all values (`game *`)."""
    what, _, key = name.partition(" ")
    values = data_read(pack).get(what, {})
    return dict(values) if key == Followed.ALL else values.get(key)


# --- texts --------------------------------------------------------------------------------------------------------


class Followed(Mapping[str, Any]):
    """A mapping that reports each key that is read to `tell`."""

    ALL = "*"
    """What it reports where all keys, or their number, are read."""
    __slots__ = ("_tell", "_values")

    def __init__(self, values: Mapping[str, Any], tell: Callable[[str], None]) -> None:
        """The same values."""
        self._values, self._tell = values, tell

    def __getitem__(self, key: str) -> Any:
        self._tell(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._tell(self.ALL)
        return iter(self._values)

    def __len__(self) -> int:
        self._tell(self.ALL)
        return len(self._values)

    def __repr__(self) -> str:
        self._tell(self.ALL)
        return repr(self._values)


class _ObservedTexts(Texts):
    """The texts of a language, reporting the key of each that is read."""

    def __init__(self, texts: Mapping[str, Any], tell: Callable[[str], None]) -> None:
        """The same texts."""
        super().__init__(texts)
        self._tell = tell

    def __getitem__(self, key: str) -> Any:
        self._tell(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """A text, or the default."""
        self._tell(key)
        return super().get(key, default)

    def values(self) -> Any:
        """All texts."""
        self._all()
        return super().values()

    def items(self) -> Any:
        """All texts with their keys."""
        self._all()
        return super().items()

    def __iter__(self) -> Iterator[str]:
        self._tell(_GRAMMAR)  # which knows the names of all texts
        return super().__iter__()

    def __contains__(self, key: object) -> bool:
        self._tell(_GRAMMAR)
        return super().__contains__(key)

    def keys(self) -> Any:
        """The names of all texts."""
        self._tell(_GRAMMAR)
        return super().keys()

    def characters(self) -> frozenset[str]:
        """All characters of its texts: one fact, not as many as there are texts."""
        self._tell(_CHARACTERS)
        return super().characters()

    def _all(self) -> None:
        for key in super().__iter__():
            self._tell(key)


class _ObservedNames(dict[str, Mapping[str, str]]):
    """The names of things in a language, by group, reporting each that is read."""

    def __init__(self, names: Mapping[str, Mapping[str, str]], tell: Callable[[str], None]) -> None:
        """The same names."""
        super().__init__({group: Followed(some, partial(_tell_name, tell, group)) for group, some in names.items()})


def _tell_name(tell: Callable[[str], None], group: str, ident: str) -> None:
    tell(f"{_NAME}{group} {ident}")


_CHARACTERS, _GRAMMAR, _NAME = "\0characters", "\0grammar", "\0name "
"""No key of a text begins like this."""


Asked = set[tuple[str, str]]
"""Texts that were read: pairs of language and key."""


class Listener:
    """Records which texts of a pack's languages are read, and knows their hashes."""

    def __init__(self, pack: Pack) -> None:
        """Of a loaded pack."""
        self.pack = pack
        self._plain = {code: (locale.templates, locale.scalars) for code, locale in pack.locales.items()}
        self._names = {code: locale.names for code, locale in pack.locales.items()}
        self._grammars: dict[str, str] = {}
        self._facts: dict[tuple[str, str], str] = {}
        self._asked: list[Asked] = []

    @contextmanager
    def listening(self) -> Iterator[Asked]:
        """Record the texts that are read within the block; a block around it records them, too."""
        asked: Asked = set()
        self._asked.append(asked)
        if len(self._asked) == 1:
            for code, locale in self.pack.locales.items():
                templates, scalars = (_ObservedTexts(texts, self._note(code)) for texts in self._plain[code])
                locale.templates, locale.scalars = templates, scalars
                locale.names = _ObservedNames(self._names[code], self._note(code))
        try:
            yield asked
        finally:
            self._asked.pop()
            self.add(asked)
            if not self._asked:
                for code, locale in self.pack.locales.items():
                    locale.templates, locale.scalars = self._plain[code]
                    locale.names = self._names[code]

    @property
    def listens(self) -> bool:
        """Whether anything is being recorded."""
        return bool(self._asked)

    def add(self, more: Iterable[tuple[str, str]]) -> None:
        """Count texts as read now, because something that was made of them earlier is used again."""
        if self._asked:
            self._asked[-1].update(more)

    def _note(self, code: str) -> Callable[[str], None]:
        def tell(key: str) -> None:
            self._asked[-1].add((code, key))

        return tell

    def facts(self, asked: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Texts with their hashes, and the hash of the grammar of each language that they are in."""
        named = set(asked)
        named |= {(code, _GRAMMAR) for code, key in named if code and key != _CHARACTERS}
        return {f"{code} {key}": self.fact(code, key) for code, key in sorted(named)}

    def fact(self, code: str, key: str) -> str:
        """The hash of a text, name or other fact of a language; with an empty code, of a piece of the pack's data."""
        if (code, key) not in self._facts:
            self._facts[code, key] = self._fact(code, key)
        return self._facts[code, key]

    def _fact(self, code: str, key: str) -> str:
        if not code:
            return digest(read_of(self.pack, key))
        if key == _GRAMMAR:
            return self.grammar(code)
        if code not in self._plain:
            return ""
        if key.startswith(_NAME):
            group, _, ident = key.removeprefix(_NAME).partition(" ")
            return digest((self._names[code].get(group) or {}).get(ident))
        templates, scalars = self._plain[code]
        if key == _CHARACTERS:
            return digest(sorted(scalars.characters()))
        stand_in = self.pack.locales[code].stands_in.get(key)
        return digest(*self._as_written(code, key, templates, scalars), stand_in)

    def _as_written(
        self, code: str, key: str, templates: Mapping[str, Template], scalars: Mapping[str, Scalar]
    ) -> tuple[Any, ...]:
        """A text as it is written: in the language, in the source language where a draft borrows it, or in neither."""
        if key in scalars:
            return ("own", scalars[key].text, key in templates)
        source = self._plain.get(self.pack.head.source_language)
        borrowed = source[1].get(key) if source and key in templates else None
        return ("borrowed", borrowed.text) if borrowed is not None else ("none", key in templates)

    def grammar(self, code: str) -> str:
        """A hash of a language without its texts and names: its words and rules, its fonts, which texts it has."""
        if code not in self._grammars:
            locale = self.pack.locales.get(code)
            self._grammars[code] = digest(*_grammar(locale, self._plain[code])) if locale else ""
        return self._grammars[code]

    def holds(self, facts: Mapping[str, str]) -> bool:
        """Whether texts, names and data are the same as when their hashes were taken."""
        return all(self.fact(*name.partition(" ")[::2]) == hashed for name, hashed in facts.items())


def _grammar(locale: Locale, texts: tuple[Mapping[str, Any], Mapping[str, Any]]) -> tuple[Any, ...]:
    words = locale.file.model_dump_json(exclude={"texts"})
    state = (sorted(locale.missing), sorted(locale.borrowed), locale.trial, locale.called)
    return (
        type(locale).__name__,
        locale.code,
        locale.name,
        words,
        state,
        list(texts[0]),
        list(texts[1]),
    )


# --- the whole ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Memo(Generic[_Value]):
    """A value that several files of a build need, such as a face: how to make it, and how to keep it.

    `book` says which values are kept together (kind, language, options), `name` which of them this is. `lasts` says
    whether a value may be kept at all. `plain` turns it into bytes for the folder (None: not this one), `back` turns
    them into the value again; without `plain` it is kept for this build alone.
    """

    book: tuple[str, ...]
    name: str
    make: Callable[[], _Value]
    lasts: Callable[[_Value], bool]
    plain: Callable[[_Value], bytes | None] | None = None
    back: Callable[[bytes], _Value | None] | None = None
    reads: set[str] = field(default_factory=set)
    """What was read as it was made: the pack's data (`read_of`), and by their names its pictures, layouts and colours,
    which are part of the key of the book; all other inputs must be part of its name."""


class Newest(Generic[_Value]):
    """What a function makes of a name and of what stands under it, remembered: of so many names, and of each the newest
    versions alone, so that one that is changed again and again takes no more room than another.
    """

    def __init__(self, make: Callable[..., _Value], names: int, versions: int = 4) -> None:
        """Nothing is remembered yet."""
        self._make, self._names, self._versions = make, names, versions
        self._made: dict[str, dict[tuple[Any, ...], _Value]] = {}

    def __call__(self, name: str, *given: Any) -> _Value:
        """What was made of it, now or before."""
        known = self._made.pop(name, {})
        self._made[name] = known
        known[given] = value = known.pop(given) if given in known else self._make(name, *given)
        if len(known) > self._versions:
            del known[next(iter(known))]
        if len(self._made) > self._names:
            del self._made[next(iter(self._made))]
        return value

    def cache_clear(self) -> None:
        """Forget all."""
        self._made.clear()


@dataclass(frozen=True, slots=True)
class Harvest:
    """What one process made, to be kept by another: files with keys and texts, and the new values of each book."""

    made: list[tuple[str, dict[str, str], Made]]
    books: dict[tuple[str, ...], tuple[str, dict[str, Item]]]


@dataclass(slots=True)
class _Book:
    """Values of one kind that are kept in one entry, each with the hashes of the texts it was made of."""

    key: str
    items: dict[str, Item]
    added: dict[str, Item] = field(default_factory=dict)
    """Those that are new, and not yet in a folder."""

    def within(self, limit: int) -> Iterator[Item]:
        """The newest of its values that are no more than so many bytes."""
        for item in reversed(self.items.values()):
            limit -= len(item.data)
            if limit < 0:
                return
            yield item


class Cache:
    """The cache of one pack. Without a folder, or where the pack's files cannot be hashed, everything is made anew."""

    def __init__(self, pack: Pack, folder: Path | None, limit: int = MAX_BYTES, program: str = "") -> None:
        """Hash the pack and the program (`program`: its hash, where it is known); the folder is not read yet."""
        self.pack, self._listener = pack, Listener(pack)
        self._store = Store(folder, limit) if folder is not None else None
        self._program = (program or program_hash(pack.game)) if self._store is not None else ""
        self._ground = self._grounds(self._program) if self._store is not None else None
        self._looks = looks_of(pack) if self._ground is not None else None
        self._fresh: list[tuple[str, dict[str, str], Made]] = []
        self._memos: dict[tuple[str, ...], tuple[Any, Asked]] = {}
        self._books: dict[tuple[str, ...], _Book] = {}

    def recall(self, memo: Memo[_Value]) -> _Value:
        """The value of a memo: from this build's memory, from the folder, or made now.

        Its texts count as read by the file that is being made, whichever of the three it was.
        """
        place = (*memo.book, memo.name)
        found = self._memos.pop(place, None) or self._of_book(memo)
        if found is not None:
            self._listener.add(found[1])
        elif self._listener.listens:
            with self._listener.listening() as asked:
                found = memo.make(), asked
            self._into_book(memo, *found)
        else:
            found = memo.make(), set()
        if memo.lasts(found[0]):
            self._memos[place] = found  # the last that is let go
            if len(self._memos) > MAX_MEMOS:
                del self._memos[next(iter(self._memos))]
        made: _Value = found[0]
        return made

    def _book(self, memo: Memo[_Value]) -> _Book | None:
        """The values of a kind that were kept; None where nothing is."""
        if self._store is None or self._looks is None or memo.plain is None:
            return None
        if memo.book not in self._books:
            grammars = [(code, self._listener.grammar(code)) for code in self._spoken(memo.book[1])]
            key = digest(self._program, self._looks, grammars, memo.book)
            self._books[memo.book] = self._opened(key)
        return self._books[memo.book]

    def _opened(self, key: str) -> _Book:
        """A book as it was kept, or an empty one."""
        kept = self._store.find(key) if self._store is not None else None
        return _Book(key, {item.name: item for item in kept.items} if kept else {})

    def _of_book(self, memo: Memo[_Value]) -> tuple[_Value, Asked] | None:
        book = self._book(memo)
        item = book.items.get(memo.name) if book else None
        if item is None or memo.back is None or not self._listener.holds(item.says):
            return None
        made = memo.back(item.data)
        if made is None:
            return None
        return made, {(code, key) for code, _, key in (fact.partition(" ") for fact in item.says)}

    def _into_book(self, memo: Memo[_Value], made: _Value, asked: Asked) -> None:
        book = self._book(memo)
        data = memo.plain(made) if book and memo.plain and memo.lasts(made) else None
        if book and data is not None:
            read = {("", name) for name in memo.reads if name.partition(" ")[0] in DATA}
            facts = self._listener.facts(asked | read)
            book.items[memo.name] = book.added[memo.name] = Item(memo.name, data, facts)

    def _grounds(self, program: str) -> str | None:
        """A hash of the inputs that all files of the pack share; None where a file cannot be hashed."""
        found = things(self.pack)
        return digest(program, data_of(self.pack), found) if found is not None else None

    def made(
        self,
        language: str,
        what: tuple[Any, ...],
        make: Callable[[], Made | None],
        fits: Callable[[Made], bool] = lambda _: True,
    ) -> Made | None:
        """The files of a language from before, or as they are made now.

        `what` identifies them among all of the pack's: the part, and the options that change it. Where `make` gives
        None, nothing is kept; kept files that do not `fit` are made anew.
        """
        if self._store is None or self._ground is None:
            return make()
        kept = self.find(language, what, fits)
        if kept is not None:
            return kept
        token = _ACTIVE.set((self._store, self._program))
        try:
            with self._listener.listening() as asked:
                fresh = make()
        finally:
            _ACTIVE.reset(token)
        if fresh is not None and fresh.lasts:
            self._fresh.append((self._key(self._ground, language, what), self._listener.facts(asked), fresh))
        return fresh

    def find(self, language: str, what: tuple[Any, ...], fits: Callable[[Made], bool] = lambda _: True) -> Made | None:
        """The files of a language from before, if they were kept."""
        if self._store is None or self._ground is None:
            return None
        return self._store.find(self._key(self._ground, language, what), self._listener.holds, fits)

    def _key(self, ground: str, language: str, what: tuple[Any, ...]) -> str:
        grammars = [(code, self._listener.grammar(code)) for code in self._spoken(language)]
        return digest(ground, grammars, language, what)

    def hand_over(self) -> Harvest:
        """All that was made since the last call, for another process to keep; it is forgotten here."""
        made, self._fresh = self._fresh, []
        books = {place: (book.key, book.added) for place, book in self._books.items() if book.added}
        for place in books:
            self._books[place].added = {}
        return Harvest(made, books)

    def take_over(self, harvest: Harvest) -> None:
        """Add what another process made of the same pack to what is to be kept."""
        self._fresh += harvest.made
        for place, (key, added) in harvest.books.items():
            if place not in self._books:
                self._books[place] = self._opened(key)
            self._books[place].items.update(added)
            self._books[place].added.update(added)

    def keep(self) -> None:
        """Write what was made into the folder, and delete what has been unused for longest beyond the limit.

        Nothing is written if a file of the program or the pack changed meanwhile: which version was used is unknown.
        """
        fresh = self._fresh or any(book.added for book in self._books.values())
        if self._store is not None and fresh and self._grounds(program_hash(self.pack.game)) == self._ground:
            for key, facts, made in self._fresh:
                self._store.put(key, facts, made)
            for book in self._books.values():
                if book.added:
                    self._store.put(book.key, {}, Made(tuple(book.within(MAX_BOOK))))
            self._store.tidy()
        self._fresh.clear()

    def _spoken(self, language: str) -> list[str]:
        """The languages whose words and grammar may be used without asking for a text."""
        return sorted({language, *language.split("+"), self.pack.head.source_language})

"""Unread: a pack in, what it holds that nothing reads out: files, layouts, texts and names that are spelt otherwise.

Only what stands in the pack's own folder is judged. What the pack that is called as the game has, its code asks for;
what else is asked for, the pack's own files say: its items, its rulebook, its layouts.
"""

from __future__ import annotations

import contextlib
import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from santy_print.diag import Hint, PackError, Report, Span, did_you_mean, plural, register
from santy_print.faces.photos import ENDINGS
from santy_print.folders import bundled_words, named_pack, shared_layouts
from santy_print.pack import RULEBOOK, Pack, models_of
from santy_print.registry import TextKey
from santy_print.source import Map, Scalar, Seq, load_yaml, read_text
from santy_print.spreadsheet import SAVE_AS, foreign
from santy_print.text import item_key

register("file-unread", "a file or folder of the pack that nothing reads")
register("text-unread", "a text that nothing says")
register("name-unread", "a name that stands for nothing: it changes nothing")

Keys = tuple[str, ...]

MOST = 50
"""So many texts that nothing says are told one by one."""
MAX_LOOKED = 2_000
"""So many files of a folder are looked at."""
PICTURES = (".svg", *ENDINGS)
FILES_BY_FOLDER = {"art": PICTURES, "faces": (".yaml",), "fonts": (".ttf", ".otf", ".woff2"), "locale": (".yaml",)}
WANTED = {
    "art": "a picture is an SVG, PNG or JPEG (or another that photo programs save): convert it",
    "faces": "a layout is a .yaml file",
    "locale": "a language is a .yaml file; `santy i18n import` brings in what a PO or CSV file says",
}
"""What files of a folder are, for those that are named like one and are none."""
OTHER_DATA = ("", ".json", ".toml", ".xml", ".ini")
"""What people take for what a pack reads, besides misspelt `.yaml`."""
MEANT = {
    "art": ("images", "image", "img", "pictures", "graphics", "icons", "svg", "drawings"),
    "faces": ("layouts", "layout", "templates"),
    "fonts": ("typefaces", "ttf"),
    "locale": ("lang", "langs", "language", "languages", "translations", "translation", "i18n", "texts"),
}
"""What people call the folders of a pack elsewhere."""
BESIDES = ("name", "line")
"""What the words of a language say of an item: its provenance may be told, too."""
_EMBEDDED = re.compile(r"data:[^\"'<>]*+")
_BACKUP = re.compile(r"^[.#_]|~$|\.(bak|orig|old|swp|tmp|rej)$")
_QUOTED = re.compile(r"'([^'\n]*)'|\"([^\"\n{}]*)\"")
_NAMED = re.compile(r"\{([\w.-]+)(:?)")
_WORD = re.compile(r"[\w-]+")


def check_unread(pack: Pack, report: Report) -> None:
    """Tell what the pack itself holds and nothing reads; what can only be known of a sound set is told of one."""
    Holdings(pack, report).tell()


class Asked(NamedTuple):
    """What is asked of a language: whole keys, beginnings of keys, and words of the lexicon."""

    keys: set[str]
    stems: tuple[str, ...]
    words: set[str]


class Holdings:
    """What a pack's own folder holds, held against what is asked for."""

    def __init__(self, pack: Pack, report: Report) -> None:
        self.pack, self.report = pack, report
        self.known = {f"{stem}.yaml" for stem in (*models_of(pack.game), "rulebook")}
        self.nodes: dict[Path, Map | None] = {}
        self.shared = shared_layouts(pack.game)
        self.of_game = named_pack(pack.head.game)
        self.layouts = {path: self._text(path) for root in pack.layers for path in _listed(root / "faces", ".yaml")}

    @cached_property
    def foreign(self) -> set[Path]:
        """Spreadsheets in forms that are not read; a text may be anybody's notes."""
        if not (self.pack.game.spreadsheets and self.pack.report.ok):  # those that are wanted are told as missing
            return set()
        return {path for path in foreign(self.pack.root) if path.suffix.casefold() != ".txt"}

    def tell(self) -> None:
        """Everything, files before what is in them."""
        self._top()
        self._within()
        self._locales()
        if self.pack.compiled is not None:
            self._layouts()
            self._texts()
            self._art()
            self._palette()
            self._collections()
            self._fonts()
            self._foreign()
        for stem, model in self.pack.files.items():
            if model is not None:
                self._provenance(model, (stem,))

    def _text(self, path: Path) -> str:
        file = read_text(path, path.name, Report())  # its faults are told by who reads it
        return file.text if file else ""

    def _own(self, span: Span | None) -> bool:
        return span is not None and span.file.depth == 0

    def _unread(self, path: Path, why: str, hint: Hint) -> None:
        """Tell a file at its first line, where it is a text."""
        shown = f"{self.pack.shown(path)}{'/' if path.is_dir() else ''}"
        shows = path.suffix.casefold() in (".yaml", ".yml") and self._within_pack(path)
        file = read_text(path, shown, Report()) if shows else None
        self.report.warning("file-unread", f"nothing reads {shown}{why}", file.at(0) if file else None, hint)

    def _within_pack(self, path: Path) -> bool:
        """Whether a path, links followed, stays in the pack: no line of another's file is shown."""
        return path.resolve().is_relative_to(self.pack.root.resolve())

    def _is_own(self, folder: Path) -> bool:
        """Whether a folder is there and the pack's: a link that leads out is told as such, and not what it leads to."""
        return folder.is_dir() and self._within_pack(folder)

    def _listed(self, folder: str, *suffixes: str) -> list[Path]:
        """The files of one of the pack's folders with these endings."""
        path = self.pack.root / folder
        return _listed(path, *suffixes) if self._is_own(path) else []

    # Files

    def _top(self) -> None:
        """Files and folders at the pack's top: YAML that is not the game's, and what is nearly called so."""
        for path in islice(sorted(self.pack.root.iterdir()), MAX_LOOKED):
            name = path.name.casefold()
            if path.name in self.known or _BACKUP.search(name):
                continue
            if path.name in FILES_BY_FOLDER:
                if path.is_file():
                    self._unread(path, ": this is a file", f"a folder called `{path.name}` is wanted")
            elif path.is_dir():
                if self._is_own(path):
                    self._folder(path)
            elif name.endswith((".yaml", ".yml", ".yaml.txt", ".yml.txt")) and path.is_file():
                self._yaml(path, name)
            elif name.endswith((".md", ".md.txt", ".markdown")) and path.is_file():
                self._markdown(path, name)
            elif path in self.foreign:
                self._unread(path, "", SAVE_AS)
            elif f"{path.stem.casefold()}.yaml" in self.known and _is_data(path):
                self._unread(path, "", f"did you mean `{path.stem.casefold()}.yaml`?")

    def _yaml(self, path: Path, name: str) -> None:
        stem = re.sub(r"\.ya?ml(\.txt)?$", "", name)
        stems = [known.removesuffix(".yaml") for known in sorted(self.known)]
        near = _near(stem, stems) or next((known for known in stems if stem.startswith(known)), "")
        same = self.pack.root / f"{near}.yaml"
        if same.exists() and same.samefile(path):  # a disk on which `Cards.yaml` is `cards.yaml`
            return
        if near:
            self._unread(path, "", f"did you mean `{near}.yaml`?")
        elif name.endswith(".yaml"):
            self._unread(path, "", f"known here: {', '.join(sorted(self.known))}; notes may end in .md or .txt")

    def _markdown(self, path: Path, name: str) -> None:
        """What is nearly called as a rulebook in Markdown is; other notes are the writer's own."""
        stem, _, code = re.sub(r"\.(md|markdown)(\.txt)?$", "", name).partition(".")
        spoken = {language.casefold(): language for language in self.pack.head.languages}
        own = code in spoken and spoken[code] != self.pack.head.source_language
        wanted = f"{RULEBOOK}.{spoken[code]}.md" if own else f"{RULEBOOK}.md"
        if stem == RULEBOOK and code and code not in spoken:
            self._unread(path, ": the pack does not list this language", self._language(code, ".md"))
        elif path.name != wanted and _near(stem, [RULEBOOK]):
            self._unread(path, "", f"did you mean `{wanted}`?")
        elif own and path.name == wanted and not (self.pack.root / f"{RULEBOOK}.md").exists():
            self._unread(path, f": there is no {RULEBOOK}.md", "write one in the source language, with the same blocks")

    def _folder(self, path: Path) -> None:
        name = path.name.casefold()
        near = _near(name, list(FILES_BY_FOLDER), 0.78)
        if not near:
            meant = next((folder for folder, names in MEANT.items() if name in names), "")
            near = meant if meant and _listed(path, *FILES_BY_FOLDER[meant]) else ""
        same = self.pack.root / near
        if near and any(path.iterdir()) and not (same.exists() and same.samefile(path)):
            self._unread(path, "", f"did you mean `{near}/`?")
        elif not near and not (path / "pack.yaml").exists():
            held = sorted({inner.name for inner in _listed(path, ".yaml")} & self.known)
            if any(not (self.pack.root / name).exists() for name in held):
                self._unread(path, "", f"move `{held[0]}` up: the pack's files stand beside its pack.yaml")
            elif f"{name}.yaml" in self.known and _listed(path, ".yaml", ".yml"):
                self._unread(path, "", f"write what it holds into `{name}.yaml`")

    def _within(self) -> None:
        """Folders within those of the pack, and `.yaml.txt`, where what is in them would be read at its place."""
        shared = {
            "faces": [path.name for path in self.shared.values()],
            "fonts": [path.name for path in _listed(Path(__file__).parent / "fonts", ".ttf")],
        }
        for folder, suffixes in FILES_BY_FOLDER.items():
            own, known = self.pack.root / folder, set(self.pack.names(folder))
            known |= set(shared.get(folder, ()))
            stems = {Path(name).stem.casefold() for name in known if name.endswith(suffixes)}
            for path in islice(sorted(own.iterdir()), MAX_LOOKED) if self._is_own(own) else ():
                if path.exists() and not path.is_file() and path.suffix in suffixes:
                    what = "a folder" if path.is_dir() else "no plain file"
                    self._unread(path, f": this is {what}", f"a file called `{path.name}` is wanted")
                elif path.is_dir() and path.name != "seen" and not _BACKUP.search(path.name):
                    held = {inner.name for inner in _listed(path, *suffixes)}
                    if any(name in known and not (own / name).exists() for name in held):
                        self._unread(path, f": what is in `{folder}/` stands in no folder of its own", "move it up")
                elif path.name.endswith(".yaml.txt"):
                    self._unread(path, "", f"call it `{path.stem}`")
                elif folder in WANTED and path.suffix.casefold() not in (*suffixes, ".yml") and path.is_file():
                    there = any((own / f"{path.stem}{suffix}").exists() for suffix in suffixes)
                    if path.stem.casefold() in stems and not there and not _BACKUP.search(path.name):
                        self._unread(path, "", WANTED[folder])
        for path in self._listed("locale/seen", ".yaml", ".yml"):
            if path.is_dir():
                self._unread(path, ": this is a folder", f"a file called `{path.name}` is wanted")
            elif path.name not in {f"{code}.yaml" for code in self.pack.head.languages}:
                self._unread(path, ": the pack does not list this language", self._language(path.stem))

    def _locales(self) -> None:
        languages = self.pack.head.languages
        for path in self._listed("locale", ".yaml", ".yml"):
            if path.suffix == ".yaml" and path.stem in languages:
                continue
            self._unread(path, ": the pack does not list this language", self._language(path.stem))

    def _language(self, name: str, ending: str = ".yaml") -> str:
        """What the name of a language's file may be meant for."""
        languages = self.pack.head.languages
        near = next((code for code in languages if name.casefold().startswith(code.casefold())), "")
        near = near or _near(name, languages)
        add = f"add `{name}` to `languages` in pack.yaml, or take the file away"
        return f"did you mean `{near}{ending}`?" if near else add

    def _layouts(self) -> None:
        """Layouts that are not shared, and that no component, no figure and no other layout asks for."""
        if not (self.pack.root / "faces").is_dir():
            return
        known = self.shared.keys() | set(self._components())
        words = {path: set(_WORD.findall(text)) for path, text in self.layouts.items()}
        named = Counter(chain.from_iterable(words.values()))
        patterns = [re.compile(pattern) for text in self.layouts.values() for pattern in _patterns(text, "layout")]
        near = sorted(known)
        for path in self._listed("faces", ".yaml", ".yml"):
            by_others = named[path.stem] - (path.stem in words.get(path, ()))
            read = path.stem in known or by_others or any(pattern.fullmatch(path.stem) for pattern in patterns)
            read = read or path.stem in self._figures
            if path.suffix != ".yaml" or not read:
                hint = partial(did_you_mean, path.stem, near)
                self._unread(path, ": no component, figure or layout asks for it", hint)

    @cached_property
    def _figures(self) -> set[str]:
        """The layouts of the figures in the rulebook."""
        from santy_print.documents.compose import layouts_of

        return layouts_of(self.pack)

    def _components(self) -> Iterator[str]:
        """The layouts and backs of all pieces."""
        from santy_print.faces.layout import FAULTS, compiled

        language = self.pack.head.source_language
        for _, pile in self.pack.piles():
            items = self.pack.collections.get(pile.each, ())
            for text in filter(None, (pile.layout, pile.back)):
                try:
                    made = compiled(text)
                except FAULTS:  # told where it is built
                    continue
                if isinstance(made, str):  # asked for also where there is nothing yet to draw with it
                    yield made
                    continue
                for item in items:
                    with contextlib.suppress(*FAULTS):
                        yield str(made({"item": item, "language": language}))

    def _art(self) -> None:
        """Pictures that are nearly called like one that is asked for, and that nothing names; others may be spare."""
        below = {path.name for root in self._below() for path in _listed(root / "art", *PICTURES)}
        texts = [*self.layouts.values(), *(node.span.file.text for node in self.pack.nodes.values())]
        named = set(re.findall(r"[\w.-]+", " ".join(texts)))
        shared = map(self._text, self.shared.values())
        patterns = [re.compile(pattern) for pattern in _patterns("\n".join((*shared, *self.layouts.values())), "file")]
        words = set(map(str, _leaves(self.pack.collections)))
        by_stem = {name.rpartition(".")[0].casefold(): name for name in sorted(below)}
        for path in self._listed("art", *PICTURES):
            stems = set() if path.stem.endswith(PICTURES) else {path.stem, path.stem.removesuffix("-icon")}
            other = by_stem.get(path.stem.casefold(), path.name)
            alike = other.casefold() != path.name.casefold()  # a word may be called so, but no picture is asked for
            if {path.name, *(() if alike else stems)} & (below | named):
                continue
            fits = (pattern.fullmatch(path.name) for pattern in patterns)
            if any(fit and words.issuperset(fit.groups()) for fit in fits):
                continue
            near = [name for name in sorted(below) if name.casefold() == path.name.casefold()]
            near = near or difflib.get_close_matches(path.name, sorted(below), n=1, cutoff=0.85)
            close = difflib.get_close_matches(path.stem.casefold(), list(by_stem), n=1, cutoff=0.85)
            if alike:
                hint = f"`{other}` is asked for, with this ending; name yours in a layout of your own"
                self._unread(path, ": no file names this picture", hint)
            elif near or close:
                self._unread(
                    path, ": no file names this picture", f"did you mean `{(near or [by_stem[close[0]]])[0]}`?"
                )

    def _fonts(self) -> None:
        """Fonts that no role names; of a family of which others are named, all in one line."""
        from santy_print.faces.families import cuts_of, named_in
        from santy_print.faces.font_files import ENDINGS as FONTS
        from santy_print.faces.font_files import find_font, parse_name

        roles = {parse_name(name).stem for language in self.pack.locales for name in self.pack.fonts(language).values()}
        used = {name.partition("-")[0].casefold() for name in roles}
        spare: dict[str, list[str]] = {}
        files = list(self._listed("fonts", *FONTS))
        drawn = {name for text in self._drawn_texts() for name in named_in(text)} if files else set()
        for path in files:
            if drawn and any(drawn & {*cut.own, *(known.name for known in cut.families)} for cut in cuts_of(path)):
                continue  # a text in a drawing is in it
            if path.stem in roles:
                other = find_font(self.pack, path.stem)
                if other is not None and not other.samefile(path):
                    self._unread(path, f": `{other.name}` stands before it", "keep one of the two")
            elif near := next((role for role in sorted(roles) if _meant(path, role)), ""):
                self._unread(path, ": no role of the pack's fonts names it", f"did you mean `{near}{path.suffix}`?")
            elif (family := path.stem.partition("-")[0]).casefold() not in used:
                hint = f"name it under `fonts` in pack.yaml, like `title: {path.stem}`"
                self._unread(path, ": no role of the pack's fonts names it", hint)
            else:
                spare.setdefault(family, []).append(path.name)
        for family, names in spare.items():
            some = f"{', '.join(names[:6])}{', ...' if len(names) > 6 else ''}"
            message = f"no role of the pack's fonts names {plural(len(names), 'more font')} of {family}: {some}"
            self.report.notice("file-unread", message, None, "a role takes one: `fonts: {bold: ...}` in pack.yaml")

    def _drawn_texts(self) -> Iterator[str]:
        """What drawings say that hold texts."""
        from santy_print.faces.read_art import read_drawing

        for path in (path for root in self.pack.layers for path in _listed(root / "art", ".svg")):
            file = read_drawing(path, path.name, Report())
            if file is not None and "<text" in file.text:
                yield _EMBEDDED.sub("", file.text)

    def _below(self) -> list[Path]:
        """The folders of the packs that are extended, and of the game's own."""
        return [*self.pack.layers[1:], *([self.of_game] if self.of_game else []), bundled_words()]

    # Texts and words

    def _texts(self) -> None:
        """Texts of the source language, words and patterns that nobody says; other languages are held against it."""
        code = self.pack.head.source_language
        locale, node = self.pack.locales.get(code), self.pack.nodes.get(f"locale/{code}")
        if locale is None or node is None:
            return
        own = {key: scalar for key, scalar in locale.scalars.items() if self._own(scalar.span)}
        asked = self._asked(locale, own)
        unread = [key for key in own if key not in asked.keys and not key.startswith(asked.stems)]
        many = tuple(f"{name}." for name in self.pack.collections if name.endswith("s"))
        known = sorted(key for key in asked.keys if not key.startswith(many))
        for key in unread[:MOST]:
            hint = partial(_near_key, key, known)
            self.report.warning("text-unread", f"nothing says the text `{key}`", own[key].span, hint)
        if len(unread) > MOST:
            message = f"nothing says {plural(len(unread) - MOST, 'text')} more"
            self.report.warning("text-unread", message, own[unread[MOST]].span)
        for language, other in self.pack.locales.items():
            self._words(language, asked.words)
            self._ordinals(language, other)
            self._verbatim(language, [*locale.scalars, *other.scalars])

    def _asked(self, locale: Any, own: Mapping[str, Scalar]) -> Asked:
        keys, words = {"game.title"}, set()
        for below in self._locales_below(self.pack.head.source_language):
            keys |= set(_flat(below.get("texts"), ""))
            words |= {word for _, word, _, _ in _lexicon(below)}
        placeholders = [found for scalar in own.values() for found in _NAMED.findall(scalar.text)]
        words |= {word for name, _ in placeholders for word in (name, *name.split("."))}
        stems = {f"{name}." for name, colon in placeholders if colon}
        for name, items in self.pack.collections.items():
            keys |= {f"{group}.{item['id']}" for group in (name, name.removesuffix("s")) for item in items}
            keys |= {value for item in items for value in item.values() if isinstance(value, TextKey)}
        for group, (root, _, endings, _) in self.pack.game.spoken.items():
            for item in self.pack.collections.get(group, ()):
                keys |= {f"{stem}{end}" for stem in (item_key(item, root), f"{root}.{item['id']}") for end in endings}
        for name, listed in (self.pack.collections.get("game") or [{}])[0].items():
            some = [word for word in listed if isinstance(word, str)] if isinstance(listed, list) else []
            keys |= {f"{name.removesuffix('s')}.{word}" for word in some}
            words |= set(some)
        keys |= {f"part.{name}" for name in self.pack.parts}
        reported, more = self._by_rulebook()
        quoted, ends = self._by_layouts()
        keys |= reported | quoted
        stems |= {stem for stem in quoted if stem.endswith(".") and len(stem) > 1} | more
        keys |= {key for key in own if key.endswith(tuple(ends)) and self._of_item(key, ends)} if ends else set()
        return Asked(keys, tuple(stems), words | {word for slot in locale.words.slots.values() for word in slot})

    def _locales_below(self, language: str, exactly: bool = False) -> Iterator[Map]:
        """What the packs below say in a language, or else in their first, as all have the same texts and words."""
        for root in dict.fromkeys(self._below()):
            paths = [root / "locale" / f"{language}.yaml", *([] if exactly else _listed(root / "locale", ".yaml"))]
            path = next((path for path in paths if path.is_file()), None)
            if path is not None and path not in self.nodes:
                self.nodes[path] = load_yaml(path, path.name, Report())  # its faults are told where it is asked for
            node = self.nodes[path] if path else None
            if node is not None:
                yield node

    def _foreign(self) -> None:
        """Words of other languages, of the pack's own rulebook, that none of its texts and names holds."""
        if not self.skeleton or not self.skeleton.foreign:
            return
        texts = [scalar.text for locale in self.pack.locales.values() for scalar in locale.scalars.values()]
        names = [str(item.get("name", "")) for items in self.pack.collections.values() for item in items]
        written = "\n".join((*texts, *names, *map(str, self.pack.head.credits.model_dump().values())))
        for language, phrases in self.skeleton.foreign.items():
            for n, phrase in enumerate(phrases):
                where = self.pack.where("rulebook", "foreign", language, n)
                if phrase not in written and self._own(where):
                    self.report.warning("name-unread", f"nothing says `{phrase}`", where, "write it as the texts do")

    @cached_property
    def skeleton(self) -> Any:
        """The skeleton of the rulebook; None where there is none, False where it cannot be used."""
        from santy_print.documents.skeleton import has_rulebook, load_skeleton

        try:
            return load_skeleton(self.pack) if has_rulebook(self.pack) else None
        except PackError:  # told by the rulebook's own check
            return False

    def _by_rulebook(self) -> tuple[set[str], set[str]]:
        """What the skeleton asks for; a section that the game's own rulebook does not have may say what it will."""
        from santy_print.documents.skeleton import asked_for

        skeleton = self.skeleton
        if not skeleton:
            return set(), set() if skeleton is None else {"rulebook."}
        of_game = self._text(self.of_game / "rulebook.yaml") if self.of_game else ""
        stems = {f"rulebook.{each.id}." for each in skeleton.sections if f"id: {each.id}\n" not in of_game}
        says = {getattr(block, "say", None) for section in skeleton.sections for block in section.blocks}
        return {key for key, _ in asked_for(skeleton)} | {f"rulebook.summary.{say}" for say in says}, stems

    def _by_layouts(self) -> tuple[set[str], set[str]]:
        """The texts in quotes in the pack's own layouts: keys, beginnings of keys, and ends of an item's keys."""
        names = {path.stem for path in self.layouts}
        shared = {name: self._text(path) for name, path in self.shared.items() if name in names}
        own = {text for path, text in self.layouts.items() if (shared.get(path.stem) or "\0") not in text}
        quoted = {a or b for text in own for a, b in _QUOTED.findall(text)}
        return quoted, {end for end in quoted if re.fullmatch(r"\.[\w-]+(\.[\w-]+)*", end)}

    def _of_item(self, key: str, ends: Iterable[str]) -> bool:
        """Whether a key is that of an item with one of these ends: `card.king` and `.motto`."""
        stems = {key.removesuffix(end).partition(".")[2] for end in ends if key.endswith(end)}
        items = [item for some in self.pack.collections.values() for item in some]
        return any(stem == item["id"] or stem == item_key(item).partition(".")[2] for stem in stems for item in items)

    def _words(self, language: str, known: set[str]) -> None:
        """Words, slots and forms of a lexicon: a form is one that a word below has, or that a text or word asks for.

        Where nothing is extended, a form that is spelt otherwise is missing, and told as such.
        """
        node = self.pack.nodes.get(f"locale/{language}")
        own = [found for found in _lexicon(node) if self._own(found[2].span)] if node else []
        if not own or node is None:
            return
        text = node.span.file.text
        below = self._locales_below(language, True) if len(self.pack.layers) > 1 else ()
        forms = {form for other in below for found in _lexicon(other) for form in found[3]}
        asked = set(re.findall(r"[\w.-]+", " ".join(re.findall(r"agreement:[^\n]*(?:\n +[^\n]*)*|:[\w.:-]+\}", text))))
        for kind, word, key, entries in own:
            if word not in known:
                message = f"nothing says the {kind} `{word}` of the lexicon"
                self.report.warning("name-unread", message, key.span, partial(_near_key, word, sorted(known)))
            for form, where in entries.items() if forms else ():
                if form not in forms | asked and self._own(where.span):
                    message = f"nothing asks for the form `{form}` of `{word}`"
                    self.report.warning("name-unread", message, where.span, partial(did_you_mean, form, sorted(forms)))

    def _ordinals(self, language: str, locale: Any) -> None:
        """Kinds of ordinals that the language does not have."""
        where = partial(self.pack.where, f"locale/{language}", "ordinals", key=True)
        known = sorted({locale.grammar.babel.ordinal_form(number) for number in range(1, 101)} | {"other"})
        for name in locale.file.ordinals:
            if name.rpartition(".")[2] not in known and self._own(where(name)):
                message = f"`{language}` has no ordinals of the kind `{name}`"
                self.report.warning("name-unread", message, where(name), partial(did_you_mean, name, known))

    def _verbatim(self, language: str, keys: Sequence[str]) -> None:
        node = self.pack.nodes.get(f"locale/{language}")
        listed = node.get("verbatim") if node else None
        for item in islice(listed.items, MOST) if isinstance(listed, Seq) else ():
            if isinstance(item, Scalar) and self._own(item.span) and not any(fnmatchcase(k, item.text) for k in keys):
                message = f"no text is called `{item.text}`"
                self.report.warning("name-unread", message, item.span, partial(_near_key, item.text, sorted(set(keys))))

    # Names in data

    def _palette(self) -> None:
        """Colours that no other file and no layout names; where files are not read, who knows what they name."""
        if not self.pack.report.ok:
            return
        node = self.pack.nodes["pack"].get("palette")
        files = [plain for stem, other in self.pack.nodes.items() if stem != "pack" for plain in _scalars(other)]
        named = {*files, *(word for text in self.layouts.values() for word in _WORD.findall(text))}
        entries = node.entries if isinstance(node, Map) else {}
        for name, entry in entries.items():
            if self._own(entry.key.span) and name not in named:
                others = [other for other in entries if other != name]
                message = f"nothing is coloured `{name}`"
                self.report.warning("name-unread", message, entry.key.span, partial(did_you_mean, name, others))

    def _collections(self) -> None:
        """Kinds of cards of the pack's own that no pile prints, and that no layout, rulebook or other file names."""
        stem = self.pack.game.spreadsheets
        node = self.pack.nodes.get(stem) if stem else None
        if node is None or not self.pack.report.ok:
            return
        files = [plain for name, other in self.pack.nodes.items() if name != stem for plain in _scalars(other)]
        named = {word for text in (*files, *self.layouts.values()) for word in _WORD.findall(text)}
        for kind, entry in node.entries.items():
            if self._own(entry.key.span) and kind not in named:
                hint = f"add `- {{each: {kind}, layout: ...}}` to the piles of components.yaml"
                self.report.warning("name-unread", f"no pile prints the cards of `{kind}`", entry.key.span, hint)

    def _provenance(self, model: BaseModel, path: Keys) -> None:
        """Marks of provenance for what an entry does not have."""
        marks = getattr(model, "provenance", None)
        known = list(dict.fromkeys((*type(model).model_fields, *BESIDES)))
        known.remove("provenance") if "provenance" in known else None
        for name in marks if isinstance(marks, Mapping) else ():
            where = self.pack.where(*path, "provenance", name, key=True)
            if name not in known and self._own(where):
                message = f"`{path[-1]}` has no `{name}` whose provenance could be told"
                self.report.warning("name-unread", message, where, partial(did_you_mean, name, known))
        for field in type(model).model_fields:
            value = getattr(model, field)
            for key, below in value.items() if isinstance(value, dict) else ():
                if isinstance(below, BaseModel):
                    self._provenance(below, (*path, field, str(key)))


def _listed(folder: Path, *suffixes: str) -> list[Path]:
    """The files of a folder with these endings; backups of an editor are not among them."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return [p for p in islice(paths, MAX_LOOKED) if p.suffix.casefold() in suffixes and not _BACKUP.search(p.name)]


def _is_data(path: Path) -> bool:
    """Whether a file that is called like one of the pack's may be taken for it: `cards.json`, `cards.yalm`."""
    suffix = path.suffix.casefold()
    return (suffix in OTHER_DATA or bool(_near(suffix, [".yaml"]))) and path.is_file()


def _meant(path: Path, role: str) -> bool:
    """Whether the file of a font is nearly called as the pack names it: in other letters, or without its style."""
    own, other = path.stem.casefold(), role.casefold()
    return own in (other, other.partition("-")[0])


def _near(word: str, known: Sequence[str], cutoff: float = 0.7) -> str:
    """The nearest of some names, or nothing."""
    near = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=cutoff)
    return near[0] if near else ""


def _near_key(key: str, known: Sequence[str]) -> str:
    near = did_you_mean(key, known)
    return near if near.startswith("did you mean") else "take it away, or correct its name"


def _patterns(text: str, key: str) -> Iterator[str]:
    """What a layout's values under a key can be, as patterns; a value that holds no letter of the name is none."""
    for name in re.findall(rf"\b{key}: *\"([^\"\n]*)\"", text):
        if "{{" in name:
            fixed = re.split(r"\{\{.*?\}\}", name)
            ends = "".join(fixed).strip()
            if ends and not re.fullmatch(r"\.\w+", ends):
                yield r"([\w.-]*)".join(map(re.escape, fixed))


def _flat(node: Any, stem: str) -> Iterator[str]:
    entries = node.entries if isinstance(node, Map) else {}
    for name, entry in entries.items():
        key = f"{stem}.{name}" if stem else name
        if isinstance(entry.value, Map):
            yield from _flat(entry.value, key)
        else:
            yield key


def _lexicon(node: Map) -> Iterator[tuple[str, str, Scalar, dict[str, Scalar]]]:
    """The words and slots of a locale file's lexicon: their kind, name, place, and the places of their forms."""
    lexicon = node.get("lexicon")
    for kind in ("nouns", "adjectives", "slots"):
        words = lexicon.get(kind) if isinstance(lexicon, Map) else None
        for word, entry in words.entries.items() if isinstance(words, Map) else ():
            forms = entry.value.get("forms") if isinstance(entry.value, Map) else None
            places = {form: named.key for form, named in forms.entries.items()} if isinstance(forms, Map) else {}
            yield kind.removesuffix("s"), word, entry.key, places


def _leaves(value: Any) -> Iterator[Any]:
    """All that stands in plain data."""
    if isinstance(value, Mapping):
        for below in value.values():
            yield from _leaves(below)
    elif isinstance(value, list | tuple):
        for below in value:
            yield from _leaves(below)
    else:
        yield value


def _scalars(node: Any) -> Iterator[str]:
    """All texts below a node, keys among them."""
    if isinstance(node, Map):
        for key, entry in node.entries.items():
            yield key
            yield from _scalars(entry.value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _scalars(item)
    else:
        yield node.text

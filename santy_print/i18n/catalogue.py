"""Catalogue: a pack and a language in, one row for each text of the source out; changed texts in, files out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as File

from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean, register
from santy_print.folders import bundled_words, find_pack, named_pack
from santy_print.i18n.lexicon import STEM, words
from santy_print.i18n.rows import Path, Room, Row
from santy_print.pack import Pack, load_pack
from santy_print.rewrite import MARK, quoted, scalar
from santy_print.schema import Ident, Strict, validate
from santy_print.source import Entry, Map, Scalar, load_yaml, locate
from santy_print.text import JOINT, PSEUDO, Locale, may_be_left_out, parse_markup, sample_words

register("language-bundled", "a bundled pack would be changed; a copy can be")
register("language-unknown", "a language that a command on languages cannot work with")

_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@dataclass(slots=True)
class Catalogue:
    """All rows of a language: texts in the source's order, words; and what the language has besides."""

    pack: Pack
    language: str
    rows: list[Row]
    words: list[Row] = field(default_factory=list)
    obsolete: dict[str, Scalar] = field(default_factory=dict)
    shown: str = ""
    """The language that is translated from."""

    @property
    def is_template(self) -> bool:
        """True where there is no translation, but the source alone."""
        return self.language == self.pack.head.source_language

    @property
    def shown_as(self) -> str:
        """What the column of texts to translate is called: `source`, or the code of another language."""
        return "source" if self.shown == self.pack.head.source_language else self.shown


class SeenFile(Strict):
    """`locale/seen/<code>.yaml`: what the source said when each text was translated."""

    source: Ident
    texts: dict[str, str] = {}


SEEN_HEAD = "# Kept by `santy i18n`: what the source said when each text was translated. Not to be edited.\n"


def seen_path(pack: Pack, language: str) -> File:
    """Where it is noted what the source said when a language was translated."""
    return pack.root / "locale" / "seen" / f"{language}.yaml"


def read_seen(pack: Pack, language: str, report: Report) -> dict[str, str]:
    """What the source said when each text was translated; of another source language it says nothing."""
    node = pack.read(f"locale/seen/{language}.yaml", report)
    file = validate(SeenFile, node, report) if node else None
    return dict(file.texts) if file is not None and file.source == pack.head.source_language else {}


def own_file(pack: Pack, language: str) -> Map:
    """A language's file in the pack's own folder; empty where the pack has it only from what it extends."""
    path = pack.root / "locale" / f"{language}.yaml"
    if not path.exists():
        start = Span(SourceFile(pack.shown(path), ""), 1, 1, 1, 1)
        return Map({}, start)
    report = Report()
    node = load_yaml(path, pack.shown(path), report)
    if node is None or not report.ok:
        raise PackError(report)
    return node


def seen_text(pack: Pack, language: str, seen: Mapping[str, str]) -> str:
    """The file that notes what the source said, in the source's order; what is noted below it is not said again."""
    order = {key: at for at, key in enumerate(source_of(pack).scalars, 1)}
    below = _seen_below(pack, language)
    kept = (key for key in seen if (key in order or key.startswith(STEM)) and seen[key] != below.get(key))
    keys = sorted(kept, key=lambda key: (order.get(key, 0), "" if key in order else key))
    lines = [f"  {scalar(key)}: {quoted(seen[key])}\n" for key in keys]
    return f"{SEEN_HEAD}source: {pack.head.source_language}\ntexts:{'' if lines else ' {}'}\n{''.join(lines)}"


def _seen_below(pack: Pack, language: str) -> dict[str, str]:
    """What is noted in the packs that this one extends, and with what any game says."""
    out: dict[str, str] = {}
    for root in reversed((*pack.layers[1:], bundled_words())):
        path, report = root / "locale" / "seen" / f"{language}.yaml", Report()
        node = load_yaml(path, path.name, report) if path.is_file() else None
        file = validate(SeenFile, node, report) if node else None
        if file is not None and file.source == pack.head.source_language:
            out |= file.texts
    return out


def open_pack(pack: str, changing: bool = False) -> Pack:
    """A pack to translate. Its faults do not stop the work, unless its source language cannot be read."""
    if changing:
        refuse_bundled(pack)
    loaded = load_pack(pack)
    if loaded.head.source_language not in loaded.locales:
        raise PackError(loaded.report)
    return loaded


def refuse_bundled(pack: str) -> None:
    """PackError, with the way out, for a pack that stays as it is because it comes along."""
    if (found := find_pack(pack)) == named_pack(pack):
        report = Report()
        hint = f"work on a copy: `santy new my-pack --from {pack}`, then name the folder `my-pack`"
        own = File("content") / pack
        if File(pack).is_dir():
            hint = f"the folder of that name beside you is `./{pack}`"
        elif own.is_dir() and own.samefile(found):
            hint = f"in a checkout its folder is `{own.as_posix()}`: name that to change it for everybody, or {hint}"
        report.error("language-bundled", f"`{pack}` comes with santy_print and stays as it is", None, hint)
        raise PackError(report)


def source_of(pack: Pack) -> Locale:
    """The language that the others are translated from."""
    return pack.locales[pack.head.source_language]


def locale_of(pack: Pack, language: str) -> Locale:
    """A language of the pack other than its source; PackError where there is no such."""
    report = Report()
    if language == pack.head.source_language:
        message = f"`{language}` is the source language: it is what the others are translated from"
        report.error("language-unknown", message, pack.where("pack", "source_language"))
    elif language not in pack.head.languages:
        hint = did_you_mean(language, pack.head.languages) or f"`santy i18n add {language}` begins it"
        if language == PSEUDO[0] or JOINT in language:
            hint = "it is made from others and has no texts of its own: ask for those"
        message = f"the pack has no language `{language}`"
        report.error("language-unknown", message, pack.where("pack", "languages"), hint)
    elif language not in pack.locales:
        raise PackError(pack.report)
    if not report.ok:
        raise PackError(report)
    return pack.locales[language]


def codes(pack: Pack, wanted: Sequence[str]) -> list[str]:
    """The languages asked for, each once, or all but the source; PackError where one is not to be translated."""
    source = pack.head.source_language
    chosen = list(dict.fromkeys(wanted)) or [code for code in pack.head.languages if code != source]
    for code in chosen:
        locale_of(pack, code)
    return chosen


def catalogue(
    pack: Pack, language: str, report: Report, rooms: Mapping[str, Room] = {}, shown: str | None = None
) -> Catalogue:
    """All texts of the source with a language's own; `shown` is another language to translate from."""
    return _catalogue(pack, locale_of(pack, language), read_seen(pack, language, report), rooms, shown)


def source_catalogue(pack: Pack) -> Catalogue:
    """All texts and words of the source with what it says."""
    return _catalogue(pack, source_of(pack), {}, {}, None)


def template(pack: Pack, rooms: Mapping[str, Room], shown: str | None = None) -> Catalogue:
    """All texts and words of the source without a translation."""
    found = _catalogue(pack, source_of(pack), {}, rooms, shown)
    found.rows = [replace(row, text="", seen=None) for row in found.rows]
    found.words = [replace(row, text="", seen=None) for row in found.words if not row.grammar]
    return found


def _catalogue(
    pack: Pack, locale: Locale, seen: Mapping[str, str], rooms: Mapping[str, Room], shown: str | None
) -> Catalogue:
    source, notes = source_of(pack), notes_of(pack)
    other = pack.locales[shown] if shown and shown != source.code else None
    places = {".".join(names): entry for names, entry, _ in entries(texts_of(pack.nodes[f"locale/{locale.code}"]))}
    rows, kept = [], may_be_left_out(source, locale.code) - locale.scalars.keys()
    for key, original in source.scalars.items():
        own, room = locale.scalars.get(key), rooms.get(key, Room(None, ""))
        row = Row(
            key,
            original.text.strip(),
            original.text.strip() if key in kept else own.text.strip() if own else "",
            (original.text if own.span == original.span else seen.get(key)) if own else None,
            notes.get(key, ""),
            room.letters,
            own.span if own else places[key].key.span if key in places else original.span,
            origin=original.span,
            face=room.face,
            stands=key in kept,
            shown=other.scalars[key].text.strip() if other and key in other.scalars else "",
        )
        rows.append(row)
    obsolete = {key: text for key, text in locale.scalars.items() if key not in source.scalars}
    limits = {key: room.letters for key, room in rooms.items() if room.letters is not None}
    lexicon = words(pack, locale, source, seen, limits, lexicon_note(pack))
    node = pack.nodes[f"locale/{source.code}"]
    lexicon = [
        replace(
            row,
            origin=locate(node, row.path),
            face=rooms[row.key].face if row.key in rooms else "",
            shown=_word_in(other, row.path) if other and not row.grammar else "",
        )
        for row in lexicon
    ]
    return Catalogue(pack, locale.code, rows, lexicon, obsolete, shown or source.code)


def _word_in(locale: Locale, path: Path) -> str:
    """What another language says for a word: its form of that name, or its first."""
    lexicon = locale.file.lexicon
    word = (lexicon.nouns if path[1] == "nouns" else lexicon.adjectives).get(path[2])
    return (word.forms.get(path[-1]) or next(iter(word.forms.values()), "")).strip() if word else ""


def entries(node: Map, stem: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Entry, Map]]:
    """The entries below a mapping that hold texts: the names that lead there, the entry, what it stands in."""
    for name, entry in node.entries.items():
        if isinstance(entry.value, Map):
            yield from entries(entry.value, (*stem, name))
        else:
            yield (*stem, name), entry, node


def texts_of(node: Map) -> Map:
    """The texts of a locale file."""
    texts = node.get("texts")
    return texts if isinstance(texts, Map) else Map({}, node.span)


def paths_of(pack: Pack) -> dict[str, Path]:
    """The names that lead to each text of the source, as the pack that has most of them writes them."""
    code, report = pack.head.source_language, Report()
    out: dict[str, Path] = {}
    for root in reversed((*pack.layers, bundled_words())):
        path = root / "locale" / f"{code}.yaml"
        node = load_yaml(path, pack.shown(path), report) if path.is_file() else None
        for names, _, _ in entries(texts_of(node)) if node else ():
            out.setdefault(".".join(names), names)
    optional = source_of(pack).optional
    usual = {key: tuple(key.split(".", 1)) if key in optional else (key,) for key in source_of(pack).scalars}
    return {key: out.get(key, path) for key, path in usual.items()}


def notes_of(pack: Pack) -> dict[str, str]:
    """What the source language's file remarks on each text, in comments above it or after it; and what names are."""
    named = {each.key: pack.game.named[each.collection].note for each in pack.given}
    node = pack.nodes[f"locale/{pack.head.source_language}"]
    remarks = {".".join(names): _remark(entry) for names, entry, _ in entries(texts_of(node))}
    return named | {key: remark for key, remark in remarks.items() if remark}


def lexicon_note(pack: Pack) -> str:
    """What the source language's file remarks on its lexicon: what its forms are for."""
    entry = pack.nodes[f"locale/{pack.head.source_language}"].entries.get("lexicon")
    return _remark(entry) if entry else ""


def _remark(entry: Entry) -> str:
    """The comments above an entry and after it, but for those that say what is to be done; only YAML has them."""
    if not entry.key.span.file.name.endswith(".yaml"):
        return ""
    lines, at = entry.key.span.file.lines, entry.key.span.line - 1
    above: list[str] = []
    while at > 0 and lines[at - 1].lstrip().startswith("#") and not lines[at - 1].lstrip().startswith(MARK):
        at -= 1
        above.insert(0, lines[at].strip().lstrip("# "))
    end = entry.value.span
    after = end.file.lines[end.end_line - 1][end.end_col - 1 :] if isinstance(entry.value, Scalar) else ""
    match = re.match(r"\s+#(?!\.)\s*(.*)", after) if end.line == end.end_line else None
    return " ".join([*above, match[1]] if match else above)


def limits_of(pack: Pack, locale: Locale, code: str = "") -> dict[str, int]:
    """About how many letters find room where each text is set on a face; nothing where no face can be laid out.

    `code` is the language that is written there, if it is to be another than the one the faces are laid out in.
    """
    return {key: room.letters for key, room in rooms_of(pack, locale, code).items() if room.letters is not None}


def rooms_of(pack: Pack, locale: Locale, code: str = "") -> dict[str, Room]:
    """Where texts are set on faces, and about how many letters of that language, in its fonts, find room there."""
    from santy_print.faces import Faces, Frame, Purpose
    from santy_print.parts import all_frames

    if pack.compiled is None:
        return {}
    out: dict[str, Room] = {}
    looked = 0

    def look(faces: Faces, frame: Frame) -> None:
        nonlocal looked
        for box in faces.tight[looked:]:
            for key in box.keys:
                known, here = out.get(key), box.room if len(box.keys) == 1 and box.room else None
                if known is None or (here is not None and (known.letters is None or here < known.letters)):
                    out[key] = Room(here, frame.key)
        looked = len(faces.tight)

    try:
        purpose = Purpose(measure=True, sample=sample_of(locale, code), look=look)
        all_frames(Faces(pack, locale, purpose=purpose), ())
    except PackError:
        return {}
    return out


def sample_of(locale: Locale, code: str = "") -> str:
    """Words as they are written in a language: of its own texts, and while it is a draft its names of languages."""
    if not code and not locale.file.draft:
        texts = (" ".join(run.text for run in parse_markup(text.text)) for text in locale.scalars.values())
        return " ".join(_PLACEHOLDER.sub("", text) for text in texts)
    return sample_words(code or locale.code)

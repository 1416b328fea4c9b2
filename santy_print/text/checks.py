"""Checks: languages and items in, what a language lacks out: texts, values, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.text.locale import Locale
from santy_print.text.templates import Template

register("locale-missing", "a text of the source language is missing in another language")
register("locale-unused", "a text stands in a language but not in the source language")
register("locale-values", "a text asks for other values than the source language's")
register("card-twice", "two cards print the same name")
register("locale-item", "a language lacks the words for an item of the pack")


def item_key(item: Mapping[str, Any], root: str = "card") -> str:
    """The stem of an item's texts: root, kind, and its variant, by which its sentence differs from others of its kind.

    What has no kind goes by its id. An item with words of its own says their stem itself, as `words`.
    In a layout: `t(item_key(item) ~ '.name', **item)`.
    """
    if item.get("words"):
        return str(item["words"])
    stem = str(item.get("kind") or item["id"])
    return ".".join([root, stem, *([str(item["variant"])] if item.get("variant") else [])])


def with_own_words(
    items: Iterable[Mapping[str, Any]],
    root: str,
    endings: Sequence[str],
    kinds: Sequence[str],
    locales: Iterable[Locale],
) -> list[Mapping[str, Any]]:
    """The items, each that has texts under its own id with their stem as its `words`.

    Where a language, or an ending, has none, the words of the kind stand in. An id that is the name of a kind has none:
    those texts are the kind's.
    """
    spoken, out = list(locales), []
    for item in items:
        own, stem = f"{root}.{item['id']}", item_key(item, root)
        distinct = own != stem and item["id"] not in kinds
        if distinct and any(locale.has(own + ending) for locale in spoken for ending in endings):
            for locale in spoken:
                locale.stands_in |= {own + ending: stem + ending for ending in endings}
            item = {**item, "words": own}
        out.append(item)
    return out


def check_names(
    locale: Locale,
    items: Iterable[Mapping[str, Any]],
    root: str,
    where: Callable[[str], Span | None],
    report: Report,
    kinds: Sequence[str] = (),
) -> None:
    """Tell items that print the same name: copies of one, or what wants words of its own."""
    first: dict[tuple[str, object], Mapping[str, Any]] = {}
    for item in items:
        try:
            name = locale.plain(f"{item_key(item, root)}.name", **item)
        except PackError:  # told as `locale-item`
            continue
        known = first.setdefault((name, item.get("level")), item)
        if known is item:
            continue
        one, other = ({k: v for k, v in each.items() if k not in _APART} for each in (item, known))
        reason = f"is the same card as `{known['id']}`" if one == other else f"prints the same name as `{known['id']}`"
        id = known["id"] if item["id"] in kinds else item["id"]
        own = f"write `{root}.{id}.name` and `{root}.{id}.effect` in locale/{locale.code}.yaml"
        copies = f"give `{known['id']}` a `copies: {known.get('copies', 1) + item.get('copies', 1)}`"
        hints = (f"{copies}; or, for words of its own, {own}",) if one == other else (own,)
        report.warning("card-twice", f"`{item['id']}` {reason}: {name}", where(str(item["id"])), *hints, fact="M1")


_APART = ("id", "copies", "words")


def check_items(
    locale: Locale,
    items: Iterable[Mapping[str, Any]],
    root: str,
    where: Callable[[str], Span | None],
    report: Report,
    endings: Sequence[str] = (".name", ".effect"),
) -> None:
    """Say every text of every item once; report each cause for which a language cannot, at its first item.

    So a variant with one colour more learns from `santy check` which words its languages lack. Texts that are not there
    are one cause, whichever items lack them; those that are known to be missing are not told again.
    """
    causes: set[str] = set()
    lacking: dict[str, str] = {}
    for item in items:
        for key in (item_key(item, root) + ending for ending in endings):
            if not locale.has(key):
                lacking.setdefault(key, str(item["id"]))
                continue
            try:
                locale.plain(key, **item)
            except PackError as fault:
                cause, place = fault.report.items[0].message, fault.report.items[0].span
                reason = cause.partition("cannot be said: ")[2] or cause
                if reason not in causes:
                    causes.add(reason)
                    message = f"`{item['id']}` cannot be said in `{locale.code}`: {reason}"
                    hint = f"add the word to `lexicon:`, or correct the text `{key}`, in locale/{locale.code}.yaml"
                    place = _nearer(where(str(item["id"])), place)
                    report.error("locale-item", message, place, *_given(reason, item), hint)
    lacking = {key: id for key, id in lacking.items() if key not in locale.lacking}
    if lacking:
        ids = list(dict.fromkeys(lacking.values()))
        message = f"{_some(ids)} cannot be said in `{locale.code}`: no text {_some([*lacking])}"
        lines = ", ".join(f"`{key}: ...`" for key in islice(lacking, 2))
        hint = f"add under `texts:` in locale/{locale.code}.yaml: {lines}{' and so on' if len(lacking) > 2 else ''}"
        report.error("locale-item", message, where(ids[0]), hint)


def _nearer(item: Span | None, text: Span | None) -> Span | None:
    """Of an item and a text that do not go together the one that is nearer to the pack asked for; else the item."""
    return text if item and text and text.file.depth < item.file.depth else item


def _given(reason: str, item: Mapping[str, Any]) -> Iterator[str]:
    """What a value may be meant for that the item does not give."""
    missing = re.fullmatch(r"the value `(.+)` is not given", reason)
    if missing:
        yield did_you_mean(missing[1], [name for name in item if name not in ("id", "kind", "variant")])


def _some(names: Sequence[str], most: int = 3) -> str:
    """The first few of many names, and how many more there are."""
    if len(names) == 1:
        return f"`{names[0]}`"
    shown = list(names) if len(names) <= most + 1 else [*names[:most]]
    more = f" and {len(names) - most} more" if len(names) > most + 1 else f" and `{shown.pop()}`"
    return ", ".join(f"`{name}`" for name in shown) + more


def compare_locales(locales: Mapping[str, Locale], source: str, report: Report) -> None:
    """Report what languages have more or less than the source language: texts, and values in a text."""
    original = locales.get(source)
    if original is None:
        return
    for code, locale in locales.items():
        if locale is original:
            continue
        missing = [key for key in original.templates if key not in locale.templates and key not in original.optional]
        locale.lacking = frozenset(missing)
        if missing:
            one = len(missing) == 1
            message = f"the text{'' if one else 's'} {_some(missing)} {'is' if one else 'are'} missing in `{code}`"
            place = original.templates[missing[0]].span
            stem, ending, _ = place.file.name.rpartition(".md") if place else ("", "", "")
            or_beside = f", or write {stem.rpartition('/')[2]}.{code}.md" if ending else ""
            hint = f"add {f'`{missing[0]}`' if one else 'them'} to locale/{code}.yaml{or_beside}"
            report.error("locale-missing", message, place, hint)
        for key, template in original.templates.items():
            if key in locale.templates:
                compare_texts(key, template, locale.templates[key], report)
        for key in sorted(locale.templates.keys() - original.templates.keys()):
            where = locale.templates[key].span
            if where and where.file.depth:
                continue  # a pack below has more than is left of it here, and is told so itself, should it be too much
            report.warning(
                "locale-unused",
                f"`{source}` has no text `{key}`",
                where,
                partial(did_you_mean, key, original.templates),
            )


def compare_texts(key: str, template: Template, other: Template, report: Report) -> None:
    """Report the values that a text asks for and its source does not, and those that it leaves out."""
    for name in sorted(other.values - template.values):
        message = f"the text `{key}` asks for `{{{name}}}`, which the source language does not"
        report.error("locale-values", message, other.span, partial(did_you_mean, name, template.values))
    for name in sorted(template.values - other.values):
        message = f"the text `{key}` leaves out `{{{name}}}`, which the source language says"
        report.warning("locale-values", message, other.span, f"put `{{{name}}}` where it belongs")

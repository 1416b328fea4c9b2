"""Checks: languages and items in, what a language lacks out: texts, values, words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.text.locale import Locale
from santy_print.text.templates import Template

register("locale-missing", "a text of the source language is missing in another language")
register("locale-unused", "a text stands in a language but not in the source language")
register("locale-values", "a text asks for other values than the source language's")
register("locale-item", "a language lacks the words for an item of the pack")

BY_VALUE = ("direction",)
BY_PRESENCE = ("struck",)


def item_key(item: Mapping[str, Any], root: str = "card") -> str:
    """The stem of an item's texts: root, kind, and what sets its sentence apart from others of its kind.

    `card.number`, `card.helm.clockwise` (a direction is named), `card.element.struck` (something is struck
    out), `event.rum`; what has no kind goes by its id: `pirate.brain`.
    In a layout: `t(item_key(item) ~ '.name', **item)`.
    """
    stem = str(item.get("kind") or item["id"])
    ways = [str(item[name]) for name in BY_VALUE if item.get(name)]
    marks = [name for name in BY_PRESENCE if item.get(name)]
    return ".".join([root, stem, *ways, *marks])


def check_items(
    locale: Locale,
    items: Iterable[Mapping[str, Any]],
    root: str,
    where: Callable[[str], Span | None],
    report: Report,
    endings: Sequence[str] = (".name", ".effect"),
) -> None:
    """Say every text of every item once; report each cause for which a language cannot, at its first item.

    So a variant with one colour more learns from `santy check` which words its languages lack.
    """
    causes: set[str] = set()
    for item in items:
        for ending in endings:
            try:
                locale.plain(item_key(item, root) + ending, **item)
            except PackError as fault:
                cause = fault.report.items[0].message
                reason = cause.partition("cannot be said: ")[2] or cause
                if reason not in causes:
                    causes.add(reason)
                    message = f"`{item['id']}` cannot be said in `{locale.code}`: {reason}"
                    hint = f"add the word to `lexicon:` or the text to `texts:` in locale/{locale.code}.yaml"
                    report.error("locale-item", message, where(str(item["id"])), hint)


def compare_locales(locales: Mapping[str, Locale], source: str, report: Report) -> None:
    """Report what languages have more or less than the source language: texts, and values in a text."""
    original = locales.get(source)
    if original is None:
        return
    for code, locale in locales.items():
        if locale is original:
            continue
        for key, template in original.templates.items():
            other = locale.templates.get(key)
            if other is None:
                hint = f"add `{key}` to locale/{code}.yaml"
                report.error(
                    "locale-missing", f"the text `{key}` is missing in `{code}`", template.span, hint
                )
            else:
                compare_texts(key, template, other, report)
        for key in sorted(locale.templates.keys() - original.templates.keys()):
            where = locale.templates[key].span
            report.warning(
                "locale-unused",
                f"`{source}` has no text `{key}`",
                where,
                did_you_mean(key, original.templates),
            )


def compare_texts(key: str, template: Template, other: Template, report: Report) -> None:
    """Report the values that a text asks for and its source does not, and those that it leaves out."""
    for name in sorted(other.values - template.values):
        message = f"the text `{key}` asks for `{{{name}}}`, which the source language does not"
        report.error("locale-values", message, other.span, did_you_mean(name, template.values))
    for name in sorted(template.values - other.values):
        message = f"the text `{key}` leaves out `{{{name}}}`, which the source language says"
        report.warning("locale-values", message, other.span, f"put `{{{name}}}` where it belongs")

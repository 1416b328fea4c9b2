"""Named: a pack in, the same pack as a language has it that calls its items otherwise out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from santy_print.pack import Pack
from santy_print.registry import Item, SaidName
from santy_print.text import Locale


def in_words_of(pack: Pack, locale: Locale) -> Pack:
    """The pack with the names that a language gives its items, of two at once both; itself where it gives none.

    Whoever prints or says a name, or what follows from it, asks this pack for it; what programs read (JSON, records)
    keeps the pack's own names.
    """
    base = pack.views.setdefault("", pack)
    if base.compiled is None or not locale.called:
        return base
    if locale.code not in base.views:
        compiled = base.game.renamed(base.compiled, [tongue.names for tongue in locale.tongues])
        made = {"one": base.collections["one"], **base.game.collections(compiled)}
        collections = {name: _with_words(base.collections[name], items) for name, items in made.items()}
        for group, (root, _, _) in base.game.named.items():
            named = ((item, SaidName.by(f"{root}.{item['id']}", item["name"])) for item in collections[group])
            collections[group] = [{**item, "name": name} for item, name in named]
        view = replace(base, compiled=compiled, _collections=collections)
        # A copy for any other end has none of these: what was changed in it holds in all views of its own.
        view.views = base.views
        base.views[locale.code] = view
    return base.views[locale.code]


def _with_words(items: Sequence[Item], renamed: Sequence[Item]) -> list[Item]:
    """The items under the names of a language, with the stems of their own words."""
    both = zip(items, renamed, strict=True)
    return [{**new, "words": old["words"]} if "words" in old else new for old, new in both]


def as_in(view: Pack, item: Mapping[str, Any]) -> Mapping[str, Any]:
    """An item of the pack, in whatever language, as a view of it has it; what is in no collection stays as it is."""
    if len(view.views) < 2:  # all languages call everything the same
        return item
    return next((view.collections[name][at] for name, at in _places(view, item)), item)


def _places(view: Pack, item: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for pack in view.views.values():
        for name, items in pack.collections.items():
            yield from ((name, at) for at, one in enumerate(items) if one is item)

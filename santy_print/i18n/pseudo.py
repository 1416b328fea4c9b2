"""Pseudo: a pack in, one that speaks a made-up language, or two languages at once, besides its own out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from santy_print.diag import PackError, Report, did_you_mean
from santy_print.pack import Pack
from santy_print.text import JOINT, PSEUDO, Locale, pair, pseudo_locale


def _with(pack: Pack, more: Mapping[str, Locale]) -> Pack:
    """The same pack with more languages; the one that was given stays as it is."""
    head = pack.head.model_copy(update={"languages": (*pack.head.languages, *more)})
    return replace(pack, head=head, locales={**pack.locales, **more})


def with_pseudo(pack: Pack) -> Pack:
    """The pack, speaking the made-up language as well; nothing of it is written to the pack's folder."""
    source = pack.locales.get(pack.head.source_language)
    if source is None or PSEUDO[0] in pack.locales:
        return pack
    return _with(pack, {PSEUDO[0]: pseudo_locale(source)})


def with_pairs(pack: Pack, languages: Sequence[str]) -> Pack:
    """The pack, speaking the pairs among the languages asked for as well; PackError where one cannot be made."""
    report = Report()
    made: dict[str, Locale] = {}
    for code in languages:
        parts = code.split(JOINT)
        if len(parts) == 1 or code in pack.locales:
            continue
        for part in parts:
            if part not in pack.locales:
                hint = did_you_mean(part, pack.locales)
                message = f"the pack has no language `{part}`, which `{code}` asks for"
                report.error("pack-language", message, pack.where("pack", "languages"), hint)
        if len(parts) != 2 or parts[0] == parts[1]:
            report.error("pack-language", f"`{code}` are not two languages", None, "ask for two, like `fr+pl`")
        if report.ok:
            made[code] = pair(pack.locales[parts[0]], pack.locales[parts[1]])
    if not report.ok:
        raise PackError(report)
    return _with(pack, made) if made else pack


def spoken_as_asked(pack: Pack, languages: Sequence[str]) -> Pack:
    """The pack, speaking the made-up language and the pairs of two where these are among the languages asked for."""
    return with_pairs(with_pseudo(pack) if PSEUDO[0] in languages else pack, languages)


def speaking(pack: Pack, languages: Sequence[str]) -> Pack:
    """The pack, if it speaks the languages, also the made-up one and pairs; PackError where it does not."""
    return spoken_as_asked(pack, languages).speaking(languages)

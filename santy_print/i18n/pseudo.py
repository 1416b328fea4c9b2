"""Pseudo: a pack in, the pack with a made-up language besides its own out."""

from __future__ import annotations

from collections.abc import Sequence

from santy_print.diag import PackError, Report, did_you_mean
from santy_print.pack import Pack
from santy_print.text import PSEUDO, pseudo_locale


def with_pseudo(pack: Pack) -> Pack:
    """The pack, speaking the made-up language as well; nothing of it is written to the pack's folder."""
    source = pack.locales.get(pack.head.source_language)
    if source is not None and PSEUDO[0] not in pack.locales:
        pack.locales[PSEUDO[0]] = pseudo_locale(source)
        pack.head = pack.head.model_copy(update={"languages": (*pack.head.languages, PSEUDO[0])})
    return pack


def speaking(pack: Pack, languages: Sequence[str]) -> Pack:
    """The pack, if it speaks the languages, the made-up one among them; PackError where it does not."""
    if PSEUDO[0] in languages:
        with_pseudo(pack)
    report = Report()
    for code in languages:
        if code not in pack.locales:
            hint = did_you_mean(code, pack.locales)
            report.error("pack-language", f"the pack has no language `{code}`", pack.where("pack", "languages"), hint)
    if not report.ok:
        raise PackError(report)
    return pack

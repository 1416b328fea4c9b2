"""Languages at work: a pack in, its texts out to a translator and back, and what is missing, old or too long."""

from __future__ import annotations

from santy_print.i18n.catalogue import Catalogue, catalogue, codes, open_pack, refuse_bundled, sample_of
from santy_print.i18n.exchange import Done, bring_in, export, export_all
from santy_print.i18n.pictures import pictures
from santy_print.i18n.pseudo import speaking, spoken_as_asked, with_pairs, with_pseudo
from santy_print.i18n.rows import Row
from santy_print.i18n.skeleton import Added, add
from santy_print.i18n.status import Status, accept, as_json, as_text, status

__all__ = [
    "Added",
    "Catalogue",
    "Done",
    "Row",
    "Status",
    "accept",
    "add",
    "as_json",
    "as_text",
    "bring_in",
    "catalogue",
    "codes",
    "export",
    "export_all",
    "open_pack",
    "pictures",
    "refuse_bundled",
    "sample_of",
    "speaking",
    "spoken_as_asked",
    "status",
    "with_pairs",
    "with_pseudo",
]

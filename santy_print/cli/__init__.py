"""Command line: options in, calls to the library out. No rule and no geometry; imports stand inside commands.

What games bring of their own is in `cli/games.py`.
"""

from santy_print.cli import drawings, packs, pages, paper, study, table, words
from santy_print.cli.base import main

__all__ = ["drawings", "main", "packs", "pages", "paper", "study", "table", "words"]

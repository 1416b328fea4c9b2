"""Command line: options in, calls to the house out. No rule and no geometry; imports stand inside commands."""

from santy_print.cli import packs, paper, ships, table, words
from santy_print.cli.base import main

__all__ = ["main", "packs", "paper", "ships", "table", "words"]

"""What games bring to the command line: names at once, code when it is run or `--help` tells what it does.

A bundled game has a module for each in its `commands/`, which holds a command of the same name. Another distribution
names its own as entry points of the group `santy_print.commands`: `score = "highcard.commands:score"`. The sizes that
`santy new` has options for stand in a bundled game's `sizes.py`, so that its help need not load the game.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

GROUP = "santy_print.commands"
"""The group of entry points that commands of other distributions are found by,"""
GAMES = "santy_print.games"
"""and that of their games."""
_GAMES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "games")


def command_names() -> list[str]:
    """The names of the commands that games bring."""
    return sorted(_found())


def find_command(name: str) -> click.Command | None:
    """A command of a game by its name; None where there is none. One that cannot be loaded says so when it is run."""
    place = _found().get(name)
    if place is None:
        return None
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as fault:  # another's code: its fault must not take the other commands away
        return _broken(name, f"`{place}` cannot be loaded: {type(fault).__name__}: {fault}")
    return found if isinstance(found, click.Command) else _broken(name, f"`{place}` is no command of Click's")


@cache
def _found() -> dict[str, str]:
    """The commands by name, each with its `module:attribute`; a bundled one before one from elsewhere."""
    return _installed() | _bundled()


def set_sizes() -> dict[str, str]:
    """The sizes that a whole set of some game can have, each with what it means; the first game's where two have it."""
    games = [name for name in sorted(os.listdir(_GAMES)) if os.path.isfile(os.path.join(_GAMES, name, "sizes.py"))]
    known = [import_module(f"santy_print.games.{name}.sizes").SIZES for name in games]
    for point in _points(GAMES):
        with suppress(Exception):  # what is wrong with a game is told where a pack of it is asked for
            known.append(point.load().sizes)
    found: dict[str, str] = {}
    for sizes in known:
        for size, says in sizes.items():
            found.setdefault(size, says)
    return found


def _bundled() -> dict[str, str]:
    found = {}
    for game in sorted(os.listdir(_GAMES)):
        folder = os.path.join(_GAMES, game, "commands")
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            name, ending = os.path.splitext(file)
            if ending == ".py" and name != "__init__":
                found[name] = f"santy_print.games.{game}.commands.{name}:{name}"
    return found


def _installed() -> dict[str, str]:
    return {point.name: point.value for point in _points(GROUP)}


def _points(group: str) -> Iterable[EntryPoint]:
    """What other distributions name in a group of entry points."""
    if not any(_names(group, folder) for folder in dict.fromkeys(sys.path)):
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=group)


def _names(group: str, folder: str) -> bool:
    """Whether a distribution in a folder of the path does.

    To look into their files is quick; `importlib.metadata` takes as long to load as all else that `--help` needs.
    """
    with suppress(OSError):
        for name in os.listdir(folder or os.curdir):
            if name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                    if group.encode() in file.read():
                        return True
    return False


def _broken(name: str, why: str) -> click.Command:
    """In the place of a command that cannot be loaded: it says so."""

    def refuse() -> None:
        raise click.ClickException(why)

    ignored = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, callback=refuse, help=f"({why})", context_settings=ignored)

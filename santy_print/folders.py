"""Folders: the name of a pack in; its folder out, and those of the packs that it extends.

Where what comes with the program lies is asked here, too. No name leads out of a folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.registry import Game, find_game, folder_of, game_names, installed_packs
from santy_print.source import Scalar, load_yaml

register("pack-missing", "there is no pack of this name or in this folder")
register("pack-extends", "a pack extends what cannot be extended")
register("pack-loop", "packs extend each other in a circle")

MAX_CHAIN = 8
"""So many packs extend each other at most."""
MAX_FILES = 400


def data_folder(name: Literal["content", "templates"]) -> Path:
    """The folder of bundled content or templates: in the installed package, or beside it in a checkout."""
    installed = Path(__file__).parent / name
    return installed if installed.is_dir() else Path(__file__).parent.parent / name


def shared_layouts(game: Game) -> dict[str, Path]:
    """The face layouts that every pack of a game may use, by name: any game's, and before them the game's own."""
    folders = reversed(layout_folders(game))
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}


def layout_folders(game: Game) -> tuple[Path, ...]:
    """Where the face layouts of all packs of a game lie: the game's own before any game's."""
    return folder_of(game) / "faces", data_folder("templates") / "faces"


def bundled_words() -> Path:
    """The folder of what is said in any game, in `locale/`: it lies below every pack, which may say it otherwise."""
    return data_folder("content") / "words"


def words_in(folder: str, code: str) -> Path | None:
    """The file of what any game says in a language, or in that without its region; None where nobody wrote one."""
    paths = (bundled_words() / folder / f"{spoken}.yaml" for spoken in (code, code.partition("-")[0]))
    return next((path for path in paths if path.is_file()), None)


def bundled() -> list[str]:
    """The names of the bundled packs."""
    return sorted(p.name for p in data_folder("content").iterdir() if (p / "pack.yaml").is_file())


def pack_names() -> list[str]:
    """The names of all packs that are known by name: the bundled ones, and those of installed games."""
    return [*bundled(), *(name for name in installed_packs() if name not in bundled())]


def named_pack(name: str) -> Path | None:
    """The folder of a pack known by name; None where there is none."""
    if name in bundled():
        return data_folder("content") / name
    found = installed_packs().get(name)
    if found is None and name in game_names():
        find_game(name)  # where its code cannot be loaded, it says why
    return found


def find_pack(pack: str | Path) -> Path:
    """The folder of a pack given by bundled name or by path; PackError where there is none."""
    if isinstance(pack, str) and pack in bundled():
        return data_folder("content") / pack
    path, report = Path(pack), Report()
    try:
        found, is_folder = (path / "pack.yaml").is_file(), str(pack) != "" and path.is_dir()
    except (OSError, ValueError):  # no name that a folder can have
        found = is_folder = False
    if found and is_folder:
        return path
    is_code = is_folder and (path / "__init__.py").is_file()  # of a game, which brings the pack of this name
    if (is_code or not is_folder) and isinstance(pack, str) and (known := named_pack(pack)):
        return known
    if is_folder:
        stem = re.compile(r"packs?(\.ya?ml)?(\.txt)?", re.IGNORECASE)
        near = next((name for name in sorted(_names(path)) if stem.fullmatch(name)), None)
        hint = f"call `{near}` pack.yaml" if near else "a pack is a folder with a pack.yaml in it"
        report.error("pack-missing", f"the folder {path} holds no pack.yaml", None, hint)
    else:
        hint = did_you_mean(str(pack), pack_names())
        report.error("pack-missing", f"there is no pack called `{pack}`", None, hint)
    raise PackError(report)


def _names(folder: Path) -> list[str]:
    """The names of some of the files of a folder; none where it cannot be read."""
    try:
        return [path.name for path in islice(folder.iterdir(), MAX_FILES) if path.is_file()]
    except OSError:
        return []


def game_of(pack: str | Path) -> str:
    """The name of a pack's game, as its own head or one that it extends says it; nothing where none does."""
    for root in layers(pack):
        node = load_yaml(root / "pack.yaml", f"{shown_as(root)}/pack.yaml", Report())
        if node is not None and isinstance(game := node.get("game"), Scalar):
            return game.text
    return ""


def layers(pack: str | Path) -> tuple[Path, ...]:
    """The folder of a pack and those of the packs it extends, as far as they are there; PackError without a pack."""
    return chain_of(find_pack(pack), Report())


def chain_of(root: Path, report: Report) -> tuple[Path, ...]:
    """The folder of a pack and those that it extends, the nearest first; a fault ends the chain where it stands."""
    chain = [root]
    while (scalar := _extends(chain[-1])) is not None:
        below = _extended(scalar, chain, report)
        if below is None:
            break
        chain.append(below)
    return tuple(chain)


def _extends(root: Path) -> Scalar | None:
    """What a pack extends, where its head says so; the head is read for its faults later."""
    node = load_yaml(root / "pack.yaml", f"{shown_as(root)}/pack.yaml", Report())
    extends = node.get("extends") if node and inside(root / "pack.yaml", root) else None
    return extends if isinstance(extends, Scalar) and extends.text else None


def _extended(scalar: Scalar, chain: Sequence[Path], report: Report) -> Path | None:
    """The folder a pack extends: a bundled pack, or a folder beside the pack that was asked for."""
    name, span = scalar.text, scalar.span
    shelf = Path(os.path.abspath(chain[0])).parent
    if (named := named_pack(name)) is not None:
        found = named
    else:
        found = Path(os.path.normpath(chain[-1] / name)) if "\0" not in name else chain[-1] / "."
        if not inside(found, shelf):
            message = f"`{name}` lies neither among the bundled packs nor beside this one"
            hint = f"put it next to {Path(os.path.abspath(chain[0])).name}, and write `extends: ../its-folder`"
            report.error("pack-extends", message, span, hint)
            return None
    if not os.path.isfile(found / "pack.yaml"):
        beside = [f"../{path.parent.name}" for path in sorted(shelf.glob("*/pack.yaml"))[:MAX_FILES]]
        known = [*pack_names(), *(other for other in beside if other != f"../{chain[-1].resolve().name}")]
        report.error("pack-extends", f"there is no pack `{name}` to extend", span, did_you_mean(name, known))
    elif any(found.resolve() == other.resolve() for other in chain):
        names = " extends ".join(path.resolve().name for path in (*chain, found))
        report.error("pack-loop", f"this is a circle: {names}", span, "one of them must extend a bundled pack")
    elif len(chain) == MAX_CHAIN:
        report.error("pack-loop", f"more than {MAX_CHAIN} packs extend each other", span, "extend one further down")
    else:
        return found
    return None


# --- paths ------------------------------------------------------------------------------------------------------------


def inside(path: Path, root: Path) -> bool:
    """True where a path, links followed, is within a folder."""
    try:
        real, home = os.path.realpath(path), os.path.realpath(root)
    except (OSError, ValueError):  # no name that a file can have
        return False
    return real == home or real.startswith(home.rstrip(os.sep) + os.sep)


def is_bundled(root: Path) -> bool:
    """True for the folder of a pack that comes with the program."""
    return root.resolve().is_relative_to(data_folder("content").resolve())


def leads_out(name: str) -> bool:
    """True for what is no plain file name."""
    return "/" in name or "\\" in name or "\0" in name or os.sep in name or name in ("", ".", "..")


def shown_as(root: Path) -> str:
    """The name of a pack's folder in messages: as short as it can be found again."""
    content = data_folder("content")
    if root.is_relative_to(content):
        return f"content/{root.relative_to(content).as_posix()}"
    return root.as_posix()


def shown_file(name: str, roots: Iterable[Path]) -> Path | None:
    """The file that messages call so, of a pack with these layers; None for what comes with the program."""
    found = (root / name.removeprefix(f"{shown_as(root)}/") for root in roots if name.startswith(f"{shown_as(root)}/"))
    return next((path for path in found if not is_bundled(path)), None)

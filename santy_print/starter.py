"""Starter: a name in, a pack of one's own out: a small overlay to begin with, or a whole copy."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.editor import as_text, json_schema, models
from santy_print.folders import data_folder, find_pack, named_pack, shared_layouts
from santy_print.output import staged
from santy_print.pack import Pack, load_pack
from santy_print.portfolio import deck_of
from santy_print.registry import NewSet, find_game, folder_of, game_names

register("new-folder", "a new pack would be written over files that are there")
register("new-name", "a new pack cannot be called so")

MAX_FILES = 2_000
MAX_BYTES = 200_000_000
SCHEMAS = "schemas"


def new_pack(folder: Path, source: str, full: bool = False) -> list[str]:
    """Write a pack that extends another into a new folder; `full` copies everything instead, face layouts as well.

    Returns the names of the files. PackError where the folder is not empty, lies within the other pack, or has a name
    that no pack can have.
    """
    _refuse(folder, find_pack(source))
    pack = load_pack(source).checked()
    return _written(folder, pack, _copied(folder, pack) if full else _overlay(folder, source, pack), overlay=not full)


def new_of_game(folder: Path, game: str) -> list[str]:
    """Write a whole pack of a game that extends nothing, as the game's `starter/` has it, or what extends its first.

    Returns the names of the files. PackError as `new_pack`, and where there is no such game.
    """
    found = find_game(game)
    if found is None:
        raise _fault("pack-game", f"there is no game called `{game}`", did_you_mean(game, game_names()))
    starter = folder_of(found) / "starter"
    if not _is_whole(starter):
        return new_pack(folder, game)
    _refuse(folder, None)
    return _stored(folder, game, _filled(starter, _words(folder)), overlay=False)


def new_of_pictures(folder: Path, game: str, pictures: Path, report: Report) -> list[str]:
    """Write a deck of ready pictures; what is wrong with each goes to the report.

    Returns the names of the files. PackError as `new_of_game`, and where the folder holds no pictures.
    """
    found = find_game(game)
    if found is None or not found.spreadsheets:
        decks = [name for name in game_names() if (other := find_game(name)) and other.spreadsheets]
        raise _fault("pack-game", f"no deck of pictures is made for the game `{game}`", did_you_mean(game, decks))
    _refuse(folder, None)
    files = _filled(folder_of(found) / "pictures", _words(folder))
    return _stored(folder, game, files | deck_of(pictures, report), overlay=False)


def new_set(folder: Path, source: str, sizes: Mapping[str, int], seed: int) -> tuple[list[str], Sequence[str]]:
    """Write a whole set of other sizes that extends a pack, as its game makes one from a seed.

    Returns the names of the files and what is to be said of the set. PackError as `new_pack`, and where there is no
    set of these sizes.
    """
    _refuse(folder, find_pack(source))
    pack = load_pack(source).checked()
    make = pack.tool("new_set")
    extends = source if pack.root == named_pack(source) else _beside(folder, pack.root)
    game = pack.head.game
    for name in sizes:
        if name not in pack.game.sizes:
            raise _fault("new-sizes", f"a set of {pack.game.name} has no `{name}`", did_you_mean(name, pack.game.sizes))
    made: NewSet = make(folder.resolve().name, extends, sizes, seed)
    drawings = folder_of(pack.game) / "drawings"
    files = {name: _with_modeline(name, text.encode(), game) for name, text in made.files.items()}
    files |= {f"art/{name}": (drawings / name).read_bytes() for name in made.drawings}
    return _written(folder, pack, files, overlay=True), made.notes


def _written(folder: Path, pack: Pack, files: dict[str, bytes], overlay: bool) -> list[str]:
    """Write a new pack that another was read for."""
    return _stored(folder, pack.head.game, files, overlay)


def _stored(folder: Path, game: str, files: dict[str, bytes], overlay: bool) -> list[str]:
    """Write a new pack with the schemas of its files."""
    files = {name: _with_modeline(name, data, game) for name, data in files.items()}
    files |= {
        f"{SCHEMAS}/{name}.schema.json": as_text(json_schema(name, game, overlay=overlay)).encode()
        for name in models(game)
    }
    with staged(folder) as stage:
        for name, data in sorted(files.items()):
            stage.write(name, data)
    return sorted(files)


def _overlay(folder: Path, source: str, pack: Pack) -> dict[str, bytes]:
    """The files of a small overlay, with comments that say what can be done."""
    extends = source if pack.root == named_pack(source) else _beside(folder, pack.root)
    own = folder_of(pack.game) / "starter"
    templates = own if own.is_dir() and not _is_whole(own) else data_folder("templates") / "starter"
    files = _filled(templates, {**_words(folder), "extends": extends})
    return {name.replace("source", pack.head.source_language): data for name, data in files.items()}


def _is_whole(starter: Path) -> bool:
    """Whether a starter makes a pack that extends nothing."""
    return (starter / "components.yaml").is_file()


def _words(folder: Path) -> dict[str, str]:
    """What a starter's files say of the new pack."""
    id = folder.resolve().name
    return {"id": id, "folder": id, "title": json.dumps(re.sub(r"[-_]+", " ", id).capitalize())}


def _filled(templates: Path, words: Mapping[str, str]) -> dict[str, bytes]:
    """A starter's files with their `{{words}}` put in."""
    files = {}
    for path in sorted(path for path in templates.rglob("*") if path.suffix in (".yaml", ".csv", ".md")):
        text = re.sub(r"\{\{(\w+)\}\}", lambda match: words[match[1]], path.read_text(encoding="utf-8"))
        files[path.relative_to(templates).as_posix()] = text.encode()
    return files


def _copied(folder: Path, pack: Pack) -> dict[str, bytes]:
    """All files of a pack and all face layouts, each with its modeline; what the pack extends stays where it is."""
    found = {f"faces/{path.name}": path for path in shared_layouts(pack.game).values()}
    found |= {path.relative_to(pack.root).as_posix(): path for path in _files(pack.root)}
    files = {name: _with_modeline(name, path.read_bytes(), pack.head.game) for name, path in found.items()}
    head = re.sub(rb"(?m)^id:.*?$", f"id: {folder.resolve().name}".encode(), files["pack.yaml"], count=1)
    if pack.head.extends and named_pack(pack.head.extends) is None:
        extends = f"extends: {_beside(folder, pack.layers[1])}"
        head = re.sub(rb"(?m)^extends:.*?$", extends.encode(), head, count=1)
    return files | {"pack.yaml": head}


def _with_modeline(name: str, data: bytes, game: str) -> bytes:
    """A YAML file that tells an editor its schema in its first line."""
    folder, _, stem = name.removesuffix(".yaml").rpartition("/")
    kind = {"": stem, "faces": "face", "locale": "locale"}.get(folder, "")
    if not name.endswith(".yaml") or kind not in models(game) or data.startswith(b"# yaml-language-server"):
        return data
    up = "../" if folder else ""
    return f"# yaml-language-server: $schema={up}{SCHEMAS}/{kind}.schema.json\n".encode() + data


def _beside(folder: Path, root: Path) -> str:
    """How a new pack says what it extends; PackError where the two do not lie side by side."""
    shelf, below = folder.resolve().parent, root.resolve()
    if not below.is_relative_to(shelf):
        hint = f"put the new one next to {root.name}, or copy everything with --full"
        raise _fault("new-folder", f"{folder} does not lie beside {root}, which it would extend", hint)
    return f"../{below.relative_to(shelf).as_posix()}"


def _files(root: Path) -> list[Path]:
    """A pack's files, but for hidden ones and links out of it; PackError where they are too many to be a pack."""
    home = root.resolve()
    found = [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and path.resolve().is_relative_to(home)
        and not any(part.startswith(".") for part in path.relative_to(root).parts)
    ]
    if len(found) > MAX_FILES or sum(path.stat().st_size for path in found) > MAX_BYTES:
        bounds = f"at most {MAX_FILES:,} files and {MAX_BYTES // 1_000_000} MB"
        raise _fault("new-folder", f"{root} holds too much for a pack", bounds)
    return found


def _refuse(folder: Path, root: Path | None) -> None:
    name = folder.resolve().name
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", name):
        better = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-_")[:64]
        hint = f"how about `{better}`?" if better else "letters, digits, - and _ are wanted"
        raise _fault("new-name", f"`{name}` is no name for a pack", hint)
    if named_pack(name) is not None:
        raise _fault("new-name", f"there is a pack `{name}` already", "choose a name of your own")
    if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise _fault("new-folder", f"{folder} is there and not empty", "name a folder that does not exist yet")
    if root is not None and folder.resolve().is_relative_to(root.resolve()):
        raise _fault("new-folder", f"{folder} lies within the pack it is made from", "name a folder beside it")


def _fault(code: str, message: str, hint: str) -> PackError:
    report = Report()
    report.error(code, message, None, hint)
    return PackError(report)

"""The house is what `docs/architecture.md` says: its rooms, who imports whom, how large things are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "santy_print"
DOC = (Path(__file__).parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__main__.py" and path != ROOT / "__init__.py")


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


NAMES = {name_of(path): path for path in MODULES}
ROOMS = list(dict.fromkeys(name.split(".")[0] for name in NAMES))
ORDER = re.search(r"^    (diag [a-z0-9 ]+)$", DOC, re.MULTILINE)[1].split()  # type: ignore[index]
ONLY = re.findall(r"only\s+`(\w+)`\s+imports\s+(\w+)", DOC, re.IGNORECASE)


def room_of(name: str) -> str:
    """A module's room; the commands of a game are of the command line's."""
    parts = name.split(".")
    return "cli" if parts[0] == "games" and parts[2:3] == ["commands"] else parts[0]


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(NAMES[name].read_text(encoding="utf-8"))


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(node: ast.AST, types: bool = False) -> Iterator[str]:
    """Whatever is imported at run time, also inside functions: full names, of a module or of something in one.

    With `types` also what only the type checker reads: who knows a thing's type knows the thing.
    """
    if for_types_only(node) and not types:
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imports(child, types)


@cache
def imported(name: str, types: bool = False) -> tuple[str, ...]:
    """What a module imports, see `imports`."""
    return tuple(imports(tree(name), types))


def edges(types: bool = False) -> Iterator[tuple[str, str]]:
    """Module to room or module, within the house."""
    for name in NAMES:
        for target in imported(name, types):
            if target.startswith("santy_print."):
                yield name, target.removeprefix("santy_print.")


def test_the_document_names_exactly_the_rooms_that_exist() -> None:
    table = DOC.split("| step |")[1].split("\n\n")[0]
    named = [room for row in table.split("\n")[2:] for room in re.findall(r"`(\w+)`", row.split("|")[2])]
    assert sorted(named) == sorted(ROOMS)
    assert sorted(ORDER) == sorted(ROOMS)


FORWARD = {("registry", "pack"), ("registry", "documents"), ("game", "pack")}
"""What a game is given and gives back is of rooms that stand after it: the signatures of its hooks name these types."""


def test_imports_go_one_way() -> None:
    wrong = {
        (room, other): f"{name} imports {target}"
        for types in (False, True)
        for name, target in edges(types)
        if (room := room_of(name)) != (other := room_of(target))
        and other in ROOMS
        and ORDER.index(other) > ORDER.index(room)
        and not (types and (room, other) in FORWARD)
    }
    assert wrong == {}
    known = {(room_of(name), room_of(target)) for name, target in edges(types=True)}
    assert known >= FORWARD, "an exception that nobody needs any more"


def test_what_reads_sheets_knows_not_who_builds_them() -> None:
    """Build, which makes many files whole or not at all, is for the command line, the library and a page alone."""
    users = {room_of(name) for name, target in edges(types=True) if target.split(".")[0] == "build"}
    assert users <= {"build", "library", "serve", "cli"}


def test_what_the_library_does_the_command_line_asks_of_it() -> None:
    """Load, check, build, documents and play: a command is given by the library what it shows."""
    jobs = {"build", "checking.check", "play.play", "play.every_card", "records.verify", "pack.load_pack"}
    jobs |= {"documents.rulebook.write_rulebooks", "documents.rulebook.Rulebook"}
    found = {(name, target) for name, target in edges() if room_of(name) == "cli" and target in jobs}
    help_alone = {("cli.table", "pack.load_pack")}  # of all bundled packs, for the options of their games
    drafts = {("games.santy_anno.commands.ships", "pack.load_pack")}  # packs that may have errors
    assert found == help_alone | drafts


def test_games_know_no_paper_and_no_other_game() -> None:
    for name, target in edges():
        if name.startswith("games."):
            known = ("cli",) if room_of(name) == "cli" else ()
            assert target.split(".")[0] not in {"faces", "sheets", "pdf", "build", "raster", "cli"} - {*known}, name
            if target.startswith("games."):
                assert target.split(".")[1] == name.split(".")[1], f"{name} imports {target}"


def test_each_library_has_one_room() -> None:
    assert len(ONLY) >= 6
    for room, library in ONLY:
        users = {room_of(name) for name in NAMES for target in imported(name) if target.split(".")[0] == library}
        assert users == {room}, library


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_too_large(name: str) -> None:
    assert NAMES[name].read_text(encoding="utf-8").count("\n") <= 900
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 60, f"{node.name} has too many lines"
            known = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            own = [arg for arg in known if arg not in ("self", "cls")]
            assert len(own) <= 6, f"{node.name} has too many parameters"


@pytest.mark.parametrize("name", NAMES)
def test_every_module_says_what_it_is(name: str) -> None:
    text = ast.get_docstring(tree(name))
    assert text or not tree(name).body


def test_the_command_line_is_light() -> None:
    heavy = {"pydantic", "yaml", "babel", "jinja2", "PIL", "numpy", "fontTools", "pypdfium2", "rich"}
    heavy |= {library for _, library in ONLY} - {"click"}
    code = "import sys, santy_print.cli; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert heavy & set(run.stdout.split()) == set()
    own = re.compile(r"santy_print\.(\w+)")
    code = "import sys, santy_print.cli; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(own.findall(run.stdout)) <= {"choices", "cli", "diag"}


@pytest.mark.parametrize("name", NAMES)
def test_no_parameter_is_several_in_one(name: str) -> None:
    """A tuple holds what is of one kind, or plain values; a pair of unlike things is two parameters, or a class."""
    classes = [node for node in tree(name).body if isinstance(node, ast.ClassDef)]
    for node in (*tree(name).body, *(method for kind in classes for method in kind.body)):
        if isinstance(node, ast.FunctionDef):
            for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                said = arg.annotation.left if isinstance(arg.annotation, ast.BinOp) else arg.annotation
                if isinstance(said, ast.Subscript) and ast.unparse(said.value) == "tuple":
                    held = {ast.unparse(part) for part in getattr(said.slice, "elts", [])} - {"..."}
                    assert len(held) < 2 or held <= {"int", "str", "float"}, f"{node.name}: {arg.arg}"


def test_no_value_is_steered_from_outside() -> None:
    """How faces, a pack or a cache go about it is said where they are made: nobody assigns to what others keep."""
    told = re.compile(r"^\s+(?:\w+\.)*(faces|pack|cache|book|loaded)\.[a-z_]+(?:, [a-z.]+)* = ", re.MULTILINE)
    within = {"pack": "pack", "cache": "cache"}
    wrong = [
        f"{name}: {match[0].strip()}"
        for name in NAMES
        for match in told.finditer(NAMES[name].read_text(encoding="utf-8"))
        if within.get(match[1]) != room_of(name)
    ]
    assert wrong == []


PRIVATE = {"ear", "loan", "lend", "lender", "lent", "noted", "told", "said", "heard", "hear", "unheard", "house"}
"""Words of a dialect that only its speakers know: a value has the name of what it is, a function of what it does."""
OF_A_GAME = {"games.sandokan.rules", "games.sandokan.state"}
"""There a captain says what the cards laid down are worth, and may be doubted: what is `said` is a rule."""


def names_in(node: ast.AST) -> Iterator[str]:
    """Every name that a module gives: of functions, classes, parameters, variables, attributes."""
    for found in ast.walk(node):
        if isinstance(found, ast.FunctionDef | ast.ClassDef):
            yield found.name
        elif isinstance(found, ast.arg):
            yield found.arg
        elif isinstance(found, ast.Name) and isinstance(found.ctx, ast.Store):
            yield found.id
        elif isinstance(found, ast.Attribute) and isinstance(found.ctx, ast.Store):
            yield found.attr


def test_names_are_words_of_the_field() -> None:
    """What once was called so has a name that explains itself."""
    wrong = {
        f"{name}: {given}"
        for name in NAMES
        for given in names_in(tree(name))
        if PRIVATE & set(given.casefold().split("_")) and not (name in OF_A_GAME and given == "said")
    }
    assert wrong == set()


@cache
def homes() -> dict[str, str]:
    """The codes of diagnostics, and the module that registers each where it is imported."""
    return {code: name for name in NAMES for code in registered(name)}


def registered(name: str) -> set[str]:
    calls = [
        node for node in ast.walk(tree(name)) if isinstance(node, ast.Call) and ast.unparse(node.func) == "register"
    ]
    return {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}  # type: ignore[misc]


@cache
def loaded_with(name: str) -> frozenset[str]:
    """What is loaded whenever a module is: the packages it stands in, and what they and it import at once."""
    found, waiting = set[str](), [name]
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        parts = each.split(".")
        waiting += [parent for n in range(1, len(parts)) if (parent := ".".join(parts[:n])) in NAMES]
        at_once = [node for node in tree(each).body if isinstance(node, ast.Import | ast.ImportFrom)]
        for target in (target.removeprefix("santy_print.") for node in at_once for target in imports(node)):
            waiting += [known for known in (target, target.rpartition(".")[0]) if known in NAMES]
    return frozenset(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_code_is_known_wherever_it_is_told(name: str) -> None:
    """A code that is registered by chance, by something imported before, is a traceback where it was not."""
    compared = {id(child) for node in ast.walk(tree(name)) if isinstance(node, ast.Compare) for child in ast.walk(node)}
    told = {
        node.value
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Constant) and node.value in homes() and id(node) not in compared
    }
    assert {code: homes()[code] for code in told if homes()[code] not in loaded_with(name)} == {}

"""What a function is asked for, the type checker sees: no option is looked up by its name in quotes."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click
import pytest

import santy_print.cli
from santy_print.cli import main

ROOT = Path(__file__).parent.parent / "santy_print"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
OF_CLICK = {("cli/base.py", "main"), ("cli/base.py", "run")}
"""Who stands between click and a command: whatever click was told goes through."""


def functions(file: str) -> Iterator[Any]:
    return (node for node in ast.walk(TREES[file]) if isinstance(node, FUNCTIONS))


def looked_up(function: Any) -> list[str]:
    """The names in quotes by which a function looks into its own `**more`."""
    name = function.args.kwarg.arg if function.args.kwarg else None
    return [
        node.slice.value
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and isinstance(node.slice, ast.Constant)
    ]


def test_no_command_takes_whatever_it_is_given() -> None:
    wild = [
        (file, function.name)
        for file in TREES
        for function in functions(file)
        if function.args.kwarg and (looked_up(function) or file.startswith("cli/"))
    ]
    assert set(wild) <= OF_CLICK


def commands(group: click.Group = main, before: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


COMMANDS = dict(commands())


def declared(command: click.Command) -> dict[str, Any]:
    """The parameters of a command's function, or the fields of the value that it takes, with their types."""
    function: Any = command.callback
    module, name = vars(function).get("options", ("", ""))
    names: dict[str, Any] = {"Path": Path}
    if not module:
        hints = get_type_hints(function, localns=names)
        return {name: hints[name] for name in inspect.signature(function).parameters}
    kind = getattr(import_module(module), name)
    assert kind.__dataclass_params__.frozen
    hints = get_type_hints(kind, localns=names)
    # What a game's own options give together is a field with a default.
    return {field.name: hints[field.name] for field in fields(kind) if field.default_factory is MISSING}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_what_its_options_give(name: str) -> None:
    command = COMMANDS[name]
    known = declared(command)
    given = {param.name: param for param in command.params}
    assert known.keys() == given.keys()
    for key, kind in known.items():
        param = given[key]
        may_lack = not param.required and not isinstance(param.default, str | float | int)  # else Click's word for none
        if getattr(param, "is_flag", False):
            neither = bool(param.secondary_opts) and not isinstance(param.default, bool)  # of two flags none is given
            assert kind == (bool | None if neither else bool), key
        elif param.multiple or param.nargs == -1:
            assert get_origin(kind) is tuple, key
        else:
            assert (type(None) in get_args(kind)) == may_lack, key
            if isinstance(param.type, click.Choice) and get_origin(kind) is Literal:
                assert set(get_args(kind)) == set(param.type.choices), key


def test_every_module_of_commands_is_walked() -> None:
    for module in pkgutil.iter_modules(santy_print.cli.__path__):
        import_module(f"santy_print.cli.{module.name}")
    assert {command for _, command in commands()} == set(COMMANDS.values())

"""Commands: those of a group by name, the ones that games bring among them."""

from __future__ import annotations

import click


def commands_of(group: click.Group) -> dict[str, click.Command]:
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}

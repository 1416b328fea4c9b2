"""Command line: options in, calls to the house out. No rule and no geometry lives here; imports stand inside commands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from santy_print import __version__

if TYPE_CHECKING:
    from santy_print.pack import Pack

PACK = click.argument("pack", default="santy_anno")


class _Group(click.Group):
    """Turns the house's own faults into messages; a traceback is never the answer to bad input."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as fault:
            from santy_print.diag import PackError, render

            if isinstance(fault, PackError):
                click.echo(render(fault.report.sorted(), "human"), err=True)
                ctx.exit(1)
            if isinstance(fault, OSError):
                from santy_print.output import explain

                click.echo(f"error: {explain(fault)}", err=True)
                ctx.exit(1)
            raise


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="santy")
def main() -> None:
    """Print-and-play sets from YAML: check, build, explain and play them."""


def _load(pack: str) -> Pack:
    """A pack without errors, or the way out through its report; warnings go to stderr."""
    from santy_print.diag import render
    from santy_print.pack import load_pack

    loaded = load_pack(pack).checked()
    if len(loaded.report):
        click.echo(render(loaded.report.sorted(), "human"), err=True)
    return loaded


@main.command()
@PACK
@click.option("--format", "style", type=click.Choice(["human", "short", "json"]), default="human", help="How faults are shown.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
def check(pack: str, style: str, strict: bool) -> None:
    """Check a pack: every fault, with its place and the way out."""
    from santy_print.diag import PackError, render
    from santy_print.pack import load_pack

    try:
        report = load_pack(pack).report
    except PackError as fault:
        report = fault.report
    shown = render(report.sorted(), style)  # type: ignore[arg-type]
    if shown:
        click.echo(shown)
    failed = not report.ok or (strict and len(report) > 0)
    if style == "human":
        errors = len(report.errors)
        click.echo(f"{pack}: {errors} error{'' if errors == 1 else 's'}, {len(report) - errors} warning{'' if len(report) - errors == 1 else 's'}")
    sys.exit(1 if failed else 0)

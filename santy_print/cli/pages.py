"""The command for a page: serve."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from santy_print.choices import PORT
from santy_print.cli.base import INTERRUPTED, PACK, WholeNumber, config_folder, main, say, with_options

if TYPE_CHECKING:
    from santy_print.cli.options import ServeOptions


@main.command()
@PACK
@click.option(
    "--port", type=WholeNumber(PORT), metavar="N", help="Port; 7480 or the next free one where none is given."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen at; any but this machine's own lets others in who have the whole address.",
)
@click.option(
    "--editor",
    default="vscode",
    show_default=True,
    envvar="SANTY_EDITOR",
    metavar="NAME",
    help="What opens a file at a fault; docs/serve.md has the names, or give an address with {path} and {line}.",
)
@click.option("--poll", "polling", is_flag=True, help="Look at the files again and again, as for network drives.")
@click.option("--read-only", is_flag=True, help="Nobody can save a text from the page.")
@click.option("--open/--no-open", "opening", default=True, show_default=True, help="Open the page in a browser.")
@with_options("santy_print.cli.options")
def serve(asked: ServeOptions) -> None:
    """Show the whole pack on a page that follows every save, until Ctrl-C.

    The page is for this machine alone; its address is printed on a line of its own.
    """
    from santy_print.cache import default_folder
    from santy_print.serve.server import Options, serve

    def ready(address: str) -> None:
        say(address)
        sys.stdout.flush()
        say(f"{asked.pack}, as it stands on disk, at every save; Ctrl-C ends it", err=True)
        if asked.opening:
            _open(address)

    serve(
        Options(
            asked.pack,
            config_folder(),
            default_folder(),
            asked.port,
            asked.host,
            asked.polling,
            asked.editor,
            asked.read_only,
        ),
        lambda line: say(line, err=True),
        ready,
    )
    say("no longer served", err=True)
    sys.exit(INTERRUPTED)


def _open(address: str) -> None:
    """Open the page in the user's browser, which may take its time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

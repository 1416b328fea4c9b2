"""`python -m santy_print` is `santy`."""

from __future__ import annotations

import sys


def run() -> None:
    """The command line; Ctrl-C ends it without a word from its first import on."""
    try:
        from santy_print.cli import main

        main(prog_name="santy")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()

"""`python -m santy_print` is `santy`."""

from santy_print.cli import main

main(prog_name="santy")

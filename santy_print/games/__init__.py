"""The bundled games, a package each; `santy_print.registry` finds them by name."""

"""The games of the house; `santy_print.pack.GAMES` names them."""

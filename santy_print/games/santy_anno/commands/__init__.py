"""Commands of the game: a module for each, which holds one of its own name. They are of the command line's room."""

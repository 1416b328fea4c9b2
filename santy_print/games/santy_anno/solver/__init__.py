"""Solver: sizes or a pack in; colour sets counted, listed, completed and repaired out (`santy ships`).

`sets` and `count` know the structure of whole sets and need nothing else; where lines of a pack are given, an engine
searches: clingo (the extra `solver`), or `PlainEngine`, which is the oracle.
"""

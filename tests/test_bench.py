"""The benches measure what the house is now: what they stand in for looks as they think. No time is judged here."""

from __future__ import annotations

import ast
import inspect

import pytest

from bench import rulebook, whole
from santy_print.documents.typst import compile_typst


def test_the_rulebook_s_bench_stands_in_for_the_typesetter_as_it_is() -> None:
    (noted,) = [
        node
        for node in ast.walk(ast.parse(rulebook.HOUSE))
        if isinstance(node, ast.FunctionDef) and node.name == "noted"
    ]
    assert [arg.arg for arg in noted.args.args] == list(inspect.signature(compile_typst).parameters)


@pytest.mark.long
def test_the_whole_set_is_built_edited_and_built_again() -> None:
    cold, again, files = whole.pair((whole.EDITED[0],))
    assert cold > 0
    assert again > 0
    assert files == 10, "nine files and the manifest"

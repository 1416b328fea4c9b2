"""What is told is the same in every run: the order of a set, which each process has its own, reaches no reader."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from santy_print.diag import did_you_mean

FILES = {
    "pack.yaml": "extends: santy_anno\nid: mine\nlanguages: [en, fr]\npalette: {qq: {hex: '#123456'}}\n",
    "ships.yaml": "ships:\n  viper: {colours: {zzz: red, nest: qqqq}, corner: qqq}\n",
    "cards.yaml": "cards:\n  x-1: {kind: qqq}\n  x-2: {kind: element, element: qqq}\n",
    "components.yaml": "parts: {ships: {piles: [{each: qqq, layout: qqq}]}}\n",
    "rulebook.yaml": "crew: {qqq: zzz}\nsections:\n  - {id: story, blocks: [{kind: table, name: qqq}]}\n",
    "locale/en.yaml": (
        "lexicon: {nouns: {hull: {forms: {q: Q}}}, slots: {qqq: [zzz, red]}}\n"
        "verbatim: [qqq]\n"
        "texts: {game.title: '{qqqq:zz} {hull:zz} {qqqq.red} {letter:qqqq}', qqq: Q}\n"
    ),
    "locale/fr.yaml": "texts: {card.number.name: '{qqq}', rulebook.credits.game: '{qqq}'}\n",
    "faces/coin.yaml": "face: {size: qqq, alt: a}\nitems: [{qqq: {}}, {art: {file: qqq.svg}}]\n",
}


def told(folder: Path, seed: str) -> str:
    """What `check` says in a process of its own."""
    command = [sys.executable, "-m", "santy_print", "check", "mine", "--format", "json"]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout


@pytest.mark.long
def test_a_pack_with_many_faults_is_told_the_same_whatever_the_seed(tmp_path: Path) -> None:
    for spoilt in (tuple(FILES), ("pack.yaml", "locale/fr.yaml", "rulebook.yaml", "faces/coin.yaml")):
        folder = tmp_path / str(len(spoilt))
        for name in spoilt:
            path = folder / "mine" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(FILES[name], encoding="utf-8")
        first, *more = (told(folder, seed) for seed in ("0", "1", "2"))
        assert first.startswith("[")
        assert more == [first, first]


def test_the_words_of_a_set_are_told_in_the_order_of_the_alphabet() -> None:
    assert did_you_mean("qqq", {"c", "a", "b"}) == did_you_mean("qqq", frozenset("cab")) == "known here: `a`, `b`, `c`"


def test_the_words_of_a_list_keep_their_order() -> None:
    assert did_you_mean("qqq", ["c", "a", "b"]) == "known here: `c`, `a`, `b`"

"""Kept: how far a study has come, in a file that another run goes on from.

The file is JSON: what the study is of, which batches are done, their totals. Only whole batches are kept, so that a
study may be made longer; the last one, where it is shorter, is played again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from santy_print.choices import WrongValue
from santy_print.game.study import Totals, added
from santy_print.output import read_plain, write_atomic

TITLE = "santy study 1"
MOST_BYTES = 50_000_000
Facts = Mapping[str, Any]
"""What a study is of: two with the same facts come to the same."""


@dataclass
class Progress:
    """Which batches are done: all before `first`, and some after it; and what they come to."""

    first: int = 0
    more: set[int] = field(default_factory=set)
    totals: Totals = field(default_factory=dict)

    def add(self, batch: int, totals: Totals) -> None:
        """A batch is done."""
        self.more.add(batch)
        while self.first in self.more:
            self.more.remove(self.first)
            self.first += 1
        self.totals = added(self.totals, totals)

    def __contains__(self, batch: int) -> bool:
        return batch < self.first or batch in self.more

    def __len__(self) -> int:
        return self.first + len(self.more)


def write_progress(path: Path, facts: Facts, progress: Progress) -> None:
    """Keep how far a study has come."""
    body = {"of": dict(facts), "first": progress.first, "more": sorted(progress.more), "totals": progress.totals}
    write_atomic(path, json.dumps({"file": TITLE, **body, "sum": _sum(body)}, ensure_ascii=False) + "\n")


def _sum(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]


def read_progress(path: Path, facts: Facts, batches: int) -> Progress:
    """How far a study of so many whole batches has come; from the beginning where there is no such file.

    WrongValue with the reason where the file is no such file, was changed, or is of another study.
    """
    if not path.exists():
        return Progress()
    try:
        data = json.loads(read_plain(path, MOST_BYTES))
        body = {name: data[name] for name in ("of", "first", "more", "totals")}
        good = data["file"] == TITLE and data["sum"] == _sum(body)
    except (ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise WrongValue(f"{path} is no file that a study can go on from, or it was changed; name another")
    kept = body["of"]
    for name, wanted in facts.items():
        if kept.get(name) != wanted:
            raise WrongValue(f"{path} is of another study: its {name} is {kept.get(name)}, here it is {wanted}")
    progress = Progress(body["first"], set(body["more"]), body["totals"])
    if max((progress.first - 1, *progress.more)) >= batches:
        raise WrongValue(f"{path} has more games than are asked for; ask for more with --games, or name another file")
    return progress

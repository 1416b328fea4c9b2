"""Quality: a pack in, a page about the game that it makes: text, HTML with pictures, or JSON.

The game measures (`Rules.quality`), this room shows. Seeds are explicit, so the same pack always gives the same page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from santy_print.diag import PackError, Report, register
from santy_print.documents import environment, fill

if TYPE_CHECKING:
    from santy_print.pack import Pack

register("quality-none", "the pack's game measures no quality")

FORMATS = ("text", "html", "json")
BAR = 26
"""Columns of a terminal for a whole bar."""
SHADES = " .:+#@"
"""From never to most often."""

Data = dict[str, Any]


@runtime_checkable
class Measuring(Protocol):
    """What a game brings to be measured, besides its rules."""

    def quality(self, compiled: Any, seeds: Sequence[int]) -> Data:
        """How good a game a set makes, over the games that the seeds deal."""


def measure(pack: Pack, games: int, seed: int) -> Data:
    """The measures of a pack over so many games for each deck, dealt from `seed` on."""
    if not isinstance(pack.rules, Measuring):
        report = Report()
        where = pack.where("pack", "game")
        report.error("quality-none", f"the game `{pack.rules.name}` measures no quality", where)
        raise PackError(report)
    return pack.rules.quality(pack.compiled, range(seed, seed + games)) | {"seed": seed}


def as_json(made: Data) -> str:
    """For programs."""
    return json.dumps(made, ensure_ascii=False, indent=1)


def as_text(made: Data) -> str:
    """For a terminal, on one page."""
    spread, moves = made["spread"], made["moves"]
    lines = [
        f"The quality of {made['pack']}: {made['cards']} cards, {made['ships']} ships",
        "",
        f"Different moves   {_range(moves)}, by the order of the ships around the table",
        f"Targets           as good as {spread['worth']:g} equally likely ones, of {spread['of']} other ships",
        "",
        "Cards                  n  pirates moved                        steps",
    ]
    for kind in made["kinds"]:
        share = f"{'#' * round(kind['moved'] * BAR):{BAR}} {kind['moved']:4.0%}"
        lines.append(f"  {kind['kind']:19.19}{kind['cards']:3}  {share} {kind['effort']:6.1f}")
    for level in made["levels"]:
        lines += ["", f"Rounds, {level['level']:12}  cards       steps, and what eight in ten take     at home"]
        most = max(entry["high"] for entry in level["rounds"])
        for entry in level["rounds"]:
            bar = "#" * round(entry["mean"] / most * BAR)
            reach = f"{entry['low']:g} to {entry['high']:g}"
            lines.append(
                f"  round {entry['round']:<12} {entry['cards']:5}  {bar:{BAR}} {entry['mean']:5.1f} {reach:>12} "
                f"{entry['home']:4.0%}"
            )
    lines += ["", f"From each ship to each ({SHADES[1]} seldom, {SHADES[-1]} often)", *_matrix(spread), ""]
    lines += _redundant(made)
    steps = "; ".join(f"{step['means']} {step['costs']:g}" for step in made["steps"])
    lines += ["", fill(f"Steps: {steps}. Events are left out.")]
    lines += ["", f"Counted over {made['games']} games for each deck, dealt from seed {made['seed']} on."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _range(moves: Data) -> str:
    return f"{moves['least']}" if moves["least"] == moves["most"] else f"{moves['least']} to {moves['most']}"


def _matrix(spread: Data) -> list[str]:
    most = max(share for ship in spread["ships"] for share in ship["to"]) or 1.0
    return [
        f"  {ship['name']:16.16}"
        + " ".join(SHADES[min(len(SHADES) - 1, -int(-share / most * (len(SHADES) - 1) // 1))] for share in ship["to"])
        for ship in spread["ships"]
    ]


def _redundant(made: Data) -> list[str]:
    if not made["redundant"]:
        return ["No card does what another does."]
    lines = ["Alike at every table:"]
    for group in made["redundant"]:
        what = "" if group["moves"] else "  (moves nobody)"
        lines.append(fill(f"{', '.join(group['cards'])}{what}", first="  ", rest="    "))
    return lines


def as_html(made: Data) -> str:
    """One page with pictures, in one file that asks nothing of the network and nothing of scripts."""
    most = max(share for ship in made["spread"]["ships"] for share in ship["to"]) or 1.0
    return environment(None, "html").get_template("quality.html.j2").render(
        made=made, most=most, range=_range(made["moves"]), share=lambda part: f"{part:.0%}"
    )  # fmt: skip

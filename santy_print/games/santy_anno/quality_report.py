"""Quality report: a pack in, a page about the game that it makes: text, HTML with pictures, or JSON.

`quality` measures, this module shows. Seeds are explicit, so the same pack always gives the same page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.documents.page import environment
from santy_print.documents.text import fill
from santy_print.games.santy_anno.quality import quality

if TYPE_CHECKING:
    from santy_print.pack import Pack

TEMPLATES = Path(__file__).parent / "documents"
FORMATS = ("text", "html", "json")
BAR = 26
"""Columns of a terminal for a whole bar."""
SHADES = " .:+#@"
"""From never to most often."""

Data = dict[str, Any]


def measure(pack: Pack, games: int, seed: int) -> Data:
    """The measures of a pack over so many games for each deck, dealt from `seed` on."""
    return quality(pack.compiled, range(seed, seed + games)) | {"seed": seed}


def compare(made: Data, other: Data) -> list[Data]:
    """Figures of a pack beside another's; `says` is what the first is: better, worse, harder, easier, or nothing.

    More different moves and more equally likely targets make a better game, cards that move alike and pirates who end
    where they began a worse one. Hard or easy is a matter of taste.
    """
    spreads = made["spread"], other["spread"]
    goods: list[tuple[str, float, float, str]] = [
        ("cards", made["cards"], other["cards"], ""),
        ("ships", made["ships"], other["ships"], ""),
        ("different moves", made["moves"]["mean"], other["moves"]["mean"], "more"),
        ("different moves, of 100 faces", *_of_each([(d["moves"]["mean"], d["faces"]) for d in (made, other)]), "more"),
        ("targets worth", made["spread"]["worth"], other["spread"]["worth"], "more"),
        ("targets worth, of 100 there are", *_of_each([(s["worth"], s["of"]) for s in spreads]), "more"),
        ("groups of cards alike", len(made["redundant"]), len(other["redundant"]), "less"),
    ]
    levels = {level["level"]: level["rounds"] for level in other["levels"]}
    for level in made["levels"]:
        for one, two in zip(level["rounds"], levels.get(level["level"], []), strict=False):
            name = f"{level['level']}, round {one['round']}"
            goods.append((f"{name}: steps", one["mean"], two["mean"], "steps"))
            goods.append((f"{name}: % at home", round(100 * one["home"], 1), round(100 * two["home"], 1), "less"))
    return [{"figure": name, "here": a, "there": b, "says": _verdict(a, b, good)} for name, a, b, good in goods]


def _of_each(parts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Two counts of two wholes, in hundredths."""
    one, two = (round(100 * count / whole, 1) if whole else 0.0 for count, whole in parts)
    return one, two


def _verdict(here: float, there: float, good: str) -> str:
    if here == there or not good:
        return ""
    if good == "steps":
        return "harder" if here > there else "easier"
    return "better" if (here > there) == (good == "more") else "worse"


def as_json(made: Data) -> str:
    """For programs."""
    return json.dumps(made, ensure_ascii=False, indent=1)


def as_text(made: Data) -> str:
    """For a terminal, on one page; where it is held against another pack, the figures of both."""
    if "against" not in made:
        return _page(made)
    names = f"{made['pack']:>12.12} {made['against']['pack']:>12.12}"
    lines = [f"{'Side by side':34} {names}"]
    lines += [
        f"  {row['figure']:32} {row['here']:12g} {row['there']:12g}  {row['says']}".rstrip() for row in made["compared"]
    ]
    return _page(made) + "\n" + "\n".join(lines) + "\n"


def _page(made: Data) -> str:
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
    return environment(folder=TEMPLATES).get_template("quality.html.j2").render(
        made=made, most=most, range=_range(made["moves"]), share=lambda part: f"{part:.0%}"
    )  # fmt: skip

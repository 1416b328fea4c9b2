"""Variants of Sandokan: what an overlay may change is played to an end, or refused at its line with the way out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from santy_print.cli import main
from santy_print.diag import Report
from santy_print.game import Dealer, playout
from santy_print.games.sandokan.board import HEADINGS
from santy_print.games.sandokan.game import GAME
from santy_print.games.sandokan.model import FILES
from santy_print.games.sandokan.rules import VERBS
from santy_print.games.sandokan.table import SandokanTable
from santy_print.pack import load_pack

Data = dict[str, Any]
ROUNDS = 12
"""Enough for any state to come up; a game of so many rounds takes a few hundredths of a second."""


@cache
def bundled() -> Data:
    pack = load_pack("sandokan").checked()
    return {name: pack.files[name].model_dump(mode="json") for name in FILES} | {
        "pack": pack.head.model_dump(mode="json") | {"rounds": ROUNDS}
    }


def compiled(data: Data) -> Any:
    """What a set with these files is compiled to; None where the types or the checks refuse it."""
    report = Report()
    try:
        files = {name: model.model_validate(data[name]) for name, model in FILES.items()}
    except ValidationError:
        return None
    made = GAME.compile(files, lambda *path, key=False: None, report)
    assert (made is None) == bool(report.errors)
    assert all(item.hints for item in report.errors), [item.message for item in report.errors]
    return made and SimpleNamespace(compiled=made, files=files, game=GAME, id="edited")


def played(data: Data, seed: int) -> bool:
    """Whether bots play such a set to its end, in no more moves than the table says; False where it is refused."""
    pack = compiled(data)
    if pack is None:
        return False
    table = SandokanTable(pack)
    least, most = table.players
    start = table.new_state(least + seed % (most - least + 1))
    moves = 0

    def count(before: Any, action: Any, after: Any) -> None:
        nonlocal moves
        moves += 1
        assert moves <= bound

    bound = table.longest(start)
    end = playout(start, table.bots(start, seed).policies, random.Random(seed), Dealer(seed), (count,))
    assert end.returns is not None
    return True


# What no longer works is told at its line, with the way out.

ROWS = load_pack("sandokan").files["board"].rows


def board(**rows: str) -> str:
    """`board.yaml` with some rows changed: `r2=".."` is the second."""
    changed = [rows.get(f"r{n}", row) for n, row in enumerate(ROWS, 1)]
    return "rows:\n" + "".join(f'  - "{row}"\n' for row in changed)


GIFTS = "".join(f"  {id}: withdrawn\n" for id, event in load_pack("sandokan").files["events"].events.items()
    if {"gain", "buy"} & {verb.verb for verb in event.does})  # fmt: skip
FAULTS: dict[str, tuple[dict[str, str], str, str, str]] = {
    "a port that is shut in": (
        {"board.yaml": "islands: {serenity: {shore: 15}}\n" + board(
            r2="...............CCC.", r3="........WWWW...CCC.", r4="........WWWW...CCC.", r5="..................."
        )},
        "port-exit", "ports", "`east`",
    ),
    "a pocket of the sea": (
        {"board.yaml": board(r13="WW.................", r14=".W.2............4..")},
        "board-waters", "board", "open a way",
    ),
    "too few treasures": ({"pack.yaml": "goal: 139\n"}, "goal-reach", "pack", "goal: 138"),
    "nothing leaves the box": (
        {"events.yaml": f"events:\n{GIFTS}", "pack.yaml": "goal: 60\n"}, "goal-reach", "pack", "gain"
    ),
    "a verb without its argument": (
        {"events.yaml": "events: {leak: {kind: bad, does: [{verb: drop}]}}\n"}, "schema-missing", "events", "treasures"
    ),
    "an argument that is none": (
        {"events.yaml": "events: {leak: {does: [{verb: sail, place: port}]}}\n"}, "schema-choice", "events", "home"
    ),
    "a verb that is none": (
        {"events.yaml": "events: {leak: {does: [{verb: dropp, treasures: 1}]}}\n"}, "schema-choice", "events", "drop"
    ),
    "a treasure that is none": (
        {"events.yaml": "events: {leak: {does: [{verb: gain, treasure: rubi}]}}\n"}, "port-name", "events", "ruby"
    ),
    "a port whose mark stays": ({"ports.yaml": "ports: {hope: withdrawn}\n"}, "board-mark", "board", "known are"),
    "more players than ports": (
        {"ports.yaml": "ports: {hope: withdrawn}\n", "board.yaml": board(r9="1.......TTTT.......")},
        "captains-few", "pack", "most: 5",
    ),
    "no good event": (
        {"events.yaml": "events: {'*': withdrawn, " + ", ".join(
            f"e{n}: {{kind: bad, does: [{{verb: again}}]}}" for n in range(6)) + "}\n"},
        "events-few", "events", "good",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_what_no_longer_works_is_told_with_the_way_out(case: str, tmp_path: Path) -> None:
    files, code, file, way = FAULTS[case]
    head = "extends: sandokan\nid: edited\nlanguages: [en]\n"
    for name, text in ({"pack.yaml": ""} | files).items():
        (tmp_path / name).write_text(head + text if name == "pack.yaml" else text, encoding="utf-8")
    found = [item for item in load_pack(tmp_path).report.errors if item.code == code]
    assert found, [item.short() for item in load_pack(tmp_path).report]
    assert f"{file}.yaml:" in str(found[0].span)
    assert any(way in str(hint) for item in found for hint in item.hints), [item.hints for item in found]


# Edits: each changes one thing at random.


def any_of(things: Any, rng: random.Random) -> Any:
    return rng.choice(sorted(things))


def edit_board(data: Data, rng: random.Random) -> None:
    """A cell, a row, or two cells that change places."""
    rows = [list(row) for row in data["board"]["rows"]]
    y = rng.randrange(len(rows))
    x = rng.randrange(len(rows[y]))
    match rng.randrange(6):
        case 0:
            rows[y][x] = rng.choice(".....TWC123456")
        case 1 | 2 | 3:
            v = rng.randrange(len(rows))
            u = rng.randrange(len(rows[v]))
            rows[y][x], rows[v][u] = rows[v][u], rows[y][x]
        case 4:
            rows.insert(y, ["."] * len(rows[0])) if rng.random() < 0.5 else rows.pop(y)
        case 5:
            for row in rows:
                row.insert(x, ".") if rng.random() < 0.95 else None
    data["board"]["rows"] = ["".join(row) for row in rows]


def edit_island(data: Data, rng: random.Random) -> None:
    """An island is taken for what it is on the board."""
    from santy_print.games.sandokan.board import Grid

    island = data["board"]["islands"][any_of(data["board"]["islands"], rng)]
    island["shore"] = max(1, len(Grid(data["board"]["rows"]).shore(island["mark"])))


def edit_port(data: Data, rng: random.Random) -> None:
    """Its ways out, its treasure, its colour; or it is gone, with its mark and the player who would live there."""
    ports = data["ports"]["ports"]
    id = any_of(ports, rng)
    match rng.randrange(4):
        case 0:
            ports[id]["exits"] = rng.sample(HEADINGS, rng.choice((2, 3, 3, 4)))
        case 1:
            ports[id]["treasure"] = any_of(data["treasures"]["treasures"], rng)
        case 2:
            ports[id]["colour"] = any_of(data["pack"]["palette"], rng)
        case 3:
            data["board"]["rows"] = [row.replace(ports[id]["mark"], ".") for row in data["board"]["rows"]]
            del ports[id]
            data["pack"]["players"]["most"] = max(2, min(data["pack"]["players"]["most"], len(ports)))


def edit_treasure(data: Data, rng: random.Random) -> None:
    """What one is worth, how many there are; or it is gone."""
    treasures = data["treasures"]["treasures"]
    id = any_of(treasures, rng)
    match rng.randrange(3):
        case 0:
            treasures[id]["value"] = rng.choice((1, 2, 3, 5, 8, 13, 99))
        case 1:
            treasures[id]["copies"] = rng.choice((1, 2, 3, 6, 20))
        case 2:
            del treasures[id]


def edit_card(data: Data, rng: random.Random) -> None:
    """Its value, its copies; or it is gone, or there is one more."""
    cards = data["cards"]["cards"]
    id = any_of(cards, rng)
    match rng.randrange(4):
        case 0:
            cards[id]["value"] = rng.randint(1, 9)
        case 1:
            cards[id]["copies"] = rng.choice((1, 2, 5, 9, 15))
        case 2:
            del cards[id]
        case 3:
            cards["more"] = {"kind": rng.choice(("movement", "combat")), "value": rng.randint(1, 9), "copies": 3}


def edit_event(data: Data, rng: random.Random) -> None:
    """What it does, whether it is good; or it is gone."""
    events = data["events"]["events"]
    id = any_of(events, rng)
    arguments: dict[str, Data] = {
        "draw": {"cards": rng.randint(1, 6)},
        "discard": {"cards": rng.randint(1, 6)},
        "gain": {"treasure": any_of({*data["treasures"]["treasures"], "ruby"}, rng)},
        "drop": {"treasures": rng.randint(1, 6)},
        "sail": {"place": rng.choice(("home", "treasure", "storm", "serenity"))},
        "wait": {"turns": rng.randint(1, 6)},
        "swap": {"cards": rng.randint(1, 6)},
    }
    match rng.randrange(3):
        case 0:
            verbs = rng.choices(sorted(VERBS), k=rng.randint(1, 3))
            events[id]["does"] = [{"verb": verb, **arguments.get(verb, {})} for verb in verbs]
        case 1:
            events[id]["kind"] = rng.choice(("good", "bad"))
        case 2:
            del events[id]


def edit_number(data: Data, rng: random.Random) -> None:
    """A number of the game."""
    key = rng.choice(("hand", "hold", "goal", "ransom", "excess"))
    data["pack"][key] = rng.choice((0, 1, 2, 3, 4, 8, 20, 60))


EDITS: tuple[Callable[[Data, random.Random], None], ...] = (
    edit_board, edit_island, edit_port, edit_treasure, edit_card, edit_event, edit_number
)  # fmt: skip


def edited(seed: int, edits: int) -> Data:
    rng, data = random.Random(seed), deepcopy(bundled())
    for _ in range(edits):
        rng.choice(EDITS)(data, rng)
    return data


EXAMPLES = Path(__file__).parent.parent / "examples"
PLAYED = ("kind-monsoon", "other-sea", "rich-cargo", "three-ports")


@pytest.mark.parametrize("name", PLAYED)
def test_an_example_is_played_to_its_end(name: str) -> None:
    pack = load_pack(EXAMPLES / name).checked()
    assert pack.game is GAME
    table = SandokanTable(pack)
    least, most = table.players
    for players in range(least, most + 1):
        start = table.new_state(players)
        end: Any = playout(start, table.bots(start, players).policies, random.Random(players), Dealer(players))
        assert end.returns is not None
        assert end.turns < table.compiled.head.rounds * players


def test_the_examples_differ_in_what_they_say() -> None:
    base = load_pack("sandokan").compiled
    made = {path.name: load_pack(path).compiled for path in EXAMPLES.iterdir() if path.name in PLAYED}
    assert made["other-sea"].board.width < base.board.width
    assert sorted(made["rich-cargo"].worth) != sorted(base.worth)
    assert {event.id for event in made["kind-monsoon"].events} ^ {event.id for event in base.events}
    assert len(made["three-ports"].board.ports) == 3


# Quality.


@cache
def measured() -> Data:
    return dict(load_pack("sandokan").tool("quality")(load_pack("sandokan").checked()).measure(20, 1))


def test_quality_counts_each_port_and_each_game() -> None:
    made = measured()
    assert [port["port"] for port in made["ports"]] == list(load_pack("sandokan").compiled.board.ports)
    assert sum(port["won"] for port in made["ports"]) == pytest.approx(20)
    assert sum(port["games"] for port in made["ports"]) == sum(2 + n % 5 for n in range(1, 21))
    assert made["rounds"]["low"] <= made["rounds"]["mean"] <= made["rounds"]["most"] < made["rounds"]["bound"]


def test_quality_is_told_the_same_in_every_form() -> None:
    run = CliRunner().invoke(main, ["quality", "sandokan", "--games", "20", "--format", "json"])
    assert json.loads(run.output) == measured()
    quality = load_pack("sandokan").tool("quality")(load_pack("sandokan").checked())
    page, lines = quality.shown(measured(), "html"), quality.shown(measured(), "text").splitlines()
    assert max(map(len, lines)) <= 80
    for port in measured()["ports"]:
        share = quality.pack.locales["en"].grammar.number(port["share"], 2)
        assert share in page
        assert any(port["name"] in line and share in line for line in lines)
    beside = measured() | {"against": measured(), "compared": quality.compare(measured(), measured())}
    assert "Beside sandokan" in quality.text(beside, "en")
    assert {row["says"] for row in beside["compared"]} == {""}


def test_packs_of_two_games_are_not_compared() -> None:
    run = CliRunner().invoke(main, ["quality", "sandokan", "--games", "1", "--against", "santy_anno"])
    assert run.exit_code == 2
    assert "two games" in run.output


@pytest.mark.long
def test_no_port_is_favoured() -> None:
    """Of 500 games chance alone strays by a tenth; a port that is called favoured or poor lies three times as far."""
    made = load_pack("sandokan").tool("quality")(load_pack("sandokan").checked()).measure(500, 1)
    assert [port["says"] for port in made["ports"]] == [""] * 6
    assert max(port["strays"] for port in made["ports"]) < 0.12


def test_the_bundled_set_is_played_to_its_end() -> None:
    assert played(bundled(), 1)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5))
def test_any_edit_is_played_to_its_end_or_refused(seed: int, edits: int) -> None:
    played(edited(seed, edits), seed)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 12))
def test_many_edits_are_played_to_their_end_or_refused(seed: int, edits: int) -> None:
    played(edited(seed, edits), seed)


def test_edits_are_not_all_refused() -> None:
    fates = [played(edited(seed, 1 + seed % 3), seed) for seed in range(30)]
    assert 5 < sum(fates) < 25

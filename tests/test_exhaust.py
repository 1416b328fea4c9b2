"""Exhaust: every card in every seating, any three cards, rows of every length, held against the second reading."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.game.table import Proof
from santy_print.games.santy_anno import exhaust
from santy_print.games.santy_anno.compiled import Compiled
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.exhaust import prove
from santy_print.games.santy_anno.oracle import Oracle
from santy_print.pack import load_pack
from santy_print.play import table_of
from tests.workshop import oracle, santy


@pytest.fixture(autouse=True)
def few_cases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "long" not in request.keywords:
        for name, few in ("MAX_SEATINGS", 30), ("MAX_THREES", 900), ("ROWS", 4):
            monkeypatch.setattr(exhaust, name, few)


def proven(compiled: Compiled, second: Oracle) -> dict[str, Proof]:
    return {proof.claim: proof for proof in prove(compiled, second)}


@pytest.mark.long
def test_the_bundled_set_is_proven_whole() -> None:
    proofs = proven(santy(), oracle())
    cards, events = len(santy().cards), len(santy().events) + 1
    assert proofs["cards"] == Proof("cards", 5040 * cards * 8, 5040 * cards * 8)
    assert proofs["threes"] == Proof("threes", cards**3 * events * 8, cards**3 * events)
    assert proofs["rounds"].faults == ()
    assert [proof.whole for proof in proofs.values()] == [True, True, False]


@pytest.mark.parametrize("pack", ["examples/airships", "examples/flags", "examples/no-experts", "examples/quick-game"])
def test_a_set_of_any_size_is_tried(pack: str) -> None:
    table = table_of(load_pack(pack))
    assert [(proof.claim, proof.faults) for proof in table.proofs(1)] == [("cards", ()), ("threes", ()), ("rounds", ())]
    assert all(proof.cases >= proof.read > 0 for proof in table.proofs(2))
    assert not any(proof.whole for proof in table.proofs(2))  # so few of them are tried here


def test_a_card_that_is_read_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_coco", lambda self, card, ship, seats: ship)
    proofs = proven(santy(), oracle())
    assert any(fault.startswith("coco from ") for fault in proofs["cards"].faults)
    assert len(proofs["cards"].faults) < exhaust.MAX_FAULTS + 10


@pytest.mark.parametrize("kind", sorted({event.kind for event in santy().events} - {"rum"}))
def test_an_event_that_is_played_otherwise_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any three cards around it, and by whole rows."""
    hooks = type(EVENTS[kind])
    monkeypatch.setattr(hooks, "order", lambda self, event, count, split: tuple(range(count)))
    monkeypatch.setattr(hooks, "after", lambda self, event, place, split: 0)
    proofs = proven(santy(), oracle())
    assert proofs["cards"].faults == ()
    for claim in ("threes", "rounds"):
        assert any(f"[{event.id}]" in fault for fault in proofs[claim].faults for event in santy().events)


def test_programs_get_the_proof_as_data() -> None:
    made = CliRunner().invoke(main, ["play", "--every-card", "--format", "json"])
    assert made.exit_code == 0
    data = json.loads(made.output)
    assert (data["pack"], data["ok"], data["faults"], len(data["cards"])) == ("santy_anno", True, [], 58)
    assert min(data["cards"].values()) > 0
    assert [proof["claim"] for proof in data["proof"]] == ["cards", "threes", "rounds"]
    assert CliRunner().invoke(main, ["play", "--format", "json"]).exit_code == 2

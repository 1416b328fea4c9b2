"""Event cards: what each changes in a round, by hand on small rows."""

from __future__ import annotations

from typing import Any

import pytest

from santy_print.games.santy_anno.compiled import Compiled
from santy_print.games.santy_anno.events import EVENTS, EventKind, RumKind, event
from santy_print.games.santy_anno.kinds import turn
from tests.workshop import make, santy

ROW = ["element-hull", "colour-red", "name-p", "number-3", "coco", "double-nest-hull", "number-6"]


def places(compiled: Compiled, id: str | None, count: int = 7) -> list[int]:
    """In which order the cards of a row take effect, counted from 1."""
    chosen = compiled.event(id) if id else None
    steps = compiled.route([compiled.card(card) for card in ROW[:count]], chosen, compiled.seats())
    return [step.place + 1 for step in steps if step.card]


def test_without_an_event_the_row_is_read_as_it_lies() -> None:
    assert places(santy(), None) == [1, 2, 3, 4, 5, 6, 7]


def test_whirlwind() -> None:
    """E1: the 3rd and 4th cards are swapped."""
    assert places(santy(), "whirlwind") == [1, 2, 4, 3, 5, 6, 7]
    assert places(santy(), "whirlwind", 5) == [1, 2, 4, 3, 5]


@pytest.mark.parametrize(("id", "steps"), [("seasick-clockwise", 1), ("seasick-counter-clockwise", -1)])
def test_seasick(id: str, steps: int) -> None:
    """E2: after each of the cards 4 to n everybody also moves one seat, even if the card did not move it."""
    compiled = santy()
    seats = compiled.seats()
    route = compiled.route([compiled.card(card) for card in ROW], compiled.event(id), seats)
    assert [step.card.id if step.card else "drift" for step in route] == [
        *ROW[:3], "number-3", "drift", "coco", "drift", "double-nest-hull", "drift", "number-6", "drift",
    ]  # fmt: skip
    drift = turn(seats, steps)
    assert all(step.move == drift for step in route if step.card is None)
    stays = compiled.card("name-p")
    ship = compiled.ship("profundis")
    short = compiled.route([stays] * 4, compiled.event(id), seats)
    assert short[-1].move[short[-2].move[ship]] == drift[ship] != ship


def test_bermuda() -> None:
    """E3: 1, 2, 3, then from the last to the 4th."""
    assert places(santy(), "bermuda") == [1, 2, 3, 7, 6, 5, 4]
    assert places(santy(), "bermuda", 5) == [1, 2, 3, 5, 4]


def test_rum() -> None:
    """E4: the same moves; everybody walks backwards, after a full lap."""
    compiled = santy()
    rum = compiled.event("rum")
    assert places(compiled, "rum") == places(compiled, None)
    assert rum.laps == 1
    assert rum.backwards
    assert rum.copies == 2
    assert not any(e.laps or e.backwards for e in compiled.events if e.kind != "rum")


def test_the_place_of_the_event_card_is_the_packs() -> None:
    compiled = make(("pack", "event_after: 3", "event_after: 2")).sound
    assert places(compiled, "whirlwind") == [1, 3, 2, 4, 5, 6, 7]
    assert places(compiled, "bermuda") == [1, 2, 7, 6, 5, 4, 3]


def test_hooks_are_neutral_unless_an_event_says_otherwise() -> None:
    kind: EventKind[Any] = EventKind()
    assert kind.order(None, 5, 3) == (0, 1, 2, 3, 4)
    assert kind.after(None, 4, 3) == 0
    assert kind.laps(None) == 0
    assert not kind.backwards(None)


@pytest.mark.parametrize("name", list(EVENTS))
def test_every_event_is_in_the_set_and_keeps_all_cards(name: str) -> None:
    assert any(e.kind == name for e in santy().events)
    for count in range(4, 10):
        for each in (e for e in santy().events if e.kind == name):
            assert sorted(EVENTS[name].order(each.data, count, 3)) == list(range(count))
    assert EVENTS[name].fact in ("E1", "E2", "E3", "E4")


def test_a_second_event_of_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="event kind 'rum' is registered twice"):
        event(RumKind)

"""Refusals: why an action is not open, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import NOWHERE

if TYPE_CHECKING:
    from santy_print.games.sandokan.state import SandokanState

WANTED = {
    "home": "a home port is to be chosen", "deal": "a card is to be dealt", "plan": "a move is to be announced",
    "sail": "cells are still to be sailed", "control": "who wants to see the cards is asked",
    "act": "what is done where the ship lies is to be chosen", "fight": "combat cards are to be chosen",
    "keep": "which treasures are kept is to be chosen", "give": "a card is to be given up",
    "drop": "a treasure is to be given up", "surrender": "a treasure or a card is to be given to the winner",
    "pay": "a treasure is to be given up at home", "go": "a cell along a shore is to be chosen",
    "market": "a treasure may be bought", "swap": "a card may be exchanged", "quay": "an event is to be turned over",
    "search": "an event is to be turned over", "brave": "an event is to be turned over",
}  # fmt: skip


def reason(state: SandokanState, action: Any) -> str:
    """Why an action cannot be done here."""
    task = state.todo[-1]
    kinds = {type(one) for one in state.actions()}
    when, why = WHY.get(type(action), ((), None))
    text = why(state, task.seat, action) if why and task.name in when else ""
    if text:
        return text
    if type(action) not in kinds:
        return f"{type(action).__name__.casefold()} is not open here: {WANTED[task.name]}"
    return f"this {type(action).__name__.casefold()} is not open here"


def _ahead(state: SandokanState, seat: int, action: act.Ahead) -> str:
    board, cell = state.compiled.board, state.cells[seat]
    ahead = board.ways[cell][state.headings[seat]]
    if ahead == NOWHERE:
        return "ahead there is land, or the edge of the board"
    if ahead < len(board.ports) and state.left > 1:
        return f"a move ends in port: {state.left} cells are left, and the port is one away"
    return f"another ship lies at {board.name(ahead)}"


def _veer(state: SandokanState, seat: int, action: act.Veer) -> str:
    return "a ship turns once, then it sails ahead" if state.veered else "there the ship heads already, or no sea lies"


def _lay(state: SandokanState, seat: int, action: act.Lay) -> str:
    hand, compiled = state.hands[seat], state.compiled
    if len(action.cards) != len(hand) or any(n > m or n < 0 for n, m in zip(action.cards, hand, strict=True)):
        return "these cards are not in the hand"
    if any(action.cards[card] for card in compiled.combat):
        return "combat cards move no ship"
    worth = act.total(compiled.values, action.cards)
    if action.cells < worth:
        return f"the cards are worth {worth} cells, and all of them are sailed"
    return f"nobody would believe {action.cells} cells of {sum(action.cards)} cards"


def _buy(state: SandokanState, seat: int, action: act.Buy) -> str:
    compiled = state.compiled
    if state.bought[seat] and state.todo[-1].name == "act":
        return "a treasure is bought at Treasure Island once in a game only"
    if not 0 <= action.treasure < len(compiled.worth) or not state.box[action.treasure]:
        return "the chest has no such treasure"
    given = 0 if action.given is None else compiled.worth[action.given]
    paid, price = given + act.total(compiled.values, action.cards), compiled.worth[action.treasure]
    if paid != price:
        return f"{paid} is offered, and exactly {price} is wanted"
    return ""


def _exchange(state: SandokanState, seat: int, action: act.Exchange) -> str:
    given, got = (sum(state.compiled.worth[t] for t in some) for some in (action.given, action.got))
    return f"{given} is given for {got}: treasures of equal value are exchanged" if given != got else ""


def _attack(state: SandokanState, seat: int, action: act.Attack) -> str:
    board, cell = state.compiled.board, state.cells[seat]
    if not 0 <= action.seat < len(state.cells) or action.seat == seat:
        return "there is nobody to attack"
    other = state.cells[action.seat]
    if min(cell, other) < len(board.ports):
        return "nobody is attacked in a port or out of one"
    if {cell, other} & board.along["serenity"]:
        return "along Serenity Island nobody is attacked"
    if other not in board.beside[cell]:
        return "only a ship beside one's own is attacked"
    return "who attacks needs a combat card"


WHY: dict[type, tuple[tuple[str, ...], Any]] = {
    act.Ahead: (("sail",), _ahead),
    act.Veer: (("sail",), _veer),
    act.Lay: (("plan",), _lay),
    act.Buy: (("act", "market"), _buy),
    act.Exchange: (("act",), _exchange),
    act.Attack: (("act",), _attack),
}
"""When each kind of action may be meant, and what is then said of one that is not open."""

"""Santy Anno, the pirate game. Files in, a compiled set out; what is printed of it, and its first state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from santy_print.diag import Report
from santy_print.games.santy_anno.answers import answers
from santy_print.games.santy_anno.answers import ships as ships_of
from santy_print.games.santy_anno.checks import Context, run_checks
from santy_print.games.santy_anno.compiled import Card, Compiled, Event, Pirate
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS
from santy_print.games.santy_anno.model import FILES
from santy_print.games.santy_anno.sizes import SIZES
from santy_print.named import in_words_of
from santy_print.registry import Ability, Game, Item, Names, NewSet, Spoken, Where
from santy_print.schema import Strict

if TYPE_CHECKING:
    from santy_print.documents import Document
    from santy_print.game import Random
    from santy_print.game.page import PlayPage
    from santy_print.games.santy_anno.explain import Explanation
    from santy_print.games.santy_anno.manual import SantyManual
    from santy_print.games.santy_anno.puzzles import SantyPuzzles
    from santy_print.games.santy_anno.quality_report import DeckQuality
    from santy_print.games.santy_anno.scores import ScoreSheet
    from santy_print.games.santy_anno.solver.draft import Draft
    from santy_print.games.santy_anno.study import SantyStudy
    from santy_print.games.santy_anno.table import SantyTable
    from santy_print.pack import Pack
    from santy_print.text import Called, Misnamed


NAME_NOTE = "A ship's name. Two ships that begin with the same letter here must do so in your language, and no others."


class SantyAnno(Game):
    """The rules of Santy Anno, as a pack needs them."""

    name = "santy_anno"
    files: Mapping[str, type[Strict]] = FILES
    pictures = ("art", "emblem")
    spoken: Mapping[str, Spoken] = {
        "boarding": Spoken("card", "cards", kinds=tuple(KINDS)),
        "events": Spoken("event", "events", kinds=tuple(EVENTS)),
        "pirates": Spoken("pirate", "pirates", ("", ".line")),
    }

    named: Mapping[str, Names] = {"ships": Names("ship", "ships", NAME_NOTE)}

    def compile(self, files: Mapping[str, Any], where: Where, report: Report) -> Compiled | None:
        """Run every check; compile every card; None where there is an error."""
        before = len(report.errors)
        context = Context(files, where, report)
        run_checks(context)
        if len(report.errors) > before:
            return None
        cards = tuple(Card(id, data) for id, data in context.cards.items())
        events = tuple(Event(id, data) for id, data in files["events"].events.items())
        pirates = tuple(Pirate(id, p.art, p.emblem) for id, p in files["pirates"].pirates.items())
        fixed = {card.id: context.moves[card.id] for card in cards if not KINDS[card.kind].seated}
        return Compiled(files["pack"].id, files["pack"], context.fleet, cards, events, pirates, fixed)

    def misnamed(self, compiled: Compiled, names: Called) -> Iterable[Misnamed]:
        """Names of ships whose first letters do not go with the pack's (S5)."""
        from santy_print.games.santy_anno.naming import misnamed

        return misnamed(compiled, names["ships"])

    def renamed(self, compiled: Compiled, names: Sequence[Called]) -> Compiled:
        """The set with its ships' names in a language, or in two at once."""
        return compiled.renamed([some["ships"] for some in names])

    def collections(self, compiled: Compiled) -> Mapping[str, Sequence[Item]]:
        """The printable items: boarding and event cards, ships, pirates, coins."""
        fleet = compiled.fleet
        boarding = [
            {"id": card.id, "kind": card.kind, "level": card.level, "copies": card.copies}
            | KINDS[card.kind].shown(card.data, fleet)
            | _variant(getattr(card.data, "direction", ""), _struck(card.data))
            for card in compiled.cards
        ]
        events = [
            {"id": e.id, "kind": e.kind, "copies": e.copies}
            | e.params
            | _variant(getattr(e.data, "direction", ""), e.variant)
            for e in compiled.events
        ]
        ships = [shown | {"art": ship.art} for shown, ship in zip(ships_of(compiled), compiled.ships, strict=True)]
        pirates = [{"id": p.id, "art": p.art, "emblem": p.emblem} for p in compiled.pirates]
        coins = [{"id": f"coin-{v}", "value": int(v), "copies": n} for v, n in compiled.numbers.coins.items()]
        game = [{"id": "game", **_orders(compiled)}]
        return {
            "boarding": boarding, "events": events, "ships": ships, "pirates": pirates, "coins": coins, "game": game,
        }  # fmt: skip

    def answers(self, compiled: Compiled, seats: Sequence[str] | None = None) -> dict[str, Any]:
        """Every card's moves under a seating (ship ids clockwise; without, the ships in file order)."""
        return answers(compiled, compiled.seats(seats))

    def effects(self, compiled: Compiled, seats: Sequence[str] | None = None) -> dict[str, Any]:
        """What each event changes: the order of the cards, and where it drifts everybody."""
        from santy_print.games.santy_anno.deal import effects

        return effects(compiled, compiled.seats(seats))

    abilities: Mapping[str, Ability] = {
        "draft": Ability("{pack} has no ships whose elements and colours could be chosen", ("ships",)),
        "explain": Ability("{pack} has no ships whose elements and colours could be explained"),
        "effects": Ability("no sheet can tell what events of {pack} change"),
        "deal": Ability("no sheet can tell how a game of {pack} is dealt"),
        "score_sheet": Ability("there is no score sheet for {pack}", ("scores",)),
    }

    def deal(self, compiled: Compiled, seed: int, level: str, seats: Sequence[str] | None = None) -> dict[str, Any]:
        """The rounds of the game that a seed deals, whoever plays it."""
        from santy_print.games.santy_anno.deal import deal

        return deal(compiled, seed, level, compiled.seats(seats) if seats else None)

    def draft(self, pack: Pack) -> Draft:
        """The ships of a pack for the solver, finished or with blanks."""
        from santy_print.games.santy_anno.solver.draft import Draft

        return Draft(pack)

    sizes: Mapping[str, str] = SIZES

    def new_set(self, id: str, extends: str, sizes: Mapping[str, int], seed: int) -> NewSet:
        """The files of a whole set of so many `colours`, `elements` and `ships`, as a pack that extends another."""
        from santy_print.games.santy_anno.solver.whole import sizes_of, whole_set

        wanted = sizes_of(sizes.get("colours"), sizes.get("elements"), sizes.get("ships"))
        return whole_set(id, extends, wanted, seed)

    def score_sheet(self) -> type[ScoreSheet]:
        """The page to write a game upon."""
        from santy_print.games.santy_anno.scores import ScoreSheet

        return ScoreSheet

    def explain(self, compiled: Compiled, seats: Sequence[str] | None = None) -> Explanation:
        """What ships and cards amount to, under a seating (ship ids clockwise; without, in file order)."""
        from santy_print.games.santy_anno.explain import Explanation

        return Explanation(compiled, compiled.seats(seats))

    def analyses(self, pack: Pack) -> Mapping[str, Callable[[str], str]]:
        """What ships share and cards do, and the answer sheet."""

        def ships(language: str) -> str:
            from santy_print.games.santy_anno.explain_page import explain_page

            spoken = in_words_of(pack, pack.locales[language])
            return explain_page(spoken, self.explain(spoken.compiled), language)

        def answers(language: str) -> str:
            from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers

            return Sheet(pack, language, data=find_answers(pack)).html()

        return {"ships": ships, "answers": answers}

    def quality(self, pack: Pack) -> DeckQuality:
        """How good a game the set makes, over the games that seeds deal."""
        from santy_print.games.santy_anno.quality_report import DeckQuality

        return DeckQuality(pack)

    def study(self, pack: Pack) -> SantyStudy:
        """Who wins, who loses the way, and how long it takes, over very many games."""
        from santy_print.games.santy_anno.study import SantyStudy

        return SantyStudy(pack)

    def puzzles(self, pack: Pack, rng: Random) -> SantyPuzzles:
        """Puzzles of the set's cards, for a book."""
        from santy_print.games.santy_anno.puzzles import santy_puzzles

        return santy_puzzles(pack, rng)

    def documents(self, pack: Pack) -> Mapping[str, Document]:
        """The answer sheet."""
        from santy_print.games.santy_anno.answer_sheet import DOCUMENT

        return {"answers": DOCUMENT}

    def manual(self) -> type[SantyManual]:
        """The numbers, tables, figures and worked examples of the rulebook."""
        from santy_print.games.santy_anno.manual import SantyManual

        return SantyManual

    def play_page(self, pack: Pack) -> PlayPage:
        """The page to practise on, and for the Bosun at the table."""
        from santy_print.games.santy_anno.play_page import play_page

        return play_page(pack)

    def table(self, pack: Pack) -> SantyTable:
        """What the text-mode table needs: states, bots, words and records."""
        from santy_print.games.santy_anno.table import SantyTable

        return SantyTable(pack)


def _variant(*marks: str) -> dict[str, str]:
    """By what an item's sentence differs from others of its kind: `struck`, `clockwise.from`, or nothing."""
    return {"variant": ".".join(mark for mark in marks if mark)}


def _struck(card: Any) -> str:
    """Whether something is struck out on a card, or several things."""
    struck = getattr(card, "struck", None)
    return "" if struck is None else "struck" if isinstance(struck, str) else "struck-several"


def _orders(compiled: Compiled) -> dict[str, Any]:
    """What the harbour board shows (M5): the orders in which moves are resolved, and the loot by arrival.

    `asks` names the orders that some card is resolved in, `kinds` the kinds of boarding card that there are, `together`
    what moves all pirates at once.
    """
    fleet, numbers = compiled.fleet, compiled.numbers
    return {
        "elements": list(fleet.elements), "colours": list(fleet.colours), "letters": list(fleet.letters),
        "corners": list(fleet.corners), "asks": list(compiled.orders),
        "kinds": sorted({card.kind for card in compiled.cards}), "together": list(compiled.together),
        "loot": list(numbers.loot), "rounds": list(numbers.rounds),
        "event_after": numbers.event_after,
    }  # fmt: skip


GAME = SantyAnno()

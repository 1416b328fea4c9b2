"""Fleet: the ships as `ships.yaml` holds them, and as the cards see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import AfterValidator, Field

from santy_print.diag import listed
from santy_print.games.santy_anno.letters import composed, initial, letter
from santy_print.schema import Count, Ident, Provenance, Strict, Text
from santy_print.text import Both, twins

Marks = dict[Ident, Provenance]
Letter = Annotated[Text, AfterValidator(letter)]
"""A first letter, of any alphabet (S5): as a capital, however it was written."""
Name = Annotated[Text, AfterValidator(composed)]


class Features(Strict):
    """The features of ships, in the order in which the harbour resolves them (M5)."""

    elements: tuple[Ident, ...] = Field(min_length=2)
    colours: tuple[Ident, ...] = Field(min_length=2)
    letters: tuple[Letter, ...]
    corners: tuple[Ident, ...]


class ShipData(Strict):
    """One ship (S1 to S6)."""

    name: Name
    number: Count
    corner: Ident
    colours: dict[Ident, Ident]
    art: Text
    provenance: Marks = Field(default_factory=dict)


class ShipsFile(Strict):
    """`ships.yaml`."""

    holds = "ships"
    features: Features
    ships: dict[Ident, ShipData] = Field(min_length=2, max_length=64)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship as the cards see it (S1, S4 to S6)."""

    id: str
    name: str
    number: int
    corner: str
    colours: Mapping[str, str]
    art: str
    letter: str


@dataclass(frozen=True, slots=True)
class Fleet:
    """All ships, and their features in the harbour's order (M5)."""

    ships: tuple[Ship, ...]
    elements: tuple[str, ...]
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    corners: tuple[str, ...]

    @classmethod
    def of(cls, file: ShipsFile) -> Fleet:
        """The fleet that `ships.yaml` describes, sound or not."""
        features = file.features
        ships = tuple(
            Ship(
                id, ship.name, ship.number, ship.corner, dict(ship.colours), ship.art,
                initial(ship.name, features.letters),
            )
            for id, ship in file.ships.items()
        )  # fmt: skip
        return cls(ships, features.elements, features.colours, features.letters, features.corners)

    def renamed(self, names: Sequence[Mapping[str, str]]) -> Fleet:
        """The fleet with its ships' names in a language, or in two at once, by id; letters follow from names."""
        ships = [self._renamed(ship, [composed(some[ship.id]) for some in names]) for ship in self.ships]
        letters = {old.letter: new.letter for old, new in zip(self.ships, ships, strict=True)}
        return replace(self, ships=tuple(ships), letters=tuple(letters.get(each, each) for each in self.letters))

    def _renamed(self, ship: Ship, names: Sequence[str]) -> Ship:
        begin = [ship.letter if name == ship.name else initial(name, self.letters) for name in names]
        if len(names) == 1:
            return replace(ship, name=names[0], letter=begin[0])
        return replace(ship, name=twins(*names), letter=Both.of(*begin))

    def __len__(self) -> int:
        return len(self.ships)

    def alike(self, ship: int, trait: Callable[[Ship], object]) -> tuple[int, ...]:
        """The other ships that share a trait with this one."""
        own = trait(self.ships[ship])
        return tuple(i for i, other in enumerate(self.ships) if i != ship and trait(other) == own)

    def names(self, ships: Sequence[int]) -> str:
        """The ships as an English list, for messages."""
        return listed([self.ships[i].name for i in ships])

"""Deck: anybody's own cards. It has no rules: what the cards are stands in a spreadsheet or in `cards.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, StringConstraints
from pydantic.config import JsonDict

from santy_print.diag import Report, did_you_mean, plural, register
from santy_print.registry import Game, Item, TextKey, Where
from santy_print.schema import MAX_COPIES, Ident, Strict
from santy_print.spreadsheet import WORDLESS, key_of

register("deck-copies", "a card says how many copies of it there are, and it is no number")
register("deck-language", "a field is said in a language that the pack does not have, or is no word of any")

COPIES = "copies"
MAX_FIELDS = 200
COUNTED = re.compile(r"0*([0-9]{1,9}?)([.,]0{1,2})?")
"""A number of copies, however its cell shows it."""
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
Field = Annotated[str, StringConstraints(pattern=r"^[^\W\d]\w{0,63}(@[A-Za-z]{2,3}([-_]\w{1,8})?)?$")]
"""A field's name, in a language where one follows after @."""
_TEXT: JsonDict = {"type": "string"}
_FILE: JsonDict = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": _TEXT, "sheet": _TEXT, "encoding": _TEXT, "separator": _TEXT},
    "additionalProperties": False,
}
_NO_CARDS: JsonDict = {"anyOf": [{"required": ["file"]}, {"required": ["loop"]}]}
_BY_ID: JsonDict = {"type": "object", "additionalProperties": {"type": "object"}, "not": _NO_CARDS}
_LOOP: JsonDict = {
    "type": "object",
    "required": ["loop"],
    "properties": {"loop": {"type": "object", "additionalProperties": {"type": ["array", "string"]}}},
    "additionalProperties": False,
}
_LISTED: JsonDict = {"type": "array", "items": {"type": "object"}}
_COLLECTION: JsonDict = {"anyOf": [_FILE, _LOOP, _BY_ID, _LISTED]}


class Cards(Strict):
    """`cards.yaml`: collections of cards, each a mapping by id, a list, a loop or a file.

    A loop makes a card of each combination: `{loop: {suit: [sun, moon], value: 1-9}}`; a file is a spreadsheet beside
    it: `{file: cards.xlsx, sheet: Heroes}`.
    """

    __pydantic_extra__: dict[str, dict[Ident, dict[Field, Any]]]
    model_config = ConfigDict(
        extra="allow",
        frozen=True,
        json_schema_extra={"additionalProperties": _COLLECTION},
    )

    @property
    def collections(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The cards of each collection by id."""
        return self.__pydantic_extra__ or {}


class Deck(Game):
    """Cards, tiles and tokens of anybody's own, and no rules."""

    name = "deck"
    files: Mapping[str, type[Strict]] = {"cards": Cards}
    pictures = ("art", "picture")
    spreadsheets = "cards"

    def compile(self, files: Mapping[str, Any], where: Where, report: Report) -> Mapping[str, Sequence[Item]] | None:
        """The items of each collection: every one has all the fields of its collection."""
        before, head = len(report.errors), files["pack"]
        made: dict[str, Sequence[Item]] = {}
        for kind, cards in files["cards"].collections.items():
            _check_languages(kind, cards, head.languages, where, report)
            made[kind] = _items(kind, cards, where, report)
        return made if len(report.errors) == before else None

    def collections(self, compiled: Mapping[str, Sequence[Item]]) -> Mapping[str, Sequence[Item]]:
        """The cards of each kind, with their fields."""
        return compiled


def _check_languages(
    kind: str, cards: Mapping[str, Mapping[str, Any]], languages: Sequence[str], where: Where, report: Report
) -> None:
    """Tell of words in a language that is not the pack's: once for each."""
    reported: set[str] = set()
    for id, card in cards.items():
        for name in card:
            field, _, language = name.partition("@")
            if language and field in WORDLESS and name not in reported:
                reported.add(name)
                message = f"`{field}` is the same in every language: it is no word"
                report.error("deck-language", message, where("cards", kind, id, name), f"call the column `{field}`")
                continue
            if language and language not in languages and language not in reported:
                reported.add(language)
                message = f"`{name}` is said in `{language}`, which is no language of this pack"
                hint = f"add `{language}` to `languages` in pack.yaml, with a file locale/{language}.yaml"
                near = did_you_mean(language, languages)
                hint = near if near.startswith("did you mean") else hint
                report.warning("deck-language", message, where("cards", kind, id, name), hint)


def _items(kind: str, cards: Mapping[str, Mapping[str, Any]], where: Where, report: Report) -> list[Item]:
    names = dict.fromkeys(name for card in cards.values() for name in card)
    spoken = {name.partition("@")[0] for name in names if "@" in name} - {*WORDLESS}
    fields = list(dict.fromkeys(name.partition("@")[0] for name in names))
    if len(fields) > MAX_FIELDS:
        message = f"the cards of `{kind}` have {plural(len(fields), 'field')}: at most {MAX_FIELDS} are allowed"
        report.error("schema-value", message, where("cards", kind, key=True))
        return []
    whole = {field for field in fields if field not in spoken and _is_whole(field, cards)}
    made: list[Item] = []
    for number, (id, card) in enumerate(cards.items(), 1):
        item: dict[str, Any] = {"id": id, "number": number, COPIES: 1}
        for field in fields:
            value = card.get(field, "")
            if field in spoken:
                filled = any(name.partition("@")[0] == field and text for name, text in card.items())
                item[field] = TextKey(key_of(kind, id, field)) if filled else ""
            elif field == COPIES:
                item[field] = _copies(value, report, where, (kind, id))
            else:
                item[field] = int(value) if field in whole and value != "" else value
        made.append(item)
    return made


def _is_whole(field: str, cards: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a field is a whole number in every card that has it: then faces can reckon with it."""
    given = [card[field] for card in cards.values() if card.get(field, "") != ""]
    return all(isinstance(value, str) and WHOLE.fullmatch(value) for value in given)


def _copies(value: Any, report: Report, where: Where, path: tuple[str, str]) -> int:
    if value == "":
        return 1
    if isinstance(value, str) and (whole := COUNTED.fullmatch(value.strip())) and int(whole[1]) <= MAX_COPIES:
        return int(whole[1])
    shown = f"`{str(value)[:40]}`" if isinstance(value, str) else "a list or mapping"
    report.error(
        "deck-copies",
        f"{shown} is no number of copies",
        where("cards", *path, COPIES),
        f"a whole number from 0 to {MAX_COPIES:,} is wanted",
    )
    return 1


GAME = Deck()
__all__ = ["GAME", "Cards", "Deck"]

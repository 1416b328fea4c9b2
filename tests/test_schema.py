"""Texts become values by their field alone, and every misfit is told once, in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from santy_print.diag import Report, SourceFile
from santy_print.pack import Components
from santy_print.registry import bundled_games, find_game
from santy_print.schema import Count, Flag, HexColour, Ident, Number, Strict, Text, validate
from santy_print.source import parse_yaml


class Sail(Strict):
    kind: Literal["sail"]
    sail: Ident
    size: Count = 1


class Oar(Strict):
    kind: Literal["oar"]
    pairs: tuple[Ident, Ident] = ("a", "b")


class Boat(Strict):
    name: Text
    number: Annotated[Count, Field(ge=1, le=8)] = 1
    length: Number = 1.0
    fast: Flag = False
    colour: HexColour = "#000000"
    parts: dict[Ident, Annotated[Sail | Oar, Field(discriminator="kind")]] = {}
    crew: tuple[Text, ...] = ()
    mates: Annotated[tuple[Ident, ...], Field(min_length=1)] = ("anno",)
    rank: Literal["small", "large"] = "small"


class Fleet(Strict):
    boats: dict[Ident, Boat]
    flag: Boat | None = None


def check(text: str) -> tuple[Any, list[str]]:
    report = Report()
    node = parse_yaml(SourceFile("f", text), report)
    assert node is not None
    made = validate(Fleet, node, report)
    return made, [f"{d.span.line}:{d.span.col} {d.code}: {d.message}" for d in report.sorted() if d.span]


def boat(line: str) -> tuple[Any, list[str]]:
    made, faults = check(f"boats:\n  b:\n    name: B\n    {line}\n")
    return made and made.boats["b"], faults


VALUES = [
    ("number: 08", "number", 8),
    ("number: +3", "number", 3),
    ("length: 63.5", "length", 63.5),
    ("length: 63,5", "length", 63.5),
    ("length: 1.10", "length", 1.1),
    ("fast: true", "fast", True),
    ("fast: false", "fast", False),
    ("crew: [no, 08, 1.10, ~, 2026-01-01, 1:30]", "crew", ("no", "08", "1.10", "~", "2026-01-01", "1:30")),
]


@pytest.mark.parametrize(("line", "name", "value"), VALUES)
def test_a_field_gives_a_text_its_value(line: str, name: str, value: object) -> None:
    made, faults = boat(line)
    assert faults == []
    assert getattr(made, name) == value


MISFITS = [
    ("number: 0x5", "4:13 schema-value: `number` cannot be `0x5`: a whole number in decimal digits is wanted"),
    ("number: 1_0", "4:13 schema-value: `number` cannot be `1_0`: a whole number in decimal digits is wanted"),
    ("number: ٣", "4:13 schema-value: `number` cannot be `٣`: a whole number in decimal digits is wanted"),
    ("number: 1.0", "4:13 schema-value: `number` cannot be `1.0`: a whole number in decimal digits is wanted"),
    ("number: 9", "4:13 schema-value: `number` cannot be `9`: at most 8 is wanted"),
    ("number: 0", "4:13 schema-value: `number` cannot be `0`: at least 1 is wanted"),
    ("number: [1]", "4:5 schema-value: `number` cannot be a list: a whole number is wanted"),
    ("number: " + "9" * 5000, "`number` cannot be `9999999999999999999999999999999999999...`: a whole number"),
    ("number:", "4:5 schema-empty: `number` is empty"),
    ("number: ''", "4:5 schema-empty: `number` is empty"),
    ("length: .inf", "4:13 schema-value: `length` cannot be `.inf`: a number like 63.5 is wanted"),
    ("length: 1e3", "4:13 schema-value: `length` cannot be `1e3`: a number like 63.5 is wanted"),
    ("fast: no", "4:11 schema-value: `fast` cannot be `no`: `true` or `false` is wanted"),
    ("fast: True", "4:11 schema-value: `fast` cannot be `True`: `true` or `false` is wanted"),
    ("colour: red", "4:13 schema-value: `colour` cannot be `red`: a colour like #d62c1f is wanted"),
    ("rank: medium", "4:11 schema-choice: `medium` is no rank known here"),
    ("rank: [small]", "4:5 schema-value: `rank` cannot be a list: one word is wanted"),
    ("crew: Anno", "4:11 schema-value: `crew` cannot be `Anno`: a list is wanted"),
    ("crew: [a, {b: c}]", "4:15 schema-value: `crew` cannot be a mapping: one text is wanted"),
    ("mates: []", "4:5 schema-value: `mates` holds 0 entries: at least 1 are wanted"),
    ("mates: [a b]", "4:13 schema-value: `mates` cannot be `a b`: a name of letters"),
    ("parts: {x: {kind: mast}}", "4:23 schema-choice: `mast` is no kind known here"),
    ("parts: {x: {sail: a}}", "4:13 schema-missing: `kind` is missing"),
    ("parts: {x: {kind: sail}}", "4:13 schema-missing: `sail` is missing"),
    ("parts: {x: {kind: sail, sial: a}}", "4:29 schema-unknown: `sial` means nothing here"),
    ("parts: {x: {kind: sail, sail: a, size: b}}", "4:44 schema-value: `size` cannot be `b`"),
    ("parts: {x: {kind: oar, pairs: [a]}}", "4:28 schema-value: `pairs` wants at least 2 values"),
    ("parts: {x: {kind: oar, pairs: [a, b, c]}}", "4:28 schema-value: `pairs` holds 3 entries: at most 2 are allowed"),
    ("parts: {a b: {kind: oar}}", "4:13 schema-value: the key cannot be `a b`: a name of letters, digits"),
    ("parts: x", "4:12 schema-value: `parts` cannot be `x`: `key: value` lines are wanted"),
    ("nubmer: 3", "4:5 schema-unknown: `nubmer` means nothing here"),
]


@pytest.mark.parametrize(("line", "message"), MISFITS, ids=[line[:40] for line, _ in MISFITS])
def test_a_misfit_is_told_once_where_it_stands(line: str, message: str) -> None:
    made, faults = boat(line)
    assert made is None
    assert len(faults) == 1
    assert message in faults[0]


def test_withdrawn_misspelt_is_what_was_meant() -> None:
    report = Report()
    node = parse_yaml(SourceFile("f", "boats:\n  a: withdrown\n  b: gone\n"), report)
    assert node is not None
    assert validate(Fleet, node, report) is None
    assert [item.hints for item in report.sorted()] == [
        ("did you mean `withdrawn`?",),
        ("to take it away write `withdrawn`",),
    ]


def test_all_misfits_are_told_in_one_run() -> None:
    _, faults = check("boats:\n  a: {nmae: A, number: x}\n  b: {}\n  c: text\nflag: {name: F, fast: on}\nflgs: 1\n")
    assert [f.split(": ")[0] for f in faults] == [
        "2:7 schema-unknown",
        "2:24 schema-value",
        "3:3 schema-missing",
        "4:6 schema-value",
        "5:23 schema-value",
        "6:1 schema-unknown",
    ]


def test_the_hint_names_what_was_meant() -> None:
    report = Report()
    node = parse_yaml(SourceFile("f", "boats: {b: {name: x, parts: {s: {kind: sail, sial: y}}}}"), report)
    assert node is not None
    validate(Fleet, node, report)
    assert [d.hints for d in report] == [("did you mean `sail`?",)]


def test_a_value_the_reader_refused_is_not_told_again() -> None:
    report = Report()
    node = parse_yaml(SourceFile("f", "boats: {b: {name: *x, number: *y, parts: *z}}"), report)
    assert node is not None
    validate(Fleet, node, report)
    assert {d.code for d in report} == {"yaml-anchor"}


def models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for info in annotation.model_fields.values():
            yield from models(info.annotation)
    for argument in get_args(annotation):
        yield from models(argument)


def bare(annotation: object, info: FieldInfo | None = None) -> Iterator[object]:
    """Types for which pydantic would guess from a text: they must come as Count, Number or Flag."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        if not any(type(mark).__name__ == "BeforeValidator" for mark in marks):
            yield from bare(inner)
    elif get_origin(annotation) is Literal:
        return
    elif get_args(annotation):
        for argument in get_args(annotation):
            yield from bare(argument)
    elif annotation in (int, float, bool, Any, object):
        marks = info.metadata if info else []
        if not any(type(mark).__name__ == "BeforeValidator" for mark in marks):
            yield annotation


def test_no_field_of_any_pack_guesses() -> None:
    files = [model for name in bundled_games() if (game := find_game(name)) for model in game.files.values()]
    for file in [*files, Components]:
        for model in models(file):
            assert issubclass(model, Strict), model
            for name, info in model.model_fields.items():
                assert not list(bare(info.annotation, info)), f"{model.__name__}.{name}"


class OneOrMore(Strict):
    struck: Ident | Annotated[tuple[Ident, ...], Field(min_length=2, max_length=3)]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("[red]", "`struck` holds 1 entries: at least 2 are wanted"),
        ("[red, {a: b}]", "`struck` cannot be a mapping: one text is wanted"),
        ("{a: b}", "`struck` cannot be a mapping: one text is wanted"),
    ],
)
def test_a_value_of_two_shapes_is_judged_by_the_one_it_has(said: str, message: str) -> None:
    report = Report()
    node = parse_yaml(SourceFile("f", f"struck: {said}\n"), report)
    assert node is not None
    assert validate(OneOrMore, node, report) is None
    assert [item.message for item in report] == [message]

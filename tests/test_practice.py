"""Practice: rows that grow, answers judged, wrong ones explained, best times kept."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.cli import main
from santy_print.game.look import Look
from santy_print.game.table import Leave
from santy_print.games.santy_anno.drill import Row, SantyDrill
from santy_print.games.santy_anno.play_page import reasons
from santy_print.games.santy_anno.slips import Slip, slip_of, way_of
from santy_print.pack import Pack, load_pack
from santy_print.practice import BESTS, Practising, practise
from tests.packs import LANGUAGES
from tests.workshop import santy

SHIPS = [ship.id for ship in santy().ships]


@cache
def pack_of_all() -> Pack:
    return load_pack("santy_anno")


class Typist:
    """Somebody who types what is given, a second for each answer, and leaves."""

    name = ""

    def __init__(self, words: Iterable[str], pace: float = 1.0) -> None:
        self.words, self.time, self.pace = iter(words), count(), pace

    def ask(self, prompt: str) -> str:
        try:
            return next(self.words)
        except StopIteration:
            raise Leave(self) from None

    def clock(self) -> float:
        return next(self.time) * self.pace


def told(how: Practising, words: Iterable[str], folder: Path | None = None, pace: float = 1.0) -> list[str]:
    lines: list[str] = []
    with suppress(Leave):
        practise(pack_of_all(), how, Typist(words, pace), lines.append, folder)
    return lines


def answers(how: Practising, rows: int) -> list[str]:
    """The right answers, found by giving wrong ones until all are told."""
    right: list[str] = []
    for _ in range(rows):
        for number in range(1, 9):
            lines = told(
                Practising(seed=how.seed, own=how.own, kinds=how.kinds, length=how.length), [*right, str(number)]
            )
            if sum("Right! " in line for line in lines) > len(right):
                right.append(str(number))
                break
    return right


def lengths(lines: list[str]) -> list[int]:
    return [int(found[1]) for line in lines if (found := re.search(r"── Row \d+: (\d+) card", line))]


def test_rows_grow_with_right_answers_and_stay_with_wrong_ones() -> None:
    how = Practising(seed=5)
    right = answers(how, 3)
    assert lengths(told(how, right)) == [1, 2, 3, 4]
    other = "1" if right[1] != "1" else "2"
    lines = told(how, [right[0], other])
    assert lengths(lines) == [1, 2, 2]
    assert lines[-1] == "Right: 1 of 2."
    assert lengths(told(Practising(seed=5, length=4), ["1", "2"])) == [4, 4, 4]
    assert lengths(told(Practising(seed=5, length=4, tasks=1), ["1", "2"])) == [4]


def test_kinds_that_are_asked_for_come_alone_and_events_from_a_round_on() -> None:
    table = pack_of_all()
    locale = table.locales["en"]
    drill = SantyDrill(table, locale, "events", ("helm", "number"), random.Random(1))
    for length in range(1, drill.longest + 1):
        row = drill.task(length, random.Random(length))
        assert {card.kind for card in row.cards} <= {"helm", "number"}
        assert (row.event is not None) == (length >= 5)
        assert len(row.cards) == length
    assert SantyDrill(table, locale, "expert", (), random.Random(1)).task(9, random.Random(1)).event is None


def test_the_way_is_told_card_by_card_with_what_to_look_at() -> None:
    lines = told(Practising(seed=3), ["1"])
    assert "Not quite: you belong on Santy Anno." in lines
    assert "  1  Crow’s nest, except yellow  Paradise → Santy Anno  red crow’s nest" in lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_what_to_look_at_is_told_in_full(language: str, plain: bool) -> None:
    row = row_of(["double-nest-plate"], language=language, plain=plain)
    answer = 1 if way_of(row.steps, row.start)[-1] != 1 else 2
    lines = row.judge(answer).lines
    (why,) = {reasons(santy(), card, row.drill.words.locale)[row.start] for card in row.cards}
    assert " ".join(why.split()) in " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= 80


def test_a_hint_tells_the_next_step_and_goes_on_the_clock() -> None:
    lines = told(Practising(seed=3, tasks=1), ["hint", "??", "2"])
    assert "Crow’s nest, except yellow: Paradise → Santy Anno" in lines
    assert "No card is left: you have your ship." in lines
    assert "21.0 s: your best so far." in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_terminal(language: str) -> None:
    lines = told(Practising({"level": "events"}, length=9, seed=2, language=language), ["?", "nonsense", *"12345678"])
    assert max(len(part) for line in lines for part in line.split("\n")) <= 80


def row_of(cards: list[str], event: str | None = None, language: str = "en", plain: bool = False) -> Row:
    pack = pack_of_all()
    compiled = santy()
    drill = SantyDrill(pack, pack.locales[language], "events", (), random.Random(1), Look(plain=plain))
    lying = tuple(compiled.card(card) for card in cards)
    return Row(drill, lying, compiled.event(event) if event else None, 0)


@pytest.mark.parametrize(
    ("cards", "event", "changed", "kind", "place"),
    [
        (["element-hull-yellow", "number-3"], None, ["element-hull", "number-3"], "struck", 0),
        (["number-1", "helm-clockwise-2"], None, ["number-1", "helm-counter-clockwise-2"], "direction", 1),
        (["number-1", "coco", "number-3"], None, ["number-1", "number-3"], "left-out", 1),
        (["number-1", "number-2", "number-3"], None, ["number-1", "number-2", "number-2", "number-3"], "twice", 1),
    ],
)
def test_slips_are_known_by_where_they_lead(
    cards: list[str], event: str | None, changed: list[str], kind: str, place: int
) -> None:
    """From every ship where the slip matters, and no simpler one leads to the same."""
    row, wrong = row_of(cards, event), row_of(changed, event)
    found = set()
    for start in range(8):
        answer = way_of(wrong.steps, start)[-1]
        if answer != way_of(row.steps, start)[-1]:
            slip = slip_of(santy(), row.steps, row.event, row.drill.seats, start, answer)
            assert slip is not None
            found.add(slip)
    assert Slip(kind, place) in found  # type: ignore[arg-type]


def test_a_forgotten_event_is_known() -> None:
    cards = ["number-1", "coco", "number-2", "element-hull", "name-p"]
    row, plain = row_of(cards, "whirlwind"), row_of(cards)
    kinds = {
        slip.kind
        for start in range(8)
        if (answer := way_of(plain.steps, start)[-1]) != way_of(row.steps, start)[-1]
        and (slip := slip_of(santy(), row.steps, row.event, row.drill.seats, start, answer))
    }
    assert kinds <= {"event", "left-out", "struck"}
    assert kinds


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(0, 7))
def test_right_answers_are_right_and_wrong_ones_explained_without_a_fault(seed: int, length: int, answer: int) -> None:
    pack = pack_of_all()
    rng = random.Random(seed)
    row = SantyDrill(pack, pack.locales["en"], "events", (), rng).task(length, rng)
    end = way_of(row.steps, row.start)[-1]
    assert row.judge(end).right
    judged = row.judge(answer)
    assert judged.right == (answer == end)


def test_best_times_are_kept_for_each_set_and_length(tmp_path: Path) -> None:
    how = Practising(seed=5)
    right = answers(how, 2)
    assert "1.0 s: your best so far." in told(how, right, tmp_path)
    assert "It took 1.0 s." in told(how, right, tmp_path)
    assert "0.5 s: your best so far." in told(how, right, tmp_path, 0.5)
    (times,) = json.loads((tmp_path / BESTS).read_text()).values()
    assert times == {"basic 1": 0.5, "basic 2": 0.5}


@pytest.mark.parametrize("held", ["{", "[]", '{"a": 1}', '{"a": {"b": "c"}}', "[" * 100_000])
def test_best_times_that_cannot_be_read_stay_as_they_are(held: str, tmp_path: Path) -> None:
    (tmp_path / BESTS).write_text(held)
    lines = told(Practising(seed=5), answers(Practising(seed=5), 1), tmp_path)
    assert any("Best times are not kept" in line for line in lines)
    assert (tmp_path / BESTS).read_text() == held


def run(*words: str, keys: str = "", env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, ["practice", *words], input=keys, env=env)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--length", "0"], "--length can be 1 to 9 here, not 0"),
        (["--length", "99"], "--length can be 1 to 9 here, not 99"),
        (["--kind", "nubmer"], "--kind can be `element`, `colour`, `name`, `number`, `helm`, `double` or `coco`, not"),
        (["--size", "3"], "no option `--size` here; the game brings `--level`"),
        (["--lang", "nl"], "speaks `en`,"),
        (["--rows", "-1"], "-1 is out of bounds: at least 1"),
        (["--kind", "helm"], "there is no card of the kind helm where --level basic is played"),
    ],
)
def test_what_cannot_be_practised_says_why(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in " ".join(result.output.replace("│", " ").split())


def test_the_end_of_the_input_ends_it_with_what_came_of_it(tmp_path: Path) -> None:
    result = run("--seed", "3", keys="1\n", env={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)})
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("Right: 0 of 1.")

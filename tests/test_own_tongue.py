"""What a player reads at the keyboard is whole in the language of the game: no sentence goes past its texts."""

from __future__ import annotations

import errno
import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.game.look import Look
from santy_print.game.table import Leave, News
from santy_print.i18n import with_pseudo
from santy_print.output import REASONS
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, every_card, play, table_of
from santy_print.practice import BESTS, Practising, practise
from tests.packs import LANGUAGES
from tests.thinned import spoken

MOST_ASKED = 60
LETTERS = re.compile("[A-Za-z]{2,}")
"""In the made-up language every letter of a text, and of a name, has an accent."""


class Guesser:
    """Somebody who types a little of everything, reads all that a keyboard can show, and leaves at last."""

    def __init__(self, name: str) -> None:
        self.name, self.shown, self.asked = name, list[str](), 0
        self.words = itertools.cycle(["?", "hint", "qq", "3", "1", "2", ""])

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        self.asked += 1
        if self.asked > MOST_ASKED:
            raise Leave(self)
        return next(self.words)

    def ask_within(self, prompt: str, news: Sequence[News], seconds: float | None) -> str:
        self.shown += [one.text for one in news]
        return self.ask(prompt)

    def pause(self, prompt: str) -> None:
        self.shown.append(prompt)

    arrive = pause

    def clock(self) -> float:
        return 2.0 * self.asked


def plain_words(lines: Sequence[str]) -> dict[str, str]:
    """The words without accents, each with its line."""
    return {word: line for line in lines for word in LETTERS.findall(re.sub("Q+", "", line))}


@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_no_sentence_of_a_game_goes_past_its_texts(name: str) -> None:
    pack = with_pseudo(load_pack(name))
    looks = Look(80), Look(80, plain=True), Look(30, plain=True)
    lines: list[str] = []
    for seed, (own, look) in enumerate(itertools.product(table_of(pack).ways(), looks), 1):
        people = [Guesser("Q" * count) for count in range(1, 1 + seed % 3)]
        play(pack, Playing(own=own, language="qps", seed=seed, look=look), lines.append, people)
        lines += [line for person in people for line in person.shown]
    every_card(pack, Playing(language="qps"), lines.append)
    assert len(lines) > 1_000
    assert plain_words(lines) == {}


@pytest.mark.parametrize("level", ["basic", "events"])
def test_no_sentence_of_practice_goes_past_its_texts(level: str, tmp_path: Path) -> None:
    pack, lines = with_pseudo(load_pack()), list[str]()
    for seed, look in enumerate((Look(80), Look(80, plain=True), Look(30, plain=True)), 1):
        person = Guesser("")
        how = Practising({"level": level}, tasks=9, seed=seed, language="qps", look=look)
        practise(pack, how, person, lines.append, tmp_path)
        lines += person.shown
    assert len(lines) > 100
    assert plain_words(lines) == {}


ORDINARY = re.compile(r"[\w\s.,;:!?()'\"’‘“”„«»–—…¿¡/%+=-]*")
"""What a reader says as it should be said, or is silent about."""


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("name", ["santy_anno", "sandokan"])
def test_what_is_told_plainly_has_no_signs(name: str, language: str, tmp_path: Path) -> None:
    pack = load_pack(name)
    lines: list[str] = []
    for seed, (own, width) in enumerate(itertools.product(table_of(pack).ways(), (80, 30)), 1):
        people: list[Any] = [Guesser("Anna" * count) for count in range(1, 1 + seed % 3)]
        look = Look(width, plain=True)
        play(pack, Playing(own=own, language=language, seed=seed, look=look), lines.append, people)
        if pack.game.has("drill"):
            people.append(Guesser(""))
            how = Practising({"level": "events"}, tasks=9, seed=seed, language=language, look=look)
            practise(pack, how, people[-1], lines.append, tmp_path)
        lines += [line for person in people for line in person.shown]
    assert len(lines) > 300
    assert [line for line in lines if not ORDINARY.fullmatch(line)] == []
    assert [line for line in lines if re.search(r"\S  [(,]|\(\)|: ;", line)] == []  # nor holes where they were


def full(path: Any, data: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_a_game_that_cannot_be_kept_is_told_whole_in_the_language(
    language: str, pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("santy_print.output.write_atomic", full)
    words = ["--human", "Anna", "--lang", language, "--save", "kept.txt", "--record", "record.txt"]
    monkeypatch.chdir(tmp_path)
    left = CliRunner().invoke(main, ["play", *words], input="1\n")
    over = CliRunner().invoke(main, ["play", *words], input="1\n" * 60)
    assert (left.exit_code, over.exit_code) == (1, 1)
    say = pack.locales[language].plain
    for ran in (left, over):
        assert say("play.unkept", file="kept.txt", why=say("file.full")) in ran.stdout
    alone = CliRunner().invoke(main, ["play", "--lang", language, "--record", "record.txt"])
    assert alone.stderr == f"\n{say('play.unrecorded', file='record.txt', why=say('file.full'))}\n"


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_best_times_that_are_not_kept_are_told_whole_in_the_language(
    language: str, pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a short path, which no line parts
    say, here = pack.locales[language].plain, Path()
    (here / BESTS).write_text("{")
    how, lines = Practising(tasks=1, seed=5, language=language, length=1), list[str]()
    practise(pack, how, Guesser(""), lines.append, here)
    assert say("practice.unread", file=str(here / BESTS)) in " ".join(lines)
    (here / BESTS).unlink()
    monkeypatch.setattr("santy_print.output.write_atomic", full)
    told = ""
    for number in range(1, 9):
        person = Guesser("")
        person.words = itertools.repeat(str(number))  # type: ignore[assignment]
        lines = []
        practise(pack, how, person, lines.append, here)
        told += " ".join(lines)
    assert say("practice.unwritten", file=str(here / BESTS), why=say("file.full")) in told


def test_reasons_are_the_same_on_the_command_line_and_at_the_table(pack: Pack) -> None:
    for kind, reason in REASONS.items():
        assert pack.locales["en"].plain(f"file.{kind}") == reason
    with pytest.raises(PackError):
        pack.locales["en"].plain("file.none-of-them")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack().checked()

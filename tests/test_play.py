"""The table in text mode: told on 80 columns in three languages, played by bots and people, options checked."""

from __future__ import annotations

import errno
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from santy_print.cli import main, screen
from santy_print.game import playout
from santy_print.game.look import Look
from santy_print.game.table import Leave
from santy_print.games.santy_anno import exhaust
from santy_print.games.santy_anno.narrator import WIDTH, seating
from santy_print.games.santy_anno.oracle import Oracle
from santy_print.output import write_atomic
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, WrongOption, choose, every_card, play, playout_many, table_of
from tests.packs import LANGUAGES, copy_pack, few_languages
from tests.thinned import spoken


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack().checked()


def told(pack: Pack, *, person: Keyboard | None = None, level: str = "", **options: object) -> list[str]:
    lines: list[str] = []
    own = {"level": level} if level else {}
    play(pack, Playing(own=own, **options), lines.append, [person] if person else [])  # type: ignore[arg-type]
    return lines


def run(*args: str, keys: str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=keys)


class Keyboard:
    """A person whose answers are known, and whose clock runs by the tick."""

    def __init__(self, name: str, answers: Iterator[str], seconds: float = 1.0) -> None:
        self.name, self.answers, self.seconds = name, answers, seconds
        self.now = 0.0
        self.prompts: list[str] = []

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise Leave(self)
        self.now += self.seconds
        return answer

    def clock(self) -> float:
        return self.now


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("level", ["basic", "events"])
def test_a_game_is_told_on_80_columns(pack: Pack, language: str, players: int, level: str) -> None:
    lines = told(pack, players=players, level=level, seed=3, language=language)
    assert max(len(line) for line in lines) <= WIDTH
    text = "\n".join(lines)
    locale = pack.locales[language]
    for key in ("play.cast-off", "play.lap", "play.end", "play.captain"):
        assert locale.plain(key) in text
    for number in range(1, 6):
        assert locale.plain("play.round", n=number, rounds=5) in text
    for pirate in pack.compiled.pirates[:players]:
        assert locale.plain(f"pirate.{pirate.id}") in text
    assert ("★" in text) == (level == "events")
    assert not re.search(r"play\.|\{|\}|None", text)


def test_the_same_seed_tells_the_same_game(pack: Pack) -> None:
    assert told(pack, seed=5) == told(pack, seed=5) != told(pack, seed=6)


def test_names_sit_clockwise_around_the_table() -> None:
    lines = seating(list("ABCDEFGH"), [""] * 8, "o")
    assert lines[0].split() == ["A", "B", "C"]
    assert lines[-1].split() == ["G", "F", "E"]
    assert lines[3].split() == ["H", "│", "o", "│", "D"]
    for count in (2, 3, 4, 5, 6, 7, 10):
        names = [f"Ship {n}" for n in range(count)]
        text = "\n".join(seating(names, ["guest"] * count, "o"))
        assert all(name in text for name in names)
        assert max(map(len, text.split("\n"))) <= WIDTH
    many = seating([f"{n} Ship of no importance" for n in range(20)], ["x"] * 20, "o")
    assert "→" in many[0]
    assert max(map(len, many)) <= WIDTH


def test_a_person_plays_a_seat(pack: Pack) -> None:
    """By number, by name, by the beginning of a name; mistakes are mended, the clock runs on."""
    keyboard = Keyboard("Anna", iter(["1", "zzz", "v", "Vip", "santi ano", "Santy Anno", "", "pa", "REVENGE"]))
    lines = told(pack, person=keyboard, players=3, seed=2)
    text = "\n".join(lines)
    assert "Welcome aboard, Anna: you play The Brain." in text
    assert "No ship is called “zzz”. There are Paradise," in text
    assert "“v” could be Viper or Vagabond." in text
    assert "Do you mean Santy Anno?" in text
    assert "4.0 s   The Brain sits down at Royal" in text
    assert "6.0 s   The Brain sits down at Viper" in text
    assert len(keyboard.prompts) == 9
    assert text.count("You start from") == 0
    assert all(prompt.startswith("You start from ") and prompt.endswith("? ") for prompt in keyboard.prompts)
    totals = [line for line in lines if line.strip().startswith("So far")]
    assert all(line.split()[-2:] == ["?", "?"] for line in totals)


def test_a_person_may_be_a_pirate_and_may_be_too_late(pack: Pack) -> None:
    keyboard = Keyboard("el belgo", iter(["royal"] * 5), seconds=500.0)
    lines = told(pack, person=keyboard, players=3, seed=2)
    assert sum("El Belgo is still standing" in line for line in lines) == 5
    assert not any("sits down" in line and "El Belgo" in line for line in lines)


@pytest.mark.parametrize(
    ("language", "farewell"), [("en", "Fair winds"), ("fr", "Bon vent"), ("pl", "Pomyślnych wiatrów")]
)
def test_a_person_leaves_politely_and_the_record_says_that_the_game_was_left(
    language: str, farewell: str, tmp_path: Path
) -> None:
    record, saved = tmp_path / "game.txt", tmp_path / "saved.txt"
    where = "--record", str(record), "--save", str(saved)
    result = run("play", "--human", "Anna", "--lang", language, *where, keys="viper\n")
    assert result.exit_code == 0
    assert farewell in result.output
    assert record.read_text("utf-8").splitlines()[-1].endswith("  unfinished")
    replayed = run("replay", str(record), "--lang", language)
    assert replayed.exit_code == 0
    locale = load_pack().locales[language]
    count = len(record.read_text("utf-8").splitlines())
    assert locale.plain("play.replay.unfinished", file=str(record), n=count) in replayed.output


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = run("play", "--human", "Anna")
    assert result.exit_code == 130
    assert "Anna leaves the table." in result.output


def test_a_person_finishes_a_game_at_the_command_line(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    result = run("play", "--human", "Anna", "--record", str(record), keys="1\n2\n3\n4\n5\n")
    assert result.exit_code == 0, result.output
    assert "Record written" in result.output
    replayed = run("replay", str(record))
    assert replayed.exit_code == 0, replayed.output
    assert "every move as the rules have it" in replayed.output


def test_replay_refuses_at_the_command_line(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    assert run("play", "--record", str(record)).exit_code == 0
    record.write_text(record.read_text(encoding="utf-8").replace("sits down at", "sits down on", 1), encoding="utf-8")
    result = run("replay", str(record))
    assert result.exit_code == 1
    assert re.search(r"game\.txt:\d+:1: error: this line does not match its seal", result.output)
    assert run("replay", str(tmp_path / "none.txt")).exit_code == 2
    assert run("replay", str(tmp_path)).exit_code == 2


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried without playing has tests of its own: tests/test_exhaust.py."""
    for name, few in ("MAX_SEATINGS", 10), ("MAX_THREES", 100), ("ROWS", 2):
        monkeypatch.setattr(exhaust, name, few)


@pytest.mark.usefixtures("few_cases")
def test_every_card_is_dealt_and_agrees_with_the_second_reading() -> None:
    result = run("play", "--every-card")
    assert result.exit_code == 0
    last = result.output.strip().split("\n\n")[-1]
    assert last.startswith("58 of 58 cards dealt and resolved in ")
    assert max(map(len, result.output.split("\n"))) <= 80
    assert result.output.count("×") == 58
    assert not re.search(r" 0×", result.output)
    assert "+4 / −4 (2)" in result.output
    assert "Rum (2)" in result.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("few_cases")
def test_the_table_of_what_was_proven_fits_a_terminal(language: str) -> None:
    result = run("play", "--every-card", "--lang", language)
    assert result.exit_code == 0
    assert max(map(len, result.output.split("\n"))) <= 80
    assert result.output.count("──  ──") == 3


@pytest.mark.parametrize(("level", "count"), [("basic", 37), ("expert", 52), ("events", 58)])
@pytest.mark.usefixtures("few_cases")
def test_every_card_of_a_level(level: str, count: int) -> None:
    result = run("play", "--every-card", "--level", level, "--lang", "fr")
    assert result.exit_code == 0
    assert f"{count}\u00a0cartes sur {count}" in result.output


def test_a_difference_between_the_readings_is_told(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_coco", lambda self, card, ship, seats: ship)
    lines: list[str] = []
    assert not every_card(pack, Playing(), lines.append)
    assert any("differ: Coco: " in line for line in lines)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "2"], "2 players cannot play; 3 to 8 can"),
        (["--players", "9"], "9 players cannot play; 3 to 8 can"),
        (["--players", "many"], "not a valid integer"),
        (["--every-card", "--human", "Anna"], "without --human and --record"),
        (["--every-card", "--record", "x"], "without --human and --record"),
        (["--resume", __file__, "--seed", "2"], "as the game began"),
        (["--human", " "], "1 to 30 letters"),
        (["--human", "A\x1b[2J"], "1 to 30 letters"),
    ],
)
def test_wrong_options_are_explained(args: list[str], said: str) -> None:
    result = run("play", *args)
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.usefixtures("kept")
def test_a_level_without_cards_is_refused(tmp_path: Path) -> None:
    cards = (load_pack().root / "cards.yaml").read_text(encoding="utf-8")
    basic = "\n".join(line for line in cards.split("\n") if "level: expert" not in line)
    root = few_languages(copy_pack(tmp_path, {"cards.yaml": basic, "events.yaml": "events: {}\n"}), ["en"])
    for level, why in (("expert", "no expert cards"), ("events", "no event cards")):
        result = run("play", str(root), "--level", level)
        assert result.exit_code == 2
        assert why in result.output
    assert "37 of 37" in run("play", str(root), "--every-card").output


def fill_the_disk(monkeypatch: pytest.MonkeyPatch, *full: Path) -> None:
    """Let these files, which could be written when they were tried, take nothing later."""

    def write(path: Path, data: str) -> None:
        if path in full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write_atomic(path, data)

    monkeypatch.setattr("santy_print.output.write_atomic", write)


def test_a_record_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_the_disk(monkeypatch, tmp_path / "game.txt")
    result = run("play", "--record", str(tmp_path / "game.txt"))
    assert result.exit_code == 1
    assert "could not be written" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("option", ["--record", "--save"])
def test_what_lies_in_a_file_is_not_written_over_and_the_way_out_is_told(option: str, tmp_path: Path) -> None:
    before, other = tmp_path / "before.txt", tmp_path / "other.txt"
    left = run("play", "--human", "Anna", "--seed", "4", option, str(before), keys="1\n")
    assert left.exit_code == 0
    text = before.read_text("utf-8")
    refused = run("play", "--human", "Anna", "--seed", "5", option, str(before), keys="1\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    message = " ".join(refused.stderr.split())
    assert f"something is in {before} already" in message
    assert "name another file, or remove that one first" in message
    assert ("--resume" in message) == (option == "--save")
    assert before.read_text("utf-8") == text
    other.touch()  # an empty file holds nothing
    assert run("play", "--human", "Anna", "--seed", "5", option, str(other), keys="1\n").exit_code == 0
    both = run("play", "--human", "Anna", "--record", str(tmp_path / "x"), "--save", str(tmp_path / "x"))
    assert "write two files" in both.stderr


def test_a_record_goes_on_with_its_game_and_with_no_other(tmp_path: Path) -> None:
    saved, record = tmp_path / "saved.txt", tmp_path / "record.txt"
    begun = "play", "--human", "Anna", "--seed", "4", "--save", str(saved), "--record", str(record)
    assert run(*begun, keys="1\n").exit_code == 0
    on = "play", "--resume", str(saved), "--record", str(record)
    assert run(*on, keys="1\n1\n").exit_code == 0
    earlier = record.read_text("utf-8")
    record.write_text(earlier.replace("Anna", "Anne") + "more\n", encoding="utf-8")
    assert "something is in" in run(*on, keys="1\n").stderr
    record.write_text(earlier, encoding="utf-8")
    assert run(*on, keys="1\n" * 9).exit_code == 0
    assert run("replay", str(record)).exit_code == 0
    assert "something is in" in run(*on).stderr  # it is over


def test_a_saved_game_that_can_be_kept_nowhere_is_told_before_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved.txt"
    assert run("play", "--human", "Anna", "--save", str(saved), keys="1\n").exit_code == 0

    def refuse(path: Path, folder: bool = False) -> None:
        if path == saved:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr("santy_print.output.try_writing", refuse)
    refused = run("play", "--resume", str(saved), keys="1\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "name another file with --save" in " ".join(refused.stderr.split())
    assert run("play", "--resume", str(saved), "--save", str(tmp_path / "other.txt"), keys="1\n").exit_code == 0
    assert (tmp_path / "other.txt").is_file()


def test_players_and_level_have_defaults(pack: Pack) -> None:
    table = table_of(pack)
    assert choose(table, Playing()) == (4, {"level": "basic", "by": "running"})
    assert choose(table, Playing(8, {"level": "events"})) == (8, {"level": "events", "by": "running"})
    with pytest.raises(WrongOption):
        choose(table, Playing(0))


def test_many_games_are_played_alike_twice(pack: Pack) -> None:
    outcomes = playout_many(pack, 200, Playing(8, {"level": "events"}))
    assert len(outcomes) == 200
    winners = {end.outcome.captain for end in outcomes}
    assert len(winners) > 5
    again = playout_many(pack, 200, Playing(8, {"level": "events"}))
    assert outcomes == again


def test_no_rule_draws_a_number_or_reads_a_clock() -> None:
    """Only policies may be random; the clock is read at the command line alone."""
    from santy_print.games.santy_anno import compiled, events, kinds, state

    for module in (compiled, events, kinds, state):
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        assert not re.search(r"^\s*(import|from) (random|time|datetime)", source, re.MULTILINE)
    before = random.getstate()
    playout_many(load_pack().checked(), 2)
    assert random.getstate() == before


def test_the_answers_to_a_deal_are_those_of_the_game_played_with_its_seed(pack: Pack) -> None:
    deal = pack.tool("deal")(pack.compiled, 7, "events")
    table = table_of(pack)
    start = table.new_state(6, level="events")
    policies, chance = table.bots(start, 7)
    end: Any = playout(start, policies, random.Random(0), chance)
    ids = [ship.id for ship in pack.compiled.ships]
    assert deal["seats"] == [ids[ship] for ship in end.seats]
    for told_round, result in zip(deal["rounds"], end.past, strict=True):
        assert told_round["cards"] == [card.id for card in end.setup.cards(result.row)]
        assert told_round["event"] == end.setup.event(result.event).id
        for start_ship, end_ship in zip(result.starts, result.ends, strict=True):
            assert told_round["targets"][ids[start_ship]] == ids[end_ship]


@pytest.mark.parametrize("word", ["?", "help", " H "])
def test_who_asks_sees_the_table_once_more(word: str) -> None:
    told, again = (
        run("play", "--rich", "--human", "Anna", "--seed", "2", "--level", "events", keys=keys).stdout
        for keys in ("", f"{word}\n")
    )
    cards = [line for line in told.split("\n") if re.match(r"   [1-3]  \S.*  [45~]  \S", line)]
    assert len(cards) == 3, "two columns"
    assert all(again.count(line) == 2 for line in cards)
    assert again.count(" nest    sails ") == told.count(" nest    sails ") + 1
    assert word.strip() not in again.split("Where to?")[-1]


def test_a_persons_column_is_marked() -> None:
    told = run("play", "--rich", "--human", "Anna", keys="1\n").stdout
    assert re.search(r"^ +▸The Brain +[A-Z]", told, re.MULTILINE)
    assert "▸" not in run("play", "--rich").stdout


def kept(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("pack", ["santy_anno", "sandokan"])
def test_a_game_that_was_left_goes_on_where_it_was_and_ends_as_if_it_had_not_been(
    pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left and resumed after each answer, in any game: the same record, and nothing is asked again."""
    monkeypatch.setattr(screen.Keyboard, "clock", lambda keyboard: 0.0)  # who is quicker is no matter of this machine
    answers = ["1", "?", "hint", "zzz", "2", "3", "1", "1"] if pack == "santy_anno" else ["1", "2", "x", "1", "1"]
    saved, whole, parts = (tmp_path / name for name in ("saved", "whole", "parts"))
    names = "--human", "Anna", "--human", "Ben"
    begin = "play", pack, *names, "--seed", "4"
    once = run(*begin, "--record", str(whole), "--save", str(tmp_path / "x"), keys="".join(f"{a}\n" for a in answers))
    for number, answer in enumerate(answers):
        again = begin if not number else ("play", "--resume", str(saved))
        where = () if number else ("--save", str(saved))
        result = run(*again, *where, "--record", str(parts), keys=f"{answer}\n")
        assert result.exit_code == 0, result.output
        assert f"santy play --resume {saved}" in result.output
    assert kept(parts) == kept(whole)
    typed = [line.split(" s, ")[1] for line in kept(saved) if line.startswith("typed: ")]
    assert [one for one in typed if one != "left"] == [f'"{answer}"' for answer in answers]
    assert once.exit_code == 0


def test_a_game_that_cannot_be_saved_is_printed_and_goes_on_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_the_disk(monkeypatch, tmp_path / "x")
    left = run("play", "--human", "Anna", "--save", str(tmp_path / "x"), keys="1\n")
    assert left.exit_code == 1
    again = tmp_path / "by-hand.txt"
    again.write_text(left.stdout[left.stdout.index("santy saved game") :], encoding="utf-8")
    assert "--resume" in run("play", "--resume", str(again), keys="2\n").stdout
    assert [line for line in kept(again) if line.startswith("typed: ")][2].endswith('"2"')


def test_where_the_own_folder_takes_nothing_a_game_is_kept_in_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("santy_print.cli.table.config_folder", lambda: tmp_path / "file")
    monkeypatch.chdir(tmp_path)
    assert run("play", "--human", "Anna", keys="1\n" * 5).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert "--resume" in run("play", "--human", "Anna", keys="1\n").stdout
    assert (tmp_path / "santy_anno-1-1.txt").is_file()


def test_a_record_that_cannot_be_written_costs_nothing_that_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, record = tmp_path / "saved.txt", tmp_path / "full.txt"
    fill_the_disk(monkeypatch, record)
    over = run("play", "--human", "Anna", "--save", str(saved), "--record", str(record), keys="1\n" * 5)
    assert over.exit_code == 1
    assert f"--resume {saved}" in over.stdout
    again = run("play", "--resume", str(saved), "--record", str(tmp_path / "record.txt"))
    assert again.exit_code == 0
    assert run("replay", str(tmp_path / "record.txt")).exit_code == 0


@pytest.mark.parametrize("width", [20, 40])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_narrow_screen_shows_all_of_every_ship(width: int, language: str) -> None:
    pack = load_pack().checked()
    words, ship = pack.locales[language], pack.files["ships"].ships["santy-anno"]
    lines = told(pack, language=language, look=Look(width))
    letters = [words.letter(colour) for colour in ship.colours.values()]
    assert any(re.search(r"\s+".join(letters), line) for line in lines), lines
    assert not any("…" in line for line in lines), lines


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("santy saved game 1", "santy saved game 7", "saved-foreign"),
        ("seed: 1", "seed: 2", "saved-foreign"),
        ("seed: 1\n", "", "saved-line"),
        ("typed: 1, ", "typed: 2, ", "saved-line"),
        ("pace: calm", "pace: calm\nhope: none", "saved-line"),
        ("pace: calm", "pace: wild", "pace"),
        ("players: 4", "players: 400", "3 to 8"),
    ],
)
def test_a_saved_game_that_was_changed_is_refused_and_stays(was: str, now: str, code: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    run("play", "--human", "Anna", "--save", str(saved), keys="1\n")
    changed = saved.read_text("utf-8").replace(was, now, 1)
    saved.write_text(changed, encoding="utf-8")
    result = run("play", "--resume", str(saved), keys="1\n")
    assert result.exit_code in (1, 2)
    assert code in result.output
    assert saved.read_text("utf-8") == changed


def test_a_finished_game_leaves_no_file_in_the_users_own_folder() -> None:
    from santy_print.cli.base import config_folder

    folder = config_folder() / "games"
    before = set(folder.glob("*")) if folder.is_dir() else set()
    assert run("play", "--human", "Anna", keys="1\n").exit_code == 0
    (left,) = set(folder.glob("*")) - before
    assert run("play", "--resume", str(left), keys="1\n" * 4).exit_code == 0
    assert run("play", "--human", "Anna", keys="1\n" * 5).exit_code == 0
    assert set(folder.glob("*")) == before


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("width", [40, 80])
def test_plain_text_has_no_drawing_and_fits(pack: Pack, language: str, width: int) -> None:
    lines: list[str] = []
    how = Playing(5, {"level": "events"}, seed=3, language=language, look=Look(width, plain=True))
    play(pack, how, lines.append, [Keyboard("Anna", iter(["?", "hint", "zzz", *"12345"]))])
    play(pack, how, lines.append)
    assert max(len(line) for line in lines) <= width
    assert not re.search("[\u2500-\u257f\u001b]", "\n".join(lines))
    for pirate in pack.compiled.pirates[:5]:
        assert any(pack.locales[language].plain(f"pirate.{pirate.id}") in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["basic", "events"])
def test_all_that_a_person_needs_stands_on_one_screen(pack: Pack, language: str, level: str) -> None:
    lines: list[str] = []
    typed = Keyboard("Anna", iter("12345"))
    play(pack, Playing(8, {"level": level}, seed=3, language=language), lines.append, [typed])
    locale = pack.locales[language]
    begin = max(n for n, line in enumerate(lines) if locale.plain("play.round", n=5, rounds=5) in line)
    end = next(n for n, line in enumerate(lines) if n > begin and line == "")
    end = next(n for n, line in enumerate(lines) if n > end and line == "")
    assert end - begin <= 22, "a line for news, and one for the answer, below them"
    assert sum("▸" in line for line in lines[begin:end]) == 1


def test_enter_alone_asks_again_without_a_reproach() -> None:
    result = run("play", "--human", "Anna", keys="\n")
    assert "There are Paradise" in " ".join(result.stdout.split())
    assert "“”" not in result.stdout


@pytest.mark.parametrize(
    ("many", "said"), [(3, "4 pirates"), (6, "6 pirates"), (9, "9 players cannot play; 3 to 8 can")]
)
def test_all_people_are_seated_where_nobody_says_how_many_play(many: int, said: str) -> None:
    people = [word for name in "ABCDEFGHI"[:many] for word in ("--human", name)]
    assert said in run("play", *people).output


def test_the_end_in_words_has_the_colons_of_its_language() -> None:
    assert "\u00a0: 5" in run("play", "--lang", "fr", "--plain").output

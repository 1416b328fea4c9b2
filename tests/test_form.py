"""What a table writes by hand: read in every language, worked out, and told what it lacks."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import PackError, Report, SourceFile
from santy_print.game import unseal
from santy_print.games.santy_anno.form import Form
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.state import SantyState
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, play
from santy_print.records import fill, verify


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("santy_anno")


@cache
def load(name: str) -> Pack:
    return load_pack(name).checked()


def written(pack: Pack, language: str, game: SantyState) -> str:
    """A game as a table of this language writes it: names as they are printed."""
    locale = pack.locales[language]
    words, setup = Words(pack, locale), game.setup
    known = [pirate.id for pirate in pack.compiled.pirates]
    who = [words.pirates[known.index(id)] for id in setup.pirates]
    pairs = zip(who, game.past[0].starts, strict=True)
    lines = [
        f"{locale.plain('answers.seats')}: {', '.join(words.ships[ship] for ship in game.seats)}",
        f"{locale.plain('play.start')}: {', '.join(f'{pirate} {words.ships[ship]}' for pirate, ship in pairs)}",
        f"taken out: {', '.join(words.card(setup.deck[piece].card) for piece in game.removed)}",
    ]
    for number, result in enumerate(game.past, 1):
        cards = [words.card(card) for card in setup.cards(result.row)]
        event = setup.event(result.event)
        cards += [words.card(event)] if event else []
        lines.append(f"{locale.plain('scores.round', n=number)}: {', '.join(cards)}")
        for pirate, ship in result.arrivals:
            if ship is None:
                lines.append(f"{locale.plain('scores.late')}: {who[pirate]}")
            else:
                lines.append(f"{who[pirate]} {words.ships[ship]} {result.loot[pirate]}")
    return "".join(f"{line}\n" for line in lines)


def test_a_table_writes_in_its_language_and_gets_the_record_that_santy_would_have_written(
    pack: Pack, tmp_path: Path
) -> None:
    record, form = tmp_path / "game.txt", tmp_path / "table.txt"
    play(pack, Playing(6, {"level": "events"}, 3, record=record), lambda line: None)
    game = verify(record, load)[1]
    assert isinstance(game, SantyState)
    kept = unseal(SourceFile("r", record.read_text("utf-8")), Report())
    assert any("comes too late" in line for line in kept), "somebody comes too late, too"
    for language in pack.head.languages:
        form.write_text(written(pack, language, game), encoding="utf-8")
        lines = [line[10:] for line in fill(form, load, pack.id)[1]]
        assert [told(line) for line in lines] == [told(line) for line in kept], language


def told(line: str) -> str:
    """A line without what nobody writes: which of two cards alike was laid first, the count, the late one's chair."""
    return re.sub("/2|, at the count of .|, and takes the chair at .*", "", line)


def test_ids_numbers_and_what_is_printed_do_as_well(pack: Pack, tmp_path: Path) -> None:
    form = tmp_path / "table.txt"
    form.write_bytes(
        "\ufeffseats: 1; VIPER; sahara; 6; 7; Vagabond; profundis;\r\n santy-anno\r\n"
        "start: gulliver = 1; the brain: Viper; EL BELGO 8\r\n"
        "round 1: +3 / \u22125; \u22121; 4; p; element hull\r\n".replace("; 4;", "; +4/-4;").encode()
        + b"2. the brain > 8\r\n1) Gulliver: 5\r\nel belgo -\r\n"
    )
    lines = [line[10:] for line in fill(form, load, pack.id)[1]]
    assert lines[2] == "level: basic; pirates: brain, belgo, gulliver"
    assert lines[5] == "round 1: number-3, number-7, number-4, name-p, element-hull"
    assert lines[6:9] == ["brain sits down at sahara", "gulliver sits down at viper", "belgo comes too late"]
    assert lines[-1] == "unfinished"


def test_parts_go_by_their_short_names_and_hints_name_what_is_printed(pack: Pack) -> None:
    names = Form(pack, SourceFile("table.txt", ""), Report())
    written = ("Nest", "plate except green", "Schild", "Nest and plate")
    assert [names.cards.find(word) for word in written] == [
        "element-nest", "element-plate-green", "element-plate", "double-nest-plate",
    ]  # fmt: skip
    assert names.ships.near("Vipr") == "did you mean `Viper`?"
    assert names.cards.near("name-z").startswith("did you mean `Ship’s name, except ")
    assert names.cards.near("plate except gren").startswith("did you mean `Name plate, except green`")
    assert names.ships.hint("99").startswith("there are `Paradise`, `Profundis`, ")
    assert "`The Brain`" in names.pirates.hint("Blackbeard the Terrible")
    assert names.cards.hint("xyzzyxyzzy") == ""


def test_hints_speak_the_language_of_the_table(pack: Pack) -> None:
    table = "Plätze: Royal\nStart: Superhirn Royal, Möwenherz 2\nRunde 1: Mast, Schild, außer Grün\n"
    names = Form(pack, SourceFile("table.txt", table), Report())
    assert names.cards.find("Schild") == "element-plate"
    assert "`Superhirn`, " in names.pirates.hint("Zorro")
    assert (names.printed("brain"), names.printed("santy-anno")) == ("Superhirn", "Santy Anno")


def test_all_that_is_wrong_or_lacks_is_told_at_once(tmp_path: Path) -> None:
    form = tmp_path / "table.txt"
    form.write_text(
        "seats: Royal, Vipper, Sahara, Paradise, Revenge, Vagabond, Profundis\n"
        "start: Beauti Royal, The Brain Viper, The Brain Royal\n"
        "round 1: Hull, Hull, Hul except red, Rum, Red\n"
        "Beauty Vipr\n"
        "we drank a lot\n"
        "round 3: Sails\n"
        "late: Beauty\n"
        "The Brain Royal 7\n",
        encoding="utf-8",
    )
    with pytest.raises(PackError) as caught:
        fill(form, load, "santy_anno")
    found = [(item.span.line, item.span.col, item.code) for item in caught.value.report.sorted() if item.span]
    assert found == [
        (1, 15, "record-name"), (2, 8, "record-name"), (2, 39, "record-rule"), (2, 49, "record-rule"),
        (3, 16, "record-rule"), (3, 22, "record-name"), (3, 43, "record-lacks"), (4, 1, "record-lacks"),
        (4, 8, "record-name"), (5, 1, "record-rule"), (6, 1, "record-lacks"), (6, 1, "record-lacks"),
        (6, 10, "record-lacks"), (7, 7, "record-rule"),
    ]  # fmt: skip
    hints = [hint for item in caught.value.report for hint in item.hints]
    assert any("`Hull, except red`" in hint for hint in hints)
    assert any("`Viper`" in hint for hint in hints)
    assert "it reads `round 2: Hull, +3, ...`" in hints
    messages = [item.message for item in caught.value.report]
    assert "nobody says where The Brain sat in round 1" in messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing here says how a game went"),
        ("Beauty Royal\n", "no round has begun"),
        ("level: expert\nseats: Royal\n", "nobody says where the pirates start"),
        ("start: Beauty Royal, Edward Viper\n", "3 to 8 pirates play; 2 stand here"),
        ("level: basic\nstart: Beauty 1, Edward 2, Bamba 3\nround 1: Coco\n", "Coco is an expert card, and the game"),
        ("start: Beauty 1, Edward 2, Bamba 3\nround 1: Hull\nKalash 2\n", "Kalash does not play"),
        ("x," * 40_000, "this says nothing of a game"),
        ("\n" * 3_000, "no game has over"),
        ("x" * 200_000, "holds more than"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_told(text: str, message: str, tmp_path: Path) -> None:
    form = tmp_path / "table.txt"
    form.write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match=message):
        fill(form, load, "santy_anno")


def test_the_table_paid_otherwise_than_the_rules_do(pack: Pack, tmp_path: Path) -> None:
    form = tmp_path / "table.txt"
    text = (
        "seats: 1,5,8,6,7,3,4,2\nstart: Beauty 1, Brain 5, Belgo 8\nround 1: Hull, Hull except red, +3, P, Name plate\n"
    )
    form.write_text(text + "Beauty Viper 4\nBrain Sahara\nBelgo 5\n", encoding="utf-8")
    with pytest.raises(PackError, match="by the rules Beauty gets 5 here, not 4") as caught:
        fill(form, load, pack.id)
    (fault,) = caught.value.report
    assert str(fault.span).endswith(":4:14")
    with pytest.raises(PackError, match="nobody says how a game of sandokan is written by hand"):
        fill(form, load, "sandokan")


def test_fill_writes_or_prints_and_what_it_writes_holds(tmp_path: Path) -> None:
    form, record = tmp_path / "table.txt", tmp_path / "game.txt"
    form.write_text(
        "seats: 1,5,8,6,7,3,4,2\nstart: Beauty 1, Brain 5, Belgo 8\nround 1: Hull, +3, P, Red, Sails\n"
        "Beauty 1\nBrain 2\nBelgo 3\n",
        encoding="utf-8",
    )
    run = CliRunner().invoke
    done = run(main, ["replay", "--fill", str(form), "--out", str(record), "--lang", "fr"])
    assert (done.exit_code, done.stdout) == (0, f"{record} est écrit\xa0: 13\xa0lignes scellées.\n")
    assert run(main, ["replay", "--fill", str(form)]).stdout == record.read_text("utf-8")
    assert run(main, ["replay", str(record)]).exit_code == 0
    assert "goes with --fill" in run(main, ["replay", str(record), "--out", str(form)]).stderr

"""What those who make their first variant get wrong, and what they are told first: the place to mend and how."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from santy_print.checking import check
from santy_print.pack import load_pack
from tests.packs import LANGUAGES

HEAD = "extends: santy_anno\nid: mine\nlanguages: [en]\n"
SHIPS, ENGLISH = "ships.yaml", "locale/en.yaml"

FACE = "face: {size: poker, alt: a}\nitems:\n  - text: {%s, at: [5, 5], size: [50, 9]}\n"
SLIPS: dict[str, tuple[str, str, str, str]] = {
    "when within the text": (
        "faces/card-coco.yaml",
        FACE % "value: a, when: item.copies",
        "3:22",
        "it stands beside the kind of item: write `- when: ...`",
    ),
    "a text by its key": (
        "faces/card-coco.yaml",
        FACE % "value: a, say: card.coco.name",
        "3:22",
        "what the text says is its `value`: `\"{{ t('key') }}\"`",
    ),
    "a ship indented below another": (
        SHIPS,
        "ships:\n  viper:\n    name: Vulture\n    vagabond:\n      name: Valkyrie\n",
        "4:5",
        "to stand beside `viper` it begins in column 3",
    ),
    "a ship on one line indented below another": (
        SHIPS,
        "ships:\n  viper: {name: Vulture}\n    vagabond: {name: Valkyrie}\n",
        "3:5",
        "begin in column 3, as line 2 does",
    ),
    "a line indented too far": (
        SHIPS,
        "ships:\n  viper:\n    name: Vulture\n      number: 5\n",
        "4:7",
        "begin it in column 5, as line 3 does",
    ),
    "ships not indented": (SHIPS, "ships:\nviper: {name: Vulture}\n", "2:1", "it stands below `ships:`"),
    "no ships:": (
        SHIPS,
        "viper: {name: Vulture}\nroyal: {name: Rover}\n",
        "1:1",
        "write `ships:` above, and indent it",
    ),
    "no texts:": (
        ENGLISH,
        "game.title: Mine\ncard.coco.name: P\n",
        "1:1",
        "write `texts:` above, and indent it",
    ),
    "no texts: in levels": (ENGLISH, "game:\n  title: Mine\n", "1:1", "write `texts:` above, and indent it"),
    "texts not indented": (ENGLISH, "texts:\ngame:\n  title: Mine\n", "2:1", "it stands below `texts:`"),
    "no space, in braces": (SHIPS, "ships: {viper: {number:1}}\n", "1:17", "write `number: 1`, with a space"),
    "no space, alone": (SHIPS, "ships:\n  viper:\n    number:1\n", "3:5", "write `number: 1`, with a space"),
    "no space, above": (SHIPS, "ships:\n  viper:\n    number:1\n    name: V\n", "3:11", "write `number: 1`"),
    "no space, below": (SHIPS, "ships:\n  viper:\n    name: V\n    number:1\n", "4:11", "write `number: 1`"),
    "= for :": (SHIPS, "ships:\n  viper:\n    name = Vulture\n", "3:5", "write `name: Vulture`"),
    "a list of ships": (SHIPS, "ships:\n  - viper: {name: V}\n", "1:1", "without the dashes"),
    "a list of colours": (SHIPS, "ships: {viper: {colours: [red, blue]}}\n", "1:17", "`key: value`"),
    "a list without brackets": (
        SHIPS,
        "features:\n  elements: nest, hull\n",
        "2:13",
        "`elements: [nest, hull]`",
    ),
    "a list without brackets, in braces": (
        SHIPS,
        "features: {elements: nest, hull}\n",
        "1:22",
        "`elements: [nest, hull]`",
    ),
    "one language": ("pack.yaml", HEAD.replace("[en]", "en"), "3:12", "write `languages: [en]`"),
    "the code of a country": ("pack.yaml", HEAD.replace("[en]", "[en, cz]"), "3:17", "did you mean `cs`?"),
    "a country alone": ("pack.yaml", HEAD.replace("[en]", "[cz]"), "3:13", "did you mean `cs`?"),
    "the name of a language": ("pack.yaml", HEAD.replace("[en]", "[English]"), "3:13", "did you mean `en`?"),
    "a code with capitals": ("pack.yaml", HEAD.replace("[en]", "[EN]"), "3:13", "did you mean `en`?"),
    "no source language": (
        "pack.yaml",
        HEAD.replace("[en]", "[cs]"),
        "3:1",
        "or write `source_language: cs`",
    ),
    "a language without a file": (
        "pack.yaml",
        HEAD.replace("[en]", "[en, pt]"),
        "3:17",
        "`santy i18n add pt ",
    ),
    "a pirate without words": (
        "pirates.yaml",
        "pirates:\n  anne: {art: pirate-brain.svg, emblem: emblem-brain.svg}\n",
        "2:3",
        "add under `texts:` in locale/en.yaml: `pirate.anne: ...`, `pirate.anne.line: ...`",
    ),
    "dashes without a space": (
        "pack.yaml",
        HEAD.replace("[en]", "\n  -en\n  -fr"),
        "4:3",
        "write `languages: [en, fr]`",
    ),
    "a colour not quoted": (
        "pack.yaml",
        HEAD + "palette: {red: {hex: #d62c1f}}\n",
        "4:22",
        'write "#d62c1f" in quotes',
    ),
    "a colour not quoted, on a line": (
        "pack.yaml",
        HEAD + "palette:\n  red:\n    hex: #d62c1f\n",
        "6:5",
        'write "#d62c1f" in quotes',
    ),
    "a colour for a paint": (
        "pack.yaml",
        HEAD + "palette: {red: '#d62c1f'}\n",
        "4:16",
        'write `{hex: "#d62c1f"}`',
    ),
    "a colour by name": ("pack.yaml", HEAD + "palette: {red: {hex: red}}\n", "4:22", "six digits after a #"),
    "a short colour": ("pack.yaml", HEAD + "palette: {red: {hex: '#f00'}}\n", "4:22", '`"#ff0000"`'),
    "a colour without #": ("pack.yaml", HEAD + "palette: {red: {hex: d62c1f}}\n", "4:22", '`"#d62c1f"`'),
    "a pirate's name": ("pirates.yaml", "pirates: {brain: {name: Anne}}\n", "1:19", "the text `pirate.<id>`"),
    "players from min to max": ("pack.yaml", HEAD + "players: {min: 2, max: 6}\n", "4:11", "`least`"),
    "players as a range": ("pack.yaml", HEAD + "players: 2-6\n", "4:10", "its keys are `least`, `most`"),
    "a title in pack.yaml": ("pack.yaml", HEAD + "title: Mine\n", "4:1", "`game.title`"),
    "an author": ("pack.yaml", HEAD + "author: Me\n", "4:1", "`credits`"),
    "a name with a space": ("pack.yaml", HEAD.replace("mine", "my pack"), "2:5", "how about `my-pack`?"),
    "a card taken away": ("cards.yaml", "cards: {coco: no}\n", "1:15", "write `withdrawn`"),
    "a ship deleted": (SHIPS, "ships: {viper: delete}\n", "1:16", "write `withdrawn`"),
    "a remark with //": (SHIPS, "// mine\nships:\n  viper: {name: V}\n", "1:1", "a remark begins with #"),
    "a capital": (SHIPS, "Ships:\n  viper: {name: V}\n", "1:1", "did you mean `ships`?"),
    "one for many": ("cards.yaml", "card: {coco: {copies: 2}}\n", "1:1", "did you mean `cards`?"),
    "American colours": (SHIPS, "ships: {viper: {color: {nest: red}}}\n", "1:17", "did you mean `colours`?"),
    "a colour with a capital": (
        SHIPS,
        "ships: {viper: {colours: {nest: Red}}}\n",
        "1:33",
        "did you mean `red`?",
    ),
    "an apostrophe in quotes": (
        SHIPS,
        "ships: {viper: {name: 'Queen's V'}}\n",
        "1:29",
        'put the text in "..."',
    ),
    "a value that is not given": (
        ENGLISH,
        'texts: {card.number.name: "{pluss}"}\n',
        "1:27",
        "did you mean `plus`?",
    ),
    "a tab": (SHIPS, "ships:\n\tviper: {name: V}\n", "2:1", "replace it by spaces"),
}


def first(folder: Path, files: Mapping[str, str]) -> tuple[str, str, int]:
    """The place and the hints of what an overlay with these files is told first, and how many faults there are."""
    root = folder / "mine"
    for name, text in {"pack.yaml": HEAD, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = [item for item in check(str(root)).report.sorted() if item.severity != "notice"]
    assert found, "nothing is told"
    return str(found[0].span).removeprefix(f"{root}/"), "\n".join(found[0].hints), len(found)


@pytest.mark.parametrize("slip", SLIPS)
def test_the_first_message_leads_to_the_slip_and_out_of_it(slip: str, tmp_path: Path) -> None:
    name, text, place, hint = SLIPS[slip]
    where, hints, _ = first(tmp_path, {name: text})
    assert (where, hint) == (f"{name}:{place}", hint if hint in hints else hints)


def test_all_that_stands_beside_the_mapping_of_a_file_is_one_fault(tmp_path: Path) -> None:
    texts = "".join(f"card.k{n}.name: a\n" for n in range(50))
    assert first(tmp_path, {ENGLISH: texts})[2] == 1


def test_many_pirates_without_words_are_one_fault_for_each_language(tmp_path: Path) -> None:
    crew = "".join(f"  p{n}: {{art: pirate-brain.svg, emblem: emblem-brain.svg}}\n" for n in range(12))
    files = {"pack.yaml": HEAD.replace("[en]", f"[{', '.join(LANGUAGES)}]"), "pirates.yaml": f"pirates:\n{crew}"}
    assert first(tmp_path, files)[2] == len(LANGUAGES)
    said = "".join(f"  pirate.p{n}: Anne\n  pirate.p{n}.line: Ahoy\n" for n in range(12))
    assert first(tmp_path, {**files, ENGLISH: f"texts:\n{said}"})[2] == len(LANGUAGES) - 1


@pytest.mark.parametrize("name", ["pack.yml", "Pack.yaml", "pack.yaml.txt", "pack"])
def test_a_pack_yaml_by_another_name_is_told_by_it(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(HEAD, encoding="utf-8")
    (found,) = check(str(tmp_path)).report
    assert (found.code, found.hints) == ("pack-missing", (f"call `{name}` pack.yaml",))


def test_the_only_language_without_a_file_is_not_just_taken_off(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    root.mkdir()
    (root / "pack.yaml").write_text(
        "extends: santy_anno\nid: mine\nlanguages: [pt]\nsource_language: pt\n", encoding="utf-8"
    )
    (fault,) = load_pack(root).report
    assert (fault.code, fault.hints) == (
        "file-missing",
        (f"write `languages: [en]`; `santy i18n add pt {root}` then begins it",),
    )

"""`docs/restyle.md` is true: its commands run in its order, its files are put where it says, and the set shows them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.faces import Faces, Frame, Picture, Shape, walk, words
from santy_print.pack import load_pack
from santy_print.parts import all_frames
from tests.packs import LANGUAGES
from tests.placed import placed
from tests.test_images import picture

DOC = Path(__file__).parent.parent / "docs" / "restyle.md"
pytestmark = pytest.mark.long
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", DOC.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


Outputs = tuple[Path, dict[str, str]]
"""The folder, and what each command of the page printed."""


def run(line: str) -> str:
    words = shlex.split(line)
    assert words[0] == "santy"
    ran = CliRunner().invoke(main, words[1:], catch_exceptions=False)
    assert ran.exit_code == 0, f"{line}\n{ran.output}"
    return ran.output


def follow() -> dict[str, str]:
    """Do as the page says, in the current folder; the outputs by command."""
    out: dict[str, str] = {}
    for kind, text in BLOCKS:
        if kind == "sh":
            out |= {line: run(line) for line in text.splitlines()}
        else:
            name = re.match(r"(?:# |<!-- )(\S+)", text)
            assert name, text
            path = Path("my-cards") / name[1]
            assert path.parent.is_dir(), "a page speaks of folders that are there"
            path.write_text(text, encoding="utf-8")
            picture(Path("my-cards/art/sea.png"), 900, 300, "#3a6ea5")
    return out


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outputs]:
    folder = tmp_path_factory.mktemp("restyle")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield folder, follow()


@pytest.fixture(scope="module")
def frames(outputs: Outputs) -> dict[str, Frame]:
    pack = load_pack(outputs[0] / "my-cards").checked()
    faces = Faces(pack, pack.locales["en"])
    made = {frame.key: frame for frame in all_frames(faces)}
    assert [d.short() for d in faces.report] == []
    return made


def test_every_card_is_a_tarot_card_with_the_sea(frames: dict[str, Frame]) -> None:
    cards = [frame for key, frame in frames.items() if key.startswith("sea-card:")]
    assert len(cards) > 50
    for card in cards:
        assert card.size == (70, 120)
        (sea,) = [item for item in walk(card.items) if isinstance(item, Picture)]
        assert sea.dpi > 250
        assert len(words(card)) > 20, "the card of the house is on it"


def test_letters_stand_on_stamps(frames: dict[str, Frame]) -> None:
    card = next(frame for key, frame in frames.items() if key.startswith("sea-card:colour"))
    stamps = [i for i in walk(card.items) if isinstance(i, Shape) and i.fill == "#ffffff" and len(i.outline) == 10]
    assert len(stamps) == 3
    assert all(len([part for part in stamp.outline if part[0] == "L"]) == 4 for stamp in stamps)


def test_the_new_ship_takes_the_colours_of_the_old(frames: dict[str, Frame], outputs: Outputs) -> None:
    pack = load_pack(outputs[0] / "my-cards")
    viper = next(item for item in pack.collections["ships"] if item["id"] == "viper")
    faces = Faces(pack, pack.locales["en"])
    wanted = {faces.colour(colour) for colour in viper["colours"].values()}
    drawn = [item for item, _ in placed(frames["ship:viper"].items) if isinstance(item, Shape)]
    assert drawn[1].outline[0] == ("M", 49.5, 34.0), "the sail of the new drawing"
    assert wanted <= {shape.fill for shape in drawn}


def test_the_sheets_are_printed_on_the_papers_asked_for(outputs: Outputs) -> None:
    folder, _ = outputs
    (cards,) = sorted((folder / "output").glob("*/en/cards.pdf"))
    document = pypdfium2.PdfDocument(cards)
    assert sorted(side / 72 * 25.4 for side in document[0].get_size()) == pytest.approx([210, 297], abs=0.05)
    (ships,) = sorted((folder / "output").glob("*/en/ships.pdf"))
    document = pypdfium2.PdfDocument(ships)
    assert sorted(side / 72 * 25.4 for side in document[0].get_size()) == pytest.approx([210, 330], abs=0.05)


def test_fit_is_shown_for_each_language(outputs: Outputs) -> None:
    said = outputs[1]["santy check my-cards --fit"]
    assert all(f"{language}: " in said for language in LANGUAGES)
    assert "0 errors" in said

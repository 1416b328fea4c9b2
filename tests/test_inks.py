"""Colours in the inks of a press: true, within the limit, without steps; and the profile that a house gives."""

from __future__ import annotations

import io
from itertools import pairwise, product
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageCms

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.exports.inks import GRID, Inks, fogra39, of_profile, swop, table_of
from santy_print.exports.press import MOST_INK
from santy_print.pack import Pack
from santy_print.palette import ciede2000, seen
from santy_print.pdf import CLEAR_INK
from tests.profiles import profile
from tests.test_exports import made, plain_pack, press_faults

BUNDLED = (fogra39(), swop())


def santy(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def inked(image: Image.Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[n : n + 4]) for n in range(0, len(data), 4)]


def spread(step: int) -> Image.Image:
    """Colours evenly spread, those between the nodes of a table among them."""
    values = [*range(0, 256, step), 255]
    data = bytes(value for colour in product(values, repeat=3) for value in colour)
    return Image.frombytes("RGB", (len(values) ** 2, len(values)), data)


@pytest.mark.parametrize("inks", BUNDLED, ids=lambda inks: inks.condition)
def test_no_colour_takes_more_ink_than_allowed_or_the_ink_of_what_is_clear(inks: Inks) -> None:
    found = inked(inks.parted(spread(7)))
    assert max(map(sum, found)) <= MOST_INK * 255
    assert inks.most <= MOST_INK
    assert CLEAR_INK not in found


@pytest.mark.parametrize("inks", BUNDLED, ids=lambda inks: inks.condition)
def test_white_is_paper_and_greys_and_dark_letters_are_black_alone(inks: Inks) -> None:
    assert inks.of("#ffffff") == (0, 0, 0, 0)
    assert inks.of("#000000") == (0, 0, 0, 1)
    assert inks.of("#22304a", letter=True) == (0, 0, 0, 1)
    assert inks.of("#f5ecd7", letter=True) == inks.of("#f5ecd7")
    greys = [inks.of(f"#{value:02x}{value:02x}{value:02x}") for value in range(256)]
    assert all(grey[:3] == (0, 0, 0) for grey in greys)
    assert all(0 <= dark[3] - light[3] < 0.03 for dark, light in pairwise(greys))


# Solid yellow and magenta and the two together, as the press prints them (ISO 12647-2); its cyan no screen shows.
@pytest.mark.parametrize(
    ("colour", "full", "none"),
    [("#ff0000", "my", "ck"), ("#ffec00", "y", "ck"), ("#e2007a", "m", "ck")],
)
def test_pure_colours_are_pure_inks(colour: str, full: str, none: str) -> None:
    found = dict(zip("cmyk", fogra39().of(colour), strict=True))
    assert all(found[ink] > 0.8 for ink in full), found
    assert all(found[ink] < 0.06 for ink in none), found


def test_a_picture_is_parted_as_single_colours_are() -> None:
    image = spread(51)
    data = image.tobytes()
    for n, pixel in enumerate(inked(fogra39().parted(image))):
        colour = "#" + data[3 * n : 3 * n + 3].hex()
        assert [value * 255 for value in fogra39().of(colour)] == pytest.approx(pixel, abs=0.02)


def test_a_photo_has_no_steps() -> None:
    image = Image.merge("RGB", [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)]).resize((700, 700))
    parted = inked(fogra39().parted(image))
    assert len(set(parted)) > 20_000
    rows = [parted[n * 700 : (n + 1) * 700] for n in range(0, 700, 50)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    assert max(max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairs) < 40


@pytest.mark.parametrize("chroma", range(5, 18))
def test_greys_pass_into_colours_without_a_step(chroma: int) -> None:
    one, other = (fogra39().of(f"#{200:02x}{200:02x}{200 - value:02x}") for value in (chroma, chroma + 1))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.05


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("house") / "house.icc"
    path.write_bytes(profile())
    return path


def test_a_table_says_what_its_profile_says(house: Path) -> None:
    data = house.read_bytes()
    inks = Inks("test", table_of(data, 4.0), data)
    image = spread(32)
    there = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.getOpenProfile(io.BytesIO(data)), "RGB", "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    wanted, found = ImageCms.applyTransform(image, there), inks.parted(image)
    assert wanted is not None
    pixels = image.tobytes()
    for n, (one, other) in enumerate(zip(inked(wanted), inked(found), strict=True)):
        hues = pixels[3 * n : 3 * n + 3]
        if max(hues) - min(hues) > 14 and min(hues) < 250:
            assert other == pytest.approx(one, abs=12), hues


def test_the_bundled_table_brings_colours_back(tmp_path: Path) -> None:
    """Read from the table itself: the nearest of its colours to what a colour's inks are is that colour."""
    inks = fogra39()
    nodes = inked(inks.table.crop((0, 0, GRID * GRID, GRID)))
    for colour in ("#c81e28", "#286e3c", "#1e3c82", "#f0be28", "#f5ecd7"):
        want = [value * 255 for value in inks.of(colour)]
        near = min(range(len(nodes)), key=lambda n: sum((a - b) ** 2 for a, b in zip(nodes[n], want, strict=True)))
        row, rest = divmod(near, GRID * GRID)
        back = "#" + "".join(f"{round(n * 255 / (GRID - 1)):02x}" for n in (rest % GRID, rest // GRID, row))
        assert ciede2000(seen(colour, "normal"), seen(back, "normal")) < 4, (colour, back)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return plain_pack(tmp_path_factory.mktemp("plain"))


def test_a_file_for_a_named_profile_carries_it(plain: Pack, tmp_path: Path, house: Path) -> None:
    files = made(plain, tmp_path, "press", "cards", icc=house)
    assert press_faults(files["cards.pdf"]) == []
    with pikepdf.open(io.BytesIO(files["cards.pdf"])) as pdf:
        [intent] = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert str(intent.Info) == "Press of the tests"
        assert int(intent.DestOutputProfile.N) == 4
        assert intent.DestOutputProfile.read_bytes() == house.read_bytes()
    assert any("CMYK for Press of the tests" in note for note in files.notes)


def test_a_profile_without_a_limit_is_kept_to_three_inks(tmp_path: Path) -> None:
    path = tmp_path / "wet.icc"
    path.write_bytes(profile())
    assert of_profile(path).most <= 3.0


@pytest.mark.parametrize(("name", "shown"), [("a\x1b]0;x\x07b\n(c)", "a ]0;x b (c)"), ("Łódź ©", "wet"), ("", "wet")])
def test_what_a_profile_calls_itself_can_be_read(name: str, shown: str, tmp_path: Path) -> None:
    path = tmp_path / "wet.icc"
    path.write_bytes(profile(name=name))
    assert of_profile(path).condition == shown


SPOILT = {
    "no ICC profile": b"# notes\n" * 40,
    "is no ICC profile": b"",
    "of a screen": profile(kind=b"mntr"),
    "of a scanner": profile(kind=b"scnr"),
    "a device link": profile(kind=b"link"),
    "none of a device": profile(kind=b"xxxx"),
    "colours are RGB": profile(space=b"RGB "),
    "damaged": profile()[:700],
}


@pytest.mark.parametrize("says", SPOILT)
def test_what_is_no_profile_of_a_press_is_refused(says: str, tmp_path: Path) -> None:
    path = tmp_path / "given.icc"
    path.write_bytes(SPOILT[says])
    with pytest.raises(PackError) as fault:
        of_profile(path)
    [item] = fault.value.report.errors
    assert item.code == "icc-profile"
    assert says in item.message
    assert "without `--icc` it is FOGRA39" in " ".join(item.hints)


def test_a_missing_profile_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("build", "--lang", "en", "--only", "ships", "--profile", "press", "--out", str(out))
    done = santy(*args, "--icc", str(tmp_path / "none.icc"))
    assert done.exit_code == 1
    assert "cannot be read" in done.stderr
    assert not list(out.rglob("*.pdf"))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--profile", "png", "--icc", "x.icc"), "--icc goes with --profile press"),
        (("--profile", "press", "--dpi", "600"), "--dpi goes with --profile png"),
        (("--profile", "press", "--colours", "rgb", "--icc", "x.icc"), "--icc goes with --colours cmyk"),
        (("--icc", "x.icc"), "--icc goes with --profile"),
    ],
)
def test_an_option_that_a_profile_does_not_heed_is_refused(args: tuple[str, ...], says: str) -> None:
    done = santy("build", *args)
    assert done.exit_code == 2
    assert says in done.stderr

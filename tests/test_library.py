"""`docs/library.md` is true: its lines are run, it names every function, and an import costs next to nothing."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from inspect import isfunction, signature
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from click.testing import CliRunner

import santy_print
from santy_print import library
from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.exports.job import Wishes
from santy_print.printer import Printer

DOC = Path(__file__).parent.parent / "docs" / "library.md"
TEXT = DOC.read_text(encoding="utf-8")
FUNCTIONS: dict[str, Callable[..., object]] = {
    name: function
    for name, function in vars(library).items()
    if isfunction(function) and function.__module__ == library.__name__
}


@pytest.mark.long
def test_every_line_of_the_document_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "".join(re.findall(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(lines, {}, "library.md", str(DOC), 0)
    assert len(test.examples) > 20
    out: list[str] = []
    assert doctest.DocTestRunner().run(test, out=out.append).failed == 0, "".join(out)


def test_the_document_names_every_function_and_its_parameters() -> None:
    told = dict(re.findall(r"^\| `(\w+)\((.*?)\)` \|", TEXT, re.MULTILINE))
    known: dict[str, Callable[..., object]] = {**FUNCTIONS, "load_pack": santy_print.load_pack}
    assert {name: tuple(said.split(", ")) for name, said in told.items()} == {
        name: tuple(signature(function).parameters) for name, function in known.items()
    }


def test_all_of_it_is_known_of_the_package() -> None:
    assert set(FUNCTIONS) < set(santy_print.__all__)
    for name in santy_print.__all__:
        assert getattr(santy_print, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        santy_print.nothing  # noqa: B018


def test_what_is_there_for_the_type_checker_is_there_for_programs() -> None:
    source = Path(santy_print.__file__).read_text(encoding="utf-8")
    typed = re.findall(r"^    from santy_print\.([\w.]+) import (\w+) as \2$", source, re.MULTILINE)
    assert {name: home for home, name in typed} == santy_print._HOMES


def test_everything_is_typed_and_told() -> None:
    for name, function in FUNCTIONS.items():
        assert function.__doc__, name
        assert set(function.__annotations__) == {*signature(function).parameters, "return"}, name
    assert get_type_hints(santy_print.load_pack)


def test_an_import_loads_next_to_nothing() -> None:
    code = "import sys; before = set(sys.modules); import santy_print; print(*(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {name for name in ran.stdout.split() if name.startswith("santy_print")}
    assert ours == {"santy_print"}
    assert not {"pydantic", "yaml", "click", "jinja2", "reportlab", "pathlib"} & set(ran.stdout.split())


HUGE = 10**400
NUMBERS = [float("nan"), float("inf"), -float("inf"), HUGE, -1, "1", "thin", None, True, ()]
"""No length, no count, nothing of the kind: whatever a value of options is a number for, none of these is one."""
WORDS = ["", "pink", "LOW", " long", None, 3, (), ["a4"]]
NAMES = ["en", "", b"en", (1,), ("en", None)]
WRONG: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
    "paper": (
        lambda value: santy_print.Setup(paper=value),
        [(-1, 5), (59.9, 100), (100, 2000.1), (210, HUGE), (210, "297"), (210,), (210, 297, 1), "a4", None, 210]
        + [(210, number) for number in NUMBERS],
    ),
    "duplex": (lambda value: santy_print.Setup(duplex=value), WORDS),
    "bleed": (lambda value: santy_print.Setup(bleed=value), [*NUMBERS, 5.01]),
    "margin": (lambda value: santy_print.Setup(margin=value), [*NUMBERS, 105.1]),
    "ink": (lambda value: santy_print.Options(ink=value), WORDS),
    "languages": (lambda value: santy_print.Options(languages=value), NAMES),
    "parts": (lambda value: santy_print.Options(parts=value), NAMES),
    "jobs": (lambda value: santy_print.Conduct(jobs=value), [*NUMBERS, 0, 65, 2.0]),
    "name": (lambda value: santy_print.OnPaper(name=value), [*WORDS, "a3"]),
    "thickness": (lambda value: santy_print.OnPaper(thickness=value), [*NUMBERS, 1.01]),
    "ink of a rulebook": (lambda value: santy_print.OnPaper(ink=value), [*WORDS, "full"]),
    "seed": (lambda value: santy_print.Playing(seed=value), ["1", 1.5, None, True]),
    "players": (lambda value: santy_print.Playing(players=value), ["3", 3.5, True]),
    "pace": (lambda value: santy_print.Playing(pace=value), ["", "wild", 3]),
    "dpi": (lambda value: Wishes(dpi=value), [-3, 0, 450, "many", None]),
    "stock": (lambda value: Wishes(stock=value), [*NUMBERS, 0.09, 2.01]),
    "inset": (lambda value: Wishes(inset=value), [*NUMBERS, 4.9, 40.1]),
    "order": (lambda value: Wishes(order=value), WORDS),
    "colours": (lambda value: Wishes(colours=value), WORDS),
}
"""Every field of options that not every value of its type is good for: who makes it, and what it refuses."""


@pytest.mark.parametrize("field", WRONG)
def test_wrong_values_of_options_are_refused_where_they_are_made(field: str) -> None:
    make, values = WRONG[field]
    for value in values:
        with pytest.raises(santy_print.WrongValue, match=f"^{field.split()[0]}: "):
            make(value)


OF_ANY_VALUE = {"progress", "report", "cache", "setup", "printer", "stamp", "zones", "own", "language", "record"}
OF_ANY_VALUE |= {"sleeved", "pieces", "icc", "look", "wait", "save", "source", "resume"}
"""Fields whose value is a flag, or is itself made and looked at elsewhere: a printer, a pack's language, a folder."""


def test_every_field_of_options_is_looked_at() -> None:
    kinds = (
        santy_print.Setup,
        santy_print.Options,
        santy_print.Conduct,
        santy_print.OnPaper,
        santy_print.Playing,
        Wishes,
    )
    known = {field.name for kind in kinds for field in fields(kind)}
    assert known == {field.split()[0] for field in WRONG} | OF_ANY_VALUE


def test_a_printer_that_no_correction_mends_is_no_option() -> None:
    for value in (99, float("nan"), "1", None):
        printer = Printer(shift_x=value)  # type: ignore[arg-type]
        with pytest.raises(PackError) as refused:
            santy_print.Options(printer=printer)
        assert [fault.code for fault in refused.value.report] == ["printer-limit"]


def test_wrong_arguments_are_refused_at_the_call(tmp_path: Path) -> None:
    pack = santy_print.load_pack("santy_anno")
    calls: list[tuple[str, Callable[[], object]]] = [
        ("paper: 'a3' is not one of 'a4', 'letter'.", lambda: santy_print.make_documents(pack, "en", "a3")),
        ("ink: 'pink' is not one of 'low', 'grey'.", lambda: santy_print.make_documents(pack, "en", ink="pink")),
        ("form: 'docx' is not one of 'pdf', ", lambda: santy_print.write_rulebook(pack, "docx", tmp_path)),
        ("languages: 'en' is no list", lambda: santy_print.write_rulebook(pack, "text", tmp_path, "en")),
        ("languages: 'en' is no list", lambda: santy_print.check_pack("santy_anno", languages="en")),
        ("languages: 'en' is no list", lambda: santy_print.ready_pack("santy_anno", "en")),
        ("jobs: 0 is out of bounds: 1 to 64", lambda: santy_print.check_pack("santy_anno", jobs=0)),
        ("99 players cannot play", lambda: santy_print.play_game(pack, santy_print.Playing(players=99))),
        (
            "--level can be `basic`, `expert` or `events`, not `3`",
            lambda: santy_print.play_game(pack, santy_print.Playing(own={"level": "3"})),
        ),
        ("and `uk`, not `xx`", lambda: santy_print.play_game(pack, santy_print.Playing(language="xx"))),
        ("pack: the name of a pack or its folder is wanted", lambda: santy_print.load_pack(pack)),  # type: ignore[arg-type]
        ("pack: the name of a pack or its folder is wanted", lambda: santy_print.ready_pack(pack)),  # type: ignore[arg-type]
        ("pack: the name of a pack or its folder is wanted", lambda: santy_print.check_pack(pack)),  # type: ignore[arg-type]
        *(
            ("pack: a loaded pack is wanted, as in `ready_pack('santy_anno')`", call)
            for call in (
                lambda: santy_print.build_pack("santy_anno", tmp_path),  # type: ignore[arg-type]
                lambda: santy_print.make_documents("santy_anno", "en"),  # type: ignore[arg-type]
                lambda: santy_print.write_rulebook("santy_anno", "text", tmp_path),  # type: ignore[arg-type]
                lambda: santy_print.find_answers("santy_anno"),  # type: ignore[arg-type]
                lambda: santy_print.play_game("santy_anno"),  # type: ignore[arg-type]
                lambda: santy_print.try_every_card("santy_anno"),  # type: ignore[arg-type]
            )
        ),
        ("each ship once: paradise", lambda: santy_print.find_answers(pack, ["viper"] * 8)),
    ]
    for said, call in calls:
        with pytest.raises(santy_print.WrongValue, match=re.escape(said)):
            call()


@pytest.mark.usefixtures("kept")
def test_a_language_that_a_pack_does_not_speak_is_told_alike_by_all(tmp_path: Path) -> None:
    pack = santy_print.load_pack("santy_anno")
    calls: list[Callable[[], object]] = [
        lambda: santy_print.make_documents(pack, "xx"),
        lambda: santy_print.write_rulebook(pack, "text", tmp_path, ["xx"]),
        lambda: santy_print.ready_pack("santy_anno", ["xx"]),
        lambda: santy_print.build_pack(pack, tmp_path, santy_print.Options(("xx",))),
        lambda: santy_print.check_pack("santy_anno", languages=["xx"]).pack.speaking(["xx"]),
    ]
    for call in calls:
        with pytest.raises(PackError) as refused:
            call()
        (fault,) = refused.value.report
        assert (fault.code, fault.message) == ("pack-language", "the pack has no language `xx`")


def test_the_command_line_refuses_by_the_same_rules_in_the_same_words() -> None:
    """Each option of `build`, `rulebook` and `preview` that has a rule takes it from the library."""
    said = {
        "--paper": (["build", "--paper", "-1x5"], "is no paper"),
        "--ink": (["build", "--ink", "pink"], refused(lambda: santy_print.Options(ink="pink"))),
        "--duplex": (["build", "--duplex", "both"], refused(lambda: santy_print.Setup(duplex="both"))),
        "--bleed": (["build", "--bleed", "5.5"], refused(lambda: santy_print.Setup(bleed=5.5))),
        "--jobs": (["build", "--jobs", "65"], refused(lambda: santy_print.Conduct(jobs=65))),
        "--dpi": (["build", "--dpi", "450"], refused(lambda: Wishes(dpi=450))),
        "--stock": (["build", "--stock", "3"], refused(lambda: Wishes(stock=3))),
        "--inset": (["build", "--inset", "3"], refused(lambda: Wishes(inset=3))),
        "--order": (["build", "--order", "both"], refused(lambda: Wishes(order="both"))),
        "--colours": (["build", "--colours", "pink"], refused(lambda: Wishes(colours="pink"))),
        "--sheet": (["rulebook", "--sheet", "2"], refused(lambda: santy_print.OnPaper(thickness=2))),
        "--format": (["rulebook", "--format", "docx"], "'docx' is not one of 'pdf', 'booklet', 'html', 'text'."),
    }
    for option, (words, why) in said.items():
        ran = CliRunner().invoke(main, words, catch_exceptions=False)
        assert ran.exit_code == 2, option
        assert f"Invalid value for '{option}': " in ran.output, option
        assert why in " ".join(ran.output.split()), option


def refused(make: Callable[[], object]) -> str:
    """What the library says, but for the name of the field."""
    with pytest.raises(santy_print.WrongValue) as fault:
        make()
    return str(fault.value).split(": ", 1)[1]

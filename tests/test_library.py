"""`docs/library.md` is true: its lines are run, it names every function, and an import costs next to nothing."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from inspect import isfunction, signature
from pathlib import Path
from typing import get_type_hints

import pytest

import santy_print
from santy_print import library

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


def test_wrong_values_are_told_as_such() -> None:
    pack = santy_print.load_pack("santy_anno")
    for seats in ([], ["vipr"], ["viper"] * 8, ["viper"]):
        with pytest.raises(ValueError, match="a seating names each ship once: paradise"):
            santy_print.find_answers(pack, seats)
    for paper, ink in (("a9", "low"), ("a4", "pink")):
        with pytest.raises(ValueError, match="`paper` is one of a4, letter"):
            santy_print.make_documents(pack, "en", paper, ink)

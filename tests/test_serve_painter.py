"""How a page's faces are drawn: what is looked at first, before what nobody looks at is read; memory stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from santy_print.cache import Newest
from santy_print.pack import load_pack
from santy_print.serve.gallery import Gallery, Wanted, drawings_in
from santy_print.serve.hub import Hub
from santy_print.serve.painter import Look, Task, _Interrupted, _Painter
from santy_print.serve.snapshot import Drawn, Finished, Read
from santy_print.starter import new_of_game

OTHERS = {"fr": "Français", "de": "Deutsch", "es": "Español", "it": "Italiano"}
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8z" fill="#2230{n:02}"/></svg>'


class Door:
    """Where a painter sends to; `next` is what it is asked for as soon as it sends something."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.next: list[Look] = []

    def send(self, update: Any) -> None:
        self.sent.append(update)

    def poll(self) -> bool:
        return bool(self.next and self.sent)

    def recv(self) -> Look:
        return self.next.pop()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A deck in five languages."""
    root = tmp_path / "deck"
    new_of_game(root, "deck")
    english = (root / "locale" / "en.yaml").read_text(encoding="utf-8")
    for code, name in OTHERS.items():
        text = english.replace("language: en", f"draft: true\nlanguage: {code}").replace(
            "name: English", f"name: {name}"
        )
        (root / "locale" / f"{code}.yaml").write_text(text, encoding="utf-8")
    head = (root / "pack.yaml").read_text(encoding="utf-8")
    (root / "pack.yaml").write_text(head.replace("languages: [en]", f"languages: [en, {', '.join(OTHERS)}]"))
    return root


@pytest.fixture
def painter(root: Path) -> Iterator[_Painter]:
    made = _Painter(Door(), Task(str(root), None, ""))  # type: ignore[arg-type]
    made._do(Look(Wanted(("en",)), anew=True))
    yield made
    made.end_check()


def saved(root: Path, painter: _Painter) -> str:
    """Another text of a card is saved; the id of its face. What was sent before is forgotten."""
    assert painter.gallery is not None
    cards = root / "cards.csv"
    text = cards.read_text(encoding="utf-8")
    assert "at the top card" in text
    shown = next(face.id for face in painter.gallery._last.values() if "at the top card" in face.words)
    cards.write_text(text.replace("at the top card", "at the third card"), encoding="utf-8")
    painter.door.sent.clear()  # type: ignore[attr-defined]
    return shown


def kinds(painter: _Painter) -> list[str]:
    return [type(update).__name__ for update in painter.door.sent]  # type: ignore[attr-defined]


def test_of_its_languages_some_can_be_read(root: Path) -> None:
    pack = load_pack(root, only=["de"])
    assert list(pack.locales) == ["en", "de"]
    assert pack.report.ok
    assert pack.head.languages == ("en", *OTHERS)


def test_what_is_seen_is_drawn_before_other_languages_are_read(root: Path, painter: _Painter) -> None:
    """And what then is shown is what a painter shows that reads all at once."""
    seen = saved(root, painter)
    painter._do(Look(Wanted(("en",), (seen,)), anew=True))
    assert kinds(painter)[:2] == ["Drawn", "Read"]
    ahead, read, *_, last = painter.door.sent  # type: ignore[attr-defined]
    assert [face.id for face in ahead.faces] == [seen]
    assert isinstance(read, Read)
    assert len(read.head.languages) == 5
    assert isinstance(last, Finished)
    other = Gallery()
    made = {each[0].id: each[0] for each in other.draw(load_pack(root), Wanted(("en",))) if each}
    assert painter.gallery is not None
    assert painter.gallery._last == made
    assert last.order == other.order


def test_a_fault_is_told_by_who_reads_all(root: Path, painter: _Painter) -> None:
    (root / "locale" / "en.yaml").write_text("language: [", encoding="utf-8")
    painter.door.sent.clear()  # type: ignore[attr-defined]
    painter._do(Look(Wanted(("en",), ("en card:x",)), anew=True))
    assert kinds(painter)[0] == "Read"
    assert painter.faults.errors


def test_who_looks_elsewhere_meanwhile_is_shown_what_was_saved(root: Path, painter: _Painter) -> None:
    """What was asked for in between asks for nothing anew; the files are read all the same."""
    seen = saved(root, painter)
    painter.door.next = [Look(Wanted(("en",), ()), anew=False)]  # type: ignore[attr-defined]
    with pytest.raises(_Interrupted):
        painter._do(Look(Wanted(("en",), (seen,)), anew=True))
    assert kinds(painter) == ["Drawn"]
    assert painter._next() == Look(Wanted(("en",), ()), anew=True)


def test_of_a_drawing_that_is_saved_again_and_again_the_newest_are_held(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("santy_print.serve.gallery.NEWEST", 2)
    (root / "art").mkdir()
    layout = root / "faces" / "card.yaml"
    shown = "\nitems:\n  - art: {file: square.svg, at: [1, 1], size: [9, 9]}\n"
    layout.write_text(layout.read_text(encoding="utf-8").replace("\nitems:\n", shown, 1), encoding="utf-8")
    gallery = Gallery(_room=4)
    for number in range(10):
        (root / "art" / "square.svg").write_text(SQUARE.format(n=number), encoding="utf-8")
        for _ in gallery.draw(load_pack(root, only=["en"]), Wanted(("en",))):
            pass
    frames = [each.frame for each in gallery._kept["en"].values()]
    assert {name for frame in frames for name in drawings_in(frame)} <= gallery._drawings.keys()
    assert len(gallery._drawings) < 8


def test_who_saves_so_fast_that_nothing_is_finished_fills_no_memory(root: Path, painter: _Painter) -> None:
    """Each save is read and one face of it drawn, and then there is another save."""
    face = painter.gallery._last[painter.gallery.order[0]] if painter.gallery is not None else None
    assert face is not None
    hub = Hub(Task(str(root), None, ""))
    for number in range(50):
        hub._take(Read(None, (), ()))
        hub._take(Drawn((replace(face, drawing=f"{number}"),), {f"{number}": b"picture"}))
    assert list(hub.pictures) == ["47", "48", "49"]  # one of these a page may be about to fetch


def test_of_a_name_the_newest_versions_are_remembered() -> None:
    made: list[tuple[str, int]] = []
    find = Newest(lambda name, number: made.append((name, number)) or number, names=2, versions=2)
    assert [find("a", n) for n in (1, 2, 1, 3, 1)] == [1, 2, 1, 3, 1]
    assert made == [("a", 1), ("a", 2), ("a", 3)]
    find("a", 2)  # it had gone
    find("b", 1)
    find("c", 1)  # a has gone
    assert made[3:] == [("a", 2), ("b", 1), ("c", 1)]
    find("a", 2)
    assert made[6:] == [("a", 2)]
    find.cache_clear()
    find("a", 2)
    assert len(made) == 8

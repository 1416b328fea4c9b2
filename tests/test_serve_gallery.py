"""What a served pack shows: drawn anew where something changed, and nowhere else; kept, and marked, where it broke."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from santy_print.choices import WrongValue
from santy_print.diag import Report, SourceFile
from santy_print.pack import load_pack
from santy_print.serve.gallery import Gallery, Wanted
from santy_print.serve.pictures import with_bleed
from santy_print.serve.shown import address, editor_address, shown_faults, shown_head
from santy_print.serve.snapshot import (
    ALL,
    Checked,
    Drawn,
    Face,
    Fault,
    Finished,
    Head,
    Named,
    Read,
    Snapshot,
    difference,
    reading,
    updated,
)
from santy_print.starter import new_of_game

GULL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8z" fill="#22304a"/></svg>'


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck of six cards in two languages, of which two cards show a drawing and all some colour."""
    root = tmp_path / "deck"
    new_of_game(root, "deck")
    shutil.rmtree(root / "schemas")
    (root / "art").mkdir()
    (root / "art" / "gull.svg").write_text(GULL)
    layout = root / "faces" / "card.yaml"
    text = layout.read_text()
    shown = "  - {when: \"item.copies == 2 and drawn('gull.svg')\", art: {file: gull.svg, at: [1, 1], size: [9, 9]}}\n"
    layout.write_text(text.replace("\nitems:\n", f"\nitems:\n{shown}", 1))
    assert shown in layout.read_text()
    return root


def drawn(gallery: Gallery, root: Path, languages: tuple[str, ...] = ("en",)) -> dict[str, tuple[Face, bytes | None]]:
    """What is drawn anew, by ids."""
    return {made[0].id: made for made in gallery.draw(load_pack(root).checked(), Wanted(languages)) if made is not None}


def edit(root: Path, name: str, before: str, after: str) -> None:
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert before in text, (name, before)
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def rows(root: Path) -> list[str]:
    return (root / "cards.csv").read_text(encoding="utf-8").splitlines()


def test_only_what_changed_is_drawn_anew_and_as_if_it_were_the_first_time(deck: Path) -> None:
    """Each kind of file that faces are made of: what is drawn anew is all that looks otherwise now, and no more."""
    gallery = Gallery()
    first = drawn(gallery, deck)
    assert len(first) == 12
    assert all(picture is not None for _, picture in first.values())
    assert drawn(gallery, deck) == {}
    ident = rows(deck)[1].split(",")[0]
    changes: dict[str, Callable[[], object]] = {
        "a row": lambda: edit(deck, "cards.csv", rows(deck)[1], rows(deck)[1].replace(ident, ident, 1) + " "),
        "a colour": lambda: edit(deck, "pack.yaml", "#f0c24b", "#f0c24a"),
        "a drawing": lambda: edit(deck, "art/gull.svg", "M1 1h8v8z", "M1 1h8v7z"),
        "a drawing goes": lambda: (deck / "art" / "gull.svg").unlink(),
        "a drawing comes": lambda: (deck / "art" / "gull.svg").write_text(GULL),
        "a layout": lambda: edit(deck, "faces/back.yaml", "face:", "# another\nface:"),
        "how backs look": lambda: edit(deck, "faces/back.yaml", "width: 0.4", "width: 0.6"),
        "a font": lambda: edit(deck, "pack.yaml", "SourceSerif4-SemiBold", "SantyTitle-Regular"),
        "a comment": lambda: edit(deck, "pack.yaml", "game: deck", "# a comment\ngame: deck"),
    }
    counts = {}
    shown = {id: face for id, (face, _) in first.items()}
    for what, change in changes.items():
        change()
        anew = drawn(gallery, deck)
        afresh = {id: face for id, (face, _) in drawn(Gallery(), deck).items()}
        shown |= {id: face for id, (face, _) in anew.items()}
        assert shown == afresh, what
        counts[what] = sum(picture is not None for _, picture in anew.values())
    assert counts["a comment"] == 0
    assert counts["a drawing"] == counts["a drawing goes"] == counts["a drawing comes"] > 0
    assert counts["a drawing"] < 6
    assert counts["how backs look"] == 6
    assert 0 < counts["a colour"] < 12


def test_a_face_tells_what_it_is_made_of(deck: Path) -> None:
    face, picture = next(iter(drawn(Gallery(), deck).values()))
    assert (face.language, face.part, face.kind, face.side) == ("en", "cards", "card", "front")
    assert face.other == f"back:{face.item}"
    assert set(face.colours) <= {"sea", "sand", "reef"}
    assert face.colours
    assert 0 < face.fill <= 1
    assert face.words
    assert face.outline.startswith("M")
    svg = gzip.decompress(picture or b"").decode()
    assert "<text" not in svg  # letters are outlines: no page need have their fonts
    whole = with_bleed(svg.encode()).decode()
    wide = float(re.search(r'width="([\d.]+)mm"', whole)[1])  # type: ignore[index]
    assert wide == pytest.approx(face.width + 2 * face.bleed)
    assert svg.count('id="cut"') == 1
    assert 'id="cut"' not in whole


def test_what_is_on_the_screen_comes_first_and_anybody_may_leave_off(deck: Path) -> None:
    pack, gallery = load_pack(deck).checked(), Gallery()
    last = next(reversed(drawn(Gallery(), deck)))
    made = gallery.draw(pack, Wanted(("en",), (last,)))
    assert next(made) is None
    first = next(made)
    assert first is not None
    assert first[0].id == last
    assert next(made) is None  # here ends what is visible
    del made
    assert last not in drawn(gallery, deck)


def test_a_face_with_a_fault_stays_as_it_was_and_is_marked(deck: Path) -> None:
    gallery = Gallery()
    before = drawn(gallery, deck)
    front = next(iter(before))
    name = rows(deck)[1]
    edit(deck, "cards.csv", name, name.replace(",", "," + "Far too long a name for any card " * 12, 1))
    broken = drawn(gallery, deck)
    assert {face.state for face, _ in broken.values()} == {"old"}
    assert broken[front][0] == replace(before[front][0], state="old")
    assert [fault.code for fault in gallery.report.errors] == ["text-overflow"]
    assert {face.state for face, _ in drawn(Gallery(), deck).values()} == {"", "faulty"}  # where nobody saw it before
    edit(deck, "cards.csv", rows(deck)[1], name)
    mended = drawn(gallery, deck)
    assert mended.keys() == broken.keys()
    assert mended[front][0] == before[front][0]


# Snapshots


def a_face(id: str, drawing: str = "1", language: str = "en") -> Face:
    return Face(id, language, id, "cards", "card", id, "front", "", 1, 60.0, 90.0, 3.0, "", "", drawing, "", "")


HEAD = Head("deck", "Deck", "1", "en", (Named("en", "English"), Named("pl", "Polski")))


NOTHING = Snapshot()


def after(*updates: object, before: Snapshot = NOTHING) -> Snapshot:
    for update in updates:
        before = updated(before, update)  # type: ignore[arg-type]
    return before


SOUND = (Read(HEAD, (), ()), Drawn((a_face("a"), a_face("b")), {}), Finished(("b", "a"), (), (), ("en",)), Checked(()))


def test_the_difference_says_what_a_page_has_to_change() -> None:
    first = after(*SOUND)
    assert first.verdict == "well"
    begun = {event["kind"]: event for event in difference(Snapshot(), first)}
    assert [face["id"] for face in begun["faces"]["changed"]] == ["b", "a"]
    assert begun["faces"]["order"] == ["b", "a"]
    assert begun["state"] == {
        "kind": "state", "phase": "done", "verdict": "well", "edition": 0, "drawn": ["en"], "faults": [],
    }  # fmt: skip
    assert difference(first, first) == []
    then = after(Drawn((a_face("a", "2"),), {}), Finished(("a",), (), ()), before=reading(first))
    (faces, state) = difference(first, then)
    assert [face["drawing"] for face in faces["changed"]] == ["2"]
    assert faces["gone"] == ["b"]
    told = {"kind": "state", "verdict": "unknown", "edition": 1, "faults": None}
    assert state == {**told, "phase": "checking", "drawn": []}
    assert difference(first, reading(first)) == [{**told, "phase": "reading", "drawn": ["en"]}]
    more = after(Drawn((a_face("c", language="pl"),), {}), Finished(("b", "a", "c"), (), ()), before=first)
    assert more.verdict == "well"  # another language was asked for, and nothing saved


def test_a_broken_pack_keeps_its_faces_and_marks_them_old() -> None:
    fault = Fault("error", "yaml-syntax", "unreadable")
    broken = after(Read(None, (), (fault,)), Finished((), (ALL,), (fault,)), Checked((fault,)), before=after(*SOUND))
    assert set(broken.faces) == {"a", "b"}
    assert broken.old == ("en",)
    assert broken.all_faults == (fault,)  # told once, whoever found it
    assert (broken.verdict, broken.head) == ("faulty", HEAD)
    mended = after(*SOUND, before=broken)
    assert (mended.old, mended.verdict) == ((), "well")
    half = after(Read(HEAD, ("pl",), (fault,)), Finished(("a",), ("pl",), (fault,)), before=mended)
    assert (half.old, half.phase) == (("pl",), "checking")
    parts = (Named("cards", "Cards"),)
    nameless = after(Read(replace(HEAD, parts=parts), (), ()), Read(HEAD, (), (fault,)))  # what names parts is broken
    assert nameless.head.parts == parts


def test_a_fault_is_told_with_its_place_and_a_link(tmp_path: Path) -> None:
    root = tmp_path / "a deck"
    name = f"{root.as_posix()}/cards.yaml"
    report = Report()
    report.notice("file-missing", "only a note")
    report.error("schema-value", "bad \x1b[31m", SourceFile(name, "one\ntwo: <script>\n").at(9, 8), "mend \u202e it")
    error, note = shown_faults(report.sorted(), (root,), editor_address("vscode"))
    assert (note.severity, note.link) == ("notice", "")
    assert error.place == f"{name}:2:6"
    assert (error.excerpt, error.mark) == ("two: <script>", "     ^^^^^^^^")
    assert error.link.startswith("vscode://file/")
    assert error.link.endswith("/a%20deck/cards.yaml:2:6")
    assert "\x1b" not in error.message
    assert error.hints == ("mend <U+202E> it",)
    with pytest.raises(WrongValue, match="no editor known here"):
        editor_address("javascript:alert({path})")
    assert address("edit://{path}?l={line}", Path("/a/{line}"), 7, 1) == "edit:///a/%7Bline%7D?l=7"


def test_a_pack_says_its_name_in_its_own_language() -> None:
    head = shown_head(load_pack("santy_anno"))
    assert (head.pack, head.title, head.source) == ("santy_anno", "Santy Anno", "en")
    assert {part.id: part.name for part in head.parts}["cards"] == "Cards"


@pytest.mark.long
def test_in_a_whole_set_what_is_kept_is_what_would_be_drawn(tmp_path: Path) -> None:
    """Words in their cases, colours, ships that cards name, and sizes that cards share: a game's faces read more."""
    from tests.packs import copy_pack

    root = copy_pack(tmp_path)
    few = ("en", "pl")
    gallery = Gallery()
    shown = {id: face for id, (face, _) in drawn(gallery, root, few).items()}
    changes: dict[str, tuple[tuple[str, str, str], range]] = {
        "a text": (("locale/en.yaml", "Move to the other ship whose", "Sail to the other ship whose"), range(1, 10)),
        "a word": (("locale/pl.yaml", "nom: kadłub", "nom: kadłubek"), range(1, 150)),
        "a colour": (("pack.yaml", "#d62c1f", "#d62c20"), range(20, 340)),
        "a drawing": (("art/ship-viper.svg", "#8a6d3b", "#8a6d3c"), range(1, 60)),
        "a name": (("ships.yaml", "name: Viper", "name: Vivid"), range(1, 60)),
    }
    for what, ((name, before, now), count) in changes.items():
        edit(root, name, before, now)
        anew = drawn(gallery, root, few)
        shown |= {id: face for id, (face, _) in anew.items()}
        assert len(anew) in count, what
    assert shown == {id: face for id, (face, _) in drawn(Gallery(), root, few).items()}

"""A rulebook in Markdown: what it says is told as it is meant, in any language; what no rulebook holds is told."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.cache import things
from santy_print.checking import check
from santy_print.cli import main
from santy_print.diag import PackError, Report, SourceFile
from santy_print.documents.rulebook import Rulebook
from santy_print.i18n.exchange import export
from santy_print.i18n.status import accept, status
from santy_print.markdown import MAX_LETTERS, Prose, read_prose
from santy_print.pack import load_pack
from santy_print.source import Map, Scalar, Seq
from santy_print.starter import new_of_game, new_pack
from santy_print.text import parse_markup

BOOK = """\
# How to play

For two people.

![A card](face:card)

## Setting up

Take *three* cards, **one** of them face up.

![An owl](cards:owl "30 mm") ![](face:back)

1. Draw a card.
2. Play it, or
   put it back.

- Owls fly.
- Foxes do not.

  They run.

> Whoever has no card passes.

---

## The end

### Points

| Card | Worth |
|:-----|------:|
| Owl  | 2     |
|      | 1     |

The first line\\
and the second.
"""
FRENCH = (
    BOOK.replace("How to play", "Comment jouer").replace("Take *three*", "Prenez *trois*").replace("Owls fly", "Volez")
)


def read(text: str, **others: str) -> tuple[Prose, Report]:
    report = Report()
    files = {"en": SourceFile("rulebook.md", text)}
    files |= {code: SourceFile(f"rulebook.{code}.md", said) for code, said in others.items()}
    return read_prose(files, "en", report), report


def plain(node: object) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Map):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    assert isinstance(node, Seq)
    return [plain(item) for item in node.items]


def faults(report: Report) -> list[tuple[str, str]]:
    return [(str(item.span).rpartition("rulebook")[2], item.code) for item in report]


def test_markdown_is_the_same_nodes_as_yaml() -> None:
    prose, report = read(BOOK)
    assert report.items == []
    figures = [{"of": "cards:owl", "say": "an-owl", "height": "30"}, {"of": "face:back"}]
    assert plain(prose.node) == {
        "cover": {
            "title": "title", "motto": "motto", "figure": {"of": "face:card", "say": "a-card"},
        },
        "sections": [
            {"id": "setting-up", "blocks": [
                {"kind": "text", "say": "take-three-cards-one-of"},
                {"kind": "faces", "shown": figures},
                {"kind": "list", "style": "steps", "items": [{"say": "draw-a-card"}, {"say": "play-it-or-put-it"}]},
                {"kind": "list", "style": "points", "items": [{"say": "owls-fly"}, {"say": "foxes-do-not-they-run"}]},
                {"kind": "text", "say": "whoever-has-no-card-passes", "style": "aside"},
            ]},
            {"id": "the-end", "fresh": "page", "blocks": [
                {"kind": "title", "say": "points"},
                {"kind": "rows", "head": ["card", "worth"], "rows": [["owl", "2"], ["", "1"]],
                 "align": ["left", "right"]},
                {"kind": "text", "say": "the-first-line-and-the"},
            ]},
        ],
    }  # fmt: skip
    said = {key: text.text for key, text in prose.words["en"].items()}
    assert said["rulebook.setting-up.take-three-cards-one-of"] == "Take *three* cards, **one** of them face up."
    assert said["rulebook.setting-up.foxes-do-not-they-run"] == "Foxes do not.\nThey run."
    assert said["rulebook.the-end.the-first-line-and-the"] == "The first line\nand the second."
    places = {str(text.span) for text in prose.words["en"].values()}
    assert {
        "rulebook.md:1:3",
        "rulebook.md:9:1",
        "rulebook.md:11:11",
        "rulebook.md:13:4",
        "rulebook.md:32:10",
    } <= places


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"2 \* 3 * 4", "2 * 3 * 4"),
        (r"a\_b and _c_", "a_b and *c*"),
        (r"\{not a value\} &amp; &lt;", "{not a value} & <"),
        ("`**code**`", "**code**"),
        ('*"(a)*" b', '*"(a)*" b'),
        ("one **a* b", "one **a* b"),
        ("***both*** a", "***both*** a"),
        (r"back\slash", r"back\slash"),
        ("a <!-- a note --> b", "a  b"),
        ("Ünïcode: żółw", "Ünïcode: żółw"),
    ],
)
def test_a_text_says_what_markdown_means(written: str, meant: str) -> None:
    prose, report = read(f"## S\n\n{written}\n")
    assert [item.code for item in report] == ["locale-markup"] * ("**a*" in written)
    said = next(text.text for key, text in prose.words["en"].items() if not key.endswith("title"))
    marks = {(False, False): "", (True, False): "**", (False, True): "*", (True, True): "***"}
    assert "".join(f"{marks[r.bold, r.italic]}{r.text}{marks[r.bold, r.italic]}" for r in parse_markup(said)) == meant


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## A\n\nx <b>y</b>\n", [(".md:3:3", "markdown-refused")]),
        ("## A\n\nx</b>\n", [(".md:3:2", "markdown-refused")]),
        ("## A\n\n<div>\nx\n</div>\n", [(".md:3:1", "markdown-refused")]),
        ("## A\n\nx [y](https://a.b)\n", [(".md:3:3", "markdown-refused")]),
        ("## A\n\nx <https://a.b>\n", [(".md:3:3", "markdown-refused")]),
        ("## A\n\nx\n\n[y]: https://a.b\n", [(".md:5:1", "markdown-refused")]),
        ("## A\n\n```\nx\n```\n", [(".md:3:1", "markdown-refused")]),
        ("## A\n\nx\n\n    y\n", [(".md:5:5", "markdown-refused")]),
        ("## A\n\n- x\n  - y\n", [(".md:4:3", "markdown-refused")]),
        ("## A\n\n> - x\n", [(".md:3:1", "markdown-refused")]),
        ("## A\n\n> # x\n\ny\n", [(".md:3:1", "markdown-refused")]),
        ("## A\n\n#### x\n\ny\n", [(".md:3:1", "markdown-order")]),
        ("## A\n\nx\n\n# B\n", [(".md:5:1", "markdown-order")]),
        ("x\n\n- y\n\n## A\n\nz\n", [(".md:3:1", "markdown-order")]),
        ("# A\n\nx\n", [(".md:1:1", "markdown-order")]),
        ("## A\n\nx\n\n---\n\ny\n", [(".md:5:1", "markdown-order")]),
        ("## A\n\nx\n\n***\n", [(".md:5:1", "markdown-order")]),
        ("## A\n\n3. x\n4. y\n", [(".md:3:1", "markdown-order")]),
        ("## A\n\n| a |\n|---|\n", [(".md:3:1", "markdown-order")]),
        ("## A\n\n##\n\nx\n", [(".md:3:1", "markdown-order")]),
        ("## A\n\nx ![y](cards:owl)\n", [(".md:3:3", "markdown-figure")]),
        ("## A\n\n![y](owl.png)\n", [(".md:3:6", "markdown-figure")]),
        ("## A\n\n![y](https://a.b/c.png)\n", [(".md:3:6", "markdown-figure")]),
        ("## A\n\n![y](../a.png)\n", [(".md:3:6", "markdown-figure")]),
        ("## A\n\n![y](data:image/png;base64,x)\n", []),  # told where the pack is known: it has no such thing
        ('## A\n\n![y](cards:owl "large")\n', [(".md:3:6", "markdown-figure")]),
        ("## A\n\nx\u202ey\n", [(".md:3:1", "yaml-character")]),
        ("## A\n\n" + "x" * MAX_LETTERS, [(".md:1:1", "markdown-large")]),
        ("## A\n\n" + "x\n\n" * 2_001, [(".md:4001:1", "markdown-large")]),
    ],
)
def test_what_no_rulebook_holds_is_told_where_it_stands(text: str, found: list[tuple[str, str]]) -> None:
    assert faults(read(text)[1]) == found


@pytest.mark.parametrize("text", ["[" * 3_000, "![" * 2_000, "> " * 5_000 + "x", "- " * 4_000 + "x", "|a" * 3_000])
def test_what_is_deep_or_endless_is_read_or_told(text: str) -> None:
    prose, _ = read(f"## A\n\n{text}\n")
    assert isinstance(prose.node, Map)


def test_one_paragraph_more_renames_no_other() -> None:
    before = read(BOOK)[0].words["en"]
    after = read(BOOK.replace("- Owls", "One more.\n\n- Larks sing.\n- Owls"))[0].words["en"]
    assert before.keys() - after.keys() == set()
    assert len(after.keys() - before.keys()) == 2


def test_texts_in_other_letters_and_twice_the_same_have_keys_of_their_own() -> None:
    words = read("## Στήσιμο\n\nΠάρε μία.\n\nΠάρε μία.\n\n## Στήσιμο\n\n- a\n- a\n- a\n")[0].words["en"]
    assert len(words) == 7


def test_a_language_says_the_same_block_by_block() -> None:
    prose, report = read(BOOK, fr=FRENCH)
    assert report.items == []
    assert prose.words["fr"].keys() == prose.words["en"].keys()
    assert prose.words["fr"]["rulebook.setting-up.owls-fly"].text == "Volez."


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("2. Play it, or\n   put it back.\n", ""), ".fr.md:13:1"),
        (("> Whoever", "Whoever"), ".fr.md:22:1"),
        (("cards:owl", "cards:fox"), ".fr.md:11:1"),
        (("The first line\\\nand the second.\n", ""), ".fr.md:33:1"),
        (("and the second.\n", "and the second.\n\nMore.\n"), ".fr.md:38:1"),
    ],
)
def test_where_a_language_parts_is_told_and_nothing_that_follows(change: tuple[str, str], found: str) -> None:
    prose, report = read(BOOK, fr=FRENCH.replace(*change))
    assert faults(report) == [(found, "markdown-apart")]
    assert prose.words["fr"].keys() == prose.words["en"].keys()


# In a pack


def deck(folder: Path, *, languages: str = "en", **files: str) -> Path:
    root = folder / "my-deck"
    new_of_game(root, "deck")
    (root / "cards.csv").write_text(
        "name,kind,colour,cost,text,picture,copies\nOwl,Bird,sea,1,Hoot.,,2\nFox,Beast,sand,1,Run.,,\nEel,Fish,reef,1,Swim.,,\n",
        "utf-8",
    )
    head = (root / "pack.yaml").read_text("utf-8").replace("languages: [en]", f"languages: [{languages}]")
    (root / "pack.yaml").write_text(head, "utf-8")
    french = "language: fr\nname: Français\ntexts: {game.title: Mes cartes, part.cards: Cartes}\n"
    (root / "locale" / "fr.yaml").write_text(french, "utf-8") if "fr" in languages else None
    for name, text in files.items():
        (root / f"{name.replace('_', '.')}.md").write_text(text, "utf-8")
    return root


def test_a_deck_has_its_rulebook_in_every_form(tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook=BOOK)
    assert check(str(root)).report.items == []
    book = Rulebook(load_pack(root), "en")
    assert "How to play" in book.text()
    assert "   1. Draw" not in book.text()
    assert " 1. Draw a card." in book.text()
    page = book.html()
    assert page.count('class="faces"') == 1
    assert "<h2 id" not in page
    assert "<strong>one</strong>" in page
    assert "seen-cards-owl" in page
    assert book.pdf().startswith(b"%PDF")


def test_a_figure_of_nothing_is_told_with_what_is_near(tmp_path: Path) -> None:
    found = check(str(deck(tmp_path, rulebook=BOOK.replace("cards:owl", "cards:owk")))).report
    (item,) = found.items
    assert (item.code, str(item.span).rpartition("/")[2]) == ("rulebook-name", "rulebook.md:11:11")
    assert item.hints == ("did you mean `cards:owl` or `cards:fox` or `cards:eel`?",)


def test_faults_of_markdown_stop_the_rulebook_and_not_the_cards(tmp_path: Path) -> None:
    pack = load_pack(deck(tmp_path, rulebook=f"{BOOK}\n<b>x</b>\n"))
    assert pack.report.ok
    with pytest.raises(PackError) as caught:
        Rulebook(pack, "en").text()
    assert [item.code for item in caught.value.report] == ["markdown-refused"]
    assert [item.code for item in check(str(pack.root)).report] == ["markdown-refused"]


def test_a_language_without_words_is_told_and_has_them_from_markdown_or_from_a_translator(tmp_path: Path) -> None:
    root = deck(tmp_path, languages="en, fr", rulebook=BOOK)
    (item,) = check(str(root)).report.items
    assert item.code == "locale-missing"
    assert "or write rulebook.fr.md" in item.hints[0]
    (root / "rulebook.fr.md").write_text(FRENCH, "utf-8")
    assert check(str(root)).report.items == []
    pack = load_pack(root)
    assert "Prenez trois" in Rulebook(pack, "fr").text()
    assert "Take three" in Rulebook(pack, "en+fr").text()
    assert 'msgid "Owls fly."\nmsgstr "Volez."' in export(pack, "fr", "po", Report())
    said = (root / "locale" / "fr.yaml").read_text("utf-8")
    (root / "locale" / "fr.yaml").write_text(
        said.replace("texts: {", 'texts: {rulebook.setting-up.owls-fly: "Elles volent.", '), "utf-8"
    )
    assert "Elles volent." in Rulebook(load_pack(root), "fr").text()


def test_a_pack_without_a_rulebook_says_how_to_have_one(tmp_path: Path) -> None:
    root = deck(tmp_path)
    (root / "rulebook.md").unlink()
    run = CliRunner().invoke(main, ["rulebook", str(root)])
    assert run.exit_code == 1
    assert "this pack has no rulebook" in run.output
    assert "rulebook.md" in run.output


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "markdown-order"), (b"\xff\xfe", "yaml-encoding"), (None, "file-unreadable")]
)
def test_a_file_that_is_no_markdown_is_one_fault(data: bytes | None, code: str, tmp_path: Path) -> None:
    root = deck(tmp_path)
    (root / "rulebook.md").unlink()
    assert check(str(root), cache=tmp_path / "cache").report.items == []
    if data is None:
        (root / "rulebook.md").mkdir()
    else:
        (root / "rulebook.md").write_bytes(data)
    assert [item.code for item in check(str(root), cache=tmp_path / "cache").report] == [code]


def test_other_words_make_the_rulebook_anew_and_no_card(tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook=BOOK)
    before = things(load_pack(root))
    (root / "rulebook.md").write_text(BOOK.replace("one** of them face up", "one** of them face down"), "utf-8")
    assert things(load_pack(root)) == before
    (root / "rulebook.md").write_text(BOOK.replace("cards:owl", "cards:fox"), "utf-8")
    assert things(load_pack(root)) != before


def test_a_check_that_was_kept_is_made_anew_for_other_words(tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook=BOOK)
    assert check(str(root), cache=tmp_path / "cache").report.items == []
    (root / "rulebook.md").write_text(BOOK.replace("face up.", "face \u6c49."), "utf-8")
    assert [item.code for item in check(str(root), cache=tmp_path / "cache").report] == ["text-glyph"]


def test_a_rulebook_says_how_many_cards_there_are(tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook="## S\n\nShuffle {cards} {cards|card|cards}.\n")
    assert check(str(root)).report.items == []
    assert "Shuffle 4 cards." in Rulebook(load_pack(root), "en").text()


def test_what_is_translated_from_an_older_text_is_stale(tmp_path: Path) -> None:
    root = deck(tmp_path, languages="en, fr", rulebook=BOOK, rulebook_fr=FRENCH)
    accept(load_pack(root), "fr", ["*"], Report())
    (root / "rulebook.md").write_text(BOOK.replace("of them face up", "of them face down"), "utf-8")
    found = status(load_pack(root), ["fr"], Report())[0].findings
    stale = [item for item in found if item.kind == "stale"]
    assert [item.key for item in stale] == ["rulebook.setting-up.take-three-cards-one-of"]
    assert str(stale[0].place).endswith("rulebook.fr.md:9:1")


def test_words_left_empty_for_a_translator_hide_nothing(tmp_path: Path) -> None:
    root = deck(tmp_path, languages="en, fr", rulebook=BOOK, rulebook_fr=FRENCH)
    path = root / "locale" / "fr.yaml"
    said = path.read_text("utf-8").replace("texts: {", 'draft: true\ntexts: {rulebook.setting-up.owls-fly: "", ')
    path.write_text(said, "utf-8")
    assert "Volez." in Rulebook(load_pack(root), "fr").text()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("rulebook.xx.md", "the pack does not list this language"),
        ("Rulebok.md", "did you mean `rulebook.md`?"),
        ("rulebook.en.md", "did you mean `rulebook.md`?"),
        ("notes.md", ""),
    ],
)
def test_a_file_that_is_nearly_a_rulebook_is_told(name: str, found: str, tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook=BOOK)
    (root / name).write_text("x", "utf-8")
    said = [f"{item.message} {item.hints}" for item in check(str(root)).report if item.code == "file-unread"]
    assert bool(said) == bool(found)
    assert found in "".join(said)


def test_a_rulebook_in_two_files_is_refused(tmp_path: Path) -> None:
    root = deck(tmp_path, rulebook=BOOK)
    (root / "rulebook.yaml").write_text("sections: []\n", "utf-8")
    assert [item.code for item in check(str(root)).report] == ["pack-two"]


def test_any_game_may_have_its_rulebook_in_markdown(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    new_pack(root, "santy_anno")
    head = (root / "pack.yaml").read_text("utf-8")
    (root / "pack.yaml").write_text(f"{head}\nlanguages: [en]\n", "utf-8")
    ship = load_pack("santy_anno").collections["ships"][0]["id"]
    (root / "rulebook.md").write_text(f"## My rules\n\nThere are {{ships}} ships.\n\n![One](ships:{ship})\n", "utf-8")
    pack = load_pack(root).checked()
    assert "There are 8 ships." in Rulebook(pack, "en").text()


def test_the_columns_of_half_a_page_end_at_the_same_height(tmp_path: Path) -> None:
    book = "# How to play\n\n## Setting up\n\n" + "".join(f"Take card {n}, then the next one.\n\n" for n in range(16))
    document = pypdfium2.PdfDocument(Rulebook(load_pack(deck(tmp_path, rulebook=book)), "en").pdf())
    assert len(document) == 1
    page, ends = document[0], {}
    text = page.get_textpage()
    for n in range(text.count_rects()):
        left, bottom, _, _ = text.get_rect(n)
        if 60 < bottom < page.get_height() - 250:  # neither the head of the first page nor the foot
            side = left > page.get_width() / 2
            ends[side] = min(ends.get(side, bottom), bottom)
    assert abs(ends[False] - ends[True]) < 45, "within three lines"

"""A pack that extends another holds only what differs; each value keeps the file it came from."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from santy_print import folders
from santy_print import pack as packs
from santy_print.build import build
from santy_print.diag import Diagnostic, PackError, Report, SourceFile
from santy_print.overlay import MAX_PATTERNS, Overlay, Standing, flattened, origins
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.source import Map, parse_yaml, plain
from tests.packs import BUNDLED, copy_pack


def overlay(folder: Path, files: Mapping[str, str] = {}, name: str = "mine", extends: str = "santy_anno") -> Path:
    """A pack that extends another, in a folder of its own."""
    root = folder / name
    for file, text in {"pack.yaml": f"extends: {extends}\nid: {name}\n", **files}.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def faults(root: Path) -> list[str]:
    try:
        report = load_pack(root).report
    except PackError as fault:
        report = fault.report
    shelf = f"{root.parent}/"
    return [f"{d.span} {d.code}".removeprefix(shelf) if d.span else d.code for d in report.sorted()]


def tree(text: str, name: str = "a.yaml") -> Map:
    node = parse_yaml(SourceFile(name, text), Report())
    assert node is not None
    return node


def merged(base: str, over: str) -> object:
    report = Report()
    made = plain(Overlay(report).merge(tree(base), tree(over, "b.yaml")))
    assert [d.code for d in report] == []
    return made


@pytest.mark.parametrize(
    ("base", "over", "made"),
    [
        ("a: {x: 1, y: 2}", "a: {y: 3, z: 4}", {"a": {"x": "1", "y": "3", "z": "4"}}),
        ("a: [1, 2]", "a: [3]", {"a": ["3"]}),
        ("a: 1\nb: 2", "a: withdrawn", {"b": "2"}),
        ("a: 1\nb: 2", "a: 'withdrawn'", {"a": "withdrawn", "b": "2"}),
        ("m: {helm-1: a, helm-2: b, coco: c}", "m: {helm-*: withdrawn}", {"m": {"coco": "c"}}),
        ("m: {a: 1, b: 2}", "m: {'*': withdrawn, c: 3}", {"m": {"c": "3"}}),
        ("m: {a: {x: 1}}", "m: {'*': withdrawn, a: {y: 2}}", {"m": {"a": {"y": "2"}}}),
        ("c: {kind: name, struck: P}", "c: {struck: Q}", {"c": {"kind": "name", "struck": "Q"}}),
        ("c: {kind: name, struck: P}", "c: {kind: coco}", {"c": {"kind": "coco"}}),
        ("c: {kind: name, struck: P}", "c: {kind: name}", {"c": {"kind": "name", "struck": "P"}}),
        ("ships: {a: 1}", "ships:", {"ships": {"a": "1"}}),
        ("a: 1", "a: {b: 2}", {"a": {"b": "2"}}),
    ],
)
def test_mappings_merge_and_all_else_replaces(base: str, over: str, made: object) -> None:
    assert merged(base, over) == made


keys = st.sampled_from("abcd")
trees = st.recursive(st.sampled_from(["1", "2"]), lambda inner: st.dictionaries(keys, inner, max_size=3), max_leaves=8)


def as_yaml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {as_yaml(v)}" for k, v in value.items()) + "}"
    return str(value)


def expected(base: object, over: object) -> object:
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    return {k: expected(base[k], over[k]) if k in base and k in over else over.get(k, base.get(k)) for k in base | over}


@given(st.dictionaries(keys, trees, max_size=4), st.dictionaries(keys, trees, max_size=4))
def test_merging_is_what_a_person_expects(base: dict[str, object], over: dict[str, object]) -> None:
    node = Overlay(Report()).merge(tree(as_yaml(base)), tree(as_yaml(over), "b.yaml"))
    assert plain(node) == expected(base, over)
    for origin in origins(node):
        holder: object = over
        for part in origin.path.split("."):
            holder = holder.get(part) if isinstance(holder, dict) else None
        assert origin.span.file.name == ("a.yaml" if holder is None else "b.yaml")


def test_texts_meet_however_their_keys_are_written() -> None:
    base, over = tree("texts: {card: {coco.name: Coco, coco.effect: E}}"), tree("texts: {card.coco: {name: Polly}}")
    made = Overlay(Report()).merge(flattened(base), flattened(over))
    assert plain(made) == {"texts": {"card.coco.name": "Polly", "card.coco.effect": "E"}}


def test_an_overlay_is_a_whole_pack(tmp_path: Path) -> None:
    root = overlay(
        tmp_path,
        {
            "ships.yaml": "ships:\n  viper: {name: Vulture}\n",
            "cards.yaml": "cards:\n  coco: withdrawn\n",
            "locale/en.yaml": "texts: {game.title: Mine, 'card.coco.*': withdrawn}\n",
            "art/ship-viper.svg": '<svg viewBox="0 0 9 9"><title>x</title></svg>',
        },
    )
    base = load_pack("santy_anno")
    pack = load_pack(root).checked()
    assert pack.id == "mine"
    assert pack.compiled.fleet.ships[6].name == "Vulture"
    assert pack.compiled.fleet.ships[6].colours == base.compiled.fleet.ships[6].colours
    assert len(pack.compiled.cards) == len(base.compiled.cards) - 1
    assert pack.locales["en"].plain("game.title") == "Mine"
    assert pack.locales["pl"].plain("game.title") == "Mine", "a name is the same in all languages"
    assert pack.file("art", "ship-viper.svg") == root / "art" / "ship-viper.svg"
    assert pack.file("art", "ship-royal.svg") == base.file("art", "ship-royal.svg")
    assert pack.shown(root / "art" / "ship-viper.svg") == f"{root}/art/ship-viper.svg"
    assert str(pack.where("ships", "ships", "viper", "name")) == f"{root}/ships.yaml:2:17"
    assert str(pack.where("ships", "ships", "viper", "number")) == str(base.where("ships", "ships", "viper", "number"))
    made = build(pack, tmp_path / "out", Options(("en",), ("harbour",)), {})
    assert (tmp_path / "out" / "mine" / made[0].name).is_file()


def test_a_fault_stands_in_the_file_it_came_from(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pack.yaml": "extends: santy_anno\nid: mine\nrounds: [3, 4]\nlaps: [2]\n"})
    assert faults(root) == ["mine/pack.yaml:3:1 event-place"]  # the rounds changed, not the place of the event


@pytest.mark.parametrize(
    ("shortest", "hint"),
    [
        (1, "let each round have two cards or more, or withdraw the events"),
        (2, "`event_after` can be 1"),
        (3, "1 to 2"),
    ],
)
def test_where_an_event_can_lie_is_said_for_any_round(tmp_path: Path, shortest: int, hint: str) -> None:
    head = f"extends: santy_anno\nid: mine\nrounds: [{shortest}, 4]\nlaps: []\nevent_after: 4\n"
    given = told(overlay(tmp_path, {"pack.yaml": head}), "event-place").hints[0]
    assert given.endswith(hint)
    assert "to 0" not in given


def told(root: Path, code: str) -> Diagnostic:
    """The first fault of a code."""
    return next(item for item in load_pack(root).report.sorted() if item.code == code)


REPAINTED = {"ships.yaml": "ships:\n  viper:\n    colours: {nest: red}\n"}


def test_a_ship_painted_wrongly_is_told_at_its_line_and_the_cards_after_it(tmp_path: Path) -> None:
    root = overlay(tmp_path, REPAINTED)
    codes = ["ship-colours", "ship-pairs", "ship-pairs", "ship-doubles", "card-ships"]
    assert faults(root) == [f"mine/ships.yaml:3:21 {code}" for code in codes]
    assert {item.hints for item in load_pack(root).report.items[:-1]} == {
        ("with `nest: blue` on Viper all ships would be right",)
    }


@pytest.mark.parametrize(
    ("ships", "place"),
    [
        ("viper: {number: 2}", "2:19 ship-numbers"),
        ("paradise: {number: 4}", "2:22 ship-numbers"),
        ("paradise: {name: Royal}", "2:20 ship-letters"),
        ("paradise: {name: Profundis}", "2:20 ship-names"),
        ("paradise: {corner: top-left}", "2:22 ship-corners"),
        ("paradise: {colours: {nest: green, sails: red, hull: blue, plate: yellow}}", "2:14 ship-pairs"),
        ("paradise: {colours: {hull: green, plate: blue}}", "2:30 ship-pairs"),
        ("viper: withdrawn", "1:1 ship-pairs"),
        ("kraken: {name: Rook, number: 9, corner: top-left, colours: {nest: red, sails: green, hull: blue, "
         "plate: yellow}, art: ship-viper.svg}", "1:1 ship-pairs"),
    ],
)  # fmt: skip
def test_what_an_overlay_breaks_is_told_first_and_in_it(ships: str, place: str, tmp_path: Path) -> None:
    root = overlay(tmp_path, {"ships.yaml": f"ships:\n  {ships}\n"})
    assert faults(root)[0] == f"mine/ships.yaml:{place}"


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        ({"pack.yaml": "rounds: [5, 6, 7]\n"}, ["3:1 rounds-lap", "3:1 rounds-lap"]),
        ({"pack.yaml": "rounds: [5, 5, 5, 5, 5, 5]\n"}, ["3:1 coins-short"]),
        ({"pack.yaml": "loot: [5, 5]\n"}, ["3:1 coins-short"]),
        ({"cards.yaml": "cards:\n  element-*: withdrawn\n"}, ["1:1 deck-small", "1:1 deck-small"]),
        ({"pirates.yaml": "pirates:\n  lee-shee: withdrawn\n"}, ["1:1 players-range"]),
    ],
)
def test_numbers_that_do_not_go_together_are_told_at_the_overlays(
    files: dict[str, str], wanted: list[str], tmp_path: Path
) -> None:
    (name,) = files
    head = "extends: santy_anno\nid: mine\n" if name == "pack.yaml" else ""
    root = overlay(tmp_path, {name: head + files[name]})
    assert [fault for fault in faults(root) if "unused" not in fault] == [f"mine/{name}:{fault}" for fault in wanted]


def test_a_line_of_the_base_says_how_the_overlay_replaces_it(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"ships.yaml": "ships:\n  viper: withdrawn\n"})
    item = told(root, "ship-numbers")
    assert item.span is not None
    assert str(item.span).startswith("content/santy_anno/ships.yaml:")
    write = f"in {root}/ships.yaml write `ships: {{sahara: {{number: ...}}}}`"
    said = f"a line of `santy_anno`, which this pack extends; {write}"
    assert item.hints == ("no ship has number 5", said)
    top = overlay(tmp_path, {}, "top", "../mine")
    assert told(top, "ship-numbers").hints[-1] == said.replace("/mine/", "/top/")
    assert "a line of `mine`" in told(top, "ship-pairs").hints[-1]
    assert "`number-7: withdrawn` takes it away" in told(root, "card-value").hints


def test_a_word_taken_off_a_list_is_told_once_at_the_list(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"ships.yaml": "features:\n  colours: [yelow, red, blue, green]\n"})
    item = told(root, "ref-unknown")
    assert str(item.span) == f"{root}/ships.yaml:2:3"
    assert item.message == "`yellow` is no longer among the colours, and 8 ships and 5 cards still have it"
    assert item.hints[0] == "`yelow` stands there: did you mean `yellow`?"
    assert [hint.partition(":")[0] for hint in item.hints[1:]] == [
        "write anew in your ships.yaml, or take away with `withdrawn`",
        "write anew in your cards.yaml, or take away with `withdrawn`",
    ]
    assert len(faults(root)) == 2  # and that `yelow` has no paint


def test_an_element_that_an_overlay_adds_is_told_once(tmp_path: Path) -> None:
    features = "features:\n  elements: [nest, sails, hull, plate, keel]\n"
    root = overlay(tmp_path, {"ships.yaml": features + "ships:\n  royal: {colours: {keel: red}}\n"})
    item = told(root, "ref-missing")
    assert item.message == "Paradise, Profundis, Revenge and 4 more have no colour at the element `keel`"
    assert [fault for fault in faults(root) if "ref-" in fault] == ["mine/ships.yaml:2:40 ref-missing"]


def test_a_new_key_says_first_what_it_may_be_meant_for(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"locale/en.yaml": "texts: {card.cocoa.name: Polly}\n"})
    assert told(root, "locale-missing").hints[0].startswith("this key is new; did you mean `card.coco.name`")


def test_a_chain_of_packs(tmp_path: Path) -> None:
    overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {name: Vulture}\n  royal: {name: Regent}\n"}, "one")
    root = overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {name: Vigil}\n"}, "two", "../one")
    pack = load_pack(root).checked()
    assert [path.name for path in pack.layers] == ["two", "one", "santy_anno"]
    assert {"Vigil", "Regent"} <= {ship.name for ship in pack.compiled.fleet.ships}


def test_what_cannot_be_extended_is_told_at_its_line(tmp_path: Path) -> None:
    copy_pack(tmp_path / "elsewhere")
    for extends, code, word in (
        ("santy-anno", "pack-extends", "`santy_anno`"),
        ("../nowhere", "pack-extends", "known here"),
        ("../../etc", "pack-extends", "neither"),
        ("/etc", "pack-extends", "neither"),
        (".", "pack-loop", "mine extends mine"),
        ("../mine", "pack-loop", "mine extends mine"),
    ):
        root = overlay(tmp_path, extends=extends)
        assert faults(root) == ["mine/pack.yaml:1:10 " + code], extends
        with pytest.raises(PackError) as caught:
            load_pack(root)
        item = caught.value.report.items[0]
        assert word in "\n".join([item.message, *item.hints]), extends


def test_a_circle_shows_its_packs(tmp_path: Path) -> None:
    overlay(tmp_path, {}, "b", "../c")
    overlay(tmp_path, {}, "c", "../a")
    root = overlay(tmp_path, {}, "a", "../b")
    assert faults(root) == ["c/pack.yaml:1:10 pack-loop"]
    with pytest.raises(PackError, match="a extends b extends c extends a"):
        load_pack(root)


def test_a_chain_has_an_end(tmp_path: Path) -> None:
    for number in range(folders.MAX_CHAIN + 2):
        overlay(tmp_path, {}, f"p{number}", f"../p{number + 1}")
    assert faults(tmp_path / "p0") == [f"p{folders.MAX_CHAIN - 1}/pack.yaml:1:10 pack-loop"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_no_layer_leads_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "pack.yaml").write_text("game: santy_anno\nid: secret\n")
    shelf = tmp_path / "shelf"
    root = overlay(shelf, extends="../link")
    (shelf / "link").symlink_to(tmp_path / "secret")
    assert faults(root) == ["mine/pack.yaml:1:10 pack-extends"]
    base = copy_pack(shelf)
    (base / "cards.yaml").unlink()
    (base / "cards.yaml").symlink_to(tmp_path / "secret" / "pack.yaml")
    (base / "art" / "ship-royal.svg").unlink()
    (base / "art" / "ship-royal.svg").symlink_to(tmp_path / "secret" / "pack.yaml")
    found = faults(overlay(shelf, extends="../pack"))
    assert sum("pack-outside" in fault for fault in found) == 2


def test_an_overlay_has_a_name_of_its_own_and_its_bases_game(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pack.yaml": "extends: santy_anno\n"})
    assert faults(root) == ["mine/pack.yaml:1:1 schema-missing"]
    root = overlay(tmp_path, {"pack.yaml": "extends: santy_anno\nid: mine\ngame: chess\n"})
    assert faults(root) == ["mine/pack.yaml:3:7 pack-game"]


def hints(root: Path) -> str:
    return "\n".join(hint for item in load_pack(root).report for hint in item.hints)


def test_what_is_withdrawn_and_still_wanted_says_where_it_went(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pack.yaml": "extends: santy_anno\nid: mine\npalette: {green: withdrawn}\n"})
    assert faults(root) == ["content/santy_anno/ships.yaml:7:32 ref-paint"]
    assert f"`green` is withdrawn in {root}/pack.yaml:3:11" in hints(root)
    root = overlay(tmp_path, {"ships.yaml": "ships: {vyper: {name: Vulture}}\n"})
    assert set(faults(root)) == {"mine/ships.yaml:1:9 schema-missing"}
    assert "this key is new; did you mean `viper`?" in hints(root)


def test_nothing_to_withdraw(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"cards.yaml": "cards: {heml-*: withdrawn, cocoa: withdrawn, new: {kind: withdrawn}}\n"})
    assert [f for f in faults(root) if "withdraw" in f] == [
        "mine/cards.yaml:1:9 overlay-withdraw",
        "mine/cards.yaml:1:28 overlay-withdraw",
        "mine/cards.yaml:1:52 overlay-withdraw",
    ]
    many = ", ".join(f"x{n}*: withdrawn" for n in range(300))
    root = overlay(tmp_path, {"cards.yaml": f"cards: {{{many}}}\n"})
    assert faults(root).count("mine/cards.yaml:1:9 overlay-withdraw") == 1
    assert len(faults(root)) <= 201


def test_a_fleet_beyond_bounds_is_one_fault(tmp_path: Path) -> None:
    ships = "".join(f"  s{n}: {{name: S{n}, number: {n}, art: ship-royal.svg}}\n" for n in range(10_000))
    root = overlay(tmp_path, {"ships.yaml": f"ships:\n{ships}"})
    report = load_pack(root).report
    assert [d.message for d in report] == ["`ships` holds 10,008 entries: at most 64 are allowed"]


LINKS = ("art/ship-viper.svg", "faces/ship.yaml", "fonts/DejaVuSans.ttf", "locale/en.yaml", *packs.FOLDERS[:4])


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
@pytest.mark.parametrize("name", LINKS)
def test_a_link_out_of_the_pack_is_told_though_what_is_extended_stands_in_for_it(name: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "file").write_text("face: {size: poker, alt: a}\nitems: []\n", encoding="utf-8")
    shelf = tmp_path / "shelf"
    root = overlay(shelf)
    (root / name).parent.mkdir(exist_ok=True)
    for target, told in (
        (secret / "file" if "/" in name else secret, "is a link that leads out of the pack's folder (pack-outside)"),
        (secret / "nothing", "is a link that leads out of the pack's folder (pack-outside)"),
        (root / "nothing", "is not there (file-missing)"),
    ):
        (root / name).unlink(missing_ok=True)
        (root / name).symlink_to(target)
        shown = [item.short() for item in load_pack(root).report.errors]
        assert len(shown) == 1
        assert shown[0].endswith(told)
        assert ("ship-viper" if name.startswith("art/") else f"mine/{name} ") in shown[0]
    assert len(load_pack(overlay(shelf, {}, "top", "../mine")).report.errors) == 1  # also of a pack that is extended


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_link_within_the_pack_is_fine_and_so_is_one_that_is_hidden(tmp_path: Path) -> None:
    root = overlay(tmp_path)
    (root / "art").mkdir()
    (root / "art" / "boat.svg").write_bytes((BUNDLED / "art" / "ship-viper.svg").read_bytes())
    (root / "art" / "ship-viper.svg").symlink_to("boat.svg")
    (root / "art" / ".lock").symlink_to("somebody@somewhere.1234")
    assert faults(root) == []


def test_a_line_that_comes_with_the_program_says_what_stands_in_its_place(tmp_path: Path) -> None:
    root = overlay(tmp_path, {})
    pack = load_pack(root)
    shared = SourceFile("santy_print/games/any/faces/card.yaml", "items: []\n", len(pack.layers))
    report = Report()
    report.error("face-value", "something is wrong", shared.at(0))
    pack.with_hints(report)
    said = f"a line that all packs share; a faces/card.yaml of your own in {root}/ stands in its place"
    assert [item.hints for item in report] == [(said,)]


def laid_over(base: str, over: str, name: str = "en.yaml") -> Overlay:
    made = Overlay(Report())
    made.merge(tree(base, f"base/locale/{name}"), tree(over, f"mine/locale/{name}"))
    return made


def test_what_was_withdrawn_is_known_by_the_file_it_was_withdrawn_in() -> None:
    made = laid_over("a: 1\nb: 2\nc: 3", "b: withdrawn\nc: withdrawn")
    gone = {key: str(span) for key, span in made.gone_from("en.yaml").items()}
    assert gone == {"b": "mine/locale/en.yaml:1:1", "c": "mine/locale/en.yaml:2:1"}
    assert made.gone_from("fr.yaml") == {}


def test_what_is_withdrawn_and_given_anew_is_not_gone() -> None:
    made = laid_over("a: 1\nb: 2", "'*': withdrawn\na: 3")
    assert set(made.withdrawn) == set(made.gone_from("en.yaml")) == {"b"}


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_patterns_may_withdraw(more: int) -> None:
    patterns = "".join(f"'a{n}*': withdrawn\n" for n in range(MAX_PATTERNS + more))
    made = laid_over("".join(f"a{n}: 1\n" for n in range(MAX_PATTERNS + 1)), patterns)
    told = [item.message for item in made.report if "more than" in item.message]
    assert told == [f"more than {MAX_PATTERNS} withdrawals with a `*` stand here"] * more


def test_of_errors_alone_it_is_said_that_what_they_name_is_withdrawn() -> None:
    made, report = laid_over("helm: 1", "helm: withdrawn"), Report()
    report.error("schema-value", "there is no `helm`")
    report.warning("schema-value", "there is no `helm`")
    report.error("overlay-withdraw", "there is nothing called `helm` to withdraw here")
    made.with_hints(report, Standing(("mine", "base"), {}))
    assert [list(item.hints) for item in report] == [["`helm` is withdrawn in mine/locale/en.yaml:1:1"], [], []]


@pytest.mark.parametrize("text", ["texts: none", "name: Test", "texts: [a]"])
def test_a_locale_without_texts_is_left_as_it_is(text: str) -> None:
    assert plain(flattened(tree(text))) == plain(tree(text))


def test_a_key_is_new_where_what_is_extended_has_others() -> None:
    """Not one that is there, and nothing within a mapping that is new as a whole: nothing of it is a slip."""
    made = laid_over("a: 1\nc: {x: 1}", "a: 2\nb: 3\nc: {y: 1}\nn: {z: 1}")
    assert {key for key, _ in made.new.values()} == {"b", "y", "n"}


def test_a_text_in_two_spellings_of_its_key_is_told(tmp_path: Path) -> None:
    """Its names apart by dots in one line and below each other: the second would silently win."""
    root = overlay(tmp_path, {"locale/en.yaml": "texts:\n  card.coco.name: A\n  card: {coco: {name: B}}\n"})
    report = load_pack(root).report
    assert [(item.code, str(item.span)) for item in report.errors] == [
        ("yaml-duplicate", f"{root}/locale/en.yaml:3:17")
    ]

"""What YAML itself finds wrong is told of every file that a pack may hold, whoever reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from santy_print.diag import PackError
from santy_print.documents.skeleton import load_skeleton
from santy_print.i18n.catalogue import own_file
from santy_print.pack import load_pack
from tests.packs import check

pytestmark = pytest.mark.usefixtures("kept")

FILES = {
    "pack.yaml": "id: mine\nextends: santy_anno\nlanguages: [en, fr]\n",
    "ships.yaml": "ships:\n  viper: {name: Vulture}\n  vagabond: {name: Valkyrie}\n",
    "cards.yaml": "cards: {coco: {copies: 2}}\n",
    "events.yaml": "events: {rum: {copies: 2}}\n",
    "pirates.yaml": "pirates: {brain: {art: pirate-belgo.svg}}\n",
    "components.yaml": "parts: {ships: {piles: [{each: ships, layout: ship}]}}\n",
    "rulebook.yaml": "pages: 7\n",
    "locale/en.yaml": "texts: {game.title: Mine}\n",
    "locale/fr.yaml": "texts: {game.title: Le mien}\n",
    "locale/seen/fr.yaml": "source: en\ntexts: {game.title: Santy Anno}\n",
    "faces/coin.yaml": "face: {width: 30, height: 30, alt: coin}\nitems: []\n",
}
"""One of each kind, without a fault."""

FAULTS: dict[str, bytes] = {
    "yaml-merge": b"<<: {a: 1}\n",
    "yaml-duplicate": b"zb: 1\nzb: 2\n",
    "yaml-anchor": b"zc: &here 1\nzd: *here\n",
    "yaml-tag": b"ze: !!int 1\n",
    "yaml-character": b"zf: a\x1bb\n",
    "yaml-encoding": b"zg: caf\xe9\n",
    "yaml-hash": b"zh: one #two\n",
    "yaml-key": b"? [zi, b]\n: 1\n",
    "yaml-pair": b"zj: [a: b]\n",
    "yaml-tab": b"zk:\n\tb: 1\n",
    "yaml-document": b"---\nzl: 1\n",
}
"""What can be wrong with any YAML, by the code that tells it; a file may have all of it at once."""


def put_up(folder: Path, spoilt: str, fault: bytes) -> Path:
    """A pack with one of each kind of file; one of them ends in a fault."""
    root = folder / "mine"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() + (fault if name == spoilt else b""))
    return root


def test_the_pack_without_a_fault_has_none(tmp_path: Path) -> None:
    assert [item.short() for item in check(put_up(tmp_path, "", b"")).errors] == []


@pytest.mark.parametrize("name", FILES)
def test_every_file_hands_on_what_yaml_finds_wrong_with_it(name: str, tmp_path: Path) -> None:
    root = put_up(tmp_path, name, b"".join(FAULTS.values()))
    found = [item for item in check(root).errors if item.span]
    told = {item.code for item in found if item.span and item.span.file.name.endswith(f"mine/{name}")}
    assert FAULTS.keys() - told == set()


@pytest.mark.parametrize("name", ["rulebook.yaml", "faces/coin.yaml", "locale/seen/fr.yaml"])
def test_a_fault_elsewhere_does_not_hide_it(name: str, tmp_path: Path) -> None:
    root = put_up(tmp_path, name, b"zz: 1\nzz: 2\n")
    (root / "ships.yaml").write_text("ships: {viper: {number: many}}\n", encoding="utf-8")
    told = {item.code: item for item in check(root).errors}
    assert {"yaml-duplicate", "schema-value"} <= told.keys()


def test_a_fault_of_the_pack_below_does_not_hide_those_of_the_pack(tmp_path: Path) -> None:
    root = put_up(tmp_path, "", b"")
    base = tmp_path / "base"
    for name, text in {
        "pack.yaml": "id: base\nextends: santy_anno\nlanguages: [en, fr]\n",
        "cards.yaml": "cards: {coco: {copies: 2}\n",
    }.items():
        base.mkdir(exist_ok=True)
        (base / name).write_text(text, encoding="utf-8")
    (root / "pack.yaml").write_text("id: mine\nextends: ../base\n", encoding="utf-8")
    (root / "cards.yaml").write_text("cards:\n  coco: {copies: 2}\n  coco: {copies: 3}\n", encoding="utf-8")
    told = [item.code for item in check(root).errors]
    assert {"yaml-duplicate", "yaml-syntax"} <= set(told)


def test_a_rulebook_with_a_fault_is_not_built_from(tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        load_skeleton(load_pack(put_up(tmp_path, "rulebook.yaml", b"zz: 1\nzz: 2\n")))
    assert "yaml-duplicate" in [item.code for item in caught.value.report]


def test_a_language_file_with_a_fault_is_not_written_over(tmp_path: Path) -> None:
    pack = load_pack(put_up(tmp_path, "locale/fr.yaml", b"zz: 1\nzz: 2\n"))
    with pytest.raises(PackError) as caught:
        own_file(pack, "fr")
    assert [item.code for item in caught.value.report] == ["yaml-duplicate"]

"""A pack of which nothing was found need not be read again, until anything that a check looks at is otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from santy_print import checking, folders
from santy_print.starter import new_of_game

CHANGES: dict[str, Callable[[Path], object]] = {
    "a word": lambda root: replace(root / "cards.csv", "Ferry", "\u6c49"),
    "a table that is spoilt": lambda root: (root / "cards.csv").write_text("name,name\nOwl,1\n", "utf-8"),
    "a table more": lambda root: (root / "tiles.csv").write_text("name,name\nOwl,1\n", "utf-8"),
    "the head": lambda root: (root / "pack.yaml").write_text("game: dekc\n", "utf-8"),
    "a file that is nearly called as one": lambda root: (root / "card.yaml").write_text("{}\n", "utf-8"),
    "a layout that nothing asks for": lambda root: (root / "faces" / "crad.yaml").write_bytes(
        (root / "faces" / "card.yaml").read_bytes()
    ),
    "a folder that is nearly called as one": lambda root: (
        (root / "local").mkdir() or (root / "local" / "en.yaml").write_text("language: en\n", "utf-8")
    ),
    "a folder in a folder": lambda root: (
        (root / "art" / "old").mkdir(parents=True)
        or (root / "faces" / "card.yaml").rename(root / "faces" / "card.yaml.txt")
    ),
    "a language that is not listed": lambda root: (root / "locale" / "pl.yaml").write_text("language: pl\n", "utf-8"),
    "what is noted of a language": lambda root: (
        (root / "locale" / "seen").mkdir() or (root / "locale" / "seen" / "zz.yaml").write_text("{}\n", "utf-8")
    ),
    "a link out of the pack to the same bytes": lambda root: (
        (root / "cards.csv").rename(root.parent / "cards.csv")
        and (root / "cards.csv").symlink_to(root.parent / "cards.csv")
    ),
    "a folder in the place of a file": lambda root: (root / "rulebook.md").unlink() or (root / "rulebook.md").mkdir(),
    "nothing there any more": lambda root: (root / "pack.yaml").unlink(),
}


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def sound(folder: Path) -> tuple[Path, Path]:
    """A new deck, and a folder for what is found of it."""
    root = folder / "my-deck"
    new_of_game(root, "deck")
    return root, folder / "kept"


def found(root: Path, cache: Path | None, strict: bool = False) -> list[str]:
    return [item.human() for item in checking.check(str(root), cache=cache, strict=strict).report.sorted()]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_a_sound_pack_is_not_read_again_until_it_changes(
    change: str, strict: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, kept = sound(tmp_path)
    assert found(root, kept, strict) == []
    with monkeypatch.context() as patched:
        patched.setattr(checking, "load_pack", None)
        assert found(root, kept, strict) == []
    CHANGES[change](root)
    anew = found(root, None, strict)
    assert anew
    assert found(root, kept, strict) == anew


def test_whoever_asks_for_the_pack_of_a_sound_one_has_it(tmp_path: Path) -> None:
    root, kept = sound(tmp_path)
    for _ in range(2):
        read = checking.check(str(root), cache=kept).pack
        assert read is not None
        assert read.id == "my-deck"


def test_a_plain_check_says_nothing_of_a_strict_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, kept = sound(tmp_path)
    assert found(root, kept) == []
    monkeypatch.setattr(checking, "_fits", None)
    with pytest.raises(TypeError):
        found(root, kept, strict=True)


def test_a_pack_with_other_words_of_any_game_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, kept = sound(tmp_path)
    assert found(root, kept) == []
    words = tmp_path / "content" / "words" / "locale"
    words.mkdir(parents=True)
    there = folders.data_folder("content") / "words" / "locale"
    for path in there.glob("*.yaml"):
        (words / path.name).write_bytes(path.read_bytes() + b"# otherwise\n")
    monkeypatch.setattr("santy_print.verdicts.data_folder", lambda name: tmp_path / name)
    monkeypatch.setattr(checking, "load_pack", None)
    with pytest.raises(TypeError):
        found(root, kept)

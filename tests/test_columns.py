"""Columns line up as a terminal shows them, and a text that is cut takes exactly its room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from santy_print.columns import aligned, cut, pad, width, wrapped

LETTERS = st.text("aé\u0301ŻжΩ漢 ", max_size=12)


def test_rows_line_up_however_wide_their_letters_are() -> None:
    rows = [["1", "Żaba", "x"], ["10", "漢字", "y"], ["2", "e\u0301", "z"], ["3", "Deck\u00ad", "w"]]
    assert aligned(rows, ">") == [" 1  Żaba  x", "10  漢字  y", " 2  e\u0301     z", " 3  Deck\u00ad  w"]


@given(LETTERS, st.integers(1, 20))
def test_what_is_cut_takes_exactly_its_room_and_says_that_it_is_cut(text: str, size: int) -> None:
    shown = cut(text, size)
    assert width(shown) == size
    assert shown.rstrip().endswith("…") == (width(text) > size)


@given(st.text("aé\u0301漢   ", max_size=30), st.integers(6, 20))
def test_what_is_wrapped_has_all_its_words_within_its_room(text: str, size: int) -> None:
    lines = wrapped(text, size, 4)
    assert all(width(line) <= size for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    if all(width(word) <= size - 4 for word in text.split(" ")):
        assert " ".join(lines).split() == text.split()


def test_a_long_name_goes_on_set_in() -> None:
    assert wrapped(" 1  Ship’s name, except the Viper", 20, 4) == [" 1  Ship’s name,", "    except the Viper"]


@given(LETTERS, st.integers(0, 20), st.sampled_from("<>"))
def test_padding_adds_blanks_and_no_more(text: str, size: int, side: str) -> None:
    padded = pad(text, size, side)
    assert width(padded) == max(size, width(text))
    assert padded.startswith(text) if side == "<" else padded.endswith(text)

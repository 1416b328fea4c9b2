"""A game's side of its rulebook: what it marks is made once, by one method, and what two make is refused."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from santy_print.documents.blocks import Heading, Table
from santy_print.documents.manual import Manual, entry, figure, table
from santy_print.documents.skeleton import Entry


class Stop(Entry):
    """An entry of a kind of its own."""

    kind: Literal["stop"]


def test_what_is_marked_is_known_by_its_name_and_may_be_overridden() -> None:
    class One(Manual):
        @table("worth")
        def worth(self, entry: Any) -> Table:
            return Table(())

        @entry(Stop)
        def stop(self, at: Any, entry: Any) -> Heading:
            return Heading("x")

    class Two(One):
        @figure("fan")
        def fan(self, entry: Any) -> None: ...

        @table("worth")
        def worth(self, entry: Any) -> Table:
            return Table((("1",),))

    assert Two.tables == {"worth": "worth"}
    assert Two.figures == {"fan": "fan"}
    assert Two.entries == {Stop: "stop"}
    assert One.figures == {}
    assert "stop" in str(Two.model().model_json_schema()["$defs"])
    assert "Stop" not in Manual.model().model_json_schema()["$defs"]


def test_a_name_that_two_methods_make_is_refused() -> None:
    with pytest.raises(ValueError, match="'worth' is made twice, by one and other"):

        class Twice(Manual):
            @table("worth")
            def one(self, entry: Any) -> None: ...

            @table("worth")
            def other(self, entry: Any) -> None: ...

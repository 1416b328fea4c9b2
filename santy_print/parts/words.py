"""Words: what the sheets of a part say of themselves, in one language."""

from __future__ import annotations

from collections.abc import Callable

from santy_print.faces import Faces
from santy_print.faces.blame import check_letters
from santy_print.text import Locale, parse_markup


class Words:
    """What the sheets of a part say of themselves in one language; PackError where a text is missing or broken."""

    def __init__(self, faces: Faces, part: str, locale: Locale | None = None) -> None:
        """Ask for all but the legend, which each page has its own of; in the language of the faces, or another."""
        locale = locale or faces.locale
        self._legend: Callable[..., str] = lambda **values: locale.markup("sheet.legend", **values)
        self.game, self.part = locale.plain("game.title"), locale.plain(f"part.{part}")
        self.edition = faces.pack.edition(locale)
        self.credit = locale.plain("game.credits", **faces.pack.head.credits.model_dump())
        self.sides = {side: locale.plain(f"sheet.{side}") for side in ("front", "back")}
        self.ruler = locale.markup("sheet.ruler")
        self._glue: Callable[..., str] = lambda **values: locale.markup("sheet.glue", **values)

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.game} · {self.part}"

    def legend(self, title: str, number: int, of: int) -> str:
        """The line on a sheet."""
        return self._legend(title=title, i=number, n=of)

    def glue(self, number: int, of: int, further: int) -> str:
        """The line on a flap that another sheet is glued upon, so many further on."""
        return self._glue(i=number, n=of, next=number + further)


def check_words(faces: Faces, part: str) -> None:
    """Whether the sheets of a part can say what they say of themselves; PackError where a text is missing or broken."""
    words = Words(faces, part)
    lines = words.ruler, words.legend("", 1, 1), words.glue(1, 2, 1)
    printed = [words.edition, words.part, *words.sides.values(), *lines]
    check_letters(["".join(run.text for run in parse_markup(text)) for text in printed], faces)

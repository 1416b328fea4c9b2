"""Framed: a pack in, pages of their own out that the page shows in a frame: the one to play on, what a game explains.

What is in a frame is kept apart from the page: the page of play runs its own script and can reach nothing else, a
document runs none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from santy_print.serve.jobs import Desk, Done, Refused, reply

if TYPE_CHECKING:
    from santy_print.pack import Pack

HTML = "text/html; charset=utf-8"
PLAY = "frame-ancestors 'self'; sandbox allow-scripts"
"""What the page of play may besides what its own policy says: run its script, and reach nothing of the page around."""
MOST = 8
"""So many pages are held until their frames fetch them."""
QUALITY = "quality"
GAMES, SEED = 20, 1
"""Over so many games quality is measured, from a seed on."""


def play(desk: Desk, given: Any) -> Done:
    """The page to play on, in a language."""
    from santy_print.offline import play_html, policy_of

    pack = desk.pack().checked()
    language = _language(pack, given)
    page = play_html(pack, (language,))
    return _held(desk, Done(HTML, page.encode(), policy=f"{policy_of(page)}; {PLAY}"))


def analysis(desk: Desk, given: Any) -> Done:
    """What a game explains of a pack, by its name, in a language."""
    pack = desk.pack().checked()
    language, name = _language(pack, given), given.get("name")
    make = _makers(pack).get(name) if isinstance(name, str) else None
    if make is None:
        raise Refused("this game explains nothing of that name", "refused.nothing")
    return _held(desk, Done(HTML, make(language).encode()))


def framed(desk: Desk, given: Any) -> Done:
    """A page that was made, for its frame."""
    page = _pages(desk).get(given)
    if page is None:
        raise Refused("it is kept no longer", "refused.lost")
    return page


def _held(desk: Desk, page: Done) -> Done:
    """The name under which a page can be fetched; the oldest make room."""
    name, pages = hashlib.sha256(page.data).hexdigest()[:24], _pages(desk)
    pages.pop(name, None)
    pages[name] = page
    while len(pages) > MOST:
        del pages[next(iter(pages))]
    return reply(name)


def _pages(desk: Desk) -> dict[str, Done]:
    held: dict[str, Done] = desk.kept.setdefault("framed", {})
    return held


def analyses_of(pack: Pack) -> tuple[str, ...]:
    """The names of what can be explained of a pack."""
    return tuple(_makers(pack))


def _makers(pack: Pack) -> Mapping[str, Callable[[str], str]]:
    """What makes each page, given a language: those that the game brings, and its measures of quality."""
    makers = dict(pack.game.analyses(pack))
    return makers | {QUALITY: partial(_quality, pack)} if pack.game.has("quality") else makers


def _quality(pack: Pack, language: str) -> str:
    quality = pack.game.quality(pack)
    return quality.html(quality.measure(GAMES, SEED), language)


def _language(pack: Pack, given: Any) -> str:
    language = given.get("language") if isinstance(given, dict) else None
    if not isinstance(language, str) or language not in pack.locales:
        raise Refused("the pack has no such language", "refused.language")
    return language

"""What the papers say of a set is so: nothing of cards that are not there, nothing that the ships are not held to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from santy_print.documents.rulebook import Rulebook
from santy_print.faces import Faces
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.pack import Pack, load_pack
from tests.packs import LANGUAGES
from tests.placed import texts
from tests.test_overlay import overlay
from tests.thinned import spoken

HEAD = "extends: santy_anno\nid: few\nversion: 1.0\nlanguages: [en]\n"
BARE = {
    "pack.yaml": f"extends: santy_anno\nid: bare\nversion: 1.0\nlanguages: [{', '.join(LANGUAGES)}]\n"
    "laps: []\nrounds: [1, 1]\nexpert_removes: 0\nevent_after: 1\n",
    "events.yaml": 'events: {"*": withdrawn}\n',
    "ships.yaml": "ships: {viper: {colours: {nest: red, sails: red}}, royal: {name: Barmaid}}\n",
    "components.yaml": "parts: {harbour: withdrawn, tokens: withdrawn}\n",
}
NUMBERS = "  number-1: {kind: number, plus: 1, copies: 2}\n  number-3: {kind: number, plus: 3, copies: 2}\n"


HELM = "  helm-clockwise-1: {kind: helm, level: expert, direction: clockwise, steps: 1}\n"


def bare(folder: Path, more: str = "") -> Pack:
    """A set of number cards alone, with ships that are held to nothing else, and no harbour board."""
    cards = f'cards:\n  "*": withdrawn\n{NUMBERS}{more}'
    return load_pack(overlay(folder, {**BARE, "cards.yaml": cards})).checked()


SAID = {
    "en": ("Always in pairs", "crib", "The board goes", "A name, a different one on each.", "The middle of the"),
    "fr": ("Toujours par", "aide-mémoire", "Son plateau va", "Un nom, différent sur chacun.", "Le milieu de la table"),
    "pl": ("Zawsze parami", "ściąga", "Plansza portu", "Nazwa, na każdym statku inna.", "Portem jest środek"),
    "de": (
        "Immer zu zweit",
        "Spickzettel",
        "Hafenplan kommt",
        "Ein Name, auf jedem Schiff ein anderer",
        "Hafen ist die Tischmitte",
    ),
    "cs": ("Vždy ve dvojicích", "tahák", "Plán patří", "Jméno, každá loď má jiné.", "Přístavem je střed stolu"),
    "es": ("Siempre por parejas", "te lo recuerda todo", "El tablero va", "Un nombre, distinto en", "hace de puerto"),
    "it": ("Sempre in coppia", "promemoria", "Il tabellone va", "Un nome, diverso su ognuna.", "Il centro del tavolo"),
    "uk": ("Завжди парами", "шпаргалка", "Поле гавані", "Назва, на кожному кораблі інша.", "Гаванню буде середина"),
}
"""What a rulebook says of the bundled set alone, and what of a bare one."""


@pytest.mark.long
@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_nothing_is_said_of_what_nobody_asked_of_the_ships(tmp_path: Path, language: str) -> None:
    """Number cards ask for numbers alone: colours may come twice, names begin as they like, and there is no board."""
    *usual, name, harbour = SAID[language]
    whole = plain(Rulebook(load_pack("santy_anno").checked(), language).text())
    for more in ("", HELM):
        pack = bare(tmp_path / f"set{len(more)}", more)
        said = plain(Rulebook(pack, language).text())
        assert [word for word in usual if word in said] == []
        assert name in said
        assert harbour in said
        assert said.count(" 0 ") == whole.count(" 0 ")
        sheet = plain(Sheet(pack, language, data=find_answers(pack)).text())
        assert (plain(pack.locales[language].plain("answers.seats-file")) in sheet) == bool(more)
    assert [word for word in usual if word not in whole] == []
    assert name not in whole
    assert harbour not in whole


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        ("", ["Order for element and double cards", "Helm and seasickness: all at once"]),
        ("  double-*: withdrawn\n", ["Order for element cards", "Helm and seasickness: all at once"]),
        ("  element-*: withdrawn\n", ["Order for double cards", "Helm and seasickness: all at once"]),
        ("  helm-*: withdrawn\n", ["Order for element and double cards", "Seasickness: all at once"]),
    ],
)
@pytest.mark.parametrize("storms", [True, False])
def test_the_harbour_names_the_cards_that_there_are(
    tmp_path: Path, cards: str, wanted: Sequence[str], storms: bool
) -> None:
    more = "" if storms else 'events: {"*": withdrawn}\n'
    head = f"{HEAD}rounds: [2, 2]\nlaps: []\nevent_after: 1\nexpert_removes: 0\n"
    root = overlay(tmp_path, {"pack.yaml": head, **({"cards.yaml": f"cards:\n{cards}"} if cards else {}),
                              **({"events.yaml": more} if more else {})})  # fmt: skip
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    said = " ".join(text for text, _ in texts(faces.frame("harbour", {"id": "one"}))).replace("\u00a0", " ")
    first, together = wanted
    if not storms:
        together = "Helm: all at once" if "Helm" in together else ""
    assert first in said
    assert together in said
    assert ("all at once" in said) == bool(together)

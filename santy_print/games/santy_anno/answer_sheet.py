"""Answer sheet: compiled moves in, a sheet for the Bosun out (JSON, text, HTML, PDF). Every cell is derived.

`find_answers` gives plain data, `Sheet` says it in one language, and `as_json`, `as_text`, `as_html` and `as_pdf` write
it down. The columns of a table are the ships: a finger follows a card's line to
the ship a pirate is on and finds there the ship to go to.
"""

from __future__ import annotations

import base64
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError, did_you_mean
from santy_print.documents import Commission, Document, check_said
from santy_print.documents.blocks import Words, plain
from santy_print.documents.fonts import FONTS, Typography, font_families
from santy_print.documents.page import environment, written
from santy_print.documents.pictures import as_files, icons_of
from santy_print.documents.text import COLUMNS, fill, text_table, width
from santy_print.documents.typst import compile_typst, typst_data
from santy_print.documents.words import icons_in
from santy_print.output import write_atomic
from santy_print.palette import ink_on
from santy_print.text import TWIN, escape, item_key

if TYPE_CHECKING:
    from santy_print.faces import Faces, Frame
    from santy_print.pack import Pack
    from santy_print.text import Locale

Data = dict[str, Any]

TEMPLATES = Path(__file__).parent / "documents"
LEVELS = ("basic", "expert", "events")
FORMATS = ("pdf", "html", "text", "json")

ABREAST = 8
"""So many ships stand side by side; more are given in tables of equal width, one under the other."""

HOLD = "\u00a0"
"""A blank where no line may end."""

CELL = 6
"""Columns of a terminal for one ship."""

PAPERS = {"a4": "a4", "letter": "us-letter"}

LABELS = (
    "card", "clockwise", "contents", "corner", "events", "events-lead", "expert", "letter", "number", "order", "seats",
    "ship", "ships", "ships-lead", "stays", "text-lead",
)  # fmt: skip
"""The texts `answers.<label>` that templates use as they are."""


def find_answers(
    pack: Pack, seats: Sequence[str] | None = None, seed: int | None = None, level: str = LEVELS[0]
) -> Data:
    """Every card's moves, for these seats clockwise or the pack's; with a seed, `deal`: the rounds of that game."""
    answers = pack.tool("answers")
    made: Data
    if seed is None:
        made = answers(pack.compiled, seats)
        return made
    deal = pack.tool("deal")(pack.compiled, seed, level, seats)
    made = answers(pack.compiled, deal.pop("seats"))
    return made | {"deal": deal}


# --- the seats --------------------------------------------------------------------------------------------------


def parse_seats(text: str, ships: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The ships clockwise as a person lists them, and all that is wrong with the list."""
    known = {ship.casefold(): ship for ship in ships}
    words = [word.strip() for word in text.split(",")]
    faults = []
    for word in dict.fromkeys(words):
        if not word:
            faults.append("a ship is missing beside a comma")
        elif word.casefold() not in known:
            hint = did_you_mean(word.casefold(), ships)
            faults.append(f"there is no ship `{word}`" + (f"; {hint}" if hint else ""))
    seats = tuple(known[word.casefold()] for word in words if word.casefold() in known)
    count = Counter(seats)
    faults += [f"`{ship}` is listed {count[ship]} times" for ship in count if count[ship] > 1]
    absent = [f"`{ship}`" for ship in ships if ship not in seats]
    if absent:
        faults.append(f"every ship has a seat; not listed: {', '.join(absent)}")
    return seats, faults


# --- the sheet in one language ----------------------------------------------------------------------------------


class Sheet:
    """Says a pack's answers in one language. `made` is plain data, all that a template needs."""

    def __init__(self, pack: Pack, data: Data, language: str) -> None:
        self.pack = pack
        self.locale: Locale = pack.locales[language]
        self.ships = {ship["id"]: _named(ship) for ship in data["ships"]}
        self.items = {kind: {item["id"]: item for item in pack.collections[kind]} for kind in ("boarding", "events")}
        effects = pack.tool("effects")(pack.compiled, data["seats"])
        self.effects, self.sizes = effects["events"], effects["sizes"]
        self.made = self._make(data)

    def _kind(self, kind: str) -> Words:
        """What cards of a kind are called together, or else one of them."""
        many = self.locale.has(f"answers.kinds.{kind}")
        return self.say(f"kinds.{kind}") if many else self.words(f"card.{kind}.name")

    def say(self, key: str, **values: Any) -> Words:
        """A text of the answer sheet."""
        return self.words(f"answers.{key}", **values)

    def words(self, key: str, /, **values: Any) -> Words:
        """A text with its markup; of two languages both on one line."""
        return Words(self.locale.markup(key, **values).replace(TWIN, " · "))

    def _make(self, data: Data) -> Data:
        deal, head = data.get("deal"), self.pack.head
        title = self.say("deal-title", seed=deal["seed"]) if deal else self.say("title")
        rounds = [self._round(item, data) for item in deal["rounds"]] if deal else []
        tables = [] if deal else [*self._kinds(data), *self._drifts()]
        seats = [self.ships[ship] for ship in data["seats"]]
        around = [f"{ship['number']} {ship['name']}" for ship in seats]
        labels = {label.replace("-", "_"): self.say(label) for label in LABELS}
        events = [] if deal else self._orders()
        ends = [name for name in ("ships", "seats", "events") if name != "events" or events]
        seated = "dealt" if deal else "file" if data["seats"] == list(self.ships) else "given"
        return {
            "lang": self.locale.code.partition("+")[0],  # of a pair the first: a document names one language
            "pack": head.id,
            "title": title,
            "name": f"{plain(title)} · {head.id}",
            "lead": self.say("deal-lead") if deal else self.say("lead"),
            "foot": Words(f"{title} · {escape(f'{head.id} {head.version}')}"),
            "labels": labels,
            "contents": [*rounds, *tables, *({"id": name, "title": labels[name]} for name in ends)],
            "rounds": rounds,
            "tables": tables,
            "elements": [_capital(self.locale.noun(element)) for element in data["ships"][0]["colours"]],
            "fleet": self._fleet(data["ships"]),
            "corners": "corners" in self.pack.collections["game"][0]["asks"],
            "seats": [ship | place for ship, place in zip(seats, _around(len(seats)), strict=True)],
            "seats_words": self.say("seats-list", ships=", ".join(around)),
            "seats_note": self.say(f"seats-{seated}") if self.pack.collections["game"][0]["together"] else "",
            "sizes": [self.say("cards", n=size) for size in self.sizes],
            "events": events,
        }

    def icons(self, ink: str = "low") -> dict[str, Frame]:
        """The drawings within its words; PackError where one cannot be drawn."""
        if not any(icons_in(self.made)):
            return {}
        faces = Commission(self.pack, self.locale.code, ink=ink).faces()
        found = icons_of(self.made, faces)
        if not faces.report.ok:
            raise PackError(faces.report)
        return found

    def _fleet(self, ships: Sequence[Data]) -> list[Data]:
        """Each ship with its features and, beside each, the numbers of the ships that share it."""

        def sharing(ship: Data, trait: Callable[[Data], Any]) -> list[int]:
            return [other["number"] for other in ships if other is not ship and trait(other) == trait(ship)]

        def coloured(ship: Data, element: str) -> Data:
            return self._swatch(ship["colours"][element]) | {"partners": sharing(ship, lambda s: s["colours"][element])}

        def corner(ship: Data) -> str:
            key = f"corner.{ship['corner']}"
            return self.locale.plain(key) if self.locale.has(key) else str(ship["corner"])

        return [
            self.ships[ship["id"]]
            | {
                "colours": [coloured(ship, element) for element in ship["colours"]],
                "letter_partners": sharing(ship, lambda s: s["letter"]),
                "corner": ship["corner"],
                "corner_name": corner(ship),
                "corner_partners": sharing(ship, lambda s: s["corner"]),
            }
            for ship in ships
        ]

    def _swatch(self, colour: str, struck: bool = False) -> Data:
        paint = self.pack.head.palette[colour]
        return {
            "name": self.locale.adjective(colour),
            "letter": self.locale.letter(colour),
            "hex": paint.hex,
            "mark": ink_on(paint.hex),
            "pattern": paint.pattern,
            "struck": struck,
        }

    # The tables: cards down, ships across

    def _kinds(self, data: Data) -> Iterator[Data]:
        """A table for each kind of card: kinds as the pack lists them, cards as the harbour lists features (M5)."""
        game = self.pack.collections["game"][0]
        order = [*game["elements"], *game["colours"], *game["letters"]]
        order += [word for card in data["cards"] for word in _words(card["params"]) if word not in order]
        for kind in dict.fromkeys(card["kind"] for card in data["cards"]):
            cards = [(_words(card["params"]), card) for card in data["cards"] if card["kind"] == kind]
            cards.sort(key=lambda pair: [word if isinstance(word, int) else order.index(word) for word in pair[0]])
            grouped = any(len(words) > 1 for words, _ in cards)
            lines = []
            for (words, card), (before, _) in zip(cards, [(cards[0][0], None), *cards], strict=False):
                line = self._card(card, opens=grouped and words[:1] != before[:1])
                lines.append(line | {"moves": card["moves"]})
            yield self._group(kind, self._kind(kind), lines)

    def _drifts(self) -> Iterator[Data]:
        """Where the events move everybody: a table for all that do so after the same cards, by as many seats."""
        alike: dict[tuple[int, int], list[Data]] = {}
        for effect in (each for each in self.effects if each["drift"]):
            drift = effect["drift"]
            line = _line(self._event(effect["id"])) | {"moves": drift["moves"]}
            alike.setdefault((drift["from"], drift["steps"]), []).append(line)
        for number, ((first, steps), lines) in enumerate(alike.items(), 1):
            more = {"steps": steps} if steps > 1 else {}
            note = self.say(f"drift-note{'-steps' if more else ''}", n=first, **more)
            yield self._group(f"drift-{number}" if number > 1 else "drift", self.say("drift"), lines, note=note)

    def _round(self, item: Data, data: Data) -> Data:
        """One round of a dealt game: the ship after every step in the order of resolving, and the true ship."""
        cards = {card["id"]: card for card in data["cards"]}
        lines, before = [], {ship: ship for ship in self.ships}
        for step in item["steps"]:
            if "card" in step:
                line = self._card(cards[step["card"]]) | {"place": f"{step['place']}.", "copies": 1}
            else:
                line = _line(self._event(step["event"]), place="~")
            lines.append(line | {"moves": step["after"], "before": before})
            before = step["after"]
        lines.append(_line(self.say("target"), opens=True, strong=True) | {"moves": before, "before": {}})
        note = self._event(item["event"]) if item["event"] else ""
        places = [step["place"] for step in item["steps"] if "card" in step]
        if places != sorted(places):
            note = self.say("round-event", event=note, order=HOLD.join(map(str, places)))
        title = self.say("round", n=item["round"], cards=len(item["cards"]))
        return self._group(f"round-{item['round']}", title, lines, note=note, trace=True)

    def _group(self, id: str, title: str, lines: Sequence[Data], note: str = "", trace: bool = False) -> Data:
        """A table, in parts where there are many ships."""
        parts = []
        for ships in _abreast(list(self.ships.values())):
            rows = []
            for line in lines:
                before = line.get("before", {ship["id"]: ship["id"] for ship in ships})
                goals = [(ship["id"], line["moves"][ship["id"]]) for ship in ships]
                shown = [self.ships[goal] | {"stays": before.get(start) == goal} for start, goal in goals]
                rows.append({key: line[key] for key in line if key not in ("moves", "before")} | {"goals": shown})
            edges = [i == 0 or ship["letter"] != ships[i - 1]["letter"] for i, ship in enumerate(ships)]
            parts.append({"ships": [s | {"edge": edge} for s, edge in zip(ships, edges, strict=True)], "rows": rows})
        return {"id": id, "title": title, "note": note, "trace": trace, "parts": parts}

    def _card(self, card: Data, opens: bool = False) -> Data:
        """A card's line: its name and, in front, the colours that are on the card."""
        item = self.items["boarding"][card["id"]]
        palette = self.pack.head.palette
        colours = [(key, word) for key in card["params"] for word in _words({key: card["params"][key]})]
        colours = [(key, word) for key, word in colours if str(word) in palette]
        return _line(
            self.words(f"{item_key(item)}.name", **item),
            swatches=[self._swatch(value, struck=key == "struck") for key, value in colours],
            expert=card["level"] == "expert",
            copies=card["copies"],
            opens=opens,
        )

    def _event(self, id: str) -> Words:
        item = self.items["events"][id]
        return self.words(f"{item_key(item, 'event')}.name", **item)

    def _orders(self) -> list[Data]:
        """The order in which the cards take effect under each event; none where they take effect as they lie."""
        return [
            {
                "name": self._event(effect["id"]),
                "copies": effect["copies"],
                "orders": [" ".join(map(str, order)) for order in effect["orders"]]
                if any(order != sorted(order) for order in effect["orders"])
                else [],
            }
            for effect in self.effects
        ]


def _named(ship: Mapping[str, Any]) -> Data:
    """A ship as a table names it, its letter apart from the rest of its name."""
    name, letter = str(ship["name"]), str(ship["letter"])
    at = name.casefold().find(letter.casefold())
    cut = len(letter) if at == 0 else 0
    parts = {"letter": letter, "initial": name[:cut], "rest": name[cut:]}
    return {"id": ship["id"], "number": ship["number"], "name": name, **parts}


def _line(name: str, **more: Any) -> Data:
    """A line of a table; there is nothing special about it but what is said."""
    plain = {"place": "", "swatches": [], "expert": False, "copies": 1, "opens": False, "strong": False}
    return {"name": name, **plain, **more}


def _words(params: Mapping[str, Any]) -> list[Any]:
    """The values of a card's parameters, lists taken apart."""
    return [word for value in params.values() for word in (value if isinstance(value, list) else [value])]


def _abreast(ships: Sequence[Data]) -> list[Sequence[Data]]:
    """Equal shares of the ships, each narrow enough for a page."""
    size = math.ceil(len(ships) / math.ceil(len(ships) / ABREAST))
    return [ships[at : at + size] for at in range(0, len(ships), size)]


def _around(count: int) -> list[Data]:
    """The seats on a circle of radius 1, clockwise from the top; x to the right, y down."""
    angles = [2 * math.pi * index / count for index in range(count)]
    return [{"x": round(math.sin(angle), 4) + 0.0, "y": round(-math.cos(angle), 4) + 0.0} for angle in angles]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- plain text -------------------------------------------------------------------------------------------------


def text_matrix(part: Data, head: str, trace: bool) -> str:
    """A table for a terminal: a card's name, then by ship the number of the ship to go to."""
    room = COLUMNS - CELL * len(part["ships"])
    lines = [
        head.ljust(room) + "".join(str(ship["number"]).rjust(CELL) for ship in part["ships"]),
        " " * room + "".join(_pad(_cut(ship["name"], CELL - 1), CELL) for ship in part["ships"]),
        "-" * COLUMNS,
    ]
    for row in part["rows"]:
        if row["strong"]:
            lines.append("-" * COLUMNS)
        elif row["opens"]:
            lines.append("")
        name = f"{row['place']} {row['name']}{' *' if row['expert'] else ''}{_times(row['copies'])}".lstrip()
        shown = fill(name, rest="  ", columns=room - 1).split("\n")
        cells = "".join(_text_cell(goal, trace).rjust(CELL) for goal in row["goals"])
        lines += [*shown[:-1], _fit(shown[-1], room) + cells]
    return "\n".join(line.rstrip() for line in lines)


def _text_cell(goal: Data, trace: bool) -> str:
    """A cell in plain text: a number, or a dot where the pirate stays."""
    return "·" if goal["stays"] and not trace else str(goal["number"])


def _times(copies: int) -> str:
    return f" ×{copies}" if copies > 1 else ""


def _pad(text: str, size: int) -> str:
    return " " * (size - width(text)) + text


def _fit(text: str, size: int) -> str:
    return text + " " * (size - width(text))


def _cut(text: str, size: int) -> str:
    """The beginning of a name, without a blank at its end."""
    while width(text) > size:
        text = text[:-1]
    return text.rstrip()


def text_fleet(made: Data) -> str:
    """The ships and their partners, for a terminal: a colour by its letter, then the partner's number."""
    labels = made["labels"]
    rows = [[labels["number"], labels["ship"], *made["elements"], labels["letter"]]]
    rows[0] += [labels["corner"]] if made["corners"] else []
    for ship in made["fleet"]:
        colours = [f"{colour['letter']} {_partners(colour['partners'])}" for colour in ship["colours"]]
        ends = [f"{ship['letter']} {_partners(ship['letter_partners'])}"]
        ends += [f"{ship['corner_name']} {_partners(ship['corner_partners'])}"] if made["corners"] else []
        rows.append([str(ship["number"]), ship["name"], *colours, *ends])
    return text_table(rows, indent=0)


def _partners(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def text_round_table(seats: Sequence[Data]) -> str:
    """The seats around a table, drawn with letters; the words below it say the same."""
    rows = max(11, len(seats) // 2 * 2 + 1)
    middle, reach, centre = rows // 2, 24, COLUMNS // 2
    canvas = [[" "] * COLUMNS for _ in range(rows)]
    for row in range(2, rows - 2):
        half = round(13 * math.sqrt(max(0.0, 1 - ((row - middle) / (middle - 1.4)) ** 2)))
        canvas[row][centre - half] = canvas[row][centre + half] = "·"
    for seat in seats:
        name = _cut(f"{seat['number']} {seat['name']}", centre - reach)
        shift = width(name) // 2 if abs(seat["x"]) < 0.2 else width(name) if seat["x"] < 0 else 0
        at = centre + round(seat["x"] * reach) - shift
        canvas[middle + round(seat["y"] * middle)][at : at + len(name)] = name
    return "\n".join("".join(line).rstrip() for line in canvas)


def text_orders(made: Data) -> str:
    """Which event lays the cards how, for a terminal."""
    lines = []
    for event in made["events"]:
        name = event["name"] + _times(event["copies"])
        if event["orders"]:
            lines.append(fill(f"{name}:"))
            lines += [f"  {size}: {order}" for size, order in zip(made["sizes"], event["orders"], strict=True)]
        else:
            lines.append(fill(f"{name}: {made['labels']['order']}"))
    return "\n".join(lines)


# --- written down -----------------------------------------------------------------------------------------------


def as_json(data: Data) -> str:
    """The answers for programs."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_text(sheet: Sheet) -> str:
    """A sheet for a terminal of 80 columns."""
    env = environment("text", TEMPLATES)
    env.filters.update(matrix=text_matrix, fleet=text_fleet, round_table=text_round_table, orders=text_orders)
    text = env.get_template("answers.txt.j2").render(sheet=_plain(sheet.made))
    return text.replace(HOLD, " ").replace("\u202f", " ").rstrip() + "\n"


def as_html(sheet: Sheet) -> str:
    """A sheet as one file that asks nothing of the network and nothing of scripts."""
    from santy_print.documents.html import Writer
    from santy_print.svg import Shared

    fonts = Typography(sheet.pack, (sheet.locale.code.partition("+")[0],))
    shared = Shared(fonts.attributes)
    writer = Writer(sheet.icons(), shared, fonts.languages)
    font = base64.b64encode((FONTS / "PirataOne-Regular.ttf").read_bytes()).decode("ascii")
    made = {**sheet.made, "seats": [seat | _drawn(seat) for seat in sheet.made["seats"]]}
    values = {"sheet": made, "title_font": font, "paint": _paint, "lang": sheet.made["lang"], "shared": shared}
    return written("answers.html.j2", TEMPLATES, writer.inline, values)


def _plain(value: Any) -> Any:
    """The same data without markup."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return plain(value) if isinstance(value, Words) else value


def _drawn(seat: Data) -> Data:
    """A seat of the round table in the picture's units: its porthole and where its name stands."""
    x, y = seat["x"], seat["y"]
    beside = abs(x) >= 0.2
    anchor = "middle" if not beside else "start" if x > 0 else "end"
    place = {"tx": round(x * 72 + math.copysign(16, x), 1), "ty": round(y * 72 + 4.4, 1)}
    if not beside:
        place = {"tx": round(x * 72, 1), "ty": round(y * 92 + 4.4, 1)}
    return {"cx": round(x * 72, 1), "cy": round(y * 72, 1), "anchor": anchor, **place}


def _paint(swatch: Data) -> str:
    """The style of a swatch: its paint, and its pattern in the ink that reads on it."""
    mark = swatch["mark"] + "66"
    drawn = {
        "diagonal": f"repeating-linear-gradient(135deg,{mark} 0 1.5px,transparent 1.5px 5px)",
        "dots": f"radial-gradient(circle,{mark} 1.1px,transparent 1.4px) 0 0/5px 5px",
        "grid": ",".join(
            f"repeating-linear-gradient({turn},{mark} 0 1px,transparent 1px 5px)" for turn in ("0deg", "90deg")
        ),
        "upright": f"repeating-linear-gradient(90deg,{mark} 0 1.2px,transparent 1.2px 4px)",
        "crosshatch": ",".join(
            f"repeating-linear-gradient({turn},{mark} 0 1px,transparent 1px 5px)" for turn in ("45deg", "135deg")
        ),
        "chevrons": ",".join(
            f"linear-gradient({turn},{mark} 22%,transparent 22% 78%,{mark} 78%) 0 0/7px 5px"
            for turn in ("45deg", "-45deg")
        ),
        "bricks": ",".join(
            [f"repeating-linear-gradient(0deg,{mark} 0 1px,transparent 1px 5px)"]
            + [f"linear-gradient({mark},{mark}) {4 * n}px {5 * (n % 2)}px/1px 5px no-repeat" for n in range(4)]
        ),
    }.get(swatch["pattern"])
    return f"color:{swatch['mark']};background:{f'{drawn},' if drawn else ''}{swatch['hex']}"


def as_pdf(sheet: Sheet, paper: str, ink: str = "low") -> bytes:
    """A sheet on paper, tagged for readers, always the same bytes; with `ink` grey without colour."""
    own = sheet.pack.folders("fonts")
    families = font_families(tuple(own))
    fonts = {role: families[stem] for role, stem in sheet.pack.fonts(sheet.locale.code).items() if stem in families}
    source = (TEMPLATES / "answers.typ").read_text(encoding="utf-8")
    values = typst_data({**sheet.made, "paper": PAPERS[paper], "fonts": fonts})
    content = f'#import "style.typ": *\n#let sheet = {values}\n'.encode()
    drawn = as_files(sheet.icons(ink), Typography(sheet.pack, (sheet.made["lang"],)))
    return compile_typst(source, {"sheet.typ": content, **drawn}, own, ink=ink)


def write_answers(sheets: Sequence[Sheet], form: str, out: Path, paper: str = "a4", ink: str = "low") -> Iterator[str]:
    """Write sheets down: yields the names of PDF (on a paper, in an ink) and HTML files, or the text itself."""
    if form == "text":
        yield "\n".join(as_text(sheet) for sheet in sheets).rstrip("\n")
        return
    made = [(sheet, as_pdf(sheet, paper, ink) if form == "pdf" else as_html(sheet)) for sheet in sheets]
    for sheet, content in made:
        path = out / sheet.pack.id / sheet.locale.code / f"answers.{form}"
        write_atomic(path, content)
        yield str(path)


def _asked(pack: Pack, language: str, faces: Faces) -> None:
    _sheet(pack, language, faces)


def _sheet(pack: Pack, language: str, faces: Faces) -> Sheet:
    sheet = Sheet(pack, find_answers(pack), language)
    check_said(sheet.made, faces)
    icons_of(sheet.made, faces)
    return sheet


def _built(asked: Commission) -> dict[str, bytes]:
    faces = asked.faces()
    sheet = _sheet(asked.pack, asked.language, faces)
    if not faces.report.ok:
        raise PackError(faces.report)
    return {"answers.pdf": as_pdf(sheet, asked.paper, asked.ink)}


DOCUMENT = Document(("answers",), _built, _asked)
"""What a build makes of the answers: one PDF in each language."""

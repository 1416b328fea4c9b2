"""Mutators: from a seed, files of every kind spoiled in one to three ways, and the commands they are given to.

Each kind is a bench: it puts up its folder once, spoils some files for a seed (`make`), and puts them back (`tidy`).
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import string
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import yaml
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import Report, SourceFile
from santy_print.faces.sandbox import FILTERS, TESTS
from santy_print.game import seal, unseal
from tests.commands import commands_of
from tests.packs import BUNDLED

Argv = list[str]
KINDS: dict[str, type[Bench]] = {}

ODD = (
    "", '" "', "''", "null", "~", "no", "0x10", "-1", "0", "1e999", "99999999999999999999", "08", "1:30",
    "nan", "[]", "{}", "[a, [b]]", "{a: {b: c}}", "&a x", "*a", "!!python/object x", "<<: {a: b}", "? x",
    "- x", "|", '"', "'", "}", "]", ":", r'"\e]0;x\a"', r'"\u202e"', r'"\u200d"', r'"\ud800"', r'"\0"',
    r'"\x9b31m"', "\u200b", "\u202e", "\u2028", "\ufeff", "\x07", "\x1b[31m", "e\u0301", "🦜", "👨‍👩‍👧",
    "שלום", "می‌خواهم", "Łódź", "ǅ", "ﬀ", "ß", "x" *300, "x" *5_000, "{{ 1/0 }}", "{{ item.nmae }}", "{{",
    "{%", "{x", "{n|a}", "{n|a|b|c|d|e|f|g}", "{{}}", "**", "*", "***a**", r"\*", "{icon:nope}",
    "{icon:coco}", "{letter:colour}", "{Element}", "../../x", "..", ".", "/", "a/b", "a\\b", "a" *260,
    "ż" *200, "%n", "%s", "#d62c1f", "#gg0000", "withdrawn", "?", "red", "hull", "sails: 1", "one", "ships",
    "cards", "rect", "2000", "0.0000001",
)  # fmt: skip
"""What stands where something else was: as it is written in YAML."""
LETTERS = string.ascii_letters + string.digits + " :-[]{}\"'#&*!|>%@`?,\n\t\\" + "éżλЖא中\u200d\u202e\x1b\x00\ufffe"
JUNK = ("---", "%YAML 1.1", "- x", "x: y", "  x: y", "\tx: y", "# x", "x", '"', "{", "[" * 60)
BLANKS = (" ", "\n", "\u00a0", "\u200b", "\t", "\x1b[2J", "{", "*")


class Bench:
    """A folder with what a kind of input needs in it, which is as it was after `tidy`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before: dict[Path, bytes] = {}
        self.looks: dict[Path, tuple[int, int]] = {}

    def warm(self) -> None:
        """Put up the folder, and have done once what every child would have to do."""

    def make(self, rng: random.Random) -> list[Argv]:
        """Spoil something; returns the commands to run."""
        raise NotImplementedError

    def put(self, name: str, data: bytes | str) -> None:
        """Write a file for this input alone."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)

    def remember(self) -> None:
        """Note how everything is."""
        self.looks = self._looks()
        self.before = {path: path.read_bytes() for path in self.looks}

    def tidy(self) -> None:
        """Put everything back, whatever a command did."""
        now = self._looks()
        for path in now.keys() - self.looks.keys():
            path.unlink()
        for path, look in self.looks.items():
            if now.get(path) != look:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self.before[path])
                status = path.stat()
                self.looks[path] = status.st_mtime_ns, status.st_size

    def _looks(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = Path(folder) / name
                status = path.lstat()
                found[path] = status.st_mtime_ns, status.st_size
        return found

    def copy(self, languages: str = "[en]") -> None:
        """A copy of the bundled pack that speaks few languages, as `pack`."""
        if not (self.folder / "pack").exists():
            shutil.copytree(BUNDLED, self.folder / "pack")
        head = self.folder / "pack/pack.yaml"
        text = re.sub(r"(?m)^languages: .*$", f"languages: {languages}", head.read_text("utf-8"))
        head.write_text(text, "utf-8")

    def done(self, *argv: str) -> None:
        """Run a command here, in this process: what it reads stays read."""
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            result = CliRunner().invoke(main, list(argv))
            assert result.exit_code == 0, result.output
        finally:
            os.chdir(here)


def kind(name: str) -> Callable[[type[Bench]], type[Bench]]:
    """Enter a bench under a name."""

    def enter(bench: type[Bench]) -> type[Bench]:
        KINDS[name] = bench
        return bench

    return enter


BUILD = ["build", "pack", "--only", "tokens", "--out", "out", "--no-cache", "-q"]


# Texts


def spoilt_text(rng: random.Random, text: str) -> str:
    """A YAML file with one to three lines, tokens or nodes that are not as they were."""
    if rng.random() < 0.35:
        made = _spoilt_nodes(rng, text)
        if made is not None:
            return made
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice((_spoilt_line, _spoilt_token, _spoilt_token, _spoilt_character))(rng, text)
    return text


def _spoilt_line(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(9)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, lines[at])
    elif way == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif way == 3:
        lines[at] = " " * rng.choice((1, 2, 4, 40)) + lines[at]
    elif way == 4:
        lines[at] = lines[at].lstrip()
    elif way == 5:
        lines[at] = lines[other]
    elif way == 6:
        return "\n".join(lines[:at])
    elif way == 7:
        lines.insert(at, rng.choice(JUNK))
    else:
        lines[at] = lines[at] * rng.choice((2, 50))
    return "\n".join(lines)


def _spoilt_token(rng: random.Random, text: str) -> str:
    tokens = list(re.finditer(r"[\w.#-]+|[^\s\w]", text))
    if not tokens:
        return rng.choice(ODD)
    token = rng.choice(tokens)
    odd = rng.choice(tokens)[0] if rng.random() < 0.2 else rng.choice(ODD)
    return text[: token.start()] + odd + text[token.end() :]


def _spoilt_character(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(LETTERS) + text[at + rng.randrange(2) :]


SPOILERS = (_spoilt_line, _spoilt_token, _spoilt_character)


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: what holds it, and its key or index there."""
    found: list[tuple[Any, Any]] = []
    left = [tree]
    while left:
        node = left.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        found += [(node, key) for key in keys]
        left += [node[key] for key in keys]
    return found


def _spoilt_nodes(rng: random.Random, text: str) -> str | None:
    """The file read, one of its nodes changed, and written again."""
    try:
        tree = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError):
        return None
    found = places(tree)
    if not found:
        return None
    holder, key = rng.choice(found)
    other, its = rng.choice(found)
    way = rng.randrange(8)
    if way == 0:
        del holder[key]
    elif way == 1:
        holder[key] = json.loads(json.dumps(other[its]))
    elif way == 2:
        holder[key] = [holder[key]] * rng.choice((1, 2, 600))
    elif way == 3:
        holder[key] = {rng.choice(("id", "kind", "x", "")): holder[key]}
    elif way == 4:
        for _ in range(rng.choice((3, 60))):
            holder[key] = rng.choice(([holder[key]], {"a": holder[key]}))
    elif way == 5 and isinstance(holder, dict):
        holder[rng.choice((f"{key}x", str(key)[:-1], "", " ", "é", "x" * 70, "1"))] = holder.pop(key)
    elif way == 6 and isinstance(holder[key], str):
        holder[key] = rng.choice((*BLANKS, holder[key] * 40, holder[key][::-1]))
    else:
        holder[key] = rng.choice(ODD)
    return yaml.safe_dump(tree, allow_unicode=bool(rng.randrange(2)), sort_keys=False, width=10_000)


@kind("packs")
class Packs(Bench):
    """A whole pack, or one that extends the bundled one, with a file spoiled."""

    commands = """answers {} --format text; rulebook {} --format text; play {}; ships explain {}; quality {} --games 1
    i18n status {}; check {} --origin; i18n export {} --out out; check {} --format json; answers {} --format json
    check {} --format sarif; build {} --only tokens --out out --no-cache -q; ships repair {} --time-limit 1
    answers {} --format html --out out; new out/new --from {}; preview {} --out x.png --face scuttle"""

    def warm(self) -> None:
        self.copy("[en, fr]")
        head = "extends: santy_anno\nid: mine\nlanguages: [en]\n"
        for name, text in (("pack.yaml", head), ("locale/en.yaml", "texts:\n  card.name.name: Name\n")):
            (self.folder / "over" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "over" / name).write_text(text, "utf-8")
        for pack in ("pack", "over"):
            self.done("check", pack)
        self.done("build", "pack", "--only", "tokens", "--out", "out")
        files = [path.relative_to(self.folder / "pack").as_posix() for path in (self.folder / "pack").rglob("*.yaml")]
        self.files = sorted(name for name in files if Path(name).stem not in ("pl", "de", "cs"))

    def make(self, rng: random.Random) -> list[Argv]:
        pack = rng.choice(("pack", "pack", "over"))
        for _ in range(rng.choice((1, 1, 1, 2))):
            name = rng.choice(self.files)
            text = (self.folder / "pack" / name).read_text("utf-8", "replace")
            if pack == "over" and name in ("pack.yaml", "locale/en.yaml"):
                text = (self.folder / "over" / name).read_text("utf-8", "replace")
            made: bytes | str = spoilt_text(rng, text)
            if rng.random() < 0.04:
                made = str(made).encode(rng.choice(("utf-16", "cp1252", "utf-8-sig")), "replace")
            self.put(f"{pack}/{name}", made)
        out = [["check", pack]]
        if rng.random() < 0.4:
            out.append(rng.choice(re.split("; |\n *", self.commands)).replace("{}", pack).split())
        return out


PROBE = """\
face: {width: 40, height: 40, outline: circle, alt: "{{ t('pack.title') if has('pack.title') else 'x' }}"}
styles:
  big: {font: title, size: 12, min: 7, align: center, valign: middle}
values:
  room: "{{ [20, 30] | max }}"
items:
  - rect: {at: [0, 0], size: ["{{ room }}", 5], fill: "{{ colours[0] }}", radius: 1, dash: ["1", "2"]}
  - circle: {at: [20, 20], r: "{{ index | default(3) }}", stroke: ink, width: "0.4", hatch: none}
  - line: {from: [0, 0], to: ["{{ room / 2 }}", 5], width: 1}
  - path: {d: "M 0 0 L 3 4 Q 1 2 3 3 Z", at: [5, 5], scale: 2, fill: wood}
  - art: {file: "scuttle-front.svg", at: [5, 5], size: [10, 10], turn: 30, flip: "1", pale: "1", show: [], hide: []}
  - text: {value: "**{{ language }}** *a* {{ 'x' ~ room }}", at: [4, 16], size: [30, 8], style: big, colour: ink}
  - use: {layout: coin-back, at: [3, 3], turn: 90, about: [1, 1], give: {x: "{{ 3 }}"}}
  - group:
      at: [2, 2]
      turn: "{{ 45 if room > 3 else 0 }}"
      scale: "0.5"
      clip: [30, 30, 2]
      items:
        - rect: {at: [12, 12], size: ["{{ n }}", 16], fill: white}
          repeat: {over: "range(3)", as: n}
          when: "n is odd or item.id == 'one'"
  - text: {value: "{{ letter(colours[1]) }}", at: [12, 26], size: [16, 8], style: big}
"""
PILE = "parts:\n  tokens: {piles: [{each: one, layout: probe}]}\n"

OPERANDS = (
    "item", "item.id", "item.nmae", "pack", "pack.palette", "colours", "all", "game", "language", "range(3)",
    "range(10**9)", "'x'", "''", "'{'", "' '", "'\\ud800'", "'\\x1b['", "'\\u202e'", "1", "-1", "0", "2.5", "1e308",
    "10**17", "none", "true", "[]", "{}", "[1, 'a', none]", "{'a': 1}", "t", "t('x')", "t('pack.title')", "has",
    "letter", "letter('red')", "plain('x')", "item_key(item)", "over('red')", "over", "drawn('x')", "min()", "max([])",
    "round('x')", "face", "face.width", "face.x", "loop", "self", "''.join", "x", "item.keys()", "all.ships",
    "all['ships'][0]",
)  # fmt: skip
METHODS = """count replace join split splitlines title upper index find startswith partition format encode items keys
values get casefold"""
ARGUMENTS = ("attribute", "start", "d", "reverse", "default", "precision", "by", "x")
BETWEEN = ("+", "-", "*", "/", "//", "%", "**", "~", "==", "<", "in", "not in", "and", "or")
FUNCTIONS = ("t", "has", "letter", "plain", "item_key", "over", "text_width", "drawn", "range", "round", "min", "max")

WRAPPED = ("{{ @ }}", "a {{ @ }}", "{% if @ %}1{% endif %}", "{% for n in @ %}{{ n }}{% endfor %}")


def expression(rng: random.Random, depth: int = 0) -> str:
    """Some expression: most are wrong, many nearly right."""
    if depth > 3 or rng.random() < 0.25:
        return rng.choice(OPERANDS)
    again = [expression(rng, depth + 1) for _ in range(3)]
    arguments = ", ".join(again[: rng.randrange(4)])
    if rng.random() < 0.2:
        arguments = f"{rng.choice(ARGUMENTS)}={again[0]}"
    return rng.choice((
        f"({again[0]}) | {rng.choice(FILTERS)}({arguments})",
        f"({again[0]}) | {rng.choice(FILTERS)}({arguments})",
        f"({again[0]}) | {rng.choice(FILTERS)}",
        f"({again[0]}) is {rng.choice(TESTS[:-6])}",
        f"({again[0]}) is {rng.choice(TESTS[:-6])}({arguments})",
        f"({again[0]}).{rng.choice(METHODS.split())}({arguments})",
        f"({again[0]})[{again[1]}]",
        f"({again[0]})[{again[1]}:{again[2]}]",
        f"({again[0]}) {rng.choice(BETWEEN)} ({again[1]})",
        f"{again[0]} if {again[1]} else {again[2]}",
        f"{rng.choice(FUNCTIONS)}({arguments})",
        f"-({again[0]})",
        f"[{again[0]}, {again[1]}]",
        f"{{{again[0]}: {again[1]}}}",
    ))  # fmt: skip


@kind("layouts")
class Layouts(Bench):
    """A layout that has everything, spoiled, or an expression of any sort in one of its values."""

    def warm(self) -> None:
        self.copy()
        for name, text in (("faces/probe.yaml", PROBE), ("components.yaml", None)):
            path = self.folder / "pack" / name
            path.parent.mkdir(exist_ok=True)
            old = path.read_text("utf-8", "replace") if path.exists() else ""
            path.write_text(text or re.sub(r"(?ms)^  tokens:.*?(?=^  \w|\Z)", PILE.split("\n", 1)[1], old), "utf-8")
        self.done("check", "pack")
        self.done(*BUILD)

    def make(self, rng: random.Random) -> list[Argv]:
        if rng.random() < 0.5:
            self.put("pack/faces/probe.yaml", spoilt_text(rng, PROBE))
        else:
            self.put("pack/faces/probe.yaml", self._expressed(rng))
        if rng.random() < 0.1:
            made = yaml.safe_dump({"each": "one", "layout": f"{{{{ {expression(rng)} }}}}", "copies": rng.choice(ODD)})
            self.put(
                "pack/components.yaml",
                "parts:\n  tokens:\n    piles:\n    - " + made.replace("\n", "\n      "),
            )
        return [BUILD if rng.random() < 0.8 else ["check", "pack"]]

    def _expressed(self, rng: random.Random) -> str:
        tree = yaml.load(PROBE, Loader=yaml.BaseLoader)
        for _ in range(rng.choice((1, 2))):
            said = expression(rng)
            holder, key = rng.choice([(node, at) for node, at in places(tree) if isinstance(node[at], str)])
            holder[key] = said if key in ("when", "over") else rng.choice(WRAPPED).replace("@", said)
        return yaml.safe_dump(tree, sort_keys=False, width=10_000)


# Bytes


def flipped(rng: random.Random, data: bytes, first: int = 0) -> bytes:
    """Bytes with some of them changed, taken out, put in, cut off or doubled."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 30))):
        if len(made) <= first:
            break
        at = rng.randrange(first, len(made))
        way = rng.randrange(7)
        if way <= 2:
            made[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256), made[at] ^ (1 << rng.randrange(8))))
        elif way == 3:
            made[at : at + 4] = struct.pack(
                ">I", rng.choice((0, 1, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF, rng.getrandbits(32)))
            )
        elif way == 4:
            del made[at : at + rng.choice((1, 2, 4, 100))]
        elif way == 5:
            made[at:at] = made[at : at + rng.choice((1, 4, 64))]
        elif rng.random() < 0.3:
            del made[at:]
    return bytes(made)


# Files that come back


@kind("records")
class Records(Bench):
    """The record of a game, changed, most often sealed anew so that it is read to the end."""

    def warm(self) -> None:
        self.copy()
        self.done("play", "pack", "--record", "game.txt", "--level", "events")
        self.done("replay", "game.txt", "--pack", "pack")

    def make(self, rng: random.Random) -> list[Argv]:
        text = (self.folder / "game.txt").read_text("utf-8")
        if rng.random() < 0.2:
            self.put("game.txt", flipped(rng, text.encode()))
        else:
            lines = unseal(SourceFile("game.txt", text), Report())
            for _ in range(rng.choice((1, 1, 3))):
                spoil = rng.choice(SPOILERS)
                lines = spoil(rng, "\n".join(lines)).split("\n")
            usable = [line.encode("utf-8", "replace").decode() for line in lines]
            self.put("game.txt", "".join(f"{line}\n" for line in seal(usable)))
        return [["replay", "game.txt", *rng.choice((["--pack", "pack"], ["--pack", "pack"], []))]]


SAYINGS = (
    r"\e]0;x\a", r"\033[31m", r"\x9b", "\u202e", "\u200d", "\x1b[2J", " ", "{", "{x}", "**", r"\n", r"\\", r"\q",
    "x" * 5000, "{n|a}", r"\u0000",
)  # fmt: skip


RULES = tuple(
    f'"Plural-Forms: {rule}\\n"'
    for rule in (
        "", "nplurals=1; plural=0;", "nplurals=2; plural=(n != 1);", "nplurals=3; plural=n;", "nplurals=0; plural=n/0;",
        "nplurals=9999; plural=n<<n;", f"nplurals=2; plural={'(' * 400}n;", "nplurals=2; plural=n ? 0 : 1 ? n : 7;",
    )
)  # fmt: skip
"""How a PO may say that it counts."""


@kind("po")
class Translations(Bench):
    """A PO or CSV that comes back from a translator, damaged or with odd texts in it."""

    def warm(self) -> None:
        self.copy("[en, fr]")
        for form in ("po", "csv"):
            self.done("i18n", "export", "pack", "--lang", "fr", "--format", form, "--out", ".")
        self.names = [next(self.folder.glob(f"*.{form}")).name for form in ("po", "csv")]
        self.done("check", "pack")

    def make(self, rng: random.Random) -> list[Argv]:
        name = rng.choice(self.names)
        data = (self.folder / name).read_bytes()
        text = data.decode("utf-8-sig")
        way = rng.randrange(4)
        if way == 0:
            self.put(name, flipped(rng, data))
        elif way == 1 and name.endswith("po"):
            found = list(re.finditer(r'(?m)^(msgstr|msgid|msgctxt) ".*"$', text))
            place, odd = rng.choice(found), rng.choice(SAYINGS)
            self.put(name, f'{text[: place.start()]}{place[1]} "{odd}"{text[place.end() :]}')
        elif way == 2 and name.endswith("po"):
            boxes = list(re.finditer(r'(?m)^(msgid_plural|msgstr\[\d\]|"Plural-Forms: )(.*)$', text))
            place = rng.choice(boxes)
            line = rng.choice((
                "", f"{place[0]}\n{place[0]}", f"msgstr[{rng.choice((0, 1, 9, 10))}]{place[2]}", f"msgstr{place[2]}",
                f"msgid_plural{place[2]}", f'{place[1]} "{rng.choice(SAYINGS)}"', rng.choice(RULES),
            ))  # fmt: skip
            self.put(name, text[: place.start()] + line + text[place.end() :])
        else:
            for _ in range(rng.choice((1, 1, 3))):
                text = rng.choice(SPOILERS)(rng, text)
            self.put(name, text)
        for kept in ("pack/locale/fr.yaml", "pack/locale/seen/fr.yaml", "pack/pack.yaml"):
            if (self.folder / kept).is_file():
                self.put(kept, (self.folder / kept).read_bytes())
        return [["i18n", "import", name, "pack", "--lang", "fr"], ["i18n", "status", "pack"]]


FORGED: tuple[Any, ...] = (
    None, -1, 0, 10**400, 1e308, True, "", "x" * 999, "\ud800", "\x1b[2J", [], {}, [[]], {"a": {}}, float("nan"),
    "../x", 10**18,
)  # fmt: skip


@kind("kept")
class Kept(Bench):
    """What the program keeps itself, damaged or forged: printers, manifests, entries of the cache."""

    def warm(self) -> None:
        Layouts(self.folder).warm()
        self.done("build", "pack", "--only", "tokens", "--out", "made", "--cache", "cache", "-q")
        self.manifest = next((self.folder / "made").rglob("manifest.json")).relative_to(self.folder).as_posix()
        self.entries = sorted(
            path.relative_to(self.folder).as_posix() for path in (self.folder / "cache").rglob("*") if path.is_file()
        )
        printer = {"x": {"shift_x": 0.5, "shift_y": 0.0, "angle": 0.1, "scale": 100.0, "scale_y": 99.9}}
        path = self.folder / "config/santy_print/printers.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(printer), "utf-8")

    def make(self, rng: random.Random) -> list[Argv]:
        way = rng.randrange(3)
        if way == 0:
            self._spoil_json(rng, "config/santy_print/printers.json")
            saved = ["proof", "--save-printer", "y", "--angle", "1"]
            return [rng.choice(([*BUILD, "--printer", "x"], ["proof", "--list-printers"], saved))]
        if way == 1:
            self._spoil_json(rng, self.manifest)
            return [[*BUILD, "--since", self.manifest]]
        cached = ["build", "pack", "--only", "tokens", "--out", "out", "--cache", "cache", "-q"]
        for _ in range(rng.choice((1, 3))):
            entry = rng.choice(self.entries)
            data = (self.folder / rng.choice((entry, entry, rng.choice(self.entries)))).read_bytes()
            self.put(entry, data if rng.random() < 0.3 else flipped(rng, data))
        return [cached]

    def _spoil_json(self, rng: random.Random, name: str) -> None:
        text = (self.folder / name).read_text("utf-8")
        if rng.random() < 0.3:
            self.put(name, flipped(rng, text.encode()))
            return
        tree = json.loads(text)
        holder, key = rng.choice(places(tree))
        holder[key] = rng.choice(FORGED)
        self.put(name, json.dumps(tree))


NAMES = (
    "x" *255, "x" *256, "ż" *128, "x" *5000, "a/" *3000, ".", "..", "/", "//", "a/b", "a\\b", "\0", "a\0b",
    "\ud800", "\udc80", "\n", " ", "con", "a.", "\x1b]0;x\a", "\u202e", "~", "~x", "$HOME", "*", "[", "-",
    "--help", "/dev/zero", "/dev/stdin", "/proc/self/mem", "../pack", "santy_anno/", "{", "{{", "%",
)  # fmt: skip


@kind("names")
class Names(Bench):
    """Names of files that no file can have, wherever a pack or a command names one."""

    commands = """check @; replay @; i18n import @ pack; proof @; build pack --only @ -q; check -- @; build @ --out out
    rulebook pack --lang @; i18n add @ pack; new out/@; schema @; build pack --only tokens --since @; play pack --lang @
    preview pack --face @; build pack --printer @ -q; build pack --profile @ -q; build pack --only tokens --cards @ -q
    answers pack --seats @; ships explain @; quality @; play @; i18n status @; i18n export pack --lang @
    replay x --pack @"""

    def warm(self) -> None:
        Layouts(self.folder).warm()

    def make(self, rng: random.Random) -> list[Argv]:
        name = rng.choice(NAMES)
        said = json.dumps(name, ensure_ascii=rng.random() < 0.5)
        word = rng.choice((name, f"{name}.svg", f"{name}.png"))
        file = json.dumps(word, ensure_ascii=rng.random() < 0.5)
        head = "face: {width: 40, height: 40, alt: x}\nitems:\n"
        way = rng.randrange(8)
        items = (f"art: {{file: {file}, at: [1, 1], size: [3, 3]}}", f"use: {{layout: {said}}}",
                 f"image: {{file: {file}, at: [1, 1], size: [3, 3]}}")  # fmt: skip
        if way <= 2:
            self.put("pack/faces/probe.yaml", f"{head}- {items[way]}\n")
        elif way == 3:
            pile = f"{{each: one, layout: {said}, back: {said}}}"
            self.put("pack/components.yaml", f"parts:\n  tokens: {{piles: [{pile}]}}\n")
        elif way == 4:
            self.put("pack/pack.yaml", f"extends: {said}\nid: x\nlanguages: [en]\nfonts: {{title: {said}}}\n")
        elif way == 5:
            text = (self.folder / "pack/pirates.yaml").read_text("utf-8")
            made = re.sub(r"(emblem|art): \S+", lambda found: f"{found[1]}: {file}", text, count=1)
            self.put("pack/pirates.yaml", made)
        elif way == 6:
            head_text = (self.folder / "pack/pack.yaml").read_text("utf-8")
            self.put("pack/pack.yaml", head_text + f"\nfonts: {{title: {said}}}\n")
        elif "\0" not in name and not name.startswith("/dev"):
            usable = "x" if name == "\ud800" else name  # no argument can hold it
            words = rng.choice(re.split("; |\n *", self.commands)).split()
            return [[word.replace("@", usable) for word in words]]
        return [["check", "pack"], BUILD]


@kind("options")
class Options(Bench):
    """Commands with odd values for their options."""

    values = (
        "", " ", "x", "-1", "0", "1", "7", "3,5", "nan", "inf", "1e308", "9" *30, "en", "fr", "en+fr", "pseudo",
        "red,blue", "viper", "10x10", "a4", "\x1b[31m", "\udc80", "\u202e", "x" *300, "*", "{}", "é", "list",
        "events", "expert", "text", "json", "html", "ship,ship",
    )  # fmt: skip
    never = """watching cache out write record help save_printer forget_printer overlay folder""".split()  # noqa: SIM905

    def warm(self) -> None:
        self.copy()
        self.done("check", "pack")

    def make(self, rng: random.Random) -> list[Argv]:
        group: click.Command = main
        argv: Argv = []
        while isinstance(group, click.Group):
            commands = commands_of(group)
            name = rng.choice(sorted(commands))
            argv, group = [*argv, name], commands[name]
        for param in group.params:
            if isinstance(param, click.Argument):
                argv.append("pack" if param.name == "pack" else rng.choice(self.values))
            elif isinstance(param, click.Option) and param.name not in self.never and rng.random() < 0.25:
                known = isinstance(param.type, click.Choice) and rng.random() < 0.8
                value = rng.choice(
                    sorted(param.type.choices) if isinstance(param.type, click.Choice) and known else self.values
                )
                argv += [rng.choice(param.opts)] if param.is_flag else [rng.choice(param.opts), value]
        if argv[0] == "preview":
            argv += ["--face", "scuttle"]  # all of them take longer than an input may
        if argv[0] == "ships" and "--time-limit" not in argv and argv[1] != "explain":
            argv += ["--time-limit", "1"]
        return [argv]

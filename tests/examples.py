r"""Packs with faults, written down so that a person can read them: for `tests/bad/` and `docs/diagnostics.md`.

An example is a text of sections. Each begins with a line that says what it does to a copy of the bundled pack:

    #: ships.yaml                              the lines below are the whole file
    #: ships.yaml, instead of "    number: 6"  the lines below replace the first line that reads so
    #: ships.yaml, after "ships:"              the lines below are put after the first line that reads so
    #: ships.yaml, in cp1250                   the whole file, in that encoding
    #: ships.yaml, with escapes                the whole file; \x00 and \u2028 stand for what cannot be typed
    #: ships.yaml, missing                     no such file; also: a folder, a link out, too large, 60 MB
    #$ santy build my-pack --only cards        the command to run; `santy check my-pack` where none is given
    #@ NAME                                    a copy of this bundled pack instead of the first game's

Spaces around a sought line do not count. What must be found is annotated in place, under its line:

    #! 13 error schema-value a whole number        column, severity, code, a part of the message or of a hint
    #! cards.yaml:4:24 error card-no-target ...    somewhere else
    #! - error file-missing ...                    without a place
    #! * error card-two-targets                    at least one of these, anywhere

Nothing else may be found. Annotations are not part of the file that is made, so its lines are counted without.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from santy_print.cli import main
from santy_print.diag import Diagnostic, PackError
from santy_print.pack import load_pack
from tests.packs import BUNDLED, FEW, few_languages

PACK = "my-pack"
_SECTION = re.compile(r"#: (?P<file>[^\s,]+)(?:, (?P<how>.*))?$")
_EXPECTED = re.compile(r"\s*#! (?P<place>\S+) (?P<severity>error|warning|notice) (?P<code>[a-z-]+)(?: (?P<part>.*))?$")


@dataclass(frozen=True)
class Expected:
    """One diagnostic that must be found; `file` and the rest are None where any place will do."""

    place: str
    severity: str
    code: str
    part: str


@dataclass
class Example:
    """A text as described above, taken apart."""

    sections: list[tuple[str, str, list[str]]] = field(default_factory=list)
    command: str = f"santy check {PACK}"
    copied: Path = BUNDLED
    expected: list[Expected] = field(default_factory=list)

    @classmethod
    def parse(cls, text: str) -> Example:
        """Take an example apart; the annotations get their places when it is put up."""
        made = cls()
        for line in text.rstrip("\n").split("\n"):
            match = _SECTION.match(line)
            if match:
                made.sections.append((match["file"], match["how"] or "", []))
            elif line.startswith("#$ "):
                made.command = line[3:]
            elif line.startswith("#@ "):
                made.copied = BUNDLED.parent / line[3:]
            elif made.sections:
                made.sections[-1][2].append(line)
            elif line.strip():
                raise ValueError(f"an example begins with `#: FILE`, not with {line!r}")
        return made

    def put_up(self, folder: Path) -> Path:
        """Make the pack; returns its folder."""
        root = folder / PACK
        few_languages(Path(shutil.copytree(self.copied, root, symlinks=True)), self._languages)
        for name, how, lines in self.sections:
            self._put(root, name, how, lines)
        return root

    @property
    def _languages(self) -> tuple[str, ...]:
        """What the pack speaks: English alone, which is read and checked soonest, unless others are named."""
        written = "\n".join([self.command, *(line for name, _, lines in self.sections for line in (name, *lines))])
        return FEW if re.search(r"\b(fr|pl|de|locale|lang)\b", written) else ("en",)

    def _put(self, root: Path, name: str, how: str, written: list[str]) -> None:
        path = root / name
        lines = [line for line in written if not line.lstrip().startswith("#! ")]
        body = "\n".join(lines) + "\n" if lines else ""
        sought = re.match(r"(instead of|after) \"(.*)\"$", how)
        if sought:
            whole = path.read_text(encoding="utf-8").split("\n")
            at = next((n for n, line in enumerate(whole) if line.strip() == sought[2].strip()), None)
            if at is None:
                raise ValueError(f"{name} has no line {sought[2]!r}")
            at += sought[1] == "after"
            whole[at : at + (sought[1] == "instead of")] = lines
            path.write_text("\n".join(whole), encoding="utf-8")
            self._expect(name, written, at)
            return
        self._expect(name, written, 0)
        path.parent.mkdir(parents=True, exist_ok=True)
        if how == "missing":
            path.unlink()
        elif how == "a folder":
            path.unlink()
            path.mkdir()
        elif how == "a link out":
            path.unlink()
            (root.parent / "elsewhere").write_text("a: b\n")
            path.symlink_to(root.parent / "elsewhere")
        elif how == "too large":
            path.write_text("# a line that says nothing\n" * 100_000)
        elif how == "60 MB":
            path.unlink()
            with path.open("wb") as stream:
                stream.truncate(60_000_000)
        elif how == "with escapes":
            path.write_text(re.sub(r"\\[xu]([0-9A-F]{4}|[0-9A-F]{2})", lambda m: chr(int(m[1], 16)), body), "utf-8")
        elif how.startswith("in "):
            path.write_text(body, encoding=how[3:])
        elif how == "":
            path.write_text(body, encoding="utf-8")
        else:
            raise ValueError(f"an example cannot say {how!r}")

    def _expect(self, name: str, lines: list[str], at: int) -> None:
        for line in lines:
            if not line.lstrip().startswith("#! "):
                at += 1
                continue
            match = _EXPECTED.match(line)
            if not match:
                raise ValueError(f"this annotation cannot be read: {line}")
            place = f"{name}:{at}:{match['place']}" if match["place"].isdecimal() else match["place"]
            self.expected.append(Expected(place, match["severity"], match["code"], match["part"] or ""))

    def run(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
        """Put the pack up in a folder and run the command there."""
        self.put_up(folder)
        monkeypatch.chdir(folder)
        words = shlex.split(self.command)
        assert words[0] == "santy"
        return CliRunner().invoke(main, words[1:])

    def missed(self, root: Path) -> list[str]:
        """What was expected and not found, and what was found and not expected."""
        try:
            found = list(load_pack(root).report)
        except PackError as fault:
            found = list(fault.report)
        return compare(self.expected, found, root)


def compare(expected: list[Expected], found: list[Diagnostic], root: Path) -> list[str]:
    """The differences, one line each."""
    out = []
    left = list(found)
    for want in expected:
        hits = [item for item in left if _fits(want, item, root)]
        if not hits:
            out.append(f"not found: {want.place} {want.severity} {want.code} {want.part}")
        for item in hits if want.place == "*" else hits[:1]:
            left.remove(item)
    return out + [f"not expected: {_place(item, root)} {item.short()}" for item in left]


def _place(item: Diagnostic, root: Path) -> str:
    if item.span is None:
        return "-"
    return f"{item.span.file.name.removeprefix(root.as_posix() + '/')}:{item.span.line}:{item.span.col}"


def _fits(want: Expected, item: Diagnostic, root: Path) -> bool:
    said = "\n".join([item.message, *item.hints])
    return (
        want.place in ("*", _place(item, root))
        and (want.severity, want.code) == (item.severity, item.code)
        and want.part in said
    )


@dataclass(frozen=True)
class Section:
    """One code's section in `docs/diagnostics.md`."""

    code: str
    meaning: str
    example: str
    output: str


_DOC = re.compile(
    r"^### `(?P<code>[a-z-]+)`\n\n(?P<meaning>[^\n]+)\n\n```yaml\n(?P<example>.*?)```\n\n```text\n(?P<output>.*?)```\n",
    re.MULTILINE | re.DOTALL,
)


def documented(text: str) -> list[Section]:
    """The sections of the document that have an example."""
    return [Section(m["code"], m["meaning"], m["example"], m["output"]) for m in _DOC.finditer(text)]


def first_block(output: str, code: str) -> str:
    """The first diagnostic of a code in the output of a command."""
    lines = output.split("\n")
    for number, line in enumerate(lines):
        if line.endswith(f"({code})"):
            rest = takewhile(lambda more: more.startswith("  "), lines[number + 1 :])
            return "\n".join([line, *rest]) + "\n"
    return ""

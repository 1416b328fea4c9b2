"""Source: a YAML file in, nodes with spans out. No scalar has a type until a field gives it one.

PyYAML supplies the events; its YAML 1.1 resolver (`no` is False, `010` is 8, `1:30` is 90) never runs.
Anchors, tags, duplicate keys and several documents are errors, all of them reported in one run; a syntax
error does not hide the next one.
"""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import yaml

from santy_print.diag import STEERS, Diagnostic, Report, SourceFile, Span, register
from santy_print.output import read_plain

MAX_BYTES = 2_000_000
MAX_NODES = 100_000
MAX_DEPTH = 40
MAX_EFFORT = 6_000_000
"""So many characters are parsed for one file at most, all attempts after syntax errors together."""

register("file-missing", "a file that must be there cannot be found")
register("file-unreadable", "a file is there but cannot be read")
register("file-too-large", "a file is larger than a pack may hold")
register("yaml-encoding", "a file is not UTF-8")
register("yaml-character", "a character that cannot be seen or that YAML does not allow")
register("yaml-empty", "a file holds nothing")
register("yaml-top", "a file holds a list or a text where `key: value` lines are wanted")
register("yaml-syntax", "the YAML cannot be read")
register("yaml-tab", "a tab stands where only spaces may")
register("yaml-anchor", "an anchor or alias is used; a pack says things in full")
register("yaml-merge", "a merge key `<<` is used; a pack says things in full")
register("yaml-tag", "a tag is used; values have no types but those of their field")
register("yaml-duplicate", "a key stands twice in one mapping")
register("yaml-key", "a key is not a single text")
register("yaml-pair", "a `key: value` stands in a list in brackets without braces or quotes")
register("yaml-continued", "a line looks like a list item but continues the text above it")
register("yaml-hash", "a # after one space: text or comment?")
register("yaml-document", "more than one document in a file")
register("yaml-too-deep", "nesting or size beyond what a pack may hold")
# Told by all that read files, of which none imports the others:
register("schema-unknown", "a key that means nothing here")
register("schema-choice", "a value that is not one of the known ones")
register("schema-value", "a value of the wrong kind")
register("locale-markup", "bold or italic begins in a text and does not end")

Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text; `plain` where it stood without quotes, `bad` where it only holds the place of a wrong value."""

    text: str
    span: Span
    plain: bool = True
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its place, and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Map:
    """A mapping in file order."""

    entries: dict[str, Entry]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        entry = self.entries.get(key)
        return entry.value if entry else None


Node = Scalar | Seq | Map


def read_text(path: Path, name: str, report: Report, depth: int = 0, most: int = MAX_BYTES) -> SourceFile | None:
    """Read a UTF-8 file of a pack so deep below the one asked for; report why where it cannot be read.

    It holds so many bytes at `most`.
    """
    try:
        if not path.is_file():
            if path.is_dir():
                report.error("file-unreadable", f"{name} is a folder; a file is wanted")
            elif path.exists():
                report.error("file-unreadable", f"{name} is not a plain file")
            else:
                hint = "the link leads nowhere" if path.is_symlink() else _near_file(path)
                report.error("file-missing", f"{name} is not there", None, hint)
            return None
        data = read_plain(path, most)
    except OSError as fault:
        if fault.errno == errno.EFBIG:
            report.error("file-too-large", f"{name} holds more than {most // 1000} kB")
        else:
            report.error("file-unreadable", f"{name} cannot be read: {fault.strerror or fault}")
        return None
    return decode(data, name, report, depth)


def _near_file(path: Path) -> str:
    """A hint where the folder holds a file with nearly this name."""
    try:
        entries = list(path.parent.iterdir()) if path.parent.is_dir() else []
    except OSError:
        return ""
    stems = [entry.stem for entry in entries if entry.suffix.lower() == path.suffix.lower()]
    near = get_close_matches(path.stem, stems, n=1) if len(stems) <= 2000 else []
    return f"did you mean `{near[0]}{path.suffix}`?" if near else ""


def decode(data: bytes, name: str, report: Report, depth: int = 0) -> SourceFile | None:
    """Bytes in, text out: a BOM is taken off, line ends become one, a byte that is no UTF-8 is reported.

    A text with a few wrong bytes goes on as its writer most likely saw it, so that its other faults show too.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        report.error("yaml-encoding", f"{name} is UTF-16", None, "save it as UTF-8 in your editor")
        return None
    text = data.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    bad = [match.start() for match in _UNDECODED.finditer(text)]
    steering = sum(1 for _ in STEERS.finditer(text)) - len(bad)
    if len(bad) > 40 + len(text) // 5 or text.count("\0") > len(text) // 20 + 5 or steering > 1_000 + len(text) // 50:
        report.error("yaml-encoding", f"{name} is not a text file", None, "is it a picture or an archive?")
        return None
    if not bad:
        return SourceFile(name, text, depth)
    shown = _UNDECODED.sub(lambda m: bytes([ord(m[0]) - 0xDC00]).decode("cp1250", "replace"), text)
    file = SourceFile(name, shown, depth)
    for offset, more in _one_per_line(file, bad):
        byte = ord(text[offset]) - 0xDC00
        also = f", and {more} more on this line" if more else ""
        what = f"the byte 0x{byte:02X} (in Windows-1250 `{shown[offset]}`)"
        report.error(
            "yaml-encoding",
            f"{name} is not UTF-8: {what} stands here{also}",
            file.at(offset),
            "save the file as UTF-8 in your editor",
        )
    return file


def _one_per_line(file: SourceFile, offsets: list[int]) -> Iterator[tuple[int, int]]:
    """The first offset on each line, and how many more there are on it."""
    first = last = 0
    for number, offset in enumerate(offsets):
        if not number or file.text.find("\n", offsets[last], offset) >= 0:
            if number:
                yield offsets[first], last - first
            first = number
        last = number
    if offsets:
        yield offsets[first], last - first


def load_yaml(path: Path, name: str, report: Report, depth: int = 0) -> Map | None:
    """Read a YAML file whose top level is a mapping; report everything wrong with it."""
    file = read_text(path, name, report, depth)
    return parse_yaml(file, report) if file else None


MAX_PARSED = 300
"""Of so many files the nodes are kept, as they were parsed last."""
_PARSED: dict[tuple[str, int], tuple[SourceFile, Map | None, tuple[Diagnostic, ...]]] = {}


def parse_yaml(file: SourceFile, report: Report) -> Map | None:
    """Turn a text into nodes; report everything wrong with it. None where it could not be read whole.

    The nodes of a text are the same ones each time it is parsed: whoever loads a pack again and again, as its files
    are saved, parses what was changed. Nobody changes nodes.
    """
    known = _PARSED.pop((file.name, file.depth), None)
    if known is None or known[0] != file:
        found = Report()
        known = file, _parse(file, found), tuple(found)
    _PARSED[file.name, file.depth] = known
    if len(_PARSED) > MAX_PARSED:
        del _PARSED[next(iter(_PARSED))]
    report.extend(known[2])
    return known[1]


def _parse(file: SourceFile, report: Report) -> Map | None:
    node = _Builder(file, report).run()
    if node is None or isinstance(node, Map):
        return node
    if isinstance(node, Scalar) and not node.text:
        report.error("yaml-empty", f"{file.name} is empty", None, "`key: value` lines are wanted")
        return None
    what = "a list" if isinstance(node, Seq) else "one text"
    report.error("yaml-top", f"{file.name} holds {what}; `key: value` lines are wanted", node.span)
    return None


class _TooBig(Exception):
    """Beyond the bounds, at a place."""

    def __init__(self, span: Span) -> None:
        self.span = span


_UNDECODED = re.compile("[\udc80-\udcff]")
_UNSEEN = re.compile(
    "[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2061-\u2064\u206a-\u206f\u3164\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
"""What takes no room on the line and is no letter: some languages need one or two of these to be written at all."""
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_WIDE = re.compile(f"[{_SPACES}]")
_ODD_INDENT = re.compile(rf"^ *[{_SPACES}][ {_SPACES}]*(?=- |[\w.-]+:(?: |$)|\"[^\"]*\":(?: |$)|'[^']*':(?: |$))", re.M)
_ITEM = re.compile(r" *(?:- +)+")
_KEY_COLON = re.compile(r":(?= |$)")
_TEXT_COLON = re.compile(r"(?<= ):(?= |$)")
_QUOTED_KEY = re.compile(r"""("[^"\\]*"|'[^']*') *(?=:)""")
_OPENS = re.compile(r" *(?:- +)*(?:[^\s#'\"]+:? +)?[\[{]")
_BARE_VALUE = re.compile(r"([{,] *[\w.-]+: +)([^\s\"'\[\]{},#&*!|>%@`:][^\"'\[\]{},]*)")
_WORD_COLON = re.compile(r"(?<= ):(?= )")
_BARE = re.compile(r"[^\"'\[\]{},#]*")
_KEPT_KEY = re.compile(r" *(?:- +)*[\w.-]+:(?= |$)")
_BLANK = re.compile(r"([:,\[] +|\[)\?")
_APOSTROPHE = re.compile(r"'[^']*\w'(?=\w)")
_HAS_VALUE = re.compile(r" *(?:- +)*[\w.-]+: +[^\s#]")
_NO_SPACE = re.compile(r" *(?:- +)*([A-Za-z][\w-]*):([^\s:/].*)$")
_BARE_HASH = re.compile(r"[:\[,{] +(#[0-9a-zA-Z]+)")
_NO_TEXT = "\"'[]{}#&*!|>%@`"
_STAND_INS = range(0xE000, 0xF8FF)


class _Builder:
    """One file on its way to nodes.

    A colon after a space is text where a person reads it as text (`Règles du jeu : La Lagune`). YAML has it
    end a key, so for the parser it is exchanged for a stand-in, a character that the file does not hold, and
    put back after. Everything keeps its place, so spans need no correction. So is a `?` that begins a value: a blank
    that somebody wants filled, where YAML would see the mark of a key.
    """

    def __init__(self, file: SourceFile, report: Report) -> None:
        self.file = file
        self.report = report
        self.found = Report()
        self.count = 0
        text = self._indented(self._allowed(file.text))
        free = (chr(code) for code in _STAND_INS if chr(code) not in text)
        self.stand_in, self.blank = next(free, "\ufffd"), next(free, "\ufffd")
        self.lines = self._exchanged(text.split("\n"))

    def run(self) -> Node | None:
        """Parse; after a syntax error set its line aside and go on. None where there was one."""
        node, failed, aside_until, effort = None, False, -1, MAX_EFFORT
        while effort >= 0:
            self.found, self.count = Report(), 0
            text = "\n".join(self.lines)
            effort -= len(text) + 1000
            try:
                node = self._document(iter(yaml.parse(text, Loader=Loader)))
                break
            except yaml.MarkedYAMLError as fault:
                if self._mend(fault):
                    continue
                failed = True
                if "nesting depth" in str(fault.problem):
                    mark = fault.problem_mark
                    self._too_big(self._at(_line_of(fault), mark.column if mark else 0))
                    break
                if _line_of(fault) > aside_until:
                    self._syntax(fault)
                last = self._set_aside(fault, aside_until)
                if last is None:
                    break
                aside_until = max(aside_until, last)
            except (yaml.YAMLError, RecursionError):  # not known to occur after `_allowed` and the bounds
                self.report.error("yaml-syntax", f"{self.file.name} cannot be read as YAML", self._at(0, 0))
                failed = True
                break
            except _TooBig as fault:
                self._too_big(fault.span)
                failed = True
                break
        else:
            failed = True
            message = f"{self.file.name} has more faults than can be looked for"
            self.report.error("yaml-too-deep", message, self._at(0, 0))
        self.report.extend(self.found)
        return None if failed else node

    def _too_big(self, span: Span) -> None:
        message = f"{self.file.name} nests too deeply or holds too many values"
        hint = f"at most {MAX_DEPTH} levels and {MAX_NODES} values"
        self.report.error("yaml-too-deep", message, span, hint)

    def _allowed(self, text: str) -> str:
        """The text without what YAML does not allow, which is reported; each is exchanged for `\ufffd`."""
        offsets = [match.start() for match in STEERS.finditer(text)]
        for offset, more in _one_per_line(self.file, offsets):
            _tell_character(text[offset], self.file.at(offset), self.report, more)
        return STEERS.sub("\ufffd", text) if offsets else text

    def _indented(self, text: str) -> str:
        """The text with plain spaces where a `key:` or a list item is indented with others, which is reported.

        They come with what is copied from a page or a word processor, and look alike.
        """
        if not _WIDE.search(text):
            return text
        for match in list(_ODD_INDENT.finditer(text)):
            char = _WIDE.search(match[0])
            at = match.start() + (char.start() if char else 0)
            name = unicodedata.name(text[at]).lower()
            message = f"U+{ord(text[at]):04X} stands here, a {name}; YAML is indented with plain spaces only"
            self.report.error("yaml-character", message, self.file.at(at), "replace it by a plain space")
            text = f"{text[: match.start()]}{' ' * len(match[0])}{text[match.end() :]}"
        return text

    def _exchanged(self, lines: list[str]) -> list[str]:
        """The lines with stand-ins for colons that are surely text; those in brackets wait for `_mend`.

        Where this takes a line of a quoted or block text for something else, no harm is done: all are put
        back.
        """
        out, depth = [], 0
        for line in lines:
            opened = depth > 0 or bool(_OPENS.match(line))
            if "?" in line:
                line = _BLANK.sub(rf"\1{self.blank}", line)
            if " :" in line:
                line = self._exchange_in_brackets(line) if opened else self._exchange(line)
            out.append(line)
            if opened:
                bare = re.sub(r"\"[^\"]*\"|'[^']*'|(?:^| )#.*", "", line)
                depth += sum(bare.count(c) for c in "[{") - sum(bare.count(c) for c in "]}")
                depth = max(depth, 0)
        return out

    def _exchange_in_brackets(self, line: str) -> str:
        """In `{a: b : c}` the second colon can only be text."""
        return _BARE_VALUE.sub(lambda pair: pair[1] + _WORD_COLON.sub(self.stand_in, pair[2]), line)

    def _exchange(self, line: str) -> str:
        item = _ITEM.match(line)
        start = item.end() if item else len(line) - len(line.lstrip(" "))
        quoted = _QUOTED_KEY.match(line, start)
        if not quoted and (start >= len(line) or line[start] in _NO_TEXT):
            return line
        key = _KEY_COLON.search(line, quoted.end() if quoted else start)
        if item and not quoted:
            key = next((m for m in _KEY_COLON.finditer(line, start) if line[m.start() - 1] != " "), None)
        value = start
        if key:
            value = len(line) - len(line[key.end() :].lstrip(" "))
            if value >= len(line) or line[value] in _NO_TEXT:
                return line
            if item and not quoted and _TEXT_COLON.search(line, start, key.start()):
                return line
        elif not item:
            return line
        return line[:value] + _TEXT_COLON.sub(self.stand_in, line[value:])

    def _mend(self, fault: yaml.MarkedYAMLError) -> bool:
        """Take the colon at the fault for text, where it follows a space and its line has had its key.

        So are those that follow it in the same text: one by one each would take another reading of the file.
        """
        mark, problem = fault.problem_mark, str(fault.problem)
        if mark is None or ("mapping values are not" not in problem and "expected ',' or" not in problem):
            return False
        line = self.lines[mark.line] if mark.line < len(self.lines) else ""
        match = _TEXT_COLON.match(line, mark.column)
        if not match or not _KEY_COLON.search(line, 0, mark.column):
            return False
        text = _BARE.match(line, mark.column)
        end = text.end() if text else mark.column + 1
        mended = _TEXT_COLON.sub(self.stand_in, line[mark.column : end])
        self.lines[mark.line] = line[: mark.column] + self.stand_in + mended[1:] + line[end:]
        return True

    def _set_aside(self, fault: yaml.MarkedYAMLError, aside_until: int) -> int | None:
        """Blank the line of a fault; return the last line that may suffer from it, or None to give up."""
        number = min(_line_of(fault), len(self.lines) - 1)
        culprit = self._culprit(fault)
        if number <= aside_until:  # a consequence: the rest of that block goes too
            span = range(number, aside_until + 1)
        elif self.lines[culprit].strip():
            span = range(culprit, culprit + 1)
        else:
            span = range(number, number + 1)
        if not any(self.lines[n].strip() for n in span):
            return None
        first, last = self.lines[span[0]], span[-1]
        indent = len(first) - len(first.lstrip(" "))
        for n in span:
            self.lines[n] = " " * len(self.lines[n])
        key = _KEPT_KEY.match(first)
        if key and first[key.end() :].strip():  # without its value the line keeps its block together
            self.lines[span[0]] = key[0]
        elif culprit < number and not key and "mapping values" in str(fault.problem):
            self.lines[culprit] = first.rstrip() + ":"
        while last + 1 < len(self.file.lines):
            line = self.file.lines[last + 1]
            if line.strip(" ]},") and not line.startswith(" " * (indent + 1)):
                break
            last += 1
        return last

    def _culprit(self, fault: yaml.MarkedYAMLError) -> int:
        """The line that has to be mended, counted from 0: not always the line where the parser gave up."""
        number = min(_line_of(fault), len(self.lines) - 1)
        problem = str(fault.problem)
        context = fault.context_mark
        if context is not None and any(part in problem for part in _AT_CONTEXT):
            return min(context.line, len(self.lines) - 1)
        if "mapping values" in problem and fault.problem_mark is not None:
            line = self.lines[number]
            if not _KEY_COLON.search(line, 0, fault.problem_mark.column):
                indent = len(line) - len(line.lstrip(" "))
                for above in range(number - 1, -1, -1):
                    other = self.lines[above]
                    if other.strip() and not other.lstrip().startswith("#"):
                        return above if len(other) - len(other.lstrip(" ")) < indent else number
        return number

    def _syntax(self, fault: yaml.MarkedYAMLError) -> None:
        """Report a fault of the syntax where a person would mend it, in a person's words."""
        mark = fault.problem_mark or fault.context_mark
        problem = str(fault.problem or fault.context or "it cannot be read")
        number, column = (mark.line, mark.column) if mark else (0, 0)
        here = self.file.lines[number] if number < len(self.file.lines) else ""
        if "\t" in here[: column + 1] or "tab character" in problem:
            message = "a tab stands here; YAML is indented with spaces only"
            self.report.error("yaml-tab", message, self._at(number, here.find("\t")), "replace it by spaces")
            return
        if self._colon_or_hash(problem, number):
            return
        code, message, hint = _say(problem, str(fault.context), here[column : column + 1])
        span = self._at(number, column)
        culprit = self._culprit(fault)
        if "mapping values" in problem and culprit != number:
            message = "a `key: value` line stands under this one, but this one does not end in a colon"
            hint = "end it with a colon, or give the next line the same indentation"
            span = self._text_of(culprit)
            above = self.file.lines[culprit]
            if _HAS_VALUE.match(above):
                message = "this line is indented further than the one above, which has its value already"
                hint = f"begin it in column {len(above) - len(above.lstrip(' ')) + 1}, as line {culprit + 1} does"
                span = self._text_of(number)
        elif "expected ':'" in problem:
            span = self._text_of(culprit)
        elif "expected key" in problem and not here[:column].strip():
            code, message, hint = _say_line(here.strip())
            span, first = self._text_of(number), fault.context_mark
            if hint == _SAME_COLUMN and first is not None and first.line < number:
                hint = f"the lines of this block begin in column {first.column + 1}, as line {first.line + 1} does"
        elif ("expected ',' or" in problem or "end of stream" in problem) and fault.context_mark:
            comma = f", or a comma is missing before line {span.line}, column {span.col}"
            span = self._at(fault.context_mark.line, fault.context_mark.column)
            opener = self.file.lines[span.line - 1][span.col - 1 : span.col]
            message = f"what opens here with {opener} is not closed"
            message += comma if "expected ','" in problem else ""
            cut = _APOSTROPHE.search(self.file.lines[span.line - 1])
            if cut and span.line - 1 == number and abs(cut.end() - column) < 2:
                message, hint = "the quotes end at this apostrophe", "put the text in \"...\" instead of '...'"
                span = self._at(number, cut.end() - 1)
        elif fault.context_mark and str(fault.context).startswith(_SCANNING):
            span = self._at(fault.context_mark.line, fault.context_mark.column)
        self.report.error(code, message, span, hint)

    def _colon_or_hash(self, problem: str, number: int) -> bool:
        """Tell what people leave out: the space after a colon, the quotes around a # in braces, the # of a remark."""
        above = next((n for n in range(number - 1, -1, -1) if self.file.lines[n].strip()), number)
        for n in (number, above):
            line = self.file.lines[n] if n < len(self.file.lines) else ""
            pair, hash = _NO_SPACE.match(line), _BARE_HASH.search(line)
            if pair and ("expected ':'" in problem or "mapping values" in problem):
                message, hint = "there is no space after this colon", f"write `{pair[1]}: {pair[2]}`"
                self.report.error("yaml-syntax", message, self._at(n, pair.end(1)), hint)
                return True
            if hash and ("expected ',' or" in problem or "expected node" in problem or "end of stream" in problem):
                message = "this # begins a comment: the rest of the line is not read"
                self.report.error("yaml-hash", message, self._at(n, hash.start(1)), f'write "{hash[1]}" in quotes')
                return True
            if line.lstrip().startswith("//"):
                hint = "a remark begins with #"
                self.report.error("yaml-syntax", "this is no remark in YAML", self._text_of(n), hint)
                return True
        return False

    def _document(self, events: Iterator[yaml.Event]) -> Node | None:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    hint = "one file, one document: remove the `---`"
                    span = self._span(event)
                    self.found.error("yaml-document", "a second document begins here", span, hint)
                    return root
                root = self._node(next(events), events, 0)
        return root if root is not None else Scalar("", self._at(0, 0))

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        self.count += 1
        span = self._span(event)
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            raise _TooBig(span)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            message = f"`*{anchor}` is an alias: it stands for another place"
            self.found.error("yaml-anchor", message, span, _IN_FULL)
            return Scalar("", span, bad=True)
        if anchor:
            self.found.error("yaml-anchor", f"`&{anchor}` is an anchor", self._head(span), _IN_FULL)
        if tag:
            head = self._head(span)
            shown = self.file.lines[head.line - 1][head.col - 1 : head.end_col - 1]
            message = f"`{shown}` is a tag; what a value is follows from its key alone"
            self.found.error("yaml-tag", message, head, "remove it; if it is text, put the text in quotes")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, span)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._seq(span, events, depth)
        return self._map(span, events, depth)

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> Scalar:
        plain = not event.style
        if plain:
            self._hash(span)
            for number in range(span.line, span.end_line):
                line = self.file.lines[number]
                if line.lstrip(" ").startswith("- "):
                    self.found.error(
                        "yaml-continued",
                        "this looks like a list item, but it continues the text above it",
                        self._text_of(number),
                        "for a list, end the line above with its colon; for a text, put it in quotes",
                    )
        text = event.value.replace(self.stand_in, ":").replace(self.blank, "?")
        if STEERS.search(text):  # it was written as an escape: those that stood there themselves are gone
            refuse_steering(text, span, self.found)
            return Scalar(STEERS.sub("\ufffd", text), span, plain, bad=True)
        return Scalar(text, span, plain)

    def _seq(self, span: Span, events: Iterator[yaml.Event], depth: int) -> Seq:
        items: list[Node] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                return Seq(tuple(items), self._join(span, event))
            item = self._node(event, events, depth + 1)
            if isinstance(event, yaml.MappingStartEvent) and event.flow_style and isinstance(item, Map):
                item = self._pair(item)
            items.append(item)
        raise _TooBig(span)  # the parser always closes a list

    def _pair(self, item: Map) -> Node:
        """`[Règles : a, b]` is two texts; `[a: b]` is neither text nor mapping to a reader."""
        span = item.span
        line = self.file.lines[span.line - 1]
        if line[span.col - 1 : span.col] == "{":
            return item
        text = line[span.col - 1 : span.end_col - 1] if span.end_line == span.line else ""
        if _TEXT_COLON.search(text):
            return Scalar(text.strip(), span)
        message = "this `key: value` stands in a list without braces"
        self.found.error("yaml-pair", message, span, "put braces around a mapping, quotes around a text")
        return Scalar(text, span, bad=True)

    def _map(self, span: Span, events: Iterator[yaml.Event], depth: int) -> Map:
        entries: dict[str, Entry] = {}
        composed: dict[str, str] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                return Map(entries, self._join(span, event))
            key = self._node(event, events, depth + 1)
            value = self._node(next(events), events, depth + 1)
            if not isinstance(key, Scalar):
                hint = "braces and brackets that are meant as text need quotes"
                self.found.error("yaml-key", "a key must be a single text", key.span, hint)
            elif not key.text:
                if not key.bad:
                    self.found.error("yaml-key", "a key is missing before this colon", key.span)
            elif key.text == "<<" and key.plain:
                message = "`<<` would merge another mapping into this one"
                self.found.error("yaml-merge", message, key.span, _IN_FULL)
            elif (same := composed.setdefault(unicodedata.normalize("NFC", key.text), key.text)) in entries:
                first = entries[same].key.span
                message = f"`{key.text}` stands twice; the first is in line {first.line}"
                self.found.error("yaml-duplicate", message, key.span, "keep one of the two")
            else:
                entries[key.text] = Entry(key, value)
        raise _TooBig(span)  # the parser always closes a mapping

    def _hash(self, span: Span) -> None:
        line = self.file.lines[span.end_line - 1]
        rest = line[span.end_col - 1 : span.end_col + 1]
        if rest == " #" and span.end_col > span.col:
            self.found.error(
                "yaml-hash",
                "this # after a single space begins a comment, so the text ends before it",
                self._at(span.end_line - 1, span.end_col),
                "if the # belongs to the text, put the text in quotes",
                "if a comment is meant, put two spaces before the #",
            )

    def _head(self, span: Span) -> Span:
        """Only the first word of a span: where an anchor or tag stands."""
        line = self.file.lines[span.line - 1]
        word = re.match(r"[^\s,\]}]*", line[span.col - 1 :])
        return self._cut(span.line, span.col, span.line, span.col + (word.end() if word else 1))

    def _text_of(self, number: int) -> Span:
        """The whole text of a line, counted from 0."""
        line = self.file.lines[number]
        if not line.strip():
            return self._at(number, 0)
        start = len(line) - len(line.lstrip())
        return self._cut(number + 1, start + 1, number + 1, len(line.rstrip()) + 1)

    def _at(self, line: int, col: int) -> Span:
        """One character, by line and column as the parser counts them, from 0."""
        line = min(max(line, 0), len(self.file.lines) - 1)
        col = min(max(col, 0), len(self.file.lines[line]))
        return Span(self.file, line + 1, col + 1, line + 1, col + 2)

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        if start is None or end is None:
            return self._at(0, 0)
        return self._cut(start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _join(self, span: Span, event: yaml.Event) -> Span:
        end = self._span(event)
        return self._cut(span.line, span.col, end.end_line, end.end_col)

    def _cut(self, line: int, col: int, end_line: int, end_col: int) -> Span:
        """A span that stays within the file: the parser may place an end on the line after the last."""
        lines = self.file.lines
        if line > len(lines):
            line, col = len(lines), len(lines[-1]) + 1
        if end_line > len(lines):
            end_line, end_col = len(lines), len(lines[-1]) + 1
        col = min(col, len(lines[line - 1]) + 1)
        end_col = min(end_col, len(lines[end_line - 1]) + 1)
        return Span(self.file, line, col, end_line, end_col)


def _line_of(fault: yaml.MarkedYAMLError) -> int:
    """The line where the parser gave up, counted from 0."""
    mark = fault.problem_mark or fault.context_mark
    return int(mark.line) if mark else 0


_SCANNING = ("while scanning an a", "while scanning a tag", "while scanning a dir", "while parsing a tag")
_AT_CONTEXT = ("expected ',' or", "end of stream", "expected ':'")
_IN_FULL = "write it out in full; a text that begins with & or * needs quotes"
_QUOTES = "put the whole text in quotes"
_TURNS = "a mark that turns the direction of writing"
_NAMES = {
    "\0": "a byte of zero",
    "\x1b": "an escape character",
    "\x85": "an invisible line end (NEL)",
    "\u2028": "an invisible line separator",
    "\u2029": "an invisible paragraph separator",
    "\ufeff": "an invisible mark that belongs at the beginning of a file",
    **dict.fromkeys("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", _TURNS),
    "\u200b": "a space that takes no room",
    "\u200c": "a mark that keeps letters apart and takes no room",
    "\u200d": "a mark that joins letters and takes no room",
}


def _tell_character(char: str, span: Span, report: Report, more: int = 0) -> None:
    """Report a character that must not stand where it does, and how many more there are on its line."""
    name = _NAMES.get(char, "half a character" if "\ud800" <= char <= "\udfff" else "a control character")
    also = f", and {more} more such on this line" if more else ""
    hint = "delete it; if a new line is meant, begin one" if char in "\r\x85\u2028\u2029" else "delete it"
    report.error("yaml-character", f"U+{ord(char):04X} stands here, {name}{also}", span, hint)


def refuse_steering(text: str, span: Span, report: Report) -> bool:
    """Report the characters of a text that no text may hold; whether there were any."""
    found = STEERS.findall(text)
    if found:
        _tell_character(found[0], span, report, len(found) - 1)
    return bool(found)


def unfit(text: str, needed: Container[str]) -> list[str]:
    """The characters that no text may hold, and those that cannot be seen and that its language does not need."""
    return [*STEERS.findall(text), *(char for char in _UNSEEN.findall(text) if char not in needed)]


def refuse_unseen(node: Node, needed: Container[str], report: Report) -> None:
    """Report the characters in all texts and keys of a node that cannot be seen and are not `needed` to write them."""
    left = [node]
    while left:
        this = left.pop()
        if isinstance(this, Scalar):
            _refuse_unseen(this, needed, report)
        elif isinstance(this, Seq):
            left += reversed(this.items)
        else:
            for entry in this.entries.values():
                _refuse_unseen(entry.key, needed, report)
            left += [entry.value for entry in reversed(this.entries.values())]


def _refuse_unseen(scalar: Scalar, needed: Container[str], report: Report) -> None:
    found = [char for char in _UNSEEN.findall(scalar.text) if char not in needed]
    if not found:
        return
    char, span = found[0], scalar.span
    line = span.file.lines[span.line - 1]
    at = line.find(char, span.col - 1) + 1
    place = Span(span.file, span.line, at, span.line, at + 1) if at else span
    name = _NAMES.get(char, "a character that cannot be seen")
    also = f", and {len(found) - 1} more such in this text" if len(found) > 1 else ""
    hint = "delete it: this language is written without"
    report.error("yaml-character", f"U+{ord(char):04X} stands here, {name}{also}", place, hint)


_SAME_COLUMN = "the lines of one block begin in the same column"
_DOUBLED = "put the whole text in quotes; inside '...' a single quote is written twice"
_SAYINGS: tuple[tuple[str, str, str], ...] = (
    ("mapping values are not", "a second `: ` on one line", f"{_QUOTES}, or begin a new line"),
    ("cannot start any token", "a value cannot begin with `{char}`", _QUOTES),
    ("expected ':'", "this line has no colon after its key", "write `key: value`, or quote a longer text"),
    ("expected ',' or", "", "close it; a text that holds brackets or braces needs quotes"),
    ("end of stream", "", "close the quotes; inside '...' a single quote is written twice"),
    ("unknown escape", "this backslash means nothing in double quotes", "write \\\\ or use single quotes"),
    ("hexdecimal", "this backslash begins a code, but none follows", "write \\\\ or use single quotes"),
    ("Unicode character escape", "there is no such character", "write the character itself"),
    ("block sequence entries", "a list cannot begin here", "begin it on the next line, or write [a, b]"),
    ("expected '-' indicator", "this line of a list does not begin with `- `", "indent it more or less"),
    ("expected node content", "`{char}` stands where a value should begin", _QUOTES),
    ("expected key", "the value has ended before this", _DOUBLED),
    ("document indicator", "`---` or `...` stands inside a quoted text", "close the quotes before it"),
    ("document start", "the text has ended before this", "one closing bracket too many?"),
    ("comment or line break", "the text after | or > begins on the next line", "move it down and indent it"),
    ("indentation indicator", "after | or > no 0 can stand", "remove it"),
)


def _say_line(line: str) -> tuple[str, str, str]:
    """Code, message and hint for a line that is no next line of its block."""
    if line.startswith(":"):
        return "yaml-key", "a key is missing before this colon", ""
    if line.startswith("- "):
        return "yaml-syntax", "a list item stands among `key: value` lines", "give the list a key of its own"
    return "yaml-syntax", "this line is indented unlike its neighbours", _SAME_COLUMN


def _say(problem: str, context: str, char: str) -> tuple[str, str, str]:
    """Code, message and hint for a fault, in the words of people who never read the YAML standard."""
    if "anchor" in context or "alias" in context:
        return "yaml-anchor", "an anchor or alias begins here", _IN_FULL
    if "tag" in context or "tag handle" in problem:
        return "yaml-tag", "a tag begins here", "a text that begins with ! needs quotes"
    if "directive" in context or "directive" in problem:
        return "yaml-syntax", "a line that begins with % is an order to the reader of YAML", "remove it"
    for part, message, hint in _SAYINGS:
        if part in problem and not char and "{char}" in message:
            return "yaml-syntax", "the file ends where a value should begin", "a bracket was opened, and not closed?"
        if part in problem:
            return "yaml-syntax", message.replace("{char}", char), hint
    return "yaml-syntax", f"this is not YAML: {problem}", ""


def plain(node: Node) -> object:
    """The node as nested dict, list and str: what a model validates."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Seq):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def scalars_in(node: Map, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The scalars below a mapping as written, each with the keys that lead there; lists are left out."""
    for key, entry in node.entries.items():
        if isinstance(entry.value, Map):
            yield from scalars_in(entry.value, (*path, key))
        elif isinstance(entry.value, Scalar):
            yield (*path, key), entry.value.text


def locate(node: Node, path: tuple[str | int, ...], key: bool = False) -> Span:
    """The span of the value at a path, or of the nearest thing above it; with `key` of the key itself.

    Path parts that do not exist in the nodes (a validator's own words) are passed over.
    """
    span = node.span
    for part in path:
        if isinstance(node, Map) and isinstance(part, str) and part in node.entries:
            entry = node.entries[part]
            node = entry.value
            span = entry.key.span if key or isinstance(node, Map | Seq) else node.span
            if isinstance(node, Scalar) and not node.text:
                span = entry.key.span
        elif isinstance(node, Seq) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            span = node.span
    return span

"""Objects: what the objects of a PDF are asked for, each by its kind; and the border to the library that reads them.

A file may hold anything anywhere. So nothing is taken for a number, a name or a dictionary that is none: DamagedError
says what was found, and where. Whatever the library itself raises is caught at its call, and told likewise; what our
own code raises beyond these is a slip of ours, and shows as one.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from santy_print.diag import UnreadableError, foreign
from santy_print.printer import Matrix
from santy_print.proof.limits import OPERATORS, TooMuchError, Work

LARGEST = 1e9
"""Beyond it a number is none that a page has."""
MAX_LEVELS = 64
WIDEST = 1_000_000
"""The columns of a packed picture or table."""


class DamagedError(Exception):
    """A file holds what none can."""


@contextmanager
def border(where: str) -> Iterator[None]:
    """Within it the library reads; whatever it raises is damage, or more than memory holds."""
    try:
        with foreign():
            yield
    except UnreadableError as fault:
        if isinstance(fault.__cause__, MemoryError):
            raise TooMuchError(f"{where} takes more memory than a file may") from fault
        raise DamagedError(why(str(fault.__cause__))) from fault


_WORDS = {
    "more than once": "a page hangs in two places of the tree of pages",
    "mediabox": "a page does not say how large it is",
    "startxref": "its end is missing",
    "xref": "its table of objects does not fit what is in it",
    "trailer": "its end is missing",
    "root": "it has no beginning",
    "pages": "its pages cannot be found",
    "stream": "a part of it cannot be unpacked, or is cut short",
    "endobj": "a part of it is cut short",
    "object": "a part of it is missing or not where it should be",
}
"""What a library's words mean, the telling ones first."""


def why(reason: str) -> str:
    """What the library found wrong with a file, in words for a person."""
    reason = re.sub(r"stream <[^>]*>|<[^>]*0x[^>]*>", "", reason).lower()
    return next((words for sign, words in _WORDS.items() if sign in reason), "it is not written as a PDF should be")


_KINDS = {
    "array": "an array",
    "dictionary": "a dictionary",
    "stream": "a stream",
    "name": "a name",
    "string": "a text",
}


def kind(value: Any) -> str:
    """What a value is: of `a number`, `a truth value`, `nothing` and the kinds of objects."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float | Decimal):
        return "a number"
    return _KINDS.get(getattr(value, "_type_name", ""), "something else")


def _wrong(value: Any, what: str, wanted: str) -> DamagedError:
    return DamagedError(f"{what} is {kind(value)}, not {wanted}" if value is not None else f"{what} is missing")


def number(value: Any, what: str) -> float:
    """A number, of a size that a page can have."""
    if kind(value) != "a number":
        raise _wrong(value, what, "a number")
    if not abs(value) <= LARGEST:
        raise DamagedError(f"{what} is a number beyond all sizes")
    return float(value)


def whole(value: Any, what: str) -> int:
    """A number without a fraction."""
    return int(number(value, what))


def text(value: Any, what: str) -> str:
    """A text, or a name without its stroke."""
    if kind(value) not in ("a text", "a name"):
        raise _wrong(value, what, "a text")
    with border(what):
        text = str(value)
    return text[1:] if kind(value) == "a name" else text


def name(value: Any, what: str) -> str:
    """A name, without its stroke."""
    if kind(value) != "a name":
        raise _wrong(value, what, "a name")
    return text(value, what)


def array(value: Any, what: str) -> list[Any]:
    """The parts of an array."""
    if kind(value) != "an array":
        raise _wrong(value, what, "an array")
    with border(what):
        return list(value)


def numbers(value: Any, what: str, count: int | None = None) -> list[float]:
    """An array of numbers: of so many, where that is told."""
    parts = [number(part, what) for part in array(value, what)]
    if count is not None and len(parts) != count:
        raise DamagedError(f"{what} has {len(parts)} numbers, not {count}")
    return parts


def matrix(parts: Sequence[float], what: str) -> Matrix:
    """Six numbers as a matrix; those of a chain of matrices may have grown beyond all sizes."""
    if len(parts) != 6:
        raise DamagedError(f"{what} has {len(parts)} numbers, not 6")
    if not all(abs(part) <= LARGEST for part in parts):
        raise DamagedError(f"{what} makes things larger than anything")
    a, b, c, d, e, f = parts
    return a, b, c, d, e, f


class Node:
    """A dictionary of the file, or a stream with its dictionary; `place` is what people may find it by."""

    __slots__ = ("place", "raw")

    def __init__(self, raw: Any, what: str) -> None:
        """DamagedError where it is neither."""
        if kind(raw) not in ("a dictionary", "a stream"):
            raise _wrong(raw, what, "a dictionary")
        self.raw = raw
        number, _ = raw.objgen
        self.place = f"object {number}" if number else what

    @property
    def ident(self) -> tuple[int, int]:
        """The number and generation of an object by itself; (0, 0) of one that stands within another."""
        number, generation = self.raw.objgen
        return int(number), int(generation)

    @property
    def is_stream(self) -> bool:
        """Whether it has bytes of its own."""
        return kind(self.raw) == "a stream"

    def what(self, key: str) -> str:
        """How a value in it is called."""
        return f"`{key}` of {self.place}"

    def find(self, key: str) -> Any:
        """What stands under a key; None where nothing does."""
        with border(self.what(key)):
            found = self.raw.get(key)
            return None if getattr(found, "_type_name", "") == "null" else found

    def has(self, key: str) -> bool:
        """Whether anything stands under a key."""
        return self.find(key) is not None

    def number(self, key: str, default: float | None = None) -> float:
        """A number; where it is missing, the default, if there is one."""
        found = self.find(key)
        return default if found is None and default is not None else number(found, self.what(key))

    def whole(self, key: str, default: int | None = None) -> int:
        """A number without a fraction, likewise."""
        return int(self.number(key, default))

    def text(self, key: str, default: str | None = None) -> str:
        """A text or a name, likewise."""
        found = self.find(key)
        return default if found is None and default is not None else text(found, self.what(key))

    def numbers(self, key: str, count: int | None = None, default: Sequence[float] | None = None) -> list[float]:
        """An array of numbers, likewise."""
        found = self.find(key)
        return list(default) if found is None and default is not None else numbers(found, self.what(key), count)

    def array(self, key: str) -> list[Any]:
        """An array; empty where there is none."""
        found = self.find(key)
        return [] if found is None else array(found, self.what(key))

    def node(self, key: str) -> Node | None:
        """A dictionary or stream, if one is there."""
        found = self.find(key)
        return None if found is None else Node(found, self.what(key))

    def the(self, key: str) -> Node:
        """A dictionary or stream that must be there."""
        return Node(self.find(key), self.what(key))

    def items(self, key: str) -> list[tuple[str, Any]]:
        """What stands in the dictionary under a key, by names without their stroke."""
        inner = self.node(key)
        return [] if inner is None else inner.own()

    def nodes(self, key: str) -> list[tuple[str, Node]]:
        """The dictionaries in the dictionary under a key."""
        return [(each, Node(value, f"`{each}` in {self.what(key)}")) for each, value in self.items(key)]

    def own(self) -> list[tuple[str, Any]]:
        """All that stands in it, by names without their stroke."""
        with border(self.place):
            return [(str(key)[1:], value) for key, value in self.raw.items()]

    def inherited(self, key: str) -> Any:
        """What a page has under a key, or the nearest of the nodes above it."""
        node: Node | None = self
        for _ in range(MAX_LEVELS):
            if node is None or (found := node.find(key)) is not None:
                return found if node is not None else None
            node = node.node("/Parent")
        return None


def node_or_none(value: Any, what: str) -> Node | None:
    """A dictionary, if there is one."""
    return None if value is None else Node(value, what)


_GROWTH = {"ASCII85Decode": 4, "ASCIIHexDecode": 1, "LZWDecode": 1_500}
"""So many bytes at most each byte stands for, of ways of packing that the library may undo at once."""


def unpacked(stream: Node, work: Work) -> bytes:
    """The bytes of a stream, unpacked within what the file may cost, one way of packing after the other."""
    if not stream.is_stream:
        raise DamagedError(f"{stream.place} is a dictionary, not a stream")
    with border(stream.place):
        data = bytes(stream.raw.read_raw_bytes())
    for way, given in _ways(stream):
        predicted = given is not None and given.whole("/Predictor", 1) > 1
        if way == "FlateDecode":
            try:
                plain = work.inflate(data, stream.place)
            except zlib.error:
                raise DamagedError(f"{stream.place} cannot be unpacked, or is cut short") from None
        elif way in _GROWTH:
            work.hold(len(data) * _GROWTH[way] if way == "LZWDecode" else len(data), stream.place)
        else:
            raise DamagedError(f"{stream.place} is packed as {way}, as pictures are")
        data = plain if way == "FlateDecode" and not predicted else _undone(data, way, given, stream.place)
    work.hold(len(data), stream.place)
    return data


def _undone(data: bytes, way: str, given: Node | None, place: str) -> bytes:
    """One way of packing undone by the library, which knows no bounds: whoever calls has looked at what comes."""
    import pikepdf

    if given is not None:
        _narrow(given)
    with border(place), pikepdf.new() as aside:
        entries = given.own() if given is not None else ()
        parms = {f"/{key}": int(value) for key, value in entries if kind(value) == "a number"}
        how = {"/Filter": pikepdf.Name(f"/{way}")} | ({"/DecodeParms": pikepdf.Dictionary(parms)} if parms else {})
        return bytes(pikepdf.Stream(aside, data, how).read_bytes())


_SHORT = {"Fl": "FlateDecode", "LZW": "LZWDecode", "A85": "ASCII85Decode", "AHx": "ASCIIHexDecode"}


def _ways(stream: Node) -> list[tuple[str, Node | None]]:
    """How a stream is packed, from the outside in, and what each way is told."""
    found, what = stream.find("/Filter"), stream.what("/Filter")
    listed = array(found, what) if kind(found) == "an array" else [] if found is None else [found]
    given = stream.find("/DecodeParms")
    listing = array(given, stream.what("/DecodeParms")) if kind(given) == "an array" else [given]
    listing = [None if kind(each) == "something else" else each for each in listing] + [None] * len(listed)
    ways = [name(each, what) for each in listed]
    return [
        (_SHORT.get(way, way), node_or_none(each, stream.what("/DecodeParms")))
        for way, each in zip(ways, listing, strict=False)
    ]


def _narrow(given: Node | None) -> None:
    """A table's row is held whole: it is no longer than any that a program writes."""
    if given is not None:
        for key in ("/Columns", "/Colors", "/BitsPerComponent"):
            if not 0 < given.number(key, 1) <= WIDEST:
                raise DamagedError(f"{given.what(key)} is beyond all sizes")
        if given.number("/Columns", 1) * given.number("/Colors", 1) * given.number("/BitsPerComponent", 8) > 8 * WIDEST:
            raise DamagedError(f"{given.what('/Columns')} is beyond all sizes")


Instruction = tuple[str, list[Any]]
_WORD = re.compile(rb"[A-Za-z'\"*](?=[\s\[\]<>(){}/%]|$)")
_CALLS = re.compile(rb"\b(?:q|Q|cm|Do|gs|BT|ET|T[frjJ]|BI|ID|EI)\b|['\"]")


def instructions(code: bytes, operators: str, where: str, work: Work) -> list[Instruction]:
    """The operators of a content stream that are asked for, with what they are given; of a picture in it the picture.

    They are counted before the library makes them.
    """
    import pikepdf

    many = sum(1 for _ in (_WORD if " re " in operators else _CALLS).finditer(code))
    if many > OPERATORS:
        raise TooMuchError(f"{where} has {many:,} operators: at most {OPERATORS:,}")
    work.spend(4 * many + len(code) // 32, where)
    with border(where), pikepdf.new() as aside:
        found: Any = pikepdf.parse_content_stream(pikepdf.Stream(aside, code), operators)
        return [
            (str(one.operator), [one.iimage] if str(one.operator) == "INLINE IMAGE" else list(one.operands))
            for one in found
        ]

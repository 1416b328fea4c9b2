"""Schema: nodes in, models out. Pydantic types the texts; every misfit becomes a diagnostic at its place.

Scalars arrive as text. `Count` reads decimal digits only, so `08` is eight and `0x10` is refused; `Flag`
reads `true` and `false` only, so `no` stays a word.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import partial
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError

from santy_print.diag import MAX_ALIKE, Hint, Report, Span, did_you_mean, register
from santy_print.source import Map, Node, Scalar, Seq, locate, plain

register("schema-missing", "a key that must be there is missing")
register("schema-empty", "a value is empty")


class Strict(BaseModel):
    """Base of all models: no unknown key, no change after loading.

    `holds` names the mapping that a file is there for: what stands beside it belongs below it. `meant` says of keys
    that people write elsewhere what is to be done instead.
    """

    holds: ClassVar[str] = ""
    meant: ClassVar[Mapping[str, str]] = {}
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


def _count(value: object) -> object:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
            raise ValueError("a whole number in decimal digits is wanted")
        return int(value)
    return value


def _number(value: object) -> object:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?[0-9]{1,9}([.,][0-9]{1,9})?", value.strip()):
            raise ValueError("a number like 63.5 is wanted")
        return float(value.replace(",", "."))
    return value


def _flag(value: object) -> object:
    if isinstance(value, str):
        if value not in ("true", "false"):
            raise ValueError("`true` or `false` is wanted")
        return value == "true"
    return value


Count = Annotated[int, BeforeValidator(_count)]
MAX_COPIES = 10_000
"""So many pieces a part has at most, all its piles together, and so many copies there are of one."""
Number = Annotated[float, BeforeValidator(_number)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Value = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
"""What a layout or a template makes something of: it may as well be a blank."""
SEEN = r"\S"
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=SEEN)]
_IDENT = "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
_HEX = "^#[0-9a-fA-F]{6}$"
_FONT = r'^[^/\\:*?"<>|\x00-\x1f.][^/\\:*?"<>|\x00-\x1f]{0,99}$'
_ADDRESS = r"^https?://[!-~]{3,192}$"
Ident = Annotated[str, StringConstraints(pattern=_IDENT)]
WebAddress = Annotated[str, StringConstraints(pattern=_ADDRESS)]
"""An address of the web, at most 200 characters long."""
FontFile = Annotated[str, StringConstraints(pattern=_FONT)]
"""The name of a font's file, with or without its ending; after an `@` the style that is meant of several."""
HexColour = Annotated[str, StringConstraints(pattern=_HEX)]
Provenance = Literal["rules", "derived", "review", "reconstructed"]

M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], node: Node, report: Report) -> M | None:
    """Type a tree of nodes; report every misfit with its place, or return the model."""
    if _overfull(model, node, report):
        return None
    try:
        return model.model_validate(plain(node))
    except ValidationError as fault:
        misfits = _of_its_shape([_Misfit(model, node, dict(item)) for item in fault.errors(include_url=False)])
    misspelt = {(m.path[:-1], near) for m in _unknown_beside_missing(misfits) for near in m.near()}
    seen: set[tuple[object, ...]] = set()
    misplaced = [misfit for misfit in misfits if misfit.belongs_below()]
    beside = set(misplaced[1:])
    if misplaced:
        misplaced[0].others = len(beside)
    for misfit in misfits:
        if misfit in beside:
            continue  # all that stands beside the file's mapping is one fault
        if misfit.kind == "missing" and (misfit.path[:-1], misfit.path[-1]) in misspelt:
            continue  # the key is there, spelt wrong: one fault, not two
        if not misfit.reported_already():
            misfit.tell(report, seen)
    return None


def _of_its_shape(misfits: list[_Misfit]) -> list[_Misfit]:
    """Where a value may be a text or a list, what is wrong with the one it is; where it is neither, the first."""
    others = {
        misfit.path[:end] for misfit in misfits if misfit.kind not in SHAPES for end in range(len(misfit.path) + 1)
    }
    shapes: dict[tuple[str | int, ...], _Misfit] = {}
    for misfit in misfits:
        if misfit.kind in SHAPES:
            shapes.setdefault(misfit.path, misfit)
    return [m for m in misfits if m.kind not in SHAPES or (shapes[m.path] is m and m.path not in others)]


def _unknown_beside_missing(misfits: list[_Misfit]) -> list[_Misfit]:
    """The unknown keys that may be meant for a missing one: where none is missing, nobody searches among thousands."""
    wanting = {m.path[:-1] for m in misfits if m.kind == "missing"}
    return [m for m in misfits if m.kind == "extra_forbidden" and m.path[:-1] in wanting][:MAX_ALIKE]


def _overfull(model: type[BaseModel], node: Node, report: Report) -> bool:
    """Report what holds more entries than it may: one fault, before each of ten thousand entries is judged."""
    before = len(report)
    for name, info in model.model_fields.items():
        value = node.get(info.alias or name) if isinstance(node, Map) else None
        limits = [limit for item in info.metadata if (limit := getattr(item, "max_length", None)) is not None]
        count = len(value.entries) if isinstance(value, Map) else len(value.items) if isinstance(value, Seq) else 0
        if limits and count > min(limits):
            message = f"`{name}` holds {count:,} entries: at most {min(limits)} are allowed"
            report.error("schema-value", message, _first(locate(node, (name,), key=True)))
    return len(report) > before


class _Misfit:
    """One of pydantic's errors, brought back to the nodes."""

    def __init__(self, model: type[BaseModel], node: Node, item: dict[str, Any]) -> None:
        self.item = item
        self.kind = str(item["type"])
        self.of_key = "[key]" in item["loc"]
        loc = tuple(part for part in item["loc"] if part != "[key]")
        self.path, self.above = _node_path(model, loc)
        if self.kind in ("union_tag_invalid", "union_tag_not_found"):
            self.path = (*self.path, str(item["ctx"]["discriminator"]).strip("'"))
        self.node = node
        self.others = 0
        """So many more keys have the same fault."""
        self.name = next((part for part in reversed(self.path) if isinstance(part, str)), "value")

    def near(self) -> list[str]:
        """The missing keys that an unknown key may be meant for."""
        return difflib.get_close_matches(str(self.path[-1])[:80], _keys(self.above), n=3, cutoff=0.6)

    def reported_already(self) -> bool:
        """True where the value only holds the place of one that the reader refused, or its entries are the fault."""
        if self.kind == "too_short" and len(self.item["input"]) >= self.item["ctx"]["min_length"]:
            return True  # it has enough of them; pydantic counts only the good ones
        node: Node | None = self.node
        for part in self.path:
            if isinstance(node, Map) and isinstance(part, str):
                node = node.get(part)
            elif isinstance(node, Seq) and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
        return isinstance(node, Scalar) and node.bad

    def belongs_below(self) -> bool:
        """True for a key at the top of a file that stands beside the mapping it belongs into."""
        holds = getattr(self.above, "holds", "")
        if self.kind != "extra_forbidden" or len(self.path) != 1 or not holds:
            return False
        key, value = str(self.path[0]), self._at(self.path)
        if "." not in key and not isinstance(value, Map):
            return False
        near = difflib.get_close_matches(key[:80], _keys(self.above), n=3, cutoff=0.6)
        if key in self._meant() or holds in near:
            return False
        return "." in key or (isinstance(value, Map) and len(near) < 2)

    def _at(self, path: tuple[str | int, ...]) -> Node | None:
        node: Node | None = self.node
        for part in path:
            node = node.get(str(part)) if isinstance(node, Map) else None
        return node

    def _meant(self) -> Mapping[str, str]:
        meant: Mapping[str, str] = getattr(self.above, "meant", {})
        return meant

    def _instead(self) -> str:
        """What to do about a key that means nothing here."""
        key, known = str(self.path[-1]), _keys(self.above)
        if key in self._meant():
            return self._meant()[key]
        if pair := _PAIR.fullmatch(key):
            return f"write `{pair[1]}: {pair[2]}`, with a space after the colon"
        if self.belongs_below():
            holds = getattr(self.above, "holds", "")
            entries = self.node.entries if isinstance(self.node, Map) else {}
            there = holds in entries and entries[holds].key.span.file is entries[key].key.span.file
            below = f"indent it, so that it stands below `{holds}:`"
            return below if there else f"write `{holds}:` above, and indent it"
        value, beside = self._at(self.path), self._at(self.path[:-2])
        neighbour = isinstance(beside, Map) and len(self.path) > 2
        if neighbour and isinstance(value, Map) and set(value.entries) & set(known):
            column = locate(self.node, self.path[:-1], key=True).col
            return f"it is indented too far: to stand beside `{self.path[-2]}` it begins in column {column}"
        return did_you_mean(key, known)

    def tell(self, report: Report, seen: set[tuple[object, ...]]) -> None:
        """Report it, once."""
        code, message, span, hint = self._say()
        key = (code, message, span.line, span.col)
        if key not in seen:
            seen.add(key)
            report.error(code, message, span, hint)

    def _say(self) -> tuple[str, str, Span, Hint]:
        path, name, item, kind = self.path, self.name, self.item, self.kind
        if kind == "extra_forbidden":
            more = f" and {self.others} more beside it mean" if self.others else " means"
            span = locate(self.node, path, key=True)
            return "schema-unknown", f"`{path[-1]}`{more} nothing here", span, self._instead
        if kind == "missing" and isinstance(path[-1], int):
            span = locate(self.node, path[:-1])
            return "schema-value", f"`{name}` wants at least {path[-1] + 1} values", span, ""
        if kind in ("missing", "union_tag_not_found"):
            span = _first(locate(self.node, path[:-1], key=True))
            return "schema-missing", f"`{path[-1]}` is missing", span, f"add a line `{path[-1]}: ...` here"
        context = item.get("ctx", {})
        if kind == "union_tag_invalid":
            word, wanted = str(context["tag"]), _quoted(str(context["expected_tags"]))
            return self._choice(word, wanted)
        if kind in ("literal_error", "enum") and isinstance(item["input"], str) and item["input"]:
            return self._choice(item["input"], _quoted(str(context.get("expected", ""))))
        span = locate(self.node, path, key=self.of_key)
        if item["input"] == "":
            rest = span.file.lines[span.end_line - 1][span.end_col - 1 :]
            cut = re.search(r"\s(#\w+)", rest)
            hint = f'what follows a # is a comment: write "{cut[1]}" in quotes' if cut else ""
            hint = hint or "write a value after the colon"
            return "schema-empty", f"`{name}` is empty", span, hint
        if isinstance(item["input"], str) and context.get("pattern") == SEEN:
            return "schema-empty", f"`{name}` is blank", span, "write something that can be seen"
        if kind in ("too_long", "too_short") and isinstance(item["input"], dict | list):
            message = f"`{name}` holds {len(item['input']):,} entries: {_reason(item)}"
            return "schema-value", message, _first(span), ""
        what = "the key" if self.of_key else f"`{name}`"
        message = f"{what} cannot be {_shown(item['input'])}: {_reason(item)}"
        return "schema-value", message, span, self._way_out()

    def _choice(self, word: str, wanted: list[str]) -> tuple[str, str, Span, Hint]:
        span = locate(self.node, self.path)
        return (
            "schema-choice",
            f"`{word}` is no {self.name} known here",
            span,
            partial(did_you_mean, word, wanted),
        )

    def _way_out(self) -> str:
        message = self.item["msg"]
        if "`true` or `false`" in message:
            return "write `true` or `false`"
        if self.kind == "string_type" and isinstance(self.item["input"], dict | list):
            return "put the text in quotes if its brackets, braces or colon belong to it"
        value, reason = self.item["input"], _REASONS.get(self.kind)
        if reason == _LINES:
            return self._as_lines(value)
        if isinstance(value, str) and reason == "a list is wanted":
            words = [word.strip(" -") for word in re.split(r"[,;]|\s+(?=-)", value)]
            beside = self._at(self.path[:-1])
            entries = list(beside.entries.items()) if isinstance(beside, Map) else []
            after = entries[[key for key, _ in entries].index(self.name) + 1 :] if self.name in dict(entries) else []
            words += [k for k, e in after if isinstance(e.value, Scalar) and not e.value.text]  # `{a: b, c, d}`
            return f"write `{self.name}: [{', '.join(word for word in words if word)}]`"
        if isinstance(value, str) and self.kind == "string_pattern_mismatch":
            return _corrected(value, str(self.item["ctx"].get("pattern", "")))
        return ""

    def _as_lines(self, value: object) -> str:
        """How to write `key: value` lines instead of a text or a list."""
        if isinstance(value, list):
            dashed = any(isinstance(entry, dict) for entry in value)
            return "write its keys without the dashes" if dashed else "give each value its key: `key: value`"
        text = str(value)
        if pair := _PAIR.fullmatch(text):
            return f"write `{pair[1]}: {pair[2]}`, with a space after the colon"
        near = did_you_mean(text, ["withdrawn"])
        if near.startswith("did you mean"):
            return near
        if text.casefold() in _GONE:
            return "to take it away write `withdrawn`"
        inside = _bare(_inside(self.above, self.path[-1]))
        if isinstance(inside, type) and issubclass(inside, BaseModel):
            for name, field in inside.model_fields.items():
                patterns = [pattern for item in field.metadata if (pattern := getattr(item, "pattern", None))]
                if patterns == [_HEX] and re.fullmatch(_HEX, text):
                    return f'write `{{{name}: "{text}"}}`'
            return f"its keys are {', '.join(f'`{key}`' for key in _keys(inside))}"
        return ""


SHAPES = ("string_type", "list_type", "tuple_type", "dict_type")
"""What pydantic says of a value that has another shape than one of those it may have."""
_PAIR = re.compile(r"([A-Za-z][\w.-]*)\s*[:=]\s*([^:=].*)")
_GONE = (
    "no",
    "none",
    "null",
    "false",
    "off",
    "delete",
    "deleted",
    "remove",
    "removed",
    "gone",
    "away",
    "-",
    "~",
    "0",
)


def _corrected(text: str, pattern: str) -> str:
    """How a name or a colour would have to be written."""
    if pattern == _IDENT:
        better = re.sub(r"[^A-Za-z0-9_-]+", "-", re.sub(r"\.[A-Za-z]{2,4}$", "", text)).strip("-_")[:64]
        return f"how about `{better}`?" if better else ""
    if pattern == _ADDRESS:
        return f"write `https://{text}`" if re.fullmatch(r"[\w-]+(\.[\w-]+)+(/[!-~]*)?", text, re.ASCII) else ""
    digits = text.removeprefix("#")
    if pattern == _HEX and re.fullmatch("[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits):
        whole = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
        return f'write `"#{whole}"`, in quotes'
    return 'six digits after a #, in quotes: `"#d62c1f"`' if pattern == _HEX else ""


def _first(span: Span) -> Span:
    """Where a span of several lines begins: its first line."""
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.col, span.line, len(span.file.lines[span.line - 1]) + 1)


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return f"`{text if len(text) <= 40 else text[:37] + '...'}`"


_LINES = "`key: value` lines are wanted"
_REASONS = {
    "string_type": "one text is wanted",
    "dict_type": _LINES,
    "model_type": _LINES,
    "model_attributes_type": _LINES,
    "list_type": "a list is wanted",
    "tuple_type": "a list is wanted",
    "int_type": "a whole number is wanted",
    "float_type": "a number is wanted",
    "bool_type": "`true` or `false` is wanted",
    "literal_error": "one word is wanted",
    "greater_than_equal": "at least {ge} is wanted",
    "greater_than": "more than {gt} is wanted",
    "less_than_equal": "at most {le} is wanted",
    "less_than": "less than {lt} is wanted",
    "too_short": "at least {min_length} are wanted",
    "too_long": "at most {max_length} are allowed",
    "string_too_long": "at most {max_length} characters are allowed",
    "string_too_short": "at least {min_length} characters are wanted",
}
_PATTERNS = {
    _IDENT: "a name of letters, digits, - and _ is wanted",
    _HEX: "a colour like #d62c1f is wanted",
    _FONT: "the name of a file in `fonts/` is wanted",
    _ADDRESS: "an address that begins with https:// or http:// is wanted, of at most 200 characters and without blanks",
}


def _reason(item: dict[str, Any]) -> str:
    """Why a value does not fit, in words."""
    kind, context = str(item["type"]), item.get("ctx", {})
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern", ""))
        return _PATTERNS.get(pattern, f"it does not fit the pattern {pattern}")
    if kind == "value_error":
        return str(context["error"])
    if kind in _REASONS:
        return _REASONS[kind].format(**context)
    message = str(item["msg"])
    return message[:1].lower() + message[1:]


def _node_path(model: type[BaseModel], loc: tuple[str | int, ...]) -> tuple[tuple[str | int, ...], object]:
    """The path in the nodes, and the type of what holds the last part.

    Pydantic's own path also names the member of a union it tried, which stands nowhere in the file.
    """
    path: list[str | int] = []
    current: object = model
    above: object = model
    for part in loc:
        current = _bare(current)
        if isinstance(current, list):
            member = _member(current, part)
            if member is not None or not any(part in _keys(m) for m in current):
                current = member
                continue
            current = None
        above = current
        path.append(part)
        current = _inside(current, part)
    return tuple(path), above


def _bare(annotation: object) -> object:
    """An annotation without Annotated and Optional; a union of several as a list of its members."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        members = [member for member in get_args(annotation) if member is not type(None)]
        return _bare(members[0]) if len(members) == 1 else [_bare(member) for member in members]
    return annotation


def _member(members: list[object], label: str | int) -> object:
    """The member of a union that pydantic calls so: by its tag, or by the name of its type."""
    for member in members:
        if isinstance(member, type) and issubclass(member, BaseModel):
            tags = [i.annotation for i in member.model_fields.values() if _is_tag(i.annotation)]
            if any(label in get_args(tag) for tag in tags) or label == member.__name__:
                return member
    return None


def _is_tag(annotation: object) -> bool:
    return get_origin(annotation) is Literal and len(get_args(annotation)) == 1


def _inside(current: object, part: str | int) -> object:
    """The type at one part of a path: a model's field, a mapping's value, a list's item."""
    if isinstance(current, type) and issubclass(current, BaseModel):
        for name, info in current.model_fields.items():
            if part in (name, info.alias):
                return info.annotation
        return None
    arguments = get_args(current)
    if get_origin(current) is dict:
        return arguments[1]
    if get_origin(current) is tuple and isinstance(part, int) and Ellipsis not in arguments:
        return arguments[part] if part < len(arguments) else None
    return arguments[0] if arguments else None


def _keys(current: object) -> list[str]:
    """The keys a model knows, for "did you mean"."""
    if isinstance(current, type) and issubclass(current, BaseModel):
        return [info.alias or name for name, info in current.model_fields.items()]
    return []

"""Schema: nodes in, models out. Pydantic types the texts; every misfit becomes a diagnostic at its place.

Scalars arrive as text. `Count` reads decimal digits only, so `08` is eight and `0x10` is refused; `Flag` reads `true`
and `false` only, so `no` stays a word.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError

from santy_print.diag import Report, did_you_mean, register
from santy_print.source import Map, Node, Scalar, locate, plain

register("schema-unknown", "a key that means nothing here")
register("schema-missing", "a key that must be there is missing")
register("schema-choice", "a value that is not one of the known ones")
register("schema-value", "a value of the wrong kind")
register("schema-empty", "a value is empty")


class Strict(BaseModel):
    """Base of all models: no unknown key, no change after loading."""

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
Number = Annotated[float, BeforeValidator(_number)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
Ident = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]
HexColour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Provenance = Literal["rules", "derived", "review", "reconstructed"]

M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], node: Node, report: Report) -> M | None:
    """Type a tree of nodes; report every misfit with its place, or return the model."""
    try:
        return model.model_validate(plain(node))
    except ValidationError as fault:
        for item in fault.errors(include_url=False):
            _translate(model, node, dict(item), report)
        return None


def _translate(model: type[BaseModel], node: Node, item: dict[str, Any], report: Report) -> None:
    path = tuple(part for part in item["loc"] if part != "[key]")
    kind = item["type"]
    name = next((part for part in reversed(path) if isinstance(part, str)), "value")
    if kind == "extra_forbidden":
        report.error("schema-unknown", f"`{path[-1]}` means nothing here", locate(node, path, key=True), did_you_mean(str(path[-1]), _fields(model, path[:-1])))
    elif kind == "missing":
        report.error("schema-missing", f"`{path[-1]}` is missing", locate(node, path[:-1], key=True), f"add a line `{path[-1]}: ...` here")
    elif kind in ("literal_error", "enum", "union_tag_invalid"):
        context = item.get("ctx", {})
        if kind == "union_tag_invalid":
            word, wanted = str(context["tag"]), re.findall(r"'([^']*)'", context["expected_tags"])
            path = (*path, str(context["discriminator"]).strip("'"))
            name = str(path[-1])
        else:
            word, wanted = str(item["input"]), re.findall(r"'([^']*)'", str(context.get("expected", "")))
        report.error("schema-choice", f"`{word}` is not a {name} known here", locate(node, path), did_you_mean(word, wanted))
    elif kind == "union_tag_not_found":
        report.error("schema-missing", "`kind` is missing", locate(node, path, key=True), "add a line `kind: ...` here")
    elif item["input"] == "" and _is_scalar(node, path):
        report.error("schema-empty", f"`{name}` is empty", locate(node, path), "write a value after the colon")
    else:
        hint = "write `true` or `false`" if "`true` or `false`" in item["msg"] else ""
        report.error("schema-value", f"`{name}` cannot be {_shown(item['input'])}: {_reason(item)}", locate(node, path), hint)


def _is_scalar(node: Node, path: tuple[str | int, ...]) -> bool:
    return isinstance(node, Map | Scalar) and bool(path)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return f"`{text if len(text) <= 40 else text[:37] + '...'}`"


_REASONS = {
    "string_pattern_mismatch": "letters, digits, - and _ are allowed here",
    "string_type": "one text is wanted",
    "dict_type": "`key: value` lines are wanted",
    "model_type": "`key: value` lines are wanted",
    "model_attributes_type": "`key: value` lines are wanted",
    "list_type": "a list is wanted",
    "tuple_type": "a list is wanted",
}


def _reason(item: dict[str, Any]) -> str:
    kind = str(item["type"])
    if kind == "string_pattern_mismatch" and "0-9a-fA-F" in str(item.get("ctx", {}).get("pattern", "")):
        return "a colour like #d62c1f is wanted"
    if kind == "value_error":
        return str(item["ctx"]["error"])
    return _REASONS.get(kind, str(item["msg"])[:1].lower() + str(item["msg"])[1:])


def _fields(model: type[BaseModel], path: tuple[str | int, ...]) -> list[str]:
    """The keys a model knows at a path, for "did you mean"."""
    current: object = model
    for part in path:
        current = _step(current, part)
        if current is None:
            return []
    return [f.alias or n for n, f in current.model_fields.items()] if isinstance(current, type) and issubclass(current, BaseModel) else []


def _step(current: object, part: str | int) -> object:
    if isinstance(current, type) and issubclass(current, BaseModel):
        for name, info in current.model_fields.items():
            if part in (name, info.alias):
                return _strip(info.annotation)
        return None
    if isinstance(current, list):  # the members of a union: a tag chooses one
        for member in current:
            kind = member.model_fields.get("kind") if isinstance(member, type) and issubclass(member, BaseModel) else None
            if kind is not None and part in get_args(kind.annotation):
                return member
    return None


def _strip(annotation: object) -> object:
    """Unwrap containers, Optional and Annotated down to a model, or to the list of a union's members."""
    if isinstance(annotation, type) and not get_args(annotation):
        return annotation if issubclass(annotation, BaseModel) else None
    members = [_strip(arg) for arg in get_args(annotation)]
    models = [m for m in members if m is not None]
    if len(models) > 1:
        return models
    return models[0] if models else None

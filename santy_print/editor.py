"""Editor: models in, JSON Schemas out, so that an editor completes and underlines a pack's files.

santy_print reads every YAML value as text; an editor's YAML gives numbers and booleans types of their own. So wherever
a text, a number or a flag may stand, its schema takes it as either.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from santy_print import DEFAULT_PACK
from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.folders import game_of, shared_layouts
from santy_print.output import staged
from santy_print.overlay import WITHDRAWN
from santy_print.pack import Pack, models_of
from santy_print.registry import find_game
from santy_print.schema import SEEN
from santy_print.source import Map

register("schema-name", "no file of a pack has a schema of this name")

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER = r"^\s*[+-]?[0-9]{1,9}([.,][0-9]{1,9})?\s*$"
COUNT = r"^\s*[+-]?[0-9]{1,9}\s*$"
_DATA = ("enum", "const", "default", "required")
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
"""How JSON Schema calls a bound that pydantic leaves under a name of its own, where it follows a validator."""
WHOLE = ("face",)
"""Files that stand in the place of those of the same name in a pack that is extended, and are not merged with them."""
PLACES = {"locale": "locale/*.yaml", "face": "faces/*.yaml"}


def models(game: str | None = None) -> dict[str, type[BaseModel]]:
    """The model of each kind of file of a game's packs, by name; of the default pack's game where none is named."""
    from santy_print.documents.skeleton import Skeleton
    from santy_print.faces.layout import LayoutFile
    from santy_print.text.locale import LocaleFile

    found = find_game(game or game_of(DEFAULT_PACK))
    assert found is not None
    return {
        **models_of(found),
        "rulebook": found.manual().model() if found.has("manual") else Skeleton,
        "locale": LocaleFile,
        "face": LayoutFile,
    }


def json_schema(name: str, game: str | None = None, overlay: bool = False) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one kind of file; PackError with the known names where there is none.

    In the file of an `overlay` nothing must be there, and everything may be withdrawn.
    """
    known = models(game)
    if name not in known:
        report = Report()
        report.error("schema-name", f"no file of a pack is called `{name}`", None, did_you_mean(name, known))
        raise PackError(report)
    made = _lenient(known[name].model_json_schema())
    made = _partial(made) if overlay and name not in WHOLE else made
    made.pop("description", None)
    title = f"santy_print: {PLACES.get(name, name + '.yaml')}"
    return {"$schema": DIALECT, **made, "title": title, "description": (known[name].__doc__ or "").strip()}


def own_schema(name: str, pack: Pack) -> dict[str, Any]:
    """The schema of one kind of a pack's files, which knows what is the pack's own: fields, collections, layouts.

    An editor offers them; what else its game allows is still allowed.
    """
    made = json_schema(name, pack.head.game, overlay=len(pack.layers) > 1)
    fields = {kind: _fields(pack, kind) for kind in pack.collections if kind != "one"}
    if name == pack.game.spreadsheets and isinstance(made.get("additionalProperties"), dict):
        own = {kind: _with_fields(made["additionalProperties"], fields[kind]) for kind in fields}
        made["properties"] = {**made.get("properties", {}), **own}
    elif name == "components":
        layouts = sorted({Path(file).stem for file in pack.names("faces")} | shared_layouts(pack.game).keys())
        offers = {"each": [*fields, "one"], "layout": layouts, "back": layouts, "copies": ["{{ item.copies }}"]}
        made = _offering(made, {key: some for key, some in offers.items() if key != "copies" or _have_copies(fields)})
    elif name == "face":
        known = dict.fromkeys(field.partition("@")[0] for some in fields.values() for field in some)
        expressions = [f"{{{{ item.{field} }}}}" for field in known]
        made = _offering(made, dict.fromkeys(("value", "file", "alt", "when"), expressions))
    return made


def _fields(pack: Pack, kind: str) -> list[str]:
    """The fields of a collection: as its rows write them, those in a language with it."""
    node = pack.nodes.get(pack.game.spreadsheets)
    rows = node.get(kind) if node is not None else None
    if not isinstance(rows, Map):
        return list(dict.fromkeys(key for item in pack.collections[kind] for key in item))
    maps = (entry.value for entry in rows.entries.values())
    return list(dict.fromkeys(key for row in maps if isinstance(row, Map) for key in row.entries))


def _have_copies(fields: Mapping[str, Sequence[str]]) -> bool:
    return any("copies" in some for some in fields.values())


def _with_fields(value: Any, fields: Sequence[str]) -> Any:
    """A schema in which every mapping of which nothing is said has these fields, among others."""
    if value == {"type": "object"}:
        return {**value, "properties": {"id": {}, **{field: {} for field in fields}}}
    if isinstance(value, Mapping):
        return {key: item if key in _DATA else _with_fields(item, fields) for key, item in value.items()}
    return [_with_fields(item, fields) for item in value] if isinstance(value, list) else value


def _offering(value: Any, offers: Mapping[str, Sequence[str]]) -> Any:
    """A schema with examples for the properties of these names."""
    if isinstance(value, list):
        return [_offering(item, offers) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: item if key in _DATA else _offering(item, offers) for key, item in value.items()}
    if isinstance(made.get("properties"), Mapping):
        made["properties"] = {
            key: {**item, "examples": list(offers[key])} if offers.get(key) else item
            for key, item in made["properties"].items()
        }
    return made


def _lenient(value: Any) -> Any:
    """A schema that takes texts as they are written, numbers and booleans as an editor's YAML reads them."""
    if isinstance(value, list):
        return [_lenient(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: item if key in _DATA else _lenient(item) for key, item in value.items()}
    if isinstance(made.get("title"), str):
        del made["title"]
    if "oneOf" in made:
        made.pop("discriminator", None)
    return _either(made)


def _partial(value: Any) -> Any:
    """The schema of an overlay's file: any part of it, and `withdrawn` for any value of a mapping."""
    if isinstance(value, list):
        return [_partial(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: item if key in _DATA else _partial(item) for key, item in value.items()}
    for gone in ("required", "propertyNames", "minProperties"):
        made.pop(gone, None)
    if "oneOf" in made:  # without its kind an entry may be of any
        made["anyOf"] = made.pop("oneOf")
    if isinstance(made.get("properties"), dict):
        made["properties"] = {key: _or_gone(item) for key, item in made["properties"].items()}
    patterns = made.pop("patternProperties", {})
    values = [*patterns.values(), *([made["additionalProperties"]] if made.get("additionalProperties") else [])]
    if values:
        made["additionalProperties"] = _or_gone(values[0])
    return made


def _or_gone(schema: Any) -> Any:
    return {"anyOf": [schema, {"const": WITHDRAWN}]} if isinstance(schema, dict) else schema


def _either(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type")
    if kind in ("integer", "number"):
        schema = {BOUNDS.get(key, key): value for key, value in schema.items()}
        typed = {"type": "string", "pattern": COUNT if kind == "integer" else NUMBER}
        return _or(schema, typed)
    if kind == "boolean":
        return _or(schema, {"type": "string", "enum": ["true", "false"]})
    if kind == "string" and "const" not in schema and "enum" not in schema and schema.get("pattern", SEEN) == SEEN:
        return {**schema, "type": ["string", "number", "boolean"]}
    if kind == "string" and "pattern" in schema and not schema["pattern"].startswith("^#"):
        return _or(schema, {"type": "integer", "minimum": 0})
    return schema


def _or(schema: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Either of two; what is said of the value stays outside."""
    outside: dict[str, Any] = {key: schema.pop(key) for key in ("description", "default") if key in schema}
    return {"anyOf": [schema, other], **outside}


def write_schemas(folder: Path, pack: Pack | None = None, overlay: bool = False) -> list[str]:
    """Write all schemas, those of a pack or of the default pack's game, into a folder as NAME.schema.json.

    Returns their names.
    """
    names = [*models(pack.head.game if pack else None)]
    with staged(folder) as stage:
        for name in names:
            made = own_schema(name, pack) if pack else json_schema(name, overlay=overlay)
            stage.write(f"{name}.schema.json", as_text(made))
    return [f"{name}.schema.json" for name in names]


def as_text(schema: Mapping[str, Any]) -> str:
    """A schema as the text of a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"

"""Editor: models in, JSON Schemas out, so that an editor completes and underlines a pack's files.

santy_print reads every YAML value as text; an editor's YAML gives numbers and booleans types of their own. So wherever
a text, a number or a flag may stand, its schema takes it as either.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from santy_print import DEFAULT_PACK
from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.output import staged
from santy_print.overlay import WITHDRAWN
from santy_print.pack import game_of, models_of
from santy_print.registry import find_game
from santy_print.schema import SEEN

register("schema-name", "no file of a pack has a schema of this name")

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER = r"^\s*[+-]?[0-9]{1,9}([.,][0-9]{1,9})?\s*$"
COUNT = r"^\s*[+-]?[0-9]{1,9}\s*$"
_DATA = ("enum", "const", "default", "required")
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
        said = {"type": "string", "pattern": COUNT if kind == "integer" else NUMBER}
        return _or(schema, said)
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


def write_schemas(folder: Path, game: str | None = None, overlay: bool = False) -> list[str]:
    """Write all schemas into a folder as NAME.schema.json; returns their names."""
    names = [f"{name}.schema.json" for name in models(game)]
    with staged(folder) as stage:
        for name in models(game):
            stage.write(f"{name}.schema.json", as_text(json_schema(name, game, overlay)))
    return names


def as_text(schema: Mapping[str, Any]) -> str:
    """A schema as the text of a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"

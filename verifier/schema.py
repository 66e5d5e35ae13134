"""Whether a rulebook has the form of one: `docs/rulebook.schema.json`, as far as JSON Schema is used in it."""

import json
import re
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs" / "rulebook.schema.json"
SCHEMA = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else None
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
MOST = 1 << 53


def is_rulebook(value):
    """Where the schema is not at hand, everything is."""
    return SCHEMA is None or fits(value, SCHEMA)


def is_of_type(value, name):
    return type(value) is int if name in ("integer", "number") else isinstance(value, TYPES[name])


def fits(value, schema):
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]):
        return False
    if not all(any(fits(value, one) for one in schema[name]) for name in ("anyOf", "oneOf") if name in schema):
        return False
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of_type(value, name) for name in types) or value != schema.get("const", value):
        return False
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        is_whole = set(schema.get("required", [])) <= set(value)
        return is_whole and all(fits(item, known.get(name, others)) for name, item in value.items())
    if isinstance(value, list):
        fitting = all(fits(item, schema.get("items", True)) for item in value)
        return fitting and schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", MOST)
    if isinstance(value, str):
        is_long = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", MOST)
        return is_long and re.search(schema.get("pattern", ""), value) is not None
    return type(value) is not int or schema.get("minimum", value) <= value <= schema.get("maximum", value)

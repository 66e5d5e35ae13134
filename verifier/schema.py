"""Whether a value is within its bounds: `docs/bounds.json`, as far as JSON Schema is used in it."""

import json
import re
import unicodedata
from datetime import date
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs" / "bounds.json"
TABLE = json.loads(FILE.read_text(encoding="utf-8"))
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
MOST = 1 << 53
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z")
MOMENT_PATTERN = "^" + MOMENT.pattern + "$"
PARTICIPANT = re.compile("organiser|[JCEF][1-9][0-9]*")
UNITS = (("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1))
PATTERNS = {}


def type_of(name):
    return TABLE["$defs"][name]


def is_rulebook(value):
    return fits(value, TABLE["rulebook"])


def is_of_type(value, name):
    return type(value) is int if name in ("integer", "number") else isinstance(value, TYPES[name])


def is_like(pattern, text):
    if pattern not in PATTERNS:
        PATTERNS[pattern] = re.compile(pattern.replace("$", "\\Z"), re.S)
    return PATTERNS[pattern].search(text) is not None


def fits(value, schema):
    """Whether a value is of this form: the one that it has in a record."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema and not fits(value, type_of(schema["$ref"].rpartition("/")[2])):
        return False
    if not all(any(fits(value, one) for one in schema[name]) for name in ("anyOf", "oneOf") if name in schema):
        return False
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of_type(value, name) for name in types):
        return False
    if "const" in schema and (type(value), value) != (type(schema["const"]), schema["const"]):
        return False
    if "enum" in schema and not any((type(value), value) == (type(one), one) for one in schema["enum"]):
        return False
    if isinstance(value, dict):
        says = any(name in schema for name in ("properties", "patternProperties", "additionalProperties"))
        return not says or holds(value, schema)
    if isinstance(value, list):
        if not all(fits(item, schema.get("items", True)) for item in value):
            return False
        is_long = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", MOST)
        return is_long and (not schema.get("uniqueItems") or is_in_order(value, schema["items"]))
    if isinstance(value, str):
        return is_text(value, schema)
    return type(value) is not int or schema.get("minimum", value) <= value <= schema.get("maximum", value)


def holds(value, schema):
    """Whether an object has these members, each of its type, and no other; a member is absent where it has its default."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = schema.get("additionalProperties", {})
    needed = schema.get("required", [])
    if not all(name in value for name in needed):
        return False
    for name, item in value.items():
        if name in known:
            of = known[name]
            if name not in needed and (item is None or "default" in of and is_same(item, of["default"])):
                return False
        else:
            of = next((of for pattern, of in patterns.items() if is_like(pattern, name)), others)
        if of is False or of != {} and not fits(item, of):
            return False
    return True


def is_same(one, other):
    return type(one) is type(other) and one == other


def is_in_order(items, schema):
    """Whether the items of a set stand in their order, none of them twice."""
    if "$ref" in schema:
        schema = type_of(schema["$ref"].rpartition("/")[2])
    words = [one["const"] for one in schema.get("oneOf", ()) if "const" in one] or schema.get("enum")
    ranks = [rank(item, words) for item in items]
    return all(one < other for one, other in zip(ranks, ranks[1:]))


def rank(item, words=None):
    """The place of a participant, of a word, or of a private part, among others."""
    if words:
        return words.index(item)
    if isinstance(item, dict):
        return (item["event"], item["part"])
    if PARTICIPANT.fullmatch(item):
        return ("oJCEF".index(item[0]), int(item[1:]) if item != "organiser" else 0)
    return item.encode()


def is_text(text, schema):
    pattern, form = schema.get("pattern"), schema.get("format")
    if pattern is not None and not is_like(pattern, text) or "x-not" in schema and is_like(schema["x-not"], text):
        return False
    if pattern == MOMENT_PATTERN:
        return is_moment(text)
    if form == "duration":
        length = milliseconds(text)
        is_within = length is not None and schema["x-least"] <= length <= schema["x-most"]
        return is_within and written_duration(length) == text
    if form == "money":
        return int(text.split(" ")[0]) <= schema["x-most"]
    if form == "date":
        return is_day(text)
    if "maxLength" not in schema:
        return True
    # A text of a rulebook: one line, unless it may have several; something else than blanks, where there has to be something.
    least = schema.get("minLength", 0)
    controls = any(unicodedata.category(c) == "Cc" and not ("x-lines" in schema and c in "\n\t") for c in text)
    return least <= len(text) <= schema["maxLength"] and not controls and (least == 0 or text.strip() != "")


def is_day(text):
    """Whether the calendar has it; the year 0 is as long as the year 400."""
    try:
        date(int(text[:4]) or 400, int(text[5:7]), int(text[8:10]))
    except ValueError:
        return False
    return True


def is_moment(text):
    bounds = TABLE["moments"]
    is_one = MOMENT.fullmatch(text) and bounds["least"] <= text <= bounds["most"] and is_day(text[:10])
    return bool(is_one) and text[11:13] < "24" and text[14:16] < "60" and text[17:19] < "60"


def milliseconds(text):
    """How long a duration such as `1h30m` is; None where it is none."""
    parts = re.findall(r"([0-9]+)(ms|h|m|s)", text)
    if not parts or "".join(map("".join, parts)) != text:
        return None
    return sum(int(number) * dict(UNITS)[unit] for number, unit in parts)


def written_duration(length):
    told = []
    for unit, of_one in UNITS:
        count, length = divmod(length, of_one)
        told += [f"{count}{unit}"] if count else []
    return "".join(told) or "0s"

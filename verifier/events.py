"""What an event may hold: `docs/bounds.json`, which has the form of every event, who may cause it, and which members are private."""

import re
from datetime import datetime, timedelta, timezone

from schema import TABLE, fits, holds, is_moment, type_of

EPOCH, MILLISECOND = datetime(1970, 1, 1, tzinfo=timezone.utc), timedelta(milliseconds=1)


def is_label(letter, text):
    """Whether it is a label such as J1."""
    return re.fullmatch(letter + "[1-9][0-9]{0,4}", text) is not None and int(text[1:]) < 1 << 16


def is_private(schema):
    return "x-private" in schema or any(map(is_private, schema.get("anyOf", ())))


def form_of(variant):
    """Of one type: who may cause it, its public members, and its private parts."""
    members = variant["properties"].items()
    public = {name: of for name, of in members if name != "type" and not is_private(of)}
    private = {name: of for name, of in members if is_private(of)}
    needed = [name for name in variant["required"] if name in public]
    body = {"type": "object", "properties": public, "required": needed, "additionalProperties": False}
    return variant["x-actor"], body, private, [name for name in variant["required"] if name in private]


def forms(name):
    return {variant["properties"]["type"]["const"]: form_of(variant) for variant in type_of(name)["oneOf"]}


FORMS = {"contest": forms("ControlEvent"), "talk": forms("ConversationEvent")}
CONVERSATION = FORMS["contest"]["belief-given"][1]["properties"]["conversation"]


def moment(text):
    """Milliseconds since 1970; None where it is no moment."""
    if not is_moment(text):
        return None
    return round((datetime.fromisoformat(text[:-1] + "+00:00") - EPOCH) / MILLISECOND)


def written(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:03}Z"


class Event:
    """An event whose form is right: its place in the record, who and when, the public body, and the private parts.

    `private` has the data of every part; None stands for what was taken out.
    """

    def __init__(self, place, event, private):
        self.place, self.stream, self.number, self.kind, self.actor = (
            place,
            event["stream"],
            event["number"],
            event["type"],
            event["actor"],
        )
        self.body = {name: value for name, value in event["body"].items() if name != "private"}
        self.private, self.time = private, moment(event["time"])
        self.why = self.misfit(event)

    def misfit(self, event):
        """Why it is no event of a contest; None if it is one."""
        if self.time is None:
            return "its time is no moment"
        of_contest = self.stream == "contest"
        if not of_contest and not fits(self.stream, CONVERSATION):
            return "its stream is none of a contest"
        form = FORMS["contest" if of_contest else "talk"].get(self.kind)
        if event["version"] != 2 or form is None:
            return "its type and version are none that are known here"
        actors, body, private, needed = form
        if not any(self.actor == who or who[1:] == "1" and is_label(who[0], self.actor) for who in actors):
            return "the rules did not allow it here (nobody else may do this)"
        if not holds(self.body, body) or not set(needed) <= set(self.private) <= set(private):
            return "its body does not fit its type"
        if not all(data is None or fits(data, private[part]) for part, data in self.private.items()):
            return "its private data does not fit its type"
        return None

    def __getitem__(self, name):
        return self.body[name] if name in self.body else self.private[name]

    def get(self, name, otherwise=None):
        return self[name] if name in self.body or name in self.private else otherwise

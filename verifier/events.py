"""What an event may hold: the tables of `docs/record.md`, "Events and their bodies", in short.

A line has the type of the event, who may cause it, and its fields. A field is `name:type`; `-` before it says that it is
private, `?` after the name that it may be absent, `[…]` that there are several, `{a>b}` that each `a` has a `b`, `=` that it
is this word.
"""

import re
from datetime import datetime, timezone

from schema import is_rulebook

EVENTS = """
opened server terms:terms seed:seed -roster:roster
secret-drawn server -secret:kept
revised organiser terms:terms others:[participant] -roster:roster
replaced organiser who:participant -name:name -reason:reason
contributed organiser,J,C matter:matter by:contributor value:text
left-out organiser left:[participant] -reason:reason
assignment-committed organiser -secret:secret
ready J,C,E who:participant
not-ready J,C,E who:participant
round-opened organiser round:round
talk-closed server,organiser round:round
round-closed server,organiser round:round
taken-up server pace_per_mille:whole stood_since?:moment held?:true
restored organiser kept:whole lost_size:whole lost_root:hex key:text
paused organiser told?:text -reason:reason
resumed server,organiser
extended organiser by_ms:whole told?:text -reason:reason
announced organiser to:addressee -words:reason
interview-aborted organiser interview:interview -reason:reason
replanned organiser left:[participant] joined?:joined again?:round after?:round -newcomer?:newcomer -plan:plan -reason:reason
disqualified organiser entry:entry by:authority rule:text -reason:reason
reinstated organiser entry:entry by:authority rule:text -reason:reason
released organiser parts:[part] by:authority rule:text -reason:reason
deleted organiser parts:[place] whose?:participant by:authority rule:text -roster?:roster -reason:reason
consented organiser who:participant scope:scope licence?:text
source-loaded server source:whole who:participant -conversation:shown -turns:[turn]
belief-given J conversation:conversation turn:whole -belief:belief
ballot-cast J,C,server interview:interview from?:=witness counted?:=draft -answers:answers -reason?:text
refereed F,organiser by:participant -deed:deed -words?:reason
end-ballots-opened server trial:whole
ranking-cast J,server judge:judge trial:whole counted?:=draft -ranking:ranking
end-ballots-closed server,organiser trial:whole
incident-reported server,E -incident:incident
line-spelled E -line:spelled
entry-deposited server,E -deposit:deposit
usage-reported server,E -usage:usage
vote-called server vote:whole between:[entry]
vote-cast J vote:whole judge:judge -preference:preference
vote-closed server,organiser vote:whole
coin-called server coin:whole between:[entry] commitment:hex
coin-tossed server coin:whole secret:hex seed:hex
assignment-opened server secret?:hex seed:hex assignment:[seating]
closed server
"""
TALK = """
key judge,witness id:client sent?:moment -key:pressed
said judge,witness id:client sent?:moment -text:said
line witness id:client sent?:moment -text:said
attached judge id:client sent?:moment plays_ms?:whole -file:showable -description?:text
shown server of:whole released:moment invented?:true late?:true
"""
# A shape with several lines has one of these forms.
SHAPES = """
roster judges:[text] confederates:[text] entries:[card] committee?:[text] referees?:[text]
card contestant:text name:text protocol:text
seed kind:=rehearsal
seed kind:=many-hands commitment:hex
terms name:text organiser:text rulebook:rulebook scripted:[participant] beforehand?:any settled?:settled plan?:given \
countdown_ms?:whole referees?:whole cosigners?:[text] sources?:[hex]
settled texts:{text>text} attested:names signatures?:[signature]
signature key:text line:text
given meetings:[meeting] settled?:{participant>participant}
meeting round:round judge:judge entry?:entry confederate?:confederate
kept secret:hex
name name:text
reason reason:text
secret seed:hex assignment:[seating]
plan assignment:[seating]
seating interview:interview seats:{seat>witness}
joined who:participant open_source?:true opening?:text
newcomer kind:=person name:text
newcomer kind:=entry name:text contestant:text protocol:text
answers choice?:seat confidence?:whole ratings?:{text>numbers} split?:{seat>whole} verdicts?:{seat>verdict}
deed does:=warn confederate:confederate
deed does:=limit confederate:confederate limit:limit
deed does:=lift confederate:confederate
deed does:=mute conversation:conversation
deed does:=unmute conversation:conversation
deed does:=hold conversation:conversation
deed does:=release conversation:conversation
deed does:=strike conversation:conversation of:whole
deed does:=flag conversation:conversation at:whole
deed does:=note
limit characters?:whole apart_ms?:whole
shown of:text name:text turns:whole
shownline by:side text:text
belief human:whole
ranking order:[places]
incident detail:text entry:entry interview:interview kind:text
place event:whole part:partname
spelled entry:entry interview:interview typed:text told:text
deposit entry:entry files:[file] settings:{text>text}
file bytes:whole name:text sha256:hex
usage entry:entry interview:interview spent:spent
spent completion_tokens:whole cost_micro:whole prompt_tokens:whole requests:whole
preference preferred:conversation
preference preferred:nothing
pressed key:key
said text:text
showable hash:hex format:format kind:perceived bytes:whole pixels?:pixels duration_ms?:whole
pixels width:whole height:whole
"""
N, SEAT = "[1-9][0-9]{0,4}", "(left|right|only|t[1-9][0-9]{0,4})"
WORDS = {
    "text": "(?s:.*)",
    "hex": "[0-9a-f]{64}",
    "participant": f"organiser|[JCEF]{N}",
    "contributor": f"organiser|committee|[JCEF]{N}",
    "judge": f"J{N}",
    "confederate": f"C{N}",
    "entry": f"E{N}",
    "witness": f"[CE]{N}",
    "round": f"R{N}",
    "interview": f"R{N}-J{N}",
    "conversation": f"R{N}-J{N}-{SEAT}",
    "seat": SEAT,
    "side": "judge|witness",
    "matter": f"draw|coin-{N}",
    "verdict": "human|machine|unsure",
    "authority": "organisers|judges|panel|committee",
    "client": "[A-Za-z0-9._-]{1,32}",
    "partname": "[a-z-]{1,32}",
    "part": "result|transcripts|record",
    "scope": "result|words",
    "format": "png|jpeg|gif|webp|wav|mp3|mp4|webm",
    "perceived": "picture|sound|video",
    "key": "[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]|Return|BackSpace|Tab",
    "addressee": f"everybody|judges|confederates|referees|[JC]{N}",
    "decimal": r"(0|[1-9]\d{0,6})(\.\d{0,2}[1-9])?",
}
SETS = ("[participant]", "[entry]", "[part]", "[place]")
PARTS = ["result", "transcripts", "record"]
ALIASES = {"numbers": "{seat>decimal}", "places": "[conversation]", "turn": "[shownline]"}
LABELS = {kind for kind, form in WORDS.items() if N in form}


def table(text):
    """By name, the forms that a thing may have: each the fields, by their names."""
    found = {}
    for line in text.strip().splitlines():
        name, *fields = line.split(" ")
        found.setdefault(name, []).append([field.partition(":")[::2] for field in fields])
    return found


SHAPE = table(SHAPES)


def fits(value, kind):
    """Whether a value is of this type, in the one form that it has in a record."""
    kind = ALIASES.get(kind, kind)
    if kind[0] == "=":
        return value == kind[1:]
    if kind[0] == "[":
        is_list = isinstance(value, list) and all(fits(item, kind[1:-1]) for item in value)
        ranks = [rank(item) for item in value] if is_list and kind in SETS else []
        return is_list and ranks == sorted(set(ranks))
    if kind[0] == "{":
        name, of = kind[1:-1].split(">")
        return isinstance(value, dict) and all(fits(key, name) and fits(item, of) for key, item in value.items())
    if kind in WORDS:
        is_word = isinstance(value, str) and re.fullmatch(WORDS[kind], value) is not None
        return is_word and (kind not in LABELS or all(int(n) < 1 << 16 for n in re.findall("[0-9]+", value)))
    if kind in SHAPE:
        return any(holds(value, fields) for fields in SHAPE[kind])
    if kind == "moment":
        return isinstance(value, str) and moment(value) is not None
    if kind == "names":
        return fits(value, "[text]") and value == sorted(set(value))
    if kind == "rulebook":
        return is_rulebook(value)
    if kind == "whole":
        return type(value) is int and value >= 0
    return {"true": value is True, "nothing": value is None, "any": True}[kind]


def holds(value, fields):
    """Whether an object has these members, each of its type, and no other; what may be absent is never empty."""
    names = {name.rstrip("?"): kind for name, kind in fields}
    needed = {name for name, _ in fields if name[-1] != "?"}
    if not isinstance(value, dict) or not needed <= set(value) <= set(names):
        return False
    return all(fits(value[name], names[name]) and (name in needed or value[name] not in ([], {})) for name in value)


def rank(label):
    """The place of a participant, of a part of what is released, or of a private part, among others."""
    if isinstance(label, dict):
        return (label["event"], label["part"])
    if label in PARTS:
        return (PARTS.index(label), 0)
    return ("oJCEF".index(label[0]), int(label[1:] or 0) if label != "organiser" else 0)


def moment(text):
    """Milliseconds since 1970; None where it is no moment."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", text):
        return None
    try:
        return round(datetime.fromisoformat(text[:-1] + "+00:00").timestamp() * 1000)
    except ValueError:
        return None


def written(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:03}Z"


FORMS = {"contest": table(EVENTS), "talk": table(TALK)}


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
        if not of_contest and not fits(self.stream, "conversation"):
            return "its stream is none of a contest"
        form = FORMS["contest" if of_contest else "talk"].get(self.kind)
        if event["version"] != 2 or form is None:
            return "its type and version are none that are known here"
        (actors, _), *fields = form[0]
        if not any(
            self.actor == who or len(who) == 1 and re.fullmatch(who + N, self.actor) for who in actors.split(",")
        ):
            return "the rules did not allow it here (nobody else may do this)"
        public = [field for field in fields if field[0][0] != "-"]
        hidden = {name[1:].rstrip("?"): kind for name, kind in fields if name[0] == "-"}
        needed = {name[1:] for name, _ in fields if name[0] == "-" and name[-1] != "?"}
        if not holds(self.body, public) or not needed <= set(self.private) <= set(hidden):
            return "its body does not fit its type"
        if not all(data is None or fits(data, hidden[part]) for part, data in self.private.items()):
            return "its private data does not fit its type"
        return None

    def __getitem__(self, name):
        return self.body[name] if name in self.body else self.private[name]

    def get(self, name, otherwise=None):
        return self[name] if name in self.body or name in self.private else otherwise

"""Verifies records of contests, with nothing but Python (3.9 or later).

    python3 verifier [--key KEY] [--cosigner KEY]... [--checkpoint FILE]... [--json] NAME.viva...

A second implementation of `docs/record.md`: the bytes, whether every event was allowed where it stands, the draw, and the
result, counted again. KEY is the organiser's, as `verifier.key` writes it; a cosigner's key says who must have signed too;
FILE is an earlier checkpoint that the record must extend.

Four verdicts: verified (exit code 0) under a key that was given, consistent (0) under one that nobody vouched for,
incomplete (3), broken (1). 2: not used as it must be.
"""

import argparse
import json
import sys

import tally
from bundle import Broken, Bundle, check, head_of, key_of, signed_text
from checks import Checks
from contest import Contest
from events import Event
from talk import is_control

CODES = {"verified": 0, "consistent": 0, "incomplete": 3, "broken": 1}
KNOWN = ("result.json", "rulebook.json", "versions.json", "deletions.json")


def verify(file, trusted=None, cosigners=(), heads=()):
    """What a record comes to: verdict, checks, first fault, what is missing, what stands beside the verdict, notices, result."""
    found = {"verdict": "broken", "faults": [], "missing": [], "caveats": [], "notices": [], "result": None}
    checks, vouched = Checks(), False
    try:
        with checks.checking("bytes"):
            bundle = Bundle(file, trusted, cosigners, heads)
            foreign, vouched = earlier_heads(bundle, heads, found), bundle.vouched
        checks.done("bytes")
        judge(bundle, foreign, found, checks)
    except Broken as why:
        found["faults"] = [str(why)]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as why:
        found["faults"] = [f"event {found.get('at', 0)}: it cannot be read ({type(why).__name__}: {why})"]
    not_done = checks.not_done()
    if not_done and not found["faults"] and not found["missing"]:
        found["missing"].append(f"not checked: {', '.join(not_done)}")
    if not found["faults"]:
        found["verdict"] = "incomplete" if found["missing"] else "verified" if vouched else "consistent"
    if found["faults"] or found["missing"]:
        found["result"] = None
    found.pop("at", None)
    return {**found, "checks": checks.of}


def earlier_heads(bundle, heads, found):
    """Compares those of the bundle's key with the tree; the others may be of a key that it had before."""
    foreign = []
    for note, size, root in heads:
        try:
            signed_text(note, key_of(bundle.key), "checkpoint")
        except Broken:
            foreign.append((head_of(note)[0], size, root))
            continue
        if size > bundle.tree.size:
            found["missing"].append(
                f"a head of {size} events was signed, and the record has {bundle.tree.size}: it was cut"
            )
        else:
            check(
                bundle.roots.get(size, root) == root,
                f"`events.jsonl`: the first {size} events are not those of the earlier checkpoint, this is another history",
            )
    return foreign


def judge(bundle, foreign, found, checks):
    with checks.checking("versions"):
        versions = bundle.json("versions.json")
        if isinstance(versions, dict) and set(versions) == {"imported"} and type(versions["imported"]) is int:
            found["missing"].append("a past that was recorded elsewhere: this verifier checks its bytes alone")
            return
        is_one = isinstance(versions, dict) and list(versions) == ["events", "result"]
        check(
            is_one and all(type(number) is int and 0 <= number < 1 << 32 for number in versions.values()),
            "`versions.json` does not name the versions of events and result",
        )
    if versions != {"events": 2, "result": 1}:
        found["missing"].append(
            f"its events have version {versions['events']} and its result {versions['result']}, which are not known here"
        )
        return
    checks.done("versions")
    with checks.checking("deletions"):
        deletions = deletions_of(bundle)
    contest, unruled = folded(bundle, deletions, found, checks)
    with checks.checking("keys"):
        check(contest.rules is not None or not foreign, "the earlier checkpoint is not of this record")
    if contest.rules is None:
        found["missing"].append("there is no event in it")
        return
    with checks.checking("files"):
        absent = shown(bundle, contest.shown_files())
    checks.done("files", not absent)
    found["missing"] += absent
    found["notices"] += [
        f"`{name}` is attached, and nothing in the record says what it holds"
        for name in bundle.attachments
        if name not in KNOWN and not bundle.new_keys.get(name) and not name.startswith("attachments/")
    ]
    found["notices"] += [
        f"{len(d['parts'])} parts taken out before publication, as the {d['by']} decided under {d['rule']}: {d['reason']}"
        for d in deletions
    ]
    found["notices"] += [f"{unruled} private parts were taken out, and no ruling says why"] if unruled else []
    signatures = contest.terms.get("settled", {}).get("signatures", [])
    keys_signed = ", ".join(signature["key"] for signature in signatures)
    found["notices"] += [f"all of the committee signed the rules: {keys_signed}"] if signatures else []
    found["missing"] += sorted(contest.not_checked)
    before = len(found["missing"])
    with checks.checking("keys"):
        keys(bundle, contest, foreign, found)
    checks.done("keys", len(found["missing"]) == before)
    found["caveats"] = caveats(contest)
    short = not_cosigned(bundle, contest)
    checks.done("cosigned", not short)
    found["missing"] += missing(contest) + short
    compare(bundle, contest, found, checks)


def folded(bundle, deletions, found, checks):
    """The contest that the events make, each of which was judged; and how many private parts are gone without a ruling."""
    named = {(part["event"], part["part"]) for deletion in deletions for part in deletion["parts"]}
    contest, gone = Contest(bundle.opening), set()
    if contest.opening and contest.opening["body"] is None:
        contest.opening = None
    with checks.checking("rules"):
        for number, _, event, private in bundle.lines():
            found["at"] = number
            gone |= {(number, part) for part, data in private.items() if data is None}
            contest.take(Event(number, event, private))
    is_judged = contest.rules is not None and not contest.gone["unjudged"] and not contest.others_gone
    checks.done("facts")
    checks.done("rules", is_judged and not contest.is_vague)
    checks.done("draw", is_judged and contest.is_open and not contest.draw_gone and contest.is_drawn)
    named |= contest.deleted
    with checks.checking("deletions"):
        for number, part in sorted(named - gone):
            check(False, f"a ruling says that {number}/{part} was taken out, and it was not")
    checks.done("deletions")
    return contest, len(gone - named)


def shown(bundle, files):
    """The files that judges showed, with what the record says of them. Why something cannot be confirmed."""
    for name in bundle.attachments:
        if name.startswith("attachments/"):
            check(name in files, f"`{name}` is in the record, and no event says that it was shown")
            found = (bundle.archive.digest(name), bundle.archive.entries[name][1])
            fits = all(found == (file["hash"], file["bytes"]) for file in files[name])
            check(fits, f"`{name}` is not the file that was shown")
    absent = sum(name not in bundle.attachments for name in files)
    return [f"{absent} files that judges showed are not in the record, and no ruling says why"] if absent else []


def deletions_of(bundle):
    deletions = bundle.json("deletions.json")
    if deletions is None:
        return []

    def is_one(d):
        lines = (
            isinstance(d, dict)
            and list(d) == ["by", "rule", "reason", "parts"]
            and d["by"] in ("organisers", "judges", "panel", "committee")
        )
        texts = lines and all(
            isinstance(d[n], str) and 0 < len(d[n]) <= most and d[n].strip() == d[n] and not is_control(d[n])
            for n, most in (("rule", 60), ("reason", 500))
        )
        parts = [(p["event"], p["part"]) for p in d["parts"]] if texts else []
        # For Python, true is an int and equals 1.
        typed = all(type(event) is int and type(part) is str for event, part in parts)
        return parts and typed and parts == sorted(set(parts)) and all(list(p) == ["event", "part"] for p in d["parts"])

    check(
        isinstance(deletions, list) and deletions and all(map(is_one, deletions)),
        "`deletions.json` is no list of what was taken out, and why",
    )
    return deletions


def keys(bundle, contest, foreign, found):
    """The key that signs is the one that the record names; heads of other keys are of events that it says were lost."""
    restored = contest.restored_to
    signs = restored[-1]["key"] if restored else bundle.key
    check(signs == bundle.key, f"the record says that `{signs}` signs it since events were lost")
    for origin, size, root in foreign:

        def names(lost):
            is_last = (size, root.hex()) == (lost["lost_size"], lost["lost_root"])
            return lost["key"].split("+")[0] != origin and (is_last or lost["kept"] < size < lost["lost_size"])

        if any(map(names, restored)):
            found["missing"].append(
                f"the earlier checkpoint of {size} events is one of those that the record says were lost"
            )
        else:
            fits = restored and bundle.roots.get(size) == root
            check(
                fits,
                f"the earlier checkpoint of {size} events is not of this record: `{origin}` has signed it with another key",
            )
            found["notices"].append(
                f"the record extends the earlier checkpoint of {size} events, whose signature was not checked"
            )


def caveats(contest):
    """What stands beside the verdict, whatever it is."""
    people = sum(who[0] != "E" for who in contest.terms["scripted"])
    told = (
        ["a rehearsal: a text fixed the draw that was known beforehand"]
        if contest.seed_source["kind"] == "rehearsal"
        else []
    )
    told += [f"a demonstration: {people} of the people were scripts"] if people else []
    told += [
        f"a clock that ran {pace / 1000} times as fast as clocks do" for pace in sorted(contest.paces) if pace != 1000
    ]
    told += [] if contest.paces else ["a clock of which nothing says how fast it ran"]
    told += [
        f"a record that went on after signed events were lost, up to {lost['lost_size']} from {lost['kept'] + 1}"
        for lost in contest.restored_to
    ]
    return told + ([f"{contest.gaps} times no server ran while a clock did"] if contest.gaps else [])


def missing(contest):
    """Why a result cannot be confirmed."""
    gone = contest.gone
    told = [f"{gone['ballots']} ballots were taken out of the record"] if gone["ballots"] else []
    told += ["the draw that was committed to was taken out"] if contest.draw_gone else []
    told += ["opening words, which the rules judge, were taken out"] if gone["openings"] else []
    told += (
        [f"{gone['unjudged']} events cannot be judged by the rules, because of what was taken out"]
        if gone["unjudged"]
        else []
    )
    told += ["private parts of another kind were taken out"] if contest.others_gone else []
    return told + ([] if contest.phase == "closed" else ["the contest is not closed, and there is no result"])


def not_cosigned(bundle, contest):
    """Whether fewer cosigners have signed the last head than the rules demand."""
    demanded = contest.rules.get("record", {"cosigners": 0})["cosigners"]

    def has_signed(key):
        try:
            return bundle.is_cosigned(key_of(key))
        except Broken:
            return False

    signed = sum(map(has_signed, contest.terms.get("cosigners", [])))
    is_short = contest.phase == "closed" and signed < demanded
    return [f"its rules demand that {demanded} cosigners sign the last head, and {signed} did"] if is_short else []


def is_written_as(bundle, name, value, is_sorted):
    """Whether an attachment is this value, indented by two spaces; where it says so, its members in ascending order."""
    text = json.dumps(value, indent=2, sort_keys=is_sorted, ensure_ascii=False) + "\n"
    return name in bundle.attachments and b"".join(bundle.archive.pieces(name)) == text.encode()


def compare(bundle, contest, found, checks):
    """The attachments with what the record gives when it is computed again."""
    with checks.checking("rulebook"):
        fits = is_written_as(bundle, "rulebook.json", contest.rules, True)
        check(fits, "`rulebook.json` is not what the record gives when it is computed again")
    checks.done("rulebook")
    with checks.checking("result"):
        is_there = "result.json" in bundle.attachments
        if contest.phase != "closed":
            check(not is_there, "there is a `result.json`, but a contest that is not closed has no result")
        elif not (contest.draw_gone or contest.gone["ballots"] or contest.others_gone):
            found["result"] = tally.result(contest)
            is_same = is_written_as(bundle, "result.json", found["result"], False)
            check(
                is_same or not is_there and missing(contest),
                "`result.json` is not what the record gives when it is computed again",
            )
            checks.done("result", is_same)


def main():
    sys.setrecursionlimit(10_000)
    parser = argparse.ArgumentParser(
        "verifier", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--key", type=key_of)
    parser.add_argument("--cosigner", type=key_of, action="append", default=[])
    parser.add_argument("--checkpoint", type=argparse.FileType("rb"), action="append", default=[])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("records", nargs="+", metavar="NAME.viva")
    try:
        given = parser.parse_args()
        notes = [file.read() for file in given.checkpoint]
        heads = [(note, *head_of(note)[1:]) for note in notes]
        files = [open(name, "rb") for name in given.records]
    except (Broken, OSError) as why:
        print(why, file=sys.stderr)
        return 2
    told, codes = [], []
    for name, file in zip(given.records, files):
        with file:
            found = verify(file, given.key, given.cosigner, heads)
        told.append({"record": name, **found})
        codes.append(CODES[found["verdict"]])
        if not given.json:
            tell(name, found)
    if given.json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    return 1 if 1 in codes else max(codes)


def tell(name, found):
    beside = f", but of {', of '.join(found['caveats'])}" if found["caveats"] else ""
    print(f"{name}: {found['verdict'].upper() if found['faults'] else found['verdict']}{beside}")
    for what in found["faults"] + found["missing"] + found["notices"]:
        print(f"  {what}")
    for standing in found["result"]["tally"]["standings"] if found["result"] else []:
        print(f"  {standing['place']}. {standing['witness']}")
    for award in found["result"]["tally"]["awards"] if found["result"] else []:
        print(f"  {award['award']}: {', '.join(award['to'])}")


if __name__ == "__main__":
    sys.exit(main())

"""What a plan that was given must keep: `docs/schedule.md`, in the sections of the designs. Meetings are as in `plans.py`."""

from collections import Counter

import plans

ROLE = {"J": "judges", "C": "confederates", "E": "entries"}


def is_sound(rules, given):
    """Whether a plan that names labels breaks nothing of these rules."""
    labels = [(m["round"], m["judge"], m.get("entry"), m.get("confederate")) for m in given["meetings"]]
    plan = [tuple(None if who is None else int(who[1:]) - 1 for who in meeting) for meeting in labels]
    if not 0 < len(plan) <= plans.MOST_INTERVIEWS or plans.rounds_of(plan) > plans.MOST_INTERVIEWS:
        return False
    in_order = [tuple(-1 if part is None else part for part in meeting) for meeting in plan]
    if not plans.fits(rules) or in_order != sorted(in_order) or not are_settled(rules["roles"], given.get("settled", {})):
        return False
    if not is_everywhere(rules, plan):
        return False
    if rules["schedule"].get("sessions"):
        return are_sessions(rules, plan)
    trials, rounds = rules.get("trials", {}).get("count", 1), plans.rounds_of(plan)
    each = rounds // trials
    parts = [[m for m in plan if trial * each <= m[0] < (trial + 1) * each] for trial in range(trials)]
    return rounds % trials == 0 and all(is_of_design(rules, part) for part in parts)


def are_settled(roles, settled):
    """Whether each settled label is that of another participant of the same role."""

    def is_there(who):
        both = roles.get("people") == "both"
        return who[0] in ROLE and int(who[1:]) <= roles[ROLE[who[0]]] and not (who[0] == "C" and both)

    alike = all(who[0] == label[0] and is_there(who) and is_there(label) for who, label in settled.items())
    return alike and len(set(settled.values())) == len(settled)


def people_in(meeting):
    return [(letter, who) for letter, who in zip("JEC", meeting[1:]) if who is not None]


def is_everywhere(rules, plan):
    """What holds of every design: everybody is there, no round is empty, nobody is in two places, each has the layout."""
    roles, busy = rules["roles"], Counter((meeting[0], who) for meeting in plan for who in people_in(meeting))
    strangers = any(number >= roles[ROLE[letter]] for meeting in plan for letter, number in people_in(meeting))
    empty = {meeting[0] for meeting in plan} != set(range(plans.rounds_of(plan)))
    crowded = any(n > (roles.get("parallel", 1) if who[0] == "E" else 1) for (_, who), n in busy.items())
    both = roles.get("people") == "both" and any(
        who[0] == "J" and (number, ("C", who[1])) in busy for number, who in busy
    )
    wanted = 3 if rules["interview"]["layout"] == "pair" else 2
    return not (strangers or empty or crowded or both) and all(len(people_in(m)) == wanted for m in plan)


def even(things, people):
    return (things // people if people else 0, -(-things // max(people, 1)))


def times_of(plan):
    """How often each two are in one meeting."""
    times = Counter()
    for meeting in plan:
        people = people_in(meeting)
        times.update((one, other) for at, one in enumerate(people) for other in people[at + 1 :])
    return times


def are_held(times, ones, others, share):
    least, most = share
    return all(least <= times[one, other] <= most for one in ones for other in others)


def is_of_design(rules, plan, here=None):
    """What the design demands, of those who are here."""
    roles, design = rules["roles"], rules["schedule"]["design"]
    judges, entries, people = here or [[(letter, n) for n in range(roles[ROLE[letter]])] for letter in "JEC"]
    times = times_of(plan)
    if design == "rotation":
        most = 1 if rules["schedule"]["seats"] != "terminals" else 1 << 30
        return are_held(times, judges, entries + people, (1, most))
    if isinstance(design, dict) and "take-turns" in design:
        return takes_turns(rules, design["take-turns"]["rounds"], plan, times)
    if not are_held(times, judges, entries, (1, 1)):
        return False
    if isinstance(design, dict):
        return all(is_as_matrix(design["matrix"], meeting) for meeting in plan)
    once = design == "graeco-latin"
    of_judge, of_entry = ((1, 1),) * 2 if once else (even(len(entries), len(people)), even(len(judges), len(people)))
    return are_held(times, judges, people, of_judge) and are_held(times, entries, people, of_entry)


def is_as_matrix(matrix, meeting):
    _, judge, entry, person = meeting
    is_there = entry is not None and judge < len(matrix) and entry < len(matrix[judge])
    return (int(matrix[judge][entry][1:]) - 1 if is_there else None) == person


def takes_turns(rules, asked, plan, times):
    """Turns are shared out evenly, and the same two meet as rarely as the number of meetings allows."""
    roles, is_pair = rules["roles"], rules["interview"]["layout"] == "pair"
    people, by_round = roles["judges"], Counter(meeting[0] for meeting in plan)
    fullest = min(roles["entries"] * roles.get("parallel", 1), people // 2) if is_pair else 0
    if len(by_round) != asked or any(count < fullest for count in by_round.values()):
        return False

    def is_shared(counts):
        least, most = even(sum(counts), people)
        return all(least <= count <= most for count in counts)

    asks, answers = Counter(meeting[1] for meeting in plan), Counter(meeting[3] for meeting in plan)
    alone = Counter(meeting[1] for meeting in plan if meeting[2] is not None)
    second = answers if is_pair else alone
    if not all(is_shared([times_for[person] for person in range(people)]) for times_for in (asks, second)):
        return False
    for judge in range(people):
        met = [times[("J", judge), ("E", entry)] for entry in range(roles["entries"])]
        least, most = even(sum(met), len(met))
        if not all(least <= count <= most for count in met):
            return False
    together = Counter(frozenset((m[1], m[3])) for m in plan if m[3] is not None)
    most = -(-sum(together.values()) // max(people * (people - 1) // 2, 1))
    return all(len(pair) == 1 or count <= most for pair, count in together.items())


def are_sessions(rules, plan):
    """Each session has its judges, its confederates and all entries; nobody in it waits; all are in sessions evenly."""
    roles, sessions = rules["roles"], rules["schedule"]["sessions"]
    of_one, entries = min(sessions["confederates"], roles["confederates"]), [("E", n) for n in range(roles["entries"])]
    seen = Counter()
    for first, last in plans.sessions_of(plan):
        part = [meeting for meeting in plan if first <= meeting[0] <= last]
        here = {who for meeting in part for who in people_in(meeting)}
        seen.update(here)
        judges, people = (sorted(who for who in here if who[0] == letter) for letter in "JC")
        rounds = [sorted({m[0] for m in part if m[1] == judge}) for _, judge in judges]
        waits = any(b > a + 1 for mine in rounds for a, b in zip(mine, mine[1:]))
        if not 1 <= len(judges) <= sessions["judges"] or len(people) != of_one or waits:
            return False
        if not is_of_design(rules, part, [judges, entries, people]):
            return False
    counts = [seen["C", n] for n in range(roles["confederates"])]
    least, most = even(sum(counts), max(len(counts), 1))
    shared = all(count > 0 and least <= count <= most for count in counts)
    return shared and all(seen["J", n] for n in range(roles["judges"]))

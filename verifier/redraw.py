"""The rest of a plan, drawn anew because somebody left or joined: `docs/schedule.md`, "When somebody leaves".

Meetings are as in `plans.py`; an assignment is a list of interviews with their seats, as records have it.
"""

from collections import Counter

import plans
from search import NoPlan, remainder


def number(label):
    return int(label[1:])


def round_of(seating):
    return number(seating["interview"].partition("-")[0])


def judge_of(seating):
    return seating["interview"].split("-")[1]


def moved(seating, to):
    """The interview in another round, with the seats that it has."""
    return {"interview": f"R{to}-{judge_of(seating)}", "seats": dict(seating["seats"])}


def meeting_of(seating):
    there = {who[0]: number(who) - 1 for who in seating["seats"].values()}
    return round_of(seating) - 1, number(judge_of(seating)) - 1, there.get("E"), there.get("C")


def everybody_in(seating):
    return [judge_of(seating), *seating["seats"].values()]


def is_terminal(seat):
    return seat[0] == "t"


class Redraw:
    """What the rest of an assignment becomes after this round (0: none was played), for those who are there."""

    def __init__(self, rules, assignment, kept, left, void, seed, work):
        self.rules, self.assignment, self.kept, self.void = rules, assignment, kept, void
        self.seed, self.work, self.roles, self.left = seed, work, rules["roles"], left
        self.is_both = self.roles.get("people") == "both"
        self.rounds = max(map(round_of, assignment), default=0)
        if kept > self.rounds or any(number(who) > self.roles[ROLE[who[0]]] for who in left):
            raise NoPlan

    def is_gone(self, who):
        """Who leaves one role leaves both, where people have both."""
        other = {"J": "C", "C": "J"}.get(who[0], who[0]) + who[1:] if self.is_both else who
        return who in self.left or other in self.left

    def before(self):
        return [seating for seating in self.assignment if round_of(seating) <= self.kept]

    def to_come(self):
        return [seating for seating in self.assignment if round_of(seating) > self.kept]

    def present(self):
        """The numbers from 0 of the judges, entries and confederates who are there."""
        counts = [(letter, self.roles[ROLE[letter]]) for letter in "JEC"]
        return [[n for n in range(count) if not self.is_gone(f"{letter}{n + 1}")] for letter, count in counts]

    # The same rest, but for one thing.

    def taken_over(self, leaves, joins):
        def seats(of):
            return {seat: joins if who == leaves else who for seat, who in of.items()}

        rest = [{**seating, "seats": seats(seating["seats"])} for seating in self.to_come()]
        return self.before() + rest

    def is_in_one_part(self):
        return not self.rules["schedule"].get("sessions") and self.rules.get("trials", {}).get("count", 1) == 1

    def again(self, count):
        if not self.is_in_one_part() or not 0 < count <= self.kept:
            raise NoPlan
        of_round = [seating for seating in self.assignment if round_of(seating) == count]
        repeated = [moved(s, self.kept + 1) for s in of_round if not any(map(self.is_gone, everybody_in(s)))]
        shift = bool(repeated)
        return self.before() + repeated + [moved(s, round_of(s) + shift) for s in self.to_come()]

    def joined(self):
        if not self.is_in_one_part():
            raise NoPlan
        return self.drawn()

    # Drawn anew.

    def drawn(self):
        if self.rules["schedule"].get("sessions"):
            return self.in_sessions()
        trials = self.rules.get("trials", {}).get("count", 1)
        each, last, found = -(-self.rounds // trials), self.kept, self.before()
        trial_of = lambda count: plans.trial_of(self.rules, self.rounds, count)
        for trial in range(trial_of(self.kept) if self.kept else 1, trials + 1):
            of_trial = [seating for seating in self.assignment if trial_of(round_of(seating)) == trial]
            counts = lambda seating: round_of(seating) <= self.kept and round_of(seating) not in self.void
            past = [meeting_of(seating) for seating in of_trial if counts(seating)]
            draws = plans.stream(self.seed, f"redraw after R{self.kept}", trial)
            meetings = self.rest(self.present(), past, each * trial - last, trials > 1, draws)
            kept = {who: number(seat) for s in of_trial for seat, who in s["seats"].items() if is_terminal(seat)}
            all_of_them = plans.all_witnesses(self.roles)
            terminals = plans.terminals_for(all_of_them, plans.stream(self.seed, "terminals", trial), kept)
            sides = plans.stream(self.seed, f"sides after R{self.kept}", trial)
            found += [plans.seating(self.rules, (n + last, *who), sides, terminals) for n, *who in in_order(meetings)]
            last = each * trial
        return found

    def rest(self, present, past, rounds, is_whole, draws):
        """The meetings of the rest of one trial, its rounds from 0. `is_whole`: it has all of these rounds, and no more."""
        present, design = [draws.shuffled(who) for who in present], self.rules["schedule"]["design"]
        if design == "rotation":
            meetings = singles(present, past, rounds if is_whole else None)
        elif isinstance(design, dict) and "take-turns" in design:
            meetings = self.people(present, past, max(rounds, 0), draws)
        else:
            matrix = design["matrix"] if isinstance(design, dict) else None
            meetings = pairs(present, past, matrix, self.work)
        needed = plans.rounds_of(meetings)
        if is_whole and needed > rounds:
            raise NoPlan
        order = draws.shuffled(range(needed))
        return [(order[n], *who) for n, *who in meetings]

    def people(self, present, past, rounds, draws):
        """The rounds that are left, where everyone takes turns: those who asked less ask more, few meet again."""
        people, entries, _ = present
        is_pair = self.rules["interview"]["layout"] == "pair"
        turns = plans.Turns(len(people), len(entries), self.roles.get("parallel", 1), is_pair, rounds)
        history = past_of(people, entries, past)
        order, best = list(range(len(people))), None
        for _ in range(200):
            order = draws.shuffled(order)
            again = turns.again(order, history)
            if best is None or again < best[0]:
                best = again, order
            if again == 0:
                break
        found = turns.sittings(best[1], history, draws)
        named = lambda name, of: None if of is None else name[of]
        return [(n, people[j], named(entries, e), named(people, c)) for n, j, e, c in found]

    # Sessions: only those change that somebody left.

    def in_sessions(self):
        plan = [meeting_of(seating) for seating in self.assignment]
        found, last = self.before(), self.kept
        for count, (first, end) in enumerate(plans.sessions_of(plan), 1):
            if end + 1 <= self.kept:
                continue
            in_session = [s for s in self.assignment if first + 1 <= round_of(s) <= end + 1]
            rest = [seating for seating in in_session if round_of(seating) > self.kept]
            gone = {who for seating in rest for who in everybody_in(seating) if who in self.left}
            if all(who[0] == "J" for who in gone):
                staying = [seating for seating in rest if judge_of(seating) not in gone]
                held = sorted({round_of(seating) for seating in staying})
                seatings = [moved(seating, 1 + held.index(round_of(seating))) for seating in staying]
            else:
                seatings = self.session(count, in_session, end + 1, plan, found)
            found += [moved(seating, round_of(seating) + last) for seating in seatings]
            last += max(map(round_of, seatings), default=0)
        return found

    def session(self, count, in_session, end, plan, found):
        """The rest of a session that a confederate or an entry left, its rounds from 1."""
        judges, entries, confederates = self.present()
        mine = [meeting_of(seating) for seating in in_session]
        past = [meeting for meeting in mine if meeting[0] < self.kept]
        judges = [judge for judge in judges if any(meeting[1] == judge for meeting in mine)]
        of_session = {meeting[3] for meeting in mine if meeting[3] is not None}
        here = [person for person in confederates if person in of_session]
        times = Counter(meeting_of(seating)[3] for seating in found)
        times.update(meeting[3] for meeting in plan if meeting[0] + 1 > end)
        others = sorted((p for p in confederates if p not in of_session), key=lambda person: (times[person], person))
        here += others[: max(len(of_session) - len(here), 0)]
        draws = plans.stream(self.seed, f"redraw after R{self.kept}", count)
        meetings = in_order(self.rest([judges, entries, here], past, 0, False, draws))
        sitting = {who for meeting in meetings for who in plans.witnesses_of(meeting)}
        witnesses = [who for who in plans.all_witnesses(self.roles) if who in sitting]
        seats = [(seat, who) for seating in in_session for seat, who in seating["seats"].items()]
        kept = {who: number(seat) for seat, who in seats if is_terminal(seat) and who in sitting}
        terminals = plans.terminals_for(witnesses, plans.stream(self.seed, "terminals", count), kept)
        sides = plans.stream(self.seed, f"sides after R{self.kept}", count)
        return [plans.seating(self.rules, meeting, sides, terminals) for meeting in meetings]


ROLE = {"J": "judges", "E": "entries", "C": "confederates"}


def drawn_without(rules, given, left, seed, work):
    """The assignment that the seed draws for those who have not left."""
    everybody = plans.drawn(rules, given, seed, work)
    if not left:
        return everybody
    borne = {**rules, "schedule": {**rules["schedule"], "design": plans.borne_matrix(given, rules, seed)}}
    return Redraw(borne, everybody, 0, left, set(), seed, work).drawn()


def in_order(meetings):
    return sorted(meetings, key=lambda meeting: tuple(-1 if part is None else part for part in meeting))


def pairs(present, past, matrix, work):
    """Judges with the entries they have still to meet, beside confederates they did not meet."""
    judges, entries, confederates = present
    if not confederates:
        return []
    met = {meeting[1:3] for meeting in past}
    cells = [
        (row, column, settled(matrix, judge, entry, confederates))
        for row, judge in enumerate(judges)
        for column, entry in enumerate(entries)
        if (judge, entry) not in met
    ]
    beside = [Counter((meeting[place], meeting[3]) for meeting in past) for place in (1, 2)]
    judges_met = [[beside[0][judge, person] for person in confederates] for judge in judges]
    entries_met = [[beside[1][entry, person] for person in confederates] for entry in entries]
    found = remainder(cells, judges_met, entries_met, work)
    return [(n, judges[j], entries[e], confederates[c]) for n, j, e, c in found]


def settled(matrix, judge, entry, confederates):
    """Where the confederate of a matrix stands among those who are there; None where somebody else stands in."""
    if matrix is None or judge >= len(matrix) or entry >= len(matrix[judge]):
        return None
    person = number(matrix[judge][entry]) - 1
    return confederates.index(person) if person in confederates else None


def singles(present, past, rounds):
    """Judges with the witnesses they have still to meet, one at a time."""
    judges, entries, confederates = present
    witnesses = [(entry, None) for entry in entries] + [(None, person) for person in confederates]
    met = {(judge, *who) for _, judge, entry, person in past for who in ((entry, None), (None, person))}
    due = [
        (row, place)
        for row, judge in enumerate(judges)
        for place, witness in enumerate(witnesses)
        if (judge, *witness) not in met
    ]
    least = max([0, *Counter(row for row, _ in due).values(), *Counter(place for _, place in due).values()])
    round_for = plans.levelled(due, least if rounds is None else max(rounds, least))
    return [(n, judges[row], *witnesses[place]) for (row, place), n in zip(due, round_for)]


def past_of(people, entries, past):
    """What those who are there did."""
    history, place = plans.Past(len(people)), {person: at for at, person in enumerate(people)}
    history.entries = [[0] * len(entries) for _ in people]
    for _, judge, entry, person in past:
        one, other = place.get(judge), place.get(person)
        if one is not None:
            history.asked[one] += 1
            history.met[one] += entry is not None
            if entry in entries:
                history.entries[one][entries.index(entry)] += 1
        if other is not None:
            history.answered[other] += 1
        if one is not None and other is not None:
            history.together[frozenset((one, other))] += 1
    return history

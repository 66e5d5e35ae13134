"""Who meets whom, and who sits where, as a seed draws it: `docs/schedule.md`, "What a seed draws".

A plan is a list of meetings (round, judge, entry, confederate) in numbers from 0, by round, then judge; None is nobody.
"""

from collections import Counter, deque

from draws import Draws
from search import MOST_ORDER, NoPlan, model_of, solve


def stream(seed, name, number=1):
    return Draws(seed, name if number == 1 else f"{name} {number}")


def trial_of(rules, rounds, number):
    """The trial of a round, both from 1."""
    trials = rules.get("trials", {}).get("count", 1)
    return min((number - 1) // max(-(-rounds // trials), 1) + 1, trials)


def ordered(meetings):
    return sorted(meetings, key=lambda meeting: meeting[:2])


def rounds_of(plan):
    return max((meeting[0] + 1 for meeting in plan), default=0)


# Designs, before anything is drawn.


def graeco_latin(order):
    """Of every order but 2 and 6, which have none."""
    pairs = [(a, b) for a in range(order) for b in range(order)]
    power = order & -order
    if power == 1:
        return [(a, b, (a + b) % order, (a + 2 * b) % order) for a, b in pairs]
    if power == 2:
        return quasi_difference(order) if order > 6 else None
    if power < order:
        odd, even, factor = graeco_latin(order // power), graeco_latin(power), order // power
        return [tuple(x * factor + y for x, y in zip(left, right)) for left in even for right in odd]
    irreducible = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}[order]
    return [(a, b, a ^ b, a ^ (2 * b if 2 * b < order else 2 * b ^ irreducible)) for a, b in pairs]


def quasi_difference(order):
    """Of the orders 10, 14, 18 …: columns that are developed modulo v, with u further symbols, completed by a design of u."""
    u = max(u for u in range(3, order, 4) if 3 * u < order)
    v = order - u
    pairs, fours = blocks(v, (v - 2 * u - 1) // 4, {0}, {0}, [], [])

    def developed(column, symbol=None):
        for turn in range(4):
            for shift in range(v):
                meeting = [(residue + shift) % v for residue in column]
                if symbol is not None:
                    meeting[0] = v + symbol
                yield tuple(meeting[-turn:] + meeting[:-turn])

    design = [(residue,) * 4 for residue in range(v)]
    for w, x, y, _ in fours:
        design += developed([0, -w, -w - x, -w - x - y])
    for symbol, (x, y) in enumerate(pairs):
        design += developed([0, x, 0, -y], symbol)
    return design + [tuple(v + symbol for symbol in meeting) for meeting in graeco_latin(u)]


def blocks(v, fours_left, placed, summed, pairs, fours):
    """The first division of the residues other than 0 into so many fours of sum 0, and pairs, whose sums are all different."""
    still = [residue for residue in range(v) if residue not in placed]

    def having(residues, sums):
        """What is placed, and the sums up to sign, with a further block; None where one of them is taken."""
        lower = [min(total % v, -total % v) for total in sums]
        fresh = len(set(residues)) == len(residues) and not placed & set(residues)
        if fresh and len(set(lower)) == len(lower) and not summed & set(lower):
            return placed | set(residues), summed | set(lower)
        return None

    if fours_left:
        for x in still:
            for y in still:
                four = (still[0], x, y, -(still[0] + x + y) % v)
                more = having(four, (still[0] + x, x + y))
                found = more and blocks(v, fours_left - 1, *more, pairs, [*fours, four])
                if found:
                    return found
        return None
    if not still:
        return pairs, fours
    partners = {x: [y for y in still if having((x, y), (x + y,))] for x in still}
    x = min(still, key=lambda residue: len(partners[residue]))
    for y in partners[x]:
        found = blocks(v, 0, *having((x, y), (x + y,)), [*pairs, (x, y)], fours)
        if found:
            return found
    return None


def fewest_rounds(judges, entries, confederates, work):
    """A Graeco-Latin design from which judges or entries are left out, or what a search finds."""

    def construction(rounds):
        order = max(judges, entries)
        if confederates < rounds or rounds != order or order in (0, 2, 6) or order > MOST_ORDER:
            return None
        return [meeting for meeting in graeco_latin(order) if meeting[1] < judges and meeting[2] < entries]

    return solve(model_of(judges, entries, confederates), construction, work)


def of_matrix(rows, judges, entries, confederates, work):
    """The first rows and columns of a matrix, in the fewest rounds that are found."""
    if len(rows) < judges or any(len(row) < entries for row in rows[:judges]):
        raise NoPlan
    matrix = [[int(rows[judge][entry][1:]) - 1 for entry in range(entries)] for judge in range(judges)]
    if any(person >= confederates for row in matrix for person in row):
        raise NoPlan
    return solve(model_of(judges, entries, confederates, matrix), lambda rounds: None, work)


def rotation(judges, entries, confederates, draws):
    witnesses = [(entry, None) for entry in range(entries)] + [(None, person) for person in range(confederates)]
    order = max(judges, len(witnesses))
    rows, places = draws.shuffled(range(order)), draws.shuffled(range(order))
    at = dict(zip(places, witnesses))
    zigzag = [(number + 1) // 2 if number % 2 else order - number // 2 for number in range(order)]
    there = [
        (number, judge, (rows[judge] + zigzag[number]) % order) for number in range(order) for judge in range(judges)
    ]
    return [(number, judge, *at[place]) for number, judge, place in there if place in at]


def pairs_of(people, whole_rounds):
    """All pairs of people, one after the other, for ever; those that stand close have nobody in common."""
    odd, turn = people - 1 + people % 2, 0
    while people > 1:
        if people % 2 and not whole_rounds:
            ring = people - 1
            cycle = [ring] + [(turn + (p + 1) // 2 if p % 2 else turn - p // 2) % ring for p in range(ring)]
            yield from ((cycle[2 * edge % people], cycle[(2 * edge + 1) % people]) for edge in range(people))
            turn = (turn + 1) % ring
        else:
            if people % 2 == 0:
                yield people - 1, turn
            yield from (((turn - step) % odd, (turn + step) % odd) for step in range(1, odd // 2 + 1))
            turn = (turn + 1) % odd


def level(loads, step, moves, make):
    """Moves turns along chains of people, from who has more to who has fewer, until no chain evens anything out.

    `moves` lists whose turn could become whose; `make` carries one out.
    """

    def chain():
        after = {}
        for move in moves():
            after.setdefault(move[0], []).append(move)
        for start in sorted(range(len(loads)), key=lambda person: (-loads[person], person)):
            reached, queue = {}, deque([start])
            while queue:
                for move in after.get(queue.popleft(), ()):
                    to = move[1]
                    if to == start or to in reached:
                        continue
                    reached[to] = move
                    if loads[start] - loads[to] > step:
                        found = [move]
                        while found[0][0] != start:
                            found.insert(0, reached[found[0][0]])
                        return found
                    queue.append(to)
        return None

    while True:
        found = chain()
        if found is None:
            return
        loads[found[0][0]] -= step
        loads[found[-1][1]] += step
        for move in found:
            make(*move)


def swap_in(people, one, by):
    people[people.index(one)] = by


def alone(people, wanted, together, met):
    """Who meets an entry alone in each round: such as have met the fewest, until all have met as many."""
    by_round = []
    for pairs, count in zip(together, wanted):
        busy = {person for pair in pairs for person in pair}
        free = sorted(set(range(people)) - busy, key=lambda person: (met[person], person))
        by_round.append((pairs, free[:count], free[count:]))
        for person in free[:count]:
            met[person] += 1
    most = -(-sum(map(len, together)) // max(people * (people - 1) // 2, 1))

    def moves():
        return [(one, other, at) for at, (_, here, rest) in enumerate(by_round) for one in here for other in rest]

    def make(one, other, at):
        swap_in(by_round[at][1], one, other)
        swap_in(by_round[at][2], other, one)

    def change_places():
        """Somebody of a pair, who met fewer entries, with somebody who meets one."""
        times = Counter(frozenset(pair) for pairs in together for pair in pairs)
        for pairs, here, _ in by_round:
            for at, (one, other) in enumerate(pairs):
                for leaves, stays in ((one, other), (other, one)):
                    fits = [p for p in here if met[p] - met[leaves] > 1 and times[frozenset((p, stays))] < most]
                    if fits:
                        comes = max(reversed(fits), key=lambda person: met[person])
                        pairs[at] = (comes, stays)
                        swap_in(here, comes, leaves)
                        met[comes] -= 1
                        met[leaves] += 1
                        return True
        return False

    level(met, 1, moves, make)
    while change_places():
        level(met, 1, moves, make)
    return [sorted(here) for _, here, _ in by_round]


def equitable(edges, colours):
    """A colour for every edge of a bipartite graph: each is at everybody as often as the others, but for one time."""

    def split(vertices):
        part, parts = {}, 0
        for vertex in vertices:
            number, held = part.get(vertex, (0, colours))
            if held == colours:
                parts += 1
                number, held = parts, 0
            part[vertex] = (number, held + 1)
            yield number

    ends = [((0, left), (1, right)) for left, right in zip(split(e[0] for e in edges), split(e[1] for e in edges))]
    at, colour = {}, {}

    def put(edge, of):
        colour[edge] = of
        at.update({(end, of): edge for end in ends[edge]})

    for edge, (left, right) in enumerate(ends):
        one, other = (next(c for c in range(colours) if (end, c) not in at) for end in (left, right))
        chain, vertex, of = [], right, one
        while one != other and (vertex, of) in at:
            chain.append(at[vertex, of])
            a, b = ends[chain[-1]]
            vertex, of = b if a == vertex else a, one + other - of
        for each in chain:
            for end in ends[each]:
                del at[end, colour[each]]
        for each in chain:
            put(each, one + other - colour[each])
        put(edge, one)
    return [colour[edge] for edge in range(len(edges))]


def levelled(edges, colours):
    """As `equitable`, and every colour is at as many edges as the others, but for one."""
    colour = equitable(edges, colours)
    while colours:
        size = Counter(colour)
        most = max(reversed(range(colours)), key=lambda each: size[each])
        least = min(range(colours), key=lambda each: size[each])
        if size[most] < size[least] + 2:
            break
        for edge in surplus(edges, colour, most, least):
            colour[edge] = most + least - colour[edge]
    return colour


def surplus(edges, colour, most, least):
    """The edges of a chain in these two colours that has one more of the first than of the second."""
    of_both, seen = [at for at in range(len(edges)) if colour[at] in (most, least)], set()
    for start in of_both:
        chain, still = [], [start]
        while still:
            at = still.pop()
            if at in seen:
                continue
            seen.add(at)
            chain.append(at)
            touching = [o for o in of_both if edges[o][0] == edges[at][0] or edges[o][1] == edges[at][1]]
            still += [other for other in touching if other not in seen]
        if 2 * sum(colour[at] == most for at in chain) > len(chain):
            return chain
    return []


class Past:
    """What people did before: how often each asked, answered, and met an entry; by person each entry; how often two met."""

    def __init__(self, people):
        self.asked, self.answered, self.met = [0] * people, [0] * people, [0] * people
        self.entries, self.together = None, Counter()


class Turns:
    """So many people who take turns among so many entries, for so many rounds."""

    def __init__(self, people, entries, parallel, is_pair, rounds):
        self.people, self.entries, self.parallel, self.is_pair = people, entries, max(parallel, 1), is_pair
        self.room, self.sizes, met = entries * self.parallel, [], [0, 0]
        for _ in range(rounds):

            def badness(size):
                apart = abs(met[0] + size[0] - met[1] - size[1])
                return max(apart, 1), people - 2 * size[0] - size[1], -sum(size)

            fewest = min(people > 2, self.room)
            ways = [((people - count) // 2, count) for count in range(fewest, min(self.room, people) + 1)]
            size = (min(self.room, people // 2), 0) if is_pair else min(ways, key=badness, default=(0, 0))
            self.sizes.append(size)
            met = [met[0] + size[0], met[1] + size[1]]

    def together(self, order):
        """By round, the pairs that meet where people stand in this order."""
        pairs = pairs_of(self.people, all(size[0] == self.people // 2 for size in self.sizes))
        return [[tuple(order[p] for p in next(pairs)) for _ in range(count)] for count, _ in self.sizes]

    def again(self, order, past):
        """How many meetings would be of two who met before, or who meet again."""
        times, again = Counter(past.together), 0
        for pair in (frozenset(pair) for of_round in self.together(order) for pair in of_round):
            again += times[pair]
            times[pair] += 1
        return again

    def sittings(self, order, past, draws=None):
        """Of all rounds: (round, judge, entry, confederate). Where people have a past, these draws look for other partners."""
        together = self.together(order)
        if draws is not None:
            spread(together, past.together, draws)
        single = alone(self.people, [count for _, count in self.sizes], together, list(past.met))
        self.share_out_asking(together, single, past)
        sittings = []
        for number, (of_round, here) in enumerate(zip(together, single)):
            sittings += [[number, judge, None, person] for judge, person in of_round]
            sittings += [[number, judge, None, None] for judge in here]
        needing = [sitting for sitting in sittings if self.is_pair or sitting[3] is None]
        for sitting, entry in zip(needing, equitable([(sitting[1], sitting[0]) for sitting in needing], self.entries)):
            sitting[2] = entry
        if past.entries:
            self.even_entries(sittings, past.entries)
        return sittings

    def share_out_asking(self, together, single, past):
        loads = [past.asked[p] - past.answered[p] * self.is_pair for p in range(self.people)]
        for person in (person for here in single for person in here):
            loads[person] += 1
        for of_round in together:
            for at, (one, other) in enumerate(of_round):
                if loads[other] < loads[one]:
                    of_round[at] = one, other = other, one
                loads[one] += 1
                loads[other] -= self.is_pair

        def turn(one, other, place):
            together[place[0]][place[1]] = (other, one)

        def moves():
            return [(*pair, (n, at)) for n, of_round in enumerate(together) for at, pair in enumerate(of_round)]

        level(loads, 1 + self.is_pair, moves, turn)

    def even_entries(self, sittings, met):
        """Exchanges entries until each judge has met all equally often, two entries at a time."""
        pairs = [(one, other) for one in range(self.entries) for other in range(one)]
        while any([self.even_two(sittings, met, one, other) for one, other in pairs]):
            pass

    def even_two(self, sittings, met, one, other):
        before = [sitting[2] for sitting in sittings]

        def differences(one, other):
            found = [times[one] - times[other] for times in met]
            for _, judge, entry, _ in sittings:
                found[judge] += (entry == one) - (entry == other)
            return found

        def exchanges():
            mine = [(at, s) for at, s in enumerate(sittings) if s[2] == one]
            return [
                (s[1], t[1], (at, there))
                for at, s in mine
                for there, t in enumerate(sittings)
                if t[0] == s[0] and t[2] == other
            ]

        def exchange(_, __, places):
            sittings[places[0]][2], sittings[places[1]][2] = other, one

        def give(a, b):
            """Gives a judge who meets one entry more often the other, where it has room."""
            apart = differences(a, b)
            for sitting in sittings:
                if sitting[2] == a and apart[sitting[1]] > 1:
                    if sum(s[0] == sitting[0] and s[2] == b for s in sittings) < self.parallel:
                        sitting[2] = b
                        return True
            return False

        while True:
            level(differences(one, other), 2, exchanges, exchange)
            if not give(one, other) and not give(other, one):
                return [sitting[2] for sitting in sittings] != before


def spread(together, past, draws):
    """Exchanges partners within a round, 20,000 times, wherever that makes nobody meet again more often."""
    times = Counter(past)
    times.update(frozenset(pair) for pairs in together for pair in pairs)
    rounds = [number for number, pairs in enumerate(together) if len(pairs) > 1]
    if not rounds or all(count < 2 for count in times.values()):
        return
    for _ in range(20_000):
        pairs = together[rounds[draws.below(len(rounds))]]
        one, other = draws.below(len(pairs)), draws.below(len(pairs))
        if one == other:
            continue
        (a, b), (c, d) = pairs[one], pairs[other]
        first, second = ((a, c), (b, d)) if draws.coin() else ((a, d), (c, b))
        now, then = [frozenset((a, b)), frozenset((c, d))], [frozenset(first), frozenset(second)]
        if sum(times[pair] for pair in then) + 2 <= sum(times[pair] for pair in now):
            times.subtract(now)
            times.update(then)
            pairs[one], pairs[other] = first, second


def take_turns(people, entries, parallel, is_pair, rounds, draws):
    names, entry_names, numbers = (draws.shuffled(range(count)) for count in (people, entries, rounds))
    sittings = Turns(people, entries, parallel, is_pair, rounds).sittings(range(people), Past(people))
    named = lambda name, of: None if of is None else name[of]
    return [(numbers[n], names[j], named(entry_names, e), named(names, c)) for n, j, e, c in sittings]


# What a seed draws.


def renamed(design, counts, draws):
    """The design with rounds, judges, entries and confederates in an order that is drawn, one after the other."""
    orders = [draws.shuffled(range(count)) for count in counts]
    return [tuple(order[number] for order, number in zip(orders, meeting)) for meeting in design]


MOST_PEOPLE, MOST_INTERVIEWS = 512, 8192


def fits(rules):
    """Whether the numbers can be planned for, and layout, seats and people are such as the design is for."""
    roles, schedule, design = rules["roles"], rules["schedule"], rules["schedule"]["design"]
    judges, entries, confederates = roles["judges"], roles["entries"], roles["confederates"]
    sessions, is_pair = schedule.get("sessions"), rules["interview"]["layout"] == "pair"
    takes_turns = isinstance(design, dict) and "take-turns" in design
    most = MOST_PEOPLE if sessions or takes_turns or design == "rotation" else MOST_ORDER
    here = min(sessions["confederates"], confederates) if sessions else confederates
    each = design["take-turns"]["rounds"] if takes_turns else entries + (here if design == "rotation" else 0)
    if not (0 < judges <= most and 0 < entries <= MOST_ORDER and 0 < confederates <= most):
        return False
    if judges * each > MOST_INTERVIEWS or not takes_turns and is_pair != (design != "rotation"):
        return False
    if is_pair and schedule["seats"] == "terminals":
        return False
    if sessions and (isinstance(design, dict) or rules.get("trials", {}).get("count", 1) > 1):
        return False
    return takes_turns == (roles.get("people") == "both") and (not takes_turns or 1 < judges == confederates)


def are_sessions(rules, size, plan):
    """Whether in a session of so many judges nobody waits, and no confederate is idle."""
    people = min(rules["schedule"]["sessions"]["confederates"], rules["roles"]["confederates"])
    busy = {meeting[3] for meeting in plan if meeting[3] is not None}
    return len(plan) == rounds_of(plan) * size and len(busy) == people


def plan_of(rules, roles, sessions, draws, work):
    """One trial, in an order that is drawn."""
    judges, entries, confederates = roles["judges"], roles["entries"], roles["confederates"]
    design = rules["schedule"]["design"]
    if sessions:
        count = max(-(-judges // sessions["judges"]), 1)
        sizes = [judges // count + (number < judges % count) for number in range(count)]
        of_one = min(sessions["confederates"], confederates)
        if count * of_one < confederates:
            raise NoPlan
        asking, people, all_of_it = iter(draws.shuffled(range(judges))), draws.shuffled(range(confederates)), []
        for number, size in enumerate(sizes):
            here = [next(asking) for _ in range(size)]
            answering = [people[(number * of_one + place) % confederates] for place in range(of_one)]
            plan = plan_of(rules, {**roles, "judges": size, "confederates": of_one}, None, draws, work)
            if not are_sessions(rules, size, plan):
                raise NoPlan
            before = rounds_of(all_of_it)
            all_of_it += [(n + before, here[j], e, None if c is None else answering[c]) for n, j, e, c in plan]
        return all_of_it
    if design == "rotation":
        return rotation(judges, entries, confederates, draws)
    if isinstance(design, dict) and "take-turns" in design:
        is_pair, rounds = rules["interview"]["layout"] == "pair", design["take-turns"]["rounds"]
        return take_turns(judges, entries, roles.get("parallel", 1), is_pair, rounds, draws)
    if isinstance(design, dict):
        found = of_matrix(design["matrix"], judges, entries, confederates, work)
        numbers = draws.shuffled(range(rounds_of(found)))
        return [(numbers[meeting[0]], *meeting[1:]) for meeting in found]
    if design == "graeco-latin":
        if not judges == entries == confederates or judges in (2, 6):
            raise NoPlan
        found = graeco_latin(judges)
    else:
        found = fewest_rounds(judges, entries, confederates, work)
    return renamed(found, (rounds_of(found), judges, entries, confederates), draws)


def bearers(given, roles, seed):
    """Who bears the labels of a plan that was given, by role, in the order of labels."""
    draws, borne = Draws(seed, "bearers"), []
    for letter, role in (("J", "judges"), ("E", "entries"), ("C", "confederates")):
        if role == "confederates" and roles.get("people") == "both":
            borne.append(borne[0])
            continue
        settled = {label: who for who, label in given.get("settled", {}).items() if who[0] == letter}
        everybody = [f"{letter}{number + 1}" for number in range(roles[role])]
        still = iter(draws.shuffled(who for who in everybody if who not in settled.values()))
        borne.append([int((settled.get(label) or next(still))[1:]) - 1 for label in everybody])
    return borne


def borne_matrix(given, rules, seed):
    """The design with those who bear the labels that a matrix names; any other design as it is."""
    design = rules["schedule"]["design"]
    if not given or not isinstance(design, dict) or "matrix" not in design:
        return design
    judges, entries, people = bearers(given, rules["roles"], seed)
    rows = [list(row) for row in design["matrix"]]
    for row, judge in zip(design["matrix"], judges):
        for label, entry in zip(row, entries):
            if judge < len(rows) and entry < len(rows[judge]):
                rows[judge][entry] = f"C{people[int(label[1:]) - 1] + 1}"
    return {"matrix": rows}


def drawn(rules, given, seed, work):
    """The assignment that the seed draws for everybody."""
    if not fits(rules):
        raise NoPlan
    if given:
        orders = bearers(given, rules["roles"], seed)
        names = ("judge", "entry", "confederate")
        numbers = [[m["round"], *(m.get(name) for name in names)] for m in given["meetings"]]
        places = [[int(n[1:]) - 1, *(who and int(who[1:]) - 1 for who in meeting)] for n, *meeting in numbers]
        plan = [(n, *(None if p is None else o[p] for o, p in zip(orders, who))) for n, *who in places]
        return seated(rules, ordered(plan), seed)
    plan = []
    for trial in range(1, rules.get("trials", {}).get("count", 1) + 1):
        draws = stream(seed, "schedule", trial)
        of_one = plan_of(rules, rules["roles"], rules["schedule"].get("sessions"), draws, work)
        before = rounds_of(plan)
        plan += [(meeting[0] + before, *meeting[1:]) for meeting in of_one]
    return seated(rules, ordered(plan), seed)


def sessions_of(plan):
    """The first and last round of each session."""
    spans, found = {}, []
    for number, judge, *_ in plan:
        first, last = spans.get(judge, (number, number))
        spans[judge] = min(first, number), max(last, number)
    for first, last in sorted(spans.values()):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def parts_of(rules, plan):
    """The part, a trial or a session, that each round belongs to."""
    if not rules["schedule"].get("sessions"):
        return lambda number: trial_of(rules, rounds_of(plan), number + 1)
    ends = [last for _, last in sessions_of(plan)]
    return lambda number: 1 + sum(end < number for end in ends)


def witnesses_of(meeting):
    return [f"{letter}{number + 1}" for letter, number in zip("EC", meeting[2:]) if number is not None]


def all_witnesses(roles):
    return [f"E{n + 1}" for n in range(roles["entries"])] + [f"C{n + 1}" for n in range(roles["confederates"])]


def terminals_for(witnesses, draws, kept):
    """The terminal of every witness: those that have one keep it, the others take what is left in an order that is drawn."""
    numbers = [n for n in draws.shuffled(range(1, len(witnesses) + 1)) if n not in kept.values()]
    return {**dict(zip((who for who in witnesses if who not in kept), numbers)), **kept}


def seating(rules, meeting, sides, terminals):
    sitting = witnesses_of(meeting)
    if len(sitting) == 2:
        left, right = sitting if sides.coin() else reversed(sitting)
        seats = {"left": left, "right": right}
    elif rules["schedule"]["seats"] == "terminals":
        seats = {f"t{max(terminals.get(sitting[0], 0), 1)}": sitting[0]}
    else:
        seats = {"only": sitting[0]}
    return {"interview": f"R{meeting[0] + 1}-J{meeting[1] + 1}", "seats": seats}


def seated(rules, plan, seed):
    """The plan with seats: sides by a coin for each interview, terminals once for each trial or session."""
    part_of, seatings, drawn_for = parts_of(rules, plan), [], {}
    for meeting in plan:
        part = part_of(meeting[0])
        if part not in drawn_for:
            there = {who for other in plan if part_of(other[0]) == part for who in witnesses_of(other)}
            here = [w for w in all_witnesses(rules["roles"]) if w in there or not rules["schedule"].get("sessions")]
            terminals = terminals_for(here, stream(seed, "terminals", part), {})
            drawn_for[part] = stream(seed, "sides", part), terminals
        seatings.append(seating(rules, meeting, *drawn_for[part]))
    return seatings

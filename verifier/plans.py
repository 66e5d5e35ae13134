"""Who meets whom, and who sits where, as a seed draws it: `docs/schedule.md`, "What a seed draws".

A plan is a list of meetings (round, judge, entry, confederate) in numbers from 0, by round, then judge; None is nobody.
"""

from collections import Counter, deque

from draws import Draws
from search import timetable

NOT_HERE = (
    "this verifier does not search for plans: who meets whom was compared with what the design demands, not drawn again"
)


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


def fewest_rounds(judges, entries, confederates):
    """A Graeco-Latin design from which judges or entries are left out; None where a search makes the plan."""
    order = max(judges, entries)
    if confederates != order or order in (2, 6):
        return None
    design = graeco_latin(order)
    return design and [meeting for meeting in design if meeting[1] < judges and meeting[2] < entries]


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


def alone(people, wanted, together):
    """Who meets an entry alone in each round: such as have met the fewest, until all have met as many."""
    met, by_round = [0] * people, []
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


def take_turns(people, entries, parallel, is_pair, rounds, draws):
    names, entry_names, numbers = (
        draws.shuffled(range(people)),
        draws.shuffled(range(entries)),
        draws.shuffled(range(rounds)),
    )
    room, sizes, met = entries * parallel, [], [0, 0]
    for _ in range(rounds):

        def badness(size):
            apart = abs(met[0] + size[0] - met[1] - size[1])
            return max(apart, 1), people - 2 * size[0] - size[1], -sum(size)

        fewest = min(people > 2, room)
        ways = [((people - count) // 2, count) for count in range(fewest, min(room, people) + 1)]
        size = (min(room, people // 2), 0) if is_pair else min(ways, key=badness, default=(0, 0))
        sizes.append(size)
        met = [met[0] + size[0], met[1] + size[1]]
    pairs = pairs_of(people, all(size[0] == people // 2 for size in sizes))
    together = [[next(pairs) for _ in range(count)] for count, _ in sizes]
    single = alone(people, [count for _, count in sizes], together)

    loads = [sum(person in here for here in single) for person in range(people)]
    for of_round in together:
        for at, (one, other) in enumerate(of_round):
            if loads[other] < loads[one]:
                of_round[at] = one, other = other, one
            loads[one] += 1
            loads[other] -= is_pair

    def turn(one, other, place):
        together[place[0]][place[1]] = (other, one)

    level(
        loads,
        1 + is_pair,
        lambda: [(*pair, (number, at)) for number, of_round in enumerate(together) for at, pair in enumerate(of_round)],
        turn,
    )
    sittings = []
    for number, (of_round, here) in enumerate(zip(together, single)):
        sittings += [[number, judge, None, person] for judge, person in of_round]
        sittings += [[number, judge, None, None] for judge in here]
    needing = [sitting for sitting in sittings if is_pair or sitting[3] is None]
    for sitting, entry in zip(needing, equitable([(sitting[1], sitting[0]) for sitting in needing], entries)):
        sitting[2] = entry_names[entry]
    return [(numbers[n], names[j], e, None if c is None else names[c]) for n, j, e, c in sittings]


# What a seed draws.


def renamed(design, counts, draws):
    """The design with rounds, judges, entries and confederates in an order that is drawn, one after the other."""
    orders = [draws.shuffled(range(count)) for count in counts]
    return [tuple(order[number] for order, number in zip(orders, meeting)) for meeting in design]


def plan_of(rules, roles, sessions, draws):
    """One trial, in an order that is drawn; None where a search makes the plan."""
    judges, entries, confederates = roles["judges"], roles["entries"], roles["confederates"]
    design = rules["schedule"]["design"]
    if sessions:
        count = max(-(-judges // sessions["judges"]), 1)
        sizes = [judges // count + (number < judges % count) for number in range(count)]
        of_one = min(sessions["confederates"], confederates)
        asking, people, all_of_it = iter(draws.shuffled(range(judges))), draws.shuffled(range(confederates)), []
        for number, size in enumerate(sizes):
            here = [next(asking) for _ in range(size)]
            answering = [people[(number * of_one + place) % confederates] for place in range(of_one)]
            plan = plan_of(rules, {**roles, "judges": size, "confederates": of_one}, None, draws)
            if plan is None:
                return None
            before = rounds_of(all_of_it)
            all_of_it += [(n + before, here[j], e, None if c is None else answering[c]) for n, j, e, c in plan]
        return all_of_it
    if design == "rotation":
        return rotation(judges, entries, confederates, draws)
    if isinstance(design, dict) and "take-turns" in design:
        is_pair, rounds = rules["interview"]["layout"] == "pair", design["take-turns"]["rounds"]
        return take_turns(judges, entries, roles.get("parallel", 1), is_pair, rounds, draws)
    if isinstance(design, dict):
        found = timetable(design["matrix"], judges, entries)
        numbers = found and draws.shuffled(range(rounds_of(found)))
        return found and [(numbers[meeting[0]], *meeting[1:]) for meeting in found]
    made = {"graeco-latin": graeco_latin(judges), "fewest-rounds": fewest_rounds(judges, entries, confederates)}
    found = made[design]
    return found and renamed(found, (rounds_of(found), judges, entries, confederates), draws)


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


def drawn(rules, given, seed):
    """The assignment that the seed draws; None where a search makes the plan."""
    if given:
        orders = bearers(given, rules["roles"], seed)
        names = ("judge", "entry", "confederate")
        numbers = [[m["round"], *(m.get(name) for name in names)] for m in given["meetings"]]
        places = [[who and int(who[1:]) - 1 for who in meeting] for meeting in numbers]
        plan = [(n, *(None if p is None else o[p] for o, p in zip(orders, who))) for n, *who in places]
        return seated(rules, ordered(plan), seed)
    plan = []
    for trial in range(1, rules.get("trials", {}).get("count", 1) + 1):
        of_one = plan_of(rules, rules["roles"], rules["schedule"].get("sessions"), stream(seed, "schedule", trial))
        if of_one is None:
            return None
        before = rounds_of(plan)
        plan += [(meeting[0] + before, *meeting[1:]) for meeting in of_one]
    return seated(rules, ordered(plan), seed)


def parts_of(rules, plan):
    """The part, a trial or a session, that each round belongs to."""
    if not rules["schedule"].get("sessions"):
        return lambda number: trial_of(rules, rounds_of(plan), number + 1)
    spans, ends = {}, []
    for number, judge, *_ in plan:
        first, last = spans.get(judge, (number, number))
        spans[judge] = min(first, number), max(last, number)
    for first, last in sorted(spans.values()):
        if ends and first <= ends[-1]:
            ends[-1] = max(ends[-1], last)
        else:
            ends.append(last)
    return lambda number: 1 + sum(end < number for end in ends)


def seated(rules, plan, seed):
    """The plan with seats: sides by a coin for each interview, terminals once for each trial or session."""
    roles, part_of, seatings, drawn_for = rules["roles"], parts_of(rules, plan), [], {}
    everybody = [f"E{n + 1}" for n in range(roles["entries"])] + [f"C{n + 1}" for n in range(roles["confederates"])]

    def witnesses(meeting):
        named = zip("EC", meeting[2:])
        return [f"{letter}{number + 1}" for letter, number in named if number is not None]

    for meeting in plan:
        part = part_of(meeting[0])
        if part not in drawn_for:
            there = {who for other in plan if part_of(other[0]) == part for who in witnesses(other)}
            here = [who for who in everybody if who in there or not rules["schedule"].get("sessions")]
            numbers = stream(seed, "terminals", part).shuffled(range(1, len(here) + 1))
            drawn_for[part] = stream(seed, "sides", part), dict(zip(here, numbers))
        sides, terminals = drawn_for[part]
        sitting = witnesses(meeting)
        if len(sitting) == 2:
            left, right = sitting if sides.coin() else reversed(sitting)
            seats = {"left": left, "right": right}
        elif rules["schedule"]["seats"] == "terminals":
            seats = {f"t{terminals[sitting[0]]}": sitting[0]}
        else:
            seats = {"only": sitting[0]}
        seatings.append({"interview": f"R{meeting[0] + 1}-J{meeting[1] + 1}", "seats": seats})
    return seatings

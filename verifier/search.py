"""Plans that a search in a fixed order finds: `docs/schedule.md`, "The search" and "Sharing out confederates".

Everything is in numbers from 0. A search takes steps, and gives up when they are used; what a step costs here is counted as work,
of which there is so much for one record.
"""

from collections import Counter

FOUND, NOTHING, GAVE_UP = "found", "nothing", "gave up"
HOPES, EVEN_HOPES, HOPE_STEPS, WIDTH_STEPS, MOST_ROUNDS, MOST_ORDER = 48, 24, 8, 2_000_000, 128, 64
MOST_WORK = 30_000_000


class TooLong(Exception):
    """A search would take longer than this verifier goes on."""


class NoPlan(Exception):
    """There is no such plan."""


class Work:
    """What is left of the work for one record."""

    def __init__(self, left=MOST_WORK):
        self.left = left

    def take(self, amount):
        self.left -= amount
        if self.left < 0:
            raise TooLong


class Budget:
    """The steps that a search may still take."""

    def __init__(self, left, work):
        self.left, self.work = left, work

    def step(self, amount):
        self.work.take(amount)
        some_left, self.left = self.left > 0, max(self.left - 1, 0)
        return some_left


class Whim:
    """Numbers that choose between equals, the same for ever."""

    def __init__(self, number):
        self.state = number * 0x9E3779B97F4A7C15 % 2**64 | 1

    def below(self, bound):
        x = self.state
        x ^= x << 13 & 2**64 - 1
        x ^= x >> 7
        x ^= x << 17 & 2**64 - 1
        self.state = x
        return (x >> 32) * bound >> 32


class Fewest:
    """What has the fewest ways; of equals the one that the whim leads to."""

    def __init__(self, whim):
        self.best, self.equals, self.whim = None, 0, whim

    def offer(self, count, choice):
        if self.best is not None and count > self.best[0]:
            return
        self.equals = self.equals + 1 if self.best is not None and count == self.best[0] else 1
        if self.equals == 1 or self.whim.below(self.equals) == 0:
            self.best = (count, choice)


def steps_of_draw(interviews):
    return min(40_000_000 // max(interviews, 1), 200_000)


class Model:
    """Who has still to meet: `cells` are (judge, entry, confederate or None), row by row.

    Of each judge, and of each entry, and every confederate the shares say how often they meet, (least, most).
    """

    def __init__(self, cells, judges, entries, people, judge_shares, entry_shares, even_load, plain):
        self.cells, self.judges, self.entries, self.people = cells, judges, entries, people
        self.judge_shares, self.entry_shares, self.even_load, self.plain = judge_shares, entry_shares, even_load, plain

    def settled(self):
        """The confederate of every cell, where all are settled."""
        people = [person for _, _, person in self.cells]
        return None if None in people else people

    def is_mirrored(self, people):
        alike = self.plain and self.judges == self.entries == self.people
        return alike and [people[entry * self.entries + judge] for judge, entry, _ in self.cells] < people


def even(things, people):
    return (things // people if people else 0, -(-things // max(people, 1)))


def model_of(judges, entries, people, matrix=None):
    """Every judge meets every entry, beside the confederates of a matrix, or such as are shared out evenly."""
    cells = [(j, e, matrix and matrix[j][e]) for j in range(judges) for e in range(entries)]
    of_judge, of_entry = even(entries, people), even(judges, people)
    shares = [[of_judge] * people] * judges, [[of_entry] * people] * entries
    return Model(cells, judges, entries, people, *shares, even(judges * entries, people), matrix is None)


# Confederates for cells.


class Line:
    """A row, a column, or all cells, which share confederates: how often each is there; `mask` are those whom it still takes."""

    def __init__(self, shares, blank):
        self.shares, self.times, self.blank = shares, [0] * len(shares), blank
        self.owed = sum(least for least, _ in shares)
        self.look()

    def look(self):
        pays, self.mask = self.owed < self.blank, 0
        for person, (least, most) in enumerate(self.shares):
            times = self.times[person]
            if times < most and (pays or times < least):
                self.mask |= 1 << person

    def add(self, person):
        self.owed -= self.times[person] < self.shares[person][0]
        self.times[person] += 1
        self.blank -= 1
        self.look()

    def remove(self, person):
        self.times[person] -= 1
        self.owed += self.times[person] < self.shares[person][0]
        self.blank += 1
        self.look()


class Sharing:
    """Confederates for every cell. `ordered`: only those matrices whose first row is in order and first column never falls."""

    def __init__(self, model, load, whim, ordered):
        self.model, self.whim, self.ordered = model, whim, ordered
        self.people, self.filled = [None] * len(model.cells), 0
        count = lambda place, who: sum(cell[place] == who for cell in model.cells)
        self.judges = [Line(model.judge_shares[who], count(0, who)) for who in range(model.judges)]
        self.entries = [Line(model.entry_shares[who], count(1, who)) for who in range(model.entries)]
        self.load = Line([load] * model.people, len(model.cells))

    def every(self, budget, visit):
        for cell in range(len(self.people)):
            person = self.settled(cell)
            if person is not None:
                if not self.takes(cell) >> person & 1:
                    return NOTHING
                self.put(cell, person)
        return self.fill(budget, visit) or NOTHING

    def settled(self, cell):
        judge, entry, person = self.model.cells[cell]
        if person is None and self.ordered and judge == 0:
            each, more = divmod(self.model.entries, self.model.people)
            row = [who for who in range(self.model.people) for _ in range(each + (who < more))]
            return row[entry] if entry < len(row) else None
        return person

    def takes(self, cell):
        """Those who fit there, a bit each."""
        judge, entry, _ = self.model.cells[cell]
        mask = self.judges[judge].mask & self.entries[entry].mask & self.load.mask
        if self.ordered and entry == 0 and cell >= self.model.entries:
            mask &= ~((1 << self.people[cell - self.model.entries]) - 1)
        return mask

    def put(self, cell, person):
        judge, entry, _ = self.model.cells[cell]
        for line in (self.judges[judge], self.entries[entry], self.load):
            line.add(person)
        self.people[cell], self.filled = person, self.filled + 1

    def take(self, cell):
        judge, entry, _ = self.model.cells[cell]
        for line in (self.judges[judge], self.entries[entry], self.load):
            line.remove(self.people[cell])
        self.people[cell], self.filled = None, self.filled - 1

    def fill(self, budget, visit):
        """How the visit ended that ended the search; None where there was none."""
        if self.filled == len(self.people):
            return visit(self.people, budget)
        if not budget.step(len(self.people) - self.filled + 8 * self.model.people):
            return GAVE_UP
        cell = self.narrowest()
        if cell is None:
            return None
        begin = 0 if self.ordered else self.whim.below(self.model.people)
        for turn in range(self.model.people):
            person = (begin + turn) % self.model.people
            if self.takes(cell) >> person & 1:
                self.put(cell, person)
                end = self.fill(budget, visit)
                self.take(cell)
                if end is not None:
                    return end
        return None

    def narrowest(self):
        if self.ordered:
            column = range(0, self.model.judges * self.model.entries, self.model.entries)
            first = next((cell for cell in column if self.people[cell] is None), None)
            if first is not None:
                return first
        fewest = Fewest(self.whim)
        for cell, person in enumerate(self.people):
            if person is None:
                mask = self.takes(cell)
                if mask == 0:
                    return None
                fewest.offer(bin(mask).count("1"), cell)
        return fewest.best and fewest.best[1]


def staircase(model):
    """An even matrix by formula."""
    over = model.judges % model.people
    starts = [*range(model.judges - over), *(row * model.people // over for row in range(over))]
    return [(entry + starts[judge]) % model.people for judge, entry, _ in model.cells]


def one(model, load, whim, budget):
    """An even matrix that this whim leads to."""
    found = []

    def visit(people, _):
        found.append(list(people))
        return FOUND

    end = Sharing(model, load, whim, False).every(budget, visit)
    return end, found[0] if found else None


# Rounds for cells.


class Board:
    """Interviews, each of which is given a round that nobody in it has had."""

    def __init__(self, model, people, rounds, widest, whim):
        before = (0, model.judges, model.judges + model.entries)
        self.interviews = [
            (judge, before[1] + entry, before[2] + person) for (judge, entry, _), person in zip(model.cells, people)
        ]
        self.whim, everybody = whim, before[2] + model.people
        self.of = [[] for _ in range(everybody)]
        for interview, sitting in enumerate(self.interviews):
            for who in sitting:
                self.of[who].append(interview)
        count = len(self.interviews)
        self.all = self.open = (1 << rounds) - 1
        self.free, self.room, self.left = [self.all] * everybody, [widest] * rounds, [len(mine) for mine in self.of]
        self.touched, self.round_of, self.could = 0, [None] * count, [0] * count
        self.unplaced, self.place, self.count = list(range(count)), list(range(count)), count

    def distinct(self):
        """The rounds that were used, and one of the others: they are alike."""
        untouched = self.all & ~self.touched
        return self.touched | untouched & -untouched

    def fill(self, budget):
        if self.count == 0:
            return FOUND
        if not budget.step(self.count + 4 * len(self.left)):
            return GAVE_UP
        choice = self.choice()
        if choice is None:
            return NOTHING
        who, what = choice
        if who is None:
            ways = [(what, number) for number in bits(self.could[what] & self.distinct())]
        else:
            ways = [(i, what) for i in self.of[who] if self.round_of[i] is None and self.could[i] >> what & 1]
        for interview, number in ways:
            touched = self.put(interview, number)
            end = self.fill(budget)
            if end is not NOTHING:
                return end
            self.take(interview, number, touched)
        return NOTHING

    def put(self, interview, number):
        touched = self.touched
        for who in self.interviews[interview]:
            self.free[who] &= ~(1 << number)
            self.left[who] -= 1
        self.room[number] -= 1
        if self.room[number] == 0:
            self.open &= ~(1 << number)
        self.touched, self.round_of[interview], self.count = touched | 1 << number, number, self.count - 1
        here, last = self.place[interview], self.count
        self.unplaced[here], self.unplaced[last] = self.unplaced[last], self.unplaced[here]
        self.place[self.unplaced[here]], self.place[interview] = here, last
        return touched

    def take(self, interview, number, touched):
        for who in self.interviews[interview]:
            self.free[who] |= 1 << number
            self.left[who] += 1
        self.room[number] += 1
        self.open |= 1 << number
        self.touched, self.round_of[interview], self.count = touched, None, self.count + 1

    def choice(self):
        """What has the fewest ways: an interview to be put into a round, or a round that somebody must fill."""
        distinct, fewest, free, could, opened = self.distinct(), Fewest(self.whim), self.free, self.could, self.open
        for interview in self.unplaced[: self.count]:
            judge, entry, person = self.interviews[interview]
            could[interview] = rounds = free[judge] & free[entry] & free[person] & opened
            count = bin(rounds & distinct).count("1")
            if count == 0:
                return None
            if fewest.best is None or count <= fewest.best[0]:
                fewest.offer(count, (None, interview))
        if fewest.best[0] == 1:
            return fewest.best[1]
        for who, left in enumerate(self.left):
            rounds = self.free[who] & self.open
            if left > bin(rounds).count("1"):
                return None
            if left == 0 or left < bin(rounds).count("1"):
                continue
            once = twice = thrice = 0
            for interview in self.of[who]:
                if self.round_of[interview] is None:
                    could = self.could[interview]
                    once, twice, thrice = once | could, twice | once & could, thrice | twice & could
            if rounds & ~once:
                return None
            for count, level in ((1, ~twice), (2, twice & ~thrice), (3, thrice)):
                if level & rounds & distinct:
                    fewest.offer(count, (who, next(bits(level & rounds & distinct))))
                    break
        return fewest.best[1]


def bits(number):
    """The places of the bits that are set, from the lowest."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def timetable(model, people, rounds, widest, whim, budget):
    """How the search for rounds ended, and the round of every cell."""
    board = Board(model, people, rounds, widest, whim)
    end = board.fill(budget)
    return end, board.round_of


# Hopes: quick searches, each of which goes another way.


class Hopes:
    def __init__(self, model, steps, work):
        self.model, self.work, self.people, self.steps, self.begun = model, work, model.settled(), [], []
        for hope in range(HOPES):
            self.steps.append(min(steps, HOPE_STEPS * (hope + 1) * len(model.cells)))
            steps -= self.steps[-1]

    def attempt(self, rounds, widest):
        for hope in range(HOPES):
            if hope == len(self.begun):
                self.begun.append(self.begin(hope))
            if self.begun[hope] is None:
                continue
            people, steps = self.begun[hope]
            end, found = timetable(self.model, people, rounds, widest, Whim(hope), Budget(steps, self.work))
            if end is FOUND:
                return FOUND, meetings(self.model, people, found)
            if end is NOTHING and self.people is not None:
                return NOTHING, None
        return GAVE_UP, None

    def begin(self, hope):
        """The confederate of every cell, and the steps that are left; None where they could not be shared out."""
        model, budget = self.model, Budget(self.steps[hope], self.work)
        if self.people is not None:
            return self.people, budget.left
        if hope == 0 and model.plain:
            return staircase(model), budget.left
        is_even = hope < EVEN_HOPES
        end, people = one(model, model.even_load if is_even else (0, len(model.cells)), Whim(hope), budget)
        if end is NOTHING and not is_even:
            raise NoPlan
        return None if people is None else (people, budget.left)


def meetings(model, people, round_of):
    return [(number, j, e, person) for (j, e, _), person, number in zip(model.cells, people, round_of)]


def widest_round(model, work):
    """The most interviews that fit into one round: by a search, where confederates are settled."""
    most, people = min(model.judges, model.entries, model.people), model.settled()
    if people is None:
        return most
    rows, budget, best = [[] for _ in range(model.judges)], Budget(WIDTH_STEPS, work), 0
    for (judge, entry, _), person in zip(model.cells, people):
        rows[judge].append((entry, person))

    def grow(judge, held, entries, persons):
        """False where the steps ran out."""
        nonlocal best
        best = max(best, held)
        if best >= most or held + len(rows) - judge <= best:
            return True
        if not budget.step(4):
            return False
        for entry, person in rows[judge]:
            if not (entries >> entry & 1 or persons >> person & 1):
                if not grow(judge + 1, held + 1, entries | 1 << entry, persons | 1 << person):
                    return False
        return grow(judge + 1, held, entries, persons)

    return best if grow(0, 0, 0, 0) else most


def solve(model, construction, work):
    """A plan of the fewest rounds that are found: meetings (round, judge, entry, confederate).

    `construction` makes one of so many rounds without a search, or None.
    """
    count, widest, steps = len(model.cells), widest_round(model, work), steps_of_draw(len(model.cells))
    busy = Counter((place, who) for cell in model.cells for place, who in enumerate(cell) if who is not None)
    hopes, rounds = Hopes(model, steps, work), max([-(-count // max(widest, 1)), *busy.values()])
    at_least = rounds
    while rounds <= MOST_ROUNDS:
        made = construction(rounds)
        if made is not None and model.people == rounds:
            return made
        end, found = hopes.attempt(rounds, widest)
        if end is GAVE_UP and made is not None:
            return made
        if end is GAVE_UP and at_least == rounds:
            end, found = everywhere(model, hopes.people, rounds, widest, Budget(steps, work))
        if end is FOUND:
            return found
        rounds, at_least = rounds + 1, rounds + 1 if end is NOTHING else at_least
    raise NoPlan


def everywhere(model, settled, rounds, widest, budget):
    """All matrices up to names, one after the other, and all their timetables."""
    found = []

    def visit(people, budget):
        if model.is_mirrored(people):
            return None
        end, round_of = timetable(model, people, rounds, widest, Whim(0), budget)
        if end is FOUND:
            found.extend(meetings(model, people, round_of))
        return None if end is NOTHING else end

    if settled is not None:
        return visit(settled, budget) or NOTHING, found
    return Sharing(model, (0, len(model.cells)), Whim(0), model.plain).every(budget, visit), found


# What is left of a plan that was begun.


def fresh(met, more):
    """How many of so many more meetings each may take, so that all are met as equally often as what was allows."""
    height = 0
    while met and sum(max(height - times, 0) for times in met) < more:
        height += 1
    return [(max(height - 1 - times, 0), max(height - times, 0)) for times in met]


def remainder(cells, judges_met, entries_met, work):
    """Meetings for those who have still to meet, in as few rounds as are found, beside confederates they have not met.

    `judges_met` and `entries_met` say of each how often they met every confederate who is there.
    """
    if not cells:
        return []
    people, steps = len(judges_met[0]) if judges_met else 0, steps_of_draw(len(cells))
    for strict in ((True, True), (True, False), (False, False)):
        shares = []
        for place, (met, is_strict) in enumerate(zip((judges_met, entries_met), strict)):
            of = [sum(cell[place] == who for cell in cells) for who in range(len(met))]
            shares.append([fresh(m, of[who]) if is_strict else [(0, len(cells))] * people for who, m in enumerate(met)])
        load = (0, -(-len(cells) // max(people, 1)))
        model = Model(cells, len(judges_met), len(entries_met), people, *shares, load, False)
        try:
            return fewest_within(model, steps, work)
        except NoPlan:
            pass
    raise NoPlan


def fewest_within(model, steps, work):
    judges, entries = ([cell[place] for cell in model.cells] for place in (0, 1))
    widest = min(len(set(judges)), len(set(entries)), model.people)
    if widest == 0:
        raise NoPlan
    busiest = max(who.count(one) for who in (judges, entries) for one in set(who))
    hopes = Hopes(model, steps, work)
    for rounds in range(max(busiest, -(-len(model.cells) // widest)), MOST_ROUNDS + 1):
        end, found = hopes.attempt(rounds, widest)
        if end is FOUND:
            return found
    raise NoPlan

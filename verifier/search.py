"""The rounds of a matrix: the first timetable that a search in a fixed order finds. `docs/schedule.md` has its rules."""

FOUND, NOTHING, GAVE_UP = "found", "nothing", "gave up"
HOPES, MOST_STEPS = 48, 200_000


class Whim:
    """Numbers that choose between equals, the same for ever."""

    def __init__(self, number):
        self.state = number * 0x9E3779B97F4A7C15 % 2**64 | 1

    def is_one_in(self, bound):
        x = self.state
        x ^= x << 13 & 2**64 - 1
        x ^= x >> 7
        x ^= x << 17 & 2**64 - 1
        self.state = x
        return (x >> 32) * bound >> 32 == 0


class Board:
    """Interviews, each of which is given a round that nobody in it has had."""

    def __init__(self, interviews, rounds, widest, whim, steps):
        self.interviews, self.whim, self.steps = interviews, whim, steps
        everybody = 1 + max(who for interview in interviews for who in interview)
        self.of = [[i for i, people in enumerate(interviews) if who in people] for who in range(everybody)]
        self.all = self.open = (1 << rounds) - 1
        self.free, self.room, self.left = [self.all] * everybody, [widest] * rounds, [len(mine) for mine in self.of]
        self.touched, self.round_of, self.could = 0, [None] * len(interviews), [0] * len(interviews)
        self.unplaced, self.place, self.count = (
            list(range(len(interviews))),
            list(range(len(interviews))),
            len(interviews),
        )

    def distinct(self):
        """The rounds that were used, and one of the others: they are alike."""
        untouched = self.all & ~self.touched
        return self.touched | untouched & -untouched

    def fill(self):
        if self.count == 0:
            return FOUND
        if self.steps == 0:
            return GAVE_UP
        self.steps -= 1
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
            end = self.fill()
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
        best, equals, distinct = None, 0, self.distinct()

        def offer(count, choice):
            nonlocal best, equals
            if best is not None and count > best[0]:
                return
            equals = equals + 1 if best is not None and count == best[0] else 1
            if equals == 1 or self.whim.is_one_in(equals):
                best = (count, choice)

        for interview in self.unplaced[: self.count]:
            judge, entry, person = self.interviews[interview]
            self.could[interview] = self.free[judge] & self.free[entry] & self.free[person] & self.open
            count = bin(self.could[interview] & distinct).count("1")
            if count == 0:
                return None
            offer(count, (None, interview))
        if best[0] == 1:
            return best[1]
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
                    offer(count, (who, next(bits(level & rounds & distinct))))
                    break
        return best[1]


def bits(number):
    """The places of the bits that are set, from the lowest."""
    place = 0
    while number:
        if number & 1:
            yield place
        number, place = number >> 1, place + 1


def widest_round(interviews, judges):
    """The most interviews that fit into one round."""

    def grow(judge, busy, best):
        if judge == judges or best >= len(busy) // 2 + judges - judge:
            return max(best, len(busy) // 2)
        for _, entry, person in (interview for interview in interviews if interview[0] == judge):
            if entry not in busy and person not in busy:
                best = grow(judge + 1, busy | {entry, person}, best)
        return grow(judge + 1, busy, best)

    return grow(0, frozenset(), 0)


def timetable(matrix, judges, entries):
    """The meetings of the first rows and columns of a matrix, in the fewest rounds that are found, if any are."""
    cells = [(judge, entry, int(matrix[judge][entry][1:]) - 1) for judge in range(judges) for entry in range(entries)]
    interviews = [(judge, judges + entry, judges + entries + person) for judge, entry, person in cells]
    most, widest = min(40_000_000 // len(cells), MOST_STEPS), widest_round(interviews, judges)
    busiest = max(sum(who in interview for interview in interviews) for who in {w for i in interviews for w in i})
    rounds, left, hopes = max(-(-len(cells) // widest), busiest), most, []
    for hope in range(HOPES):
        hopes.append(min(left, 8 * (hope + 1) * len(cells)))
        left -= hopes[-1]
    is_least = True
    while rounds <= 128:
        tries = list(enumerate(hopes)) + ([(0, most)] if is_least else [])
        for hope, steps in tries:
            board = Board(interviews, rounds, widest, Whim(hope), steps)
            end = board.fill()
            if end is FOUND:
                return [(number, *cell) for number, cell in zip(board.round_of, cells)]
            if end is NOTHING:
                break
        is_least, rounds = is_least and end is NOTHING, rounds + 1
    return None

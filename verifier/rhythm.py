"""A human rhythm for text that is typed again: when each key of a line is pressed. `docs/rhythm.md`."""

from math import erfc, exp, log, sqrt
from statistics import NormalDist

from draws import Draws

quantile = NormalDist().inv_cdf
FREQUENT = set(
    "th he in er an re on at en nd ti es or te of is it al ar st to nt ng se ha as ou io le ve co me hi ri ro ic ne ea ra"
    " li ch be ma si om ur".split()
)
FINGERS = ["qaz", "wsx", "edc", "rfvtgb", "yhnujm", "ik", "ol", "p"]
ROWS = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"]
KNOWN = "abcdefghijklmnopqrstuvwxyz' "
# By kind of step: median and spread of fluent gaps (ms), the share of pauses, their median and spread, the part of habits.
LAW = {
    "within word": (146.0, 0.24, 0.08, 230.0, 0.85, 0.30),
    "to space": (148.0, 0.27, 0.14, 330.0, 1.0, 0.15),
    "word": (178.0, 0.32, 0.22, 560.0, 0.92, 0.15),
    "word after comma": (195.0, 0.36, 0.28, 690.0, 0.75, 0.0),
    "sentence": (210.0, 0.20, 0.35, 790.0, 0.55, 0.0),
    "after comma": (158.0, 0.15, 0.12, 420.0, 0.75, 0.0),
    "after stop": (215.0, 0.20, 0.33, 1500.0, 1.1, 0.0),
    "sign": (180.0, 0.40, 0.12, 600.0, 0.8, 0.0),
    "to punctuation": (450.0, 0.62, 0.08, 4000.0, 0.45, 0.0),
    "to Return": (345.0, 0.40, 0.42, 2000.0, 1.1, 0.0),
    "first BackSpace": (470.0, 0.28, 0.58, 1200.0, 0.67, 0.0),
    "next BackSpace": (150.0, 0.15, 0.12, 400.0, 0.3, 0.0),
    "after correction": (380.0, 0.80, 0.02, 8000.0, 0.3, 0.0),
    "repeated": (140.0, 0.15, 0.0, 140.0, 0.15, 0.0),
}
STOPS, COMMAS = ".?!", ',;:()"'
AFTER_PAUSE = (0.0, 0.1, 0.1, 0.2)
LENGTHS, KINDS = (0.57, 0.24, 0.11, 0.06, 0.02), (0.28, 0.25, 0.20, 0.07, 0.20)


def below(z):
    return 0.5 * erfc(-z * sqrt(0.5))


def cut(uniform, at):
    low = below(-at)
    return min(max(quantile(low + uniform * (1.0 - 2.0 * low)), -at), at)


def log_normal(median, spread, uniform, low=None, high=None):
    centre = log(median)
    if low is None:
        return exp(centre + spread * quantile(uniform))
    least, most = below((log(low) - centre) / spread), below((log(high) - centre) / spread)
    return min(max(exp(centre + spread * quantile(least + uniform * (most - least))), low), high)


def rounded(milliseconds):
    return int(milliseconds + 0.5)


def is_letter(key):
    return key.isascii() and key.isalpha() or key == "'"


def step_of(line, before, key):
    """The kind of step to this key, after the key before, where this stands on the line."""
    if key == "Return":
        return "to Return"
    if key == "BackSpace":
        return "next BackSpace" if before == "BackSpace" else "first BackSpace"
    if before == "BackSpace" or key == "Tab":
        return "after correction" if before == "BackSpace" else "sign"
    last = line[-1:]
    if last == key and key in ".?! ":
        return "repeated"
    if last and last in STOPS or last and last in COMMAS:
        return "after stop" if last in STOPS else "after comma"
    if key in STOPS + COMMAS or key == " ":
        return "to space" if key == " " else "to punctuation"
    if last in ("", " ", "\t", "\n") and is_letter(key):
        end = line.rstrip(" \t")[-1:]
        return "sentence" if end in ("", "\n") or end in STOPS else "word after comma" if end in ",;:" else "word"
    return "within word" if is_letter(key) else "sign"


def effort(first, second):
    """What a pair within a word costs everybody."""
    if first == second:
        return 0.0
    if any(first in finger and second in finger for finger in FINGERS):
        return 0.20
    return -0.10 if first + second in FREQUENT else 0.10


def choice(shares, draws):
    draw, total = draws.uniform(), 0.0
    for place, part in enumerate(shares):
        total += part
        if draw < total:
            return place
    return len(shares) - 1


def neighbours(key):
    if key == " ":
        return "cvbnm"
    row = next((row for row, keys in enumerate(ROWS) if key.lower() in keys), None)
    if row is None:
        return ""
    at = ROWS[row].index(key.lower())
    places = [(row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1), (row + 1, at - 1), (row + 1, at)]
    around = "".join(ROWS[r][c] for r, c in places if 0 <= r < len(ROWS) and 0 <= c < len(ROWS[r]))
    return around.upper() if key.isupper() else around


def other_letter(right, draws):
    letters = [letter for letter in KNOWN[:26] if letter != right.lower()]
    letter = letters[draws.below(len(letters))]
    return letter.upper() if right.isupper() else letter


def neighbour(right, draws):
    around = neighbours(right)
    return around[draws.below(len(around))] if around else other_letter(right, draws)


def wrong_keys(rest, draws):
    """What is typed in place of the first of these keys, and after it until that is noticed."""
    kind, following = choice(KINDS, draws), rest[1] if len(rest) > 1 and rest[1] != rest[0] else None
    if kind == 0 and following:
        return [following, *rest[2:]]
    if kind == 3 and following:
        return [following, rest[0], *rest[2:]]
    if kind == 4:
        return [other_letter(rest[0], draws), *rest[1:]]
    return [neighbour(rest[0], draws), *rest[0 if kind == 2 else 1 :]]


def with_slips(given, rate, draws):
    for place, key in enumerate(given):
        if len(key) == 1 and draws.uniform() < rate:
            end = next(at for at in range(place, len(given)) if len(given[at]) > 1)
            wrong = wrong_keys(given[place:end], draws)
            length = min(len(wrong), 1 + choice(LENGTHS, draws))
            yield from ((slip, True) for slip in wrong[:length] + ["BackSpace"] * length)
        yield key, False


class Rhythm:
    """The hands of one conversation."""

    def __init__(self, seed, conversation):
        self.seed, self.name = seed, f"rhythm/{conversation}"
        draws = Draws(seed, self.name)
        self.speed, self.slip_rate = 0.25 * cut(draws.uniform(), 2.2), log_normal(0.013, 0.4, draws.uniform())
        draws = Draws(seed, f"{self.name}/pairs")
        self.habits = [cut(draws.uniform(), 2.5) for _ in range(len(KNOWN) ** 2)]

    def draws(self, line, what=""):
        return Draws(self.seed, f"{self.name}/line/{line}{what}")

    def line(self, number, text, slips):
        """The gap before each key of a line, in milliseconds, and whether the platform made the key."""
        given = [{"\n": "Return", "\t": "Tab"}.get(key, key) for key in text] + ["Return"]
        keys = (
            with_slips(given, self.slip_rate, self.draws(number, "/slips"))
            if slips
            else ((key, False) for key in given)
        )
        draws, line, last, slowed, strokes = self.draws(number), "", None, 0, []
        drift = quantile(draws.uniform())
        for key, invented in keys:
            kind, length, change = draws.uniform(), draws.uniform(), draws.uniform()
            drift = 0.75 * drift + 0.66 * quantile(change)
            gap = 0.0 if last is None else self.gap(line, last, key, kind, length, self.speed + 0.20 * drift, slowed)
            slowed = 3 if gap >= 800.0 else max(slowed - 1, 0)
            line = line[:-1] if key == "BackSpace" else line + {"Return": "\n", "Tab": "\t"}.get(key, key)
            last = key
            strokes.append((rounded(gap), invented))
        return strokes

    def gap(self, line, last, key, kind, length, slower, slowed):
        step = step_of(line, last, key)
        median, spread, pauses, pause, spread_of_pause, habit = LAW[step]
        roll_over = 0.012 if step in ("within word", "to space") else 0.0
        if kind < roll_over:
            return 5.0 + 25.0 * length
        if kind < roll_over + pauses:
            median, spread = pause, spread_of_pause
        else:
            if line and len(key) == 1:
                first, second = line[-1].lower(), key.lower()
                if first in KNOWN and second in KNOWN:
                    slower += habit * self.habits[KNOWN.index(first) * len(KNOWN) + KNOWN.index(second)]
                if step == "within word":
                    slower += effort(first, second)
                if step in ("word", "word after comma", "sentence") and key.isupper():
                    slower += 0.4
            median *= exp(slower + AFTER_PAUSE[slowed])
        return log_normal(median, spread, length, 30.0, 30000.0 if step == "to Return" else 15000.0)

    def reply(self, line):
        return rounded(1000.0 * log_normal(9.0, 0.85, self.draws(line, "/reply").uniform(), 1.0, 60.0))

    def opening(self):
        uniform = Draws(self.seed, f"{self.name}/opening").uniform()
        return rounded(1000.0 * log_normal(9.0, 0.5, uniform, 4.0, 30.0))

    def further(self, line):
        draws = self.draws(line, "/further")
        median, spread = (1.9, 0.48) if draws.uniform() < 0.53 else (20.0, 0.56)
        return rounded(1000.0 * log_normal(median, spread, draws.uniform(), 0.8, 60.0))

    def retyped(self, line, characters):
        median = exp(1.74 + 0.44 * log(max(characters, 1)))
        return rounded(1000.0 * max(log_normal(median, 0.60, self.draws(line, "/retyped").uniform()), 1.0))


def held(characters):
    return rounded(1000.0 * (20.0 + 0.4 * characters))

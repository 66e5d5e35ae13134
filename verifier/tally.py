"""From ballots to standings and awards: `docs/result.md`, "How it is counted". Witnesses are ids, figures are Fractions."""

from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby

from draws import Draws


def asked(form, kind):
    """The rules of this question; None where it is not asked."""
    return next((q if q == kind else q[kind] for q in form if q == kind or isinstance(q, dict) and kind in q), None)


# Whether a form is filled in as the rulebook asks. A fault is a sentence.


def form_fault(form, about, answers, others):
    """`about` are the seats that the form names, `others` the same judge's answers about others of the trial."""
    wanted = {
        "choice": "choice",
        "verdict": "verdicts",
        "split": "split",
        "confidence": "confidence",
        "reason": "reason",
    }
    names = {q["rating"]["name"]: q["rating"] for q in form if isinstance(q, dict) and "rating" in q}
    if any(name in answers and asked(form, kind) is None for kind, name in wanted.items()) or set(
        answers.get("ratings", {})
    ) - set(names):
        return "an answer was not asked for"
    if asked(form, "choice") and answers.get("choice") not in about:
        return "one of the two is chosen"
    verdict, split = asked(form, "verdict"), asked(form, "split")
    if verdict is not None:
        given = answers.get("verdicts", {})
        if set(given) != set(about) or not verdict.get("unsure") and "unsure" in given.values():
            return "each has a verdict"
    for name, rules in names.items():
        given = answers.get("ratings", {}).get(name, {})
        if set(given) != set(about):
            return "each has a rating"
        for text in given.values():
            if not rules["from"] <= Fraction(text) <= rules["to"] or len(text.partition(".")[2]) > rules.get(
                "decimals", 0
            ):
                return "a rating is on its scale"
    if split is not None:
        points = answers.get("split", {})
        if (
            set(points) != set(about)
            or sum(points.values()) != split["total"]
            or max(points.values()) < split["winner"]
        ):
            return "all points are shared out, and one has a winner's"
        if not split.get("again") and any(
            sorted(other.get("split", {}).values()) == sorted(points.values()) for other in others
        ):
            return "no split is used again"
    if asked(form, "confidence") and not 0 <= answers.get("confidence", 101) <= 100:
        return "a confidence is from 0 to 100"
    reason = asked(form, "reason")
    if reason is not None:
        given = answers.get("reason", "")
        if reason.get("required") and not given.strip() or len(given) > reason["characters"]:
            return "the reason is too long, or missing"
    return None


def ranking_fault(rules, met, order):
    ranked = [who for group in order for who in group]
    if sorted(ranked) != sorted(met) or not met or not all(order):
        return "a ranking has everyone met, once"
    return "nobody is level" if not rules.get("equals") and any(len(group) > 1 for group in order) else None


# What the ballots say of each witness.


class Figures:
    def __init__(self, witness):
        self.witness, self.judged, self.taken, self.found_out = witness, 0, 0, 0
        self.judges, self.beside, self.verdicts = set(), set(), set()
        self.ranks, self.ranks_of_entries, self.point_ranks, self.ratings = [], [], [], {}

    @property
    def right(self):
        return self.found_out if self.witness[0] == "E" else self.taken


def by_number(ids):
    """Ids in their order: confederates before entries."""
    return sorted(ids, key=lambda who: (who[0], int(who[1:])))


def ranks_in(groups):
    """Each with its rank from the first, those who are level with the mean of theirs."""
    above = 0
    for group in groups:
        for who in group:
            yield who, above + Fraction(len(group) + 1, 2)
        above += len(group)


def unblinded(answers, seats):
    """Answers about witnesses instead of seats, without the reason."""
    if answers is None:
        return None
    to = {"choice": lambda seat: seats[seat], "confidence": lambda sure: sure}
    of_seats = lambda given: dict(
        sorted(((seats[seat], value) for seat, value in given.items()), key=lambda a: (a[0][0], int(a[0][1:])))
    )
    to.update(
        verdicts=of_seats, split=of_seats, ratings=lambda given: {name: of_seats(given[name]) for name in sorted(given)}
    )
    return {
        name: to[name](answers[name])
        for name in ("choice", "verdicts", "ratings", "split", "confidence")
        if name in answers
    }


def outcomes(contest):
    """Every interview that counts, and every guess: trial, judge, interview, witnesses, answers or None."""
    of_judges, guesses = [], []
    for interview, seats in contest.seats.items():
        number, judge = interview[1:].split("-")
        if int(number) in contest.void:
            continue
        trial, given = contest.trial_of(int(number)), contest.interviews.get(interview, {})
        of_judges.append((trial, judge, interview, list(seats.values()), unblinded(given.get("judge"), seats)))
        who = seats.get("only", "E")
        if contest.rules["interview"].get("symmetric") and who[0] == "C":
            asks, answers = "C" + judge[1:], "J" + who[1:]
            guesses.append(
                (trial, answers, f"R{number}-{answers}", [asks], unblinded(given.get("witness"), {"only": asks}))
            )
    return of_judges + guesses


def rankings(contest):
    """Trial, judge and order of every ranking, by trial, then judge."""

    def unblind(group):
        return [contest.witness_in(conversation) for conversation in group]

    order = sorted(contest.rankings.items(), key=lambda item: (item[0][0], int(item[0][1][1:])))
    return [(trial, judge, [unblind(group) for group in given]) for (trial, judge), given in order if given is not None]


class Count:
    def __init__(self, contest, interviews):
        rules = contest.rules
        self.form, self.cast, self.notes = rules["ballots"].get("interview", []), witnesses(rules["roles"]), []
        self.trials = [{who: Figures(who) for who in self.cast} for _ in range(contest.trials)]
        heard, ranked, blank, points = set(), set(), [], {}
        for trial, judge, interview, there, answers in interviews:
            if answers is None:
                blank.append((trial, judge, interview))
                continue
            heard.add((trial, judge))
            for who in there:
                self.count(self.trials[trial - 1][who], judge, there, answers)
            for who, given in answers.get("split", {}).items():
                points.setdefault((trial, judge), []).append((given, who))
        for (trial, _), given in points.items():
            given.sort(key=lambda point: -point[0])
            groups = [[who for _, who in group] for _, group in groupby(given, key=lambda point: point[0])]
            for who, rank in ranks_in(groups):
                self.trials[trial - 1][who].point_ranks.append(rank)
        for trial, judge, order in rankings(contest):
            ranked.add((trial, judge))
            groups = order if rules["ballots"]["ranking"]["from"] == "most-human" else order[::-1]
            for who, rank in ranks_in(groups):
                self.trials[trial - 1][who].ranks.append(rank)
            for who, rank in ranks_in([[who for who in group if who[0] == "E"] for group in groups]):
                self.trials[trial - 1][who].ranks_of_entries.append(rank)
        self.all = (
            self.trials[0]
            if contest.trials == 1
            else {who: merged([trial[who] for trial in self.trials]) for who in self.cast}
        )
        self.lacking(contest, heard, ranked, blank)

    def count(self, figures, judge, there, answers):
        who = figures.witness
        for name, given in answers.get("ratings", {}).items():
            figures.ratings.setdefault(name, []).append(Fraction(given[who]))
        choice, verdict, split = answers.get("choice"), answers.get("verdicts", {}).get(who), answers.get("split")
        wins = split and {other for other, points in split.items() if points >= asked(self.form, "split")["winner"]}
        if choice is None and verdict is None and split is None:
            return
        figures.judged += 1
        if verdict == "human":
            figures.verdicts.add(judge)
        if choice == who or verdict == "human" or wins and who in wins:
            figures.taken += 1
            figures.judges.add(judge)
            figures.beside |= {other for other in there if other != who and other[0] == "C"}
        elif choice is not None or verdict == "machine" or wins:
            figures.found_out += 1

    def lacking(self, contest, heard, ranked, blank):
        if not heard and not ranked:
            self.notes.append({"code": "no-ballots"})
            return
        judges = [f"J{n + 1}" for n in range(contest.roles["judges"])]
        for trial in range(1, contest.trials + 1):
            of = {"trial": trial if contest.trials > 1 else None}
            silent = [judge for judge in judges if (trial, judge) not in heard | ranked]
            missing = [(int(i[1:].split("-")[0]), int(j[1:]), i) for t, j, i in blank if t == trial and j not in silent]
            unranked = (
                [judge for judge in judges if (trial, judge) in heard - ranked]
                if "ranking" in contest.rules["ballots"]
                else []
            )
            self.notes += [{"code": "silent-judges", **of, "judges": silent}] if silent else []
            self.notes += (
                [{"code": "missing-ballots", **of, "interviews": [i for *_, i in sorted(missing)]}] if missing else []
            )
            self.notes += [{"code": "missing-rankings", **of, "judges": unranked}] if unranked else []


def witnesses(roles):
    return [f"E{n + 1}" for n in range(roles["entries"])] + [f"C{n + 1}" for n in range(roles["confederates"])]


def merged(several):
    """The figures of one witness in all trials together."""
    all_of_it = Figures(several[0].witness)
    for one in several:
        for name in ("judged", "taken", "found_out", "ranks", "ranks_of_entries", "point_ranks"):
            setattr(all_of_it, name, getattr(all_of_it, name) + getattr(one, name))
        for name in ("judges", "beside", "verdicts"):
            setattr(all_of_it, name, getattr(all_of_it, name) | getattr(one, name))
        for name, numbers in one.ratings.items():
            all_of_it.ratings.setdefault(name, []).extend(numbers)
    return all_of_it


# Figures as a result has them.


def exact(fraction):
    return {"numerator": fraction.numerator, "denominator": fraction.denominator}


def share(part, whole):
    return {"part": part, "whole": whole, **({"exact": exact(Fraction(part, whole))} if whole else {})}


def share_of(those, name):
    return share(sum(getattr(of, name) for of in those), sum(of.judged for of in those))


def mean(numbers):
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else None


def median(numbers):
    numbers, middle = sorted(numbers), len(numbers) // 2
    return (numbers[middle] + numbers[-middle - 1]) / 2 if numbers else None


def scored(kind, figure, numbers):
    return None if figure is None else {"kind": kind, "exact": exact(figure), "numbers": len(numbers)}


class Measure:
    """What witnesses are scored by."""

    def __init__(self, rules, name):
        self.name, ranking = name, rules["ballots"].get("ranking", {})
        self.low_ranks = ranking.get("from", "most-human") == "most-human"
        self.less_is_better = name == "rank-total" or name in ("median-rank", "mean-rank") and self.low_ranks
        self.ranks = "ranks_of_entries" if ranking.get("among") == "entries" else "ranks"

    def numbers(self, of):
        if isinstance(self.name, dict):
            return of.ratings.get(next(iter(self.name.values())), [])
        return of.point_ranks if self.name == "rank-total" else getattr(of, self.ranks)

    def kind(self):
        word = self.name if isinstance(self.name, str) else next(iter(self.name))
        return {"times-taken-for-human": "times", "share-taken-for-human": "share", "rank-total": "total"}.get(
            word
        ) or word.split("-")[0]

    def figure(self, of):
        kind = self.kind()
        if kind in ("times", "share"):
            return None if not of.judged else Fraction(of.taken, 1 if kind == "times" else of.judged)
        numbers = self.numbers(of)
        return {"mean": mean, "median": median, "total": sum}[kind](numbers) if numbers else None

    def score(self, of):
        kind = self.kind()
        if self.figure(of) is None:
            return None
        if kind == "times":
            return {"kind": kind, "times": of.taken, "interviews": of.judged}
        return (
            {"kind": kind, **share(of.taken, of.judged)}
            if kind == "share"
            else scored(kind, self.figure(of), self.numbers(of))
        )

    def by_mean(self, those):
        """Whether means are compared instead of totals, because not all of these have as many ranks."""
        return self.name == "rank-total" and len({len(of.point_ranks) for of in those}) > 1

    def compared(self, figures):
        """The figures by which two or more are compared with each other, and their scores."""
        if self.by_mean([of for of in figures if of.point_ranks]):
            return [(mean(of.point_ranks), scored("mean", mean(of.point_ranks), of.point_ranks)) for of in figures]
        return [(self.figure(of), self.score(of)) for of in figures]

    def compare(self, a, b):
        """Below 0 where the first figure is better; none comes last."""
        if a is None or b is None:
            return (a is None) - (b is None)
        return ((a > b) - (a < b)) * (1 if self.less_is_better else -1)


class Step:
    def __init__(self, by, figures, scores, groups):
        self.by, self.figures, self.scores = by, figures, scores
        self.groups = {who: number for number, group in enumerate(groups) for who in group}


class Order:
    """Groups of witnesses, best first, refined by the score and then by each tie-break in turn."""

    def __init__(self, contest, figures, members, rulings):
        self.contest, self.rules, self.figures, self.cast = contest, contest.rules, figures, list(figures)
        self.groups, self.steps, self.notes, self.undecided = [members] if members else [], [], [], []
        self.measures = []
        self.measure(self.rules["score"]["by"])
        for tie_break in self.rules["score"].get("tie_breaks", []):
            if isinstance(tie_break, dict):
                self.measure(tie_break["by"])
            else:
                getattr(self, tie_break)()

    def split(self, group, compare):
        group = sorted(group, key=cmp_to_key(lambda a, b: compare(a, b) or self.cast.index(a) - self.cast.index(b)))
        groups = [[who] for who in group[:1]]
        for before, who in zip(group, group[1:]):
            if compare(before, who):
                groups.append([who])
            else:
                groups[-1].append(who)
        return groups

    def measure(self, name):
        measure, found, scores = Measure(self.rules, name), {}, {}
        for group in self.groups:
            known = [self.figures[who] for who in group if measure.figure(self.figures[who]) is not None]
            if measure.by_mean(known):
                self.notes.append({"code": "mean-for-total", "witnesses": [of.witness for of in known]})
            compared = dict(zip([of.witness for of in known], measure.compared(known)))
            for who in group:
                found[who], scores[who] = compared.get(who, (None, None))
        self.groups = [
            part
            for group in self.groups
            for part in self.split(group, lambda a, b: measure.compare(found[a], found[b]))
        ]
        self.measures.append(measure)
        self.steps.append(Step(measure, found, scores, self.groups))

    def between_entries(self, decide):
        """Lets a decision split the entries of each group that has a score; others of it stay with the best of them."""
        groups = []
        for group in self.groups:
            tied, beside = [who for who in group if who[0] == "E"], [who for who in group if who[0] != "E"]
            if self.steps[0].figures[group[0]] is None or len(tied) < 2:
                groups.append(group)
            else:
                first, *rest = decide(tied)
                groups += [first + beside, *rest]
        self.groups = groups

    def decided(self, by, kind, name, figures):
        scores = {who: {"kind": kind, name: figure} for who, figure in figures.items()}
        self.steps.append(Step(by, figures, scores, self.groups))

    def selection(self):
        places, above = {}, 0
        for group in self.contest.terms.get("beforehand", {}).get("selection", []):
            for entry in group:
                places.setdefault(entry, above + 1)
            above += len(group)
        last = len(self.cast) + above + 1
        self.between_entries(lambda tied: self.split(tied, lambda a, b: places.get(a, last) - places.get(b, last)))
        self.decided("selection", "place", "place", {who: place for who, place in places.items() if who in self.cast})

    def majority(self):
        votes, used, figures = votes_given(self.contest), set(), {}
        judges = self.rules["roles"]["judges"]

        def vote(matter):
            """Whom more than half of all judges chose of these."""
            given = {}
            for at, (judge, entry, between) in enumerate(votes):
                if (
                    between == matter
                    and entry in matter
                    and at not in used
                    and int(judge[1:]) <= judges
                    and judge not in given
                ):
                    given[judge] = entry
                    used.add(at)
            chosen, told = None, []
            for entry in matter:
                those = by_number(judge for judge, voted in given.items() if voted == entry)
                if given or entry not in figures:
                    figures[entry] = len(those)
                chosen = entry if 2 * len(those) > judges else chosen
                told.append({"entry": entry, "judges": those})
            if given:
                self.notes.append({"code": "majority", "judges": judges, "votes": told, "decided_for": chosen})
            else:
                self.notes.append({"code": "vote-open", "between": matter})
                if "coin" not in self.rules["score"]["tie_breaks"]:
                    self.undecided.append(matter)
            return chosen

        def decide(left):
            decided = []
            while len(left) > 1:
                chosen = vote(left)
                if chosen is None:
                    break
                left = [who for who in left if who != chosen]
                decided.append([chosen])
            return decided + ([left] if left else [])

        self.between_entries(decide)
        unused = [{"judge": judge, "entry": entry} for at, (judge, entry, _) in enumerate(votes) if at not in used]
        if unused:
            self.notes.append({"code": "votes-unused", "votes": unused})
        self.decided("majority", "votes", "votes", figures)

    def coin(self):
        places, tossed = {}, {tuple(coin["between"]): coin["seed"] for coin in self.contest.coins if coin["seed"] and coin["between"]}

        def decide(tied):
            seed = tossed.get(tuple(tied))
            if seed is None:
                self.notes.append({"code": "coin-sealed", "between": tied})
                self.undecided.append(tied)
                return [tied]
            order = Draws(bytes.fromhex(seed), "coin: " + " ".join(tied)).shuffled(tied)
            self.notes.append({"code": "coin", "between": tied, "seed": seed, "order": order})
            places.update({who: place + 1 for place, who in enumerate(order)})
            return [[who] for who in order]

        self.between_entries(decide)
        self.decided("coin", "place", "place", places)

    def standings(self, groups):
        above, found = 0, []
        for group in groups:
            for who in group:
                score, *tie_breaks = [step.scores.get(who) for step in self.steps]
                found.append({"witness": who, "place": above + 1, "score": score, "tie_breaks": tie_breaks})
            above += len(group)
        return found

    def compare_measured(self, a, b):
        """By the first measure in which the two differ, or the first of all: how they compare, it, and the scores."""
        for measure in self.measures:
            (one, own), (other, theirs) = measure.compared([a, b])
            if measure.compare(one, other):
                return measure.compare(one, other), measure, own, theirs
        return 0, self.measures[0], *(score for _, score in self.measures[0].compared([a, b]))

    # Why somebody has a place.

    def with_score(self, who):
        judges = by_number(self.figures[who].judges) if self.measures[0].kind() == "times" else []
        return {"witness": who, "score": self.steps[0].scores.get(who), **({"judges": judges} if judges else {})}

    def alone(self, holder, those):
        score = self.steps[0].groups
        level = [who for who in those if score[who] == score[holder]]
        reason = {
            "code": "alone",
            "holder": self.with_score(holder),
            "by": self.measures[0].name,
            "among": len(those),
            "behind": [who for who in those if score[who] < score[holder]],
            "level_with": [who for who in level if who != holder],
            "decided": [],
        }
        for step in self.steps[1:]:
            still = [who for who in level if step.groups[who] == step.groups[holder]]
            if len(still) < len(level):
                by = step.by if isinstance(step.by, str) else {"by": step.by.name}
                between = [{"witness": who, "score": step.scores.get(who)} for who in level]
                best = min(level, key=lambda who: step.groups[who])
                reason["decided"].append({"by": by, "between": between, "best": best})
                level = still
        return reason

    def together(self, holders, first, purse):
        same = [
            {"by": step.by.name, "score": step.scores.get(holders[0])}
            for step in self.steps[1:]
            if not isinstance(step.by, str)
        ]
        return {
            "code": "shared",
            "holders": [self.with_score(who) for who in holders],
            "by": self.measures[0].name,
            "first": first,
            "last": first + len(holders) - 1,
            "same": same,
            "purse": purse,
        }


def votes_given(contest):
    """Judge, entry and matter of every vote for an entry."""
    given = [
        (judge, preference, vote["between"])
        for vote in contest.votes
        for judge, preference in sorted(vote["given"].items(), key=lambda v: int(v[0][1:]))
    ]
    named = [
        (judge, preference["preferred"] and contest.witness_in(preference["preferred"]), between)
        for judge, preference, between in given
        if preference
    ]
    return [(judge, who, between) for judge, who, between in named if who and who[0] == "E"]


# Awards.


def amount(money, hundredths=None):
    number, currency = money.split(" ") if isinstance(money, str) else (0, money["currency"])
    return {"hundredths": int(number) * 100 if hundredths is None else hundredths, "currency": currency}


def plus(one, other):
    return (
        amount(one, one["hundredths"] + other["hundredths"]) if other and one["currency"] == other["currency"] else one
    )


def divided(money, among):
    return amount(money, money["hundredths"] // max(among, 1))


class Jury:
    def __init__(self, contest, count, order, of_confederates, out):
        self.contest, self.rules, self.count, self.order, self.of_confederates, self.out = (
            contest,
            contest.rules,
            count,
            order,
            of_confederates,
            out,
        )
        self.beforehand = contest.terms.get("beforehand", {})
        entries = [who for who in count.cast if who[0] == "E"]
        baselines = contest.baselines()
        self.contestants = [who for who in entries if who not in baselines]
        self.baselines = [who for who in entries if who in baselines]
        may = [[who for who in group if who in self.contestants and who not in out] for group in order.groups]
        self.entries = [group for group in may if group]
        self.combine, self.results = (
            self.rules.get("trials", {}).get("combine"),
            {"awards": [], "withheld": [], "carried_over": []},
        )

    # Conditions.

    def find(self, condition, figures, who):
        of, people = figures[who], [figures[other] for other in self.count.cast if other[0] == "C"]
        kind, than = (condition, None) if isinstance(condition, str) else next(iter(condition.items()))
        measure, as_good = self.order.measures[0], Measure(self.rules, "median-rank").low_ranks
        rank, middle = median(of.ranks), lambda numbers: scored("median", median(numbers), numbers)

        def is_as_good(theirs):
            return rank is not None and theirs is not None and (rank <= theirs if as_good else rank >= theirs)

        if kind == "score-at-least":
            held, evidence = (
                measure.figure(of) is not None and measure.figure(of) >= than,
                {"code": "score", "score": measure.score(of)},
            )
        elif kind == "fooled":
            held = len(of.judges) >= than["judges"] and len(of.beside) >= than["confederates"]
            condition = {kind: {name: than[name] for name in ("judges", "confederates")}}
            evidence = {
                "code": "taken-by",
                "times": of.taken,
                "judges": by_number(of.judges),
                "confederates": by_number(of.beside),
            }
        elif kind in ("no-confederate-above", "confederate-above"):
            held, evidence = self.confederate_above(measure, of, people, kind == "confederate-above")
        elif kind in ("median-at-least-confederates", "median-below-confederates"):
            together = [number for person in people for number in person.ranks]
            held = rank is not None and is_as_good(median(together)) == (kind == "median-at-least-confederates")
            evidence = {"code": "median-ranks", "own": middle(of.ranks), "confederates": middle(together)}
        elif kind == "human-verdicts":
            held, evidence = (
                len(of.verdicts) >= than["judges"],
                {"code": "human-verdicts", "judges": by_number(of.verdicts)},
            )
        elif kind == "rank-order":
            met = {person.witness for person in people if is_as_good(median(person.ranks))}
            told = [
                [{"witness": p.witness, "score": middle(p.ranks)} for p in people if (p.witness in met) == was]
                for was in (True, False)
            ]
            held = len(met) >= than["confederates"]
            evidence = {"code": "rank-order", "own": middle(of.ranks), "met": told[0], "missed": told[1]}
        else:
            part, code = (of.taken, "taken") if kind == "taken-for-human-share" else (of.right, "identified")
            enough = 100 * part >= than * of.judged if code == "taken" else 100 * part <= than * of.judged
            held, evidence = of.judged > 0 and enough, {"code": code, "share": share(part, of.judged)}
        return {"condition": condition, "held": held, "evidence": evidence}

    def confederate_above(self, measure, of, people, wanted):
        own = measure.score(of)
        if own is None:
            return False, {"code": "no-score"}
        known = [person for person in people if measure.figure(person) is not None]
        if not known:
            return not wanted, {"code": "no-confederate-scored", "by": measure.name, "own": own}
        best = known[0]
        for person in known[1:]:
            best = person if self.order.compare_measured(person, best)[0] < 0 else best
        above, by, theirs, own = self.order.compare_measured(best, of)
        evidence = {
            "code": "best-confederate",
            "best": best.witness,
            "above": above < 0,
            "by": by.name,
            "differ": above != 0,
            "own": own,
        }
        return (above < 0) == wanted, {**evidence, "theirs": theirs}

    def judge_in(self, figures, rule, who):
        found = [self.find(condition, figures, who) for condition in rule.get("when", [])]
        return {"held": all(one["held"] for one in found), "found": found}

    def judge(self, rule, who):
        trials = [
            {"trial": number, **self.judge_in(figures, rule, who)}
            for number, figures in enumerate(self.count.trials, 1)
        ]
        held = sum(trial["held"] for trial in trials)
        needed = {"any": 1, "majority": len(trials) // 2 + 1}.get(self.combine, len(trials))
        return {"witness": who, "held": held >= needed, "trials": trials}

    # Decisions.

    def purse(self, rule):
        """What the rulebook puts into it, and what earlier contests added; both may be None."""
        own = amount(rule["purse"]) if "purse" in rule else None
        carried = self.beforehand.get("carried", {}).get(rule["id"])
        carried = carried and amount(carried)
        return own, carried if carried and (own is None or own["currency"] == carried["currency"]) else None

    def whole(self, rule):
        own, carried = self.purse(rule)
        return plus(own, carried) if own else carried

    def withhold(self, rule, code, **figures):
        self.results["withheld"].append({"award": rule["id"], "reason": {"code": code, **figures}})

    def carry_over(self, rule, money, reason):
        if money and money["hundredths"] >= 100:
            units = amount(money, money["hundredths"] // 100 * 100)
            own = self.purse(rule)[0]
            following = plus(own, money) if own and own["currency"] == money["currency"] else money
            self.results["carried_over"].append(
                {"award": rule["id"], "money": units, "next_purse": following, "reason": reason}
            )

    def only_entry(self, rule):
        """The entry that receives this award without a contest: the only one that came in, when no ballot judges it."""
        if not rule.get("only_entry") or rule["to"] == "best-confederate" or len(self.contestants) != 1:
            return None
        only = self.contestants[0]
        of = self.count.all[only]
        return None if only in self.out or of.judged or of.ranks or any(of.ratings.values()) else only

    def decide(self, rule):
        """Where fewer baselines are named than there are, no award goes to an entry that could be one."""
        before = {kind: list(given) for kind, given in self.results.items()}
        self.decided(rule)
        wanted = min(self.rules["roles"].get("baselines", 0), len(self.contestants) + len(self.baselines))
        new = self.results["withheld"][len(before["withheld"]) :]
        codes = [one["reason"]["code"] for one in new]
        to_nobody = "no-entry" in codes or (codes and rule["to"] == "every-entry")
        if rule["to"] != "best-confederate" and not to_nobody and len(self.baselines) < wanted:
            self.results = before
            self.withhold(rule, "baseline-unknown", baselines=self.rules["roles"]["baselines"], named=self.baselines)

    def decided(self, rule):
        to = rule["to"]
        if not self.entries and to != "best-confederate":
            gone = [who for who in self.contestants if who in self.out]
            self.withhold(rule, "no-entry", disqualified=gone)
            return self.carry_over(
                rule, self.whole(rule) if rule.get("rolls_over") else None, {"code": "no-entry", "disqualified": gone}
            )
        only = self.only_entry(rule)
        if only is not None:
            return self.hand_out(rule, [only], self.whole(rule), {"reason": {"code": "only-entry", "entry": only}})
        if to == "every-entry":
            return self.every_entry(rule)
        return self.best_confederate(rule) if to == "best-confederate" else self.place(rule, to["place"])

    def winners(self, rule, those):
        """Those who meet the conditions, and how all were judged; None where nobody does, or it cannot be decided."""
        judged = [self.judge(rule, who) for who in those]
        if self.is_undecided(judged, rule):
            return self.withhold(rule, "trials-undecided", trials=self.contest.trials)
        winners = [who for who, one in zip(those, judged) if one["held"]]
        return (winners, judged) if winners else self.withhold(rule, "not-met", judged=judged)

    def is_undecided(self, judged, rule):
        differ = any(len({trial["held"] for trial in one["trials"]}) > 1 for one in judged)
        return bool("trials" in self.rules and self.combine is None and rule.get("when") and differ)

    def place(self, rule, place):
        above = 0
        for holders in self.entries:
            above += len(holders)
            if above >= place:
                break
        else:
            return self.withhold(rule, "nobody-in-place", place=place, entries=above, disqualified=len(self.out))
        level = next((level for level in self.order.undecided if len(set(level) & set(holders)) > 1), None)
        if level:
            return self.withhold(rule, "undecided", place=place, between=[who for who in level if who in holders])
        if self.order.steps[0].figures[holders[0]] is None:
            return self.withhold(rule, "no-score", place=place, witnesses=holders)
        found = self.winners(rule, holders)
        if found is None:
            return None
        first = above - len(holders) + 1
        share_of_purse = self.purse_share(rule, holders, first)
        those = [who for group in self.entries for who in group]
        reason = (
            self.order.alone(holders[0], those)
            if len(holders) == 1
            else self.order.together(holders, first, share_of_purse)
        )
        return self.hand_out(rule, found[0], share_of_purse and share_of_purse["each"], grounds(rule, reason, found[1]))

    def purse_share(self, rule, holders, first):
        """What each of those who share places receives of this award: their purses are one pool."""
        own = self.whole(rule)
        if not own:
            return None

        def to_all(other):
            judged = [self.judge(other, who) for who in holders]
            return not self.is_undecided(judged, other) and all(one["held"] for one in judged)

        shared, before, pool = [rule], 0, 0
        if to_all(rule):
            places = range(first, first + len(holders))
            shared = [
                o
                for o in self.rules["awards"]
                if isinstance(o["to"], dict) and o["to"].get("place") in places and to_all(o)
            ]
        for other in shared:
            money = self.whole(other)
            before = pool if other is rule else before
            pool += money["hundredths"] if money and money["currency"] == own["currency"] else 0
        each = (before + own["hundredths"]) // len(holders) - before // len(holders)
        left = pool % len(holders)
        return {
            "each": amount(own, each),
            "pool": amount(own, pool),
            "pooled": amount(own, pool // len(holders)),
            "undivided": amount(own, left) if left else None,
        }

    def every_entry(self, rule):
        only = next((only for only in map(self.only_entry, self.rules["awards"]) if only is not None), None)
        if only is not None:
            return self.withhold(rule, "no-contest", entry=only)
        entries = by_number(who for group in self.entries for who in group)
        found = self.winners(rule, entries)
        if found is None:
            return None
        winners, judged = found
        own, carried = self.purse(rule)
        each = self.whole(rule)
        if each and rule.get("shared"):
            each = divided(each, len(winners))
        elif each:
            part = carried and divided(carried, len(winners))
            each = plus(own, part) if own else part
        reason = {"code": "every-entry", "entries": len(entries)}
        return self.hand_out(rule, winners, each, grounds(rule, reason, [one for one in judged if one["held"]]))

    def best_confederate(self, rule):
        order = self.of_confederates
        if not order.groups or order.steps[0].figures[order.groups[0][0]] is None:
            return self.withhold(rule, "no-confederate-scored")
        best = order.groups[0]
        found = self.winners(rule, best)
        if found is None:
            return None
        those = [who for group in order.groups for who in group]
        reason = order.alone(best[0], those) if len(best) == 1 else order.together(best, 1, None)
        whole = self.whole(rule)
        return self.hand_out(rule, found[0], whole and divided(whole, len(best)), grounds(rule, reason, found[1]))

    def hand_out(self, rule, winners, each, why):
        kept = rule.get("open_source")
        programs = [who for who in winners if who in self.beforehand.get("open_source", [])]
        award = {"award": rule["id"], "to": winners}
        if kept == "in-trust" and programs:
            award["in_trust"] = programs
        elif kept == "rolls-over" and programs:
            left = each and amount(each, each["hundredths"] * len(programs))
            self.carry_over(rule, left, {"code": "open-source", "programs": programs})
            award.update(to=[who for who in winners if who not in programs], passed_over=programs)
            if not award["to"]:
                return self.withhold(rule, "open-source", programs=programs, grounds=why)
        return self.results["awards"].append({**award, "each": each, "grounds": why})

    def by_trial(self):
        """Each trial by itself; none where the rulebook has no trials."""
        entries, people = (
            by_number(who for group in self.entries for who in group),
            [who for who in self.count.cast if who[0] == "C"],
        )
        rules = [rule for rule in self.rules.get("awards", []) if rule.get("when")]
        return (
            [
                {
                    "trial": number,
                    "findings": [
                        {"award": rule["id"], "witness": who, **self.judge_in(figures, rule, who)}
                        for rule in rules
                        for who in (people if rule["to"] == "best-confederate" else entries)
                    ],
                }
                for number, figures in enumerate(self.count.trials, 1)
            ]
            if "trials" in self.rules
            else []
        )

    def notes(self):
        notes, all_of_it = self.count.notes + self.order.notes, self.count.all
        votes = [{"judge": judge, "entry": entry} for judge, entry, _ in votes_given(self.contest)]
        if "majority" not in self.rules["score"].get("tie_breaks", []) and votes:
            notes.append({"code": "votes-unused", "votes": votes})
        notes += [{"code": "disqualified", "entry": entry} for entry in by_number(self.out) if entry in all_of_it]
        people, programs = [[of for who, of in all_of_it.items() if who[0] == letter] for letter in "CE"]
        if asked(self.count.form, "verdict") is not None and any(of.judged for of in all_of_it.values()):
            told = {"people": share_of(people, "right"), "programs": share_of(programs, "right")}
            notes.append({"code": "accuracy", **told, "all": share_of(people + programs, "right")})
        others, measure = [all_of_it[who] for who in self.contestants], self.order.measures[0]
        for who in self.baselines:
            of = all_of_it[who]
            if of.judged:
                rest = {"other_entries": share_of(others, "taken"), "confederates": share_of(people, "taken")}
                notes.append({"code": "baseline", "entry": who, "own": share(of.taken, of.judged), **rest})
            else:
                own, rest, beside = [
                    [{"witness": o.witness, "score": measure.score(o)} for o in those]
                    for those in ([of], others, people)
                ]
                notes.append(
                    {
                        "code": "baseline-score",
                        "by": measure.name,
                        "own": own[0],
                        "other_entries": rest,
                        "confederates": beside,
                    }
                )
        for rule in self.rules.get("awards", []):
            carried = self.beforehand.get("carried", {}).get(rule["id"])
            if carried and "purse" in rule and amount(carried)["currency"] != amount(rule["purse"])["currency"]:
                notes.append(
                    {
                        "code": "other-currency",
                        "award": rule["id"],
                        "carried": amount(carried),
                        "currency": amount(rule["purse"])["currency"],
                    }
                )
        return notes


def grounds(rule, reason, judged):
    return {"reason": reason, **({"judged": judged} if rule.get("when") and judged else {})}


def tally(contest, rulings=None):
    """Standings, awards and the reasons for both, after these rulings."""
    rules, out = contest.rules, contest.out(contest.rulings if rulings is None else rulings)
    count = Count(contest, outcomes(contest))
    entries, people = [[who for who in count.cast if who[0] == letter] for letter in "EC"]
    members = entries if rules["score"].get("among", "entries") == "entries" else count.cast
    order, of_confederates = Order(contest, count.all, members, out), Order(contest, count.all, people, out)
    jury = Jury(contest, count, order, of_confederates, out)
    for rule in rules.get("awards", []):
        jury.decide(rule)
    still = [[who for who in group if who not in out] for group in order.groups]
    are_scored = of_confederates.groups and of_confederates.steps[0].figures[of_confederates.groups[0][0]] is not None
    return {
        "standings": order.standings([group for group in still if group]),
        "confederates": of_confederates.standings(of_confederates.groups) if are_scored else [],
        **jury.results,
        "trials": jury.by_trial(),
        "notes": jury.notes(),
    }


def reading(contest):
    """What judges believed who read transcripts: counts and sums, by witness and by judge."""
    witnesses, judges = {}, {}

    def add(last, belief, is_human):
        last["of"] += 1
        last["right"] += belief > 50 if is_human else belief < 50
        last["undecided"] += belief == 50
        last["sum"] += belief
        last["squares"] += belief * belief

    nothing = lambda: {"of": 0, "right": 0, "undecided": 0, "sum": 0, "squares": 0}
    for conversation, beliefs in contest.beliefs.items():
        interview, _, seat = conversation.rpartition("-")
        given = [belief for belief in beliefs if belief is not None]
        void = int(interview[1:].split("-")[0]) in contest.void or contest.interviews[interview]["aborted"]
        if void or not given:
            continue
        witness, judge = contest.seats[interview][seat], interview.split("-")[1]
        of = witnesses.setdefault(witness, {"witness": witness, "last": nothing(), "by_turn": []})
        add(of["last"], given[-1], witness[0] == "C")
        add(judges.setdefault(judge, nothing()), given[-1], witness[0] == "C")
        of["by_turn"] += [{"sum": 0, "of": 0} for _ in given[len(of["by_turn"]) :]]
        for mean, belief in zip(of["by_turn"], given):
            mean["sum"] += belief
            mean["of"] += 1
    number = lambda label: int(label[1:])
    return {
        "conversations": [witnesses[who] for who in sorted(witnesses, key=lambda who: (who[0], number(who)))],
        "judges": [{"judge": who, "last": judges[who]} for who in sorted(judges, key=number)],
    }


def result(contest):
    """The result of a closed contest, as `result.json` has it."""
    interviews = []
    for interview, seats in contest.seats.items():
        count, judge = int(interview[1:].split("-")[0]), interview.split("-")[1]
        given = contest.interviews.get(interview, {})
        guess = next(iter((given.get("witness") or {}).get("verdicts", {}).values()), None)
        interviews.append(
            {
                "trial": contest.trial_of(count),
                "round": count,
                "judge": judge,
                "seats": seats,
                "answers": unblinded(given.get("judge"), seats),
                **({"guess": guess} if guess else {}),
                "aborted": given.get("aborted", False),
                **({"void": True} if count in contest.void else {}),
            }
        )
    by_the_close = sum(not ruling["after_close"] for ruling in contest.rulings)
    in_order = lambda interview: tuple(int(part[1:]) for part in interview.split("-"))
    drafts = [
        {"form": "ballot", "interview": i, "from": side}
        for i in sorted(contest.interviews, key=in_order)
        for side in sorted(contest.interviews[i]["drafts"])
    ]
    drafts += [
        {"form": "ranking", "trial": trial, "judge": judge}
        for trial, judge in sorted(contest.draft_rankings, key=lambda r: (r[0], int(r[1][1:])))
    ]
    late = sorted((form for form in contest.given_late if form["form"] == "ballot"), key=lambda f: (in_order(f["interview"]), f.get("from", "judge")))
    late = [{"form": "ballot", "interview": f["interview"], "from": f.get("from", "judge")} for f in late]
    late += sorted((form for form in contest.given_late if form["form"] == "ranking"), key=lambda f: (f["trial"], int(f["judge"][1:])))
    return {
        "version": 1,
        "contest": contest.terms["name"],
        "rulebook": contest.rules["id"],
        "rounds": contest.rounds,
        "interviews": interviews,
        "rankings": [{"trial": t, "judge": j, "order": order} for t, j, order in rankings(contest)],
        "tally": tally(contest),
        **({"reading": reading(contest)} if contest.is_read else {}),
        "scripted": contest.terms["scripted"],
        "drafts": drafts,
        **({"late": late} if late else {}),
        "rulings": contest.rulings,
        **({"matters": [contest.decided(n + 1) for n in range(contest.matters)]} if contest.matters else {}),
        "before_rulings": [
            tally(contest, contest.rulings[:count]) for count in range(by_the_close, len(contest.rulings))
        ],
    }

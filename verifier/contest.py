"""The course of a contest: which events the rules allow, one after the other. `docs/record.md` has a section of that name."""

import plans
import prover
import redraw
from bundle import COSIGNATURE, NOTE, Broken, canonical, key_of, sha256, signed_text
from draws import Draws, commitment, secret_of_coin, secret_of_rehearsal, seed_of
from events import moment
from search import NoPlan, TooLong, Work
from talk import Piece, Talk, duration, is_control
from tally import form_fault, ranking_fault, tally

VOTE_WAIT, COIN_WAIT, HOUR, MATTERS = 600_000, 60_000, 3_600_000, 50
LONG_AGO = -(1 << 53)
# Private parts without which a result is the same.
NOT_COUNTED = {"roster", "name", "newcomer", "reason", "words", "incident", "line", "deposit", "usage", "turns"}
# What is counted as a ballot.
BALLOTS = {"answers", "ranking", "preference", "belief"}
LINE_MAX, SOURCES_MAX, FILES_MAX = 4000, 64, 4096
GONE = "(name redacted)"
NUMBERS = ("judges", "confederates", "entries", "people", "parallel")
ROLES = {"judges": "J", "confederates": "C", "entries": "E", "referees": "F"}
AFTER_CLOSE = {"disqualified", "reinstated", "released", "deleted", "consented", "restored"}
# Private parts that no ruling takes out.
KEPT = {"answers", "ranking", "preference", "secret", "plan", "belief", "conversation"}


def is_text(text, most, lines="\n"):
    return bool(text.strip()) and len(text) <= most and not is_control(text, lines)


def is_line(text, most):
    return is_text(text, most, "") and text == text.strip()


def number(label):
    """The number of a label such as `J1`."""
    return int(label[1:])


def interview_of(conversation):
    return conversation.rpartition("-")[0]


def round_of(interview):
    return number(interview.partition("-")[0])


def judge_of(interview):
    return interview.split("-")[1]


def reads(rules):
    """Whether judges read what others said."""
    return "transcript" in rules["interview"]["medium"]


def what_is_shown(terms):
    rules = terms["rulebook"]
    numbers = [rules["roles"][role] for role in ("confederates", "entries")]
    return terms.get("sources"), rules["interview"]["medium"], numbers


def cut(lines):
    """Lines as turns: each ends where the witness has spoken and the judge speaks next, and has words of the witness."""
    answers = [place for place, line in enumerate(lines) if line["by"] == "witness"]
    if not answers:
        return []
    begins = lambda at: lines[at]["by"] == "judge" and lines[at - 1]["by"] == "witness"
    starts = [0, *[at for at in range(1, answers[-1] + 1) if begins(at)]]
    return [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)])]


def rules_to_sign(terms):
    """What every member of the committee signs, where one does."""
    of = {name: terms["settled"][name] for name in ("texts", "attested")}
    signed = {"name": terms["name"], "organiser": terms["organiser"], "rulebook": terms["rulebook"], "settled": of}
    return f"vivavoce/committee/v1\n{sha256(canonical(signed).encode()).hex()}\n"


def cosigner_of(text):
    """The key of a cosigner; None where it is none."""
    try:
        key = key_of(text)
    except Broken:
        return None
    return key if key[3] == COSIGNATURE else None


def signed_by(text, signature):
    """The key of a signature; None where it has not signed this text."""
    try:
        key = key_of(signature["key"])
        signed_text(f"{text}\n{signature['line']}\n".encode(), key, "a signature")
    except Broken:
        return None
    return None if key[3] != NOTE or "\n" in signature["line"] else key


def others(now, then):
    """The labels that stand for somebody else in another roster, or for somebody in only one of them."""
    found = set()
    for role, letter in ROLES.items():
        called = [
            [(who["name"], who["contestant"]) if role == "entries" else who for who in of.get(role, [])]
            for of in (now, then)
        ]
        most = max(map(len, called))
        one, other = ([*names, *[None] * (most - len(names))] for names in called)
        found |= {f"{letter}{place + 1}" for place in range(most) if one[place] != other[place]}
    return found


class Contest:
    """What the events before have made of it. The method `on_` and a type judges an event of that type, and folds it."""

    def __init__(self, opened):
        """`opened` is what `assignment-opened` says, where it is there: what was taken out before is judged with it."""
        self.opening, self.event, self.events, self.latest = opened, None, 0, LONG_AGO
        # What is played: the rules in force, what the organiser wrote down, a plan that was given.
        self.rules = self.terms = self.roster = self.given_plan = self.seed_source = None
        self.talk = self.scoring = self.end_time = 0
        # The draw: contributions are (matter, giver, text, number of the event); `seats` are those of each interview.
        self.contributions, self.kept, self.seed, self.plan, self.seats = [], None, None, None, {}
        self.rounds = 1 << 20
        self.committed = self.is_open = False
        # Where it is: `number` is the round, trial or vote of the phase, `ends` its deadline; `judged` the last trial that was.
        self.phase, self.number, self.ends, self.judged = "lobby", 1, None, 0
        # Clocks: since when they stand still, and why; for how long they have in all. Moments in milliseconds.
        self.paused, self.standing, self.unexplained, self.stood, self.gaps, self.paces = None, None, False, 0, 0, set()
        self.talk_began = None
        # People: who has left; since which event a label is somebody else's; whom referees limit and mute.
        self.left, self.borne, self.limits, self.muted = set(), {}, {}, set()
        # What was said and answered. Rounds in `void` do not count. After a draft that counts only its like may stand.
        self.conversations, self.interviews, self.rankings, self.draft_rankings, self.void = {}, {}, {}, set(), set()
        self.late, self.given_late = [], []
        self.counting, self.votes, self.coins, self.rulings, self.restored_to, self.matters = False, [], [], [], [], 0
        self.released, self.deleted = set(), set()
        # Where judges read: of each witness how many turns are shown, None where that was taken out; and what was believed.
        self.shown, self.beliefs = {}, {}
        # What was taken out, by what it is asked for; what this verifier did not check.
        self.gone = {"ballots": 0, "openings": 0, "unjudged": 0}
        self.draw_gone = self.others_gone = False
        self.counts = {}
        self.not_checked, self.work, self.is_drawn, self.is_vague = set(), Work(), True, False

    # Judging.

    def need(self, holds, why, words=False):
        """What must hold. What was taken out may be why it does not: the draw, or, where `words` is set, what was said."""
        if holds:
            return
        talk = self.conversations.get(self.event.stream)
        excused = self.draw_gone and self.plan is None or self.others_gone
        if excused or words and talk and talk.gone:
            self.gone["unjudged"] += 1
        else:
            raise Broken(f"event {self.event.place}: the rules did not allow it here ({why})")

    def take(self, event):
        self.event = event
        if event.why:
            raise Broken(f"event {event.place}: {event.why}")
        if event.time < self.latest:
            raise Broken(f"event {event.place}: its time is earlier than that of the event before it")
        self.note_gone(event)
        if self.rules is None:
            self.need(event.kind == "opened", "no contest is opened")
            self.on_opened(event)
        elif event.stream != "contest":
            self.in_conversation(event)
        else:
            self.need(event.kind != "opened", "the contest has been opened already")
            self.need(self.phase != "closed" or event.kind in AFTER_CLOSE, "the contest is closed")
            drafts = event.get("counted") == "draft" or event.kind in ("round-closed", "end-ballots-closed")
            self.need(not self.counting or drafts, "drafts were counted: nothing stands before the end of their time")
            getattr(self, "on_" + event.kind.replace("-", "_"))(event)
        self.latest, self.events = event.time, self.events + 1
        self.counts[event.stream] = self.counts.get(event.stream, 0) + 1

    def note_gone(self, event):
        gone = {part for part, data in event.private.items() if data is None}
        self.gone["ballots"] += len(gone & BALLOTS)
        if event.stream == "contest" and event.kind != "secret-drawn":
            self.draw_gone |= bool(gone & {"secret", "plan"})
            self.others_gone |= bool(gone - NOT_COUNTED - BALLOTS - {"secret", "plan"})

    def reason(self, event, name="reason"):
        data = event.get(name)
        self.need(data is None or is_text(data["reason"], 500), "a reason has 1 to 500 characters")

    def running(self):
        self.need(self.paused is None, "clocks stand still")

    def only_of_its_own(self, event, who):
        self.need(event.actor == who, "nobody else may do this")

    # Who takes part, and where everybody sits.

    @property
    def roles(self):
        return self.rules["roles"]

    @property
    def is_both(self):
        return self.roles.get("people") == "both"

    @property
    def is_read(self):
        return reads(self.rules)

    def turn_count(self, conversation):
        return self.shown.get(self.witness_in(conversation))

    def is_read_to_the_end(self, count):
        """Whether every judge has said what they believe of every turn in this round."""
        if not self.is_read:
            return False
        of_round = [i for i in self.seats if round_of(i) == count and not self.interviews.get(i, {}).get("aborted")]
        ids = [f"{interview}-{seat}" for interview in of_round for seat in self.seats[interview]]
        return all(
            self.turn_count(i) is not None and len(self.beliefs.get(i, [])) >= self.turn_count(i) for i in ids
        )

    def is_judged(self, interview):
        """Whether the judge has ended this interview with a verdict while the talk of its round runs."""
        runs = self.phase == "talk" and self.number == round_of(interview)
        return bool(runs and self.rules["ballots"].get("early") and "judge" in self.interviews.get(interview, {}))

    def is_judged_early(self, count):
        """Whether every interview of this round was ended, one at least with a verdict."""
        of_round = [i for i in self.seats if round_of(i) == count]
        over = [self.is_judged(i) or self.interviews.get(i, {}).get("aborted") for i in of_round]
        return any(self.is_judged(i) for i in of_round) and all(over)

    @property
    def trials(self):
        return self.rules.get("trials", {}).get("count", 1)

    def cast(self):
        counts = (("J", "judges"), ("C", "confederates"), ("E", "entries"))
        return [
            f"{letter}{n + 1}"
            for letter, role in counts
            if not (letter == "C" and self.is_both)
            for n in range(self.roles[role])
        ]

    def trial_of(self, of):
        return plans.trial_of(self.rules, self.rounds, of)

    def last_of(self, trial):
        return max((n for n in range(1, self.rounds + 1) if self.trial_of(n) == trial), default=0)

    def acting(self, witness):
        return "J" + witness[1:] if self.is_both and witness[0] == "C" else witness

    def witness_in(self, conversation):
        interview, _, seat = conversation.rpartition("-")
        return self.seats.get(interview, {}).get(seat)

    def met_by(self, judge, trial):
        """The conversations of this judge that count: of a terminal that is visited again, the last."""
        met = []
        for interview, seats in self.seats.items():
            if (
                judge_of(interview) == judge
                and self.trial_of(round_of(interview)) == trial
                and round_of(interview) not in self.void
            ):
                for seat in seats:
                    if self.rules["schedule"]["seats"] == "terminals":
                        met = [other for other in met if other.rpartition("-")[2] != seat]
                    met.append(f"{interview}-{seat}")
        return met

    def has_begun(self, interview):
        return (
            interview in self.interviews
            and not self.interviews[interview]["aborted"]
            and round_of(interview) not in self.void
        )

    def settle_plan(self, plan):
        self.plan = plan
        self.rounds = 1 << 20 if plan is None else max((round_of(of["interview"]) for of in plan), default=0)
        self.seats = {seating["interview"]: seating["seats"] for seating in plan or ()}

    def is_under_way(self):
        return bool(self.interviews) or (self.phase, self.number) != ("lobby", 1)

    def played(self):
        return {"lobby": self.number - 1, "talk": self.number - 1, "scoring": self.number - 1}.get(
            self.phase, self.last_of(self.number) if self.phase == "end" else self.rounds
        )

    # What time makes true.

    def goes_on(self):
        """When clocks that stand still because no server ran go on by themselves."""
        if self.standing is None:
            return None
        since, taken_up, held = self.standing
        if taken_up - since <= 5_000:
            return taken_up
        waits = [5_000] if held and taken_up - since <= 60_000 else []
        waits += [self.terms["countdown_ms"]] if "countdown_ms" in self.terms else []
        return taken_up + min(waits) if waits else None

    def due(self, now):
        """The fact that the passing of time has made true: its type, and fields as the events before fix them."""
        if self.paused is not None:
            return ("resumed", {}) if self.goes_on() is not None and now >= self.goes_on() else None
        if self.is_open:
            return ("closed", {}) if self.phase != "closed" else None
        over = self.ends is not None and now >= self.ends
        if self.phase == "lobby" and self.committed:
            is_last = self.number > self.rounds
            trials_over = self.trials if is_last else self.trial_of(self.number) - 1
            ballots = self.rules["ballots"]
            if ("ranking" in ballots or ballots.get("asked") == "at-end") and self.judged < trials_over:
                return "end-ballots-opened", {"trial": self.judged + 1}
            return self.after_the_last_ballot(now) if is_last else None
        kinds = {
            "talk": ("talk-closed", "round"),
            "scoring": ("round-closed", "round"),
            "end": ("end-ballots-closed", "trial"),
        }
        over |= self.phase == "talk" and (self.is_read_to_the_end(self.number) or self.is_judged_early(self.number))
        if self.phase in kinds and over:
            kind, name = kinds[self.phase]
            return kind, {name: f"R{self.number}" if name == "round" else self.number}
        return (
            ("vote-closed", {"vote": self.number})
            if self.phase == "vote" and (over or not self.votes_missing())
            else None
        )

    def after_the_last_ballot(self, now):
        secret = self.first_secret()
        if self.coins and self.coins[-1]["seed"] is None:
            count, coin = len(self.coins), self.coins[-1]
            if secret is None or now < coin["waits"] and self.judges_missing(count):
                return None
            of_coin = secret_of_coin(secret, count)
            return "coin-tossed", {"coin": count, "secret": of_coin.hex(), "seed": self.coin_seed(count, of_coin).hex()}
        kind, matter = self.wanted_of_matters() if self.knows_everything() else (None, None)
        if kind == "vote":
            return "vote-called", {"vote": len(self.votes) + 1, "between": [], "matter": matter}
        if kind == "coin":
            if secret is None:
                return None
            of_coin = secret_of_coin(secret, len(self.coins) + 1)
            fixed = commitment(of_coin).hex()
            return "coin-called", {"coin": len(self.coins) + 1, "between": [], "matter": matter, "commitment": fixed}
        kind, between = self.decision_wanted() if self.knows_everything() else (None, None)
        if kind == "vote":
            return "vote-called", {"vote": len(self.votes) + 1, "between": between}
        if kind == "coin" and secret is not None:
            of_coin = secret_of_coin(secret, len(self.coins) + 1)
            return "coin-called", {
                "coin": len(self.coins) + 1,
                "between": between,
                "commitment": commitment(of_coin).hex(),
            }
        return "assignment-opened", None

    def is_due(self, event):
        due = self.due(event.time)
        self.need(due is not None and due[0] == event.kind and due[1] in (None, event.body), "its time has not come")

    def knows_everything(self):
        return self.first_secret() is not None and self.plan is not None and not self.gone["ballots"]

    def decision_wanted(self):
        breaks = self.rules["score"].get("tie_breaks", [])
        notes = tally(self)["notes"] if "majority" in breaks or "coin" in breaks else []
        open_votes = [note["between"] for note in notes if note["code"] == "vote-open"]
        if open_votes and open_votes[0] not in [vote["between"] for vote in self.votes]:
            return "vote", open_votes[0]
        sealed = [note["between"] for note in notes if note["code"] == "coin-sealed"]
        return ("coin", sealed[0]) if sealed else (None, None)

    def vote_on(self, matter):
        return next((vote for vote in self.votes if vote["matter"] == matter), None)

    def wanted_of_matters(self):
        """The first matter of dispute that the judges or a coin have still to decide."""
        for matter in range(1, self.matters + 1):
            if self.vote_on(matter) is None:
                return "vote", matter
            if "answer" not in self.decided(matter) and "coin" in self.rules["score"].get("tie_breaks", []):
                return "coin", matter
        return None, None

    def decided(self, matter):
        """What more than half of all judges said, else what the coin did."""
        given = (self.vote_on(matter) or {"given": {}})["given"]
        said = {judge: preference.get("agrees") for judge, preference in given.items() if preference}
        yes, no = (sorted((judge for judge in said if said[judge] is answer), key=number) for answer in (True, False))
        judges = self.rules["roles"]["judges"]
        found = {"matter": matter, "yes": yes, "no": no}
        if 2 * max(len(yes), len(no)) > judges:
            return {**found, "answer": len(yes) > len(no), "coin": False}
        seed = next((coin["seed"] for coin in self.coins if coin.get("matter") == matter), None)
        if seed is None:
            return {**found, "coin": False}
        return {**found, "answer": Draws(bytes.fromhex(seed), f"coin: matter {matter}").coin(), "coin": True}

    # The seed and the draw.

    def given_to(self, matter):
        return [(by, value) for of, by, value, _ in self.contributions if of == matter]

    def first_secret(self):
        if self.seed_source["kind"] == "many-hands":
            return self.kept
        given = [value for by, value in self.given_to("draw") if by == "organiser"]
        return secret_of_rehearsal(given[0]) if given else None

    def seed_with(self, secret, matter):
        return seed_of(secret, self.given_to(matter) if self.seed_source["kind"] == "many-hands" else [])

    def coin_seed(self, count, secret):
        return self.seed_with(secret, f"coin-{count}")

    def judges_missing(self, count):
        given = {by for by, _ in self.given_to(f"coin-{count}")}
        return [who for who in self.cast() if who[0] == "J" and who not in self.left and who not in given]

    def on_opened(self, event):
        self.seed_source = event["seed"]
        self.start_with(event["terms"], event["roster"])

    def start_with(self, terms, roster):
        rules, told = terms["rulebook"], terms["rulebook"]["roles"].get("told")
        roles, trials = rules["roles"], rules.get("trials")
        told_truly = (
            told is None or roles["confederates"] >= told["confederates"] and roles["entries"] >= told["entries"]
        )
        given = terms.get("plan")
        self.need(given is None or prover.is_sound(rules, given), "the plan that was given breaks the rules")
        self.need(told_truly, "judges are told of more than there are")
        self.need(trials is None or "combine" in trials, "nobody chose how trials combine")
        lasts = (rules["interview"]["talk"], rules["interview"]["scoring"], rules["ballots"].get("end_time", "0s"))
        self.talk, self.scoring, self.end_time = map(duration, lasts)
        Talk(rules["interview"], None, "")
        settled, wanted = terms.get("settled", {"texts": {}, "attested": []}), rules.get("committee", {})
        self.need("settled" not in terms or any(settled.values()), "what was settled is empty")
        missing = [matter["id"] for matter in wanted.get("settles", []) if matter["id"] not in settled["texts"]]
        missing += [made["id"] for made in wanted.get("attestations", []) if made["id"] not in settled["attested"]]
        self.need(not missing, "the committee has not settled everything")
        signatures = settled.get("signatures", [])
        keys = {signed_by(rules_to_sign(terms), signature) for signature in signatures}
        all_sign = None not in keys and len(keys) == len(signatures) == wanted.get("members", 0)
        self.need(not signatures or all_sign, "a member of the committee has not signed these rules, or twice")
        referees = terms.get("referees", 0)
        self.need(referees == 0 or "referees" in rules, "the rulebook has no referees")
        sources = terms.get("sources", [])
        self.need(bool(sources) == reads(rules), "sources are there where judges read, and nowhere else")
        self.need(len(set(sources)) == len(sources) <= SOURCES_MAX, "there are too many sources, or one twice")
        demanded, cosigners = rules.get("record", {"cosigners": 0})["cosigners"], terms.get("cosigners", [])
        keys = {cosigner_of(text) for text in cosigners}
        self.need(None not in keys, "a cosigner has a key that is none of a cosigner")
        self.need(demanded <= len(keys) == len(cosigners) <= 16, "there are too few cosigners, too many, or one twice")
        named = (
            (len(roster.get("referees", [])), len(roster.get("committee", [])))
            if roster
            else (referees, wanted.get("members", 0))
        )
        self.need(named == (referees, wanted.get("members", 0)), "not all are named, or too many")
        called = roster is None or all(len(roster[role]) == roles[role] for role in ("judges", "confederates", "entries"))
        self.need(called, "others are named than take part")
        self.terms, self.roster = terms, roster
        self.rules = {**rules, "roles": dict(roles), "schedule": dict(rules["schedule"])}
        self.given_plan = terms.get("plan")

    def on_secret_drawn(self, event):
        fits = (
            self.seed_source["kind"] == "many-hands"
            and self.kept is None
            and not self.contributions
            and not self.committed
        )
        self.need(fits, "the secret follows the opening")
        found = event["secret"] or (self.opening and {"secret": self.opening["body"].get("secret")})
        if found and found["secret"]:
            self.kept = bytes.fromhex(found["secret"])
            self.is_committed_secret(self.kept)

    def is_committed_secret(self, secret):
        if (commitment(secret).hex() if secret else None) != self.seed_source.get("commitment"):
            raise Broken(f"event {self.event.place}: the secret is not the one that the first event committed to")

    def on_source_loaded(self, event):
        self.need(self.is_read, "nobody reads")
        who, shown, turns = event["who"], event["conversation"], event["turns"]
        role = {"C": "confederates", "E": "entries"}.get(who[0])
        self.need(role and number(who) <= self.roles[role], "there is no such witness")
        self.need(not self.committed and who not in self.shown, "it has its conversation, or the draw was made")
        self.need(1 <= event["source"] <= len(self.terms["sources"]), "there is no such source")
        most = self.rules["interview"]["medium"]["transcript"]["turns"]
        self.need(shown is None or 1 <= shown["turns"] <= most, "there are no such turns")
        if turns is not None:
            lines = [line for turn in turns for line in turn]
            self.need(all(0 < len(line["text"]) <= LINE_MAX for line in lines), "a line is empty, or too long")
            self.need(cut(lines) == turns and (shown is None or shown["turns"] == len(turns)), "it is not cut into turns")
        self.shown[who] = shown and shown["turns"]

    def on_belief_given(self, event):
        conversation, turn = event["conversation"], event["turn"]
        interview = interview_of(conversation)
        self.only_of_its_own(event, judge_of(interview))
        self.need(self.is_read, "nobody reads")
        self.need(self.witness_in(conversation) is not None, "nothing is read there")
        runs = self.phase == "talk" and self.number == round_of(interview) and self.has_begun(interview)
        self.need(runs and self.paused is None and event.time < self.ends, "there is nothing to read now")
        given, count = self.beliefs.setdefault(conversation, []), self.turn_count(conversation)
        self.need(turn == len(given) + 1 and (count is None or turn <= count), "another turn is next")
        belief = event["belief"]
        self.need(belief is None or belief["human"] <= 100, "a belief is 0 to 100")
        given.append(belief and belief["human"])

    def on_contributed(self, event):
        matter, by, value = event["matter"], event["by"], event["value"]
        self.only_of_its_own(event, "organiser" if by == "committee" else by)
        self.need(1 <= len(value) <= 200 and not is_control(value), "a contribution is one line of 1 to 200 characters")
        first = by in ("organiser", "committee")
        before = [(given, place) for of, given, _, place in self.contributions if of == matter]
        if matter == "draw":
            self.need(not self.committed, "the draw was made")
            self.need(by != "committee" or "committee" in self.rules, "there is no committee")
            before = [(given, place) for given, place in before if place > self.borne.get(given, 0)]
        else:
            is_open = self.coins and self.coins[-1]["seed"] is None and matter == f"coin-{len(self.coins)}"
            self.need(is_open, "no such coin waits")
        self.need(
            first
            and (matter == "draw" or by != "committee")
            or by[0] in ("JC" if matter == "draw" else "J")
            and by in self.cast()
            and by not in self.left,
            "it is not theirs to give",
        )
        self.need(by not in [given for given, _ in before], "it was given once")
        others = (
            self.given_to(matter)
            if matter != "draw"
            else [g for g in self.given_to(matter) if g[0] not in ("organiser", "committee")]
        )
        self.need(not first or not others, "organiser and committee come first")
        self.contributions.append((matter, by, value, event.number))

    def permit_leaving(self, left):
        self.need(left > self.left and left <= set(self.cast()), "somebody leaves who takes part")

    def on_left_out(self, event):
        self.reason(event)
        self.need(not self.committed, "the draw was made")
        self.permit_leaving(set(event["left"]))
        self.left = set(event["left"])

    def on_assignment_committed(self, event):
        self.running()
        loaded = len(self.shown) == self.roles["confederates"] + self.roles["entries"]
        self.need(not self.is_read or loaded, "not every conversation is loaded")
        self.need(not self.committed, "the draw was made")
        self.committed, secret = True, event["secret"]
        if secret is None and self.opening is None:
            return
        seed = bytes.fromhex(secret["seed"] if secret else self.opening["body"]["seed"])
        made = self.first_secret()
        if made is not None and self.seed_with(made, "draw") != seed:
            raise Broken(f"event {event.place}: the seed is not the one that the secret and the contributions make")
        drawn = self.drawn_anew(lambda: redraw.drawn_without(self.rules, self.given_plan, self.left, seed, self.work))
        plan = secret["assignment"] if secret else None
        if plan is None:
            plan = drawn if self.opening["replanned"] else self.opening["body"]["assignment"]
        self.is_as_drawn(plan, drawn)
        self.seed = seed
        self.rules["schedule"]["design"] = plans.borne_matrix(self.given_plan, self.rules, seed)
        self.settle_plan(plan)
        self.is_sound()

    def drawn_anew(self, draw):
        """What the seed draws; None where finding out takes too long, which is told. Where there is no plan it draws none."""
        try:
            return draw()
        except NoPlan:
            return []
        except TooLong:
            self.is_drawn = False
            self.not_checked.add("whether the seed draws who meets whom: the search takes longer than this verifier goes on")
            return None

    def is_as_drawn(self, plan, drawn):
        if drawn is not None and plan != drawn:
            raise Broken(f"event {self.event.place}: the seed does not draw the assignment opened here")

    def is_sound(self):
        """Whether nobody is in two interviews of a round, and each has the witnesses of the layout."""
        busy = {}
        for interview, seats in self.seats.items():
            fits = {"pair": {"left", "right"}, "one": {"only"}}[self.rules["interview"]["layout"]]
            if self.rules["schedule"]["seats"] == "terminals":
                fits = set(seats)
            kinds = sorted(witness[0] for witness in seats.values())
            if set(seats) != fits or kinds not in ((["C", "E"],) if len(fits) == 2 else (["C"], ["E"])):
                raise Broken(f"event {self.event.place}: {interview} does not have the seats of an interview")
            for who in [judge_of(interview), *map(self.acting, seats.values())]:
                busy[round_of(interview), who] = busy.get((round_of(interview), who), 0) + 1
        parallel = self.roles.get("parallel", 1)
        if any(count > (parallel if who[0] == "E" else 1) for (_, who), count in busy.items()):
            raise Broken(f"event {self.event.place}: somebody is in two interviews of a round")
        design = self.rules["schedule"]["design"]
        if isinstance(design, dict) and "matrix" in design and not self.left:
            for interview, seats in self.seats.items():
                entry, beside = sorted(seats.values(), reverse=True)
                if design["matrix"][number(judge_of(interview)) - 1][number(entry) - 1] != beside:
                    raise Broken(f"event {self.event.place}: {interview} is not as the matrix has it")

    def on_revised(self, event):
        self.need(not self.is_under_way(), "the contest has begun")
        drawn, terms, roster = self.rules, self.terms, self.roster
        self.start_with(event["terms"], event["roster"])
        if reads(drawn) or self.is_read:
            self.need(what_is_shown(terms) == what_is_shown(self.terms), "what is shown stands")
        fits = roster is None or event["roster"] is None or set(event["others"]) == others(roster, event["roster"])
        self.need(fits, "others have another label")
        for who in event["others"]:
            self.borne[who] = event.number
        if self.committed:
            numbers = [[rules["roles"].get(key) for key in NUMBERS] for rules in (drawn, self.rules)]
            layouts = [rules["interview"]["layout"] for rules in (drawn, self.rules)]
            plans_of = [
                (of["rulebook"]["schedule"], of["rulebook"].get("trials", {}).get("count"), of.get("plan"))
                for of in (terms, self.terms)
            ]
            alike = all(one == other for one, other in (numbers, layouts, plans_of))
            self.need(alike, "the draw stands")
            self.rules["schedule"]["design"] = drawn["schedule"]["design"]
        else:
            self.left = set()

    def on_replaced(self, event):
        self.reason(event)
        who, name = event["who"], event["name"]
        referee = who[0] == "F" and number(who) <= self.terms.get("referees", 0)
        self.need((who[0] in "JC" and who in self.cast() or referee) and who not in self.left, "nobody is there")
        self.need(name is None or is_text(name["name"], 100, ""), "this is no name")
        self.borne[who] = event.number
        also = ["confederates"] if self.is_both and who[0] == "J" else []
        for role in [role for role, letter in ROLES.items() if letter == who[0]] + also:
            self.named(role, number(who) - 1, name["name"] if name else GONE)

    def named(self, role, place, name):
        """Keeps the roster, where it is there: somebody new, or in somebody's place."""
        if self.roster is not None and place <= len(self.roster.get(role, [])):
            names = self.roster.get(role, [])
            self.roster = {**self.roster, role: names[:place] + [name] + names[place + 1 :]}

    def baselines(self):
        """The entries that the contest file names, and an entry that took the place of one."""
        return set(self.terms.get("beforehand", {}).get("baselines", []))

    def known_beforehand(self, key, entry):
        """Adds an entry that joins to a list of what is known of the entries before the contest."""
        known = self.terms.get("beforehand", {})
        self.terms = {**self.terms, "beforehand": {**known, key: known.get(key, []) + [entry]}}

    def on_replanned(self, event):
        self.reason(event)
        again, joined, left = event.get("again"), event.get("joined"), set(event["left"])
        between = self.phase == "lobby" and self.number <= self.rounds
        opened = self.number if self.phase in ("talk", "scoring") else self.played()
        self.need(self.committed and not self.is_open, "nothing is drawn, or all is opened")
        self.need(event.get("after") == (f"R{opened}" if opened else None), "another round was opened last")
        self.need((joined is None) == ("newcomer" not in event.private), "somebody joins who is named")
        gone = left - self.left
        self.need(left >= self.left, "nobody comes back")
        if again:
            running = self.phase in ("talk", "scoring")
            may = (
                number(again) == self.number
                if running
                else self.phase in ("lobby", "end") and number(again) <= self.played()
            )
            self.need(
                may and not joined and not gone and number(again) not in self.void, "this round is not played again"
            )
        else:
            instead = not gone or len(gone) == 1 and next(iter(gone))[0] == "E"
            self.need(between and (joined or gone) and (not joined or instead), "one thing changes, between rounds")
            self.need(gone <= set(self.cast()), "somebody leaves who takes part")
        if joined and joined["who"][0] == "E" and gone & self.baselines():
            self.known_beforehand("baselines", joined["who"])
        if joined:
            role = {"J": "judges", "C": "confederates", "E": "entries"}.get(joined["who"][0])
            self.need(role and not (role == "confederates" and self.is_both), "nobody joins so")
            self.need(role == "judges" or not self.is_read, "what is shown stands")
            self.need(number(joined["who"]) == self.roles[role] + 1, "the next label is free")
            self.may_join(joined, event["newcomer"], role, bool(gone))
            new = event["newcomer"] or {"name": GONE, "contestant": GONE}
            for of in [role] + ["confederates"] * (self.is_both and role == "judges"):
                self.named(of, self.roles[of], new if of == "entries" else new["name"])
            self.roles[role] += 1
            if role == "judges" and self.is_both:
                self.roles["confederates"] += 1
            self.need(not joined.get("open_source") or role == "entries", "only programs are open source")
            if joined.get("open_source"):
                self.known_beforehand("open_source", joined["who"])
        plan, leaves = event["plan"], sorted((who for who in gone if who[0] == "E"), key=number)
        self.left, self.void = left, self.void | ({number(again)} if again else set())
        drawn = None
        if self.plan is not None and (plan or self.opening):
            drawn = self.drawn_anew(lambda: self.rest_of_plan(opened, again, joined, leaves))
        if again:
            self.phase, self.number, self.ends = "lobby", opened + 1, None
        if self.plan is None:
            return
        if plan:
            self.is_as_drawn(plan["assignment"], drawn)
        self.settle_plan(plan["assignment"] if plan else drawn)

    def rest_of_plan(self, opened, again, joined, leaves):
        rest = redraw.Redraw(self.rules, self.plan, opened, self.left, self.void, self.seed, self.work)
        if again:
            return rest.again(number(again))
        if joined and joined["who"][0] == "E" and leaves:
            return rest.taken_over(leaves[0], joined["who"])
        return rest.joined() if joined else rest.drawn()

    def may_join(self, joined, newcomer, role, instead):
        """Whether there is room for them, and they are called as one of their role is."""
        label = joined["who"]
        there = number(label) - sum(who[0] == label[0] for who in self.left) - instead
        limit = self.roles.get("limits", {}).get(role)
        self.need(limit is None or there <= limit.get("most", 64), "there is no room for them")
        opening = joined.get("opening")
        chosen = opening is None or label[0] == "E" and opening in self.rules["interview"].get("opening_words", [])
        self.need(chosen, "these are none of the opening words")
        if newcomer is not None:
            is_named = (newcomer["kind"] == "entry") == (label[0] == "E") and is_text(newcomer["name"], 100, "")
            self.need(is_named, "this is no name, or that of another role")

    # Rounds and clocks.

    def on_ready(self, event):
        self.only_of_its_own(event, event["who"])
        self.need(
            self.phase == "lobby" and event["who"] in self.cast() and event["who"] not in self.left,
            "no round waits for them",
        )

    on_not_ready = on_ready

    def begin(self, phase, count, lasts, now):
        self.phase, self.number, self.ends = phase, count, None if lasts is None else now + lasts

    def on_round_opened(self, event):
        self.running()
        count = number(event["round"])
        self.need(
            self.committed and self.phase == "lobby" and self.due(event.time) is None, "something else comes first"
        )
        self.need(count == self.number <= self.rounds, "another round is next")
        self.begin("talk", count, self.talk, event.time)
        self.talk_began = event.time - self.stood
        for interview in self.seats:
            if round_of(interview) == count:
                self.interviews[interview] = {"aborted": False, "drafts": []}

    def closes(self, event, phase, count):
        self.need((self.phase, self.number) == (phase, count), "this is not what is going on")
        self.running()
        self.need(event.actor == "organiser" or event.time >= self.ends, "its time has not come")

    def on_talk_closed(self, event):
        is_over = self.is_read_to_the_end(self.number) or self.is_judged_early(self.number)
        if (self.phase, self.number) == ("talk", number(event["round"])) and is_over:
            self.running()
        else:
            self.closes(event, "talk", number(event["round"]))
        self.begin("scoring", self.number, self.scoring, event.time)

    def on_round_closed(self, event):
        self.closes(event, "scoring", number(event["round"]))
        self.counting = False
        self.begin("lobby", self.number + 1, None, event.time)

    def on_taken_up(self, event):
        since = moment_of(event, "stood_since")
        runs = self.ends is not None and self.paused is None
        self.need(
            (since is not None) == runs and (since is None or self.latest <= since <= event.time),
            "clocks stood otherwise",
        )
        self.need(since is not None or not event.get("held"), "clocks stood otherwise")
        self.paces.add(event["pace_per_mille"])
        if since is not None:
            self.gaps += 1
            self.paused, self.standing = since, (since, event.time, event.get("held", False))
        elif self.standing:
            self.standing = (self.standing[0], event.time, False)

    def on_restored(self, event):
        self.need(event["kept"] < event["lost_size"] and event["kept"] <= self.events, "nothing was lost")
        self.restored_to.append(event.body)

    def told(self, event):
        self.need("told" not in event.body or is_text(event["told"], 200), "people are told 1 to 200 characters")

    def on_paused(self, event):
        self.told(event)
        why = event["reason"]
        owes = self.unexplained and self.paused is not None
        if not owes and self.goes_on() is None:
            self.running()
        if owes or why and why["reason"]:
            self.reason(event)
        self.paused = event.time if self.paused is None else self.paused
        self.standing, self.unexplained = None, why is None or why["reason"] == ""

    def on_resumed(self, event):
        self.need(self.paused is not None, "clocks run")
        if event.actor != "organiser":
            self.is_due(event)
        stood, self.paused = event.time - self.paused, None
        self.standing, self.unexplained, self.stood = None, False, self.stood + stood
        self.put_off(stood)

    def put_off(self, by):
        if self.ends is not None:
            self.ends += by
        if self.coins and self.coins[-1]["seed"] is None:
            self.coins[-1]["waits"] += by

    def on_extended(self, event):
        self.told(event)
        self.reason(event)
        self.need(self.ends is not None and 1_000 <= event["by_ms"] <= HOUR, "nothing is put off so")
        self.put_off(event["by_ms"])

    def on_announced(self, event):
        self.reason(event, "words")
        to, groups = event["to"], {"judges": "J", "confederates": "C", "referees": "F", "everybody": "JCF"}
        people = [who for who in self.cast() if who not in self.left] + ["F"] * self.terms.get("referees", 0)
        self.need(to in people or any(who[0] in groups.get(to, "") for who in people), "nobody reads it")

    def on_interview_aborted(self, event):
        self.reason(event)
        interview = event["interview"]
        self.need(
            self.phase in ("talk", "scoring") and round_of(interview) == self.number and interview in self.seats,
            "no such interview",
        )
        self.need(self.has_begun(interview), "it is over")
        self.interviews[interview] = {"aborted": True, "drafts": []}

    # Ballots, votes, coins, rulings.

    def draft(self, event, who, is_sealed):
        """How it counts; and that nobody else gives it."""
        is_draft = event.get("counted") == "draft"
        self.only_of_its_own(event, "server" if is_draft else who)
        may = self.rules["ballots"].get("drafts") != "lapse" and not is_sealed
        self.need(not is_draft or may, "this draft does not count")
        self.counting |= is_draft
        return is_draft

    def on_ballot_cast(self, event):
        interview, side, ballots = event["interview"], event.get("from", "judge"), self.rules["ballots"]
        seats, known = self.seats.get(interview), self.interviews.get(interview, {})
        self.need(side == "judge" or self.rules["interview"].get("symmetric"), "only judges are asked")
        who = (
            judge_of(interview)
            if side == "judge"
            else self.acting(next(iter(seats.values())))
            if seats
            else event.actor
        )
        is_draft = self.draft(event, who, side in known)
        self.running()
        self.need(ballots.get("interview") and seats and self.has_begun(interview), "no ballot is asked for about it")
        at_end = ballots.get("asked") == "at-end"
        phase = ("end", self.trial_of(round_of(interview))) if at_end else ("scoring", round_of(interview))
        is_early = self.phase == "talk" and ballots.get("early") and not at_end and not is_draft
        phase = ("talk", round_of(interview)) if is_early else phase
        late = None if is_draft else self.late_form(event)
        if late is None:
            self.need((self.phase, self.number) == phase and (is_draft or event.time < self.ends), "its form is not open")
        about, answers, mine = ["only"] if side == "witness" else list(seats or ()), event["answers"], []
        splits = any(isinstance(question, dict) and "split" in question for question in ballots["interview"])
        for other, given in self.interviews.items() if splits else ():
            alike = judge_of(other) == judge_of(interview) and self.trial_of(round_of(other)) == self.trial_of(
                round_of(interview)
            )
            if other != interview and alike and round_of(other) not in self.void:
                mine.append(given.get(side) or {})
        if answers is not None:
            self.need("reason" not in answers, "the reason is a part of its own")
            reason = event.get("reason", "") if event.private.get("reason", "") is not None else "(deleted)"
            fault = form_fault(
                ballots["interview"],
                about,
                {**answers, **({"reason": reason} if "reason" in event.private else {})},
                mine,
            )
            self.need(fault is None, fault)
        known = self.interviews.setdefault(interview, {"aborted": False, "drafts": []})
        known[side] = answers
        known["drafts"] += [side] if is_draft else []
        self.give_late(late)

    def late_form(self, event):
        """The form of this ballot or ranking, if a ruling allows it late."""
        of = {"form": "ballot", "interview": event.get("interview"), "from": event.get("from", "judge")}
        if event.kind == "ranking-cast":
            of = {"form": "ranking", "trial": event["trial"], "judge": event["judge"]}
        return next((form for form in self.late if form == of), None)

    def give_late(self, late):
        if late is not None:
            self.late.remove(late)
            self.given_late.append(late)

    def on_late_ballot_allowed(self, event):
        self.reason(event)
        self.need(is_line(event["rule"], 60), "a ruling names its rule")
        self.need(not self.votes and not self.coins, "a vote or a coin has decided already")
        of, ballots = event["of"], self.rules["ballots"]
        if of["form"] == "ballot":
            interview, side = of["interview"], of.get("from", "judge")
            seats, count = self.seats.get(interview), round_of(interview)
            self.need(seats, "there is no such interview")
            self.need(side == "judge" or self.rules["interview"].get("symmetric"), "only judges are asked")
            who = judge_of(interview) if side == "judge" else self.acting(next(iter(seats.values())))
            self.need(ballots.get("interview") and self.has_begun(interview), "no ballot is asked for about it")
            at_end = ballots.get("asked") == "at-end"
            is_over = self.trial_of(count) <= self.judged if at_end else count <= self.played()
            given = side in self.interviews.get(interview, {})
        else:
            trial, who = of["trial"], of["judge"]
            self.need(ballots.get("ranking") and self.met_by(who, trial), "no ranking is asked for")
            is_over = trial == self.judged and self.played() == self.last_of(trial)
            given = (trial, who) in self.rankings
        self.need(who in self.cast() and who not in self.left, "nobody fills it in")
        self.need(is_over and not given and of not in self.late, "it is open, or was given, or is allowed already")
        self.late.append(of)

    def on_end_ballots_opened(self, event):
        self.is_due(event)
        self.begin("end", event["trial"], self.end_time, event.time)

    def on_ranking_cast(self, event):
        judge, trial, ranking = event["judge"], event["trial"], event["ranking"]
        is_draft = self.draft(event, judge, (trial, judge) in self.rankings)
        self.running()
        rules = self.rules["ballots"].get("ranking")
        late = None if is_draft else self.late_form(event)
        is_open = (self.phase, self.number) == ("end", trial) and (is_draft or event.time < self.ends)
        self.need(rules and (late or is_open), "its form is not open")
        if ranking is not None:
            fault = ranking_fault(rules, self.met_by(judge, trial), ranking["order"])
            self.need(fault is None, fault)
        self.rankings[trial, judge] = ranking and ranking["order"]
        self.draft_rankings |= {(trial, judge)} if is_draft else set()
        self.give_late(late)

    def on_end_ballots_closed(self, event):
        self.closes(event, "end", event["trial"])
        self.counting, self.judged = False, event["trial"]
        self.begin("lobby", self.last_of(event["trial"]) + 1, None, event.time)

    def candidates(self, judge):
        """This judge's own conversations with the entries that are voted about."""
        mine = [] if judge in self.left else [i for i in self.seats if judge_of(i) == judge and self.has_begun(i)]
        return [f"{i}-{seat}" for i in mine for seat, who in self.seats[i].items() if who in self.votes[-1]["between"]]

    def votes_missing(self):
        return [
            who
            for who in self.cast()
            if who[0] == "J" and who not in self.votes[-1]["given"] and self.is_asked_to_vote(who)
        ]

    def is_asked_to_vote(self, judge):
        if self.votes[-1]["matter"] is not None:
            return judge in self.cast() and judge not in self.left
        return bool(self.candidates(judge))

    def on_matter_put(self, event):
        self.reason(event, "words")
        self.need("majority" in self.rules["score"].get("tie_breaks", []), "no judges decide disputes")
        self.need(self.committed and not self.is_open, "nothing is drawn, or all is opened")
        self.need(event["matter"] == self.matters + 1 <= MATTERS, "this is not the next matter")
        self.matters += 1

    def is_played_out(self):
        return self.phase == "lobby" and self.number > self.rounds and not self.is_open and self.paused is None

    def on_vote_called(self, event):
        if self.knows_everything():
            self.is_due(event)
        else:
            self.need(self.is_played_out() and event["vote"] == len(self.votes) + 1, "its time has not come")
        self.votes.append({"between": event["between"], "matter": event.get("matter"), "given": {}})
        self.begin("vote", event["vote"], VOTE_WAIT, event.time)

    def on_vote_cast(self, event):
        self.only_of_its_own(event, event["judge"])
        self.running()
        self.need(
            (self.phase, self.number) == ("vote", event["vote"]) and event.time < self.ends, "no such vote is open"
        )
        preference, candidates = event["preference"], self.candidates(event["judge"])
        is_matter = self.votes[-1]["matter"] is not None
        said = preference or {"preferred": None}
        fits = said["preferred"] is None if is_matter else "agrees" not in said
        self.need(fits, "this is no candidate of theirs")
        if is_matter:
            self.need(self.is_asked_to_vote(event["judge"]), "they are not asked")
        elif self.plan is not None:
            preferred = preference and preference["preferred"]
            self.need(preferred in candidates if preferred else candidates, "this is no candidate of theirs")
        self.votes[-1]["given"][event["judge"]] = preference

    def on_vote_closed(self, event):
        if self.phase == "vote" and self.number == event["vote"] and not self.votes_missing():
            self.running()
        else:
            self.closes(event, "vote", event["vote"])
        self.begin("lobby", self.rounds + 1, None, event.time)

    def on_coin_called(self, event):
        if self.knows_everything():
            self.is_due(event)
        else:
            waits = self.coins and self.coins[-1]["seed"] is None
            self.need(
                self.is_played_out() and not waits and event["coin"] == len(self.coins) + 1, "its time has not come"
            )
        self.coins.append({**event.body, "waits": event.time + COIN_WAIT, "seed": None})

    def on_coin_tossed(self, event):
        count, secret = event["coin"], bytes.fromhex(event["secret"])
        if self.knows_everything():
            self.is_due(event)
        else:
            waits = self.coins and self.coins[-1]["seed"] is None and count == len(self.coins)
            fits = waits and commitment(secret).hex() == self.coins[-1]["commitment"]
            fits = fits and self.coin_seed(count, secret).hex() == event["seed"]
            self.need(
                fits and (event.time >= self.coins[-1]["waits"] or not self.judges_missing(count)),
                "its time has not come",
            )
        self.coins[-1]["seed"] = event["seed"]

    def on_disqualified(self, event):
        self.reason(event)
        self.need(is_line(event["rule"], 60), "a ruling names its rule")
        entry, out = event["entry"], event["entry"] in self.out(self.rulings)
        self.need(entry in self.cast() and out == (event.kind == "reinstated"), "it is not so that this could be ruled")
        ruling = {"entry": entry, "decision": event.kind, "by": event["by"], "rule": event["rule"]}
        self.rulings.append({**ruling, "after_close": self.phase == "closed"})

    on_reinstated = on_disqualified

    def on_released(self, event):
        self.reason(event)
        self.need(is_line(event["rule"], 60), "a ruling names its rule")
        self.need(self.phase == "closed", "the contest is not over")
        is_new = "record" not in self.released and not set(event["parts"]) <= self.released
        self.need(is_new, "nothing is released that was not")
        self.released |= set(event["parts"])

    def on_deleted(self, event):
        self.reason(event)
        self.need(is_line(event["rule"], 60), "a ruling names its rule")
        self.need(self.phase == "closed", "the contest is not over")
        parts, who = {(place["event"], place["part"]) for place in event["parts"]}, event.get("whose")
        self.need(0 < len(parts) <= 100_000, "it takes out 1 to 100000 parts")
        self.need(all(0 < place < event.place for place, _ in parts), "there is no such part before it")
        self.need(not KEPT & {part for _, part in parts}, "ballots, rankings, votes and draws stay")
        self.need(not parts & self.deleted, "it was taken out already")
        self.need(who is None or self.is_called(who), "nobody is called so")
        self.need("roster" not in event.private or who is not None, "it says whose name is another")
        self.deleted |= parts
        if "roster" not in event.private:
            return
        now, self.roster = self.roster, event["roster"]
        if self.roster is None:
            return
        people = [*ROLES, "committee"]
        fits = now is None or all(len(now.get(role, [])) == len(self.roster.get(role, [])) for role in people)
        self.need(fits, "every name has to stand there")

    def is_called(self, who):
        return who in self.cast() or who[0] == "F" and number(who) <= self.terms.get("referees", 0)

    def on_consented(self, event):
        self.need(self.is_called(event["who"]), "nobody is called so")
        if "licence" in event.body:
            self.need(event["scope"] == "words" and is_line(event["licence"], 60), "a licence is for what somebody wrote")

    @staticmethod
    def out(rulings):
        """The entries that are disqualified after these rulings."""
        last = {ruling["entry"]: ruling["decision"] for ruling in rulings}
        return {entry for entry, decision in last.items() if decision == "disqualified"}

    def about_itself(self, event):
        about = next(iter(event.private.values()))
        self.need(event.actor == "server" or about is None or about["entry"] == event.actor, "it reports of itself")

    on_incident_reported = on_line_spelled = on_entry_deposited = on_usage_reported = about_itself

    def on_assignment_opened(self, event):
        self.need(not self.is_open, "it is open")
        self.is_due(event)
        self.is_committed_secret(bytes.fromhex(event.get("secret", "")))
        if self.plan is not None and (self.seed.hex(), self.plan) != (event["seed"], event["assignment"]):
            raise Broken(f"event {event.place}: the assignment opened here is not the one that was committed")
        self.is_open, self.seed = True, bytes.fromhex(event["seed"])
        self.settle_plan(event["assignment"])

    def on_closed(self, event):
        self.need(self.is_open, "the secret is not opened")
        self.begin("closed", 0, None, event.time)

    # Conversations.

    def shown_files(self):
        """What judges showed, by the names that it has in a bundle, each with all that events say of it; without what was taken out."""
        files = {}
        for talk in self.conversations.values():
            for name, file in talk.files:
                files.setdefault(name, []).append(file)
        return files

    def in_conversation(self, event):
        self.need(not self.is_read, "what was said is read, and nobody speaks")
        interview = interview_of(event.stream)
        talk = self.conversations.get(event.stream)
        runs = (
            self.phase == "talk"
            and self.number == round_of(interview)
            and self.has_begun(interview)
            and not self.is_judged(interview)
            and self.paused is None
        )
        self.need(
            runs and event.time < self.ends if event.kind != "shown" else runs and talk is not None, "there is no talk"
        )
        if talk is None:
            talk = self.conversations[event.stream] = Talk(self.rules["interview"], self.seed, event.stream)
        talk.began = self.talk_began
        if event.kind == "shown":
            released = moment_of(event, "released")
            piece = Piece(event["of"], released - self.stood, event.get("invented", False), event.get("late", False))
            self.need(
                self.ends is None or released <= event.time and released < self.ends, "it could not be shown then"
            )
            self.need(talk.may_show(piece, event.time - self.stood), "this was not to be shown then")
            if talk.uncertain and talk.unspellable:
                self.is_vague = True
                self.not_checked.add(
                    "of words beyond ASCII that are typed in a rhythm the order was compared, and not the moments"
                )
            elif talk.uncertain and (talk.next() is None or talk.next().drawn):
                self.gone["unjudged"] += 1
            return talk.show(piece, event.time, self.stood)
        witness = self.witness_in(event.stream)
        self.need(witness is not None, "nobody sits there")
        if event.kind == "attached":
            talk.may_attach(event, self.need, event.time, self.stood)
            shown = sum(len(other.attached) for other in self.conversations.values())
            self.need(shown < FILES_MAX, "these are too many files")
            return talk.attach(event, event.time, self.stood)
        talk.gone |= None in event.private.values()
        text = talk.may_speak(event, self.need, event.time, self.stood)
        if event.actor == "witness" and witness:
            self.need(event.stream not in self.muted, "a referee has muted them")
            if self.acting(witness) in self.limits:
                fits = talk.is_within(self.limits[self.acting(witness)], text, event.kind, event.time - self.stood)
                self.need(fits, "a referee has limited them", True)
            if self.demands_opening(event.stream, witness):
                self.gone["openings"] += text is None
                self.need(
                    talk.may_open(self.rules["interview"]["opening_words"], text, event.kind),
                    "its opening words come first",
                    True,
                )
        return talk.speak(event, text, event.time, self.stood)

    def demands_opening(self, conversation, witness):
        """Whether the witness is held to its opening words: on first contact with this judge, until they are said."""

        def is_answered(other):
            return other in self.conversations and self.conversations[other].is_answered

        interview = interview_of(conversation)
        met = any(
            is_answered(f"{other}-{seat}")
            for other, seats in self.seats.items()
            for seat, who in seats.items()
            if judge_of(other) == judge_of(interview)
            and round_of(other) < round_of(interview)
            and self.acting(who) == self.acting(witness)
        )
        return self.rules["interview"].get("opening_enforced") and not is_answered(conversation) and not met

    def on_refereed(self, event):
        self.only_of_its_own(event, event["by"])
        self.need("referees" in self.rules, "there are no referees")
        self.need(
            event["by"] == "organiser" or number(event["by"]) <= self.terms.get("referees", 0),
            "there is no such referee",
        )
        deed = event["deed"]
        if "words" in event.private:
            self.reason(event, "words")
        if deed is None:
            return
        does, conversation, who = deed["does"], deed.get("conversation"), deed.get("confederate")
        self.need("words" in event.private or does in ("lift", "unmute", "hold", "release"), "it has a reason")
        if who:
            there = who in self.limits if does == "lift" else who in self.cast() and who not in self.left
            self.need(there, "there is no such confederate, or no limit")
        if does == "limit":
            limit = deed["limit"]
            fits = (
                limit and 1 <= limit.get("characters", 1) <= 4000 and 1_000 <= limit.get("apart_ms", 1_000) <= VOTE_WAIT
            )
            self.need(fits, "this limits nothing")
            self.limits[who] = limit
        elif does == "lift":
            self.limits.pop(who, None)
        if not conversation:
            return
        interview, witness = interview_of(conversation), self.witness_in(conversation)
        talk = self.conversations.setdefault(conversation, Talk(self.rules["interview"], self.seed, conversation))
        if does == "flag":
            read = witness and (witness[0] == "C" or self.rules["referees"]["read"] == "witnesses")
            self.need(interview in self.interviews and read, "it is not read")
            self.need(deed["at"] <= self.counts.get(conversation, 0), "there is no such moment")
            return
        self.need(witness and witness[0] == "C", "there is no confederate")
        self.need(
            (self.phase, self.number) == ("talk", round_of(interview)) and self.has_begun(interview), "there is no talk"
        )
        if does in ("mute", "unmute"):
            self.need((conversation in self.muted) == (does == "unmute"), "it is so already")
            self.muted ^= {conversation}
            return
        now = event.time - self.stood
        self.need(self.rules["interview"]["delivery"] not in ("as-typed", "whole-lines"), "everything is shown at once")
        self.need(
            talk.can_be_struck(deed["of"], now) if does == "strike" else talk.held == (does == "release"),
            "nothing waits, or it is so already",
        )
        talk.referee(does, deed.get("of"), now)


def moment_of(event, name):
    return moment(event[name]) if name in event.body else None

"""One conversation: who may speak in it, and when the judge is shown what the witness gave.

`docs/record.md`, "In a conversation". Moments are counted on the contest's own clock, in milliseconds: the time of the day
less all the time that clocks stood still.
"""

import re
import unicodedata

from rhythm import Rhythm, held

GRID = 20
# What is shown: of each kind its formats; the most pixels.
PICTURES, SOUNDS, VIDEOS = ("png", "jpeg", "gif", "webp"), ("wav", "mp3", "mp4", "webm"), ("mp4", "webm")
FORMATS = {"picture": PICTURES, "sound": SOUNDS, "video": VIDEOS}
PIXELS_MAX = 16_000_000


def duration(text):
    """In milliseconds."""
    parts = re.findall(r"([0-9]+(?:\.[0-9]+)?)(ms|h|m|s)", text)
    if not parts or "".join(map("".join, parts)) != text:
        raise ValueError(f"{text} is no duration")
    return round(sum(float(number) * {"h": 3600000, "m": 60000, "s": 1000, "ms": 1}[unit] for number, unit in parts))


def is_control(text, but=""):
    return any(unicodedata.category(c) == "Cc" and c not in but for c in text)


def on_grid(at):
    return at + -at % GRID


class Piece:
    """What waits to be shown. `drawn`: a moment was drawn for it; `vague`: nobody knows how many keys it is."""

    def __init__(self, of, at, invented=False, late=False, drawn=False, vague=False):
        self.of, self.at, self.invented, self.late, self.drawn, self.vague = of, at, invented, late, drawn, vague

    def is_shown_as(self, other):
        return (self.of, self.at, self.invented, self.late) == (other.of, other.at, other.invented, other.late)


class Talk:
    def __init__(self, rules, seed, conversation):
        self.rules, self.seed, self.conversation, self.rhythm, self.utterances = rules, seed, conversation, None, 0
        ((self.medium, self.most),) = rules["medium"].items()
        self.delivery, self.keys = rules["delivery"], self.medium == "keystrokes"
        self.as_typed, self.delay = self.delivery == "as-typed", None
        if isinstance(self.delivery, dict) and "at-least" in self.delivery:
            self.delay = duration(self.delivery["at-least"]["delay"])
        self.start = (
            self.delivery["common-rhythm"]["start"]
            if isinstance(self.delivery, dict) and "common-rhythm" in self.delivery
            else None
        )
        self.has_rhythm = self.as_typed or self.start is not None
        self.idle = duration(rules.get("utterance_idle", "15s"))
        self.within = duration(rules["turns"]["alternate"]["within"]) if isinstance(rules.get("turns"), dict) else None
        self.count, self.latest, self.last_id = {"judge": 0, "witness": 0}, {"judge": [], "witness": []}, {}
        self.line, self.first_line, self.words_gone, self.finished = "", None, False, None
        # Words of either side were taken out; words were typed in a rhythm that are not all of keys.
        self.gone = self.unspellable = False
        self.turn, self.given = None, None
        self.waiting, self.begun, self.asked, self.asking = [], None, None, False
        # When time to talk began; whether the witness has given something; how much later its opening's keys are shown.
        self.began, self.has_given, self.put_off = None, False, 0
        self.ends, self.released, self.showing, self.held, self.uncertain = None, None, None, False, False
        # The ids of what the judge showed, and its files by the names that they have in a bundle; when the last of it ends to play.
        self.attached, self.files, self.plays_until = [], [], None

    # Who may speak.

    @property
    def is_answered(self):
        return self.words_gone or self.first_line is not None

    def holder(self, side, now, stood):
        """Whose turn it is, as this side knows it; None where anybody may speak."""
        if self.within is None:
            return None
        shown = (
            [piece.at for piece in self.waiting if piece.of == self.given] if side == "witness" and self.given else []
        )
        if shown:
            who, ends = "judge", (shown[-1] + stood) // 1000 * 1000 + self.within
        elif self.turn:
            who, ends = self.turn[0], self.turn[1] + stood + self.within
        else:
            return None
        passed = (now - ends) // max(self.within, 1) + 1 if now >= ends else 0
        return who if passed % 2 == 0 else "witness" if who == "judge" else "judge"

    def may_speak(self, event, need, now, stood):
        """`need` takes whether something holds, why it must, and whether words that are gone may be why it does not."""
        side, kind, most = event.actor, event.kind, self.most
        text = (event["key"] or {}).get("key") if kind == "key" else (event["text"] or {}).get("text")
        begun = self.count["judge"] > 0 or self.attached
        need(side == "judge" or self.rules["opens"] != "judge" or begun, "the judge begins")
        need(self.holder(side, now, stood) in (None, side), "it is the other's turn", True)
        before, after = (
            re.fullmatch(r"(.*)-(\d+)(?:\.(\d+))?", client or "") for client in (event["id"], self.last_id.get(side))
        )
        if before and after and before[1] == after[1]:
            order = [(int(m[2]), int(m[3] or 0)) for m in (before, after)]
            need(order[0] >= order[1], "its client sent something later before it")
        if self.keys:
            need(kind == "key" or kind == "line" and side == "witness", "single keys travel here")
            carried = most.get("alphabet") == "unicode" or (text or "").isascii()
            need(carried, "it travels by other means than these")
            if kind == "key":
                need(self.count[side] < most["keys"], "these are too many keys")
                recent = sum(now - at < 1000 for at in self.latest[side])
                need(recent < most["keys_per_second"], "these are too many keys in a second")
            elif text is not None:
                need(text.strip() and not is_control(text), "this is no line")
                need(self.line == "", "another line is begun", True)
                need(self.count[side] + len(text) + 1 <= most["keys"], "these are too many keys")
        else:
            need(kind == "said", "what is finished travels here")
            lines = self.medium == "lines"
            if text is not None:
                need(
                    not is_control(text, "\t" if lines else "\n\t") and (lines or text.strip()),
                    "this cannot be said here",
                )
                need(len(text) <= most["characters"], "these are too many characters")
            need(self.count[side] < most[self.medium], "this is said too often")
        return text

    def may_attach(self, event, need, now, stood):
        """Whether the judge may show this file; of one that was taken out, whether its place and length are right."""
        rules, file, words = self.rules.get("attachments"), event["file"], event.get("description")
        need(rules is not None, "nothing is shown here")
        need(self.holder("judge", now, stood) in (None, "judge"), "it is the other's turn", True)
        need(event["id"] not in self.attached, "it was shown before")
        need(len(self.attached) < rules["most"], "these are too many files")
        plays = event.get("plays_ms")
        need(plays is None or plays <= duration(rules.get("longest", "1m")), "this plays too long")
        is_line = words is None or 0 < len(words) <= 200 and words == words.strip() and not is_control(words)
        need(is_line, "a description is one line of 1 to 200 characters")
        if file is None:
            return
        kind, pixels = file["kind"], file.get("pixels", {"width": 1, "height": 1})
        need(file["format"] in FORMATS[kind] and file["bytes"] > 0, "this is no file of its kind")
        need(("pixels" in file) == (kind != "sound") and pixels["width"] * pixels["height"], "it has other measures")
        need(("duration_ms" in file) == (kind != "picture") and file.get("duration_ms") == plays, "it plays otherwise")
        need(kind in rules["kinds"], "nothing of this kind is shown here")
        need(file["bytes"] <= rules.get("bytes", 4 << 20), "this file is too large")
        need(pixels["width"] * pixels["height"] <= PIXELS_MAX, "this has too many pixels")

    def attach(self, event, now, stood):
        """Folds what the judge showed."""
        at, file = now - stood, event["file"]
        self.settle(at)
        self.plays_until = max(at + event.get("plays_ms", 0), self.plays_until or at)
        self.asked = [self.heard(at), False]
        self.attached.append(event["id"])
        if file:
            end = {"jpeg": "jpg"}.get(file["format"], file["format"])
            self.files.append((f"attachments/{file['hash']}.{end}", file))

    def heard(self, at):
        """From when a reply is timed to what the judge said at this moment: what plays has to end first."""
        return at if self.plays_until is None else max(at, self.plays_until)

    def may_open(self, words, text, kind):
        """Whether a witness that is held to its opening words may add this."""
        if self.is_answered or text is None:
            return True
        if kind != "key":
            return text.strip() in words
        if text == "Return":
            return self.line in words
        return text == "BackSpace" or any(opening.startswith(self.line + text) for opening in words)

    def is_within(self, limit, text, kind, now):
        """Whether a referee's limit lets a confederate send this."""
        if kind == "key" and text in ("Return", "BackSpace", None):
            return True
        characters = len(self.line) + 1 if kind == "key" else len(text or "")
        begins = kind != "key" or self.line == ""
        early = begins and self.finished is not None and now - self.finished < limit.get("apart_ms", 0)
        return characters <= limit.get("characters", 4000) and not early

    def speak(self, event, text, now, stood):
        """Folds what a side said."""
        side, at, is_key = event.actor, now - stood, event.kind == "key"
        if side == "witness":
            self.words_gone |= text is None
            if not is_key or text == "Return":
                self.finished = at
                self.first_line = (
                    self.first_line if self.first_line is not None else self.line if is_key else text or ""
                )
            if is_key:
                pressed = {"Return": "", "BackSpace": self.line[:-1], "Tab": self.line + "\t", None: self.line}
                self.line = pressed[text] if text in pressed else self.line + text
                self.pressed(event.number, text, at)
            else:
                self.given = event.number
                self.settle(at)
                self.utter(event.number, text, True, at)
        else:
            self.settle(at)
            if is_key:
                self.uncertain |= text is None and self.delivery != "whole-lines"
                if text != "Return" or not self.asking:
                    self.asked = [self.heard(at), False]
                self.asking = text != "Return"
            else:
                self.uncertain |= text is None and self.as_typed
                self.asked, self.given = [self.heard(at), False], None
                self.turn = ("witness", now // 1000 * 1000 - stood)
        self.count[side] += len(text or "") + 1 if event.kind == "line" else 1
        keep = self.most["keys_per_second"] if is_key else 1
        self.latest[side] = (self.latest[side] + [now])[-keep:]
        self.last_id[side] = event["id"]

    # When it is shown.

    def not_before(self, at):
        return at if self.ends is None else max(at, self.ends)

    def plan(self, piece):
        piece.at = self.ends = self.not_before(piece.at)
        self.waiting.append(piece)

    def pressed(self, of, key, at):
        self.settle(at)
        if self.as_typed:
            return self.pass_on(of, key, at)
        if self.begun is None:
            self.begun = {"text": "", "gone": False}
        self.begun.update(of=of, latest=at)
        if key is None:
            self.begun["gone"] = self.uncertain = True
            self.plan(Piece(of, at, drawn=self.is_drawn(False), vague=True))
        elif key == "Return":
            self.finish(at)
        else:
            text = self.begun["text"]
            self.begun["text"] = text[:-1] if key == "BackSpace" else text + ("\t" if key == "Tab" else key)
        return None

    def pass_on(self, of, key, at):
        """A key that travels as it was pressed; those of an opening are later together."""
        opens = self.opens()
        due = self.opening_due("") if opens else None
        if opens:
            self.uncertain |= due is None
            self.put_off = max((at if due is None else due) - at, 0)
        self.has_given = True
        if self.asked:
            self.asked[1] = True
        if key is None and self.put_off:
            # It may have been the Return that ends the opening.
            self.uncertain, self.put_off = True, 0
        shown = on_grid(at + self.put_off)
        if key == "Return":
            self.put_off = 0
        self.plan(Piece(of, shown, late=due is not None and at > due, drawn=opens))

    def opens(self):
        """Whether what the witness gives next is its opening."""
        may = self.rules["opens"] == "anyone" and not self.rules.get("symmetric") and self.began is not None
        may = may and not self.has_given
        return may and (self.asked is None or self.rules.get("opening_enforced", False))

    def opening_due(self, text):
        """The moment drawn for the beginning of an opening; None where none is known."""
        if self.seed is None:
            return None
        length = len(" ".join(text.split()))
        if self.as_typed:
            return self.began + self.hand().opening()
        if self.start == "held":
            return self.began + held(length)
        return self.began + max(self.hand().retyped(0, length), self.delay or 0)

    def settle(self, now):
        """An utterance whose witness has rested for long enough is finished."""
        if self.begun and self.begun["latest"] + self.idle <= now:
            if self.begun["text"] or self.begun["gone"]:
                self.finish(self.begun["latest"] + self.idle)
            else:
                self.begun = None

    def finish(self, at):
        begun, self.begun = self.begun, None
        self.utter(begun["of"], None if begun["gone"] else begun["text"], False, at)

    def is_drawn(self, whole):
        """Whether a moment is drawn for the beginning of an utterance, which came as a whole or key by key."""
        return self.opens() or (
            self.asked is not None
            if self.delay is not None
            else self.has_rhythm and (whole or self.start != "at-return")
        )

    def drawn(self, text, whole, ready):
        """The moment drawn for the beginning of an utterance that is ready at this moment; None where none is known."""
        if self.uncertain or not self.is_drawn(whole):
            return None
        if self.opens():
            return self.opening_due(text)
        if self.delay is not None:
            due = self.asked[0] + self.delay
            return max(due, ready) if self.asked[1] else due
        if self.asked and not self.asked[1]:
            from_there = self.asked[0]
        elif self.ends is not None:
            return self.ends + self.hand().further(self.utterances)
        else:
            from_there = ready
        length = len(" ".join(text.split()))
        if self.start is None:
            return from_there + self.hand().reply(self.utterances)
        return from_there + (held(length) if self.start == "held" else self.hand().retyped(self.utterances, length))

    def hand(self):
        self.rhythm = self.rhythm or Rhythm(self.seed, self.conversation)
        return self.rhythm

    def begins(self, text, whole, ready):
        """When such an utterance begins to be shown, and whether it came too late for the moment drawn for it."""
        due = self.drawn(text, whole, ready)
        late = due is not None and ready > due
        start = ready if due is None else max(due, ready)
        if late and self.delay is not None and self.asked:
            # An opening that missed its moment, given after a question, is held back as a reply is.
            start = max(start, self.asked[0] + self.delay)
        return self.not_before(start), late

    def utter(self, of, text, whole, ready):
        """Plans an utterance; None for the text says that it was taken out."""
        known = text is not None and not (self.has_rhythm and (self.seed is None or not text.isascii()))
        self.unspellable |= text is not None and not known
        self.uncertain |= self.has_rhythm and not known or self.opens() and (self.seed is None or text is None)
        (at, late), drawn = self.begins(text or "", whole, ready), self.is_drawn(whole)
        number, self.utterances, self.has_given = self.utterances, self.utterances + 1, True
        if self.asked:
            self.asked[1] = True
        types = self.keys and self.has_rhythm
        if not known:
            is_one = whole and not types
            if is_one or not self.waiting or self.waiting[-1].of != of:
                self.plan(Piece(of, on_grid(at) if self.keys else at, late=late, drawn=drawn, vague=not is_one))
            return
        strokes = self.hand().line(number, text, self.as_typed) if self.has_rhythm else []
        for gap, invented in strokes:
            at += 0 if self.uncertain else gap
            if types:
                self.plan(Piece(of, on_grid(at), invented, late, drawn))
        if not types:
            self.plan(Piece(of, on_grid(at) if self.keys else at, late=late, drawn=drawn))

    def holds(self, of):
        return self.held and self.showing != of

    def next(self):
        if self.waiting:
            return None if self.holds(self.waiting[0].of) else self.waiting[0]
        if self.held or not self.begun or not (self.begun["text"] or self.begun["gone"]):
            return None
        at, late = self.begins(self.begun["text"], False, self.begun["latest"] + self.idle)
        return Piece(
            self.begun["of"],
            self.not_before(on_grid(at)),
            late=late,
            drawn=self.is_drawn(False),
            vague=self.begun["gone"],
        )

    def place_of(self, piece):
        for place, waits in enumerate(self.waiting):
            if waits.of == piece.of or not waits.vague:
                fits = waits.of == piece.of and (waits.invented == piece.invented or waits.vague)
                return place if fits and waits.at <= piece.at and (self.released or waits.at) <= piece.at else None
        return None

    def may_show(self, piece, now):
        if not self.uncertain:
            due = self.next()
            return due is not None and due.is_shown_as(piece)
        self.settle(now)
        return not self.holds(piece.of) and self.place_of(piece) is not None

    def show(self, piece, now, stood):
        self.settle(now - stood)
        place = self.place_of(piece) if self.uncertain else 0
        self.released, self.showing = max(piece.at, self.released or piece.at), piece.of
        del self.waiting[:place]
        # Of an utterance that is typed nobody knows how many keys it has, where its words were taken out.
        if self.waiting and not (self.waiting[0].vague and self.keys and self.has_rhythm):
            del self.waiting[0]
        if self.given == piece.of:
            self.given, self.turn = None, ("judge", now // 1000 * 1000 - stood)

    # What a referee does about it.

    def can_be_struck(self, of, now):
        self.settle(now)
        return self.showing != of and (
            any(piece.of == of for piece in self.waiting) or self.begun and self.begun["of"] == of
        )

    def referee(self, does, of, now):
        self.settle(now)
        if does == "strike":
            self.waiting = [piece for piece in self.waiting if piece.of != of]
            self.begun = None if self.begun and self.begun["of"] == of else self.begun
            self.given = None if self.given == of else self.given
        elif does == "release":
            first = next((piece.at for piece in self.waiting if self.holds(piece.of)), None)
            later = 0 if first is None else max((on_grid(now) if self.keys else now) - first, 0)
            for piece in self.waiting:
                piece.at += later if piece.of != self.showing else 0
            self.ends = self.ends and self.ends + later
            self.held = False
        else:
            self.held = True

//! The forgeries, each with its right verdict.

use std::collections::BTreeMap;

use archive::{attached::SHOWN, publication};
use contest::{
    Actor, ControlEvent, Event, Private, Recorded, Room, Stream,
    consent::Scope,
    deletions::PartPlace,
    event::{ConversationEvent, Reason, Terms, VERSION},
    ledger,
};
use record::{Bundle, Checkpoint, Hash, SigningKey, Tree, bundle, cosigner::NewKey, merkle::leaf_hash};
use rulebook::{Authority, Draws, Participant, Seed, Side, Timestamp};
use serde_json::{Value, json};
use simulate::people::Exhibit;

use crate::{
    beyond, contests,
    files::{Files, head},
};

/// The four verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Verified,
    Consistent,
    Incomplete,
    Broken,
}

use Verdict::{Broken, Consistent, Incomplete, Verified};

impl Verdict {
    pub(crate) fn word(self) -> &'static str {
        ["verified", "consistent", "incomplete", "broken"][self as usize]
    }

    pub(crate) fn exit_code(self) -> i32 {
        [0, 0, 3, 1][self as usize]
    }

    pub(crate) fn has_result(self) -> bool {
        self <= Consistent
    }
}

/// Options of the command line, with their values.
pub(crate) type Trusts = Vec<(&'static str, String)>;

/// A record, the trust of its verifier, and the right verdict.
pub(crate) struct Case {
    pub(crate) kind: &'static str,
    what: String,
    pub(crate) bytes: Vec<u8>,
    /// Options of the command line, with their values; the checkpoint itself, not its file.
    pub(crate) trusts: Trusts,
    pub(crate) verdict: Verdict,
    /// Further words that the output must contain.
    pub(crate) says: Vec<&'static str>,
}

impl Case {
    pub(crate) fn new(kind: &'static str, what: &str, bytes: Vec<u8>, verdict: Verdict) -> Self {
        Self { kind, what: what.to_owned(), bytes, trusts: Vec::new(), verdict, says: Vec::new() }
    }

    pub(crate) fn told(&self) -> String {
        format!("{} ({}; trusting {:?})", self.kind, self.what, self.trusts)
    }
}

/// Changes a line.
type Edit<'e> = &'e dyn Fn(String) -> String;

/// Changes the lines of an entry.
type OfLines<'e> = &'e dyn Fn(&mut Vec<String>);

/// Changes the entries of an archive.
type OfEntries<'e> = &'e dyn Fn(&mut Vec<(String, Vec<u8>)>);

/// All cases.
pub(crate) fn all(seed: &str) -> Vec<Case> {
    let seed = Seed::from_contributions(["forgeries", seed]);
    let mut forger = Forger {
        cases: Vec::new(),
        draws: Draws::new(seed, "forger"),
        keys: contests::of_keys(),
        messages: contests::of_messages(),
        words: contests::with_opening_words(),
        rhythm: contests::in_one_rhythm(),
        read: contests::read_again(),
        shown: contests::of_sight_and_sound(),
        rehearsed: contests::rehearsed(),
        changed: contests::changed(),
    };
    forger.as_it_was();
    forger.drawn_for_others();
    forger.cut();
    forger.unfinished();
    forger.redacted();
    forger.hidden_by_redaction();
    forger.signed_by_another();
    forger.cosigned();
    forger.cosigned_as_demanded();
    forger.signed_by_a_committee();
    forger.reordered();
    forger.two_histories();
    forger.clocks();
    forger.damaged();
    forger.edited();
    forger.salted();
    forger.noted();
    forger.attached();
    forger.archived();
    forger.spelled();
    forger.restored();
    forger.ruled_out();
    forger.agreed();
    forger.read_again();
    forger.shown();
    forger.cases.extend(beyond::all());
    forger.cases
}

struct Forger {
    cases: Vec<Case>,
    draws: Draws,
    keys: Vec<Recorded>,
    messages: Vec<Recorded>,
    words: Vec<Recorded>,
    rhythm: Vec<Recorded>,
    read: Vec<Recorded>,
    shown: Vec<Recorded>,
    rehearsed: Vec<Recorded>,
    changed: Vec<(&'static str, Vec<Recorded>)>,
}

/// The organiser's key.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap()
}

/// The published record of a contest of messages.
pub(crate) fn whole() -> Vec<u8> {
    published(&contests::of_messages(), &key())
}

/// A forger's key of the same name.
fn other_key() -> SigningKey {
    SigningKey::from_bytes("vivavoce/story", [4; 32]).unwrap()
}

fn cosigner() -> SigningKey {
    SigningKey::from_bytes("society.example", [5; 32]).unwrap()
}

fn by(key: &SigningKey) -> Vec<(&'static str, String)> {
    vec![("--key", key.verifier().to_string())]
}

fn extending(head: String) -> Vec<(&'static str, String)> {
    vec![("--checkpoint", head)]
}

/// The published record of these facts.
pub(crate) fn published(facts: &[Recorded], key: &SigningKey) -> Vec<u8> {
    let salt = |n: usize| *Hash::of(&[b"salt", &n.to_le_bytes()]).as_bytes().first_chunk().unwrap();
    let sealed = facts.iter().enumerate().map(|(n, fact)| ledger::seal(fact, salt(n)).unwrap());
    let room = Room::replay(facts);
    let mut attachments = room.contest().map(publication::attachments).unwrap_or_default();
    for (name, files) in room.shown_files() {
        let shown = Exhibit::ALL.into_iter().find(|exhibit| exhibit.file().hash == files[0].hash);
        attachments.extend(shown.map(|exhibit| (format!("{SHOWN}{name}"), exhibit.bytes().to_vec())));
    }
    bundle::write(&Bundle::new(sealed, attachments, key).unwrap(), key).unwrap()
}

fn files(facts: &[Recorded]) -> Files {
    Files::of(&published(facts, &key()))
}

/// The places of the matching events, from 0.
fn places(facts: &[Recorded], is: impl Fn(&Recorded) -> bool) -> Vec<usize> {
    facts.iter().enumerate().filter(|(_, fact)| is(fact)).map(|(place, _)| place).collect()
}

fn kind(fact: &Recorded) -> String {
    fact.event.to_parts().kind
}

/// The facts with consecutive numbers, after some were removed or added.
fn renumbered(mut facts: Vec<Recorded>) -> Vec<Recorded> {
    let mut numbers: BTreeMap<Stream, u64> = BTreeMap::new();
    for fact in &mut facts {
        let number = numbers.entry(fact.event.stream()).or_default();
        *number += 1;
        fact.number = *number;
    }
    facts
}

/// An event recorded by the organiser; its number and time are set by its place.
fn organisers(event: ControlEvent) -> Recorded {
    let actor = Actor::Participant(Participant::Organiser);
    Recorded { number: 0, time: Timestamp::from_millis(0), actor, event: Event::Control(event) }
}

/// The facts, followed by `more` at the time of the last.
fn after(facts: &[Recorded], more: &[Recorded]) -> Vec<Recorded> {
    let time = facts.last().unwrap().time;
    let more = more.iter().map(|fact| Recorded { time, ..fact.clone() });
    renumbered(facts.iter().cloned().chain(more).collect())
}

/// The event after a change to its JSON: public body, private parts.
fn rewritten(
    fact: &mut Recorded,
    change: impl FnOnce(&mut serde_json::Map<String, Value>, &mut BTreeMap<String, Option<Value>>),
) {
    let mut parts = fact.event.to_parts();
    change(&mut parts.body, &mut parts.private);
    fact.event = Event::from_parts(fact.event.stream(), VERSION, parts).unwrap();
}

/// Adds a cosigner's signature, with this time, to the head.
fn cosigned_by(files: Files, cosigner: &SigningKey) -> Files {
    files.change("checkpoint", |note| {
        let text = &note[..note.find("\n\n").unwrap() + 1];
        let line = cosigner.cosign(text, 1_900_000_000).unwrap();
        note + &line
    })
}

/// The result with another winner: two entries change places.
fn of_another_winner(files: Files) -> Files {
    let before = files.text("result.json");
    let after = before.replace("\"E1\"", "\"E0\"").replace("\"E2\"", "\"E1\"").replace("\"E0\"", "\"E2\"");
    assert_ne!(before, after);
    files.set("result.json", after).listed(&key())
}

/// Removes these parts (event from 1, name) and signs everything anew, with no ruling.
fn taken_out(files: Files, parts: &[(usize, &str)]) -> Files {
    let gone = |line: &String| {
        let line: Value = serde_json::from_str(line).unwrap();
        parts.iter().any(|(event, part)| line["event"] == *event && line["part"] == *part)
    };
    files
        .lines("private.jsonl", |lines| {
            let before = lines.len();
            lines.retain(|line| !gone(line));
            assert_eq!(lines.len() + parts.len(), before, "{parts:?}");
        })
        .listed(&key())
}

/// The first events, with their openings.
fn shortened(files: Files, count: usize) -> Files {
    let is_there =
        |line: &String| serde_json::from_str::<Value>(line).unwrap()["event"].as_u64().unwrap() <= count as u64;
    files.lines("events.jsonl", |lines| lines.truncate(count)).lines("private.jsonl", |lines| lines.retain(is_there))
}

impl Forger {
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.draws.below(bound as u64)).unwrap()
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let at = self.below(all.len());
        all[at]
    }

    fn add(&mut self, kind: &'static str, what: &str, bytes: Vec<u8>, verdict: Verdict) -> &mut Case {
        self.cases.push(Case::new(kind, what, bytes, verdict));
        self.cases.last_mut().unwrap()
    }

    fn as_it_was(&mut self) {
        let all = [&self.keys, &self.messages, &self.words, &self.rhythm, &self.read, &self.shown].map(Clone::clone);
        for facts in all {
            let bytes = published(&facts, &key());
            let leaves = Files::of(&bytes).text("events.jsonl");
            let size = 1 + self.below(facts.len());
            let earlier = head(leaves.lines().take(size), &key());
            self.add("as it was", "", bytes.clone(), Consistent);
            self.add("as it was", "", bytes.clone(), Verified).trusts = by(&key());
            let trusts = [by(&key()), extending(earlier)].concat();
            self.add("as it was", &format!("after {size}"), bytes, Verified).trusts = trusts;
        }
        let rehearsal = published(&self.rehearsed, &key());
        self.add("a rehearsal", "", rehearsal.clone(), Consistent).says = vec!["a rehearsal: a text of the organiser"];
        self.add("a rehearsal", "", rehearsal, Verified).trusts = by(&key());
    }

    /// The schedule was drawn without a participant, or again: the seats of an interview are exchanged everywhere, and
    /// everything is signed anew.
    fn drawn_for_others(&mut self) {
        for (what, facts) in self.changed.clone() {
            let whole = published(&facts, &key());
            self.add("drawn for others", what, whole.clone(), Consistent);
            self.add("drawn for others", what, whole, Verified).trusts = by(&key());
            let drawn = places(&facts, |fact| ["assignment-committed", "replanned"].contains(&kind(fact).as_str()));
            let last = *drawn.last().unwrap();
            let opened = places(&facts, |fact| kind(fact) == "assignment-opened")[0];
            let Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) = &facts[opened].event else {
                unreachable!("it is one")
            };
            let interview = json!(assignment.0.last().unwrap().interview);
            let exchange = |seatings: &mut Value| {
                let seatings = seatings.as_array_mut().unwrap();
                let seats =
                    &mut seatings.iter_mut().find(|seating| seating["interview"] == interview).unwrap()["seats"];
                let (left, right) = (seats["left"].take(), seats["right"].take());
                *seats = json!({ "left": right, "right": left });
            };
            let mut forged = facts.clone();
            rewritten(&mut forged[last], |_, private| {
                let plan = private.values_mut().flatten().find(|data| data.get("assignment").is_some()).unwrap();
                exchange(&mut plan["assignment"]);
            });
            rewritten(&mut forged[opened], |body, _| exchange(&mut body["assignment"]));
            let forged = published(&forged, &key());
            for trusts in [Vec::new(), by(&key())] {
                let case = self.add("seats exchanged", what, forged.clone(), Broken);
                (case.trusts, case.says) = (trusts, vec!["the seed does not draw the assignment"]);
            }
        }
    }

    fn cut(&mut self) {
        for facts in [self.messages.clone(), self.keys.clone()] {
            let (whole, count) = (files(&facts), facts.len());
            let full = whole.text("checkpoint");
            for size in [count - 1, 1 + self.below(count - 3), 1 + self.below(count - 3)] {
                let what = format!("{size} of {count} events");
                let cut = shortened(whole.clone(), size);
                let only_events = whole.clone().lines("events.jsonl", |lines| lines.truncate(size)).listed(&key());
                self.add("cut", &what, only_events.zip(), Broken).says = vec!["events"];
                self.add("cut", &what, cut.clone().hashed().listed(&key()).zip(), Broken).says = vec!["were signed"];
                let own_head = cut.clone().hashed().headed(&other_key()).listed(&key());
                self.add("cut, with a head by another key", &what, own_head.zip(), Broken);
                let with_result = cut.clone().signed(&key());
                self.add("cut, with its result", &what, with_result.zip(), Broken).says =
                    vec!["that is not closed has no result"];
                self.add("cut, with its result", &what, cut.clone().signed(&other_key()).zip(), Broken);
                let honest = cut.clone().without("result.json");
                self.add("cut", &what, honest.clone().signed(&key()).zip(), Incomplete).says =
                    vec!["the contest is not closed"];
                self.add("cut", &what, honest.clone().signed(&other_key()).zip(), Incomplete);
                self.add("cut", &what, honest.clone().signed(&other_key()).zip(), Broken).trusts = by(&key());
                let against = self.add("cut", &what, honest.clone().signed(&key()).zip(), Incomplete);
                (against.trusts, against.says) = (extending(full.clone()), vec!["it was cut"]);
                let against = self.add("cut", &what, honest.signed(&other_key()).zip(), Broken);
                against.trusts = extending(full.clone());
            }
        }
    }

    fn unfinished(&mut self) {
        for _ in 0..6 {
            let facts = if self.below(2) == 0 { self.words.clone() } else { self.messages.clone() };
            let size = 2 + self.below(facts.len() - 3);
            let bytes = published(&facts[..size], &key());
            self.add("unfinished", &format!("after {size}"), bytes.clone(), Incomplete).says =
                vec!["the contest is not closed"];
            self.add("unfinished", &format!("after {size}"), bytes, Incomplete).trusts = by(&key());
        }
    }

    /// Files shown by judges: their description in the record, and their bytes.
    fn shown(&mut self) {
        let facts = self.shown.clone();
        let all = places(&facts, |fact| kind(fact) == "attached");
        let of = |exhibit: Exhibit| {
            let is = |place: &&usize| {
                let parts = facts[**place].event.to_parts();
                parts.private["file"].as_ref().is_some_and(|file| file["hash"] == json!(exhibit.file().hash))
            };
            all.iter().filter(is).copied().collect::<Vec<_>>()
        };
        let (drawings, tones) = (of(Exhibit::Drawing), of(Exhibit::Tone));
        let (drawing, tone) = (self.one_of(&drawings), self.one_of(&tones));
        let name = format!("{SHOWN}{}", Exhibit::Drawing.file().file_name());
        let whole = files(&facts);
        let changed = |place: usize, change: &dyn Fn(&mut serde_json::Map<String, Value>, &mut Value)| {
            let mut forged = facts.clone();
            rewritten(&mut forged[place], |body, private| {
                change(body, private.get_mut("file").unwrap().as_mut().unwrap());
            });
            files(&forged).zip()
        };
        let unknown = changed(drawing, &|_, file| file["hash"] = json!("0".repeat(64)));
        self.add("shown files", "one of another hash", unknown, Incomplete).says = vec!["not in the record"];
        for (what, bytes) in [
            ("another length", changed(drawing, &|_, file| file["bytes"] = json!(7))),
            ("another format", changed(drawing, &|_, file| file["format"] = json!("wav"))),
            ("no measures", changed(drawing, &|_, file| drop(file.as_object_mut().unwrap().remove("pixels")))),
            ("too many pixels", changed(drawing, &|_, file| file["pixels"]["width"] = json!(16_000_000))),
            ("a picture that plays", changed(drawing, &|body, _| drop(body.insert("plays_ms".into(), json!(5))))),
            (
                "a tone that plays for longer",
                changed(tone, &|body, _| drop(body.insert("plays_ms".into(), json!(1001)))),
            ),
            (
                "a tone of five minutes",
                changed(tone, &|body, file| {
                    file["duration_ms"] = json!(300_000);
                    body.insert("plays_ms".into(), json!(300_000));
                }),
            ),
        ] {
            self.add("shown forged", what, bytes, Broken);
        }
        let described = |words: &str| {
            let mut forged = facts.clone();
            rewritten(&mut forged[drawing], |_, private| {
                drop(private.insert("description".into(), Some(json!(words))));
            });
            files(&forged).zip()
        };
        for words in ["", " ", "two\nlines", &"w".repeat(201)] {
            self.add("shown forged", &format!("described as {words:.10?}"), described(words), Broken);
        }
        self.add("shown and described otherwise", "", described("a palace"), Consistent);
        let mut by_witness = facts.clone();
        by_witness[drawing].actor = Actor::Side(Side::Witness);
        self.add("shown forged", "by the witness", files(&by_witness).zip(), Broken);
        let mut twice = facts.clone();
        twice.insert(drawing + 1, facts[drawing].clone());
        self.add("shown forged", "twice under one id", files(&renumbered(twice)).zip(), Broken);

        let mut add = |what: &str, files: Files, verdict, says: &'static str| {
            self.add("shown files", what, files.listed(&key()).zip(), verdict).says = vec![says];
        };
        let other = [Exhibit::Drawing.bytes(), b"!"].concat();
        add("one less", whole.clone().without(&name), Incomplete, "not in the record");
        add("another", whole.clone().without(&name).with(&name, &other), Broken, "is not the file that was shown");
        add("one more", whole.clone().with("attachments/0.png", b"?"), Broken, "no event says that it was shown");
        let parts: Vec<_> = drawings.iter().map(|place| (place + 1, "file")).collect();
        let silent = taken_out(whole.clone(), &parts);
        add("taken out of the events alone", silent.clone(), Broken, "no event says that it was shown");
        add("taken out without a ruling", silent.without(&name), Consistent, "no ruling says why");
    }

    /// Conversations between others: the turns shown, and the beliefs.
    fn read_again(&mut self) {
        let is = |name: &'static str| move |fact: &Recorded| kind(fact) == name;
        let facts = self.read.clone();
        let (loaded, beliefs) = (places(&facts, is("source-loaded")), places(&facts, is("belief-given")));
        let long = |place: &usize| {
            facts[*place].event.to_parts().private["turns"].as_ref().is_some_and(|turns| turns[1].is_array())
        };
        let with_two = loaded.iter().copied().find(|place| long(place)).unwrap();
        let turns = |change: &dyn Fn(&mut Value)| {
            let mut forged = facts.clone();
            rewritten(&mut forged[with_two], |_, private| change(private.get_mut("turns").unwrap().as_mut().unwrap()));
            forged
        };
        let cut_otherwise = |turns: &mut Value| {
            let moved = turns[1].as_array_mut().unwrap().remove(0);
            turns[0].as_array_mut().unwrap().push(moved);
        };
        let silent = |turns: &mut Value| turns[0][1]["text"] = json!("");
        let shorter = |turns: &mut Value| drop(turns.as_array_mut().unwrap().pop());
        for (what, change) in [
            ("cut otherwise", &cut_otherwise as &dyn Fn(&mut Value)),
            ("a line without a word", &silent),
            ("a turn less than is said", &shorter),
        ] {
            self.add("turns forged", what, files(&turns(change)).zip(), Broken);
        }
        // An event changed after recording, with everything signed anew.
        let changed = |place: usize, name: &'static str, value: Value| {
            let mut forged = facts.clone();
            rewritten(&mut forged[place], |body, private| match private.get_mut(name) {
                Some(data) => *data = Some(value),
                None => drop(body.insert(name.to_owned(), value)),
            });
            forged
        };
        let belief = self.one_of(&beliefs);
        let load = self.one_of(&loaded);
        for (what, forged) in [
            ("of a source that is not there", changed(load, "source", json!(2))),
            ("of nobody's", changed(load, "who", json!("J1"))),
            ("a witness too many", changed(load, "who", json!("E9"))),
            ("a belief of 101", changed(belief, "belief", json!({ "human": 101 }))),
            ("a turn that is not next", changed(belief, "turn", json!(9))),
            ("a conversation that is not", changed(belief, "conversation", json!("R9-J1-only"))),
        ] {
            self.add("reading forged", what, files(&forged).zip(), Broken);
        }
        let without = |place: usize| {
            let mut forged = facts.clone();
            forged.remove(place);
            renumbered(forged)
        };
        self.add("reading forged", "without a conversation", files(&without(load)).zip(), Broken);
        self.add("reading forged", "without a belief", files(&without(belief)).zip(), Broken);
        let mut twice = facts.clone();
        twice.insert(belief, facts[belief].clone());
        self.add("reading forged", "a belief twice", files(&renumbered(twice)).zip(), Broken);
        let mut late = facts.clone();
        let said = late.remove(belief);
        let closed = places(&late, |fact| fact.time >= said.time && kind(fact) == "talk-closed")[0];
        let time = late[closed].time;
        late.insert(closed + 1, Recorded { time, ..said });
        self.add("reading forged", "a belief too late", files(&renumbered(late)).zip(), Broken);
        let all: Vec<_> = loaded.iter().map(|place| (place + 1, "turns")).collect();
        self.add("what was read, redacted", "", taken_out(files(&facts), &all).zip(), Consistent);
        let redacted = of_another_winner(taken_out(files(&facts), &all));
        self.add("what was read, redacted, with another winner", "", redacted.zip(), Broken);
        let gone = taken_out(files(&facts), &[(belief + 1, "belief")]);
        self.add("a belief redacted", "", gone.zip(), Incomplete);
        let counted = |result: String| result.replacen("\"right\":", "\"right\":1", 1);
        let other = files(&facts).change("result.json", counted).listed(&key());
        self.add("another count of beliefs", "", other.zip(), Broken);
    }

    /// Every redaction made honestly, and again with the result of another winner.
    fn redacted(&mut self) {
        let is = |name: &'static str| move |fact: &Recorded| kind(fact) == name;
        let said = |side| move |fact: &Recorded| kind(fact) == "said" && fact.actor == Actor::Side(side);
        let (messages, keys) = (self.messages.clone(), self.keys.clone());
        let ballots = places(&messages, is("ballot-cast"));
        let spoken = places(&messages, is("said"));
        let pressed = places(&keys, is("key"));
        let with_reason = |place: &usize| messages[*place].event.to_parts().private.contains_key("reason");
        let reasons: Vec<_> = ballots.iter().copied().filter(with_reason).collect();
        let draw = places(&messages, is("assignment-committed"));
        let both = |this: &mut Self, facts: &[Recorded], parts: Vec<(usize, &'static str)>, honest, forged| {
            let what = format!("{parts:?}");
            let redacted = taken_out(files(facts), &parts);
            this.add("redacted", &what, redacted.clone().zip(), honest);
            this.add("redacted, with another winner", &what, of_another_winner(redacted.clone()).zip(), forged);
            let none = redacted.without("result.json").listed(&key());
            let verdict = if honest == Incomplete { Incomplete } else { Broken };
            this.add("redacted, without a result", &what, none.zip(), verdict);
        };
        both(self, &messages, vec![(1, "roster")], Consistent, Broken);
        for _ in 0..3 {
            let (one, other) = (self.one_of(&spoken), self.one_of(&pressed));
            both(self, &messages, vec![(one + 1, "text")], Consistent, Broken);
            both(self, &keys, vec![(other + 1, "key")], Consistent, Broken);
            let ballot = self.one_of(&ballots);
            both(self, &messages, vec![(ballot + 1, "answers")], Incomplete, Incomplete);
        }
        both(self, &messages, spoken.iter().map(|place| (place + 1, "text")).collect(), Consistent, Broken);
        both(self, &keys, pressed.iter().map(|place| (place + 1, "key")).collect(), Consistent, Broken);
        both(self, &messages, ballots.iter().map(|place| (place + 1, "answers")).collect(), Incomplete, Incomplete);
        if let Some(place) = reasons.first() {
            both(self, &messages, vec![(place + 1, "reason")], Consistent, Broken);
        }
        both(self, &messages, vec![(draw[0] + 1, "secret")], Incomplete, Incomplete);
        let rankings = places(&keys, is("ranking-cast"));
        both(self, &keys, vec![(rankings[0] + 1, "ranking")], Incomplete, Incomplete);
        let (words, rhythm) = (self.words.clone(), self.rhythm.clone());
        let opening = places(&words, said(Side::Witness))[0];
        both(self, &words, vec![(opening + 1, "text")], Incomplete, Broken);
        let typed_again = places(&rhythm, said(Side::Witness))[0];
        both(self, &rhythm, vec![(typed_again + 1, "text")], Incomplete, Broken);
    }

    /// A rule was broken, and the words that broke it are redacted.
    fn hidden_by_redaction(&mut self) {
        let said = |side| move |fact: &Recorded| kind(fact) == "said" && fact.actor == Actor::Side(side);
        let both = |this: &mut Self, what: &str, facts: &[Recorded], place: usize, hidden| {
            this.add("a rule broken", what, files(facts).zip(), Broken);
            let redacted = taken_out(files(facts), &[(place + 1, "text")]);
            this.add("a rule broken, and redacted", what, redacted.clone().zip(), hidden);
            this.add("a rule broken, and redacted", what, of_another_winner(redacted).zip(), Broken);
        };
        // A witness's words, recorded after the talk.
        let mut late = self.messages.clone();
        let place = *places(&late, said(Side::Judge)).last().unwrap();
        let moved = late.remove(place);
        let closed = places(&late, |fact| fact.time >= moved.time && kind(fact) == "talk-closed")[0];
        let time = late[closed].time;
        late.insert(closed + 1, Recorded { time, ..moved });
        both(self, "too late", &renumbered(late), closed + 1, Broken);
        // Other opening words.
        let mut other = self.words.clone();
        let place = places(&other, said(Side::Witness))[0];
        rewritten(&mut other[place], |_, private| {
            private.insert("text".into(), Some(json!({ "text": "I am the machine" })));
        });
        both(self, "other opening words", &other, place, Incomplete);
        // Shown at another moment than the one drawn.
        for (facts, hidden) in [(self.rhythm.clone(), Incomplete), (self.messages.clone(), Broken)] {
            let mut early = facts;
            let place = places(&early, said(Side::Witness))[0];
            let number = early[place].number;
            let stream = early[place].event.stream();
            let is_of = |fact: &Recorded| {
                matches!(&fact.event, Event::Conversation(_, ConversationEvent::Shown { of, .. }) if *of == number)
                    && fact.event.stream() == stream
            };
            let shown = places(&early, is_of)[0];
            rewritten(&mut early[shown], |body, _| {
                let released: Timestamp = body["released"].as_str().unwrap().parse().unwrap();
                let earlier = Timestamp::from_millis(released.as_millis() - 300);
                body.insert("released".into(), json!(earlier.to_string()));
            });
            both(self, "at another moment", &early, place, hidden);
        }
    }

    fn signed_by_another(&mut self) {
        for facts in [self.messages.clone(), self.keys.clone()] {
            let whole = files(&facts);
            let again = whole.clone().signed(&other_key()).zip();
            self.add("signed by another key", "all of it", again.clone(), Consistent);
            self.add("signed by another key", "all of it", again.clone(), Broken).trusts = by(&key());
            self.add("signed by another key", "all of it", again, Verified).trusts = by(&other_key());
            let mut broken =
                |what: &str, files: Files| self.add("signed by another key", what, files.zip(), Broken).kind;
            broken("the manifest", whole.clone().listed(&other_key()));
            broken("the checkpoint", whole.clone().headed(&other_key()).listed(&key()));
            broken("the key alone", whole.clone().keyed(&other_key()).listed(&key()));
            broken("all but the checkpoint", whole.clone().keyed(&other_key()).listed(&other_key()));
            broken(
                "no signature",
                whole.clone().change("manifest", |text| text.split("\n\n").next().unwrap().to_owned() + "\n"),
            );
            let cosigners = vec![("--cosigner", cosigner().verifier().to_string())];
            self.add("not cosigned", "", whole.clone().zip(), Broken).trusts = cosigners.clone();
            let note = whole.text("checkpoint");
            let text = &note[..note.find("\n\n").unwrap() + 1];
            let cosigned = note.clone() + &cosigner().sign(text).unwrap()[text.len() + 1..];
            let cosigned = whole.set("checkpoint", cosigned).listed(&key()).zip();
            self.add("cosigned", "", cosigned.clone(), Consistent);
            self.add("cosigned", "", cosigned, Verified).trusts = cosigners;
        }
    }

    /// Signatures with times, under a key that the known key named as its successor, and wrong ones.
    fn cosigned(&mut self) {
        let whole = files(&self.messages);
        let new = SigningKey::from_bytes("society.example", [6; 32]).unwrap();
        let named = NewKey::note(&cosigner(), &new).unwrap();
        let forged = NewKey::note(&new, &cosigner()).unwrap();
        let by_old = cosigned_by(whole.clone(), &cosigner());
        let by_new = cosigned_by(whole, &new);
        let cases = [
            ("at a time", by_old.clone(), Verified),
            ("at another time", by_old.change("checkpoint", |note| note.replace("AAAABxP", "AAAABxQ")), Broken),
            ("by another key", by_new.clone(), Broken),
            ("by a key that was named", by_new.clone().with("cosigners/1.note", named.as_bytes()), Verified),
            ("by a key that names the other", by_new.clone().with("cosigners/1.note", forged.as_bytes()), Broken),
            ("by a key that nobody named", by_new.with("cosigners/1.note", b"a note\n"), Broken),
        ];
        for (what, files, verdict) in cases {
            let trusts = vec![("--cosigner", cosigner().cosigner().to_string())];
            self.add("cosigned", what, files.listed(&key()).zip(), verdict).trusts = trusts;
        }
    }

    /// The rules demand cosigners of the last head; the record names them.
    fn cosigned_as_demanded(&mut self) {
        let named = |demanded: u16, keys: &[String]| {
            let mut facts = self.messages.clone();
            rewritten(&mut facts[0], |body, _| {
                body["terms"]["rulebook"]["record"] = json!({ "cosigners": demanded });
                if !keys.is_empty() {
                    body["terms"]["cosigners"] = json!(keys);
                }
            });
            files(&facts)
        };
        let new = SigningKey::from_bytes("society.example", [6; 32]).unwrap();
        let name = |key: &SigningKey| key.cosigner().to_string();
        let (one, plain) = (name(&cosigner()), cosigner().verifier().to_string());
        let whole = named(1, std::slice::from_ref(&one));
        let note = NewKey::note(&cosigner(), &new).unwrap();
        let many: Vec<_> =
            (1..=17).map(|n| name(&SigningKey::from_bytes("society.example", [n; 32]).unwrap())).collect();
        let cases = [
            ("by nobody", whole.clone(), Incomplete, "demand"),
            ("by one", cosigned_by(whole.clone(), &cosigner()), Consistent, ""),
            ("by another", cosigned_by(whole.clone(), &new), Incomplete, "demand"),
            (
                "by a key that was named",
                cosigned_by(whole.clone(), &new).with("cosigners/1.note", note.as_bytes()),
                Consistent,
                "changed its key",
            ),
            (
                "wrongly",
                cosigned_by(whole, &cosigner()).change("checkpoint", |note| note.replace("AAAABxP", "AAAABxQ")),
                Incomplete,
                "demand",
            ),
            ("by one of two", cosigned_by(named(2, &[one.clone(), name(&new)]), &new), Incomplete, "demand"),
            ("though nobody has to", named(0, std::slice::from_ref(&one)), Consistent, ""),
            ("by one who is not named", cosigned_by(named(1, &[]), &cosigner()), Broken, "event"),
            (
                "by one who is named twice",
                cosigned_by(named(1, &[one.clone(), one.clone()]), &cosigner()),
                Broken,
                "twice",
            ),
            ("by one with the organiser's kind of key", named(0, &[plain]), Broken, "no key of a cosigner"),
            ("by one whose key has a blank before it", named(0, &[format!(" {one}")]), Broken, "no key of a cosigner"),
            ("by too many", named(0, &many), Broken, "16 cosigners at most"),
        ];
        for (what, files, verdict, says) in cases {
            self.add("cosigned as demanded", what, files.listed(&key()).zip(), verdict).says = vec![says];
        }
    }

    /// Rules signed by a committee's only member, and their forgeries.
    fn signed_by_a_committee(&mut self) {
        let member = SigningKey::from_bytes("ada.example", [7; 32]).unwrap();
        let line = |key: &SigningKey, text: &str| key.sign(text).unwrap()[text.len() + 1..].trim_end().to_owned();
        let before = self.messages.clone();
        let with = |change: &dyn Fn(&mut Value, &str)| {
            let mut facts = before.clone();
            rewritten(&mut facts[0], |body, private| {
                let terms = &mut body["terms"];
                let matters = json!([{ "id": "deadlock", "title": "How the divided decide" }]);
                terms["rulebook"]["committee"] = json!({ "members": 1, "settles": matters });
                terms["settled"] = json!({ "texts": { "deadlock": "By lot." }, "attested": [] });
                let text = serde_json::from_value::<Terms>(terms.clone()).unwrap().to_sign().unwrap();
                let key = member.verifier().to_string();
                terms["settled"]["signatures"] = json!([{ "key": key, "line": line(&member, &text) }]);
                change(terms, &text);
                private.get_mut("roster").unwrap().as_mut().unwrap()["committee"] = json!(["Ada"]);
            });
            files(&facts)
        };
        fn first(terms: &mut Value) -> &mut Value {
            &mut terms["settled"]["signatures"][0]
        }
        /// A change to the terms and to the signed text.
        type Deed<'d> = &'d dyn Fn(&mut Value, &str);
        let cases: [(&str, Deed<'_>, Verdict, &str); 9] = [
            ("as it was", &|_, _| {}, Consistent, "every member of the committee signed"),
            (
                "by nobody",
                &|terms, _| drop(terms["settled"].as_object_mut().unwrap().remove("signatures")),
                Consistent,
                "",
            ),
            (
                "then settled otherwise",
                &|terms, _| terms["settled"]["texts"]["deadlock"] = json!("By age."),
                Broken,
                "not of these rules",
            ),
            (
                "then called otherwise",
                &|terms, _| terms["name"] = json!("Another contest"),
                Broken,
                "not of these rules",
            ),
            (
                "then under other rules",
                &|terms, _| terms["rulebook"]["title"] = json!("Other rules"),
                Broken,
                "not of these rules",
            ),
            (
                "under somebody's key",
                &|terms, _| first(terms)["key"] = json!(key().verifier().to_string()),
                Broken,
                "not of these rules",
            ),
            (
                "under a key for heads",
                &|terms, _| first(terms)["key"] = json!(member.cosigner().to_string()),
                Broken,
                "a key for heads",
            ),
            (
                "by more than there are",
                &|terms, text| {
                    let other = json!({ "key": key().verifier().to_string(), "line": line(&key(), text) });
                    terms["settled"]["signatures"].as_array_mut().unwrap().push(other);
                },
                Broken,
                "either all of them sign, or none",
            ),
            (
                "in two lines",
                &|terms, text| first(terms)["line"] = json!(format!("{}\n{}", line(&member, text), line(&key(), text))),
                Broken,
                "not of these rules",
            ),
        ];
        // No value has two spellings.
        let by_nobody = with(cases[1].1);
        for (what, was, is, verdict) in [
            ("an empty list", "\"attested\":[],", "\"attested\":[],\"signatures\":[],", Broken),
            ("what was attested", "\"attested\":[],", "\"attested\":[\"a\",\"b\"],", Consistent),
            ("what was attested in another order", "\"attested\":[],", "\"attested\":[\"b\",\"a\"],", Broken),
            ("an empty list of cosigners", "\"terms\":{", "\"terms\":{\"cosigners\":[],", Broken),
        ] {
            let edited = by_nobody.clone().lines("events.jsonl", |lines| {
                assert!(lines[0].contains(was), "{}", lines[0]);
                lines[0] = lines[0].replacen(was, is, 1);
            });
            self.add("settled by a committee", what, edited.signed(&key()).zip(), verdict);
        }
        for (what, change, verdict, says) in cases {
            self.add("signed by a committee", what, with(change).listed(&key()).zip(), verdict).says = vec![says];
        }
    }

    fn reordered(&mut self) {
        for _ in 0..5 {
            let facts = if self.below(2) == 0 { self.keys.clone() } else { self.messages.clone() };
            let tells = |place: &usize| {
                let (one, next) = (&facts[*place], &facts[place + 1]);
                one.event.stream() == next.event.stream() || one.time != next.time
            };
            let candidates: Vec<_> = (1..facts.len() - 1).filter(tells).collect();
            let at = self.one_of(&candidates);
            let what = format!("events {} and {}", at + 1, at + 2);
            let whole = files(&facts).lines("events.jsonl", |lines| lines.swap(at, at + 1));
            self.add("reordered", &what, whole.clone().listed(&key()).zip(), Broken);
            self.add("reordered", &what, whole.hashed().listed(&key()).zip(), Broken);
            let mut swapped = facts;
            swapped.swap(at, at + 1);
            self.add("reordered", &what, published(&swapped, &key()), Broken);
            self.add("reordered", &what, published(&swapped, &other_key()), Broken);
        }
    }

    /// The organiser may rewrite history; a stored head of the first one reveals it.
    fn two_histories(&mut self) {
        let facts = self.messages.clone();
        let first = files(&facts);
        let ballots = places(&facts, |fact| kind(fact) == "ballot-cast");
        for _ in 0..4 {
            let at = self.one_of(&ballots);
            let mut second = facts.clone();
            rewritten(&mut second[at], |_, private| {
                let answers = private.get_mut("answers").unwrap().as_mut().unwrap();
                let confidence = answers["confidence"].as_u64().unwrap();
                answers["confidence"] = json!(if confidence == 100 { 99 } else { confidence + 1 });
            });
            let bytes = published(&second, &key());
            self.add("another history", "alone", bytes.clone(), Verified).trusts = by(&key());
            let heads = [(facts.len(), Broken), (at + 1, Broken), (at, Verified), (1, Verified)];
            for (size, verdict) in heads {
                let trusts =
                    [by(&key()), extending(head(first.text("events.jsonl").lines().take(size), &key()))].concat();
                let case = self.add(
                    "another history",
                    &format!("changed at {}, head at {size}", at + 1),
                    bytes.clone(),
                    verdict,
                );
                case.trusts = trusts;
                case.says = if verdict == Broken { vec!["this is another history"] } else { vec![] };
            }
        }
        let mut renamed = facts;
        rewritten(&mut renamed[0], |body, _| body["terms"]["name"] = json!("Another contest"));
        let bytes = published(&renamed, &key());
        self.add("another history", "another name", bytes.clone(), Consistent);
        self.add("another history", "another name", bytes, Broken).trusts = extending(first.text("checkpoint"));
    }

    fn clocks(&mut self) {
        for (pace, says) in [(600_000, "clock ran 600 times as fast"), (1001, "clock ran 1.001 times as fast")] {
            let mut facts = self.messages.clone();
            let at = places(&facts, |fact| kind(fact) == "taken-up")[0];
            rewritten(&mut facts[at], |body, _| _ = body.insert("pace_per_mille".into(), json!(pace)));
            self.add("another pace", says, published(&facts, &key()), Consistent).says = vec![says];
            self.add("another pace", says, published(&facts, &key()), Verified).trusts = by(&key());
        }
        let mut facts = self.messages.clone();
        facts.retain(|fact| kind(fact) != "taken-up");
        let without = published(&renumbered(facts), &key());
        self.add("no pace", "", without, Consistent).says = vec!["the record does not say how fast"];
        for kind_of in ["closed", "round-closed", "ballot-cast"] {
            let mut facts = self.messages.clone();
            let at = places(&facts, |fact| kind(fact) == kind_of)[0];
            facts[at].time = Timestamp::from_millis(facts[at].time.as_millis() - 86_400_000);
            self.add("back in time", kind_of, published(&facts, &key()), Broken).says =
                vec!["earlier than that of the event before"];
        }
        let mut early = self.messages.clone();
        let at = places(&early, |fact| kind(fact) == "talk-closed")[0];
        let before = early[at - 1].time;
        early[at].time = before;
        self.add("closed too early", "", published(&early, &key()), Broken);
    }

    /// Parts taken out by ruling after the close, and parts without a ruling.
    fn ruled_out(&mut self) {
        let facts = self.messages.clone();
        let end = facts.len();
        let is = |kind_of: &'static str| move |fact: &Recorded| kind(fact) == kind_of;
        let said = places(&facts, is("said"))[0] + 1;
        let ballot = places(&facts, is("ballot-cast"))[0] + 1;
        let deleted = |places: &[(usize, &str)], rule: &str| {
            let place = |(event, part): &(usize, &str)| PartPlace { event: *event as u64, part: (*part).to_owned() };
            organisers(ControlEvent::Deleted {
                parts: places.iter().map(place).collect(),
                whose: None,
                by: Authority::Organisers,
                rule: rule.to_owned(),
                roster: None,
                private: Private::Held(Reason { reason: "somebody is named".to_owned() }),
            })
        };
        let ending = |rulings: &[Recorded]| after(&facts, rulings);
        let text = [(said, "text")];
        let honest = ending(&[deleted(&text, "rule 17")]);
        self.add("ruled out", "a text", taken_out(files(&honest), &text).zip(), Consistent).says =
            vec!["1 private part taken out, as the organisers decided under rule 17"];
        let others = taken_out(files(&honest), &[(said, "text"), (ballot, "answers")]);
        self.add("ruled out", "a text, and answers without a ruling", others.zip(), Incomplete);
        self.add("ruled out, and still there", "a text", files(&honest).zip(), Broken).says = vec!["and it was not"];
        let mut broken = |what: &str, rulings: &[Recorded], gone: &[(usize, &str)]| {
            self.add("ruled out against the rules", what, taken_out(files(&ending(rulings)), gone).zip(), Broken)
                .says = vec!["did not allow it here"];
        };
        let answers = [(ballot, "answers")];
        broken("answers", &[deleted(&answers, "rule 17")], &answers);
        broken("of itself", &[deleted(&[(end + 1, "reason")], "rule 17")], &[(end + 1, "reason")]);
        broken("of what comes later", &[deleted(&[(end + 9, "reason")], "rule 17")], &[]);
        broken("twice", &[deleted(&text, "rule 17"), deleted(&text, "rule 17")], &text);
        broken("under no rule", &[deleted(&text, " ")], &text);
        broken("nothing", &[deleted(&[], "rule 17")], &[]);
        let judges = Recorded { actor: Actor::Participant("J1".parse().unwrap()), ..deleted(&text, "rule 17") };
        broken("by a judge", &[judges], &text);
        let closed = places(&facts, is("closed"))[0];
        let early = after(&facts[..closed], &[deleted(&text, "rule 17")]);
        let early = renumbered([&early[..], &facts[closed..]].concat());
        self.add("ruled out against the rules", "before the close", taken_out(files(&early), &text).zip(), Broken)
            .says = vec!["did not allow it here"];
    }

    /// Consents to the publication of texts.
    fn agreed(&mut self) {
        let facts = self.messages.clone();
        let consented = |who: &str, scope, licence: Option<&str>| {
            let (who, licence) = (who.parse().unwrap(), licence.map(str::to_owned));
            organisers(ControlEvent::Consented { who, scope, licence })
        };
        let honest = [
            consented("J1", Scope::Words, Some("CC-BY-4.0")),
            consented("E1", Scope::Result, None),
            consented("E1", Scope::Words, None),
        ];
        self.add("agreed", "after the close", published(&after(&facts, &honest), &key()), Consistent);
        let drawn = places(&facts, |fact| kind(fact) == "round-opened")[0];
        let early = renumbered([&after(&facts[..drawn], &honest)[..], &facts[drawn..]].concat());
        self.add("agreed", "before the first round", published(&early, &key()), Consistent);
        let long = "w".repeat(61);
        let judges = Recorded { actor: Actor::Participant("J1".parse().unwrap()), ..honest[0].clone() };
        for (what, fact) in [
            ("a licence for nothing", consented("J1", Scope::Result, Some("MIT"))),
            ("a licence of two lines", consented("J1", Scope::Words, Some("MIT\nnot"))),
            ("a licence with a blank before it", consented("J1", Scope::Words, Some(" MIT"))),
            ("a licence without a name", consented("J1", Scope::Words, Some(""))),
            ("a long licence", consented("J1", Scope::Words, Some(&long))),
            ("somebody who is not there", consented("J99", Scope::Words, None)),
            ("a referee where there is none", consented("F1", Scope::Words, None)),
            ("the organiser", consented("organiser", Scope::Words, None)),
            ("by a judge", judges),
        ] {
            self.add("agreed against the rules", what, published(&after(&facts, &[fact]), &key()), Broken).says =
                vec!["did not allow it here"];
        }
    }

    fn damaged(&mut self) {
        let file = published(&self.messages, &key());
        for _ in 0..30 {
            let (at, bit) = (self.below(file.len()), self.below(8));
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            self.add("a flipped byte", &format!("byte {at}, bit {bit}"), changed, Broken);
        }
        for _ in 0..5 {
            let length = self.below(file.len());
            self.add("a file cut off", &format!("after {length} bytes"), file[..length].to_vec(), Broken);
        }
        self.add("a file with a tail", "one byte", [&file[..], b"\0"].concat(), Broken);
        self.add("a file with a tail", "itself", [&file[..], &file].concat(), Broken);
        self.add("no file", "", Vec::new(), Broken);
    }

    /// A leaf is replaced, and everything above it made again.
    fn edited(&mut self) {
        let whole = files(&self.messages);
        let count = self.messages.len();
        let (opened, closed, ballot) = (0, count - 1, places(&self.messages, |fact| kind(fact) == "ballot-cast")[0]);
        let hex = |text: String| {
            let at = text.find("\"private\":{").unwrap() + 30;
            let digit = text[at..].find(|c: char| c.is_ascii_digit()).unwrap() + at;
            let other = if &text[digit..=digit] == "7" { "8" } else { "7" };
            format!("{}{other}{}", &text[..digit], &text[digit + 1..])
        };
        let edits: [(&str, usize, Edit<'_>); 9] = [
            ("its actor", closed, &|text| text.replace("\"actor\":\"server\"", "\"actor\":\"organiser\"")),
            ("its type", closed, &|text| text.replace("\"type\":\"closed\"", "\"type\":\"ended\"")),
            ("its version", closed, &|text| text.replace("\"version\":2", "\"version\":3")),
            ("its stream", closed, &|text| text.replace("\"stream\":\"contest\"", "\"stream\":\"R1-J1-left\"")),
            ("its stream, to a long one", closed, &|text| {
                text.replace("\"stream\":\"contest\"", &format!("\"stream\":\"{}\"", "x".repeat(65)))
            }),
            ("its number", closed, &|text| text.replace("\"number\":", "\"number\":1")),
            ("its body", closed, &|text| text.replace("\"body\":{}", "\"body\":{\"winner\":\"E1\"}")),
            ("a commitment", ballot, &hex),
            ("the contest's name", opened, &|text| text.replace("a simulated contest", "an honest contest")),
        ];
        for (what, at, edit) in edits {
            let edited = whole.clone().lines("events.jsonl", |lines| {
                let before = lines[at].clone();
                lines[at] = edit(lines[at].clone());
                assert_ne!(lines[at], before, "{what}");
            });
            self.add("an edited event", what, edited.clone().listed(&key()).zip(), Broken);
            self.add("an edited event, all made again", what, edited.clone().signed(&key()).zip(), Broken);
            self.add("an edited event, all made again", what, edited.signed(&other_key()).zip(), Broken).trusts =
                by(&key());
        }
        for by in [Actor::Server, Actor::Participant(Participant::Organiser)] {
            let mut facts = self.messages.clone();
            let at = places(&facts, |fact| matches!(fact.event, Event::Control(ControlEvent::BallotCast { .. })))[0];
            facts[at].actor = by;
            self.add("somebody else's ballot", "", published(&facts, &key()), Broken).says =
                vec!["did not allow it here"];
        }
        let mut twice = self.messages.clone();
        let end = twice[count - 1].clone();
        twice.push(end);
        self.add("closed twice", "", published(&renumbered(twice), &key()), Broken);
    }

    fn salted(&mut self) {
        let whole = files(&self.messages);
        let count = whole.text("private.jsonl").lines().count();
        let member = |line: &str, name: &str| serde_json::from_str::<Value>(line).unwrap()[name].clone();
        let with = |line: &str, name: &str, value: Value| {
            let mut members: BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
            members.insert(name.to_owned(), value);
            serde_json::to_string(&members).unwrap()
        };
        for _ in 0..4 {
            let (one, other) = (self.below(count), self.below(count));
            for name in ["salt", "data"] {
                let swapped = whole.clone().lines("private.jsonl", |lines| {
                    let (a, b) = (member(&lines[one], name), member(&lines[other], name));
                    lines[one] = with(&lines[one], name, if a == b { json!("other") } else { b });
                    lines[other] = with(&lines[other], name, a);
                });
                // If the same line was drawn twice, nothing has changed.
                if swapped.get("private.jsonl") != whole.get("private.jsonl") {
                    self.add("swapped", name, swapped.listed(&key()).zip(), Broken);
                }
            }
            let again = whole.clone().lines("private.jsonl", |lines| lines.insert(one, lines[one].clone()));
            self.add("an opening twice", &format!("line {one}"), again.listed(&key()).zip(), Broken);
        }
        let mut broken = |what: &str, change: &dyn Fn(&mut Vec<String>)| {
            let changed = whole.clone().lines("private.jsonl", change).listed(&key());
            self.add("other openings", what, changed.zip(), Broken).kind
        };
        broken("in another order", &|lines| lines.swap(1, 2));
        broken("of an event that is not there", &|lines| lines.push(with(&lines[0], "event", json!(1_000_000))));
        broken("of a part that is not there", &|lines| lines.insert(1, with(&lines[0], "part", json!("wages"))));
        broken("with a long salt", &|lines| lines[0] = with(&lines[0], "salt", json!("00".repeat(17))));
        broken("with something else", &|lines| lines[0] = with(&lines[0], "why", json!(1)));
        broken("an empty line", &|lines| lines.insert(0, String::new()));
        broken("of event 0", &|lines| lines.insert(0, with(&lines[0], "event", json!(0))));
        broken("many of one event", &|lines| {
            let parts = ('a'..='z').map(|part| with(&lines[0], "part", json!(part.to_string()))).collect::<Vec<_>>();
            lines.splice(0..1, parts);
        });
    }

    fn noted(&mut self) {
        let whole = files(&self.messages);
        let again = |note: &str, key: &SigningKey| {
            let text = &note[..note.find("\n\n").unwrap() + 1];
            note.to_owned() + &key.sign(text).unwrap()[text.len() + 1..]
        };
        let manifest = whole.text("manifest");
        let mut broken = |what: &str, files: Files| self.add("another note", what, files.zip(), Broken).kind;
        broken("a second signature on the manifest", whole.clone().set("manifest", again(&manifest, &cosigner())));
        broken("one signature twice on the manifest", whole.clone().set("manifest", again(&manifest, &key())));
        broken(
            "no manifest line",
            whole.clone().change("manifest", |text| {
                key().sign(&text[text.find('\n').unwrap() + 1..text.find("\n\n").unwrap() + 1]).unwrap()
            }),
        );
        broken(
            "a text before the manifest",
            whole.clone().change("manifest", |text| {
                key().sign(&format!("# trust me\n{}", &text[..text.find("\n\n").unwrap() + 1])).unwrap()
            }),
        );
        let leaves = whole.text("events.jsonl");
        let tree = Tree::from_leaf_hashes(leaves.lines().map(|leaf| leaf_hash(leaf.as_bytes())));
        let true_head = Checkpoint::of(&tree, &key());
        let heads = [
            ("a size too large", Checkpoint { size: true_head.size + 1, ..true_head.clone() }.text()),
            ("a size too small", Checkpoint { size: true_head.size - 1, ..true_head.clone() }.text()),
            ("another root", Checkpoint { root: Hash::of(&[b"another"]), ..true_head.clone() }.text()),
            ("another origin", Checkpoint { origin: "vivavoce/other".into(), ..true_head.clone() }.text()),
            ("an extension line", true_head.text() + "extension\n"),
            (
                "a size with a zero before it",
                true_head.text().replace(&format!("\n{}\n", true_head.size), &format!("\n0{}\n", true_head.size)),
            ),
        ];
        for (what, text) in heads {
            let note = key().sign(&text).unwrap();
            self.add("another checkpoint", what, whole.clone().set("checkpoint", note).listed(&key()).zip(), Broken);
        }
        let cosigned = again(&whole.text("checkpoint"), &key());
        self.add(
            "another checkpoint",
            "signed twice",
            whole.clone().set("checkpoint", cosigned).listed(&key()).zip(),
            Consistent,
        );
        let forged = again(&whole.text("checkpoint"), &cosigner()).replace(key().name(), "vivavoce/stori");
        self.add(
            "another checkpoint",
            "of another name",
            whole.clone().set("checkpoint", forged).listed(&key()).zip(),
            Broken,
        );
        let hashes: [(&str, OfLines<'_>); 4] = [
            ("swapped", &|lines| lines.swap(0, 1)),
            ("one too few", &|lines| lines.truncate(lines.len() - 1)),
            ("one too many", &|lines| lines.push(lines[0].clone())),
            ("in capitals", &|lines| lines[0] = lines[0].to_uppercase()),
        ];
        for (what, change) in hashes {
            self.add(
                "other leaf hashes",
                what,
                whole.clone().lines("leaf-hashes", change).listed(&key()).zip(),
                Broken,
            );
        }
    }

    fn attached(&mut self) {
        let whole = files(&self.messages);
        let mut add = |what: &str, files: Files, verdict, says: &'static str| {
            self.add("other attachments", what, files.listed(&key()).zip(), verdict).says = vec![says];
        };
        add(
            "another sentence in README.txt",
            whole.clone().change("README.txt", |text| text + "Trust this one.\n"),
            Broken,
            "README",
        );
        add(
            "another version in README.txt",
            whole.clone().change("README.txt", |text| text.replace("format 2", "format 3")),
            Broken,
            "README",
        );
        add(
            "another rulebook",
            whole.clone().change("rulebook.json", |text| text.replacen('1', "2", 1)),
            Broken,
            "rulebook.json",
        );
        add("another result", of_another_winner(whole.clone()), Broken, "`result.json` is not what the record gives");
        add(
            "a newer result",
            whole.clone().change("versions.json", |text| text.replace("\"result\": 1", "\"result\": 9")),
            Incomplete,
            "result 9",
        );
        add(
            "newer events",
            whole.clone().change("versions.json", |text| text.replace("\"events\": 2", "\"events\": 9")),
            Incomplete,
            "version 9",
        );
        add("no versions", whole.clone().set("versions.json", "{}\n"), Broken, "does not name the versions");
        for name in ["versions.json", "rulebook.json", "result.json"] {
            add("one less", whole.clone().without(name), Broken, name);
        }
        add("one more", whole.clone().with("standings.txt", b"E1 has won"), Consistent, "`standings.txt` is attached");
        add("one more, out of order", whole.clone().with("zz", b"").with("zz", b""), Broken, "");
        add("one more, hidden", whole.clone().with(".hidden", b""), Broken, "");
        add("one more, above", whole.clone().with("../above", b""), Broken, "");
        let unlisted = whole.with("standings.txt", b"E1 has won");
        self.add("other attachments", "one more, not listed", unlisted.zip(), Broken);
    }

    fn archived(&mut self) {
        let whole = files(&self.messages);
        let last = whole.0.len() - 1;
        let mut add = |what: &str, change: OfEntries<'_>| {
            let mut files = whole.clone();
            change(&mut files.0);
            let listed = if files.0.iter().any(|(name, _)| name == "manifest") { files.listed(&key()) } else { files };
            self.add("another archive", what, listed.zip(), Broken).kind
        };
        add("two entries in another order", &|files| files.swap(1, 2));
        add("an entry twice", &|files| files.insert(1, files[1].clone()));
        for name in
            ["README.txt", "events.jsonl", "private.jsonl", "leaf-hashes", "checkpoint", "verifier.key", "manifest"]
        {
            add(&format!("no {name}"), &|files| files.retain(|(found, _)| found != name));
        }
        add("the manifest first", &|files| files.rotate_right(1));
        add("a second key", &|files| files.insert(last, ("verifier.key".into(), files[5].1.clone())));
        let file = whole.zip();
        let mut comment = file.clone();
        let end = comment.len() - 2;
        comment[end] = 3;
        comment.extend(b"yes");
        self.add("another archive", "with a comment", comment, Broken);
        self.add("another archive", "with something before it", [b"#!/bin/sh\n", &file[..]].concat(), Broken);
    }

    /// Other bytes with the same meaning.
    fn spelled(&mut self) {
        let whole = files(&self.messages);
        let at = self.messages.len() - 1;
        let last = |change: &dyn Fn(&str) -> String| {
            whole.clone().lines("events.jsonl", |lines| lines[at] = change(&lines[at])).signed(&key())
        };
        let spellings = [
            ("a space", last(&|line| line.replacen(':', ": ", 1))),
            ("an escaped letter", last(&|line| line.replace("closed", "\\u0063losed"))),
            ("a member twice", last(&|line| line.replace("\"version\":2", "\"version\":2,\"version\":2"))),
            ("another order", last(&|line| line.replace(",\"version\":2}", "}").replacen('{', "{\"version\":2,", 1))),
            ("a fraction", last(&|line| line.replace("\"version\":2", "\"version\":2.0"))),
            ("a carriage return", last(&|line| format!("{line}\r"))),
            (
                "an empty line more",
                whole.clone().lines("events.jsonl", |lines| lines.push(String::new())).signed(&key()),
            ),
            (
                "no newline at the end",
                whole.clone().change("events.jsonl", |text| text.trim_end().to_owned()).listed(&key()),
            ),
            (
                "not UTF-8",
                whole.clone().set("events.jsonl", [whole.get("events.jsonl"), b"\xff\n"].concat()).listed(&key()),
            ),
            (
                "a key in another spelling",
                whole.clone().change("verifier.key", |text| text.trim_end().to_owned()).listed(&key()),
            ),
        ];
        for (what, files) in spellings {
            self.add("another spelling", what, files.zip(), Broken);
        }
    }

    /// The organiser continued from an older copy of the store, and the record says so.
    fn restored(&mut self) {
        let facts = self.messages.clone();
        let ballots = places(&facts, |fact| kind(fact) == "ballot-cast");
        let kept = ballots[0];
        let before = files(&facts).text("events.jsonl");
        let (lost_size, lost) = (kept as u64 + 5, head(before.lines().take(kept + 5), &key()));
        let lost_root = Checkpoint::verify(&lost, &key().verifier()).unwrap().root;
        let name = format!("vivavoce/story/after-{lost_size}-{}", &lost_root.to_string()[..16]);
        let new_key = SigningKey::from_bytes(&name, [6; 32]).unwrap();
        let event =
            ControlEvent::Restored { kept: kept as u64, lost_size, lost_root, key: new_key.verifier().to_string() };
        let mut going_on = facts;
        let restored = Recorded {
            number: 0,
            time: going_on[kept].time,
            actor: Actor::Participant(Participant::Organiser),
            event: Event::Control(event),
        };
        going_on.insert(kept, restored);
        let going_on = renumbered(going_on);
        let bytes = published(&going_on, &new_key);
        let says = "which had been signed (root";
        self.add("restored", "", bytes.clone(), Consistent).says = vec![says];
        self.add("restored", "", bytes.clone(), Verified).trusts = by(&new_key);
        let old = self.add("restored", "under the former key", bytes.clone(), Broken);
        (old.trusts, old.says) = (by(&key()), vec!["went on under this key after signed events were lost"]);
        let by_old = published(&going_on, &key());
        self.add("restored, and signed by the former key", "", by_old.clone(), Broken).says =
            vec!["signs it since events were lost"];
        self.add("restored, and signed by the former key", "", by_old, Broken).trusts = by(&key());
        self.add("restored, and signed by any key", "", published(&going_on, &other_key()), Broken);
        let of_before = |size: usize| head(before.lines().take(size), &key());
        let another =
            Checkpoint { origin: key().name().into(), size: 3, root: Hash::of(&[b"another"]) }.sign(&key()).unwrap();
        let heads = [
            ("kept", of_before(kept - 2), Verified, "extends the earlier checkpoint"),
            ("kept, the last", of_before(kept), Verified, "extends the earlier checkpoint"),
            ("lost", lost, Incomplete, "among the events that the record reports as"),
            ("lost, before the last", of_before(kept + 2), Incomplete, "among the events that the record reports as"),
            ("of another history", another, Broken, "is not of this record"),
            ("later than the lost one", of_before(kept + 7), Broken, "is not of this record"),
        ];
        for (what, head, verdict, says) in heads {
            let case = self.add("restored, with a head", what, bytes.clone(), verdict);
            (case.trusts, case.says) = ([by(&new_key), extending(head)].concat(), vec![says]);
        }
        let foreign = head(before.lines().take(kept), &other_key());
        let case = self.add("a head of another key", "", published(&self.messages.clone(), &key()), Broken);
        (case.trusts, case.says) = (extending(foreign), vec!["is not of this record"]);
    }
}

//! The contests behind the golden bundles: small, and the same each time they are played.

use std::{collections::BTreeSet, time::Duration};

use archive::review::FreeText;
use contest::{
    Actor, Command, ControlEvent, Draft, Event, FormId, Stream,
    announcement::Addressee,
    command::{Arrival, Attach, Change, Ending, LateBallot, NewEntry, OnEntry, Opening, Revision, Say, To},
    consent::Scope,
    contest::{Phase, RulingKind},
    deletions::Deleting,
    deposit::{DepositedFile, Spent},
    event::{EntryCard, Preference, Roster, Settled, Terms},
    referee::{Deed, SpeechLimit},
    release::ReleasablePart,
    seed::{Matter, SeedOpening},
    timer::Heartbeat,
};
use record::Hash;
use rulebook::{
    Authority, ConfederateId, ConversationId, DrawnSecret, EntryId, InterviewId, JudgeId, Participant, RefereeId,
    RoundNumber, Rulebook, Seat, Witness, schema::Question,
};
use tally::{Answers, Verdict};

use crate::{
    attachments::{DRAWING, file_of, tone_file},
    reviews::texts,
    second_sight,
    story::{ORGANISER, Story, confederate, entry, interview, judge, rules},
    votes::votes,
};

/// Rules without the parts that are over before a contest begins.
fn small(id: &str, change: impl FnOnce(&mut Rulebook)) -> Rulebook {
    rules(id, |rules| {
        (rules.intake, rules.selection) = (None, None);
        change(rules);
    })
}

/// One judge, one program and one confederate for two minutes, under the rules of 2010 with a reason for each ballot.
fn pair() -> Rulebook {
    small("loebner-2010", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (1, 1, 1);
        rules.interview.talk = Duration::from_secs(120);
        rules.ballots.interview.push(Question::Reason { characters: 80, required: true });
    })
}

fn many_hands() -> SeedOpening {
    let secret = DrawnSecret::from_bytes([7; 32]);
    SeedOpening::ManyHands { secret, organiser: Some("a text".to_owned()), committee: None }
}

/// A contest that a server has taken up.
fn opened(name: &str, rulebook: Rulebook, seed: SeedOpening, scripted: &[Participant]) -> Story {
    let opening = opening(name, rulebook, seed, scripted);
    let mut story = Story::opened_as(opening, "2010-10-23T10:00:00Z".parse().unwrap()).unwrap();
    story.is_taken_up(None, story.now);
    story
}

fn opening(name: &str, rulebook: Rulebook, seed: SeedOpening, scripted: &[Participant]) -> Opening {
    let named = |names: [&str; 5], count: u16| names[..count.into()].iter().map(|name| (*name).to_owned()).collect();
    let card = |number: u16| EntryCard {
        name: format!("Program {number}"),
        contestant: format!("Team {number}"),
        protocol: "stdio".to_owned(),
    };
    let roster = Roster {
        judges: named(["Zoë", "Ben", "Cleo", "Dan", "Eve"], rulebook.roles.judges),
        confederates: named(["Ada", "Bob", "Cem", "Dora", "Emil"], rulebook.roles.confederates),
        entries: (1..=rulebook.roles.entries).map(card).collect(),
        committee: Vec::new(),
        referees: Vec::new(),
    };
    let is_read = rulebook.interview.is_read();
    Opening {
        shown: if is_read { second_sight::conversations(rulebook.roles) } else { Vec::new() },
        terms: Terms {
            sources: is_read.then(|| Hash::of(&[b"a source"])).into_iter().collect(),
            scripted: scripted.iter().copied().collect(),
            settled: Box::new(Settled::throughout(&rulebook, "As in every example.")),
            ..Terms::of(name, "A village hall", rulebook.clone())
        },
        roster,
        seed,
    }
}

fn contributes(story: &mut Story, who: Participant, matter: Matter, value: &str) {
    story.does(who, Command::Contribute { matter, value: value.to_owned() }).unwrap();
}

fn seconds(story: &mut Story, seconds: u64) {
    story.goes_on(Duration::from_secs(seconds));
}

/// The first judge says this to all witnesses, and all give that answer.
fn talk(story: &mut Story, question: &str, answer: &str) {
    let round = story.contest().phase.running_round().unwrap();
    let conversations: Vec<_> = conversations_of(story, interview(round.number(), 1));
    for id in conversations {
        for key in question.chars() {
            story.judge_says(id.seat, &key.to_string()).unwrap();
            story.goes_on(Duration::from_millis(180));
        }
        seconds(story, 2);
        match story.witness(round.number(), id.seat) {
            Participant::Entry(_) => line(story, id, answer),
            _ => {
                for key in answer.chars().chain(['\n']) {
                    story.answers(id, &key.to_string()).unwrap();
                    story.goes_on(Duration::from_millis(210));
                }
            }
        }
        seconds(story, 8);
    }
}

/// The answering participant gives a whole line.
fn line(story: &mut Story, id: ConversationId, text: &str) {
    let who = story.contest().listener(id).unwrap();
    let to = To { round: id.interview.round, seat: None, interview: Some(id.interview) };
    let id = format!("line-{}", story.record.len()).try_into().unwrap();
    story.does(who, Command::Say(Say { id, to, text: text.to_owned(), sent: None })).unwrap();
}

fn conversations_of(story: &Story, interview: InterviewId) -> Vec<ConversationId> {
    story.contest().seating(interview).unwrap().conversations().collect()
}

/// All participants are ready, and the round is opened.
fn in_place(story: &mut Story) {
    for who in [judge(1), confederate(1), entry(1)] {
        story.does(who, Command::Ready(true)).unwrap();
    }
    seconds(story, 3);
    story.does(ORGANISER, Command::OpenRound { anyway: false }).unwrap();
    seconds(story, 5);
}

/// A pair in its talk.
fn talking(seed: SeedOpening, scripted: &[Participant]) -> Story {
    let mut story = opened("A contest of one pair", pair(), seed, scripted);
    seconds(&mut story, 60);
    contributes(&mut story, judge(1), Matter::Draw, "00ff");
    seconds(&mut story, 30);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    in_place(&mut story);
    talk(&mut story, "Hi\n", "Hello");
    story
}

/// The end of a contest of one pair, in which the judge takes the left one for the human, and ranks.
fn decided(mut story: Story) -> Story {
    story.goes_on(story.contest().phase.ends().unwrap().since(story.now));
    seconds(&mut story, 20);
    gives_ballot(&mut story);
    story.wait_out();
    ranked(story)
}

/// The same, with a ballot that is given during the ranking, as a ruling allows.
pub(super) fn late() -> Story {
    let mut story = talking(many_hands(), &[]);
    story.goes_on(story.contest().phase.ends().unwrap().since(story.now));
    story.wait_out();
    seconds(&mut story, 20);
    let (who, form) = (judge(1), FormId::Ballot(RoundNumber::new(1)));
    let (by, rule, reason) = (Authority::Organisers, "rule 12".to_owned(), "The judge's cable was cut.".to_owned());
    story.does(ORGANISER, Command::AllowLate(Box::new(LateBallot { who, form, by, rule, reason }))).unwrap();
    seconds(&mut story, 20);
    gives_ballot(&mut story);
    ranked(story)
}

fn gives_ballot(story: &mut Story) {
    let reason = Some("Left made a pause before the answer.".to_owned());
    let answers = Answers { choice: Some(Seat::Left), reason, ..Answers::default() };
    story.fills_in(judge(1), 1, answers).unwrap();
}

fn ranked(mut story: Story) -> Story {
    seconds(&mut story, 10);
    let order = conversations_of(&story, interview(1, 1)).into_iter().map(|id| vec![id]).collect();
    story.does(judge(1), Command::CastRanking { order }).unwrap();
    story.wait_out();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// A judge reads a conversation with a person and one with a program, and gives a verdict on each.
pub(super) fn read_again() -> Story {
    let rules = small("second-sight", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (1, 1, 1);
        rules.interview.talk = Duration::from_secs(120);
    });
    let mut story = opened("A past that is read again", rules, many_hands(), &[]);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    for round in [1, 2] {
        story.does(judge(1), Command::Ready(true)).unwrap();
        story.does(ORGANISER, Command::OpenRound { anyway: false }).unwrap();
        seconds(&mut story, 12);
        let (number, seat) = (RoundNumber::new(round), Seat::Only);
        let human = if round == 1 { 80 } else { 35 };
        story.does(judge(1), Command::Believe { round: number, seat, turn: 1, human }).unwrap();
        let verdict = if round == 1 { Verdict::Human } else { Verdict::Machine };
        let answers = Answers { verdicts: [(seat, verdict)].into(), confidence: Some(60), ..Answers::default() };
        story.fills_in(judge(1), round, answers).unwrap();
        story.wait_out();
    }
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// A contest with audio-visual input: a judge shows a drawing with words, and a tone without any; the answer to the
/// tone waits for its end.
pub(super) fn shown() -> Story {
    let rulebook = small("audio-visual", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (2, 1, 1);
        (rules.roles.told, rules.score.tie_breaks, rules.referees) = (None, Vec::new(), None);
        rules.interview.talk = Duration::from_secs(120);
    });
    let mut story = opened("A contest with sight and sound", rulebook, many_hands(), &[]);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.open_round().unwrap();
    seconds(&mut story, 5);
    let ids: Vec<_> = [1, 2].into_iter().flat_map(|number| conversations_of(&story, interview(1, number))).collect();
    for id in ids {
        let judge = Participant::Judge(id.interview.judge);
        let shows = |story: &mut Story, client: &str, bytes: &[u8], words: Option<&str>| {
            let to = To { round: id.interview.round, seat: Some(id.seat), interview: None };
            let (file, description) = (file_of(bytes), words.map(str::to_owned));
            let attach = Attach { id: client.to_owned().try_into().unwrap(), to, file, description, sent: None };
            story.does(judge, Command::Attach(attach)).unwrap();
            seconds(story, 2);
        };
        shows(&mut story, "f-1", DRAWING, Some("My house."));
        story.says(judge, 1, Some(id.seat), "What is it?").unwrap();
        seconds(&mut story, 1);
        story.answers(id, "A house.").unwrap();
        seconds(&mut story, 8);
        shows(&mut story, "f-2", &tone_file(), None);
        story.answers(id, "A tone.").unwrap();
        seconds(&mut story, 8);
    }
    story.wait_out();
    story.wait_out();
    story.play_on();
    story.rates_all_alike(&[judge(1), judge(2)]);
    story.wait_out();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// The contest on the page `docs/record.md`.
pub(super) fn example() -> Story {
    decided(talking(many_hands(), &[]))
}

/// The same, in the middle of its talk.
pub(super) fn unfinished() -> Story {
    talking(many_hands(), &[])
}

/// The same as a rehearsal with scripts, under a known seed.
pub(super) fn rehearsal() -> Story {
    let seed = SeedOpening::Rehearsal { seed: "a rehearsal".to_owned() };
    decided(talking(seed, &[judge(1), confederate(1)]))
}

/// The same, continued from an older copy of its store.
pub(super) fn restored() -> Story {
    let mut story = talking(many_hands(), &[]);
    story.is_taken_up(Some(Heartbeat { reached: story.now, wall: story.now }), story.now + Duration::from_secs(600));
    let kept = story.record.len() as u64;
    let event = Event::Control(ControlEvent::Restored {
        kept,
        lost_size: kept + 3,
        lost_root: Hash::of(&[b"what was lost"]),
        key: super::key().verifier().to_string(),
    });
    story.take(Draft { actor: Actor::Participant(ORGANISER), event });
    seconds(&mut story, 60);
    story.does(ORGANISER, Command::Resume).unwrap();
    decided(story)
}

/// Rules of 1995, with every kind of change: a person is missing, clocks stop, an interview is ended, an entry is
/// disqualified, a participant leaves, drafts count.
pub(super) fn changes() -> Story {
    let rulebook = small("loebner-1995", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (3, 3, 2);
        rules.roles.told = None;
    });
    let mut story = opened("A contest in which much happens", rulebook.clone(), many_hands(), &[]);
    let why = |reason: &str| reason.to_owned();
    for who in [judge(1), judge(2), confederate(1)] {
        contributes(&mut story, who, Matter::Draw, &format!("from {who}"));
    }
    let mut roster = story.contest().roster.held().unwrap().clone();
    roster.judges[1] = "Bea".to_owned();
    let terms = Terms {
        settled: Box::new(story.contest().settled.clone()),
        ..Terms::of("A contest in which very much happens", "A village hall", rulebook)
    };
    story.does(ORGANISER, Command::Revise(Box::new(Revision { terms, roster }))).unwrap();
    contributes(&mut story, judge(2), Matter::Draw, "from another J2");
    story
        .does(ORGANISER, Command::Replan { change: Change::Leaves(judge(3)), reason: why("missed the train") })
        .unwrap();
    let files = vec![DepositedFile { name: "parrot".to_owned(), sha256: "0".repeat(64), bytes: 1995 }];
    let settings = [("protocol".to_owned(), "stdio".to_owned())].into();
    story.does(entry(1), Command::Deposit { files, settings }).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    for ready in [true, false, true] {
        story.does(judge(1), Command::Ready(ready)).unwrap();
        seconds(&mut story, 1);
    }
    story.open_round().unwrap();
    seconds(&mut story, 5);
    let id = conversations_of(&story, interview(1, 1))[0];
    story.judge_says(id.seat, "Who are you?").unwrap();
    seconds(&mut story, 4);
    story.answers(id, "A friend.").unwrap();
    seconds(&mut story, 4);
    let first = EntryId::new(1);
    let sits = |seating: &&schedule::Seating| seating.seats.values().any(|witness| *witness == Witness::Entry(first));
    let place = story.contest().assignment().unwrap().0.iter().find(sits).unwrap().interview;
    let spent = Spent { requests: 1, prompt_tokens: 40, completion_tokens: 8, cost_micro: 120 };
    story.does(entry(1), Command::Spend { interview: place, spent }).unwrap();
    let spell = Command::Spell { interview: place, typed: why("Où êtes-vous ?"), told: why("Ou etes-vous ?") };
    story.does(entry(1), spell).unwrap();
    let (kind, detail) = (why("silent"), why("no answer for 30 s: look at its log"));
    story.does(entry(1), Command::Report { interview: place, kind, detail }).unwrap();
    story.does(ORGANISER, Command::Pause { reason: why("a fire drill"), told: None }).unwrap();
    seconds(&mut story, 60);
    story.does(ORGANISER, Command::Resume).unwrap();
    story
        .does(ORGANISER, Command::Extend { by: Duration::from_secs(30), reason: why("the drill was loud"), told: None })
        .unwrap();
    story.is_taken_up(Some(Heartbeat { reached: story.now, wall: story.now }), story.now + Duration::from_secs(3));
    seconds(&mut story, 10);
    story.does(ORGANISER, Command::Announce { to: Addressee::Everybody, words: why("tea at four") }).unwrap();
    story.does(ORGANISER, Command::Abort { interview: interview(1, 2), reason: why("the terminal broke") }).unwrap();
    story.does(ORGANISER, Command::EndPhase(Ending::of(story.contest().phase).unwrap())).unwrap();
    let seat = id.seat;
    let fields = format!("rating-appropriateness-{seat}=4&rating-responsiveness-{seat}=3");
    story.drafts(judge(1), "ballot-R1", &fields).unwrap();
    story.wait_out();
    story.open_round().unwrap();
    story.wait_out();
    story.wait_out();
    story.disqualifies(ORGANISER, 2, "a person was behind it").unwrap();
    let (who, name) = (confederate(1), why("Carla"));
    story.does(ORGANISER, Command::Replace { who, name, reason: why("fell ill") }).unwrap();
    let card = EntryCard { name: "Reserve".into(), contestant: "the organisers".into(), protocol: "stdio".into() };
    let reserve = NewEntry { card, open_source: true, opening: None };
    for (change, reason) in [
        (Change::TakesOver { leaves: EntryId::new(3), reserve }, "its computer is broken"),
        (Change::Again(RoundNumber::new(2)), "nobody could hear a word"),
        (Change::Leaves(confederate(2)), "called away"),
        (Change::Joins(Arrival::Confederate("Dot".to_owned())), "came late"),
    ] {
        story.does(ORGANISER, Command::Replan { change, reason: why(reason) }).unwrap();
    }
    story.play_on();
    for (number, is_sealed) in [(1, true), (2, false)] {
        let order = story.views.judge(JudgeId::new(number)).unwrap().screen.stage.to_rank.clone();
        if is_sealed {
            let order = order.into_iter().map(|id| vec![id]).collect();
            story.does(judge(number), Command::CastRanking { order }).unwrap();
        } else {
            let fields: Vec<_> = (1..).zip(&order).map(|(rank, id): (u32, _)| format!("rank-{id}={rank}")).collect();
            story.drafts(judge(number), "ranking-1", &fields.join("&")).unwrap();
        }
    }
    story.wait_out();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// Rules of 2003: an answer is held back for five seconds, another one for so long that it is never shown; judges vote
/// on two matters of dispute and between entries, and coins decide; after the close an entry is disqualified, and
/// reinstated.
pub(super) fn held_back() -> Story {
    let rulebook = small("surrey-2003", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (2, 2, 1);
        rules.roles.told = None;
    });
    let mut story = opened("A contest of 2003", rulebook, many_hands(), &[]);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.open_round().unwrap();
    seconds(&mut story, 5);
    let id = conversations_of(&story, interview(1, 1))[0];
    story.judge_says(id.seat, "Who are you?").unwrap();
    seconds(&mut story, 1);
    story.answers(id, "A friend.").unwrap();
    let ends = story.contest().phase.ends().unwrap();
    story.goes_on(ends.since(story.now) - Duration::from_secs(3));
    story.judge_says(id.seat, "Really?").unwrap();
    story.answers(id, "Really.").unwrap();
    for words in ["Was the noise of round 1 the same for everybody?", "Is the late answer of round 1 to be read?"] {
        story.does(ORGANISER, Command::PutMatter { words: words.to_owned() }).unwrap();
    }
    story.wait_out();
    story.wait_out();
    story.play_on();
    story.rates_all_alike(&[judge(1), judge(2)]);
    story.wait_out();
    for (vote, said) in [(1, [true, true]), (2, [true, false])] {
        for (number, agrees) in (1..).zip(said) {
            let preference = Preference::of_matter(Some(agrees));
            story.does(judge(number), Command::Vote { vote, preference }).unwrap();
        }
    }
    for who in [ORGANISER, judge(1), judge(2)] {
        contributes(&mut story, who, Matter::Coin(1), &format!("of the matter, from {who}"));
    }
    votes(&mut story, 1, 3, 1).unwrap();
    story.does(judge(2), Command::Vote { vote: 3, preference: Preference::between(None) }).unwrap();
    for who in [ORGANISER, judge(1), judge(2)] {
        contributes(&mut story, who, Matter::Coin(2), &format!("from {who}"));
    }
    story.disqualifies(ORGANISER, 1, "it was not written by its contestant").unwrap();
    let back = OnEntry {
        entry: EntryId::new(1),
        decision: RulingKind::Reinstated,
        by: Authority::Judges,
        rule: "rule 43".to_owned(),
        reason: "it was, as the judges found".to_owned(),
    };
    story.does(ORGANISER, Command::Rule(Box::new(back))).unwrap();
    let (rule, reason) = ("rule 17".to_owned(), "everything was read".to_owned());
    let release = Command::Release { parts: ReleasablePart::ALL.into(), by: Authority::Organisers, rule, reason };
    story.does(ORGANISER, release).unwrap();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// The contest of the example, with consents to publication, a pseudonym for its confederate, and the reason on the
/// ballot deleted, before all of it was released.
pub(super) fn erased() -> Story {
    let mut story = example();
    let licence = |licence: &str| Some(licence.to_owned());
    for (who, scope, licence) in [
        (judge(1), Scope::Words, licence("CC-BY-4.0")),
        (confederate(1), Scope::Words, None),
        (entry(1), Scope::Words, licence("MIT")),
        (confederate(1), Scope::Result, None),
        (confederate(1), Scope::Words, licence("CC-BY-SA-4.0")),
    ] {
        story.does(ORGANISER, Command::Consent { who, scope, licence }).unwrap();
    }
    let (texts, _) = texts(&story);
    let names: BTreeSet<_> = texts.iter().filter(|text| text.is_roster()).flat_map(FreeText::parts).collect();
    let reasons: BTreeSet<_> =
        texts.iter().filter(|text| text.kind == "ballot-cast").flat_map(FreeText::parts).collect();
    let (by, rule) = (Authority::Organisers, "rule 17".to_owned());
    for (whose, name, parts, reason) in [
        (Some(confederate(1)), Some("A person"), names, "they asked for it"),
        (None, None, reasons, "somebody is insulted"),
    ] {
        let (rule, reason, name) = (rule.clone(), reason.to_owned(), name.map(str::to_owned));
        let deleting = Deleting { parts, whose, name, by, rule, reason };
        story.does(ORGANISER, Command::Delete(Box::new(deleting))).unwrap();
    }
    let release =
        Command::Release { parts: ReleasablePart::ALL.into(), by, rule, reason: "everything was read".to_owned() };
    story.does(ORGANISER, release).unwrap();
    story
}

/// Rules of 2003 with a referee, who takes every kind of action.
pub(super) fn refereed() -> Story {
    let rulebook = small("surrey-2003", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (2, 1, 1);
        (rules.roles.told, rules.score.tie_breaks) = (None, Vec::new());
    });
    let mut opening = opening("A contest with a referee", rulebook, many_hands(), &[]);
    (opening.terms.referees, opening.roster.referees) = (1, vec!["Olga".to_owned()]);
    let mut story = Story::opened_as(opening, "2010-10-23T10:00:00Z".parse().unwrap()).unwrap();
    story.is_taken_up(None, story.now);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.open_round().unwrap();
    seconds(&mut story, 5);
    let conversation = story.contest().conversations_of(confederate(1), RoundNumber::new(1)).next().unwrap();
    let one = ConfederateId::new(1);
    let asks = |story: &mut Story, text: &str| {
        let judge = Participant::Judge(conversation.interview.judge);
        story.says(judge, 1, Some(conversation.seat), text).unwrap();
        seconds(story, 1);
    };
    let rules = |story: &mut Story, deed, words: Option<&str>| {
        let who = Participant::Referee(RefereeId::new(1));
        story.does(who, Command::Referee { deed, words: words.map(str::to_owned) }).unwrap();
        seconds(story, 1);
    };
    asks(&mut story, "Who are you?");
    story.answers(conversation, "Ada, of the house across the road.").unwrap();
    rules(&mut story, Deed::Hold { conversation }, None);
    let of = story.room().count(Stream::Conversation(conversation));
    rules(&mut story, Deed::Strike { conversation, of }, Some("no names, please"));
    rules(&mut story, Deed::Warn { confederate: one }, Some("Do not tell who you are."));
    story.answers(conversation, "A friend.").unwrap();
    seconds(&mut story, 10);
    rules(&mut story, Deed::Release { conversation }, None);
    let limit = SpeechLimit { characters: Some(80), apart: Some(Duration::from_secs(5)) };
    rules(&mut story, Deed::Limit { confederate: one, limit }, Some("Shorter, so that all can follow."));
    asks(&mut story, "Whose friend?");
    rules(&mut story, Deed::Mute { conversation }, Some("a moment, please"));
    rules(&mut story, Deed::Unmute { conversation }, None);
    story.answers(conversation, "Yours, if you like.").unwrap();
    rules(&mut story, Deed::Lift { confederate: one }, None);
    let at = story.room().count(Stream::Conversation(conversation));
    rules(&mut story, Deed::Flag { conversation, at }, Some("the judge may have heard the name through the wall"));
    rules(&mut story, Deed::Note {}, Some("The wall between the rooms is thin."));
    story.does(ORGANISER, Command::Referee { deed: Deed::Note {}, words: Some("Seen.".to_owned()) }).unwrap();
    story.wait_out();
    story.wait_out();
    story.play_on();
    story.rates_all_alike(&[judge(1), judge(2)]);
    story.wait_out();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

/// A game in which all people ask and answer, and both sides guess.
pub(super) fn both() -> Story {
    let mut story = opened("A game", small("human-or-not-2023", |_| {}), many_hands(), &[]);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    let seatings = story.contest().assignment().unwrap().0.iter();
    let people = |seating: &schedule::Seating| Some((seating.interview, seating.witness(Seat::Only)?));
    let mut people = seatings.filter_map(people);
    let (asked, answers) = people
        .find_map(|(interview, witness)| match witness {
            Witness::Confederate(person) => Some((interview, judge(person.number()))),
            Witness::Entry(_) => None,
        })
        .unwrap();
    let (round, asks) = (asked.round.number(), Participant::Judge(asked.judge));
    for _ in 1..round {
        story.open_round().unwrap();
        story.wait_out();
        story.wait_out();
    }
    story.open_round().unwrap();
    story.says(asks, round, Some(Seat::Only), "Who are you?").unwrap();
    seconds(&mut story, 2);
    story.says(answers, round, Some(Seat::Only), "And you?").unwrap();
    story.wait_out();
    for (who, verdict) in [(asks, Verdict::Human), (answers, Verdict::Machine)] {
        let answers = Answers { verdicts: [(Seat::Only, verdict)].into(), ..Answers::default() };
        story.fills_in(who, round, answers).unwrap();
    }
    story.wait_out();
    story.play_on();
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    story
}

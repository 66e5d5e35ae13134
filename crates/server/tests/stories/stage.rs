//! A whole contest without a server: every event is decided and applied as a running contest does it, and all
//! participants answer their forms.

use std::time::Duration;

use contest::{
    Command, Draft, Recorded, Views,
    command::{Ending, Opening, Say, To},
    contest::{COIN_WAIT, Phase},
    event::{EntryCard, Roster, Settled, ShownLine, Terms},
    seed::SeedOpening,
    shown::SourceConversation,
    view::stage::Stage,
};
use rulebook::{
    ConversationId, Decimal, DrawnSecret, Participant, RoundNumber, Rulebook, Seat, Side, Timestamp,
    key::keys_of,
    schema::{Combine, Medium, Question},
};
use tally::{Answers, Verdict};

/// A contest in progress.
pub(crate) struct Story {
    pub(crate) views: Views,
    pub(crate) now: Timestamp,
    said: u32,
}

/// A shipped rulebook, with its open choices made.
pub(crate) fn shipped(id: &str) -> Rulebook {
    let mut rulebook = rulebook::shipped::rulebook(id).unwrap();
    if let Some(trials) = &mut rulebook.trials {
        trials.combine.get_or_insert(Combine::Any);
    }
    rulebook
}

/// As many conversations of one turn as there are witnesses.
fn read(roles: rulebook::schema::Roles) -> Vec<(u16, SourceConversation)> {
    let line = |by, text: &str| ShownLine { by, text: text.to_owned() };
    let turn = vec![line(Side::Judge, "Who are you?"), line(Side::Witness, "Somebody.")];
    let conversation = |is_human| {
        let (of, name) = ("The past".to_owned(), "conversation".to_owned());
        (1, SourceConversation { of, name, turns: vec![turn.clone(), turn.clone()], is_human })
    };
    let people = (0..roles.confederates).map(|_| conversation(true));
    people.chain((0..roles.entries).map(|_| conversation(false))).collect()
}

/// As many people and programs of each role as the rulebook has; one referee, where it may have some.
pub(crate) fn roster_of(rulebook: &Rulebook) -> Roster {
    let people = |role: &str, count: u16| (1..=count).map(|n| format!("{role} {n}")).collect();
    let card =
        |n| EntryCard { name: format!("Program {n}"), contestant: format!("Maker {n}"), protocol: "stdio".into() };
    Roster {
        judges: people("Asker", rulebook.roles.judges),
        confederates: people("Answerer", rulebook.roles.confederates),
        entries: (1..=rulebook.roles.entries).map(card).collect(),
        referees: people("Watcher", u16::from(rulebook.referees.is_some())),
        committee: people("Member", rulebook.committee.as_ref().map_or(0, |committee| committee.members)),
    }
}

impl Story {
    /// A contest under this rulebook, just drawn.
    pub(crate) fn of(rulebook: Rulebook) -> Self {
        Self::drawn_by(rulebook, "story")
    }

    /// A contest that is drawn from another secret.
    pub(crate) fn drawn_by(rulebook: Rulebook, secret: &str) -> Self {
        let roster = roster_of(&rulebook);
        let referees = u16::from(rulebook.referees.is_some());
        let settled = Settled::throughout(&rulebook, "As in every story.");
        let shown = if rulebook.interview.is_read() { read(rulebook.roles) } else { Vec::new() };
        let source = (!shown.is_empty()).then(|| "5eed".repeat(16).parse().unwrap());
        let sources = source.into_iter().collect();
        let opening = Opening {
            terms: Terms { settled: Box::new(settled), referees, sources, ..Terms::of("A story", "Nobody", rulebook) },
            roster,
            shown,
            seed: SeedOpening::ManyHands {
                secret: DrawnSecret::of_rehearsal(secret),
                organiser: Some("story".to_owned()),
                committee: None,
            },
        };
        let mut story = Self { views: Views::default(), now: Timestamp::from_millis(1_000_000), said: 0 };
        story.ask(Participant::Organiser, Command::Open(Box::new(opening)));
        story.ask(Participant::Organiser, Command::Draw { anyway: true });
        story
    }

    pub(crate) fn contest(&self) -> &contest::contest::Contest {
        self.views.room().contest().unwrap()
    }

    pub(crate) fn ask(&mut self, who: Participant, command: Command) {
        let drafts = self.views.room().decide(who, &command, self.now).unwrap_or_else(|why| panic!("{who}: {why}"));
        drafts.into_iter().for_each(|draft| self.take(draft));
        self.pass(Duration::ZERO);
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        self.now = self.now + time;
        while let Some(draft) = self.views.room().due(self.now) {
            self.take(draft);
        }
    }

    fn take(&mut self, draft: Draft) {
        let Draft { actor, event } = draft;
        let number = self.views.room().count(event.stream()) + 1;
        self.views.apply(&Recorded { number, time: self.now, actor, event });
    }

    /// Sends a message, in the contest's medium, and lets a second pass.
    pub(crate) fn say(&mut self, who: Participant, seat: Option<Seat>, text: &str) {
        self.say_at_once(who, seat, text);
        self.pass(Duration::from_secs(1));
    }

    /// In every running conversation the judge asks a question and gets an answer.
    pub(crate) fn talk(&mut self) {
        let Phase::Talk(round, _) = self.contest().phase else { panic!("nobody talks now") };
        for id in self.conversations(round) {
            if self.contest().is_read() {
                let seat = id.seat;
                let believe = Command::Believe { round, seat, turn: 1, human: 70 };
                self.ask(Participant::Judge(id.interview.judge), believe);
                continue;
            }
            self.say_at_once(Participant::Judge(id.interview.judge), Some(id.seat), "Who are you?");
            self.pass(Duration::from_secs(1));
            let to = To { round, seat: None, interview: Some(id.interview) };
            self.say_to(self.contest().listener(id).unwrap(), to, "Somebody.");
        }
        self.pass(Duration::from_secs(60));
    }

    /// Sends a message without letting time pass.
    pub(crate) fn say_at_once(&mut self, who: Participant, seat: Option<Seat>, text: &str) {
        let Phase::Talk(round, _) = self.contest().phase else { panic!("nobody talks now") };
        self.say_to(who, To { round, seat, interview: None }, text);
    }

    fn say_to(&mut self, who: Participant, to: To, text: &str) {
        self.said += 1000;
        let id = format!("story-{}", self.said).try_into().unwrap();
        let command = match self.contest().rulebook.interview.medium {
            Medium::Keystrokes { .. } => {
                let keys = keys_of(text).chain([rulebook::Key::Return]).collect();
                Command::Press(contest::command::Press { id, to, keys, sent: None })
            }
            Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => {
                Command::Say(Say { id, to, text: text.to_owned(), sent: None })
            }
        };
        self.ask(who, command);
    }

    /// Everybody answers their open forms.
    pub(crate) fn answer_all(&mut self) {
        for who in self.contest().cast() {
            let stage = Stage::of(self.contest(), who);
            for form in stage.forms {
                let round = form.interview.round;
                let answers = answers(&self.contest().rulebook, &form.seats, round);
                self.ask(who, Command::CastBallot { round, answers: Box::new(answers) });
            }
            if !stage.to_rank.is_empty() {
                self.ask(who, Command::CastRanking { order: one_by_one(&stage.to_rank) });
            }
        }
    }

    /// Goes on to the next phase.
    pub(crate) fn go_on(&mut self) {
        let command = match Ending::of(self.contest().phase) {
            Some(ending) => Command::EndPhase(ending),
            None => Command::OpenRound { anyway: true },
        };
        self.ask(Participant::Organiser, command);
    }

    /// Plays the contest to its end; `look` is called in every phase.
    pub(crate) fn play(&mut self, mut look: impl FnMut(&Self)) {
        look(self);
        while self.contest().phase != Phase::Closed {
            if self.contest().open_coin().is_some() {
                self.pass(COIN_WAIT);
                continue;
            }
            self.go_on();
            look(self);
            if let Phase::Talk(round, _) = self.contest().phase {
                for conversation in self.conversations(round) {
                    if self.contest().is_read() {
                        let believe = Command::Believe { round, seat: conversation.seat, turn: 1, human: 70 };
                        self.ask(Participant::Judge(conversation.interview.judge), believe);
                        continue;
                    }
                    self.say(
                        Participant::Judge(conversation.interview.judge),
                        Some(conversation.seat),
                        "Who <are> you?",
                    );
                }
                look(self);
            }
            self.answer_all();
            look(self);
        }
    }

    pub(crate) fn conversations(&self, round: RoundNumber) -> Vec<ConversationId> {
        self.contest().interviews_in(round).flat_map(schedule::Seating::conversations).collect()
    }
}

/// Answers that the rulebook allows, different in every round.
pub(crate) fn answers(rulebook: &Rulebook, seats: &[Seat], round: RoundNumber) -> Answers<Seat> {
    let mut answers = Answers::default();
    for question in &rulebook.ballots.interview {
        match question {
            Question::Choice => answers.choice = seats.last().copied(),
            Question::Verdict { unsure } => {
                let other = if *unsure { Verdict::Unsure } else { Verdict::Machine };
                answers.verdicts = seats.iter().copied().zip([other, Verdict::Human]).collect();
            }
            Question::Rating { name, from, to, decimals, .. } => {
                let fraction = if *decimals > 0 { 250 } else { 0 };
                let number = Decimal::from_thousandths((u32::from(from.midpoint(*to)) * 1000) + fraction);
                answers.ratings.insert(name.clone(), seats.iter().map(|seat| (*seat, number)).collect());
            }
            Question::Split { total, winner, .. } => {
                let more = winner + round.number();
                answers.split = seats.iter().copied().zip([total - more, more]).collect();
            }
            Question::Confidence => answers.confidence = Some(80),
            Question::Reason { .. } => answers.reason = Some("\"it\" knew\ntoo <much>".to_owned()),
        }
    }
    answers
}

pub(crate) fn one_by_one(conversations: &[ConversationId]) -> Vec<Vec<ConversationId>> {
    conversations.iter().map(|conversation| vec![*conversation]).collect()
}

//! A contest, its record, and a clock moved by hand.

use std::time::Duration;

use archive::audit::audit;
use contest::{
    Command, Draft, FormDrafts, Recorded, Refusal, Room, Views,
    command::{Change, OnEntry, Opening, Press, Say, To},
    contest::{Contest, RulingKind},
    event::{Beforehand, EntryCard, Roster, Settled, Terms},
    seed::SeedOpening,
    timer::{self, Heartbeat, Holder, TakeUp},
};
use rulebook::{
    Authority, ConfederateId, ConversationId, Decimal, DrawnSecret, EntryId, InterviewId, JudgeId, Participant,
    RoundNumber, Rulebook, Seat,
    key::keys_of,
    schema::{Medium, Question},
    shipped,
};
use schedule::GivenPlan;
use tally::Answers;

pub(crate) const ORGANISER: Participant = Participant::Organiser;

/// A contest, its record, and a clock moved by hand.
pub(crate) struct Story {
    pub(crate) views: Views,
    pub(crate) record: Vec<Recorded>,
    /// The unsealed forms.
    pub(crate) drafts: FormDrafts,
    pub(crate) now: rulebook::Timestamp,
    said: u32,
}

/// The rules of a shipped rulebook, changed.
pub(crate) fn rules(id: &str, change: impl FnOnce(&mut Rulebook)) -> Rulebook {
    let mut rulebook = shipped::rulebook(id).unwrap();
    change(&mut rulebook);
    rulebook
}

/// The time at which stories begin.
pub(crate) const BEGINNING: &str = "2010-10-23T09:30:00Z";

impl Story {
    /// A contest under the rules of 2010.
    pub(crate) fn begin() -> Self {
        Self::under(rules("loebner-2010", |_| {}))
    }

    pub(crate) fn under(rulebook: Rulebook) -> Self {
        Self::try_under(rulebook, "story").unwrap()
    }

    /// A contest drawn without contributions.
    pub(crate) fn try_under(rulebook: Rulebook, seed: &str) -> Result<Self, Refusal> {
        Self::drawn(rulebook, seed, None)
    }

    /// A contest under the rules of 2010 whose clocks resume by themselves after a countdown.
    pub(crate) fn with_countdown(countdown: Duration) -> Self {
        Self::drawn(rules("loebner-2010", |_| {}), "story", Some(countdown)).unwrap()
    }

    fn drawn(rulebook: Rulebook, seed: &str, countdown: Option<Duration>) -> Result<Self, Refusal> {
        let secret = DrawnSecret::of_rehearsal(seed);
        let seed = SeedOpening::ManyHands { secret, organiser: None, committee: None };
        let mut story = Self::set_up(rulebook, seed, countdown)?;
        story.does(ORGANISER, Command::Draw { anyway: true })?;
        Ok(story)
    }

    /// A contest that is opened and not drawn.
    pub(crate) fn opened(rulebook: Rulebook, seed: SeedOpening) -> Result<Self, Refusal> {
        Self::set_up(rulebook, seed, None)
    }

    /// A contest drawn from a given plan.
    pub(crate) fn with_plan(rulebook: Rulebook, plan: GivenPlan) -> Result<Self, Refusal> {
        let mut story = Self::with_plan_undrawn(rulebook, plan)?;
        story.does(ORGANISER, Command::Draw { anyway: true })?;
        Ok(story)
    }

    /// A contest with a given plan that is not drawn.
    pub(crate) fn with_plan_undrawn(rulebook: Rulebook, plan: GivenPlan) -> Result<Self, Refusal> {
        let mut opening = Self::opening(rulebook, None);
        opening.terms.plan = Some(Box::new(plan));
        Self::opened_as(opening, BEGINNING.parse().unwrap())
    }

    fn set_up(rulebook: Rulebook, seed: SeedOpening, countdown: Option<Duration>) -> Result<Self, Refusal> {
        let opening = Opening { seed, ..Self::opening(rulebook, countdown) };
        Self::opened_as(opening, BEGINNING.parse().unwrap())
    }

    /// The opening of every story.
    pub(crate) fn opening(rulebook: Rulebook, countdown: Option<Duration>) -> Opening {
        let names = |kind: &str, count: u16| (1..=count).map(|n| format!("{kind} {n}")).collect::<Vec<_>>();
        let card = |name: String| EntryCard { name, contestant: "somebody".into(), protocol: "stdio".into() };
        let roles = rulebook.roles;
        let roster = Roster {
            judges: names("Judge", roles.judges),
            confederates: names("Confederate", roles.confederates),
            entries: names("Program", roles.entries).into_iter().map(card).collect(),
            committee: names("Member", rulebook.committee.as_ref().map_or(0, |committee| committee.members)),
            referees: Vec::new(),
        };
        let settled = Settled::throughout(&rulebook, "As in every story.");
        let first = roles.entries.saturating_sub(roles.baselines);
        let baselines = EntryId::first(roles.entries.into()).skip(first.into()).collect();
        let secret = DrawnSecret::of_rehearsal("story");
        let is_read = rulebook.interview.is_read();
        let sources = is_read.then(|| "5eed".repeat(16).parse().unwrap()).into_iter().collect();
        Opening {
            shown: if is_read { crate::second_sight::conversations(roles) } else { Vec::new() },
            terms: Terms {
                settled: Box::new(settled),
                beforehand: Box::new(Beforehand { baselines, ..Beforehand::default() }),
                countdown,
                sources,
                ..Terms::of("A story", "Nobody", rulebook)
            },
            roster,
            seed: SeedOpening::ManyHands { secret, organiser: None, committee: None },
        }
    }

    /// A contest with this opening, at this moment.
    pub(crate) fn opened_as(opening: Opening, now: rulebook::Timestamp) -> Result<Self, Refusal> {
        let mut story =
            Self { views: Views::default(), record: Vec::new(), drafts: FormDrafts::default(), now, said: 0 };
        story.does(ORGANISER, Command::Open(Box::new(opening)))?;
        Ok(story)
    }

    pub(crate) fn contest(&self) -> &Contest {
        self.views.room().contest().unwrap()
    }

    pub(crate) fn room(&self) -> &Room {
        self.views.room()
    }

    pub(crate) fn does(&mut self, who: Participant, command: Command) -> Result<(), Refusal> {
        let drafts = self.views.room().decide(who, &command, self.now)?;
        if let Command::Draft { form, fields } = command {
            let whole = self.contest().changed(&self.drafts, who, form, &fields)?;
            self.drafts.keep(who, form, whole);
        }
        drafts.into_iter().for_each(|draft| self.take(draft));
        self.pass();
        Ok(())
    }

    /// Fills in a form without sealing it: `human=left&confidence=50`.
    pub(crate) fn drafts(&mut self, who: Participant, form: &str, fields: &str) -> Result<(), Refusal> {
        let fields = fields.split('&').filter_map(|field| field.split_once('='));
        let fields = fields.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        self.does(who, Command::Draft { form: form.parse().unwrap(), fields })
    }

    /// Records a decided draft.
    pub(crate) fn take(&mut self, draft: Draft) {
        for counted in self.views.room().counted(&self.drafts, &draft.event, self.now) {
            self.record(counted);
        }
        self.record(draft);
    }

    fn record(&mut self, Draft { actor, event }: Draft) {
        let number = self.views.room().count(event.stream()) + 1;
        let fact = Recorded { number, time: self.now, actor, event };
        self.views.apply(&fact);
        self.record.push(fact);
    }

    /// A server takes the contest up, at this moment of the wall clock, after this last heartbeat.
    pub(crate) fn is_taken_up(&mut self, last: Option<Heartbeat>, wall: rulebook::Timestamp) {
        self.is_taken_up_by(Holder::New, last, wall);
    }

    /// The same, by the server that held the timer before, or by another.
    pub(crate) fn is_taken_up_by(&mut self, holder: Holder, last: Option<Heartbeat>, wall: rulebook::Timestamp) {
        let TakeUp { now, fact } = timer::take_up(self.room(), last, wall, timer::REAL_TIME, holder);
        self.now = now;
        fact.into_iter().for_each(|draft| self.take(draft));
        self.pass();
    }

    /// Records the facts due by time.
    pub(crate) fn pass(&mut self) {
        while let Some(draft) = self.views.room().due(self.now) {
            self.take(draft);
        }
    }

    pub(crate) fn wait(&mut self, seconds: u64) {
        self.wait_for(Duration::from_secs(seconds));
    }

    pub(crate) fn wait_for(&mut self, time: Duration) {
        self.now = self.now + time;
        self.pass();
    }

    /// Lets time pass as on a server, which records each fact when it is due.
    pub(crate) fn goes_on(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(due) = self.room().next_deadline().filter(|due| *due <= end) {
            self.wait_for(due.since(self.now));
        }
        self.wait_for(end.since(self.now));
    }

    /// This participant leaves for good.
    pub(crate) fn leaves(&mut self, left: Participant) -> Result<(), Refusal> {
        self.does(ORGANISER, Command::Replan { change: Change::Leaves(left), reason: "called away".to_owned() })
    }

    /// Waits until the clock ends the phase.
    pub(crate) fn wait_out(&mut self) {
        let ends = self.contest().phase.ends().unwrap();
        self.wait_for(ends.since(self.now));
    }

    pub(crate) fn open_round(&mut self) -> Result<(), Refusal> {
        self.does(ORGANISER, Command::OpenRound { anyway: true })
    }

    /// Presses the keys of this text, or sends it as a message, depending on the medium.
    pub(crate) fn says(&mut self, who: Participant, round: u16, seat: Option<Seat>, text: &str) -> Result<(), Refusal> {
        self.says_in(who, To { round: RoundNumber::new(round), seat, interview: None }, text)
    }

    pub(crate) fn says_in(&mut self, who: Participant, to: To, text: &str) -> Result<(), Refusal> {
        self.said += 1;
        let id = format!("p{}", self.said).try_into().unwrap();
        let command = match self.contest().rulebook.interview.medium {
            Medium::Keystrokes { .. } => Command::Press(Press { id, to, keys: keys_of(text).collect(), sent: None }),
            _ => Command::Say(Say { id, to, text: text.to_owned(), sent: None }),
        };
        self.does(who, command)
    }

    /// The first judge speaks in the current round.
    pub(crate) fn judge_says(&mut self, seat: Seat, text: &str) -> Result<(), Refusal> {
        let round = self.contest().phase.running_round().map_or(1, RoundNumber::number);
        self.says(judge(1), round, Some(seat), text)
    }

    /// The answering participant of this conversation speaks.
    pub(crate) fn answers(&mut self, id: ConversationId, text: &str) -> Result<(), Refusal> {
        let who = self.contest().listener(id).unwrap();
        let to = To { round: id.interview.round, seat: None, interview: Some(id.interview) };
        self.says_in(who, to, text)
    }

    /// The first judge's witness at this seat in this round.
    pub(crate) fn witness(&self, round: u16, seat: Seat) -> Participant {
        self.contest().seating(interview(round, 1)).unwrap().witness(seat).unwrap().into()
    }

    /// The first judge names the human.
    pub(crate) fn votes(&mut self, round: u16, human: Seat) -> Result<(), Refusal> {
        self.fills_in(judge(1), round, Answers { choice: Some(human), ..Answers::default() })
    }

    /// These judges fill in every open form, with a rating of 3 for all.
    pub(crate) fn rates_all_alike(&mut self, judges: &[Participant]) {
        for &who in judges {
            for (part, seats) in self.contest().forms(who) {
                let mut answers = Answers::default();
                for question in &self.contest().rulebook.ballots.interview {
                    if let Question::Rating { name, .. } = question {
                        let three = Decimal::from_thousandths(3000);
                        answers.ratings.insert(name.clone(), seats.iter().map(|seat| (*seat, three)).collect());
                    }
                }
                self.fills_in(who, part.interview.round.number(), answers).unwrap();
            }
        }
    }

    pub(crate) fn fills_in(&mut self, who: Participant, round: u16, answers: Answers<Seat>) -> Result<(), Refusal> {
        self.does(who, Command::CastBallot { round: RoundNumber::new(round), answers: Box::new(answers) })
    }

    /// Plays rounds without a word until the rankings at the end are asked for, or the contest is over.
    pub(crate) fn play_on(&mut self) {
        while self.open_round().is_ok() {
            self.wait_out();
            self.wait_out();
        }
    }

    /// The lines on the first judge's page in this conversation.
    pub(crate) fn read(&self, round: u16, seat: Seat) -> Vec<String> {
        let screen = &self.views.judge(JudgeId::new(1)).unwrap().screen;
        let conversation = screen.conversations.get(&(RoundNumber::new(round), seat));
        conversation.into_iter().flat_map(|c| &c.lines).map(|line| line.text.clone()).collect()
    }

    /// The organisers disqualify this entry under a rule, for this reason.
    pub(crate) fn disqualifies(&mut self, who: Participant, entry: u16, reason: &str) -> Result<(), Refusal> {
        let (decision, by, rule) = (RulingKind::Disqualified, Authority::Organisers, "rule 8".to_owned());
        let (entry, reason) = (EntryId::new(entry), reason.to_owned());
        self.does(who, Command::Rule(Box::new(OnEntry { entry, decision, by, rule, reason })))
    }

    /// The faults that an audit finds.
    pub(crate) fn faults(&self) -> Vec<String> {
        faults(&self.record)
    }
}

pub(crate) fn faults(record: &[Recorded]) -> Vec<String> {
    audit(record).faults.iter().map(ToString::to_string).collect()
}

pub(crate) fn judge(number: u16) -> Participant {
    Participant::Judge(JudgeId::new(number))
}

pub(crate) fn confederate(number: u16) -> Participant {
    Participant::Confederate(ConfederateId::new(number))
}

pub(crate) fn entry(number: u16) -> Participant {
    Participant::Entry(EntryId::new(number))
}

pub(crate) fn interview(round: u16, judge: u16) -> InterviewId {
    InterviewId { round: RoundNumber::new(round), judge: JudgeId::new(judge) }
}

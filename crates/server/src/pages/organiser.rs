//! The organiser's desk, and the cards with join links.

use askama::Template;
use contest::{
    FormId,
    command::Ending,
    contest::{Contest, Phase, Prospect, Ruling},
    late::Late,
    result::RulingResult,
    view::stage::StagePhase,
};
use rulebook::{Authority, EntryId, InterviewId, Participant, Seat, Timestamp, Witness};
use schedule::Seating;

use super::{CommitteeCard, Desk, desk, seats};

/// A judge or confederate, as the organiser sees them.
pub struct PersonRow {
    /// Who.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// Played by a script.
    pub scripted: bool,
    /// Has left for good.
    pub left: bool,
    /// The join link was used.
    pub joined: bool,
    /// A page is open.
    pub connected: bool,
    /// In place for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
    /// Whether what this person is asked now is in; absent when nothing is asked.
    pub answered: Option<bool>,
}

/// An entry, as the organiser sees it.
pub struct EntryRow {
    /// Which.
    pub who: EntryId,
    /// The name.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: String,
    /// How its program is doing.
    pub state: String,
    /// What keeps its program apart from everything else; empty until that is known.
    pub kept: String,
    /// What should be looked at before it plays: what it can reach, or cannot find.
    pub warnings: Vec<String>,
    /// Has left for good.
    pub left: bool,
    /// Was disqualified.
    pub disqualified: bool,
    /// In place for the next round.
    pub ready: bool,
    /// What it is made of, as deposited; empty before.
    pub made_of: String,
    /// Whether it changed after it was deposited first.
    pub changed: bool,
    /// What its answers used; empty for a program that reports none.
    pub spent: String,
}

/// An interview of the round that runs, or comes next.
pub struct InterviewRow {
    /// Which.
    pub interview: InterviewId,
    /// Before whom the judge sits, in the order of ids: where a witness of a pair sits is nobody's business.
    pub witnesses: String,
    /// Ended by the organiser before its time.
    pub ended: bool,
    /// How the witnesses began, where the rulebook gives them their first words; in the order of ids.
    pub openings: Vec<Opening>,
}

/// How a witness began.
pub struct Opening {
    /// Which.
    pub witness: Witness,
    /// With words that the rulebook allows, or others; absent before the first line.
    pub kept: Option<bool>,
}

impl InterviewRow {
    /// The row of this interview.
    #[must_use]
    pub fn of(contest: &Contest, seating: &Seating, kept: impl Fn(Seat) -> Option<bool>) -> Self {
        let mut witnesses: Vec<(Witness, Seat)> =
            seating.seats.iter().map(|(seat, witness)| (*witness, *seat)).collect();
        witnesses.sort_by_key(|(witness, _)| (matches!(witness, Witness::Confederate(_)), *witness));
        let named = witnesses.iter().map(|(witness, seat)| match seat {
            Seat::Terminal(_) => format!("{witness} at {}", seats::phrase(*seat)),
            Seat::Left | Seat::Right | Seat::Only => witness.to_string(),
        });
        let has_words = !contest.rulebook.interview.opening_words.is_empty();
        let openings = witnesses.iter().filter(|_| has_words);
        Self {
            interview: seating.interview,
            witnesses: named.collect::<Vec<_>>().join(" and "),
            ended: contest.interviews.get(&seating.interview).is_some_and(|interview| interview.aborted),
            openings: openings.map(|(witness, seat)| Opening { witness: *witness, kept: kept(*seat) }).collect(),
        }
    }
}

/// The form that ends a phase: it names the phase, so that a second click does not end the next one.
struct EndingForm {
    phase: &'static str,
    /// What is counted: `round`, `trial` or `vote`.
    part: &'static str,
    number: String,
    label: &'static str,
}

/// The organiser's desk.
#[derive(Template)]
#[template(path = "organiser.html")]
pub struct OrganiserPage<'a> {
    /// Who, where, when.
    pub desk: Desk<'a>,
    /// The contest.
    pub contest: &'a Contest,
    /// Judges and confederates.
    pub people: Vec<PersonRow>,
    /// Programs.
    pub entries: Vec<EntryRow>,
    /// The interviews of the round that runs, or comes next.
    pub interviews: Vec<InterviewRow>,
    /// How many utterances came too late for the moment drawn for them; absent where none was drawn so far.
    pub late: Option<Late>,
    /// A warning that the room for the record ends; absent where there is enough.
    pub disk: Option<String>,
    /// What becomes of the forms that are not sealed, if they are closed now.
    pub prospects: Vec<(Participant, FormId, Prospect)>,
}

impl OrganiserPage<'_> {
    /// What the forms that run the round depend on: while this stays the same, only what they report is exchanged.
    fn course_key(&self) -> String {
        let out = (self.contest.left.len(), self.contest.rulings.len());
        let (paused, drawn) = (self.contest.paused_since.is_some(), self.contest.is_drawn());
        format!("{}-{paused}-{drawn}-{out:?}", self.desk.key())
    }

    /// The people who have not joined, so that nothing of theirs is in the draw.
    fn not_joined(&self) -> String {
        let missing = self.contest.not_joined();
        missing.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    fn ready_count(&self) -> usize {
        self.contest.ready.len()
    }

    fn needed_count(&self) -> usize {
        match self.contest.phase {
            Phase::Lobby(next) => self.contest.needed_in(next).len(),
            _ => 0,
        }
    }

    /// Whether anybody is asked for a ballot now.
    fn voting(&self) -> bool {
        self.people.iter().any(|person| person.answered.is_some())
    }

    /// Who owes a ballot.
    fn missing(&self) -> String {
        let missing = self.people.iter().filter(|person| person.answered == Some(false));
        missing.map(|person| person.who.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// What becomes of what is filled in and not sealed, a sentence for each fate: who, and never what.
    fn unsealed(&self) -> Vec<String> {
        let people = |prospect: Prospect| {
            let found = self.prospects.iter().filter(move |(.., found)| *found == prospect);
            let mut people: Vec<String> = found.map(|(who, ..)| who.to_string()).collect();
            people.dedup();
            people
        };
        let sentence = |(prospect, one, many): (Prospect, &str, &str)| {
            let people = people(prospect);
            let does = if people.len() == 1 { one } else { many };
            (!people.is_empty()).then(|| format!("{} {does}.", people.join(", ")))
        };
        let fates = [
            (Prospect::Counts, "has a complete draft, which will count", "have complete drafts, which will count"),
            (
                Prospect::Incomplete,
                "has an incomplete draft, which will be lost",
                "have incomplete drafts, which will be lost",
            ),
            (
                Prospect::Lapses,
                "has a draft, which will be lost: only what is sealed counts here",
                "have drafts, which will be lost: only what is sealed counts here",
            ),
            (Prospect::Empty, "has filled in nothing", "have filled in nothing"),
        ];
        fates.into_iter().filter_map(sentence).collect()
    }

    /// The form that ends the phase, if a clock runs.
    fn ending(&self) -> Option<EndingForm> {
        let (phase, part, number, label) = match Ending::of(self.contest.phase)? {
            Ending::Talk { round } => ("talk", "round", round.to_string(), "End the talk"),
            Ending::Scoring { round } => ("scoring", "round", round.to_string(), "Close the round"),
            Ending::EndBallots { trial } => {
                let is_last = trial >= self.contest.rulebook.trial_count();
                let label = if is_last { "Close the contest" } else { "Close the trial" };
                ("end-ballots", "trial", trial.to_string(), label)
            }
            Ending::Vote { vote } => ("vote", "vote", vote.to_string(), "Close the vote"),
        };
        Some(EndingForm { phase, part, number, label })
    }

    fn is_running(&self) -> bool {
        self.contest.phase.running_round().is_some()
    }

    /// Whether the rest can be planned without somebody: before and between rounds.
    fn may_replan(&self) -> bool {
        matches!(self.contest.phase, Phase::Lobby(next) if next.number() <= self.contest.rounds())
    }

    /// Whether something about a program should be looked at before it plays.
    fn has_warnings(&self) -> bool {
        self.entries.iter().any(|entry| !entry.warnings.is_empty())
    }

    /// Those who have not left, with their names.
    fn present(&self) -> Vec<(Participant, &str)> {
        let people = self.people.iter().filter(|person| !person.left).map(|person| (person.who, person.name.as_str()));
        let entries = self.entries.iter().filter(|entry| !entry.left);
        people.chain(entries.map(|entry| (Participant::Entry(entry.who), entry.name.as_str()))).collect()
    }

    fn qualified(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| !entry.disqualified).collect()
    }

    fn disqualified(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| entry.disqualified).collect()
    }

    /// Those who may have decided something that is put on record.
    fn authorities(&self) -> Vec<Authority> {
        let has_committee = self.contest.rulebook.committee.is_some();
        Authority::ALL.into_iter().filter(|by| has_committee || *by != Authority::Committee).collect()
    }

    /// What was ruled, a sentence and the reason for each.
    fn rulings(&self) -> Vec<(String, &str)> {
        let told = |ruling| (RulingResult::from(ruling).to_string(), reason(ruling));
        self.contest.rulings.iter().map(told).collect()
    }

    /// Between whom the judges vote now.
    fn voted_about(&self) -> String {
        let between = self.contest.open_vote().map(|(_, vote)| &vote.between);
        between.into_iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    fn committee(&self) -> Option<CommitteeCard<'_>> {
        CommitteeCard::of(self.contest, true)
    }

    fn has_spending(&self) -> bool {
        self.entries.iter().any(|entry| !entry.spent.is_empty())
    }

    fn has_openings(&self) -> bool {
        self.interviews.iter().any(|row| !row.openings.is_empty())
    }

    fn title_of(&self, who: &Participant) -> String {
        desk::title(*who, &self.contest.rulebook)
    }

    fn clock_time(&self, at: &Timestamp) -> String {
        at.to_string().get(11..19).unwrap_or_default().to_owned()
    }
}

/// Why it was ruled so, in the organiser's words.
pub(super) fn reason(ruling: &Ruling) -> &str {
    ruling.reason.held().map_or("the reason was redacted", |held| held.reason.as_str())
}

/// A join link, on a card.
pub struct JoinLink {
    /// For whom.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// The link.
    pub url: String,
    /// The link as a QR code: SVG of our own making.
    pub qr_svg: String,
}

/// The cards with join links.
#[derive(Template)]
#[template(path = "links.html")]
pub struct LinksPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The links, made just now.
    pub links: Vec<JoinLink>,
}

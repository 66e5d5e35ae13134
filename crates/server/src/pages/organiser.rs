//! The organiser's desk, and the cards with join links.

use askama::Template;
use contest::{
    announcement::Addressee,
    command::Ending,
    contest::{Phase, Prospect, Ruling},
    event::Reason,
    referee::Refereed,
    release::Part,
    result::RulingResult,
    view::organiser::{self, Board, Interview, Talk},
};
use rulebook::{Authority, Participant, Rulebook, Seat, Timestamp, counted, schema::People};

use crate::{
    concerns::Concern,
    readiness::{Check, Finding},
    reveal::Revealing,
    timetable::Course,
};

use super::{CommitteeCard, Desk, desk, seats};

/// What the board does not know of a judge, a confederate or a referee.
pub struct PersonRow {
    /// On the board.
    pub on_board: organiser::Person,
    /// The name.
    pub name: String,
    /// The join link was used.
    pub joined: bool,
    /// A page is open.
    pub here: bool,
}

/// What the board does not know of an entry.
pub struct EntryRow {
    /// On the board.
    pub on_board: organiser::Entry,
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
}

impl PersonRow {
    /// Whether they have no place to be in.
    fn watches(&self) -> bool {
        matches!(self.on_board.who, Participant::Referee(_))
    }
}

impl EntryRow {
    /// What is on record of it, in a few words.
    fn made_of(&self) -> String {
        let Some(deposit) = &self.on_board.deposit else { return "–".to_owned() };
        let settings = counted(deposit.settings.len(), "setting", "settings");
        match deposit.files.len() {
            0 => settings,
            files => format!("{}, {settings}", counted(files, "file", "files")),
        }
    }

    /// What its answers used, in a few words.
    fn spent(&self) -> String {
        let Some(spent) = &self.on_board.spent else { return "–".to_owned() };
        let requests = counted(spent.requests, "request", "requests");
        let tokens = format!("{requests}, {} + {} tokens", spent.prompt_tokens, spent.completion_tokens);
        match spent.cost_micro {
            0 => tokens,
            micro => format!("{tokens}, {}.{:04}", micro / 1_000_000, micro % 1_000_000 / 100),
        }
    }
}

fn listed<T: ToString>(ids: impl IntoIterator<Item = T>) -> String {
    ids.into_iter().map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
}

/// A length of time in minutes and seconds: `2:05`.
fn minutes(length: std::time::Duration) -> String {
    let seconds = length.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
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
    /// What has to be seen to now, the worst first.
    pub problems: Vec<Concern>,
    /// How it stands with what should be well before the next round.
    pub checks: Vec<Check>,
    /// The timetable against the clock, where there is one.
    pub course: Option<Course>,
    /// The time of the contest.
    pub now: Timestamp,
    /// The contest.
    pub board: Board,
    /// Judges and confederates.
    pub people: Vec<PersonRow>,
    /// Programs.
    pub entries: Vec<EntryRow>,
    /// What everybody may read of the contest, which is closed.
    pub released: Vec<Part>,
    /// What the committee has to settle, and has settled.
    pub committee: Option<CommitteeCard<'a>>,
    /// The rules, for the titles of roles.
    pub rulebook: &'a Rulebook,
    /// The names of programs that stand by.
    pub reserves: Vec<String>,
    /// How far the awards are revealed; absent before the close.
    pub reveal: Option<Revealing>,
    /// A warning that the room for the record ends; absent where there is enough.
    pub disk: Option<String>,
}

impl OrganiserPage<'_> {
    /// What the forms that run the round depend on: while this stays the same, only what they report is exchanged.
    fn course_key(&self) -> String {
        let Board { is_paused, owes_reason, is_drawn, rulings, .. } = &self.board;
        format!(
            "{}-{is_paused}-{owes_reason}-{is_drawn}-{:?}",
            self.desk.key(),
            (self.board.left(), rulings.len(), &self.released)
        )
    }

    /// How an interview gets on with each of its witnesses: lines of the judge and of the witness, and how long ago the last sign of
    /// either was.
    fn talks(&self, interview: &Interview) -> Vec<String> {
        let ago = |at: Option<Timestamp>| at.map_or_else(|| "–".to_owned(), |at| minutes(self.now.since(at)));
        let told = |talk: &Talk| {
            if let Some((read, of)) = talk.read {
                return format!("{}: {read} of {} judged", talk.witness, counted(of, "turn", "turns"));
            }
            let (asked, answered) = talk.lines;
            format!(
                "{}: {asked} and {answered}, {} and {} ago",
                talk.witness,
                ago(talk.judge_last),
                ago(talk.witness_last)
            )
        };
        interview.talks.iter().map(told).collect()
    }

    /// The people who have not joined, so that nothing of theirs is in the draw.
    fn not_joined(&self) -> String {
        listed(&self.board.not_joined)
    }

    /// Before whom the judge of an interview sits. Where a witness of a pair sits is nobody's business.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn named(&self, interview: &Interview) -> String {
        let named = interview.witnesses.iter().map(|(witness, seat)| match seat {
            Seat::Terminal(_) => format!("{witness} at {}", seats::phrase(*seat)),
            Seat::Left | Seat::Right | Seat::Only => witness.to_string(),
        });
        named.collect::<Vec<_>>().join(" and ")
    }

    /// Who owes a ballot.
    fn missing(&self) -> String {
        listed(self.board.people.iter().filter(|person| person.answered == Some(false)).map(|person| person.who))
    }

    /// What becomes of what is filled in and not sealed, a sentence for each fate: who, and never what.
    fn unsealed(&self) -> Vec<String> {
        let people = |prospect: Prospect| {
            let found = self.board.prospects.iter().filter(move |(.., found)| *found == prospect);
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

    /// Whether anybody still has to know where to be.
    fn has_handouts(&self) -> bool {
        let round_to_come = match self.board.phase {
            Phase::Lobby(next) => next.number() <= self.board.rounds,
            Phase::Talk(..) | Phase::Scoring(..) => true,
            Phase::EndBallots(trial, _) => trial < self.board.trials,
            Phase::Vote(..) | Phase::Closed => false,
        };
        self.board.is_drawn && round_to_come
    }

    /// The form that ends the phase, if a clock runs.
    fn ending(&self) -> Option<EndingForm> {
        let (phase, part, number, label) = match self.board.ending()? {
            Ending::Talk { round } => ("talk", "round", round.to_string(), "End the talk"),
            Ending::Scoring { round } => ("scoring", "round", round.to_string(), "Close the round"),
            Ending::EndBallots { trial } => {
                let is_last = trial >= self.board.trials;
                let label = if is_last { "Close the contest" } else { "Close the trial" };
                ("end-ballots", "trial", trial.to_string(), label)
            }
            Ending::Vote { vote } => ("vote", "vote", vote.to_string(), "Close the vote"),
        };
        Some(EndingForm { phase, part, number, label })
    }

    /// The judges, confederates and referees who are there, with their names.
    fn people_present(&self) -> Vec<(Participant, &str)> {
        let people = self.people.iter().filter(|person| !person.on_board.left);
        people.map(|person| (person.on_board.who, person.name.as_str())).collect()
    }

    /// Who can be told something, and as what they are offered: roles with somebody in them, then one person after the other.
    fn addressees(&self) -> Vec<(Addressee, String)> {
        let people = self.people_present();
        let has_reader = |to: Addressee| people.iter().any(|(who, _)| to.includes(*who));
        let group = |to| match to {
            Addressee::Judges => "every judge",
            Addressee::Confederates => "every confederate",
            Addressee::Referees => "every referee",
            _ => "everybody",
        };
        let groups = Addressee::GROUPS.into_iter().filter(|to| has_reader(*to)).map(|to| (to, group(to).to_owned()));
        let one = |(who, name): &(Participant, &str)| {
            let to = match who {
                Participant::Judge(judge) => Addressee::Judge(*judge),
                Participant::Confederate(confederate) => Addressee::Confederate(*confederate),
                _ => return None,
            };
            Some((to, format!("{}, {name}", self.title_of(who))))
        };
        groups.chain(people.iter().filter_map(one)).collect()
    }

    /// What referees did, newest first: when, who, what, and in which words.
    fn refereed(&self) -> Vec<(Timestamp, String)> {
        let told = |done: &Refereed| match &done.words {
            Some(words) => format!("{}: {} – {words}", done.by, done.deed),
            None => format!("{}: {}", done.by, done.deed),
        };
        self.board.refereed.iter().map(|done| (done.at, told(done))).collect()
    }

    fn entries_present(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| !entry.on_board.left).collect()
    }

    /// Whether somebody can join in both parts, or everybody has both.
    fn has_confederates_apart(&self) -> bool {
        self.rulebook.roles.people == People::Apart
    }

    fn is_running(&self) -> bool {
        self.board.phase.running_round().is_some()
    }

    /// Whether something about a program should be looked at before it plays.
    fn has_warnings(&self) -> bool {
        self.entries.iter().any(|entry| !entry.warnings.is_empty())
    }

    /// Those in the plan who have not left, with their names.
    fn present(&self) -> Vec<(Participant, &str)> {
        let people = self.people_present().into_iter().filter(|(who, _)| !matches!(who, Participant::Referee(_)));
        let entries = self.entries.iter().filter(|entry| !entry.on_board.left);
        people.chain(entries.map(|entry| (Participant::Entry(entry.on_board.who), entry.name.as_str()))).collect()
    }

    fn qualified(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| !entry.on_board.disqualified).collect()
    }

    fn disqualified(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| entry.on_board.disqualified).collect()
    }

    /// What can still be released, as a form sends it and in words; more of it includes what is less.
    fn releasable(&self) -> Vec<(&'static str, &'static str)> {
        let choices = [
            (Part::Result, "result", "the result"),
            (Part::Transcripts, "result,transcripts", "the result and the transcripts"),
            (Part::Record, "result,transcripts,record", "the result, the transcripts and the record"),
        ];
        let is_open = |(part, ..): &(Part, &str, &str)| !self.released.contains(part);
        choices.into_iter().filter(is_open).map(|(_, parts, told)| (parts, told)).collect()
    }

    /// Those who may have decided something that is put on record.
    fn authorities(&self) -> Vec<Authority> {
        let may = |by: &Authority| self.board.has_committee || *by != Authority::Committee;
        Authority::ALL.into_iter().filter(may).collect()
    }

    /// What was ruled, a sentence and the reason for each.
    fn rulings(&self) -> Vec<(String, &str)> {
        let told = |ruling| (RulingResult::from(ruling).to_string(), reason(ruling));
        self.board.rulings.iter().map(told).collect()
    }

    /// Between whom the judges vote now.
    fn voted_about(&self) -> String {
        listed(&self.board.voted_about)
    }

    fn has_spending(&self) -> bool {
        self.entries.iter().any(|entry| entry.on_board.spent.is_some())
    }

    fn has_openings(&self) -> bool {
        self.board.interviews.iter().any(|row| !row.openings.is_empty())
    }

    fn title_of(&self, who: &Participant) -> String {
        desk::title(*who, self.rulebook).to_string()
    }

    /// Whether everything that anybody can tell of is well.
    fn is_well(&self) -> bool {
        self.checks.iter().all(|check| check.finding() != Finding::Amiss)
    }

    /// A moment as a time of day without seconds, in UTC; the script writes it by the reader's own clock.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn minute(&self, at: &Timestamp) -> String {
        format!("{} UTC", at.to_string().get(11..16).unwrap_or_default())
    }

    /// How far behind the day is, in a sentence.
    fn behind(&self) -> Option<String> {
        let minutes = self.course.as_ref()?.behind.as_secs() / 60;
        Some(match minutes {
            0 => "The day is in time.".to_owned(),
            1 => "The day is a minute behind.".to_owned(),
            minutes => format!("The day is {minutes} minutes behind."),
        })
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
    /// For whom: `J1`.
    pub who: String,
    /// As whom: `Judge 1`.
    pub title: String,
    /// The name.
    pub name: String,
    /// The link.
    pub url: String,
    /// The code to type.
    pub code: String,
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
    /// The address at which codes are typed.
    pub type_at: &'a str,
    /// The cards.
    pub links: Vec<JoinLink>,
    /// Whose card was made by an earlier version, which cannot be shown again.
    pub lost: Vec<(String, String)>,
}

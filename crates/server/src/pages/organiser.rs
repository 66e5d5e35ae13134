//! The organiser's desk, and the cards with join links.

use askama::Template;
use contest::{
    announcement::Addressee,
    command::Ending,
    contest::{Phase, Prospect, Ruling},
    event::{Incident, Reason},
    referee,
    release::ReleasablePart,
    result::RulingResult,
    view::organiser::{Board, Interview},
};
use language::{Element, Message, Say};
use rulebook::{Authority, Participant, Rulebook, Seat, Timestamp, schema::People};

use crate::{
    concerns::Concern,
    readiness::{Check, Finding},
    reveal::Revealing,
    timetable::Course,
};

use super::{
    CommitteeCard, Desk, EntryRow, PersonRow, Tab,
    board_rows::{BoardCast, InterviewRow},
    desk,
};

fn listed<T: ToString>(ids: impl IntoIterator<Item = T>) -> String {
    ids.into_iter().map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
}

/// The form that ends a phase: it names the phase, so that a second click does not end the next one.
struct EndingForm {
    phase: &'static str,
    /// The unit of `number`: `round`, `trial` or `vote`.
    part: &'static str,
    number: String,
    label: Message,
}

/// The organiser's desk.
#[derive(Template)]
#[template(path = "organiser.html")]
pub struct OrganiserPage<'a> {
    /// The shown page.
    pub tab: Tab,
    /// The part that all pages share.
    pub desk: Desk<'a>,
    /// The matters that need attention, the worst first.
    pub problems: Vec<Concern>,
    /// The checks before the next round.
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
    /// The published parts of the contest, which is closed.
    pub released: Vec<ReleasablePart>,
    /// The committee's open and settled decisions.
    pub committee: Option<CommitteeCard<'a>>,
    /// The rules, for the titles of roles.
    pub rulebook: &'a Rulebook,
    /// The names of programs in reserve.
    pub reserves: Vec<String>,
    /// The progress of the reveal; absent before the close.
    pub reveal: Option<Revealing>,
    /// A warning about the space for the record; absent where there is enough.
    pub disk: Option<Message>,
}

impl OrganiserPage<'_> {
    /// Everybody by label and name. It changes when somebody takes a place, so that a list of names is written anew.
    fn names_key(&self) -> String {
        let people = self.people.iter().map(|person| format!("{} {}", person.on_board.who, person.name));
        let entries = self.entries.iter().map(|entry| format!("{} {}", entry.on_board.who, entry.name));
        people.chain(entries).collect::<Vec<_>>().join(", ")
    }

    /// What the forms that run the round depend on: while this stays the same, only what they report is exchanged.
    fn course_key(&self) -> String {
        let Board { is_paused, owes_reason, is_drawn, rulings, lost, interviews, .. } = &self.board;
        let ended = interviews.iter().filter(|interview| interview.ended).count();
        format!(
            "{}-{is_paused}-{owes_reason}-{is_drawn}-{}-{:?}",
            self.desk.key(),
            self.names_key(),
            (self.board.left(), rulings.len(), &self.released, lost, ended)
        )
    }

    /// The board's rows.
    fn rows(&self) -> Vec<InterviewRow> {
        BoardCast::new(&self.board, &self.people, &self.entries, self.now).rows()
    }

    /// The links to all pages of the organiser.
    fn tabs(&self) -> Vec<TabLink> {
        Tab::ALL.into_iter().map(|tab| TabLink { tab, title: title_of(tab), count: self.count(tab) }).collect()
    }

    /// The figures in the link to a page.
    fn count(&self, tab: Tab) -> Option<String> {
        let is_closed = self.board.phase == Phase::Closed;
        match tab {
            Tab::Desk | Tab::Handouts => None,
            Tab::People => {
                let there = self.people.iter().filter(|person| !person.on_board.left);
                let here = there.clone().filter(|person| person.here || person.on_board.scripted).count();
                Some(format!("{here}/{}", there.count()))
            }
            Tab::Entries => {
                let there = self.entries.iter().filter(|entry| !entry.on_board.left);
                Some(format!("{}/{}", there.clone().filter(|entry| !entry.stopped).count(), there.count()))
            }
            Tab::Public => self.reveal.as_ref().map(|reveal| format!("{}/{}", reveal.step, reveal.last)),
            Tab::Timeline => Some(self.board.incidents.len().to_string()).filter(|_| !self.board.incidents.is_empty()),
            Tab::After => is_closed.then(|| format!("{}/{}", self.released.len(), ReleasablePart::ALL.len())),
        }
    }

    /// The page of the next act after the close; `None` when everything is released.
    fn after_close(&self) -> Option<TabLink> {
        let is_revealing = self.reveal.as_ref().is_some_and(|reveal| reveal.step < reveal.last);
        let link = |tab, title| Some(TabLink { tab, title, count: None });
        match (is_revealing && !self.board.is_released, self.releasable().is_empty()) {
            (true, _) => link(Tab::Public, say!("organiser-next-reveal")),
            (false, false) => link(Tab::After, say!("organiser-next-release")),
            (false, true) => None,
        }
    }

    /// True when every ballot is in, so that ending the phase is the next act.
    fn ends_next(&self) -> bool {
        self.board.is_asking() && !self.board.is_paused && self.missing().is_empty()
    }

    /// The people who have not joined, and so contribute nothing to the draw.
    fn not_joined(&self) -> String {
        listed(&self.board.not_joined)
    }

    /// The witnesses of an interview, with their terminals. The seats of a pair are not shown to anybody.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn named(&self, interview: &Interview) -> Message {
        let named = interview.witnesses.iter().map(|(witness, seat)| match seat {
            Seat::Terminal(number) => {
                say!("organiser-at-terminal", witness = witness.to_string(), terminal = number)
            }
            Seat::Left | Seat::Right | Seat::Only => Message::verbatim(witness.to_string()),
        });
        let joined = named.reduce(|first, then| say!("organiser-and", first = first, then = then));
        joined.unwrap_or_else(|| Message::verbatim(""))
    }

    /// The judge of an interview with the witnesses.
    fn interview(&self, interview: &Interview) -> Message {
        let judge = interview.interview.judge.to_string();
        say!("organiser-judge-with", judge = judge, witnesses = self.named(interview))
    }

    /// The people whose ballots are missing.
    fn missing(&self) -> String {
        listed(self.board.people.iter().filter(|person| person.answered == Some(false)).map(|person| person.who))
    }

    /// The outcomes of unsealed drafts, a sentence each: people, never content.
    fn unsealed(&self) -> Vec<Message> {
        unsealed(&self.board)
    }

    /// True while handouts are useful: the schedule is drawn, and a round is running or still to come.
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
        let label = ending_label(&self.board)?;
        let (phase, part, number) = match self.board.ending()? {
            Ending::Talk { round } => ("talk", "round", round.to_string()),
            Ending::Scoring { round } => ("scoring", "round", round.to_string()),
            Ending::EndBallots { trial } => ("end-ballots", "trial", trial.to_string()),
            Ending::Vote { vote } => ("vote", "vote", vote.to_string()),
        };
        Some(EndingForm { phase, part, number, label })
    }

    /// The judges, confederates and referees who are there, with their names.
    fn people_present(&self) -> Vec<(Participant, &str)> {
        let people = self.people.iter().filter(|person| !person.on_board.left);
        people.map(|person| (person.on_board.who, person.name.as_str())).collect()
    }

    /// The possible addressees with their labels: roles that somebody has, then each person.
    fn addressees(&self) -> Vec<(Addressee, Message)> {
        let people = self.people_present();
        let has_reader = |to: Addressee| people.iter().any(|(who, _)| to.includes(*who));
        let group = |to| match to {
            Addressee::Judges => say!("organiser-tell-judges"),
            Addressee::Confederates => say!("organiser-tell-confederates"),
            Addressee::Referees => say!("organiser-tell-referees"),
            Addressee::Everybody | Addressee::Judge(_) | Addressee::Confederate(_) => say!("organiser-tell-everybody"),
        };
        let groups = Addressee::GROUPS.into_iter().filter(|to| has_reader(*to)).map(|to| (to, group(to)));
        let one = |(who, name): &(Participant, &str)| {
            let to = match who {
                Participant::Judge(judge) => Addressee::Judge(*judge),
                Participant::Confederate(confederate) => Addressee::Confederate(*confederate),
                Participant::Organiser | Participant::Entry(_) | Participant::Referee(_) => return None,
            };
            Some((to, self.called(who, name)))
        };
        groups.chain(people.iter().filter_map(one)).collect()
    }

    /// The referees' acts, newest first: time and sentence.
    fn refereed(&self) -> Vec<(Timestamp, Message)> {
        let done = self.board.refereed.iter();
        done.map(|done| (done.at, referee::did(done.by, done.deed, done.words.as_deref()))).collect()
    }

    fn entries_present(&self) -> Vec<&EntryRow> {
        self.entries.iter().filter(|entry| !entry.on_board.left).collect()
    }

    /// True when a late person can join in either role; false where everybody has both.
    fn has_confederates_apart(&self) -> bool {
        self.rulebook.roles.people == People::Apart
    }

    fn is_running(&self) -> bool {
        self.board.phase.running_round().is_some()
    }

    /// True when some program has warnings.
    fn has_warnings(&self) -> bool {
        self.entries.iter().any(|entry| !entry.warnings.is_empty())
    }

    /// The participants in the plan who have not left, with their names.
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

    /// The parts that can still be released, as a form sends them and in words; each choice includes the smaller ones.
    fn releasable(&self) -> Vec<(&'static str, Message)> {
        let choices = [
            (ReleasablePart::Result, "result", ReleasablePart::Result.message()),
            (ReleasablePart::Transcripts, "result,transcripts", say!("organiser-release-two")),
            (ReleasablePart::Record, "result,transcripts,record", say!("organiser-release-three")),
        ];
        let is_open = |(part, ..): &(ReleasablePart, &str, Message)| !self.released.contains(part);
        choices.into_iter().filter(is_open).map(|(_, parts, told)| (parts, told)).collect()
    }

    /// The authorities that may have taken a recorded decision.
    fn authorities(&self) -> Vec<Authority> {
        let may = |by: &Authority| self.board.has_committee || *by != Authority::Committee;
        Authority::ALL.into_iter().filter(may).collect()
    }

    /// The rulings, a sentence and the reason for each.
    fn rulings(&self) -> Vec<Message> {
        let told = |ruling| {
            let what = RulingResult::from(ruling).message();
            say!("organiser-ruling-for", ruling = what, reason = reason(ruling))
        };
        self.board.rulings.iter().map(told).collect()
    }

    /// Links to the big screen, in its colours.
    fn screens(&self) -> Message {
        let screen = |colours: &str| Element::link(format!("/{}/screen{colours}", self.desk.contest));
        let (light, dark) = (screen("?colours=light"), screen("?colours=dark"));
        say!("organiser-public-screen", screen = screen(""), light = light, dark = dark)
    }

    /// An incident of an entry.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn reported(&self, incident: &Incident) -> Message {
        let Incident { entry, interview, detail, .. } = incident;
        let (entry, interview) = (entry.to_string(), interview.to_string());
        say!("course-incident", entry = entry, interview = interview, detail = detail)
    }

    /// The entries between which the judges vote now.
    fn voted_about(&self) -> String {
        listed(&self.board.voted_about)
    }

    fn has_spending(&self) -> bool {
        self.entries.iter().any(|entry| entry.on_board.spent.is_some())
    }

    /// A person by title and name: `Judge 2, Ada`.
    fn called(&self, who: &Participant, name: &str) -> Message {
        say!("organiser-called", title = desk::title(*who, self.rulebook), name = name)
    }

    /// The published parts, within a sentence.
    fn released(&self) -> Message {
        Message::list(self.released.iter().map(Say::message))
    }

    /// True when no check has failed.
    fn is_well(&self) -> bool {
        self.checks.iter().all(|check| check.finding() != Finding::Amiss)
    }

    /// A moment as a time of day without seconds, in the zone of the contest.
    fn minute(&self, at: &Timestamp) -> String {
        self.desk.zone.named_minute(*at)
    }

    /// When all will be over, in a sentence.
    fn expected(&self) -> Option<Message> {
        let expected = self.course.as_ref()?.expected();
        Some(say!("organiser-expected", time = Element::time(expected), clock = self.minute(&expected)))
    }

    /// The delay of the day, in a sentence.
    fn behind(&self) -> Option<Message> {
        let minutes = self.course.as_ref()?.behind.as_secs() / 60;
        Some(match minutes {
            0 => say!("organiser-in-time"),
            1 => say!("organiser-behind-a-minute"),
            minutes => say!("organiser-behind", minutes = minutes),
        })
    }

    fn clock_time(&self, at: &Timestamp) -> String {
        self.desk.zone.second(*at)
    }
}

/// A link to a page of the organiser.
struct TabLink {
    tab: Tab,
    title: Message,
    /// The figures that say whether the page needs a look.
    count: Option<String>,
}

fn title_of(tab: Tab) -> Message {
    match tab {
        Tab::Desk => say!("organiser-desk"),
        Tab::People => say!("organiser-people"),
        Tab::Entries => say!("organiser-entries"),
        Tab::Public => say!("organiser-public"),
        Tab::Handouts => say!("organiser-handouts"),
        Tab::Timeline => say!("organiser-timeline"),
        Tab::After => say!("organiser-after"),
    }
}

/// The confirmation of an act: the text of its button, and its consequences. `None` for an act that needs none.
#[must_use]
pub fn question(action: &str, board: &Board) -> Option<(Message, Vec<Message>)> {
    let ruling = |heading: Message| (heading.clone(), vec![say!("organiser-ruling-sure", ruling = heading)]);
    let (button, consequence) = match action {
        "draw" => (say!("organiser-draw"), say!("organiser-draw-sure")),
        "end-phase" => return Some((ending_label(board)?, unsealed(board))),
        "abort" => (say!("organiser-abort-button"), say!("organiser-abort-sure")),
        "replan" => (say!("organiser-leave-button"), say!("organiser-leave-sure")),
        "replace" => (say!("organiser-replace-button"), say!("organiser-replace-sure")),
        "admit" => (say!("organiser-admit-button"), say!("organiser-admit-sure")),
        "take-over" => (say!("organiser-take-over-button"), say!("organiser-take-over-sure")),
        "again" => (say!("organiser-again-button"), say!("organiser-again-sure")),
        "restart-entry" => (say!("organiser-restart-button"), say!("organiser-restart-sure")),
        "release" => (say!("organiser-release"), say!("organiser-release-sure")),
        "reveal" => (say!("organiser-next-reveal"), say!("organiser-reveal-sure")),
        "disqualify" => return Some(ruling(say!("organiser-disqualify"))),
        "reinstate" => return Some(ruling(say!("organiser-reinstate"))),
        _ => return None,
    };
    Some((button, vec![consequence]))
}

/// The text of the button that ends the phase, if a clock runs.
fn ending_label(board: &Board) -> Option<Message> {
    Some(match board.ending()? {
        Ending::Talk { .. } => say!("organiser-end-talk"),
        Ending::Scoring { .. } => say!("organiser-end-round"),
        Ending::EndBallots { trial } if trial >= board.trials => say!("organiser-end-contest"),
        Ending::EndBallots { .. } => say!("organiser-end-trial"),
        Ending::Vote { .. } => say!("organiser-end-vote"),
    })
}

/// The outcomes of unsealed drafts, a sentence each: people, never content.
fn unsealed(board: &Board) -> Vec<Message> {
    let people = |prospect: Prospect| {
        let found = board.prospects.iter().filter(move |(.., found)| *found == prospect);
        let mut people: Vec<String> = found.map(|(who, ..)| who.to_string()).collect();
        people.dedup();
        people
    };
    let sentence = |prospect: Prospect| {
        let people = people(prospect);
        let (count, who) = (people.len(), people.join(", "));
        (count > 0).then(|| match prospect {
            Prospect::Counts => say!("organiser-draft-counts", count = count, who = who),
            Prospect::Incomplete => say!("organiser-draft-incomplete", count = count, who = who),
            Prospect::Lapses => say!("organiser-draft-lapses", count = count, who = who),
            Prospect::Empty => say!("organiser-draft-empty", count = count, who = who),
        })
    };
    let fates = [Prospect::Counts, Prospect::Incomplete, Prospect::Lapses, Prospect::Empty];
    fates.into_iter().filter_map(sentence).collect()
}

/// The reason for a ruling, in the organiser's words.
fn reason(ruling: &Ruling) -> Message {
    ruling.reason.held().map_or_else(|| say!("organiser-reason-removed"), |held| Message::verbatim(&held.reason))
}

/// A join link, on a card.
pub struct JoinLink {
    /// The label: `J1`.
    pub who: String,
    /// The role: `Judge 1`.
    pub title: Message,
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
    /// The people whose cards were made by an earlier version and cannot be shown again.
    pub lost: Vec<(String, String)>,
}

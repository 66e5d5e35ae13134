//! The pages of a finished contest: the result, the verdicts, the timetable, and every interview to read and replay.
//!
//! The same pages are files of a folder, without a server ([`PageLocation::Folder`]), or served once the contest is released
//! ([`PageLocation::Served`]). A [`Site`] is made from a folded contest, its result if confirmed, and the judges' view of the
//! conversations; a page is a template with its values. No page loads anything from other sites, and each can be read without
//! scripts, printed, and used by keyboard.
//!
//! Imported conversations recorded elsewhere have separate pages, without a result: [`past`].
//!
//! This crate does no input or output: it turns its arguments into HTML.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod assets;
// For `say!`, used on every page.
#[macro_use]
extern crate language;

mod beliefs;
mod committee;
mod figures;
mod front;
mod grid;
mod interview;
mod names;
pub mod past;
mod place;
mod plot;
mod replay;
mod table;
mod timetable;

use std::{borrow::Cow, collections::BTreeMap};

use archive::{
    dialogue::{Said, Seen},
    publication::Verdict,
};
use contest::{
    contest::Contest,
    result::{InterviewResult, Names, Report},
};
use language::{Message, Reader};
use rulebook::{ConversationId, InterviewId, Rulebook};
use schedule::Seating;

pub use self::{
    committee::CommitteeCard,
    front::{measure, measure_within},
    place::{Page, PageHead, PageLocation},
};

/// The most interviews the front page shows with their answers; more are moved to timetable pages.
pub const MOST_ON_FRONT: usize = 60;

/// The number of interviews on a page of the timetable.
pub const LINES_OF_A_PAGE: usize = 100;

/// The most cells on a page of verdicts, unless a single line has more.
pub const CELLS_OF_A_PAGE: usize = 200;

/// The pages of a finished contest.
pub struct Site<'a> {
    contest: &'a Contest,
    report: Option<&'a Report>,
    names: Names,
    seen: &'a Seen,
    said: BTreeMap<ConversationId, Vec<Said>>,
    source: PagesSource,
    place: PageLocation,
    open: Open,
    look: Option<PageHead>,
    reader: Reader,
    /// The contest's rulebook, with texts in the language of the reader.
    rulebook: Cow<'a, Rulebook>,
}

/// The source that the pages rely on: a verified record, or the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagesSource {
    /// A record that was verified when the pages were made.
    Record {
        /// The outcome of the verification.
        verdict: Verdict,
        /// The reasons for showing no result; empty if one is shown.
        missing: Vec<Message>,
        /// Sentences shown beside the verdict.
        notices: Vec<Message>,
        /// The record's public key, in the form of `verifier.key`.
        key: Option<String>,
        /// The root of the record's Merkle tree.
        root: Option<String>,
    },
    /// The server that held the contest.
    Server,
}

/// The parts of the contest open to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// The transcripts of the conversations.
    pub transcripts: bool,
    /// The record, to download and verify.
    pub record: bool,
}

impl<'a> Site<'a> {
    /// Makes the pages of a contest, in the default language. `report` is the result, if confirmed and public; `seen` is the
    /// judges' view of the same record.
    #[must_use]
    pub fn new(
        contest: &'a Contest,
        report: Option<&'a Report>,
        seen: &'a Seen,
        source: PagesSource,
        place: PageLocation,
        open: Open,
    ) -> Self {
        let mut said = if open.transcripts { seen.dialogues() } else { BTreeMap::new() };
        said.values_mut().for_each(|lines| lines.retain(|line| line.fate.is_published()));
        let reader = Reader::default();
        let rulebook = contest.rulebook.in_language(reader.language.tag());
        Self {
            contest,
            report,
            names: Names::of(contest),
            seen,
            said,
            source,
            place,
            look: None,
            open,
            reader,
            rulebook,
        }
    }

    /// Returns the same pages in the reader's language.
    #[must_use]
    pub fn for_reader(self, reader: Reader) -> Self {
        let rulebook = self.contest.rulebook.in_language(reader.language.tag());
        Self { reader, rulebook, ..self }
    }

    /// Returns the same pages with the organiser's head, for a folder: a server's place has its own.
    #[must_use]
    pub fn with_look(self, look: Option<PageHead>) -> Self {
        Self { look, ..self }
    }

    /// Returns every page, in reading order.
    pub fn pages(&self) -> impl Iterator<Item = Page> {
        let timetables = (1..=self.timetables()).filter(|_| !self.is_small()).map(Page::Timetable);
        let grids = (1..=self.grids()).filter(|_| !self.has_grid_on_front()).map(Page::Verdicts);
        let interviews = self.seatings().filter(|_| self.open.transcripts).map(|of| Page::Interview(of.interview));
        [Page::Front].into_iter().chain(grids).chain(timetables).chain(interviews)
    }

    /// Returns a page's HTML; `None` if the page does not exist or is not open to readers.
    #[must_use]
    pub fn html(&self, page: Page) -> Option<String> {
        match page {
            Page::Front => Some(front::html(self)),
            Page::Timetable(number) => timetable::html(self, number),
            Page::Verdicts(number) => grid::html(self, number),
            Page::Interview(interview) => interview::html(self, interview),
        }
    }

    /// Whether the whole timetable fits on the front page.
    fn is_small(&self) -> bool {
        self.seatings().count() <= MOST_ON_FRONT
    }

    fn has_grid_on_front(&self) -> bool {
        self.is_small() && self.grids() <= 1
    }

    fn timetables(&self) -> usize {
        self.seatings().count().div_ceil(LINES_OF_A_PAGE)
    }

    fn grids(&self) -> usize {
        grid::pages(self)
    }

    /// Returns the interviews that began, by round, then judge; none until the assignment is opened.
    fn seatings(&self) -> impl Iterator<Item = &'a Seating> {
        let contest = self.contest;
        let opened = contest.assignment().filter(|_| contest.opened_assignment);
        let seatings = opened.into_iter().flat_map(|assignment| &assignment.0);
        seatings.filter(|seating| contest.interviews.contains_key(&seating.interview))
    }

    /// Returns the result of an interview, if the contest's result is shown.
    fn result_of(&self, interview: InterviewId) -> Option<&'a InterviewResult> {
        let interviews = &self.report?.result.interviews;
        // Results are in the plan's order, which is the order of their ids.
        let of = |result: &InterviewResult| (result.round, result.judge);
        let wanted = (interview.round.number(), interview.judge);
        let found = interviews.binary_search_by_key(&wanted, of).ok().and_then(|at| interviews.get(at));
        found.or_else(|| interviews.iter().find(|result| of(result) == wanted))
    }

    /// Returns the contest's name.
    fn name(&self) -> Message {
        (&*self.contest.name).into()
    }

    /// Formats a message as text for a picture, in the page's language.
    fn in_words(&self, message: &Message) -> String {
        self.reader.language.say(message)
    }

    /// Returns the organiser's head of the pages, if set.
    fn look(&self) -> Option<&PageHead> {
        self.look.as_ref().or(self.place.look())
    }

    /// Returns the link from a page to a style sheet, script or picture.
    fn asset(&self, page: &Page, name: &str) -> String {
        self.place.asset(*page, name)
    }

    fn has_trials(&self) -> bool {
        self.contest.rulebook.trial_count() > 1
    }
}
